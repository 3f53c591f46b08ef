# Read by the tests that run emitted kernels: how to ask for a device, check kernels on it, and count.
: "${srcdir:=.}" "${CLGEMM_GEN:=./clgemm-gen}" "${CLGEMM_BENCH:=./clgemm-bench}"
. "$srcdir/tests/lacking.sh"
scratch=$(mktemp -d) || exit 99
trap 'rm -rf "$scratch"' EXIT
kernels=$scratch/kernels
passed=0
failed=0
skipped=0

# The products that references are made of are small, and threads that wait for more take time from the compilers.
export OPENBLAS_NUM_THREADS=1

# Options of clgemm-bench that pick a device.
pocl='-p Portable -t cpu'
intel='-p Intel -t cpu'

# Every order of loops, of which the space itself has a few: words for check --covering and --sample; and a small space of
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
    --param pretranspose=none,ab --param access-a=buffer --param access-b=buffer --param thin=m,n --param aligned=no,yes --param sum-vec=16,2 --param split-k=1,3
    --param block-tiles=1x1,1x3,5x1 --param tile=1x4,4x8,8x2,3x5 --param wg=1x1,4x8,16x4 --param tile-k=1,4,8 --param unroll-k=1,8,16 --param vec-a=-,1,4
    --param vec-b=-,1,4 --param vec-c=1 --param edges=guard,exact,pad --param fixed=-,3x37x53,64x96x512 --param compute=-
    --param accumulate=- --param sub-groups=emulated --param sg-size=- --param barrier=no --param steps=combined
    --param loop-order=- --param ids=global --param batch=none,strided,offsets'

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

# The space of the matrix family: fragments and lanes of each engine, emulated.
matrix_space='--share local --family matrix --param engine=emulated:mma,emulated:wgmma,emulated:dpas,emulated:dpas16,emulated:mfma,emulated:wmma,emulated:wmma12,emulated:fma --param type=bf16,f16,f64,i8,f32 --param type-c=-,f32 --param layout=row,column
    --param transpose=nn,nt,tn,tt --param pretranspose=none,ab --param access-a=buffer --param access-b=buffer --param tile=2x2,4x2,4x8,8x2
    --param wg=8x4,8x8,16x4,32x8 --param tile-k=16,32 --param unroll-k=- --param vec-a=-,2 --param vec-b=-,1 --param vec-c=1,2,4 --param pad-a=0,8
    --param pad-b=-,8 --param stages=1,3 --param copy=plain,async,bulk,tensor --param panels=none,ab --param persistent=0,1 --param raster=1,2
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

# Their types where a device lacks images of halves or half arithmetic, and where it lacks nothing.
plain_types='--param type=f32,f64 --param compute=- --param accumulate=- --param sub-groups=emulated'
plain_halves='--param type=f16 --param compute=- --param accumulate=- --param sub-groups=emulated'
all_types='--param type=f32,f64,f16 --param sub-groups=intel,emulated'

need_harness() {
    command -v "$CLGEMM_BENCH" >/dev/null || lacking "there is no $CLGEMM_BENCH; configure --enable-harness builds it"
}

# need_device NAME: NAME is pocl or intel. Sets $device to the options of clgemm-bench that pick it, $exchange to the option of
# clgemm-gen that says how its work-items exchange registers, and $runtime to its number for `mine`.
need_device() {
    need_harness
    case $1 in pocl) runtime=0 ;; *) runtime=1 ;; esac
    "$CLGEMM_BENCH" devices >"$scratch/devices" 2>&1 </dev/null
    case $1 in
    pocl)
        grep -q 'platform  *Portable Computing Language' "$scratch/devices" ||
            lacking 'PoCL is not here; apt-get install pocl-opencl-icd'
        device=$pocl
        ;;
    intel)
        grep -q 'platform  *Intel(R) OpenCL$' "$scratch/devices" ||
            lacking "Intel's CPU runtime is not here; ./quickstart check --all-devices installs and registers it"
        device=$intel
        ;;
    esac
    # shellcheck disable=SC2086
    exchange=$("$CLGEMM_BENCH" devices $device </dev/null | awk '
        $1 == "yes" && $2 == "intel_sub_group_shuffle" { exchange = "intel" }
        $1 == "yes" && $2 == "sub_group_shuffle" && !exchange { exchange = "khr" }
        END { print "--sub-groups " (exchange ? exchange : "emulated") }')
}

