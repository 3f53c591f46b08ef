#!/bin/bash
# Searches on recorded spaces (tests/harness/search_replay.c): how soon they find what is fast. Needs no device.
. "${srcdir:-.}/tests/harness/common.sh"
replay=${builddir:-.}/tests/harness/search_replay

# median FILE SEARCH: points until 95 % of the best speed, of 101 runs.
median() { "$replay" "$2" 101 1 <"$1" | sed -n 51p; }

# at_most WHAT FIGURE LIMIT
at_most() {
    if ! [ "$2" -le "$3" ]; then
        echo "$1: $2, at most $3 expected"
        failed=1
    fi
}

# reversed FILE: the same space with parameters, values and points in the opposite order.
reversed() {
    awk 'NR == 1 { n = $1 }
        NR == 3 { for (i = 1; i <= n; i++) count[i] = $i }
        NR == 1 { print; next }
        NR <= 3 { for (i = n; i > 0; i--) printf "%s ", $i; print ""; next }
        NR <= 3 + n { line = ""; for (i = NF; i > 0; i--) line = line " " $i; values = line "\n" values }
        NR == 3 + n { printf "%s", values }
        NR > 3 + n { for (i = n; i > 0; i--) $0 = $0 " " count[i] - 1 - $i
                     for (i = n + 2; i <= 2 * n + 1; i++) line = i == n + 2 ? $i : line " " $i
                     points[NR] = line " " $(n + 1) }
        END { for (i = NR; i > 3 + n; i--) print points[i] }' "$1"
}

for name in 2080Ti 3090; do
    gzip -dc "$data/recorded/xgemm-$name.tab.gz" >"$scratch/$name.tab" || exit 99
    reversed "$scratch/$name.tab" >"$scratch/reversed-$name.tab"
    for file in "$scratch/$name.tab" "$scratch/reversed-$name.tab"; do
        ils=$(median "$file" ils)
        at_most "$(basename "$file"): median of ils" "$ils" 160
        at_most "$(basename "$file"): five times the median of ils, against random's" $((5 * ils)) "$(median "$file" random)"
    done
done
equal 'points that an exhaustive search takes' "$("$replay" exhaustive 1 1 <"$scratch/3090.tab")" 16556
for kind in coordinate blocks; do
    equal "runs of $kind that reach no fast point" "$("$replay" $kind 5 1 <"$scratch/3090.tab" | grep -c -e -)" 0
done
equal 'runs of one point' "$("$replay" ils 3 1 1 <"$scratch/3090.tab" | paste -s -d ' ')" '- - -'

# The same seed gives the same runs, another one others.
for seed in 4 4 5; do "$replay" ils 20 $seed <"$scratch/3090.tab" | paste -s -d ' '; done >"$scratch/runs"
equal 'different runs of seeds 4, 4 and 5' "$(sort -u "$scratch/runs" | wc -l)" 2
equal 'different runs of seeds 4 and 4' "$(sed 2q "$scratch/runs" | sort -u | wc -l)" 1
exit $failed
