#!/bin/bash
# `profile`: a profile of the form of shipped ones, for every layout and transpose; stopped and resumed; what is refused. A stand-in for the worker measures.
# It takes more than a minute: each run has all of its budget, which no run exceeds.
# Test: turn 9
. "${srcdir:-.}/tests/harness/common.sh"
gen=$(realpath "$CLGEMM_GEN") bench=$(realpath "$CLGEMM_BENCH") standin=$(realpath "${builddir:-.}/tests/harness/standin")
export STANDIN_FAULTS=
cd "$scratch" || exit 99

# made CODE WORD...: profile with the stand-in; what it prints is in `printed`.
made() {
    local code=$1
    shift
    "$bench" profile --worker "$standin" --peak 1e6 "$@" >printed 2>&1
    [ $? = "$code" ] || { cat printed; echo "profile $*: another exit code than $code"; failed=1; }
}
# has PATTERN FILE
has() { grep -Eq -e "$1" "$2" || { cat "$2"; echo "$2 lacks: $1"; failed=1; }; }

made 0 -o mine.json --budget 40
has '^f32 \(1 of 1\): ' printed
has '^[0-9]+ kernels of all profiles, of which [0-9]+ work' printed
has '^  nt 160  .*GFLOP/s' printed
has '^check f32 nn: ([0-9]+) of \1 kernels are right' printed
has '^proof f32 nt: on 4 shapes that took no part the pick has [01]\.[0-9]+ of the best' printed
has '^time: [0-9.]+ s: kernels [0-9.]+ s \([0-9.]+ %\), compilers .*, verification .*, transfers .*, waiting .*; tuning [0-9]+ %, rates [0-9]+ %, proof [0-9]+ %$' printed
awk '/^time: / && $2 > 42 { late = 1 } END { exit late }' printed || { cat printed; echo 'more than the budget was spent'; failed=1; }
[ "$(grep -c '^time: ' printed)" = 1 ] || { cat printed; echo 'the time is told of its parts, too'; failed=1; }
has '"device": "Stand-in"' mine.json
has '"rates": \{"groups": ' mine.json
has '"transposes": "nt"' mine.json
[ -e mine.json.journal.done ] && [ ! -e mine.json.journal ] || { ls; echo 'the journal of a run that has ended stays'; failed=1; }
for layout in row column; do
    for transpose in nn nt tn tt; do
        "$gen" --for ./mine.json --layout $layout --transpose $transpose --emit dispatch -o dispatch/ || { echo "$layout $transpose has no dispatch"; failed=1; }
    done
done
"$gen" --for ./mine.json --layout row --explain-pick 160x160x160 >explained
has '^\* nn_[0-9]+ .*: the fastest for this shape' explained
"$gen" --for ./mine.json --layout row --explain-pick 170x333x444 >explained
has '^\* .*: the least predicted time' explained

# Profiles that are left out, with those that inherit from them; types and transposes of a list. A journal that was ended before its first line.
: >empty.journal
made 0 -o other.json --budget 12 --journal empty.journal --leave-out 'nothing,cpu*' --type f64 --transpose tn
has 'generic is the nearest profile' printed
has '^proof f64 tn: ' printed
has '"inherits": "generic"' other.json
! grep -q '"f32"' other.json || { echo 'types that are not asked for were measured'; failed=1; }

# A name: a profile of the user's, which every command takes. It holds nothing of the user.
export CLGEMM_PROFILES=$scratch/new/profiles
made 0 -o own --budget 12 --transpose nn --journal none
[ ! -e none ] || { echo 'a file is named none'; failed=1; }
has "^it is the profile own now, in $CLGEMM_PROFILES/own.json" printed
has '^clgemm-gen --for own --emit' printed
"$gen" --for own --emit dispatch -o dispatch/ || failed=1
"$bench" fit --worker "$standin" --for own --type f32 --transpose nn --layout row >printed 2>&1 || { cat printed; echo 'fit takes no profile by its name'; failed=1; }
for word in "$scratch" "$HOME/" "/${USER:-$(id -un)}" "$(uname -n)"; do
    ! grep -F -e "$word" "$CLGEMM_PROFILES/own.json" || { echo "a profile tells of $word"; failed=1; }
