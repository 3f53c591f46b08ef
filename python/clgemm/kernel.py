"""One kernel: what the generator makes of a request."""

from __future__ import annotations

import ctypes
import json
import threading
import weakref
from functools import cached_property
from typing import Any, Callable, Dict, List, Mapping, Optional, Sequence, Tuple, Union

from .errors import ClgemmError
from .launch import Launch, resolve
from .library import ARTIFACTS, Error, Report, exception, library, text
from .request import OptionValue, Templates, request


class Kernel:
    """One generated kernel with its artifacts, which are written when they are first read. Threads may share it."""

    def __init__(self, handle: ctypes.c_void_p, owner: object = None) -> None:
        """`handle`: a struct clgemm_result, which belongs to `owner` where that is not None, else to the kernel."""
        self._handle = handle
        self._owner = owner
        self._lock = threading.Lock()
        if owner is None:
            weakref.finalize(self, library().clgemm_result_free, handle)

    @property
    def name(self) -> str:
        """The kernel's entry point, a C identifier."""
        return text(library().clgemm_result_name(self._handle))

    @property
    def command(self) -> str:
        """The canonical command line of clgemm-gen that makes the same kernel."""
        return text(library().clgemm_result_command(self._handle))

    @cached_property
    def source(self) -> str:
        """The OpenCL C source, NAME.cl."""
        return self._artifact("cl")

    @cached_property
    def manifest(self) -> Dict[str, Any]:
        """The manifest (doc/manifest.md) with the source in it: what a host needs to launch the kernel."""
        manifest: Dict[str, Any] = json.loads(self._artifact("manifest_with_source"))
        return manifest

    @cached_property
    def header(self) -> str:
        """The source as data and the constants of the launch, for C: NAME.h."""
        return self._artifact("header")

    @cached_property
    def launcher(self) -> str:
        """Host code in C11 that builds and launches the kernel, NAME_launch.h. Errors: RefusedError."""
        return self._artifact("launcher")

    @cached_property
    def selftest(self) -> str:
        """Host code in C11 that tests the kernel on its device, NAME_selftest.h. Errors: RefusedError."""
        return self._artifact("selftest")

    @property
    def notes(self) -> Tuple[str, ...]:
        """What is worth knowing of the kernel, though it is as asked; a sentence each."""
        return self._list(library().clgemm_result_note)

    @property
    def dependencies(self) -> Tuple[str, ...]:
        """Files that the kernel was made from: templates of a folder, the profile and those that it inherits from."""
        return self._list(library().clgemm_result_dependency)

    def launch(
        self,
        m: Optional[int] = None,
        n: Optional[int] = None,
        k: Optional[int] = None,
        *,
        sizes: Optional[Mapping[str, int]] = None,
        **values: Union[float, complex, Sequence[int], None],
    ) -> Launch:
        """What to allocate and enqueue for a product, for hosts with an OpenCL of their own; see `Launch`.

        m, n, k  the sizes, which may be None where they are fixed in the kernel
        sizes    of a product in index notation, by their names, in place of m, n and k: all of them, extents and strides too
        values   of the manifest's symbols: alpha, beta, lda, offset_a, batch, stride_a, scale, ldr and the like

        Errors: LaunchError.
        """
        return resolve(self.manifest, m, n, k, values, sizes)

    def __repr__(self) -> str:
        return f"<clgemm.Kernel {self.name}: {self.command}>"

    def _artifact(self, name: str) -> str:
        with self._lock:
            found = library().clgemm_result_text(self._handle, ARTIFACTS[name], None)
            if found is None:
                raise exception(library().clgemm_result_error(self._handle).contents)
            return text(found)

    def _list(self, at: Callable[[ctypes.c_void_p, int], Optional[bytes]]) -> Tuple[str, ...]:
        found: List[str] = []
        while (line := at(self._handle, len(found))) is not None:
            found.append(text(line))
        return tuple(found)


def generate(
    *, templates: Optional[Templates] = None, profile: Optional[str] = None, **options: OptionValue
) -> Kernel:
    """Generates a kernel.

    templates  a set of templates of your own; None: the built-in ones
    profile    the profile of the device at hand (`profile_for`), which gives way to `for_`
    options    those of clgemm-gen with underscores for dashes: tile=(32, 2), wg=(1, 8), type="f32", tile_k=8,
               epilogue=["bias:column", "relu"], barrier=True, for_="cpu". A value is the text on the command line, a
               number, a bool for a switch, a path, or a sequence: whole numbers are joined by "x", texts by commas.
               None leaves the option unsaid

    Errors: UsageError, RefusedError (rule, option, advice), TemplateError, FileError.
    """
    handle = ctypes.c_void_p()
    error = Error()
    with request(options, templates, profile) as asked:
        if library().clgemm_generate(asked, ctypes.byref(handle), ctypes.byref(error)):
            raise exception(error)
    return Kernel(handle)


def why_not(**options: OptionValue) -> List[ClgemmError]:
    """Every rule that a request breaks, in the order of the rules; none: it can be served.

    Errors: UsageError and FileError, where the request is not understood.
    """
    broken: List[ClgemmError] = []
    error = Error()
    report = Report(lambda _, found: broken.append(exception(found.contents)))
    with request(options) as asked:
        if library().clgemm_why_not(asked, report, None, ctypes.byref(error)) < 0:
            raise exception(error)
    return broken
