#!/bin/sh
# Emits one kernel with everything a host may want beside it. Use: emit.sh [FOLDER]
set -e
folder=${1:-emitted}
generator=$(${PKG_CONFIG:-pkg-config} --variable=clgemm_gen clgemm 2>/dev/null || echo clgemm-gen)

# A kernel for 32x2 elements of C a work-item, eight work-items a work-group. The folder is made where it is missing.
mkdir -p "$folder"
"$generator" --tile 32x2 --wg 1x8 --name gemm --emit cl,json,header,launcher --depfile "$folder/gemm.d" -o "$folder/"

# The first comment of the source is the contract: arguments, shapes, launch geometry.
sed '/\*\//q' "$folder/gemm.cl"
ls "$folder"
