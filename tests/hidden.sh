#!/bin/bash
# The tests pass, or are skipped with what is missing, whatever tools and devices are here: each is hidden in turn, without being
# root, and the tests that it concerns are run; and with each profile that a CPU may have.
# Above 30 s: for each that is hidden several tests run whole.
# Use: hidden.sh            the quick ones, as a test: a share of them, by tests/share.sh
#      hidden.sh all        every test that each concerns
#      hidden.sh NAME...    every test that these concern
# Test: long
# shellcheck disable=SC2154 # srcdir, builddir, scratch
. "$srcdir/tests/lacking.sh"
unset CLGEMM_ALL_DEVICES
scratch=$(mktemp -d) || exit 99
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/empty"
failed=0
runs=0

# What is hidden; the tests that it concerns, as those whose text matches; what a test that is skipped for it says; and those of
# the tests that are quick.
rows=(
    'clang;clang|offline;clang;tests/format.sh tests/ranges.sh'
    'ocloc;offline;ocloc;'
    'cuda;offline|ptxas;CUDA;'
    'libclc;offline;libclc;'
    'rocm;offline;ROCm|rocm;'
    'fresh;offline;compiler;tests/harness/offline.sh'
    'g++;g\+\+;g\+\+;'
    'clang-format;clang-format;clang-format;tests/format.sh'
    'python;python;python3;tests/measures.sh tests/cli/pages.sh tests/cli/schema.sh tests/harness/faults.sh tests/harness/t4.sh'
    'jsonschema;jsonschema;jsonschema;tests/cli/schema.sh tests/harness/t4.sh'
    'numpy;numpy;numpy;'
    'scipy;scipy;scipy;'
    'pyopencl;pyopencl;pyopencl;'
    'mpirun;mpirun;mpirun|without MPI;tests/harness/mpi.sh'
    'chromium;chromium;chromium;tests/harness/report_chromium.sh tests/harness/report_pages.sh'
    'git;git ;git;'
    'autoconf;autoreconf;autoreconf;'
    'cmake;cmake;cmake;'
    'ninja;ninja;ninja;'
    'meson;meson;meson;'
    'zsh;zsh;zsh;'
    'fish;fish;fish;'
    'headers;CL/cl\.h|cli/blas|cli/launchers;CL/cl\.h;'
    'clblast;clblast;CLBlast;'
    'netlib;netlib;libblas-test;tests/cli/netlib.sh'
    'harness;commands.sh;clgemm-bench;'
    'devices;CLGEMM_BENCH|commands.sh|harness/common.sh|CL/cl.h|cli/blas|cli/launchers|pyopencl;device;'
    'pocl;CLGEMM_BENCH|commands.sh|harness/common.sh|CL/cl.h|cli/blas|cli/launchers|pyopencl;device|PoCL;'
    'intel;CLGEMM_BENCH|commands.sh|harness/common.sh|CL/cl.h|cli/blas|cli/launchers;device|Intel;'
    'generic;need_device|commands.sh|CL/cl.h;-;tests/harness/peak.sh'
    'cpu-generic;need_device|commands.sh|CL/cl.h;-;tests/harness/peak.sh'
    'cpu;need_device|commands.sh|CL/cl.h;-;'
    'cpu-avx512;need_device|commands.sh|CL/cl.h;-;'
)

# ---------------------------------------------------------------- ways to hide
# Each changes the environment of the tests that follow. What runs them comes first in the array `within`.
within=()

# cannot SENTENCE: nothing is hidden, for this reason.
cannot() {
    echo "$name: not hidden: $1"
    exit 0
}

