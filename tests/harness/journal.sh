#!/bin/bash
# Journals that are damaged, lost during a run, or larger than what is read whole. Times come from a stand-in for the worker
# (tests/harness/standin.c), so that two runs find the same. Needs no device.
# Above 30 s: a tuner goes on from a journal damaged at each of its lines in turn, and from one of 70 MB.
# Test: turn 2
. "${srcdir:-.}/tests/harness/common.sh"
export STANDIN_FAULTS= TMPDIR=$scratch/temporary
mkdir "$TMPDIR" "$scratch/work"
journal=$scratch/work/journal
profile=$scratch/tuned.json
run=(tune --family naive --access buffer --tile 1x1 --tile-k 1 --edges guard --index 64 --ids global --pretranspose none --steps combined
    --barrier=no --share none --vec-a 1 --vec-b 1 --vec-c 1 --param loop-order=- --param sg-size=- --param wg=1x4,2x4,4x4 --mad fma
    --unroll-k 1 -M 48 -N 48 -K 48 --search exhaustive --trials 3 --worker "${builddir:-.}/tests/harness/standin" --memory 200000000 --journal "$journal" -o "$profile")

# count STATE: lines of the journal.
count() { grep -c "\"state\":\"$1\"" "$journal"; }

# same WHAT: table and profile are those of the run that nobody disturbed; not what its time went into.
same() {
    diff <(grep -v -e '^clgemm-bench: ' -e '^time: ' "$scratch/output") <(grep -v '^time: ' "$scratch/undisturbed") && cmp "$profile" "$scratch/undisturbed.json" || {
        echo "$1: another end than without"
        failed=1
    }
}

expect 0 'points tried' "${run[@]}"
cp "$scratch/output" "$scratch/undisturbed"
cp "$profile" "$scratch/undisturbed.json"
cp "$journal" "$scratch/whole"
lines=$(wc -l <"$scratch/whole")

# ---------------------------------------------------------------- damage
# flip LINE BYTE: the journal of the whole run with one bit of a byte of a line flipped.
flip() {
    python3 - "$scratch/whole" "$1" "$2" >"$journal" <<'END'
import sys
lines = open(sys.argv[1], "rb").read().splitlines(True)
line = bytearray(lines[int(sys.argv[2]) - 1])
line[int(sys.argv[3]) % (len(line) - 1)] ^= 4
lines[int(sys.argv[2]) - 1] = bytes(line)
sys.stdout.buffer.write(b"".join(lines))
END
}

# Whichever line it is, what it told is measured again, and the end is the same.
for ((line = 2; line < lines; line++)); do
    flip $line $((line * 37))
    expect 0 "journal: line $line is damaged \\(.*\\): it is ignored" "${run[@]}"
    same "line $line is damaged"
done
flip $lines 100
expect 0 "line $lines, the last one, is torn: its [0-9]* bytes are cut off" "${run[@]}"
same 'the last line is damaged'
flip 1 5
cp "$journal" "$scratch/copy"
expect 4 'journal is no journal, or has lost its beginning' "${run[@]}"
cmp "$journal" "$scratch/copy" || failed=1

# Lines that are lost, stand twice or have changed places: so too.
middle=$((lines / 2))
for edit in "${middle}d" "${middle}p" "${middle}{h;d};$((middle + 1))G"; do
    sed "$edit" "$scratch/whole" >"$journal"
    expect 0 "line ($middle|$((middle + 1))) is damaged \\(it does not follow" "${run[@]}"
    same "$edit"
done

# Who reads says it too, and the page shows it.
flip $((lines - 1)) 30
expect 0 "line $((lines - 1)) is damaged" report "$journal" -o "$scratch/page.html"
grep -q 'points; 1 damaged line left out' "$scratch/page.html" || { echo 'the page does not say that a line is lost'; failed=1; }

# A time that was changed is no time: 9 for 1.
cp "$scratch/whole" "$journal"
sed -i '0,/"median_ms":1/s//"median_ms":9/' "$journal"
expect 0 'is damaged \(its check value is wrong\)' "${run[@]}"
same 'a time that was changed'

