#!/bin/bash
# How much is read for a kernel, and whether it stands in its page and the partials beside it (tests/measures.py): no worse than was reached; and golden
# files that are few enough to be read.
: "${srcdir:=.}"
. "$srcdir/tests/lacking.sh"
need_python
exec python3 "$srcdir/tests/measures.py" "$CLGEMM_GEN" "$srcdir" --check
