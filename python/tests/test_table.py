"""Tables of kernels, without a device."""

import gc
import os
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
