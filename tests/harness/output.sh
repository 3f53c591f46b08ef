#!/bin/bash
# The files that clgemm-bench writes: whole or not at all, and no other file than the one that was named. Needs no device.
. "${srcdir:-.}/tests/harness/common.sh"
page=$data/report/bench.json
other=$data/report/study.json
standin=$(realpath "$standin")
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

# ---------------------------------------------------------------- what is read is not written, by whatever name
# The same file by two names, one of them a link to what is not there yet.
ln -s tuned.json also.json
expect 1 'tuned.json is the file also.json that -o writes; name another one' tune -M 8 -N 8 -K 8 -o also.json --journal tuned.json
mkdir in in/templates && cd in || exit 99
"$CLGEMM_GEN" --family naive --name mine --emit cl,json -o mine.cl
"$CLGEMM_GEN" --print interface llama_mul_mm_f32 >interface.json
"$CLGEMM_GEN" --print template naive.cl >templates/naive.cl.mustache
echo '{"name": "own", "inherits": "./base.json"}' >own.json
echo '{"name": "base", "inherits": "cpu"}' >base.json
printf 'm,n,k\n8,8,8\n' >shapes.csv
printf '4\n4\n' >groups.csv
echo '{"title": "t", "kernels": [{"name": "a", "manifest": "mine.json"}, {"name": "b", "options": {"family": "naive", "for": "./own.json"}}], "sizes": [8]}' >study.json
cp "$page" bench.json
cp shapes.csv other.json.journal.done
echo '/* a kernel of the host */' >host.cl
# Every file that is read has a second name, and a link.
for file in *.* templates/*; do ln "$file" "hard-${file##*/}"; ln -s "$file" "link-${file##*/}"; done
cp -r . ../before

# kept FILE OPTION READER WORD...: an output that is FILE, by any of its names, is refused and changes nothing.
kept() {
    local file=$1 option=$2 reader=$3 name
    shift 3
    for name in "$PWD/$file" "../in/$file" "hard-${file##*/}" "link-${file##*/}"; do
        expect 1 "^clgemm-bench: $option: $name is the file .* that $reader reads; name another one\$" "$@" "$option" "$name"
        equal "$* $option $name: lines" "$(wc -l <"$scratch/output")" 1
        diff -r . ../before || { echo "$* $option $name: files were changed"; failed=1; }
    done
}
sizes=(-M 8 -N 8 -K 8)
for output in -o --journal; do
    kept own.json "$output" --for tune "${sizes[@]}" --for ./own.json
    kept base.json "$output" --for tune "${sizes[@]}" --for ./own.json
    kept base.json "$output" --start tune "${sizes[@]}" --start own.json
    kept shapes.csv "$output" --shapes tune --shapes shapes.csv
    kept interface.json "$output" --interface tune "${sizes[@]}" --interface ./interface.json
    kept templates/naive.cl.mustache "$output" --template-dir tune "${sizes[@]}" --template-dir templates
done
expect 1 'the journal of -o: other.json.journal.done is the file ./other.json.journal.done that --shapes reads' \
    tune --shapes ./other.json.journal.done -o other.json
diff -r . ../before || { echo 'a journal that is put aside: files were changed'; failed=1; }
kept base.json -o --for fit --for ./own.json
kept bench.json -o 'the command' report study.json bench.json
kept own.json --journal --for check --sample 1 --for ./own.json
kept host.cl --journal --source check --sample 1 --interface ./interface.json --source host.cl
kept mine.json --baseline 'the command' bench mine.json "${sizes[@]}"
kept mine.cl --baseline 'the command' bench mine.json "${sizes[@]}"
kept own.json --baseline --for bench --for ./own.json "${sizes[@]}"
kept groups.csv --baseline --groups bench --batch groups --family naive "${sizes[@]}" --groups groups.csv
for file in study.json mine.json mine.cl own.json base.json; do kept $file --svg 'the command' study ./study.json; done
expect 1 '^clgemm-bench: -o own.json is the profile itself, which has the rates without -o' fit --for ./own.json -o own.json
# A baseline is compared before it is written anew.
baseline=(bench --family naive "${sizes[@]}" -i 6 --worker "$standin")
export STANDIN_FAULTS=
expect 0 '' "${baseline[@]}" --baseline before.json
expect 0 'no difference shown' "${baseline[@]}" --baseline before.json --compare-to before.json
cd .. || exit 99

# ---------------------------------------------------------------- descriptors that are closed at the start
# No file, pipe or log of the program takes the place of 0, 1 or 2. closed CODE REDIRECTIONS WORD...: what is printed goes to `printed`.
closed() {
    local got
    timeout 60 bash -c "ulimit -f 2000; exec \"\$@\" $2" - "$CLGEMM_BENCH" "${@:3}" >printed 2>&1
    got=$?
    equal "clgemm-bench ${*:3} $2: exit code" "$got" "$1"
}
run=(bench --family naive -M 2 -N 2 -K 2 -i 1 --json --worker "$standin") # whose small sizes are noted on standard error
plain=(tune --family naive --access buffer --tile 1x1 --tile-k 1 --mad fma --unroll-k 1 -M 48 -N 48 -K 48 --budget 2 --memory 200000000
    --worker "$standin")
closed 0 '2>&-' "${run[@]}"
equal 'records beside closed errors' "$(grep -c '"record":"result"' printed)" 1
closed 0 '<&- 2>&-' "${run[@]}"
equal 'records beside closed errors and input' "$(grep -c '"record":"result"' printed)" 1
closed 2 '>&-' "${run[@]}"
equal 'a closed output' "$(tail -n 1 printed)" 'clgemm-bench: cannot write to standard output: Bad file descriptor'
closed 2 '>&- 2>&-' "${run[@]}"
closed 2 '<&- >&- 2>&-' "${run[@]}"
for redirections in '>&-' '<&- >&-' '<&- >&- 2>&-'; do
    rm -f night.journal night.json
    closed 2 "$redirections" "${plain[@]}" --journal night.journal -o night.json
    equal "$redirections: lines that are no part of the journal" "$(grep -c -v '^{' night.journal)" 0
    grep -q '"measured": true' night.json || { echo "$redirections: no profile"; failed=1; }
    closed 0 '' "${plain[@]}" --journal night.journal -o night.json
    equal "$redirections: what the journal has lost" "$(grep damaged printed)" ''
done
closed 2 '>&-' report "$page" -o /dev/stdout
closed 0 '<&- >&- 2>&-' report "$page" -o daemon.html
same daemon.html ../pages/one.html 'a page of a daemon'

# A profile that is tuned for an interface finds its file from every folder, and says how it is used.
mkdir "$scratch/host" "$scratch/elsewhere"
cd "$scratch/host" || exit 99
"$CLGEMM_GEN" --print interface llama_mul_mm_f32 >mine.json
expect 0 '^the kernel of the host: clgemm-gen --for \./tuned.json --interface ./mine.json --emit cl,json -o KERNEL.cl$' \
    tune --interface ./mine.json --family register -M 64 -N 64 -K 64 --budget 2 --trials 3 -o tuned.json --worker "$standin"
"$CLGEMM_GEN" --for ./tuned.json --interface ./mine.json --emit cl,json -o "$scratch/elsewhere/kernel.cl" || failed=1
cd "$scratch/elsewhere" || exit 99
"$CLGEMM_GEN" --for ../host/tuned.json -o again.cl && diff <(grep -v clgemm-gen kernel.cl) <(grep -v clgemm-gen again.cl) || {
    echo 'the file of an interface is not found from another folder'
    failed=1
}

# Kernels of files of one name are told apart.
cd "$scratch/host" || exit 99
"$CLGEMM_GEN" --family naive --name same --emit cl,json -o same.cl && "$CLGEMM_GEN" --family register --name same --emit cl,json -o ../elsewhere/same.cl || failed=1
expect 0 '^passed  \.\./elsewhere/same\.json: ' check same.json ../elsewhere/same.json --worker "$standin"
grep -q '^passed  same\.json: ' "$scratch/output" || { echo 'two kernels of one name are alike'; failed=1; }
exit $failed
