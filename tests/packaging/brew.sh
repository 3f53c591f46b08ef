#!/bin/bash
# packaging/brew: Ruby and RuboCop accept the formula, its commands build and install the release with the libraries of this system, and
# its test passes.
. "$srcdir/tests/packaging/common.sh"
command -v ruby >/dev/null || lacking 'ruby is not installed (Debian: ruby)'
make_recipes
works ruby -cw "$scratch/clgemm.rb"
if command -v rubocop >/dev/null; then
    works rubocop --cache false --config "$srcdir/tests/packaging/rubocop.yml" "$scratch/clgemm.rb" "$srcdir/tests/packaging/brew.rb"
else
    failed=lacking
fi

tar xf "$release" -C "$scratch"
cd "$scratch/clgemm-$version" || exit 99
MAKEFLAGS=-j$(nproc)
export CFLAGS=-O0 MAKEFLAGS
works ruby "$srcdir/tests/packaging/brew.rb" "$scratch/clgemm.rb" "$release" "$scratch/prefix"
tail -n 1 "$scratch/output"
[ $failed = 0 ] || { failed=0; lacking 'the style was not looked at: rubocop is not installed (Debian: rubocop)'; }
