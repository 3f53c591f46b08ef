#!/bin/bash
# Includes point one way. All of the project's includes are written from the root of the tree.
cd "$srcdir" || exit 99
shopt -s globstar nullglob
failed=0

# Prints "FILE: INCLUDED" for every quoted include of the given files.
list_includes() {
    grep -H -o '^ *# *include *"[^"]*"' "$@" /dev/null | sed 's/: *# *include *"\(.*\)"/: \1/'
}

# report SENTENCE LINES: a rule is broken where there are lines.
report() {
    if [ -n "$2" ]; then
        printf '%s; but\n%s\n' "$1" "$2"
        failed=1
    fi
}

# allow SENTENCE REGEX FILE...: every include matches the whole regex.
allow() {
    report "$1" "$(list_includes "${@:3}" | grep -v -E ": ($2)\$")"
}

# forbid SENTENCE REGEX FILE...: no include matches it.
forbid() {
    report "$1" "$(list_includes "${@:3}" | grep -E ": ($2)\$")"
}

allow 'gen/mustache/ includes its own headers only' 'gen/mustache/[a-z_]+\.h' gen/mustache/**/*.[ch]
allow 'harness/ includes its own headers and clgemm.h' 'harness/[a-z0-9_/]+\.h|clgemm\.h' harness/**/*.[ch]
allow 'examples/ include clgemm.h and what was emitted for them' 'clgemm\.h|[a-z0-9_]+\.h' examples/**/*.[ch]
forbid 'gen/ includes nothing of the harness' 'harness/.*' gen/**/*.[ch]
forbid 'emit/ knows no request, no rule and no template' \
    'gen/(cli|generate|option|preset|profile|request|resolve|rules|view|embedded|mustache/.*)\.h' emit/**/*.[ch]

# main, generate, view, plan, rules, request: each includes only what comes after it.
before=
for stage in main generate view plan rules request; do
    if [ -n "$before" ]; then
        forbid "gen/$stage includes none of:$before" "gen/($(echo $before | tr ' ' '|'))\.h" gen/$stage.[ch]
    fi
    before="$before $stage"
done

exit $failed
