"""Types of elements and what they are to numpy."""

from __future__ import annotations

from typing import Any, Dict

import numpy as np

from .errors import LaunchError
from .members import BLOCKS, GROUPED
from .symbols import Number

#: How an element lies in memory. numpy has no bfloat16: its bits are those of a uint16. Of quantised elements it has bytes.
STORED: Dict[str, np.dtype[Any]] = {
    **dict.fromkeys((*BLOCKS, *GROUPED), np.dtype(np.uint8)),
    "f16": np.dtype(np.float16),
    "f32": np.dtype(np.float32),
    "f64": np.dtype(np.float64),
    "bf16": np.dtype(np.uint16),
    "i8": np.dtype(np.int8),
    "u8": np.dtype(np.uint8),
    "i32": np.dtype(np.int32),
    "i64": np.dtype(np.int64),
    "u32": np.dtype(np.uint32),
    "u64": np.dtype(np.uint64),
    "c32": np.dtype(np.complex64),
    "c64": np.dtype(np.complex128),
}


def array_of(name: str, values: Any) -> np.ndarray[Any, Any]:
    """An array of numbers. Errors: LaunchError, where it is none, or masked, as a kernel multiplies what is below the mask."""
    if np.ma.is_masked(values):  # type: ignore[no-untyped-call]
        raise LaunchError(f"{name} has masked elements, and a kernel knows no masks; ask {name}.filled(0) or another number")
    try:
        array = np.asarray(values)
    except (TypeError, ValueError, OverflowError) as error:
        raise LaunchError(f"{name} is no array: {error}") from None
    if array.dtype.kind not in "biufc":
        raise LaunchError(f"{name} has elements of {array.dtype}, which are no numbers")
    return array


def stored(name: str, values: Any, element: str) -> np.ndarray[Any, Any]:
    """An array as elements of a type. Real and complex numbers are rounded; whole ones must fit. An array of uint16 is taken as the
    bits of bf16.

    Errors: LaunchError, where it has numbers of another kind, or whole ones that do not fit.
    """
    array = array_of(name, values)
    wanted = STORED[element]
    if element == "bf16":
        return array.astype(wanted, copy=False) if is_bits(array.dtype) else to_bf16(_rounded(name, array, np.dtype(np.float32), element))
    return _whole(name, array, wanted, element) if wanted.kind in "iu" else _rounded(name, array, wanted, element)


def is_bits(kind: np.dtype[Any]) -> bool:
    """Whether a type of numpy has the bits of bf16, in any order of bytes."""
    return kind.newbyteorder("=") == STORED["bf16"]


def _rounded(name: str, array: np.ndarray[Any, Any], wanted: np.dtype[Any], element: str) -> np.ndarray[Any, Any]:
    if not np.can_cast(array.dtype, wanted, casting="same_kind"):
        raise LaunchError(
            f"{name} has complex numbers of {array.dtype}, and the kernel reads {element}; ask {name}.real or a kernel of --type c32"
        )
    return array.astype(wanted, copy=False)


def _whole(name: str, array: np.ndarray[Any, Any], wanted: np.dtype[Any], element: str) -> np.ndarray[Any, Any]:
    if array.dtype.kind not in "biu":
        raise LaunchError(
            f"{name} has elements of {array.dtype}, and the kernel reads {element}, whole numbers; ask numpy.rint({name}.real).astype(int)"
        )
    limits = np.iinfo(wanted)
    if array.dtype.kind != "b" and array.size:
        least, most = int(array.min()), int(array.max())
        if least < limits.min or most > limits.max:
            raise LaunchError(f"{name} has numbers from {least} to {most}, and those of {element} are {limits.min} to {limits.max}")
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
    return from_bf16(array) if element == "bf16" and not is_bits(wanted) else array


def check_result(wanted: np.dtype[Any], element: str) -> None:
    """Refuses a type of numpy that does not hold results of a type. Real and complex ones may be rounded. Errors: LaunchError."""
    held = np.dtype(np.float32) if element == "bf16" else STORED[element]
    rule = "safe" if held.kind in "iu" else "same_kind"
    holds = wanted.kind in "iufc" and np.can_cast(held, wanted, casting=rule)  # type: ignore[arg-type]
    if not holds and not (element == "bf16" and is_bits(wanted)):
        raise LaunchError(f"c has elements of {wanted}, and the kernel writes {element}")


def packed(element: str, value: Number) -> bytes:
    """A number as an argument of a kernel."""
    return np.array(value if element.startswith("c") else value.real, STORED[element]).tobytes()
