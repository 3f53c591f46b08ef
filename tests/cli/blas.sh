# Read by tests of examples/08-blas: `library FOLDER TYPES OPTION...` builds the library there with this build's clgemm-gen, and sets $library.
gen=${CLGEMM_GEN:-./clgemm-gen}
gen=$(cd "$(dirname "$gen")" && pwd)/$(basename "$gen")
source=$(cd "${srcdir:-.}" && pwd)
. "$source/tests/lacking.sh"
CC=${CC:-cc}
scratch=$(mktemp -d) || exit 99
trap 'rm -rf "$scratch"' EXIT
failed=0
fault() {
    echo "failed: $1"
    failed=1
}

if ! echo '#include <CL/cl.h>' | $CC -E -DCL_TARGET_OPENCL_VERSION=120 - >/dev/null 2>&1; then
    lacking 'there is no CL/cl.h (Debian: opencl-headers)'
fi

# No sanitizers: the programs that load it have none.
library() {
    local folder=$scratch/$1 types=$2
    shift 2
    cp -R "$source/examples/08-blas" "$folder" && chmod -R u+w "$folder"
    # As where pkg-config knows nothing.
    PATH=$(dirname "$gen"):$PATH ${MAKE:-make} -s -C "$folder" CC="$CC" CFLAGS='-O0 -Wall -Wextra -Werror' PKG_CONFIG=false TYPES="$types" "$@" >"$scratch/make" 2>&1 ||
        { cat "$scratch/make"; echo "failed: make in examples/08-blas"; exit 1; }
    library=$folder/libclgemm_blas.so
}

# on_device COMMAND...: runs it with the library loaded before others. Sets $products, calculated on the device; those passed on to another
# library are a fault. Its output is in $scratch/output.
on_device() {
    CLGEMM_BLAS_REPORT=1 LD_PRELOAD=$library "$@" >"$scratch/output" 2>"$scratch/said"
    local code=$?
    if grep -q '^clgemm-blas: .* on no device' "$scratch/said"; then
        lacking 'no OpenCL device: the library was built and not run'
    fi
    products=$(sed -n 's/^clgemm-blas: \([0-9]*\) products on .*, 0 passed on$/\1/p' "$scratch/said")
    [ "$code" = 0 ] && [ "${products:-0}" -gt 0 ] || fault "$*: exit code $code: $(tail -n 5 "$scratch/said")"
}
