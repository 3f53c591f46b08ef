#!/bin/bash
# Searches on recorded spaces: how soon they find what is fast, and what is refused. Needs no device.
. "${srcdir:-.}/tests/harness/common.sh"

# median FILE SEARCH [OPTION...]: evaluations until 95 % of the best speed.
median() {
    "$CLGEMM_BENCH" replay "$1" --search "$2" --format json "${@:3}" |
        sed 's/.*"median":\([0-9a-z]*\).*/\1/'
}

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
        at_most "$(basename "$file"): five times the median of ils, against random's" $((5 * ils)) \
            "$(median "$file" random)"
    done
done

# The same seed gives the same runs, another one others.
small() {
    "$CLGEMM_BENCH" replay "$scratch/3090.tab" --search ils --runs 20 --format csv "$@"
}
small --seed 4 >"$scratch/first"
small --seed 4 >"$scratch/second"
small --seed 5 | sed 's/,5,95,/,4,95,/' >"$scratch/third"
if [ "$(wc -l <"$scratch/first")" != 21 ] || ! cmp -s "$scratch/first" "$scratch/second" ||
    cmp -s "$scratch/first" "$scratch/third"; then
    echo "runs do not follow from the seed:"
    paste "$scratch/first" "$scratch/second" "$scratch/third"
    failed=1
fi
expect 0 '^  ils +0\.0 % +- +- +- +- +-$' replay "$scratch/3090.tab" --search ils --runs 3 --budget 1
expect 0 '^  not reached +3$' replay "$scratch/3090.tab" --search ils --runs 3 --budget 1
expect 0 '17956 points of 10 parameters, .* 5.658 ms, 6 reach 95 % ' replay "$scratch/3090.tab" --runs 1
expect 0 '^  exhaustive +100.0 % +16556 ' replay "$scratch/3090.tab" --runs 1

# A journal: two devices, a point measured from two sources, one that failed, one without a time.
line() {
    printf '{"key":{"source":"%s","device":"%s","parameters":%s},"state":"%s","fields":%s,"at_ms":1}\n' "$@"
}
{
    echo '{"clgemm_journal":1}'
    echo '{"key":{"device":"X"},"state":"session","fields":{},"at_ms":1}'
    for tile in 1 2 4; do
        for unroll in true false; do
            point="{\"tile\":$tile,\"unroll\":$unroll}"
            line a X "$point" build-started '{}'
            line a X "$point" times "{\"median_ms\":$tile.5}"
        done
    done
    line b X '{"unroll":true,"tile":1}' times '{"median_ms":9.25}'
    line a X '{"tile":1,"unroll":false}' failed '{"kind":"correctness"}'
    line a X '{"tile":8,"unroll":false}' build-started '{}'
    line a Y '{"tile":1}' times '{"median_ms":0.5}'
} >"$scratch/run.journal"
expect 0 'run.journal .*"X".*: 6 points of 2 parameters, the best takes 2.5 ms, 2 reach' \
    replay "$scratch/run.journal" --runs 5
expect 0 'run.journal .*"Y".*: 1 points of 1 parameters, the best takes 0.5 ms' \
    replay "$scratch/run.journal" --runs 5
for kind in ils coordinate blocks random exhaustive; do
    expect 0 "^  $kind +100.0 % " replay "$scratch/run.journal" --search $kind --reach 100
done

# What is refused.
expect 1 'replay takes journals and tables' replay
expect 1 'replay takes journals and tables' replay "$scratch/3090.tab" --tile 8x4
expect 1 'no search `annealing`; there are ils' replay "$scratch/3090.tab" --search annealing
expect 1 '--reach: `101` is no percentage' replay "$scratch/3090.tab" --reach 101
expect 1 '--runs: `0` is no whole number from 1 to 1000000' replay "$scratch/3090.tab" --runs 0
expect 2 'cannot open' replay /nonexistent.tab

# refused PATTERN TEXT
refused() {
    printf "$2" >"$scratch/bad"
    expect 4 "$1" replay "$scratch/bad"
}
good='2 2\na b\n2 1\nx y\nz\n'
refused 'bad ends at line 1, where number of parameters should be' ''
refused 'line 1: `0` is no number of parameters' '0 2\n'
refused 'line 1: `-3` is no number of points' '2 -3\n'
refused 'line 3: `0` is no number of values' '2 2\na b\n2 0\n'
refused 'line 6: `2` is no index of a value, .* from 0 to 1' "${good}2 0 1\n"
refused 'line 6: `fast` is no time' "${good}0 0 fast\n"
refused 'line 6: `0` is no time' "${good}0 0 0\n"
refused 'line 6: `nan` is no time' "${good}0 0 nan\n"
refused 'line 7: the point is there already' "${good}0 0 1\n0 0 2\n"
refused 'bad ends at line 7, where index of a value should be' "${good}0 0 1\n"
refused 'line 8: more than the 2 points' "${good}0 0 1\n1 0 2\n1 0 3\n"
refused 'no point has a time' "${good}0 0 inf\n1 0 inf\n"
refused 'is no journal' '{"name": "a manifest"}'
refused 'no point has a time' '{"clgemm_journal":1}\n'
refused 'line 2 is damaged \(no JSON\)' '{"clgemm_journal":1}\n{"key"\n{}\n'
exit $failed
