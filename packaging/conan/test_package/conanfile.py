"""The example of the CMake package, as a project that gets clgemm from Conan."""

import os

from conan import ConanFile
from conan.tools.build import can_run
from conan.tools.cmake import CMake, cmake_layout
from conan.tools.files import copy


class TestClgemm(ConanFile):
    settings = "os", "compiler", "build_type", "arch"
    generators = "CMakeDeps", "CMakeToolchain"

    def requirements(self):
        # run: clgemm-gen is in the PATH of conanrun, though the library may be static.
        self.requires(self.tested_reference_str, run=True)

    def layout(self):
        cmake_layout(self)

    def build(self):
        package = self.dependencies["clgemm"].package_folder
        example = os.path.join(package, "share", "doc", "clgemm", "examples", "06-cmake")
        copy(self, "*", src=example, dst=os.path.join(self.build_folder, "example"))
        cmake = CMake(self)
        cmake.configure(build_script_folder=os.path.join(self.build_folder, "example"))
        cmake.build()

    def test(self):
        if can_run(self):
            self.run(os.path.join(self.cpp.build.bindir, "print_kernel"), env="conanrun")
            self.run(os.path.join(self.cpp.build.bindir, "generate") + " cpu 16x16x16", env="conanrun")
            self.run("clgemm-gen --version", env="conanrun")
