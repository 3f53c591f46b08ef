#!/bin/bash
# numpy's and scipy's products on an OpenCL device: the library of examples/08-blas is loaded before the BLAS that they are linked
# with. Its programs are kept in a folder, and a second run builds none.
# Test: long, turn 10
. "${srcdir:-.}/tests/cli/blas.sh"
need_python

# A Python whose numpy calls a shared BLAS: a wheel of numpy has its own one inside.
for python in "${PYTHON:-python3}" python3 /usr/bin/python3; do
    shared=$("$python" -c 'import numpy.core._multiarray_umath as module; print(module.__file__)' 2>/dev/null) &&
        ldd "$shared" | grep -q 'libblas\.so' && break
    shared=
done
[ -n "$shared" ] || lacking 'there is no numpy that is linked with libblas.so (Debian: python3-numpy)'

library any 'd c'
mkdir "$scratch/cache"
export CLGEMM_BLAS_CACHE=$scratch/cache

cat >"$scratch/products.py" <<'END'
import sys
import numpy

rng = numpy.random.default_rng(1)


def matrix(rows, columns, kind, order):
    values = rng.standard_normal((rows, columns))
    if numpy.dtype(kind).kind == "c":
        values = values + 1j * rng.standard_normal((rows, columns))
    return numpy.asarray(values.astype(kind), order=order)


def expect(what, found, wanted, kind):
    error = numpy.abs(found - wanted).max() / numpy.abs(wanted).max()
    if error > 100 * numpy.finfo(kind).eps:
        sys.exit(f"{what}: wrong by {error}")


# einsum calls no BLAS.
def numpy_products(kind):
    for m, n, k in (3, 5, 4), (70, 33, 41), (130, 140, 150):
        a, b = matrix(m, k, kind, "C"), matrix(k, n, kind, "F")
        wanted = numpy.einsum("ik,kj->ij", a, b, optimize=False)
        expect(f"numpy {kind} {m}x{n}x{k}", a @ b, wanted, kind)
        expect(f"numpy {kind} {m}x{n}x{k} of columns", numpy.asfortranarray(a).dot(numpy.ascontiguousarray(b)), wanted, kind)


# In a part of a larger matrix, the rest of which stays as it is.
def scipy_products(kind, gemm):
    a, b, c = matrix(12, 7, kind, "F"), matrix(9, 7, kind, "F"), matrix(12, 9, kind, "F")
    wanted = 2 * numpy.einsum("ik,jk->ij", a, b.conj(), optimize=False) - c
    expect(f"scipy {kind}", gemm(2, a, b, beta=-1, c=c, trans_b=2), wanted, kind)


# One with real and one with complex scalars: netlib.sh has the others.
for letter, kind in ("d", "float64"), ("c", "complex64"):
    if sys.argv[1] == "numpy":
        numpy_products(kind)
    else:
        from scipy.linalg import blas
        scipy_products(kind, getattr(blas, letter + "gemm"))
END

on_device "$python" "$scratch/products.py" numpy
echo "numpy: ${products:-no} products"
[ "${products:-0}" = 12 ] || fault "numpy: $products products of 12"

# A child of fork has no threads of the driver: after a product of its parent the other BLAS calculates, before one the device does.
cat >"$scratch/fork.py" <<'END'
import os
import signal
import sys
import numpy

a, b = numpy.arange(12.0).reshape(3, 4), numpy.arange(20.0).reshape(4, 5)
expected = numpy.einsum("ik,kj->ij", a, b, optimize=False)


def child():
    number = os.fork()
    if number == 0:
        signal.alarm(60)
        right = numpy.array_equal(a @ b, expected)
        sys.exit(0 if right else 3)
    return os.waitpid(number, 0)[1]


ends = [child()]
right = numpy.array_equal(a @ b, expected)
ends += [child(), child()]
sys.exit(f"children ended with {ends}, {right}" if any(ends) or not right else 0)
END
env -u CLGEMM_BLAS_CACHE CLGEMM_BLAS_REPORT=1 LD_PRELOAD=$library "$python" "$scratch/fork.py" 2>"$scratch/said" || fault "fork: $(cat "$scratch/said")"
[ "$(grep -c '^clgemm-blas: 0 products on a device that fork has left behind, 1 passed on$' "$scratch/said")" = 2 ] &&
    [ "$(grep -c '^clgemm-blas: 1 products on .*, 0 passed on$' "$scratch/said")" = 2 ] || fault "after fork: $(cat "$scratch/said")"

# Of each type those of two transposes were used, with a kernel for small and one for large matrices.
files=$(cd "$scratch/cache" && ls -i)
[ "$(grep -c '\.bin$' <<<"$files")" = 8 ] && ! grep -q '\.tmp$' <<<"$files" || fault "the cache holds $files"
on_device "$python" "$scratch/products.py" numpy
[ "$(cd "$scratch/cache" && ls -i)" = "$files" ] || fault "programs were built again: $(cd "$scratch/cache" && ls -i), before: $files"

# What no device calculates the other BLAS does.
CLGEMM_BLAS_REPORT=1 CLGEMM_BLAS_DEVICE='no such' LD_PRELOAD=$library "$python" "$scratch/products.py" numpy 2>"$scratch/said" &&
    grep -q '^clgemm-blas: 0 products on no device, 12 passed on$' "$scratch/said" || fault "without a device: $(tail -n 5 "$scratch/said")"

"$python" -c 'import scipy.linalg.blas' 2>/dev/null ||
    lacking 'numpy was tried, and there is no scipy (Debian: python3-scipy)'
on_device "$python" "$scratch/products.py" scipy
echo "scipy: ${products:-no} products"
[ "${products:-0}" = 2 ] || fault "scipy: $products products of 2"
exit $failed
