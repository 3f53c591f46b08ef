#!/bin/bash
# Where artifacts go: standard output, a file, a folder; whole or not at all, and only where they
# changed.
. "${srcdir:-.}/tests/cli/common.sh"
options='--tile 8x2 --wg 1x8 --name gemm'
everything='cl,json,header,launcher,selftest'

# ---------------------------------------------------------------- standard output
for artifact in cl json header launcher selftest; do
    expect 0 '' "$gen" $options --emit $artifact
    cp "$scratch/output" "$scratch/$artifact"
    [ -s "$scratch/$artifact" ] || fail "--emit $artifact printed nothing"
done
expect_files
grep -q '"source": ' "$scratch/json" || fail 'a manifest in a pipe has no source'

# ---------------------------------------------------------------- a folder, made where it is
# missing
expect 0 '' "$gen" $options --emit $everything -o out/
[ "$(echo $(ls out))" = 'gemm.cl gemm.h gemm.json gemm_launch.h gemm_selftest.h' ] || fail "out/ holds $(ls out)"
cmp -s out/gemm.cl "$scratch/cl" || fail 'the file differs from standard output'
cmp -s out/gemm.h "$scratch/header" || fail 'the header differs from standard output'
cmp -s out/gemm_launch.h "$scratch/launcher" || fail 'the launcher differs from standard output'
grep -q '"file": "gemm.cl"' out/gemm.json || fail 'the manifest does not name its file'
grep -q '"source": ' out/gemm.json && fail 'a manifest beside its file has the source too'
expect 0 '' "$gen" $options -o out
expect 2 'cannot make the folder a/b/: No such file or directory' "$gen" $options -o a/b/
rm -r out

# ---------------------------------------------------------------- files
expect 0 '' "$gen" $options --emit $everything -o other.cl
expect_files other.cl other.h other.json other_launch.h other_selftest.h
cmp -s other.cl "$scratch/cl" || fail 'the kernel depends on the name of its file'
grep -q '"file": "other.cl"' other.json || fail 'the manifest does not name its file'
grep -q '"name": "gemm"' other.json || fail 'the kernel was renamed'
grep -q '^#include "other.h"$' other_launch.h || fail 'the launcher does not include its header'
grep -q '^#include "other_launch.h"$' other_selftest.h || fail 'the self-test does not include its launcher'
rm other*
expect 0 '' "$gen" $options --emit json -o plain.manifest
expect_files plain.manifest
grep -q '"file": "plain.cl"' plain.manifest || fail 'the manifest does not name the file beside it'
rm plain.manifest
expect 0 'note: x_launch.h includes x.h, which is not there; --emit header writes it' "$gen" $options --emit launcher -o x_launch.h
grep -q '^#include "x.h"$' x_launch.h || fail 'the launcher does not include its header'
rm x_launch.h
expect 0 '' "$gen" $options -o /dev/null
[ -c /dev/null ] || fail '/dev/null is no device any more'
expect 0 '' "$gen" $options -o /dev/stdout
cmp -s "$scratch/output" "$scratch/cl" || fail '/dev/stdout differs'
expect 0 '' "$gen" $options --emit launcher -o /dev/stdout
cmp -s "$scratch/output" "$scratch/launcher" || fail 'a launcher on /dev/stdout has its name from there'

# ---------------------------------------------------------------- times
expect 0 '' "$gen" $options --emit $everything -o gemm.cl --depfile gemm.d
old() {
    touch -d '2001-02-03' gemm.cl gemm.h gemm.json gemm_launch.h gemm_selftest.h gemm.d
}
touch -d '2002-02-03' "$scratch/mark"
old
expect 0 '' "$gen" $options --emit $everything -o gemm.cl --depfile gemm.d --if-changed
[ -z "$(find . -newer "$scratch/mark" -type f)" ] || fail 'unchanged files were written'
expect 0 '' "$gen" $options --alpha 1 --emit cl -o gemm.cl --if-changed
[ gemm.cl -nt "$scratch/mark" ] || fail 'a changed file was not written'
[ gemm.h -nt "$scratch/mark" ] && fail 'a file that was not asked for was written'
# Make asks whether a file is older than what it is made from, not whether it would change.
old
expect 0 '' "$gen" $options --emit $everything -o gemm.cl --depfile gemm.d
[ -z "$(find . ! -newer "$scratch/mark" -type f)" ] || fail 'unchanged files kept their times'
[ "$(cat gemm.d)" = 'gemm.cl gemm.json gemm.h gemm_launch.h gemm_selftest.h:' ] || fail "the rule is '$(cat gemm.d)'"
rm gemm*

