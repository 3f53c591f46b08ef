#!/bin/bash
# One version everywhere: configure.ac, clgemm.h, the program, NEWS.
configured=$(sed -n 's/^AC_INIT(\[clgemm\], \[\(.*\)\])$/\1/p' "$srcdir/configure.ac")
header=$(sed -n 's/^#define CLGEMM_VERSION "\(.*\)"$/\1/p' "$srcdir/include/clgemm.h")
parts=$(sed -n 's/^#define CLGEMM_VERSION_[MP][A-Z]* \([0-9]*\)$/\1/p' "$srcdir/include/clgemm.h" | paste -s -d .)
program=$("$CLGEMM_GEN" --version | sed -n '1s/.* //p')
news=$(sed -n 's/^\([0-9][0-9.]*\).*/\1/p' "$srcdir/NEWS" | head -n 1)
echo "configure.ac $configured, clgemm.h $header and $parts, clgemm-gen $program, NEWS $news"
[ -n "$configured" ] && [ "$header" = "$configured" ] && [ "$parts" = "$configured" ] &&
    [ "$program" = "$configured" ] && [ "$news" = "$configured" ]
