#!/bin/bash
# Long commands say on a terminal how far they are: n of m, and the time left. Elsewhere, and beside JSON, they do not. Needs no device:
# a stand-in for the worker (tests/harness/standin.c) runs nothing, one turn an order.
. "${srcdir:-.}/tests/harness/common.sh"
need_python
export STANDIN_TURNS=1

# Runs a command with standard error on a terminal of so many columns, and looks at what comes there: each pattern must match a
# line of progress in full, none is wider than the terminal, and no line is left at the end. No pattern: nothing comes.
cat >"$scratch/watch.py" <<'END_OF_PYTHON'
import fcntl, os, pty, re, struct, subprocess, sys, tempfile, termios

columns, patterns, command = int(sys.argv[1]), sys.argv[2].split("\n"), sys.argv[3:]
ours, theirs = pty.openpty()
fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
printed = tempfile.TemporaryFile()
process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=printed, stderr=theirs)
os.close(theirs)
written = b""
while True:
    try:
        part = os.read(ours, 65536)
    except OSError:
        part = b""
    if not part:
        break
    written += part
code = process.wait()
printed.seek(0)
output = printed.read()
text = re.sub(r"clgemm-bench: [^\n]*\n", "", written.decode()) # notes of bench, as on other programs that are at work
lines = text.split("\r\033[K")
bad = []
if code != 0:
    bad.append("exit code %d" % code)
if b"\033" in output:
    bad.append("progress on standard output")
if patterns == [""]:
    if text:
        bad.append("something comes")
else:
    bad += ["no line like: " + p for p in patterns if not any(re.fullmatch(p, line) for line in lines)]
    bad += ["wider than %d columns: %s" % (columns, line) for line in lines if len(line) >= columns]
    if lines[-1] != "":
        bad.append("a line is left: " + lines[-1])
if bad:
    print(" ".join(command), *bad, *("  > " + line for line in lines[:30]), sep="\n")
    sys.exit(1)
END_OF_PYTHON

# watch COLUMNS PATTERNS WORD...
watch() {
    local columns=$1 patterns=$2
    shift 2
    python3 "$scratch/watch.py" "$columns" "$patterns" "$CLGEMM_BENCH" "$@" --worker "$standin" || failed=1
}

# lines PATTERN...: one a line.
lines() { printf '%s\n' "$@"; }

cat >"$scratch/two.json" <<'END_OF_LADDER'
{"title": "Two", "sizes": [64], "kernels": [
  {"name": "first", "options": {"family": "naive"}}, {"name": "second", "options": {"tile": "4x4"}}]}
END_OF_LADDER
left='(; [0-9]+:[0-9]{2} left)?'
watch 100 "$(lines "checked 0/2, naive: case 1 of [0-9]+" "checked 1/2, L3_SIMD_8x4_8x8: case [0-9]+ of [0-9]+$left")" \
    check -k naive -k L3_SIMD_8x4_8x8 --for generic
watch 100 "$(lines "checked 0/1, plain: case 1 of [0-9]+")" check "$data/plain.json"
watch 100 "$(lines "checked [1-9]/[0-9]+, point [2-9]: case 1 of [0-9]+$left")" check --sample 3 --family naive --sizes quick
watch 100 "$(lines "verified 0/2, first at 64" "verified 1/2, second at 64$left" "measured [1-7]/8, (first|second) at 64$left")" \
    ladder "$scratch/two.json" -i 3 --warm-up 1
watch 100 "$(lines "verified 2/4, first at 32$left" "measured [23]/4, (first|second) at 32$left")" \
    study "$scratch/two.json" --sizes 64,32 -i 1 --warm-up 0
watch 100 "$(lines "verified 1/3, --tile 4x4 at 64$left" "measured [1-5]/6, .* at 64$left")" \
    compare --family naive --against '--tile 4x4' --with openblas -i 1 --warm-up 1 -M 64 -N 64 -K 64
watch 100 "$(lines "verified 0/1, plain at 64" )" bench "$data/plain.json" -i 1 -M 64 -N 64 -K 64
watch 100 "$(lines "tried [12]/2, best [0-9.]+ GFLOP/s.*" "measured again 0/1, m 64, n 64, k 64: round 2 of at most 15$left")" \
    tune -M 64 -N 64 -K 64 --budget 2 --trials 3
# What does not fit is cut; the time left is not.
watch 30 "$(lines "verified 0/2, first at 64" "measured [1-7]/8, (first|second) at .*")" ladder "$scratch/two.json" -i 3 --warm-up 1
watch 20 "$(lines "measured [1-7]/8, (first|secon)")" ladder "$scratch/two.json" -i 3 --warm-up 1

watch 100 '' check -k naive --json
watch 100 '' ladder "$scratch/two.json" -i 1 --json
"$CLGEMM_BENCH" ladder "$scratch/two.json" -i 1 --worker "$standin" >"$scratch/output" 2>"$scratch/errors" || failed=1
if [ -s "$scratch/errors" ] || grep -q $'\033' "$scratch/output"; then
    echo 'there is progress where there is no terminal'
    failed=1
fi
# A tune says what it does before its first kernel is built, in a pipe, too: here it hangs, and is killed.
STANDIN_FAULTS='ids=global:hang-build' timeout -s KILL 3 "$CLGEMM_BENCH" tune --family naive --ids global -M 64 -N 32 -K 16 --budget 7 \
    --worker "$standin" 2>&1 | cat >"$scratch/output"
printf 'device  Stand-in (none), driver 1\nsearch  N options for m 64, n 32, k 16, 7 points at most; then the best 5 again\n' |
    diff - <(sed 's/^search  [0-9]*/search  N/' "$scratch/output") || failed=1
exit $failed
