"""Tables of kernels, without a device."""

import gc
import os
import tempfile
import unittest
from pathlib import Path

import clgemm

SOURCE = os.environ.get("CLGEMM_SOURCE")


class Table(unittest.TestCase):
    def test_of_a_type(self) -> None:
        table = clgemm.generate_table(for_="cpu", type="f64", transpose="nt", name="mine")
        self.assertEqual(table.name, "mine")
        self.assertIn("mine_pick", table.header)
        self.assertIn("MINE_KERNEL == 1", table.source)
        pick = table.pick(16, 16, 16)
        self.assertIs(pick.kernel, table.kernels[pick.index])
        self.assertTrue(pick.measured)
        self.assertTrue(all(kernel.name.startswith("mine_") for kernel in table.kernels))

    @unittest.skipUnless(SOURCE, "CLGEMM_SOURCE names no source of clgemm")
    def test_tuned(self) -> None:
        table = clgemm.generate_table(for_=Path(SOURCE or "", "examples", "05-dispatch", "tuned.json"))
        self.assertEqual([kernel.name for kernel in table.kernels], ["clgemm_square", "clgemm_tall"])
        self.assertEqual(table.pick(96, 96, 96)[::2], (0, True))
        self.assertEqual(table.pick(3000, 1, 128)[::2], (1, False))

    def test_few_kernels(self) -> None:
        profile = "cpu-avx512"
        all_kernels = {kernel.name for kernel in clgemm.generate_table(for_=profile).kernels}
        two = clgemm.generate_table(for_=profile, most_kernels=2)
        self.assertEqual(len(two.kernels), 2)
        self.assertLess({kernel.name for kernel in two.kernels}, all_kernels)
        shapes = [(1000, 1000, 1000), (1, 4000, 4000, 2.5)]
        listed = clgemm.generate_table(for_=profile, shapes=shapes)
        self.assertLess(len(listed.kernels), len(all_kernels))
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "shapes.csv")
            path.write_text("m,n,k,weight\n1000,1000,1000,\n1,4000,4000,2.5\n")
            self.assertEqual(clgemm.generate_table(for_=profile, shapes=path).header, listed.header)
            self.assertEqual(clgemm.generate_table(for_=profile, shapes=str(path), most_kernels=1).pick(1, 1, 1).index, 0)
            path.write_text("m,n,k\n1,2,x\n")
            with self.assertRaisesRegex(clgemm.UsageError, "--shapes .*shapes.csv: line 2: k is `x`"):
                clgemm.generate_table(for_=profile, shapes=path)
        # The weight decides where one kernel is not enough.
        for heavy, light in ((0, 1), (1, 0)):
            weighted = [(*shape[:3], 1000.0 if place == heavy else 0.001) for place, shape in enumerate(shapes)]
            one = clgemm.generate_table(for_=profile, shapes=weighted, most_kernels=1).kernels[0].name
            alone = clgemm.generate_table(for_=profile, shapes=[shapes[heavy][:3]], most_kernels=1).kernels[0].name
            self.assertEqual(one, alone)

    def test_no_shapes(self) -> None:
        for shapes, sentence in (
            ([(1, 2)], "item 0 is .1, 2., not M, N, K"),
            ([(1, 2, 3), "123"], "item 1"),
            ([(1, 2, 0)], "shape 1: k is 0"),
            ([(1, 2, 3, -1)], "weight is -1"),
            ([(1, 2, 3, 0)], "add up to 0"),
        ):
            with self.assertRaisesRegex(clgemm.UsageError, sentence):
                clgemm.generate_table(for_="cpu", shapes=shapes)
        with self.assertRaisesRegex(clgemm.UsageError, "--most-kernels chooses"):
            clgemm.generate(most_kernels=3)

    def test_kernels_outlive_the_table(self) -> None:
        kernel = clgemm.generate_table(for_="cpu").kernels[0]
        gc.collect()
        self.assertIn(kernel.name, kernel.source)

    def test_refused(self) -> None:
        with self.assertRaises(clgemm.UsageError) as refused:
            clgemm.generate_table(for_="no-such-profile")
        self.assertEqual(refused.exception.option, "for")
        with self.assertRaises(clgemm.UsageError):
            clgemm.generate_table()


if __name__ == "__main__":
    unittest.main()
