#!/bin/bash
# Attention: what is right on the device, what is found wrong, what is refused.
# Test: turn 9
. "${srcdir:-.}/tests/harness/common.sh"
need_device
small='--chain attention --head 16 --tile 2x4 --tile-k 16 --trials 1'
shared="$small --wg 4x4"

# check SIZES OPTIONS: batch, rows, keys, heads of queries and of keys.
check() {
    IFS=' ' read -r batch lq lk q_heads kv_heads <<<"$1"
    # shellcheck disable=SC2086
    expect 0 '^passed .*, with q_member=' check $2 --at "batch=$batch,lq=$lq,lk=$lk,q_heads=$q_heads,kv_heads=$kv_heads"
}
check '2 19 37 6 3' "$shared"
check '1 16 16 2 2' "$shared --mask causal"
check '2 9 40 2 1' "$small --wg 1x1 --mask causal --type-a f16 --type-b bf16"
check '1 1 130 4 1' "$shared --type bf16"
check '1 5 0 1 1' "$shared"
check '0 5 7 1 1' "$shared"
check '1 5 7 1 1' "$shared --alpha 0"
check '3 19 37 6 3' "$shared --mask causal,keys --type-mask f16 --lengths member"
check '3 19 37 4 2' "$small --wg 1x1 --mask matrix"

sizes=batch=1,lq=9,lk=20,q_heads=2,kv_heads=1
# A mask of one key more, heads that are not grouped, sums that are not scaled, lengths of another member, another row of a mask.
for edit in 's/row + 1 - first/row + 2 - first/' 's/lengths_k\[member\]/lengths_k[0]/' 's/first_row + row < {{lq}} && key/first_row + row + 1 < {{lq}} \&\& key/' 's/head \/ (q_heads/head % (q_heads/' 's/= scales\[[^]]*\] \* v/= v/'; do
    rm -rf "$scratch/templates" && cp -r "${srcdir:-.}/templates" "$scratch/templates"
    sed -i "$edit" "$scratch"/templates/attention_blocked.cl.mustache "$scratch"/templates/attention/*.mustache
    diff -r "$scratch/templates" "${srcdir:-.}/templates" >"$scratch/edited" && { echo "nothing is edited: $edit"; failed=1; }
    "$CLGEMM_GEN" --template-dir "$scratch/templates" --chain attention --head 16 --tile 2x4 --tile-k 16 --wg 4x4 --mask causal,matrix --lengths member --emit cl,json -o "$scratch/wrong.cl"
    expect 6 '^failed .* expected ' check "$scratch/wrong.json" --at batch=3,lq=9,lk=40,q_heads=4,kv_heads=2 --trials 1
done
# shellcheck disable=SC2086
expect 4 'lq must be at most lk of a causal mask' check $shared --mask causal --at batch=1,lq=21,lk=20,q_heads=2,kv_heads=1
# shellcheck disable=SC2086
expect 4 'kv_heads must divide q_heads' check $shared --at batch=1,lq=9,lk=20,q_heads=3,kv_heads=2
# shellcheck disable=SC2086
expect 4 '--at says batch, lq, lk, q_heads, kv_heads, q_member' check $shared
# shellcheck disable=SC2086
expect 1 '--at does not say lk' check $shared --at batch=1,lq=9,q_heads=3,kv_heads=1
# shellcheck disable=SC2086
expect 4 '--chain attention decides what --strides says' check $shared --strides arg
# Shapes by these names, and what is no rival.
printf 'batch,lq,lk,q_heads,kv_heads\n1,9,20,2,1\n' >"$scratch/shapes.csv"
of_two=${shared/--trials 1/}
# What tune finds is the kernel of the profile that it writes; a head of other elements has it, too.
standin=$(cd "${builddir:-.}" && pwd)/tests/harness/standin
tune=(tune --worker "$standin" --chain attention --head 16 --mask causal --journal none --peak 100000 --budget 3)
expect 0 '^tile  *1x4 2x4 ' tune --chain attention --head 16 --at $sizes --show-space
grep -q '^layout\|^vec-a' "$scratch/output" && { echo 'the space of attention has options that it does not read'; failed=1; }
expect 0 '^search  4 options for m 9, n 16, k 20' "${tune[@]}" --param family=attention --tile 2x4 --at $sizes -o "$scratch/tuned.json"
grep -q '^a kernel of attention: clgemm-gen --for .*tuned.json --chain attention --head 16 ' "$scratch/output" || { echo 'tune does not say how to use it'; failed=1; }
tuned=$(sed -n '/"attention": {/,$s/.*"options": ".*\(--tile-k [0-9]*\).*/\1/p' "$scratch/tuned.json" | head -n 1)
for head in 16 32; do
    "$CLGEMM_GEN" --for "$scratch/tuned.json" --chain attention --head $head --dump request >"$scratch/request" 2>"$scratch/notes"
    [ -n "$tuned" ] && grep -A 1 '"tile-k"' "$scratch/request" | grep -q "\"${tuned#--tile-k }\"" || { echo "--for tuned.json does not have $tuned"; failed=1; }
    [ ! -s "$scratch/notes" ] || { cat "$scratch/notes"; failed=1; }
done
expect 0 'for 2 shapes, 3 points' "${tune[@]}" --shapes <(printf 'batch,lq,lk,q_heads,kv_heads\n1,9,20,2,1\n1,64,64,2,2\n') -o "$scratch/tuned.json"
expect 1 '^clgemm-bench: --at does not say lq$' "${tune[@]}" --at batch=1,lk=20,q_heads=2,kv_heads=1
# shellcheck disable=SC2086
expect 0 'ms .*, without tuning' tune $of_two --journal none --budget 2 --trials 3 --at $sizes --peak 50 --param tile-k=16,32
rival=(--with none --against '--tile 4x4' -i 1 --peak 50)
# shellcheck disable=SC2086
expect 0 '; batch=1,lq=9,lk=20,q_heads=2,kv_heads=1$' compare $of_two "${rival[@]}" --shapes "$scratch/shapes.csv"
# shellcheck disable=SC2086
expect 4 'it multiplies f32 row-major nt below a causal mask, and .*, f32 row-major nt; ask' compare $of_two --with none -i 1 --peak 50 --at $sizes \
    --against "$of_two --mask causal"
"${CLGEMM_GEN:-./clgemm-gen}" --chain attention --for cpu --emit dispatch,launcher -o "$scratch/picked/" 2>&1 |
    grep -q 'a dispatch picks by M, N and K, and no profile has kernels of attention' || { echo 'no refusal of a dispatch'; failed=1; }
# The reference trusts the lengths of the operands.
sed 's/"extent": 16/"extent": 32/' "$scratch/wrong.json" >"$scratch/long.json" && cp "$scratch/wrong.cl" "$scratch/long.cl"
expect 4 'positions of .Q. must count batch, lq, q_heads and head' check "$scratch/long.json" --at batch=1,lq=9,lk=40,q_heads=4,kv_heads=2 --trials 1
# shellcheck disable=SC2086
expect 0 '^  verified  every element against weights and sums in double' bench $of_two --at $sizes -i 2
exit $failed
