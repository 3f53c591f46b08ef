# Read by apart-*.sh: `check_apart PLATFORM` compares the bits of products with blocks whose parts lie apart to those of blocks together.
. "${srcdir:-.}/tests/device/common.sh"

check_apart() {
    if "$builddir/tests/device/apart" "$1" </dev/null; then passed=$((passed + 1)); else failed=$((failed + 1)); fi
}
