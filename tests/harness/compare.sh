#!/bin/bash
# Kernels beside BLAS libraries: figures that follow from the times, libraries that are missing, shapes from a file. First with a stand-in
# for the kernels (tests/harness/standin.c), which need no device then; OpenBLAS multiplies all the same, in a worker of its own.
# Test: turn 1
. "${srcdir:-.}/tests/harness/common.sh"
. "$srcdir/tests/harness/compared.sh"

# What the command line takes and refuses.
expect 0 '^clgemm-bench compare MANIFEST' compare --help
expect 1 '--with: `mkl` is none of: clblast, openblas, blis, cublas, cublas-grouped' compare --tile 8x4 --with openblas,mkl
expect 1 '--with: `` is none of' compare --tile 8x4 --with openblas,
expect 1 'no kernel is given; name a manifest' compare --with openblas
expect 1 '-i 0 measures nothing' compare --tile 8x4 -i 0
expect 1 'a size of 0 has no speed' compare --tile 8x4 -N 0
expect 1 '--shapes and -M, -N, -K contradict' compare --tile 8x4 --shapes x.csv -M 4
expect 1 '--with is no option of bench' bench --tile 8x4 --with openblas
expect 2 'cannot open /nonexistent.csv' compare --tile 8x4 --shapes /nonexistent.csv

# refused PATTERN TEXT: a file of shapes that is none.
refused() {
    printf "$2" >"$scratch/bad.csv"
    expect 4 "bad.csv: $1" compare --tile 8x4 --shapes "$scratch/bad.csv"
}
refused 'there is no shape' ''
refused 'there is no shape' 'm,n,k\n\n'
refused 'line 1 names the columns, .* and there is no `k`' 'm,n\n1,2\n'
refused 'line 3: n is `x`, no size above 0' 'm,n,k\n1,2,3\n1,x,3\n'
refused 'line 2: k is ``, no size above 0' 'm,n,k\n1,2\n'
refused 'line 2: m is `0`, no size above 0' 'm,n,k\n0,2,3\n'
refused 'line 2: trans_b is `c`, neither n nor t' 'm,n,k,trans_a,trans_b\n1,2,3,n,c\n'

printf 'name,m, n,k,trans_a,trans_b\r\nfirst,40,30,20,n,n\r\n\r\nsecond,33,1,17,t,n\r\nthird,5,70,64,n,t\r\n' >"$scratch/shapes.csv"
# One whose complex doubles every profile has registers for.
less='--tile 2x4 --wg 4x4 --family register'
see packed,alone openblas 3 5 $tile --shapes "$scratch/shapes.csv"
grep -q '"m":33.*--transpose tn' "$scratch/json" || { echo "the kernel does not follow the shape's transposes"; failed=1; }
see packed,alone,with_transfer openblas 1 4 $tile --layout row --pretranspose a --with-transfer -M 37 -N 29 -K 21
see packed,alone openblas 1 3 $tile --type f64 --transpose tt -M 17 -N 29 -K 21
see packed,alone openblas 3 3 $tile --transpose nt --layout row --shapes "$scratch/shapes.csv"

# Where C is a row or a column OpenBLAS multiplies a matrix and a vector.
for turned in nn tt; do
    see packed,alone openblas 3 2 $tile --transpose $turned --shapes "$scratch/vectors.csv"
    see packed,alone openblas 3 2 $tile --transpose $turned --layout row --type f64 --shapes "$scratch/vectors.csv"
done
see packed,alone openblas 3 2 $tile --transpose nt --type f64 --shapes "$scratch/vectors.csv"
see packed,alone openblas 3 2 $tile --transpose tn --layout row --shapes "$scratch/vectors.csv"

# Complex numbers: transposes and conjugate transposes, in both layouts; vectors, which BLAS conjugates as matrices alone.
for turned in nn cn ct; do
    see packed,alone openblas 1 2 $tile --type c32 --transpose $turned -M 17 -N 29 -K 21 --alpha -2
