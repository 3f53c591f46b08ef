#!/bin/bash
# The page that `report` makes of what other commands have written. Needs no device.
. "${srcdir:-.}/tests/harness/common.sh"
data=$data/report
out=$scratch/report.html

# ---------------------------------------------------------------- what the command line takes and refuses
expect 0 '^clgemm-bench report FILE... -o report.html' report --help
expect 1 'no file is given; name journals' report -o "$out"
expect 1 'no output file is given; ask -o report.html' report "$data/bench.json"
expect 1 'takes files, and no option of the generator' report "$data/bench.json" --tile 8x4 -o "$out"
expect 1 '--svg is no option of report' report "$data/bench.json" --svg x.svg -o "$out"
expect 1 '--peak: report measures nothing' report "$data/bench.json" --peak measured -o "$out"
expect 1 '--bandwidth: `0` is no number' report "$data/bench.json" --bandwidth 0 -o "$out"
for number in inf INF infinity nan 1e999 -1 0 5x ''; do
    expect 1 '--peak: ' report "$data/bench.json" --peak "$number" -o "$out"
    expect 1 "--bandwidth: .$number. is no number" report "$data/bench.json" --bandwidth "$number" -o "$out"
    expect 1 "--peak: .$number. is neither profile, measured nor a number of GFLOP/s above 0" \
        bench "$data/bench.json" --peak "$number"
done
expect 1 '--bandwidth is no option of bench' bench "$data/bench.json" --bandwidth 1
expect 1 'bench.json is given twice' report "$data"/{bench,study,bench}.json -o "$out"
expect 2 'cannot open .*/nosuch.json' report "$scratch/nosuch.json" -o "$out"
expect 2 'cannot write /nonexistent/x.html' report "$data/bench.json" -o /nonexistent/x.html
cp "$data/bench.json" "$scratch/only.json"
mkdir "$scratch/folder"
ln "$scratch/only.json" "$scratch/folder/page.html"
expect 1 'page.html is the file .*only.json that the command reads; name another one' report "$data/study.json" "$scratch/only.json" -o "$scratch/folder/page.html"
cmp "$data/bench.json" "$scratch/only.json" || failed=1
rm -r "$scratch/folder"

# refused PATTERN TEXT: a file that nobody can make a page of; what stood at the page's place stays.
refused() {
    printf '%s' "$2" >"$scratch/broken.json"
    echo before >"$out"
    expect 4 "broken.json.*$1" report "$data/bench.json" "$scratch/broken.json" -o "$out"
    if [ "$(cat "$out")" != before ]; then
        echo "a refused file leaves a page behind"
        failed=1
    fi
}
device='{"record":"device","name":"A","platform":"B","driver":"1"}'
refused ', line 1: the file is empty; report reads journals' ''
refused ', line 1: this is no JSON; report reads journals' 'device  AMD (PoCL), driver 3'
refused ', line 1: this object is no profile' '{"a": 1}'
refused ', line 1: this is a manifest, which has no figures' '{"format": "clgemm-manifest/1"}'
refused ', line 2: this object is no record' "$device
{\"a\": 1}
"
refused ', line 2: this is no JSON' "$device
{\"a\":
$device
"
refused ', line 1: no record of a device comes before' '{"record":"result"}
'
refused ', line 2.record: is `speed`, must be one of: device' "$device
{\"record\":\"speed\"}
"
refused ', line 2: result.gflops: is missing' "$device
{\"record\":\"result\",\"kernel\":\"k\",\"m\":1,\"n\":1,\"k\":1,\"device_ms\":{\"median\":1}}
"
refused ', line 2: rung.m: must be a whole number, is a string' "$device
{\"record\":\"rung\",\"name\":\"k\",\"m\":\"1\",\"n\":1,\"k\":1}
"
refused ': a later version of clgemm-bench has written this journal' '{"clgemm_journal":3}
'

# ---------------------------------------------------------------- what is read
report() {
    "$CLGEMM_BENCH" report "$@" -o "$out" || failed=1
}
report "$data"/{tune.journal,study.json,ladder.json,bench.json,compare.json,check.json,tuned.json,devices.json} --bandwidth 12
cp "$out" "$scratch/first.html"
report "$data"/{tune.journal,study.json,ladder.json,bench.json,compare.json,check.json,tuned.json,devices.json} --bandwidth 12
if ! cmp -s "$out" "$scratch/first.html"; then
    echo 'the same files give another page'
    failed=1
fi
if "$CLGEMM_BENCH" report - -o "$out" <"$data/tune.journal" 2>"$scratch/output" ||
    ! grep -q 'a journal is read from its file' "$scratch/output"; then
    echo 'a journal from standard input is not refused'
    failed=1
fi

# The journal of a tuner that is at work: locked, a point under way, the last line half written, no finals yet.
grep -v final-times "$data/tune.journal" >"$scratch/live.journal"
grep build-started "$data/tune.journal" | tail -n 1 | sed 's/"source":"[^"]*"/"source":"new"/' >>"$scratch/live.journal"
# What has ended without a result is not under way.
tail -n 1 "$scratch/live.journal" | sed 's/"source":"new"/"source":"old"/; s/build-started/survived/' >>"$scratch/live.journal"
printf '{"key":{"sour' >>"$scratch/live.journal"
cp "$scratch/live.journal" "$scratch/copy.journal"
coproc python3 -c '
import fcntl, sys
file = open(sys.argv[1], "r+")
fcntl.lockf(file, fcntl.LOCK_EX)
print("locked", flush=True)
sys.stdin.read()' "$scratch/live.journal"
read -r -u "${COPROC[0]}" _
expect 0 'the last one, is torn: its 13 bytes are left out' report "$scratch/live.journal" -o "$out"
exec {COPROC[1]}>&-
wait
if ! cmp -s "$scratch/live.journal" "$scratch/copy.journal"; then
    echo 'the journal was changed by who reads it'
    failed=1
fi
head -c -20 "$data/study.json" >"$scratch/torn.json"
expect 0 'torn.json: line 10, the last one, is torn' report "$scratch/torn.json" -o "$out"
sed '1s/"name":"[^"]*"/"name":"other"/' "$data/bench.json" >"$scratch/other.json"
expect 1 '--peak is one device.s, and the files are of 2 devices' report "$data/bench.json" "$scratch/other.json" --peak 5 -o "$out"
# A line that is no UTF-8 is no JSON.
{ head -n 1 "$data/bench.json"; printf '{"record":"result","kernel":"caf\351"}\n{"record":"x"}\n'; } >"$scratch/bytes.json"
expect 4 'bytes.json, line 2: this is no JSON' report "$scratch/bytes.json" -o "$out"
exit $failed
