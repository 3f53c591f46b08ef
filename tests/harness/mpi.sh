#!/bin/bash
# Several devices in one tuning, and in those of a profile: mpirun -n N clgemm-bench tune, profile.
# Test: turn 0
. "${srcdir:-.}/tests/harness/common.sh"

naive=(--family naive --access buffer --tile 1x1 --unroll-k 1 --edges guard --index 64 --mad fma --ids global
    --pretranspose none --steps combined --barrier=no --share none --tile-k 1 --vec-a 1 --vec-b 1 --vec-c 1
    --param loop-order=- --param sg-size=- -M 48 -N 48 -K 48 --trials 3)

if ! grep -q '^S\["MPI_TRUE"\]=""' "$builddir/config.status"; then
    # Whoever was started with others and cannot join them does not work against them.
    OMPI_COMM_WORLD_SIZE=2 expect 4 '2 processes were started .* ./configure --with-mpi builds it' tune "${naive[@]}"
    OMPI_COMM_WORLD_SIZE=2 expect 4 '2 processes were started .* ./configure --with-mpi builds it' profile -o "$scratch/mine.json"
    [ ! -e "$scratch/mine.json" ] || { echo 'each of two processes has made the profile'; failed=1; }
    [ $failed = 0 ] || exit 1
    lacking 'clgemm-bench was built without MPI (./configure --with-mpi)'
fi
command -v mpirun >/dev/null || lacking 'there is no mpirun (Debian: openmpi-bin)'
need_device
grep -q "platform  *Portable Computing Language" "$scratch/devices" ||
    lacking "PoCL is not here, which makes as many devices as it is told; apt-get install pocl-opencl-icd"
# OpenMPI wants to be told that root and a machine of few cores are meant.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
# PoCL makes as many devices as it is told.
devices() { export POCL_DEVICES="$*"; }

# mpi CODE PATTERN N WORD...: as expect, with N ranks of clgemm-bench tune WORD...
mpi() {
    local code=$1 pattern=$2 got
    mpirun -n "$3" "$CLGEMM_BENCH" tune -p Portable --peak 100000 "${@:4}" >"$scratch/output" 2>&1 </dev/null
    got=$?
    if [ $got -ne "$code" ] || ! grep -q -E -e "$pattern" "$scratch/output"; then
        echo "mpirun -n ${*:3}: exit code $got, expected $code and a line like $pattern"
        head -n 20 "$scratch/output"
        failed=1
    fi
}

count() { grep -c "\"state\":\"$1\"" "$scratch/journal"; }

# Two devices share the work: each point is measured once, two at a time, and one process writes.
devices pthread pthread
run=("${naive[@]}" --search exhaustive --param wg=1x2,1x4,2x2,2x4,4x4,8x4 --journal "$scratch/journal" -o "$scratch/two.json")
mpi 0 '^6 points tried$' 2 "${run[@]}"
equal 'kernels timed' "$(count times)" 6
# Two lines a run: how it measures, and the same with the peak, once that is known.
equal 'lines of the session' "$(count session)" 2
equal 'results that are shown' "$(grep -c 'points tried' "$scratch/output")" 1
cat >"$scratch/most.py" <<'END_OF_PYTHON'
import json, sys
at_work, most = set(), 0
for line in list(open(sys.argv[1]))[1:]:
    line = json.loads(line)
    key = json.dumps(line["key"], sort_keys=True)
    (at_work.add if line["state"].endswith("-started") else at_work.discard)(key)
    most = max(most, len(at_work))
sys.exit(most != 2)
END_OF_PYTHON
$PYTHON "$scratch/most.py" "$scratch/journal" || { echo 'one device waits for the other'; failed=1; }

# By the same times the same kernels win, however many ranks ask.
cp "$scratch/two.json" "$scratch/first.json"
lines=$(wc -l <"$scratch/journal")
mpi 0 '^6 points tried$' 1 "${run[@]}"
cmp "$scratch/two.json" "$scratch/first.json" || failed=1
devices pthread pthread pthread
mpi 0 '^6 points tried$' 3 "${run[@]}"
cmp "$scratch/two.json" "$scratch/first.json" || failed=1
equal 'lines that two finished runs add' $(($(wc -l <"$scratch/journal") - lines)) 8

