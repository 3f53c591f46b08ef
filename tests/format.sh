#!/bin/bash
# Every C file is as clang-format leaves it. Releases of clang-format differ: .clang-format is written for 14.
if ! clang-format --version 2>/dev/null | grep -q 'version 14\.'; then
    echo 'skipped: clang-format 14 is not installed'
    exit 77
fi
cd "$srcdir" || exit 99
find include gen emit library cli harness examples tests -name '*.[ch]' ! -path '*/golden/*' -print0 |
    xargs -0 clang-format --dry-run -Werror
