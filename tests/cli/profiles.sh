#!/bin/bash
# Profiles of the user's, found by their names: which folder, what shows them, what they do not touch.
. "${srcdir:-.}/tests/cli/common.sh"
unset CLGEMM_PROFILES XDG_DATA_HOME
export HOME=$scratch/home
home=$HOME/.local/share/clgemm/profiles data=$scratch/data/clgemm/profiles
mkdir -p "$home" "$data" "$scratch/one" "$scratch/two"

# profile FILE HELP [MEMBERS]
profile() { printf '{"help": "%s", "inherits": "cpu"%s}\n' "$2" "$3" >"$1"; }
profile "$home/mine.json" 'at home' ', "options": {"f32": "--family register --tile 3x5"}'
profile "$data/mine.json" 'of data' ', "options": {"f32": "--family register --tile 5x3"}'
profile "$scratch/one/mine.json" 'of one' ', "options": {"f32": "--family naive"}'
profile "$scratch/two/mine.json" 'of two'
profile "$scratch/two/yours.json" yours ', "measured": false'

# takes TEXT: the kernel of --for mine has it in its command.
takes() {
    expect 0 '' "$gen" --for mine
    grep -q -e "clgemm-gen .*--for mine" "$scratch/output" || fail "the command does not name the profile"
    "$gen" --for mine --dump request | grep -q -e "$1" || fail "--for mine is not that of $1"
}
takes '"3x5"'
expect 0 '' "$gen" --for mine -o kernel.cl --depfile kernel.d
grep -q -F "$home/mine.json" kernel.d || fail 'the make rule lacks the file'
! grep -q -F "$HOME" kernel.cl || fail 'a kernel tells where the home of its user is'
XDG_DATA_HOME=relative takes '"3x5"'
export XDG_DATA_HOME=$scratch/data
takes '"5x3"'
CLGEMM_PROFILES='' takes '"5x3"'
export CLGEMM_PROFILES=:$scratch/none:$scratch/one:$scratch/two
takes '"naive"'

expect 0 '' "$gen" --list profiles
grep -q "^  mine  *of one; $scratch/one/mine.json" "$scratch/output" || fail 'mine is not listed with its file'
[ "$(grep -c '^  mine ' "$scratch/output")" = 1 ] || fail 'a name is listed twice'
grep -q '^  yours  *yours; kernels not measured;' "$scratch/output" || fail 'yours is not listed'
"$gen" --print profile mine | cmp - "$scratch/one/mine.json" || fail '--print profile'
expect 0 '' "$gen" --explain yours
expect 1 'there is no profile yuors; did you mean yours?' "$gen" --for yuors
"$gen" --print bash-completion >completion
got=$(bash -c '. ./completion; PATH=${1%/*}:$PATH COMP_WORDS=("$1" --for yo) COMP_CWORD=2; _clgemm_gen; echo "${COMPREPLY[@]}"' - "$gen")
[ "$got" = yours ] || fail "--for yo is completed to '$got'"

# A profile of a folder inherits by name and by file; a card's name is the user's where there is such a file.
printf '{"inherits": "mine"}' >"$scratch/one/heir.json"
printf '{"inherits": "../two/yours.json"}' >"$scratch/one/rtx4090.json"
expect 0 '' "$gen" --for heir -o kernel.cl --depfile kernel.d
grep -q -F "$scratch/one/mine.json" kernel.d || fail 'what is inherited by name is not that of the folder'
expect 0 '' "$gen" --for rtx4090 -o kernel.cl --depfile kernel.d
grep -q -F 'two/yours.json' kernel.d || fail 'what is inherited by file is not beside the profile'

# The name of a built-in one is that one's; a broken file is its own matter.
profile "$scratch/one/cpu.json" other ', "options": {"f32": "--family naive"}'
expect 0 "note: --for cpu is the built-in profile; $scratch/one/cpu.json has the same name: give it another one, or ask --for $scratch/one/cpu.json" \
    "$gen" --for cpu
cp "$scratch/output" with
CLGEMM_PROFILES=none "$gen" --for cpu | cmp - with || fail '--for cpu is shadowed'
expect 0 "note: $scratch/one/cpu.json: cpu is the name of a built-in profile, which is taken; give the file another one" "$gen" --list profiles
rm "$scratch/one/cpu.json"
echo '{' >"$scratch/one/broken.json"
expect 0 "note: $scratch/one/broken.json: *" "$gen" --list profiles
grep -q '^  yours ' "$scratch/output" || fail 'a broken file hides the others'
expect 0 '' "$gen" --for mine
expect 1 "$scratch/one/broken.json*" "$gen" --for broken
rm "$scratch/one/broken.json"
mkdir "$scratch/one/folder.json"
expect 0 "note: $scratch/one/folder.json: cannot read*" "$gen" --list profiles
finish
