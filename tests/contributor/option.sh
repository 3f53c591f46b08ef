# How wide gemv loads: its standard vectors follow from it, the manifest tells it, and other families refuse it.
section='An option of a family' name=gemv most=5
word=load-bytes option=load-bytes problem='--type f16 --transpose tn' kernel='--family gemv --load-bytes 8'

add gen/request/options.def 'leaves registers for a larger --tile.")$' <<'C'
OPTION(LOAD_BYTES, "load-bytes", "kernel", WORD, "BYTES", "8|16", "16",
       "bytes that are loaded at once",
       "In the gemv family, of the large operand, where --vec-a or --vec-b does not say it.")
C
edit gen/family/gemv/family.c 's/OPTION_SUM_VEC,/& OPTION_LOAD_BYTES,/'
edit gen/family/gemv/spec.c 's/(const long long most =) LOAD_BYTES \*/\1 (spec->values[OPTION_LOAD_BYTES].text[0] == \x278\x27 ? 8 : LOAD_BYTES) */'
add gen/family/gemv/plan.c 'value_set_integer(job, config, "sum-vec"' <<'C'
    value_set_text(job, config, "load-bytes", spec->values[OPTION_LOAD_BYTES].text);
C
add gen/space/space.def '^PARAMETER(SUM_VEC,' <<'C'
PARAMETER(LOAD_BYTES, KERNEL, "16 8", of_other_family, OPTIONS(FAMILY_OPTIONS))
C
edit gen/space/space.def '/^FOLLOWS\((FAMILY|VEC_A|VEC_B),/s/OPTIONS\(/OPTIONS(OPTION_LOAD_BYTES, /'
add tests/device/requests.txt '^1 --family gemv --layout row --type f64' <<'C'
1 --family gemv --load-bytes 8 --tile 2x4 --wg 4x2 --transpose tn
1 --family gemv --load-bytes 8 --type f16 --tile 1x8 --wg 8x4 --batch strided --transpose nt
1 --family gemv --load-bytes 16 --type f16 --tile 1x8 --wg 8x4 --batch strided --transpose nt
C

ask_option() {
    "$CLGEMM_GEN" --family gemv --show-space | grep -q '^load-bytes *16 8$' || { echo 'it is no parameter of the space'; return 1; }
    ! "$CLGEMM_GEN" --family naive --load-bytes 8 >/dev/null || { echo 'the naive family takes it'; return 1; }
    ask_requests || return
    grep -q '"load-bytes": "8"' "$scratch/artifacts/made_2.json" || { echo 'the manifest does not tell it'; return 1; }
    sed -e 's/made_3/made_2/g' -e 's/load-bytes 16/load-bytes 8/' "$scratch/artifacts/made_3.cl" >"$scratch/other.cl"
    ! cmp -s "$scratch/artifacts/made_2.cl" "$scratch/other.cl" || { echo 'it changes nothing'; return 1; }
}
