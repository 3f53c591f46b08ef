#!/bin/bash
# What the command line of clgemm-bench takes and refuses, and what its help says. Needs no device.
. "${srcdir:-.}/tests/harness/common.sh"

# said PATTERN WORD...: a refusal, exit code 1, and nothing but its sentence.
said() {
    local pattern=$1
    shift
    expect 1 "^clgemm-bench: $pattern\$" "$@"
    equal "clgemm-bench $*: lines" "$(wc -l <"$scratch/output")" 1
}

# ---------------------------------------------------------------- commands
commands='devices check bench compare ladder study offline tune fit profile report'
said "no command is given: $commands; see clgemm-bench --help"
said "no command is given: $commands; see clgemm-bench --help" --tile 8x4
said "command: \`chek\` is none of: $commands help; did you mean check\?" chek
said "command: \`benchmark\` is none of: $commands help; did you mean bench\?" benchmark
said 'no kernel is given; name a manifest, generator options or --preset, as in clgemm-bench bench --for native' bench -M 64
said 'unknown option -m; sizes are -M, -N and -K; see clgemm-bench check --help' check -m 64
said "--type takes one of .*\(f64\?\), not 'double'" check --type double
said '--epilogue is given twice; both are --epilogue relu,gelu' check --epilogue relu --epilogue gelu
said '--with none leaves nothing to compare with: .*' compare --tile 4x4 --with none
said "--for is the generator's: it cannot change a manifest that is already written" check --for native x.json
said 'devices takes options alone, not `foo`; see clgemm-bench devices --help' devices foo
said 'devices takes no option of the generator' devices --tile 4x4
for words in '--help' '-h' 'help' 'help help'; do
    # shellcheck disable=SC2086
    expect 0 '^  clgemm-bench check ' $words
done
for words in 'help tune' 'tune --help' '--help tune' 'tune help.json -h'; do
    # shellcheck disable=SC2086
    expect 0 '^clgemm-bench tune ' $words
done
said "command: \`tuna\` is none of: $commands help; did you mean tune\?" help tuna

for words in 'bench --pack b' 'check --pack=b' 'tune -M 4 -N 4 -K 4 --param pack=none,a' 'check naive.json --pack'; do
    # shellcheck disable=SC2086
    said '--pack is called --pretranspose now' $words
done

# ---------------------------------------------------------------- names of a sample of Intel's
for option in '--size1 N' '--size2 N' '--size3 N' '-i, --iterations N' --validation '-v, --validate'; do
    expect 0 "^  $option  " bench --help
done
said '--device-type is no option of offline; see clgemm-bench offline --help' offline --type gpu --family naive --target intel:skl
said '--type takes one of f32, .*, not .cpux.' bench --type cpux

# ---------------------------------------------------------------- numbers name their bounds
for option in -M -N -K; do
    said "$option: \`-5\` is no whole number from 0 to 9223372036854775807" bench --family naive $option -5
done
said '-M: `9223372036854775808` is no whole number from 0 to 9223372036854775807' bench --family naive -M 9223372036854775808
said '-i: `-1` is no whole number from 0 to 1000000' bench --family naive -i -1
said '-i: `1000001` is no whole number from 0 to 1000000' bench --family naive -i 1000001
said '--trials: `0` is no whole number from 1 to 1000000' check --family naive --trials 0
said '--top: `17` is no whole number from 1 to 16' tune -M 8 -N 8 -K 8 --top 17
for budget in 2x x 10mm 0s -1 1.5h 99999999h '' m; do
    said "--budget: \`$budget\` is neither a number of evaluations nor a time from 1s to 1000000s, as 90s, 10m or 2h" \
        tune -M 8 -N 8 -K 8 --budget "$budget"
done

# ---------------------------------------------------------------- the generator's options
# What no device could make right is told before a device is looked at, and before any heading.
profile='there is no profile or card toaster; clgemm-gen --list profiles and --list cards show all'
for words in check bench 'compare --with openblas' 'offline --target intel:skl' 'ladder intel' 'study tiling' 'tune -M 8 -N 8 -K 8'; do
    # shellcheck disable=SC2086
    said "$profile" $words --for toaster
    # shellcheck disable=SC2086
    said "--tile takes .*" $words --tile 3
