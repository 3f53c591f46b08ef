"""The symbols of a launch: the value of each, from the sizes and what is asked (doc/manifest.md, "Symbols").

`Values` maps the name of a symbol to its value: whole numbers, and of scalars real or complex ones.
"""

from __future__ import annotations

import cmath
import math
import numbers
import operator
from typing import Any, Callable, Dict, List, Mapping, Optional, Sequence, Tuple, Union

from .errors import LaunchError

Number = Union[int, float, complex]
Values = Dict[str, Number]
Given = Mapping[str, Union[Number, Sequence[int], None]]
Manifest = Mapping[str, Any]

SIZE_LIMIT = 1 << 48
LETTERS = ("a", "b", "c")

#: What attention may have beside Q, K, V and O.
FURTHER = ("mask", "lengths_q", "lengths_k")

#: The matrix that groups have one of each, by the axis of which they have parts.
OWN = {"m": "b", "n": "a", "k": "c"}


def own_of_groups(manifest: Manifest) -> str:
    """The matrix that each group has of its own; "": there are no groups."""
    batch = manifest["problem"]["batch"]
    return OWN[batch.get("ragged", "m")] if batch["kind"] == "groups" else ""


def strided(manifest: Manifest) -> Sequence[str]:
    """Matrices of a batch that have a stride from one member to the next."""
    return LETTERS if manifest["problem"]["batch"]["kind"] == "strided" else own_of_groups(manifest)


def settle(name: str, fixed: Any, given: Any, default: Any) -> Any:
    """The value of a symbol: what is fixed in the kernel, which refuses another one, else what is given."""
    if fixed is not None:
        if given is not None and given != fixed:
            raise LaunchError(f"the kernel is made for {name} = {fixed}, not for {given}")
        return fixed
    return default if given is None else given


def asked_size(name: str, value: Any) -> Optional[int]:
    """A value as a size; None: nothing is asked. Errors: LaunchError."""
    return None if value is None else size_of(name, value)


def size_of(name: str, value: Any) -> int:
    """A value as a size. Errors: LaunchError."""
    try:
        size = operator.index(value)
    except TypeError:
        raise LaunchError(f"{name} = {value!r:.60} is no whole number") from None
    if not 0 <= size <= SIZE_LIMIT:
        raise LaunchError(f"{name} = {size if abs(size) < 1 << 64 else 'a number of many digits'} is not between 0 and 2^48")
    return size


def scalar_of(name: str, value: Any) -> Number:
    """A value as a number that a double holds; whole ones stay whole. Errors: LaunchError."""
    try:
        value = value.item()  # of numpy
    except (AttributeError, TypeError, ValueError):
        pass
    try:
        if isinstance(value, numbers.Integral):
            float(value)
            return int(value)
        if isinstance(value, numbers.Real):
            return float(value)
        if isinstance(value, numbers.Complex):
            return complex(value)
    except OverflowError:
        raise LaunchError(f"{name} is too large a number") from None
    raise LaunchError(f"{name} = {value!r:.60} is no number")


