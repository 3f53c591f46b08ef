# min(max(value, -1), 1); NaN stays NaN.
section='Add an operation of the epilogue' most=6
word=hardtanh option=epilogue problem='--epilogue hardtanh' kernel='--family naive'
ask_operation() { ask_requests; }

add gen/base/epilogue.c '{.name = "tanh"' <<'C'
    {.name = "hardtanh", .exact = true, .takes = "hardtanh", .piece = "epilogue/hardtanh", CALL},
C
add templates/epilogue.pieces '^tanh ' <<'C'
hardtanh    value = value < -1 ? {{#lanes}}({{type}})({{/lanes}}-1{{#lanes}}){{/lanes}} : value > 1 ? {{#lanes}}({{type}})({{/lanes}}1{{#lanes}}){{/lanes}} : value
C
add harness/verify/epilogue.c '^/\* -* functions \*/$' <<'C'

static struct estimate hardtanh(struct estimate x, const struct given *given)
{
    static const double ends[] = {-1, 1};

    return clamp(x, &(struct given){.type = given->type, .operand = given->operand, .number = ends});
}
C
add harness/verify/epilogue.c '^} references' <<'C'
    {"hardtanh", hardtanh, false, 0},
C
edit gen/request/options.def 's/silu, sigmoid, tanh;/silu, sigmoid, tanh, hardtanh;/'
add doc/manifest.md '^| `tanh` |' <<'C'
| `hardtanh` | | | -1 where x < -1, 1 where x > 1, else x |
C
add tests/device/requests.txt '^1 --family naive .*clamp:-3:5' <<'C'
1 --family naive --wg 4x8 --epilogue hardtanh --transpose nn
1 --family register --tile 4x8 --wg 2x4 --vec-c 4 --type f16 --epilogue bias:column,hardtanh --transpose nt
1 --family blocked --block-k 16 --type f64 --epilogue hardtanh,residual --transpose tt
C
add tests/mutation/breaks.sh '^template pocl epilogue.pieces ./^tanh ' <<'C'
template pocl epilogue.pieces '/^hardtanh /s/value > 1/value > 2/' $naive --epilogue hardtanh
C