done

# Stopped: the profile so far; the same command goes on.
STANDIN_PAUSE=2000 timeout -s INT 4 "$bench" profile --worker "$standin" --peak 1e6 -o late.json --budget 60 >printed 2>&1
has 'stopped by SIGINT; .*the profile so far is in late.json' printed
[ -e late.json.journal ] || { echo 'a run that was stopped leaves no journal'; failed=1; }
"$gen" --for ./late.json --emit dispatch -o dispatch/ || failed=1
made 0 -o late.json --budget 16 --transpose nn
has 'resumes from late.json.journal, after [1-9][0-9]* s' printed

# Shapes of the user's.
printf 'm,n,k\n123,45,67\n' >shapes.csv
made 0 -o shapes.json --budget 12 --shapes shapes.csv --transpose nn
has '"m": 123,? ' shapes.json

# Of matrix engines one alone, on a device that has two; kernels without one stay.
{
    gzip -dc "$data/recorded/rounds-h200-f32.txt.gz" | head -n 1
    echo 'engine'
    echo '160x160x160 1x4096x4096 4096x4096x64 4096x1x4096 8x4096x4096 4096x8x4096 128x128x16384 3849x2027x333 2048x2048x2048 4096x4096x4096'
    for engine in - mma wgmma; do echo "$engine 5 5 5 5 5 5 5 5 5 5"; done
} >engines.txt
STANDIN_RECORD=engines.txt made 0 -o engine.json --budget 14 --type f16 --transpose nn --engine mma --leave-out nvidia-hopper
has '^matrix engines that work here: mma$' printed
has '"options": ".*--engine mma' engine.json
if grep -q '"engine":"wgmma"' engine.json.journal.done; then echo 'kernels of another engine are tried'; failed=1; fi

# One that has no kernels for a type, or does not work: which do is said.
lacking_engine() {
    STANDIN_RECORD=engines.txt made 5 -o lacking.json --budget 14 --transpose nn --leave-out nvidia-hopper --engine "$1" --type "$2"
    has "^clgemm-bench: --engine $1 has no kernel that works on this device and .* for --type $2 --transpose nn; engines that have: $3\$" printed
    [ ! -e lacking.json ] || { echo 'an engine that does not work has a profile'; failed=1; }
}
lacking_engine mma f32 none
lacking_engine dpas f16 'mma, wgmma'

refused() { expect 1 "^clgemm-bench: $1" profile "${@:2}"; }
cd "$OLDPWD" || exit 99
refused 'no output file is given; ask -o mine.json'
refused '-o cpu: a built-in profile has this name; ask another one, or a file, as ./cpu.json' -o cpu
CLGEMM_PROFILES='' HOME='' XDG_DATA_HOME='' refused '-o own: there is no folder for profiles; set CLGEMM_PROFILES or HOME, or name a file, as ./own.json' -o own
refused '--budget: profile takes a time above 0' -o "$scratch/x.json" --budget 0
refused 'profile takes --type, --transpose and --engine of the generator.s options, and finds the others; --tile fixes one: ask tune' -o "$scratch/x.json" --tile 4x4 --worker "$standin"
refused '--engine takes one of mma, .*, not .foo' -o "$scratch/x.json" --engine foo --worker "$standin"
refused '--type takes one of f32, .*, not .f33' -o "$scratch/x.json" --type f32,f33 --worker "$standin"
[ ! -e "$scratch/x.json" ] && [ ! -e "$scratch/x.json.journal" ] || { echo 'what is refused leaves files'; failed=1; }
exit $failed
