"""Operands on the host: matrices of numpy as they lie in the buffers of a launch."""

from __future__ import annotations

from typing import Any, Dict, Mapping, Optional, Sequence, Tuple, Union

import numpy as np
import pyopencl as cl
from numpy.lib.stride_tricks import as_strided

from .elements import STORED, stored
from .errors import LaunchError
from .launch import LISTS, Launch, Memory
from .on_device import buffer_of, is_on_device, on_host, swapped
from .symbols import COMPANIONS, LETTERS, LISTS_OF_GROUPS, Manifest, Number, count, lines_of, own_of_groups, residuals, span

Array = np.ndarray[Any, Any]


def _elements(manifest: Manifest, letter: str, items: int) -> int:
    """Elements of a or b along K that so many items of an array hold: of quantised ones these are bytes. Errors: LaunchError."""
    (element,) = (buffer["element"] for buffer in manifest["buffers"] if buffer["role"] == letter)
    per_item = element["bytes"] // STORED[element["type"]].itemsize
    if items * element["covers"] % per_item:
        raise LaunchError(
            f"{letter} has {items} bytes along K, and {element['covers']} elements of {element['type']} are a block of {element['bytes']}"
        )
    return int(items * element["covers"] // per_item)


def sizes_of(manifest: Manifest, a: Array, b: Array) -> Tuple[int, int, int, Optional[int]]:
    """m, n, k of a product, and the members of its batch; None: neither a nor b has an axis for them.

    a, b  as they are stored: M x K or, transposed, K x M; K x N or N x K. A third axis in front is that of the members. Of quantised
          elements the axis along K has bytes, those of blocks one behind another

    Errors: LaunchError.
    """
    problem = manifest["problem"]
    kind = problem["batch"]["kind"]
    for name, array in (("a", a), ("b", b)):
        batched = kind != "none" and (kind != "groups" or name == own_of_groups(manifest))
        if array.ndim != 2 and not (batched and array.ndim == 3):
            expected = "2 or 3" if batched else "2"
            advice = '; ask batch="strided"' if kind == "none" and array.ndim == 3 else ""
            raise LaunchError(f"{name} has {array.ndim} axes, and the kernel multiplies matrices of {expected}{advice}")
    m, k = a.shape[-2:] if not problem["transpose"]["a"] else a.shape[:-3:-1]
    inner, n = b.shape[-2:] if not problem["transpose"]["b"] else b.shape[:-3:-1]
    k, inner = _elements(manifest, "a", k), _elements(manifest, "b", inner)
    if k != inner:
        raise LaunchError(f"op(a) is {m} x {k} and op(b) {inner} x {n}: the sums are over {k} and {inner} products")
    members = {array.shape[0] for array in (a, b) if array.ndim == 3}
    if len(members) > 1:
        raise LaunchError(f"a has {a.shape[0]} members and b {b.shape[0]}")
    return m, n, k, members.pop() if members else None


def lists_of(manifest: Manifest, values: Mapping[str, Number], shared: Sequence[str]) -> Dict[str, Array]:
    """Lists that place the members of a batch behind each other, or all at the same place: of those that are `shared`."""
    members = count("batch", values)
    lists = {}
    for letter in LETTERS:
        lines, length = lines_of(manifest["problem"], values, letter)
        widths = [count(f"ld{letter}", values)]
        if letter == "c":
            widths += [count(ld, values) for _, ld in residuals(manifest)]
        distance = 0 if letter in shared else max(span(lines, length, width) for width in widths)
        lists[f"offsets_{letter}"] = np.arange(members, dtype=np.int64) * distance
    return lists


class Place:
    """Where a matrix, or all members of a batch, lie in a buffer: a view of it as lines."""

    def __init__(self, launch: Launch, memory: Memory, ld: int) -> None:
        letter = memory.role if memory.role in (*LETTERS, "d") else COMPANIONS.get(memory.role, "c")
        values = launch.values
        self.dtype = STORED[memory.type]
        self.column_major = launch.manifest["problem"]["layout"] == "column"
        lines, length = lines_of(launch.manifest["problem"], values, letter)
        self.lines = -(-lines // memory.lines)

        def items(elements: int) -> int:
            """Of the array, that hold so many elements of the matrix."""
            return elements // memory.covers * (memory.stored // self.dtype.itemsize)

        self.length = items(length)
        self.ld = items(ld)
        self.members = 1 if own_of_groups(launch.manifest) not in ("", letter) else count("matrices" if "matrices" in values else "batch", values)
        self.offset = 0 if memory.role == "residual" else items(int(values[f"offset_{letter}"].real)) // memory.lines
        self.elements = items(memory.elements)
        self.name = memory.name
        stride = int(values.get(f"stride_{letter}", 0).real)
        if LISTS.get(memory.role, "") and launch.manifest["problem"]["batch"]["kind"] == "offsets":
            stride = launch.furthest[letter] // max(self.members - 1, 1)
        self.stride = items(stride) // memory.lines
        if self._reach() > self.elements:
            raise LaunchError(f"{memory.name} has {self.elements} elements by the manifest, and its matrix {self._reach()}")

    def _reach(self) -> int:
        """Elements from the start of the buffer to the end of the last line."""
        one = span(self.lines, self.length, self.ld)
        return self.offset + (self.members - 1) * self.stride + one if one and self.members else 0

    def _is_dense(self) -> bool:
        """Whether lines and members lie behind each other, from the start of the buffer."""
        return (
            self.offset == 0
            and (self.ld == self.length or self.lines <= 1)
            and (self.stride == self.lines * self.length or self.members <= 1)
        )

    def view(self, flat: Array) -> Array:
        """The members x rows x columns that lie in an array of the buffer's elements. Members that share a matrix are one."""
        members = min(self.members, 1) if self.stride == 0 else self.members
        size = flat.itemsize
        lines = as_strided(
            flat[self.offset :],
            (members, self.lines, self.length),
            (self.stride * size, self.ld * size, size),
        )
        return lines.swapaxes(1, 2) if self.column_major else lines

    def put(self, values: Any, element: str) -> Union[Array, cl.Buffer]:
        """The contents of the buffer for a matrix, or for all members; not copied where it lies so already: then of an array that is
        on a device its buffer.

        Errors: LaunchError (shape, types).
        """
        array = stored(self.name, values, element)
        matrix = (self.length, self.lines) if self.column_major else (self.lines, self.length)
        members = self.members if array.ndim == 3 else 1
        if array.ndim not in (2, 3) or array.shape != (members, *matrix)[-array.ndim :]:
            wanted = " x ".join(map(str, (self.members, *matrix) if array.ndim == 3 else matrix))
            raise LaunchError(f"{self.name} is of shape {array.shape}, not {wanted}")
        if self.members > 1 and members > 1 and self.stride < span(self.lines, self.length, self.ld):
            raise LaunchError(f"the kernel is made for members of {self.name} that are {self.stride} elements apart, and they overlap")
        if self.members > 1 and members == 1 and self.stride != 0:
            raise LaunchError(f"{self.name} is of one matrix, and the kernel is made for one of each of the {self.members} members")
        lines = swapped(array) if self.column_major else array
        if lines.flags.c_contiguous and lines.size == self.elements and self._is_dense():
            return buffer_of(self.name, array) if is_on_device(array) else lines.reshape(-1)
        flat = np.zeros(self.elements, self.dtype)
        if self.elements:
            self.view(flat)[...] = on_host(array)
        return flat


def vector(name: str, values: Any, memory: Memory) -> Union[Array, cl.Buffer]:
    """The contents of a buffer for a vector of the epilogue, or that of an array on a device. Errors: LaunchError."""
    array = stored(name, values, memory.type)
    if array.ndim == 2:  # one for each matrix of b
        array = array.reshape(-1)
    if array.shape != (memory.elements,):
        raise LaunchError(f"{name} is of shape {array.shape}, not {memory.elements}")
    if is_on_device(array) and array.flags.c_contiguous:
        return buffer_of(name, array)
    return np.ascontiguousarray(on_host(array))


def list_of_offsets(values: Union[Sequence[int], Array], role: str) -> Array:
    """The contents of a buffer of offsets, which are whole numbers from 0 on: of members in elements, of groups in rows; or of another list of these."""
    return np.ascontiguousarray(on_host(values), dtype=np.int32 if role in LISTS_OF_GROUPS else np.int64)
