#!/bin/bash
# Where the system lacks what the harness needs, configure leaves it out and says why, or refuses where it was asked for;
# what needs the generator alone is built there. The lack is told by variables of configure's cache.
# Test: long
scratch=$(mktemp -d) || exit 99
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 99
failed=0

# configured STATUS WORD...: runs configure here with these words; the second time it asks the system nothing again.
configured() {
    local status=$1 got
    shift
    "$srcdir/configure" --cache-file=cache CC="$CC" "$@" >output 2>&1 </dev/null
    got=$?
    [ "$got" = "$status" ] && return
    echo "configure $* ended with $got, not $status"
    tail -n 20 output
    failed=1
}

# says WHAT PATTERN: a line of what configure printed matches.
says() {
    grep -q -E -e "$2" output && return
    echo "$1: no line like: $2"
    tail -n 20 output
    failed=1
}

foreign=(ac_cv_header_sys_prctl_h=no ac_cv_have_decl_O_TMPFILE=no ac_cv_func_pipe2=no clgemm_cv_wrap=no)
lack='it needs Linux, with glibc 2\.29, musl 1\.1\.24 or later, and these were not found: sys/prctl\.h, O_TMPFILE, pipe2'
if [ ! -e "$srcdir/configure" ] || [ -e "$srcdir/config.status" ]; then
    echo 'skipped: configure runs in a folder of its own only where the tree was not configured itself'
    exit 77
fi
configured 1 --enable-harness "${foreign[@]}"
says 'configure --enable-harness' "error: --enable-harness: clgemm-bench cannot be built: $lack"
configured 0 "${foreign[@]}"
says configure "^  clgemm-bench \(harness\)     no: $lack"
says configure '^  clgemm-gen                 yes$'
grep -q '^  unit tests  *no: cmocka' output || says configure '^  unit tests                 yes, without test_memory: the linker has no --wrap$'
if ! $MAKE -s -n all >plan 2>&1; then
    echo 'without the harness there is nothing to build'
    tail -n 5 plan
    failed=1
elif grep -q 'harness/' plan; then
    echo 'the harness is built where it cannot be'
    grep 'harness/' plan | cut -c 1-300 | head -n 3
    failed=1
fi
for program in tests/unit/test_memory tests/harness/standin clgemm-bench; do
    if $MAKE -s -n check 2>/dev/null | grep -q -e "-o $program "; then
        echo "$program is built where it cannot be"
        failed=1
    fi
done
configured 1 ac_cv_host=x86_64-unknown-freebsd14 --enable-harness
says 'configure for FreeBSD' 'these were not found: .*/proc/self/exe'
exit $failed
