#!/bin/bash
# One kernel of every family and access under Oclgrind: no access out of bounds, no race, no uninitialised value, no misuse of
# the API. Before that: does Oclgrind report such things at all? Above 30 s: it interprets kernels, a thousand times slower than they run.
. "${srcdir:-.}/tests/device/common.sh"
need_oclgrind

# reports PATTERN EDIT OPTION...: the kernel with EDIT makes Oclgrind write a line that matches PATTERN.
reports() {
    local pattern=$1 edit=$2 name
    shift 2
    rm -rf "$scratch/broken"
    "$CLGEMM_GEN" "$@" --emit cl,json -o "$scratch/broken/" || exit 1
    name=$(basename "$scratch"/broken/*.json .json)
    cp "$scratch/broken/$name.cl" "$scratch/whole"
    sed "$edit" "$scratch/whole" >"$scratch/broken/$name.cl"
    if cmp -s "$scratch/whole" "$scratch/broken/$name.cl"; then
        fault "the edit changes nothing: $edit"
        return
    fi
    under_oclgrind buffer "$scratch/broken/$name.json" --edited -M 9 -N 11 -K 17
    if grep -q "$pattern" "$scratch/messages"; then
        passed=$((passed + 1))
    else
        fault "Oclgrind does not say '$pattern' of a kernel with $edit"
    fi
}

reports '^Invalid read of size' 's/min(\(row[^,]*\), M - 1)/(\1)/' --share shuffle --layout row --tile 4x2 --wg 2x4 --sub-groups emulated
reports '^Read-write data race' '0,/barrier(CLK_LOCAL_MEM_FENCE);/s///' --share shuffle --tile 4x2 --wg 2x4 --sub-groups emulated
reports '^Read-write data race' '0,/barrier(CLK_LOCAL_MEM_FENCE);/s///' --share local --tile 2x2 --wg 2x3 --tile-k 4
reports 'uninitialized value' 's/float sum = 0.0f;/float sum;/' --family naive

# A whole tile of a work-group and a part of one on every axis; and less than one.
for sizes in '-M 19 -N 21 -K 22' '-M 3 -N 5 -K 3'; do
    clean buffer --family naive --wg 2x4
    clean image --family naive --wg 2x4 --access image
    clean buffer --family register --layout row --tile 2x3 --wg 2x2 --tile-k 2
    clean buffer --family register --layout row --tile 2x4 --wg 2x2 --vec-c 4 --offset-a arg --offset-b 3 --offset-c arg
    clean buffer --family register --layout row --transpose tt --tile 4x4 --wg 2x2 --vec-a 4 --vec-b 2 --vec-c 2 --tile-k 4
    clean image --family register --tile 4x4 --wg 2x2 --access image --vec-a 4 --vec-b 4 --vec-c 4 --tile-k 4
    clean image --family register --tile 2x2 --wg 2x2 --access-a image
    clean buffer --share shuffle --layout row --tile 4x2 --wg 2x4 --sub-groups emulated
    clean buffer --share shuffle --layout row --transpose tt --tile 4x2 --wg 2x4 --sub-groups emulated --tile-k 8
    clean buffer --share shuffle --tile 4x2 --wg 2x4 --sub-groups auto --barrier
    clean image --share shuffle --tile 4x2 --wg 1x4 --sub-groups emulated --access image
    clean buffer --share block-read --tile 4x2 --wg 2x4 --sub-groups emulated --access buffer
    clean image --share block-read --tile 4x2 --wg 2x4 --sub-groups emulated --access image
    clean buffer --family register --tile 3x2 --wg 2x2 --unroll-k 3 --edges pad --pretranspose ab
    clean buffer --family register --layout row --tile 2x2 --wg 2x2 --edges pad --pretranspose b --steps separate
    clean buffer --family naive --wg 2x4 --pretranspose ab --transpose nt
    clean buffer --family register --layout row --tile 2x4 --wg 2x2 --vec-c 4 --split-k 3 --epilogue bias:column,residual
    clean buffer --family register --layout row --tile 2x4 --wg 2x3 --vec-c 4 --epilogue bias:column,residual,scale:row,relu
    clean buffer --family gemv --layout row --tile 2x4 --wg 4x2 --offset-a arg --offset-b 3 --offset-c arg
    clean buffer --family gemv --layout row --transpose nt --tile 2x2 --wg 4x2 --aligned
    clean buffer --family local --layout row --tile 4x4 --wg 2x4 --tile-k 4 --vec-a 4 --vec-b 4 --vec-c 4 --aligned
    clean buffer --family thin --layout row --type f16 --transpose nt --tile 2x2 --wg 8x8 --engine emulated:mma
    clean buffer --family local --layout row --tile 2x3 --wg 2x2 --tile-k 6 --load-shape-a 1x4 --load-shape-b 1x4
    clean buffer --family matrix --engine emulated:mma --type bf16 --type-c f32 --layout row --tile 2x2 --wg 8x4 --tile-k 32 --copy bulk --panels ab --stages 3 --persistent 1 --raster 2
    clean buffer --family gemv --layout row --thin n --transpose tn --tile 8x2 --wg 2x4 --unroll-k 2
    clean buffer --family gemv --layout row --thin n --tile 2x2 --wg 2x4 --vec-a 2
done
# Complex numbers, one kernel a family; that of the blocked family has several blocks of K.
for sizes in '-M 19 -N 21 -K 22' '-M 3 -N 5 -K 3'; do
    clean buffer --type c32 --family naive --wg 2x4 --transpose cn
    clean buffer --type c64 --family register --layout row --tile 2x3 --wg 2x2 --edges pad --transpose nc
    clean buffer --type c32 --family local --layout row --tile 2x2 --wg 2x3 --tile-k 4 --stages 2 --transpose cc
    clean buffer --type c64 --family gemv --layout row --tile 2x4 --wg 4x2 --transpose tc
    clean buffer --type c32 --family blocked --layout row --tile 2x3 --block-tiles 2x2 --block-k 8 --transpose ct
    clean buffer --family blocked --layout row --tile 2x4 --vec-c 4 --block-tiles 2x2 --block-k 8 --panels ab --prefetch
done
# Groups of quantised elements, whose scales and zero points end with the matrix. Of vectors of 16 Oclgrind 21.10 takes sums for uninitialised.
sizes='-M 3 -N 5 -K 128'
clean buffer --family register --layout row --transpose nt --tile 2x2 --wg 2x2 --type-b u4_32 --vec-b 4 --tile-k 4 --offset-b arg
clean buffer --family gemv --layout row --transpose nt --tile 2x2 --wg 4x2 --type-b i4_64 --vec-b 8
for sizes in '-M 19 -N 21 -K 22' '-M 8 -N 9 -K 3'; do
    clean buffer --family register --layout row --tile 2x4 --wg 2x2 --vec-c 4 --edges shift
    clean buffer --share shuffle --tile 4x2 --wg 2x4 --sub-groups emulated --edges shift
done
sizes='-M 9 -N 11 -K 7'
clean buffer --share shuffle --tile 4x2 --wg 1x4 --sub-groups emulated --fixed 9x11x7
sizes='-M 16 -N 16 -K 22'
clean buffer --family register --tile 2x4 --wg 2x2 --vec-c 4 --edges exact --lda tight --ldb tight --ldc tight

# Tiles in local memory: who writes and reads them when.
local='--family local --layout row --tile 2x2 --wg 2x3 --tile-k 4'
wide='--family local --layout row --tile 2x4 --wg 2x2 --tile-k 4 --vec-c 4'
for sizes in '-M 13 -N 11 -K 22' '-M 3 -N 5 -K 3'; do
    # shellcheck disable=SC2086
    {
    clean buffer $local
    clean buffer $local --stages 2 --load-shape-a 3x2 --load-shape-b 2x3
    clean buffer $local --transpose nt --stages 3 --stage-b transposed --pad-b 1
    clean buffer $local --prefetch --assign strided
    # Beyond the edge an asynchronous copy leaves a tile as it is; those sums are never stored.
    clean image $local --copy async
    clean image $local --copy async --stages 2 --pad-a 1
    clean buffer $local --stage-a no
    clean buffer $wide --transpose tt --vec-a 2 --vec-b 2 --stage-a transposed --pad-a 2 --local-vec-a 2
    clean buffer $wide --vec-a 4 --local-vec-a 4 --stages 2 --prefetch --offset-a 3 --offset-b arg
    clean buffer $wide --exchange --sub-groups emulated
    clean image $wide --access image --vec-a 4 --vec-b 4 --stages 2
    }
done
# Tiles of blocks that become elements while others multiply.
sizes='-M 17 -N 9 -K 160'
clean buffer --family matrix --engine emulated:mma --type f16 --type-b q5_1 --layout row --transpose nt --tile 2x2 --wg 16x4 --stages 3 --copy async
finish
