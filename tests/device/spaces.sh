# The parameter spaces whose points are checked on devices. `space_of NAME` prints one as words for list_points.

# The standard space, where the exchange is emulated and halves are not computed with; and whole, for Intel's runtime, whose vectoriser
# takes minutes for some kernels of 32 unrolled steps.
standard_space_emulated='--param sub-groups=emulated,auto --param compute=- --param accumulate=-'
standard_space_native='--param sub-groups=intel,khr,emulated,auto --param unroll-k=1,2,8,16'

# Every order of loops, of which the space itself has a few; and a small space of
# the register family with them.
loop_orders='--param loop-order=-,jkl,kjl,ljk,jlk,klj,lkj'
register_space="--share none --family register $loop_orders --param type=f32,f64 --param mad=mad --param steps=combined
    --param unroll-k=1,8 --param fixed=-,64x96x64 --param index=auto --param lda=arg --param ldb=arg --param ldc=arg
    --param offset-a=0 --param offset-b=0 --param offset-c=0 --param alpha=arg --param beta=arg,0
    --param tile=1x4,4x4,3x5 --param wg=1x8,3x4,8x8 --param aligned=no,yes --param batch=none,strided,offsets --param wg-members=1,4"

# Spaces of the local family that can be counted, one with all that can be said of A, one with all that can be said of B. The
# types, --sub-groups and where the other operand is read from are given besides. Images hold texels of 1
# or 4 elements, which every device has.
local_space='--share local --family local --param layout=row,column --param transpose=nn,nt,tn,tt --param vec-c=1,4
    --param tile=4x4,8x4,3x5 --param wg=4x8,8x8,4x1 --param tile-k=8,16 --param unroll-k=2,8 --param stages=1,2,3
    --param prefetch=no,yes --param assign=contiguous,strided --param edges=guard,pad,shift,exact
    --param fixed=-,64x96x64 --param copy=plain,async --param exchange=no,yes --param steps=combined --param sg-size=-'
local_space_a="$local_space $loop_orders --param pretranspose=none,ab --param access-a=buffer,image --param access-b=buffer,image
    --param stage-a=plain,transposed,k-major,no --param stage-b=plain,transposed --param pad-a=0,1 --param vec-a=1,4
    --param vec-b=1,4 --param aligned=no,yes --param local-vec-a=-,2,4 --param load-shape-a=-,8x4"
local_space_b="$local_space $loop_orders --param pretranspose=none,a --param access-a=buffer --param stage-a=plain
    --param stage-b=plain,transposed,k-major,no --param pad-b=0,4 --param vec-a=1,2,8 --param vec-b=1,4,16
    --param aligned=no,yes --param local-vec-b=-,1,4 --param load-shape-b=-,4x8,16x4"

# A small space of the local family with a type of its own for each of A, B and C.
local_space_types='--share local --family local --param type=f32 --param type-a=-,f64,f16,bf16 --param type-b=-,f64,f16,bf16
    --param type-c=-,f64,f16,bf16 --param layout=row,column --param transpose=nn,tt --param pretranspose=none,ab
    --param access-a=buffer --param access-b=buffer --param stage-a=plain,k-major --param stage-b=plain,no --param tile=4x4
    --param tile-k=8 --param vec-a=1,4 --param vec-b=1,4 --param vec-c=1,4 --param aligned=no,yes --param wg=4x8 --param unroll-k=8
    --param edges=guard,pad --param compute=- --param accumulate=- --param mad=mad --param index=auto --param fixed=-
    --param sub-groups=emulated --param sg-size=- --param barrier=no --param steps=combined --param loop-order=-
    --param ids=global --param lda=arg --param ldb=arg --param ldc=arg --param offset-a=0 --param offset-b=0
    --param offset-c=0 --param alpha=arg --param beta=arg,0 --param batch=none,strided --param wg-members=1,3'

# The space of the blocked family, with small blocks, so that the sizes that are checked have several.
blocked_space='--share none --family blocked --param type=f32,f64 --param layout=row,column --param transpose=nn,nt,tn,tt
    --param pretranspose=none,a --param access-a=buffer --param access-b=buffer --param tile=4x8,6x4,3x5 --param block-tiles=1x1,2x3
    --param tile-order=hw,wh --param prefetch=no,yes --param panels=none,a,b,ab --param prepared=none,b --param block-k=16,24 --param wg=1x1 --param tile-k=1 --param unroll-k=1 --param vec-a=-,1,2 --param vec-b=-,1,4
    --param vec-c=1,4 --param edges=guard,exact,pad --param fixed=-,37x29x53,64x96x64 --param compute=- --param accumulate=-
    --param sub-groups=emulated --param sg-size=- --param barrier=no --param steps=combined --param loop-order=- --param ids=global
    --param batch=none,strided,offsets'