# ---------------------------------------------------------------- failures leave everything as it
# was
echo old >gemm.cl
echo old >gemm.json
mkdir gemm.h
expect 2 'cannot write gemm.h: Is a directory' "$gen" $options --emit $everything -o gemm.cl
expect_files gemm.cl gemm.h gemm.json
[ "$(cat gemm.cl gemm.json)" = "$(printf 'old\nold')" ] || fail 'files were changed'
rmdir gemm.h
expect 2 'cannot write gemm.cl/x.cl: Not a directory' "$gen" $options -o gemm.cl/x.cl
expect 2 'cannot make the folder gemm.cl/: *' "$gen" $options -o gemm.cl/
expect 2 'cannot write missing/x.cl: No such file or directory' "$gen" $options -o missing/x.cl
expect 2 'cannot write missing/x.d: No such file or directory' "$gen" $options -o x.cl --depfile missing/x.d
expect 1 '--depfile: x.cl is the file x.cl that --output writes; name another one' "$gen" $options -o x.cl --depfile x.cl
expect 2 'cannot write gemm.cl: File too large' bash -c 'ulimit -f 1; exec "$@"' - "$gen" $options -o gemm.cl
[ "$(cat gemm.cl)" = old ] || fail 'a full disk changed a file'
long=$(printf '%0300d' 0)
expect 2 "cannot write $long.cl: File name too long" "$gen" $options -o "$long.cl"
expect_files gemm.cl gemm.json
if [ "$(id -u)" != 0 ]; then
    mkdir locked && chmod a-w locked
    expect 2 'cannot write locked/x.cl: Permission denied' "$gen" $options -o locked/x.cl
    rmdir locked
fi
if [ -w /dev/full ]; then
    expect 2 'cannot write /dev/full: No space left on device' "$gen" $options -o /dev/full
    expect 2 'cannot write /dev/full: No space left on device' "$gen" $options -o full.cl --depfile /dev/full
    expect_files gemm.cl gemm.json
    expect 2 'cannot write to standard output: No space left on device' bash -c '"$@" >/dev/full' - "$gen" $options
    expect 2 'cannot write to standard output: No space left on device' bash -c '"$@" >/dev/full' - "$gen" --print man
    expect 2 'cannot write to standard output: No space left on device' bash -c '"$@" >/dev/full' - "$gen" --print profile cpu
    expect 2 'cannot write to standard output: No space left on device' bash -c '"$@" >/dev/full' - "$gen" --why-not --family naive --vec-c 4
fi

# ---------------------------------------------------------------- descriptors that are closed at the start
# No file that is opened takes their place.
for closed in '>&-' '<&- >&-'; do
    expect 2 'cannot write to standard output: Bad file descriptor' bash -c "\"\$@\" $closed" - "$gen" $options
    expect 2 'cannot write *' bash -c "\"\$@\" $closed" - "$gen" $options -o /dev/stdout
done
for closed in '>&-' '<&- >&-' '<&- >&- 2>&-'; do
    expect 0 '' bash -c "\"\$@\" $closed" - "$gen" $options -o daemon.cl
    cmp -s daemon.cl "$scratch/cl" || fail "$closed: another kernel"
    rm daemon.cl
done
expect 2 '' bash -c '"$@" >&- 2>&-' - "$gen" $options
expect 0 '' bash -c '"$@" 2>&-' - "$gen" $options --tile 8x2 -o daemon.cl
rm daemon.cl

# ---------------------------------------------------------------- profiles that inherit from files
# A file is named as from the one that names it, and the rule names all of them.
mkdir -p 'my dir/base'
echo '{"inherits": "./base/b.json"}' >'my dir/q.json'
echo '{"inherits": "../c.json"}' >'my dir/base/b.json'
echo '{"options": {"common": "--mad fma"}}' >'my dir/c.json'
echo "{\"inherits\": \"$PWD/my dir/q.json\"}" >'my dir/absolute.json'
expect 0 '' "$gen" $options --for 'my dir/q.json' -o 'my dir/k.cl' --depfile 'my dir/k.d'
grep -q 'fma(' 'my dir/k.cl' || fail 'the last profile of the chain was not read'
[ "$(head -4 'my dir/k.d')" = 'my\ dir/k.cl: \
  my\ dir/q.json \
  my\ dir/base/b.json \
  my\ dir/base/../c.json' ] || fail "the rule is '$(cat 'my dir/k.d')'"
(cd 'my dir' && expect 0 '' "$gen" $options --for q.json && expect 0 '' "$gen" $options --for absolute.json) || fail 'a folder'
rm 'my dir/c.json'
expect 2 'cannot read profile my dir/base/../c.json, which profile my dir/base/b.json inherits from: No such file or directory' "$gen" $options --for 'my dir/q.json'
rm -r 'my dir'

