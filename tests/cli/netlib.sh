#!/bin/bash
# netlib's testers of level 3 BLAS find nothing wrong with the GEMM of each type when emitted launchers calculate it on the first
# OpenCL device (netlib.c): every transpose, sizes of 0 and beyond the edges of tiles, alpha and beta of 0, 1 and others, elements
# beyond M, which stay as they are, and the arguments that BLAS refuses.
: "${srcdir:=.}" "${CLGEMM_GEN:=./clgemm-gen}"
. "$srcdir/tests/lacking.sh"
CC=${CC:-cc}
scratch=$(mktemp -d) || exit 99
trap 'rm -rf "$scratch"' EXIT
failed=0
fault() {
    echo "failed: $1"
    failed=1
}

for tester in /usr/lib/*/blas/xblat3s /usr/lib/blas/xblat3s; do
    testers=$(dirname "$tester")
    if [ -x "$tester" ]; then break; fi
done
[ -x "$testers/xblat3s" ] || lacking "netlib's testers are not here; apt-get install libblas-test"
if ! echo '#include <CL/cl.h>' | $CC -E -DCL_TARGET_OPENCL_VERSION=120 - >/dev/null 2>&1; then
    lacking 'there is no CL/cl.h (Debian: opencl-headers)'
fi

# try NAME NUMBER N OPTION...: netlib's tester of NAME (sgemm), whose elements the host has as NUMBER, with matrices of the sizes N, on
# launchers of the options. Leaves what it says in $scratch/report, and sets $products.
try() {
    local name=$1 number=$2 sizes=$3 letter=${1:0:1} work=$scratch/$1 transposes='nn nt tn tt' transpose list='' conjugates='' code
    shift 3
    rm -rf "$work"
    mkdir "$work"
    case $letter in [cz]) transposes="$transposes nc cn tc ct cc" conjugates=-DCONJUGATES ;; esac
    for transpose in $transposes; do
        "$CLGEMM_GEN" --name "gemm_$transpose" --transpose "$transpose" "$@" --emit cl,header,launcher -o "$work/" || exit 1
        echo "#include \"gemm_${transpose}_launch.h\""
        list="$list DO($transpose)"
    done >"$work/launchers.h"
    echo "#define LAUNCHERS(DO)$list" >>"$work/launchers.h"
    # No sanitizers: the tester has none.
    $CC -std=c11 -Wall -Wextra -Werror -shared -fPIC -DCL_TARGET_OPENCL_VERSION=120 -I "$work" -DGEMM="${name}_" \
        -DNAME="\"${name^^} \"" -DNUMBER="$number" $conjugates "$srcdir/tests/cli/netlib.c" -o "$work/netlib.so" -lOpenCL || exit 1
    # The tester's own input, with other sizes and no other routine.
    set -- $sizes
    sed -E -e "s/^[0-9 ]*(VALUES OF N)/$sizes \1/" -e "s/^[0-9]+ *(NUMBER OF VALUES OF N)/$# \1/" \
        -e "/^${letter^^}[A-Z0-9]+ +T PUT F/{/^${name^^} /!s/T PUT F/F PUT F/}" "$testers/${letter}blat3.in" >"$work/input"
    (cd "$work" && LD_PRELOAD=./netlib.so "$testers/xblat3$letter" <input >output 2>said)
    code=$?
    [ "$code" != 77 ] || lacking 'no OpenCL device: emitted launchers were compiled and not run'
    cat "$work/output" "$work"/*.out >"$scratch/report" 2>/dev/null
    products=$(sed -n 's/^\([0-9]*\) products on the device$/\1/p' "$work/said")
    [ "$code" = 0 ] && [ -n "$products" ] || fault "$name: exit code $code: $(tail -n 3 "$work/said")"
}

# passes NAME NUMBER N OPTION...: the tester has no complaint, and the device has calculated the products.
passes() {
    try "$@"
    if grep -q "^ ${1^^} *PASSED THE COMPUTATIONAL TESTS" "$scratch/report" &&
        grep -q "^ ${1^^} *PASSED THE TESTS OF ERROR-EXITS" "$scratch/report" && [ "${products:-0}" -gt 900 ]; then
        echo "$1 ${*:4}: $products products"
    else
        fault "$1 ${*:4}: $(cat "$scratch/report")"
    fi
}

passes sgemm cl_float '0 2 9' --type f32 --family register --tile 4x4 --wg 2x2
passes dgemm cl_double '0 2 9' --type f64 --family local --tile 2x2 --wg 2x3 --tile-k 4
passes cgemm cl_float2 '0 2 9' --type c32 --family naive
passes zgemm cl_double2 '0 2 9' --type c64 --family register --tile 2x2 --wg 2x2

# Sums that are wrong by a part in 30,000 are found: the tester calls them suspect.
mkdir "$scratch/pieces"
echo 'mad  mad({{>*factor_a}}, {{>*factor_b}}, {{>*sum}}) * 1.00003f' >"$scratch/pieces/multiply.pieces"
try sgemm cl_float '3' --type f32 --family naive --template-dir "$scratch/pieces"
grep -q SUSPECT "$scratch/report" || fault "a wrong kernel passes: $(cat "$scratch/report")"
exit $failed
