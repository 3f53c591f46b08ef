"""Manifests: where they come from, and the sources that belong to them (doc/manifest.md)."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any, Dict, Mapping, Optional, Tuple, Union

from .errors import FileError
from .kernel import Kernel
from .members import Unfit, check_members

SCHEMAS = ("clgemm-manifest/1", "clgemm-manifest/2")

#: What `Gemm` runs: a kernel, a manifest as `json.load` gives it, or the path of a file NAME.json.
AnyKernel = Union[Kernel, Mapping[str, Any], str, "os.PathLike[str]"]


def load(kernel: AnyKernel) -> Tuple[Dict[str, Any], Optional[Path]]:
    """A manifest, and the folder that the files of its programs are in; None: the current one.

    Errors: FileError.
    """
    if isinstance(kernel, Kernel):
        return _known(kernel.manifest, kernel.name), None
    if isinstance(kernel, Mapping):
        return _known(dict(kernel), "the manifest"), None
    try:
        path = Path(kernel)
    except TypeError:
        raise FileError(f"{kernel!r:.60} is no kernel, no manifest and no path of one") from None
    try:
        manifest = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise FileError(f"{path} cannot be read as a manifest: {error}", source=str(path)) from None
    return _known(manifest, str(path)), path.parent


def _known(manifest: Any, name: str) -> Dict[str, Any]:
    if not isinstance(manifest, dict) or manifest.get("schema") not in SCHEMAS:
        raise FileError(f'{name} is no manifest of the schemas {" and ".join(SCHEMAS)}', source=name)
    try:
        check_members(manifest)
    except Unfit as error:
        raise FileError(f"{name} is no manifest: {error}", source=name) from None
    return manifest


def source(program: Mapping[str, Any], folder: Optional[Path]) -> str:
    """The text of a program: the one in the manifest, else that of its file. Errors: FileError."""
    path = (folder or Path()) / program["file"]
    try:
        data = program["source"].encode() if "source" in program else path.read_bytes()
        found = data.decode()
    except (OSError, ValueError) as error:
        raise FileError(f"{path} cannot be read: {error}", source=str(path)) from None
    if fnv1a64(data) != program["hash"]:
        raise FileError(f"{program['file']} is not the text that the manifest was written for ({program['hash']})")
    return str(found)


def fnv1a64(data: bytes) -> str:
    """The hash of a program's text as manifests state it (http://www.isthe.com/chongo/tech/comp/fnv/)."""
    value = 0xCBF29CE484222325
    for byte in data:
        value = (value ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return f"fnv1a64:{value:016x}"
