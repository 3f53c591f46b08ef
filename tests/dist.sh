#!/bin/bash
# A release holds every file of the checkout and no other one, and making it twice gives the same bytes.
# Test: long
scratch=$(mktemp -d)
trap 'chmod -R u+w "$scratch"; rm -rf "$scratch"' EXIT
cd "$builddir" || exit 99

make_release() {
    if ! $MAKE dist-gzip distdir="$scratch/release" >"$scratch/log" 2>&1; then
        cat "$scratch/log"
        exit 1
    fi
    mv "$scratch/release.tar.gz" "$scratch/$1.tar.gz"
}
(umask 022 && make_release first) || exit 1
sleep 1
(umask 077 && make_release second) || exit 1
if ! cmp "$scratch/first.tar.gz" "$scratch/second.tar.gz"; then
    echo 'two releases of the same tree differ'
    exit 1
fi

[ -e "$srcdir/.git" ] || exit 0
tar tzf "$scratch/first.tar.gz" | sed 's,^.*/release/,,' | sort >"$scratch/released"
git -C "$srcdir" ls-files | grep -v -E '^(\.ci/|\.git)' | sort >"$scratch/tracked"
left_out=$(comm -23 "$scratch/tracked" "$scratch/released")
if [ -n "$left_out" ]; then
    printf 'not in the release (see tools/list_files.sh):\n%s\n' "$left_out"
    exit 1
fi
strays=$(git -C "$srcdir" ls-files --others --exclude-standard | sort | comm -12 - "$scratch/released")
if [ -n "$strays" ]; then
    printf 'in the release, but git does not know them (git add them, or remove them):\n%s\n' "$strays"
    exit 1
fi
