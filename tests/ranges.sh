#!/bin/bash
# Emitted kernels at the largest sizes that their manifests allow: clang 15 or later compiles them for x86-64, with checks of
# overflow, and work-groups of them run in memory of which only what is touched exists (tests/ranges/evaluate.py). Each share, a part
# of the golden kernels and every 24th of tests/device/requests.txt, takes 30 CPU seconds; CLGEMM_SHARE=all takes all of both.
# Test: long
: "${srcdir:=.}" "${builddir:=.}"
. "$srcdir/tests/lacking.sh"
scratch=$(mktemp -d) || exit 99
trap 'rm -rf "$scratch"' EXIT
need_python
shared=$builddir/.libs/libclgemm.so.0
[ -e "$shared" ] || lacking 'there is no libclgemm.so.0 of this build; configure without --disable-shared builds it'
[ -z "$SANITIZER_CFLAGS" ] || { echo 'skipped: Python does not load a library with sanitizers'; exit 77; }
[ "$(uname -s) $(uname -m)" = 'Linux x86_64' ] || { echo 'skipped: kernels are evaluated on Linux on x86-64 alone'; exit 77; }

# The first clang that has half precision on x86-64.
printf '%s\n' '#pragma OPENCL EXTENSION cl_khr_fp16 : enable' 'half twice(half x) { return x + x; }' >"$scratch/half.cl"
for clang in clang-15 clang clang-16 clang-17 clang-18 clang-19 ''; do
    [ -z "$clang" ] ||
        $clang -x cl -cl-std=CL3.0 -cl-ext=+all -target x86_64-linux-gnu -c "$scratch/half.cl" -o "$scratch/half.o" 2>/dev/null ||
        continue
    break
done
[ -n "$clang" ] || lacking 'there is no clang 15 or later (Debian: clang-15)'

# The library that runs kernels. Its functions of OpenCL C are compiled without clang's declarations of them.
resources=$($clang -print-resource-dir)/include/opencl-c-base.h
$clang -x cl -cl-std=CL3.0 -cl-ext=+all -cl-no-stdinc -include "$resources" -target x86_64-linux-gnu -O1 -fPIC -Wno-everything \
    -c "$srcdir/tests/ranges/builtins.cl" -o "$scratch/builtins.o" || exit 1
$clang -O1 -Wall -Wextra -Werror -shared -fPIC "$srcdir/tests/ranges/machine.c" "$scratch/builtins.o" -lm -lgcc_s \
    -o "$scratch/machine.so" || exit 1

. "$srcdir/tests/in_share.sh"
sed -n '/ --variants /d; s/.*Made by clgemm [^ ]*: clgemm-gen //p' "$srcdir"/tests/golden/*.cl >"$scratch/golden"
sed -n '/^#/d; / native /d; s/^[0-9]* //p' "$srcdir/tests/device/requests.txt" >"$scratch/requests"
case $share in
all) cat "$scratch/golden" "$scratch/requests" ;;
*)
    awk -v part="${share%/*}" -v parts="${share#*/}" 'NR % parts == part' "$scratch/golden"
    awk -v part="${share%/*}" -v parts="${share#*/}" 'NR % (8 * parts) == 8 * part' "$scratch/requests"
    ;;
esac >"$scratch/rows"
echo '--family blocked --tile 1x8 --wg 1x1 --vec-c 8 --block-tiles 2x1 --block-k 8 --panels none' >>"$scratch/rows"

echo "share $share; the same again: CLGEMM_SHARE=$share make check TESTS=tests/ranges.sh"
PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$srcdir/python CLGEMM_LIBRARY=$shared \
    "${PYTHON:-python3}" "$srcdir/tests/ranges/evaluate.py" "$scratch/machine.so" "$clang" <"$scratch/rows"