done
for turned in nc tc cc; do
    see packed,alone openblas 1 2 $less --type c64 --transpose $turned --layout row -M 17 -N 29 -K 21 --offset-a 3 --offset-b 5 --offset-c 7
done
for turned in nt cn; do
    see packed,alone openblas 3 2 $less --type c64 --transpose $turned --shapes "$scratch/vectors.csv"
done
for turned in tn nc; do
    see packed,alone openblas 3 2 $tile --type c32 --transpose $turned --layout row --shapes "$scratch/vectors.csv"
done

# Manifests with each other; and a library in its own letters.
"$CLGEMM_GEN" $tile --emit cl,json -o "$scratch/tiled.cl" && "$CLGEMM_GEN" --family naive --emit cl,json -o "$scratch/plain.cl" || failed=1
told 0 '^ +9 +9 +9 +[0-9.e-]+ \| +[0-9.e-]+ +[0-9.]+ +[0-9.]+-[0-9.]+ +tiled$' compare "$scratch/tiled.json" "$scratch/plain.json" --with none -M 9 -N 9 -K 9 -i 2
grep -q -E 'GFLOP/s \| +plain +ratio' "$scratch/output" || { echo 'compare A.json B.json names no B'; failed=1; }
told 0 '^openblas: ' compare --with OpenBLAS $tile -M 9 -N 9 -K 9 -i 1

# Tables for people, one line a shape; columns for programs.
told 0 '^ +33 +1 +17 +[0-9.e-]+ \| +[0-9.e-]+ +[0-9.]+ +[0-9.]+-[0-9.]+ +[A-Za-z0-9_]+ +gemm_4x4_4x4$' \
    compare --with openblas $tile --shapes "$scratch/shapes.csv" -i 2
grep -q -E '^geometric mean +\| +[0-9.]+  3 shapes' "$scratch/output" || { echo 'no geometric mean of 3 shapes'; failed=1; }
told 0 '^\| geometric mean \| \| \| \|  ?\| [0-9.]+ \| 3 shapes \|' \
    compare --with openblas $tile --shapes "$scratch/shapes.csv" -i 2 --format markdown
grep -q -E '^\| 33 \| 1 \| 17 \| .* \| gemm_4x4_4x4 \|$' "$scratch/output" || { echo 'no row of Markdown'; failed=1; }
markdown_tables 1
told 0 '^openblas: OpenBLAS .* [0-9]+ threads? of the host' compare --with openblas $tile -M 9 -N 9 -K 9 -i 1
told 0 '^"gemm_4x4_4x4","openblas",9,9,9,packed,' compare --with openblas $tile -M 9 -N 9 -K 9 -i 1 --format csv
# A run of OpenBLAS takes what its product takes.
if ! timeout 60 "$CLGEMM_BENCH" compare --with openblas $tile -M 9 -N 9 -K 9 -i 1 --warm-up 3000 "${on[@]}" >"$scratch/output" 2>&1; then
    echo '3000 small runs of OpenBLAS take more than a minute'
    tail -n 3 "$scratch/output"
    failed=1
fi
told 4 'openblas is compared in f32, f64, c32 or c64, not with A in f16' compare --with openblas $tile --type f16 -M 9 -N 9 -K 9

# Kernels of ours take turns too: of the command line they keep what is computed, and a profile with a dispatch has the kernel that
# it picks for each shape.
sees() {
    "$CLGEMM_BENCH" compare --peak 50 --format json --with openblas -i 2 "$@" "${on[@]}" >"$scratch/json" 2>"$scratch/errors" </dev/null || {
        echo "compare $*"
        cat "$scratch/errors"
        failed=1
    }
}
told 1 '--against: `8x4` is no option; ask options of clgemm-gen' compare $tile --against '8x4 --wg 1x8' -M 9 -N 9 -K 9
told 1 "not 'MWG'" compare --interface clblast_xgemm_batched --against '--setting MWG' -M 9 -N 9 -K 9
told 1 'unknown option --tilt' compare $tile --against '--tilt 8x4' -M 9 -N 9 -K 9
told 4 'it multiplies f64 column-major nn, and gemm_4x4_4x4, which it is compared with, f32 column-major nn; ask --type' \
    compare $tile --against '--family naive --type f64' --with openblas -M 9 -N 9 -K 9 -i 1
