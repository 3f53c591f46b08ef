#!/bin/bash
# The checker must find every mistake: breaks one line of a template, or of an emitted kernel, at a time (breaks.sh),
# and checks what comes out. A kernel that passes all the same fails this test, as does an edit that changes nothing.
. "${srcdir:-.}/tests/device/common.sh"
need_device pocl

# checks DEVICE MANIFEST: sets $code to what the check on DEVICE ends with. Oclgrind's messages count as wrong, 6.
checks() {
    case $1 in
    pocl | intel)
        local words=$pocl
        if [ "$1" = intel ]; then words=$intel; fi
        # shellcheck disable=SC2086
        "$CLGEMM_BENCH" check $words "$2" --edited --sizes edge --trials 1 >"$scratch/output" 2>&1 </dev/null
        code=$?
        ;;
    oclgrind)
        under_oclgrind buffer "$2" --edited -M 9 -N 11 -K 17
        if [ "$code" = 0 ] && [ -s "$scratch/messages" ]; then code=6; fi
        ;;
    esac
}

# has DEVICE: whether it is here. PoCL always is.
has() {
    case $1 in
    intel) grep -q 'platform  *Intel(R) OpenCL$' "$scratch/devices" ;;
    oclgrind) command -v oclgrind >/dev/null ;;
    esac
}

if [ -n "${CLGEMM_ALL_DEVICES:-}" ]; then
    need_device intel
    need_oclgrind
fi

# emit FOLDER OPTION...: kernel and manifest in $scratch/FOLDER/.
emit() {
    local folder=$scratch/$1
    shift
    rm -rf "$folder"
    "$CLGEMM_GEN" "$@" --name broken --emit cl,json -o "$folder/" 2>"$scratch/said" </dev/null
}

# whole DEVICE OPTION...: the kernel with nothing broken passes, looked at once for each DEVICE and request.
whole() {
    local device=$1 words="$*"
    shift
    emit whole "$@" || return 1
    grep -q -F -x -e "$words" "$scratch/passing" 2>/dev/null && return
    checks "$device" "$scratch/whole/broken.json"
    [ "$code" = 0 ] || return 1
    echo "$words" >>"$scratch/passing"
}

# caught WHAT DEVICE: the broken kernel in $scratch/broken/ is found to be wrong.
caught() {
    if cmp -s "$scratch/whole/broken.cl" "$scratch/broken/broken.cl"; then
        fault "the edit does not reach the kernel: $1"
        return
    fi
    checks "$2" "$scratch/broken/broken.json"
    if [ "$code" = 6 ]; then
        passed=$((passed + 1))
    else
        fault "not found on $2 (exit code $code): $1"
        head -n 5 "$scratch/output" | cut -c 1-300
    fi
}

# template DEVICE FILE EDIT OPTION...: sed EDIT on templates/FILE.mustache, or on the table FILE, then the kernel of
# OPTION...
template() {
    local device=$1 file=$2 edit=$3 what
    shift 3
    case $file in *.pieces) ;; *) file=$file.mustache ;; esac
    what="$file: $edit: $*"
    if [ "$device" != pocl ] && ! has "$device"; then
        skipped=$((skipped + 1))
        return
    fi
    rm -rf "$scratch/templates"
    cp -R "$srcdir/templates" "$scratch/templates"
    chmod -R u+w "$scratch/templates"
    sed -E "$edit" "$srcdir/templates/$file" >"$scratch/templates/$file"
    if cmp -s "$srcdir/templates/$file" "$scratch/templates/$file"; then
        fault "the edit changes nothing: $what"
    elif ! whole "$device" "$@"; then
        fault "wrong without the edit: $what"
    elif ! emit broken "$@" --template-dir "$scratch/templates"; then
        fault "$(cat "$scratch/said"): $what"
    else
        caught "$what" "$device"
    fi
}

# emitted DEVICE EDIT OPTION...: sed EDIT on the kernel of OPTION..., for what the generator composes itself.
emitted() {
    local device=$1 edit=$2 what
    shift 2
    what="$edit: $*"
    if [ "$device" != pocl ] && ! has "$device"; then
        skipped=$((skipped + 1))
        return
    fi
    if ! whole "$device" "$@"; then
        fault "wrong without the edit: $what"
        return
    fi
    emit broken "$@"
    sed -E "$edit" "$scratch/whole/broken.cl" >"$scratch/broken/broken.cl"
    caught "$what" "$device"
}

. "$srcdir/tests/mutation/breaks.sh"
finish
