# The speed of the slowest run.
section='A measure' word=worst_gflops most=1

add harness/output/figures.def '^FIGURE(result, gflops,' <<'C'
FIGURE(result, worst_gflops, GFLOPS, real_if(measured(of), figures_gflops(of, of->device.max)), "at the maximum of `device_ms`")
C
add harness/output/figures.def '^LINE("speed ' <<'C'
LINE("slowest   {worst_gflops} GFLOP/s")
C
add harness/output/figures.def '^COLUMN("GFLOP/s"' <<'C'
COLUMN("at worst", 10, "{worst_gflops}", NULL)
C
edit harness/output/figures.def 's/^(    "peak_gflops .* gflops_with_transfer)/\1 worst_gflops/'

# What bench prints has it, and nothing but golden files follows from the row.
ask_measure() {
    local family format told
    "${MAKE:-make}" -s -j2 -C "$build" bless || return
    if git status --porcelain -uall | grep -v -E ' (harness/output/figures.def|doc/records.md|doc/clgemm-records-1.schema.json|tests/harness/golden/.*)$'; then
        echo 'are no golden files of it'
        return 1
    fi
    grep -q $word doc/records.md && grep -q $word doc/clgemm-records-1.schema.json || return
    for family in naive register; do
        "$CLGEMM_GEN" --family "$family" --name "of_$family" --emit cl,json -o "$scratch/measured/" || return
    done
    while read -r format told; do
        # shellcheck disable=SC2086
        "$CLGEMM_BENCH" bench $pocl -M 33 -N 34 -K 35 -i 3 --peak 50 --format "$format" "$scratch"/measured/*.json >"$scratch/printed" || return
        grep -q "$told" "$scratch/printed" || { cat "$scratch/printed"; echo "--format $format does not have it"; return 1; }
    done <<<'text slowest
json worst_gflops
csv worst_gflops
markdown at worst'
}
