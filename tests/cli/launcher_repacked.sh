#!/bin/bash
# Blocks that --prepared repacks, or that --decode makes a matrix of: products by emitted launchers are bit for bit those of the blocks as they are, of random quants and scales;
# and memory for them that is too small is refused. Two kernels a product are compiled for it, so a run has a share of the products (tests/share.sh).
# Test: long
. "${srcdir:-.}/tests/cli/launchers.sh"

# decoded TYPE NAME OPTION...: the same kernel for blocks as they are and for a matrix that they are decoded into.
decoded() {
    emit "$1_$2_raw" --transpose nt --alpha 1 --beta 0 --type-b $1 "${@:3}"
    emit "$1_$2_made" --transpose nt --alpha 1 --beta 0 --type-b $1 "${@:3}" --decode b --prepared b
}
# pair TYPE MAD: the same kernel for blocks as they are and for repacked ones; K has elements left over by its main loop.
pair() {
    local kernel="--transpose nt --family gemv --tile 1x2 --wg 2x2 --vec-a 16 --vec-b 16 --unroll-k 48 --sum-vec 4 --alpha 1 --beta 0 --mad $2 --type-b $1"
    emit "$1_$2_raw" $kernel
    emit "$1_$2_made" $kernel --prepared b
}
for type in q4_0 q4_1 q5_0 q5_1 q8_0 q4_k q5_k q6_k; do
    pair $type fma
done
pair q4_0 mad
pair q4_k mad
for type in q4_0 q5_1 q6_k; do
    decoded $type tiles --family local --tile 2x2 --wg 4x4 --tile-k 16
done
matrix='--family matrix --engine emulated:mma --type f16 --type-c f32 --tile 2x4 --wg 8x8 --tile-k 64'
decoded q4_0 halves $matrix --stages 3 --copy async
decoded q5_1 halves $matrix --stages 3 --copy async
decoded q6_k halves $matrix

# Of q4_0 and q8_0 sums are scaled where they are in the order of lanes: the same where all is exact.
thin='--family thin --engine emulated:mma --type f16 --type-c f32 --tile 2x2 --wg 8x8'
for type in q4_0 q8_0 q4_k; do
    emit "${type}_thin_raw" --transpose nt --alpha 1 --beta 0 --type-b $type $thin
    emit "${type}_thin_made" --transpose nt --alpha 1 --beta 0 --type-b $type $thin --prepared b
done

cat >main.c <<'C'
#include "launcher_host.h"

#include <string.h>

C
for name in $names; do
    echo "#include \"${name}_launch.h\"" >>main.c
done
cat >>main.c <<'C'

enum {
    LINES = 7, /* of B, */
    LENGTH = 1280, /* and their elements: of whole blocks, and not of as many as are put into one */
    MOST = LINES * LENGTH * 2 /* bytes of them */
};

/* Random bytes, the same on every host. */
static unsigned char byte(void)
{
    static unsigned long state = 1;
    state = (state * 1103515245 + 12345) & 0x7fffffff;
    return (unsigned char)(state >> 16);
}

static cl_mem filled(const void *data, size_t bytes)
{
    cl_mem buffer = empty(bytes);
    EXPECT(clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, bytes, data, 0, NULL, NULL), CL_SUCCESS);
    return buffer;
}

/* Blocks of so many bytes, in which so many halves stand from the byte `first` on: finite ones. */
static cl_mem blocks(size_t covers, size_t bytes, size_t first, size_t halves)
{
    unsigned char data[MOST];
    const size_t count = LINES * LENGTH / covers;
    for (size_t i = 0; i < count * bytes; i++)
        data[i] = byte();
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < halves; j++)
            data[i * bytes + first + 2 * j + 1] &= 0xbf;
    return filled(data, count * bytes);
}

static cl_mem numbers(void)
{
    float data[M * LENGTH];
    for (size_t i = 0; i < M * LENGTH; i++)
        data[i] = (float)(byte() * 256 + byte()) / 30000 - 1;
    return filled(data, sizeof data);
}

/* Finite ones. */
static cl_mem halves(void)
{
    unsigned char data[M * LENGTH * 2];
    for (size_t i = 0; i < sizeof data; i++)
        data[i] = i % 2 ? byte() & 0xbb : byte();
    return filled(data, sizeof data);
}

/* Blocks with a scale of 1, and halves that are small whole numbers: all sums of their products are exact, in any order. */
static cl_mem whole_blocks(size_t covers, size_t bytes)
{
    unsigned char data[MOST];
    const size_t count = LINES * LENGTH / covers;
    for (size_t i = 0; i < count * bytes; i++)
        data[i] = byte();
    for (size_t i = 0; i < count; i++) {
        data[i * bytes] = 0;
        data[i * bytes + 1] = 0x3c;
    }
    return filled(data, count * bytes);
}

static cl_mem whole_halves(void)
{
    static const unsigned char upper[] = {0x00, 0x3c, 0xbc, 0x40, 0xc0}; /* 0, 1, -1, 2, -2 */
    unsigned char data[M * LENGTH * 2];
    for (size_t i = 0; i < sizeof data; i++)
        data[i] = i % 2 ? upper[byte() % sizeof upper] : 0;
    return filled(data, sizeof data);
}

/* Whether the next product is of this run's share. */
static int in_share(void)
{
    static int number;
    const char *share = getenv("CLGEMM_SHARE");
    number++;
    return !share || strcmp(share, "all") == 0 || number % atoi(strchr(share, '/') + 1) == atoi(share);
}

