"""Kernels at work on a device, beside numpy."""

import math
import os
import re
import shlex
import threading
import unittest
from pathlib import Path

import clgemm

try:
    import numpy as np
    import pyopencl as cl
    import pyopencl.array

    from . import reference

    CONTEXT = reference.context()
except ImportError:
    CONTEXT = None

SOURCE = os.environ.get("CLGEMM_SOURCE")
STEP = int(os.environ.get("CLGEMM_PYTHON_STEP", "17"))


def options_of(line: str) -> dict:
    """Options as on a command line, as keyword arguments."""
    options: dict = {}
    words = shlex.split(line)
    while words:
        name = words.pop(0)[2:].replace("-", "_")
        options["for_" if name == "for" else name] = words.pop(0) if words and not words[0].startswith("--") else True
    return options


@unittest.skipIf(CONTEXT is None, "numpy, pyopencl or an OpenCL device is not here")
class Case(unittest.TestCase):
    def check(self, kernel: object, members: int = 3) -> None:
        """A kernel gives what numpy gives, of new arrays and into c."""
        gemm = clgemm.Gemm(CONTEXT, kernel)  # type: ignore[arg-type]
        problem = gemm.manifest["problem"]
        fixed = problem["batch"].get("members")
        given = reference.operands(gemm.manifest, reference.sizes(gemm.manifest), members if fixed is None else fixed, 1)
        whole = problem["types"]["c"] == "i32"
        alpha = problem["alpha"] if problem["alpha"] is not None else 2 if whole else 0.75
        beta = problem["beta"] if problem["beta"] is not None else -1 if whole else 0.5
        expected, allowed = reference.product(gemm.manifest, given, alpha, beta)
        rest = {name: value for name, value in given.items() if name not in "abc"}
        c = given["c"].copy()
        result = gemm(given["a"], given["b"], c, alpha=alpha, beta=beta, **rest)
        self.assertIs(result, c)
        self.assertEqual(result.shape, expected.shape)
        self.assertTrue(np.all(np.abs(result - expected) <= allowed), np.max(np.abs(result - expected) - allowed))


class Requests(Case):
    """Every seventeenth of the requests that all devices serve, or every CLGEMM_PYTHON_STEP-th; and each kind of kernel."""

    def test_requests(self) -> None:
        if not SOURCE:
            self.skipTest("CLGEMM_SOURCE names no source of clgemm")
        lines = Path(SOURCE, "tests", "device", "requests.txt").read_text(encoding="utf-8").splitlines()
        lines = [line.split(" ", 1)[1] for line in lines if line[0] in "14" and "native" not in line]
        # What numpy has not got: blocks of quantised elements, which clgemm-bench has a codec for, and expressions of OpenCL C. Groups
        # are multiplied below.
        lines = [line for line in lines if not re.search(r"(--type-[ab] |llama_mul_m[mv]_(id_)?)(i?q[0-9]|mxfp4)|expression:|--batch groups", line)]
        for line in lines[::STEP]:
            with self.subTest(line):
                self.check(self.served(options_of(line)))

    def served(self, options: dict) -> clgemm.Kernel:
        """The kernel of a request, in the first layout and transpose that the rules allow it."""
        for rest in ({"transpose": "nt"}, {"layout": "row"}, {"layout": "row", "transpose": "nt"}):
            try:
                return clgemm.generate(**{**rest, **options})
            except clgemm.RefusedError:
                continue
        return clgemm.generate(**options)

    def test_kinds(self) -> None:
        for line in (
            "--batch strided --family register --tile 4x4 --wg 2x4 --edges pad --pretranspose ab --steps separate",
            "--batch offsets --family register --tile 2x4 --wg 2x2 --epilogue residual,scale:row,residual,gelu --transpose tn",
            "--batch strided --family register --tile 2x4 --wg 2x2 --fixed 33x17x19 --edges pad --batch-count 5 --stride-a 0 --stride-c 700",
            "--split-k 2 --split-k-sum launch --family register --tile 2x4 --wg 2x2 --vec-c 4 --epilogue bias:column,residual,relu",
            "--family register --tile 4x8 --wg 2x2 --access-a image --vec-c 2 --mad fma",
            "--type i8 --family register --tile 4x8 --wg 2x4 --access image --vec-a 4 --vec-b 4 --vec-c 4 --tile-k 8",
            "--type c64 --family gemv --thin m --tile 2x2 --wg 4x4 --tile-k 2 --unroll-k 8 --transpose cn",
            "--type-a e4m3 --type-b e5m2 --type-c bf16 --family register --tile 4x8 --wg 2x4 --vec-c 4",
            "--type bf16 --family register --tile 4x8 --wg 2x4 --vec-c 4 --epilogue bias:column,scale:row,residual,relu",
            "--family blocked --panels ab --block-k 16 --epilogue residual,scale,relu",
            "--type-b i4_32 --family naive --layout row --transpose nt",
            "--type-b u4_32 --family blocked --tile 2x4 --layout row --transpose nt --decode b",
            "--type-b u4_64 --family gemv --tile 1x2 --wg 8x4 --batch strided --offset-b 256 --layout row --transpose nt",
            "--type-a u4_32 --type-b i4_128 --family register --tile 2x2 --wg 2x2 --vec-a 4 --vec-b 4 --tile-k 4 --transpose tn",
            "--type-a e4m3_128 --type-b e5m2_128x128 --family register --tile 2x2 --wg 2x2 --decode b --transpose tn",
            "--type-a e4m3_128 --type-b mxfp8_e5m2 --family register --tile 2x2 --wg 2x2 --vec-a 4 --vec-b 4 --tile-k 4 --transpose tn",
            "--family register --tile 4x4 --wg 8x8 --index 32 --offset-b 3 --lda 300 --ldb 300 --ldc 301",
            "--chain gate:silu --type f16 --family register --tile 2x4 --wg 4x4 --offset-b 3 --transpose nt",
        ):
            with self.subTest(line):
                self.check(clgemm.generate(**options_of(line)))


