#!/bin/bash
# Kernels for shapes in the profiles of CPUs: which of them the sizes, layouts, transposes and types of a request take.
# Above 30 s: each kernel of these sets is generated again by its own options, a process each.
# Test: turn 10
. "${srcdir:-.}/tests/cli/for_shapes.sh"

# Of a dispatch for one quantised operand, whichever it is, tiled kernels decode that one.
while read -r letter request; do
    rm -rf decoded
    # shellcheck disable=SC2086
    "$gen" --for cpu $request --emit dispatch -o decoded/ 2>"$scratch/said" || fail "no dispatch of $request: $(cat "$scratch/said")"
    apart decoded
    for name in large tiles; do
        grep -q -- "--decode $letter " "decoded/clgemm_$name.cl" || fail "$request: $name does not decode $letter alone"
    done
done <<END
b --layout row --transpose nt --type-b q4_0
b --layout column --transpose nn --type-a f16 --type-b q4_0
a --layout row --transpose nn --type-a q6_k
END

# sizes ROW M N K: those of a row-major request; M and N change places in a column-major one.
sizes() { case $1 in row*) echo "$2x$3x$4" ;; *) echo "$3x$2x$4" ;; esac }
# What the table of shapes says, which decides where the device has no rates.
"$gen" --print profile cpu-avx512 | sed '/^  "rates": /d' >avx512.json
for profile in cpu ./avx512.json cpu-generic; do
    # Where registers are few, tiles of narrower vectors serve few columns as well; elsewhere panels of A alone serve few rows.
    rows=rows_in_blocks panels= along_k=wide half=large quarter=large
    case $profile in
    cpu | cpu-generic) few=square_shift few_across=square_shift ;;
    *)
        few=tall_shift few_across=rows_in_panels rows=rows_in_panels_along_k along_k=small_along_k half=a_in_panels quarter=small_a_in_panels
        panels="a_in_panels rows_in_panels_along_k small_a_in_panels small_along_k"
        ;;
    esac
    for type in f32 f64; do
        # Row-major; a column-major request is the one with M and N, and the transposes, exchanged.
        for row in 'row nn' 'row tn' 'column nn' 'column nt'; do
            commands $profile $type $row
            # The one for large sizes is the profile's own, which a request without sizes has.
            alike <("$gen" --for $profile $request --name clgemm_large 2>/dev/null) cpu/clgemm_large.cl ||
                fail "$profile: the kernel for large $type is not its own one"
            takes 4096x4096x4096 large
            takes 300x300x300 square_shift
            case $row in
            *nn) columns=$few ;;
            *) columns=$few_across ;;
            esac
            case $row in
            row*)
                takes 5000x40x2000 $columns
                takes 3x1000000x3 flat
                takes 8x5000x2000 rows
                [ -z "$panels" ] || takes 16x512x512 rows_shift
                ;;
            *)
                takes 40x5000x2000 $columns
                takes 1000000x3x3 flat
                takes 5000x8x2000 rows
                ;;
            esac
        done
        for row in 'row nn' 'column nn'; do
            commands $profile $type $row
            takes "$(sizes "$row" 1000000 3 3)" narrow
        done
        # The large operand lies along K, the other one across it: it is read element by element, or transposed where it has several lines.
        for row in 'row nn' 'column nn'; do
            commands $profile $type $row
            takes "$(sizes "$row" 16384 1 4096)" column_along_k
            takes "$(sizes "$row" 4096 3 1000)" columns_transposed
        done
        for row in 'row tt' 'column tt'; do
            commands $profile $type $row
            takes "$(sizes "$row" 1 16384 4096)" row_along_k
            takes "$(sizes "$row" 3 4096 1000)" rows_transposed
        done
        # An operand that lies along K is read so; one that lies across it, by vectors of the elements of C.
        for row in 'row tn' 'row tt' 'column nt' 'column tt'; do
            commands $profile $type $row
            takes "$(sizes "$row" 1000000 3 3)" columns
            takes "$(sizes "$row" 4096 8 1000)" more_columns
        done
        for row in 'row nt' 'column tn'; do
            commands $profile $type $row
            kernels="column_along_k columns_along_k large narrow row_along_k rows_along_k rows_in_blocks small wide $panels"
            case $panels$type in
            ?*f32) kernels="$kernels columns_in_panels_along_k" ;;
            ?*f64) kernels="$kernels wide_along_k" ;;
            esac
            case $profile in cpu*) kernels="$kernels b_in_panels_along_k" ;; esac
            case $profile in ./*) kernels="$kernels a_in_place_along_k small_a_in_place_along_k tall_a_in_place_along_k" ;; esac
            # shellcheck disable=SC2086
            [ "$(ls cpu)" = "$(printf 'clgemm_%s\n' dispatch.h $(printf '%s.cl ' $kernels) | LC_ALL=C sort)" ] || fail "$profile $row has $(ls cpu)"
            takes "$(sizes "$row" 3 4096 1000)" rows_along_k
            takes "$(sizes "$row" 4096 3 1000)" columns_along_k
            for side in 500 16384; do
                takes "$(sizes "$row" 1 $side 4096)" row_along_k
                takes "$(sizes "$row" $side 1 4096)" column_along_k
            done
            takes "$(sizes "$row" 20 4096 1000)" $rows
        done
        # Where B lies along K it is transposed first, or packed.
        for row in 'row nt' 'row tt' 'column tn' 'column tt'; do
            commands $profile $type $row
            takes 4096x4096x4096 large
            takes 1000x1000x1000 $half
            takes 512x512x512 $quarter
            case $row in
            'row nt' | 'column tn') takes 300x300x300 $along_k ;;
            *) takes 300x300x300 wide ;;
            esac
            case "$profile $row" in
            cpu*' row nt' | cpu*' column tn') takes 512x512x64 b_in_panels_along_k ;;
            cpu*' row tt' | cpu*' column tt')
                # Much of an A across K wants to be packed, too (doc/results/cpu-shapes.md).
                takes 512x512x64 small
                takes "$(sizes "$row" 835 103 1090)" large
                takes "$(sizes "$row" 3095 356 301)" large
                ;;
            *) takes 512x512x64 small ;;
            esac
        done
        takes 1000000x3x3 wide
    done
    # Halves are summed in a workspace of singles where C has some blocks of K added, and are read by the gemv family where they are few.
    for type in f16 bf16; do
        for row in 'row nn' 'row nt' 'row tt' 'column nn'; do
            commands $profile $type $row
            takes 1024x1024x1024 large
            takes 1000x1000x1000 large
            grep -q 'C_padded + ' cpu/clgemm_large.cl || fail "$profile $request: large has sums in C"
            case $row in
            *nn) few=rows one=one_row ;;
            *nt) few=rows_along_k one=row_along_k ;;
            *tt) few=rows_transposed one=row_along_k ;;
            esac
            case $row in
            row*) takes 64x64x64 $few && takes 16x4096x1000 $few && takes 1x16384x4096 $one ;;
            esac
        done
    done
    # A C of halves beside singles has the kernels of halves.
    for sizes in '' '--fixed 1024x1024x1024' '--fixed 1x4096x4096'; do
        # shellcheck disable=SC2086
        "$gen" --for $profile --layout row --type-c f16 $sizes --name k >k.cl 2>/dev/null
        # shellcheck disable=SC2086
        same k.cl --for $profile --layout row --type f16 --type-a f32 --type-b f32 $sizes --name k
    done
done
finish
