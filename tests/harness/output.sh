#!/bin/bash
# The files that clgemm-bench writes: whole or not at all, and no other file than the one that was named. Needs no device.
. "${srcdir:-.}/tests/harness/common.sh"
page=$data/report/bench.json
other=$data/report/study.json
cd "$scratch" || exit 99
[[ $CLGEMM_BENCH = /* ]] || CLGEMM_BENCH=$OLDPWD/$CLGEMM_BENCH
[[ $page = /* ]] || { page=$OLDPWD/$page; other=$OLDPWD/$other; }

# report FILE OUT: a page.
report() { "$CLGEMM_BENCH" report "$1" -o "$2" || { echo "no page $2"; failed=1; }; }

# same FILE OTHER WHAT
same() { cmp -s "$1" "$2" || { echo "$3: $1 and $2 differ"; failed=1; }; }

mkdir pages
report "$page" pages/one.html
report "$other" pages/two.html
mkdir work && cd work || exit 99

# Nobody who may write to the folder chooses what is overwritten.
echo precious >precious
for name in out.html.part out.html.tmp .out.html.part; do ln -s precious "$name"; done
report "$page" out.html
equal 'a file that was not named' "$(cat precious)" precious
if [ -L out.html ]; then echo 'the page is a link'; failed=1; fi
same out.html ../pages/one.html 'beside links of likely names'
rm -f precious ./*.part ./*.tmp ./.out.html.part

# A link stays, and what it names is written, be it there yet or not.
mkdir far
ln -s far/page.html link.html
for file in "$page" "$other"; do
    report "$file" link.html
    if [ ! -L link.html ] || [ ! -f far/page.html ]; then echo 'a link did not stay one'; failed=1; fi
done
same far/page.html ../pages/two.html 'behind a link'
ln -s nowhere/page.html lost.html
expect 2 'cannot write lost.html: No such file or directory' report "$page" -o lost.html
ln -s circle circle
expect 2 'cannot write circle: ' report "$page" -o circle

# The file keeps its permissions, and its time where its bytes are the same.
chmod 640 out.html
touch -d '2001-01-01 UTC' out.html
report "$page" out.html
equal 'time of a page that was made again' "$(stat -c %Y out.html)" 978307200
report "$other" out.html
equal 'permissions' "$(stat -c %a out.html)" 640
same out.html ../pages/two.html 'a page in place of another'
(umask 027; report "$page" new.html)
equal 'permissions of a new file' "$(stat -c %a new.html)" 640

# Several at once: the page of one of them, whole.
for _ in {1..6}; do
    report "$page" both.html &
    report "$other" both.html &
    wait
    cmp -s both.html ../pages/one.html || same both.html ../pages/two.html 'written by two'
done

# What is no plain file is written to; a name as long as names can be has room for nothing behind it.
mkfifo pipe
cat pipe >piped &
report "$page" pipe
wait
same piped ../pages/one.html 'through a pipe'
long=$(printf 'x%.0s' {1..250}).html
report "$page" "$long"
same "$long" ../pages/one.html 'a long name'

# An error leaves what was there, and nothing beside it.
mkdir full
cp out.html full/out.html
(ulimit -f 1; expect 2 'cannot write full/out.html: File too large' report "$page" -o full/out.html; exit $failed) || failed=1
same full/out.html out.html 'a page that did not fit'
expect 2 'cannot write /dev/full: No space left on device' report "$page" -o /dev/full
expect 2 'cannot write full: ' report "$page" -o full
equal 'files that are left' "$(find . -name '.*' -type f -o -name '*.part' | tr '\n' ' ')" ''

# The same file by two names, one of them a link to what is not there yet.
ln -s tuned.json also.json
expect 1 'name the same file' tune -M 8 -N 8 -K 8 -o also.json --journal tuned.json
exit $failed
