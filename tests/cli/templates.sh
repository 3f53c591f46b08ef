#!/bin/bash
# --template-dir: templates of the user's own, what a make rule says of them, and what happens when
# they are broken.
. "${srcdir:-.}/tests/cli/common.sh"
options='--family naive --name gemm'
template=naive.cl.mustache
original=$(cd - >/dev/null && cd "${srcdir:-.}" && pwd)/templates/$template
[ -f "$original" ] || { echo "there is no $original"; exit 99; }

expect 0 '' "$gen" $options
cp "$scratch/output" "$scratch/plain"
mkdir -p "my templates"
expect 2 '*' "$gen" $options --template-dir 'my templates'
cp "$original" "my templates/$template"
expect 0 '' "$gen" $options --template-dir 'my templates'
cmp -s "$scratch/output" "$scratch/plain" || fail 'the same template makes a difference'

{ cat "$original"; echo '/* mine */'; } >"my templates/$template"
expect 0 '' "$gen" $options --template-dir 'my templates' -o gemm.cl --depfile gemm.d
[ "$(tail -n 1 gemm.cl)" = '/* mine */' ] || fail 'the template was not taken'
grep -q '^gemm.cl: ' gemm.d || fail "no target in $(cat gemm.d)"
grep -q "^  my\\\\ templates/$template\$" gemm.d || fail "no dependency in $(cat gemm.d)"
if command -v make >/dev/null; then
    printf 'include gemm.d\ngemm.cl: ; @echo made >>log\n' >Makefile
    make -s gemm.cl && [ ! -f log ] || fail 'make has something to do'
    touch -d '2001-02-03' gemm.cl
    make -s gemm.cl && [ -f log ] || fail 'make does not see a changed template'
    rm log && mv "my templates" away
    make -s gemm.cl || fail 'make stops for a template that was removed'
    mv away "my templates"
fi
rm -f gemm.* Makefile log

expect 2 '*' "$gen" $options --template-dir missing -o gemm.cl
grep -q 'missing' "$scratch/said" || fail 'the sentence does not name the folder'
echo '{{#unclosed}}' >"my templates/$template"
expect 3 "*" "$gen" $options --template-dir 'my templates' -o gemm.cl
grep -q "$template:1:" "$scratch/said" || fail "no place in '$(cat "$scratch/said")'"
printf 'line\n  {{no_such_name}}\n' >"my templates/$template"
expect 3 "*" "$gen" $options --template-dir 'my templates' -o gemm.cl
grep -q "$template:2:" "$scratch/said" || fail "no place in '$(cat "$scratch/said")'"
grep -q 'no_such_name' "$scratch/said" || fail "no name in '$(cat "$scratch/said")'"
expect_files 'my templates'

# Each page is printed as the file, and --dump view shows what fills it. A template of before there were pages is refused with the page
# that has its text now, asked for or found in a folder.
pages=0
for page in $("$gen" --list templates | sed -n 's/^ *\([a-z_]*\.cl\)\b.*/\1/p'); do
    family=${page%.cl}
    pages=$((pages + 1))
    expect 0 '' "$gen" --print template "$page"
    cmp -s "$scratch/output" "${original%/*}/$page.mustache" || fail "--print template $page is not the file"
    expect 1 "there is no template $family/old; its text would be in $page" "$gen" --print template "$family/old"
    mkdir -p "old/$family" && cp "$original" "old/$family/old.mustache"
    expect 3 '*' "$gen" $options --template-dir old
    grep -q "did you mean $page?" "$scratch/said" || fail "no page in '$(cat "$scratch/said")'"
    rm -r old
done
[ $pages -ge 8 ] || fail "only $pages pages"
expect 0 '' "$gen" --family register --dump view
for member in '"products":' '"stores":' '"address":' '"arguments":'; do
    grep -q -F "$member" "$scratch/output" || fail "--dump view has no $member"
done
expect_files 'my templates'
finish
