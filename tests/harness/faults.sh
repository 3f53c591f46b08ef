#!/bin/bash
# A tuner whose kernels, workers, disk and device fail, and that is killed at any moment: nothing is lost, nothing wrong is ranked, and
# the end is that of a run which nobody disturbed.
# Test: turn 2
. "${srcdir:-.}/tests/harness/disturbed.sh"

# ranking JOURNAL FAULTS: the five best points of each shape by the search's times, without those that FAULTS name, as a
# sorted list. Written again here, to compare with.
ranking() {
    python3 - "$1" "$2" <<'END'
import json, sys
faults = [dict(word.split("=") for word in fault.split(":")[0].split(",")) for fault in sys.argv[2].split()]
times = {}
for line in open(sys.argv[1]):
    row = json.loads(line)
    if row.get("state") != "times":
        continue
    p, m = row["key"]["parameters"], row["key"]["problem"]["m"]
    if not any(all(p[name] == value for name, value in fault.items()) for fault in faults):
        times.setdefault(m, []).append((row["fields"]["median_ms"], "%s %s %s" % (p["mad"], p["wg"], p["unroll-k"])))
for m in sorted(times):
    for name in sorted(name for ms, name in sorted(times[m])[:5]):
        print(m, name)
END
}

# finalists: the points that the last run has shown, in the same form; what the generator chooses by itself is not shown.
finalists() {
    awk '/^m / { m = $2 + 0 } /^ .* GFLOP\/s / { word["--mad"] = "fma"; word["--wg"] = "8x8"; word["--unroll-k"] = 1
        for (i = 1; i < NF; i++) word[$i] = $(i + 1)
        print m, word["--mad"], word["--wg"], word["--unroll-k"] }' "$scratch/output" | sort -k1,1n -k2
}

expect 1 'there is no program .*/nowhere' tune "${few[@]}" --worker "$scratch/nowhere"

rm -f "$journal"
expect 2 "cannot write $scratch/nowhere/tuned.json: No such file" tune "${few[@]}" "${with[@]}" -o "$scratch/nowhere/tuned.json"
if [ -e "$journal" ]; then echo 'a profile that cannot be written is known too late'; failed=1; fi

# What cannot be written in the end, or would replace what is read or written too, is known before anything is measured.
mkdir "$scratch/folder"
ln "$scratch/shapes.csv" "$scratch/other.csv"
refused() { # CODE PATTERN WORD...
    rm -f "$journal"
    expect "$1" "$2" tune "${few[@]}" "${with[@]}" "${@:3}"
    if [ -e "$journal" ]; then echo "${*:3}: known too late"; failed=1; fi
}
refused 2 "cannot write $scratch/folder: it is a folder" -o "$scratch/folder"
refused 1 "--journal: $journal is the file $scratch/./journal that -o writes; name another one" -o "$scratch/./journal"
expect 1 "-o: $scratch/other.csv is the file $scratch/shapes.csv that --shapes reads; name another one" tune "${all[@]}" --worker "$standin" -o "$scratch/other.csv"
echo '{"name":"mine","inherits":"cpu"}' >"$scratch/self.json"
echo '{"name":"again","inherits":"'"$scratch"'/self.json"}' >"$scratch/next.json"
for base in self next; do
    refused 1 "-o: $scratch/folder/../self.json is the file $scratch/self.json that --for reads; name another one" \
        --for "$scratch/$base.json" -o "$scratch/folder/../self.json"
done
equal 'a profile that was refused as output' "$(cat "$scratch/self.json")" '{"name":"mine","inherits":"cpu"}'
# A profile names the file that it inherits from as from its own folder.
cp "$scratch/self.json" "$scratch/folder/base.json"
echo '{"name":"again","inherits":"base.json"}' >"$scratch/folder/mine.json"
refused 1 "-o: $scratch/folder/base.json is the file $scratch/folder/base.json that --for reads" \
    --for "$scratch/folder/mine.json" -o "$scratch/folder/base.json"
