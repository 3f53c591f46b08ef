#!/bin/bash
# What the program says of itself: summary, lists, explanations, manual page, completion. All from
# one table.
. "${srcdir:-.}/tests/cli/common.sh"

expect 0 '' "$gen" --version
grep -q -E '^clgemm-gen [0-9]+\.[0-9]+\.[0-9]+$' "$scratch/output" || fail '--version'
expect 0 '' "$gen" -h
cp "$scratch/output" "$scratch/short"
expect 0 '' "$gen" --help
cp "$scratch/output" "$scratch/help"
cmp -s "$scratch/short" "$scratch/help" || fail '-h is not --help'
[ -z "$(grep -n -E '^.{101,}' "$scratch/help")" ] || fail '--help is wider than 100 columns'
options=$(grep -o -E '^  (-., )?--[a-z-]+' "$scratch/help" | grep -o -E -- '--[a-z-]+')
[ "$(echo "$options" | wc -l)" -ge 30 ] || fail "--help lists only $options"

expect 0 '' "$gen" --list params
for option in tile wg preset; do
    grep -q "^  --$option " "$scratch/output" || fail "--list params lacks --$option"
done
for topic in presets families products profiles; do
    expect 0 '' "$gen" --list $topic
    grep -o -E '^  [^ ]+' "$scratch/output" >"$scratch/$topic"
    [ "$(wc -l <"$scratch/$topic")" -ge 3 ] || fail "--list $topic is short"
done
# Everything that has a name can be explained, and every preset and profile works.
for name in $options $(cat "$scratch/presets" "$scratch/families" "$scratch/products" "$scratch/profiles"); do
    expect 0 '' "$gen" --explain "$name"
    [ -s "$scratch/output" ] || fail "--explain $name prints nothing"
    [ -z "$(grep -E '^.{101,}' "$scratch/output")" ] || fail "--explain $name is wider than 100 columns"
done
for name in $(cat "$scratch/presets"); do
    expect 0 '' "$gen" --preset "$name"
done
for name in $(cat "$scratch/products"); do
    expect 0 '' "$gen" --product "$name"
done
# The list and the kernel say the same of what was not measured.
for name in $(cat "$scratch/profiles"); do
    unmeasured=no
    if "$gen" --explain "$name" | tr -s ' \n' ' ' | grep -q 'kernels not measured'; then unmeasured=yes; fi
    expect 0 '' "$gen" --for "$name"
    case $unmeasured,$(grep -c "^ \* Kernels of profile $name were not measured on its devices\.$" "$scratch/output") in
    yes,1 | no,0) ;;
    *) fail "--for $name, not measured: $unmeasured: $(sed -n '/Launch/,/Made by/p' "$scratch/output")" ;;
    esac
done

# ---------------------------------------------------------------- built-in files
expect 0 '' "$gen" --list templates
grep -q '^  naive.cl ' "$scratch/output" || fail '--list templates lacks naive.cl'
expect 0 '' "$gen" --print template naive.cl
cmp -s "$scratch/output" "$srcdir/templates/naive.cl.mustache" || fail '--print template is not the file'
expect 0 '' "$gen" --print profile cpu
cmp -s "$scratch/output" "$srcdir/data/profiles/cpu.json" || fail '--print profile is not the file'

# ---------------------------------------------------------------- dumps
for stage in request plan view; do
    expect 0 '' "$gen" --dump $stage
    if command -v python3 >/dev/null; then
        python3 -m json.tool <"$scratch/output" >/dev/null || fail "--dump $stage is no JSON"
    fi
done

# ---------------------------------------------------------------- manual page
expect 0 '' "$gen" --print man
cp "$scratch/output" "$scratch/clgemm-gen.1"
for option in $options; do
    grep -q -F -- "\\fB${option//-/\\-}\\fR" "$scratch/clgemm-gen.1" || fail "the manual page lacks $option"
done
if command -v mandoc >/dev/null; then
    mandoc -Tlint "$scratch/clgemm-gen.1" || fail 'mandoc finds fault with the manual page'
else
    echo 'mandoc is not installed: the manual page was not checked by it'
