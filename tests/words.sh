#!/bin/bash
# What users read is said in standard terms: phrases that were replaced do not come back, and --tile 32x2 is
# stated in one way everywhere.
gen=${CLGEMM_GEN:-./clgemm-gen}
srcdir=${srcdir:-.}
failed=0
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# phrase|in its place
phrases='beside each other|contiguous
to the next, at least|leading dimension, in elements (>= M)
factor of the product|scales the product
factor of the old C|scales C before the update
elements before the first one|offset in its buffer, in elements
steps along K|tile size along K, unroll factor
elements left free behind|padding of each row, in elements
finds its place|work-item ids
spelling|dialect of the sub-group functions
took turns|alternating
step of a tale|a series of kernels, one optimisation each
taking turns|alternating
takes turns|alternating
whatever a driver does|survives driver crashes and hangs
everywhere else|otherwise'

"$gen" --help >"$scratch/help"
"$gen" --print man >"$scratch/clgemm-gen.1"
for page in presets profiles families; do "$gen" --list $page; done >"$scratch/lists"
[ -z "$CLGEMM_BENCH" ] || "$CLGEMM_BENCH" --help >"$scratch/bench"
while IFS='|' read -r phrase better; do
    if grep -n -i -F -e "$phrase" "$scratch"/* "$srcdir"/{README,CONTRIBUTING,HACKING}.md "$srcdir"/doc/*.md "$srcdir"/doc/results/*.md \
        "$srcdir"/examples/README.md "$srcdir"/doc/*.1 "$srcdir"/tests/golden/*.cl "$srcdir"/tests/golden/*.h; then
        echo "'$phrase' is not used; say: $better"
        failed=1
    fi
done <<<"$phrases"

# Comments of the generator, where the emitted text begins, and of the harness: the same, and words of their own.
comments='beside each other|contiguous
has spoken|precedence
turn of the loop|iteration of the loop
turn of the main loop|iteration of the main loop'
while IFS='|' read -r phrase better; do
    if grep -r -n -i -F -e "$phrase" "$srcdir"/{gen,emit,library,cli,templates,harness}; then
        echo "'$phrase' is not used; say: $better"
        failed=1
    fi
done <<<"$comments"

# Comments of the harness open with a verb or a noun, a special case with If.
openings=$(grep -r -h -o -E -w --include='*.[ch]' 'What|Who|Whose|Whom|Of|Where|That' "$srcdir"/harness | wc -l)
[ "$openings" -le 40 ] || { echo "harness/ has $openings sentences that open with What, Who, Of, Where or That; at most 40"; failed=1; }

tile='is 32 along N by 2 along M for a column-major C (the default), 32 along M by 2 along N for a row-major C'
for file in README.md doc/tutorial.md HACKING.md; do
    tr '\n' ' ' <"$srcdir/$file" | grep -q -F "$tile" || { echo "$file does not state --tile 32x2"; failed=1; }
done
"$gen" --explain tile >"$scratch/tile"
tr -s '\n ' ' ' <"$scratch/tile" | grep -q -F "$tile" || { echo '--explain tile does not state --tile 32x2'; failed=1; }
tr -d '\\' <"$scratch/clgemm-gen.1" | tr '\n' ' ' | grep -q -F "$tile" || { echo 'the man page does not state --tile 32x2'; failed=1; }
for layout in column row; do
    axes='32 along N by 2 along M'
    [ $layout = column ] || axes='32 along M by 2 along N'
    "$gen" --layout $layout --tile 32x2 --wg 1x8 >"$scratch/kernel"
    grep -q -F "computes 32 x 2 elements of C: $axes." "$scratch/kernel" ||
        { echo "the kernel's comment does not state --tile 32x2 --layout $layout"; failed=1; }
done
exit $failed
