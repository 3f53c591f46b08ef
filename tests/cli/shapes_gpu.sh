#!/bin/bash
# Kernels for shapes in the profiles of GPUs: which products an engine multiplies, which families serve thin ones, what a device is spared.
# Above 30 s: each kernel of these sets is generated again by its own options, a process each.
# Test: turn 11
. "${srcdir:-.}/tests/cli/for_shapes.sh"

# On NVIDIA Hopper a matrix engine multiplies all but f32, and f32 where --compute says how; products of one row or column,
# and what it has no fragments for, are served without it.
on_engine() { "$gen" --for nvidia-hopper "$@" 2>/dev/null | grep -q 'mma\.sync\|wgmma\.mma_async'; }
for type in bf16 f16 f64; do
    for sizes in '' '--fixed 4096x4096x4096' '--fixed 512x512x512' '--layout row --transpose tt --fixed 1000x3000x2000' '--fixed 144x72x152'; do
        # shellcheck disable=SC2086
        on_engine --type $type $sizes || fail "no engine multiplies --type $type $sizes"
    done
    for sizes in 4096x1x4096 1x4096x4096; do
        ! on_engine --type $type --fixed $sizes || fail "an engine multiplies --type $type --fixed $sizes"
    done
done
for request in '--type i8' '--type u8' '--type-a e4m3 --type-b e5m2 --type-c f32' '--compute tf32' '--compute 3xtf32' '--compute bf16x3'; do
    for sizes in '' '--fixed 4096x4096x4096' '--fixed 512x512x512' '--layout row --transpose tt --fixed 1000x3000x2000'; do
        # shellcheck disable=SC2086
        on_engine $request $sizes || fail "no engine multiplies $request $sizes"
    done
done
for types in 'e4m3_128 --type-b e4m3_128x128' 'mxfp8_e4m3 --type-b mxfp8_e5m2'; do
    # shellcheck disable=SC2086
    on_engine --layout row --transpose nt --type-a $types --type-c bf16 --fixed 4096x4096x4096 || fail "no engine multiplies $types"
done
for request in '--type f32' '--type f16 --compute f16' '--type f16 --compute f16 --fixed 4096x4096x4096' \
    '--type bf16 --type-b f16' '--type f64 --type-b f32 --fixed 3000x3000x3000' \
    '--type bf16 --type-b f16 --fixed 4096x4096x4096'; do
    # shellcheck disable=SC2086
    expect 0 '' "$gen" --for nvidia-hopper $request
    # shellcheck disable=SC2086
    ! on_engine $request || fail "an engine multiplies $request"
done
# A type of A and B both is as good as --type where it is calculated with, or where an engine multiplies it.
while read -r for type said; do
    for sizes in '' '--fixed 4096x4096x4096' '--fixed 8x4096x1024'; do
        # shellcheck disable=SC2086
        "$gen" --for $for --layout row --type-a $type --type-b $type $said $sizes --name k >k.cl 2>/dev/null
        # shellcheck disable=SC2086
        same k.cl --for $for --layout row --type $type $said $sizes --name k
    done
done <<END
nvidia-hopper f16 --type-c f32
nvidia-hopper bf16 --type-c bf16
nvidia-hopper i8 --type-c i32
nvidia-hopper f64 --type-c f64
cpu f64 --type-c f64
cpu-avx512 f64 --type-c f64
END
"$gen" --for cpu --layout row --type-a f16 --type-b f16 --type-c f32 | grep -q '_pack_a' || fail 'the CPU profile does not multiply halves as it does singles'
"$gen" --for cpu --layout row --transpose nt --family register --type-b q6_k --quants apart | grep -q 'return as_uchar8(vload4(0, (const __global ushort \*)from));' ||
    fail 'on CPUs quants that lie apart are loaded in other numbers than those of blocks together'
# A kernel may be for blocks whose parts lie apart alone.
while read -r quants rows kernel; do
    "$gen" --for nvidia-hopper --layout row --transpose nt --type-a f16 --type-b q4_1 --quants $quants --explain-pick ${rows}x4096x4096 | grep -q "^\* $kernel " ||
        fail "of blocks $quants and $rows rows $kernel is not picked"
done <<END
together 1 row
apart 1 row_apart
together 16 more_rows
apart 16 rows_in_lanes
END
# Of many rows blocks and groups are decoded for wgmma, whichever operand has them; of fewer rows blocks reach mma as they are.
while read -r engine decode request; do
    # shellcheck disable=SC2086
    expect 0 '' "$gen" --for nvidia-hopper --emit json $request
    { grep -q '"engine": "'$engine'"' "$scratch/output" && [ "$(sed -n 's/^ *"decode": "\([a-z]*\)",*$/\1/p' "$scratch/output")" = "${decode#-}" ]; } ||
        fail "$request is not multiplied by $engine, of operands decoded: $decode"
