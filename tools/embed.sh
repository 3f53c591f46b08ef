#!/bin/sh
# Prints a C file that holds other files as arrays of characters, and a table for each folder of them.
# Only od and sed are used, no program is built to run here, so a cross build needs nothing more.
# Use: embed.sh HEADER PREFIX SRCDIR FOLDER/FILE...
# HEADER declares struct embedded_file and the tables, which are called PREFIX_FOLDER. A file's name in its table
# is its path without the folder and without .json. FOLDER is below data/, too.
set -e
LC_ALL=C
export LC_ALL
header=$1 prefix=$2 srcdir=$3
shift 3
printf '/* Made by make from %s. */\n#include "%s"\n' \
    "$(printf '%s\n' "$@" | sed 's|/.*|/|' | sort -u | tr '\n' ' ' | sed 's/ $//')" "$header"
number=0
for folder in $(printf '%s\n' "$@" | sed -e 's|^data/||' -e 's|/.*||' | sort -u); do
    table=
    for path in $(printf '%s\n' "$@" | grep -E "^(data/)?$folder/" | sort -t . -k 1,1 -k 2); do
        number=$((number + 1))
        name=$(echo "$path" | sed -e 's|^data/||' -e 's|^[^/]*/||' -e 's|\.json$||')
        printf '\n/* %s */\nstatic const char file_%d[] = {\n' "$path" "$number"
        od -An -v -to1 "$srcdir/$path" | sed "s/ *\([0-7][0-7][0-7]\)/'\\\\\1',/g"
        printf '0};\n'
        table="$table    {\"$name\", file_$number, sizeof file_$number - 1},|"
    done
    printf '\nconst struct embedded_file %s_%s[] = {\n' "$prefix" "$folder"
    printf '%s' "$table" | tr '|' '\n'
    printf '    {0, 0, 0}\n};\n'
done
