#!/bin/bash
# The library, shared or static, shows the functions of clgemm.h, all of them and nothing else: a program has names of its own.
looked=0
failed=0

declared=$(sed 's,/\*.*\*/,,' "$srcdir/include/clgemm.h" | tr '\n' ' ' | tr ';' '\n' |
    sed -n 's/.*CLGEMM_API[^(]*[ *]\(clgemm_[a-z_]*\)(.*/\1/p' | sort)
if [ -z "$declared" ]; then
    echo 'no declaration was found in clgemm.h'
    exit 1
fi

# The manual page of the library has all of them.
page=$(awk -f "$srcdir/tools/header_man.awk" "$srcdir/include/clgemm.h")
for function in $declared; do
    if ! grep -q "[ *]$function(" <<<"$page"; then
        echo "$function is not in man libclgemm"
        failed=1
    fi
done

# shows_declared LIBRARY OPTION...: what nm with the options finds in it is what is declared.
shows_declared() {
    local library=$1
    shift
    looked=$((looked + 1))
    diff <(echo "$declared") <($NM "$@" --defined-only "$library" | awk '$2 ~ /^[A-TV-Z]$/ { print $3 }' | sort) && return
    echo "$library: < declared in clgemm.h and not exported; > exported and not declared"
    failed=1
}

# A program that has functions with the names of hidden ones links with the static library, and both do what they should.
works_beside_own_names() {
    if ! $MAKE -s -C "$builddir" tests/own_names; then
        echo 'a program that has functions of its own with names that the static library hides does not link with it'
        failed=1
    elif ! "$builddir/tests/own_names"; then
        echo 'the static library calls functions of the program'
        failed=1
    fi
}

if [ -f "$builddir/.libs/libclgemm.so" ]; then shows_declared "$builddir/.libs/libclgemm.so" -D; fi
if [ -f "$builddir/.libs/libclgemm.a" ]; then
    if [ "$LOCAL_NAMES" = yes ]; then
        shows_declared "$builddir/.libs/libclgemm.a" -g
        works_beside_own_names
    else
        echo "the static library is not looked at, as it has all names: $LOCAL_NAMES"
    fi
fi
[ "$failed" = 0 ] || exit 1
[ "$looked" != 0 ] || { echo 'skipped: no library was built that hides names'; exit 77; }