class Manifests(Case):
    def test_written_by_hand(self) -> None:
        """Steps of every kind, and of phase `prepare`."""
        if not SOURCE:
            self.skipTest("CLGEMM_SOURCE names no source of clgemm")
        for name in ("plain", "steps", "half_storage"):
            with self.subTest(name):
                self.check(Path(SOURCE, "tests", "harness", "data", f"{name}.json"))

    def test_prepared(self) -> None:
        if not SOURCE:
            self.skipTest("CLGEMM_SOURCE names no source of clgemm")
        gemm = clgemm.Gemm(CONTEXT, Path(SOURCE, "tests", "harness", "data", "steps.json"))
        queue = cl.CommandQueue(CONTEXT)
        generator = np.random.default_rng(2)
        a, b, c = (np.asfortranarray(generator.uniform(-1, 1, shape), "f") for shape in ((40, 24), (32, 24), (40, 32)))
        flags = cl.mem_flags.READ_WRITE | cl.mem_flags.COPY_HOST_PTR
        buffers = [cl.Buffer(CONTEXT, flags, hostbuf=array.ravel("K")) for array in (a, b, c)]
        with self.assertRaises(clgemm.LaunchError):
            gemm.enqueue(queue, *buffers, m=40, n=32, k=24, prepare=False)
        for prepare in (True, False):
            gemm.enqueue(queue, *buffers, m=40, n=32, k=24, prepare=prepare)
            cl.enqueue_copy(queue, c.ravel("K"), buffers[2])
            found = np.empty((32, 40), "f")
            cl.enqueue_copy(queue, found, buffers[2])
            np.testing.assert_allclose(found.T, a @ b.T, atol=1e-4)

    def test_refused(self) -> None:
        with self.assertRaises(clgemm.FileError):
            clgemm.Gemm(CONTEXT, "nowhere.json")
        with self.assertRaises(clgemm.FileError):
            clgemm.Gemm(CONTEXT, {"schema": "another"})
        manifest = dict(clgemm.generate(family="naive").manifest)
        program = manifest["programs"][0]
        manifest["programs"] = [{**program, "source": program["source"] + " "}]
        with self.assertRaises(clgemm.FileError):
            clgemm.Gemm(CONTEXT, manifest)
        needs = {**program["requires"], "extensions": ["cl_of_nobody"]}
        manifest["programs"] = [{**program, "requires": needs}]
        with self.assertRaises(clgemm.DeviceError):
            clgemm.Gemm(CONTEXT, manifest)


