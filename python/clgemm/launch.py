"""One launch of a manifest: what to allocate and what to enqueue. No OpenCL here, and no numpy."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple, Union

from .errors import LaunchError
from .notation import known_sizes, symbols_of
from .symbols import SIZE_LIMIT, Given, Manifest, Number, Values, count, of_formula, round_up, size_of, sum_of, symbol_values

# A role of the caller's matrices and the list that says where the members of a batch begin; residuals begin where C does.
LISTS = {"a": "offsets_a", "b": "offsets_b", "c": "offsets_c", "residual": "offsets_c"}


@dataclass(frozen=True)
class Texels:
    """The size of an image.

    order, type    of its channels: "RGBA", "HALF_FLOAT"
    width, height  in texels
    used           texels of a row that hold the operand; the others fill it up to the pitch
    """

    order: str
    type: str
    width: int
    height: int
    used: int


@dataclass(frozen=True)
class Memory:
    """A memory object of a launch.

    name, role, lifetime  as in the manifest
    type                  of an element: "f32"
    elements              matrix elements from the start of the buffer to the end of the last one that is used
    lines                 so many lines share an element
    covers, stored        so many of them have so many bytes: of quantised elements a block, of their scales a group
    bytes                 to allocate of a buffer, at least one element; of an image those of the texels that are in use
    image                 None: it is a buffer
    zeroed                it is set to zero before each run
    """

    name: str
    role: str
    lifetime: str
    type: str
    elements: int
    covers: int
    lines: int
    stored: int
    bytes: int
    image: Optional[Texels]
    zeroed: bool


@dataclass(frozen=True)
class Part:
    """One call of clEnqueueNDRangeKernel: work-items and their offset, fastest dimension first."""

    global_size: Tuple[int, ...]
    local_size: Tuple[int, ...]
    offset: Optional[Tuple[int, ...]]


@dataclass(frozen=True)
class _Parts(Sequence[Part]):
    """The parts of a step: work-items and work-groups of each dimension, and the most work-groups of the last one in a part."""

    local: Tuple[int, ...]
    groups: Tuple[int, ...]
    most: int

    def __len__(self) -> int:
        return -(-self.groups[-1] // self.most)

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return [self[each] for each in range(len(self))[index]]
        first = range(0, self.groups[-1], self.most)[index]
        sizes = [*self.groups[:-1], min(self.most, self.groups[-1] - first)]
        offset = (0,) * (len(self.local) - 1) + (first * self.local[-1],)
        return Part(tuple(map(math.prod, zip(sizes, self.local))), self.local, offset if len(self) > 1 else None)


@dataclass(frozen=True)
class Launch:
    """A launch of a kernel for given sizes.

    manifest  of the kernel
    values    of all symbols: sizes, leading dimensions, offsets, alpha, beta and so on
    furthest  of a batch that lists place: offset of the furthest member of "a", "b" and "c", in elements
    sizes     of a product in index notation
    """

    manifest: Manifest
    values: Values
    furthest: Mapping[str, int]
    sizes: Mapping[str, int] = field(default_factory=dict)

    @cached_property
    def memory(self) -> Dict[str, Memory]:
        """Every memory object by its name: the caller's and the workspaces. Errors: LaunchError."""
        return {buffer["name"]: self._memory(buffer) for buffer in self.manifest["buffers"]}

    def steps(self, phase: str = "run") -> List[Mapping[str, Any]]:
        """The steps of a phase ("prepare", "run") that are to be enqueued, in order, as often as each is repeated."""
        return [
            step
            for step in self.manifest["steps"]
            if step["phase"] == phase and all(self.values[name] != 0 for name in step["when"]["nonzero"])
            for _ in range(count(step["repeat"], self.values))
        ]

    def parts(self, step: Mapping[str, Any], compute_units: int = 1) -> Sequence[Part]:
        """The calls that enqueue a step of kind "kernel", on a device with so many compute units; each is made when it is asked for.

        Errors: LaunchError, where one has more work-items than a size may be.
        """
        local = tuple(step["local"])
        groups = [self._groups(dimension, compute_units) for dimension in step["global"]]
        if 0 in groups:
            return []
        parts = _Parts(local, tuple(groups), step["global"][-1].get("most") or groups[-1])
        for part in (parts[0], parts[-1]):  # the largest, and the one that ends furthest
            if max((*part.global_size, *(part.offset or ()))) > SIZE_LIMIT:
                raise LaunchError(f"step `{step['name']}` would have {' x '.join(map(str, part.global_size))} work-items")
        return parts

    def number(self, argument: Mapping[str, Any]) -> Tuple[str, Number]:
        """Type ("i32") and value of an argument of kind "value", "literal" or "sum". Errors: LaunchError."""
        kind = argument["type"]
        if argument["kind"] == "size":
            value = self.sizes[argument["size"]]
        elif argument["kind"] == "sum":
            value = sum_of(argument["terms"], self.values)
        else:
            value = self.values[argument["symbol"]] if argument["kind"] == "value" else argument["value"]
        if kind in ("i32", "i64", "u32", "u64"):
            bits = int(kind[1:])
            low, high = (0, 1 << bits) if kind[0] == "u" else (-(1 << (bits - 1)), 1 << (bits - 1))
            if not low <= value.real < high or value.real % 1 != 0:
                raise LaunchError(f"argument `{argument['name']}` = {value} is no whole number of {kind[1:]} bits")
        return kind, value

    def _groups(self, dimension: Mapping[str, Any], compute_units: int) -> int:
        if "persistent" in dimension:
            return int(dimension["persistent"]) * compute_units
        if "count" in dimension:
            return of_formula(dimension["count"], self.values)
        multiple = dimension.get("rounded_to", 1)
        items = max(count(dimension["dim"], self.values), 1 if multiple > 1 else 0)
        groups = -(-round_up(items, multiple) // int(dimension["per_group"])) * int(dimension.get("times", 1))
        return groups + count(dimension.get("more", 0), self.values)

    def _extent(self, extent: Mapping[str, Any]) -> int:
        multiple = extent["rounded_to"]
        length = round_up(count(extent["n"], self.values), multiple)
        return max(length, multiple if multiple > 1 else 0) + count(extent.get("more", 0), self.values) * multiple

    def _elements(self, buffer: Mapping[str, Any]) -> int:
        lengths = [self._extent(extent) for extent in buffer["extents"]]
        role = buffer["role"]
        listed = self.manifest["problem"]["batch"]["kind"] == "offsets" and role in LISTS
        if 0 in lengths or (listed and self.values["batch"] == 0):
            return 0
        shared = buffer["element"].get("lines", 1)
        last = count(buffer["offset"], self.values) // shared
        if listed:
            last += self.furthest[LISTS[role][-1]]
        dense = 1
        for axis, (extent, length) in enumerate(zip(reversed(buffer["extents"]), reversed(lengths))):
            stride = dense if extent["stride"] == "dense" else count(extent["stride"], self.values)
            if axis == 1:
                length = -(-length // shared)
            elif axis > 1:
                stride //= shared
            last += (length - 1) * stride
            dense *= length
        return last + 1

    def _memory(self, buffer: Mapping[str, Any]) -> Memory:
        element = buffer["element"]
        image = self._texels(buffer) if buffer["image"] else None
        elements = self._elements(buffer) if image is None else 0
        if elements > SIZE_LIMIT or image and image.width * image.height > SIZE_LIMIT:
            raise LaunchError(f"`{buffer['name']}` would have more than 2^48 elements")
        return Memory(
            name=buffer["name"],
            role=buffer["role"],
            lifetime=buffer["lifetime"],
            type=element["type"],
            elements=elements,
            covers=element["covers"],
            lines=element.get("lines", 1),
            stored=element["bytes"],
            bytes=element["bytes"] * (image.used * image.height if image else max(-(-elements // element["covers"]), 1)),
            image=image,
            zeroed=buffer["init"] == "zero",
        )

    def _texels(self, buffer: Mapping[str, Any]) -> Texels:
        image, element = buffer["image"], buffer["element"]
        height, columns = (self._extent(extent) for extent in buffer["extents"][:2])
        used = max(-(-columns // element["covers"]), 1)
        pitch = round_up(used * element["bytes"], max(image["pitch_bytes"], 1))
        return Texels(image["order"], image["type"], pitch // element["bytes"], max(height, 1), used)


def resolve(
    manifest: Manifest,
    m: Optional[int],
    n: Optional[int],
    k: Optional[int],
    given: Given,
    sizes: Optional[Mapping[str, int]] = None,
) -> Launch:
    """The launch for these sizes. `given`: values of symbols; of a batch by offsets also the lists offsets_a, offsets_b and
    offsets_c, where the host knows them. `sizes`: all those of a product in index notation, from which m, n, k and what places operands follow;
    None: those that are compiled in. Errors: LaunchError."""
    derived: Dict[str, int] = {}
    problem = manifest["problem"]
    if sizes and "product" not in problem:
        raise LaunchError("the kernel is of no product in index notation: its sizes are m, n and k")
    known = known_sizes(problem["product"]) if sizes is None and "product" in problem else {name: size_of(name, size) for name, size in (sizes or {}).items()}
    if "product" in problem and len(known) == len(problem["product"]["sizes"]):
        found, follows, derived = symbols_of(problem, known)
        for name, size, asked in zip("mnk", found, (m, n, k)):
            if asked not in (None, size):
                raise LaunchError(f"{name} is {size} by the sizes of the product, not {asked}")
        m, n, k = found
        given = {**follows, **given}
    elif any(argument["kind"] == "size" for step in manifest["steps"] for argument in step.get("args", ())):
        raise LaunchError("the kernel takes sizes of a product by their names; ask sizes={NAME: NUMBER, ...}, all of them")
    values = {**derived, **symbol_values(manifest, (m, n, k), given)}
    furthest = {letter: _furthest(given.get(f"offsets_{letter}"), int(values["batch"].real)) for letter in "abc"}
    return Launch(manifest, values, furthest, known)


def _furthest(offsets: Union[Number, Sequence[int], None], members: int) -> int:
    if offsets is None:
        return 0
    try:
        places = [size_of("an offset of a member", place) for place in offsets]  # type: ignore[union-attr]
    except TypeError:
        raise LaunchError(f"offsets of members are {offsets!r:.60}, no list") from None
    if len(places) != members:
        raise LaunchError(f"{len(places)} offsets are given for {members} members of a batch")
    return max(places, default=0)
