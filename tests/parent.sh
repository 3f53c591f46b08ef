#!/bin/bash
# parent.sh: prints the path of a clgemm-gen from before the last change, so that tests see which kernels the change reaches: of the
# commit below, or of the last one where the generator's files were edited since. Prints nothing where the generator is the same, and
# "none" where there is no such program: outside of a git checkout, or where it cannot be built. CLGEMM_PARENT names another commit.
# Of the tests that ask, the first one builds it, in the build folder; the others wait.
: "${srcdir:=.}" "${builddir:=.}"
files='gen emit library templates data include'

there_is_none() {
    echo "the text of the commit before is not known: $1" >&2
    echo none
    exit 0
}

build() {
    git -C "$srcdir" archive "$commit" | tar -x -C "$1" && cd "$1" && ./bootstrap && ./configure --disable-harness --disable-shared \
        --disable-dependency-tracking --disable-werror CFLAGS=-O0 && make -j2 clgemm-gen
}

[ -e "$srcdir/.git" ] || there_is_none 'this is no git checkout'
commit=${CLGEMM_PARENT:-HEAD^}
# shellcheck disable=SC2086
if [ -z "${CLGEMM_PARENT:-}" ] && ! git -C "$srcdir" diff --quiet HEAD -- $files; then commit=HEAD; fi
commit=$(git -C "$srcdir" rev-parse --verify --quiet "$commit^{commit}") || there_is_none 'there is no commit before'
# shellcheck disable=SC2086
if git -C "$srcdir" diff --quiet "$commit" -- $files; then exit 0; fi
mkdir -p "$builddir/parent"
exec 9>"$builddir/parent/lock"
flock 9
folder=$builddir/parent/$commit
if [ ! -x "$folder/clgemm-gen" ]; then
    rm -rf "${builddir:?}/parent"/*/
    mkdir -p "$folder"
    (build "$folder") >"$builddir/parent/log" 2>&1 </dev/null 9>&- || there_is_none "building $commit failed, see $builddir/parent/log"
fi
echo "$folder/clgemm-gen"
