#!/bin/bash
# compare.sh REFERENCE NEW LIST: whether two programs clgemm-gen write the same kernels, byte for byte. LIST has options a
# line (tests/list_requests). `make compare-kernels REFERENCE=PROGRAM` compares the one of the build folder with a copy
# that was kept. Requests that both refuse count as the same.
reference=$1
new=$2
list=$3
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
same=0
refused=0
differ=0
while read -r line; do
    read -r -a options <<<"$line"
    "$reference" "${options[@]}" >"$scratch/reference" 2>"$scratch/said"
    code=$?
    "$new" "${options[@]}" >"$scratch/new" 2>"$scratch/said_new"
    if [ $? != $code ] || ! cmp -s "$scratch/reference" "$scratch/new"; then
        differ=$((differ + 1))
        echo "DIFFERS clgemm-gen $line"
        if [ $differ -le "${SHOWN:-3}" ]; then
            diff "$scratch/reference" "$scratch/new" | head -n 30
            cat "$scratch/said_new"
        fi
    elif [ $code != 0 ]; then
        refused=$((refused + 1))
    else
        same=$((same + 1))
    fi
done <"$list"
echo "$same the same, $differ differ, $refused refused"
[ $differ = 0 ] && [ $same -gt 0 ]