told 4 'it multiplies f32 column-major nt, and gemm_4x4_4x4' \
    compare $tile --against '--family naive --transpose nt' --with openblas -M 9 -N 9 -K 9 -i 1
told 4 'it multiplies c32 column-major nc, and gemm_4x4_4x4, which it is compared with, c32 column-major nt; ask --type' \
    compare $tile --type c32 --transpose nt --against '--family naive --transpose nc' --with openblas -M 9 -N 9 -K 9 -i 1
told 0 '^"gemm_4x4_4x4","--family naive",9,9,9,packed,' \
    compare --with openblas $tile --against '--family naive' -M 9 -N 9 -K 9 -i 1 --format csv
sees $tile --layout row --against '--family naive' --against '--for cpu' --shapes "$scratch/shapes.csv"
has '"library":"--family naive".*"library_verified":"[^"]*whole numbers, exact.*"library_command":"[^"]*--layout row --transpose nn --family naive'
has '"library":"--for cpu","m":33,.*"command":"[^"]*--transpose tn [^"]*--tile 4x4.*"library_command":"[^"]*--transpose tn [^"]*--for cpu'
has '"record":"mean","kernel":"gemm_4x4_4x4","library":"--family naive","packed":[0-9.e-]+,.*"shapes":3'
if grep -q '"library_command":"[^"]*--tile 4x4' "$scratch/json"; then
    echo 'a rival has the tile of the command line'
    failed=1
fi
cat >"$scratch/my-tuned.json" <<'END_OF_PROFILE'
{"inherits": "generic", "dispatch": {
  "kernels": [{"name": "k0", "options": "--family naive"}, {"name": "k1", "options": "--family register --tile 4x4 --wg 4x4"},
              {"name": "k2", "options": "--family register --tile 2x2 --wg 4x4 --transpose nt"}],
  "shapes": [{"m": 40, "n": 30, "k": 20, "kernel": 0}, {"m": 300, "n": 1, "k": 8, "kernel": 1}, {"m": 5, "n": 70, "k": 64, "kernel": 2}]}}
END_OF_PROFILE
printf 'm,n,k,trans_a,trans_b\n40,30,20,n,n\n290,1,8,n,n\n5,70,64,n,t\n' >"$scratch/picked.csv"
sees --for "$scratch/my-tuned.json" --against '--for cpu' --against "--for $scratch/my-tuned.json" --shapes "$scratch/picked.csv"
has '"kernel":"my_tuned_k0","library":"openblas","m":40,.*"command":"[^"]*--family naive'
has '"kernel":"my_tuned_k1, nearest","library":"openblas","m":290,.*"group":"picks of the profile",.*"command":"[^"]*--tile 4x4'
has '"kernel":"my_tuned_k2","library":"--for cpu","m":5,.*"command":"[^"]*--transpose nt [^"]*--tile 2x2.*"library_command":"[^"]*--transpose nt [^"]*--for cpu'
has '"library":"--for [^"]*my-tuned.json","m":290,.*"library_command":"[^"]*--tile 4x4 '
has '"record":"mean","kernel":"picks of the profile","library":"--for cpu",.*"shapes":3'
sees --for "$scratch/my-tuned.json" --tile 8x2 --wg 4x4 --transpose nt -M 40 -N 30 -K 20
has '"kernel":"gemm_8x2_4x4".*"command":"[^"]*--transpose nt [^"]*--tile 8x2'
told 0 '^geometric mean +\| +[0-9.]+  3 shapes .*picks of the profile$' \
    compare --for "$scratch/my-tuned.json" --against '--for cpu' --with openblas --shapes "$scratch/picked.csv" -i 2
told 4 'no kernel of profile .*my-tuned.json is for --transpose tt|kernel k0 of profile .* is for' \
    compare --for "$scratch/my-tuned.json" --with openblas -M 9 -N 9 -K 9 -i 1

