#!/bin/bash
# Files of a dispatch: what its kernels have alike stands once, so that they are small; the programs are the kernels for all that, alone by their
# numbers, as strings of the header, and all as one.
. "${srcdir:-.}/tests/cli/common.sh"
. "$srcdir/tests/lacking.sh"
need_python
CC=${CC:-cc}
strict='-std=c99 -Wall -Wextra -Wshadow -pedantic -Werror'
cat >print.c <<'END_OF_C'
#include "g_dispatch.h"
#include <stdio.h>
#include <stdlib.h>
int main(int count, char **arguments)
{
    const int wanted = count > 1 ? atoi(arguments[1]) : -1;
#define PRINT(number, name) \
    for (int i = 0; number == wanted && i < (int)(sizeof name##_source / sizeof *name##_source); i++) \
        fputs(name##_source[i], stdout);
    G_KERNELS(PRINT)
    return 0;
}
END_OF_C

# makes KERNELS OPTIONS: a dispatch of so many kernels.
makes() {
    rm -f g*
    "$gen" --name g --emit dispatch,json,launcher -o ./ "${@:2}" 2>said || { fail "${*:2}: $(cat said)"; return 1; }
    [ "$(grep -c '^ \* [0-9]*: g_' g.cl)" = "$1" ] || fail "${*:2} has $(grep -c '^ \* [0-9]*: g_' g.cl) kernels, not $1"
}

# ---------------------------------------------------------------- the programs
while read -r count request; do
    makes $count $request || continue
    $CC $strict -I. print.c -o print || fail "$request: the header"
    [ "$(python3 "$srcdir/tests/cli/same_programs.py" "$gen" g ./print 2>&1)" = "$count" ] ||
        fail "$request: $(python3 "$srcdir/tests/cli/same_programs.py" "$gen" g ./print 2>&1 | tail -n 1)"
    ! command -v clang >/dev/null || clang -x cl -cl-std=CL1.2 -Xclang -finclude-default-header -Wall -Werror -fsyntax-only g.cl || fail "$request: all as one"
    # No statement, and no text of the header, stands once only.
    for name in $(sed -n 's/^#define \(G_[A-Z0-9_]*\) \\$/\1/p' g.cl); do
        [ "$(grep -c "^ *$name;$" g.cl)" -gt 1 ] || fail "$request: $name stands once"
    done
    for name in $(sed -n 's/^static const char \(g_t[0-9]*\)\[\] =$/\1/p' g_dispatch.h); do
        [ "$(grep -o "\b$name\b" g_dispatch.h | wc -l)" -gt 2 ] || fail "$request: $name stands once"
    done
done <<'END_OF_REQUESTS'
12 --for cpu
7 --for generic --type f16
13 --for generic --batch strided --epilogue gelu
13 --for gpu-32 --layout row
2 --for cpu --type-b q4_0
2 --for cpu --type-b q4_0 --prepared b
1 --for generic --type c32
END_OF_REQUESTS

# Kernels that the host finalizes, half of whose functions are of some of them alone.
makes 54 --for nvidia-hopper --type f16
$CC $strict -I. print.c -o print || fail 'the header of 54 kernels'
[ "$(python3 "$srcdir/tests/cli/same_programs.py" "$gen" g ./print 2>&1)" = 54 ] || fail 'kernels of nvidia-hopper for f16'

# Kernels of a step are shared under a name that no kernel has.
cat >tuned.json <<'END_OF_JSON'
{"inherits": "generic", "dispatch": {"kernels": [
    {"name": "reduce_c", "options": "--family register --tile 4x4 --wg 4x4 --split-k 4"},
    {"name": "b", "options": "--family register --tile 8x4 --wg 4x4 --split-k 4"},
    {"name": "c", "options": "--family register --tile 8x8 --wg 4x4 --split-k 4"}],
    "shapes": [{"m": 1, "n": 1, "k": 1, "kernel": 0}, {"m": 2, "n": 2, "k": 2, "kernel": 1}, {"m": 3, "n": 3, "k": 3, "kernel": 2}]}}
END_OF_JSON
makes 3 --for ./tuned.json
$CC $strict -I. print.c -o print && [ "$(python3 "$srcdir/tests/cli/same_programs.py" "$gen" g ./print 2>&1)" = 3 ] || fail 'a kernel called as a step'
[ "$(grep -c '^void g_reduce_c_2($' g.cl)" = 1 ] || fail 'the kernels of a step are not one'
[ "$(grep -c '_ENTRY_REDUCE_C "g_reduce_c_2"$' g_dispatch.h)" = 3 ] || fail 'the header has other entry points'
[ "$(grep -o '"entry":"g_reduce_c_2"' g.json | wc -l)" = 3 ] || fail 'the manifest has other entry points'

# ---------------------------------------------------------------- their size
# bytes FILE...: of all.
bytes() { cat "$@" | wc -c; }
# at_most BYTES WHAT FOUND
at_most() { [ "$3" -le "$1" ] || fail "$2: $3 bytes, more than $1"; }
makes 41 --for nvidia-hopper
$CC $strict -I. print.c -o print && [ "$(python3 "$srcdir/tests/cli/same_programs.py" "$gen" g ./print 2>&1)" = 41 ] || fail 'kernels of nvidia-hopper for f32'
at_most 950000 'all of 41 kernels' "$(bytes g.cl g_dispatch.h g_launch.h)"
python3 - "$gen" <<'END_OF_PYTHON'
import json
import subprocess
import sys
profile = json.loads(subprocess.run([sys.argv[1], '--print', 'profile', 'nvidia-hopper'], check=True, capture_output=True, text=True).stdout)
dispatch = profile['dispatch']['f32']
dispatch['kernels'] = dispatch['kernels'][:8]
shapes = dispatch.get('shapes', profile['dispatch'].get('shapes'))
names = [kernel['name'] for kernel in dispatch['kernels']]
dispatch['shapes'] = [shape for shape in shapes if shape['kernel'] in names]
profile['dispatch'] = {'f32': dispatch}
with open('eight.json', 'w', encoding='utf-8') as file:
    json.dump(profile, file)
END_OF_PYTHON
makes 8 --for ./eight.json
at_most 300000 'all of 8 kernels' "$(bytes g.cl g_dispatch.h g_launch.h)"
finish
