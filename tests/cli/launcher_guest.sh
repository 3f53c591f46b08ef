#!/bin/bash
# Launchers as guests: created from a queue alone, built at a moment of the host's own, with an event for each step and the compiler's log, on
# queues of both orders, beside each other in one file of C11, C++11 and C++20; and in several threads at a time, under a thread sanitizer.
# OpenCL is played by standin_cl.c, so there is neither a device nor a library.
. "${srcdir:-.}/tests/cli/launchers.sh"

emit plain --family naive
emit single --family register --tile 2x2 --wg 2x2 --launcher events,log
emit steps --family register --tile 2x2 --wg 2x2 --edges pad --launcher cache,events,log
compile

# What is read whole is short: lines of code for the default kernel, without comments.
lines=$("$gen" --emit launcher | sed -e 's,/\*.*\*/,,' -e '/\/\*/,/\*\//d' | grep -c '[^ ]')
[ "$lines" -le 180 ] || fail "a launcher has $lines lines of code"

# build PROGRAM OPTION...: the host program with the stand-in.
build() {
    $CC -std=c11 -g $strict -Wno-unused-function -I. -pthread "${@:2}" "$own/launcher_guest.c" "$own/standin_cl.c" -o "$1" 2>said
}
build guest || { cat said; fail 'the host program does not build'; exit 1; }
./guest || fail 'the host program'

echo 'int main(void) { return 0; }' >empty.c
if ! { $CC -fsanitize=thread empty.c -o empty && ./empty; } >/dev/null 2>&1; then
    [ "$failed" != 0 ] || lacking 'no thread sanitizer: threads were not watched'
    exit 1
fi
build watched -fsanitize=thread || { cat said; fail 'the host program does not build with a thread sanitizer'; }
./watched >said 2>&1 || { head -n 40 said; fail 'threads with a struct each'; }
# What is not allowed is seen.
! ./watched shared >said 2>&1 && grep -q 'data race' said || fail 'threads that share a struct are not seen'
exit $failed