# A search that follows what it hears proposes the same points again, with as many ranks.
devices pthread pthread
rm "$scratch/journal"
run=("${naive[@]}" --param wg=1x1,1x2,1x3,1x4,1x5,1x6,1x7,1x8,2x2,2x3,2x4,2x5,2x6,2x7,2x8,3x3,3x4,3x5,3x6,3x7 --budget 8
    --journal "$scratch/journal" -o "$scratch/two.json")
mpi 0 '^8 points tried$' 2 "${run[@]}"
cp "$scratch/two.json" "$scratch/first.json"
mpi 0 '^8 points tried$' 2 "${run[@]}"
cmp "$scratch/two.json" "$scratch/first.json" || failed=1
equal 'kernels timed by a search and again' "$(count times)" 8

# Killed with all that it has started, and going on.
rm "$scratch/journal"
mpirun -n 2 "$CLGEMM_BENCH" tune -p Portable --peak 100000 "${run[@]}" >"$scratch/output" 2>&1 </dev/null &
until [ "$(count times 2>/dev/null)" -ge 2 ] 2>/dev/null || ! kill -0 $! 2>/dev/null; do sleep 0.05; done
kill -KILL $!
wait $! 2>/dev/null
# The ranks notice that mpirun is gone.
echo "$scratch/journal" >"$scratch/mine"
for try in $(seq 100); do
    grep -q -s -F -f "$scratch/mine" /proc/[0-9]*/cmdline || break
    sleep 0.1
done
mpi 0 '^8 points tried$' 2 "${run[@]}"
equal 'kernels timed after a SIGKILL' "$(count times)" 8

# A kernel that crashes costs its own row, on whatever rank; nobody else's.
mkdir -p "$scratch/templates"
sed '$ s|^}$|#if {{wg_height}}{{wg_width}} % 2 == 0\n    *(volatile __global int *)(ulong)(M - M + 8) = K;\n#endif\n}|' \
    "$srcdir/templates/naive.cl.mustache" >"$scratch/templates/naive.cl.mustache"
rm "$scratch/journal"
mpi 0 '^failed: 2 crash' 2 "${naive[@]}" --search exhaustive --param wg=1x2,1x3,1x4,1x5,1x7 --template-dir "$scratch/templates" \
    --journal "$scratch/journal" -o "$scratch/two.json"
equal 'kernels that did not crash' "$(count times)" 3

# A profile of two types: both devices share each of its tunings, the first one does the rest, and one process prints and writes.
mpirun -n 2 "$CLGEMM_BENCH" profile --worker "$standin" --peak 1e6 -o "$scratch/mine.json" --budget 8 --type f32,f64 --transpose nn \
    --jobs 0 >"$scratch/output" 2>&1 </dev/null || { cat "$scratch/output"; echo 'no profile by two ranks'; failed=1; }
equal 'proofs that are shown' "$(grep -c '^proof f[36][24] nn: ' "$scratch/output")" 2
grep -q '"f64": {' "$scratch/mine.json" && "${CLGEMM_GEN:-./clgemm-gen}" --for "$scratch/mine.json" --emit dispatch -o "$scratch/kernels/" || failed=1
$PYTHON "$scratch/most.py" "$scratch/mine.json.journal.done" || { echo 'one device waits for the other while a profile is made'; failed=1; }

# One search is for one kind of device, and a device for one rank.
devices pthread basic
mpi 4 'rank 0 has device (pthread|basic)-.* and rank 1 (pthread|basic)-.*: times of different devices' 2 "${run[@]}"
devices pthread pthread
mpi 4 'ranks 0 and 1 are on one host and were given the same device; leave -d out' 2 "${run[@]}" -d 0
devices pthread
mpi 5 'rank 1: no device fits .*device `1`' 2 "${run[@]}"
exit $failed
