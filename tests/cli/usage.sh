#!/bin/bash
# What the command line takes and refuses: each refusal is exit status 1 and one sentence.
. "${srcdir:-.}/tests/cli/common.sh"

expect 1 'unknown option --tiel; nearest: --tile' "$gen" --tiel 32x2
expect 1 'unknown option --til; nearest: --tile, --tile-order, --tile-k' "$gen" --til=32x2
expect 1 'unknown option --outptu; nearest: --output' "$gen" --outptu x
# An option that has another name now.
for old in '--pack b' '--pack=ab' --pack '--explain pack' '--explain --pack' '--show-space --param pack=none,a'; do
    # shellcheck disable=SC2086
    expect 1 '--pack is called --pretranspose now' "$gen" $old
done
expect 1 'unknown option --zzzzzzzz; --help lists all' "$gen" --zzzzzzzz
expect 1 'unknown option -z; --help lists all' "$gen" -z
expect 1 'unknown option -x; --help lists all' "$gen" --barrier -xh
expect 1 'unknown option -x; --help lists all' "$gen" --barrier -xhh --tile 4x4
expect 1 'unknown option -x; --help lists all' "$gen" -xo gemm.cl
long=$(printf '%0200d' 0)
expect 1 "unknown option --${long:0:60}; --help lists all" "$gen" --$long
expect 1 'unknown option --stem; *' "$gen" --stem x
expect 1 "unexpected argument 'kernel.cl': only options are allowed, see --help" "$gen" kernel.cl
expect 1 "unexpected argument 'x': only options are allowed, see --help" "$gen" -- x
expect 1 "unexpected argument '-': only options are allowed, see --help" "$gen" -
expect 1 "unexpected argument '': only options are allowed, see --help" "$gen" ''
expect 1 '--tile needs a value: HxW|auto' "$gen" --tile
expect 1 '--tile needs a value: HxW|auto' "$gen" --tile --wg 1x8
expect 1 '--output needs a value: FILE|FOLDER/' "$gen" -o
expect 1 '--list needs a value: presets, params, families, products, profiles*' "$gen" --list
expect 1 '--dump needs a value: request, plan, view' "$gen" --dump --wg 1x8
expect 1 '--print needs a value: man, bash-completion*' "$gen" --print=
expect 1 '--transpose needs a value: nn, nt, tn, tt, nc, cn, tc, ct, cc' "$gen" --transpose
expect 1 '--vec-a needs a value: 1|2|4|8|16' "$gen" --vec-a
expect 1 "--transpose takes one of nn, nt, tn, tt, nc, cn, tc, ct, cc (nt?), not 'NT'" "$gen" --transpose NT
expect 1 "--type takes one of f32, f64, f16, bf16, e4m3, e5m2, i8, u8, i32, c32, c64 (f32?), not 'F32'" "$gen" --type F32
# Names of blocks as ggml writes them.
for type in q4_K Q4_0 MXFP4; do
    expect 0 '' "$gen" --layout row --transpose nt --type-b $type --family gemv
    grep -q -e "--type-b ${type,,} " "$scratch/output" || fail "--type-b $type is not ${type,,}"
