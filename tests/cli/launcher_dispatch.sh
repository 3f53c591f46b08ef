#!/bin/bash
# The launcher of a dispatch (--emit dispatch,launcher): it compiles without a warning, in C and C++; where there is an OpenCL
# device it multiplies each shape by the kernel for it, builds no other, and prepares an operand for all kernels.
# Test: long, turn 11
. "${srcdir:-.}/tests/cli/launchers.sh"

# table KERNELS SHAPES: the file tuned.json.
table() {
    printf '{"name": "tuned", "inherits": "generic", "dispatch": {"kernels": [%s], "shapes": [%s]}}\n' "$1" "$2" >tuned.json
}

# whole NAME OPTION...: emits the dispatch of tuned.json.
whole() {
    names="$names $1"
    "$gen" --name "$1" --for tuned.json --layout row --emit dispatch,launcher -o ./ "${@:2}" || fail "emit $*"
}

small='{"name": "small", "options": "--family register --tile 2x2 --wg 2x2"}'
fixed='{"name": "fixed", "options": "--family naive --fixed 9x10x7"}'
none='{"name": "none", "options": "--family naive --fixed 0x10x7"}'
large='{"name": "large", "options": "--family blocked --tile 2x4 --block-k 16 --panels ab"}'
table "$small, $fixed, $large, $none" '{"m": 4, "n": 10, "k": 7, "kernel": 0}, {"m": 9, "n": 10, "k": 7, "kernel": 1},
    {"m": 9, "n": 10, "k": 29, "kernel": 2}'
whole several --launcher cache,events,log
whole scaled --alpha 2 --beta 0 --offset-b arg --epilogue bias:column
table "$small, ${large/--panels ab/--panels b}" '{"m": 3, "n": 10, "k": 7, "kernel": 0}, {"m": 9, "n": 10, "k": 7, "kernel": 1}'
whole grouped --batch groups

# Of 6 x 8 and larger its own kernel, and one that it inherits.
cp "$own/../picks/shifted.json" tuned.json
whole shifted

panels() {
    printf '{"name": "%s", "options": "--family blocked --tile %s --block-tiles %s --block-k %s --panels ab"}' "$@"
}
shapes='{"m": 4, "n": 10, "k": 29, "kernel": 0}, {"m": 9, "n": 10, "k": 29, "kernel": 1}'
table "$(panels one 2x4 1x1 16), $(panels two 2x4 2x2 16)" "$shapes"
whole prepared --prepared b
compile
for name in $names; do
    awk 'length > 100 && !/Made by/ { print FILENAME ": " $0; wide = 1 } END { exit wide }' "${name}_launch.h" || fail 'a line of more than 100 columns'
    $CC -std=c99 $strict -c launcher.c -o launcher.o || fail "${name}_launch.h as C99"
done

# A kernel more is rows of tables: the launcher of 38 kernels is a file to be read.
"$gen" --for nvidia-hopper --type f32 --name sgemm --emit dispatch,launcher -o hopper/ || fail 'emit sgemm'
[ "$(wc -c <hopper/sgemm_launch.h)" -le 60000 ] || fail "the launcher of nvidia-hopper's f32 has $(wc -c <hopper/sgemm_launch.h) bytes, more than 60,000"

