#!/bin/bash
# Workers that answer what is no answer, too much or nothing, and workers that are killed: a sentence that is true, and no kernel that
# counts as right. Needs no device; answers come from a stand-in for the worker (tests/harness/standin.c).
. "${srcdir:-.}/tests/harness/common.sh"
export STANDIN_FAULTS= TMPDIR=$scratch/temporary
mkdir "$TMPDIR"
journal=$scratch/journal
run=(tune --family naive --access buffer --tile 1x1 --tile-k 1 --edges guard --index 64 --ids global --pretranspose none --steps combined
    --barrier=no --share none --vec-a 1 --vec-b 1 --vec-c 1 --param loop-order=- --param sg-size=- --param wg=1x4,2x4,4x4 --mad fma
    --unroll-k 1 -M 48 -N 48 -K 48 --search exhaustive --trials 3 --worker "$standin" --memory 200000000
    --journal "$journal" -o "$scratch/tuned.json")

# answered CODE PATTERN ORDER TEXT...: each text, answered to the order, comes to that.
answered() {
    local code=$1 pattern=$2 text
    for text in "${@:4}"; do
        rm -f "$journal"
        STANDIN_ANSWER="$3 $text" expect "$code" "$pattern" "${run[@]}"
    done
}
device='{"device":"A","driver":"1","platform":"B","profile":"cpu","sub_groups":"emulated"}'
answered 5 'the answer to order `device` has no `device` that is a text$' device '{}' '{"device":3}' '{"device":""}'
answered 5 'the answer to order `device` is no object$' device '[]' '[1]'
answered 5 'the answer to order `device` is no JSON$' device '' 'hello' '{"device":"A"' '3'
answered 5 'the answer to order `device` has no `sub_groups` that is a text$' device "${device/'"emulated"'/7}" "${device/emulated/}"
answered 1 "the worker's answer to order .device.: --sub-groups" device "${device/emulated/odd}"
answered 1 'there is no profile or card nosuch' device "${device/'"cpu"'/'"nosuch"'}"
answered 0 'points tried' device "$device"
# Limits of the device that are lower than those of its profile are the kernels'.
answered 0 'clgemm-gen --for cpu --sub-groups=emulated --wg-limit=8 ' device "${device/%\}/,\"work_group_size\":8,\"local_bytes\":99999999\}}"
if grep -q 'wg=4x4\|--wg 4x4' "$scratch/output" || ! grep -q -- '--wg-limit 8' "$scratch/tuned.json"; then
    echo 'a tuning for work-groups of 8:'
    cat "$scratch/output"
    failed=1
fi
answered 5 'the answer to order `device` names no kind of failure that there is$' device '{"failed":"tired"}' '{"failed":{}}'

# No kernel is right by an answer that says nothing.
for words in 'build build_ms a number' 'prepare exact true or false' 'run runs a list of what runs have taken, one a slot at most' \
    'check cases a whole number above 0' 'verify exact true or false'; do
    read -r order member what <<<"$words"
    answered 4 'no kernel was correct and measured' "$order" '{}' '[]' "{\"$member\":null}" "{\"$member\":[3]}"
    if ! grep -q "\"kind\":\"crash\",\"reason\":\"\(\(build\|verification\|run 1\): \)\?the answer to order \`$order\` has no \`$member\` that is $what\"" "$journal"; then
        echo "$order: another reason:"
        grep -o '"reason":"[^"]*"' "$journal" | sort | uniq -c
        failed=1
    fi
done
# times MS...: runs that have taken so long.
times() { printf '{"runs":['; printf ',{"device_ms":%s,"wall_ms":1}' "$@" | cut -c 2- | tr -d '\n'; printf ']}'; }
answered 4 'no kernel was correct' run '{"runs":[]}' "$(times '"fast"')" "$(times 1 2 3 4)" "$(times -1 -1)" "$(times 0)"
answered 4 'no kernel was correct' run '{"runs":[],"failure":{"failed":"tired"}}'
answered 4 'no kernel was correct' check '{"cases":0}' '{"failed":"wrong"}'

