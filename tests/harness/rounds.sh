#!/bin/bash
# The rounds of `profile` on recorded devices (tests/harness/standin_record.c): by 30 kernels a shape they have found 0.95 of the best that was recorded, in
# the median of the shapes. Needs no device. A run is stopped where its
# search begins. It takes minutes: kernels of all profiles are generated.
# Test: turn 2
. "${srcdir:-.}/tests/harness/common.sh"
export STANDIN_FAULTS=

# replay RECORD: a line a shape into `shares`, the least first: the share of the best, in percent, and how many kernels were measured on the shape with
# the most; into `worth`: of measurements behind a kernel's third, how many are within twice the best of the shape, in percent, and how many there are.
replay() {
    rm -f "$scratch/journal"
    STANDIN_RECORD=$1 "$CLGEMM_BENCH" profile --worker "$standin" --peak 1e6 --type f32 --transpose nn --budget 600 --journal "$scratch/journal" \
        -o "$scratch/mine.json" >"$scratch/printed" 2>&1 &
    until grep -q 'kernels of all profiles, of which' "$scratch/printed" || ! kill -0 $! 2>/dev/null; do sleep 0.2; done
    kill -TERM $! || failed=1
    wait $!
    awk -v most=30 -v worth="$scratch/worth" '
        NR == FNR && FNR == 3 { count = split($0, shapes, " ") }
        NR == FNR && FNR > 3 { for (i = 1; i <= count; i++) { ms = $(NF - count + i)
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
        END { print later ? int(100 * good / later) : 0, later + 0 >worth
              for (i = 1; i <= count; i++) print shapes[i] in found ? int(100 * best[shapes[i]] / found[shapes[i]] + 0.5) : 0, measured + 0 }' \
        "$1" "$scratch/journal" | sort -n >"$scratch/shares"
}

for file in "$data"/recorded/rounds-*.txt.gz; do
    name=$(basename "$file" .txt.gz)
    gzip -dc "$file" >"$scratch/$name.txt" || exit 99
    replay "$scratch/$name.txt"
    read -r share measured < <(sed -n "$((($(wc -l <"$scratch/shares") + 1) / 2))p" "$scratch/shares")
    read -r good later <"$scratch/worth"
    echo "$name: $share % of the best in the median, by at most 30 of $measured kernels a shape; least: $(head -n 1 "$scratch/shares" | cut -d ' ' -f 1) %;" \
        "$good % of $later measurements of kernels that were not given up are within twice the best"
    [ "$share" -ge 95 ] || { cat "$scratch/printed"; failed=1; }
    [ "$share" -le 100 ] || { echo "$name: a time is below the least of the record"; failed=1; }
    [ $((2 * measured)) -ge $(($(wc -l <"$scratch/$name.txt") - 3)) ] || { echo "$name: the record has few kernels of today"; failed=1; }
done
exit $failed
