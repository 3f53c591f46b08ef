"""The kernels of a profile as one function, which picks the fastest for each shape."""

from __future__ import annotations

import threading
from typing import Any, Dict, Optional, Sequence

import pyopencl as cl

from .device import profile_for
from .elements import array_of
from .errors import LaunchError
from .gemm import Gemm, Value
from .operands import sizes_of
from .request import OptionValue
from .table import KernelTable, generate_table


class Dispatch:
    """C = epilogue(alpha op(A) op(B) + beta C) by the kernel of a profile that is the fastest for the shape.

    Calls are those of `Gemm`. A kernel is built when it is picked for the first time. Threads may share it.
    """

    def __init__(
        self,
        context: cl.Context,
        table: Optional[KernelTable] = None,
        /,
        *,
        device: Optional[cl.Device] = None,
        **options: OptionValue,
    ) -> None:
        """
        table    of kernels; None: one is generated
        device   of the context; None: its first
        options  of the table that is generated, as for `generate_table`: for_="./tuned.json"; without `for_` the profile that
                 fits the device

        Errors: those of `generate_table`.
        """
        self.context = context
        self.device = device if device is not None else context.devices[0]
        if table is not None and options:
            raise LaunchError(f"a table is given, and options of another one: {', '.join(options)}")
        if table is None:
            # A dispatch is of the profile that the user names, so the device's is as good as named.
            options.setdefault("for_", profile_for(self.device))
            table = generate_table(**options)
        self.table = table
        self._lock = threading.Lock()
        self._gemms: Dict[int, Gemm] = {}

    def gemm(self, m: int, n: int, k: int) -> Gemm:
        """The kernel for a C of m x n and sums over k, built. Errors: LaunchError, DeviceError."""
        pick = self.table.pick(m, n, k)
        with self._lock:
            if pick.index not in self._gemms:
                self._gemms[pick.index] = Gemm(self.context, pick.kernel, device=self.device)
            return self._gemms[pick.index]

    def __call__(
        self, a: Any, b: Any, c: Any = None, /, *, queue: Optional[cl.CommandQueue] = None, **values: Value
    ) -> Any:
        """As a call of `Gemm`."""
        a, b = array_of("a", a), array_of("b", b)
        # What is computed is the same in all kernels of a table: types, layout, transposes.
        m, n, k, _ = sizes_of(self.table.kernels[0].manifest, a, b)
        return self.gemm(m, n, k)(a, b, c, queue=queue, **values)

    def enqueue(
        self,
        queue: cl.CommandQueue,
        a: cl.MemoryObject,
        b: cl.MemoryObject,
        c: cl.MemoryObject,
        /,
        *,
        m: int,
        n: int,
        k: int,
        wait_for: Sequence[cl.Event] = (),
        prepare: bool = True,
        **values: Value,
    ) -> cl.Event:
        """As `Gemm.enqueue`."""
        gemm = self.gemm(m, n, k)
        return gemm.enqueue(queue, a, b, c, m=m, n=n, k=k, wait_for=wait_for, prepare=prepare, **values)
