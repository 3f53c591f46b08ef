"""Types of elements and what they are to numpy."""

from __future__ import annotations

from typing import Any

import numpy as np

from .errors import LaunchError
from .symbols import Number

#: Types of quantised elements of 4 bits, in groups whose scales lie apart (doc/quantised.md); numpy has bytes of two.
GROUPED = tuple(f"{kind}_{group}" for kind in ("i4", "u4") for group in (32, 64, 128, 256))

#: How an element lies in memory. numpy has no bfloat16: its bits are those of a uint16.
STORED = {
    **dict.fromkeys(GROUPED, np.dtype(np.uint8)),
    "f16": np.dtype(np.float16),
    "f32": np.dtype(np.float32),
    "f64": np.dtype(np.float64),
    "bf16": np.dtype(np.uint16),
    "i8": np.dtype(np.int8),
    "u8": np.dtype(np.uint8),
    "i32": np.dtype(np.int32),
    "i64": np.dtype(np.int64),
    "c32": np.dtype(np.complex64),
    "c64": np.dtype(np.complex128),
}


def stored(name: str, values: Any, element: str) -> np.ndarray[Any, Any]:
    """An array as elements of a type. Real and complex numbers are rounded; whole ones must fit in any case. An array of uint16
    is taken as the bits of bf16.

    Errors: LaunchError, where the types of numpy do not allow it.
    """
    array = np.asarray(values)
    wanted = STORED[element]
    if element == "bf16":
        return array if array.dtype == wanted else to_bf16(_cast(name, array, np.dtype(np.float32), element))
    return _cast(name, array, wanted, element)


def _cast(name: str, array: np.ndarray[Any, Any], wanted: np.dtype[Any], element: str) -> np.ndarray[Any, Any]:
    rule = "safe" if wanted.kind in "iu" else "same_kind"
    if not np.can_cast(array.dtype, wanted, casting=rule):  # type: ignore[arg-type]
        raise LaunchError(f"{name} has elements of {array.dtype}, and the kernel reads {element}; ask {name}.astype(numpy.{wanted})")
    return array.astype(wanted, copy=False)


def to_bf16(array: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Bits of the bfloat16 that are nearest to numbers of float32, halfway to even; a NaN stays one."""
    bits = np.ascontiguousarray(array).view(np.uint32)
    rounded = (bits + np.uint32(0x7FFF) + ((bits >> np.uint32(16)) & np.uint32(1))) >> np.uint32(16)
    return np.where(np.isnan(array), np.uint32(0x7FC0), rounded).astype(np.uint16)


def from_bf16(bits: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """The numbers of bfloat16 as float32, which is exact."""
    return (bits.astype(np.uint32) << np.uint32(16)).view(np.float32)


def readable(array: np.ndarray[Any, Any], element: str, wanted: np.dtype[Any]) -> np.ndarray[Any, Any]:
    """What a caller is given of stored elements: of bf16 numbers of float32, unless the bits are wanted."""
    return from_bf16(array) if element == "bf16" and wanted != STORED[element] else array


def check_result(wanted: np.dtype[Any], element: str) -> None:
    """Refuses a type of numpy that does not hold results of a type. Errors: LaunchError."""
    held = np.dtype(np.float32) if element == "bf16" else STORED[element]
    if wanted != STORED[element] and not np.can_cast(held, wanted, casting="same_kind"):
        raise LaunchError(f"c has elements of {wanted}, and the kernel writes {element}")


def packed(element: str, value: Number) -> bytes:
    """A number as an argument of a kernel."""
    return np.array(value if element.startswith("c") else value.real, STORED[element]).tobytes()
