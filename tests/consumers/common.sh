# Read by the tests of other projects' builds: an installed copy of clgemm in a scratch folder, found at another place than it was
# configured for. Gives $root, the folder that stands before the configured prefix, and $installed, its folder of libraries.
. "${srcdir:-.}/tests/cli/common.sh"
. "${srcdir:-.}/tests/consumers/changes.sh"
. "${srcdir:-.}/tests/lacking.sh"
export CFLAGS="-O1 -Wall -Wextra -Werror $SANITIZER_CFLAGS"
unset CLGEMM_GEN CLGEMM_BENCH VERBOSE

install_copy() {
    local pc
    root=$scratch/root
    $MAKE -C "$builddir" install DESTDIR="$root" >"$scratch/output" 2>&1 || { tail -n 30 "$scratch/output"; fail 'make install'; finish; }
    pc=$(find "$root" -name clgemm.pc)
    installed=$(dirname "$(dirname "$pc")")
    gen=$(dirname "$(find "$root" -name clgemm-gen -path '*/bin/*')")/clgemm-gen
    # pkg-config takes places from the file.
    sed -i.configured -E "s|^([a-z_]+)=/|\1=$root/|" "$pc"
    export PKG_CONFIG_PATH=$installed/pkgconfig
    export LD_LIBRARY_PATH=$installed${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
}

# example NAME: the current folder is a copy of the installed example, whose own name has a space.
example() {
    mkdir -p "$scratch/work/a copy"
    cp -R "$(pkg-config --variable=examplesdir clgemm)/$1" "$scratch/work/a copy" && cd "$scratch/work/a copy/$1" || { fail "example $1"; finish; }
    chmod -R u+w .
}

# works COMMAND...: the command succeeds; its output is in $scratch/output.
works() {
    "$@" >"$scratch/output" 2>&1 || { tail -n 30 "$scratch/output"; fail "$system: $*"; }
}

# refuses SENTENCE COMMAND...: the command fails and says so, whatever its lines are broken at.
refuses() {
    if "${@:2}" >"$scratch/output" 2>&1; then
        fail "$system: succeeded: ${*:2}"
    elif ! tr -s '\n ' '  ' <"$scratch/output" | grep -q -F -e "$1"; then
        tail -n 10 "$scratch/output"
        fail "$system: ${*:2} did not say: $1"
    fi
}

# prints WHAT COMMAND...: a line that the command prints matches.
prints() {
    "${@:2}" >"$scratch/output" 2>&1 || fail "$system: ${*:2}"
    grep -q -e "$1" "$scratch/output" || { head -n 5 "$scratch/output"; fail "$system: ${*:2} does not print $1"; }
}