#define COMPARE(type, of_a, of_b)                                                                  \
    do {                                                                                           \
        if (!in_share())                                                                           \
            break;                                                                                 \
        struct type##_raw raw;                                                                     \
        struct type##_made made;                                                                   \
        float wanted[M * LINES], got[M * LINES];                                                   \
        const size_t room = type##_made_prepared_b_bytes(LINES, LENGTH), most = (size_t)-1;        \
        cl_mem a = of_a, b = of_b, repacked = empty(room);                                         \
        cl_mem small = empty(room - 1), c = empty(sizeof wanted), d = empty(sizeof got);           \
        /* Of the longest lines too: of blocks they may fit into size_t. */                        \
        EXPECT(type##_made_prepared_b_bytes(1, most) < most / 8 * 4, 0);                           \
        EXPECT(type##_made_prepared_b_bytes(most, most) == most, 1);                                   \
        EXPECT(type##_raw_create(&raw, context, device), CL_SUCCESS);                              \
        EXPECT(type##_made_create(&made, context, device), CL_SUCCESS);                            \
        EXPECT(type##_raw_enqueue(&raw, queue, M, LINES, LENGTH, a, LENGTH, b, LENGTH, c, LINES,   \
                                  0, NULL, NULL),                                                  \
               CL_SUCCESS);                                                                        \
        EXPECT(type##_made_prepare_b(&made, queue, LINES, LENGTH, b, LENGTH, small, 0, NULL,       \
                                     NULL),                                                        \
               CL_INVALID_BUFFER_SIZE);                                                            \
        EXPECT(type##_made_prepare_b(&made, queue, LINES, LENGTH, b, LENGTH, repacked, 0, NULL,    \
                                     NULL),                                                        \
               CL_SUCCESS);                                                                        \
        EXPECT(clFinish(queue), CL_SUCCESS);                                                       \
        EXPECT(type##_made_enqueue(&made, queue, M, LINES, LENGTH, a, LENGTH, repacked, d, LINES,  \
                                   0, NULL, NULL),                                                 \
               CL_SUCCESS);                                                                        \
        EXPECT(clFinish(queue), CL_SUCCESS);                                                       \
        EXPECT(clEnqueueReadBuffer(queue, c, CL_TRUE, 0, sizeof wanted, wanted, 0, NULL, NULL),    \
               CL_SUCCESS);                                                                        \
        EXPECT(clEnqueueReadBuffer(queue, d, CL_TRUE, 0, sizeof got, got, 0, NULL, NULL),          \
               CL_SUCCESS);                                                                        \
        for (size_t i = 0; i < M * LINES; i++)                                                     \
            if (memcmp(&wanted[i], &got[i], sizeof *got) != 0) {                                   \
                printf(#type ": element %zu is %a, of blocks as they are %a\n", i, got[i],         \
                       wanted[i]);                                                                 \
                wrong = 1;                                                                         \
                break;                                                                             \
            }                                                                                      \
        type##_raw_release(&raw);                                                                  \
        type##_made_release(&made);                                                                \
        const cl_mem all[] = {a, b, repacked, small, c, d};                                        \
        for (size_t i = 0; i < sizeof all / sizeof *all; i++)                                      \
            clReleaseMemObject(all[i]);                                                            \
    } while (0)

static void test(void)
{
    COMPARE(q4_0_fma, numbers(), blocks(32, 18, 0, 1));
    COMPARE(q4_0_mad, numbers(), blocks(32, 18, 0, 1));
    COMPARE(q4_1_fma, numbers(), blocks(32, 20, 0, 2));
    COMPARE(q5_0_fma, numbers(), blocks(32, 22, 0, 1));
    COMPARE(q5_1_fma, numbers(), blocks(32, 24, 0, 2));
    COMPARE(q8_0_fma, numbers(), blocks(32, 34, 0, 1));
    COMPARE(q4_k_fma, numbers(), blocks(256, 144, 0, 2));
    COMPARE(q4_k_mad, numbers(), blocks(256, 144, 0, 2));
    COMPARE(q5_k_fma, numbers(), blocks(256, 176, 0, 2));
    COMPARE(q6_k_fma, numbers(), blocks(256, 210, 208, 1));
    COMPARE(q4_0_tiles, numbers(), blocks(32, 18, 0, 1));
    COMPARE(q5_1_tiles, numbers(), blocks(32, 24, 0, 2));
    COMPARE(q6_k_tiles, numbers(), blocks(256, 210, 208, 1));
    COMPARE(q4_0_halves, halves(), blocks(32, 18, 0, 1));
    COMPARE(q5_1_halves, halves(), blocks(32, 24, 0, 2));
    COMPARE(q6_k_halves, halves(), blocks(256, 210, 208, 1));
    /* Lines come into blocks of 16. */
    EXPECT((cl_int)q4_0_thin_made_prepared_b_bytes(16, LENGTH), 5 * 2304);
    EXPECT((cl_int)q4_0_thin_made_prepared_b_bytes(17, LENGTH - 32), 2 * 5 * 2304);
    COMPARE(q4_0_thin, whole_halves(), whole_blocks(32, 18));
    COMPARE(q8_0_thin, whole_halves(), whole_blocks(32, 34));
    COMPARE(q4_k_thin, halves(), blocks(256, 144, 0, 2));
}
C
multiply
