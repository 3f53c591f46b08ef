#!/bin/bash
# The installed macro for Autotools: the example, in a folder of its own and as a release; builds that emit again when they must and
# only then; a cross build; what it refuses.
# Test: turn 10
. "${srcdir:-.}/tests/consumers/common.sh"
for tool in autoreconf automake; do
    command -v $tool >/dev/null || lacking "$tool is not installed (Debian: autoconf automake)"
done
install_copy
ACLOCAL_PATH=$(dirname "$(find "$root" -name clgemm.m4)")
export ACLOCAL_PATH

# ---------------------------------------------------------------- the example
system='examples/03-autotools'
mkdir "$scratch/work/copy" && cp -R "$(pkg-config --variable=examplesdir clgemm)/03-autotools" "$scratch/work/copy" || exit 99
cd "$scratch/work/copy/03-autotools" && chmod -R u+w . && mkdir build || exit 99
works autoreconf --install
cd build || exit 99
works ../configure --quiet
works "$MAKE"
prints '^__kernel' ./print_kernel
prints ' fma(' ./print_kernel
works "$MAKE" -q
touch "$gen"
if "$MAKE" -q; then fail "$system: a new generator emits nothing"; fi
works "$MAKE" distdir
for file in gemm.clgemm mine.json; do
    [ -e "print_kernel-1.0/$file" ] || fail "$system: $file is not in the release"
done
works "$MAKE" clean
if ls gemm.* >"$scratch/output" 2>&1; then fail "$system: make clean leaves $(cat "$scratch/output")"; fi

# ---------------------------------------------------------------- changes
begin changes
rm my.json && mkdir -p source/kernels build
cp ../copy/03-autotools/configure.ac source
sed -i 's/^AC_OUTPUT/AC_CONFIG_FILES([counted])\nAC_OUTPUT/' source/configure.ac
echo 'the version is not emitted' >source/counted.in
cat >source/Makefile.am <<'END_OF_FILE'
noinst_DATA = $(CLGEMM_KERNELS)
CLGEMM_KERNELS = kernels/gemm.h
CLGEMM_FLAGS = --mad fma
@CLGEMM_RULES@
END_OF_FILE
echo '--family naive --for @srcdir@/../my.json' >source/kernels/gemm.clgemm
echo '{"options": {"common": "--mad fma"}}' >my.json
(cd source && works autoreconf --install; finish) || failed=1
(cd build && works ../source/configure --quiet CLGEMM_GEN="$scratch/work/changes/emit"; finish) || failed=1
: >log
every_change "$MAKE" -C build
echo '--beta 0' >>source/kernels/gemm.clgemm
built 6 'the options change' "$MAKE" -C build
grep -q 'beta 0' build/kernels/gemm.h || fail 'a change of the options was not read'

# ---------------------------------------------------------------- every file, a cross build, refusals
system='every file'
cd "$scratch/work/copy/03-autotools" && rm -rf build && mkdir build && cd build || exit 99
sed -i 's/^CLGEMM_KERNELS = .*/CLGEMM_KERNELS = gemm.h gemm_launch.h gemm.cl gemm.json many_dispatch.h many_launch.h/' ../Makefile.am
printf '%s\n' '--for cpu-avx512' '--shapes @srcdir@/shapes.csv --most-kernels 2' >../many.clgemm
printf 'm,n,k\n1,4096,4096\n' >../shapes.csv
works ../configure --quiet
works "$MAKE"
for file in gemm.h gemm_launch.h gemm.cl gemm.json many_dispatch.h many_launch.h; do
    [ -s $file ] && [ -s $file.d ] || fail "$file was not written, or what it depends on"
done
works "$MAKE" -q
grep -q 'KERNEL_COUNT [12]$' many_dispatch.h && grep -q 'include "many_dispatch.h"' many_launch.h || fail 'a dispatch for shapes'
echo '900,900,900' >>../shapes.csv
works "$MAKE"
grep -q ' of 2 shapes of a program:$' many_dispatch.h || fail 'a dispatch is not emitted again for other shapes'
works "$MAKE" -q
refuses 'clgemm-gen was not found; set PKG_CONFIG_PATH or CLGEMM_GEN' env PKG_CONFIG_PATH=/nowhere PATH="$(dirname "$(command -v gcc)"):/usr/bin:/bin" ../configure --quiet
sed -i 's/\[0\.1\]/[99]/' ../configure.ac
(cd .. && works autoreconf; finish) || failed=1
refuses "$gen is version $("$gen" --version | sed -n '1s/.* //p'), and 99 is needed" ../configure --quiet
system='a cross build'
sed -i 's/\[99\]/[]/' ../configure.ac
(cd .. && works autoreconf; finish) || failed=1
mkdir "$scratch/host" && mv "$gen" "$scratch/host" && echo 'exit 1' >"$gen" && chmod +x "$gen"
refuses "$gen does not run on this machine; set CLGEMM_GEN" ../configure --quiet
PATH=$scratch/host:$PATH works ../configure --quiet --build=x86_64-pc-linux-gnu --host=other-unknown-linux-gnu CC="$CC"
grep -q "^CLGEMM_GEN = $scratch/host/clgemm-gen\$" Makefile || fail 'a cross build does not take the generator of the PATH'
cd "$scratch/work" || exit 99
finish
