#!/bin/bash
# Pairwise covering sets on PoCL, where the exchange is emulated: of the standard parameter space, and of those of the local
# family. It computes no halves, and has not got images of them.
. "${srcdir:-.}/tests/device/common.sh"
need_device pocl

may_lack='texels of'
# shellcheck disable=SC2086
{
    cover standard $pocl --param sub-groups=emulated,auto --param compute=- --param accumulate=-
    cover 'register, loop orders' $pocl $register_space
    cover 'local, A' $pocl $local_space_a $plain_types
    cover 'local, B' $pocl $local_space_b $plain_types --param access-b=buffer,image
    cover 'local, halves' $pocl $local_space_b $plain_halves --param access-b=buffer
}
finish