# A profile keeps what it was tuned for, and the others compute it too: type, layout, transposes, scalars, offsets. One that says
# otherwise is refused.
profile() {
    printf '{"inherits": "%s", "dispatch": {"kernels": [{"name": "k0", "options": "%s"}], "shapes": [%s]}}' "$2" "$3" \
        '{"m": 32, "n": 10, "k": 256, "kernel": 0}' >"$scratch/$1"
}
rowwise='--type f64 --layout row --transpose nt --alpha 0.5 --beta arg --offset-b 3 --family register --tile 4x2 --wg 1x4'
profile mlp.json generic "$rowwise"
printf 'm,n,k\n32,10,256\n17,9,33\n' >"$scratch/mlp.csv"
# Whatever the file is called, no kernel has a name that the generator refuses.
for name in mlp new int class 2024 M half -; do
    [ "$name" = mlp ] || cp "$scratch/mlp.json" "$scratch/$name.json"
    sees --for "$scratch/$name.json" --against '--family naive' --shapes "$scratch/mlp.csv"
    has '"kernel":"[a-z0-9_]*_k0","library":"--family naive","m":32,.*"library_command":"clgemm-gen --type f64 --layout row --transpose nt --offset-b 3 --alpha 0.5 '
done
sees --for "$scratch/mlp.json" --against '--for cpu' --shapes "$scratch/mlp.csv"
has '"kernel":"mlp_k0, nearest","library":"--for cpu","m":17,.*"library_command":"[^"]*--type f64 --layout row --transpose nt [^"]*--for cpu'
sees --for "$scratch/mlp.json" --against "--for $scratch/mlp.json" --shapes "$scratch/mlp.csv"
told 4 'no kernel of profile .*mlp.json is for --layout column: the first, k0, is for row; ask --layout row, or --for generic' \
    compare --for "$scratch/mlp.json" --layout column --with openblas -M 9 -N 9 -K 9
told 4 'it multiplies f64 column-major nt, and mlp_k0, which it is compared with, f64 row-major nt' \
    compare --for "$scratch/mlp.json" --against '--for cpu --layout column' --with openblas -M 9 -N 9 -K 9 -i 1
# A profile that inherits the kernels picks as well; bench measures what is picked for its sizes.
echo '{"inherits": "mlp.json"}' >"$scratch/heir.json"
sees --for "$scratch/heir.json" -M 32 -N 10 -K 256
has '"kernel":"heir_k0","library":"openblas","m":32'
told 0 '^my_tuned_k1 *$' bench --for "$scratch/my-tuned.json" --transpose nn -M 290 -N 1 -K 8 -i 2
told 0 'my_tuned_k1: its profile has figures for other sizes' bench --for "$scratch/my-tuned.json" --transpose nn -M 290 -N 1 -K 8 -i 2

# A kernel of fixed sizes has these, and so have the others; other sizes are refused as by bench.
"$CLGEMM_GEN" --fixed 33x17x21 --layout row --tile 4x4 --wg 1x1 --family register --name fc1 --emit cl,json -o "$scratch/fc1.cl" || failed=1
sees "$scratch/fc1.json" --against '--for cpu'
has '"kernel":"fc1","library":"openblas","m":33,"n":17,"k":21,'
has '"kernel":"fc1","library":"--for cpu","m":33,"n":17,"k":21,.*"library_command":"[^"]*--layout row [^"]*--fixed 33x17x21 '
sees --fixed 33x17x21 $tile
has '"library":"openblas","m":33,"n":17,"k":21,'
sees --for "$scratch/my-tuned.json" --fixed 40x30x20 --transpose nn --against '--for cpu'
has '"library":"--for cpu","m":40,"n":30,"k":20,.*"command":"[^"]*--fixed 40x30x20 [^"]*--for [^"]*my-tuned.json'
told 4 'fc1: the kernel is made for M = 33, not for 1024' compare "$scratch/fc1.json" --with openblas -M 1024 -N 17 -K 21
told 4 'the kernel is made for N = 5, not for 17' compare "$scratch/fc1.json" --with openblas --against '--fixed 33x5x21' -i 1

