#!/bin/bash
# Manifests written by hand, right ones: every kind of step, checked and measured on the default device.
# Test: turn 6
. "${srcdir:-.}/tests/harness/common.sh"
need_device
# Plain kernels run for longer here than they are compiled.
unset POCL_EXTRA_BUILD_FLAGS

expect 0 '^1 passed, 0 failed$' check "$data/plain.json" --sizes edge
expect 0 '^1 passed, 0 failed$' check "$data/steps.json" --sizes edge
expect 0 '^2 passed, 0 failed$' check "$data/plain.json" "$data/steps.json" --trials 1
expect 0 '^1 passed, 0 failed$' check "$data/plain.json" -M 65 -N 33 -K 19
expect 0 '^1 passed, 0 failed$' check "$data/plain.json" -M 0 -N 5 -K 7

# Several kernels in one manifest and one file, each a program of its own; a reader of one kernel refuses them.
cat >"$scratch/tuned.json" <<'END'
{"inherits": "generic", "dispatch": {"kernels": [{"name": "one", "options": "--family naive"}, {"name": "two", "options": "--family register --tile 2x2"}],
 "shapes": [{"m": 1, "n": 1, "k": 1, "kernel": 0}, {"m": 64, "n": 64, "k": 64, "kernel": 1}]}}
END
"$CLGEMM_GEN" --for "$scratch/tuned.json" --name both --emit dispatch,json -o "$scratch/" || failed=1
expect 0 '^2 passed, 0 failed$' check "$scratch/both.json" --sizes edge
grep -q '^passed *both_two: ' "$scratch/output" || { cat "$scratch/output"; failed=1; }
sed -i 's,clgemm-manifest/2,clgemm-manifest/1,' "$scratch/both.json"
expect 4 'both.json: schema' check "$scratch/both.json"

# Other types, on the first device that has them.
expect 0 '^1 passed, 0 failed$' check "$data/half_storage.json" --sizes edge
for name in half_products half_all double_all; do
    case $name in double*) extension=cl_khr_fp64 ;; *) extension=cl_khr_fp16 ;; esac
    if device_with "$extension"; then
        expect 0 '^1 passed, 0 failed$' check "$data/$name.json" --sizes edge "${chosen[@]}"
        expect 0 'measured: 2 .* in f(16|32|64) that' bench "$data/$name.json" -M 64 -N 48 -K 1000 -i 1 --peak measured "${chosen[@]}"
    else
        expect 5 "needs the extension $extension, which .* does not announce; ask" check "$data/$name.json"
    fi
done

need_python
# The manifest on standard input, its source inside.
python3 - "$data" >"$scratch/inline.json" <<'END'
import json, sys
manifest = json.load(open(sys.argv[1] + "/plain.json"))
manifest["programs"][0]["source"] = open(sys.argv[1] + "/plain.cl").read()
manifest["programs"][0]["file"] = "nowhere.cl"
json.dump(manifest, sys.stdout)
END
if ! "$CLGEMM_BENCH" check - <"$scratch/inline.json" >"$scratch/output" 2>&1; then
    echo "a manifest on standard input:"
    cat "$scratch/output"
    failed=1
fi

# Silence in a pipe: no carriage return, nothing on the error stream.
"$CLGEMM_BENCH" check "$data/plain.json" >"$scratch/output" 2>"$scratch/errors"
if grep -q "$(printf '\r')" "$scratch/output" "$scratch/errors"; then
    echo "progress is shown in a pipe"
    failed=1
fi

# On the processors of the host others are in the way: one that never pauses takes half of a core from us, or more.
if [ -r /proc/stat ] && grep -q '(cpu)$' <("$CLGEMM_BENCH" devices -t cpu 2>/dev/null); then
    (while :; do :; done) &
    other=$!
    expect 0 '^clgemm-bench: (other programs kept|the hypervisor gave) [0-9.]+ of [0-9]+ processors ' \
        bench -t cpu "$data/plain.json" -M 512 -N 512 -K 512 -i 10 --peak 50
    kill $other
    wait $other 2>/dev/null
fi

