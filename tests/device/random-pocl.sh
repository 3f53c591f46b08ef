#!/bin/bash
# Random requests on PoCL.
. "${srcdir:-.}/tests/device/random.sh"
need_device pocl

check_random standard-emulated local-a-plain local-b-plain local-b-halves
finish
