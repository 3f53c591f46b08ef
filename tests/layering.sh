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
allow 'harness/ includes its own headers and clgemm.h' 'harness/[a-z0-9_/]+\.(h|def)|clgemm\.h' harness/**/*.[ch]
allow 'examples/ include clgemm.h and what was emitted for them' 'clgemm\.h|[a-z0-9_]+\.h' examples/**/*.[ch]
allow 'gen/template/ includes the engine and gen/base/ only' 'gen/(template|mustache|base)/[a-z_]+\.h' gen/template/**/*.[ch]
forbid 'the generator includes nothing of the harness' 'harness/.*' {cli,library,emit,gen}/**/*.[ch]
forbid 'only commands see the whole command line; other folders take structs of their own' 'harness/cli/options\.h' \
    $(find harness -name '*.[ch]' ! -path 'harness/cli/*' ! -path 'harness/commands/*')
forbid 'emit/ reads plans and calls the templates; it knows no request, no rule and no kernel' \
    'gen/(space|mustache|family|view|rules|spec|request)/.*' emit/**/*.[ch]

# What a stage calls of families is in a header of its own, which the other stages do not see.
stages='spec rules plan view'
for stage in $stages; do
    others=$(printf '%s\n' $stages | grep -v -x "$stage" | grep -v -x spec | paste -s -d '|')
    report "what families have for gen/$stage/ is called there alone" \
        "$(grep -n -E "family->$stage\b" {cli,library,emit,gen}/**/*.[ch] | grep -v "^gen/$stage/")"
    forbid "gen/$stage/ and what families have for it see families by the header of that stage" "gen/($others)/family\.h" \
        gen/"$stage"/*.[ch] gen/family/*/"$stage".c
done
forbid 'the rows of families and what is no stage see none of these headers' 'gen/(rules|plan|view)/family\.h' \
    gen/family/*/family.c gen/family/*.[ch] gen/family/*/*.h {cli,library,emit,gen/space}/*.[ch]

# Tables of families have their names.
families=$(sed -n 's/^ *\.name = "\([a-z]*\)",$/\1/p' gen/family/*/*.c | paste -s -d '|')
[ -n "$families" ] || report 'families have names' 'no gen/family/*/*.c has one'
report 'the harness knows no family' "$(grep -n -E "\"family\"[^;]*\"($families)\"|--family[ =]($families)" harness/**/*.[ch])"

# Views read the plan: no function that fills a view takes a spec. The configuration in a manifest is none.
for file in gen/view/*.[ch] gen/family/*.[ch] gen/family/*/*.[ch]; do
    report "views read the plan and no spec, in $file too" \
        "$(tr '\n' ' ' <"$file" | grep -o '[a-z_]*([^()]*struct spec \*[^()]*struct value \*[^()]*)' | grep -v -E '^([a-z]*_)?configure\(')"
done

# The folders of each part, in order: a file includes only those of its own folder and of the folders after it. All families see matrix, whose engines
# thin has too.
rooms=$(printf '%s\n' gen/family/*/*.c | sed 's,/[^/]*$,,' | sort -u | grep -v -x gen/family/matrix)
orders=(
    "cli library emit gen/space gen/template gen/mustache $rooms gen/family/matrix
        gen/family gen/view gen/kernel gen/plan gen/rules gen/spec gen/request gen/base"
    'harness harness/commands harness/tune harness/report harness/offline harness/engine harness/worker harness/output harness/kernel
        harness/cli harness/search harness/journal harness/verify harness/run harness/opencl harness/manifest harness/base'
)
for order in "${orders[@]}"; do
    before=
    for room in $order; do
        if [ -n "$before" ]; then
            report "$room includes nothing of the folders before it" \
                "$(list_includes "$room"/*.[ch] | grep -E ": ($before)/[a-z0-9_]+\.(h|def)\$")"
        fi
        before=${before:+$before|}$room
    done
    # Every file is in a room.
    report 'every folder is in the order' \
        "$(find $(printf '%s\n' $order | sed 's,/.*,,' | sort -u) -name '*.c' -printf '%h\n' | sort -u | grep -v -x -F "$(printf '%s\n' $order)")"
done

# A name is looked up by row_of (gen/base/row.h), or by a loop that ends with its table: one that does not runs off it for a name that nobody has added.
report 'no look-up by name runs off its table: call row_of' \
    "$(grep -n -E '(while|for) \(([^;]*;)? ?strcmp\([^;]*(;[^;]*)?\)$' {gen,emit,library,cli,harness}/**/*.[ch])"

# A macro of an emitted kernel may be in one text with a program's own: it has a prefix.
report 'macros of kernels begin with CLGEMM_' "$(grep -rn -E '^ *# *(define|undef) ' templates --include='*.mustache' | grep -v -E '^templates/host/|(define|undef) CLGEMM_')"

exit $failed
