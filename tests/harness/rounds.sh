#!/bin/bash
# The rounds of `profile` on recorded devices (tests/harness/standin_record.c): by 30 kernels a shape they have found 0.95 of the best that was recorded, in
# the median of the shapes, and kernels that go on behind three shapes are better than any; kernels with a matrix engine are tried early, and judged by its peak. Needs no device. A run is stopped where its
# search begins. It takes minutes: kernels of all profiles are generated.
# Test: turn 2
. "${srcdir:-.}/tests/harness/common.sh"
export STANDIN_FAULTS=

# replay RECORD OPTION...: runs profile with the options; a line a shape into `shares`, the least first: the share of the best, in percent, and how many kernels
# were measured on the shape with the most; into `worth`: of measurements behind a kernel's third, how many are within twice the best of the shape, in percent,
# how many there are, and how many of all that are recorded are as good, in percent.
replay() {
    rm -f "$scratch/journal"
    STANDIN_RECORD=$1 "$CLGEMM_BENCH" profile --worker "$standin" "${@:2}" --journal "$scratch/journal" \
        -o "$scratch/mine.json" >"$scratch/printed" 2>&1 &
    until grep -q 'kernels of all profiles, of which' "$scratch/printed" || ! kill -0 $! 2>/dev/null; do sleep 0.2; done
    kill -TERM $! || failed=1
    wait $!
    awk -v most=30 -v worth="$scratch/worth" '
        NR == FNR && FNR == 3 { count = split($0, shapes, " ") }
        NR == FNR && FNR > 3 { for (i = 1; i <= count; i++) { ms = $(NF - count + i)
                               if (ms != "-") times[shapes[i], ++recorded[shapes[i]]] = ms + 0
                               if (ms != "-" && (!(shapes[i] in best) || ms + 0 < best[shapes[i]])) best[shapes[i]] = ms + 0 } }
        NR == FNR { next }
        /"state":"times"/ && match($0, /"m":[0-9]+,"n":[0-9]+,"k":[0-9]+/) {
            shape = substr($0, RSTART + 4, RLENGTH - 4)
            gsub(/,"[nk]":/, "x", shape)
            match($0, /"median_ms":[0-9.e+-]+/)
            ms = substr($0, RSTART + 12, RLENGTH - 12) + 0
            if (shape in best && ++taken[shape] <= most && (!(shape in found) || ms < found[shape])) found[shape] = ms
            if (taken[shape] > measured) measured = taken[shape]
            match($0, /"source":"[^"]*"/)
            if (shape in best && ++shapes_of[substr($0, RSTART, RLENGTH)] > 3) { later++; good += ms <= 2 * best[shape] }
        }
        END { for (shape in best) for (i = 1; i <= recorded[shape]; i++) { all++; as_good += times[shape, i] <= 2 * best[shape] }
              print later ? int(100 * good / later) : 0, later + 0, int(100 * as_good / all) >worth
              for (i = 1; i <= count; i++) print shapes[i] in found ? int(100 * best[shapes[i]] / found[shapes[i]] + 0.5) : 0, measured + 0 }' \
        "$1" "$scratch/journal" | sort -n >"$scratch/shares"
}

for file in "$data"/recorded/rounds-*.txt.gz; do
    name=$(basename "$file" .txt.gz)
    gzip -dc "$file" >"$scratch/$name.txt" || exit 99
    replay "$scratch/$name.txt" --budget 600 --peak 1e6 --type f32 --transpose nn
    read -r share measured < <(sed -n "$((($(wc -l <"$scratch/shares") + 1) / 2))p" "$scratch/shares")
    read -r good later as_good <"$scratch/worth"
    echo "$name: $share % of the best in the median, by at most 30 of $measured kernels a shape; least: $(head -n 1 "$scratch/shares" | cut -d ' ' -f 1) %;" \
        "$good % of $later measurements of kernels that were not given up are within twice the best, of all that are recorded $as_good %"
    [ "$share" -ge 95 ] || { cat "$scratch/printed"; failed=1; }
    [ $((2 * good)) -ge $((3 * as_good)) ] || { echo "$name: kernels are kept that are no better than any"; failed=1; }
    grep -qE '"ms":\[([0-9.e-]+,){9,31}[0-9.e-]+\]' "$scratch/journal" || { echo "$name: no short kernel is measured for 3 ms"; failed=1; }
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
replay "$scratch/engine.txt" --budget 40 --type f16 --transpose nt --leave-out nvidia-hopper
first=$(grep '"state":"times"' "$scratch/journal" | grep -n '"median_ms":5\.0,' | head -n 1 | cut -d : -f 1)
echo "engine: the first time of a kernel with one is number ${first:-none}"
[ "${first:-999}" -le 100 ] || { cat "$scratch/printed"; echo 'no kernel with a matrix engine is among the first'; failed=1; }
grep '"median_ms":5\.0,' "$scratch/journal" | grep -q '"m":2048,"n":2048,"k":2048' || { echo 'a kernel with a matrix engine is judged by the peak of others'; failed=1; }
grep '"kind":"impossible"' "$scratch/journal" | grep -q 'above the 1124057\.1 that' || { echo 'a kernel is faster than its engine'; failed=1; }

# An engine that splits or rounds factors of f32 computes another product.
sed -i '4s/^mma 3/mma -/' "$scratch/engine.txt"
replay "$scratch/engine.txt" --budget 20 --peak 1e6 --type f32 --transpose nn --leave-out nvidia-hopper
grep -q '"product":"f32"' "$scratch/journal" || { cat "$scratch/printed"; echo 'no kernel of f32 is tried'; failed=1; }
if grep -q '"product":"\(3xtf32\|bf16x3\|tf32\)"' "$scratch/journal"; then echo 'a profile of f32 has kernels that split factors'; failed=1; fi
exit $failed
