# The naive family once more, with other work-groups.
section='Add a family' name=plain most=10
word=plain option=family problem='--type f32' kernel='--family plain'

for file in family plan rules spec view; do
    sed -e 's/naive/plain/g' -e 's/--wg 8x8/--wg 4x16/' gen/family/naive/$file.c | create gen/family/plain/$file.c
done
create templates/plain.cl.mustache <templates/naive.cl.mustache
add gen/request/families.def '^FAMILY(naive)' <<'C'
FAMILY(plain)
C
edit gen/family/table.c 's/&family_naive, +NULL/\&family_naive, \&family_plain, NULL/'
edit gen/space/space.def 's/^(PARAMETER\(FAMILY, KERNEL, "naive) /\1 plain /'
awk '/^\{"naive-/ { on = 1 } on { gsub(/naive/, "plain"); print } /\},$/ { on = 0 }' tests/unit/rule_rows_families.def >"$scratch/rows"
add tests/unit/rule_rows_families.def '^{"naive-vector"' <"$scratch/rows"
edit tests/unit/test_rules.c 's|"gen/family/naive/rules.c",|& "gen/family/plain/rules.c",|'
add tests/device/requests.txt '^4 --family naive --wg 4x16' <<'C'
1 --family plain --transpose nn
1 --family plain --type f64 --tile 2x3 --wg 2x4 --edges pad --split-k 2 --epilogue bias:column,gelu --transpose tt
1 --family plain --type-b q4_0 --batch strided --transpose nt
C
add doc/recipes.md '^| \*naive\*' <<'C'
| *plain* | the same with other work-groups |
C

ask_family() {
    echo '{}' >"$scratch/profile.json"
    "$CLGEMM_GEN" --for "$scratch/profile.json" --show-space | grep -q '^family .* plain' || { echo 'the space does not have it'; return 1; }
    ask_requests
}
