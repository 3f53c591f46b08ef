#!/bin/bash
# No circle of files: a file that calls another one, or reads its data, is not called by that in turn, by no detour. Found in
# the object files of the build.
. "$srcdir/tests/lacking.sh"
command -v nm >/dev/null && command -v tsort >/dev/null || lacking 'no nm or tsort (binutils, coreutils)'
cd "$builddir" || exit 99
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# "SYMBOL FILE" of what is defined and of what is used, by source; objects whose source is gone are left from earlier builds.
find gen emit library cli harness -name '*.o' -not -path '*/.libs/*' -exec nm -A {} + |
    sed -E 's,^(.*)/(libgenerator_la|clgemm_gen|libharness_la|clgemm_bench)-,\1/,; s,\.o:[0-9a-f]*, ,' |
    awk -v folder="$srcdir/" '
        function is_there(name) {
            if (!(name in there)) {
                there[name] = (getline line <(folder name)) > 0
                close(folder name)
            }
            return there[name]
        }
        NF == 3 && ($2 == "U" || $2 ~ /^[TDRBCV]$/) && is_there($1 ".c") { print $2 == "U" ? "uses" : "has", $3, $1 ".c" }' \
        >"$scratch/symbols"
[ -s "$scratch/symbols" ] || lacking 'no object files in the build folder'

awk '$1 == "has" { home[$2] = $3 }
     $1 == "uses" { name[NR] = $2; user[NR] = $3 }
     END { for (i in name) if (name[i] in home && home[name[i]] != user[i]) print user[i], home[name[i]] }' \
    "$scratch/symbols" | sort -u >"$scratch/calls"
if [ "$(wc -l <"$scratch/calls")" -lt 100 ]; then
    echo "only $(wc -l <"$scratch/calls") pairs of files were found"
    exit 1
fi
if ! tsort "$scratch/calls" >/dev/null 2>"$scratch/loops"; then
    echo 'files call each other in a circle:'
    sed 's/^tsort: //' "$scratch/loops"
    exit 1
fi
