"""libclgemm by ctypes: where it is, and the functions and structs of clgemm.h that this package calls.

The library has no global state, and ctypes gives up the interpreter's lock during a call, so threads generate side by side.
"""

from __future__ import annotations

import ctypes
import functools
import os
import sys
from ctypes import POINTER, c_char_p, c_double, c_int, c_longlong, c_size_t, c_uint, c_void_p
from pathlib import Path
from typing import Dict, List, Optional, Tuple, Type

from .errors import ClgemmError, FileError, LibraryError, RefusedError, TemplateError, UsageError

# The interface that this package is written for: the first number of the library's file name.
SONAME = "libclgemm.0.dylib" if sys.platform == "darwin" else "libclgemm.so.0"

# Copies that a wheel may hold (setup.py): the library, and those that it needs, in the order to load them.
BUNDLED = Path(__file__).parent / "bundled"


class Error(ctypes.Structure):
    """struct clgemm_error."""

    _fields_ = [
        ("code", c_int),
        ("rule", ctypes.c_char * 32),
        ("option", ctypes.c_char * 32),
        ("source", ctypes.c_char * 128),
        ("line", c_uint),
        ("column", c_uint),
        ("text", ctypes.c_char * 512),
    ]


class Option(ctypes.Structure):
    """struct clgemm_option."""

    _fields_ = [(name, c_char_p) for name in ("name", "group", "metavar", "values", "standard", "help", "explain")]


class Preset(ctypes.Structure):
    """struct clgemm_preset."""

    _fields_ = [(name, c_char_p) for name in ("name", "options", "help")]


class NamedProduct(ctypes.Structure):
    """struct clgemm_product."""

    _fields_ = [(name, c_char_p) for name in ("name", "text", "constants", "help")]


class Profile(ctypes.Structure):
    """struct clgemm_profile."""

    _fields_ = [("name", c_char_p), ("help", ctypes.c_char * 160)]


class UserProfile(ctypes.Structure):
    """struct clgemm_user_profile."""

    _fields_ = [("name", ctypes.c_char * 256), ("path", ctypes.c_char * 1024), ("help", ctypes.c_char * 160), ("fault", ctypes.c_char * 512)]


class Interface(ctypes.Structure):
    """struct clgemm_interface."""

    _fields_ = [("name", c_char_p), ("help", ctypes.c_char * 200)]


class Device(ctypes.Structure):
    """struct clgemm_device."""

    _fields_ = [("type", c_char_p), ("vendor", c_char_p), ("name", c_char_p), ("native_float_vector", c_uint)]


class Shape(ctypes.Structure):
    """struct clgemm_shape."""

    _fields_ = [("m", c_longlong), ("n", c_longlong), ("k", c_longlong), ("weight", c_double), ("transpose", c_int * 2)]


Report = ctypes.CFUNCTYPE(None, c_void_p, POINTER(Error))

# enum clgemm_code, enum clgemm_voice, enum clgemm_artifact: the values that are used here.
CODES: Dict[int, Type[ClgemmError]] = {1: UsageError, 2: FileError, 3: TemplateError, 4: RefusedError}
BY_DEVICE = 0
BY_USER = 1
ARTIFACTS = {"cl": 0, "manifest": 1, "manifest_with_source": 2, "header": 3, "launcher": 4, "selftest": 8}

