#!/bin/bash
# A launcher whose kernel keeps maps of A and B from call to call multiplies right whatever happens to buffers and sizes between calls, and to
# what is kept (launcher_maps.c). On a device without such maps, PoCL for one, the emulated kernels are called.
# Test: long, turn 9
. "${srcdir:-.}/tests/cli/launchers.sh"

# both NAME OPTION...: maps_NAME, and plain_NAME, which runs everywhere.
both() {
    local of=(--type-c f32 --family matrix --tile 2x8 --wg 32x4 --tile-k 64 --copy tensor --stages 2 --beta arg "${@:2}")
    "$gen" --name "maps_$1" --engine wgmma --for nvidia-hopper --emit header,launcher -o ./ "${of[@]}" || fail "emit maps_$1"
    "$gen" --name "plain_$1" --engine emulated:wgmma --emit header,launcher -o ./ "${of[@]}" || fail "emit plain_$1"
}
both rows --type f16 --layout row --transpose nt --persistent 1 --raster 2
both columns --type bf16 --layout column --transpose nn
both parts --type f16 --layout column --transpose tt --split-k 3
both members --type bf16 --layout row --transpose tn --batch strided
cp "$own/launcher_maps.c" main.c
multiply
