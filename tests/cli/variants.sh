#!/bin/bash
# --setting and --variants: kernels for settings of a host's macros, one of them or several in a text, and what is said of files that are wrong.
# It takes half a minute: texts of twelve variants are made, which tries some hundred settings for each.
gen=${CLGEMM_GEN:-./clgemm-gen}
srcdir=$(cd "${srcdir:-.}" && pwd)
. "$srcdir/tests/in_share.sh"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failed=0
profiles=
echo "share $share; the same again: CLGEMM_SHARE=$share make check TESTS=tests/cli/variants.sh"
fail() {
    printf 'failed: %s\n' "$1"
    failed=1
}

# The built-in interface, with what a host may define: each member on a line of its own, behind those that it has.
members='"macros": {"MWG": [8, 16, 32, 64], "NWG": [8, 16, 32, 64], "KWG": [16, 32], "MDIMC": [1, 4, 8, 16], "NDIMC": [1, 4, 8, 16]},
"untuned": {"MWG": 8, "NWG": 8, "KWG": 8, "MDIMC": 1, "NDIMC": 1},
"rules": ["MWG % MDIMC == 0", "NWG % NDIMC == 0", "KWG % 8 == 0"],
"shapes": [[361, 192, 192], [64, 64, 64]],
"builds": [{"if": "!defined(PRECISION_STORAGE) || PRECISION_STORAGE == 32", "problem": "--type f32", "pointers": "float"}, {"if": "PRECISION_STORAGE == 16", "problem": "--type f16", "pointers": "half"}],
"with": ["%s/other.json"],
"keeps": ["Xgemv"]'
members=${members//%s/$scratch}
whole=$("$gen" --print interface clblast_xgemm_batched | sed '/"macros"/,$d')
# write [MEMBER=VALUE]: the file, with another value for one of these members.
write() {
    {
        printf '%s\n' "$whole"
        printf '%s\n' "$members" | while read -r line; do
            case $line in
            "\"${1%%=*}\": "*)
                last=,
                case $line in *,) ;; *) last= ;; esac
                printf '%s: %s%s\n' "\"${1%%=*}\"" "${1#*=}" "$last"
                ;;
            *) printf '%s\n' "$line" ;;
            esac
        done
        echo '}'
    } >"$scratch/host.json"
}
# says CODE TEXT OPTION...
says() {
    "$gen" --interface "$scratch/host.json" "${@:3}" >"$scratch/out" 2>"$scratch/said"
    local status=$?
    [ "$status" = "$1" ] && cat "$scratch/out" "$scratch/said" | grep -q -F -- "$2" ||
        fail "${*:3}: exit status $status, not $1 with '$2': $(head -n 1 "$scratch/said")"
}

# What is wrong is told with file, line and member.
while IFS='|' read -r change text; do
    write "$change"
    says 1 "host.json:$text"