done
expect 1 "--launcher takes none, or words with commas between them, each one of cache, events, log, calibrate (cache?), not 'log,cahce'" "$gen" --launcher log,cahce
expect 1 'unknown option --no-prefetch; ask --prefetch=no' "$gen" --no-prefetch
expect 1 'unknown option --no-wg; *' "$gen" --no-wg
expect 1 "--fixed takes MxNxK, three whole numbers from 0 to 2147483647, as in 512x512x64, not '99999999999x1x1'" "$gen" --fixed 99999999999x1x1
expect 2 'cannot read profile /: Is a directory' "$gen" --for /
expect 1 '--output needs a value: FILE|FOLDER/' "$gen" --output=
expect 1 '--help takes no value' "$gen" --help=yes
expect 1 "--emit takes cl, json, header, launcher, selftest, dispatch, not 'jsn'" "$gen" --emit cl,jsn
expect 1 "--emit takes cl, json, header, launcher, selftest, dispatch, not ''" "$gen" --emit cl,
expect 1 "--dump takes request, plan, view, not 'plans'" "$gen" --dump plans
expect 1 "--list takes presets, params, families, products, profiles, cards, interfaces, templates, not 'all'" "$gen" --list all
expect 1 "--print takes man, bash-completion, template, profile, interface, not 'html'" "$gen" --print html
expect 1 '--print template needs a name; --list templates shows them' "$gen" --print template
expect 1 'there is no template naive; nearest: naive.cl*' "$gen" --print template naive
expect 1 'there is no template local/kernel.cl; its text would be in local.cl' "$gen" --print template local/kernel.cl
expect 1 'there is no template rewrite/copy; its text would be in pad.cl' "$gen" --print template rewrite/copy
expect 1 'there is no template decode/halves; its text would be in decode.cl' "$gen" --print template decode/halves
expect 1 'there is no template epilogue/part; its text would be in common/epilogue' "$gen" --print template epilogue/part
expect 1 'there is no profile toaster; --list profiles shows them' "$gen" --print profile toaster
expect 1 "--print man takes no name, and 'cpu' is no option" "$gen" --print man cpu
expect 1 "no option, preset, product, profile, family, interface or card is called 'tiles'; nearest: tile, tile-k" "$gen" --explain tiles
expect 1 'several artifacts need --output FILE.cl or a folder; standard output takes only one' "$gen" --emit cl,json
expect 1 'several artifacts need --output FILE.cl or a folder, not gemm.txt' "$gen" --emit cl,json -o gemm.txt
expect 1 '--depfile needs --output: a make rule needs files' "$gen" --depfile gemm.d
expect 1 '--output .cl has no name before its suffix' "$gen" -o .cl
expect 1 '--dump prints to standard output and takes no --output' "$gen" --dump plan -o plan.json
expect 1 'the launcher cannot include a header named like a"b.cl: *' "$gen" --emit cl,launcher -o 'a"b.cl'
for name in gemm.h ./a.b.h foo.hpp foo foo_launch.hpp; do
    expect 1 "a launcher includes the header beside it, and $name does not say which: NAME_launch.h includes NAME.h; ask --output ${name%.h*}_launch.h, or --emit header,launcher and a folder" \
        "$gen" --emit launcher -o $name
done
# What the library says of values.
expect 1 '*' "$gen" --tile 32
expect 1 '*' "$gen" --layout diagonal
expect 1 '*' "$gen" --preset block_raed_32x2_1x8
grep -q block_read_32x2_1x8 "$scratch/said" || fail 'no near preset is suggested'
expect 1 '*' "$gen" --for intel-gen7
grep -q intel-gen8 "$scratch/said" || fail 'no near profile is suggested'
expect 1 '*' "$gen" --barrier=perhaps
expect_files

# Without an option: the default kernel, but for somebody at a terminal how to begin, by commands that work.
expect 0 '' "$gen"
grep -q '^__kernel' "$scratch/output" || fail 'without options and terminal no kernel is written'
if script -qec true /dev/null >/dev/null 2>&1; then
    script -qec "'$gen'" /dev/null </dev/null | tr -d '\r' >"$scratch/output"
    grep -q 'doc/tutorial\.md' "$scratch/output" && [ "$(wc -l <"$scratch/output")" -le 15 ] || fail "on a terminal it prints $(head -c 200 "$scratch/output")"
    mkdir "$scratch/begun"
    shown=$(sed -n 's/^  clgemm-gen //p' "$scratch/output")
    [ "$(wc -l <<<"$shown")" = 2 ] || fail "on a terminal it shows the commands $shown"
    while IFS= read -r words; do
        # shellcheck disable=SC2086
        (cd "$scratch/begun" && "$gen" $words) || fail "on a terminal it shows clgemm-gen $words"
    done <<<"$shown"
    script -qec "'$gen' --family naive" /dev/null </dev/null | grep -q '^__kernel' || fail 'a kernel that is asked for is not shown on a terminal'
else
    echo 'without the program script, nothing was tried on a terminal'
fi

