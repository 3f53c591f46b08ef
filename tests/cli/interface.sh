#!/bin/bash
# --interface: what is emitted for a host, what is refused, and what is said of files that are wrong.
gen=${CLGEMM_GEN:-./clgemm-gen}
srcdir=$(cd "${srcdir:-.}" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failed=0
fail() {
    printf 'failed: %s\n' "$1"
    failed=1
}

# write MEMBER=VALUE...: a file that is right but for these members, each on a line of its own.
write() {
    local member
    declare -A members=(
        [schema]='"clgemm-interface/1"' [entry]='"product"' [problem]='"--alpha 1 --beta 0"'
        [arguments]='[["int m", "m"], ["uint n", "n"], ["const int k", "k"], ["const __global float *restrict a", "A"], ["global float *b", "B"], ["__global float *c", "C"], ["long l", "lda"]]'
        [where]='{"ldb": "m * 2 - n", "ldc": "m"}' [launch]='{"groups": ["m", "n"], "extent": {"m": 8, "n": 16}, "local": [4, 4]}'
    )
    for member in "$@"; do members[${member%%=*}]=${member#*=}; done
    local separator='{'
    for member in schema entry problem arguments where launch promises require only_if try other; do
        [ -n "${members[$member]:-}" ] || continue
        printf '%s"%s": %s' "$separator" "$member" "${members[$member]}"
        separator=$',\n'
    done >"$scratch/mine.json"
    printf '}\n' >>"$scratch/mine.json"
}

# says CODE TEXT OPTION...: that exit status, and the text in what is said.
says() {
    local code=$1 text=$2
    "$gen" --interface "$scratch/mine.json" --family register "${@:3}" >"$scratch/out" 2>"$scratch/said"
    local status=$?
    [ "$status" = "$code" ] && cat "$scratch/out" "$scratch/said" | grep -q -F -- "$text" ||
        fail "exit status $status, not $code with '$text': $(head -n 1 "$scratch/said")"
}

write
says 0 'void product('
grep -q 'const int M = m;' "$scratch/out" || fail 'M is not m'
grep -q 'const int ldb = (long)m \* 2 - n;' "$scratch/out" || fail 'ldb is not what where says'
says 0 'Launch: local size {4, 4}, global size {4 * ceil(M / 8), 4 * ceil(N / 16)}'
says 4 'a work-group computes 12 along M' --tile 4x3
says 4 'needs a step beside the product, and interface' --edges pad
says 4 'orders the work-groups of the launch, which is that of --interface' --tile-order wh
says 4 'ask --edges guard' --edges pad
says 4 'calls a kernel of --beta 0, not of --beta 2' --beta 2
says 4 'the kernel needs offset_a' --offset-a arg
says 4 'there is no launcher' --emit launcher
says 4 'needs bias, and interface' --epilogue bias:row
says 4 'passes B as a pointer to float, and B is of f64; ask --type-a f32 --type-b f32 --type-c f32' --type f64
says 4 'passes B as a pointer to float, and B is of f16' --type-b f16
write 'arguments=[["int m", "m"], ["unsigned int n", "n"], ["const unsigned k", "k"], ["const __global float *restrict a", "A"], ["global float *b", "B"], ["__global float *c", "C"], ["unsigned long l", "lda"]]'
says 0 'int m, uint n, const uint host_k,'
says 0 'ulong l)'
write 'arguments=[["int m", "m"], ["uint n", "n"], ["const int k", "k"], ["const __global half4 *a", "A"], ["global ushort *b", "B"], ["__global float *c", "C"], ["long l", "lda"]]'
says 4 'passes A as a pointer to half, and A is of f32; ask --type-a f16'
says 0 'void product(' --type-a f16
# What belongs to blocks is missed, or is of another type, whatever the kernels of a profile ask; a type is named as its option has it.
blocks='["int m", "m"], ["uint n", "n"], ["const int k", "k"], ["global uchar *q", "A"], ["global float *b", "B"], ["global float *c", "C"], ["long l", "lda"]'
apart='problem="--alpha 1 --beta 0 --type-a q4_0 --quants apart --type-b f32 --type-c f32 --transpose tn"'
write "$apart" "arguments=[$blocks]"
says 4 'the kernel needs A_scales, and interface'
says 4 'the kernel needs A_scales, and interface' --for cpu --decode a
write "$apart" "arguments=[$blocks, [\"global float *d\", \"A_scales\"]]"
says 4 'passes A_scales as a pointer to float, and A_scales is of f16'
"$gen" --quants apart --type-a q4_0 --type-b f32 -o "$scratch/k.cl" 2>&1 | grep -q '^clgemm-gen: blocks of q4_0 hold 32 elements' || fail 'a type is not named as its option has it'
# Local memory is taken and not read; what belongs to blocks is passed by name, and their strides in bytes are divided.
write 'arguments=[["int m", "m"], ["uint n", "n"], ["const int k", "k"], ["const __global float *restrict a", "A"], ["global float *b", "B"], ["__global float *c", "C"], ["long l", "lda"], ["local float *shared", "512"]]'
says 0 '__local float *shared)'
says 0 'shared  512 bytes of local memory; not read here'
write 'problem="--layout row --transpose nt --type-b q8_0 --quants apart --alpha 1 --beta 0"' 'where={"lda": "k", "ldb": "bytes / 34 * 32", "ldc": "n"}' \
    'arguments=[["int m", "m"], ["uint n", "n"], ["const int k", "k"], ["global float *a", "A"], ["global char *b", "B"], ["global half *d", "B_scales"], ["__global float *c", "C"], ["ulong bytes", "34 * ldb / 32"]]'
says 0 '__global const half *restrict B_scales = host_d;'
says 0 'const int ldb = bytes / 34 * 32;'
sed -i 's/--type-b q8_0/--type-b q4_1/' "$scratch/mine.json"
says 4 'the kernel needs B_leasts, and interface'
sed -i 's/--type-b q4_1 --quants apart/--type-b f32/; s/, \["global half \*d", "B_scales"\]//; s/global char \*b/global float *b/' "$scratch/mine.json"
says 4 'passes as bytes, 34 * ldb / 32, is not always a whole number'
write 'arguments=[["int m", "m"], ["uint n", "n"], ["const int k", "k"], ["const __global float *restrict a", "A"], ["global float *b", "B"], ["__global float *c", "C"], ["long l", "lda"], ["global half *scales", "B_scales"]]'
says 4 'passes B_scales as scales, and the kernel has no such buffer'
# A symbol is a formula of others with rests of divisions, and not of itself.
write 'where={"lda": "l / 16 * 16", "ldb": "(k + 7) / 8 * 8", "ldc": "max(m, 16)"}'
says 0 'const int ldc = max(m, 16);'
write 'where={"lda": "(l + 15) / 16 * 16", "ldb": "k", "ldc": "m"}'
says 4 'the kernel needs lda, and interface'
# A matrix is found by an element of an array of the host, and a size that no argument says is a number.
by_index='[["int m", "m"], ["const int k", "k"], ["const __global float *restrict a", "A"], ["global float *b", "B"], ["__global float *c", "C"], ["long l", "lda"], ["global char *which", "ids"], ["ulong skip", "0"]]'
batch='launch={"groups": ["m", "n", "member"], "extent": {"m": 8, "n": 16}, "local": [4, 4]}'
of_index='"n": "1", "ldb": "m", "ldc": "m", "stride_a": "m", "stride_b": "m", "stride_c": "m"'
strided='problem="--batch strided --alpha 1 --beta 0"'
write "$strided" "arguments=$by_index" "where={$of_index, \"member_b\": \"which[skip / 4 + member]\"}" "$batch"
says 0 '__global const int *restrict ids = (__global const int *)which;'
says 0 'const long member_b = ids[skip / 4 + member];'
says 0 'which   ids: matrices, of which formulas choose those of members'
says 0 'N = 1'
says 4 'N is 2 by --fixed, and interface' --fixed 8x2x8
says 0 'M = 8' --fixed 8x1x8
"$gen" --interface "$scratch/mine.json" --family register --emit json -o "$scratch/ids.json" 2>"$scratch/said" && tr -d ' \n' <"$scratch/ids.json" >"$scratch/out" &&
    grep -q -F '"members":{"b":["[]","which",["+",["/","skip",4],"member"]]}' "$scratch/out" && grep -q -F '{"name":"ids","role":"ids","element":{"type":"i32"' "$scratch/out" ||
    fail 'which matrices are read is not in the manifest'
# Members of a batch with two strides begin where the file says, and a check tells them by the stride that it passes.
write "$strided" "arguments=${by_index/, \[\"global char \*which\", \"ids\"]/}" "where={${of_index/\"stride_a\": \"m\", /}, \"begin_a\": \"member % 2 * l + member / 2 * skip\"}" "$batch"
says 0 'const long begin_a = '
says 0 'A += begin_a;'
says 0 'Member i begins at element begin_a of A, i * stride_b of B'
"$gen" --interface "$scratch/mine.json" --family register --emit json -o "$scratch/begin.json" && tr -d ' \n' <"$scratch/begin.json" | grep -q -F '"members":{"a":["/",["+",["*",["%","member",2],"l"],["*",["/","member",2],"skip"]],"stride_a"]}' ||
    fail 'the member that begins there is not in the manifest'
sed -i 's/"begin_a"/"member_a": "member", "begin_a"/' "$scratch/mine.json"
says 1 'mine.json:5: where.begin_a says where each member begins: leave out member_a'
# What a file requires of macros that it says no more of is what it is built with.
write 'require="STORAGE == 16 && defined(NATIVE)"'
says 0 'Build with -DSTORAGE=16 -DNATIVE=1.'
says 0 '#elif !defined(NATIVE)'
while IFS='|' read -r change text; do
    write "$strided" "arguments=$by_index" "where={$of_index, $change}" "$batch"
    says 1 "mine.json:5: where.$text"
done <<'END'
"member_c": "which[member]"|member_c has which[...]: an element says a member_a or a member_b
"offset_a": "which[0]"|offset_a has which[...]: an element says
"member_a": "a[member]"|member_a has a[...], and a is no argument that passes ids
"member_a": "which"|member_a has the name which, which is no argument with a value
"member_a": "which[lane]"|member_a has the name lane, which is no argument
"member_a": "which[member"|member_a: 'which[member': ] is wanted at character 13
"member_a": "which[get_global_size(0)]"|member_a has which[...]: its index must be of arguments and member
END
write "arguments=$by_index" 'where={"n": "1", "ldb": "m", "ldc": "m", "member_a": "which[0]"}'
says 1 'mine.json:5: where.member_a says a member of a batch, and the launch has no dimension of members'
write "$strided" "arguments=${by_index/global char/global float}" "where={$of_index}" "$batch"
says 1 'mine.json:4: arguments[6][0] must point to whole numbers, of 32 bits: ids'
write "$strided" "arguments=$by_index" "where={$of_index}" "$batch"
says 4 'passes ids as which, and the kernel has no such buffer'
write 'arguments=[["int m", "m"], ["uint n", "n"], ["const int k", "k"], ["const __global float *restrict a", "A"], ["global float *b", "B"], ["__global float *c", "C"], ["long l", "lda"], ["__global float *extra", "bias"]]'
says 4 'passes bias as extra, and the kernel has no such buffer'
says 0 '__global const float *restrict bias = extra;' --epilogue bias:row
write 'launch={"groups": ["n", "m"], "local": [16], "flat": true}'
says 0 'get_local_id(0) / 4' --wg 4x4
says 4 'lie along dimension 0' --family subgroup --share shuffle --wg 2x8
write 'launch={"groups": ["m", "n"], "extent": {"m": "X", "n": "Y"}, "local": ["P", "Q"]}' 'promises={"m": "X", "n": "Y", "k": 8}'
says 0 '#if !(X == 32)'
says 0 '#error "this kernel is for Q == 8: see its first comment"'
says 0 'No guards' --tile-k 8
says 4 'promises no such thing' --edges exact --tile-k 16
says 0 'if (' --edges guard

# Work-groups that are counted take tiles in turn, whatever the tiles are.
write 'launch={"count": ["m * n", 2], "local": [16]}'
says 0 'for (long tile = get_group_id(0) + get_num_groups(0) * get_group_id(1); tile < tiles; tile += get_num_groups(0) * get_num_groups(1)) {' --wg 1x16
says 0 'Launch: local size {16, 1}, global size {16 * (M * N), 2}'
says 0 'at a time, tile after tile' --family gemv --thin m --tile 4x1
says 0 'continue;' --family naive --tile 1x1
says 4 'launches any number of work-groups, which take tiles in turn, and those of --family local have one each; ask --family register' --family local
says 4 'interface' --batch strided
write 'launch={"count": ["batch", "(m + 7) / 8"], "local": [1, 16]}' 'problem="--batch strided --alpha 1 --beta 0"' 'where={"ldb": "n", "ldc": "m", "stride_a": "m", "stride_b": "n", "stride_c": "m"}'
says 0 'tile = get_group_id(1); tile < tiles; tile += get_num_groups(1)'
"$gen" --interface "$scratch/mine.json" --family register --emit json -o "$scratch/counted.json" &&
    tr -d ' \n' <"$scratch/counted.json" | grep -q -F '{"count":["/",["+","m",7],8],"in_sequence":{"dim":"m","per_group":64}}' || fail 'a count that no runner knows of'

write 'launch={"count": ["m", "n", "k + 1"], "local": [16]}'
says 0 'Launch: local size {16, 1, 1}, global size {16 * M, N, K + 1}' --wg 1x16
"$gen" --interface "$scratch/mine.json" --family register --emit json -o "$scratch/counted.json" && tr -d ' \n' <"$scratch/counted.json" | grep -q -F '{"count":["+","k",1]}]' ||
    fail 'a dimension of work-groups is not in the manifest'

# A launch that the device does not take, of a family that has one work-item of it at work.
write 'launch={"groups": ["m", "n"], "extent": {"m": 64, "n": 64}, "local": [64, 32]}'
says 4 'launches work-groups of 2048 work-items, profile generic allows 1024' --family blocked
says 0 'void product(' --family blocked --for cpu

# What is promised of one size alone has no guards, and is a condition on the sizes that a check draws.
write 'launch={"groups": ["m", "n"], "extent": {"m": 8, "n": 8}, "local": [4, 4]}'
says 0 'any sizes' --tile-k 8 --family local
grep -q 'K - ' "$scratch/out" || fail 'no rest of K'
write 'launch={"groups": ["m", "n"], "extent": {"m": 8, "n": 8}, "local": [4, 4]}' 'promises={"k": 16}'
says 0 'K a multiple of 16' --tile-k 8 --family local
! grep -q 'K - ' "$scratch/out" || fail 'a rest of K, which is promised not to be'
says 0 'K - ' --tile-k 24 --family local
"$gen" --interface "$scratch/mine.json" --family local --tile-k 8 --emit json -o "$scratch/promise.json" &&
    grep -q '"sentence": "K must be a multiple of 16, as the host promises"' "$scratch/promise.json" || fail 'a promise that no runner knows of'

# A profile may have a kernel for a host's launch, which counts for all sizes.
cat >"$scratch/host.json" <<'END'
{"inherits": "nvidia-hopper", "interfaces": {"llama_mul_mm_f16": {"f32": "--family local --tile 4x8 --wg 16x8 --tile-k 24"}}}
END
cat >"$scratch/tuned.json" <<'END'
{"inherits": "nvidia-hopper", "dispatch": {
  "kernels": [{"name": "a", "options": "--interface llama_mul_mm_f32 --family local --tile 2x16 --wg 32x4 --tile-k 40"}],
  "shapes": [{"m": 64, "n": 64, "k": 64, "kernel": 0}]}}
END
# has PROFILE INTERFACE LINE OPTION...: a line of the kernel's plan.
has() {
    "$gen" --for "$1" --interface "$2" "${@:4}" --dump plan >"$scratch/out" 2>&1 && grep -q -F -- "$3" "$scratch/out" ||
        fail "--for $1 --interface $2 ${*:4}: no $3"
}
has "$scratch/host.json" llama_mul_mm_f16 '"tile-k": "24"'
has "$scratch/host.json" llama_mul_mm_f16 '"tile": "4x8"'
has "$scratch/host.json" llama_mul_mm_f16 '"tile": "8x4"' --wg 8x16
has "$scratch/host.json" llama_mul_mm_f16 '"tile-k": "24"' --fixed 512x512x512 --type f16 --type-b f32 --type-c f32
has "$scratch/host.json" llama_mul_mm_f16 '"family": "naive"' --family naive
has "$scratch/host.json" llama_mul_mm_f32 '"stages": "3"'
has nvidia-hopper llama_mul_mm_f32 '"family": "matrix"' --compute bf16x3
# A build of halves has not the kernel of singles; and of shapes that of a kernel that tells how much it reads.
has nvidia-hopper clblast_xgemm_direct_strided '"copy": "async"' --setting WGD=64,MDIMCD=8,NDIMCD=8,PRECISION_STORAGE=16
has nvidia-hopper clblast_xgemm_direct_batched_tt '"family": "matrix"' --setting WGD=64,MDIMCD=8,NDIMCD=8,PRECISION_STORAGE=16
has nvidia-hopper katago_hgemm_wmma '"vec-c": "4"' --setting MWG=128,NWG=128,KWG=16,MWAVE=32,NWAVE=64,MWARP=16,NWARP=16
# A file that says the same of problem, launch and promises has it too, whatever its name and its arguments are.
"$gen" --print interface llama_mul_mm_f16 | sed -e 's/"entry": "[^"]*"/"entry": "multiply"/' -e 's/ne00/depth/g' >"$scratch/copy.json"
has "$scratch/host.json" "$scratch/copy.json" '"tile-k": "24"'
sed 's/ --offset-c arg//' "$scratch/copy.json" >"$scratch/copied.json"
has "$scratch/host.json" "$scratch/copied.json" '"tile-k": "16"'
has "$scratch/tuned.json" llama_mul_mm_f32 '"tile-k": "40"'
has "$scratch/tuned.json" llama_mul_mm_f32 '"tile": "2x16"' --fixed 64x64x64
has "$scratch/tuned.json" llama_mul_mm_f32 '"tile": "4x8"' --wg 16x8
has cpu-avx512 llama_mul_mat_f16 '"family": "blocked"' --type f16 --type-b f32 --type-c f32
# A work-item that is alone has the elements of a work-group as tiles in sequence, whatever else is said.
has cpu-avx512 llama_mul_mm_f32 '"block-tiles": "16x4"' --family blocked --tile 4x16
has cpu-generic llama_mul_mm_f32 '"block-tiles": "16x8"' --family blocked --wg 1x1 --tile 4x8
has cpu llama_mul_mm_f32 '"tile": "4x16"' --family blocked
"$gen" --interface llama_mul_mm_f32 --family blocked --tile 12x32 --block-tiles 4x2 2>&1 |
    grep -q 'computes 48 along N (--tile height 12, --block-tiles height 4), .*for each 64.*; ask --block-tiles 8x2 --tile 8x32' ||
    fail 'tiles that do not fill a work-group'
# A tile that loses the matrix engine of the profile is told.
"$gen" --for nvidia-hopper --interface katago_hgemm_wmma --tile 16x4 --wg 8x4 2>&1 >/dev/null | grep -q 'note: this is no kernel of a matrix engine' || fail 'an engine is lost silently'
"$gen" --for nvidia-hopper --interface katago_hgemm_wmma --tile 2x4 --wg 8x4 2>&1 >/dev/null | grep -q 'engine' && fail 'an engine that is there is told to be lost'
"$gen" --for nvidia-hopper --interface katago_hgemm_wmma --engine wgmma --tile 2x16 --wg 32x4 2>&1 |
    grep -q 'launches it as it is; ask --engine mma' || fail 'a host is to finalize a kernel of wgmma'
"$gen" --for cpu-avx512 --interface llama_mul_mat_f16 2>/dev/null | grep -q 'if (get_local_id(1) \* 16 + get_local_id(0) != 0)' ||
    fail 'work-items beside one that is alone have something to do'
# What a host launches stays, so vectors become shorter where a device has few registers.
for profile in cpu cpu-generic arm-mali; do
    for interface in llama_mul_mv_q4_0 llama_mul_mv_q6_k llama_mul_mv_id_q8_0; do
        "$gen" --for $profile --interface $interface -o /dev/null || fail "$interface is refused for $profile"
    done
done
"$gen" --for "$scratch/host.json" --interface llama_mul_mm_f16 --explain-pick 512x512x512 2>&1 |
    grep -q 'interfaces.llama_mul_mm_f16.f32 of profile .*host.json is the one' || fail 'which kernel of a host is picked'
sed 's/mul_mm_f16/mul_mm_f61/' "$scratch/host.json" >"$scratch/other.json"
"$gen" --for "$scratch/other.json" 2>&1 | grep -q 'no member interfaces.llama_mul_mm_f61; did you mean llama_mul_mm_f16' ||
    fail 'an interface that there is not'

# What is wrong is told with file, line and member.
while IFS='|' read -r change text; do
    write "$change"
    says 1 "$text"
done <<'END'
schema="clgemm-interface/2"|schema must be clgemm-interface/1
entry="for"|entry is no name that a kernel can have
entry=7|entry must be a text
problem="--alpha 1 --layuot row"|mine.json:3: problem: unknown option --layuot
problem="--beta 0 --tile 4x4"|mine.json:3: problem has --tile, which does not say what is computed
other=1|other is no member; remarks go
arguments=[]|arguments has 1 to 64 arguments
arguments=[["int m"]]|arguments[0] must be a declaration
arguments=[["image2d_t m", "m"]]|has `image2d_t` where its type must stand: char, short
arguments=[["unsigned uint m", "m"]]|must end in a name
arguments=[["float m", "m"]]|must be an int, a uint, a long or a ulong: m is a whole number
arguments=[["size_t m", "m"]]|is of size_t, which OpenCL C allows no kernel as an argument
arguments=[["float4 m", "m"]]|must be an int, a uint
arguments=[["float *m", "A"]]|or a pointer to __global or __local memory
arguments=[["local global float *m", "A"]]|or a pointer to __global or __local memory
arguments=[["local float m", "16"]]|or a pointer to __global or __local memory
arguments=[["local float *m", "A"]]|must be the bytes of local memory that the host passes
arguments=[["local float *m", "0"]]|must be from 1 to 1048576 bytes
arguments=[["int m", "m"], ["int m", "n"]]|declares a name that an argument before it has
arguments=[["int m", "m +"]]|a name is wanted at character 4
arguments=[["int m", "x"]]|has the name x, which is no symbol
arguments=[["__global float *m", "A + 1"]]|must be the name of a buffer
where={"ldb": "z"}|mine.json:5: where.ldb has the name z, which is no argument
where={"ldb": "a"}|has the name a, which is no argument with a value
where={"A": "m + a"}|must be an argument that is a pointer, alone or plus a value
arguments=[["__global const float *c", "C"]]|declares what C points to const
where={"ldb": "m / 0"}|where.ldb: 'm / 0': a number that is not 0 is wanted at character 4
where={"ldb": "abs(m)"}|the end is wanted
where={"ldb": "m; n"}|the end is wanted
launch={"groups": ["m", "k"], "local": [1]}|launch.groups[1] must be m, n or member
launch={"groups": ["m", "n"], "local": [0]}|mine.json:6: launch.local[0] must be a number from 1
launch={"groups": ["m", "n"], "local": [1], "flat": 1}|launch.flat must be true or false
launch={"groups": ["m", "m"], "local": [1]}|mine.json:6: launch.groups[1] must be m, n or member, each once
launch={"count": ["m", "n"], "extent": {"m": 8}, "local": [1]}|mine.json:6: launch.count stands in place of `groups` and `extent`, not beside them
launch={"count": [], "local": [1]}|launch.count has one to three dimensions
launch={"count": [0], "local": [1]}|mine.json:6: launch.count[0] must be a whole number from 1 to 2147483647 or a formula, a text
launch={"count": ["m * lda"], "local": [1]}|launch.count[0] has the name lda, which is no size, m, n or k, nor `batch` alone and once
launch={"count": ["batch", "batch"], "local": [1]}|launch.count[1] has the name batch, which is no size
launch={"count": ["get_num_groups(0)"], "local": [1]}|launch.count[0] must be of m, n, k and numbers
launch={"groups": ["m", "member"], "local": [1]}|mine.json:6: launch.groups must have both m and n
promises={"batch": 4}|promises.batch is none of m, n and k
promises={"m": 0}|mine.json:7: promises.m must be a number from 1
require="A = 1"|the end is wanted
try={}|mine.json:7: try has 1 to 64 members
try={"o": [1]}|mine.json:7: try.o is no argument with a value
try={"a": [1]}|try.a is no argument with a value
try={"m": [1]}|try.m must be an argument by which `where` says a member alone
require="defined(1)"|a name is wanted
END
while IFS='|' read -r tried text; do
    "$gen" --print interface llama_mul_mm_f32 | sed "s|\"try\": .*|\"try\": {$tried}|" >"$scratch/mine.json"
    says 1 "mine.json:22: $text"
done <<'END'
"r2": []|try.r2 must be a list of 1 to 64 values
"r2": 3|try.r2 must be a list of 1 to 64 values
"r2": [1, -1]|try.r2[1] must be a whole number from 0 to
"r2": ["x"]|try.r2[0] has the name x, which is no symbol
"r2": ["lda / ldb"]|try.r2[0] is no sum of products
"batch_stride_a": [1]|try.batch_stride_a must be an argument by which
END
"$gen" --interface llama_mul_mm_f32 | grep -q '^ \*   r3  *as the host passes it; 1, 1, 1, 2, 3 in checks$' || fail 'what checks try is not told'
"$gen" --interface clblast_xgemm_batchd 2>&1 | grep -q 'did you mean clblast_xgemm_batched' || fail 'no nearest name'

# The names of all variables that golden kernels have are the kernel's own: arguments of these names are called otherwise. No host has a product in
# index notation or attention.
types='int|long|float[0-9]*|uint|size_t|bool|double[0-9]*|float|half[0-9]*'
sed -n 's/.*Made by clgemm [^ ]*: clgemm-gen //p' "$srcdir"/tests/golden/*.cl | grep -v -e --product -e '--chain attention' | while read -r -a options; do
    "$gen" "${options[@]}" 2>/dev/null || echo "clgemm-gen ${options[*]} fails" >&2
done | sed '/^__kernel/,/^}/!d' | grep -oE "^    (const |__global |__local )*($types) \*?(const |restrict )*[A-Za-z_][A-Za-z_0-9]*( =|;)" |
    sed -E 's/ ?[=;,]*$//; s/.* \*?//' | sort -u | grep -v -x -E 'm|n|k|a|b|c|l' >"$scratch/names"
split -l 40 "$scratch/names" "$scratch/part."
for part in "$scratch"/part.*; do
    more=$(sed 's/.*/, ["int &", "0"]/' "$part" | tr -d '\n')
    write "arguments=[[\"int m\", \"m\"], [\"int n\", \"n\"], [\"int kk\", \"k\"], [\"global float *aa\", \"A\"], [\"global float *bb\", \"B\"], [\"global float *cc\", \"C\"], [\"int l\", \"lda\"]$more]"
    says 0 'void product('
    while read -r name; do
        grep -q -w "host_$name" "$scratch/out" || fail "an argument $name is not called otherwise"
    done <"$part"
done
[ "$(wc -l <"$scratch/names")" -gt 100 ] || fail 'golden kernels have too few variables'

# A kernel for sizes whose tile is another one than the launch has is left out, with what else it says: 256 elements of K at once of eight rows take longer.
"$gen" --for cpu-avx512 --interface llama_mul_mv_q4_0 --explain-pick 4096x1x4096 2>/dev/null |
    grep -q '^  row  *is refused: it is for --tile 1x1, and the launch of interface llama_mul_mv_q4_0 has --tile 1x8$' || fail 'a kernel for another tile is picked'
"$gen" --for cpu-avx512 --interface llama_mul_mv_q4_0 --fixed 4096x1x4096 --dump plan | grep -q '"tile-k": "16"' || fail 'with sizes a kernel for another tile is meant'
"$gen" --for nvidia-hopper --interface llama_mul_mv_q4_0 --explain-pick 4096x1x4096 | grep -q '^\* row ' || fail 'the kernel with the tile of the launch is left out'

"$gen" --list interfaces | grep -q '^  clblast_xgemm_batched$\|^  clblast_xgemm_batched ' || fail '--list interfaces'
"$gen" --explain llama_mul_mm_f16 | grep -q 'the interface llama_mul_mm_f16: ' || fail '--explain'
"$gen" --print interface llama_mul_mm_f16 | cmp -s - "$srcdir/data/interfaces/llama_mul_mm_f16.json" || fail '--print interface'
write
"$gen" --interface "$scratch/mine.json" -o "$scratch/k.cl" --depfile "$scratch/k.d" --if-changed && grep -q 'mine.json' "$scratch/k.d" || fail 'the depfile lacks the interface'

# A program that includes the kernel has its text, however long, in parts that every compiler takes.
long='--for nvidia-hopper --compute 3xtf32'
printf '%s\n' '#include <cstdio>' 'static const char *const text =' '#include "wrapped.cl"' '; int main() { std::fputs(text, stdout); }' >"$scratch/wrap.cpp"
"$gen" $long -o "$scratch/plain.cl" && "$gen" $long --wrap raw-string -o "$scratch/wrapped.cl" || fail '--wrap'
awk -v RS='[)]clgemm"' 'length > 16100 { exit 1 }' "$scratch/wrapped.cl" || fail '--wrap: a part is too long'
[ "$(grep -c 'R"clgemm(' "$scratch/wrapped.cl")" -gt 1 ] || fail '--wrap: one part'
if command -v g++ >/dev/null; then
    g++ -std=c++11 -o "$scratch/wrap" "$scratch/wrap.cpp" && "$scratch/wrap" | cmp -s - "$scratch/plain.cl" || fail '--wrap: the text is another one'
fi
"$gen" --wrap raw-string --emit cl,json -o "$scratch/w.cl" 2>/dev/null && fail '--wrap of a manifest'
exit $failed
