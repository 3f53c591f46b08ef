# Read by the tests that run emitted kernels: how to ask for a device, check kernels on it, and count.
: "${srcdir:=.}" "${CLGEMM_GEN:=./clgemm-gen}" "${CLGEMM_BENCH:=./clgemm-bench}"
. "$srcdir/tests/lacking.sh"
. "$srcdir/tests/device/spaces.sh"
. "$srcdir/tests/in_share.sh"
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

# mine NUMBER: whether the work of this number is this runtime's: they take turns, and a mistake of the generator shows on either.
# With all shares (make check-thorough) both have all.
mine() {
    [ "$share" = all ] || [ $(($1 % 2)) = "$runtime" ]
}

# unoptimised [WHICH]: compilers optimise no kernel from here on, or none of WHICH: those of profiles of GPUs, `gpus`. That takes most of
# their time. A mistake of the generator is in the text, and the kernels of presets and of CPUs' profiles are checked as users run
# them. With all shares all are optimised, and always what leaves a work-group before its barriers, as kernels of groups do: PoCL 3.1
# compiles that wrongly when it is told not to optimise.
unoptimised() {
    if [ "$share" != all ]; then unoptimised=${1:-all}; fi
}
unoptimised=

# differs NAME: whether the commit before emits another kernel by the same options, or none.
differs() {
    local name=$1
    if [ -z "${parent+known}" ]; then parent=$("${BASH:-bash}" "$srcdir/tests/parent.sh"); fi
    case $parent in
    '') return 1 ;;
    none) return 0 ;;
    esac
    eval "set -- $(sed -n 's/^ *"command": "clgemm-gen \(.*\)",*$/\1/p' "$kernels/$name.json" | sed 's/\\\(.\)/\1/g')"
    ! "$parent" "$@" --emit cl -o - 2>/dev/null </dev/null | cmp -s - "$kernels/$name.cl"
}

# take_share: leaves of all that was emitted the kernels of this run's share, and those that differ from the commit before.
take_share() {
    local manifest name number=0 own=0 changed=0
    [ "$share" != all ] || return 0
    for manifest in "$kernels"/*.json; do
        number=$((number + 1))
        name=$(basename "$manifest" .json)
        if in_share $number; then
            own=$((own + 1))
        elif differs "$name"; then
            changed=$((changed + 1))
        else
            rm "$manifest"
        fi
    done
    echo "share $share has $own of $number kernels; $changed others differ from the commit before"
}

# check_emitted OPTION...: check of this run's share of all that was emitted.
check_emitted() {
    take_share
    check_kernels "$@"
}

# check_kernels OPTION...: check of all that was emitted, whoever's share it is. A process that compiles one kernel spends most of its time
# on starting the compiler, so each takes several.
check_kernels() {
    case $unoptimised in
    all) printf '%s\n' "$kernels"/*.json ;;
    gpus) grep -l -e ' --for ' "$kernels"/*.json | xargs -r grep -L -e ' --for cpu' ;;
    esac | xargs -r grep -L -e '"kind": "groups"' | xargs -r sed -i 's/"build_options": "/&-cl-opt-disable /'
    printf '%s\n' "$kernels"/*.json | xargs -n 32 >"$scratch/batches"
    # shellcheck disable=SC2086
    each_line "$scratch/batches" check $device "$@"
    rm -r "$kernels"
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

# cover NAME...: emits the covering sets of these spaces. With $part above 1 it is one of so many points, with each commit others.
part=1
cover() {
    local name options number turn
    turn=$(git -C "$srcdir" rev-list --count HEAD 2>/dev/null) || turn=0
    for name; do
        points_of "$name" >"$scratch/points" || fault "$name: its points cannot be read"
        number=0
        while read -r options; do
            number=$((number + 1))
            # shellcheck disable=SC2086
            if [ $(((number + turn) % part)) = 0 ]; then served "${name//-/_}_$number" $options; fi
        done <"$scratch/points"
        echo "$name: 1 in $part of a covering set of $number points"
        [ "$number" != 0 ] || fault "$name: there are no points"
    done
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

# clean ACCESS OPTION...: the kernel, if it is of this run's share or differs from the commit before, is right at $sizes, and Oclgrind has
# nothing to say.
cleaned=0
clean() {
    cleaned=$((cleaned + 1))
    if ! in_share $cleaned; then
        served "clean_$cleaned" "${@:2}"
        differs "clean_$cleaned" || return
    fi
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

# Prints the counts, what they are of, and ends the test.
finish() {
    echo "share $share; the same again: CLGEMM_SHARE=$share make check TESTS=tests/${0##*tests/}"
    printf '%d passed, %d failed' "$passed" "$failed"
    if [ "$skipped" != 0 ]; then printf ', %d skipped' "$skipped"; fi
    printf '\n'
    [ "$failed" = 0 ] && exit 0
    exit 1
}
