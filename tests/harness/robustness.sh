#!/bin/bash
# Bad command lines, devices, manifests and sources: a sentence and the right exit code, never a crash.
# Test: turn 7
. "${srcdir:-.}/tests/harness/common.sh"

# The command line.
expect 0 'clgemm-bench check' --help
expect 0 '^clgemm-bench ' --version
expect 0 '^clgemm-bench ' bench -M 5 --version
expect 1 'command: `chekc` is none of' chekc
expect 1 'name a manifest' check
expect 1 'unknown option --trails; did you mean --trials' check --trails 3
expect 1 '--trials needs a value' check --trials
expect 1 '^clgemm-bench: -M needs a value' bench -vM
expect 1 '^clgemm-bench: unknown option -z; see' check -zv
expect 1 '^clgemm-bench: unknown option -z; see' check --edited -vz
expect 1 '^clgemm-bench: unknown option -z; see' check --edited -zv x
expect 1 'is no whole number' check "$data/plain.json" -M x
expect 1 'is no whole number from 1 to 1000000' check "$data/plain.json" --trials 0
expect 1 'given together' check "$data/plain.json" -M 5
expect 1 '--peak: `high` is neither' bench "$data/plain.json" --peak high
for words in 'devices writes no csv; its formats: text json' 'check writes no csv;' 'tune writes no json; its formats: text' \
    'report writes no json;' 'study writes no gatlas; its formats: text json csv'; do
    read -r command _ _ format _ <<<"$words"
    expect 1 "--format: $words" "$command" --format "${format%;}"
done
expect 1 '--format: --list writes no json' ladder --list --json
expect 1 '--format: --explain writes no csv' bench --for cpu --explain peak --format csv
expect 1 '--format: --covering or --sample writes no json' check --covering --json
expect 1 '--format: --covering or --sample writes no csv' check --sample 3 --format csv
expect 1 '--format: `xml` is none of' bench "$data/plain.json" --format xml
need_device
expect 2 'cannot open' check /nonexistent.json

# Devices.
expect 5 'no device fits platform `nosuch`.*there is: -p 0 ' check "$data/plain.json" -p nosuch
expect 5 'no device fits .*`99`' check "$data/plain.json" -d 99
expect 5 'no device fits' devices -p nosuch
expect 1 '-t: `tpu` is none of' check "$data/plain.json" -t tpu
if OCL_ICD_VENDORS=$scratch/none "$CLGEMM_BENCH" check "$data/plain.json" >"$scratch/output" 2>&1; then
    echo "a check passes with no device"
    failed=1
elif ! grep -q 'there is no OpenCL device' "$scratch/output"; then
    echo "no device gives no sentence:"
    cat "$scratch/output"
    failed=1
fi
# A driver that is there and cannot start. PoCL is one where it has no folder for its cache.
if grep -q 'platform  *Portable Computing Language' "$scratch/devices"; then
    for words in 'devices' "check $data/plain.json" "bench $data/plain.json"; do
        # shellcheck disable=SC2086
        POCL_CACHE_DIR=/dev/null/none expect 5 'platform `Portable Computing Language` is installed and gives no device \(CL_DEVICE_NOT_FOUND\): .*POCL_CACHE_DIR' $words -p Portable
    done
    # Work-groups of 64: what is generated for the device fits, and what was generated for others says how to.
    stepped='--family register --tile 2x2 --wg 4x4 --pretranspose b'
    POCL_MAX_WORK_GROUP_SIZE=64 expect 0 '^1 passed, 0 failed$' check -p Portable $stepped -M 9 -N 10 -K 11
    POCL_MAX_WORK_GROUP_SIZE=64 expect 4 '--wg 16x16 has 256 work-items, the device allows 64; ask --wg 4x16' check -p Portable --family local --wg 16x16
    "$CLGEMM_GEN" $stepped --name wide --emit cl,json -o "$scratch/wide.cl" || failed=1
    POCL_MAX_WORK_GROUP_SIZE=64 expect 5 'needs work-groups of 256 work-items, .* takes 64 at most; ask the generator for --wg-limit 64' \
        check -p Portable "$scratch/wide.json"
    "$CLGEMM_GEN" $stepped --wg-limit 64 | grep "size(8, 8, 1)" >/dev/null || { echo 'steps do not keep --wg-limit'; failed=1; }
fi

