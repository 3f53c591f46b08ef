"""A product in index notation as a function of arrays."""

from __future__ import annotations

from typing import Any, Dict, List, Optional

import numpy as np
import pyopencl as cl

from .device import profile_for
from .elements import STORED, array_of, check_result, given_as, readable, stored
from .errors import LaunchError
from .kernel import generate
from .launch import Launch, Memory, resolve
from .manifest import load
from .notation import choose_strides, fit_windows, known_sizes, learn, learn_shape, measure
from .operands import Array, vector
from .request import OptionValue
from .runner import Runner
from .symbols import FURTHER, LETTERS

#: Letters of operands that are arrays of the caller.
OPERANDS = (*LETTERS, "d", *FURTHER)


class OfArrays:
    """A kernel on one device whose sizes have names: those that are not compiled in are those of arrays of numpy."""

    def __init__(self, context: cl.Context, device: Optional[cl.Device], options: Dict[str, OptionValue]) -> None:
        """device: of the context; None: its first. Errors: those of `generate`; DeviceError, FileError."""
        self.context = context
        self.device = device if device is not None else context.devices[0]
        self.manifest, folder = load(generate(profile=profile_for(self.device), **options))
        self._product = self.manifest["problem"]["product"]
        self._queue = cl.CommandQueue(context, self.device)
        self._runner = Runner(context, self.device, self.manifest, folder)

    def _sizes(self, arrays: Dict[str, Array], asked: Dict[str, int]) -> Dict[str, int]:
        """All sizes. `arrays`: by the letters of operands. Errors: LaunchError."""
        sizes = known_sizes(self._product)
        names: List[str] = [each["name"] for each in self._product["sizes"]]
        for name, number in asked.items():
            if name not in names:
                raise LaunchError(f"the product has no size `{name}`; its sizes are {', '.join(names)}")
            learn(sizes, name, number, "sizes")
        for letter, array in arrays.items():
            learn_shape(self._product, letter, array.shape, sizes)
        fit_windows(self._product, sizes)
        choose_strides(self._product, sizes)
        return sizes

    def _result(self, c: Optional[Array], sizes: Dict[str, int]) -> Array:
        """The array that receives the result: a new one where c is None. Errors: LaunchError."""
        element = self.manifest["problem"]["types"]["c"]
        if c is not None:
            check_result(c.dtype, element)
            return c
        return np.zeros(tuple(measure(axis["extent"], sizes) for axis in self._product["operands"]["c"]["axes"]), given_as(element))

    def _run(self, launch: Launch, values: Dict[str, Any]) -> None:
        """Computes "c" of the values: arrays by the letters of operands, and those of the epilogue by name. Errors: LaunchError, DeviceError."""
        with self._runner.faults():
            buffers = {}
            for name, memory in launch.memory.items():
                if memory.role in ("workspace", "counters"):
                    continue
                key = memory.role if memory.role in OPERANDS else name
                if values.get(key) is None or memory.role == "residual":
                    raise LaunchError(f"the epilogue has an operand `{name}`; ask {name}=ARRAY, of a bias or a scale")
                buffers[name] = self._buffer(key, memory, values[key])
            event = self._runner.enqueue(self._queue, launch, buffers)
            (memory,) = (memory for memory in launch.memory.values() if memory.role == "c")
            result = values["c"]
            if result.size:
                flat = np.empty(result.shape, STORED[memory.type])
                cl.enqueue_copy(self._queue, flat, buffers[memory.name], wait_for=[event])
                result[...] = readable(flat, memory.type, result.dtype)

    def _buffer(self, key: str, memory: Memory, values: Any) -> cl.Buffer:
        """A buffer with the elements of an array, one behind another."""
        content = np.ascontiguousarray(stored(memory.name, values, memory.type)) if key in OPERANDS else vector(key, values, memory)
        if not content.nbytes:
            return cl.Buffer(self.context, cl.mem_flags.READ_WRITE, memory.bytes)
        return cl.Buffer(self.context, cl.mem_flags.READ_WRITE | cl.mem_flags.COPY_HOST_PTR, hostbuf=content)


class Product(OfArrays):
    """A convolution, a contraction or any other product of two arrays, by one kernel on one device: doc/products.md.

    Call it with arrays of numpy. Sizes that are not compiled in are those of the arrays.
    """

    def __init__(self, context: cl.Context, text: str, /, *, device: Optional[cl.Device] = None, **options: OptionValue) -> None:
        """
        text     the product, 'y[n,p,q,f] = x[n,p+r-1,q+s-1,c] * w[f,r,s,c]', or a name of one, as `products` lists them
        device   of the context; None: its first
        options  of the kernel, as for `generate`: fixed="stride=2,r=3,s=3", extent="x=,56,56,"; the profile is that of the device unless they name one

        Errors: those of `generate`; DeviceError, FileError.
        """
        super().__init__(context, device, {"product": text, **options})

    def __call__(self, a: Any, b: Any, c: Any = None, /, *, sizes: Optional[Dict[str, int]] = None, **values: Any) -> Array:
        """Multiplies arrays; the result is there when the call returns.

        a, b    the first and the second factor of the text, an axis a position
        c       receives the result, and is read where beta is not 0; None: a new array
        sizes   those that neither array says, by their names: {"p": 28, "q": 28}. An index that slides along an axis of a or b has otherwise as
                many values as there are with a padding behind the axis that is as wide as the one before it
        values  alpha (1 where it is not given), beta, and operands of the epilogue by their names: bias

        Errors: LaunchError, DeviceError.
        """
        arrays = {"a": array_of("a", a), "b": array_of("b", b)}
        if c is not None:
            arrays["c"] = array_of("c", c)
        buffers = [buffer["name"] for buffer in self.manifest["buffers"]]
        numbers = {name: value for name, value in values.items() if name not in buffers}
        known = self._sizes(arrays, sizes or {})
        launch = resolve(self.manifest, None, None, None, numbers, known)
        result = self._result(c, known)
        if c is None and launch.values["beta"] != 0:
            raise LaunchError(f"beta = {launch.values['beta']} scales {self._product['operands']['c']['name']}, and there is none; give it as third array")
        self._run(launch, {**values, **arrays, "c": result})
        return result
