#!/bin/bash
# Requests that no preset makes, and the kernels of all profiles on Intel's CPU runtime. Above 30 s: some 200 kernels are compiled, those of CPUs'
# profiles optimised.
. "${srcdir:-.}/tests/device/families.sh"
need_device intel

check_requests native
finish
