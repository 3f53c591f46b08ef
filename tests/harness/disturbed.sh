# Read by the tests of a tuner that is disturbed: its space of 120 kernels on two shapes, times from a stand-in for the worker
# (tests/harness/standin.c), so that two runs find the same, and what two runs are compared by.
. "${srcdir:-.}/tests/harness/common.sh"
need_python
RANDOM=1
export STANDIN_FAULTS= TMPDIR=$scratch/temporary
mkdir "$TMPDIR"
journal=$scratch/journal
profile=$scratch/tuned.json

# 120 kernels on two shapes.
printf 'm,n,k\n48,48,48\n64,32,16\n' >"$scratch/shapes.csv"
fixed=(--family naive --access buffer --tile 1x1 --tile-k 1 --edges guard --index 64 --ids global --pretranspose none --steps combined
    --barrier=no --share none --vec-a 1 --vec-b 1 --vec-c 1 --param loop-order=- --param sg-size=-)
all=("${fixed[@]}" --param wg=1x4,1x8,2x4,4x4,2x8,4x8,8x8,1x16,2x16,16x4 --param unroll-k=1,2,4,8
    --param mad=mad,fma,plain --shapes "$scratch/shapes.csv")
few=("${fixed[@]}" --param wg=1x4,2x4,4x4 --mad fma --unroll-k 1 -M 48 -N 48 -K 48 --search exhaustive --trials 3)
usual=wg=8x8 # of the kernel that the generator makes by itself: none of the few
with=(--worker "$standin" --memory 200000000 --journal "$journal" -o "$profile")

# count STATE [FILE]: lines of the journal.
count() { grep -c "\"state\":\"$1\"" "${2:-$journal}"; }

# starts: runs of kernels of the space that were announced.
starts() { grep -c '"parameters".*"state":"run-started"' "$journal"; }

# table: what a run has shown. Of failures their number: what hangs may be killed before its time is over. Not what the search saw of
# a kernel that is out: another fault may have put it out before. Nor what the time went into.
table() {
    awk '/^  the search saw / { next } /^time: / { next } /^clgemm-bench: (tried|measured again) / { next } /^failed: / { for (i = 2; i <= NF; i++) sum += $i; print "failed", sum; next } { print }' "$1"
}

# same WHAT: table and profile are those of the run that nobody disturbed.
same() {
    diff <(table "$scratch/output") <(table "$scratch/undisturbed") && cmp "$profile" "$scratch/undisturbed.json" || {
        echo "$1: another end than without"
        failed=1
    }
}

# undisturbed WORD...: what a run comes to.
undisturbed() {
    rm -f "$journal"
    expect 0 'points tried' tune "$@" "${with[@]}"
    cp "$scratch/output" "$scratch/undisturbed"
    cp "$profile" "$scratch/undisturbed.json"
    cp "$journal" "$scratch/whole"
}
