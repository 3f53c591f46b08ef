"""Which members a manifest has and what each is (doc/manifest.md), as far as this package reads them. No OpenCL here, and no numpy.

A shape is a function of a value and of its place in the manifest ("steps[0].args[2]"); it raises `Unfit` where the value is not
of it. What the shapes cannot say, that names lead somewhere, is `check_names`.
"""

from __future__ import annotations

import math
from typing import Any, Callable, Container, Dict, List, Mapping, Optional, Sequence

from .symbols import COMPANIONS, FURTHER, LETTERS, OPERATIONS, SIZE_LIMIT, chain_of, known_symbols, operands_of

Shape = Callable[[Any, str], None]

#: Types of elements that numpy has, or whose bits it has, and the bytes of one.
PLAIN = {"f16": 2, "bf16": 2, "e4m3": 1, "e5m2": 1, "f32": 4, "f64": 8, "i8": 1, "u8": 1, "i32": 4, "i64": 8, "c32": 8, "c64": 16}

#: Types of quantised elements (doc/quantised.md), of which numpy has bytes: blocks, and groups whose scales lie apart.
BLOCKS = ("q4_0", "q4_1", "q5_0", "q5_1", "q8_0", "q4_k", "q5_k", "q6_k", "mxfp4", "iq4_nl")
#: The same where the parts of a block are in buffers of their own.
APART = tuple(f"{name}_apart" for name in BLOCKS)
GROUPED_HALVES = tuple(f"{kind}_{group}" for kind in ("i4", "u4") for group in (32, 64, 128, 256))
GROUPED = (*GROUPED_HALVES, "e4m3_128", "e5m2_128", "e4m3_128x128", "e5m2_128x128", "mxfp8_e4m3", "mxfp8_e5m2")


class Unfit(Exception):
    """A member is not as it should be; the text says which, and what is wrong."""


def check_members(manifest: Any) -> None:
    """Errors: Unfit, of the first member that a run of the manifest could not do with."""
    _MANIFEST(manifest, "")
    check_names(manifest)


# ---------------------------------------------------------------- shapes


def _unfit(value: Any, place: str, wanted: str) -> Unfit:
    if isinstance(value, int) and abs(value) >= 1 << 64:
        words = "a number of many digits"
    elif isinstance(value, (str, int, float)) or value is None:
        words = f"{value!r:.60}"
    else:
        words = "an object" if isinstance(value, Mapping) else "a list"
    return Unfit(f"`{place}` is {words}, not {wanted}")


def _text(value: Any, place: str) -> None:
    if not isinstance(value, str):
        raise _unfit(value, place, "a text")


def _flag(value: Any, place: str) -> None:
    if not isinstance(value, bool):
        raise _unfit(value, place, "true or false")


def _number(value: Any, place: str) -> None:
    fits = isinstance(value, int) and abs(value) < 1 << 63 or isinstance(value, float) and math.isfinite(value)
    if isinstance(value, bool) or not fits:
        raise _unfit(value, place, "a number")


def _whole(low: int, high: int = SIZE_LIMIT) -> Shape:
    def shape(value: Any, place: str) -> None:
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise _unfit(value, place, f"a whole number from {low} to {high}")

    return shape


def _one_of(*words: str) -> Shape:
    def shape(value: Any, place: str) -> None:
        if not isinstance(value, str) or value not in words:
            raise _unfit(value, place, "one of " + ", ".join(words))

    return shape


def _or_null(other: Shape) -> Shape:
    return lambda value, place: None if value is None else other(value, place)


def _or_text(other: Shape) -> Shape:
    """A text, which `check_names` looks up, or of another shape."""
    return lambda value, place: None if isinstance(value, str) else other(value, place)


def _list(item: Shape, least: int = 0, most: int = 1024) -> Shape:
    def shape(value: Any, place: str) -> None:
        if not isinstance(value, (list, tuple)) or not least <= len(value) <= most:
            raise _unfit(value, place, f"a list of {least} to {most}")
        for index, each in enumerate(value):
            item(each, f"{place}[{index}]")

    return shape


