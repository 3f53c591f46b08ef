#!/bin/bash
# packaging/conda: the recipe is rendered by rattler-build for Linux and macOS. Its commands build and install the release with the
# libraries of this system, and its tests pass.
. "$srcdir/tests/packaging/common.sh"
need_python
need_from_pypi rattler-build py-rattler-build
make_recipes
for platform in osx-64 osx-arm64 linux-aarch64 linux-64; do
    works "$kept/rattler-build/bin/python" "$srcdir/tests/packaging/conda.py" "$scratch/recipe.yaml" $platform "$scratch"
    cat "$scratch/output"
done
grep -q "sha256: \"$(sha256sum <"$release" | cut -d ' ' -f 1)\"" "$scratch/recipe.yaml" || { echo 'failed: the recipe has another sum'; exit 1; }

export PREFIX=$scratch/prefix CFLAGS=-O0
tar xf "$release" -C "$scratch"
(cd "$scratch/clgemm-$version" && works env CPU_COUNT="$(nproc)" "$BASH" -e "$scratch/build.sh") || exit 1
while IFS= read -r file; do
    [ -e "$PREFIX/$file" ] || { echo "failed: the recipe installs no $file"; failed=1; }
done <"$scratch/contents"
mkdir "$scratch/empty"
cd "$scratch/empty" && works env PATH="$PREFIX/bin:$PATH" PKG_CONFIG_PATH="$PREFIX/lib/pkgconfig" "$BASH" -e "$scratch/test.sh"
exit $failed
