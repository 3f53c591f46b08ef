#!/bin/sh
# link_library.sh NAME.la COMMAND...: runs COMMAND, by which libtool makes the library, and makes the hidden names of its static
# library local. That is a list of objects that know each other by name, and those names clash with a program's; so all objects
# become one, with LD, in which hidden names are local, with OBJCOPY. Without a static library there is nothing to do.
set -e
library=$1
shift
# What is half done must not look like the library.
trap 'rm -f "$library"' EXIT
"$@"
archive=.libs/${library%.la}.a
object=.libs/${library%.la}.o
if [ -f "$archive" ]; then
    $LD -r --whole-archive -o "$object" "$archive"
    $OBJCOPY --localize-hidden "$object"
    rm "$archive"
    $AR crs "$archive" "$object"
    rm "$object"
fi
trap - EXIT
