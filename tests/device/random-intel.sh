#!/bin/bash
# Random requests on Intel's CPU runtime.
. "${srcdir:-.}/tests/device/random.sh"
need_device intel

check_random standard-native local-a-native local-b-native
finish