done <<'END'
macros=[]|19: macros must be an object
macros={}|19: macros has 1 to 64 members
macros={"for": [1]}|19: macros.for is no name that a macro can have
macros={"MWG": 8}|19: macros.MWG must be a list of 1 to 64 numbers
macros={"MWG": [8, 70000]}|19: macros.MWG[1] must be a whole number from 0 to 65536
macros={"MWG": [8, 8]}|19: macros.MWG[1] stands there twice
macros={"MWG": [8], "NWG": [8], "KWG": [8], "MDIMC": [8]}|20: untuned.NDIMC is no macro of `macros`
untuned={"MWG": 8}|20: untuned lacks the macro NWG
untuned={"MWG": "8", "NWG": 8, "KWG": 8, "MDIMC": 1, "NDIMC": 1}|20: untuned.MWG must be a whole number from 0 to 65536
untuned={"MWG": 0, "NWG": 8, "KWG": 8, "MDIMC": 1, "NDIMC": 1}|20: untuned makes no launch: a number of it would not be from 1 to 65536
rules=["MWG % 8"]|21: rules[0] does not hold of `untuned`
rules=["MWG % 8 == "]|21: rules[0]: 'MWG % 8 == ': a name is wanted at character 12
rules=["VWM == 1"]|21: rules[0] has the name VWM, which is no macro of `macros`
rules=["MWG == 8", 3]|21: rules[1] must be a text
shapes=[[1, 2]]|22: shapes[0] must be three sizes, m, n and k, and how many members a batch has
shapes=[[1, 2, 3, 4, 5]]|22: shapes[0] must be three sizes, m, n and k, and how many members a batch has
shapes=[[1, 2, 3, 0]]|22: shapes[0][3] must be a whole number from 1 to 2147483647
shapes=[[1, 2, 0]]|22: shapes[0][2] must be a whole number from 1 to 2147483647
builds={}|23: builds must be a list
builds=[{"problem": "--type f32"}]|23: builds[0] lacks the member if
builds=[{"if": "P == 1 && P == 2"}]|23: builds[0].if holds neither where no macro is defined nor
builds=[{"if": "P == 1", "type": "f16"}]|23: builds[0].type is no member
builds=[{"if": "P == 1", "problem": "--tile 4x4"}]|23: builds[0].problem has --tile, which does not say what is computed
builds=[{"if": "P == 1", "pointers": "short"}]|23: builds[0].pointers must be half, float or double
with=["clblast_xgemm_batched", ""]|24: with[1] must be another interface, a name or a file
keeps=["XgemmBatched"]|25: keeps[0] must be the name of another kernel function
keeps=["Xgemv", "Xgemv"]|25: keeps[1] stands there twice
END

# As many settings as a search goes through, and none that it need not.
list=$(seq -s , 1 17)
write "macros={\"MWG\": [$list], \"NWG\": [$list], \"KWG\": [$list], \"MDIMC\": [$list], \"NDIMC\": [$list]}"
says 1 'host.json:19: macros has more than 1048576 settings'
more=$(printf ', "X%d": [1, 2, 3]' {1..10})
untuned=$(printf ', "X%d": 1' {1..10})
write "macros={\"MWG\": [16, 32], \"NWG\": [16, 32], \"KWG\": [8], \"MDIMC\": [8], \"NDIMC\": [8]$more}"
sed -i -e "s/\"untuned\": .*/\"untuned\": {\"MWG\": 16, \"NWG\": 16, \"KWG\": 8, \"MDIMC\": 8, \"NDIMC\": 8$untuned},/" \
    -e 's/"rules": .*/"rules": ["MWG == NWG || X10 == 5"],/' "$scratch/host.json"
timeout 10 "$gen" --interface "$scratch/host.json" --family register --tile 2x4 --wg 8x8 2>&1 | grep -q 'no setting of interface' || fail 'a setting that there is not is looked for too long'

