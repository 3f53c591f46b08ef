"""clgemm for Conan 2, in a checkout or an unpacked release: conan create packaging/conan

jansson, OpenCL and OpenBLAS are the system's (Debian's packages). The CMake package is the one that clgemm installs, with its function
clgemm_add_kernels.
"""

import os
import re

from conan import ConanFile
from conan.errors import ConanInvalidConfiguration
from conan.tools.files import copy, load, rm, update_conandata
from conan.tools.gnu import Autotools, AutotoolsToolchain
from conan.tools.layout import basic_layout
from conan.tools.system.package_manager import Apt

required_conan_version = ">=2.0"


class ClgemmConan(ConanFile):
    name = "clgemm"
    description = "Generator of OpenCL C matrix-multiplication kernels"
    license = "MIT"
    topics = ("opencl", "gemm", "code-generator")
    package_type = "library"
    settings = "os", "compiler", "build_type", "arch"
    options = {"shared": [True, False], "fPIC": [True, False], "harness": [True, False]}
    default_options = {"shared": False, "fPIC": True, "harness": True}
    options_description = {"harness": "builds clgemm-bench, which needs OpenCL and OpenBLAS"}
    implements = ["auto_shared_fpic"]
    languages = "C"

    @property
    def _tree(self):
        return os.path.join(self.recipe_folder, "..", "..")

    def set_version(self):
        configure = load(self, os.path.join(self._tree, "configure.ac"))
        self.version = re.search(r"^AC_INIT\(\[clgemm\], \[(.*)\]\)$", configure, re.M).group(1)

    # A checkout has no configure; a release has.
    def export(self):
        update_conandata(self, {"bootstrap": not os.path.exists(os.path.join(self._tree, "configure"))})

    def export_sources(self):
        copy(self, "*", src=self._tree, dst=self.export_sources_folder, excludes=(".git/*", "build/*", "clgemm-[0-9]*"))

    def layout(self):
        basic_layout(self)

    def validate(self):
        if self.options.harness and self.settings.os != "Linux":
            raise ConanInvalidConfiguration("clgemm-bench needs Linux; ask for -o clgemm/*:harness=False")

    def system_requirements(self):
        packages = ["libjansson-dev"]
        if self.options.harness:
            packages += ["ocl-icd-opencl-dev", "opencl-headers", "libopenblas-dev"]
        if self.conan_data["bootstrap"]:
            packages += ["autoconf", "automake", "libtool"]
        Apt(self).install(["make", "pkg-config", *packages], check=True)

    def generate(self):
        toolchain = AutotoolsToolchain(self)
        toolchain.configure_args.append("--enable-harness" if self.options.harness else "--disable-harness")
        toolchain.generate()

    def build(self):
        autotools = Autotools(self)
        if self.conan_data["bootstrap"]:
            self.run("./bootstrap", cwd=self.source_folder)
        autotools.configure()
        autotools.make()

    def package(self):
        copy(self, "COPYING", src=self.source_folder, dst=os.path.join(self.package_folder, "licenses"))
        Autotools(self).install()
        rm(self, "*.la", os.path.join(self.package_folder, "lib"))

    def package_info(self):
        self.cpp_info.libs = ["clgemm"]
        if not self.options.shared:
            self.cpp_info.system_libs = ["jansson", "m"]
        self.cpp_info.set_property("pkg_config_name", "clgemm")
        self.cpp_info.set_property("cmake_find_mode", "none")
        self.cpp_info.builddirs = [os.path.join("lib", "cmake", "clgemm")]