expect 1 'there is no program .*/nowhere' tune "${few[@]}" --worker "$scratch/nowhere" --for "$scratch/folder/mine.json" -o base.json
# JSON is UTF-8, paths may be anything: a name is mended, a path that a profile must name is refused before the work.
latin=$(printf 'caf\351')
mkdir "$scratch/$latin"
echo '{"name":"mine","inherits":"cpu"}' | tee "$scratch/$latin/mine.json" >"$scratch/$latin.json"
refused 1 "-o $profile: the tuned profile would inherit from .*/mine.json, and JSON cannot name a path that is no UTF-8" \
    --for "$scratch/$latin/mine.json"
rm -f "$journal"
expect 0 '^3 points tried$' tune "${few[@]}" "${with[@]}" -o "$scratch/$latin/${latin}s.json"
grep -q '"name": "caf?s"' "$scratch/$latin/${latin}s.json" || { echo 'no profile under a name that is no UTF-8'; failed=1; }
rm -f "$journal"
expect 1 'JSON is UTF-8, and the .* is not' tune "${few[@]}" --worker "$standin" --for "$scratch/$latin.json"
for size in "-M 0 -N 8 -K 8" "-M 8 -N 8 -K 0"; do
    expect 1 'there is nothing to measure; a size is at least 1' tune "${fixed[@]}" $size --worker "$standin"
done
if [ "$(id -u)" = 0 ] && command -v setpriv >/dev/null; then
    # Whoever may not write in /dev may write to its devices; here as far as checks before the work go.
    chmod 755 "$scratch"
    setpriv --reuid=65534 --clear-groups "$CLGEMM_BENCH" tune "${few[@]}" --worker "$scratch/nowhere" -o /dev/full >"$scratch/output" 2>&1 </dev/null
    if grep -q '/dev/full' "$scratch/output"; then cat "$scratch/output"; failed=1; fi
fi

# A worker whose tuner has ended before it could ask for a signal obeys no order that lies in the pipe behind it.
for program in "$standin" "$CLGEMM_BENCH"; do
    OCL_ICD_VENDORS=$scratch/none python3 - "$program" <<'END' || failed=1
import os, subprocess, sys
def answer(order, stays):
    """What a worker, the leader of its group, says to an order, behind which its tuner stays or has gone already."""
    end, start = os.pipe()
    os.write(start, order)
    if not stays:
        os.close(start)
    worker = subprocess.Popen([sys.argv[1], "worker", "--memory", "200000000"], stdin=end, stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, start_new_session=True)
    os.close(end)
    text = worker.stdout.readline()
    if stays:
        os.close(start)
    worker.communicate()
    return text
order = b'{"do":"no such thing","slot":0}\n'
if not answer(order, True).startswith(b'{"failed":"runtime"'):
    sys.exit(sys.argv[1] + ": no answer")
if answer(order, False) != b"":
    sys.exit(sys.argv[1] + ": an answer that nobody waits for")
END
done

# Where no kernel works there is no profile, and the exit code says so with and without one to write.
export STANDIN_FAULTS='wg=1x4:wrong wg=2x4:wrong wg=4x4:wrong wg=8x8:wrong'
expect 4 'no kernel was correct and measured$' tune "${few[@]}" --worker "$standin"
rm -f "$profile"
expect 4 'no kernel was correct and measured: there is no profile' tune "${few[@]}" "${with[@]}"
if [ -e "$profile" ]; then echo 'a profile where nothing works'; failed=1; fi
mkdir -p "$scratch/templates"
echo '{{no_name_of_the_view}}' >"$scratch/templates/naive.cl.mustache"
rm -f "$journal"
expect 4 'no kernel was correct and measured: there is no profile' tune "${few[@]}" "${with[@]}" --template-dir "$scratch/templates"
# A compiler that takes its process down at every kernel ends the run soon; of one that has built a kernel it is said, and the run goes on.
export STANDIN_FAULTS='unroll-k=1:abort-build unroll-k=2:abort-build unroll-k=4:abort-build unroll-k=8:abort-build'
rm -f "$journal"
expect 5 'compiler has crashed or hung at each of 8 kernels \(the last: build: its process was ended by signal 6' tune "${all[@]}" "${with[@]}"
equal 'kernels that a compiler crashes at' "$(count build-started)" 9 # that without tuning first
export STANDIN_FAULTS='mad=mad:abort-build mad=plain:abort-build'
rm -f "$journal"
expect 0 '^clgemm-bench: the device.s compiler has crashed or hung at the last 8 kernels \(the last: build: ' tune "${all[@]}" "${with[@]}"
export STANDIN_FAULTS=

