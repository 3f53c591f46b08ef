#!/bin/bash
# The schema of records and the tables of doc/records.md have the figures of harness/output/figures.def. Needs no device.
#
# figures.sh           compares
# figures.sh --bless   writes both anew (make bless)
. "${srcdir:-.}/tests/harness/common.sh"
"${builddir:-.}/tests/harness/list_figures" >"$scratch/rows" || failed=1

# The properties of a definition that is a group of figures.
schema='
BEGIN { FS = "\t" }
NR == FNR { lines[$1] = lines[$1] (lines[$1] ? ",\n" : "") sprintf("        \"%s\": {\"$ref\": \"#/definitions/%s\"}", $2, $3); next }
/^    "[a-z_]+": \{/ { split($0, part, "\""); group = part[2] }
inside && /^      \}/ { inside = 0 }
!inside { print }
/^      "properties": \{$/ && group in lines { print lines[group]; inside = 1 }'

# The rows of a table below the heading of a group; neighbours with the same type and meaning share one.
tables='
BEGIN { FS = "\t"; made_of["problem"] = "sizes problem"; made_of["change"] = "change sizes"; made_of["rung"] = "entrant" }
function put() { if (names != "") print "| " names " | " type " | " meaning " |"; names = "" }
NR == FNR { n = ++count[$1]; name[$1, n] = "`" $2 "`"; types[$1, n] = $4; meanings[$1, n] = $5; next }
/^## / { group = substr($0, 4) in made_of ? made_of[substr($0, 4)] : substr($0, 4) }
inside && !/^\|/ { inside = 0 }
!inside { print }
/^\|---/ && (split(group, parts, " ") && parts[1] in count) {
    inside = 1
    for (i = 1; i in parts; i++)
        for (j = 1; j <= count[parts[i]]; j++) {
            if (types[parts[i], j] != type || meanings[parts[i], j] != meaning)
                put()
            names = names (names == "" ? "" : ", ") name[parts[i], j]
            type = types[parts[i], j]
            meaning = meanings[parts[i], j]
        }
    put()
}'

# follow PROGRAM FILE: the file is what the program makes of it.
follow() {
    awk "$1" "$scratch/rows" "$srcdir/$2" >"$scratch/made" || failed=1
    cmp -s "$scratch/made" "$srcdir/$2" && return
    if [ -n "$bless" ]; then
        cp "$scratch/made" "$srcdir/$2" && echo "blessed $2"
    else
        echo "$2 does not have the figures of harness/output/figures.def; make bless writes them"
        diff "$srcdir/$2" "$scratch/made" | cut -c 1-300 | head -n 20
        failed=1
    fi
}
bless=$CLGEMM_BLESS
[ "$1" = --bless ] && bless=yes
follow "$schema" doc/clgemm-records-1.schema.json
follow "$tables" doc/records.md
exit $failed