# One function serves all kernels, and what is prepared too.
refuses() {
    local said
    said=$("$gen" --for tuned.json --layout row --emit dispatch,launcher -o refused/ "${@:2}" 2>&1)
    [ $? = 4 ] && [[ $said == *"$1"* ]] || fail "instead of '$1': $said"
    [ -z "$(ls refused 2>/dev/null)" ] || fail 'files were written'
}
table "$(panels one 2x4 1x1 16), $(panels two 2x8 1x1 16)" "$shapes"
refuses 'kernel clgemm_one multiplies B_panels (panels of 4, in blocks of 16 along K, multiples of 1 x 4) and kernel clgemm_two multiplies B_panels (panels of 8' --prepared b
table "$(panels one 2x4 1x1 16), $(panels two 2x4 1x1 32)" "$shapes"
refuses 'kernel clgemm_two multiplies B_panels (panels of 4, in blocks of 32 along K, multiples of 1 x 4)' --prepared b
ring() {
    printf '{"name": "%s", "options": "--family matrix --engine emulated:%s --compute tf32 --tile 2x8 --wg 32x4 --copy bulk --panels ab --stages 2"}' "$@"
}
table "$(ring one mma), $(ring two wgmma)" "$shapes"
refuses '(panels of 32, in blocks of 16 along K for mma, multiples of 16 x 32) and kernel clgemm_two multiplies B_panels (panels of 32, in blocks of 16 along K for wgmma,' --prepared b
for option in 'batch none strided' 'epilogue none relu' 'prepared none b'; do
    read -r name first second <<<"$option"
    table "$(panels one 2x4 1x1 "16 --$name $first"), $(panels two 2x4 1x1 "16 --$name $second")" "$shapes"
    refuses "kernel one of profile tuned.json is for --$name $first and kernel two for --$name $second, and a dispatch is for one of them"
done

cat >main.c <<'C'
#include "launcher_host.h"

#include "grouped_launch.h"
#include "prepared_launch.h"
#include "scaled_launch.h"
#include "several_launch.h"
#include "shifted_launch.h"

/* Which kernels are built, as bits. */
#define BUILT(product) ((product).built[0] | (product).built[1] << 1 | (product).built[2] << 2)

static void test_several(void)
{
    struct several product;
    cl_event event;
    cl_mem a, b, c;
    EXPECT(several_create_cached(&product, context, device, NULL), CL_SUCCESS);
    EXPECT(BUILT(product), 0);
    for (int i = 0; i < 3; i++) {
        const size_t K = i == 2 ? 29 : 7, lda = i == 1 ? K : K + 1, ldb = i == 1 ? N : LDB, ldc = i == 1 ? N : LDC;
        rows = i == 0 ? 4 : M;
        a = matrix((M - 1) * lda + K, A);
        b = matrix((K - 1) * ldb + N, B);
        c = matrix(COUNT, C);
        EXPECT(several_enqueue(&product, queue, rows, N, K, 2, a, lda, b, ldb, -1, c, ldc, 0, NULL, &event),
               CL_SUCCESS);
        EXPECT(BUILT(product), (2 << i) - 1);
        compare("several", c, K, 0, lda, ldb, ldc, -1, same, event);
        /* Refused by the kernel, or for it: that with fixed sizes has dense matrices. */
        c = matrix(COUNT, C);
        EXPECT(several_enqueue(&product, queue, rows, N, K, 2, a, lda, b, ldb, -1, c, N - 1, 0, NULL, NULL),
               CL_INVALID_VALUE);
        if (i == 1)
            EXPECT(several_enqueue(&product, queue, M, N, K, 2, a, lda, b, ldb, -1, c, LDC, 0, NULL, NULL),
                   CL_INVALID_VALUE);
        EXPECT(several_enqueue(&product, queue, (size_t)-1, N, K, 2, a, lda, b, ldb, -1, c, ldc, 0, NULL, NULL),
               CL_INVALID_VALUE);
        clReleaseMemObject(a);
        clReleaseMemObject(b);
        clReleaseMemObject(c);
    }
    /* A kernel for a C without elements, which no shape names. */
    EXPECT(several_enqueue_by(3, &product, queue, 0, N, 7, 2, NULL, 7, NULL, N, -1, NULL, N, 0, NULL, &event), CL_SUCCESS);
    EXPECT(clWaitForEvents(1, &event), CL_SUCCESS);
    clReleaseEvent(event);
    EXPECT(several_enqueue_by(4, &product, queue, 0, N, 7, 2, NULL, 7, NULL, N, -1, NULL, N, 0, NULL, NULL), CL_INVALID_VALUE);
    EXPECT(several_build(&product, -1), CL_INVALID_VALUE);
    EXPECT(several_build(&product, SEVERAL_KERNEL_COUNT), CL_INVALID_VALUE);
    EXPECT(several_build(&product, 0), CL_SUCCESS);
    several_release(&product);
    rows = M;
}