need_python
# Names that are no UTF-8, or that a label cuts: every record is there.
name=$scratch/$(printf 'caf\351')
long=$scratch/$(printf '\342\200\224%.0s' {1..60})
for path in "$name" "$long"; do
    cp "$data/plain.cl" "$scratch/plain.cl"
    cp "$data/plain.json" "$path.json"
    for words in 'check --sizes quick --trials 1' 'bench -M 8 -N 8 -K 8 -i 1'; do
        if ! "$CLGEMM_BENCH" ${words%% *} "$path.json" ${words#* } --json 2>"$scratch/errors" | python3 -c '
import json, sys
records = [json.loads(line)["record"] for line in sys.stdin]
assert records[-1] in ("check", "result"), records'; then
            echo "$words: a record is lost"
            failed=1
        fi
    done
done

# change NAME PYTHON: a copy of data/NAME.json in $scratch with `m` changed by a statement.
change() {
    cp "$data/$1.cl" "$scratch/$1.cl"
    python3 -c "
import json, sys
m = json.load(open(sys.argv[1]))
$2
json.dump(m, open(sys.argv[2], 'w'))" "$data/$1.json" "$scratch/$1.json" || failed=1
}

# refused CODE PATTERN NAME PYTHON [WORD...]
refused() {
    change "$3" "$4"
    expect "$1" "$2" check "$scratch/$3.json" "${@:5}"
}

requires="m['programs'][0]['requires']"
step="m['steps'][0]"
refused 5 'needs the extension cl_acme_warp, which .* does not announce; ask' plain \
    "$requires['extensions'] = ['cl_acme_warp']"
refused 5 'is for devices of another kind \(any of Acme, build options `-DX`\) than .*, a [a-z]* of .*; ask the generator for another --for' plain \
    "m['programs'][0]['build_options'] = '-DX'; $requires['device'] = {'vendor': 'Acme'}"
refused 5 'is for devices of another kind \(accelerator, ' plain "$requires['device'] = {'type': 'accelerator'}"
refused 4 'requires.device.type' plain "$requires['device'] = {'type': 'fpga'}"
refused 5 'needs OpenCL C 9.9' plain "$requires['opencl_c'] = '9.9'"
refused 5 'needs work-groups of 1048577' plain "$requires['work_group_size'] = 1048577"
refused 5 'needs work-groups of 1048576 ' plain "$step['local'] = [1048576, 1]"
refused 5 'needs sub-groups of 7' plain "$step['sub_group'] = {'size': 7, 'rule': 'equal'}"
refused 5 'needs sub-groups of (a multiple of )?9' plain \
    "$step['sub_group'] = {'size': 9, 'rule': 'multiple'}"
refused 5 'has instructions of sm_90a \(`finalize` is `ptx:sm_90a`\), and the compiler of .* writes no PTX for sm_90' plain \
    "m['programs'][0]['finalize'] = 'ptx:sm_90a'"
refused 5 'no program is finalised by `ptx:sm_`' plain "m['programs'][0]['finalize'] = 'ptx:sm_'"
refused 5 'has no kernel `nosuch`' plain "$step['entry'] = 'nosuch'"
refused 4 'takes 14 arguments, the manifest has 13' plain "$step['args'].pop()"
refused 4 '`init` is `zero`, which is for workspaces; the caller fills `A`' plain "m['buffers'][0]['init'] = 'zero'"
refused 4 'no reference for type `f8` of A: f16, .* and mxfp8_e5m2 only$' plain "m['problem']['types']['a'] = 'f8'"
refused 4 'no reference for this type of the accumulator, of products or of factors' plain \
    "m['problem']['types']['product'] = 'f8'"
refused 4 'no reference for this type of the accumulator, of products or of factors' plain \
    "m['problem']['types']['factors'] = 'f8'"
refused 4 'the manifest wants .* bytes for A, BLAS requires' plain "m['problem']['types']['a'] = 'f16'"
refused 4 'the manifest wants .* bytes for A, BLAS requires' plain "m['problem']['batch']['kind'] = 'strided'"
refused 4 'batch.kind: is `sometimes`, must be one of: none strided offsets' plain "m['problem']['batch']['kind'] = 'sometimes'"
refused 4 'no reference for the operation .softmax.' plain "m['problem']['epilogue'] = [{'op': 'softmax'}]"
refused 4 'clamp. of the epilogue takes no operand and 2 parameters' plain "m['problem']['epilogue'] = [{'op': 'clamp', 'parameters': [1]}]"
refused 4 'neither a buffer of the caller nor a scalar' plain "m['problem']['epilogue'] = [{'op': 'bias', 'operand': 'b'}]"
refused 4 'BLAS requires' plain "m['buffers'][2]['extents'][0]['rounded_to'] = 64"
refused 4 'BLAS requires' plain "m['buffers'][0]['extents'][0]['stride'] = 'ldb'"
refused 4 'the limit is 65536' plain "$step['repeat'] = 1000000000"
refused 4 'more than 2\^46 work-items' plain "$step['global'][0] = {'dim': 1 << 48, 'per_group': 1}"
refused 4 'does not fit 63 bits' plain "m['problem']['offsets']['a'] = 1 << 48
m['buffers'][0]['extents'][0]['stride'] = 1 << 48; m['problem']['ld']['a'] = 1 << 48" \
    -M 1048576 -N 4 -K 4
refused 4 'holds fewer' steps "m['buffers'][4]['extents'][1]['rounded_to'] = 64"
refused 4 'keeps operands in buffers' plain "m['buffers'][0]['image'] = {'order': 'R',
'type': 'FLOAT', 'pitch_bytes': 4}"
refused 5 'texels, .* takes .* at most' steps "m['buffers'][4]['extents'][1]['rounded_to'] = 1 << 20"
refused 5 'allocates .* at most' steps "m['buffers'][3]['extents'][0]['rounded_to'] = 1 << 40
m['buffers'][3]['extents'][0]['stride'] = 1"
refused 4 'need [0-9.]* TB on the host, the limit is [0-9.]* [A-Z]*B ' plain "m['constraints'] = []" -M 2000000 -N 2000000 -K 4
refused 4 'need [0-9.]* KB on the host, the limit is 1000 bytes \(--memory\)' plain pass -M 32 -N 32 -K 32 --memory 1000
refused 4 'requires.local_bytes: is 1000000000000, must be from 0 to 1073741824' plain "$requires['local_bytes'] = 10 ** 12"
refused 4 'M x lda must be below 2\^31 \(rule `index`' plain "pass" -M 1000000 -N 4 -K 4000
refused 4 'does not fit its 32 bits' plain "m['constraints'] = []
m['problem']['offsets']['a'] = m['buffers'][0]['offset'] = 0
$step['args'][6] = {'name': 'offset_a', 'kind': 'value', 'symbol': 'ldc', 'type': 'i32'}
m['problem']['ld']['c'] = 1 << 33" -M 1 -N 4 -K 4
refused 4 'made for M = 12, not for 13' plain "m['problem']['sizes']['m'] = 12" -M 13 -N 4 -K 4
refused 4 'unknown member `extra`' plain "m['extra'] = 1"
head -c 700 "$data/plain.json" >"$scratch/plain.json"
expect 4 'plain.json: not a manifest: line' check "$scratch/plain.json"
head -c 100000 /dev/zero >"$scratch/plain.json"
expect 4 'not a manifest' check "$scratch/plain.json"
expect 2 'is a folder' check "$scratch"
change plain pass
rm "$scratch/plain.cl"
expect 2 'cannot open .*plain.cl' check "$scratch/plain.json"

# Sources.
edited plain 's/alpha \* sum/alpha * sun/'
expect 2 'is not the text that the manifest was written for' check "$scratch/plain.json"
expect 5 'does not build for' check "$scratch/plain.json" --edited
expect 5 'source line 16: +sum = alpha \* sun;' check "$scratch/plain.json" --edited
expect 5 'sun' check "$scratch/plain.json" --edited
expect 5 'does not build for' bench "$scratch/plain.json" --edited -M 8 -N 8 -K 8 -i 1
expect 5 'plain.json +[0-9.]+ +[0-9.]+ ' bench "$data/plain.json" "$scratch/plain.json" \
    "$data/plain.json" --edited -M 8 -N 8 -K 8 -i 1
for command in check 'bench -M 8 -N 8 -K 8 -i 1'; do
    # shellcheck disable=SC2086
    expect 6 'plain uses no matrix engine, --require-engine asks for one' $command "$data/plain.json" --require-engine
done
edited plain 's/row \* lda \+ k/k * lda + row/'
expect 6 'plain: .*wrong of' bench "$scratch/plain.json" --edited -M 8 -N 9 -K 10 -i 1
exit $failed
