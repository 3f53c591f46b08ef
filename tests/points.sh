#!/bin/bash
# points.sh: the covering sets in tests/device/points.txt are those of the spaces as they are now; some of the spaces a run. Above 30 s:
# to find which values go together, all rules are asked over the whole space. Use: points.sh, or points.sh --bless, which writes them.
# Test: long
: "${srcdir:=.}" "${builddir:=.}"
. "$srcdir/tests/device/spaces.sh"
file=$srcdir/tests/device/points.txt
. "$srcdir/tests/in_share.sh"
scratch=$(mktemp -d) || exit 99
trap 'rm -rf "$scratch"' EXIT

# covering_set NAME: a line "NAME DIGITS" a point.
covering_set() {
    # shellcheck disable=SC2046
    list_points cover $(space_of "$1") >"$scratch/$1" || exit 1
    sed "s/^/$1 /" "$scratch/$1"
}

if [ "${1:-}" = --bless ]; then
    for name in $spaces; do covering_set "$name"; done >"$scratch/all" && cp "$scratch/all" "$file"
    exit
fi
# The spaces of engines are left to all shares; the others take turns.
number=0
turn=0
failed=0
for name in $spaces; do
    case " $engine_spaces " in
    *" $name "*) [ "$share" = all ] || continue ;;
    esac
    turn=$((turn + 1))
    in_share $turn || continue
    number=$((number + 1))
    covering_set "$name" >"$scratch/now"
    grep "^$name " "$file" | cmp -s - "$scratch/now" && continue
    echo "failed: $name has another covering set than tests/device/points.txt says; make bless-points writes it"
    failed=$((failed + 1))
done
echo "share $share; the same again: CLGEMM_SHARE=$share make check TESTS=tests/points.sh"
echo "$((number - failed)) passed, $failed failed"
[ $failed = 0 ] && [ $number != 0 ]