class Arrays(Case):
    def setUp(self) -> None:
        self.gemm = clgemm.Gemm(CONTEXT, family="register", tile=(4, 4), wg=(4, 4), layout="row")
        generator = np.random.default_rng(3)
        self.a = generator.uniform(-1, 1, (37, 23))
        self.b = generator.uniform(-1, 1, (23, 29))

    def test_strides_and_types(self) -> None:
        expected = self.a @ self.b
        for a in (self.a, self.a.astype("f"), np.asfortranarray(self.a), np.repeat(self.a, 2, 0)[::2], self.a.tolist()):
            np.testing.assert_allclose(self.gemm(a, self.b), expected, atol=1e-4)
        wide = np.zeros((37, 60))
        self.gemm(self.a, self.b, wide[:, ::2][:, :29])
        np.testing.assert_allclose(wide[:, :58:2], expected, atol=1e-4)
        self.assertEqual(np.abs(wide[:, 1::2]).max(), 0)

    def test_sizes_change(self) -> None:
        gemm = clgemm.Gemm(CONTEXT, family="register", tile=(4, 4), wg=(4, 4), edges="pad")
        for m, n, k in ((5, 6, 7), (50, 3, 9), (1, 1, 1), (0, 4, 4), (4, 4, 0)):
            np.testing.assert_allclose(gemm(np.ones((m, k)), np.ones((k, n))), np.full((m, n), k))

    def test_refused(self) -> None:
        for arrays, words in (
            ((self.a, self.b[:-1]), "the sums are over"),
            ((self.a[0], self.b), "axes"),
            ((self.a, self.b, np.zeros((29, 37))), "is of shape"),
            ((self.a, self.b, np.zeros((37, 29), int)), "the kernel writes f32"),
            ((self.a * 1j, self.b), "the kernel reads f32"),
        ):
            with self.subTest(words), self.assertRaises(clgemm.LaunchError) as refused:
                self.gemm(*arrays)
            self.assertIn(words, refused.exception.text)
        with self.assertRaises(clgemm.LaunchError):
            self.gemm(self.a, self.b, beta=1)
        with self.assertRaises(clgemm.LaunchError):
            self.gemm(self.a, self.b, bias=np.zeros(29))
        biased = clgemm.Gemm(CONTEXT, family="naive", layout="row", epilogue="bias:column")
        with self.assertRaises(clgemm.LaunchError):
            biased(self.a, self.b)
        with self.assertRaises(clgemm.LaunchError):
            biased(self.a, self.b, bias=np.zeros(37))
        np.testing.assert_allclose(biased(self.a, self.b, bias=np.ones(29)), self.a @ self.b + 1, atol=1e-4)
        whole = clgemm.Gemm(CONTEXT, family="naive", type="i8")
        ones = np.ones((4, 5), np.int8)
        np.testing.assert_array_equal(whole(np.full((3, 4), 127), ones), np.full((3, 5), 508))
        for wrong, words in ((np.full((3, 4), 128), "from 128 to 128, and those of i8 are -128 to 127"), (np.ones((3, 4)), "the kernel reads i8")):
            with self.assertRaises(clgemm.LaunchError) as refused:
                whole(wrong, ones)
            self.assertIn(words, refused.exception.text)
            self.assertNotIn("int8", refused.exception.advice)
        with self.assertRaises(clgemm.LaunchError):
            whole(np.ones((3, 4), np.int8), ones, np.zeros((3, 5), np.int8))

    def test_every_type_of_numpy(self) -> None:
        """A product, or an error of this package, whatever an operand is made of."""
        kernels = {element: clgemm.Gemm(CONTEXT, family="naive", layout="row", type=element) for element in ("f16", "f32", "bf16", "i8", "c32")}
        for kind in [*np.typecodes["All"], "f,i", "S3", "datetime64[s]", ">f8", ">u2"]:
            array = np.ones((4, 4)).astype(kind) if kind not in "Mm" and "," not in kind else np.zeros((4, 4), kind)
            for element, gemm in kernels.items():
                taken = array.dtype.kind in "biu" or (array.dtype.kind in "fc" and element == "c32") or (array.dtype.kind == "f" and element != "i8")
                with self.subTest(f"{kind} {element}"):
                    if not taken:
                        self.assertRaises(clgemm.LaunchError, gemm, array, array)
                    elif element != "bf16" or array.dtype.kind != "u" or array.dtype.itemsize != 2:
                        np.testing.assert_array_equal(gemm(array, array), np.full((4, 4), 4))
                    c = np.zeros((4, 4), array.dtype)
                    try:
                        gemm(np.ones((4, 4), int), np.ones((4, 4), int), c)
                    except clgemm.LaunchError:
                        continue
                    self.assertIn(c.dtype.kind, "iufc")
                    self.assertIn(c[0, 0], (4, 0x4080))

    def test_results_and_masks(self) -> None:
        c = np.zeros((37, 29))
        c.flags.writeable = False
        masked = np.ma.masked_less(self.a, 0)
        for arrays, words in (
            ((self.a, self.b, c), "read-only"),
            ((self.a, self.b, [[0.0]]), "c receives the result"),
            ((masked, self.b), "a has masked elements"),
            ((self.a, self.b, np.ma.masked_less(c + 1, 2)), "c has masked elements"),
            ((self.a, [[1, 2], [3]]), "b "),
        ):
            with self.subTest(words), self.assertRaises(clgemm.LaunchError) as refused:
                self.gemm(*arrays)
            self.assertIn(words, refused.exception.text)
        np.testing.assert_allclose(self.gemm(np.ma.array(self.a), self.b), self.a @ self.b, atol=1e-4)

    def test_blocks(self) -> None:
        """Bytes of q4_0 and q8_0 as they lie in a file, against what they stand for."""
        generator = np.random.default_rng(6)
        a = generator.uniform(-1, 1, (3, 64))
        scales = generator.uniform(0.5, 2, (5, 2)).astype(np.float16)
        halves = scales[..., None].view(np.uint8)
        fours = generator.integers(0, 256, (5, 2, 16), np.uint8)
        bytes_ = generator.integers(-128, 128, (5, 2, 32), np.int8)
        kinds = {
            "q4_0": (fours, np.concatenate([fours & 15, fours >> 4], -1) - 8.0),
            "q8_0": (bytes_.view(np.uint8), bytes_.astype(float)),
        }
        for kind, (quants, numbers) in kinds.items():
            b = np.concatenate([halves, quants], -1).reshape(5, -1)
            expected = a @ (numbers * scales[..., None]).reshape(5, 64).T
            row = clgemm.Gemm(CONTEXT, family="naive", layout="row", transpose="nt", type_b=kind)
            np.testing.assert_allclose(row(a, b), expected, rtol=1e-4, atol=1e-2)
            column = clgemm.Gemm(CONTEXT, family="naive", type_b=kind)
            np.testing.assert_allclose(column(a, b.T), expected, rtol=1e-4, atol=1e-2)
            with self.assertRaises(clgemm.LaunchError) as refused:
                row(a, b[:, :-1])
            self.assertIn("bytes along K", refused.exception.text)

    def test_groups_of_other_axes(self) -> None:
        generator = np.random.default_rng(6)
        a, b = generator.integers(-5, 5, (6, 12)).astype("f"), generator.integers(-5, 5, (12, 7)).astype("f")
        many, offsets = generator.integers(-5, 5, (3, 5, 12)).astype("f"), [1, 3, 3, 6]
        for layout in ("row", "column"):
            options = {"family": "register", "tile": (2, 2), "wg": (2, 2), "layout": layout, "batch": "groups"}
            gemm = clgemm.Gemm(CONTEXT, **options, ragged="n")
            wanted = np.full((5, 7), 9, "f")
            for group, (first, end) in enumerate(zip(offsets, offsets[1:])):
                wanted[:, first:end] = many[group] @ b[:, first:end]
            np.testing.assert_array_equal(gemm(many, b, np.full((5, 7), 9, "f"), offsets=offsets), wanted)
            gemm = clgemm.Gemm(CONTEXT, **options, ragged="k")
            products = np.array([a[:, first:end] @ b[first:end] for first, end in zip(offsets, offsets[1:])])
            np.testing.assert_array_equal(gemm(a, b, offsets=offsets), products)
            np.testing.assert_array_equal(gemm(a, b, np.ones((3, 6, 7), "f"), beta=2, offsets=offsets), products + 2)
            with self.assertRaises(clgemm.LaunchError):
                gemm(a, np.stack([b, b]), offsets=offsets)

    def test_groups(self) -> None:
        gemm = clgemm.Gemm(CONTEXT, family="naive", layout="row", transpose="nt", type_b="u4_32")
        a, b, scales, zeros = np.ones((3, 128), "f"), np.full((5, 64), 0xA9, np.uint8), np.ones((5, 4), "e"), np.full((5, 2), 0x76, np.uint8)
        # Quants 9 and 10, zero points 6 and 7 of groups of 32.
        np.testing.assert_array_equal(gemm(a, b, B_scales=scales, B_zeros=zeros), np.full((3, 5), 64 * (3.5 + 2.5)))
        # A scale of NaN is that of its column, and of no other.
        undefined = scales.copy()
        undefined[2, 3] = np.nan
        np.testing.assert_array_equal(np.isnan(gemm(a, b, B_scales=undefined, B_zeros=zeros)), np.arange(5) == np.full((3, 1), 2))
        for changed, words in (
            ({"B_zeros": None}, "b is quantised and has `B_zeros`"),
            ({"B_scales": scales[:, :3]}, "B_scales is of shape (5, 3), not 5 x 4"),
            ({"B_zeros": zeros.astype("f")}, "the kernel reads u8"),
        ):
            with self.subTest(words), self.assertRaises(clgemm.LaunchError) as refused:
                gemm(a, b, **{"B_scales": scales, "B_zeros": zeros, **changed})
            self.assertIn(words, refused.exception.text)
        with self.assertRaises(clgemm.LaunchError) as refused:
            gemm(a[:, :32], b[:, :16], B_scales=scales[:, :1], B_zeros=zeros)
        self.assertEqual(refused.exception.rule, "whole-blocks")

    def test_threads(self) -> None:
        gemm = clgemm.Gemm(CONTEXT, family="register", tile=(4, 4), wg=(4, 4), edges="pad")
        wrong = []

        def work(seed: int) -> None:
            generator = np.random.default_rng(seed)
            for _ in range(10):
                m, n, k = generator.integers(1, 40, 3)
                a, b = generator.uniform(-1, 1, (m, k)), generator.uniform(-1, 1, (k, n))
                if not np.allclose(gemm(a, b, queue=cl.CommandQueue(CONTEXT)), a @ b, atol=1e-4):
                    wrong.append((m, n, k))

        threads = [threading.Thread(target=work, args=(seed,)) for seed in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(wrong, [])


class ArraysOnTheDevice(Case):
    def setUp(self) -> None:
        self.queue = cl.CommandQueue(CONTEXT)
        generator = np.random.default_rng(5)
        self.a = generator.uniform(-1, 1, (3, 37, 23)).astype("f")
        self.b = generator.uniform(-1, 1, (3, 23, 29)).astype("f")

    def put(self, array: object) -> object:
        return cl.array.to_device(self.queue, array)

    def test_layouts_and_batches(self) -> None:
        for layout, batch in ((layout, batch) for layout in ("row", "column") for batch in ("none", "strided")):
            with self.subTest(layout, batch=batch):
                a, b = (self.a, self.b) if batch == "strided" else (self.a[0], self.b[0])
                gemm = clgemm.Gemm(CONTEXT, family="register", tile=(4, 4), wg=(4, 4), layout=layout, batch=batch)
                order = "C" if layout == "row" or batch == "strided" else "F"
                found = gemm(self.put(np.array(a, order=order)), self.put(np.array(b, order=order)))
                self.assertIsInstance(found, cl.array.Array)
                np.testing.assert_allclose(found.get(), a @ b, atol=1e-4)
                again = gemm(found.copy(), np.ones((*b.shape[:-2], 29, 4), "f"))  # the other operand is on the host
                np.testing.assert_allclose(again.get(), (a @ b) @ np.ones((29, 4)), atol=1e-3)

    def test_memory_is_the_callers(self) -> None:
        gemm = clgemm.Gemm(CONTEXT, family="register", tile=(4, 4), wg=(4, 4), layout="row", epilogue="bias:column")
        a, b, bias, c = (self.put(array) for array in (self.a[1], self.b[1], self.b[0, 0], np.ones((37, 29), "f")))
        memory = c.base_data
        self.assertIs(gemm(a, b, c, beta=2, bias=bias), c)
        # Who writes into an operand next waits until the kernel has read it.
        self.assertTrue(all(array.events[-1] == c.events[-1] for array in (a, b, bias)))
        self.assertEqual(c.base_data, memory)
        np.testing.assert_allclose(c.get(), self.a[1] @ self.b[1] + 2 + self.b[0, 0], atol=1e-4)

    def test_other_places_and_types(self) -> None:
        gemm = clgemm.Gemm(CONTEXT, family="register", tile=(4, 4), wg=(4, 4), layout="row")
        expected = self.a[1] @ self.b[1]
        padded = self.put(np.pad(self.a[1], ((0, 0), (0, 5))))[:, :23]  # is copied by way of the host
        behind = self.put(self.b)[1]  # begins where a buffer cannot begin on some devices
        doubles = self.put(self.a[1].astype("d"))
        for a, b in ((padded, self.b[1]), (doubles, self.b[1]), (self.put(self.a[1]), behind.copy())):
            np.testing.assert_allclose(gemm(a, b).get(), expected, atol=1e-4)
        result = self.put(np.zeros((37, 29), "d"))
        gemm(self.a[1], self.b[1], result)
        np.testing.assert_allclose(result.get(), expected, atol=1e-4)
        for c, words in ((self.put(np.zeros((37, 60), "f"))[:, :29], "a part of an array"), (self.put(np.zeros((29, 37), "f")), "is of shape")):
            with self.assertRaises(clgemm.LaunchError) as refused:
                gemm(self.a[1], self.b[1], c)
            self.assertIn(words, refused.exception.text)
        other = cl.Context(CONTEXT.devices)
        with self.assertRaises(clgemm.LaunchError) as refused:
            gemm(cl.array.to_device(cl.CommandQueue(other), self.a[1]), self.b[1])
        self.assertIn("another context", refused.exception.text)

    def test_bits(self) -> None:
        gemm = clgemm.Gemm(CONTEXT, family="naive", type="bf16", layout="row")
        ones = self.put(np.full((5, 6), 0x3F80, np.uint16))
        found = gemm(ones, self.put(np.full((6, 7), 0x3F80, np.uint16)))
        np.testing.assert_array_equal(found.get(), np.full((5, 7), 0x40C0, np.uint16))

    def test_enqueue_and_dispatch(self) -> None:
        gemm = clgemm.Gemm(CONTEXT, family="register", tile=(4, 4), wg=(4, 4), layout="row")
        a, b, c = (self.put(array) for array in (self.a[1], self.b[1], np.zeros((37, 29), "f")))
        gemm.enqueue(self.queue, a, b, c, m=37, n=29, k=23)
        np.testing.assert_allclose(c.get(), self.a[1] @ self.b[1], atol=1e-4)
        dispatch = clgemm.Dispatch(CONTEXT, for_="cpu", layout="row")
        np.testing.assert_allclose(dispatch(a, b).get(), self.a[1] @ self.b[1], atol=1e-4)


class Buffers(Case):
    def test_enqueue(self) -> None:
        gemm = clgemm.Gemm(
            CONTEXT, family="naive", layout="row", batch="offsets", offset_a="arg", epilogue="bias:column,scale"
        )
        queue = cl.CommandQueue(CONTEXT)
        generator = np.random.default_rng(4)
        a, b = generator.uniform(-1, 1, 200).astype("f"), generator.uniform(-1, 1, 30).astype("f")
        bias, c = np.arange(5, dtype="f"), np.zeros(60, "f")
        flags = cl.mem_flags.READ_WRITE | cl.mem_flags.COPY_HOST_PTR
        buffers = [cl.Buffer(CONTEXT, flags, hostbuf=array) for array in (a, b, c, bias)]
        values = {"offset_a": 3, "lda": 8, "batch": 2, "offsets_b": [0, 0], "offsets_c": [40, 20], "scale": 2}
        event = gemm.enqueue(queue, *buffers[:3], m=4, n=5, k=6, offsets_a=[100, 50], bias=buffers[3], **values)
        cl.enqueue_copy(queue, c, buffers[2], wait_for=[event])
        for start, place in ((100, 40), (50, 20)):
            matrix = np.stack([a[3 + start + 8 * row :][:6] for row in range(4)])
            np.testing.assert_allclose(c[place : place + 20].reshape(4, 5), 2 * (matrix @ b.reshape(6, 5) + bias), atol=1e-4)
        with self.assertRaises(clgemm.LaunchError) as short:
            gemm.enqueue(queue, *buffers[:3], m=4, n=5, k=6, offsets_a=[180, 0], bias=buffers[3], **values)
        self.assertIn("has 800 bytes, the launch needs", short.exception.text)
        with self.assertRaises(clgemm.LaunchError):
            gemm.enqueue(queue, *buffers[:3], m=4, n=5, k=6, offsets_a=[0, 0], **values)

    def test_groups(self) -> None:
        generator = np.random.default_rng(5)
        a, b = generator.integers(-5, 5, (12, 6)).astype("f"), generator.integers(-5, 5, (4, 6, 7)).astype("f")
        offsets = [1, 1, 6, 7, 11]
        for layout, options in (("row", {}), ("column", {"pretranspose": "b"})):
            gemm = clgemm.Gemm(CONTEXT, family="register", tile=(2, 2), wg=(2, 2), layout=layout, batch="groups", **options)
            wanted = np.full((12, 7), 9, "f")
            for group, (first, end) in enumerate(zip(offsets, offsets[1:])):
                wanted[first:end] = a[first:end] @ b[group]
            np.testing.assert_array_equal(gemm(a, b, np.full((12, 7), 9, "f"), offsets=offsets), wanted)
            wanted[[0, 11]] = 0
            np.testing.assert_array_equal(gemm(a, b, offsets=np.array(offsets)), wanted)
            np.testing.assert_array_equal(gemm(a, b[0], offsets=[0, 3, 12]), a @ b[0])
            for wrong in ({}, {"offsets": [0, 12]}):
                with self.assertRaises(clgemm.LaunchError):
                    gemm(a, b, **wrong)
        gemm = clgemm.Gemm(CONTEXT, family="naive", layout="row", batch="groups", experts="index")
        np.testing.assert_array_equal(gemm(a, b[::-1], offsets=offsets, experts=[3, 2, 1, 0]), wanted)
        np.testing.assert_array_equal(gemm(a, b[1:3], offsets=offsets, experts=[7, 0, 1, -9])[1:7], wanted[1:7])
        with self.assertRaises(clgemm.LaunchError):
            gemm(a, b, offsets=offsets, experts=[0, 1])
        options = {"rows_a": "index", "rows_c": "index", "epilogue": "scale:row,bias:column:group"}
        gemm = clgemm.Gemm(CONTEXT, family="register", tile=(2, 2), wg=(2, 2), layout="row", batch="groups", **options)
        of_a, of_c, weights = [3, 3, 99, 0, 11], [0, 4, 1, -1, 2], np.arange(1, 6, dtype="f")
        found = gemm(a, b, np.full((6, 7), 9, "f"), offsets=[0, 1, 1, 4, 5], index_a=of_a, index_c=of_c, scale=weights, bias=np.ones((4, 7), "f"))
        wanted_rows = np.full((6, 7), 9, "f")
        for row, group in ((0, 0), (1, 2), (4, 3)):
            wanted_rows[of_c[row]] = weights[row] * (a[of_a[row]] @ b[group]) + 1
        np.testing.assert_array_equal(found, wanted_rows)
        gemm = clgemm.Gemm(CONTEXT, family="naive", layout="row", batch="groups", rows_c="add", beta=0)
        wanted_rows = np.full((2, 7), 9, "f")
        for row, group, to in ((0, 0, 1), (1, 2, 1), (2, 2, 0), (4, 3, 1)):
            wanted_rows[to] += a[row] @ b[group]
        found = gemm(a[:5], b, np.full((2, 7), 9, "f"), offsets=[0, 1, 1, 4, 5], index_c=[1, 1, 0, -1, 1])
        np.testing.assert_array_equal(found, wanted_rows)
        queue, flags = cl.CommandQueue(CONTEXT), cl.mem_flags.READ_WRITE | cl.mem_flags.COPY_HOST_PTR
        gemm, c = clgemm.Gemm(CONTEXT, family="naive", layout="row", batch="groups"), np.zeros((12, 7), "f")
        buffers = [cl.Buffer(CONTEXT, flags, hostbuf=array) for array in (a, b, c)]
        event = gemm.enqueue(queue, *buffers, m=12, n=7, k=6, batch=4, offsets=offsets)
        cl.enqueue_copy(queue, c, buffers[2], wait_for=[event])
        np.testing.assert_array_equal(c, wanted)

    def test_queues(self) -> None:
        """Runs that share workspaces wait for each other, whatever their queues."""
        gemm = clgemm.Gemm(CONTEXT, family="register", tile=(4, 4), wg=(4, 4), edges="pad", layout="row")
        queues = [cl.CommandQueue(CONTEXT) for _ in range(4)]
        flags = cl.mem_flags.READ_WRITE | cl.mem_flags.COPY_HOST_PTR
        arrays = [np.full((60, 60), number, "f") for number in range(8)]
        ones = cl.Buffer(CONTEXT, flags, hostbuf=np.ones((60, 60), "f"))
        given = [cl.Buffer(CONTEXT, flags, hostbuf=array) for array in arrays]
        found = [cl.Buffer(CONTEXT, cl.mem_flags.READ_WRITE, array.nbytes) for array in arrays]
        events = [
            gemm.enqueue(queues[i % 4], given[i], ones, found[i], m=60, n=60, k=60) for i in range(len(arrays))
        ]
        for i, array in enumerate(arrays):
            result = np.empty_like(array)
            cl.enqueue_copy(queues[0], result, found[i], wait_for=[events[i]])
            np.testing.assert_array_equal(result, array * 60)


class Dispatches(Case):
    def test_tuned(self) -> None:
        if not SOURCE:
            self.skipTest("CLGEMM_SOURCE names no source of clgemm")
        profile = Path(SOURCE, "examples", "05-dispatch", "tuned.json")
        dispatch = clgemm.Dispatch(CONTEXT, for_=profile, layout="row")
        generator = np.random.default_rng(5)
        for m, n, k in ((96, 96, 96), (300, 1, 128), (90, 80, 70)):
            a, b = generator.uniform(-1, 1, (m, k)), generator.uniform(-1, 1, (k, n))
            np.testing.assert_allclose(dispatch(a, b), a @ b, atol=1e-3)
        self.assertIs(dispatch.gemm(96, 96, 96), dispatch.gemm(90, 80, 70))
        self.assertIsNot(dispatch.gemm(96, 96, 96), dispatch.gemm(3072, 1, 128))

    def test_profile_of_the_device(self) -> None:
        if "cpu" not in clgemm.Gemm(CONTEXT).manifest["config"]["profile"]:
            self.skipTest("the device's profile has no kernels for shapes")
        dispatch = clgemm.Dispatch(CONTEXT, layout="row", transpose="nt", type="f64")
        a, b = np.arange(21.0).reshape(3, 7), np.arange(35.0).reshape(5, 7)
        np.testing.assert_allclose(dispatch(a, b), a @ b.T)

    def test_calibrate(self) -> None:
        if not SOURCE:
            self.skipTest("CLGEMM_SOURCE names no source of clgemm")
        profile = Path(SOURCE, "examples", "05-dispatch", "tuned.json")
        with self.assertRaises(clgemm.LaunchError):
            clgemm.Dispatch(CONTEXT, for_=profile).calibrate()
        options = {"for_": profile, "layout": "row", "transpose": "nt", "launcher": "calibrate"}
        dispatch = clgemm.Dispatch(CONTEXT, **options)
        usual = [dispatch.gemm(size, size, size) for size in (40, 300)]
        dispatch.calibrate(seconds=0)
        self.assertEqual([dispatch.gemm(size, size, size) for size in (40, 300)], usual)
        dispatch.calibrate(seconds=60, memory=1 << 16)
        text = dispatch.rates
        lines = text.splitlines()
        self.assertEqual(len(lines), len(dispatch.table.kernels) + 2)
        self.assertTrue(any(set(line.split()[1:]) != {"0"} for line in lines[1:-1]), text)
        a, b = np.arange(21.0).reshape(3, 7), np.arange(35.0).reshape(5, 7)
        np.testing.assert_allclose(dispatch(a, b), a @ b.T)
        other = clgemm.Dispatch(CONTEXT, **options)
        for wrong in ("", text[:-1], text + "\n", text.replace(lines[1], lines[2], 1), text.replace(" 0", " 1", 1), text.replace(lines[0], lines[0] + "x")):
            self.assertFalse(other.read_rates(wrong), wrong)
        self.assertNotEqual(other.rates, text)
        self.assertTrue(other.read_rates(text))
        self.assertEqual(other.rates, text)
        for size in (1, 40, 300, 2000):
            self.assertEqual(other.gemm(size, size, size).manifest["name"], dispatch.gemm(size, size, size).manifest["name"])

    def test_calibrate_leaves_out(self) -> None:
        if not SOURCE:
            self.skipTest("CLGEMM_SOURCE names no source of clgemm")
        profile = Path(SOURCE, "examples", "05-dispatch", "tuned.json")
        dispatch = clgemm.Dispatch(CONTEXT, for_=profile, layout="row", launcher="calibrate")
        build = dispatch._built

        def broken(index: int) -> clgemm.Gemm:
            if index == 1:
                raise clgemm.DeviceError("it does not build")
            return build(index)

        dispatch._built = broken  # type: ignore[method-assign]
        dispatch.calibrate(seconds=60, memory=1 << 14)
        self.assertIn("clgemm_tall left out", dispatch.rates)
        self.assertEqual(dispatch.rates.count("left out"), 1)

    def test_sizes_that_are_fixed(self) -> None:
        """The kernel for them is that of the device's profile, alone and in a dispatch of one kernel."""
        fixed = (1, 64, 33)
        gemm = clgemm.Gemm(CONTEXT, fixed=fixed)
        dispatch = clgemm.Dispatch(CONTEXT, fixed=fixed)
        named = clgemm.generate(for_=gemm.manifest["config"]["profile"], fixed=fixed)
        self.assertEqual(gemm.manifest["config"], named.manifest["config"])
        self.assertEqual([kernel.manifest["config"]["tile"] for kernel in dispatch.table.kernels], [named.manifest["config"]["tile"]])
        a, b = np.ones((1, 33), np.float32), np.ones((33, 64), np.float32)
        self.assertTrue(np.array_equal(dispatch(a, b), a @ b))


class Elements(Case):
    def test_bf16(self) -> None:
        from clgemm.elements import from_bf16, to_bf16

        numbers = np.array([1, 1 + 2**-8, 1 + 3 * 2**-8, -2.5, np.inf, 3.4e38, 2.0**-130, np.nan], "f")
        found = from_bf16(to_bf16(numbers))
        expected = np.array([1, 1, 1 + 2**-6, -2.5, np.inf, np.inf, 2.0**-130, np.nan], "f")
        np.testing.assert_array_equal(found, expected)
        bits = np.arange(65536, dtype=np.uint16)
        same = from_bf16(bits)
        np.testing.assert_array_equal(to_bf16(same)[~np.isnan(same)], bits[~np.isnan(same)])

    def test_eight_bits(self) -> None:
        """All products of two bytes are exact; C is rounded to the nearest, ties to even, and saturates."""
        bits = np.arange(256, dtype=np.uint8)
        values = {}
        for element, fraction, bias in (("e4m3", 3, 7), ("e5m2", 2, 15)):
            sizes = [
                math.ldexp((byte & (1 << fraction) - 1) + ((byte >> fraction > 0) << fraction), max(byte >> fraction, 1) - bias - fraction)
                for byte in range(128)
            ]
            sizes[0x7C if element == "e5m2" else 0x7F :] = [math.inf, math.nan, math.nan, math.nan] if element == "e5m2" else [math.nan]
            values[element] = np.array(sizes + [-size for size in sizes])
        for a in values:
            for b in values:
                gemm = clgemm.Gemm(CONTEXT, family="naive", layout="row", type_a=a, type_b=b, type_c="f32")
                with np.errstate(invalid="ignore"):
                    np.testing.assert_array_equal(gemm(bits[:, None], bits[None, :]), np.outer(values[a], values[b]))
        for element, greatest in (("e4m3", 448), ("e5m2", 57344)):
            gemm = clgemm.Gemm(CONTEXT, family="naive", layout="row", type="f32", type_c=element)
            sizes = values[element][:128][values[element][:128] <= greatest]
            ties = (sizes[:-1] + sizes[1:]) / 2
            even = np.where(np.arange(len(ties)) % 2 == 0, sizes[:-1], sizes[1:])
            given = [*ties, *np.nextafter(ties.astype("f"), np.float32(0)), *np.nextafter(ties.astype("f"), np.float32(1e9)), *sizes]
            given, wanted = [*given, greatest * 1.5, math.inf, math.nan], [*even, *sizes[:-1], *sizes[1:], *sizes, greatest, greatest, math.nan]
            for sign in (1, -1):
                found = gemm(np.array(given, "f")[:, None], np.full((1, 1), sign, "f"))
                np.testing.assert_array_equal(found[:, 0], sign * np.array(wanted))

    def test_bits(self) -> None:
        gemm = clgemm.Gemm(CONTEXT, family="naive", type="bf16", layout="row")
        bits = np.full((2, 2), 0x4000, np.uint16)  # 2
        np.testing.assert_array_equal(gemm(bits, bits), np.full((2, 2), 8, "f"))
        result = np.zeros((2, 2), np.uint16)
        np.testing.assert_array_equal(gemm(bits, bits, result), np.full((2, 2), 0x4100))


if __name__ == "__main__":
    unittest.main()
