#!/bin/bash
# What compilers for GPUs that are not here make of emitted kernels: SIMD width, spills, the share of multiply-adds in
# the loop over K. Needs ocloc for Intel, clang-15 with libclc or ROCm's libraries for NVIDIA and AMD. The vendors take turns.
# Above 30 s: 25 to 40 kernels are compiled.
. "${srcdir:-.}/tests/harness/common.sh"
: "${CLGEMM_GEN:=./clgemm-gen}"
export TMPDIR="$scratch/tmp"
mkdir "$TMPDIR" "$scratch/empty"
parts=0

# fault SENTENCE
fault() {
    echo "failed: $1"
    failed=1
}

# have VENDOR TARGET: whether its compilers are here; says what is missing.
have() {
    "$CLGEMM_BENCH" offline --target "$1:$2" --preset naive >"$scratch/output" 2>&1 </dev/null
    if [ $? = 5 ] && grep -q ' missing: needs ' "$scratch/output"; then
        echo "not tested: $(grep ' missing: needs ' "$scratch/output")"
        if [ -n "${CLGEMM_ALL_DEVICES:-}" ]; then failed=1; fi
        return 1
    fi
    parts=$((parts + 1))
}

# ---------------------------------------------------------------- Intel
# Presets (a regular expression), SIMD width, bytes of spills at most, percent of multiply-adds at least.
requirements='
    L3_SIMD_.*                  8 0  0
    L3_SIMD_32x2_1x8            8 0 92
    block_read_.*               8 0  0
    block_read_(32x2|16x4)_.*   8 0 95
    block_read_(32x1|16x2)_.*   8 0 92
'

# Every line of the table against every row of the CSV that it names.
compare_with_requirements() {
    echo "$requirements" | awk -F , '
        FNR == NR { if (split($0, part, " ") == 4) { count++; name[count] = part[1]; simd[count] = part[2]
                    spills[count] = part[3]; share[count] = part[4] } next }
        FNR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
        {
            kernel = $column["kernel"]; gsub("\"", "", kernel); rows++
            where = kernel " for " $column["target"] ": "
            if ($column["state"] != "compiled") { print where $column["state"]; bad = 1; next }
            for (i = 1; i <= count; i++) {
                if (kernel !~ "^(" name[i] ")$") continue
                used[i] = 1
                if ($column["simd"] != simd[i]) { print where "SIMD" $column["simd"] ", not " simd[i]; bad = 1 }
                if ($column["spill_bytes"] == "" || $column["spill_bytes"] > spills[i]) {
                    print where "spills " $column["spill_bytes"] " bytes"; bad = 1 }
                if ($column["multiply_add_percent"] < share[i]) {
                    print where $column["multiply_add_percent"] " % multiply-adds, not " share[i]; bad = 1 }
            }
        }
        END {
            for (i = 1; i <= count; i++) if (!used[i]) { print "no kernel is called " name[i]; bad = 1 }
            print rows + 0 " kernels compiled for Intel"
            exit bad || !rows
        }' - "$1"
}

if in_share 0 && have intel skl; then
    presets=$("$CLGEMM_GEN" --list presets | sed -n -E 's/^  (naive|L3_[^ ]*|block_read_[^ ]*) .*/--preset \1/p')
    # shellcheck disable=SC2086
    "$CLGEMM_BENCH" offline --target intel:all $presets --format csv >"$scratch/intel.csv" 2>"$scratch/errors" ||
        fault "the Intel presets do not compile: $(cat "$scratch/errors")"
    compare_with_requirements "$scratch/intel.csv" || fault 'an Intel preset falls short'

    expect 0 '^block_read_4x1_1x8 +intel:skl +8 +128 +0 +0 +[0-9.]+ % \([0-9]+/[0-9]+ ISA\)' \
        offline --target intel:skl --preset block_read_4x1_1x8 --require-simd 8 --require-no-spills --require-share 50
    expect 6 'of its inner loop are multiply-adds, --require-share asks for 99 %' \
        offline --target intel:skl --preset block_read_4x1_1x8 --require-share 99
    expect 6 'asks for 16$' offline --target intel:skl --preset block_read_4x1_1x8 --require-simd 16
    expect 6 'spills [1-9][0-9]* bytes' \
        offline --target intel:skl --for generic --family subgroup --tile 64x4 --wg 1x8 --require-no-spills
    expect 5 'Cannot get HW Info' offline --target intel:nothing --preset naive

    # A matrix engine's instructions are counted; of sub-groups of 8 on DG2 (whose profile asks for 256 registers), of 16 on PVC.
    while read -r target lanes registers count options; do
        # shellcheck disable=SC2086
        expect 0 "intel:$target +$lanes +$registers +0 .*  dpas[16]* $count of $count\$" offline --target intel:$target \
            --family matrix $options --require-engine --require-no-spills --require-simd $lanes
    done <<'END_OF_KERNELS'
