# Read by the tests that break kernels: what clgemm-bench says of those whose manifests stand in $scratch/DEVICE, one a line.

# judge MANIFEST... OPTION...: a line "NAME CODE" for each kernel, with what its check alone would end with. There is none for a
# kernel that ends the process, nor for those behind it. A kernel that ends the process in which it runs counts as wrong, 6.
judge() {
    "$CLGEMM_BENCH" check "$@" --edited --sizes edge --trials 1 --json 2>/dev/null </dev/null |
        sed -n -e '/ended by signal/s/"code":5/"code":6/' -e 's/.*"kernel":"\([kw][0-9]*\)","status":"[a-z]*","code":\([0-9]*\).*/\1 \2/p' >>"$scratch/verdicts"
}

# judge_with_oclgrind MANIFEST: likewise. Its messages count as wrong, 6.
judge_with_oclgrind() {
    under_oclgrind buffer "$1" --edited -M 9 -N 11 -K 17
    if [ "$code" = 0 ] && [ -s "$scratch/messages" ]; then code=6; fi
    echo "$(basename "$1" .json) $code" >>"$scratch/verdicts"
}

# with_sizes: the manifests that are read, each with the sizes of attention, which no case has by itself.
with_sizes() {
    local manifest
    while read -r manifest; do
        if grep -q '"text": "attention"' "$manifest"; then
            echo "$manifest --at batch=2,lq=19,lk=37,q_heads=4,kv_heads=2"
        else
            echo "$manifest"
        fi
    done
}

# verdicts_of DEVICE: of all kernels that are for it, in $scratch/DEVICE.codes.
verdicts_of() {
    local words=$pocl manifest
    if [ "$1" = oclgrind ]; then
        each_line "$scratch/oclgrind" judge_with_oclgrind
    else
        if [ "$1" = intel ]; then words=$intel; fi
        with_sizes <"$scratch/$1" >"$scratch/sized"
        { grep -v ' ' "$scratch/sized" | xargs -n 32; grep ' ' "$scratch/sized"; } >"$scratch/batches"
        # shellcheck disable=SC2086
        each_line "$scratch/batches" judge $words
    fi
    cat "$scratch"/[01]/verdicts >"$scratch/verdicts"
    rm "$scratch"/[01]/verdicts
    while read -r manifest; do
        # shellcheck disable=SC2046,SC2086
        grep -q "^$(basename "$manifest" .json) " "$scratch/verdicts" || judge $(with_sizes <<<"$manifest") $words
    done <"$scratch/$1"
    mv "$scratch/verdicts" "$scratch/$1.codes"
}

# code_of DEVICE NAME
code_of() {
    sed -n "s/^$2 //p" "$scratch/$1.codes"
}
