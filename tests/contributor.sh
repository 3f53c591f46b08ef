#!/bin/bash
# HACKING.md says which files an addition takes: a made-up operation of the epilogue, block format, family, option of a family and measure
# (tests/contributor/) are each added to a copy of the tree, by exactly the files that the numbered lines of its section begin with. What comes out
# is built, every artifact of its requests is emitted, and the kernels are checked on both CPU runtimes; and without one of the files
# something must fail. Of the kinds each commit has another, with another file; CLGEMM_KINDS names some, and with CLGEMM_SHARE=all it is each
# without each file. Takes minutes, as the copy is built.
# Test: long, turn 5
. "${srcdir:-.}/tests/device/common.sh"
need_device pocl
commits=$(git -C "$srcdir" rev-list --count HEAD 2>/dev/null) || lacking 'git is not installed, or this is no checkout'
command -v autoreconf >/dev/null || lacking 'there is no autoreconf (Debian: autoconf, automake, libtool)'
unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE
kinds=(operation format family option measure)
turn=$((commits / ${#kinds[@]}))
if [ "$share" != all ]; then kinds=("${kinds[commits % ${#kinds[@]}]}"); fi
if [ -n "${CLGEMM_KINDS:-}" ]; then read -r -a kinds <<<"$CLGEMM_KINDS"; fi
tree=$scratch/tree
build=$tree/build
CLGEMM_GEN=$build/clgemm-gen
CLGEMM_BENCH=$build/clgemm-bench

# ---------------------------------------------------------------- read and called by tests/contributor/KIND.sh, which say what is added
# disagree SENTENCE: ends the test.
disagree() {
    fault "$kind: $1. See HACKING.md, \"$section\", and tests/contributor/$kind.sh"
    exit 1
}

# add FILE EXPRESSION: adds what is read behind the one line of the file that the basic regular expression fits.
add() {
    local line
    line=$(grep -n -e "$2" "$1" | cut -d : -f 1)
    case $line in '' | *[!0-9]*) disagree "$1 has not one line '$2' to add something behind" ;; esac
    cat >"$scratch/added"
    sed -i "${line}r $scratch/added" "$1"
}

# edit FILE SCRIPT: a sed script, of extended expressions, which must change the file.
edit() {
    cp "$1" "$scratch/before" || disagree "there is no $1"
    sed -E -i "$2" "$1"
    ! cmp -s "$1" "$scratch/before" || disagree "$1 has nothing that '$2' changes"
}

# create FILE: a new one of what is read.
create() {
    [ ! -e "$1" ] || disagree "$1 is there already"
    mkdir -p "$(dirname "$1")"
    cat >"$1"
}

# ---------------------------------------------------------------- files
copy_tree() {
    mkdir -p "$build"
    (cd "$srcdir" && git ls-files -z --cached --others --exclude-standard | tar --null --ignore-failed-read -T - -c 2>/dev/null) |
        tar -x -C "$tree"
    cd "$tree" && git init -q && git add -A && git -c user.name=a -c user.email=a@b commit -q -m 'the tree'
}

# The files with which the numbered lines of the section begin, a line each; NAME is $name.
named() {
    awk -v title="$section" '/^#+ / { sub(/^#+ /, ""); on = $0 == title } on && /^[0-9]+\. / { sub(/: .*/, ""); print }' HACKING.md |
        grep -o '`[^`]*`' | tr -d '`' | sed "s/NAME/$name/" | sort
}

# Adds the kind, and compares the files that change with those that are named.
add_kind() {
    local rows count
    git checkout -q . && git clean -q -f -d
    . "tests/contributor/$kind.sh"
    named >"$scratch/named"
    [ -s "$scratch/named" ] || disagree 'there is no such section with numbered lines'
    git status --porcelain -uall | cut -c 4- | sort | diff "$scratch/named" - >"$scratch/difference" ||
        disagree "named, and not needed (<), or needed, and not named (>): $(grep '^[<>]' "$scratch/difference" | tr '\n' ' ')"
    rows=$(grep -c -E '^(doc|tests)/' "$scratch/named")
    count=$(($(wc -l <"$scratch/named") - rows))
    [ "$count" -le "$most" ] || disagree "it takes $count files beside rows of doc/ and tests/, and may take $most"
    echo "$kind: $count files, rows in $rows of doc/ and tests/"
}

# ---------------------------------------------------------------- what is asked of an addition
# right: whether the tree builds, and does all that is asked of it.
right() {
    if [ ! -e "$build/Makefile" ]; then
        ./bootstrap && (cd "$build" && ../configure --quiet --disable-shared CFLAGS=-O0) || return
    fi
    "${MAKE:-make}" -s -j2 -C "$build" clgemm-gen clgemm-bench && ask_$kind
}

# ask_requests: every artifact of the lines that tests/device/requests.txt has more than before is right; --explain $option tells of $word.
ask_requests() {
    "$CLGEMM_GEN" --explain "$option" | grep -q -w -e "$word" || { echo "--explain $option does not tell of $word"; return 1; }
    git diff -U0 tests/device/requests.txt | sed -n 's/^+1 /--layout row /p' >"$scratch/requests"
    srcdir=. bash tests/layering.sh && emit_artifacts && run_self_tests && check_on pocl && { check_on intel || [ $? = 77 ]; }
}

emit_artifacts() {
    local words options at=0
    words=$("$CLGEMM_GEN" --explain emit | sed -n 's/^ *values: //p' | tr -d ' ')
    rm -rf "$scratch/artifacts"
    self_tests=
    while read -r options; do
        at=$((at + 1))
        # shellcheck disable=SC2086
        "$CLGEMM_GEN" $options --name "made_$at" --emit "${words%,dispatch}" -o "$scratch/artifacts/" &&
            "$CLGEMM_GEN" $options --dump view >"$scratch/view" || return
        self_tests="$self_tests X(made_$at)"
    done <"$scratch/requests"
    printf '{"dispatch": {"kernels": [{"name": "one", "options": "%s"}], "shapes": [{"m": 64, "n": 64, "k": 64, "kernel": 0}]}}\n' \
        "$kernel" >"$scratch/tuned.json"
    # shellcheck disable=SC2086
    [ "$at" != 0 ] && "$CLGEMM_GEN" $problem --layout row --for "$scratch/tuned.json" --name table --emit "${words#cl,}" -o "$scratch/artifacts/"
}

run_self_tests() {
    {
        (cd "$scratch/artifacts" && printf '#include "%s"\n' ./*_selftest.h)
        cat <<'C'
#include "launcher_host.h"
#define X(name)                                                                                    \
    {                                                                                              \
        struct name kernel;                                                                        \
        struct name##_report report;                                                               \
        EXPECT(name##_create(&kernel, context, device), CL_SUCCESS);                               \
        EXPECT(name##_selftest(&kernel, queue, &report), CL_SUCCESS);                              \
        name##_release(&kernel);                                                                   \
    }
C
        printf 'static void test(void) {%s}\n' "$self_tests"
    } >"$scratch/artifacts/main.c"
    ${CC:-cc} -std=c11 -DCL_TARGET_OPENCL_VERSION=120 -Itests/cli "$scratch/artifacts/main.c" -o "$scratch/self_tests" -lOpenCL -lm &&
        "$scratch/self_tests"
}

# check_on RUNTIME: checks the kernels, where the runtime is here.
check_on() (
    need_device "$1"
    failed=0
    number=0
    while read -r options; do
        number=$((number + 1))
        # shellcheck disable=SC2086
        served "request_$number" $options
    done <"$scratch/requests"
    [ "$failed" = 0 ] || exit 1
    unoptimised=
    check_kernels --sizes edge --trials 1
    echo "$kind on $1: $passed passed, $failed failed"
    [ "$failed" = 0 ] && [ "$passed" != 0 ]
)

# ---------------------------------------------------------------- the test
# without FILE: all but this file is added: something must fail.
without() {
    [ ! -e "$1" ] || cp "$1" "$scratch/kept"
    git checkout -q -- "$1" 2>/dev/null || rm "$1"
    if right >"$scratch/log" 2>&1; then disagree "nothing fails without $1"; fi
    echo "without $1: $(tail -n 1 "$scratch/log" | cut -c 1-160)"
    cp "$scratch/kept" "$1"
}

copy_tree || exit 99
for kind in "${kinds[@]}"; do
    add_kind
    right >"$scratch/log" 2>&1 || { tail -n 30 "$scratch/log"; disagree 'with these files alone it is not right'; }
    grep -e ' passed, ' -e skipped: "$scratch/log"
    passed=$((passed + 1))
    mapfile -t files < <(grep -v -E '^(doc|tests)/' "$scratch/named")
    if [ "$share" != all ]; then files=("${files[turn % ${#files[@]}]}"); fi
    for file in "${files[@]}"; do without "$file"; done
done
finish
