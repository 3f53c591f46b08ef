#!/bin/bash
# Sizes of a product in index notation that are given at launch (--at): what is chosen, and what is refused.
# Test: turn 6
. "${srcdir:-.}/tests/harness/common.sh"
need_device
convolution='y[n,p,q,f]+=x[n,p+r-1,q+s-1,c]*w[f,r,s,c]'
sizes=n=2,p=7,q=6,f=5,r=3,s=3,c=4

for family in naive 'register --tile 2x2' 'register --tile 4x4 --tile-k 4'; do
    # shellcheck disable=SC2086
    expect 0 '^passed .*, with x_1=7,x_2=6$' check --product "$convolution" --family $family --at "$sizes" --sizes quick --trials 1
done
# Padding that is wider than the image, no image at all, no steps of K, strides with gaps.
expect 0 '^passed .* of the bound$' check --product "$convolution" --family naive --at "$sizes,x_1=0,x_2=1" --sizes quick --trials 1
expect 0 '^passed ' check --product "$convolution" --family naive --at n=2,p=7,q=6,f=5,r=3,s=3,c=0 --sizes quick --trials 1
expect 0 '^passed ' check --product "$convolution" --family naive --at n=2,p=0,q=0,f=5,r=3,s=3,c=4 --sizes quick --trials 1
expect 0 ', with x_1=7,x_2=6,x_stride_1=60,x_stride_0=420,' check --product "$convolution" --strides arg --family naive \
    --at "$sizes,x_stride_2=10" --sizes quick --trials 1
# A matrix product is checked by its text, too.
expect 0 '^passed .*, with ' check --product 'c[z,m,n]=a[z,m,k]*b[k,n]' --strides arg --at z=3,m=9,n=8,k=7,a_stride_1=9 --sizes quick --trials 1
expect 0 '^  problem   M 84, N 5, K 36' bench --product "$convolution" --family naive --at "$sizes" -i 2

# What a kernel is compared with computes the same product: by the options of the first one, or by its manifest. Libraries do not.
strided='y[n,p,q,f]=x[n,s*p+r-1,q+t-1,c]*w[f,r,t,c]'
rivals=(--with openblas --against '--family naive' -i 2 --peak 50 --at n=2,p=7,q=6,f=5,r=3,c=4)
row='^ +84 +5 +36 +[0-9.]+ \| +[0-9.]+ +[0-9.]+ +[0-9.]+-[0-9.]+ +\| +- '
expect 4 "$row" compare --product "$strided" --fixed s=2,t=3 --family register --tile 2x2 --wg 2x2 "${rivals[@]}"
"${CLGEMM_GEN:-./clgemm-gen}" --product "$strided" --fixed s=2,t=3 --extent x=,14,, --strides x=arg --family register --tile 2x2 --wg 2x2 \
    --emit cl,json -o "$scratch/strided.cl" || exit 99
expect 4 "$row" compare "$scratch/strided.json" "${rivals[@]}"
expect 4 'openblas multiplies matrices, and an index function says where x has its elements' compare "$scratch/strided.json" "${rivals[@]}"
expect 4 'it computes y\[n,p,q,f\]=x\[n,p\+r-1,q\+t-1,c\]\*w\[f,r,t,c\], and strided, .*, y\[n,p,q,f\]=x\[n,2\*p' compare "$scratch/strided.json" \
    --with none --against '--product y[n,p,q,f]=x[n,p+r-1,q+t-1,c]*w[f,r,t,c] --fixed t=3' -i 1 --peak 50 --at n=2,p=7,q=6,f=5,r=3,c=4

# Shapes by these names: in a comparison, and in a tuning, whose kernels --for finds for the product.
printf 'n;p;q;f;r;s;c;x_1\r\n1;14;14;16;3;3;8;\r\n\r\n2;7;7;16;3;3;4;9\r\n' >"$scratch/shapes.csv"
expect 0 '^ +98 +16 +36 .* gemm_1x1_8x8; n=2,p=7,q=7,f=16,r=3,s=3,c=4,x_1=9$' compare --product "$convolution" --family naive --with none \
    --against '--family naive --tile 2x2' --shapes "$scratch/shapes.csv" -i 1 --peak 50
tune=(tune --worker "$standin" --product "$convolution" --journal none --peak 100000 --budget 3)
expect 0 '^  2 shapes: ' "${tune[@]}" --shapes "$scratch/shapes.csv" -o "$scratch/index.json"
grep -q '^a kernel for index functions: clgemm-gen --for .*index.json --product ' "$scratch/output" || { echo 'tune does not say how to use it'; failed=1; }
tuned=$(sed -n '/"by_index"/,$s/.*"options": ".*\(--tile [0-9x]*\).*/\1/p' "$scratch/index.json" | head -n 1)
"${CLGEMM_GEN:-./clgemm-gen}" --for "$scratch/index.json" --product "$convolution" --dump request >"$scratch/request" || exit 99
grep -A 1 '"tile"' "$scratch/request" | grep -q "\"${tuned#--tile }\"" || { echo "--for index.json does not have $tuned"; failed=1; }
expect 0 '^ +[0-9.]+ ms' "${tune[@]}" --at n=1,p=7,q=7,f=5,r=3,s=3,c=4
# The generator's own kernel is tried with these sizes, and the space is not counted, which takes minutes where rules read a text.
expect 0 'ms .*, without tuning' tune --product "$convolution" --family naive --journal none --budget 2 --trials 3 --at n=1,p=7,q=7,f=5,r=3,s=3,c=4
grep -q 'counts the points' "$scratch/output" && { echo 'tune counts the points of the space of a product'; failed=1; }
expect 1 '^clgemm-bench: --at does not say f$' "${tune[@]}" --at n=1,p=7,q=7,r=3,s=3,c=4
expect 0 '^ +[0-9.]+ ms' "${tune[@]}" --fixed r=3,s=3,c=4 --at n=1,p=7,q=7,f=5
sed s/x_1/x_9/ "$scratch/shapes.csv" >"$scratch/wrong.csv"
expect 1 'wrong.csv: line 4: --at: x_9 is no size of the product' "${tune[@]}" --shapes "$scratch/wrong.csv"
expect 1 '--at says sizes by names; ask --product or --chain attention, too' tune --at n=1 -M 3 -N 3 -K 3
expect 1 '--shapes and --at contradict' "${tune[@]}" --shapes "$scratch/shapes.csv" --at n=1

# Extents are chosen without --at too, where all indices are compiled in.
expect 0 '^passed .*, with x_1=4,x_2=5$' check --product conv2d-nhwc --fixed n=2,p=4,q=5,f=3,r=3,s=3,c=2,pad=1 --family naive
expect 4 'the kernel takes sizes of a product by their names: --at says n, p, q, f, r, s, c, x_1, x_2$' check --product "$convolution" --family naive
expect 1 '^failed .*: --at does not say q, f, r, s, c$' check --product "$convolution" --family naive --at n=2,p=7
expect 1 ': zz is no size of the product; this launch takes n, p, ' check --product "$convolution" --family naive --at n=2,zz=7
expect 1 ': c is said already; this launch takes n, p, ' check --product "$convolution" --fixed c=4 --family naive --at n=2,c=4
expect 1 "--at takes NAME=NUMBER,..., numbers from 0 to 2147483647, not 'n=2,p'" check --product "$convolution" --family naive --at n=2,p
expect 4 'positions beyond 32 bits' check --product "$convolution" --family naive --at n=1,p=2147483647,q=1,f=1,r=2147483647,s=1,c=1
expect 1 '--at says sizes of a product in index notation, and this kernel is of none' check --family naive --at n=2
exit $failed
