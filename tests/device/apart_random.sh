# Read by apart_random-*.sh: `check_random_apart PLATFORM` compares the bits of products with blocks whose parts lie apart to those of blocks together, of
# random requests of all families that read blocks, with steps that decode them, too, run by the Python package. CLGEMM_APART is the number of requests
# (12), CLGEMM_SEED where they start (the number of the share).
. "${srcdir:-.}/tests/device/common.sh"

check_random_apart() {
    export CLGEMM_LIBRARY=$builddir/.libs/libclgemm.so.0 PYTHONPATH=$srcdir/python PYTHONDONTWRITEBYTECODE=1 PYOPENCL_NO_CACHE=1
    [ -e "$CLGEMM_LIBRARY" ] || lacking 'there is no libclgemm.so.0 of this build; configure without --disable-shared builds it'
    local seed=${CLGEMM_SEED:-${share%/*}} python=
    [ "$seed" = all ] && seed=6
    for python in "${PYTHON:-python3}" python3 /usr/bin/python3 ''; do
        "$python" -c 'import numpy, pyopencl' 2>/dev/null && break
    done
    [ "$python" ] || lacking 'no Python has numpy and pyopencl (Debian: python3-numpy, python3-pyopencl)'
    if "$python" -W ignore "$srcdir/tests/device/apart.py" "$1" "$seed" "${CLGEMM_APART:-12}" </dev/null; then passed=$((passed + 1)); else failed=$((failed + 1)); fi
}