# fails FAULT REASON: one of three kernels fails for that reason, soon, and leaves nothing behind.
fails() {
    rm -f "$journal"
    SECONDS=0
    STANDIN_FAULTS="wg=2x4:$1" expect 0 '^failed: 1 crash; ' "${run[@]}"
    if [ $SECONDS -gt 100 ]; then echo "$1: that took $SECONDS s"; failed=1; fi
    grep -q "\"reason\":\"build: $2\"" "$journal" || {
        echo "$1: another reason:"
        grep -o '"reason":"[^"]*"' "$journal"
        failed=1
    }
    equal "bytes of the journal after $1 above a million" $(($(stat -c %s "$journal") > 1000000)) 0
    equal "files left by $1" "$(ls "$TMPDIR")" ''
}
fails endless 'the answer to order `build` is longer than 16 MiB'
fails flood 'the process of order `build` has written more than 64 MiB to its errors'
fails close 'its process has closed its output and not ended, and was stopped'
fails end-self 'its process was ended by signal 9 (Killed), 4 times: by a person, or because memory ran out'

# A long answer costs no more memory than its limit: here that of 16 MiB, and as much again while it grows.
rm -f "$journal"
STANDIN_FAULTS='wg=2x4:endless' python3 - "$CLGEMM_BENCH" "${run[@]}" <<'END' || failed=1
import resource, subprocess, sys
code = subprocess.run(sys.argv[1:], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL).returncode
most = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
if code or most > 400:
    sys.exit("exit code %d, %d MB" % (code, most))
END

# A worker that is killed between two orders, when it has nothing to do: the one whose turn comes next is lost, with the words of any lost
# worker; all others have their rows, from the next one.
# killed ORDER CODE PATTERN ROWS WORD...: behind its answer to ORDER; so many lines of the output are like `measured|passed`.
killed() {
    rm -f "$scratch/once"
    STANDIN_FAULTS='' STANDIN_TURNS=2 STANDIN_IDLE_END="$1 $scratch/once" expect "$2" "$3" "${@:5}" --json --worker "$standin"
    [ -e "$scratch/once" ] || { echo "${*:5}: gives no order $1"; failed=1; }
    equal "${*:5}: rows where the worker is killed behind $1" "$(grep -c -E '"record":"(result|comparison)"|"status":"(measured|passed)"' "$scratch/output")" "$4"
}
ended='its process was ended by signal 9 \(Killed\)'
size=(-M 64 -N 48 -K 32 -i 4)
pair=("$data/plain.json" "$data/steps.json")
cat >"$scratch/three.json" <<'END_OF_LADDER'
{"title": "Three", "sizes": [[64, 48, 32]], "kernels": [{"name": "a", "options": {"family": "naive"}},
    {"name": "b", "options": {"tile": "4x4"}}, {"name": "c", "options": {"tile": "2x2"}}]}
END_OF_LADDER
lost='"record":"failure","kernel":"(plain|steps)","why":"'
killed build 5 "$lost"'verification: '"$ended" 1 bench "${pair[@]}" "${size[@]}"
killed limits 5 "$lost"'(verification|build): '"$ended" 1 bench "${pair[@]}" "${size[@]}"
killed run 5 "$lost"'(warm-up|run [0-9]+): '"$ended" 1 bench "${pair[@]}" "${size[@]}"
killed run 5 "$lost"'run [0-9]+: '"$ended" 1 bench "${pair[@]}" "${size[@]}" --warm-up 0
killed prepare 5 '"why":"(peak of the device|verification|build): '"$ended" 1 bench "${pair[@]}" "${size[@]}"
against=(--against '--family naive' --with openblas,cublas)
killed run 5 '"kernel":"cublas","why":"run [0-9]+: '"$ended" 2 compare --tile 4x4 "${size[@]}" --warm-up 0 "${against[@]}"
killed place 5 '"kernel":"openblas","why":"(verification: )?'"$ended" 2 compare --tile 4x4 "${size[@]}" "${against[@]}"
for command in ladder study; do
    killed run 5 '"status":"failed","why":"(warm-up|run [0-9]+): '"$ended" 2 $command "$scratch/three.json" -i 4
done
killed build 5 '"status":"failed",.*"why":"m .*: '"$ended" 1 check "${pair[@]}" --sizes quick
killed check 5 '"status":"failed",.*"why":"m .*: '"$ended" 1 check "${pair[@]}" --sizes quick
exit $failed
