#!/bin/bash
# The rounds of `profile` on recorded devices (tests/harness/standin_record.c): by 30 kernels a shape they have found 0.95 of the best that was recorded, in
# the median of the shapes; who is given up is judged by the order of the journal; kernels with a matrix engine are tried early, and judged by its peak. Needs
# no device. Kernels are measured one after the other (--jobs 0), in the same order on every machine, and the time is never over: a run is stopped where its
# search begins, or has as many times as are asked about. It takes minutes: kernels of all profiles are generated.
# Test: turn 10
. "${srcdir:-.}/tests/harness/common.sh"
export STANDIN_FAULTS=

# replay TIMES RECORD OPTION...: runs profile with the options until the search begins or the journal has so many times (0: any); a line a shape into `shares`,
# the least first: the share of the best, in percent, and how many kernels were measured on the shape with the most; into `kept`: how many kernels were given
# up; of them, how many are within twice the best of all on a shape that they were measured on; how many went on behind three shapes that were
# on none within twice the best until then.
replay() {
    local most=$1
    rm -f "$scratch/journal"
    STANDIN_RECORD=$2 "$CLGEMM_BENCH" profile --worker "$standin" --budget 100000 --jobs 0 "${@:3}" --journal "$scratch/journal" \
        -o "$scratch/mine.json" >"$scratch/printed" 2>&1 &
    until grep -q 'kernels of all profiles, of which' "$scratch/printed" || ! kill -0 $! 2>/dev/null ||
        { [ "$most" -gt 0 ] && [ "$(cat "$scratch/journal" 2>/dev/null | grep -c '"state":"times"')" -ge "$most" ]; }; do sleep 0.2; done
    kill -TERM $! || failed=1
    wait $!
    awk -v most=30 -v kept="$scratch/kept" '
        NR == FNR && FNR == 3 { count = split($0, shapes, " ") }
        NR == FNR && FNR > 3 { for (i = 1; i <= count; i++) { ms = $(NF - count + i)
                               if (ms != "-" && (!(shapes[i] in best) || ms + 0 < best[shapes[i]])) best[shapes[i]] = ms + 0 } }
        NR == FNR { next }
        match($0, /"source":"[^"]*"/) { kernel = substr($0, RSTART, RLENGTH) }
        /"state":"failed"/ { fails[kernel] }
        /"state":"times"/ && match($0, /"m":[0-9]+,"n":[0-9]+,"k":[0-9]+/) {
            shape = substr($0, RSTART + 4, RLENGTH - 4)
            gsub(/,"[nk]":/, "x", shape)
            match($0, /"median_ms":[0-9.e+-]+/)
            ms = substr($0, RSTART + 12, RLENGTH - 12) + 0
            if (shape in best && ++taken[shape] <= most && (!(shape in found) || ms < found[shape])) found[shape] = ms
            if (taken[shape] > measured) measured = taken[shape]
            if (!(kernel in number)) { kernels[++last] = kernel; number[kernel] = last; end_kernel() }
            if (tries[kernel] == 3 && !near[kernel]) far++
            at[kernel, ++tries[kernel]] = shape
            times[kernel, shape] = ms
            near[kernel] += !(shape in so_far) || ms < 2 * so_far[shape]
            if (!(shape in all)) { all[shape]; wanted++ }
        }
        # A kernel is compared with those before it.
        function end_kernel(  i, of, shape) {
            of = last > 1 ? kernels[last - 1] : ""
            for (i = 1; i <= tries[of]; i++) { shape = at[of, i]
                if (!(shape in so_far) || times[of, shape] < so_far[shape]) so_far[shape] = times[of, shape] }
        }
        # The last one was under way.
        END { for (k = 1; k < last; k++) { kernel = kernels[k]
                  if (tries[kernel] == wanted || kernel in fails) continue
                  given_up++
                  good = 0
                  for (i = 1; i <= tries[kernel]; i++) good += times[kernel, at[kernel, i]] < 2 * so_far[at[kernel, i]]
                  wrongly += good > 0 }
              print given_up + 0, wrongly + 0, far + 0 >kept
              for (i = 1; i <= count; i++) print shapes[i] in found ? int(100 * best[shapes[i]] / found[shapes[i]] + 0.5) : 0, measured + 0 }' \
        "$2" "$scratch/journal" | sort -n >"$scratch/shares"
}