def round_up(value: int, multiple: int) -> int:
    return -(-value // multiple) * multiple


def multiple_of(manifest: Manifest, symbol: str) -> int:
    """The least number that all constraints on this symbol alone allow multiples of."""
    found = 1
    for constraint in manifest["constraints"]:
        right = constraint["right"]
        if constraint["op"] == "multiple_of" and constraint["left"] == [symbol] and isinstance(right, int) and right > 0:
            found = found * right // math.gcd(found, right)
    return found


def lines_of(problem: Mapping[str, Any], values: Mapping[str, Number], letter: str) -> Tuple[int, int]:
    """Number and length of the rows (row layout) or columns (column layout) of a matrix as it is stored."""
    m, n, k = (int(values[name].real) for name in "mnk")
    m = int(values.get(f"rows_{letter}", m).real)
    letter = "b" if letter == "d" else letter
    rows, columns = {"a": (m, k), "b": (k, n), "c": (m, n)}[letter]
    if letter != "c" and problem["transpose"][letter]:
        rows, columns = columns, rows
    return (columns, rows) if problem["layout"] == "column" else (rows, columns)


def span(lines: int, length: int, ld: int) -> int:
    """Elements from the first one of a matrix to one past its last."""
    return (lines - 1) * ld + length if lines and length else 0


def residuals(manifest: Manifest) -> List[Tuple[str, Any]]:
    """Each matrix that the epilogue reads: its buffer's name, and its leading dimension, a count."""
    return [
        (buffer["name"], buffer["extents"][-2]["stride"]) for buffer in manifest["buffers"] if buffer["role"] == "residual"
    ]


#: Parts of a block, in the order of enum clgemm_block_part; a buffer is the matrix's name and this: A (quants), A_scales.
PARTS = ("quants", "scales", "leasts", "part_scales", "uppers")

#: Roles of what quantised matrices have in buffers beside their quants, and the matrices.
COMPANIONS = {f"{kind}_{letter}": letter for kind in (*PARTS[1:], "zeros") for letter in "ab"}


def scalars(manifest: Manifest) -> List[str]:
    """Each number that the epilogue multiplies by: its operand is no buffer."""
    buffers = [buffer["name"] for buffer in manifest["buffers"]]
    operands = [operation.get("operand") for operation in manifest["problem"]["epilogue"]]
    return [name for name in operands if name is not None and name not in buffers]


#: Lists of groups: of 32-bit numbers, one more than groups; one a group; one a row.
LISTS_OF_GROUPS = ("offsets", "experts", "index_a", "index_c")


def has_list(manifest: Manifest, role: str) -> bool:
    """Whether a buffer has this role: a list of groups."""
    return any(buffer["role"] == role for buffer in manifest["buffers"])


def chain_of(manifest: Manifest) -> str:
    """What a kernel computes of two products: "gate", "attention"; "": it has one."""
    return str(manifest["problem"].get("chain", {"kind": ""})["kind"])


def operands_of(manifest: Manifest) -> Sequence[str]:
    """The operands of a kernel: a, b, c, of two products d, the second b, and what attention has beside."""
    own = manifest["problem"].get("product", {"operands": ()})["operands"]
    return (*LETTERS, "d", *(name for name in FURTHER if name in own)) if chain_of(manifest) else LETTERS


def letters_of(manifest: Manifest) -> Sequence[str]:
    """Those that are matrices with a leading dimension and an offset: of attention, whose sizes say all, none is asked for others."""
    return LETTERS if chain_of(manifest) == "attention" else operands_of(manifest)


def known_symbols(manifest: Manifest) -> List[str]:
    """Names of what a launch may be given beside the sizes."""
    problem = manifest["problem"]
    names = ["alpha", "beta"]
    for letter in letters_of(manifest):
        names += [f"ld{letter}", f"offset_{letter}"]
    kind = problem["batch"]["kind"]
    names += ["batch"] if kind != "none" else []
    names += ["matrices"] if has_list(manifest, "experts") else []
    names += [f"rows_{letter}" for letter in "ac" if has_list(manifest, f"index_{letter}")]
    names += [f"stride_{letter}" for letter in strided(manifest)]
    names += [f"offsets_{letter}" for letter in LETTERS if kind == "offsets"]
    names += [ld for _, ld in residuals(manifest) if isinstance(ld, str)]
    return names + scalars(manifest)


def symbol_values(manifest: Manifest, sizes: Sequence[Optional[int]], given: Given) -> Values:
    """The value of every symbol. `given`: those that are asked, None: not. Errors: LaunchError."""
    problem = manifest["problem"]
    known = known_symbols(manifest)
    for name in given:
        if name not in known:
            raise LaunchError(f"the kernel takes no `{name}`; ask for {', '.join(known)}")
    values: Values = {}
    for name, size in zip("mnk", sizes):
        value = settle(name, problem["sizes"][name], asked_size(name, size), None)
        if value is None:
            raise LaunchError(f"the kernel is made for any {name}; ask {name}=SIZE")
        values[name] = value
    for name in ("rows_a", "rows_c"):
        if name in known:
            values[name] = settle(name, None, asked_size(name, given.get(name)), values["m"])
    _scalars(manifest, given, values)
    for letter in letters_of(manifest):
        _line(manifest, letter, given, values)
    _derive(manifest, True, values)
    spans = {letter: _storage(manifest, letter, given, values) for letter in letters_of(manifest)}
    spans["c"] = max([spans["c"], *_residual_spans(manifest, given, values)])
    _batch(manifest, spans, given, values)
    _derive(manifest, False, values)
    if manifest.get("interface", {}).get("derived") and values["batch"].real > 1 and values.get("stride_c", spans["c"]).real < spans["c"]:
        raise LaunchError(f"members of C overlap: the host has them {values['stride_c']} elements apart, and each has {spans['c']}")
    for constraint in manifest["constraints"]:
        check(constraint, values)
    return values


def _scalars(manifest: Manifest, given: Given, values: Values) -> None:
    problem = manifest["problem"]
    element = problem["types"]["c"]
    for name, default in (("alpha", 1), ("beta", 0)):
        asked = given.get(name)
        value = settle(name, problem[name], None if asked is None else scalar_of(name, asked), default)
        if value.imag != 0 and not element.startswith("c"):
            raise LaunchError(f"{name} = {value} is no real number, and C is of {element}")
        if element == "i32" and (not cmath.isfinite(value) or value.real % 1 != 0):
            raise LaunchError(f"{name} = {value} is no whole number, and C is of i32")
        values[name] = value
    for name in scalars(manifest):
        value = given.get(name)
        if value is None:
            raise LaunchError(f"the epilogue scales by a number; ask {name}=NUMBER")
        values[name] = scalar_of(name, value)


def _line(manifest: Manifest, letter: str, given: Given, values: Values) -> None:
    """Leading dimension of a matrix, as it is asked for."""
    problem = manifest["problem"]
    tight = max(lines_of(problem, values, letter)[1], 1)
    name = f"ld{letter}"
    fixed = problem["chain"]["ld"] if letter == "d" else problem["ld"][letter]
    fixed = tight if fixed == "tight" else fixed
    values[name] = size_of(name, settle(name, fixed, asked_size(name, given.get(name)), round_up(tight, multiple_of(manifest, name))))


def _storage(manifest: Manifest, letter: str, given: Given, values: Values) -> int:
    """Offset of a matrix; the result is its span."""
    problem = manifest["problem"]
    lines, length = lines_of(problem, values, letter)
    ld = int(values[f"ld{letter}"].real)
    if ld < max(length, 1):
        raise LaunchError(f"ld{letter} = {ld} is too small for a matrix with lines of {max(length, 1)} elements")
    offset = f"offset_{letter}"
    fixed = problem["chain"]["offset"] if letter == "d" else problem["offsets"][letter]
    values[offset] = settle(offset, fixed, asked_size(offset, given.get(offset)), 0)
    return span(lines, length, ld)


def _residual_spans(manifest: Manifest, given: Given, values: Values) -> List[int]:
    """Leading dimensions of the epilogue's matrices, which lie as C does; the result is their spans."""
    lines, length = lines_of(manifest["problem"], values, "c")
    spans = []
    for _, ld in residuals(manifest):
        if isinstance(ld, str):
            values[ld] = settle(ld, None, asked_size(ld, given.get(ld)), max(length, 1))
        value = int(values[ld].real) if isinstance(ld, str) else ld
        if value < length:
            raise LaunchError(f"{ld} = {value} is too small for a matrix with lines of {length} elements")
        spans.append(span(lines, length, value))
    return spans


def _batch(manifest: Manifest, spans: Mapping[str, int], given: Given, values: Values) -> None:
    batch = manifest["problem"]["batch"]
    if batch["kind"] == "none":
        values["batch"] = 1
        return
    values["batch"] = settle("batch", batch["members"], asked_size("batch", given.get("batch")), 1)
    if has_list(manifest, "experts"):
        values["matrices"] = settle("matrices", None, asked_size("matrices", given.get("matrices")), values["batch"])
    for letter in strided(manifest):
        name = f"stride_{letter}"
        behind = round_up(max(spans[letter], 1), multiple_of(manifest, name))
        values[name] = size_of(name, settle(name, batch["strides"][letter], asked_size(name, given.get(name)), behind))


def _derive(manifest: Manifest, lines: bool, values: Values) -> None:
    """Values of symbols that follow from what a host passes (`interface`): leading dimensions, or all others."""
    for each in manifest.get("interface", {}).get("derived", []):
        name = each["symbol"]
        if (name in ("lda", "ldb", "ldc")) == lines:
            value = of_formula(each["formula"], values) if "formula" in each else int(sum_of(each["terms"], values).real)
            values[name] = size_of(name, value)


def sum_of(terms: Sequence[Mapping[str, Any]], values: Mapping[str, Number]) -> Number:
    """A sum of products of symbols."""
    return sum((term["factor"] * math.prod(int(values[name].real) for name in term["product"]) for term in terms), 0)


OPERATIONS: Mapping[str, Callable[[int, int], int]] = {
    "+": lambda left, right: left + right,
    "-": lambda left, right: left - right,
    "*": lambda left, right: left * right,
    "/": lambda left, right: left // right if left * right >= 0 else -(-left // right),
    "%": lambda left, right: left - OPERATIONS["/"](left, right) * right,
    "min": min,
    "max": max,
}


def of_formula(formula: Union[int, str, Sequence[Any]], values: Values) -> int:
    """What a formula of sizes comes to; division is towards zero. Errors: LaunchError where it divides by 0."""
    if isinstance(formula, int):
        return formula
    if isinstance(formula, str):
        return int(values[formula].real)
    left, right = ([0] + [of_formula(part, values) for part in formula[1:]])[-2:]
    if right == 0 and formula[0] in ("/", "%"):
        raise LaunchError("a formula of the manifest divides by 0")
    return OPERATIONS[formula[0]](left, right)


def check(constraint: Mapping[str, Any], values: Mapping[str, Number]) -> None:
    """Refuses values that violate a constraint. Errors: LaunchError with its rule."""
    left = math.prod(int(values[name].real) for name in constraint["left"])
    right = count(constraint["right"], values)
    kept = {
        "multiple_of": lambda: right != 0 and left % right == 0,
        "at_least": lambda: left >= right,
        "at_most": lambda: left <= right,
        "equal": lambda: left == right,
    }[constraint["op"]]()
    if not kept:
        relation = {"multiple_of": "a multiple of", "at_least": "at least", "at_most": "at most", "equal": "equal to"}
        raise LaunchError(
            f"{constraint['sentence']} (rule `{constraint['rule']}`: {left} is not {relation[constraint['op']]} {right})",
            rule=constraint["rule"],
        )


def count(value: Union[int, str], values: Mapping[str, Number]) -> int:
    """A count of the manifest: a whole number, or the value of a symbol."""
    return int(values[value].real) if isinstance(value, str) else value
