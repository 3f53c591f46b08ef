# Read by tests of emitted launchers: `emit NAME OPTION...` emits a header and a launcher; `compile` compiles all of them, in C and
# C++, without a warning, each alone and all in one source; `multiply SOURCE...` builds the host program main.c (launcher_device.h),
# with other sources of it, and runs it.
gen=${CLGEMM_GEN:-./clgemm-gen}
gen=$(cd "$(dirname "$gen")" && pwd)/$(basename "$gen")
own=$(cd "${srcdir:-.}/tests/cli" && pwd)
. "${srcdir:-.}/tests/lacking.sh"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 99
failed=0
names=
fail() {
    printf 'failed: %s\n' "$1"
    failed=1
}
CC=${CC:-cc}
# What is tested here is the host's part, and PoCL needs most of its time to optimise kernels.
export POCL_EXTRA_BUILD_FLAGS=-cl-opt-disable
# PoCL lets a buffer have a fourth of this many GB.
export POCL_MEMORY_LIMIT=16
strict='-Wall -Wextra -Wshadow -pedantic -Werror -DCL_TARGET_OPENCL_VERSION=120'

if ! echo '#include <CL/cl.h>' | $CC -E -DCL_TARGET_OPENCL_VERSION=120 - >/dev/null 2>&1; then
    lacking 'there is no CL/cl.h (Debian: opencl-headers)'
fi

artifacts=header,launcher
emit() {
    local layout='--layout row'
    case "$*" in *'--chain attention'* | *--product*) layout= ;; esac # they say how operands lie
    names="$names $1"
    # shellcheck disable=SC2086
    "$gen" --name "$1" $layout --emit "$artifacts" -o ./ "${@:2}" || fail "emit $*"
}

# narrow NAME...: launchers whose heads have no long formula stay in 100 columns.
narrow() {
    local name
    for name; do
        awk -v name="$name" 'length > 100 && !/Made by/ { print name "_launch.h: " $0; wide = 1 } END { exit wide }' \
            "${name}_launch.h" || fail 'a line of more than 100 columns'
    done
}

compile() {
    local name other standard
    # Each launcher includes the header of its kernel.
    # shellcheck disable=SC2086
    printf '#include "%s_launch.h"\n' $names >all_launch.h
    for name in $names all; do
        printf '#include "%s_launch.h"\nextern int none;\n' "$name" >launcher.c
        cp launcher.c launcher.cc
        for other in "$CC" gcc clang; do
            command -v ${other%% *} >/dev/null || continue
            case $other in clang*) conditional=-Wconditional-uninitialized ;; *) conditional= ;; esac
            $other -std=c11 $strict -Wconversion -Wcast-qual $conditional -c launcher.c -o launcher.o || fail "${name}_launch.h by $other"
        done
        if command -v g++ >/dev/null; then
            g++ -std=c++11 $strict -Wold-style-cast -Wcast-qual -Wconversion -c launcher.cc -o launcher.o || fail "${name}_launch.h as C++"
        fi
    done
    # The last one was all of them.
    for other in g++ clang++; do
        command -v $other >/dev/null || continue
        for standard in c++11 c++20; do
            $other -std=$standard $strict -Wold-style-cast -Wcast-qual -Wconversion -c launcher.cc -o launcher.o || fail "all launchers as $standard by $other"
        done
    done
}

# No sanitizers: drivers are loaded in ways that they do not bear.
multiply() {
    if ! $CC -std=c11 -g -Wall -Wextra -Werror -DCL_TARGET_OPENCL_VERSION=120 "-I$own" main.c "$@" -o multiply -lOpenCL -lm; then
        fail 'the host program does not build'
        exit 1
    fi
    ./multiply
    case $? in
    0) ;;
    77)
        [ "$failed" != 0 ] || lacking 'no OpenCL device: emitted launchers were compiled and not run'
        ;;
    *) fail 'the host program' ;;
    esac
    exit $failed
}
