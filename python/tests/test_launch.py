"""Launches: values of symbols, memory, geometry; no OpenCL."""

import json
import os
import tempfile
import unittest

import clgemm
from clgemm.manifest import fnv1a64


class Values(unittest.TestCase):
    def test_defaults(self) -> None:
        launch = clgemm.generate(family="register", tile=(4, 4), wg=(4, 8), layout="row").launch(37, 29, 23)
        expected = {"m": 37, "n": 29, "k": 23, "lda": 23, "ldb": 29, "ldc": 29, "alpha": 1, "beta": 0, "offset_a": 0, "batch": 1}
        self.assertEqual({name: launch.values[name] for name in expected}, expected)
        memory = launch.memory
        self.assertEqual(memory["A"].bytes, 37 * 23 * 4)
        self.assertEqual(memory["C"].elements, 37 * 29)

    def test_transposes_and_layouts(self) -> None:
        for layout, transpose, lda in (("row", "nn", 23), ("row", "tn", 37), ("column", "nn", 37), ("column", "tn", 23)):
            kernel = clgemm.generate(family="naive", layout=layout, transpose=transpose)
            self.assertEqual(kernel.launch(37, 29, 23).values["lda"], lda)

    def test_host(self) -> None:
        launch = clgemm.generate(interface="llama_mul_mm_f32", family="naive").launch(37, 29, 23, batch=2, offset_a=3)
        arguments = {argument["name"]: argument for argument in launch.steps()[0]["args"]}
        self.assertEqual(launch.number(arguments["offset0"]), ("u64", 12))
        self.assertEqual(launch.number(arguments["r2"]), ("i32", 1))
        launch = clgemm.generate(interface="clblast_xgemm_direct_batched_tt", family="naive", wg=(8, 8)).launch(5, 7, 9, batch=3)
        self.assertEqual([launch.values[f"stride_{letter}"] for letter in "abc"], [45, 63, 35])
        with self.assertRaises(clgemm.FileError):
            clgemm.manifest.load({"schema": "clgemm-manifest/3"})

    def test_lines_of_a_host(self) -> None:
        arguments = [["int m", "m"], ["int n", "n"], ["int k", "k"]] + [[f"__global float *{name.lower()}", name] for name in "ABC"]
        host = {"schema": "clgemm-interface/1", "entry": "multiply", "problem": "--layout row --alpha 1 --beta 0", "arguments": arguments}
        host["where"] = {"lda": "(k + 15) / 16 * 16", "ldb": "n", "ldc": "max(n, 32)"}
        host["launch"] = {"groups": ["n", "m"], "extent": {"m": 8, "n": 8}, "local": [4, 4]}
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, "host.json"), "w", encoding="utf-8") as file:
                json.dump(host, file)
            launch = clgemm.generate(interface=file.name, family="register").launch(5, 7, 9)
        self.assertEqual([launch.values[name] for name in ("lda", "ldb", "ldc")], [16, 7, 32])
        self.assertEqual(launch.memory["A"].elements, 4 * 16 + 9)

    def test_geometry(self) -> None:
        launch = clgemm.generate(family="register", tile=(4, 8), wg=(2, 4), layout="row").launch(37, 65, 23)
        (step,) = launch.steps()
        (part,) = launch.parts(step)
        self.assertEqual(part.local_size[:2], (4, 2))
        # A work-group computes 4 x 2 along M, 8 x 4 along N.
        self.assertEqual(part.global_size[:2], (4 * 3, 2 * 5))
        self.assertIsNone(part.offset)

    def test_nothing_to_do(self) -> None:
        kernel = clgemm.generate(family="register", edges="pad", tile=(4, 4), wg=(4, 4))
        self.assertEqual(kernel.launch(0, 5, 6).steps(), [])
        self.assertEqual(kernel.launch(0, 5, 6).memory["C"].elements, 0)
        names = [step["name"] for step in kernel.launch(7, 5, 6).steps()]
        self.assertGreater(len(names), len(kernel.launch(7, 5, 6, alpha=0).steps()))

    def test_parts_of_a_batch(self) -> None:
        kernel = clgemm.generate(family="naive", batch="strided")
        launch = kernel.launch(3, 4, 5, batch=200000)
        (step,) = launch.steps()
        parts = launch.parts(step)
        most = step["global"][-1]["most"]
        self.assertEqual(len(parts), -(-200000 // most))
        self.assertEqual(sum(part.global_size[-1] for part in parts), 200000 * step["local"][-1])
        self.assertEqual(parts[1].offset, (0, 0, most * step["local"][-1]))
        self.assertEqual(len(kernel.launch(1, 1, 1, batch=1 << 40).parts(step)), -(-(1 << 40) // most))

    def test_groups(self) -> None:
        launch = clgemm.generate(family="register", tile=(4, 4), wg=(2, 2), layout="row", batch="groups").launch(37, 29, 23, batch=6)
        (step,) = launch.steps()
        self.assertEqual(launch.parts(step)[0].global_size[:2], (2 * 4, 2 * (5 + 6)))
        elements = {name: memory.elements for name, memory in launch.memory.items()}
        self.assertEqual(elements, {"A": 37 * 23, "B": 6 * 23 * 29, "C": 37 * 29, "offsets": 7})

    def test_parts_of_members(self) -> None:
        launch = clgemm.generate(family="naive", batch="strided", split_k=3).launch(3, 4, 5, batch=7)
        multiply, reduce = launch.steps()
        self.assertEqual([part.global_size[-1] for part in launch.parts(multiply)], [3 * 7])
        self.assertEqual([part.global_size[-1] for part in launch.parts(reduce)], [7])
        self.assertEqual(launch.memory["C_parts"].elements, 7 * 3 * 3 * 4)

    def test_strides(self) -> None:
        kernel = clgemm.generate(family="naive", batch="strided", layout="row", stride_b=0)
        launch = kernel.launch(3, 4, 5, batch=6)
        self.assertEqual([launch.values[f"stride_{x}"] for x in "abc"], [15, 0, 12])
        self.assertEqual(launch.memory["A"].elements, 6 * 15)
        with self.assertRaises(clgemm.LaunchError):
            kernel.launch(3, 4, 5, batch=6, stride_b=20)
        with self.assertRaises(clgemm.LaunchError) as refused:
            kernel.launch(3, 4, 5, batch=6, stride_c=0)
        self.assertEqual(refused.exception.rule, "batch-stride")

    def test_lists(self) -> None:
        kernel = clgemm.generate(family="naive", batch="offsets", layout="row")
        launch = kernel.launch(3, 4, 5, batch=2, offsets_a=[100, 0], offsets_b=[0, 0], offsets_c=[0, 12])
        self.assertEqual(launch.memory["A"].elements, 100 + 15)
        self.assertEqual(launch.memory["B"].elements, 20)
        with self.assertRaises(clgemm.LaunchError):
            kernel.launch(3, 4, 5, batch=2, offsets_a=[0])

    def test_images(self) -> None:
        launch = clgemm.generate(preset="block_read_4x1_1x8").launch(24, 8, 16)
        texels = launch.memory["A_image"].image
        assert texels
        self.assertEqual((texels.order, texels.type, texels.width, texels.height), ("R", "FLOAT", 32, 16))
        self.assertEqual([step["name"] for step in launch.steps()], ["copy_a", "copy_b", "multiply"])


class Refusals(unittest.TestCase):
    def setUp(self) -> None:
        self.kernel = clgemm.generate(family="register", tile=(4, 4), wg=(4, 4), edges="exact", layout="row", fixed=None)

    def refused(self, words: str, *sizes: object, **values: object) -> clgemm.LaunchError:
        with self.assertRaises(clgemm.LaunchError) as refused:
            self.kernel.launch(*sizes, **values)  # type: ignore[arg-type]
        self.assertIn(words, refused.exception.text)
        return refused.exception

    def test_sizes(self) -> None:
        self.assertEqual(self.refused("M must be a multiple of 16", 17, 16, 16).rule, "exact-sizes")
        self.refused("m = -1 is not between", -1, 16, 16)
        self.refused("m = 1.5 is no whole number", 1.5, 16, 16)
        self.refused("ask m=SIZE")
        fixed = clgemm.generate(fixed=(32, 16, 8))
        self.assertEqual(fixed.launch().values["m"], 32)
        with self.assertRaises(clgemm.LaunchError):
            fixed.launch(33, 16, 8)

    def test_leading_dimensions(self) -> None:
        self.refused("lda = 15 is too small", 16, 16, 16, lda=15)
        self.refused("the kernel takes no `ldz`", 16, 16, 16, ldz=15)
        self.refused("the kernel is made for offset_a = 0, not for 1", 16, 16, 16, offset_a=1)

    def test_scalars(self) -> None:
        self.refused("is no real number", 16, 16, 16, alpha=1j)
        for wrong in ("x", "1", [1], None.__class__, 10**400):
            self.refused("number", 16, 16, 16, alpha=wrong)
        whole = clgemm.generate(type="i8", family="naive")
        with self.assertRaises(clgemm.LaunchError):
            whole.launch(3, 4, 5, alpha=0.5)
        scaled = clgemm.generate(epilogue="scale", family="naive")
        with self.assertRaises(clgemm.LaunchError):
            scaled.launch(3, 4, 5)
        self.assertEqual(scaled.launch(3, 4, 5, scale=2).values["scale"], 2)
        # A vector of this name is no number.
        vector = clgemm.generate(epilogue="scale:row", family="naive")
        with self.assertRaises(clgemm.LaunchError):
            vector.launch(3, 4, 5, scale=2)


class Hash(unittest.TestCase):
    def test_known_values(self) -> None:
        self.assertEqual(fnv1a64(b""), "fnv1a64:cbf29ce484222325")
        self.assertEqual(fnv1a64(b"a"), "fnv1a64:af63dc4c8601ec8c")
        kernel = clgemm.generate(family="naive")
        self.assertEqual(fnv1a64(kernel.source.encode()), kernel.manifest["programs"][0]["hash"])


if __name__ == "__main__":
    unittest.main()
