#!/bin/bash
# The Python package: installed by pip into a venv, its tests, an example and the page doc/python.md run with the library of this build; and a wheel
# that holds the library. What needs no device is tested where numpy, pyopencl or a device is lacking.
# Test: long, turn 4
# shellcheck disable=SC2154 # srcdir, builddir
. "$srcdir/tests/lacking.sh"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failed=0
need_python
shared=$builddir/.libs/libclgemm.so.0
[ -e "$shared" ] || lacking 'there is no libclgemm.so.0 of this build; configure without --disable-shared builds it'
[ -z "$SANITIZER_CFLAGS" ] || { echo 'skipped: Python does not load a library with sanitizers'; exit 77; }

# The first Python that has most of what is needed.
python= most=-1
for candidate in "${PYTHON:-python3}" python3 /usr/bin/python3; do
    has=$("$candidate" -c '
import importlib
has = 0
for module in "ensurepip", "setuptools", "wheel", "numpy", "pyopencl":
    try:
        has += bool(importlib.import_module(module))
    except ImportError:
        pass
print(has)' 2>/dev/null) || continue
    if [ "$has" -gt "$most" ]; then python=$candidate most=$has; fi
done

has() {
    "$python" -c "import $1" 2>/dev/null
}
has ensurepip || lacking "$python makes no venv with pip (Debian: python3-venv)"
has setuptools || lacking "$python has no setuptools (Debian: python3-setuptools)"
has wheel || lacking "$python has no wheel (Debian: python3-wheel)"

# A mistake of the package shows without PoCL's optimiser, which takes most of the time.
export POCL_EXTRA_BUILD_FLAGS=-cl-opt-disable
export PYOPENCL_NO_CACHE=1 PYTHONDONTWRITEBYTECODE=1 PIP_DISABLE_PIP_VERSION_CHECK=1
export CLGEMM_SOURCE=$srcdir

# works COMMAND...: it succeeds; its output is in $scratch/output.
works() {
    "$@" >"$scratch/output" 2>&1 </dev/null || {
        tail -n 60 "$scratch/output"
        echo "failed: $*"
        exit 1
    }
}

# What pip builds is written beside the source, so that is a copy. Nothing comes from a network.
cp -R "$srcdir/python" "$scratch/python"
chmod -R u+w "$scratch/python"
cd "$scratch" || exit 99
offline='--no-index --no-build-isolation --no-deps'
export CLGEMM_LIBRARY=$shared
while IFS= read -r command; do
    works bash -c "$command"
done < <(sed -n '/^```sh$/,/^```$/p' "$srcdir/doc/python.md" | grep -v '^```' |
    sed -e "s|^python3 |'$python' |" -e "s|pip install |&$offline |")

# The tests see the package that is installed. Those on a device are left out where it cannot be.
mkdir checks && mv python/tests checks
works env/bin/python -m unittest discover -v -s checks -t checks
grep -q '^OK' "$scratch/output" || { echo 'failed: no test was run'; exit 1; }
cp "$scratch/output" "$scratch/tests"

# The types hold, as far as a checker is here.
if command -v mypy >/dev/null; then
    works mypy --config-file python/pyproject.toml --python-executable env/bin/python python/clgemm
else
    echo 'not tested: annotations; mypy is not installed (Debian: mypy)'
fi

# The wheel that holds the library works where no other is to be found.
(
    unset CLGEMM_LIBRARY
    export CLGEMM_BUNDLE=$shared
    # shellcheck disable=SC2086
    works env/bin/pip wheel $offline -w wheels ./python
    ls wheels/clgemm-*-py3-none-manylinux_*.whl >/dev/null || { ls wheels; echo 'failed: the wheel has another name'; exit 1; }
    # shellcheck disable=SC2086
    works env/bin/pip install $offline --target bundled wheels/*.whl
    unset CLGEMM_BUNDLE
    works env PYTHONPATH=bundled env/bin/python -c '
import clgemm
from clgemm.library import library
print(clgemm.generate(tile=(32, 2), wg=(1, 8)).source, library()._name)'
    grep -q "bundled/clgemm/bundled/.*libclgemm.so.0" "$scratch/output" || { tail -n 1 "$scratch/output"; echo 'failed: another library was loaded'; exit 1; }
) || exit 1

has numpy || lacking "$python has no numpy (Debian: python3-numpy)"
has pyopencl || lacking "$python has no pyopencl (Debian: python3-pyopencl)"
(cd checks && ../env/bin/python -c 'from tests.reference import context; raise SystemExit(context() is None)') ||
    lacking 'there is no OpenCL device (Debian: pocl-opencl-icd)'
if grep ' skipped ' "$scratch/tests"; then
    echo 'failed: these were left out'
    failed=1
fi
works env/bin/python "$srcdir/examples/12-transformer/layer.py"
works env/bin/python -m doctest -o NORMALIZE_WHITESPACE "$srcdir/doc/python.md"

# tools/beside-torch has rows of a list and compares the results.
printf '# a list\nc,a,b,size\nabcd,aebf,dfce,3\nab,ac,cb,8\n' >contractions.csv
works env/bin/python "$srcdir/tools/beside-torch" --with numpy --contractions contractions.csv --rounds 1
grep -q '^y\[d,c,b,a\] = x\[f,b,e,a\] \* w\[e,c,f,d\] .* 9 x 9 x 9 ' "$scratch/output" &&
    grep -q '^2 products: geometric mean [0-9.]*, least [0-9.]*$' "$scratch/output" || { cat "$scratch/output"; failed=1; }
# It refuses results that differ: here the library has another factor.
sed 's/^    peer = .*/&\n    b[0] = 0/' "$srcdir/tools/beside-torch" >wrong
if env/bin/python wrong --with numpy --contractions contractions.csv --rounds 1 >"$scratch/output" 2>&1 || ! grep -q 'the results differ' "$scratch/output"; then
    echo 'failed: beside-torch accepts results that differ'
    cat "$scratch/output"
    failed=1
fi
exit $failed