# ---------------------------------------------------------------- an earlier version's
# Its kernels were named by options that have other names now: none would be found again. It is read all the same.
cp "${srcdir:-.}/tests/harness/data/report/tune.journal" "$scratch/earlier"
chmod u+w "$scratch/earlier"
cp "$scratch/earlier" "$journal"
expect 4 'journal was written by an earlier version: its parameter pack is called pretranspose now, .*name a new file with --journal' "${run[@]}"
cmp "$journal" "$scratch/earlier" || failed=1
"$CLGEMM_BENCH" report "$scratch/earlier" -o "$scratch/page.html" || failed=1

# ---------------------------------------------------------------- a journal that is lost during the run
# disturbed PATTERN COMMAND...: runs the command when the first point is timed. The run says so, and the next one goes on from what it saved.
disturbed() {
    rm -rf "$scratch/work"
    mkdir "$scratch/work"
    STANDIN_PAUSE=100000 "$CLGEMM_BENCH" "${run[@]}" >"$scratch/output" 2>&1 </dev/null &
    until grep -q '"state":"times"' "$journal" 2>/dev/null || ! kill -0 $! 2>/dev/null; do sleep 0.02; done
    "${@:2}"
    wait $!
    equal "exit code after $*" $? 2
    if ! grep -q -E "journal $1 during the run; all that it knew is in $journal.saved: give that file its name" "$scratch/output"; then
        echo "$*: not said:"
        cat "$scratch/output"
        failed=1
    fi
    mv "$journal.saved" "$journal"
    grep '"state":"times"' "$journal" >"$scratch/times"
    expect 0 'points tried' "${run[@]}"
    same "$*"
    equal "times, each measured once, after $*" "$(count times)" 3
    if [ "$(grep -c -F -f "$scratch/times" "$journal")" -lt 1 ]; then echo "$*: nothing was kept"; failed=1; fi
}
empty() { : >"$journal"; }
add() { echo a line >>"$journal"; }
disturbed 'was removed' rm "$journal"
disturbed 'was renamed' mv "$journal" "$scratch/elsewhere"
disturbed 'was emptied' empty
disturbed 'was written to by somebody else' add

# ---------------------------------------------------------------- a large one
# 70 MB, of which a program that holds all of it as objects takes ten times as much.
python3 - "$scratch/whole" >"$scratch/large" <<'END'
import json, re, sys
lines = open(sys.argv[1]).read().splitlines()
timed = next(json.loads(line) for line in lines if '"state":"times"' in line)
del timed["after"], timed["check"]
print('{"clgemm_journal":1}')
size = number = 0
while size < 70e6:
    key = timed["key"]
    key["source"] = "fnv1a64:%016x" % (number // 40)
    key["problem"]["m"] = 64 + number % 40
    key["parameters"]["wg"] = "%dx%d" % (1 + number // 40 % 16, 1 + number // 640 % 256)
    ms = 1 + number * 7919 % 100003 / 50000
    for state, fields in (("build-started", {"boot": "0" * 36}), ("built", {"build_ms": 12.5}), ("run-started", {"boot": "0" * 36}),
                          ("verified", {}), ("times", {"median_ms": ms, "ms": [ms, ms, ms * 1.5]})):
        line = json.dumps({"key": key, "state": state, "fields": fields, "at_ms": 1767225600000 + number}, separators=(",", ":"))
        size += len(line) + 1
        print(line)
    number += 1
END
# lean WORD...: clgemm-bench WORD... succeeds, in memory of at most three times the journal's size. What a sanitizer keeps of what
# was freed does not count.
lean() {
    ASAN_OPTIONS=${ASAN_OPTIONS:+$ASAN_OPTIONS:}quarantine_size_mb=1 python3 - "$(stat -c %s "$scratch/large")" "$CLGEMM_BENCH" "$@" <<'END' || failed=1
import resource, subprocess, sys
done = subprocess.run(sys.argv[2:], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
most = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024
if done.returncode or most > 3 * int(sys.argv[1]):
    sys.exit("clgemm-bench %s: exit code %d, %d MB of memory; %s" %
             (" ".join(sys.argv[3:]), done.returncode, most / 1e6, done.stderr.decode(errors="replace")[:300]))
END
}
lean report "$scratch/large" -o "$scratch/page.html"
cp "$scratch/large" "$journal"
lean "${run[@]}"
python3 - "$scratch/page.html" "$scratch/large" <<'END' || failed=1
import sys
page = open(sys.argv[1]).read()
points = sum('"state":"times"' in line for line in open(sys.argv[2]))
assert "journal of tune: %d points" % points in page
END
exit $failed
