"""Blocks of quantised elements, between one piece of memory and a buffer for each of their parts."""

from __future__ import annotations

import ctypes
from typing import Dict, Mapping

from . import library as c
from .errors import UsageError
from .library import library
from .symbols import PARTS


def _sizes(kind: str) -> Dict[str, int]:
    """Bytes that a block has of each of its parts."""
    sizes = {name: library().clgemm_block_bytes(kind.encode(), index) for index, name in enumerate(PARTS)}
    if not any(sizes.values()):
        raise UsageError(f"there is no type of blocks `{kind}`")
    return {name: size for name, size in sizes.items() if size}


def split_blocks(kind: str, together: bytes) -> Dict[str, bytes]:
    """The parts of blocks of a type ("q4_k") that lie one behind another, each by its name: what a kernel of quants="apart" takes."""
    sizes = _sizes(kind)
    count, more = divmod(len(together), sum(sizes.values()))
    if more:
        raise UsageError(f"{len(together)} bytes are no blocks of {kind}, of {sum(sizes.values())} bytes each")
    parts = {name: ctypes.create_string_buffer(max(1, count * size)) for name, size in sizes.items()}
    error = c.Error()
    if library().clgemm_blocks_split(kind.encode(), bytes(together), count, _pointers(parts), ctypes.byref(error)):
        raise c.exception(error)
    return {name: part.raw[: count * sizes[name]] for name, part in parts.items()}


def join_blocks(kind: str, apart: Mapping[str, bytes]) -> bytes:
    """The blocks whose parts these are, one behind another."""
    sizes = _sizes(kind)
    count = len(apart.get("quants", b"")) // sizes["quants"]
    if {name: len(part) for name, part in apart.items()} != {name: count * size for name, size in sizes.items()}:
        raise UsageError(f"a block of {kind} has the bytes {sizes}, and these parts are of no whole number of blocks, or of several")
    parts = {name: ctypes.create_string_buffer(bytes(part), max(1, len(part))) for name, part in apart.items()}
    together = ctypes.create_string_buffer(max(1, count * sum(sizes.values())))
    error = c.Error()
    if library().clgemm_blocks_join(kind.encode(), _pointers(parts), count, together, ctypes.byref(error)):
        raise c.exception(error)
    return together.raw[: count * sum(sizes.values())]


def _pointers(parts: Mapping[str, ctypes.Array[ctypes.c_char]]) -> ctypes.Array[ctypes.c_void_p]:
    return (ctypes.c_void_p * len(PARTS))(*(ctypes.addressof(parts[name]) if name in parts else None for name in PARTS))