done <<END
wgmma b --layout row --transpose nt --type f16 --type-b q4_0 --fixed 512x4096x4096
wgmma b --layout row --transpose tt --type bf16 --type-b u4_64 --fixed 4096x4096x4096
wgmma a --layout row --transpose nn --type f16 --type-a q6_k --fixed 4096x512x4096
wgmma a --layout column --transpose tn --type f16 --type-a q4_0 --fixed 4096x512x4096
wgmma b --layout row --transpose nt --type f16 --type-b i4_128 --fixed 128x4096x4096
wgmma b --layout row --transpose nt --type f16 --type-b q4_0 --fixed 128x4096x4096
mma - --layout row --transpose nt --type f16 --type-b q4_0 --fixed 512x512x512
mma - --layout row --transpose nt --type bf16 --type-b q5_k --fixed 16x4096x4096
END
# Quantised weights feed the engine beside elements of 16 bits, where it has fragments for them; thin products of them stream.
family_of() { "$gen" --for nvidia-hopper --layout row --transpose nt "$@" --emit json 2>/dev/null | sed -n 's/^ *"family": "\([a-z]*\)",*$/\1/p'; }
while read -r type weights sizes family; do
    found=$(family_of --type "$type" --type-b "$weights" --fixed "$sizes")
    [ "$found" = "$family" ] || fail "$type x $weights $sizes has a kernel of family $found, not $family"
done <<END
f16 q4_0 512x4096x4096 matrix
bf16 q4_k 512x4096x4096 matrix
f16 q8_0 16x4096x4096 matrix
f16 q4_0 1x4096x4096 gemv
f32 q4_0 512x4096x4096 local
f16 q4_k 16x4096x4096 matrix
f32 q4_k 8x4096x4096 gemv
f16 i4_128 512x4096x4096 matrix
f32 i4_128 512x4096x4096 local
f16 i4_128 4x4096x4096 gemv
f16 q8_0 8x4096x4096 thin
f16 q4_0 8x4096x4096 thin
f16 q4_0 2x4096x4096 gemv
END
[ "$(family_of --type f16 --type-b q4_0 --prepared b --fixed 2x4096x4096)" = thin ] || fail 'prepared q4_0 has no kernel of family thin'
[ "$(family_of --type f32 --type-b q4_0 --prepared b --fixed 2x4096x4096)" = gemv ] || fail 'prepared q4_0 beside f32 has no kernel of family gemv'
[ "$(family_of --type f16 --type-b q4_0 --prepared b --decode b --fixed 512x4096x4096)" = matrix ] || fail 'decoded q4_0 has no kernel of family matrix'
"$gen" --for nvidia-hopper --layout row --transpose nt --type f16 --type-b q4_k --emit dispatch -o blocks/ 2>"$scratch/said" || fail "no dispatch of blocks: $(cat "$scratch/said")"
# A profile's own kernel of an engine for quantised operands serves f16 and bf16; f32 has that of f32.
# What is prepared once serves all kernels: those that read it in another form are left out.
one_form() { # TYPE KERNEL...
    "$gen" --for nvidia-hopper --layout row --transpose nt --type f16 --type-b $1 --prepared b --emit dispatch,launcher -o "form_$1/" 2>"$scratch/said" ||
        fail "no dispatch of prepared $1: $(cat "$scratch/said")"
    apart "form_$1"
    [ "$(ls "form_$1" | sed -n 's/^clgemm_\(.*\)\.cl$/\1/p' | paste -s -d ' ')" = "${*:2}" ] || fail "kernels of prepared $1: $(ls "form_$1")"
}
one_form q4_0 few_rows more_rows
one_form q4_k few_rows more_rows
one_form q5_k column columns few_rows more_rows row rows rows_2 rows_4
printf '{"inherits": "nvidia-hopper", "options": {"quantised": "--family matrix --tile 8x8 --wg 16x8 --tile-k 64"}}\n' >engine.json
while read -r type family; do
    expect 0 '' "$gen" --for ./engine.json --layout row --transpose nt --type "$type" --type-b q4_0 --emit json
    grep -q '"family": "'"$family"'"' "$scratch/output" || fail "$type x q4_0 has $(grep '"family"' "$scratch/output"), not $family"
