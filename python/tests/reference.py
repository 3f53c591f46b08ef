"""What kernels compute, by numpy in double precision, and a device to compare with."""

from __future__ import annotations

import functools
import math
import os
import re
from typing import Any, Dict, Mapping, Tuple

import numpy as np

Array = np.ndarray
EPSILON = {"f16": 2.0**-11, "bf16": 2.0**-8, "e4m3": 2.0**-4, "e5m2": 2.0**-3, "tf32": 2.0**-11, "3xtf32": 2.0**-21, "bf16x3": 2.0**-16, "f32": 2.0**-24, "c32": 2.0**-24, "f64": 2.0**-53, "c64": 2.0**-53}

erf = np.vectorize(math.erf, otypes=[np.float64])

ACTIVATIONS = {
    "relu": lambda x: np.maximum(x, 0),
    "leaky_relu": lambda x, slope: np.where(x < 0, slope * x, x),
    "clamp": lambda x, low, high: np.clip(x, low, high),
    "gelu": lambda x: x * (1 + erf(x / math.sqrt(2))) / 2,
    "gelu_tanh": lambda x: x * (1 + np.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3))) / 2,
    "silu": lambda x: x / (1 + np.exp(-x)),
    "sigmoid": lambda x: 1 / (1 + np.exp(-x)),
    "tanh": np.tanh,
}


@functools.lru_cache(maxsize=None)
def context() -> Any:
    """A context of the device that tests use: of the platform CLGEMM_PYTHON_PLATFORM, else of PoCL, else of any.

    None: there is no device.
    """
    import pyopencl as cl

    try:
        platforms = cl.get_platforms()
    except cl.Error:
        return None
    words = os.environ.get("CLGEMM_PYTHON_PLATFORM", "Portable")
    for platform in sorted(platforms, key=lambda platform: words not in platform.name):
        try:
            return cl.Context(platform.get_devices()[:1])
        except (cl.Error, IndexError):
            continue
    return None


def rounded(values: Array, element: str) -> Array:
    """Numbers rounded to a type that numpy lacks."""
    from clgemm.elements import CODECS

    to_bits, to_numbers = CODECS[element]
    return to_numbers(to_bits(values.astype(np.float32)))


def random(generator: np.random.Generator, shape: Tuple[int, ...], element: str) -> Array:
    """Test data of a type."""
    if element in ("i8", "u8", "i32"):
        low = 0 if element == "u8" else -100
        return generator.integers(low, 100, shape).astype({"i8": "int8", "u8": "uint8", "i32": "int32"}[element])
    values = generator.uniform(-1, 1, shape)
    if element in ("c32", "c64"):
        return (values + 1j * generator.uniform(-1, 1, shape)).astype({"c32": "complex64", "c64": "complex128"}[element])
    return rounded(values, element) if element in ("bf16", "e4m3", "e5m2") else values.astype({"f16": "float16", "f32": "float32", "f64": "float64"}[element])


