#!/bin/bash
# packaging/debian: the release is built into packages on a Debian that has the build dependencies alone, lintian finds nothing, and on another one
# that has nothing but them and their dependencies, they are installed, pass their own tests (debian/tests) and go without a trace.
# DEB_BUILD_OPTIONS=nocheck builds without the tests of the build.
. "$srcdir/tests/packaging/common.sh"
DEB_BUILD_OPTIONS=${DEB_BUILD_OPTIONS:-}
need_system
make_release

# ---------------------------------------------------------------- build
system build
folder=/build/clgemm-$version
mkdir "$scratch/build/build"
cp "$release" "$scratch/build/build/clgemm_$version.orig.tar.gz"
tar xf "$release" -C "$scratch/build/build"
cp -R "$scratch/build$folder/packaging/debian" "$scratch/build$folder/debian"
installs build build-essential lintian
works inside build apt-get build-dep -y --no-install-recommends "$folder"
works inside build env -C "$folder" DEB_BUILD_OPTIONS="parallel=$(nproc) $DEB_BUILD_OPTIONS" dpkg-buildpackage --no-sign
[[ $DEB_BUILD_OPTIONS = *nocheck* ]] || grep -q '^# FAIL: *0' "$scratch/output" || { echo 'failed: the build ran no tests'; exit 1; }
works inside build sh -c 'cd /build && lintian -i -I --fail-on error,warning *.changes'
grep '^[EWI]:' "$scratch/output"

# ---------------------------------------------------------------- use
# field FIELD NAME: a field of the test NAME in debian/tests/control.
field() {
    awk -v RS= -v FS='\n' -v field="$1" -v name="$2" '$0 ~ "Tests: " name "(\n|$)" {
        for (i = 1; i <= NF; i++) if (sub("^" field ": ", "", $i)) print $i }' "$srcdir/packaging/debian/tests/control"
}

system use
mkdir "$scratch/use/build"
cp -R "$scratch/build$folder" "$scratch/build"/build/*.deb "$scratch/use/build"
# As an archive, so that each test gets what it asks for and no more.
works inside build sh -c 'cd /build && dpkg-scanpackages . >Packages'
cp "$scratch/build/build/Packages" "$scratch/use/build"
echo 'deb [trusted=yes] file:/build ./' >"$scratch/use/etc/apt/sources.list.d/clgemm.list"
works inside use apt-get update
tests=$(sed -n 's/^Tests: //p' "$srcdir/packaging/debian/tests/control")
[ -n "$tests" ] || { echo 'failed: debian/tests/control names no test'; exit 1; }
for name in $tests; do
    # shellcheck disable=SC2046 # words
    installs use $(field Depends "$name" | tr -d ,)
    mkdir "$scratch/use/tmp/$name"
    works inside use env -C "$folder" AUTOPKGTEST_TMP="/tmp/$name" "debian/tests/$name"
    echo "debian/tests/$name passed"
    works inside use apt-get purge -y '?name(clgemm)'
done
left=$(find "$scratch/use/usr" "$scratch/use/etc" -name '*clgemm*' ! -name clgemm.list)
[ -z "$left" ] || { printf 'failed: purged packages left\n%s\n' "$left"; exit 1; }
