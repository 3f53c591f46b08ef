#!/bin/bash
# Meson with the installed pkg-config file: the example builds, and emits again when the profile or the generator changes.
. "${srcdir:-.}/tests/consumers/common.sh"
command -v meson >/dev/null || lacking 'meson is not installed (Debian: meson)'
command -v ninja >/dev/null || lacking 'ninja is not installed (Debian: ninja-build)'
install_copy
system='examples/07-meson'
example 07-meson
works meson setup build
works ninja -C build
prints '^__kernel' build/print_kernel
prints ' fma(' build/print_kernel

begin meson
mv emit "$scratch/emit"
sed "s|$gen|$scratch/generator|" "$scratch/emit" >"$scratch/counting"
mv "$gen" "$scratch/generator" && mv "$scratch/counting" "$gen" && chmod +x "$gen"
ln -s "$gen" emit
cp ../"a copy"/07-meson/{meson.build,print_kernel.c} .
sed -i 's/mine\.json/my.json/' meson.build
works meson setup build
every_change ninja -C build
prints ' mad(' build/print_kernel

# A dispatch for shapes, which are an input.
begin few
printf 'm,n,k\n1,4096,4096\n' >shapes.csv
cat >meson.build <<'END_OF_FILE'
project('few', meson_version: '>= 0.56')
generator = find_program('./emit')
custom_target('few', output: ['few.cl', 'few_dispatch.h'], depfile: 'few.d', build_by_default: true,
    command: [generator, '--for', 'cpu-avx512', '--shapes', meson.current_source_dir() / 'shapes.csv', '--most-kernels', '2',
        '--name', 'few', '--emit', 'dispatch', '-o', '@OUTDIR@/', '--depfile', '@DEPFILE@'])
END_OF_FILE
works meson setup build
built 1 'a dispatch for shapes' ninja -C build
grep -q 'KERNEL_COUNT [12]$' build/few_dispatch.h || fail 'a dispatch for shapes'
echo '900,900,900' >>shapes.csv
built 2 'other shapes' ninja -C build
grep -q ' of 2 shapes of a program:$' build/few_dispatch.h || fail 'a dispatch is not emitted again for other shapes'
cd "$scratch/work" || exit 99
finish