static float added(float value, size_t i, size_t j)
{
    (void)i;
    return value + element(j, BIAS);
}

/* Scalars that are compiled in, and operands of an epilogue. */
static void test_scaled(void)
{
    struct scaled product;
    const size_t K = 29;
    cl_mem a = matrix(M * K, A), b = matrix((K - 1) * LDB + N, B), c = matrix(COUNT, C), columns = matrix(N, BIAS);
    cl_event event;
    EXPECT(scaled_create(&product, context, device), CL_SUCCESS);
    EXPECT(scaled_enqueue(&product, queue, M, N, K, a, K, b, 0, LDB, c, LDC, columns, 0, NULL, &event), CL_SUCCESS);
    compare("scaled", c, K, 0, K, LDB, LDC, 0, added, event);
    scaled_release(&product);
    clReleaseMemObject(a);
    clReleaseMemObject(b);
    clReleaseMemObject(columns);
}

/* The kernel for as many rows as groups have on average. Groups share B, so that they are one product. */
static void test_grouped(void)
{
    static const cl_int firsts[2][4] = {{0, 1, 7, M}, {0, M}};
    struct grouped product;
    const size_t K = 7;
    cl_mem a = matrix(M * K, A), b = matrix((K - 1) * LDB + N, B), c, offsets;
    cl_event event;
    cl_int status;
    EXPECT(grouped_create(&product, context, device), CL_SUCCESS);
    for (int i = 0; i < 2; i++) {
        c = matrix(COUNT, C);
        offsets = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof firsts[i], (void *)firsts[i], &status);
        EXPECT(status, CL_SUCCESS);
        EXPECT(grouped_enqueue(&product, queue, M, N, K, 2, a, K, b, LDB, 0, -1, c, LDC, i == 0 ? 3 : 1, offsets, 0, NULL, &event),
               CL_SUCCESS);
        EXPECT(product.built[0] + 2 * product.built[1], i == 0 ? 1 : 3);
        compare("grouped", c, K, 0, K, LDB, LDC, -1, same, event);
        clReleaseMemObject(offsets);
    }
    grouped_release(&product);
    clReleaseMemObject(a);
    clReleaseMemObject(b);
}

/* A square product of tight matrices, whose C is compared here, as N is another one. */
static void test_square(struct shifted *product, size_t side)
{
    const size_t count = side * side;
    cl_mem a = matrix(count, A), b = matrix(count, B), c = matrix(count, C);
    float found[16];
    EXPECT(shifted_enqueue(product, queue, side, side, side, 2, a, side, b, side, -1, c, side, 0, NULL, NULL), CL_SUCCESS);
    EXPECT(product->level, SHIFTED_PICK_INHERITED);
    EXPECT(clFinish(queue), CL_SUCCESS);
    EXPECT(clEnqueueReadBuffer(queue, c, CL_TRUE, 0, count * sizeof *found, found, 0, NULL, NULL), CL_SUCCESS);
    for (size_t i = 0; i < count; i++) {
        float sum = 0;
        for (size_t k = 0; k < side; k++)
            sum += element(i / side * side + k, A) * element(k * side + i % side, B);
        if (found[i] != 2 * sum - element(i, C)) {
            printf("%zu x %zu x %zu: element %zu is %g\n", side, side, side, i, found[i]);
            wrong = 1;
        }
    }
    clReleaseMemObject(a);
    clReleaseMemObject(b);
    clReleaseMemObject(c);
}

