#!/bin/bash
# Random attention and gated products on PoCL.
. "${srcdir:-.}/tests/device/products.sh"
need_device pocl

unoptimised all
check_drawn list_chains
finish