fi
[ "$(grep -c '^clgemm\\-gen ' "$scratch/clgemm-gen.1")" -ge 5 ] || fail 'the manual page has few examples'

# ---------------------------------------------------------------- pages made of the header and of Markdown
awk -f "$srcdir/tools/header_man.awk" "$srcdir/include/clgemm.h" >"$scratch/libclgemm.3"
for name in journal manifest profile records; do
    awk -f "$srcdir/tools/markdown_man.awk" -v name=$name "$srcdir/doc/$name.md" >"$scratch/clgemm-$name.5"
    # Whatever stands in code in the page stands in bold in the manual.
    while IFS= read -r word; do
        grep -q -F -- "${word//-/\\-}" "$scratch/clgemm-$name.5" || fail "clgemm-$name(5) lacks $word"
    done < <(grep -v '^```' "$srcdir/doc/$name.md" | grep -o '`[A-Za-z_-]*`' | tr -d '`' | sort -u)
done
for page in "$scratch"/*.[35] "$srcdir/doc/clgemm-bench.1"; do
    if command -v groff >/dev/null; then
        said=$(groff -man -Tutf8 -ww "$page" 2>&1 >/dev/null)
        [ -z "$said" ] || fail "groff finds fault with $page: $said"
    fi
    # No mark of Markdown is left.
    [ -z "$(grep -E '^(##|\|)|\]\(' "$page")" ] || fail "$page has marks of Markdown"
done

# Every member that a profile may have is described, and the example is a profile.
members=$(sed -n 's/^    {"[^"]*", "\([a-z0-9_]\{1,\}\)", [A-Z]*, .*/\1/p' "$srcdir/gen/request/profile_check.c" | sort -u)
[ "$(echo "$members" | wc -l)" -ge 40 ] || fail "members of profiles: $members"
for member in $members; do
    grep -q "^|.*\`$member\`.*|.*|" "$srcdir/doc/profile.md" || fail "doc/profile.md does not describe $member"
done
sed -n '/^```json$/,/^```$/p' "$srcdir/doc/profile.md" | grep -v '^```' >mine.json
expect 0 '' "$gen" --for ./mine.json
rm mine.json

# ---------------------------------------------------------------- completion
expect 0 '' "$gen" --print bash-completion
cp "$scratch/output" "$scratch/completion"

# complete WORD...: what completing the last word gives, on one line, sorted.
complete_words() {
    bash -c '
        . "$1" && shift
        COMP_WORDS=(clgemm-gen "$@")
        COMP_CWORD=$#
        _clgemm_gen
        printf "%s\n" "${COMPREPLY[@]}"' - "$scratch/completion" "$@" | sort | paste -s -d ' '
}
# completes WANTED WORD...
completes() {
    local wanted=$1 got
    shift
    got=$(complete_words "$@")
    [ "$got" = "$wanted" ] || fail "completing '$*' gave '$got', not '$wanted'"
}
completes '--tile --tile-k --tile-order' --til
completes 'column' --layout colu
completes 'json' --emit j
completes 'cl,header' --emit cl,h
completes 'image' --access = i
completes 'buffer image' --access =
completes 'block_read_4x1_1x8' --preset block_read_4
completes 'intel-gen8 intel-gen9' --for intel-g
completes 'families' --list f
completes 'intel-gen8 intel-gen9' --print profile intel-g
completes 'clblast_xgemm_batched clblast_xgemm_batched_tight' --print interface clblast_xgemm_b
completes 'naive.cl naive/elements naive/loops' --print = template naive
completes '' --tile 3
completes '--wg --wg-limit --wg-members --why-not --wrap' --tile 8x2 --w
completes 'tile-k= tile-order= tile=' --param ti
mkdir profiles && touch profiles/mine.json
completes './profiles' --for ./pro
completes 'profiles/mine.json' --for profiles/m
completes 'cpu cpu-avx512 cpu-generic cpu-neon cpu-sve256 cpu-sve512' --for cpu
rm -r profiles
touch there.cl
completes 'there.cl' -o the
bash -n "$scratch/completion" || fail 'the completion is no bash'
finish
