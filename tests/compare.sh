#!/bin/bash
# compare.sh REFERENCE LIST: whether a program clgemm-gen and the one of the build folder write the same kernels but for redundant
# parentheses and neutral factors (tests/same_kernel). LIST has options a line (tests/list_requests). REFERENCE may be empty:
# that of the commit before (tests/parent.sh). `make compare-kernels` calls it. Requests that both refuse count as the same.
reference=${1:-$(bash "$srcdir/tests/parent.sh")}
list=$2
if [ ! -x "$reference" ]; then
    echo "there is no program to compare with: '$reference'"
    exit 99
fi
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
same=0
equal=0
refused=0
differ=0
while read -r line; do
    read -r -a options <<<"$line"
    "$reference" "${options[@]}" >"$scratch/reference" 2>"$scratch/said"
    code=$?
    "$CLGEMM_GEN" "${options[@]}" >"$scratch/new" 2>"$scratch/said_new"
    if [ $? != $code ]; then
        differ=$((differ + 1))
        echo "DIFFERS clgemm-gen $line"
        cat "$scratch/said" "$scratch/said_new"
    elif [ $code != 0 ]; then
        refused=$((refused + 1))
    elif cmp -s "$scratch/reference" "$scratch/new"; then
        same=$((same + 1))
    elif "$builddir/tests/same_kernel" "$scratch/reference" "$scratch/new" >"$scratch/where"; then
        equal=$((equal + 1))
        [ -z "$SHOW_EQUAL" ] || diff "$scratch/reference" "$scratch/new" | head -n "$SHOW_EQUAL"
    else
        differ=$((differ + 1))
        echo "DIFFERS clgemm-gen $line"
        [ $differ -gt "${SHOWN:-3}" ] || cat "$scratch/where"
    fi
done <"$list"
echo "$same the same, $equal equal, $differ differ, $refused refused"
[ $differ = 0 ] && [ $((same + equal)) -gt 0 ]
