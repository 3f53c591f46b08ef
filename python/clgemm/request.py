"""Requests: options as keyword arguments, and what they are to the library."""

from __future__ import annotations

import contextlib
import ctypes
import operator
import os
import weakref
from typing import Iterator, Mapping, Optional, Sequence, Tuple, Union

from .errors import UsageError
from .library import BY_DEVICE, BY_USER, Error, Shape, exception, library

#: The value of an option; see `generate`.
OptionValue = Union[str, int, float, "os.PathLike[str]", Sequence[int], Sequence[str], None]

#: The shapes of a program: a file in CSV, or M, N, K and, where it is not 1, the weight of each.
Shapes = Union[str, "os.PathLike[str]", Sequence[Union[Tuple[int, int, int], Tuple[int, int, int, float]]], None]


def option_name(keyword: str) -> str:
    """The option of a keyword: `tile_k` is "tile-k"; `for_` is "for", which is a word of Python's own."""
    return keyword.rstrip("_").replace("_", "-")


def option_text(value: OptionValue) -> str:
    """A value as on a command line: (32, 2) is "32x2", ["bias:column", "relu"] "bias:column,relu", True "yes"."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (str, int, float)):
        return str(value)
    if isinstance(value, os.PathLike):
        return os.fsdecode(value)
    if isinstance(value, Sequence) and not isinstance(value, (bytes, bytearray)):
        if all(isinstance(item, str) for item in value):
            return ",".join(str(item) for item in value)
        return "x".join(str(operator.index(item)) for item in value)
    # Whole numbers of other packages, such as numpy's.
    return str(operator.index(value))  # type: ignore[arg-type]


def option_bytes(name: str, value: OptionValue) -> bytes:
    """A value as the library takes it. Errors: UsageError, where it is none."""
    try:
        given = os.fsencode(option_text(value))
    except (TypeError, ValueError):
        raise UsageError(
            f"--{name}: {value!r:.60} is no text, number, bool, path or sequence of texts or of whole numbers", option=name
        ) from None
    if b"\0" in given:
        raise UsageError(f"--{name}: {value!r:.60} has a byte of zero", option=name)
    return given


class Templates:
    """A set of compiled templates, to be shared by any number of requests and threads.

    folder  whose templates replace the built-in ones of the same relative path; None: none

    A program that generates many kernels opens one. Errors: FileError, TemplateError.
    """

    def __init__(self, folder: Union[str, "os.PathLike[str]", None] = None) -> None:
        handle = ctypes.c_void_p()
        error = Error()
        path = None if folder is None else os.fsencode(folder)
        if library().clgemm_templates_open(path, ctypes.byref(handle), ctypes.byref(error)):
            raise exception(error)
        self.handle = handle
        weakref.finalize(self, library().clgemm_templates_free, handle)


@contextlib.contextmanager
def request(
    options: Mapping[str, OptionValue],
    templates: Optional[Templates] = None,
    profile: Optional[str] = None,
    shapes: Shapes = None,
) -> Iterator[ctypes.c_void_p]:
    """A struct clgemm_request for the time of a `with`. `profile`: the one that suits the device, where `options` name none."""
    handle = ctypes.c_void_p(library().clgemm_request_new())
    if not handle:
        raise MemoryError("libclgemm is out of memory")
    try:
        if profile is not None:
            _set(handle, BY_DEVICE, "for", profile)
        for keyword, value in options.items():
            if value is not None:
                _set(handle, BY_USER, option_name(keyword), value)
        if isinstance(shapes, (str, os.PathLike)):
            _set(handle, BY_USER, "shapes", shapes)
        else:
            _add_shapes(handle, shapes or ())
        if templates is not None:
            library().clgemm_request_use_templates(handle, templates.handle)
        yield handle
    finally:
        library().clgemm_request_free(handle)


def _set(handle: ctypes.c_void_p, voice: int, option: str, value: OptionValue) -> None:
    error = Error()
    given = option_bytes(option, value)
    if library().clgemm_request_set_by(handle, voice, option.encode(errors="replace"), given, ctypes.byref(error)):
        raise exception(error)


def _add_shapes(handle: ctypes.c_void_p, shapes: Sequence[Sequence[float]]) -> None:
    error = Error()
    for place, shape in enumerate(shapes):
        try:
            m, n, k, weight = (*shape, 1.0) if len(shape) == 3 else shape
            sizes = [operator.index(size) for size in (m, n, k)]  # type: ignore[arg-type]
            given = Shape(*sizes, float(weight), (-1, -1))
        except (TypeError, ValueError):
            raise UsageError(
                f"--shapes: item {place} is {shape!r:.60}, not M, N, K or M, N, K and a weight", option="shapes"
            ) from None
        if library().clgemm_request_add_shape(handle, ctypes.byref(given), ctypes.byref(error)):
            raise exception(error)