done <<END
f16 matrix
bf16 matrix
f32 local
END
# Of f32, f16 and bf16 thin products have kernels that read the large operand once.
for type in f32 f16 bf16; do
    for transpose in nn nt tn tt; do
        for sizes in 1x4096x4096 4096x1x4096; do
            found=$(family_of --type $type --transpose $transpose --fixed $sizes)
            [ "$found" = gemv ] || fail "$type $transpose $sizes has a kernel of family $found"
        done
    done
done

in_ring() { "$gen" --for nvidia-hopper "$@" | grep -q 'cp\.async\.bulk'; }
in_ring --type f64 --fixed 4096x4096x4096 || fail 'large matrices of doubles are not copied in bulk'
! in_ring --type f64 --fixed 256x256x256 || fail 'small matrices of doubles are copied in bulk'

# ---------------------------------------------------------------- the profiles of GPUs that were not measured
# family SIZES: of the kernel for them, as the rest of the request is that of `commands`.
family() { "$gen" --for "$profile" $request --fixed "$1" --emit json -o - 2>/dev/null | sed -n 's/^ *"family": "\([a-z]*\)",*$/\1/p'; }
# multiplies SIZES: the builtins of clang by which a kernel multiplies.
multiplies() { "$gen" --for "$profile" $request --fixed "$1" 2>/dev/null | grep -o '__builtin_amdgcn_[a-z0-9_]*' | sort -u; }
for profile in amd-cdna2 amd-cdna3 amd-rdna3 amd-rdna4 arm-mali nvidia-ampere qualcomm-adreno; do
    types='f32 f16'
    case $profile in amd-cdna* | nvidia-*) types='f32 f16 f64' ;; esac
    for type in $types; do
        for row in 'row nn' 'row tt' 'column nt'; do
            commands $profile $type $row
            for sizes in 1x4096x4096 4096x1x4096; do
                [ "$(family $sizes)" = gemv ] || fail "$profile $request: $sizes has the family $(family $sizes)"
            done
            # Each transpose has a kernel for one and for a few rows and columns, beside one for small and one for large sizes.
            [ "$(ls cpu | wc -l)" -ge 7 ] || fail "$profile $request has $(ls cpu)"
            [ -z "$(grep -L '^ \* Kernels of profile .* were not measured' cpu/clgemm_*.cl)" ] || fail "$profile $request: a kernel does not say that it was not measured"
            case $profile in
            qualcomm-adreno)
                ! grep -l '[^a-z]fma(' cpu/*.cl || fail "$profile $request: fma()"
                [ "$(grep -l '__read_only image2d_t' cpu/*.cl)" = cpu/clgemm_large.cl ] || fail "$profile $request: no kernel for large sizes reads images"
                [ "$(grep -c '__read_only image2d_t' cpu/clgemm_large.cl)" = 1 ] || fail "$profile $request: both operands are read from images"
                [ -z "$(wc -l cpu/*.cl | awk '$2 != "total" && $1 > 220')" ] || fail "$profile $request has a long program: $(wc -l cpu/*.cl)"
                ;;
            arm-mali)
                ! grep -l '__local\|[^a-z]fma(\|vload8\|vload16' cpu/*.cl || fail "$profile $request: local memory, fma() or vectors of more than 4"
                ;;
            esac
        done
    done
done
# By a matrix engine where the products are large, and by that of the devices.
while read -r profile type function; do
    request="--type $type --layout row"
    multiplies 4096x4096x4096 | grep -q "^__builtin_amdgcn_${function}[0-9x]*_*$type" || fail "$profile $type: large matrices are multiplied by $(multiplies 4096x4096x4096)"
    [ -z "$(multiplies 64x64x64)$(multiplies 1x4096x4096)" ] || fail "$profile $type: an engine multiplies small or thin matrices"
done <<'END_OF_ENGINES'
amd-cdna2 f16 mfma_f32_
amd-cdna2 bf16 mfma_f32_
amd-cdna2 f32 mfma_f32_
amd-cdna2 f64 mfma_f64_
amd-cdna3 f16 mfma_f32_
amd-cdna3 f64 mfma_f64_
amd-rdna3 f16 wmma_f32_
amd-rdna3 bf16 wmma_f32_
amd-rdna4 f16 wmma_f32_
amd-rdna4 bf16 wmma_f32_
END_OF_ENGINES
"$gen" --for amd-rdna4 --type f16 | grep -q '_w32_gfx12(' || fail 'RDNA 4 has the instructions of RDNA 3'
"$gen" --for amd-rdna3 --type f16 | grep -q '_w32(' || fail 'RDNA 3 has the instructions of RDNA 4'
"$gen" --for amd-cdna3 --type i8 --family matrix | grep -q 'mfma_i32_16x16x32_i8(' || fail 'the engine of CDNA 3 is not that of --family matrix'
finish
