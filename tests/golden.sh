#!/bin/bash
# Emitted kernels as they were reviewed. Every tests/golden/NAME.cl holds the command that makes it, in the line
# "Made by clgemm VERSION: clgemm-gen ..." of its head; the command must make it again, byte for byte. A file may hold some
# of the functions alone: "/* ... */" stands for others, which other files show, and its head may be that line alone. Files
# of other kinds stand with their options in tests/golden/artifacts.list.
#
# golden.sh           compares
# golden.sh --bless   writes anew what differs (make bless); a kernel is added as a file with that one line
srcdir=${srcdir:-.}
folder=$srcdir/tests/golden
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
bless=$CLGEMM_BLESS
[ "$1" = --bless ] && bless=yes
passed=0
failed=0

fail() {
    echo "FAILED $*"
    failed=$((failed + 1))
}

# parts_of FILE: of the kernel that was made the parts that the file holds, known by the names of their functions; all, where it
# holds nothing but a line with the command, or leaves nothing out.
parts_of() {
    local kernel
    kernel=$(sed -n '2{s/^ \* \([A-Za-z0-9_]*\):.*/\1/p;q;}' "$scratch/made")
    awk -v kernel="$kernel" '
        function end_part() { if (text != "") part[file, ++count[file]] = text; text = "" }
        function name(text,    line, lines, i, code) {
            lines = split(text, line, "\n")
            for (i = 1; i <= lines; i++) if (line[i] !~ /^(\/\*| \*|#error)/) code = code line[i] "\n"
            if (match(code, kernel "[A-Za-z0-9_]* *\\(")) return substr(code, RSTART, RLENGTH - 1)
            if (match(code, kernel "[A-Za-z0-9_]*")) return substr(code, RSTART, RLENGTH)
            return code ~ /[^\n]/ ? code : "head"
        }
        FNR == 1 { end_part(); file++; blank = 0; whole = "" }
        { whole = whole $0 "\n" }
        /^$/ { blank = 1; next }
        {
            if (blank && /^[^ ]/) end_part()
            else if (blank) text = text "\n"
            blank = 0
            text = text $0 "\n"
        }
        END {
            end_part()
            short = part[1, 1] ~ /^\/\*\n \* Made by [^\n]*\n \*\/\n$/
            all = count[1] == 1 || !short
            for (i = 1; i <= count[1]; i++) {
                if (part[1, i] == "/* ... */\n") all = 0
                else held[name(part[1, i])] = 1
            }
            if (all) printf "%s", whole
            for (i = 1; !all && i <= count[2]; i++) {
                shown = part[2, i]
                if (i == 1 && short) {
                    match(shown, / \* Made by [^\n]*\n/)
                    shown = "/*\n" substr(shown, RSTART, RLENGTH) " */\n"
                } else if (!(name(shown) in held)) shown = "/* ... */\n"
                if (i > 1 && shown != last) printf "\n"
                if (i == 1 || shown != last) printf "%s", shown
                last = shown
            }
        }' "$1" "$scratch/made" >"$scratch/parts" && mv "$scratch/parts" "$scratch/made"
}

# check FILE OPTION...: what clgemm-gen makes of the options is the file.
check() {
    local file=$1 name=${1##*/}
    shift
    if ! "$CLGEMM_GEN" "$@" >"$scratch/made" 2>"$scratch/said"; then
        fail "$name: clgemm-gen $*: $(cat "$scratch/said")"
        return
    fi
    case $name in *.cl) parts_of "$file" || fail "$name" ;; esac
    if cmp -s "$file" "$scratch/made"; then
        passed=$((passed + 1))
    elif [ -n "$bless" ]; then
        cp "$scratch/made" "$file" && echo "blessed $name" && passed=$((passed + 1))
    else
        diff -u "$file" "$scratch/made" | head -n 40
        fail "$name: clgemm-gen $*"
    fi
}

if [ ! -x "$CLGEMM_GEN" ]; then
    echo "CLGEMM_GEN='$CLGEMM_GEN' is no program"
    exit 99
fi

kernels=0
for file in "$folder"/*.cl; do
    kernels=$((kernels + 1))
    # Single blanks stand between the words of a canonical command, and none in one. Quotes stand around signs alone.
    command=$(sed -n -e '/Made by clgemm[^:]*: clgemm-gen/{s/^.*: clgemm-gen *//;s/ *\*\/ *$//;s/$/ /;s/'"'"'//g;p;q;}' "$file")
    if [ -z "$command" ]; then
        fail "${file##*/}: holds no command"
        continue
    fi
    read -r -a options <<<"$command"
    check "$file" "${options[@]}"
done
[ "$kernels" -ge 40 ] || fail "$kernels kernels; at least 40 were expected"

while read -r name line; do
    case $name in '' | '#'*) continue ;; esac
    read -r -a options <<<"$line"
    check "$folder/$name" "${options[@]}"
done <"$folder/artifacts.list"

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