def _object(members: Mapping[str, Shape], optional: Optional[Mapping[str, Shape]] = None) -> Shape:
    """An object with these members; what else it has is not looked at."""

    def shape(value: Any, place: str) -> None:
        if not isinstance(value, Mapping):
            raise _unfit(value, place or "the manifest", "an object")
        front = place + "." if place else ""
        for name, member in members.items():
            if name not in value:
                raise Unfit(f"`{front}{name}` is missing")
            member(value[name], front + name)
        for name, member in (optional or {}).items():
            if name in value:
                member(value[name], front + name)

    return shape


def _by(name: str, kinds: Mapping[str, Shape]) -> Shape:
    """An object whose member of this name says which of the shapes it has."""
    kind = _object({name: _one_of(*kinds)})

    def shape(value: Any, place: str) -> None:
        kind(value, place)
        kinds[value[name]](value, place)

    return shape


# ---------------------------------------------------------------- the manifest

_SIZE = _whole(0)
_COUNT = _or_text(_SIZE)
_TYPE = _one_of("f16", "f32", "f64", "i32", "i64", "u32", "u64", "c32", "c64")
_TERMS = _list(_object({"factor": _number, "product": _list(_text, 0, 4)}), 0, 5)


def _of_matrices(shape: Shape, names: str = "abc") -> Shape:
    return _object(dict.fromkeys(names, shape))


def _tight(value: Any, place: str) -> None:
    if value != "tight":
        _or_null(_SIZE)(value, place)


_AXIS = _object({"extent": _COUNT, "stride": _COUNT, "plus": _number, "sum": _list(_object({"index": _text, "factor": _number}), most=6)})
_OPERAND = _object({"name": _text, "by_index": _flag, "axes": _list(_AXIS, 1, 8)})
_PRODUCT = _object(
    {
        "sizes": _list(_object({"name": _text, "size": _or_null(_SIZE)}), most=60),
        **dict.fromkeys(("batch", "m", "n", "k"), _list(_text, most=12)),
        "operands": _object(dict.fromkeys("abc", _OPERAND), dict.fromkeys(("d", *FURTHER), _OPERAND)),
    }
)

_CHAIN = _by(
    "kind",
    {
        "gate": _object({"gate": _text, "operand": _text, "ld": _tight, "offset": _or_null(_SIZE)}),
        "attention": _object({"operand": _text, "mask": _one_of("none", "causal", "keys", "matrix", "causal,keys", "causal,matrix")}, {"lengths": _one_of("member"), "heads": _whole(2)}),
    },
)

_PROBLEM = _object(
    {
        "types": _object(
            {
                "a": _one_of(*PLAIN, *BLOCKS, *APART, *GROUPED),
                "b": _one_of(*PLAIN, *BLOCKS, *APART, *GROUPED),
                "c": _one_of(*PLAIN),
            }
        ),
        "layout": _one_of("row", "column"),
        "transpose": _of_matrices(_flag, "ab"),
        "sizes": _of_matrices(_or_null(_SIZE), "mnk"),
        "ld": _of_matrices(_tight),
        "offsets": _of_matrices(_or_null(_SIZE)),
        "alpha": _or_null(_number),
        "beta": _or_null(_number),
        "batch": _by(
            "kind",
            {
                "none": _object({}),
                "offsets": _object({"members": _or_null(_SIZE)}),
                "strided": _object({"members": _or_null(_SIZE), "strides": _of_matrices(_or_null(_SIZE))}),
                "groups": _object({"members": _or_null(_SIZE), "strides": _of_matrices(_or_null(_SIZE))}, {"adds": _flag, "ragged": _one_of("n", "k")}),
            },
        ),
        "epilogue": _list(_object({"op": _text}, {"operand": _text}), most=16),
    },
    {"product": _PRODUCT, "chain": _CHAIN},
)

