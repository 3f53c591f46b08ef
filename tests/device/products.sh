# Read by products-*.sh and chains-*.sh: `check_drawn` checks random requests on the device: of list_products products in index notation
# (tests/list_products.c: convolutions with strides, dilation and padding, contractions, groups, sizes of 0 and 1), of list_chains attention and gated
# products (tests/list_chains.c). The reference goes by the text of the manifest, into which sizes of the launch are
# written. CLGEMM_PRODUCTS is the number of them (120; with all shares 2,000), CLGEMM_SEED where they start (1).
. "${srcdir:-.}/tests/device/common.sh"
if [ "$share" = all ]; then products=${CLGEMM_PRODUCTS:-2000}; else products=${CLGEMM_PRODUCTS:-120}; fi

# say_sizes FILE NAME=NUMBER,...: these are sizes of its launch, null before.
say_sizes() {
    local size
    for size in ${2//,/ }; do
        sed -i "/\"name\": \"${size%%=*}\"/,/\"size\"/s/\"size\": null/\"size\": ${size##*=}/" "$1"
    done
}

# check_drawn PROGRAM: those that the program lists.
check_drawn() {
    local line number=0
    "${builddir:-.}/tests/$1" "$products" "${CLGEMM_SEED:-1}" >"$scratch/products" || fault "$1: exit code $?"
    while read -r line; do
        number=$((number + 1))
        # shellcheck disable=SC2086
        if mine "$number"; then offered "product-$number" ${line%% --at *}; fi
        if [[ $line == *' --at '* ]] && [ -f "$kernels/product_$number.json" ]; then
            say_sizes "$kernels/product_$number.json" "${line##* --at }"
        fi
    done <"$scratch/products"
    check_emitted --sizes quick --trials 1
}