# The space of the gemv family, with M or N thin: tiles that M and N of the sizes that are checked are no multiples of.
gemv_space='--share none --family gemv --param type=f32,f64,f16,bf16 --param layout=row,column --param transpose=nn,nt,tn,tt
    --param pretranspose=none,ab --param access-a=buffer --param access-b=buffer --param thin=m,n --param aligned=no,yes --param sum-vec=16,2 --param split-k=1,3 --param split-k-sum=step,launch
    --param block-tiles=1x1,1x3,5x1 --param tile=1x4,4x8,8x2,3x5 --param wg=1x1,4x8,16x4 --param tile-k=1,4,8 --param unroll-k=1,8,16 --param vec-a=-,1,4
    --param vec-b=-,1,4 --param vec-c=1 --param edges=guard,exact,pad --param fixed=-,3x37x53,64x96x512 --param compute=-
    --param accumulate=- --param sub-groups=emulated --param sg-size=- --param barrier=no --param steps=combined
    --param loop-order=- --param ids=global --param batch=none,strided,offsets'

# Gated products, of the families that have them.
gated_space='--beta 0 --param chain=gate:none,gate:silu --param share=none,local --param family=naive,register,local,gemv --param type=f32,bf16 --param layout=row,column
    --param transpose=nn,nt,tn,tt --param pretranspose=none --param access-a=buffer --param access-b=buffer --param epilogue=none --param thin=m
    --param block-tiles=1x1 --param stage-a=plain,transposed,no --param stage-b=plain,k-major,no --param stages=1,2 --param exchange=no,yes
    --param assign=contiguous,strided --param aligned=no,yes --param tile=1x1,1x4,4x4,3x5 --param wg=1x1,4x8,8x4 --param tile-k=-,1,4 --param unroll-k=-
    --param vec-a=-,1,4 --param vec-b=-,1,4 --param vec-c=1,4 --param edges=guard,exact,shift --param fixed=-,3x37x53 --param compute=- --param accumulate=-
    --param mad=mad --param sub-groups=emulated --param sg-size=- --param barrier=no --param steps=combined --param loop-order=- --param ids=global
    --param index=auto --param lda=arg --param ldb=arg,tight,131 --param ldc=arg --param offset-a=0 --param offset-b=0,arg,3 --param offset-c=0'

# The space of the thin family, emulated; and of blocks in the order of lanes.
thin_space='--share none --family thin --param engine=emulated:mma --param type=f16,bf16,f64,i8 --param type-c=-,f32 --param layout=row,column
    --param transpose=nt,tn --param thin=m,n --param access-a=buffer --param access-b=buffer --param tile=2x2,2x4,4x2,4x8 --param wg=4x8,8x4,8x8,16x16
    --param tile-k=-,32,64,128 --param unroll-k=- --param vec-a=- --param vec-b=- --param vec-c=1 --param edges=guard,exact,pad --param split-k=1,3
    --param fixed=-,5x37x64,64x96x512,9x64x77 --param compute=- --param accumulate=- --param mad=mad --param sub-groups=emulated --param sg-size=-
    --param barrier=no --param steps=combined --param loop-order=- --param ids=global --param batch=none,strided,offsets'
thin_space_blocks='--share none --family thin --param engine=emulated:mma --param type=f16,bf16 --param type-b=q4_0,q8_0,q4_k,q5_1,q6_k,i4_64 --param prepared=none,b --param layout=row
    --param transpose=nt --param thin=m --param access-a=buffer --param access-b=buffer --param tile=2x2,4x2 --param wg=4x8,8x8
    --param tile-k=-,256 --param unroll-k=- --param vec-a=- --param vec-b=- --param vec-c=1 --param edges=guard,exact --param split-k=1,2
    --param fixed=-,5x37x512 --param compute=- --param accumulate=- --param mad=mad --param sub-groups=emulated --param sg-size=-
    --param barrier=no --param steps=combined --param loop-order=- --param ids=global --param lda=arg --param ldb=arg --param ldc=arg --param offset-a=0,arg --param offset-b=0
    --param offset-c=0 --param batch=none,strided'