# Measuring. The peak is stated where it is of no interest: to measure it takes longer than all else.
small="-M 64 -N 48 -K 32 -i 3"
stated='--peak 50'
expect 0 'valid$' bench "$data/half_storage.json" -M 8 -N 8 -K 70000 -i 1 --data ones -v $stated
expect 0 'valid$' bench "$data/plain.json" $small -v $stated
expect 0 '^peak +[0-9.]+ GFLOP/s in f32 \((profile |measured: )' bench "$data/plain.json" $small
expect 0 '^peak +100.00 GFLOP/s in f32 \(stated on the command line\)$' bench "$data/plain.json" $small --peak 100
expect 0 'measured: 2 \(multiply and add\) x ' bench "$data/plain.json" $small --peak measured
# A thin product: the memory is the bound, and its bandwidth is measured, where no cache is sure to hold the bytes.
expect 0 '^  memory    [0-9.]+ % of the bandwidth, which is the bound' bench --family gemv -M 3000 -N 1 -K 3000 -i 3 --peak 1e9
grep -q -E '^  speed .*; [0-9.]+ GB/s for 36\.0[0-9]+ MB to be read and written$' "$scratch/output" || { echo 'no bytes of a thin product'; failed=1; }
grep -q -E '^memory  [0-9.]+ GB/s \(measured: a copy' "$scratch/output" || { echo 'the bandwidth is not stated'; failed=1; }
expect 0 'min .*median .*mean .*standard deviation' bench "$data/plain.json" $small $stated
grep -q -E '; [0-9.]+ GB/s for 0\.0[0-9]+ MB to be read and written$' "$scratch/output" || { echo 'no bytes of a product'; failed=1; }
if grep -q '^ *memory ' "$scratch/output"; then
    echo 'small matrices are compared with the bandwidth of the memory'
    failed=1
fi
expect 0 'steps +clear .*pack_a .*to_image .*multiply ' bench "$data/steps.json" $small $stated
expect 0 'prepared +in .*not counted' bench "$data/steps.json" $small $stated
expect 0 '^steps +[0-9.]+ +[0-9.]+ ' bench "$data/plain.json" "$data/steps.json" -k naive $small $stated
for name in plain steps; do
    grep -q -E "^$name  +([0-9.]+ +){3}[0-9.]+x +[0-9.]+ %  yes\$" "$scratch/output" || { echo "$name has no speed-up in the table"; failed=1; }
done
grep -q -E '^naive +.* 1\.00x ' "$scratch/output" || { echo 'naive has another speed-up than 1'; failed=1; }
equal 'kernels compared with naive' "$(grep -c -E '^  speed-up  [0-9.]+ times as fast as naive \(quartiles [0-9.]+-[0-9.]+\)$' "$scratch/output")" 2
expect 0 '^\| steps \| ([0-9.]+ \| ){3}[0-9.]+x \| [0-9.]+ % \| yes \|$' bench "$data/plain.json" "$data/steps.json" $small $stated --format markdown
grep -q '^speed-up: times as fast as plain,' "$scratch/output" || { echo 'without naive, kernels are not compared with the first one'; failed=1; }
markdown_tables 1
expect 0 'nothing was launched' bench "$data/plain.json" -M 64 -N 48 -K 32 -i 0
# A preset whose operands are copied first, and the device by its number; for any device, as some CPUs lack the registers.
expect 0 '^   2  block_read_32x2_1x8 .*  valid$' bench -p 0 -k block_read_32x2_1x8 --for generic -M 64 -K 64 -N 64 -i 2 -v $stated
expect 0 '^  steps +copy_a [0-9.]+, copy_b [0-9.]+, multiply [0-9.]+ ms' bench -k block_read_32x2_1x8 --for generic -M 64 -K 64 -N 64 -i 2 -v $stated
expect 0 '^  supporting steps: [0-9.]+ % of the time$' bench -p 0 -d 0 -k kepler_10 --for generic -M 256 -K 64 -N 256 -i 2 $stated
if "$CLGEMM_BENCH" bench --family naive $small $stated | grep -q supporting; then
    echo 'a kernel of one step has supporting steps'
    failed=1
fi
expect 4 'block_read_32x2_1x8: M must be a multiple of 16 \(rule `exact-sizes`: 65 is not a multiple of 16\); ask 64 or 80, or --edges guard where the kernel is generated$' \
    bench -k block_read_32x2_1x8 --for generic -M 65 -K 64 -N 64 -i 1 $stated
expect 4 'M must be a multiple of 16 .*: 5 is not a multiple of 16\); ask 16, or --edges guard where' \
    bench -k block_read_32x2_1x8 --for generic -M 5 -K 64 -N 64 -i 1 $stated
expect 0 'whole numbers -8 to 8' bench "$data/plain.json" $small --data small $stated
expect 0 '^result,"plain",,64,48,32,' bench "$data/plain.json" $small --format csv $stated
if ! "$CLGEMM_BENCH" bench "$data/plain.json" $small --format json 2>"$scratch/errors" | python3 -c '
import json, sys
records = [json.loads(line) for line in sys.stdin]
assert [r["record"] for r in records] == ["device", "peak"] + ["iteration"] * 3 + ["result"], records
assert records[-1]["device_ms"]["min"] > 0 and records[-1]["verified"].startswith("every element")
assert records[-1]["gflops"] > 0 and records[-1]["efficiency"] > 0'; then
    echo "JSON lines are not as expected"
    failed=1
fi
if ! "$CLGEMM_BENCH" devices --json | python3 -c '
import json, sys
devices = [json.loads(line) for line in sys.stdin]
assert devices and all(type(f) is bool for d in devices for f in d["features"].values())'; then
    echo "devices --json is not as expected"
    failed=1
fi
exit $failed
