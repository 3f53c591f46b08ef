"""Types of elements and what they are to numpy."""

from __future__ import annotations

from typing import Any, Callable, Dict, Tuple

import numpy as np

from .errors import LaunchError
from .members import APART, BLOCKS, GROUPED
from .on_device import is_on_device, on_host
from .symbols import Number

#: How an element lies in memory. numpy has no bfloat16 and no real numbers of 8 bits: it has their bits, as uint16 and uint8. Of quantised elements it
#: has bytes.
STORED: Dict[str, np.dtype[Any]] = {
    **dict.fromkeys((*BLOCKS, *APART, *GROUPED), np.dtype(np.uint8)),
    "f16": np.dtype(np.float16),
    "f32": np.dtype(np.float32),
    "f64": np.dtype(np.float64),
    "bf16": np.dtype(np.uint16),
    "e4m3": np.dtype(np.uint8),
    "e5m2": np.dtype(np.uint8),
    "i8": np.dtype(np.int8),
    "u8": np.dtype(np.uint8),
    "i32": np.dtype(np.int32),
    "i64": np.dtype(np.int64),
    "u32": np.dtype(np.uint32),
    "u64": np.dtype(np.uint64),
    "c32": np.dtype(np.complex64),
    "c64": np.dtype(np.complex128),
}

#: Functions from numbers of float32 to bits, and back.
Codec = Tuple[Callable[[np.ndarray[Any, Any]], np.ndarray[Any, Any]], Callable[[np.ndarray[Any, Any]], np.ndarray[Any, Any]]]


def array_of(name: str, values: Any) -> np.ndarray[Any, Any]:
    """An array of numbers. Errors: LaunchError, where it is none, or masked, as a kernel multiplies what is below the mask."""
    if np.ma.is_masked(values):  # type: ignore[no-untyped-call]
        raise LaunchError(f"{name} has masked elements, and a kernel knows no masks; ask {name}.filled(0) or another number")
    try:
        array = values if is_on_device(values) else np.asarray(values)
    except (TypeError, ValueError, OverflowError) as error:
        raise LaunchError(f"{name} is no array: {error}") from None
    if array.dtype.kind not in "biufc":
        raise LaunchError(f"{name} has elements of {array.dtype}, which are no numbers")
    return array


def stored(name: str, values: Any, element: str) -> np.ndarray[Any, Any]:
    """An array as elements of a type. Real and complex numbers are rounded; whole ones must fit. An array of uint16 is taken as the
    bits of bf16, one of uint8 as those of e4m3 and e5m2. One that is on a device stays there where it has such elements.

    Errors: LaunchError, where it has numbers of another kind, or whole ones that do not fit.
    """
    array = array_of(name, values)
    wanted = STORED[element]
    if is_on_device(array) and array.dtype == wanted:
        return array
    array = on_host(array)
    if element in CODECS:
        if is_bits(array.dtype, element):
            return array.astype(wanted, copy=False)
        return CODECS[element][0](_rounded(name, array, np.dtype(np.float32), element))
    return _whole(name, array, wanted, element) if wanted.kind in "iu" else _rounded(name, array, wanted, element)


def is_bits(kind: np.dtype[Any], element: str) -> bool:
    """Whether a type of numpy has the bits of elements that it lacks, in any order of bytes."""
    return element in CODECS and kind.newbyteorder("=") == STORED[element]


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


def _eight(fraction: int, bias: int, last: int) -> Codec:
    """Real numbers of 8 bits, the greatest of which has the bits `last`. Beyond are infinity, where NaN has not all of them, and NaN."""
    bits = np.arange(128)
    exponent = bits >> fraction
    significand = (bits & ((1 << fraction) - 1)) + (exponent > 0) * (1 << fraction)
    sizes = np.ldexp(significand.astype(np.float32), np.maximum(exponent, 1) - bias - fraction).astype(np.float32)
    normal, greatest = sizes[1 << fraction], sizes[last]
    sizes[last + 1 :] = np.nan
    if significand[last + 1] == 1 << fraction and last + 1 < 0x7F:
        sizes[last + 1] = np.inf
    values = np.concatenate([sizes, -sizes])

    def to_bits(array: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
        """Bits of the numbers that are nearest, halfway to even, and of the greatest one for all beyond; NaN is 0x7f."""
        size = np.where(np.isnan(array), 0, np.minimum(np.abs(array), greatest)).astype(np.float64)
        place = np.frexp(np.maximum(size, normal))[1] - 1 + bias
        nearest = ((place - 1) << fraction) + np.rint(np.ldexp(size, bias + fraction - place)).astype(int)
        return np.where(np.isnan(array), 0x7F, nearest + 0x80 * np.signbit(array)).astype(np.uint8)

    return to_bits, lambda array: values[array]


#: The bits of numbers of float32, and the numbers of bits, for elements that numpy lacks.
CODECS: Dict[str, Codec] = {"bf16": (to_bf16, from_bf16), "e4m3": _eight(3, 7, 0x7E), "e5m2": _eight(2, 15, 0x7B)}


def given_as(element: str) -> np.dtype[Any]:
    """The type of numpy that results of elements are of where the caller says none."""
    return np.dtype(np.float32) if element in CODECS else STORED[element]


def readable(array: np.ndarray[Any, Any], element: str, wanted: np.dtype[Any]) -> np.ndarray[Any, Any]:
    """What a caller is given of stored elements: of those that numpy lacks numbers of float32, unless the bits are wanted."""
    return CODECS[element][1](array) if element in CODECS and not is_bits(wanted, element) else array


def check_result(wanted: np.dtype[Any], element: str) -> None:
    """Refuses a type of numpy that does not hold results of a type. Real and complex ones may be rounded. Errors: LaunchError."""
    held = given_as(element)
    rule = "safe" if held.kind in "iu" else "same_kind"
    holds = wanted.kind in "iufc" and np.can_cast(held, wanted, casting=rule)  # type: ignore[arg-type]
    if not holds and not is_bits(wanted, element):
        raise LaunchError(f"c has elements of {wanted}, and the kernel writes {element}")


def packed(element: str, value: Number) -> bytes:
    """A number as an argument of a kernel."""
    return np.array(value if element.startswith("c") else value.real, STORED[element]).tobytes()
