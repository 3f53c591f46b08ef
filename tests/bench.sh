#!/bin/bash
# Speed on PoCL of three kernels for one product: naive, a sub-group kernel, and that of the CPU's profile.
# Efficiency is against the peak that is measured here: by the profile it would be that of the best CPU of its kind.
# Use: bench.sh [OPTION OF clgemm-bench bench]...
set -e
folder=$builddir/bench
mkdir -p "$folder"
rm -f "$folder"/*
profile=$("$CLGEMM_BENCH" devices -p Portable --json | sed -n 's/.*"profile": *"\([^"]*\)".*/\1/p' | head -n 1)
"$CLGEMM_GEN" --preset naive --emit cl,json -o "$folder/naive.cl"
"$CLGEMM_GEN" --tile 32x2 --wg 1x8 --emit cl,json -o "$folder/tile_32x2_wg_1x8.cl"
"$CLGEMM_GEN" --for "${profile:-cpu}" --emit cl,json -o "$folder/profile_${profile:-cpu}.cl"
"$CLGEMM_BENCH" bench -p Portable --peak measured -M 1024 -K 1024 -N 1024 "$folder/naive.json" \
    "$folder/tile_32x2_wg_1x8.json" "$folder/profile_${profile:-cpu}.json" "$@"
