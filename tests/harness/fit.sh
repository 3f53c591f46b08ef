#!/bin/bash
# Rates that `fit` measures: in a new profile and in one of the user's, on another device, and what stops it. A stand-in for the worker measures.
. "${srcdir:-.}/tests/harness/common.sh"
gen=$(realpath "$CLGEMM_GEN") bench=$(realpath "$CLGEMM_BENCH") standin=$(realpath "${builddir:-.}/tests/harness/standin")
export STANDIN_FAULTS=
cd "$scratch" || exit 99

# fitted CODE WORD...: fit with the stand-in; what it prints is in `printed`.
fitted() {
    local code=$1
    shift
    "$bench" fit --worker "$standin" -i 2 "$@" >printed 2>&1
    [ $? = "$code" ] || { cat printed; echo "fit $*: another exit code than $code"; failed=1; }
}
# has PATTERN FILE
has() { grep -Eq "$1" "$2" || { cat "$2"; echo "$2 lacks: $1"; failed=1; }; }

cat >base.json <<'END_OF_PROFILE'
{"inherits": "generic", "dispatch": {"kernels": [
  {"name": "small", "options": "--family register --layout row --tile 4x4 --wg 4x4"},
  {"name": "big", "options": "--family register --layout row --tile 8x8 --wg 8x8"}],
  "shapes": [{"m": 64, "n": 64, "k": 64, "kernel": 0}, {"m": 1024, "n": 1024, "k": 1024, "kernel": 1}]}}
END_OF_PROFILE
cp base.json own.json
fitted 0 --for ./base.json -o new.json
has '^kernel +groups' printed
has '^big +[0-9]' printed
has '"inherits": ".*/base.json"' new.json
for file in new.json own.json; do
    [ $file = new.json ] || fitted 0 --for ./own.json
    has '"device": "Stand-in"' $file
    has '"odd_lines": [1-9].*"partial_tiles": [1-9]' $file
    has '"fitted": "clgemm-bench fit --for ./' $file
    [ "$(grep -c '"rates": {"groups": [1-8], "alone_ns": ' $file)" = 2 ] || { cat $file; echo "$file: rates of two kernels"; failed=1; }
    "$gen" --for ./$file --explain-pick 333x222x111 >explained || failed=1
    has 'the least predicted time' explained
done
# Rates of the device stay; on another one they go, with those of kernels.
before=$(grep '"start_us"' own.json)
fitted 0 --for ./own.json
[ "$before" = "$(grep '"start_us"' own.json)" ] || { echo 'rates of the device were measured again'; failed=1; }
STANDIN_DEVICE=Other fitted 0 --for ./own.json
has 'rates of 2 kernels were of another device' printed
has '"device": "Other"' own.json
fitted 0 --for ./base.json -o records.json --json
has '"record":"device_rates"' printed
has '"record":"rates","kernel":"big"' printed

# A tuning says which sizes its kernels serve alone. The kernel that is inherited for the others is not the profile's: it gets no rates.
"$bench" tune --worker "$standin" --for cpu --layout row -M 500 -N 300 -K 200 --param edges=shift --budget 3 --journal shifted -o shifted.json >printed 2>&1 ||
    { cat printed; failed=1; }
has '^  which serve some sizes alone; the others have a kernel that the profile inherits:$' printed
has '^  M must be at least [0-9]+, N must be at least [0-9]+: --tile .*--edges shift$' printed
"$gen" --for ./shifted.json --emit dispatch -o narrow/ || failed=1
has '^    CLGEMM_PICK_INHERITED' narrow/clgemm_dispatch.h
fitted 0 --for ./shifted.json
has '^k0 +[0-9]' printed
! grep -q '^large ' printed || { cat printed; echo 'a kernel that is inherited was measured'; failed=1; }
"$bench" tune --worker "$standin" --for cpu --layout row -M 500 -N 300 -K 200 --param edges=guard --budget 3 --journal guarded -o guarded.json >printed 2>&1 ||
    { cat printed; failed=1; }
! grep -q 'serve some sizes alone' printed || { cat printed; echo 'guarded kernels serve all sizes'; failed=1; }

# A tuning starts with what is picked, then with the others in the order of their predicted times.
cat >ordered.json <<'END_OF_PROFILE'
{"inherits": "generic", "limits": {"compute_units": 4}, "space": {"family": "register", "tile": "4x4 6x8 8x2 8x8", "wg": "8x8"}, "rates": {"start_us": 5, "step_us": 2, "memory_gbs": 100, "overlap": 0}, "dispatch": {"kernels": [
  {"name": "slow", "options": "--family register --layout row --tile 4x4 --wg 8x8", "rates": {"groups": 1, "alone_ns": 9, "shared_ns": 9, "tile_ns": 0}},
  {"name": "fast", "options": "--family register --layout row --tile 6x8 --wg 8x8", "rates": {"groups": 1, "alone_ns": 1, "shared_ns": 1, "tile_ns": 0}},
  {"name": "medium", "options": "--family register --layout row --tile 8x2 --wg 8x8", "rates": {"groups": 1, "alone_ns": 2, "shared_ns": 2, "tile_ns": 0}}],
  "shapes": [{"m": 64, "n": 64, "k": 64, "kernel": 0}]}}
END_OF_PROFILE
"$bench" tune --worker "$standin" --for ./ordered.json --layout row -M 500 -N 300 -K 200 --budget 4 --journal ordered -o tuned.json >printed 2>&1 ||
    { cat printed; failed=1; }
said=$(sed -n 's/^starts with the kernel \(that profile\|[a-z]*\).*/\1/p' printed | paste -s -d ' ')
[ "$said" = 'that profile medium slow' ] || { cat printed; echo "a tuning starts with $said"; failed=1; }
tried=$(grep -o '"tile": *"[0-9x]*"' ordered | uniq | paste -s -d ' ' | tr -cd '0-9x ')
[[ $tried = '6x8 8x2 4x4'* ]] || { echo "a tuning tries $tried"; failed=1; }

# A kernel that is refused has no rates; one that is wrong, or nothing that can be measured, leaves the file as it is.
cp own.json kept.json
STANDIN_FAULTS='tile=8x8:runtime' fitted 0 --for ./own.json
[ "$(grep -c '"rates": {"groups"' own.json)" = 1 ] || { cat own.json; echo 'a kernel that does not run has rates'; failed=1; }
cp kept.json own.json
STANDIN_FAULTS='tile=8x8:wrong' fitted 6 --for ./own.json
STANDIN_FAULTS='tile=8x8:runtime tile=4x4:runtime' fitted 5 --for ./own.json
cmp own.json kept.json || failed=1
fitted 1 --for generic
has 'profile generic is built in; ask -o FILE.json' printed
fitted 1 --for ./own.json -o ./own.json
fitted 1 --type f32 -o x.json
has 'no profile is given; ask --for PROFILE' printed
[ ! -e x.json ] || failed=1
exit $failed