done
said 'there is no preset nosuch; clgemm-gen --list presets shows them.*' bench -k nosuch
# One of several names is as wrong, before any of the others is at work.
for words in check bench 'compare --with openblas' 'offline --target intel:skl'; do
    # shellcheck disable=SC2086
    said 'there is no preset navie; did you mean naive\?' $words -k naive -k navie
done
said 'there is no preset navie; did you mean naive\?' check "$scratch/nosuch.json" -k navie
said "--against: unknown option --til; did you mean --tile or --tile-order or --tile-k\\?" compare --family naive --with openblas --against '--til 4x4'
said "--against: $profile" compare --family naive --with openblas --against '--for toaster'
expect 2 '^clgemm-bench: cannot read profile \./nosuch.json' bench --for ./nosuch.json

# ---------------------------------------------------------------- the help of each command
# names COMMAND: the options that its help lists, as they are typed.
names() {
    "$CLGEMM_BENCH" "$1" --help | sed -n -E 's/^  (-[A-Za-z], )?(-[A-Za-z-]+) .*/\2/p'
}

all=$(for command in $commands; do names "$command"; done | sort -u)
[ "$(echo "$all" | wc -l)" -ge 50 ] || { echo "the helps list only: $all"; failed=1; }
for command in $commands; do
    "$CLGEMM_BENCH" "$command" --help >"$scratch/help" || failed=1
    listed=$(names "$command")
    # An option has one meaning, its own, in lines that fit a terminal.
    equal "$command: an option listed twice" "$(echo "$listed" | sort | uniq -d)" ''
    equal "$command: what options mean elsewhere" "$(grep -E "(^|[;:,(] ?)($(echo "$commands" | tr ' ' '|')): " "$scratch/help" |
        grep -v '^clgemm-bench')" ''
    equal "$command: lines over 100 columns" "$(grep -E '^.{101,}' "$scratch/help")" ''
done
# What a command would write in the end is known before anything is done: each option whose help says that it writes a file.
declare -A least=([bench]='-k naive' [check]='--family naive --sample 1' [ladder]=tutorial [study]=barrier [tune]='-M 8 -N 8 -K 8'
    [report]="$data/report/bench.json" [profile]='-o made.json')
written=0
for command in $commands; do
    for option in $("$CLGEMM_BENCH" "$command" --help | sed -n -E '/writ|resume/s/^  (-[A-Za-z], )?(-[A-Za-z0-9-]+) FILE .*/\2/p'); do
        for path in "$scratch/nowhere/file" /proc/nope; do
            # shellcheck disable=SC2086
            expect 2 "^clgemm-bench: cannot (write|open) $path: No such file" $command ${least[$command]} "$option" "$path"
        done
        written=$((written + 1))
    done
done
[ $written -ge 7 ] || { echo "options that write a file: $written"; failed=1; }
if [ -e "$scratch/journal" ]; then echo 'an output that cannot be written is known too late'; failed=1; fi

# A terminal obeys control characters: none of a value that is refused is in the message.
bad=$'x\e[31m\r\n\xc2\x9b31m\xe2\x80\xae\xe2\x81\xa6\xe2\x80\x8f\xd8\x9c\xe2\x80\xa8\x9by'
raw=$'\e|\r|\xc2\x9b|\xe2\x80[\xa8\xae\x8f]|\xe2\x81\xa6|\xd8\x9c|\x9by'
cd "$scratch" || exit 99
for program in "$CLGEMM_GEN" "$CLGEMM_BENCH report" "$CLGEMM_BENCH tune"; do
    # shellcheck disable=SC2086
    for option in '' $($program --help | sed -n -E 's/^  (-[A-Za-z], )?(--[a-z0-9-]+) .*/\2/p' | grep -v -x -e --help -e --output); do
        # shellcheck disable=SC2086
        timeout 20 $program ${option:+"$option"} "$bad" >"$scratch/raw" 2>&1 </dev/null
        if LC_ALL=C grep -q -a -E "$raw" "$scratch/raw"; then echo "$program $option: control characters in the output"; failed=1; fi
    done
