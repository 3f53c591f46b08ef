#!/bin/bash
# Speed on PoCL of three kernels for one product: naive, a sub-group kernel, and that of the CPU's profile; and of OpenBLAS, with the
# fastest of its core types and as many threads as the device has, by the clock of the host.
# Efficiency is against the peak that is measured here: by the profile it would be that of the best CPU of its kind.
# Use: bench.sh [OPTION OF clgemm-bench bench and compare]...
set -e -o pipefail
folder=$builddir/bench
mkdir -p "$folder"
rm -f "$folder"/*
size=1024
profile=$("$CLGEMM_BENCH" devices -p Portable --json | sed -n 's/.*"profile": *"\([^"]*\)".*/\1/p' | head -n 1)
"$CLGEMM_GEN" --preset naive --emit cl,json -o "$folder/naive.cl"
"$CLGEMM_GEN" --tile 32x2 --wg 1x8 --emit cl,json -o "$folder/tile_32x2_wg_1x8.cl"
"$CLGEMM_GEN" --for "${profile:-cpu}" --emit cl,json -o "$folder/profile_${profile:-cpu}.cl"

# The row of OpenBLAS in the columns of bench's table: from what compare writes of it and of the profile's kernel, by turns.
# add_openblas PEAK WIDTH NAIVE [OPTION]...; NAIVE: milliseconds of that kernel
add_openblas() {
    local peak=$1 width=$2 naive=$3 record times
    shift 3
    record=$("$CLGEMM_BENCH" compare -p Portable --peak "$peak" -M $size -K $size -N $size "$folder/profile_${profile:-cpu}.json" \
        --with openblas --json "$@" | grep '"record":"comparison"')
    times=$(sed -n 's/.*"packed":{[^}]*"library_ms":\[\([^]]*\)\].*/\1/p' <<<"$record" | tr , '\n' | LC_ALL=C sort -g)
    LC_ALL=C awk -v size=$size -v peak="$peak" -v width="$width" -v naive="$naive" -v core="$(sed -n 's/.*"library_core_type":"\([^"]*\)".*/\1/p' <<<"$record")" '
        { ms[NR] = $1 }
        END {
            median = (ms[int((NR + 1) / 2)] + ms[int(NR / 2) + 1]) / 2
            gflops = 2 * size * size * size / median * 1e-6
            printf "%-*s  %10.3f  %10.3f  %10.2f  %7.2fx  %8.1f %%  yes; core type %s\n", width, "OpenBLAS", ms[1], median, gflops, naive / median,
                100 * gflops / peak, core
        }' <<<"$times"
}

"$CLGEMM_BENCH" bench -p Portable --peak measured -M $size -K $size -N $size "$folder/naive.json" "$folder/tile_32x2_wg_1x8.json" \
    "$folder/profile_${profile:-cpu}.json" "$@" | tee "$folder/speed.txt" | awk '/^kernel / { table = 1 } table && /^$/ { behind = 1 } !behind'
peak=$(awk '$1 == "peak" { print $2; exit }' "$folder/speed.txt")
width=$(awk '/^kernel .* min ms/ { print match($0, / *min ms/) + RLENGTH - 13 }' "$folder/speed.txt")
naive=$(awk '/^kernel / { table = 1 } table && $1 == "naive" { print $3 }' "$folder/speed.txt")
add_openblas "$peak" "$width" "$naive" "$@"
awk '/^kernel / { table = 1 } table && /^$/ { behind = 1 } behind' "$folder/speed.txt"