# Of the same text a kernel with the same macros.
write
sed -e 's/"entry": "XgemmBatched"/"entry": "XgemmSame"/' -e '/"with"/d' "$scratch/host.json" >"$scratch/other.json"
# A setting is a launch of numbers, and a build the types.
says 0 '#elif !(PRECISION_STORAGE == 16)' --setting MWG=64,NWG=32,MDIMC=8,NDIMC=8,KWG=32,PRECISION_STORAGE=16
says 0 'const __global half *restrict agm' --setting PRECISION_STORAGE=16
says 0 'Build with -DMWG=64 -DNWG=8 -DKWG=8 -DMDIMC=1 -DNDIMC=1' --setting MWG=64
says 0 'N a multiple of 8, K a multiple of 8.' --setting MWG=64 --family register --tile-k 4
# What one macro says is promised holds where the launch is still open.
says 4 'promises no such thing' --setting KWG=8 --family local --tile 4x4 --wg 8x8 --tile-k 32 --edges exact
says 0 '#elif !(MWG == 32)' --setting KWG=8 --family local --tile 4x4 --wg 8x8 --tile-k 32
says 4 'no setting of interface' --setting KWG=12 --family local --tile 4x4 --wg 8x8 --tile-k 4
says 4 'breaks rules[1] of interface' --setting MWG=64,NWG=12,NDIMC=8
says 4 'no build of interface' --setting PRECISION_STORAGE=64
says 1 'has no macro VWM' --setting VWM=1
says 1 'names MWG twice' --setting MWG=8,MWG=16
says 1 "not 'MWG:8'" --setting MWG:8
says 1 'lists no `macros`' --interface llama_mul_mm_f32 --variants 2
says 1 'without --setting' --variants 2 --setting MWG=8
says 1 "not '0'" --variants 0
says 2 'cannot read settings' --variants "$scratch/absent.txt"
"$gen" --variants 2 2>&1 | grep -q 'ask it with --interface' || fail '--variants without an interface'
"$gen" --setting MWG=2 2>&1 | grep -q 'ask --interface for one' || fail '--setting without an interface'
write 'with=["clblast_xgemm_direct_strided"]'
says 1 'interface clblast_xgemm_direct_strided has no macro MWG' --variants 1
write
says 4 'ask --emit cl,json' --variants 1 --emit launcher

says 1 'makes a text of its own' --variants 2 --for cpu --emit dispatch -o "$scratch/out/"
says 1 'makes a text of its own' --variants 2 --show-space