# emit NAME OPTION...: kernel and manifest NAME of the options, for the device where they do not say otherwise, for check_emitted.
# Sets $code, and leaves what was said in $scratch/refusal.
emit() {
    local name=$1
    shift
    # shellcheck disable=SC2086
    "$CLGEMM_GEN" $exchange "$@" --name "${name//-/_}" --emit cl,json -o "$kernels/" >"$scratch/refusal" 2>&1 </dev/null
    code=$?
}

# served NAME OPTION...: emit, which must work.
served() {
    emit "$@"
    [ "$code" = 0 ] || fault "clgemm-gen ${*:2}: exit code $code, $(head -n 1 "$scratch/refusal")"
}

# offered NAME OPTION...: emit, where a rule may refuse the combination.
offered() {
    emit "$@"
    case $code in
    0) ;;
    4) skipped=$((skipped + 1)) ;;
    *) fault "clgemm-gen ${*:2}: exit code $code, $(head -n 1 "$scratch/refusal")" ;;
    esac
}

# mine NUMBER: whether the work of this number is this runtime's share: they take turns, and a mistake of the generator shows on either.
# With CLGEMM_ALL_SPACES (make check-covering) both have all.
mine() {
    [ -n "${CLGEMM_ALL_SPACES:-}" ] || [ $(($1 % 2)) = "$runtime" ]
}

# unoptimised: compilers optimise no kernel from here on, which takes most of their time. A mistake of the generator is in the text,
# and the kernels of presets and profiles are checked as users run them; `make check-covering` has all of them optimised.
unoptimised() {
    [ -z "${CLGEMM_ALL_SPACES:-}" ] || return 0
    profile=$scratch/unoptimised.json
    "$CLGEMM_GEN" --print profile generic | sed 's/^{$/{"build_options": "-cl-opt-disable",/' >"$profile"
}
profile=

# check_emitted OPTION...: check of all that was emitted. A process that compiles one kernel spends most of its time on starting the
# compiler, so each takes several.
check_emitted() {
    if [ -n "$profile" ]; then sed -i 's/"build_options": "/&-cl-opt-disable /' "$kernels"/*.json; fi
    printf '%s\n' "$kernels"/*.json | xargs -n 16 >"$scratch/batches"
    # shellcheck disable=SC2086
    each_line "$scratch/batches" check $device "$@"
}

# check OPTION...: clgemm-bench check, its counts added up; what did not pass is shown. Sets $code, and leaves the
# counts of this call alone in $now_passed, $now_failed and $now_skipped. Silent at exit code $may_end_with. What the device
# has not got counts as a failure, but for sentences with the words $may_lack (an expression for grep).
check() {
    local sum
    "$CLGEMM_BENCH" check "$@" >"$scratch/output" 2>&1 </dev/null
    code=$?
    sum=$(grep -E '^[0-9]+ passed, [0-9]+ failed(, [0-9]+ skipped)?$' "$scratch/output" | tail -n 1)
    now_passed=$(echo "$sum" | sed 's/ passed.*//')
    now_failed=$(echo "$sum" | sed -E 's/.*, ([0-9]+) failed.*/\1/')
    now_skipped=$(echo "$sum" | sed -n -E 's/.*, ([0-9]+) skipped$/\1/p')
    : "${now_passed:=0}" "${now_failed:=0}" "${now_skipped:=0}"
    if grep '^absent ' "$scratch/output" >"$scratch/absent"; then
        now_failed=$((now_failed + $(grep -c -v -e "${may_lack:-^\$}" "$scratch/absent")))
        if [ "$code" = 5 ]; then code=0; fi
    fi
    # Ended without its counts, or wrong without a wrong kernel.
    if [ "$code" != 0 ] && [ "$now_failed" = 0 ]; then now_failed=1; fi
    passed=$((passed + now_passed))
    failed=$((failed + now_failed))
    skipped=$((skipped + now_skipped))
    if [ "$now_failed" != 0 ] && [ "$code" != "${may_end_with:-}" ]; then
        echo "clgemm-bench check $*: exit code $code"
        grep -v -E '^(passed|refused) ' "$scratch/output" | cut -c 1-400 | head -n 40 | sed 's/^/  > /'
        sed -n 's/^failed  *\([^: ]*\): .*/\1/p' "$scratch/output" | while read -r name; do
            sed -n 's/.*"command": "\(.*\)".*/  > \1/p' "$kernels/$name.json" 2>/dev/null
        done
    fi
}