dg2 8 256 16 --engine dpas --type f16 --type-c f32 --tile 32x2 --wg 4x16
dg2 8 256 16 --engine dpas --type bf16 --tile 16x4 --wg 4x16 --layout row --transpose tn --stages 2
dg2 8 256 16 --engine dpas --type i8 --tile 32x2 --wg 4x16 --layout row --transpose nt
dg2 8 256 16 --engine dpas --type u8 --tile 32x2 --wg 4x16 --layout row --transpose tt
pvc 16 128 8 --engine dpas16 --type f16 --type-c f32 --tile 16x2 --wg 4x16
pvc 16 128 16 --engine dpas16 --type bf16 --tile 32x2 --wg 4x16 --layout row --transpose tt
pvc 16 128 8 --engine dpas16 --type i8 --tile 16x2 --wg 4x16 --layout row
pvc 16 128 16 --engine dpas16 --type u8 --tile 32x2 --wg 4x16 --layout row --transpose tn --stages 2
END_OF_KERNELS
    # One without the engine compiles the call to something else, or to nothing.
    expect 6 'has 0 instructions of the engine dpas in its inner loop, the manifest says 16' offline --target intel:tgllp \
        --family matrix --engine dpas --type f16 --tile 16x4 --wg 4x16 --require-engine
fi

