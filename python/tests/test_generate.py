"""Kernels and errors: what the library alone gives."""

import os
import subprocess
import threading
import unittest
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest import mock

import clgemm


class Generate(unittest.TestCase):
    def test_artifacts(self) -> None:
        kernel = clgemm.generate(tile=(32, 2), wg=(1, 8), type="f32", name="gemm")
        self.assertEqual(kernel.name, "gemm")
        self.assertIn("void gemm(", kernel.source)
        self.assertEqual(kernel.manifest["name"], "gemm")
        self.assertEqual(kernel.manifest["programs"][0]["source"], kernel.source)
        self.assertIn("#ifndef", kernel.header)
        self.assertIn('#include "gemm.h"', kernel.launcher)
        self.assertIn('#include "gemm_launch.h"', kernel.selftest)
        self.assertEqual(kernel.notes, ())
        self.assertEqual(kernel.dependencies, ())
        self.assertIn("clgemm-gen", repr(kernel))

    def test_same_as_the_program(self) -> None:
        program = os.environ.get("CLGEMM_GEN")
        if not program:
            self.skipTest("CLGEMM_GEN names no clgemm-gen")
        for options, words in (
            ({"tile": (32, 2), "wg": "1x8"}, "--tile 32x2 --wg 1x8"),
            ({"for_": "cpu", "fixed": (96, 64, 32), "alpha": 1, "beta": 0.5}, "--for cpu --fixed 96x64x32 --alpha 1 --beta 0.5"),
            ({"epilogue": ["bias:column", "relu"], "barrier": True}, "--epilogue bias:column,relu --barrier"),
            ({"preset": "block_read_32x2_1x8", "barrier": False, "ids": None}, "--preset block_read_32x2_1x8 --barrier=no"),
        ):
            with self.subTest(words):
                printed = subprocess.run([program, *words.split()], check=True, capture_output=True, text=True).stdout
                self.assertEqual(clgemm.generate(**options).source, printed)  # type: ignore[arg-type]

    def test_command_makes_the_same(self) -> None:
        kernel = clgemm.generate(preset="block_read_4x1_1x8", layout="row")
        words = kernel.command.split()[1:]
        again = clgemm.generate(**dict(zip([word[2:].replace("-", "_") for word in words[::2]], words[1::2])))
        self.assertEqual(again.source, kernel.source)

    def test_refusal(self) -> None:
        with self.assertRaises(clgemm.RefusedError) as refused:
            clgemm.generate(family="register", tile=(8, 4), vec_c=8)
        error = refused.exception
        self.assertNotEqual(error.rule, "")
        self.assertNotEqual(error.option, "")
        self.assertTrue(error.advice.startswith("--"), error.text)
        self.assertTrue(str(error).endswith("; ask " + error.advice))

    def test_advice_is_served(self) -> None:
        with self.assertRaises(clgemm.RefusedError) as refused:
            clgemm.generate(tile_k=300)
        self.assertEqual(refused.exception.option, "tile-k")
        word, value = refused.exception.advice.split()
        clgemm.generate(**{word[2:].replace("-", "_"): value})

    def test_usage(self) -> None:
        with self.assertRaises(clgemm.UsageError) as unknown:
            clgemm.generate(tyle=(32, 2))
        self.assertIn("tile", unknown.exception.text)
        with self.assertRaises(clgemm.UsageError) as value:
            clgemm.generate(type="f31")
        self.assertEqual(value.exception.option, "type")
        with self.assertRaises(clgemm.ClgemmError):
            clgemm.generate(for_="./nowhere.json")
        for wrong in ({"tile": (1.5, 2)}, {"tile": 3j}, {"type": float}, {"type": b"f32"}, {"name": "a\0b"}, {"name": "\ud800"}):
            with self.subTest(wrong), self.assertRaises(clgemm.UsageError) as value:
                clgemm.generate(**wrong)  # type: ignore[arg-type]
            self.assertEqual(value.exception.option, next(iter(wrong)))

    def test_why_not(self) -> None:
        self.assertEqual(clgemm.why_not(tile=(4, 4)), [])
        broken = clgemm.why_not(family="blocked", tile=(8, 4), vec_c=3, edges="shift")
        self.assertGreater(len(broken), 0)
        self.assertTrue(all(isinstance(error, clgemm.RefusedError) and error.rule for error in broken))

    def test_templates(self) -> None:
        with TemporaryDirectory() as folder:
            own = Path(folder, "naive.cl.mustache")
            own.write_text("/* mine */\n", encoding="utf-8")
            kernel = clgemm.generate(family="naive", templates=clgemm.Templates(folder))
            self.assertEqual(kernel.source, "/* mine */\n")
            self.assertEqual(kernel.dependencies, (str(own),))
            own.write_text("a\n{{#open}}\n", encoding="utf-8")
            with self.assertRaises(clgemm.TemplateError) as broken:
                clgemm.Templates(folder)
            self.assertEqual(broken.exception.line, 2)
            self.assertTrue(broken.exception.source.endswith("naive.cl.mustache"))

    def test_threads(self) -> None:
        expected = clgemm.generate(tile=(4, 4)).source
        kernel = clgemm.generate(tile=(4, 4))
        wrong = []

        def work() -> None:
            for _ in range(5):
                if clgemm.generate(tile=(4, 4)).source != expected or kernel.manifest["name"] != kernel.name:
                    wrong.append(1)

        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(wrong, [])

    def test_catalogue(self) -> None:
        self.assertIn("tile", [option.name for option in clgemm.options()])
        kinds = {option.name: option.values for option in clgemm.options()}
        self.assertEqual(kinds["layout"][:2], ["column", "row"])
        self.assertIn("cpu", [profile.name for profile in clgemm.profiles()])
        self.assertIn("llama_mul_mm_f16", [interface.name for interface in clgemm.interfaces()])
        self.assertGreater(len(clgemm.presets()), 10)
        names = {product.name: product for product in clgemm.products()}
        self.assertEqual(names["conv2d-nhwc"].constants, "stride=1,dilation=1,pad=0")
        self.assertEqual(names["conv1d"].text, clgemm.generate(product="conv1d", family="naive").manifest["problem"]["product"]["text"])

    def test_blocks(self) -> None:
        blocks = bytes(range(210)) + bytes(range(40, 250))
        apart = clgemm.split_blocks("q6_k", blocks)
        self.assertEqual({name: len(part) for name, part in apart.items()}, {"quants": 256, "scales": 4, "part_scales": 32, "uppers": 128})
        self.assertEqual(apart["scales"], bytes((208, 209, 248, 249)))
        self.assertEqual(clgemm.join_blocks("q6_k", apart), blocks)
        self.assertEqual(clgemm.split_blocks("q8_0", b""), {"quants": b"", "scales": b""})
        for wrong in (lambda: clgemm.split_blocks("f32", b""), lambda: clgemm.split_blocks("q6_k", blocks[1:]), lambda: clgemm.join_blocks("q4_0", apart)):
            self.assertRaises(clgemm.UsageError, wrong)

    def test_own_profiles(self) -> None:
        with TemporaryDirectory() as folder, mock.patch.dict(os.environ, {"CLGEMM_PROFILES": folder}):
            path = Path(folder, "mine.json")
            path.write_text('{"help": "my device", "inherits": "cpu"}')
            Path(folder, "broken.json").write_text("{")
            self.assertEqual(clgemm.profiles()[-1], ("mine", "my device", str(path)))
            self.assertEqual(clgemm.generate(for_="mine").dependencies, (str(path),))

    def test_version(self) -> None:
        self.assertEqual(clgemm.library_version(), clgemm.__version__)


if __name__ == "__main__":
    unittest.main()
