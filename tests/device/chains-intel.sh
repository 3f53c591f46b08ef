#!/bin/bash
# Random attention and gated products on Intel's CPU runtime.
. "${srcdir:-.}/tests/device/products.sh"
need_device intel

unoptimised all
check_drawn list_chains
finish
