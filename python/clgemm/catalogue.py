"""What the library knows: options, presets, products, profiles, interfaces."""

from __future__ import annotations

import ctypes
from typing import Iterator, List, NamedTuple, TypeVar

from . import library as c
from .library import library, text


class Option(NamedTuple):
    """One option of clgemm-gen; `values` are its words, where it has some."""

    name: str
    group: str
    metavar: str
    values: List[str]
    standard: str
    help: str
    explain: str


class Preset(NamedTuple):
    """A named kernel and the options that it stands for."""

    name: str
    options: str
    help: str


class NamedProduct(NamedTuple):
    """A product in index notation that has a name; `constants` are the numbers where `fixed` says no others."""

    name: str
    text: str
    constants: str
    help: str


class Profile(NamedTuple):
    """A device profile; `path` is the file of one of the user's."""

    name: str
    help: str
    path: str = ""


class Interface(NamedTuple):
    """A host's own interface, by which it calls a kernel."""

    name: str
    help: str


_Row = TypeVar("_Row", c.Option, c.Preset, c.NamedProduct, c.Profile, c.UserProfile, c.Interface)


def _rows(function: str, row: _Row) -> Iterator[_Row]:
    index = 0
    while getattr(library(), function)(index, ctypes.byref(row)) == 0:
        yield row
        index += 1


def options() -> List[Option]:
    """Every option, in the order of --help."""
    return [
        Option(
            text(row.name),
            text(row.group),
            text(row.metavar),
            [word for word in text(row.values).split("|") if word],
            text(row.standard),
            text(row.help),
            text(row.explain),
        )
        for row in _rows("clgemm_option_at", c.Option())
    ]


def presets() -> List[Preset]:
    """Every preset but those that are made of their names (METHOD_HxW_HxW)."""
    return [Preset(text(row.name), text(row.options), text(row.help)) for row in _rows("clgemm_preset_at", c.Preset())]


def products() -> List[NamedProduct]:
    """Every name that `product` takes in place of a text."""
    rows = _rows("clgemm_product_at", c.NamedProduct())
    return [NamedProduct(text(row.name), text(row.text), text(row.constants), text(row.help)) for row in rows]


def profiles() -> List[Profile]:
    """Every built-in profile, then those of the user's folders that can be used."""
    built_in = [Profile(text(row.name), text(row.help)) for row in _rows("clgemm_profile_at", c.Profile())]
    own = _rows("clgemm_user_profile_at", c.UserProfile())
    return built_in + [Profile(text(row.name), text(row.help), text(row.path)) for row in own if not row.fault]


def interfaces() -> List[Interface]:
    """Every built-in interface."""
    return [Interface(text(row.name), text(row.help)) for row in _rows("clgemm_interface_at", c.Interface())]


def library_version() -> str:
    """The version of the library that runs."""
    return text(library().clgemm_version())