# A problem that does not fill a tile is told, once.
printf 'm,n,k\n40,3,20\n40,40,20\n3,2,9\n' >"$scratch/thin.csv"
told 0 'smaller than the kernel.s tile: 2 of 3; the first: gemm_4x4_4x4: N = 3 is less than 16, what a work-group' \
    compare $tile --with openblas --shapes "$scratch/thin.csv" -i 1
told 0 'gemm_4x4_4x4: M = 3 is less than 16, N = 2 is less than 16, what a work-group of the kernel computes along it' \
    bench $tile -M 3 -N 2 -K 9 -i 1

# OpenBLAS has as many threads as it is told.
OPENBLAS_NUM_THREADS=1 told 0 '^openblas: OpenBLAS .* 1 thread of the host, by OPENBLAS_NUM_THREADS; core type [A-Za-z0-9_]+' \
    compare --with openblas $tile -M 9 -N 9 -K 9 -i 1
OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS='' told 0 '^openblas: OpenBLAS .* [0-9]+ threads? of the host; core type' \
    compare --with openblas $tile -M 9 -N 9 -K 9 -i 1

# --------------------------------------------------------------------------------------------------------------- kernels and all
need_device
on=()
see packed,alone openblas 3 2 $tile --shapes "$scratch/shapes.csv"
see packed,alone,with_transfer openblas 1 2 $tile --layout row --pretranspose a --with-transfer -M 37 -N 29 -K 21
sees $less --type c64 --transpose tc --layout row --against '--family naive' -M 17 -N 29 -K 21
has '"library":"--family naive".*"library_verified":"[^"]*whole numbers, exact'

# Kernels of a shape share its data and its right result, which a library of the host has once more, where they multiply the same; those
# of another type have theirs. Data are whole numbers, then random ones.
"$CLGEMM_GEN" $tile --name one --emit cl,json -o "$scratch/" && "$CLGEMM_GEN" $tile --edges exact --name two --emit cl,json -o "$scratch/" &&
    "$CLGEMM_GEN" $tile --type f64 --name wide --emit cl,json -o "$scratch/" || failed=1
sees "$scratch/one.json" "$scratch/two.json" --against '--family naive' -M 16 -N 16 -K 16
has '"record":"work",.*"data_made":4,"references":2}'
sees "$scratch/wide.json" "$scratch/one.json" "$scratch/two.json" -M 16 -N 16 -K 16
has '"record":"work",.*"data_made":8,"references":4}'
equal 'kernels in the order of races' "$(sed -n -E 's/.*"record":"comparison","kernel":"([a-z]*)".*/\1/p' "$scratch/json" | tr '\n' ,)" wide,one,two,

# OpenBLAS has as many threads as the device has compute units, where that is a CPU.
POCL_MAX_PTHREAD_COUNT=1 "$CLGEMM_BENCH" compare --json --with openblas $tile -M 9 -N 9 -K 9 -i 1 >"$scratch/json" 2>"$scratch/errors" </dev/null || failed=1
python3 - "$scratch/json" <<'END_OF_PYTHON' || { cat "$scratch/errors"; failed=1; }
import json, sys
records = [json.loads(line) for line in open(sys.argv[1])]
device, library = (next(r for r in records if r["record"] == kind) for kind in ("device", "library"))
threads = device["compute_units"]
if device["type"] == "cpu" and "%d thread%s of the host" % (threads, "" if threads == 1 else "s") not in library["words"]:
    sys.exit("%d compute units beside %s" % (threads, library["words"]))
END_OF_PYTHON

# A wrong kernel is not compared.
edited plain 's/sum = alpha/sum = 2 * alpha/'
expect 6 'plain: C\[' compare --with openblas "$scratch/plain.json" --edited -M 9 -N 9 -K 9
if grep -q '^ +9 +9 +9' "$scratch/output"; then
    echo 'a wrong kernel has a line'
    failed=1
fi
exit $failed
