#!/bin/bash
# How much of kernels their pages show (tests/measures.py): no less than was reached, and golden files that are few enough to be read.
: "${srcdir:=.}"
. "$srcdir/tests/lacking.sh"
need_python
exec python3 "$srcdir/tests/measures.py" "$CLGEMM_GEN" "$srcdir" --check
