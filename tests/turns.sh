#!/bin/sh
# turns.sh: prints the tests that this run has: all of them, but of those that say "Test: turn N" (0, 1 or 2) in their first comment the
# ones of this run's share (share.sh), and any whose file differs from the commit before. Use: turns.sh SOURCE-FOLDER TEST...
source=$1
shift
share=$(sh "$source/tests/share.sh" "$source") || exit 1
for test; do
    case $test in *.sh) turn=$(sed -n '2,30s/^# Test: .*turn \([0-2]\).*/\1/p' "$source/$test") ;; *) turn= ;; esac
    if [ -z "$turn" ] || [ "$share" = all ] || [ "$turn" = "$share" ] || ! git -C "$source" diff --quiet HEAD^ -- "$test" 2>/dev/null; then
        echo "$test"
    fi
done
