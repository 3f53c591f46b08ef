#!/bin/bash
# Random products in index notation on Intel's CPU runtime.
. "${srcdir:-.}/tests/device/products.sh"
need_device intel

unoptimised all
check_drawn list_products
finish
