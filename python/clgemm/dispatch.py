"""The kernels of a profile as one function, which picks the fastest for each shape."""

from __future__ import annotations

import threading
from typing import Any, Dict, Optional, Sequence

import pyopencl as cl

from .calibrate import Calibration, Rates
from .device import profile_for
from .elements import array_of
from .errors import LaunchError
from .gemm import Gemm, Value
from .operands import sizes_of
from .request import OptionValue, Shapes
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
        shapes: Shapes = None,
        **options: OptionValue,
    ) -> None:
        """
        table    of kernels; None: one is generated
        device   of the context; None: its first
        shapes   of the program, for which the table that is generated has the fewest kernels: as for `generate_table`
        options  of the table that is generated, as for `generate_table`: for_="./tuned.json"; without `for_` the profile that
                 fits the device

        Errors: those of `generate_table`.
        """
        self.context = context
        self.device = device if device is not None else context.devices[0]
        given = [*options, *(["shapes"] if shapes is not None else [])]
        if table is not None and given:
            raise LaunchError(f"a table is given, and options of another one: {', '.join(given)}")
        if table is None:
            # A dispatch is of the profile that the user names, so the device's is as good as named.
            options.setdefault("for_", profile_for(self.device))
            table = generate_table(shapes=shapes, **options)
        self.table = table
        self._lock = threading.Lock()
        self._gemms: Dict[int, Gemm] = {}
        self._rates = Rates(table, self.device)

    def gemm(self, m: int, n: int, k: int, members: int = 1) -> Gemm:
        """The kernel for a C of m x n and sums over k, of so many members of a batch, built. Errors: LaunchError, DeviceError."""
        index = self._rates.pick((m, n, k))
        return self._built(self.table.pick(m, n, k, members).index if index is None else index)

    def _built(self, index: int) -> Gemm:
        with self._lock:
            if index not in self._gemms:
                self._gemms[index] = Gemm(self.context, self.table.kernels[index], device=self.device)
            return self._gemms[index]

    def calibrate(self, queue: Optional[cl.CommandQueue] = None, *, seconds: float = 2.0, memory: int = 1 << 28) -> None:
        """Measures the kernels on this device, by which they are picked then; those that do not build, or are wrong, are left out.

        queue    of the context; None: one of its own
        seconds  of wall time, compilers included: those that are likely to be the fastest come first, and what is not reached keeps its
                 predicted times. The build of a kernel is not cut off
        memory   bytes of all operands of a product at most

        Errors: LaunchError, where the profile has no rates; DeviceError.
        """
        if not any(self._rates.predicted(index, (512, 512, 512)) > 0 for index in range(len(self.table.kernels))):
            raise LaunchError("calibrate corrects predicted times, and the profile has no rates of these kernels; ask Dispatch(launcher=\"calibrate\"), which derives some")
        Calibration(self._rates, self._built, queue or cl.CommandQueue(self.context, self.device), seconds, memory).run()

    @property
    def rates(self) -> str:
        """What was measured, as text: a line a kernel, after one for the kernels, the device and its driver."""
        return self._rates.write()

    def read_rates(self, text: str) -> bool:
        """Takes `rates` of an earlier process. False, and nothing is changed, where the text is no such thing, or of other kernels, of another device or
        driver."""
        return self._rates.read(text)

    def __call__(
        self, a: Any, b: Any, c: Any = None, /, *, queue: Optional[cl.CommandQueue] = None, **values: Value
    ) -> Any:
        """As a call of `Gemm`."""
        a, b = array_of("a", a), array_of("b", b)
        # What is computed is the same in all kernels of a table: types, layout, transposes.
        manifest = self.table.kernels[0].manifest
        m, n, k, members = sizes_of(manifest, a, b)
        if members is None or manifest["problem"]["batch"]["kind"] == "groups":
            members = 1
        return self.gemm(m, n, k, members)(a, b, c, queue=queue, **values)

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