# ---------------------------------------------------------------- what is read is not written
# By whatever name, and with nothing else written before.
mkdir in && cd in || exit 99
"$gen" --print interface llama_mul_mm_f32 >mine.json
echo '{"inherits": "./base.json"}' >own.json
echo '{"inherits": "cpu"}' >base.json
mkdir own
"$gen" --print template naive.cl >own/naive.cl.mustache
ln -s mine.json link.json
ln mine.json hard.json
cp -r . ../before
kept() { # WORDS SENTENCE: nothing has changed
    local words=$1
    shift
    # shellcheck disable=SC2086
    expect 1 "$1" "$gen" $words
    diff -r . ../before || fail "$words: files were changed"
}
reads='reads; name another one'
kept '--interface ./mine.json --emit cl,json -o mine.cl' "--output: mine.json is the file ./mine.json that --interface $reads"
kept '--interface ./mine.json --emit json -o link.json' "--output: link.json is the file ./mine.json that --interface $reads"
kept '--interface ./mine.json --emit json -o hard.json --if-changed' "--output: hard.json is the file ./mine.json that --interface $reads"
kept '--interface ./mine.json -o new/ --depfile ../in/mine.json' "--depfile: ../in/mine.json is the file ./mine.json that --interface $reads"
kept '--interface ./mine.json --name mine --emit cl,json -o ./' "--output: ./mine.json is the file ./mine.json that --interface $reads"
kept '--for ./own.json --emit cl,json -o own.cl' "--output: own.json is the file ./own.json that --for $reads"
kept '--for ./own.json --emit json -o base.json' "--output: base.json is the file ./base.json that --for $reads"
kept '--for ./own.json --emit dispatch,json -o ./ --name own' "--output: ./own.json is the file ./own.json that --for $reads"
kept '--for ./own.json --emit dispatch -o new/ --depfile base.json' "--depfile: base.json is the file ./base.json that --for $reads"
kept '--family naive --template-dir own -o x.cl --depfile own/naive.cl.mustache' \
    "--depfile: own/naive.cl.mustache is the file own/naive.cl.mustache that --template-dir $reads"
kept '--emit json -o new.json --depfile ../in/new.json' "--depfile: ../in/new.json is the file new.json that --output writes; name another one"
cd .. && rm -r in before || exit 99

# ---------------------------------------------------------------- names from outside in C and in a shell
mkdir 'a*' "it's"
printf '{"build_options": "-DX=\\"y\\" -I /x/*/y"}' >'a*/p.json'
cp 'a*/p.json' "it's/p q.json"
for profile in 'a*/p.json' "it's/p q.json"; do
    expect 0 '' "$gen" $options --for "$profile" --emit $everything -o named/
    for file in named/gemm.cl named/gemm.h named/gemm_launch.h; do
        grep -v '^#include <CL/cl.h>' $file >bare.h
        [ "$(sed -n '\,\*/,{p;q}' bare.h)" = ' */' ] || fail "the first comment of $file ends early"
        command=$(sed -n 's/^ \* Made by clgemm [^ ]*: clgemm-gen //p' bare.h)
        eval '"$gen" '"$command" >again.cl
        cmp -s again.cl named/gemm.cl || fail "the command in $file makes something else: $command"
    done
    printf '#include <stdio.h>\n#include "named/gemm.h"\nint main(void) { return puts(GEMM_BUILD_OPTIONS) < 0; }\n' >names.c
    ${CC:-cc} -Wall -Wextra -Werror names.c -o names && [ "$(./names)" = '-DX="y" -I /x/*/y' ] ||
        fail 'the build options do not come out as they went in'
done
rm -r 'a*' "it's" named names names.c bare.h again.cl

# A line break behind a backslash would join the parts of an end of comment again: none gets in.
printf '%s' '{"build_options": "*\\\n/ __kernel void evil(__global int *x) { *x = 666; } /\\\n*"}' >evil.json
expect 1 'profile ./evil.json: build_options take printable ASCII, and character 3 is 0x0a' \
    "$gen" $options --for ./evil.json --emit $everything -o named/
folder=$'a*\\\n'
mkdir "$folder" && echo '{}' >"$folder/p.json"
expect 1 "--for takes a text without control characters, not 'a*\\?/p.json'" \
    "$gen" $options --for "$folder/p.json" --emit $everything -o named/
expect 1 '--output takes the name of a file without control characters, such as line breaks' \
    "$gen" $options --emit header -o $'a*\\\nb.h'
