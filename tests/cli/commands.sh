# Read by the tests that run what a page shows: $scratch, the programs on the PATH, and
#   run_commands NAME     runs the commands on standard input, a line each, in the folder $scratch/NAME
#   finish_commands       ends the test
# Each must succeed; one with --why-not shows a refusal, and its exit status must be 4.
# Lines that need clgemm-bench are left out where it was not built, where no PoCL is there to run it, or, if
# they compile for other devices, where no compiler for any of them is; and so are those that read what such a line writes. So are programs
# of OpenCL where they cannot be compiled or run.
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export PATH=$builddir:$PATH
# No speed is looked at: PoCL needs most of its time to optimise kernels.
export POCL_EXTRA_BUILD_FLAGS=-cl-opt-disable
failed=0
ran=0
left_out=0

# The lines of ```sh blocks. Set-up lines are left out, by their first word: ./quickstart, ./bootstrap,
# ./configure, make.
markdown_commands() {
    sed -n '/^```sh$/,/^```$/p' "$1" | grep -v -E '^(```|#|$)' |
        grep -v -E '^(\./quickstart|\./bootstrap|\./configure|make)( |$)'
}

has_pocl() {
    [ -n "$CLGEMM_BENCH" ] && "$CLGEMM_BENCH" devices 2>/dev/null | grep -q 'Portable Computing Language'
}

if has_pocl; then pocl=yes; else pocl=no; fi
# What clgemm-bench offline compiles with: the packages intel-opencl-icd, clang-15, libclc-15, rocm-device-libs.
if command -v ocloc || { command -v clang-15 && { [ -e /usr/lib/clc ] || ls -d /usr/lib/*/amdgcn/bitcode; }; }; then
    compilers=yes
else
    compilers=no
fi >/dev/null 2>&1

# Programs for a device are compiled and run where one, OpenCL's headers and a compiler are here.
if [ $pocl = yes ] && echo '#include <CL/cl.h>' | cc -DCL_TARGET_OPENCL_VERSION=120 -E -; then opencl=yes; else opencl=no; fi >/dev/null 2>&1

# lacks_file COMMAND: it reads a file of this folder that is not there.
lacks_file() {
    local word
    for word in $1; do
        case $word in ./*.json) [ -e "$word" ] || return 0 ;; esac
    done
    return 1
}

run_commands() {
    local folder=$scratch/$1 command wanted
    mkdir -p "$folder" && cd "$folder" || exit 99
    while IFS= read -r command; do
        case pocl-$pocl,compilers-$compilers,opencl-$opencl,$command in
            pocl-no,*clgemm-bench* | *,compilers-no,*clgemm-bench\ offline* | *,opencl-no,cc\ * | *,opencl-no,./*)
                left_out=$((left_out + 1))
                continue
                ;;
        esac
        if [ "$left_out" != 0 ] && lacks_file "$command"; then
            left_out=$((left_out + 1))
            continue
        fi
        ran=$((ran + 1))
        case $command in *--why-not*) wanted=4 ;; *) wanted=0 ;; esac
        bash -o pipefail -c "$command" >"$scratch/output" 2>&1 </dev/null
        if [ $? != $wanted ]; then
            printf 'failed in %s: %s\n' "$1" "$command"
            tail -n 20 "$scratch/output"
            failed=1
        fi
    done
    echo "$1: $ran commands run, $left_out left out, so far"
}

finish_commands() {
    if [ "$ran" = 0 ]; then
        echo 'no command was found'
        exit 1
    fi
    if [ "$left_out" != 0 ] && [ -n "$CLGEMM_ALL_DEVICES" ]; then
        echo 'commands were left out for want of PoCL or a compiler of other devices, which CLGEMM_ALL_DEVICES requires'
        exit 1
    fi
    exit $failed
}
