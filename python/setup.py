"""Puts a copy of the library into the wheel where CLGEMM_BUNDLE names its file; else the wheel uses the installed one.

The libraries that it needs, but for those of every Linux, come with it. The tag of the wheel states the glibc that the copies
need (manylinux, PEP 600).
"""

import os
import re
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py
from wheel.bdist_wheel import bdist_wheel

# What PEP 600 lets a wheel expect of a system, as far as the library needs it.
SYSTEM = ("libc.so", "libm.so", "libpthread.so", "libdl.so", "ld-linux", "linux-vdso")


def bundle():
    """The files to copy, those that others need first."""
    asked = os.environ.get("CLGEMM_BUNDLE")
    if not asked:
        return []
    if not sys.platform.startswith("linux"):
        raise SystemExit("CLGEMM_BUNDLE: only on Linux can a wheel hold the library")
    needed = []
    for line in subprocess.run(["ldd", asked], check=True, capture_output=True, text=True).stdout.splitlines():
        name, _, rest = line.strip().partition(" => ")
        if rest and not name.startswith(SYSTEM):
            if rest == "not found":
                raise SystemExit(f"CLGEMM_BUNDLE: {asked} needs {name}, which is not here")
            needed.append(Path(rest.split()[0]))
    return [*reversed(needed), Path(asked)]


def soname(path):
    """The name by which others need a library: libclgemm.so.0 of libclgemm.so.0.1.0."""
    return re.sub(r"(\.so\.\d+).*", r"\1", path.name)


class BuildPackage(build_py):
    def run(self):
        super().run()
        for order, path in enumerate(bundle()):
            folder = Path(self.build_lib, "clgemm", "bundled")
            folder.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, folder / f"{order}-{soname(path)}")


class Wheel(bdist_wheel):
    def finalize_options(self):
        super().finalize_options()
        self.root_is_pure = not bundle()

    def get_tag(self):
        if not bundle():
            return super().get_tag()
        versions = [
            tuple(map(int, found)) for path in bundle() for found in re.findall(rb"GLIBC_(\d+)\.(\d+)", path.read_bytes())
        ]
        machine = sysconfig.get_platform().rpartition("-")[2]
        return "py3", "none", "manylinux_{}_{}_".format(*max(versions)) + machine


setup(cmdclass={"build_py": BuildPackage, "bdist_wheel": Wheel})