# Lists of values are whole: in --help as the man page has them, and in what explains or refuses one value.
"$gen" --help | tr -s '\n ' ' ' >"$scratch/help"
"$gen" --print man | sed -n -e 's/\\f[BR]//g' -e 's/\\//g' -e 's/^Values: \(.*\)\.$/\1/p' >"$scratch/lists"
[ -s "$scratch/lists" ] || fail 'the man page lists no values'
while read -r list; do
    grep -q -F -e ": $list" "$scratch/help" || fail "--help has not got the whole list $list"
done <"$scratch/lists"
for option in type-b engine emit; do
    list=$("$gen" --print man | sed -n -e 's/\\f[BR]//g' -e 's/\\//g' -e "/^--$option /,/^Values/s/^Values: \(.*\)\.$/\1/p")
    "$gen" --explain $option | tr -s '\n ' ' ' | grep -q -F -e "values: $list" || fail "--explain $option has not got the whole list $list"
    "$gen" --$option foo 2>&1 | grep -q -F -e "$list" || fail "--$option foo is refused without the whole list $list"
done

# Numbers are printed in as few letters as say them.
for number in '30 30.0f' '-1000 -1000.0f' '1e5 1e+05f' '0.1 0.1f' '16777216 16777216.0f' '1e-7 1e-07f'; do
    expect 0 '' "$gen" --family naive --alpha="${number% *}" --beta 0
    grep -q -F -e "${number#* } *" "$scratch/output" || fail "--alpha ${number% *} is not printed as ${number#* }"
done

# What other programs call an option or a value, or a letter of theirs.
expect 1 "unknown option --bias; nearest: --epilogue, --ids" "$gen" --bias
expect 1 "unknown option --transa; nearest: --transpose" "$gen" --transa t
expect 1 "unknown option -m; sizes are arguments of the kernel, or --fixed MxNxK" "$gen" -m 64
"$gen" --type half 2>&1 | grep -q -F "c64 (f16?), not 'half'" || fail '--type half'
"$gen" --type double 2>&1 | grep -q -F "c64 (f64?), not 'double'" || fail '--type double'
expect 1 "--epilogue has no operation 'swish', did you mean silu?*" "$gen" --epilogue swish
expect 1 "--explain-pick takes MxNxK, *" "$gen" --explain-pick 12x
expect 4 "none of these kernels serves 2147483647x1x1; *" "$gen" --for cpu --explain-pick 2147483647x1x1

# Of two lists neither is dropped; of other options the last one counts.
expect 1 "--epilogue is given twice; both are --epilogue bias:column,gelu" "$gen" --epilogue bias:column --epilogue gelu
expect 1 "--emit is given twice; both are --emit cl,json" "$gen" --emit cl --emit json -o ./
expect 0 '' "$gen" --epilogue relu --epilogue relu
expect 0 '' "$gen" --epilogue relu --epilogue none

# A file that includes another one says so where that is not there.
mkdir parts
expect 0 'note: parts/k_launch.h includes parts/k.h, which is not there; --emit header writes it' "$gen" --name k --emit launcher -o parts/
expect 0 '' "$gen" --name k --emit header -o parts/
expect 0 '' "$gen" --name k --emit launcher -o parts/
rm -r parts

# A C of real numbers beside whole ones is no integer.
"$gen" --type i8 --type-c f16 | grep -q 'A in i8, B in i8, C in half precision' || fail 'the comment of --type i8 --type-c f16'

# Ways to say the same.
expect 0 '' "$gen" --tile 8x2 --wg 1x8 --barrier
cp "$scratch/output" "$scratch/same"
for words in '--tile=8x2 --wg=1x8 --barrier=yes' '--tile 4x4 --wg 1x8 --barrier --tile 8x2' \
    '--barrier --emit=cl --wg 1x8 --tile 8x2 --beta arg'; do
    expect 0 '' "$gen" $words
    grep -v 'Made by' "$scratch/output" | cmp -s - <(grep -v 'Made by' "$scratch/same") || fail "$words differs"
done
expect 0 '' "$gen" --alpha -1 --beta=-0.5
expect 0 '' "$gen" -o=x
expect_files =x
finish