# built DEFINE...: the kernels that the preprocessor leaves of $text.
built() {
    cc -E -P -x c -w "$@" "$text" 2>"$scratch/said" >"$scratch/left"
    ! grep -q XgemmSame "$text" || [ "$(grep -c '^void XgemmSame(' "$scratch/left")" = "$(grep -c '^void XgemmBatched(' "$scratch/left")" ] || fail 'interfaces of one text disagree'
    grep -c '^void XgemmBatched(' "$scratch/left"
}
# entry: the kernel XgemmBatched of a text that is preprocessed, without blanks, and with one name for all that it calls.
entry() {
    sed -n '/^void XgemmBatched(/,/^}/p' | sed 's/XgemmBatched[A-Za-z0-9_]*/X/g' | tr -d ' \n'
}
# Of a text one kernel is built with each setting that it holds, and with any other none.
for profile in generic cpu nvidia-hopper; do
    text=$scratch/text.cl
    "$gen" --for "$profile" --interface "$scratch/host.json" --variants 4 --emit cl,json -o "$text" 2>"$scratch/said" ||
        fail "--for $profile --variants 4: $(cat "$scratch/said")"
    [ "$(grep -c '^void XgemmBatched(' "$text")" = 8 ] || fail "$profile: $(grep -c '^void XgemmBatched(' "$text") kernels"
    [ "$(grep -c '^#define XGEMMBATCHED_KERNEL ' "$text")" = 8 ] || fail "$profile: no number for each"
    grep -q -x '#undef XGEMMBATCHED_KERNEL' "$text" || fail "$profile: a macro is left"
    sed -n 's/.*"build_options":"\(-D[^"]*\)".*/\1/p' "$scratch/text.json" >"$scratch/settings"
    [ "$(wc -l <"$scratch/settings")" = 16 ] || fail "$profile: manifests of other kernels"
    while read -r setting; do
        # shellcheck disable=SC2086
        [ "$(built $setting)" = 1 ] || fail "$profile: $setting builds $(built $setting) kernels: $(cat "$scratch/said")"
        # shellcheck disable=SC2086
        [ "$(built ${setting/-DMWG=/-DMWG=9})" = 0 ] && grep -q 'its first comment names the launches' "$scratch/said" ||
            fail "$profile: a setting that the text does not hold"
    done <"$scratch/settings"
    head -n 1 "$scratch/settings" | grep -q -x -- '-DMWG=8 -DNWG=8 -DKWG=8 -DMDIMC=1 -DNDIMC=1' || fail "$profile: the untuned setting is not the first"
    # In place of --variants the options in a kernel's comment make that kernel by itself, word by word.
    command=$(sed -n 's/^ \* Made by clgemm [^:]*: clgemm-gen //p' "$text" | head -n 1)
    [ "$(grep -c '^ \* By itself: ' "$text")" = 16 ] || fail "$profile: a kernel without its options"
    sed -n 's/^ \* By itself: //p' "$text" | grep -v -e '--interface' | while read -r options; do
        setting=${options#*--setting }
        setting=-D${setting%% *}
        # shellcheck disable=SC2086
        "$gen" ${command/--variants 4/$options} -o "$scratch/alone.cl" 2>"$scratch/said" && diff <(built ${setting//,/ -D} >/dev/null && entry <"$scratch/left") <(cc -E -P -x c -w ${setting//,/ -D} "$scratch/alone.cl" | entry) >/dev/null || echo "$options"
    done >"$scratch/others"
    [ ! -s "$scratch/others" ] || fail "$profile: options make another kernel: $(head -n 1 "$scratch/others")"
done
# Twelve variants of all builds are at most 120,000 bytes, of each interface that lists macros; a profile is of every second share.
number=0
for profile in cpu nvidia-ampere nvidia-hopper; do
    number=$((number + 1))
    if in_share $number || in_share $((number + 3)); then profiles+=" $profile"; fi
done
for interface in $(grep -l '"macros"' "$srcdir/data/interfaces/"*.json); do
    interface=$(basename "$interface" .json)
    for profile in $profiles; do
        most=120000
        "$gen" --for "$profile" --interface "$interface" --variants 12 -o "$scratch/many.cl" 2>"$scratch/said" || fail "--for $profile --interface $interface --variants 12: $(cat "$scratch/said")"
        [ "$(grep -c '^#define [A-Z]*_KERNEL ' "$scratch/many.cl")" -ge 12 ] && [ "$(wc -c <"$scratch/many.cl")" -le $most ] ||
            fail "$interface, $profile: $(wc -c <"$scratch/many.cl") bytes"
    done
done
write

# Settings of a file; the text as a string.
says 0 'The host takes Xgemv from the same text' --variants 2
printf 'MWG=16,NWG=16,MDIMC=4,NDIMC=4\n\n# as it was tuned\nMWG=32,NWG=16,KWG=16,MDIMC=8,NDIMC=4\r\n' >"$scratch/list.txt"
says 0 '#elif MWG == 32 && NWG == 16 && MDIMC == 8 && NDIMC == 4 && KWG % 16 == 0' --variants "$scratch/list.txt"
[ "$(grep -c '^void XgemmBatched(' "$scratch/out")" = 4 ] || fail 'a list of two settings'
says 0 'R"clgemm(' --variants 1 --wrap raw-string
# A profile of tune has the settings of its winners; where none is asked for, a launch is one that the file's values and rules allow.
printf '{"shapes": [{"m": 8, "host": {"MWG": 16, "NWG": 16, "KWG": 32, "MDIMC": 4, "NDIMC": 4}}, {"m": 9, "host": {"MWG": 16, "NWG": 16, "KWG": 32, "MDIMC": 4, "NDIMC": 4}}, {"m": 7}]}' >"$scratch/tuned.json"
says 0 'MWG == 16 && NWG == 16 && MDIMC == 4 && NDIMC == 4 && KWG % 32 == 0' --variants "$scratch/tuned.json"
[ "$(grep -c '^void XgemmBatched(' "$scratch/out")" = 2 ] || fail 'a setting of two shapes'
sed 's/{"MWG": 16, "NWG": 16, "KWG": 32/{"PRECISION_STORAGE": 16, "MWG": 16, "NWG": 16, "KWG": 32/g' "$scratch/tuned.json" >"$scratch/of_halves.json"
says 0 'MWG == 16 && NWG == 16 && MDIMC == 4 && NDIMC == 4 && KWG % 32 == 0' --variants "$scratch/of_halves.json"
[ "$(grep -c '^void XgemmBatched(' "$scratch/out")" = 2 ] || fail 'a setting that was tuned for a build'
# On a CPU a text holds the kernel that the interface has where nobody says a setting.
macros=$("$gen" --interface "$scratch/host.json" --for cpu | sed -n 's/^ \* Build with -DMWG=\([0-9]*\) -DNWG=\([0-9]*\) .* -DMDIMC=\([0-9]*\) -DNDIMC=\([0-9]*\)\.$/MWG = \1, NWG = \2, MDIMC = \3, NDIMC = \4/p')
says 0 "2: ${macros:-none}" --for cpu --variants 2
says 1 'there is none' --variants <(echo '{}')
printf '{"shapes": [{"m": 7},\n{"m": 8, "host": {"MWG": 16, "NWG": 12, "NDIMC": 8}}]}' >"$scratch/tuned.json"
says 4 'tuned.json: shapes[1]: --setting' --variants "$scratch/tuned.json"
printf '{"shapes": [{"m": 8, "host": {"MWG": 16.5, "NWG": 16}}]}' >"$scratch/tuned.json"
says 1 'tuned.json: shapes[0]: host.MWG must be a whole number' --variants "$scratch/tuned.json"
says 0 'Build with -DMWG=16 -DNWG=32 -DKWG=16 -DMDIMC=4 -DNDIMC=8' --family register --tile 4x4 --wg 8x4 --tile-k 4
says 4 'no setting of interface' --family register --tile 5x4 --wg 8x4
says 4 'has the multiples of K that the kernel needs' --family local --tile 4x4 --wg 8x4 --tile-k 64
printf 'MWG=16,NWG=12,MDIMC=4,NDIMC=8\n' >>"$scratch/list.txt"
says 4 "list.txt:5: --setting" --variants "$scratch/list.txt"
"$gen" --interface "$scratch/host.json" --variants 1 -o "$scratch/k.cl" --depfile "$scratch/k.d" && grep -q 'host.json' "$scratch/k.d" && grep -q 'other.json' "$scratch/k.d" || fail 'the depfile lacks an interface'

# A file of one build, without macros: what it requires is tested too.
text=$scratch/plain.cl
printf 'MWG=16,NWG=16,MDIMC=4,NDIMC=4,KWG=8\n' >"$scratch/list.txt"
printf '%s"require": "PRECISION_STORAGE == 32 || !defined(PRECISION_STORAGE)"}\n' "$whole" >"$scratch/host.json"
"$gen" --interface "$scratch/host.json" --variants "$scratch/list.txt" -o "$text" || fail 'a list for a file without macros'
setting='-DMWG=16 -DNWG=16 -DMDIMC=4 -DNDIMC=4 -DKWG=32'
# shellcheck disable=SC2086
[ "$(built $setting; built $setting -DPRECISION_STORAGE=16; built ${setting/32/12})" = $'1\n0\n0' ] 2>/dev/null || fail 'what a file requires'

# Where the program builds the text for another kernel, there is none and nothing is checked; launches by formulas are those of warps, whose work-items are
# shared out so that they read little.
"$gen" --print interface katago_hgemm_wmma >"$scratch/host.json"
text=$scratch/warps.cl
says 0 'MWAVE / MWARP * 32 == 32 && NWAVE / NWARP == 1 && KWG % 16 == 0' --for nvidia-hopper --variants 3
cp "$scratch/out" "$text"
[ "$(grep -c 'mma.sync' "$text")" -gt 0 ] || fail 'the warps of a host have no matrix engine'
[ "$(cc -E -P -x c -w "$text" 2>"$scratch/said" | grep -c .)" = 0 ] && [ ! -s "$scratch/said" ] || fail 'a text that is built for another kernel is not silent'
says 0 'hgemmWmmaBatched' --for nvidia-hopper --family matrix --wg 8x4 --tile 2x4
exit $failed
