#!/bin/bash
# OpenBLAS and BLIS with each core type that the processor can run: the fastest one takes part. Stand-ins have core types that are
# slow, that die, and that they lack, and calls that are disturbed.
# Test: turn 10
. "${srcdir:-.}/tests/harness/common.sh"
need_device
need_python
unset OPENBLAS_CORETYPE OPENBLAS_NUM_THREADS
shape='--tile 4x4 --wg 4x4 --family register -M 24 -N 17 -K 21'

# see PYTHON: a condition of what compare has written, and of the names of core types that follow as sys.argv[2:].
cat >"$scratch/see.py" <<'END_OF_PYTHON'
import json, os, sys
records = [json.loads(line) for line in open(sys.argv[2])]
def of(kind):
    return [record for record in records if record["record"] == kind]
library = (of("library") or [None])[0]
comparisons, missing, names = of("comparison"), of("missing"), sys.argv[3:]
features = ""
for line in open("/proc/cpuinfo"):
    if line.startswith(("flags", "Features")):
        features = " %s " % line.split(":")[1].strip()
        break
if not eval(sys.argv[1]):
    print("not so:", sys.argv[1], names, *records, sep="\n  ")
    sys.exit(1)
END_OF_PYTHON
see() {
    python3 "$scratch/see.py" "$1" "$scratch/json" "${@:2}" || { cat "$scratch/errors"; failed=1; }
}
# compare WORD...: with OpenBLAS; the exit code must be $code.
code=0 library=openblas
compare() {
    local status=0

    "$CLGEMM_BENCH" compare --json --peak 50 --with "$library" $shape -i 2 "$@" >"$scratch/json" 2>"$scratch/errors" </dev/null || status=$?
    [ $status = $code ] || { echo "compare $*: exit code $status, expected $code"; cat "$scratch/errors"; failed=1; }
}

# The OpenBLAS that is installed: no core type is asked that the processor cannot run.
compare
see 'library["threads"] > 0 and library["core_types"]'
see 'comparisons[0]["library_core_type"] in library["core_types"]'
see 'not any("SkylakeX" in library["core_types"] for _ in [0] if " avx512f " not in features)'
see 'not any(name in library["core_types"] for name in ("Haswell", "Zen") if " avx2 " not in features)'
expect 0 '^ +M +N +K .* core type +kernel$' compare --with openblas $shape -i 1
expect 0 '^openblas: OpenBLAS [0-9.]+[a-z.0-9]*; [0-9]+ threads? of the host' compare --with openblas $shape -i 1
OPENBLAS_CORETYPE=$(python3 -c 'import json, sys; print(next(r for r in map(json.loads, open(sys.argv[1])) if r["record"] == "library")["core_types"][0])' "$scratch/json")
export OPENBLAS_CORETYPE
compare
see 'library["core_types"] == [names[0]] and "core type %s, by OPENBLAS_CORETYPE" % names[0] in library["words"]' "$OPENBLAS_CORETYPE"
see 'comparisons[0]["library_core_type"] == names[0] and comparisons[0]["library_core_ms"] == {}' "$OPENBLAS_CORETYPE"
unset OPENBLAS_CORETYPE

# A stand-in. It takes the core type `own` by itself, has all others but LACKS, is slow but with FAST, and dies with ILL as it
# multiplies, with DEAD as it is opened. With DISTURBED one of seven products takes so long that what wakes threads ends with it, and the next
# one more than half a millisecond.
cat >"$scratch/openblas.c" <<'END_OF_C'
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static int is(const char *name, const char *variable)
{
    return getenv(variable) != NULL && strcmp(name, getenv(variable)) == 0;
}
char *openblas_get_corename(void)
{
    char *asked = getenv("OPENBLAS_CORETYPE");
    if (asked != NULL && is(asked, "DEAD"))
        raise(SIGILL);
    return asked == NULL || is(asked, "LACKS") ? "own" : asked;
}
char *openblas_get_config(void) { return "OpenBLAS 9.8.7 STAND_IN"; }
static int threads;
void openblas_set_num_threads(int count) { threads = count; }
int openblas_get_num_threads(void) { return threads; }
int openblas_get_num_procs(void) { return 1; }
static void begin(void)
{
    if (is(openblas_get_corename(), "ILL"))
        raise(SIGILL);
    if (!is(openblas_get_corename(), "FAST"))
        usleep(20000);
    static int products;
    if (getenv("DISTURBED") != NULL && ++products % 7 < 2)
        usleep(products % 7 == 0 ? 5000 : 600);
}
#define GEMM(NAME, T, BEGIN) \
    void NAME(int order, int ta, int tb, int m, int n, int k, T alpha, const T *a, int lda, const T *b, int ldb, T beta, T *c, int ldc) \
    { \
        BEGIN; \
        for (int i = 0; i < m; i++) \
            for (int j = 0; j < n; j++) { \
                T sum = 0, *to = order == 101 ? &c[i * ldc + j] : &c[j * ldc + i]; \
                for (int l = 0; l < k; l++) \
                    sum += ((ta == 112) == (order == 101) ? a[l * lda + i] : a[i * lda + l]) * \
                           ((tb == 112) == (order == 101) ? b[j * ldb + l] : b[l * ldb + j]); \
                *to = alpha * sum + (beta == 0 ? 0 : beta * *to); \
            } \
    }
