#!/bin/bash
# The lists of files that the build is made from (tools/list_files.sh): what lies in a tree is in the right one, with git and without; new
# files are, and files that went are not; scratch files are in none; lists that are right are left alone.
. "${srcdir:-.}/tests/lacking.sh"
scratch=$(mktemp -d) || exit 99
trap 'rm -rf "$scratch"' EXIT
failed=0
mkdir -p "$scratch/tree"/{build-aux,doc,gen/{base,mustache},harness/tune,data/profiles,templates/tiled,tests/{cli,fuzz,harness,unit},tools}
cp "${srcdir:-.}/tools/list_files.sh" "$scratch/tree/tools/"
cd "$scratch/tree" || exit 99
unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE

# has LIST NAME...: the list has these and no others, in this order.
has() {
    local list=$1 expected found
    shift
    expected="$*"
    found=$(awk -v list="$list =" 'index($0, list) == 1 { on = 1; next } !/^  / { on = 0 } on { sub(/ \\$/, ""); print $1 }' build-aux/files.am | tr '\n' ' ')
    if [ "${found% }" != "$expected" ]; then
        echo "$when: $list has '${found% }', expected '$expected'"
        failed=1
    fi
}

list() {
    when=$1
    sh tools/list_files.sh || { echo "$when: the lists are not made"; failed=1; }
}

printf '%s\n' '# made' '*.o' '/build*/' '/build-aux/' '/gen/embedded.c' >.gitignore
touch README.md gen/base/b.c gen/base/a.h gen/embedded.c gen/base/b.o gen/mustache/m.c harness/tune/ranks_mpi.c data/profiles/p.json \
    templates/tiled/loop.mustache doc/page.md tests/list.c tests/unit/{plans.c,test_memory.c}
echo '#!/bin/bash' | tee tests/cli/quick.sh tests/golden.sh tests/driver.sh >/dev/null
printf '%s\n' '#!/bin/bash' '# What it is.' '# Test: long, turn 1' >tests/cli/long.sh
echo '# Read by tests.' >tests/cli/common.sh
printf '%s\n' '/*' ' * What it is.' ' * Test: long' ' */' >tests/unit/test_long.c
touch tests/unit/test_short.c tests/harness/test_h.c tests/fuzz/{fuzz,options}.c
echo '#include "harness/x.h"' >tests/fuzz/manifest.c

everything() {
    has generator_sources gen/base/a.h gen/base/b.c
    has mustache_sources gen/mustache/m.c
    has harness_sources
    has profiles data/profiles/p.json
    has templates templates/tiled/loop.mustache
    has documents README.md doc/page.md
    has unit_sources tests/unit/plans.c
    has unit_tests tests/unit/test_short
    has long_unit_tests tests/unit/test_long
    has harness_tests tests/harness/test_h
    has generator_fuzz tests/fuzz/options
    has harness_fuzz tests/fuzz/manifest
    has cli_tests tests/cli/quick.sh
    has tree_tests tests/golden.sh
    has long_tests tests/cli/long.sh
    has others harness/tune/ranks_mpi.c tests/cli/common.sh tests/driver.sh tests/fuzz/fuzz.c tests/list.c tests/unit/test_memory.c tools/list_files.sh
    grep -q -x -F 'tests_harness_test_h_LDADD = $(harness_tests_ldadd)' build-aux/files.am || { echo "$when: test_h is not linked"; failed=1; }
}

list 'without git'
everything
if ! command -v git >/dev/null; then lacking 'git is not installed'; fi
cp build-aux/files.am ../without-git
git init -q . && git add . && git -c user.name=a -c user.email=a@b commit -q -m a || exit 99
rm build-aux/files.am
list 'with git'
cmp build-aux/files.am ../without-git || { echo 'git and find have different lists'; failed=1; }

touch -d 2001-01-01 build-aux/files.am
echo '#!/bin/bash' >tests/cli/new.sh
rm gen/base/b.c tests/list.c
touch notes.txt doc/notes.md gen/base/notes.txt gen/base/c.c gen/base/c.o 'gen/base/c 2.c'
list 'after changes'
has generator_sources gen/base/a.h gen/base/c.c
has cli_tests tests/cli/new.sh tests/cli/quick.sh
has documents README.md doc/page.md
has others harness/tune/ranks_mpi.c tests/cli/common.sh tests/driver.sh tests/fuzz/fuzz.c tests/unit/test_memory.c tools/list_files.sh

touch -d 2001-01-01 build-aux/files.am ../then
list 'once more'
[ ! build-aux/files.am -nt ../then ] || { echo 'lists that are right are written anew'; failed=1; }

git add 'gen/base/c 2.c'
cp build-aux/files.am ../before
if sh tools/list_files.sh 2>../refused; then echo 'a name with a blank is taken'; failed=1; fi
grep -q '"gen/base/c 2.c": letters, digits' ../refused || { cat ../refused; failed=1; }
cmp build-aux/files.am ../before || failed=1

# A release has its lists: what is unpacked or built beside them changes none.
rm .gitignore
list 'in a release'
cmp build-aux/files.am ../before || failed=1
exit $failed