_PROGRAM = _object(
    {
        "file": _text,
        "hash": _text,
        "build_options": _text,
        "finalize": _or_null(_text),
        "requires": _object(
            {"opencl_c": _text, "extensions": _list(_text), "images": _flag, "work_group_size": _SIZE},
            {"device": _object({}, {"type": _text, "vendor": _text})},
        ),
    },
    {"source": _text},
)

#: Roles of buffers: of matrices there is one buffer each, of what comes with them at most one, of others any number.
SINGLE = (*LETTERS, "d", *FURTHER, *COMPANIONS, "offsets_a", "offsets_b", "offsets_c", "offsets", "experts", "index_a", "index_c", "ids")
ROLES = (*SINGLE, "bias", "scale", "residual", "workspace", "counters")

_BUFFER = _object(
    {
        "name": _text,
        "role": _one_of(*ROLES),
        "element": _object({"type": _text, "bytes": _whole(1, 8192), "covers": _whole(1, 1 << 20)}, {"lines": _whole(1, 1 << 20)}),
        "extents": _list(_object({"n": _COUNT, "rounded_to": _whole(1), "stride": _COUNT}, {"more": _COUNT}), 1, 4),
        "offset": _COUNT,
        "image": _or_null(
            _object(
                {
                    "order": _one_of("R", "RG", "RGBA"),
                    "type": _one_of("FLOAT", "HALF_FLOAT", "UNSIGNED_INT32", "SIGNED_INT32"),
                    "pitch_bytes": _whole(0, 1 << 20),
                }
            )
        ),
        "lifetime": _one_of("caller", "run", "weights"),
        "init": _one_of("none", "zero"),
    }
)

_ARGUMENT = _by(
    "kind",
    {
        "value": _object({"name": _text, "symbol": _text, "type": _TYPE}),
        "literal": _object({"name": _text, "value": _number, "type": _TYPE}),
        "buffer": _object({"name": _text, "buffer": _text}),
        "local": _object({"name": _text, "bytes": _whole(1, 1 << 30)}),
        "sum": _object({"name": _text, "terms": _TERMS, "type": _TYPE}),
        "size": _object({"name": _text, "size": _text, "type": _TYPE}),
    },
)


def _dimension(value: Any, place: str) -> None:
    kinds = {"persistent": _PERSISTENT, "count": _BY_FORMULA}
    found = [kind for name, kind in kinds.items() if isinstance(value, Mapping) and name in value]
    (found[0] if found else _COUNTED)(value, place)


def _formula(value: Any, place: str) -> None:
    """A whole number, a size, or a list of an operation and what it is of."""
    parts = len(value) if isinstance(value, list) else 0
    if parts in (2, 3) and isinstance(value[0], str) and value[0] in OPERATIONS and (parts == 3 or value[0] == "-"):
        for i, part in enumerate(value[1:], 1):
            _formula(part, f"{place}[{i}]")
    elif value not in ("m", "n", "k") and (isinstance(value, bool) or not isinstance(value, int)):
        raise _unfit(value, place, "a formula of m, n and k")


_BY_FORMULA = _object({"count": _formula})
_PERSISTENT = _object({"persistent": _whole(1, 1 << 20)})
_COUNTED = _object({"dim": _COUNT, "per_group": _whole(1)}, {"rounded_to": _whole(1), "times": _whole(1), "more": _COUNT, "most": _whole(1)})
_STEP = {"name": _text, "when": _object({"nonzero": _list(_text)}), "phase": _one_of("prepare", "run"), "repeat": _COUNT}
_KERNEL = {
    "program": _SIZE,
    "entry": _text,
    "args": _list(_ARGUMENT, most=256),
    "local": _list(_whole(1, 1 << 20), 1, 3),
    "global": _list(_dimension, 1, 3),
    "sub_group": _or_null(_object({"size": _whole(1, 4096), "rule": _one_of("equal", "multiple")})),
}

