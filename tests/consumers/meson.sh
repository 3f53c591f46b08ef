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
cd "$scratch/work" || exit 99
finish
