# Read by products-*.sh: `check_products` checks random products in index notation (tests/list_products.c) on the device: convolutions with strides,
# dilation and padding, contractions, groups, sizes of 0 and 1. The reference goes by the text of the manifest. CLGEMM_PRODUCTS is the number of
# them (120; with all shares 2,000), CLGEMM_SEED where they start (1).
. "${srcdir:-.}/tests/device/common.sh"
if [ "$share" = all ]; then products=${CLGEMM_PRODUCTS:-2000}; else products=${CLGEMM_PRODUCTS:-120}; fi

check_products() {
    local line number=0
    "${builddir:-.}/tests/list_products" "$products" "${CLGEMM_SEED:-1}" >"$scratch/products" ||
        fault "list_products: exit code $?"
    while read -r line; do
        number=$((number + 1))
        # shellcheck disable=SC2086
        if mine "$number"; then offered "product-$number" $line; fi
    done <"$scratch/products"
    check_emitted --sizes quick --trials 1
}
