"""Attention, on a device and without one."""

import unittest
from typing import Any

import clgemm

try:
    import numpy as np

    from . import reference

    CONTEXT = reference.context()
except ImportError:
    CONTEXT = None


def attended(q: Any, k: Any, v: Any, alpha: float, causal: bool, mask: Any = 0) -> Any:
    """By numpy, in double: axes are member, row, head and element."""
    shared = q.shape[2] // k.shape[2]
    k, v = (np.repeat(array.astype(np.float64), shared, 2) for array in (k, v))
    scores = alpha * np.einsum("bqhe,bkhe->bhqk", q.astype(np.float64), k) + mask
    if causal:
        rows, keys = scores.shape[2:]
        scores = np.where(np.arange(keys) <= np.arange(rows)[:, None] + keys - rows, scores, -np.inf)
    weights = np.exp(scores - scores.max(3, keepdims=True))
    return np.einsum("bhqk,bkhe->bqhe", weights / weights.sum(3, keepdims=True), v)


class Launch(unittest.TestCase):
    def test_sizes_follow(self) -> None:
        kernel = clgemm.generate(chain="attention", head=16, mask="causal", tile="4x4", wg="4x4")
        strides = {"q_member": 384, "q_row": 48, "q_head": 16, "k_member": 320, "k_row": 32, "k_head": 16}
        strides |= {"v_member": 0, "v_row": 32, "v_head": 16, "o_member": 384, "o_row": 16, "o_head": 128}
        sizes = {"batch": 2, "lq": 7, "lk": 10, "q_heads": 3, "kv_heads": 1, "head": 16, **strides}
        launch = kernel.launch(sizes=sizes, alpha=0.25)
        self.assertEqual([launch.values[name] for name in ("m", "n", "k", "heads", "kv_heads")], [7, 16, 10, 6, 2])
        self.assertEqual([launch.memory[name].elements for name in "QKVO"], [720, 624, 304, 752])
        self.assertEqual([part.global_size for part in launch.parts(launch.steps()[0])], [(4, 4, 6)])
        for wrong, said in (({"kv_heads": 2}, "kv_heads must divide q_heads"), ({"lq": 11}, "lq must be at most lk")):
            with self.assertRaisesRegex(clgemm.LaunchError, said):
                kernel.launch(sizes={**sizes, **wrong})
        with self.assertRaisesRegex(clgemm.LaunchError, "takes sizes of a product by their names"):
            kernel.launch(7, 16, 10)


@unittest.skipIf(CONTEXT is None, "numpy, pyopencl or an OpenCL device is not here")
class OnDevice(unittest.TestCase):
    def test_beside_numpy(self) -> None:
        random = np.random.default_rng(1)
        for mask, element, tolerance in (("none", "f32", 2e-6), ("causal", "f32", 2e-6), ("causal", "f16", 2e-3)):
            attention = clgemm.Attention(CONTEXT, head=32, mask=mask, type=element)
            for batch, lq, lk, q_heads, kv_heads in ((2, 9, 70, 4, 2), (1, 1, 33, 2, 1), (3, 5, 5, 3, 3)):
                q = random.standard_normal((batch, lq, q_heads, 32)).astype(np.float16)
                k, v = random.standard_normal((2, batch, lk, kv_heads, 32)).astype(np.float16)
                for alpha in (None, 0.5):
                    found = attention(q, k, v, alpha=alpha)
                    wanted = attended(q, k, v, 32**-0.5 if alpha is None else alpha, mask == "causal")
                    np.testing.assert_allclose(found, wanted, rtol=tolerance, atol=tolerance)

    def test_masks(self) -> None:
        random = np.random.default_rng(3)
        q, k, v = random.standard_normal((3, 2, 9, 4, 16)).astype(np.float32)
        for mask, shape in (("keys", (2, 9)), ("causal,matrix", (2, 4, 9, 9))):
            attention = clgemm.Attention(CONTEXT, head=16, mask=mask)
            added = random.standard_normal(shape).astype(np.float32)
            added[..., 4] = -np.inf
            wanted = attended(q, k, v, 0.25, mask != "keys", added if added.ndim == 4 else added[:, None, None])
            np.testing.assert_allclose(attention(q, k, v, mask=added), wanted, rtol=2e-6, atol=2e-6)
            np.testing.assert_allclose(attention(q[0], k[0], v[0], mask=added[0]), wanted[0], rtol=2e-6, atol=2e-6)
            with self.assertRaisesRegex(clgemm.LaunchError, "an operand `mask`; ask mask=ARRAY"):
                attention(q, k, v)
            with self.assertRaisesRegex(clgemm.LaunchError, "no operand `lengths_q`"):
                attention(q, k, v, mask=added, lengths_q=[1, 2])

    def test_lengths(self) -> None:
        attention = clgemm.Attention(CONTEXT, head=16, lengths="member")
        q, k, v = np.random.default_rng(4).standard_normal((3, 3, 8, 2, 16)).astype(np.float32)
        o = attention(q, k, v, lengths_q=[8, 3, 0], lengths_k=np.array([5, 8, 1]))
        for member, (rows, keys) in enumerate(((8, 5), (3, 8), (0, 1))):
            wanted = attended(q[None, member, :rows], k[None, member, :keys], v[None, member, :keys], 0.25, False)[0]
            np.testing.assert_allclose(o[member, :rows], wanted, rtol=2e-6, atol=2e-6)

    def test_arrays(self) -> None:
        attention = clgemm.Attention(CONTEXT, head=16, alpha=1)
        q, k, v = np.random.default_rng(2).standard_normal((3, 6, 2, 16)).astype(np.float32)
        wanted = attended(q[None], k[None], v[None], 1, False)[0]
        np.testing.assert_allclose(attention(q, k, v), wanted, rtol=2e-6, atol=2e-6)
        o = np.empty((2, 6, 16), np.float64).swapaxes(0, 1)
        attention(q, k, v, o)
        np.testing.assert_allclose(o, wanted, rtol=2e-6, atol=2e-6)
        self.assertTrue((attention(q, k[:0], v[:0]) == 0).all())
        self.assertEqual(attention(q[:0], k, v).shape, (0, 2, 16))
        for arrays, said in (
            ((q, k, v[:5]), "lk is 6, and 5 by position 1 of V"),
            ((q, k[:, :, :8], v), "position 3 of K has 8 elements, and the kernel is made for 16"),
            ((q, k[None], v), "Q has 3 axes, and 4 positions"),
            ((q, k, v, np.empty((6, 2, 16), np.int32)), "c has elements of int32, and the kernel writes f32"),
        ):
            with self.assertRaisesRegex(clgemm.LaunchError, said):
                attention(*arrays)
        with self.assertRaisesRegex(clgemm.LaunchError, "made for alpha = 1"):
            attention(q, k, v, alpha=0.5)


if __name__ == "__main__":
    unittest.main()
