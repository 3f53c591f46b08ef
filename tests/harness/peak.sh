#!/bin/bash
# One peak a device and element type: every command states the same one, whatever profile a kernel is made for, and marks a
# speed above it.
# Test: turn 10
. "${srcdir:-.}/tests/harness/common.sh"
: "${CLGEMM_GEN:=./clgemm-gen}"

expect 1 '--explain peak: the peak is the device.s, .* --for changes nothing' bench --explain peak --for cpu

need_device
# The fastest kernel is looked for.
unset POCL_EXTRA_BUILD_FLAGS

# peaks WORD...: the lines of clgemm-bench WORD... that state a peak, as "160.00 in f32".
peaks() {
    "$CLGEMM_BENCH" "$@" </dev/null 2>"$scratch/errors" | tee "$scratch/output" | sed -n -E 's/^ *peak +([0-9.]+) GFLOP\/s in ([^ ]*) \(.*/\1 in \2/p'
}

# Kernels for several profiles and one for none. What is measured is another figure in each run: one is given.
for profile in cpu-generic cpu cpu-avx512 generic; do
    "$CLGEMM_GEN" --for $profile --family naive --name "for_${profile/-/_}" --emit cl,json -o "$scratch/" || failed=1
done
of_f32=$("$CLGEMM_BENCH" devices --json | head -n 1 | sed -n -E 's/.*"peaks":\{[^}]*"f32":([0-9.]+).*/\1/p')
small=(-M 64 -N 64 -K 64 -i 2)
given=(--peak 123.45)
stated='123.45 in f32'
if [ -n "$of_f32" ]; then
    expect 0 '' devices
    grep -q -F "  peak           $(printf '%.2f' "$of_f32") GFLOP/s in f32 (profile " "$scratch/output" || { echo 'devices states no peak'; failed=1; }
    expect 0 " = $(printf '%.1f' "$of_f32") GFLOP/s\$" --explain peak
    # A CPU runs at other clocks than it reports: its peak is what is measured, where that is more.
    peaks bench "$scratch/for_cpu.json" "${small[@]}" | awk -v stated="$of_f32" '$1 < stated - 0.005 { exit 1 } { any = 1 } END { exit !any }' ||
        { cat "$scratch/output"; echo "the peak is less than $of_f32, that of the profile"; failed=1; }
    equal 'peak of the profile' "$(peaks bench "$scratch/for_cpu.json" "${small[@]}" --peak profile)" "$(printf '%.2f' "$of_f32") in f32"
else
    expect 0 '(states no peak|reports no clock): bench measures (one|a peak)' --explain peak
    expect 4 'there is no peak by profile: (the profile .* states none for f32|the device reports no clock)' \
        bench "$scratch/for_cpu.json" -M 16 -N 16 -K 16 -i 1 --peak profile
fi
cat >"$scratch/race.json" <<'END_OF_RACE'
{"title": "For several profiles", "sizes": [64], "kernels": [
  {"name": "cpu", "options": {"for": "cpu"}}, {"name": "generic", "options": {"for": "generic", "family": "naive"}},
  {"name": "manifest", "manifest": "for_cpu_avx512.json"}]}
END_OF_RACE
equal 'peak of bench' "$(peaks bench "$scratch"/for_*.json "${small[@]}" "${given[@]}")" "$stated"
equal 'peak of ladder' "$(peaks ladder "$scratch/race.json" "${given[@]}")" "$stated"
grep -q "^peak  *${stated% in*} " "$scratch/output" || { echo 'the table of ladder has no row with the peak'; failed=1; }
equal 'peak of study' "$(peaks study "$scratch/race.json" "${given[@]}")" "$stated"
equal 'peak of compare' "$(peaks compare "$scratch/for_cpu.json" --with openblas "${small[@]}" "${given[@]}")" "$stated"

# Records: one that states it, and the same figure in each.
for command in "bench $(echo "$scratch"/for_*.json) ${small[*]}" "ladder $scratch/race.json" "study $scratch/race.json" \
    "compare $scratch/for_cpu.json --with openblas ${small[*]}"; do
    # shellcheck disable=SC2086
    "$CLGEMM_BENCH" $command "${given[@]}" --json </dev/null >"$scratch/records" 2>&1
    equal "records of the peak of ${command%% *}" "$(grep -c '"record":"peak"' "$scratch/records")" 1
    equal "peaks in records of ${command%% *}" "$(sed -n -E \
        -e 's/.*"record":"peak".*"gflops":([0-9.]+).*/\1/p' -e 's/.*"peak_gflops":([0-9.]+).*/\1/p' "$scratch/records" |
        sort -u | wc -l)" 1