# The space of the matrix family: fragments and lanes of each engine, emulated, which has no registers to share out.
matrix_space='--share local --family matrix --param engine=emulated:mma,emulated:wgmma,emulated:dpas,emulated:dpas16,emulated:mfma,emulated:wmma,emulated:wmma12,emulated:fma --param engine-along=m,n --param type=bf16,f16,f64,i8,f32 --param type-c=-,f32 --param layout=row,column
    --param transpose=nn,nt,tn,tt --param pretranspose=none,ab --param access-a=buffer --param access-b=buffer --param tile=2x2,4x2,4x8,8x2
    --param wg=8x4,8x8,16x4,32x8 --param tile-k=16,32 --param unroll-k=- --param vec-a=-,2 --param vec-b=-,1 --param vec-c=1,2,4 --param pad-a=0,8
    --param pad-b=-,8 --param stages=1,3 --param copy=plain,async,bulk,tensor --param panels=none,ab --param persistent=0,1 --param raster=1,2 --param take-turns=no,yes --param ring-registers=-
    --param edges=guard,exact,pad,shift --param fixed=-,37x29x53,64x96x64
    --param compute=-,tf32,3xtf32,bf16x3 --param accumulate=- --param mad=mad --param sub-groups=emulated --param sg-size=- --param barrier=no
    --param steps=combined --param loop-order=- --param ids=global --param batch=none,strided,offsets'

# A small space of it with B in blocks and groups, which a step may decode.
matrix_space_blocks='--share local --family matrix --param engine=emulated:mma,emulated:wgmma --param type=bf16,f16 --param type-b=q4_0,q5_1,q6_k,u4_32
    --param layout=row,column --param transpose=nt,tt,nn --param decode=none,b --param prepared=none,b --param pretranspose=none --param access-a=buffer
    --param access-b=buffer --param tile=2x8 --param wg=32x4 --param tile-k=32,64 --param unroll-k=- --param vec-a=- --param vec-b=- --param vec-c=2
    --param stages=2,3 --param copy=plain,async,tensor --param edges=guard,exact,pad,shift --param fixed=-,37x29x512 --param compute=-
    --param accumulate=- --param mad=mad --param sub-groups=emulated --param sg-size=- --param barrier=no --param steps=combined
    --param loop-order=- --param ids=global --param lda=arg --param ldb=arg --param ldc=arg --param offset-a=0 --param offset-b=0
    --param offset-c=0 --param batch=none,strided'

# A small space of it with real numbers of 8 bits, whose sums may be added in f32.
matrix_space_bytes='--share local --family matrix --param engine=emulated:mma,emulated:wgmma,emulated:wmma12 --param type-a=e4m3,e5m2 --param type-b=e4m3,e5m2
    --param type-c=f32,bf16 --param layout=row,column --param transpose=nt,tn,nn --param pretranspose=none,ab --param access-a=buffer --param access-b=buffer
    --param tile=2x2,4x8 --param wg=8x4,32x8 --param tile-k=32,64 --param unroll-k=- --param vec-a=- --param vec-b=- --param vec-c=2,4
    --param stages=1,3 --param copy=plain,async,bulk,tensor --param panels=none,ab --param persistent=0,1 --param accumulate-k=0,64
    --param edges=guard,exact --param fixed=-,64x96x192 --param compute=- --param accumulate=- --param mad=mad --param sub-groups=emulated --param sg-size=-
    --param barrier=no --param steps=combined --param loop-order=- --param ids=global --param lda=arg --param ldb=arg --param ldc=arg --param offset-a=0
    --param offset-b=0 --param offset-c=0 --param batch=none,strided'

# What profiles list for tuning kernels of their engines, emulated: PROFILE-ENGINE. In `check` a run has a few points
# of their covering sets, with all shares it has these and 500 at random of each.
engine_spaces='nvidia-hopper-wgmma nvidia-hopper-mma intel-xe-hpg-dpas amd-cdna3-mfma94 amd-rdna3-wmma amd-rdna4-wmma12'

# engine_space NAME: the words of one, of types whose fragments differ, with A and B along K and across it.
engine_space() {
    local types=bf16,i8 profile=${1%-*}
    case $1 in
    *-dpas) profile=$srcdir/tests/device/$profile.json ;;
    *-mma) types=bf16,i8,f64 ;;
    *-mfma94) types=bf16,i8,f64 ;;
    esac
    echo "--for $profile --family matrix --engine emulated:${1##*-} --param type=$types --param layout=row --param transpose=nn,tt"
}

# All that changes how C is stored, with every operand of an epilogue: spaces of families whose work-items have single places of C or vectors along its
# lines; of vectors alone where rows of groups lie apart or are added; of engines whose lanes hold pairs of C, and of those whose lanes have a column each;
# and of the thin family. PoCL 3.1 miscompiles rings of boxes (--copy tensor) of groups whose tiles have 8 rows or columns (doc/manifest.md).
store_operands=none,bias:row,bias:column,bias:column:group,scale:row,scale:column,scale:column:group,scale,residual,expression:value+row-2*column
store_space="--param epilogue=$store_operands --param transpose=nt,nn,tt --param pretranspose=none --param access-a=buffer --param access-b=buffer
    --param tile-k=- --param unroll-k=- --param vec-a=- --param vec-b=- --param edges=guard,exact,pad,shift --param fixed=- --param alpha=arg,1
    --param beta=arg,0,0.5 --param experts=none,index --param rows-c=none,index,add --param wg-members=1 --param split-k-sum=step,launch --param compute=-
    --param accumulate=- --param mad=mad --param sub-groups=emulated --param sg-size=- --param barrier=no --param steps=combined,separate --param loop-order=-
    --param ids=global --param index=auto --param lda=arg --param ldb=arg --param ldc=arg --param offset-a=0 --param offset-b=0 --param offset-c=0,arg"
