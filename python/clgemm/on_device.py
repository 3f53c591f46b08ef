"""Operands that are on a device already: arrays of pyopencl."""

from __future__ import annotations

import sys
from typing import Any, Iterable, List, Tuple

import numpy as np
import pyopencl as cl

from .errors import LaunchError


def is_on_device(value: object) -> bool:
    """Whether it is an array of pyopencl. Who has one has loaded the module."""
    module = sys.modules.get("pyopencl.array")
    return module is not None and isinstance(value, module.Array)


def on_host(value: Any) -> Any:
    """A copy on the host of what is on a device, when it is computed; anything else as it is."""
    if not is_on_device(value):
        return value
    if value.flags.forc:
        return value.get()
    memory = np.empty(value.base_data.size, np.uint8)
    cl.enqueue_copy(value.queue, memory, value.base_data, wait_for=value.events)
    return np.ndarray(value.shape, value.dtype, memory, value.offset, value.strides)


def buffer_of(name: str, value: Any) -> Any:
    """The memory of an array from its first element on; anything else as it is. Errors: LaunchError, where no buffer begins there."""
    if not is_on_device(value):
        return value
    memory = value.base_data
    if not isinstance(memory, cl.Buffer):
        raise LaunchError(f"{name} is an array whose memory is {type(memory).__name__}, no buffer")
    if value.offset == 0:
        return memory
    try:
        return memory.get_sub_region(value.offset, memory.size - value.offset)
    except cl.Error as error:
        raise LaunchError(f"{name} begins {value.offset} bytes past the start of its buffer, where none can begin; ask {name}.copy(): {error}") from None


def of_device(context: cl.Context, arrays: Iterable[Any]) -> Tuple[List[Any], List[cl.Event]]:
    """Those of the arrays that are on a device, and what their contents wait for. Errors: LaunchError, for one of another context."""
    found = [array for array in arrays if is_on_device(array)]
    for array in found:
        if array.context != context:
            raise LaunchError(f"an array of shape {array.shape} is of another context than the kernel")
    return found, [event for array in found for event in array.events]


def swapped(array: Any) -> Any:
    """An array whose last two axes are swapped; not copied."""
    return array.transpose((*range(array.ndim - 2), array.ndim - 1, array.ndim - 2))


def zeros(queue: cl.CommandQueue, shape: Tuple[int, ...], kind: np.dtype[Any], order: str) -> Any:
    """An array on the device."""
    return sys.modules["pyopencl.array"].zeros(queue, shape, kind, order)


def can_write(array: Any) -> bool:
    """Whether an array on a device can receive numbers: one whose elements lie behind each other, row by row or column by column."""
    return bool(array.flags.c_contiguous or swapped(array).flags.c_contiguous)


def write(array: Any, numbers: np.ndarray[Any, Any], queue: cl.CommandQueue) -> None:
    """Copies numbers into such an array."""
    if not array.flags.c_contiguous:
        array, numbers = swapped(array), swapped(numbers)
    array.set(np.ascontiguousarray(numbers, array.dtype), queue)