# ---------------------------------------------------------------- AMD and NVIDIA
two='--preset naive --preset L3_SIMD_8x4_8x8'
if in_share 1 && have amd gfx90a; then
    # shellcheck disable=SC2086
    expect 0 '^L3_SIMD_8x4_8x8 +amd:gfx90a +64 +[1-9][0-9]* +0 +2048 +[0-9.]+ % .* ISA\) +[1-9] waves/SIMD' \
        offline --target amd:gfx90a,gfx1030 $two --require-no-spills --require-share 5
    expect 6 'asks for 64' offline --target amd:gfx1030 --preset naive --require-simd 64
    expect 5 'know no gfx1' offline --target amd:gfx1 --preset naive
    expect 5 'missing: needs a clang that knows gfx1299, and clang[-0-9]* does not' offline --target amd:gfx1299 --preset naive

    # Matrix engines, of GPUs that are younger than the libraries too.
    known=
    while read -r target lanes count options; do
        if [ "$target" != "$known" ]; then
            "$CLGEMM_BENCH" offline --target "amd:$target" --preset naive >"$scratch/output" 2>&1 </dev/null
            known=$target
        fi
        if grep -q ' missing: needs a clang' "$scratch/output"; then
            echo "not tested: $(grep ' missing: needs a clang' "$scratch/output")"
            continue
        fi
        engine=${options#--engine }
        # shellcheck disable=SC2086
        expect 0 "amd:$target +$lanes +[0-9]+ +0 .*  ${engine%% *} $count of $count\$" offline --target amd:$target \
            --family matrix $options --wg 4x16 --require-engine --require-no-spills --require-simd $lanes
    done <<'END_OF_KERNELS'
gfx90a 64 32 --engine mfma --type f16 --type-c f32 --tile 16x4
gfx90a 64 32 --engine mfma --type bf16 --tile 16x4 --layout row --transpose tn --stages 2
gfx90a 64 16 --engine mfma --type f64 --tile 16x2 --tile-k 8
gfx90a 64 64 --engine mfma --compute f32 --tile 16x4 --transpose nt
gfx90a 64 32 --engine mfma --type i8 --tile 8x4 --layout row --transpose tt
gfx940 64 16 --engine mfma94 --type i8 --tile 8x4
gfx942 64 32 --engine mfma94 --type bf16 --tile 16x4
gfx942 64 8 --engine mfma94 --type i8 --tile 8x2 --layout row --transpose nt
gfx1100 32 8 --engine wmma --type f16 --type-c f32 --tile 16x2
gfx1100 32 4 --engine wmma --type bf16 --tile 8x2 --layout row --transpose tn --stages 2
gfx1100 32 16 --engine wmma --type u8 --tile 8x4 --layout row --transpose tt
gfx1200 32 16 --engine wmma12 --type f16 --type-c f32 --tile 16x4
gfx1200 32 8 --engine wmma12 --type bf16 --tile 16x2 --layout row --transpose tt
gfx1200 32 16 --engine wmma12 --type i8 --tile 8x4
gfx1200 32 16 --engine wmma12 --type-a e4m3 --type-b e5m2 --type-c f32 --tile 8x4
END_OF_KERNELS

    # What the profiles of these GPUs multiply large matrices by.
    while read -r target profile options; do
        "$CLGEMM_BENCH" offline --target "amd:$target" --preset naive >"$scratch/output" 2>&1 </dev/null
        if grep -q ' missing: needs a clang' "$scratch/output"; then continue; fi
        # shellcheck disable=SC2086
        expect 0 "amd:$target +" offline --target amd:$target --for $profile --fixed 4096x4096x4096 $options --require-no-spills
    done <<'END_OF_KERNELS'
gfx90a amd-cdna2 --type f64 --require-engine
gfx90a amd-cdna2 --type f32 --layout row --transpose nt --require-engine
gfx942 amd-cdna3 --type bf16 --require-engine
gfx1201 amd-rdna4 --type f16 --require-engine
gfx1201 amd-rdna4 --type f32 --require-share 70
END_OF_KERNELS
fi
if in_share 2 && have nvidia sm_90; then
    # shellcheck disable=SC2086
    expect 0 '^L3_SIMD_8x4_8x8 +nvidia:sm_90 +32 .* 2048 +[0-9.]+ % .* (PTX|SASS)\)' \
        offline --target nvidia:sm_90 $two --require-share 5
    # A matrix engine's instructions are counted, and a kernel without them falls short.
    engine='--family matrix --engine mma --tile 4x8 --wg 16x8 --tile-k 32'
    while read -r count options; do
        # shellcheck disable=SC2086
        expect 0 "nvidia:sm_90 +32 .*  mma $count of $count\$" offline --target nvidia:sm_90 $engine $options --require-engine
    done <<'END_OF_KERNELS'
16 --type bf16
16 --type f16 --transpose nt --stages 3 --copy async
32 --type f64
8 --type i8 --transpose tn
8 --type-a e4m3 --type-b e5m2 --transpose tn
32 --compute tf32 --transpose tt --stages 2
96 --compute 3xtf32
48 --compute bf16x3 --transpose nt
48 --compute bf16x3 --transpose tn --tile-k 32
16 --type f64 --tile-k 16 --copy bulk --panels ab --stages 2 --persistent 1 --raster 8
16 --type bf16 --copy bulk --panels ab --stages 3 --transpose tt
16 --type f16 --type-b q4_0 --transpose nn --tile-k 64 --stages 3 --copy async --tile 4x4
8 --type bf16 --type-b q6_k --transpose nn --tile 4x4
END_OF_KERNELS
    # What the program is finalised to, and refused without that GPU.
    fours='--family matrix --engine wgmma --tile 2x64 --wg 64x4 --tile-k 64 --stages 4 --copy async'
    while read -r count options; do
        # shellcheck disable=SC2086
        expect 0 "nvidia:sm_90 +32 .*  wgmma $count of $count\$" offline --target nvidia:sm_90 $fours $options --require-engine --require-no-spills
    done <<'END_OF_KERNELS'
4 --type bf16
4 --type f16 --transpose nt
4 --type bf16 --transpose tt --stages 2 --copy plain
2 --type u8 --transpose tn
4 --type bf16 --copy tensor --persistent 1 --raster 16
4 --type f16 --transpose tt --copy tensor --stages 3
2 --type i8 --transpose tn --copy tensor
2 --type-a e5m2 --type-b e4m3 --transpose tn --copy tensor
4 --type bf16 --copy bulk --panels ab --persistent 1 --raster 16
4 --compute tf32 --transpose tt --tile-k 32 --copy bulk --panels ab
12 --compute 3xtf32 --tile 2x32 --tile-k 32 --stages 3 --copy bulk --panels ab --persistent 1
12 --compute bf16x3 --tile 2x32 --tile-k 64 --stages 3 --copy bulk --panels ab --persistent 1
END_OF_KERNELS
    # An instruction between those of the engine that uses C makes ptxas wait for it.
    if command -v ptxas >/dev/null; then
        # shellcheck disable=SC2086
        "$CLGEMM_GEN" $fours --type bf16 --for nvidia-hopper --name waits --emit cl,json -o "$scratch/" || fault 'clgemm-gen'
        sed -i 's/^        waits_commit_products();/        c_0[0] += 1.0f;\n&/' "$scratch/waits.cl"
        expect 6 'short: the assembler waits for the engine wgmma' \
            offline --target nvidia:sm_90 "$scratch/waits.json" --edited --require-engine
    fi
    expect 4 'failed: the kernel has instructions of sm_90a .*, and the compiler of sm_80 writes no PTX for sm_90' \
        offline --target nvidia:sm_80 --family matrix --engine wgmma --tile 2x8 --wg 32x4 --type bf16
    expect 0 '"engine":"mma","engine_instructions":16,"engine_instructions_planned":16,' \
        offline --target nvidia:sm_90 $engine --type bf16 --json
    expect 6 'short: uses no matrix engine, --require-engine asks for one' \
        offline --target nvidia:sm_90 $engine --engine emulated:mma --type bf16 --require-engine
    "$CLGEMM_GEN" $engine --type bf16 --for nvidia-hopper --name spoilt --emit cl,json -o "$scratch/spoilt.cl" || fault 'clgemm-gen'
    sed -i 's/"mma\.sync.*;"/""/' "$scratch/spoilt.cl"
    expect 6 'has 0 instructions of the engine mma in its inner loop, the manifest says 16' \
        offline --target nvidia:sm_90 "$scratch/spoilt.json" --edited --require-engine
    # No matrix engine, but as many multiply-adds as the tiles ask for.
    expect 0 'gemm_8x8_8x16 +nvidia:sm_90 +32 ' offline --target nvidia:sm_90 --family matrix --engine fma --tile 8x8 --wg 8x16 \
        --tile-k 8 --copy bulk --panels ab --stages 3 --require-share 50
    # A refused combination is shown, and the others go on.
    expect 0 '^block_read_4x1_1x8 +nvidia:sm_90 +refused: .* needs images' \
        offline --target nvidia:sm_90 --preset block_read_4x1_1x8 --preset naive
    mkdir "$scratch/clang"
    ln -s "$(command -v clang-15 || command -v clang)" "$scratch/clang/"
    before=$PATH
    PATH=$scratch/clang
    expect=$("$CLGEMM_BENCH" offline --target nvidia:sm_90 --preset naive --json 2>/dev/null)
    PATH=$before
    case $expect in
        *'"registers":null'*'"listing":"PTX"'*'CUDA toolkit'*) ;;
        *) fault "without ptxas, the PTX is not read or CUDA is not named: $expect" ;;
    esac
    if command -v ptxas >/dev/null; then
        # shellcheck disable=SC2086
        expect 0 '^L3_SIMD_8x4_8x8 +nvidia:sm_90 +32 +[1-9][0-9]* +0 +2048 .* [1-9][0-9]* warps/SM' \
            offline --target nvidia:sm_90 $two --require-no-spills
    else
        echo 'not tested: registers of NVIDIA targets; ptxas is in the CUDA toolkit'
    fi
