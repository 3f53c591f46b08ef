#!/bin/sh
# turns.sh: of the tests that take turns prints those that this run leaves out: the first, fourth, seventh... are of share 0, and so on
# (share.sh), but one whose file differs from the commit before is never left out. Use: turns.sh SOURCE-FOLDER TEST...
source=$1
shift
share=$(sh "$source/tests/share.sh" "$source") || exit 1
number=0
for test; do
    if [ "$share" != all ] && [ $((number % 3)) != "$share" ] && git -C "$source" diff --quiet HEAD^ -- "$test" 2>/dev/null; then
        echo "$test"
    fi
    number=$((number + 1))
done
