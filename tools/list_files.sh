#!/bin/sh
# Writes build-aux/files.am, the lists of files that Makefile.am includes, from what lies in the tree; leaves it alone where it is right.
# ./bootstrap runs it first, and each make in a git checkout again, so that a file that comes or goes is noticed. The order is the same
# everywhere.
#
# What is compiled, embedded and run is what git tracks and new files that it does not ignore; what is installed or released beside that is
# what git tracks. Without git it is all that lies there but for what .gitignore names. A release, which has no .gitignore, has its lists.
set -e
LC_ALL=C
export LC_ALL
cd "$(dirname "$0")/.."
target=build-aux/files.am
if [ ! -e .gitignore ] && [ -e $target ]; then exit 0; fi

# A line a list: its name, what is in it, and what of that is not, as extended regular expressions; what is in none is in `others`. A
# script that has no #! line is read by tests and is none. Tests with a line "Test: long" in their first comment, and those of consumers,
# go to long_tests and long_unit_tests; targets of fuzzing that include the harness to harness_fuzz. Of tests in C the program is listed.
lists='generator_sources   gen/.*\.(c|h|def)                   gen/mustache/.*
mustache_sources    gen/mustache/.*\.[ch]
emit_sources        emit/.*\.[ch]
library_sources     library/.*\.[ch]
program_sources     cli/.*\.[ch]
harness_sources     harness/.*/.*\.([ch]|def)           harness/tune/ranks_(alone|mpi)\.c
unit_sources        tests/unit/.*\.([ch]|def)           tests/unit/test_.*
shared_sources      tests/harness/.*\.[ch]              tests/harness/(test_|stand|convert_elements|list_figures|search_replay).*
standin_sources     tests/harness/standin.*\.[ch]
templates           templates/.*\.(mustache|pieces)
profiles            data/profiles/.*\.json
interfaces          data/interfaces/.*\.json
experiments         data/(ladders|machines|studies)/.*\.json|harness/report/.*\.(css|html|js)
documents           [A-Z]+(\.md)?|doc/.*\.(md|json|svg|c)|doc/[^/]*\.txt|examples/.*
unit_tests          tests/unit/test_.*\.c               tests/unit/test_memory\.c
harness_tests       tests/harness/test_.*\.c
generator_fuzz      tests/fuzz/.*\.c                    tests/fuzz/(fuzz|replay)\.c
cli_tests           tests/cli/.*\.sh
tree_tests          tests/[^/]*\.sh                     tests/(bench|compare|driver|parent)\.sh
consumer_tests      tests/consumers/.*\.sh
harness_scripts     tests/harness/.*\.sh
device_tests        tests/(device|mutation)/.*\.sh      tests/mutation/edits\.sh
packaging_tests     tests/packaging/.*\.sh'

# Lines "git FILE" and "new FILE".
tree() {
    if [ -e .git ] && git ls-files >/dev/null 2>&1; then
        git ls-files --cached | sed 's/^/git /'
        git ls-files --others --exclude-standard | sed 's/^/new /'
    else
        ignored=$(sed -e '/^#/d' -e '/^$/d' -e 's/[.+]/\\&/g' -e 's,\*,[^/]*,g' -e 's,^\([^/]\),(^|/)\1,' -e 's,^/,^,' \
            -e 's,/*$,(/|$),' .gitignore 2>/dev/null) || ignored=
        find . -name .git -prune -o -type f -print | sed 's,^\./,,' | grep -v -E -e "${ignored:-^\$}" | sed 's/^/git /'
    fi | while read -r state file; do
        if [ -f "$file" ]; then echo "$state $file"; fi
    done | sort -u -k 2
}

write() {
    tree | lists=$lists awk '
        function complain(sentence) { print "tools/list_files.sh: " sentence >"/dev/stderr"; failed = 1; exit 1 }

        # Reads the first comment of a test: whether it is one (helpers have no #! line), a long one, or includes the harness.
        function look(file,    line, number) {
            is_script = is_long = of_harness = 0
            while (number++ < 30 && (getline line <file) > 0) {
                if (number == 1 && line ~ /^#!\/bin\/bash/) is_script = 1
                if (line ~ /^(#| \*) Test: / && line ~ /long/) is_long = 1
                if (line ~ /^#include "harness\//) of_harness = 1
            }
            close(file)
        }
        function add(list, file) { text[list] = text[list] " \\\n  " file }
        function add_program(list, file) { sub(/\.c$/, "", file); add(list, file); return file }
        function linked(program, with,    name) {
            name = program
            gsub(/[^A-Za-z0-9]/, "_", name)
            programs = programs name "_CPPFLAGS = $(" with "_cppflags)\n" name "_LDADD = $(" with "_ldadd)\n"
            programs = programs name "_LDFLAGS = $(" with "_ldflags)\n"
        }

        BEGIN {
            count = split(ENVIRON["lists"], rows, "\n")
            for (i = 1; i <= count; i++) {
                split(rows[i], cells, / +/)
                name[i] = cells[1]
                wanted[i] = "^(" cells[2] ")$"
                but[i] = "^(" cells[3] ")$"
            }
        }
        {
            file = $2
            if ($0 !~ /^(git|new) [-A-Za-z0-9_.\/+~]+$/) {
                if ($1 == "new") next
                complain("make cannot handle the name \"" substr($0, 5) "\": letters, digits and _ . / + ~ - are allowed")
            }
            if (file ~ /^(\.ci\/|\.git)/) next
            list = ""
            for (i = 1; i <= count; i++) if (file ~ wanted[i] && file !~ but[i]) { list = name[i]; break }
            if ($1 == "new" && (list == "" || list == "documents")) next
            if (list ~ /_tests$|_scripts$|_fuzz$/) {
                look(file)
                if (file ~ /\.sh$/ && !is_script) list = ""
                if (is_long && list == "unit_tests") list = "long_unit_tests"
                if (list == "consumer_tests" || (is_long && list ~ /^(cli|tree)/)) list = "long_tests"
                if (of_harness && list == "generator_fuzz") list = "harness_fuzz"
                if ($1 == "new" && list == "") next
            }
            if (list == "") add("others", file)
            else if (list ~ /_(tests|fuzz)$/ && file ~ /\.c$/) {
                program = add_program(list, file)
                if (list == "harness_tests" || list ~ /fuzz/) linked(program, list)
            } else add(list, file)
        }
        END {
            if (failed) exit 1
            print "# Made by tools/list_files.sh from what lies in the tree."
            for (i = 1; i <= count; i++) if (name[i] != "consumer_tests") print name[i] " =" text[name[i]]
            print "long_unit_tests =" text["long_unit_tests"]
            print "long_tests =" text["long_tests"]
            print "harness_fuzz =" text["harness_fuzz"]
            print "others =" text["others"]
            printf "%s", programs
        }'
}

new=$(write)
if [ -e $target ] && [ "$new" = "$(cat $target)" ]; then exit 0; fi
mkdir -p build-aux
printf '%s\n' "$new" >$target-$$
mv $target-$$ $target