# cover NAME OPTION...: check --covering; says what is covered, by how many points of how many.
cover() {
    local name=$1
    shift
    check "$@" ${profile:+--for "$profile"} --covering --sizes quick --trials 1
    sed -n -e "s/^covering set\( of .*\)/$name: covering set\1/p" -e "/cannot run$/s/^/$name: /p" "$scratch/output"
    grep -q '^covering set of ' "$scratch/output" || fault "$name: no covering set was made"
}

need_oclgrind() {
    need_harness
    command -v oclgrind >/dev/null || lacking 'Oclgrind is not here; apt-get install oclgrind'
}

# under_oclgrind ACCESS OPTION...: clgemm-bench check on Oclgrind's simulated device, which takes the place of all
# others. Sets $code, and leaves the messages in $scratch/messages. Kernels are compiled without optimisation: the
# optimiser stores undefined vectors that it fills afterwards, which Oclgrind reports. With ACCESS image the search
# for uninitialised values is off: Oclgrind 21.10 does not follow them through images, reports texels at random, and can
# crash; the harness finds them too, as it fills images with NaN. Buffers have no margins: Oclgrind would forget what was
# written before the last write from the host, and takes no notice of one that does not begin at the first byte. Its
# simulated device takes no work-group that fills its local memory to the last byte, so it gets more.
under_oclgrind() {
    local watch='--check-api --data-races --uninitialized'
    if [ "$1" = image ]; then watch='--check-api --data-races'; fi
    shift
    # shellcheck disable=SC2086
    oclgrind $watch --local-mem-size 65536 --num-threads 1 --max-errors 20 --build-options -cl-opt-disable --log "$scratch/messages" \
        "$CLGEMM_BENCH" check --exact-length "$@" >"$scratch/output" 2>&1 </dev/null
    code=$?
}

# clean ACCESS OPTION...: the kernel is right at $sizes, and Oclgrind has nothing to say.
clean() {
    # shellcheck disable=SC2086
    under_oclgrind "$@" $sizes
    shift
    if [ "$code" = 0 ] && [ ! -s "$scratch/messages" ]; then
        passed=$((passed + 1))
    else
        fault "clgemm-bench check $* under Oclgrind: exit code $code"
        tail -n 3 "$scratch/output"
        head -n 20 "$scratch/messages"
    fi
}

# fault SENTENCE: one failure more.
fault() {
    echo "failed: $1"
    failed=$((failed + 1))
}

# list_presets: sets $presets to the names of all.
list_presets() {
    # A line that goes on is indented further.
    presets=$("$CLGEMM_GEN" --list presets | sed -n 's/^  \([^ ][^ ]*\) .*/\1/p')
    [ -n "$presets" ] || fault 'there are no presets'
    echo "$(echo "$presets" | wc -l) presets"
}

# each_line FILE FUNCTION WORD...: FUNCTION LINE WORD... for every line of FILE, two at a time. Adds up their counts.
each_line() {
    local file=$1 part counts
    shift
    for part in 0 1; do
        each_second "$part" "$file" "$@" &
    done
    wait
    for part in 0 1; do
        if read -r -a counts <"$scratch/$part/counts"; then
            passed=$((passed + counts[0]))
            failed=$((failed + counts[1]))
            skipped=$((skipped + counts[2]))
        else
            fault "not all lines of part $part are done"
        fi
    done
}

# each_second REMAINDER FILE FUNCTION WORD...: every second line; the counts go to a file.
each_second() {
    local part=$1 file=$2 work=$3 number=0 line
    shift 3
    passed=0 failed=0 skipped=0
    scratch=$scratch/$part
    mkdir -p "$scratch"
    while read -r line; do
        number=$((number + 1))
        # shellcheck disable=SC2086
        if [ $((number % 2)) = "$part" ]; then "$work" $line "$@"; fi
    done <"$file"
    echo "$passed $failed $skipped" >"$scratch/counts"
}

# Prints the counts and ends the test.
finish() {
    printf '%d passed, %d failed' "$passed" "$failed"
    if [ "$skipped" != 0 ]; then printf ', %d skipped' "$skipped"; fi
    printf '\n'
    [ "$failed" = 0 ] && exit 0
    exit 1
}
