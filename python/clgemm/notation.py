"""The sizes of a product in index notation, and what of a launch follows from them (doc/manifest.md, "Products"). No OpenCL here, and no numpy."""

from __future__ import annotations

import math
from typing import Any, Dict, Mapping, Optional, Tuple, Union

from .errors import LaunchError

Sizes = Dict[str, int]
Product = Mapping[str, Any]

#: Rows and columns of the matrix of an operand count the indices of these.
SIDES = {"a": ("m", "k"), "b": ("k", "n"), "c": ("m", "n")}


def known_sizes(product: Product) -> Sizes:
    """Those that are compiled in."""
    return {each["name"]: each["size"] for each in product["sizes"] if each["size"] is not None}


def measure(value: Union[int, str], sizes: Mapping[str, int]) -> int:
    """A number, or a product of sizes: "2 * x_1 * c". Errors: LaunchError, where one is not known."""
    if isinstance(value, int):
        return value
    factors = [factor.strip() for factor in value.split("*")]
    for factor in factors:
        if not factor.isdigit() and factor not in sizes:
            raise LaunchError(f"the product takes a size `{factor}`; ask {factor}=NUMBER")
    return math.prod(int(factor) if factor.isdigit() else sizes[factor] for factor in factors)


def learn(sizes: Sizes, name: str, number: int, where: str) -> None:
    """Takes a size. Errors: LaunchError, where it is another one already."""
    if sizes.setdefault(name, number) != number:
        raise LaunchError(f"{name} is {sizes[name]}, and {number} by {where}")


def learn_shape(product: Product, letter: str, shape: Tuple[int, ...], sizes: Sizes) -> None:
    """Takes the sizes that the shape of an operand says. Errors: LaunchError."""
    operand = product["operands"][letter]
    name, axes = operand["name"], operand["axes"]
    if len(shape) != len(axes):
        raise LaunchError(f"{name} has {len(shape)} axes, and {len(axes)} positions")
    for position, (axis, number) in enumerate(zip(axes, shape)):
        extent = axis["extent"]
        if isinstance(extent, str):
            learn(sizes, extent, number, f"position {position} of {name}")
        elif extent != number:
            raise LaunchError(f"position {position} of {name} has {number} elements, and the kernel is made for {extent}")


def fit_windows(product: Product, sizes: Sizes) -> None:
    """Chooses sizes of indices that slide along an axis: as many as the extent has room for, with a padding as wide behind it as before."""
    for letter in "ab":
        for axis in product["operands"][letter]["axes"]:
            unknown = [term for term in axis["sum"] if term["index"] not in sizes]
            if len(unknown) != 1 or any(term["factor"] < 0 for term in axis["sum"]):
                continue
            taken = sum(term["factor"] * (sizes[term["index"]] - 1) for term in axis["sum"] if term is not unknown[0])
            room = measure(axis["extent"], sizes) - 1 - axis["plus"] - taken + max(-axis["plus"], 0)
            sizes[unknown[0]["index"]] = max(room // unknown[0]["factor"] + 1, 0)


def choose_strides(product: Product, sizes: Sizes) -> None:
    """Strides that nobody says make the operands tight."""
    for operand in product["operands"].values():
        tight = 1
        for axis in reversed(operand["axes"]):
            if isinstance(axis["stride"], str) and axis["stride"] not in sizes and "*" not in axis["stride"]:
                sizes[axis["stride"]] = tight
            tight = measure(axis["stride"], sizes) * measure(axis["extent"], sizes)


def total(product: Product, kind: str, sizes: Mapping[str, int]) -> int:
    """The product of the sizes of a class: "m", "n", "k", "batch"."""
    return math.prod(measure(name, sizes) for name in product[kind])


def _apart(product: Product, letter: str, kind: str, sizes: Mapping[str, int]) -> int:
    """Elements between neighbours of a class in an operand where its indices of it nest; 0: it has none that moves it."""
    moving = [name for name in product[kind] if sizes[name] != 1]
    axes = product["operands"][letter]["axes"]
    terms = [(axis, term) for axis in axes for term in axis["sum"] if moving and term["index"] == moving[-1]]
    return sum(term["factor"] * measure(axis["stride"], sizes) for axis, term in terms)


def _elements(product: Product, letter: str, sizes: Mapping[str, int]) -> int:
    """Elements of a member of an operand, by its extents."""
    own = [axis for axis in product["operands"][letter]["axes"] if not any(term["index"] in product["batch"] for term in axis["sum"])]
    extents = [measure(axis["extent"], sizes) for axis in own]
    return 0 if 0 in extents else 1 + sum((extent - 1) * measure(axis["stride"], sizes) for axis, extent in zip(own, extents))


def _attention_symbols(problem: Mapping[str, Any], sizes: Mapping[str, int]) -> Dict[str, int]:
    """The elements of all members of each operand, and the heads of all members. Errors: LaunchError, where the sizes are none of attention."""
    queries, keys = sizes["q_heads"], sizes["kv_heads"]
    if not keys or queries % keys:
        raise LaunchError(f"kv_heads must divide q_heads, and they are {keys} and {queries}")
    if queries // keys % problem["chain"].get("heads", 1):
        raise LaunchError(f"q_heads must be a multiple of {problem['chain']['heads']} kv_heads, and they are {queries} and {keys}")
    if "causal" in problem["chain"]["mask"] and sizes["lq"] > sizes["lk"]:
        raise LaunchError(f"lq must be at most lk of a causal mask, and they are {sizes['lq']} and {sizes['lk']}")
    derived = {"heads": sizes["batch"] * queries, "kv_heads": sizes["batch"] * keys}
    for letter, operand in problem["product"]["operands"].items():
        reach = ((max(measure(axis["extent"], sizes), 1) - 1) * measure(axis["stride"], sizes) for axis in operand["axes"])
        derived[f"elements_{letter}"] = 1 + sum(reach)
    return derived


def symbols_of(problem: Mapping[str, Any], sizes: Mapping[str, int]) -> Tuple[Tuple[int, int, int], Dict[str, int], Dict[str, int]]:
    """M, N and K; the leading dimensions, members and strides that a launch is given; what else follows, the elements of operands."""
    product, given = problem["product"], {}
    if problem.get("chain", {}).get("kind") == "attention":
        return (sizes["lq"], sizes["head"], sizes["lk"]), {}, _attention_symbols(problem, sizes)
    elements = {f"elements_{letter}": _elements(product, letter, sizes) for letter in SIDES}
    for letter, (rows, columns) in SIDES.items():
        turned = (letter != "c" and problem["transpose"][letter]) != (problem["layout"] == "column")
        apart: Optional[int] = _apart(product, letter, columns if turned else rows, sizes)
        if problem["ld"][letter] is None and apart:
            given[f"ld{letter}"] = apart
        if problem["batch"]["kind"] == "strided" and problem["batch"]["strides"][letter] is None:
            given[f"stride_{letter}"] = max(_apart(product, letter, "batch", sizes), letter == "c")
    if problem["batch"]["kind"] == "strided":
        given["batch"] = total(product, "batch", sizes)
    return (total(product, "m", sizes), total(product, "n", sizes), total(product, "k", sizes)), given, elements