store_batches='--param batch=none,strided,offsets,groups --param ragged=m,n,k'
store_space_families="--param share=none,local,block-read --param family=naive,register,local,blocked,gemv,subgroup --param type=f32,f16 --param type-c=-,f32
    --param layout=row,column --param tile=4x4,3x8,8x1 --param wg=4x8,1x8,1x1 --param vec-c=1,2,4,8 --param aligned=no,yes --param split-k=1,3
    $store_batches $store_space"
store_space_rows="--batch groups --layout row --param share=none,local --param family=register,local --param type=f32,f16 --param type-c=f32,f16
    --param tile=4x4,3x8 --param wg=4x8,1x8 --param vec-c=4,2,8 --param aligned=no,yes --param split-k=1 $store_space"
store_space_matrix="--share local --family matrix --param engine-along=m,n --param type=f16,f32 --param type-c=-,f32 --param layout=row,column
    --param wg=8x4,8x8,16x4,32x8 --param stages=1,3 --param persistent=0,1 --param split-k=1,3 $store_batches $store_space"
store_space_pairs="$store_space_matrix --param engine=emulated:mma,emulated:wgmma,emulated:fma --param tile=2x4,4x4,4x8,8x4 --param copy=plain,bulk,tensor
    --param panels=none,ab --param vec-c=2,4,8 --param aligned=no,yes"
store_space_lanes="$store_space_matrix --param tile=2x2,4x2,4x8,8x2 --param engine=emulated:dpas,emulated:dpas16,emulated:mfma,emulated:wmma,emulated:wmma12 --param vec-c=1"
store_space_thin="--share none --family thin --engine emulated:mma --layout row --param thin=m,n --param type=f16,bf16 --param type-c=-,f32
    --param tile=2x2,4x2 --param wg=8x8,4x8 --param vec-c=1 --param split-k=1,3 --param batch=none,strided,groups --param ragged=m $store_space"
store_spaces='store-families store-rows store-pairs store-lanes store-thin'

# Their types where a device lacks images of halves or half arithmetic, and where it lacks nothing.
plain_types='--param type=f32,f64 --param compute=- --param accumulate=- --param sub-groups=emulated'
plain_halves='--param type=f16 --param compute=- --param accumulate=- --param sub-groups=emulated'
all_types='--param type=f32,f64,f16 --param sub-groups=intel,emulated'

# Those that have a covering set in points.txt.
spaces='standard-emulated standard-native register blocked gemv gated thin thin-blocks matrix matrix-blocks matrix-bytes local-types local-a-plain local-b-plain
    local-b-halves local-a-native local-b-native'
spaces+=" $store_spaces $engine_spaces"

space_of() {
    local name
    case $1 in
    standard-emulated) echo "$standard_space_emulated" ;;
    standard-native) echo "$standard_space_native" ;;
    register) echo "$register_space" ;;
    blocked) echo "$blocked_space" ;;
    gemv) echo "$gemv_space" ;;
    gated) echo "$gated_space" ;;
    thin) echo "$thin_space" ;;
    thin-blocks) echo "$thin_space_blocks" ;;
    matrix) echo "$matrix_space" ;;
    matrix-blocks) echo "$matrix_space_blocks" ;;
    matrix-bytes) echo "$matrix_space_bytes" ;;
    store-*) name=store_space_${1#*-} && echo "${!name}" ;;
    local-types) echo "$local_space_types" ;;
    local-a-plain) echo "$local_space_a $plain_types" ;;
    local-b-plain) echo "$local_space_b $plain_types --param access-b=buffer,image" ;;
    local-b-halves) echo "$local_space_b $plain_halves --param access-b=buffer" ;;
    local-a-native) echo "$local_space_a $all_types" ;;
    *-wgmma | *-mma | *-dpas | *-mfma94 | *-wmma | *-wmma12) engine_space "$1" ;;
    local-b-native) echo "$local_space_b $all_types --param access-b=buffer,image" ;;
    esac
}

# list_points WORD...: tests/list_points.c.
list_points() {
    "${builddir:-.}/tests/list_points" "$@"
}

# points_of NAME: the covering set of a space, options a line.
points_of() {
    # shellcheck disable=SC2046
    sed -n "s/^$1 //p" "$srcdir/tests/device/points.txt" | list_points read $(space_of "$1")
}