GEMM(cblas_sgemm, float, begin())
GEMM(cblas_dgemm, double, )
#define GEMV(NAME, T) \
    void NAME(int order, int t, int m, int n, T alpha, const T *a, int lda, const T *x, int dx, T beta, T *y, int dy) \
    { \
        int rows = t == 112 ? n : m, columns = t == 112 ? m : n; \
        for (int i = 0; i < rows; i++) { \
            T sum = 0; \
            for (int j = 0; j < columns; j++) \
                sum += ((t == 112) == (order == 101) ? a[j * lda + i] : a[i * lda + j]) * x[j * dx]; \
            y[i * dy] = alpha * sum + (beta == 0 ? 0 : beta * y[i * dy]); \
        } \
    }
GEMV(cblas_sgemv, float)
GEMV(cblas_dgemv, double)
/* It is asked for all types, and multiplies these two. */
void cblas_cgemm(void) {}
void cblas_zgemm(void) {}
void cblas_cgemv(void) {}
void cblas_zgemv(void) {}
END_OF_C
$CC -shared -fPIC -o "$scratch/libopenblas.so.0" "$scratch/openblas.c" || exit 1
export LD_LIBRARY_PATH=$scratch
compare
names=$(python3 -c 'import json, sys; print(*next(r for r in map(json.loads, open(sys.argv[1])) if r["record"] == "library")["core_types"])' "$scratch/json")
read -r own one two others <<<"$names"
see 'library["words"].startswith("OpenBLAS 9.8.7; ") and library["core_types"][0] == "own"'
if [ -z "$two" ]; then
    # A processor of a kind that has no table of core types.
    see '"core_types" in library and len(library["core_types"]) < 3 and " pni " not in features and " asimd " not in features'
    exit $failed
fi

# The fastest takes part, on each shape; its least time is below that of all others.
export FAST=$two
printf 'm,n,k\n24,17,21\n600,3,5\n' >"$scratch/shapes.csv"
shape='--tile 4x4 --wg 4x4 --family register' compare --shapes "$scratch/shapes.csv"
see 'len(comparisons) == 2 and all(row["library_core_type"] == names[0] for row in comparisons)' "$two"
see 'all(time > row["library_core_ms"][names[0]] for row in comparisons for name, time in row["library_core_ms"].items() if name != names[0])' "$two"
see 'set(comparisons[0]["library_core_ms"]) == set(library["core_types"]) and not missing'
# One that takes more than twice the time on smaller sizes is not measured on larger ones.
see 'list(comparisons[1]["library_core_ms"]) == [names[0]]' "$two"
see '"of the core types own, %s" % names[0] in library["words"] and "the fastest on each problem" in library["words"]' "$one"
expect 0 "^\"gemm_4x4_4x4\",\"openblas\",24,17,21,packed,.*,$two\$" compare --with openblas $shape -i 1 --format csv
expect 0 "^ +24 +17 +21 .* $two +gemm_4x4_4x4\$" compare --with openblas $shape -i 1
# A kernel of fixed sizes has no smaller problem.
"$CLGEMM_GEN" --fixed 600x17x21 --layout row --family naive --name fc --emit cl,json -o "$scratch/fc.cl" || failed=1
expect 0 "^ +600 +17 +21 .* $two +fc\$" compare --with openblas "$scratch/fc.json" -i 1

# Of short calls the median counts.
DISTURBED=1 OPENBLAS_CORETYPE=$FAST compare -i 15
see 'sorted(comparisons[0]["packed"]["library_ms"])[7] < 0.5'

# A core type that dies is left out, is told once, and ends nothing else.
export ILL=$one
shape='--tile 4x4 --wg 4x4 --family register' compare --shapes "$scratch/shapes.csv"
see 'len(comparisons) == 2 and all(row["library_core_type"] == names[0] for row in comparisons)' "$two"
see '[(m["name"], m["core_type"]) for m in missing] == [("openblas", names[0])] and "ended by signal 4" in missing[0]["reason"]' "$one"
see 'not any(names[0] in row["library_core_ms"] for row in comparisons)' "$one"
expect 0 "left out: openblas: core type $one: its process was ended by signal 4" compare --with openblas $shape -i 1
unset ILL
DEAD=$one expect 0 "left out: openblas: core type $one: its process was ended by signal 4" compare --with openblas $shape -i 1
DEAD=$one compare
see 'names[0] not in library["core_types"] and comparisons[0]["library_core_type"] == names[1]' "$one" "$two"

