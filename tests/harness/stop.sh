#!/bin/bash
# Commands that a signal stops, at several moments and whatever blocks: they show what was measured so far, end by the signal within five
# seconds and leave no worker behind; what `tune` was about is resumed by the same command. A stand-in for the worker measures. Some hundred
# processes are started and stopped, which takes a minute.
# Test: turn 3
. "${srcdir:-.}/tests/harness/common.sh"
need_python
bench=$(realpath "$CLGEMM_BENCH") CLGEMM_BENCH=$bench CLGEMM_GEN=$(realpath "$CLGEMM_GEN")
ln -s "$(realpath "$standin")" "$scratch/worker"
export TMPDIR=$scratch/temporary STANDIN_FAULTS= STANDIN_PAUSE=1000 STANDIN_TURNS=3
export STANDIN_LAUNCHES=$scratch/launches STANDIN_HANGS=$scratch/hangs
mkdir "$TMPDIR"
cd "$scratch" || exit 99

# stop SIGNALS WHEN WORD...: runs clgemm-bench WORD... with the signals as they are where no shell has changed them, and sends those of a
# list, with pauses in seconds between them, when a file is as long as WHEN says: "FILE BYTES". It must end by the first signal of the list
# within 5 seconds, unless $code says how else.
stop() {
    rm -f launches hangs
    "$PYTHON" - "$1" "$2" "$bench" "${@:3}" >output 2>&1 <<'END_OF_PYTHON'
import os, signal, subprocess, sys, time
steps, (path, size), command = sys.argv[1].split(), sys.argv[2].split(), sys.argv[3:]
def usual():
    for name in "INT", "TERM", "HUP":
        signal.signal(getattr(signal, "SIG" + name), signal.SIG_DFL)
running = subprocess.Popen(command, stdin=subprocess.DEVNULL, preexec_fn=usual)
begin = time.monotonic()
while running.poll() is None and (not os.path.exists(path) or os.path.getsize(path) < int(size)):
    time.sleep(0.01)
    if time.monotonic() - begin > 60:
        print("the moment does not come")
        break
begin = time.monotonic()
for step in steps:
    if step[0].isdigit():
        time.sleep(float(step))
    elif running.poll() is None:
        running.send_signal(getattr(signal, "SIG" + step))
running.wait()
if time.monotonic() - begin > 5:
    print("it took %.1f s to end" % (time.monotonic() - begin))
    sys.exit(99)
sys.exit(128 - running.returncode if running.returncode < 0 else running.returncode)
END_OF_PYTHON
    local got=$? first
    first=$(tr ' ' '\n' <<<"$1" | grep -m 1 '^[A-Z]')
    equal "${*:3}: exit code after $1" $got "${code:-$((128 + $(kill -l "$first")))}"
    for _ in $(seq 50); do
        pgrep -f "^$scratch/worker" >/dev/null || break
        sleep 0.1
    done
    if pgrep -f "^$scratch/worker" >/dev/null; then
        echo "${*:3}: a worker is left behind $1"
        failed=1
    fi
    equal "${*:3}: what is left in the folder for temporary files" "$(ls -A "$TMPDIR")" ''
    equal "${*:3}: files that were begun" "$(ls -A | grep '^\.clgemm-bench-')" ''
    [ $failed = 0 ] || { sed 's/^/  > /' output | cut -c 1-300 | head -n 30; exit 1; }
}
# shows COUNT PATTERN: so many lines of the last output.
shows() {
    if [ "$(grep -c -E -e "$2" output)" != "$1" ]; then
        echo "lines like $2: $(grep -c -E -e "$2" output), expected $1, in"
        sed 's/^/  > /' output | cut -c 1-300 | head -n 60
        exit 1
    fi
}
with=(--worker "$scratch/worker")
two=(--preset naive --preset L3_SIMD_8x4_1x8 -M 64 -N 64 -K 64)

