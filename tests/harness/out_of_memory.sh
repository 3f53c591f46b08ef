#!/bin/bash
# Each allocation of a program fails once: it gives the right bytes, or an error that says so; it never crashes. Of programs with thousands of
# allocations it is the first ones and a sample of the others. Needs no device.
. "${srcdir:-.}/tests/harness/common.sh"
need_python
shim=$scratch/fail_allocation.so
$CC -shared -fPIC -O1 -o "$shim" "$srcdir/tests/fail_allocation.c" 2>"$scratch/output" || lacking "$CC makes no library to preload"
LD_PRELOAD=$shim "$CLGEMM_GEN" --version >/dev/null 2>&1 || lacking 'nothing can be preloaded here, as under sanitizers'
cat >"$scratch/run.py" <<'END'
import os, subprocess, sys
shim, scratch, command = sys.argv[1], sys.argv[2], sys.argv[3:]
made, count = scratch + "/made", scratch + "/count"

def run(number):
    if os.path.exists(made):
        os.remove(made)
    env = dict(os.environ, FAIL_ALLOCATION=str(number), COUNT_ALLOCATIONS=count)
    # What never ends, or takes all memory, is to be a failure and no more.
    ran = subprocess.run(["env", "LD_PRELOAD=" + shim, "prlimit", "--as=4000000000", "--cpu=60", *command], stdin=subprocess.DEVNULL,
                         capture_output=True, env=env)
    return ran.returncode, ran.stdout, ran.stderr, open(made, "rb").read() if os.path.exists(made) else None

right = run(0)
total = int(open(count).read())
if right[0] != 0 or total < 3:
    sys.exit("%s: exit code %d, %d allocations; %s" % (command[1:], right[0], total, right[2][:300]))
few = 25
for number in [*range(1, min(few, total) + 1), *range(few + 1, total + 1, max(1, total // few))]:
    got = run(number)
    fine = got == right if got[0] == 0 else got[0] in (2, 6) and b"out of memory" in got[2].replace(b"Cannot allocate memory", b"out of memory")
    # jansson stops the program where it has no memory for a letter behind a backslash.
    fine = fine or b"lex_scan_string: Assertion" in got[2]
    if not fine or got[3] not in (None, right[3]):
        sys.exit("%s, allocation %d of %d fails: exit code %d; %s" % (command[1:], number, total, got[0], got[2][:300]))
END
fails() { python3 "$scratch/run.py" "$shim" "$scratch" "$@" || failed=1; }
report=$data/report
fails "$CLGEMM_GEN" --list profiles
fails "$CLGEMM_GEN" --help
fails "$CLGEMM_GEN" --print man
fails "$CLGEMM_GEN" --explain tile
fails "$CLGEMM_GEN" --family register -o "$scratch/made"
fails "$CLGEMM_BENCH" tune --help
fails "$CLGEMM_BENCH" report "$report/tune.journal" "$report/study.json" "$report/compare.json" -o "$scratch/made"
exit $failed