# without NAME...: no programs of these names (patterns) are in the PATH, which becomes a folder of links to all others.
without() {
    local folder pattern found=no
    local -a folders
    for pattern; do
        if [ -n "$(IFS=:; find -L $PATH -maxdepth 1 -name "$pattern" 2>/dev/null | head -n 1)" ]; then found=yes; fi
    done
    [ $found = yes ] || cannot 'it is not here anyway'
    mkdir "$scratch/$name.path"
    IFS=: read -r -a folders <<<"$PATH"
    # The first folder of the PATH that has a name has it.
    for ((i = ${#folders[@]} - 1; i >= 0; i--)); do
        folder=$(realpath "${folders[i]}") && find "$folder" -mindepth 1 -maxdepth 1 -exec ln -sf -t "$scratch/$name.path" {} +
    done
    for pattern; do rm -f "$scratch/$name.path"/$pattern; done
    export PATH=$scratch/$name.path
}

# away FOLDER...: they are empty; for that the tests run in a mount namespace of their own.
away() {
    local folder
    local -a there=() own=(unshare --mount)
    for folder; do
        if [ -d "$folder" ]; then there+=("$folder"); fi
    done
    [ ${#there[@]} != 0 ] || cannot 'it is not here anyway'
    [ "$(id -u)" = 0 ] || own=(unshare --map-root-user --mount)
    "${own[@]}" mount -t tmpfs none "${there[0]}" 2>/dev/null || cannot 'no mount namespace can be made here'
    within+=("${own[@]}" "$BASH" -c 'for folder in '"${there[*]@Q}"'; do mount -t tmpfs none "$folder" || exit 99; done; exec "$@"' -)
}

# drivers PATTERN: only those OpenCL drivers are registered whose file does not match.
drivers() {
    local file found=no vendors=${OCL_ICD_VENDORS:-/etc/OpenCL/vendors}
    mkdir "$scratch/$name.vendors"
    for file in "$vendors"/*.icd; do
        if grep -q -i -e "$1" "$file" /dev/null; then found=yes; else cp "$file" "$scratch/$name.vendors"; fi
    done 2>/dev/null
    [ $found = yes ] || cannot 'it is not here anyway'
    export OCL_ICD_VENDORS=$scratch/$name.vendors
}

# profile FLOATS [LIBRARY]: devices tell a native vector of so many floats; PoCL generates no code beyond that of the library.
profile() {
    [ -n "$CLGEMM_BENCH" ] || cannot 'there is no clgemm-bench'
    $CC -shared -fPIC -DCL_TARGET_OPENCL_VERSION=300 -o "$scratch/$name.so" "$srcdir/tests/hidden/profile_layer.c" 2>/dev/null ||
        cannot 'no layer of the OpenCL loader can be built here (Debian: opencl-headers)'
    "$CLGEMM_BENCH" devices -t cpu >"$scratch/devices" 2>&1 || cannot 'there is no OpenCL device that is a CPU'
    ! grep -q "^  profile  *$name\$" "$scratch/devices" || cannot 'it is the profile of the CPU that is here'
    export OPENCL_LAYERS=$scratch/$name.so CLGEMM_VECTOR_WIDTH=$1
    "$CLGEMM_BENCH" devices -t cpu >"$scratch/devices" 2>&1
    grep -q "^  profile  *$name\$" "$scratch/devices" || cannot 'the OpenCL loader knows no layers'
    if [ -n "${2:-}" ]; then export POCL_KERNELLIB_NAME=$2 POCL_CACHE_DIR=$POCL_CACHE_DIR-$2; fi
    mkdir -p "$POCL_CACHE_DIR"
}

# host_width: floats of the vectors that this machine's code can have.
host_width() {
    case $(grep -m 1 '^flags' /proc/cpuinfo 2>/dev/null) in
        *avx512f*) echo 16 ;;
        *avx2*) echo 8 ;;
        *) echo 4 ;;
    esac
}

hide() {
    case $1 in
        clang) without clang 'clang-[0-9]*' 'clang++*' ;;
        ocloc) without 'ocloc*' ;;
        cuda) without ptxas nvdisasm cuobjdump nvcc ;;
        libclc) away /usr/lib/clc /usr/share/clc /usr/local/share/clc ;;
        rocm) away /usr/lib/*/amdgcn /usr/lib/amdgcn /opt/rocm ;;
        # A machine that has clang for its own sake, and nothing of what offline compiles with.
        fresh) without 'ocloc*' ptxas nvdisasm cuobjdump nvcc && away /usr/lib/clc /usr/share/clc /usr/lib/*/amdgcn /opt/rocm ;;
        g++) without 'g++*' 'c++*' 'clang++*' ;;
        clang-format) without 'clang-format*' ;;
        python) without 'python*' && export PYTHON=python3 ;;
        jsonschema | numpy | scipy | pyopencl)
            mkdir "$scratch/$1.modules"
            echo 'raise ImportError("hidden")' >"$scratch/$1.modules/$1.py"
            export PYTHONPATH=$scratch/$1.modules
            ;;
        chromium) without 'chromium*' ;;
        mpirun) without 'mpirun*' 'mpiexec*' ;;
        git | cmake | meson | zsh | fish) without "$1" ;;
        ninja) without ninja samu ;;
        autoconf) without 'autoconf*' 'autoreconf*' 'automake*' 'aclocal*' 'libtoolize*' ;;
        headers) away /usr/include/CL ;;
        netlib) away /usr/lib/*/blas /usr/lib/blas ;;
        # A file that is no library, found before the real one.
        clblast) echo >"$scratch/libclblast.so.1" && cp "$scratch/libclblast.so.1" "$scratch/libclblast.so" &&
            export LD_LIBRARY_PATH=$scratch${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH} ;;
        harness) export CLGEMM_BENCH= ;;
        devices) export OCL_ICD_VENDORS=$scratch/empty ;;
        pocl | intel) drivers "$1" ;;
        generic) profile 2 ;;
        cpu-generic) profile 4 sse2 ;;
        cpu) if [ "$(host_width)" -ge 8 ]; then profile 8 avx2; else profile 8; fi ;;
        cpu-avx512) profile 16 ;;
    esac
}

