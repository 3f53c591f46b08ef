# Read by apart-*.sh: `check_apart PLATFORM` compares the bits of products with blocks whose parts lie apart to those of blocks together.
. "${srcdir:-.}/tests/device/common.sh"

check_apart() {
    "${MAKE:-make}" -s -C "$builddir" tests/device/apart >"$scratch/output" 2>&1 || fault "tests/device/apart does not build: $(cat "$scratch/output")"
    if "$builddir/tests/device/apart" "$1" </dev/null; then passed=$((passed + 1)); else failed=$((failed + 1)); fi
}