# A folder may be called so, but make could not read its name.
expect 0 '' "$gen" $options -o "$folder/"
[ -s "$folder/gemm.cl" ] || fail 'nothing was written'
echo '{{! mine }}' >"$folder/naive.cl.mustache"
for words in "-o|$folder/" "-o|$folder/x.cl" "-o|k.cl|--template-dir|$folder"; do
    mapfile -t -d '|' words < <(printf '%s' "$words")
    expect 1 '--depfile: a make rule cannot have a name with a line break, and a file or folder has one' \
        "$gen" $options --depfile k.d "${words[@]}"
done
rm -r "$folder" evil.json

# ---------------------------------------------------------------- names that JSON cannot hold
mkdir names && echo '{}' >names/$'\xff'.json
not_utf8="JSON is UTF-8, and the command 'clgemm-gen --tile 8x2 --wg 1x8 --name gemm --for *"
expect 1 "$not_utf8" "$gen" $options --for names/$'\xff'.json --emit json
grep -qF '\377.json' "$scratch/said" || fail "the byte is not shown: $(cat "$scratch/said")"
expect 1 "$not_utf8" "$gen" $options --for names/$'\xff'.json --emit cl,json -o names/
expect 1 "JSON is UTF-8, and the value 'names/\\377.json' is not" "$gen" --dump request --for names/$'\xff'.json
expect 0 '' "$gen" $options --for names/$'\xff'.json
expect 0 '' "$gen" $options --for names/$'\xff'.json -o names/$'\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80'.cl
echo '{}' >names/$'\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80'.json
expect 0 '' "$gen" $options --for names/$'\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80'.json --emit json
# Too long, a surrogate, beyond the last one, cut short.
for bytes in $'\xc0\xaf' $'\xed\xa0\xbf' $'\xf5\xa0\xa0\xa0' $'\xe2\xa2' $'\xa0'; do
    echo '{}' >"names/$bytes.json"
    expect 1 'JSON is UTF-8, and *' "$gen" --for "names/$bytes.json" --emit json
done
# A terminal obeys these (some take single bytes so), or they turn the direction of what is written: no command in a kernel has them.
for bytes in $'\xc2\x9b' $'\x9b' $'\xe0\x80\xaf' $'\xe2\x80\xae' $'\xe2\x81\xa6' $'\xe2\x80\x8e' $'\xd8\x9c' $'\xe2\x80\xa8'; do
    echo '{}' >"names/$bytes.json"
    expect 1 "--for takes a text without control characters, not 'names/*" "$gen" --for "names/$bytes.json"
    grep -q -a -F "$bytes" "$scratch/said" && fail 'a control character is on the terminal'
    expect 1 '--output takes the name of a file without control characters, such as line breaks' "$gen" $options -o "names/$bytes.cl"
done
rm -r names

# What a profile holds is shown without them, too, and escaped in JSON.
"$gen" --print profile cpu-avx512 | sed 's/"name": "middle_shift/&\\u009b31m\\u202e/; s/^  "name": "/&\\u009b\\u2066/' >odd.json
for words in '--explain-pick 512x512x512' '--emit json' '--dump plan'; do
    expect 0 '' "$gen" --for ./odd.json $words
    LC_ALL=C grep -q -a $'\xc2\x9b\|\xe2\x80\xae\|\xe2\x81\xa6' "$scratch/output" && fail "$words: control characters"
done
grep -q '"profile": "\\u009b\\u2066cpu-avx512"' "$scratch/output" || fail 'JSON has lost characters'
rm odd.json

# ---------------------------------------------------------------- a reader that goes away
# The writer waits until the reader is gone.
for arguments in "$options" '--help' '--print man'; do
    {
        sleep 0.2
        "$gen" $arguments 2>"$scratch/said"
        echo $? >"$scratch/status"
    } | true
    [ "$(cat "$scratch/status")" = 2 ] || fail "$arguments into a closed pipe gave $(cat "$scratch/status")"
    grep -q '^clgemm-gen: cannot write to standard output' "$scratch/said" ||
        fail "$arguments into a closed pipe said '$(cat "$scratch/said")'"
done
expect_files gemm.cl gemm.json

# ---------------------------------------------------------------- the same bytes everywhere
expect 0 '' "$gen" $options --emit $everything -o one/
mkdir -p deep/er && expect 0 '' env -i HOME=/ TZ=Asia/Tokyo LC_ALL=C.UTF-8 "$gen" $options --emit $everything -o deep/er/
diff -r one deep/er || fail 'the bytes depend on the folder or the environment'
finish