fi

# ---------------------------------------------------------------- what goes wrong
"$CLGEMM_GEN" --family naive --emit cl,json -o "$scratch/broken.cl" || fault 'clgemm-gen'
sed -i 's/__kernel/__kernel nonsense/' "$scratch/broken.cl"
for target in intel:skl amd:gfx90a nvidia:sm_90; do
    if have "${target%:*}" "${target#*:}" >/dev/null; then
        expect 5 "error: unknown type name 'nonsense'" offline --target $target "$scratch/broken.json" --edited
        grep -q '^source line [0-9]*: __kernel nonsense' "$scratch/output" || fault "$target: no source line"
    fi
done

# A call of what is defined nowhere compiles, and cannot run.
"$CLGEMM_GEN" --family naive --emit cl,json -o "$scratch/calls.cl" || fault 'clgemm-gen'
sed -i -e 's/^__kernel/float nowhere(float x);\n__kernel/' -e 's/sum = mad(\(.*\));/sum = nowhere(mad(\1));/' "$scratch/calls.cl"
for target in intel:skl intel:tgllp amd:gfx90a nvidia:sm_90; do
    if have "${target%:*}" "${target#*:}" >/dev/null; then
        expect 5 "^calls +$target +failed: calls.cl calls nowhere, which nothing defines for ${target#*:}" \
            offline --target $target "$scratch/calls.json" --edited
    fi