for signal in TERM INT; do
    # Before anything is measured, here since a compiler hangs or a kernel does.
    for fault in hang-build hang-run; do
        export STANDIN_FAULTS="ids=global:$fault"
        stop $signal 'hangs 1' bench "${two[@]}" "${with[@]}"
        shows 1 "^clgemm-bench: stopped by SIG$signal$"
        shows 0 'GFLOP/s$'
        stop $signal 'hangs 1' compare --preset naive --against --family=register --with none -M 64 -N 64 -K 64 "${with[@]}"
        shows 1 "^clgemm-bench: stopped by SIG$signal$"
        stop $signal 'hangs 1' study tiling --sizes 64,128 "${with[@]}"
    done
    export STANDIN_FAULTS=

    stop $signal 'launches 20' bench "${two[@]}" "${with[@]}" -i 100000
    shows 1 '^naive .* 1\.00x .* yes$'
    shows 1 '^L3_SIMD_8x4_1x8 .* [0-9.]+x .* yes$'
    shows 0 'failed|no answer'
    # A baseline is of whole measurements.
    stop $signal 'launches 20' bench "${two[@]}" "${with[@]}" -i 100000 --baseline baseline --json
    shows 2 '^\{"record":"result","kernel":"(naive|L3_SIMD_8x4_1x8)"'
    [ ! -e baseline ] || { echo 'a baseline of half a measurement'; exit 1; }

    # Shapes that are measured have their rows and their mean; so has the one at hand.
    printf 'm,n,k\n48,48,48\n64,32,16\n32,32,32\n' >shapes.csv
    stop $signal 'launches 60' compare --preset naive --against --family=register --with none --shapes shapes.csv -i 20 "${with[@]}"
    shows 1 '^ +48 +48 +48 .* naive$'
    shows 0 '^ +32 +32 +32 '
    shows 1 '^geometric mean .* [12] shapes?'
    # The second kernel hangs: the first one has a row.
    STANDIN_FAULTS='family=register:hang-turn' stop $signal 'hangs 1' compare --preset naive --against --family=register \
        --with none -M 64 -N 64 -K 64 "${with[@]}"
    shows 0 'no answer'

    stop $signal 'launches 60' ladder tutorial "${with[@]}" -i 100000 --svg ladder.svg
    shows 9 '^[a-z_]+ +[0-9.]+ +[0-9.]+ +[0-9.]+x +[0-9.]+x '
    [ ! -e ladder.svg ] || { echo 'a picture of half a ladder'; exit 1; }
    STANDIN_FAULTS='family=local:hang-build' stop $signal 'hangs 1' ladder tutorial "${with[@]}"
    shows 9 '^[a-z_]+ +stopped: before it was measured$'

    stop $signal 'launches 25' study tiling --sizes 64,128,256 -i 5 "${with[@]}"
    shows 3 '^64 +[0-9.]+ +[0-9.]+ +[0-9.]+$'
    shows 0 '^256 '

    STANDIN_FAULTS='name=L3_SIMD_8x4_1x8:hang-case' stop $signal 'hangs 1' check --preset naive --preset L3_SIMD_8x4_1x8 \
        --preset L3_SIMD_16x2_1x8 "${with[@]}"
    shows 1 '^passed  naive: '
    shows 1 '^1 passed, 0 failed$'
    rm -f walk
    STANDIN_FAULTS='mad=plain:hang-case' stop $signal 'hangs 1' check --family naive --sample 50 "${with[@]}" \
        --param mad=fma,plain --param type=f32 --param batch=none --journal walk
    shows 1 '^[0-9]+ passed, 0 failed'
    equal 'points that the journal keeps' "$(grep -c '"state":"verified"' walk)" "$(sed -n 's/ passed, .*//p' output)"

    # Rates of whole kernels are shown, and written where those of the device are known.
    cat >base.json <<'END_OF_PROFILE'
{"inherits": "generic", "dispatch": {"kernels": [
  {"name": "small", "options": "--family register --layout row --tile 4x4 --wg 4x4"},
  {"name": "big", "options": "--family register --layout row --tile 8x8 --wg 8x8"}],
  "shapes": [{"m": 64, "n": 64, "k": 64, "kernel": 0}, {"m": 1024, "n": 1024, "k": 1024, "kernel": 1}]}}
END_OF_PROFILE
    export STANDIN_FAULTS=
    "$bench" fit --for ./base.json -i 2 "${with[@]}" >output 2>&1 || failed=1
    grep '"big"' base.json >big
    sed -i '/"small"/s/, "rates".*"tile_ns": [0-9.]*[^}]*}//' base.json
    export STANDIN_FAULTS='tile=8x8:hang-build'
    stop $signal 'hangs 1' fit --for ./base.json -i 2 "${with[@]}"
    shows 1 '^small +[0-9]'
    shows 0 '^big '
    shows 1 "^clgemm-bench: stopped by SIG$signal; the rates of 1 of 2 kernels are written$"
    equal 'kernels with rates' "$(grep -c '"rates": {"groups"' base.json)" 2
    equal 'rates that were there' "$(grep '"big"' base.json)" "$(cat big)"
    rm -f new.json
    STANDIN_DEVICE=Other stop $signal 'hangs 1' fit --for ./base.json -o new.json -i 2 "${with[@]}"
    shows 1 '^small +[0-9]'
    shows 1 "^clgemm-bench: stopped by SIG$signal; no rates are written, as those of the device follow from all kernels$"
    [ ! -e new.json ] || exit 1
    export STANDIN_FAULTS=
done

# 12 kernels on three shapes.
fixed=(--family naive --access buffer --tile 1x1 --tile-k 1 --edges guard --index 64 --ids global --pretranspose none --steps combined
    --barrier=no --share none --vec-a 1 --vec-b 1 --vec-c 1 --param loop-order=- --param sg-size=-)
