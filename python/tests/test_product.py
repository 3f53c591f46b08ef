"""Products in index notation, on a device and without one."""

import unittest
from typing import Any

import clgemm

try:
    import numpy as np

    from . import reference

    CONTEXT = reference.context()
except ImportError:
    CONTEXT = None

CONVOLUTION = "y[n,p,q,f] = x[n,stride*p+r-pad,q+s-pad,c] * w[f,r,s,c]"


def convolved(x: Any, w: Any, stride: int, pad: int) -> Any:
    """With that padding, and the stride along the first of the two axes."""
    padded = np.pad(x, ((0, 0), (pad, pad), (pad, pad), (0, 0)))
    windows = np.lib.stride_tricks.sliding_window_view(padded, w.shape[1:3], (1, 2))[:, ::stride]
    return np.einsum("npqcrs,frsc->npqf", windows, w)


class Launch(unittest.TestCase):
    def test_sizes_follow(self) -> None:
        kernel = clgemm.generate(product=CONVOLUTION, fixed="stride=2,pad=1", family="naive")
        sizes = {"n": 2, "p": 4, "q": 6, "f": 5, "r": 3, "s": 3, "c": 7, "x_1": 7, "x_2": 6}
        launch = kernel.launch(sizes=sizes)
        self.assertEqual([launch.values[name] for name in ("m", "n", "k", "elements_a")], [48, 5, 63, 588])
        self.assertEqual(launch.memory["A"].elements, 588)
        with self.assertRaisesRegex(clgemm.LaunchError, "takes sizes of a product by their names"):
            kernel.launch(1, 2, 3)
        with self.assertRaisesRegex(clgemm.LaunchError, "k is 63 by the sizes of the product, not 3"):
            kernel.launch(k=3, sizes=sizes)
        with self.assertRaisesRegex(clgemm.LaunchError, "x_2 = -6 is not between 0"):
            kernel.launch(sizes={**sizes, "x_2": -6})
        with self.assertRaisesRegex(clgemm.LaunchError, "of no product in index notation"):
            clgemm.generate().launch(1, 2, 3, sizes={"n": 2})

    def test_matrix_product(self) -> None:
        launch = clgemm.generate(product="c[z,m,n] = a[z,m,k] * b[k,n]", strides="a=arg").launch(
            sizes={"z": 3, "m": 4, "n": 5, "k": 6, "a_stride_1": 8, "a_stride_0": 40}
        )
        self.assertEqual([launch.values[name] for name in ("lda", "stride_a", "stride_b", "stride_c", "batch")], [8, 40, 0, 20, 3])


@unittest.skipIf(CONTEXT is None, "numpy, pyopencl or an OpenCL device is not here")
class OnDevice(unittest.TestCase):
    def check(self, product: Any, arrays: Any, expected: Any, **values: Any) -> None:
        found = product(*arrays, **values)
        np.testing.assert_allclose(found, expected, rtol=2e-4, atol=1e-4)

    def test_convolution(self) -> None:
        random = np.random.default_rng(1)
        for family in ("naive", "register"):
            product = clgemm.Product(CONTEXT, CONVOLUTION, fixed="stride=2,pad=1,s=3", epilogue="bias:column,relu", family=family, tile="2x2")
            for n, height, width, c, f, r in ((2, 7, 6, 4, 5, 3), (1, 9, 1, 3, 2, 1), (1, 5, 5, 0, 2, 3)):
                x, w = random.standard_normal((n, height, width, c), np.float32), random.standard_normal((f, r, 3, c), np.float32)
                bias = random.standard_normal(f, np.float32)
                self.check(product, (x, w), np.maximum(convolved(x, w, 2, 1) + bias, 0), bias=bias)

    def test_names_and_matrices(self) -> None:
        random = np.random.default_rng(2)
        t, v = random.standard_normal((4, 3, 2, 5), np.float32), random.standard_normal((3, 6, 5, 7), np.float32)
        contraction = clgemm.Product(CONTEXT, "contraction")
        self.check(contraction, (t, v), np.einsum("ikal,kblj->abij", t, v))
        added = clgemm.Product(CONTEXT, "c[z,m,n] += a[z,m,k] * b[k,n]", strides="arg")
        a, b, c = (random.standard_normal(shape, np.float32) for shape in ((3, 4, 5), (5, 6), (3, 4, 6)))
        self.check(added, (a, b, c.copy()), a @ b + c)
        with self.assertRaisesRegex(clgemm.LaunchError, "beta = 1 scales c"):
            added(a, b)
        with self.assertRaisesRegex(clgemm.LaunchError, "k is 5, and 6 by position 0 of b"):
            added(a, np.ones((6, 6), np.float32), c)
        with self.assertRaisesRegex(clgemm.LaunchError, "no size `p`"):
            added(a, b, c, sizes={"p": 3})

    def test_sizes_that_are_said(self) -> None:
        sliding = clgemm.Product(CONTEXT, "y[t,f] = x[t+d] * h[d,f]", family="naive")
        x, h = np.arange(9, dtype=np.float32), np.ones((3, 2), np.float32)
        self.check(sliding, (x, h), np.repeat(np.convolve(x, np.ones(3), "valid"), 2).reshape(7, 2))
        self.check(sliding, (x, h), np.repeat(np.convolve(x, np.ones(3), "valid")[:4], 2).reshape(4, 2), sizes={"t": 4})


if __name__ == "__main__":
    unittest.main()