for file in "$data"/recorded/rounds-*.txt.gz; do
    name=$(basename "$file" .txt.gz)
    gzip -dc "$file" >"$scratch/$name.txt" || exit 99
    replay 0 "$scratch/$name.txt" --peak 1e6 --type f32 --transpose nn
    read -r share measured < <(sed -n "$((($(wc -l <"$scratch/shares") + 1) / 2))p" "$scratch/shares")
    read -r given_up wrongly far <"$scratch/kept"
    echo "$name: $share % of the best in the median, by at most 30 of $measured kernels a shape; least: $(head -n 1 "$scratch/shares" | cut -d ' ' -f 1) %;" \
        "$given_up kernels were given up"
    [ "$share" -ge 95 ] || { cat "$scratch/printed"; failed=1; }
    [ $((5 * given_up)) -ge "$measured" ] || { echo "$name: hardly a kernel is given up"; failed=1; }
    [ "$wrongly" -eq 0 ] || { echo "$name: $wrongly kernels are given up that are near the best of a shape"; failed=1; }
    [ "$far" -eq 0 ] || { echo "$name: $far kernels go on that were far from the best of each of three shapes"; failed=1; }
    grep -qE '"ms":\[([0-9.e-]+,){9,}[0-9.e-]+\]' "$scratch/journal" || { echo "$name: no short kernel is measured for 3 ms"; failed=1; }
    [ "$share" -le 100 ] || { echo "$name: a time is below the least of the record"; failed=1; }
    [ $((2 * measured)) -ge $(($(wc -l <"$scratch/$name.txt") - 3)) ] || { echo "$name: the record has few kernels of today"; failed=1; }
done

# A kernel with a matrix engine may be faster than plain instructions, by whose peak the others of a device that nobody knows are judged: its own bounds it.
# Kernels of the vendor's other devices come first.
{
    gzip -dc "$data/recorded/rounds-h200-f32.txt.gz" | head -n 1
    echo 'engine stages'
    echo '4096x4096x64 3849x2027x333 2048x2048x2048 4096x4096x4096 160x160x160 1x4096x4096 4096x1x4096 8x4096x4096 4096x8x4096 128x128x16384'
    echo 'mma 3 5 5 5 1e-9 5 5 5 5 5 5'
    for stages in - 1 2; do echo "- $stages 1000 1000 1000 1000 1000 1000 1000 1000 1000 1000"; done
} >"$scratch/engine.txt"
replay 150 "$scratch/engine.txt" --type f16 --transpose nt --leave-out nvidia-hopper
first=$(grep '"state":"times"' "$scratch/journal" | grep -n '"median_ms":5\.0,' | head -n 1 | cut -d : -f 1)
echo "engine: the first time of a kernel with one is number ${first:-none}"
[ "${first:-999}" -le 100 ] || { cat "$scratch/printed"; echo 'no kernel with a matrix engine is among the first'; failed=1; }
grep '"median_ms":5\.0,' "$scratch/journal" | grep -q '"m":2048,"n":2048,"k":2048' || { echo 'a kernel with a matrix engine is judged by the peak of others'; failed=1; }
grep '"kind":"impossible"' "$scratch/journal" | grep -q 'above the 1124057\.1 that' || { echo 'a kernel is faster than its engine'; failed=1; }

# An engine that splits or rounds factors of f32 computes another product.
sed -i '4s/^mma 3/mma -/' "$scratch/engine.txt"
replay 150 "$scratch/engine.txt" --peak 1e6 --type f32 --transpose nn --leave-out nvidia-hopper
grep -q '"product":"f32"' "$scratch/journal" || { cat "$scratch/printed"; echo 'no kernel of f32 is tried'; failed=1; }
if grep -q '"product":"\(3xtf32\|bf16x3\|tf32\)"' "$scratch/journal"; then echo 'a profile of f32 has kernels that split factors'; failed=1; fi
exit $failed
