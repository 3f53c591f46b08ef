#!/bin/bash
# Results that are kept, and what later ones are called beside them: faster, slower, no difference shown.
. "${srcdir:-.}/tests/harness/common.sh"
file=$scratch/baseline.jsonl
one=(bench --family naive)

# What is refused before a device is looked at.
expect 1 '^clgemm-bench: --compare-to: 5 runs are too few to show a difference; ask -i 6 or more$' "${one[@]}" --compare-to "$file" -i 5
expect 1 '^clgemm-bench: --baseline: 1 runs are too few ' "${one[@]}" --baseline "$file" -i 1
expect 1 '^clgemm-bench: --compare-to is told as text, markdown or json$' "${one[@]}" --compare-to "$file" --format csv
expect 1 '^clgemm-bench: --within needs --compare-to FILE$' "${one[@]}" --within 5
expect 2 "cannot (open|read) $file" "${one[@]}" --compare-to "$file"
expect 2 'cannot write .*/nowhere/b.jsonl' "${one[@]}" --baseline "$scratch/nowhere/b.jsonl"
printf '{"record":"device"}\n{"record":\n' >"$file"
expect 4 'line 2 is no record: ' "${one[@]}" --compare-to "$file"
printf '{"record":"device"}\n' >"$file"
expect 4 'has no device, or no result of bench; ask bench --baseline ' "${one[@]}" --compare-to "$file"
printf '{"record":"device"}\n{"record":"result","kernel":"k","runs_ms":[1,2,3]}\n' >"$file"
expect 4 'k has 3 runs, too few to show a difference; measure it with -i 6 or more' "${one[@]}" --compare-to "$file"
printf '{"record":"device"}\n{"record":"result","kernel":"k","runs_ms":[1,0,3,4,5,6]}\n' >"$file"
expect 4 'k: runs_ms\[1\] is no time above 0' "${one[@]}" --compare-to "$file"
rm "$file"
need_device
need_python

run=(bench "$data/plain.json" -M 64 -N 48 -K 32 -i 6 --peak 50)
expect 0 '^plain$' "${run[@]}" --baseline "$file"

# times FACTOR: a file $scratch/then.jsonl with the runs of the baseline so many times as long.
times() {
    python3 -c '
import json, sys
for line in open(sys.argv[1]):
    record = json.loads(line)
    if "runs_ms" in record:
        record["runs_ms"] = [ms * float(sys.argv[2]) for ms in record["runs_ms"]]
    print(json.dumps(record))' "$file" "$1" >"$scratch/then.jsonl" || failed=1
}

times 0.01
row='[0-9.]+ +[0-9.]+ +[0-9.]+ +0\.00[0-9]+'
expect 7 "^plain +$row  slower$" "${run[@]}" --compare-to "$scratch/then.jsonl"
grep -q -E '^clgemm-bench: 1 of 1 kernels are slower than in ' "$scratch/output" || { echo 'the exit code 7 is not explained'; failed=1; }
grep -q -E '^baseline  .*then\.jsonl: 20[0-9-]+ [0-9:]+ UTC, driver .*, clgemm-bench [0-9.]+$' "$scratch/output" ||
    { echo 'the baseline is not described'; failed=1; }
expect 7 '^\{"record":"change","kernel":"plain","m":64,"n":48,"k":32,.*"result":"slower","baseline_ms":.*"ratio":0\.[0-9]*,"p":0\.00' \
    "${run[@]}" --compare-to "$scratch/then.jsonl" --json
times 100
expect 0 '^\| plain \| ([0-9.]+ \| ){4}faster \|$' "${run[@]}" --compare-to "$scratch/then.jsonl" --format markdown
markdown_tables 2
# What bench prints as records is a baseline too; the one that is read may be written.
"$CLGEMM_BENCH" "${run[@]}" --json >"$file" 2>/dev/null || failed=1
expect 0 '^plain +.*  no difference shown$' "${run[@]}" --compare-to "$file" --baseline "$file" --within 99
equal 'records of a baseline' "$(sed -E 's/.*"record":"([a-z]*)".*/\1/' "$file" | paste -s -d ' ')" 'device result'
expect 4 'has none of these kernels on these problems' bench "$data/plain.json" -M 64 -N 48 -K 33 -i 6 --peak 50 --compare-to "$file"
grep -q -E '^plain +- +[0-9.]+ +- +-  not in the baseline$' "$scratch/output" || { echo 'a kernel without a baseline is not named'; failed=1; }
sed -E 's/"name":"[^"]*"/"name":"Other"/' "$file" >"$scratch/then.jsonl"
expect 4 '^clgemm-bench: --compare-to: .*then\.jsonl was measured on Other \(.*\), this is ' "${run[@]}" --compare-to "$scratch/then.jsonl"
exit $failed
