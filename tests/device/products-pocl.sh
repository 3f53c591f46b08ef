#!/bin/bash
# Random products in index notation on PoCL.
. "${srcdir:-.}/tests/device/products.sh"
need_device pocl

unoptimised all
check_drawn list_products
finish
