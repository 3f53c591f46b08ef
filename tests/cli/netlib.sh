#!/bin/bash
# netlib's testers of level 3 BLAS, of Fortran and of C, find nothing wrong with the GEMM of each type when the library of
# examples/08-blas calculates it on an OpenCL device: every transpose, sizes of 0 and beyond the edges of tiles, alpha and beta of 0, 1
# and others, elements beyond M, which stay as they are, and the arguments that BLAS refuses.
# Test: long, turn 3
. "${srcdir:-.}/tests/cli/blas.sh"

for tester in /usr/lib/*/blas/xblat3s /usr/lib/blas/xblat3s; do
    testers=$(dirname "$tester")
    if [ -x "$tester" ]; then break; fi
done
[ -x "$testers/xblat3s" ] || lacking "netlib's testers are not here; apt-get install libblas-test"

# try TESTER INPUT NAME N: the tester of the function NAME, with matrices of the sizes N. What it says is in $scratch/report.
try() {
    local name=$3 sizes=$4
    # The tester's own input, with other sizes and no other routine.
    set -- "$1" "$2" $sizes
    sed -E -e "s/^[0-9 ]*(VALUES OF N)/$sizes \1/" -e "s/^[0-9]+ *(NUMBER OF VALUES OF N)/$(($# - 2)) \1/" \
        -e "/^[A-Za-z0-9_]+ +T PUT F/{/^$name /!s/T PUT F/F PUT F/}" "$testers/$2" >"$scratch/input"
    rm -f "$scratch"/*.out
    # The testers of C need netlib's own library behind this one: it has variables of theirs.
    on_device env -C "$scratch" LD_LIBRARY_PATH="$testers" "$testers/$1" <"$scratch/input"
    cat "$scratch/output" "$scratch"/*.out >"$scratch/report" 2>/dev/null
}

# has PATTERN...: lines of the report begin so, and most products were calculated on the device: all but those that leave C as it is.
has() {
    local pattern
    for pattern; do
        grep -q "^ $pattern" "$scratch/report" && [ "${products:-0}" -gt 700 ] && continue
        fault "'$pattern' is not in the report, or of ${products:-no} products; $(cat "$scratch/report")"
        return
    done
}

# passes NAME N: both testers have no complaint.
passes() {
    local letter=${1:0:1}
    try "xblat3$letter" "${letter}blat3.in" "${1^^}" "$2"
    has "${1^^} *PASSED THE COMPUTATIONAL TESTS" "${1^^} *PASSED THE TESTS OF ERROR-EXITS"
    echo "$1: $products products"
    try "x${letter}cblat3" "${letter}in3" "cblas_$1" "$2"
    has "cblas_$1 *PASSED THE COLUMN-MAJOR COMPUTATIONAL" "cblas_$1 *PASSED THE ROW-MAJOR *COMPUTATIONAL" \
        "cblas_$1 *PASSED THE TESTS OF ERROR-EXITS"
    echo "cblas_$1: $products products"
}

# Kernels of several families for the tester's sizes.
cat >"$scratch/families.json" <<'END'
{"inherits": "generic", "dispatch": {
  "shapes": [{"m": 2, "n": 2, "k": 2, "kernel": 0}, {"m": 9, "n": 9, "k": 9, "kernel": 1}],
  "f32": {"kernels": [{"name": "small", "options": "--family naive"}, {"name": "large", "options": "--family register --tile 4x4 --wg 2x2"}]},
  "f64": {"kernels": [{"name": "small", "options": "--family register --tile 2x2 --wg 2x3"},
                      {"name": "large", "options": "--family local --tile 2x2 --wg 2x3 --tile-k 4"}]},
  "c32": {"kernels": [{"name": "any", "options": "--family naive"}], "shapes": [{"m": 1, "n": 1, "k": 1, "kernel": 0}]},
  "c64": {"kernels": [{"name": "any", "options": "--family register --tile 2x2 --wg 2x2"}], "shapes": [{"m": 1, "n": 1, "k": 1, "kernel": 0}]}}}
END
library all 's d c z' PROFILE="$scratch/families.json"
for name in sgemm dgemm cgemm zgemm; do
    passes $name '0 2 9'
done

# Sums that are wrong by a part in 30,000 are found: the tester calls them suspect.
mkdir "$scratch/pieces"
echo 'mad  mad({{a}}, {{b}}, {{sum}}) * 1.00003f' >"$scratch/pieces/madd.pieces"
library wrong s PROFILE="$scratch/families.json" EMIT_OPTIONS="--template-dir $scratch/pieces"
try xblat3s sblat3.in SGEMM 3
grep -q SUSPECT "$scratch/report" || fault "a wrong kernel passes: $(cat "$scratch/report")"
exit $failed