_FUNCTIONS: Dict[str, Tuple[object, List[object]]] = {
    "version": (c_char_p, []),
    "request_new": (c_void_p, []),
    "request_free": (None, [c_void_p]),
    "request_set_by": (c_int, [c_void_p, c_int, c_char_p, c_char_p, POINTER(Error)]),
    "request_add_shape": (c_int, [c_void_p, POINTER(Shape), POINTER(Error)]),
    "request_use_templates": (None, [c_void_p, c_void_p]),
    "templates_open": (c_int, [c_char_p, POINTER(c_void_p), POINTER(Error)]),
    "templates_free": (None, [c_void_p]),
    "generate": (c_int, [c_void_p, POINTER(c_void_p), POINTER(Error)]),
    "result_text": (c_char_p, [c_void_p, c_int, POINTER(c_size_t)]),
    "result_error": (POINTER(Error), [c_void_p]),
    "result_name": (c_char_p, [c_void_p]),
    "result_command": (c_char_p, [c_void_p]),
    "result_dependency": (c_char_p, [c_void_p, c_size_t]),
    "result_note": (c_char_p, [c_void_p, c_size_t]),
    "result_free": (None, [c_void_p]),
    "dispatch_make": (c_int, [c_void_p, POINTER(c_void_p), POINTER(Error)]),
    "dispatch_name": (c_char_p, [c_void_p]),
    "dispatch_cl": (c_char_p, [c_void_p, POINTER(c_size_t)]),
    "dispatch_text": (c_char_p, [c_void_p, POINTER(c_size_t)]),
    "dispatch_kernel": (c_void_p, [c_void_p, c_size_t]),
    "dispatch_pick": (c_int, [c_void_p, c_longlong, c_longlong, c_longlong, c_longlong, POINTER(c_int)]),
    "dispatch_time": (c_double, [c_void_p, c_size_t, c_longlong, c_longlong, c_longlong, c_uint]),
    "dispatch_product": (c_int, [c_void_p, c_size_t, POINTER(c_longlong), POINTER(c_longlong), POINTER(c_longlong)]),
    "dispatch_free": (None, [c_void_p]),
    "why_not": (c_int, [c_void_p, Report, c_void_p, POINTER(Error)]),
    "option_at": (c_int, [c_size_t, POINTER(Option)]),
    "preset_at": (c_int, [c_size_t, POINTER(Preset)]),
    "product_at": (c_int, [c_size_t, POINTER(NamedProduct)]),
    "profile_at": (c_int, [c_size_t, POINTER(Profile)]),
    "user_profile_at": (c_int, [c_size_t, POINTER(UserProfile)]),
    "interface_at": (c_int, [c_size_t, POINTER(Interface)]),
    "profile_for": (c_char_p, [POINTER(Device)]),
    "block_bytes": (c_size_t, [c_char_p, c_int]),
    "blocks_split": (c_int, [c_char_p, c_char_p, c_size_t, POINTER(c_void_p), POINTER(Error)]),
    "blocks_join": (c_int, [c_char_p, POINTER(c_void_p), c_size_t, c_void_p, POINTER(Error)]),
}


def _open() -> ctypes.CDLL:
    asked = os.environ.get("CLGEMM_LIBRARY")
    if asked:
        return ctypes.CDLL(asked)
    bundled = sorted(BUNDLED.glob("*"))
    if not bundled:
        return ctypes.CDLL(SONAME)
    # A library finds those that it needs among those that are loaded, by their names. Names begin with their order.
    return [ctypes.CDLL(str(path)) for path in bundled][-1]


@functools.lru_cache(maxsize=None)
def library() -> ctypes.CDLL:
    """The library: the file that CLGEMM_LIBRARY names; else that of the wheel; else the installed one."""
    try:
        opened = _open()
    except OSError as error:
        raise LibraryError(
            f"the library libclgemm cannot be opened: {error}; ask `make install` of clgemm for it, and name its folder in "
            "LD_LIBRARY_PATH or its file in CLGEMM_LIBRARY where the loader does not look; ./quickstart makes build/.libs/libclgemm.so.0"
        ) from None
    for name, (result, arguments) in _FUNCTIONS.items():
        function = getattr(opened, "clgemm_" + name, None)
        if function is None:
            raise LibraryError(f"{opened._name} is an older libclgemm, without clgemm_{name}; ask `make install` of clgemm for another")
        function.restype = result
        function.argtypes = arguments
    return opened


def text(value: Optional[bytes]) -> str:
    """A string of the library, which is copied."""
    return (value or b"").decode("utf-8", "replace")


def exception(error: Error) -> ClgemmError:
    """The exception for an error of the library."""
    kind = CODES.get(error.code, ClgemmError)
    return kind(
        text(error.text),
        rule=text(error.rule),
        option=text(error.option),
        source=text(error.source),
        line=error.line,
        column=error.column,
    )