# Kernels that hang, crash, eat memory, do not compile or are wrong, among the fastest as well: each costs itself alone. All times of
# the space come from a run with no fault.
rm -f "$journal"
expect 0 '^120 points tried$' tune "${all[@]}" "${with[@]}"
cp "$journal" "$scratch/clean"
faults='mad=mad,wg=1x4,unroll-k=1:hang-build mad=mad,wg=1x8,unroll-k=1:hang-run wg=2x4,unroll-k=1:abort-build
wg=4x4,unroll-k=1:eat-build wg=2x8,unroll-k=1:no-compile mad=mad,wg=4x8,unroll-k=1:nonsense wg=8x8,unroll-k=1:crash-run
wg=1x16,unroll-k=1:runtime wg=2x16,unroll-k=1:wrong wg=16x4,unroll-k=1:end-self mad=mad,unroll-k=2:no-time mad=plain,unroll-k=2:too-fast'
# What only the last look finds, on the kernels that are the fastest without the others.
late=(wrong-seed wrong-sizes wrong-late too-fast-late)
while read -r m mad wg unroll; do
    case $faults in *"mad=$mad,wg=$wg,unroll-k=$unroll:"*) continue ;; esac
    faults+=" mad=$mad,wg=$wg,unroll-k=$unroll:${late[RANDOM % 4]}"