# ---------------------------------------------------------------- the tests
# try NAME SAYS TEST...: runs tests with something hidden; prints a line for each.
try() {
    local name=$1 says=$2 code line
    shift 2
    hide "$name"
    for test; do
        "${within[@]}" "$BASH" "$srcdir/$test" >"$scratch/log" 2>&1 </dev/null
        code=$?
        line=$(grep -E '^(skipped|not tested)' "$scratch/log" | tail -n 1)
        case $code in
            0) echo "$name: $test passes${line:+; $line}" ;;
            77)
                echo "$name: $test ${line:-is skipped}"
                grep -q -E -e "$says" <<<"$line" && continue
                echo "$name: $test is skipped for another reason, or none"
                failed=1
                ;;
            *)
                echo "$name: $test fails:"
                tail -n 30 "$scratch/log" | cut -c 1-300 | sed 's/^/  > /'
                failed=1
                ;;
        esac
    done
    exit $failed
}

asked=" $* "
. "$srcdir/tests/in_share.sh"
number=0
all=$($MAKE -s --no-print-directory -C "$builddir" list-tests | grep '\.sh$' | grep -v -E '^tests/(device|mutation|hidden|points)')
for row in "${rows[@]}"; do
    IFS=';' read -r name match says quick <<<"$row"
    tests=
    for test in $all; do
        case "$asked, $quick " in
            '  ,'*" $test "*) tests+=" $test" ;;
            *' all '*,* | *" $name "*,*) if grep -q -E -e "$match" "$srcdir/$test"; then tests+=" $test"; fi ;;
        esac
    done
    [ -n "$tests" ] || continue
    number=$((number + 1))
    if [ "$asked" = '  ' ] && ! in_share $number; then continue; fi
    runs=$((runs + 1))
    # shellcheck disable=SC2086
    (try "$name" "$says" $tests) || failed=1
done
[ $runs != 0 ] || { echo "nothing of that name can be hidden:$asked"; exit 1; }
echo "share $share; the same again: CLGEMM_SHARE=$share make check TESTS=tests/hidden.sh"
exit $failed