# The one that the library takes by itself may be it, and may be the one that dies.
FAST=own compare
see 'comparisons[0]["library_core_type"] == "own"'
ILL=own compare
see 'comparisons[0]["library_core_type"] == names[0] and missing[0]["core_type"] == "own"' "$two"

# What the library lacks is no core type; what the environment says is the only one.
LACKS=$one compare
see 'names[0] not in library["core_types"] and library["core_types"].count("own") == 1 and not missing' "$one"
OPENBLAS_CORETYPE=mine compare
see 'library["core_types"] == ["mine"] and library["words"].endswith("; core type mine, by OPENBLAS_CORETYPE")'
see 'comparisons[0]["library_core_type"] == "mine"'
LACKS=mine OPENBLAS_CORETYPE=mine compare
see 'library["core_types"] == ["own"] and library["words"].endswith("; core type own and not that of OPENBLAS_CORETYPE")'
code=5 ILL=mine OPENBLAS_CORETYPE=mine compare
see 'not comparisons and of("failure")'

# A BLIS, whose variable has the number of a core type. It has few, and none of the other kind of processor.
cat >"$scratch/blis.c" <<'END_OF_C'
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static int is_ready;
void bli_init(void) { is_ready = 1; }
const char *bli_arch_string(int number)
{
    static const char *const names[] = {"knl", "penryn", "cortexa57", "own", "generic"};
    return number < 0 || number > 4 ? NULL : names[number];
}
int bli_arch_query_id(void)
{
    const char *asked = getenv("BLIS_ARCH_TYPE");
    int number = asked == NULL ? 3 : atoi(asked);
    if (!is_ready || bli_arch_string(number) == NULL)
        abort();
    return number;
}
void bli_cgemm(void) {}
void bli_zgemm(void) {}
int64_t bli_info_get_int_type_size(void) { return getenv("SHORT") ? 32 : 64; }
int64_t bli_info_get_enable_threading(void) { return 1; }
const char *bli_info_get_version_str(void) { return "7.6.5"; }
static int64_t threads = 1;
void bli_thread_set_num_threads(int64_t count) { threads = count; }
int64_t bli_thread_get_num_threads(void) { return threads; }
#define GEMM(NAME, T) \
    void NAME(int ta, int tb, int64_t m, int64_t n, int64_t k, const T *alpha, const T *a, int64_t ra, int64_t ca, const T *b, \
              int64_t rb, int64_t cb, const T *beta, T *c, int64_t rc, int64_t cc) \
    { \
        if (ta != 0 || tb != 0) \
            abort(); \
        if (bli_arch_query_id() == 3) \
            usleep(20000); \
        for (int64_t i = 0; i < m; i++) \
            for (int64_t j = 0; j < n; j++) { \
                T sum = 0, *to = &c[i * rc + j * cc]; \
                for (int64_t l = 0; l < k; l++) \
                    sum += a[i * ra + l * ca] * b[l * rb + j * cb]; \
                *to = *alpha * sum + (*beta == 0 ? 0 : *beta * *to); \
            } \
    }
GEMM(bli_sgemm, float)
GEMM(bli_dgemm, double)
END_OF_C
$CC -shared -fPIC -o "$scratch/libblis.so.4" "$scratch/blis.c" || exit 1
library=blis code=0
compare
see 'library["words"].startswith("BLIS 7.6.5; %d thread" % library["threads"]) and library["core_types"][0] == "own"'
see 'len(library["core_types"]) == 2 and comparisons[0]["library_core_type"] == library["core_types"][1] in ("penryn", "cortexa57")'
export BLIS_ARCH_TYPE=0
for layout in row column; do
    for transpose in nn nt tn tt; do
        compare --layout $layout --transpose $transpose --offset-a 3 --offset-b 5 --offset-c 7
        see 'len(comparisons) == 1 and "whole numbers, exact" in comparisons[0]["library_verified"]'
    done
done
compare --type f64 --layout row --transpose tn
see 'library["core_types"] == ["knl"] and library["words"].endswith("; core type knl, by BLIS_ARCH_TYPE") and len(comparisons) == 1'
BLIS_ARCH_TYPE=9 expect 4 'left out: blis: its process was ended by signal 6' compare --with blis $shape -i 1
SHORT=1 expect 4 'left out: this BLIS is not one of 64 bits' compare --with blis $shape -i 1
BLIS_NUM_THREADS=1 expect 0 '^blis: BLIS 7.6.5; 1 thread of the host, by BLIS_NUM_THREADS' compare --with blis $shape -i 1
rm "$scratch/libblis.so.4"
echo 'int nothing;' >"$scratch/nothing.c"
$CC -shared -fPIC -o "$scratch/libblis.so.4" "$scratch/nothing.c" || exit 1
expect 4 'left out: this BLIS has no function bli_' compare --with blis $shape -i 1
exit $failed