done

# Above it.
why='^above the peak: [0-9.e+]+ GFLOP/s were reached, the peak is 0.001 GFLOP/s: faster than --peak states$'
expect 0 "$why" bench "$scratch/for_cpu.json" "${small[@]}" --peak 0.001
grep -q -E '^  efficiency [0-9.]+ %  above the peak$' "$scratch/output" || { echo 'bench marks no kernel'; failed=1; }
expect 0 "$why" bench "$scratch"/for_*.json "${small[@]}" --peak 0.001
equal 'marked kernels in the table of bench' "$(grep -c ' %  yes  above the peak$' "$scratch/output")" 4
expect 0 "$why" ladder "$scratch/race.json" --peak 0.001
grep -q -E '^manifest .* %  above the peak$' "$scratch/output" || { echo 'ladder marks no kernel'; failed=1; }
expect 0 "$why" study "$scratch/race.json" --peak 0.001
grep -q -E '^64 ( +above [0-9.]+){3}$' "$scratch/output" || { echo 'study marks no kernel'; failed=1; }
expect 0 "$why" compare "$scratch/for_cpu.json" --with openblas "${small[@]}" --peak 0.001
grep -q -E '   for_cpu; above the peak: kernel' "$scratch/output" || { echo 'compare marks no kernel'; failed=1; }
once() {
    equal "messages of a speed above the peak beside $1" "$(grep -c -E "^clgemm-bench: ${why#^}" "$scratch/output")" 1
}
expect 0 '"above_peak":true' bench "$scratch"/for_*.json "${small[@]}" --peak 0.001 --json
once 'records of bench'
expect 0 '' bench "$scratch/for_cpu.json" "${small[@]}" --peak 0.001 --format csv
once 'columns of bench'
expect 0 '"record":"rung".*"above_peak":true' ladder "$scratch/race.json" --peak 0.001 --json
once 'records of ladder'
expect 0 '"packed":\{.*"above_peak":true' compare "$scratch/for_cpu.json" --with openblas "${small[@]}" --peak 0.001 --json
once 'records of compare'
expect 0 '' bench "$scratch/for_cpu.json" "${small[@]}" --peak 1e9 --json
if grep -q 'above.peak\|above the peak' "$scratch/output"; then
    echo 'a speed below the peak is marked'
    failed=1
fi

# A peak that is measured is the best of many runs, of all forms that compilers are given, for it is to be above what kernels reach.
form='(fma|a \* b \+ c|mad)'
expect 0 "^peak .* in f32 \\(measured: 2 \\(multiply and add\\) x [0-9]+ lanes x 10 chains of $form in f32 .*, best of ([2-9][0-9]|[1-9][0-9]{2}) runs; $form: [0-9.]+, $form: [0-9.]+\\)$" \
    bench "$scratch/for_cpu.json" "${small[@]}" --peak measured
# NUMBER FORM of all three, that of the peak first.
sed -n -E "s/^peak +([0-9.]+) .*chains of (.*) in f32 .* runs; (.*): (.*), (.*): (.*)\)$/\1 \2\n\4 \3\n\6 \5/p" "$scratch/output" >"$scratch/forms"
equal 'forms of the peak' "$(cut -d ' ' -f 2- "$scratch/forms" | sort | tr '\n' ,)" 'a * b + c,fma,mad,'
equal 'the fastest form' "$(sort -g -r -s "$scratch/forms" | head -n 1)" "$(head -n 1 "$scratch/forms")"

# tune.
tune=(tune --for generic --family naive -M 32 -N 32 -K 32 --budget 2 --trials 1 -o "$scratch/tuned.json")
"$CLGEMM_BENCH" "${tune[@]}" "${given[@]}" --journal "$scratch/journal" >"$scratch/output" 2>&1 </dev/null || failed=1
equal 'peak of tune' "$(sed -n -E 's/^peak ([0-9.]+) GFLOP.*/\1/p' "$scratch/output")" "${stated% in*}"
grep -q "\"peak_gflops\":${stated%.* in*}" "$scratch/journal" || { echo 'the journal has another peak'; failed=1; }
expect 0 '^peak .*\(measured: ' "${tune[@]}" --peak measured
if [ -z "$of_f32" ]; then
    expect 4 'there is no peak by profile: ' "${tune[@]}" --peak profile
fi
exit $failed
