# q4_0 with other quants: 4, not 8, stands for 0.
section='A block format' name=q4_m most=5
word=q4_m option=type-b problem='--type-b q4_m --transpose nt' kernel='--family naive'

add gen/request/elements.def '^BLOCKS("mxfp4"' <<'C'
BLOCKS("q4_m", 2, 0, 0, 0, 16, IN_ORDER, 32, 2, false, 32, false, STORED("block", .quants = 2, .zero = 4), NULL)
C
sed -e '/\$halves/,/\/halves/d' -e 's/quant + least/(quant - 4)/' -e '/ least/d' -e 's/^{{\/blocks\/format}}$/{{$numbers}}\nconst {{type}} numbers = convert_{{type}}(quants) - 4.0f;\n{{\/numbers}}\n&/' templates/blocks/q4_1.mustache |
    create templates/blocks/q4_m.mustache
add harness/manifest/blocks.def '"mxfp4"' <<'C'
BLOCKS(Q4_M, "q4_m", 2, 0, 0, 0, 16, IN_ORDER, 32)
C
add harness/manifest/quantised.c '^    bool has_least;$' <<'C'
    int middle; /* quant that stands for 0; 0: the middle one, or none */
C
edit harness/manifest/quantised.c 's/(return \(struct format\)\{[0-9], (true|false))\}/\1, 0}/'
edit harness/manifest/quantised.c 's/(return format.has_least \? 0 :) 1/\1 format.middle ? format.middle : 1/'
add harness/manifest/quantised.c '^    switch (type) {$' <<'C'
    case TYPE_Q4_M:
        return (struct format){4, false, 4};
C
edit python/clgemm/members.py 's/^BLOCKS = .*"mxfp4"/&, "q4_m"/'
edit doc/manifest.md 's/`"q6_k"` or `"mxfp4"`/`"q6_k"`, `"mxfp4"` or `"q4_m"`/'
add doc/quantised.md '^| `q4_1` | 20' <<'C'
| `q4_m` | 18 | half d; 16 bytes of quants | d * (q_i - 4) |
C
add tests/device/requests.txt '^1 --type-b q4_1 --family register' <<'C'
1 --type-b q4_m --family naive --transpose nt
1 --type f16 --type-b q4_m --family gemv --tile 1x2 --wg 8x4 --tile-k 32 --transpose nt
1 --type-a q4_m --type-b q8_0 --family local --tile 4x4 --wg 8x4 --tile-k 32 --vec-a 4 --epilogue bias:column,relu --transpose nt
C

ask_format() {
    ask_requests || return
    command -v python3 >/dev/null || return 0
    PYTHONPATH=python python3 -c 'import json, sys; from clgemm.members import check_members; check_members(json.load(open(sys.argv[1])))' \
        "$scratch/artifacts/made_1.json"
}
