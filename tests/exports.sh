#!/bin/bash
# The shared library shows the functions of clgemm.h, all of them and nothing else.
library=$(ls "$builddir"/.libs/libclgemm.so 2>/dev/null)
if [ -z "$library" ]; then
    echo 'skipped: no shared library was built'
    exit 77
fi
exported=$($NM -D --defined-only "$library" | awk '$2 ~ /[TDBRVW]/ { print $3 }' | sort)
declared=$(sed 's,/\*.*\*/,,' "$srcdir/include/clgemm.h" | tr '\n' ' ' | tr ';' '\n' |
    sed -n 's/.*CLGEMM_API[^(]*[ *]\(clgemm_[a-z_]*\)(.*/\1/p' | sort)
if [ -z "$declared" ]; then
    echo 'no declaration was found in clgemm.h'
    exit 1
fi
diff <(echo "$declared") <(echo "$exported") && exit 0
echo '< declared in clgemm.h and not exported; > exported and not declared'
exit 1
