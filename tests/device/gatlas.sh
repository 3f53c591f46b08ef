# Read by gatlas-*.sh: `check_gatlas` checks GATLAS's kernels with every extra parameter on the device. Element types, group sizes,
# block heights and transposes take turns, in cycles of different lengths.
. "${srcdir:-.}/tests/device/common.sh"

# emit_gatlas NUMBER KERNEL EXTRA INLINES: the kernel, with what the number stands for.
emit_gatlas() {
    local number=$1 kernel=$2 extra=$3 inlines=$4 type group height turn fixed=
    local types=('' _float1 _double2 _float2 _double1) groups=(8 4 3 10 1 5 2) heights=(4 8 3 1 10 6)
    local turns=(nn nn nt tt nn nn tn nt)
    case $kernel in
    *_image)
        types=('' _double2 _float4)
        groups=(8 4 3 16 1 5 2)
        heights=(4 8 3 1 12 6)
        ;;
    esac
    type=${types[number % ${#types[@]}]}
    group=${groups[number % ${#groups[@]}]}
    height=${heights[number % ${#heights[@]}]}
    turn=${turns[number % ${#turns[@]}]}
    # Multiples of the longest vector.
    case $turn in t*) height=$(((height + 3) / 4 * 4)) ;; esac
    if [ "$height" = 12 ] && [ "${kernel%_buffer}" != "$kernel" ]; then height=8; fi
    if [ "$inlines" = yes ]; then fixed="--fixed $((4 * group * height))x$((8 * group))x$((12 * group))"; fi
    # shellcheck disable=SC2086
    served "gatlas_$number" --preset "gatlas_$kernel$type" --extra "$extra" --group-size "$group" --block-height "$height" \
        --transpose "$turn" $fixed
}

check_gatlas() {
    local kernel extra count number=0 inlines
    for kernel in gemm_buffer matmul_buffer gemm_image matmul_image; do
        count=12
        if [ "$kernel" = matmul_image ]; then count=24; fi
        for ((extra = 0; extra < count; extra++)); do
            inlines=no
            if [ "$extra" -ge $((count / 2)) ]; then inlines=yes; fi
            emit_gatlas "$number" "$kernel" "$extra" "$inlines"
            number=$((number + 1))
        done
    done
    check_emitted --sizes quick --trials 1
    [ "$passed" != 0 ] || fault 'no kernel passed'
}