def sizes(manifest: Mapping[str, Any], wanted: Tuple[int, int, int] = (37, 29, 23)) -> Tuple[int, ...]:
    """Sizes that the kernel serves, near to those that are wanted."""
    found = []
    for name, size in zip("mnk", wanted):
        fixed = manifest["problem"]["sizes"][name]
        for constraint in manifest["constraints"]:
            if constraint["left"] == [name] and fixed is None:
                if constraint["op"] == "multiple_of":
                    size = -(-size // constraint["right"]) * constraint["right"]
                elif constraint["op"] == "at_least":
                    size = max(size, constraint["right"])
        found.append(size if fixed is None else fixed)
    return tuple(found)


def axis_of_k(manifest: Mapping[str, Any], letter: str) -> int:
    """The axis of a or b, as they are stored, that lies along K."""
    return -1 if (letter == "a") != manifest["problem"]["transpose"][letter] else -2


def halves(array: Array, axis: int) -> Array:
    """Numbers of 4 bits, two from each byte along an axis, the first one from its lower half."""
    pairs = np.stack([array & 15, array >> 4], axis if axis == -1 else -2)
    return pairs.reshape([2 * size if i - array.ndim == axis else size for i, size in enumerate(array.shape)])


def group_of(manifest: Mapping[str, Any], letter: str) -> int:
    """Elements along K that share a scale; 0: the matrix is not in groups."""
    element = manifest["problem"]["types"][letter]
    return int(re.split("[_x]", element)[1]) if re.fullmatch("(i4|u4|e4m3|e5m2)_[0-9]+(x[0-9]+)?", element) else 32 if element.startswith("mxfp8") else 0


def lines_of_group(manifest: Mapping[str, Any], letter: str) -> int:
    """Lines that share a scale."""
    return int(manifest["problem"]["types"][letter].partition("x")[2] or 1) if "_128x" in manifest["problem"]["types"][letter] else 1


def eight_bits(manifest: Mapping[str, Any], letter: str) -> str:
    """The type of the numbers of a group, of 8 bits each; empty: they are of 4 bits."""
    found = re.search("e4m3|e5m2", manifest["problem"]["types"][letter])
    return found[0] if found else ""


def values_of(manifest: Mapping[str, Any], given: Mapping[str, Any], letter: str) -> Array:
    """A matrix in groups as numbers: scale * (quant - zero point), without zero points 8."""
    from clgemm.elements import CODECS

    axis, group = axis_of_k(manifest, letter), group_of(manifest, letter)
    name = letter.upper()
    quant = eight_bits(manifest, letter)
    if quant:
        stored = given[f"{name}_scales"]
        scales = np.ldexp(1.0, stored.astype(np.int32) - 127) if stored.dtype == np.uint8 else stored.astype(np.float64)
        shared = lines_of_group(manifest, letter)
        if shared > 1:
            scales = np.take(np.repeat(scales, shared, -3 - axis), range(given[letter].shape[-3 - axis]), -3 - axis)
        return np.repeat(scales, group, axis) * CODECS[quant][1](given[letter]).astype(np.float64)
    zeros = given.get(f"{name}_zeros")
    zero = 8 if zeros is None else np.repeat(halves(zeros, axis), group, axis).astype(np.float64)
    return np.repeat(given[f"{name}_scales"].astype(np.float64), group, axis) * (halves(given[letter], axis).astype(np.float64) - zero)


def operands(manifest: Mapping[str, Any], shape: Tuple[int, ...], members: int, seed: int) -> Dict[str, Any]:
    """Random a, b, c and what the epilogue reads, as `Gemm` takes them; a or b is one matrix where members share it."""
    from clgemm.elements import CODECS

    generator = np.random.default_rng(seed)
    problem = manifest["problem"]
    m, n, k = shape
    batch = problem["batch"]
    zeros = [number["symbol"] for number in (manifest.get("interface") or {}).get("derived", ()) if not number["terms"]]
    found: Dict[str, Any] = {}
    for letter, (rows, columns) in {"a": (m, k), "b": (k, n), "c": (m, n)}.items():
        if letter != "c" and problem["transpose"][letter]:
            rows, columns = columns, rows
        shared = letter != "c" and batch["kind"] == "strided" and (batch["strides"][letter] == 0 or f"stride_{letter}" in zeros)
        front = () if batch["kind"] == "none" or shared else (members,)
        if letter != "c" and group_of(manifest, letter):
            for buffer in manifest["buffers"]:
                if buffer["name"].split("_")[0] != letter.upper():
                    continue
                quant = eight_bits(manifest, letter)
                own = buffer["role"] == letter
                covers = (1 if quant else 2) if own else buffer["element"]["covers"]
                whole = (*front, rows, columns)
                axis = len(whole) + axis_of_k(manifest, letter)
                lines = buffer["element"].get("lines", 1)
                across = len(whole) - 3 - axis_of_k(manifest, letter)
                size = tuple(side // covers if i == axis else -(-side // lines) if i == across else side for i, side in enumerate(whole))
                if own and quant:
                    found[letter] = CODECS[quant][0](generator.uniform(-1, 1, size).astype("f"))
                elif buffer["element"]["type"] in ("f16", "f32") and not own:
                    found[buffer["name"]] = generator.uniform(-1, 1, size).astype(buffer["element"]["type"].replace("f16", "e").replace("f32", "f"))
                elif quant:
                    found[buffer["name"]] = generator.integers(120, 130, size, np.uint8)
                else:
                    found[letter if own else buffer["name"]] = generator.integers(0, 256, size, np.uint8)
            continue
        found[letter] = random(generator, (*front, rows, columns), problem["types"][letter])
    for buffer in manifest["buffers"]:
        element = buffer["element"]["type"]
        if buffer["role"] == "d":
            found[buffer["name"]] = random(generator, found["b"].shape, element)
        elif buffer["role"] == "residual":
            found[buffer["name"]] = random(generator, found["c"].shape, element)
        elif buffer["role"] in ("bias", "scale"):
            (extent,) = buffer["extents"]
            found[buffer["name"]] = random(generator, (m if extent["n"] == "m" else n,), element)
    for number, operation in enumerate(problem["epilogue"]):
        if operation.get("operand") not in (None, *found):
            found[operation["operand"]] = 0.5 + number
    return found


def product(manifest: Mapping[str, Any], given: Mapping[str, Any], alpha: Any, beta: Any) -> Tuple[Array, Array]:
    """The result in the widest type, and what its error may be."""
    problem = manifest["problem"]
    types = problem["types"]
    wide = np.int64 if types["c"] == "i32" else np.complex128 if types["c"].startswith("c") else np.float64

    def op(letter: str, name: str = "") -> Array:
        matrix = values_of(manifest, given, letter) if letter != "c" and group_of(manifest, letter) else given[name or letter].astype(wide)
        matrix = matrix.swapaxes(-1, -2) if problem["transpose"][letter] else matrix
        return matrix.conj() if problem.get("conjugate", {}).get(letter) else matrix

    a, b, c = op("a"), op("b"), given["c"].astype(wide)
    result = alpha * (a @ b) + beta * c
    if wide is np.int64:
        return result.astype(np.int32), np.zeros(result.shape)
    size = np.abs(alpha) * (np.abs(a) @ np.abs(b)) + np.abs(beta * c)
    if "chain" in problem:  # no activation is larger than its value and 1 together
        d, gate = op("b", problem["chain"]["operand"]), problem["chain"]["gate"]
        result = (result if gate == "none" else ACTIVATIONS[gate](result)) * alpha * (a @ d)
        size = 2 * (size + 1) * (np.abs(alpha) * (np.abs(a) @ np.abs(d)) + 1)
    for operation in problem["epilogue"]:
        name, operand = operation["op"], given.get(operation.get("operand", ""))
        if operation.get("axis") == "row":
            operand = operand[:, None]
        if name in ("bias", "residual"):
            result, size = result + operand, size + np.abs(operand)
        elif name == "scale":
            result, size = result * operand, size * np.abs(operand)
        else:
            result = ACTIVATIONS[name](result, *operation.get("parameters", ()))
    if types["c"] in ("i8", "u8"):
        low, high = (-128, 127) if types["c"] == "i8" else (0, 255)
        return np.clip(np.rint(result), low, high), np.ones(result.shape)
    if types["accumulate"] == "i32":
        return result, 4 * (32 * EPSILON["f32"] + EPSILON[types["c"]]) * (size + 1e-3)
    work = max(EPSILON[types["accumulate"]], EPSILON[types.get("product", types["accumulate"])])
    depth = a.shape[-1] + 8
    # 4: that of no activation's slope is larger, and complex products have more terms.
    factors = 2 * EPSILON[types["factors"]] if "factors" in types else 0
    return result, 4 * (depth * work + factors + EPSILON[types["c"]]) * (size + 1e-3)
