#!/bin/bash
# NAME_create_cached: which program it loads, and that it builds the source wherever anything is wrong. OpenCL is played by the
# program (launcher_cache.c), so there is neither a device nor a library.
. "${srcdir:-.}/tests/cli/launchers.sh"

mkdir first second third folder
"$gen" --name product --layout row --family naive --emit header,launcher --launcher cache -o first/ || fail 'emit'
"$gen" --name product --layout row --family naive --alpha 2 --emit header,launcher --launcher cache -o second/ || fail 'emit'
cp first/* third
sed -i 's/\(PRODUCT_BUILD_OPTIONS\) ""/\1 "-w"/' third/product.h

for folder in first second third; do
    $CC -std=c99 -g $strict $SANITIZER_CFLAGS -I$folder "$own/launcher_cache.c" -o $folder/cache || fail "launcher_cache.c with $folder/"
done
[ "$failed" = 0 ] || exit 1

first/cache folder || fail 'the cache'
[ -z "$(find . -name '*.tmp')" ] || fail "left: $(find . -name '*.tmp')"

# Another source, other build options: another key.
keys=$(for folder in first second third; do $folder/cache; done | sort -u | grep -c -x '[0-9a-f]\{16\}')
[ "$keys" = 3 ] || fail "source and build options make $keys keys of 3"
exit $failed