_MANIFEST = _object(
    {
        "name": _text,
        "problem": _PROBLEM,
        "programs": _list(_PROGRAM, 1, 64),
        "buffers": _list(_BUFFER, 1, 256),
        "steps": _list(
            _by(
                "kind",
                {
                    "kernel": _object({**_STEP, **_KERNEL}),
                    "copy_to_image": _object({**_STEP, "from": _text, "to": _text}),
                    "fill": _object({**_STEP, "to": _text}),
                },
            ),
            1,
        ),
        "constraints": _list(
            _object(
                {
                    "rule": _text,
                    "sentence": _text,
                    "left": _list(_text),
                    "op": _one_of("multiple_of", "at_least", "at_most", "equal"),
                    "right": _COUNT,
                }
            ),
            most=256,
        ),
    }
)


# ---------------------------------------------------------------- names


def _look_up(name: Any, place: str, known: Container[str], what: str) -> None:
    if isinstance(name, str) and name not in known:
        raise Unfit(f"`{place}`: there is no {what} `{name:.60}`")


def check_names(manifest: Mapping[str, Any]) -> None:
    """That symbols, buffers and programs which are named are there, and are what they are named for. Errors: Unfit."""
    buffers: Dict[str, Mapping[str, Any]] = {}
    for buffer in manifest["buffers"]:
        if buffer["name"] in buffers:
            raise Unfit(f"two buffers are named `{buffer['name']:.60}`")
        buffers[buffer["name"]] = buffer
    _check_roles(manifest, [buffer["role"] for buffer in manifest["buffers"]])
    _check_epilogue(manifest, buffers)
    symbols = {"m", "n", "k", "batch", *known_symbols(manifest)}
    symbols |= {f"elements_{letter}" for letter in operands_of(manifest) if "product" in manifest["problem"]}
    symbols |= {"heads", "kv_heads"} if chain_of(manifest) == "attention" else set()
    sizes = {name for name in symbols if not name.startswith(("alpha", "beta", "scale", "offsets_"))}
    for index, buffer in enumerate(manifest["buffers"]):
        _check_buffer(manifest, buffer, f"buffers[{index}]", sizes)
    for index, step in enumerate(manifest["steps"]):
        _check_step(manifest, step, f"steps[{index}]", buffers, symbols, sizes)
    for index, constraint in enumerate(manifest["constraints"]):
        for name in [*constraint["left"], constraint["right"]]:
            _look_up(name, f"constraints[{index}]", sizes, "size")


def _check_roles(manifest: Mapping[str, Any], roles: List[str]) -> None:
    lists = {"offsets": [f"offsets_{letter}" for letter in LETTERS], "groups": ["offsets"]}
    needed = [*operands_of(manifest), *lists.get(manifest["problem"]["batch"]["kind"], [])]
    optional = ["experts", "index_a", "index_c"] if manifest["problem"]["batch"]["kind"] == "groups" else []
    for role in SINGLE:
        number = roles.count(role)
        if number > 1 or (role in needed and number == 0) or (role.startswith(("d", *FURTHER, "offsets", "experts", "index")) and role not in needed + optional and number):
            raise Unfit(f"`buffers` has {number} of role `{role}`")


def _check_epilogue(manifest: Mapping[str, Any], buffers: Mapping[str, Mapping[str, Any]]) -> None:
    named = [name for name, buffer in buffers.items() if buffer["role"] in ("bias", "scale", "residual")]
    for index, operation in enumerate(manifest["problem"]["epilogue"]):
        if "operand" in operation:
            _look_up(operation["operand"], f"problem.epilogue[{index}].operand", [*named, "scale", "scale2", "scale3", "scale4"], "operand")
    for name in named:
        extents = buffers[name]["extents"]
        if buffers[name]["role"] == "residual" and (
            len(extents) < 2 or isinstance(extents[-2]["stride"], str) and not extents[-2]["stride"].startswith("ldr")
        ):
            raise Unfit(f"`{name:.60}` is a matrix, and its rows or columns have no leading dimension")


