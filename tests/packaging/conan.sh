#!/bin/bash
# packaging/conan: `conan create` from a release and from a checkout, with the libraries of the system, and the example of the CMake
# package as a project that gets clgemm by it.
. "$srcdir/tests/packaging/common.sh"
need_python
command -v cmake >/dev/null || lacking 'cmake is not installed (Debian: cmake)'
need_from_pypi conan 'conan>=2,<3'
conan=$kept/conan/bin/conan
export CONAN_HOME=$scratch/home
works "$conan" profile detect
make_release
tar xf "$release" -C "$scratch"

# creates FOLDER OPTION...: the package, and what its test prints. Nothing is installed: what is missing is told.
creates() {
    "$conan" create "$1/packaging/conan" -c tools.system.package_manager:mode=check "${@:2}" >"$scratch/output" 2>&1 </dev/null || {
        ! grep -q 'System requirements:.*missing' "$scratch/output" || lacking "$(grep -m 1 'System requirements:' "$scratch/output")"
        tail -n 60 "$scratch/output"
        echo "failed: conan create ${*:2}"
        exit 1
    }
    for line in '^__kernel' "clgemm-gen $version"; do
        grep -q "$line" "$scratch/output" || { tail -n 20 "$scratch/output"; echo "failed: the test of the package prints no $line"; exit 1; }
    done
    echo "conan create ${*:2}: made and used"
}
creates "$scratch/clgemm-$version" -o '&:shared=False'

[ -e "$srcdir/.git" ] || exit 0
command -v autoreconf >/dev/null || lacking 'autoreconf is not installed (Debian: autoconf, automake, libtool)'
mkdir "$scratch/checkout"
git -C "$srcdir" ls-files -z | (cd "$srcdir" && xargs -0 cp --parents -t "$scratch/checkout")
creates "$scratch/checkout" -o '&:shared=True' -o '&:harness=False'