done

# ---------------------------------------------------------------- what is not here
# within FOLDER CODE PATTERN WORD...: as expect, with the programs of the folder alone.
within() {
    printf '#!%s\nPATH=%q exec %q "$@"\n' "$BASH" "$1" "$(realpath "$CLGEMM_BENCH")" >"$scratch/within"
    chmod +x "$scratch/within"
    shift
    CLGEMM_BENCH=$scratch/within expect "$@"
}

# Without any compiler: a row each that says what is missing, all in one run. A file that is wrong is told all the same.
within "$scratch/empty" 5 '^naive +intel:skl +missing: needs ocloc \(package intel-opencl-icd\), which is not here' \
    offline --target intel:skl,amd:gfx90a,nvidia:sm_90 --preset naive
for row in 'amd:gfx90a +missing: needs clang \(package clang-15\)' 'nvidia:sm_90 +missing: needs clang \(package clang-15\)' \
    'nothing is compiled: the compilers are missing'; do
    grep -q -E "$row" "$scratch/output" || fault "not told: $row"
done
sed 's/__kernel nonsense/__kernel/; $a // edited' "$scratch/broken.cl" >"$scratch/changed.cl"
sed 's/"broken.cl"/"changed.cl"/' "$scratch/broken.json" >"$scratch/changed.json"
within "$scratch/empty" 2 'not the text that the manifest was written for' offline --target intel:skl "$scratch/changed.json"

