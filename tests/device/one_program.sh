# Read by one_program-*.sh: `check_one_program` builds kernels of all families, two of each under other names, as one program, in which it
# checks one of them. Functions, types and macros of a kernel are its own.
. "${srcdir:-.}/tests/device/common.sh"

# Families, and what defines functions or steps of its own: edges, images, batches, parts of K, types, epilogues, blocks, engines.
check_one_program() {
    local name number=0 options
    while read -r options; do
        number=$((number + 1))
        for name in one two; do
            # shellcheck disable=SC2086
            served "${name}_$number" $options
        done
    done <<'LIST'
--family naive --epilogue expression:value*0.5,relu
--family naive --access image
--family register --tile 4x4 --wg 2x2 --vec-c 4 --epilogue bias:row,gelu
--family register --tile 4x4 --wg 2x2 --access image --vec-a 4
--family register --tile 4x4 --wg 2x2 --vec-c 4 --type bf16 --split-k 2
--family register --tile 4x4 --wg 2x2 --edges pad --pretranspose ab --batch offsets
--family register --tile 4x4 --wg 2x2 --vec-c 4 --vec-a 4 --vec-b 4 --tile-k 4 --type f16 --aligned
--family register --tile 4x2 --wg 2x4 --type-b q8_0 --layout row --transpose nt
--family register --tile 4x2 --wg 2x4 --type-b q4_k --layout row --transpose nt --decode b
--sub-groups auto --tile 4x2 --wg 2x8
--sub-groups auto --tile 4x2 --wg 2x8 --barrier --type f64
--share block-read --access image --tile 8x2 --wg 1x8
--family local --tile 4x4 --wg 4x4 --tile-k 8 --vec-b 4 --type-b q5_1 --layout row --transpose nt
--family local --tile 4x4 --wg 4x4 --tile-k 8 --type c32
--family blocked --tile 4x8 --vec-c 4 --panels ab --for cpu
--family blocked --tile 4x8 --vec-c 4 --for cpu
--family gemv --thin n --vec-a 4
--family gemv --type-b q4_0 --type f16 --prepared b --layout row --transpose nt
--family thin --engine emulated:mma --type f16 --type-b q4_0 --prepared b --layout row --transpose nt --tile 4x2
--family matrix --engine emulated:mma --type bf16 --tile 4x2 --wg 8x8 --edges guard
--family matrix --engine emulated:mma --compute bf16x3 --tile 4x2 --wg 8x8
--family matrix --engine emulated:wgmma --type f16 --tile 2x8 --wg 32x4 --copy tensor --layout row --transpose nt --stages 2
--family matrix --engine emulated:mma --type f16 --type-b q5_0 --tile 2x8 --wg 32x4 --layout row --transpose nt
--family matrix --engine emulated:mma --type bf16 --tile 4x4 --wg 8x8 --copy bulk --panels ab --stages 2
--family matrix --engine emulated:dpas --type f16 --tile 8x2 --wg 2x8
--family matrix --engine emulated:fma --tile 4x8 --wg 8x8 --copy async --stages 2
LIST
    cat "$kernels"/*.cl >"$scratch/program"
    for name in "$kernels"/*.cl; do cp "$scratch/program" "$name"; done
    sed -i 's/"build_options": "/&-cl-opt-disable /' "$kernels"/*.json
    # shellcheck disable=SC2086
    check $device --edited "$kernels/one_1.json" --sizes quick --trials 1
}