done < <(ranking "$scratch/clean" "$faults")
export STANDIN_FAULTS=${faults//$'\n'/ }
limits=(--compile-limit 2 --run-limit 2)
undisturbed "${all[@]}" "${limits[@]}"
finalists >"$scratch/shown"
ranking "$scratch/clean" "$STANDIN_FAULTS" >"$scratch/expected"
diff "$scratch/expected" "$scratch/shown" || { echo 'other kernels are ranked than are right'; failed=1; }
equal 'kernels shown' "$(wc -l <"$scratch/shown")" 10
grep -q -E '^failed: 3 compile, 3 runtime, [0-9]+ correctness, 2 timeout, 13 crash, [0-9]+ impossible; ' "$scratch/output" || {
    echo "failures by kind: $(tail -n 1 "$scratch/output")"
    failed=1
}
# reason OPTION VALUE PATTERN: of a failure in the journal.
reason() {
    grep -q -E "\"$1\":\"$2\".*\"state\":\"failed\",\"fields\":\{\"kind\":$3" "$journal" || {
        echo "no reason in the journal: $*"
        failed=1
    }
}
reason wg 1x4 '"timeout","reason":"build: its process gave no answer within 2 s \(--compile-limit\)'
reason wg 1x8 '"timeout","reason":"verification: its process gave no answer within 2 s \(--run-limit\)'
reason wg 2x4 '"crash","reason":"build: its process was ended by signal 6'
reason wg 4x4 '"crash","reason":"build: its process was ended by signal 6'
reason wg 2x8 '"compile","reason":"no-compile","log":"a stand-in.s log"'
reason wg 4x8 '"crash","reason":"build: the answer to order `build` is no JSON"'
reason wg 8x8 '"crash","reason":"run 1: its process was ended by signal 11 .*","log":"[^"]*last w\\u00[fF]6rds'
reason wg 16x4 '"crash","reason":"build: its process was ended by signal 9 .*, 4 times: by a person, or because memory ran out'
reason unroll-k 2 '"impossible","reason":"the device reports that a run took no time'
reason unroll-k 2 '"impossible","reason":"a launch of 1e-07 ms would be .* above the 150.0 that the device can do'
equal 'worker that is killed each time: builds' "$(grep -c '"mad":"mad","wg":"16x4","sg-size":"-","unroll-k":"1"}},"state":"build-started"' "$journal")" 4
expect 0 '^120 points tried$' tune "${all[@]}" "${limits[@]}" "${with[@]}"
same 'the same again'

# 50 times SIGKILL, for the tuner or its worker, after a random number of lines or at a random moment.
start() {
    "$CLGEMM_BENCH" tune "${all[@]}" "${limits[@]}" "${with[@]}" >"$scratch/output" 2>&1 </dev/null &
    tuner=$!
}

# advance: lets the tuner go on for a while; false: it has come to its end.
advance() {
    local lines=$(($(cat "$journal" 2>/dev/null | wc -l) + RANDOM % 30)) looks=$((RANDOM % 40 + 1))
    while [ $looks -gt 0 ] && [ "$(cat "$journal" 2>/dev/null | wc -l)" -lt $lines ]; do
        sleep 0.01
        looks=$((looks - 1))
    done
    kill -0 $tuner 2>/dev/null
}

# kill_worker: true where there is one. The tuner stops meanwhile, so that the number remains the worker's.
kill_worker() {
    local worker
    kill -STOP $tuner 2>/dev/null || return 1
    worker=$(ps -o pid= --ppid $tuner) && kill -KILL $worker
    set -- $?
    kill -CONT $tuner
    return $1
}

export STANDIN_PAUSE=500
rm -f "$journal"
kills=0 finished=0
start
while [ $kills -lt 50 ]; do
    if ! advance; then
        wait $tuner
        equal "exit code after $kills SIGKILLs" $? 0
        same "$kills SIGKILLs"
        finished=$((finished + 1))
        rm -f "$journal"
        start
    elif [ $((RANDOM % 3)) = 0 ]; then
        kill_worker && kills=$((kills + 1))
    else
        kill -KILL $tuner && kills=$((kills + 1))
        wait $tuner 2>/dev/null
        start
    fi
done
kill -KILL $tuner
wait $tuner 2>/dev/null
echo "$kills SIGKILLs, $finished times after the end"
unset STANDIN_PAUSE
expect 0 '^120 points tried$' tune "${all[@]}" "${limits[@]}" "${with[@]}"
same '50 SIGKILLs'
equal 'what is left in the folder for temporary files' "$(ls -A "$TMPDIR")" ''

# A journal that is cut anywhere in its last two lines, and a disk that is full after each few lines.
export STANDIN_FAULTS='wg=2x4:wrong'
undisturbed "${few[@]}"
size=$(wc -c <"$scratch/whole")
last=$(tail -n 2 "$scratch/whole" | wc -c)
# Each cut is a whole run, so all bytes take minutes: here those at the ends of lines and every 31st between them; test_journal_damage opens
# a journal that was cut at every byte.
final=$(tail -n 1 "$scratch/whole" | wc -c)
for cut in 1 2 $((final - 1)) $final $((final + 1)) $((last - 1)) $last $(seq 3 31 $((last - 2))); do
    head -c $((size - cut)) "$scratch/whole" >"$journal"
    expect 0 '^3 points tried$' tune "${few[@]}" "${with[@]}"
    sed -i '/^clgemm-bench: .* is torn: its [0-9]* bytes are cut off$/d' "$scratch/output"
    same "cut $cut bytes before its end"
done
rm -f "$journal"
stops=0
# Each time a little more is free, as the journal of a run that is stopped again and again grows too.
for ((kilobytes = 1; kilobytes < 300; kilobytes += 3 + stops)); do
    (ulimit -f $kilobytes && exec "$CLGEMM_BENCH" tune "${few[@]}" "${with[@]}") >"$scratch/output" 2>&1 </dev/null
    code=$?
    if [ $code = 0 ]; then break; fi
    stops=$((stops + 1))
    if [ $code != 2 ] || ! grep -q -E "^clgemm-bench: cannot write (to )?($journal|$profile): File too large" "$scratch/output"; then
        echo "exit code $code with a disk of $kilobytes KiB:"
        tail -n 3 "$scratch/output"
        failed=1
    fi
    python3 -c 'import json, sys
for line in open(sys.argv[1]): json.loads(line)' "$journal" || failed=1
done
same "a disk that was full $stops times"
if [ $stops -lt 3 ]; then echo "the disk was full $stops times only"; failed=1; fi
expect 2 'cannot write /dev/full: No space left on device' tune "${few[@]}" "${with[@]}" -o /dev/full
"$CLGEMM_BENCH" tune "${few[@]}" "${with[@]}" 2>"$scratch/output" >/dev/full
equal 'exit code where the table cannot be written' $? 2
equal 'the reason' "$(grep -c 'cannot write to standard output: No space left on device$' "$scratch/output")" 1

# A device that dies: one sentence, everything kept, and the next run goes on.
export STANDIN_FAULTS='wg=2x4:runtime' STANDIN_LIFE="40 $scratch/life"
rm -f "$journal"
expect 5 'the device has failed: a kernel that worked before fails in two new processes \(runtime: CL_DEVICE_NOT_AVAILABLE\); all that was measured is kept' \
    tune "${all[@]}" "${with[@]}"
cp "$journal" "$scratch/dead"
times=$(count times)
if [ "$times" -lt 40 ]; then echo "a dead device: $times times kept"; failed=1; fi
expect 5 'CL_DEVICE_NOT_AVAILABLE' tune "${all[@]}" "${with[@]}"
equal 'times kept on a dead device' "$(count times)" $times
equal 'failures that are those of a dead device' "$(grep -c '"kind":"runtime","reason":"CL_DEVICE' "$journal")" 0
unset STANDIN_LIFE
undisturbed "${all[@]}"
cp "$scratch/dead" "$journal"
expect 0 '^120 points tried$' tune "${all[@]}" "${with[@]}"
same 'a device that died'

# A kernel that takes the tuner down is left alone in the end: after two falls of the machine, or five of the tuner alone.
export STANDIN_FAULTS='wg=2x4:wrong'
undisturbed "${few[@]}"
export STANDIN_FAULTS='wg=2x4:end-tuner'
rm -f "$journal"
falls=0
until "$CLGEMM_BENCH" tune "${few[@]}" "${with[@]}" >"$scratch/output" 2>&1 </dev/null || [ $falls = 9 ]; do falls=$((falls + 1)); done 2>/dev/null
equal 'falls of the tuner' $falls 5
same 'a kernel that takes the tuner down'
expect 0 '^failed: 1 crash; ' tune "${few[@]}" "${with[@]}" --memory 300000000
rm -f "$journal"
# restart: as if the machine had been started anew, as often as $falls says.
restart() { by_hand "$journal" 's/"boot":"[0-9a-f]{8}-[^"]*"/"boot":"start '$falls'"/'; }
for falls in 1 2; do
    "$CLGEMM_BENCH" tune "${few[@]}" "${with[@]}" >"$scratch/output" 2>&1 </dev/null
    restart
done 2>/dev/null
expect 0 '^failed: 1 crash; ' tune "${few[@]}" "${with[@]}"
same 'a kernel that takes the machine down'
# Twice by hand, and a start of the machine later for another reason: that is one fall of the machine.
rm -f "$journal"
for falls in 1 2; do "$CLGEMM_BENCH" tune "${few[@]}" "${with[@]}" >"$scratch/output" 2>&1 </dev/null; done 2>/dev/null
restart
export STANDIN_FAULTS=
expect 0 '^3 points tried$' tune "${few[@]}" "${with[@]}"
equal 'kernels of which one was blamed for others' "$(grep -c '^ .* GFLOP/s ' "$scratch/output")" 3

# The same among the best, where several kernels stand side by side: one is to blame.
for fault in check verify; do
    export STANDIN_FAULTS='wg=2x4:wrong'
    undisturbed "${few[@]}"
    export STANDIN_FAULTS="wg=2x4:end-$fault"
    rm -f "$journal"
    falls=0
    until "$CLGEMM_BENCH" tune "${few[@]}" "${with[@]}" >"$scratch/output" 2>&1 </dev/null || [ $falls = 9 ]; do falls=$((falls + 1)); done 2>/dev/null
    equal "falls of the tuner at $fault" $falls 5
    same "a finalist that takes the tuner down at $fault"
done
# Where its worker is killed first, each run counts once.
export STANDIN_MARK=$scratch/mark
for fault in end-both end-both-late; do
    export STANDIN_FAULTS="wg=2x4:$fault"
    rm -f "$journal"
    falls=0
    until "$CLGEMM_BENCH" tune "${few[@]}" "${with[@]}" >"$scratch/output" 2>&1 </dev/null || [ $falls = 9 ]; do falls=$((falls + 1)); done 2>/dev/null
    equal "falls of the tuner with $fault" $falls 5
    same "a kernel that ends its worker and then the tuner: $fault"
done
unset STANDIN_MARK
# And what no search has proposed: the kernel that is tried first, and the measurement of the peak.
for fault in "$usual:end-tuner" "$usual:end-peak"; do
    export STANDIN_FAULTS=$fault
    rm -f "$journal"
    falls=0
    until "$CLGEMM_BENCH" tune "${few[@]}" "${with[@]}" >"$scratch/output" 2>&1 </dev/null || [ $falls = 9 ]; do falls=$((falls + 1)); done 2>/dev/null
    equal "falls of the tuner with $fault" $falls 5
    equal "kernels shown with $fault" "$(grep -c '^ .* GFLOP/s ' "$scratch/output")" 3
done

# Under nohup, and where SIGINT is ignored, a run goes on.
# stopped_by SIGNAL WORD...: starts tune, with signals as they are where no shell has changed them, but for those that are to be
# $ignored, and sends the signal when a kernel begins to hang whose line has $at. The exit code is in $code.
at='"wg":"2x4"'
stopped_by() {
    local before
    before=$(cat "$journal" 2>/dev/null | wc -l)
    python3 -c 'import os, signal, sys
for name in "INT", "HUP", "TERM":
    signal.signal(getattr(signal, "SIG" + name), signal.SIG_IGN if name in sys.argv[1].split() else signal.SIG_DFL)
os.execv(sys.argv[2], sys.argv[2:])' "$ignored" "$CLGEMM_BENCH" tune "${@:2}" "${with[@]}" >"$scratch/output" 2>&1 </dev/null &
    until tail -n +$((before + 1)) "$journal" 2>/dev/null | tail -n 1 | grep -q "$at.*\"run-started\"" || ! kill -0 $! 2>/dev/null; do
        sleep 0.02
    done
    kill -$1 $!
    wait $! 2>/dev/null
    code=$?
}
export STANDIN_FAULTS='wg=2x4:hang-run'
for ignored in HUP INT; do
    rm -f "$journal"
    stopped_by $ignored "${few[@]}" --run-limit 2
    equal "exit code after an ignored SIG$ignored" $code 0
done
ignored=

# Whoever stops a run by a signal, again and again at the same kernel, has not lost it.
export STANDIN_FAULTS='wg=2x4:hang-run'
rm -f "$journal"
for signal in TERM INT HUP TERM INT HUP; do
    stopped_by $signal "${few[@]}"
    if [ $code -le 128 ] || ! grep -q "stopped by SIG$signal; the profile so far is in $profile; the same command resumes from its journal" "$scratch/output"; then
        echo "SIG$signal: exit code $code"
        cat "$scratch/output"
        failed=1
    fi
done
equal 'runs that were begun and stopped' "$(starts)" 1
export STANDIN_FAULTS=
expect 0 '^3 points tried$' tune "${few[@]}" "${with[@]}"
equal 'kernels timed after signals' "$(count times)" 3

# What was shown before a signal is not lost with it: the table of the first transposition.
printf 'm,n,k,trans_a,trans_b\n48,48,48,n,n\n64,32,16,n,t\n' >"$scratch/both.csv"
export STANDIN_FAULTS='wg=2x4,m=64:hang-run'
rm -f "$journal"
at='"m":64.*"wg":"2x4"'
stopped_by TERM "${fixed[@]}" --param wg=1x4,2x4,4x4 --mad fma --unroll-k 1 --shapes "$scratch/both.csv" --search exhaustive --trials 3
equal 'exit code' $code 143
equal 'kernels of the first transposition that were shown' "$(grep -c '^ .* GFLOP/s .* mean ' "$scratch/output")" 3
rm -f "$journal"
export STANDIN_FAULTS=
exit $failed
