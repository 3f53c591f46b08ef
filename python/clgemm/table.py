"""The kernels of a profile, and which of them is the fastest for a shape."""

from __future__ import annotations

import ctypes
import weakref
from typing import List, NamedTuple, Optional, Tuple

from .errors import LaunchError
from .kernel import Kernel
from .library import Error, exception, library, text
from .request import OptionValue, Shapes, Templates, request
from .symbols import size_of


class Pick(NamedTuple):
    """A choice.

    index     of the kernel in the table
    kernel    itself
    measured  False: the choice follows the nearest of the sizes that the profile's device was measured with
    """

    index: int
    kernel: Kernel
    measured: bool


class KernelTable:
    """Kernels for shapes: the member `dispatch` of a profile."""

    def __init__(self, handle: ctypes.c_void_p) -> None:
        """`handle`: a struct clgemm_dispatch, which belongs to the table."""
        self._handle = handle
        weakref.finalize(self, library().clgemm_dispatch_free, handle)
        self.kernels: Tuple[Kernel, ...] = self._kernels()

    @property
    def name(self) -> str:
        """The prefix of the kernels' names."""
        return text(library().clgemm_dispatch_name(self._handle))

    @property
    def header(self) -> str:
        """The table and the kernels as data in C99, NAME_dispatch.h."""
        return text(library().clgemm_dispatch_text(self._handle, None))

    @property
    def source(self) -> str:
        """All kernels as OpenCL C, NAME.cl: -D NAME_KERNEL=INDEX builds one of them."""
        return text(library().clgemm_dispatch_cl(self._handle, None))

    def pick(self, m: int, n: int, k: int, members: int = 1) -> Pick:
        """The kernel for a C of m x n and sums over k, of so many members of a batch. Errors: LaunchError, where none serves them."""
        measured = ctypes.c_int()
        sizes = [size_of(name, size) for name, size in zip(("m", "n", "k", "members"), (m, n, k, members))]
        index = library().clgemm_dispatch_pick(self._handle, *sizes, ctypes.byref(measured))
        if index < 0:
            raise LaunchError(f"no kernel of {self.name} serves {m} x {n} x {k}; ask for another profile")
        return Pick(index, self.kernels[index], bool(measured.value))

    def time(self, index: int, m: int, n: int, k: int, units: int = 0) -> float:
        """The predicted microseconds of a kernel for one product, on a device of so many compute units (0: that of the rates); 0.0: it has no
        rates, or does not serve the sizes."""
        return float(library().clgemm_dispatch_time(self._handle, index, m, n, k, units))

    def products(self) -> Tuple[Tuple[int, int, int], ...]:
        """Sizes m, n, k by which kernels are measured where a program runs: they lie evenly, and so do the first ones, however many."""
        found: List[Tuple[int, int, int]] = []
        sizes = [ctypes.c_longlong() for _ in "mnk"]
        while library().clgemm_dispatch_product(self._handle, len(found), *map(ctypes.byref, sizes)) == 0:
            m, n, k = (size.value for size in sizes)
            found.append((m, n, k))
        return tuple(found)

    def _kernels(self) -> Tuple[Kernel, ...]:
        found: List[Kernel] = []
        while (handle := library().clgemm_dispatch_kernel(self._handle, len(found))) is not None:
            found.append(Kernel(ctypes.c_void_p(handle), owner=self))
        return tuple(found)

    def __repr__(self) -> str:
        return f"<clgemm.KernelTable {self.name}: {len(self.kernels)} kernels>"


def generate_table(*, templates: Optional[Templates] = None, shapes: Shapes = None, **options: OptionValue) -> KernelTable:
    """Generates every kernel that a profile has for shapes.

    shapes  of a program, for which the fewest kernels are generated that are nearly as fast as all: a file in CSV, or a list of
            (m, n, k) or (m, n, k, weight); `most_kernels` bounds their number, also without shapes. None: all kernels

    Arguments are those of `generate`; `for_` is the profile, a tuned one (`clgemm-bench tune` writes them) or that of a kind of
    devices, such as "cpu". `type`, `layout` and `transpose` choose among its kernels.

    Errors: those of `generate`, with the kernel's name before the sentence.
    """
    handle = ctypes.c_void_p()
    error = Error()
    with request(options, templates, shapes=shapes) as asked:
        if library().clgemm_dispatch_make(asked, ctypes.byref(handle), ctypes.byref(error)):
            raise exception(error)
    return KernelTable(handle)
