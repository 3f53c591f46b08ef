#!/bin/sh
# turns.sh: prints the tests that this run has: all of them, but of those that say "Test: turn N" (from 0 to 11) in their first comment the
# ones of this run's share (share.sh), and any whose file differs from the commit before. Use: turns.sh SOURCE-FOLDER TEST...
srcdir=$1
shift
. "$srcdir/tests/in_share.sh"
for test; do
    case $test in *.sh) turn=$(sed -n '2,30s/^# Test: .*turn \([0-9]*\).*/\1/p' "$srcdir/$test") ;; *) turn= ;; esac
    if [ -z "$turn" ] || in_share "$turn" || ! git -C "$srcdir" diff --quiet HEAD^ -- "$test" 2>/dev/null; then
        echo "$test"
    fi
done
