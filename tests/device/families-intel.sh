#!/bin/bash
# Requests that no preset makes, chosen and random, on Intel's CPU runtime.
. "${srcdir:-.}/tests/device/families.sh"
need_device intel

check_requests "$intel" native
finish