/* The profile's own kernel where it serves the sizes, else the one that is inherited. */
static void test_inherited(void)
{
    struct shifted product;
    const size_t K = 29;
    cl_mem a = matrix(M * K, A), b = matrix((K - 1) * LDB + N, B), c;
    cl_event event;
    EXPECT(shifted_create(&product, context, device), CL_SUCCESS);
    for (rows = 1; rows <= M; rows += 4) {
        c = matrix(COUNT, C);
        EXPECT(shifted_enqueue(&product, queue, rows, N, K, 2, a, K, b, LDB, -1, c, LDC, 0, NULL, &event), CL_SUCCESS);
        EXPECT(product.level, rows < 6 ? SHIFTED_PICK_INHERITED : SHIFTED_PICK_NEAREST);
        EXPECT(product.built[0], rows >= 6);
        compare("shifted", c, K, 0, K, LDB, LDC, -1, same, event);
    }
    rows = M;
    test_square(&product, 4);
    test_square(&product, 1);
    /* Its own kernel is left out, and the other one takes its place. */
    product.left_out[0] = 1;
    c = matrix(COUNT, C);
    EXPECT(shifted_enqueue(&product, queue, M, N, K, 2, a, K, b, LDB, -1, c, LDC, 0, NULL, &event), CL_SUCCESS);
    EXPECT(product.level, SHIFTED_PICK_INHERITED);
    compare("shifted, without its own kernel", c, K, 0, K, LDB, LDC, -1, same, event);
    shifted_release(&product);
    clReleaseMemObject(a);
    clReleaseMemObject(b);
}

/* Prepared by the first kernel, for both. */
static void test_prepared(void)
{
    struct prepared product;
    const size_t K = 29, lda = K;
    cl_mem a = matrix(M * K, A), b = matrix((K - 1) * LDB + N, B), c;
    cl_mem of_b = empty(prepared_prepared_b_bytes(N, K));
    cl_event event;
    EXPECT(prepared_create(&product, context, device), CL_SUCCESS);
    EXPECT(prepared_prepare_b(&product, queue, N, K, b, LDB, of_b, 0, NULL, NULL), CL_SUCCESS);
    for (rows = 4; rows <= M; rows += M - 4) {
        c = matrix(COUNT, C);
        EXPECT(prepared_enqueue(&product, queue, rows, N, K, 2, a, lda, of_b, -1, c, LDC, 0, NULL, &event),
               CL_SUCCESS);
        compare("prepared", c, K, 0, lda, LDB, LDC, -1, same, event);
    }
    rows = M;
    EXPECT(product.built[1], 1);
    prepared_release(&product);
    clReleaseMemObject(a);
    clReleaseMemObject(b);
    clReleaseMemObject(of_b);
}

/* Behind an event that fails nothing is prepared, and what is prepared next is multiplied. */
static void test_failed(void)
{
    struct prepared product;
    const size_t K = 29;
    cl_mem a = matrix(M * K, A), b = matrix((K - 1) * LDB + N, B), c = matrix(COUNT, C);
    cl_mem of_b = empty(prepared_prepared_b_bytes(N, K));
    cl_int status;
    cl_command_queue failing = clCreateCommandQueue(context, device, 0, &status);
    cl_event gate = clCreateUserEvent(context, &status), event;
    EXPECT(prepared_create(&product, context, device), CL_SUCCESS);
    EXPECT(prepared_prepare_b(&product, failing, N, K, b, LDB, of_b, 1, &gate, &event), CL_SUCCESS);
    EXPECT(clSetUserEventStatus(gate, -1), CL_SUCCESS);
    EXPECT(clWaitForEvents(1, &event), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    clReleaseEvent(event);
    clReleaseEvent(gate);
    clReleaseCommandQueue(failing);
    EXPECT(prepared_prepare_b(&product, queue, N, K, b, LDB, of_b, 0, NULL, NULL), CL_SUCCESS);
    EXPECT(prepared_enqueue(&product, queue, M, N, K, 2, a, K, of_b, -1, c, LDC, 0, NULL, &event), CL_SUCCESS);
    compare("prepared, after an event that failed", c, K, 0, K, LDB, LDC, -1, same, event);
    prepared_release(&product);
    clReleaseMemObject(a);
    clReleaseMemObject(b);
    clReleaseMemObject(of_b);
}

static void test(void)
{
    test_several();
    test_scaled();
    test_grouped();
    test_inherited();
    test_prepared();
    test_failed();
}
C
multiply
