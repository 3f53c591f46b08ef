# Read by the tests of kernels for shapes: which kernel a request takes.
. "${srcdir:-.}/tests/apart.sh"
. "${srcdir:-.}/tests/cli/common.sh"

# same FILE OPTIONS: FILE is the kernel of these options.
same() {
    "$gen" ${*:2} 2>/dev/null >"$scratch/wanted"
    [ -s "$scratch/wanted" ] || fail "${*:2} make no kernel"
    alike "$1" "$scratch/wanted" || fail "$1 is not the kernel of ${*:2}"
}

# commands PROFILE TYPE LAYOUT TRANSPOSE: the kernels for shapes; then `command NAME` has the options of one.
commands() {
    rm -rf cpu
    request="--type $2 --layout $3 --transpose $4"
    expect 0 '' "$gen" --for "$1" $request --emit dispatch -o cpu/
    apart cpu
    profile=$1
}
command() { sed -n 's/.*Made by clgemm [0-9.]*: clgemm-gen //p' "cpu/clgemm_$1.cl" | sed "s/ --name [^ ]*//"; }
# takes SIZES NAME: they take this kernel; the rest of the request is that of `commands`.
takes() {
    "$gen" --for "$profile" $request --fixed "$1" --name k >k.cl 2>/dev/null
    [ -e "cpu/clgemm_$2.cl" ] || fail "$profile has no kernel $2 for $request"
    same k.cl $(command "$2") --fixed "$1" --name k
}
