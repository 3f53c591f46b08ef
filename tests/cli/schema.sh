#!/bin/bash
# Every manifest that is emitted, and those of the documentation, obey the JSON Schema; every profile obeys its own, and one with what no profile has does not.
. "$srcdir/tests/lacking.sh"
need_jsonschema
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
number=0
failed=0

# emit OPTION...: one more manifest in the scratch folder.
emit() {
    number=$((number + 1))
    if ! "$CLGEMM_GEN" "$@" --emit json -o "$scratch/$number.json"; then
        echo "failed: clgemm-gen $*"
        failed=1
    fi
}

# names WHAT: the first words of a list; what they mean may go on in further lines.
names() {
    "$CLGEMM_GEN" --list "$1" | sed -n 's/^  \([A-Za-z0-9_-]*\) .*/\1/p'
}

for preset in $(names presets); do
    emit --preset "$preset"
    case $preset in
    kepler_10 | kepler_11) ;; # separate steps need padding, and its loads column-major operands
    attention* | gated_*) ;; # C is written alone; attention decides the layout
    *) emit --preset "$preset" --edges guard --layout row --beta 0.5 ;;
    esac
done
for profile in $(names profiles); do
    emit --for "$profile"
done
for interface in $(names interfaces); do
    case $interface in
    katago_* | llama_mul_mv_*) emit --interface "$interface" ;;
    *) emit --interface "$interface" --family register ;;
    esac
done
emit --family register --access image --tile 4x4 --wg 8x8
emit --family register --tile 4x4 --wg 8x8 --transpose tt --fixed 100x200x300 --lda 400 --offset-b 7 --offset-c arg
emit --family register --tile 4x4 --wg 8x8 --edges pad --pretranspose ab --steps separate
emit --family register --tile 4x4 --wg 8x8 --edges shift --pretranspose b --access-a image
emit --family register --tile 4x4 --wg 8x8 --epilogue bias:row,bias:column,scale,scale:row,residual,residual,clamp:-1:0.5,gelu
emit --family register --tile 4x4 --wg 8x8 --edges pad --fixed 33x17x19 --epilogue 'residual,leaky_relu:0.01,expression:column>row?-1e30:fmax(value*2,0.5)'
emit --family register --tile 4x4 --wg 8x8 --batch strided --stride-b 0
emit --family register --tile 4x4 --wg 8x8 --batch offsets --batch-count 7
emit --family register --tile 4x4 --wg 8x8 --layout row --batch groups --experts index --rows-a index --rows-c index --epilogue bias:column:group
emit --family naive --layout row --batch groups --rows-c add --beta 0
emit --family naive --batch groups --ragged k
emit --family blocked --panels b --batch groups --batch-count 7 --stride-b 100000 --fixed 33x17x190
emit --family register --tile 4x4 --wg 8x8 --split-k 3 --edges pad --epilogue residual
emit --family blocked --panels ab --prepared b --block-k 16 --tile 4x4
emit --family matrix --type f64 --tile 4x4 --copy bulk --panels ab --stages 3 --persistent 2 --batch strided
emit --family matrix --engine wgmma --for nvidia-hopper --type bf16 --tile 2x16 --wg 64x4 --tile-k 64 --copy tensor --stages 3 --persistent 1 --batch strided
emit --family naive --split-k 2 --fixed 33x17x190
emit --family naive --split-k 2 --split-k-sum launch --batch strided
emit --family register --tile 4x4 --wg 2x2 --batch strided --wg-members 8
emit --family naive --alpha 1 --beta 0 --lda tight --ldb tight --ldc tight
number=$((number + 1))
"$CLGEMM_GEN" --for cpu --emit dispatch,json --name several -o "$scratch/" || failed=1

echo "$number manifests"
$PYTHON "$srcdir/tests/harness/validate_manifest.py" --schema "$srcdir/doc/clgemm-manifest-2.schema.json" \
    "$scratch"/*.json "$srcdir"/tests/harness/data/*.json "$srcdir/doc/manifest.md" >"$scratch/output" 2>&1 ||
    { tail -n 20 "$scratch/output"; failed=1; }
validate() { $PYTHON "$srcdir/tests/harness/validate_manifest.py" --schema "$srcdir/doc/clgemm-profile-1.schema.json" "$@"; }
validate "$srcdir"/data/profiles/*.json || failed=1
# A list of shapes for several types names kernels that one of them has.
$PYTHON - "$srcdir"/data/profiles/*.json <<'END_OF_PYTHON' || failed=1
import json
import sys
for path in sys.argv[1:]:
    types = json.load(open(path, encoding='utf-8')).get('dispatch', {})
    lists = [member['kernels'] for member in types.values() if isinstance(member, dict)]
    named = {kernel['name'] for kernels in lists for kernel in kernels}
    for shape in types.get('shapes', []):
        if shape['kernel'] not in named:
            sys.exit(f"{path}: no kernel is named {shape['kernel']}")
END_OF_PYTHON
for profile in '{"limit": {}}' '{"rates": {"memory_gbs": 3, "clock": 4}}' '{"measured": "no"}' '{"schema": 2}'; do
    echo "$profile" >"$scratch/profile.json"
    validate "$scratch/profile.json" >"$scratch/output" && { echo "obeys the schema: $profile"; failed=1; }
    "$CLGEMM_GEN" --for "$scratch/profile.json" -o "$scratch/profile.cl" 2>/dev/null && { echo "is served: $profile"; failed=1; }
done
exit $failed
