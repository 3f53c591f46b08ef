#!/bin/bash
# A list of 200,000 shapes: which kernel the profile has for each is known in seconds, and a signal ends the run at any time. Times come
# from a stand-in for the worker (tests/harness/standin.c). Needs no device.
. "${srcdir:-.}/tests/harness/common.sh"
need_python
export STANDIN_FAULTS=
awk 'BEGIN { OFS = ","; print "m,n,k"; for (i = 0; i < 200000; i++) print 1 + i % 61 * 67, 1 + int(i / 61) % 59 * 71, 1 + int(i / 3599) * 73 }' >"$scratch/shapes.csv"

# Stopped while kernels are looked up; in the middle of the first point; and where that resumes.
python3 - "$scratch" "$CLGEMM_BENCH" tune --for nvidia-hopper --shapes "$scratch/shapes.csv" --worker "${builddir:-.}/tests/harness/standin" \
    --memory 2000000000 --journal "$scratch/journal" -o "$scratch/tuned.json" <<'END' || failed=1
import os, resource, signal, subprocess, sys, time
scratch, command = sys.argv[1], sys.argv[2:]
journal = scratch + "/journal"

def said(path, words):
    return os.path.exists(path) and words in open(path).read()

def points():
    return open(journal).read().count('"state":"times"') if os.path.exists(journal) else 0

for what, reached in (("looks up kernels", lambda: said(scratch + "/output", "peak ")),
                      ("measures", lambda: points() > 0), ("resumes", lambda: points() > before)):
    before = points()
    there = "before there was a profile" if what == "looks up kernels" else "the profile so far is in " + scratch + "/tuned.json"
    used = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    run = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=open(scratch + "/output", "w"), stderr=subprocess.PIPE, text=True)
    begin = time.time()
    while not reached() and run.poll() is None and time.time() < begin + 60:
        time.sleep(0.02)
    late = time.time() >= begin + 60
    run.send_signal(signal.SIGTERM)
    begin = time.time()
    try:
        errors = run.communicate(timeout=10)[1]
    except subprocess.TimeoutExpired:
        run.kill()
        errors = "nothing within 10 s of SIGTERM"
        run.wait()
    used = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - used
    # Seconds of the processor, as others may be at work on it.
    if late or used > 10 or run.returncode != -signal.SIGTERM or there + "; the same command resumes" not in errors:
        sys.exit("a run that %s: %.1f s, %d; %s" % (what, used, run.returncode, errors))
END
grep -q '"stopped": true' "$scratch/tuned.json" || { echo 'the profile of a run that was stopped does not say so'; failed=1; }
grep -q '^[0-9]* of 200000 shapes have no kernel yet$' "$scratch/output" || { tail -n 5 "$scratch/output"; failed=1; }
exit $failed