def _check_buffer(manifest: Mapping[str, Any], buffer: Mapping[str, Any], place: str, sizes: Container[str]) -> None:
    role, element = buffer["role"], buffer["element"]
    _look_up(buffer["offset"], place + ".offset", sizes, "size")
    for extent in buffer["extents"]:
        _look_up(extent["n"], place + ".extents", sizes, "size")
        _look_up(extent.get("more"), place + ".extents", sizes, "size")
        if extent["stride"] != "dense":
            _look_up(extent["stride"], place + ".extents", sizes, "size")
    if buffer["image"] is not None and len(buffer["extents"]) < 2:
        raise Unfit(f"`{place}` is an image, and has one extent")
    if role == "workspace":
        return
    if buffer["image"] is not None or buffer["init"] == "zero":
        raise Unfit(f"`{place}` is the caller's, and is to be an image or set to zero")
    kind = element["type"]
    if role in LETTERS and kind != manifest["problem"]["types"][role]:
        raise Unfit(f"`{place}.element.type` is not that of the problem")
    _look_up(kind, place + ".element.type", (*PLAIN, *BLOCKS, *APART, *GROUPED), "type of elements")
    several = role.startswith(("part_scales_", "uppers_"))  # bytes of each block
    if several and kind != "u8":
        raise Unfit(f"`{place}.element` is of {kind}, and what a block has of it are bytes, `u8`")
    if kind in PLAIN and element["bytes"] != PLAIN[kind] and not several:
        raise Unfit(f"`{place}.element` is {element['bytes']} bytes, and one of {kind} has {PLAIN[kind]}")
    bits = 4 if kind in GROUPED_HALVES else 8
    if kind in GROUPED and element["covers"] * bits != 8 * element["bytes"]:
        raise Unfit(f"`{place}.element` is {element['bytes']} bytes, and has {element['covers']} of {bits} bits")


def _check_terms(terms: Sequence[Mapping[str, Any]], place: str, sizes: Container[str]) -> None:
    for term in terms:
        for name in term["product"]:
            _look_up(name, place + ".terms", sizes, "size")


def _check_step(
    manifest: Mapping[str, Any],
    step: Mapping[str, Any],
    place: str,
    buffers: Mapping[str, Mapping[str, Any]],
    symbols: Container[str],
    sizes: Container[str],
) -> None:
    for name in step["when"]["nonzero"]:
        _look_up(name, place + ".when", symbols, "symbol")
    _look_up(step["repeat"], place + ".repeat", sizes, "size")
    for name in ("from", "to"):
        _look_up(step.get(name), f"{place}.{name}", buffers, "buffer")
    if step["kind"] == "copy_to_image" and (buffers[step["from"]]["image"] or not buffers[step["to"]]["image"]):
        raise Unfit(f"`{place}` copies from a buffer to an image, and `from` is an image or `to` is none")
    if step["kind"] != "kernel":
        return
    if step["program"] >= len(manifest["programs"]):
        raise Unfit(f"`{place}.program` is {step['program']}, of {len(manifest['programs'])} programs")
    if len(step["local"]) != len(step["global"]):
        raise Unfit(f"`{place}` has {len(step['local'])} dimensions in `local` and {len(step['global'])} in `global`")
    for dimension in step["global"]:
        _look_up(dimension.get("dim"), place + ".global", sizes, "size")
        _look_up(dimension.get("more"), place + ".global", sizes, "size")
    for index, argument in enumerate(step["args"]):
        _look_up(argument.get("symbol"), f"{place}.args[{index}]", symbols, "symbol")
        _look_up(argument.get("buffer"), f"{place}.args[{index}]", buffers, "buffer")
        _check_terms(argument.get("terms", []), f"{place}.args[{index}]", sizes)