tune=(tune "${fixed[@]}" --param wg=1x4,2x4,4x4,8x8 --param mad=mad,fma,plain --unroll-k 1 --shapes shapes.csv
    --search exhaustive --trials 3 --memory 200000000 "${with[@]}")
shown() { grep -v -E '^(time: |clgemm-bench: )' output; }
rm -f launches hangs
"$bench" "${tune[@]}" -o mine.json --journal none >output 2>&1 || failed=1
shown >undisturbed
mv mine.json undisturbed.json
[ ! -e mine.json.journal ] || { echo 'a journal behind --journal none'; exit 1; }

# resumed WHAT: the same command comes to the end of a run that nobody has stopped, and measures anew behind that.
resumed() {
    shows 1 'clgemm-bench: stopped by .*; the same command resumes from its journal$'
    "$bench" "${tune[@]}" -o mine.json >output 2>&1 || failed=1
    shows 1 '^clgemm-bench: resumes from mine\.json\.journal$'
    shows 1 '^clgemm-bench: the journal of this run is mine\.json\.journal\.done; '
    diff <(shown) undisturbed || { echo "$1: another end"; failed=1; }
    cmp mine.json undisturbed.json || failed=1
    [ -e mine.json.journal.done ] && [ ! -e mine.json.journal ] || { echo "$1: the journal is not put aside"; failed=1; }
    rm -f mine.json
}

for signal in TERM INT HUP; do
    # At the first compiler; in the search; among the best.
    STANDIN_FAULTS='wg=1x4:hang-build wg=8x8:hang-build' stop $signal 'hangs 1' "${tune[@]}" -o mine.json
    shows 1 "^clgemm-bench: stopped by SIG$signal, before there was a profile; "
    [ ! -e mine.json ] || { echo 'a profile of nothing'; exit 1; }
    resumed "SIG$signal at the first kernel"

    stop $signal 'launches 60' "${tune[@]}" -o mine.json
    shows 1 '^[0-9]+ points tried$'
    shows 3 '^m [0-9]+, n [0-9]+, k [0-9]+'
    grep -q -E '^ +[0-9.]+ ms .* of the search  ' output || exit 1
    shows 1 "^clgemm-bench: stopped by SIG$signal; the profile so far is in mine.json; "
    grep -q '"stopped": true' mine.json || { echo 'a profile that does not say that its run was stopped'; exit 1; }
    "$CLGEMM_GEN" --for ./mine.json --emit dispatch -o dispatch/ || exit 1
    resumed "SIG$signal in the search"

    STANDIN_FAULTS='m=64:hang-verify' stop $signal 'hangs 1' "${tune[@]}" -o mine.json
    shows 1 '^12 points tried$'
    grep -q -E '^ +[0-9.]+ ms .* mean .* of 3' output || { echo 'no times of the best'; cat output; exit 1; }
    grep -q -E '^ +[0-9.]+ ms .* of the search  ' output || exit 1
    resumed "SIG$signal among the best"
done
# With workers that build ahead, and without anything to write.
stop TERM 'launches 40' "${tune[@]}" --jobs 3
grep -q -E '^ +[0-9.]+ ms .* of the search  ' output || exit 1
shows 1 '^clgemm-bench: stopped by SIGTERM; with a journal the same command would resume from here$'

# Twice at once is once, as timeout sends it.
stop 'TERM TERM' 'launches 60' "${tune[@]}" -o mine.json
shows 1 'the profile so far is in mine.json'
resumed 'SIGTERM twice at once'
# Files that block: as a profile, in the end and while it is stopped, and as what is read.
mkfifo fifo
stop TERM 'launches 60' "${tune[@]}" -o fifo
shows 1 '^clgemm-bench: cannot write fifo: Interrupted system call$'
shows 1 '^clgemm-bench: stopped by SIGTERM, before there was a profile; '
for signal in TERM INT; do
    stop "0.5 $signal" 'shapes.csv 1' "${tune[@]/shapes.csv/fifo}"
    stop "0.5 $signal" 'shapes.csv 1' compare --preset naive --with none --against --family=register --shapes fifo "${with[@]}"
    stop "0.5 $signal" 'shapes.csv 1' bench --preset naive --batch groups --groups fifo "${with[@]}"
    stop "0.3 $signal" 'output 1000' "${tune[@]}" -o fifo
    shows 1 '^12 points tried$'
done
[ ! -e fifo.journal ] || { echo 'a journal beside a pipe'; exit 1; }

# A device.
unset STANDIN_PAUSE STANDIN_TURNS STANDIN_LAUNCHES STANDIN_HANGS
need_device
stop TERM 'device.json.journal 20000' tune "${fixed[@]}" --peak 100000 -M 40 -N 40 -K 40 --budget 0 --search random -o device.json
grep -q -E '^ +[0-9.]+ ms .* of the search' output && grep -q '"stopped": true' device.json || { cat output; exit 1; }
exit $failed
