#!/bin/bash
# The checker must find every mistake: breaks one line of a template, or of an emitted kernel, at a time (breaks.sh),
# and checks what comes out. A kernel that passes all the same fails this test, as does an edit that changes nothing.
# Made are those of this run's share, and those that the last change reaches.
# All kernels are made first: a process that checks many is done long before many processes are. PoCL optimises none of them, which
# takes most of its time (above 30 s: 150 broken kernels are compiled, and as they should be): mistakes are in the text, and the whole kernels are checked as they are by the tests of requests and presets.
. "${srcdir:-.}/tests/device/common.sh"
. "$srcdir/tests/mutation/verdicts.sh"
export POCL_EXTRA_BUILD_FLAGS=-cl-opt-disable
need_device pocl
if [ -n "${CLGEMM_ALL_DEVICES:-}" ]; then
    need_device intel
    need_oclgrind
fi
number=0
made=0
declare -a what    # what was done to the kernel of each number
declare -a whole   # the number of the whole kernel with the same options
declare -A numbers # the first number of a device and options
declare -A changed # whether their kernel differs from the commit before

# has DEVICE: whether it is here. PoCL always is.
has() {
    case $1 in
    pocl) ;;
    intel) grep -q 'platform  *Intel(R) OpenCL$' "$scratch/devices" ;;
    oclgrind) command -v oclgrind >/dev/null ;;
    esac
}

# make_kernel FOLDER OPTION...: the kernel of this number.
make_kernel() {
    "$CLGEMM_GEN" "${@:2}" --name "k$number" --emit cl,json -o "$scratch/$1/" 2>"$scratch/said" </dev/null && return
    fault "$(cat "$scratch/said"): ${what[number]}"
    return 1
}

# begin DEVICE WHAT OPTION...: takes the next number for WHAT, and makes the kernel with nothing broken. Fails where there is nothing
# to do: it is of another share, and the kernel is that of the commit before.
begin() {
    if ! has "$1"; then
        skipped=$((skipped + 1))
        return 1
    fi
    number=$((number + 1))
    what[number]="$2: ${*:3}"
    if in_share "$number"; then
        make_kernel whole "${@:3}"
    else
        [ -n "$parent" ] && make_kernel whole "${@:3}" && is_changed "$1 ${*:3}"
    fi
}

# is_changed WORDS: whether the whole kernel of this number, of the device and options WORDS, differs from the commit before.
is_changed() {
    if [ -z "${changed[$1]:-}" ]; then
        changed[$1]=no
        if kernels=$scratch/whole differs "k$number"; then changed[$1]=yes; fi
    fi
    [ "${changed[$1]}" = yes ]
}

# end DEVICE OPTION...: the kernel of this number is broken, and is to be found wrong. The one with nothing broken is checked once for
# a device and options.
end() {
    local words="$*"
    if cmp -s "$scratch/whole/k$number.cl" "$scratch/broken/k$number.cl"; then
        fault "the edit does not reach the kernel: ${what[number]}"
        return
    fi
    made=$((made + 1))
    if [ -z "${numbers[$words]:-}" ]; then
        numbers[$words]=$number
        mv "$scratch/whole/k$number.json" "$scratch/whole/w$number.json"
        echo "$scratch/whole/w$number.json" >>"$scratch/$1"
    fi
    whole[number]=${numbers[$words]}
    echo "$scratch/broken/k$number.json" >>"$scratch/$1"
    echo "$1 $number" >>"$scratch/broken/all"
}

# template DEVICE FILE EDIT OPTION...: sed EDIT on templates/FILE.mustache, or on the table FILE, then the kernel of
# OPTION...
template() {
    local device=$1 file=$2 edit=$3
    shift 3
    case $file in *.pieces) ;; *) file=$file.mustache ;; esac
    begin "$device" "$file: $edit" "$@" || return
    rm -rf "$scratch/templates"
    mkdir -p "$(dirname "$scratch/templates/$file")"
    sed -E "$edit" "$srcdir/templates/$file" >"$scratch/templates/$file"
    if cmp -s "$srcdir/templates/$file" "$scratch/templates/$file"; then
        fault "the edit changes nothing: ${what[number]}"
    elif make_kernel broken "$@" --template-dir "$scratch/templates"; then
        end "$device" "$@"
    fi
}

# emitted DEVICE EDIT OPTION...: sed EDIT on the kernel of OPTION..., for what the generator composes itself.
emitted() {
    local device=$1 edit=$2
    shift 2
    begin "$device" "$edit" "$@" && make_kernel broken "$@" || return
    sed -E "$edit" "$scratch/whole/k$number.cl" >"$scratch/broken/k$number.cl"
    end "$device" "$@"
}

mkdir "$scratch/broken"
parent=$("$BASH" "$srcdir/tests/parent.sh")
. "$srcdir/tests/mutation/breaks.sh"
for device in pocl intel oclgrind; do
    if [ -f "$scratch/$device" ]; then verdicts_of "$device"; fi
done
while read -r device number; do
    if [ "$(code_of "$device" "w${whole[number]}")" != 0 ]; then
        fault "wrong without the edit: ${what[number]}"
    elif [ "$(code_of "$device" "k$number")" != 6 ]; then
        code=$(code_of "$device" "k$number")
        fault "not found on $device (exit code ${code:-of a crash}): ${what[number]}"
    else
        passed=$((passed + 1))
    fi
done <"$scratch/broken/all"
echo "$made of ${#what[@]} broken kernels are made"
finish
