#!/bin/bash
# What packaging/debian says by hand is so: the version, each file that is installed is in one package, the symbols are the functions of the
# library. `make check-packages` makes the packages.
# shellcheck disable=SC2154 # srcdir, builddir
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failed=0
debian=$srcdir/packaging/debian

fail() {
    echo "failed: $*"
    failed=1
}

configured=$(sed -n 's/^AC_INIT(\[clgemm\], \[\(.*\)\])$/\1/p' "$srcdir/configure.ac")
packaged=$(sed -n '1s/^clgemm (\(.*\)-[^-]*) .*/\1/p' "$debian/changelog")
[ "$packaged" = "$configured" ] || fail "debian/changelog begins with $packaged, configure.ac has $configured"

sed 's,/\*.*\*/,,' "$srcdir/include/clgemm.h" | tr '\n' ' ' | tr ';' '\n' |
    sed -n 's/.*CLGEMM_API[^(]*[ *]\(clgemm_[a-z_]*\)(.*/\1/p' | sort >"$scratch/declared"
sed -n 's/^ \(clgemm_[a-z_]*\)@Base .*/\1/p' "$debian/libclgemm0.symbols" | sort >"$scratch/symbols"
diff "$scratch/declared" "$scratch/symbols" || fail '< in clgemm.h and not in libclgemm0.symbols; > the other way round'

sed -n '/^Permission/,$p' "$srcdir/COPYING" | sed '/^Emitted files/,$d' | tr -s ' \n' ' ' >"$scratch/licence"
sed -n '/^ Permission/,$p' "$debian/copyright" | sed 's/^ \.$//' | tr -s ' \n' ' ' | sed 's/^ //' >"$scratch/copied"
cmp -s "$scratch/licence" "$scratch/copied" || fail 'the licence in debian/copyright is not that of COPYING'

# Files, and the patterns of all lists: a pattern stands for what it matches and for what is below that.
(cd "$builddir" && $MAKE install DESTDIR="$scratch/root" prefix=/usr libdir=/usr/lib/machine) >"$scratch/log" 2>&1 ||
    { tail -n 20 "$scratch/log"; fail 'make install'; exit 1; }
(cd "$scratch/root" && find usr ! -type d | sort) >"$scratch/installed"
whole=yes
for file in usr/bin/clgemm-bench usr/lib/machine/libclgemm.so.0 usr/lib/machine/libclgemm.a; do
    [ -e "$scratch/root/$file" ] || { echo "not looked at: patterns without a file, as this build has no ${file##*/}"; whole=no; }
done
while read -r list pattern; do
    # The pattern is not quoted: shell patterns are what lists have.
    # shellcheck disable=SC2053,SC2295
    while read -r file; do
        [[ $file != $pattern && $file != $pattern/* ]] || echo "$file"
    done <"$scratch/installed" >"$scratch/matched"
    [ -s "$scratch/matched" ] || [ $whole = no ] || fail "${list##*/}: there is no $pattern"
    cat "$scratch/matched" >>"$scratch/listed"
done < <(grep -H . "$debian"/*.install "$debian/not-installed" | sed 's/:/ /')
sort "$scratch/listed" >"$scratch/sorted"
diff "$scratch/installed" "$scratch/sorted" || fail '< installed, and in no package and not in not-installed; > in more than one'
exit $failed