done
cd "$OLDPWD" || exit 99

# Nor is what files, workers and drivers say.
# shown WORD...: what runs of a stand-in for the worker print.
shown() {
    STANDIN_FAULTS= timeout 60 "$CLGEMM_BENCH" "$@" >"$scratch/raw" 2>&1 </dev/null
    if ! grep -q -a "b[?]31m" "$scratch/raw" || LC_ALL=C grep -q -a -E "$raw" "$scratch/raw"; then
        echo "$*: control characters in the output, or not what was asked for"
        sed 's/^/  > /' "$scratch/raw" | cut -c 1-300 | head -n 10
        failed=1
    fi
}
odd='b\\u009b31m\\u202e\\u2066\\u200f\\u061c\\u2028\\u001b'
small=(-M 64 -N 64 -K 64 -i 6 --worker "$standin")
sed "s/\"title\": \"/&$odd/" "$data/golden/study.json" >"$scratch/study.json"
shown study "$scratch/study.json" "${small[@]}"
cp "$data/steps.cl" "$scratch"
sed "s/\"name\": \"pack_/&$odd/" "$data/steps.json" >"$scratch/steps.json"
shown bench "$scratch/steps.json" "${small[@]}" --format csv
expect 0 '' bench --family naive "${small[@]}" --baseline "$scratch/before.json"
sed -i "s/\"driver\":\"/&$odd/" "$scratch/before.json"
shown bench --family naive "${small[@]}" --compare-to "$scratch/before.json"
shown tune --family naive --tile 1x1 -M 48 -N 48 -K 48 --budget 2 --worker "$standin" -o "$scratch/"$'b\xc2\x9b31m\xe2\x80\xae.json'
printf '#!/bin/sh\nprintf "b\\302\\23331m\\033\\342\\200\\256" >&2\n' >"$scratch/worker"
chmod +x "$scratch/worker"
shown bench --family naive "${small[@]}" --worker "$scratch/worker"

# A command takes what its help lists, and nothing else that is an option of another.
cat >"$scratch/words.py" <<'END_OF_PYTHON'
import subprocess, sys
bench, commands, options = sys.argv[1], sys.argv[2].split(), sys.argv[3].split()
values = {"--device-type": ["cpu"], "--data": ["ones"], "--format": ["text"], "--explain": ["peak"], "--groups": ["even:1x1"]}
values |= {flag: [] for flag in ("--validate --validation --with-transfer --show-space --paranoid --covering --json --list --exact-length "
                                 "--edited --require-no-spills").split()}
bad = 0
for command in commands:
    help = subprocess.run([bench, command, "--help"], capture_output=True, text=True).stdout
    listed = {word.rstrip(",") for line in help.splitlines() if line.startswith("  -") for word in line.split()[:2]}
    for option in options:
        if option == "--help" or option == "--format" and command in ("tune", "profile", "report"):
            continue
        words = [bench, command, option, *values.get(option, ["1"])]
        # A check that would take long ends here.
        words += ["--sizes", "nothing"] if command == "check" and option != "--sizes" else []
        words += ["--budget", "0"] if command == "profile" and option != "--budget" else []
        ran = subprocess.run(words, capture_output=True, text=True, stdin=subprocess.DEVNULL)
        refused = ran.stderr.startswith("clgemm-bench: %s is no option of %s;" % (option, command))
        if refused == (option in listed):
            print(command, option, "listed:", option in listed, ran.returncode, ran.stderr[:200])
            bad = 1
sys.exit(bad)
END_OF_PYTHON
python3 "$scratch/words.py" "$CLGEMM_BENCH" "$commands" "$all" || failed=1
exit $failed