# ocloc FILE: a stand-in for ocloc, which leaves the listing FILE; it is the only compiler there is.
ocloc() {
    local programs
    mkdir -p "$scratch/one"
    programs="$(command -v mkdir) $(command -v cp)"
    cat >"$scratch/one/ocloc" <<END
#!$BASH
${programs% *} "\$IGC_DumpToCustomDir"
${programs#* } "$1" "\$IGC_DumpToCustomDir/OCL_asm01_simd8_entry_0001.asm"
[ ! -e "$1.visa" ] || ${programs#* } "$1.visa" "\$IGC_DumpToCustomDir/OCL_asm01_simd8_entry_0001.visaasm"
END
    chmod +x "$scratch/one/ocloc"
}
cat >"$scratch/listing" <<'END'
//.kernel naive
//.thread_config numGRF=128, numAcc=2
//.spill size 0
L8:
        call (8|M0)              r5.0:ud       helper                                                // $13
        mad (8|M0)               r9.0<1>:f     r2.0<8;1>:f       r3.0<8;1>:f
(W&f1.1) jmpi                                 L8                                                     // $7
END
sed 's/ helper / r60.0:ud /' "$scratch/listing" >"$scratch/called"
sed 's/.*call.*/(W)     jmpi                                 r2.0                       {Compacted}    \/\/ $22/' "$scratch/listing" >"$scratch/jumped"
echo '    faddr dot_4x8packed_ss_int V0061(0,0)<1>          /// $9' >"$scratch/jumped.visa"

alone() { within "$scratch/one" "$@"; }
all=(offline --target intel:skl,amd:gfx90a,nvidia:sm_90 --preset naive)
ocloc "$scratch/listing"
alone 0 '^naive +intel:skl +8 +128 +0 +0 +33.3 % \(1/3 ISA\)' "${all[@]}"
alone 0 '^naive +amd:gfx90a +missing: needs clang' "${all[@]}"
alone 0 '"target":"nvidia:sm_90","state":"missing","reason":"needs clang ' "${all[@]}" --json
alone 0 '^"naive","naive",nvidia:sm_90,missing,+"needs clang ' "${all[@]}" --format csv
# What is required is not known of all.
alone 5 'whether 2 of 3 kernels are as required is not known: a compiler is missing' "${all[@]}" --require-simd 8
ocloc "$scratch/called"
alone 5 '^naive +intel:skl +failed: naive.cl calls a function without a name, which nothing defines for skl' "${all[@]}"
ocloc "$scratch/jumped"
alone 5 '^naive +intel:skl +failed: naive.cl calls dot_4x8packed_ss_int, which nothing defines for skl' "${all[@]}"
expect 1 'VENDOR is intel, amd or nvidia' offline --target other:thing --preset naive
expect 1 'no name of a target; ask for nvidia:all' offline --target nvidia:90 --preset naive
expect 1 'no target is given; ask --target' offline --preset naive
expect 1 'name a manifest' offline --target intel:skl
expect 1 'no percentage above 0 and up to 100' offline --target intel:skl --preset naive --require-share 101
expect 2 'not the text that the manifest was written for' offline --target nvidia:sm_90 "$scratch/broken.json"

# A compiler that hangs is ended with all that it has started; an interrupt leaves nothing behind.
mkdir "$scratch/stub"
cat >"$scratch/stub/ocloc" <<END
#!/bin/sh
sleep 1000 &
echo \$! >"$scratch/sleeper"
wait
END
chmod +x "$scratch/stub/ocloc"

# A killed process is gone once the system comes to it, later on a busy machine, and may stay in
# the table as a zombie.
sleeper_has_ended() {
    local id
    id=$(cat "$scratch/sleeper")
    for _ in $(seq 200); do
        if ! kill -0 "$id" 2>/dev/null || grep -q '^State:[[:space:]]*[ZX]' "/proc/$id/status" 2>/dev/null; then
            return 0
        fi
        sleep 0.1
    done
    return 1
}

before=$PATH
PATH=$scratch/stub:$PATH
expect 5 'ocloc was stopped after 1\.[0-9] s' offline --target intel:skl --preset naive --compile-limit 1
sleeper_has_ended || fault 'what a compiler has started goes on after its end'
rm "$scratch/sleeper"
"$CLGEMM_BENCH" offline --target intel:skl,bdw --preset naive >"$scratch/output" 2>&1 </dev/null &
interrupted=$!
for _ in $(seq 100); do
    if [ -s "$scratch/sleeper" ]; then break; fi
    sleep 0.1
done
kill -TERM $interrupted
wait $interrupted
code=$?
PATH=$before
[ $code = 143 ] || fault "SIGTERM: exit code $code"
sleeper_has_ended || fault 'an interrupt leaves the compiler running'
[ -z "$(ls -A "$TMPDIR")" ] || fault "folders are left: $(ls "$TMPDIR")"

if [ $failed = 0 ] && [ $parts = 0 ]; then
    echo 'skipped: no compiler for another device is here; apt-get install intel-opencl-icd clang-15 libclc-15 rocm-device-libs'
    exit 77
fi
exit $failed
