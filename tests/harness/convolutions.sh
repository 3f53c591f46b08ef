#!/bin/bash
# Test: turn 1
# compare --with onednn: convolutions of one to three axes, in both orders, with strides, dilations and padding; what is none is refused.
. "${srcdir:-.}/tests/harness/common.sh"
need_device
on=(compare --peak 100000 --family naive --with onednn -i 1 --warm-up 0)
sizes=n=2,f=6,c=5,p=7

"$CLGEMM_BENCH" "${on[@]}" --product conv1d --at "$sizes,r=3" >"$scratch/output" 2>&1 </dev/null
if grep -q 'left out: oneDNN is not here' "$scratch/output"; then
    grep -q 'left out: oneDNN is not here: there is no libdnnl.so.3 (Debian.s package libdnnl' "$scratch/output" || { cat "$scratch/output"; failed=1; }
    [ "$failed" = 0 ] || exit 1
    lacking 'there is no oneDNN (Debian: libdnnl2 or libdnnl3)'
fi
compared='^ *[0-9]+ +6 +[0-9]+ .* [0-9.e+-]+ +[0-9.]+ +[0-9.]+-[0-9.]+ '
# agrees WORD...: the library's result and the kernel's are right.
agrees() { expect 0 "$compared" "${on[@]}" --product "$@"; }
agrees conv1d --fixed pad=1 --at "$sizes,r=3"
agrees conv2d-nhwc --fixed pad=1,stride=2,dilation=3 --at "$sizes,q=6,r=3,s=2"
agrees conv2d-nhwc --at "$sizes,q=6,r=3,s=2,x_1=11,x_2=9"
agrees conv3d-ndhwc --fixed pad=1 --at "$sizes,q=5,o=3,t=2,r=3,s=2"
agrees 'y[n,f,p,q] = x[n,c,p+r-2,q+s] * w[f,c,r,s]' --at "$sizes,q=6,r=3,s=2"
agrees 'y[p,n,f] = x[p+2*r,c,n] * w[r,c,f]' --at "$sizes,r=3"
agrees 'y[n,p,f] = x[n,p+r,c] * w[f,r,c]' --strides arg --at "$sizes,r=1,x_stride_1=9,x_stride_0=90"

# refuses SENTENCE WORD...
refuses() { expect 4 "clgemm-bench: onednn: onednn is compared in $1" "${on[@]}" "${@:2}"; }
none='convolutions of images in one group, as --product conv2d-nhwc has them'
refuses "$none" -M 9 -N 9 -K 9
refuses "$none" --product 'y[t,f] = x[t+d] * h[d,f]' --at t=9,f=6,d=3
refuses "$none" --product 'y[g,n,p,f] = x[g,n,p+r,c] * w[g,f,r,c]' --at "$sizes,g=2,r=3"
refuses 'convolutions with alpha 1 and beta 0, not with alpha 1 and beta 1' --product 'y[n,p,f] += x[n,p+r,c] * w[f,r,c]' --at "$sizes,r=3"
refuses 'f32, not with A in f64' --product conv1d --type f64 --at "$sizes,r=3"
exit $failed
