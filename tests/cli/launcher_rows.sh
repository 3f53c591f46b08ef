#!/bin/bash
# Emitted launchers of groups of rows, of columns and of parts of K: they compile without a warning, in C and C++; where there is an OpenCL device they multiply groups of
# unequal sizes, empty ones too, as a loop in double does, and refuse lists that are too short. Whatever a list holds, no row is multiplied twice, and kernels keep
# within matrices between pages that cannot be read or written, on devices that use the memory of the host.
# Test: long, turn 1
. "${srcdir:-.}/tests/cli/launchers.sh"

groups='--batch groups'
emit scalar --family register --tile 2x4 --wg 2x2 $groups
emit vectors --family local --tile 4x4 --wg 4x4 --vec-a 4 --vec-b 4 --vec-c 4 $groups
emit turned --family register --tile 3x2 --wg 2x2 --vec-b 2 $groups --pretranspose b
emit packed --family blocked --tile 4x8 --block-tiles 2x1 --block-k 8 --panels b $groups
emit engine --family matrix --engine emulated:mma --compute tf32 --tile 4x2 --wg 8x8 $groups
emit stepping --family matrix --engine emulated:wgmma --type bf16 --type-c f32 --transpose nt --tile 2x8 --wg 32x4 --tile-k 32 --copy tensor --stages 3 --persistent 1 $groups
named='--batch groups --experts index --rows-a index --rows-c index --epilogue scale:row'
emit listed --family register --tile 2x4 --wg 2x2 $named
emit listed_vectors --family local --tile 4x4 --wg 4x4 --vec-a 4 --vec-b 4 --vec-c 4 $named
emit listed_panels --family blocked --tile 4x8 --block-tiles 2x1 --block-k 8 --panels b $named
emit listed_engine --family matrix --engine emulated:mma --compute tf32 --tile 4x2 --wg 8x8 $named
emit counted --family register --tile 2x4 --wg 2x2 $groups --batch-count 7 --stride-b 1024
emit columns --family local --tile 4x4 --wg 4x4 --vec-a 4 --vec-b 4 --vec-c 4 $groups --ragged n
emit parts --family local --tile 4x4 --wg 4x4 --vec-a 4 --vec-b 4 --vec-c 4 $groups --ragged k
compile

cat >main.c <<'C'
#define _DEFAULT_SOURCE
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>

/* In order: in the other kind of queue Intel's runtime showed kernels the list before, even with clFinish after each command. */
#define QUEUE_PROPERTIES 0
#include "launcher_host.h"

#include "columns_launch.h"
#include "counted_launch.h"
#include "engine_launch.h"
#include "listed_engine_launch.h"
#include "listed_launch.h"
#include "listed_panels_launch.h"
#include "listed_vectors_launch.h"
#include "packed_launch.h"
#include "parts_launch.h"
#include "scalar_launch.h"
#include "stepping_launch.h"
#include "turned_launch.h"
#include "vectors_launch.h"

/* Each matrix fills whole pages: 32 x 32 numbers are one. */
enum { SIDE = 32, ONE = SIDE * SIDE, GROUPS = 7, PAGE = ONE * (int)sizeof(float) };

/* Memory of a buffer between two pages that fault; its last `bytes` are the buffer's. */
struct guarded {
    char *pages;
    size_t count;
    float *values;
    cl_mem buffer;
};

static struct guarded guarded(size_t bytes, int seed)
{
    struct guarded memory = {.count = (bytes + PAGE - 1) / PAGE};
    cl_int status;
    memory.pages = mmap(NULL, (memory.count + 2) * PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory.pages == MAP_FAILED || mprotect(memory.pages + PAGE, memory.count * PAGE, PROT_READ | PROT_WRITE))
        exit(99);
    memory.values = (float *)(memory.pages + (memory.count + 1) * PAGE - bytes);
    for (size_t i = 0; i < bytes / sizeof(float); i++)
        memory.values[i] = element(i, seed);
    memory.buffer = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, bytes, memory.values, &status);
    EXPECT(status, CL_SUCCESS);
    return memory;
}

static void release(struct guarded *memory)
{
    clReleaseMemObject(memory->buffer);
    munmap(memory->pages, (memory->count + 2) * PAGE);
}

/* Writes a buffer, as a kernel before would. */
static void fill(const struct guarded *memory, const void *from, size_t bytes)
{
    EXPECT(clEnqueueWriteBuffer(queue, memory->buffer, CL_TRUE, 0, bytes, from, 0, NULL, NULL), CL_SUCCESS);
}

/* C = 2 A B - C of the rows of each group; rows of none are as they were. */
static void compare_rows(const char *name, const struct guarded *C_, const cl_int *offsets, size_t groups, size_t stride)
{
    static float values[ONE];
    size_t group = 0;
    EXPECT(clEnqueueReadBuffer(queue, C_->buffer, CL_TRUE, 0, sizeof values, values, 0, NULL, NULL), CL_SUCCESS);
    for (size_t at = 0; at < ONE; at++) {
        const size_t row = at / SIDE;
        double wanted = element(at, C);
        while (group < groups && row >= (size_t)offsets[group + 1])
            group++;
        if (row >= (size_t)offsets[0] && group < groups) {
            double sum = 0;
            for (size_t k = 0; k < SIDE; k++)
                sum += (double)element(row * SIDE + k, A) * element(group * stride + k * SIDE + at % SIDE, B);
            wanted = 2 * sum - wanted;
        }
        if (values[at] != wanted) {
            printf("%s: element %zu of %zu groups is %g, not %g\n", name, at, groups, values[at], wanted);
            wrong = 1;
            return;
        }
    }
}

/* Whatever offsets are: a row is as it was, or 2 A B - C by the B of one group. */
static void compare_once(const char *name, const struct guarded *C_)
{
    static float values[ONE];
    EXPECT(clEnqueueReadBuffer(queue, C_->buffer, CL_TRUE, 0, sizeof values, values, 0, NULL, NULL), CL_SUCCESS);
    for (size_t row = 0; row < SIDE; row++) {
        int found = 0;
        for (size_t group = 0; group <= GROUPS && !found; group++) {
            found = 1;
            for (size_t column = 0; column < SIDE && found; column++) {
                const double old = element(row * SIDE + column, C);
                double sum = 0;
                for (size_t k = 0; k < SIDE; k++)
                    sum += (double)element(row * SIDE + k, A) * element(group * ONE + k * SIDE + column, B);
                found = values[row * SIDE + column] == (group == GROUPS ? old : 2 * sum - old);
            }
        }
        if (!found) {
            printf("%s: row %zu is no product by one group\n", name, row);
            wrong = 1;
            return;
        }
    }
}

static const cl_int lists[][GROUPS + 1] = {
    {0, 1, 5, 5, 5, 21, 31, 32}, {3, 3, 3, 20, 21, 21, 28, 28}, {0, 0, 0, 0, 0, 0, 0, 32},
    {0, 32, 32, 32, 32, 32, 32, 32}, {9, 9, 9, 9, 9, 9, 9, 9},  {25, 26, 27, 28, 29, 30, 31, 32},
};

#define ENQUEUE(name, groups, stride)                                                              \
    name##_enqueue(&kernel_, queue, SIDE, SIDE, SIDE, 2, a.buffer, SIDE, b.buffer, SIDE, stride,   \
                   -1, c.buffer, SIDE, groups, offsets.buffer, 0, NULL, &event_)

/* Lists as they should be, then a thousand groups and lists of anything: of more numbers than rows, negative and falling ones. */
#define TEST(name)                                                                                 \
    do {                                                                                           \
        struct name kernel_;                                                                       \
        cl_event event_;                                                                           \
        struct guarded c = guarded(PAGE, C), offsets = guarded(sizeof lists[0], 0);                \
        EXPECT(name##_create(&kernel_, context, device), CL_SUCCESS);                              \
        for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {                                \
            fill(&c, original, PAGE);                                                   \
            fill(&offsets, lists[i], sizeof lists[i]);                                             \
            EXPECT(ENQUEUE(name, GROUPS, ONE), CL_SUCCESS);                                        \
            await(event_);                                                                         \
            compare_rows(#name, &c, lists[i], GROUPS, ONE);                                        \
        }                                                                                          \
        for (uint64_t seed = 1; seed < 20; seed++) {                                               \
            cl_int any[GROUPS + 1];                                                                \
            make_any(any, GROUPS + 1, seed);                                                       \
            fill(&c, original, PAGE);                                                              \
            fill(&offsets, any, sizeof any);                                                       \
            EXPECT(ENQUEUE(name, GROUPS, ONE), CL_SUCCESS);                                        \
            await(event_);                                                                         \
            compare_once(#name, &c);                                                               \
        }                                                                                          \
        EXPECT(ENQUEUE(name, GROUPS + 1, 0), CL_INVALID_BUFFER_SIZE);                              \
        release(&offsets);                                                                         \
        offsets = guarded(PAGE, 0);                                                                \
        for (uint64_t seed = 1; seed < 5; seed++) {                                                \
            cl_int any[ONE];                                                                       \
            make_any(any, ONE, seed);                                                              \
            fill(&offsets, any, sizeof any);                                                       \
            EXPECT(ENQUEUE(name, ONE - 1, 0), CL_SUCCESS);                                         \
            await(event_);                                                                         \
        }                                                                                          \
        EXPECT(ENQUEUE(name, GROUPS + 1, ONE), CL_INVALID_BUFFER_SIZE);                            \
        name##_release(&kernel_);                                                                  \
        release(&offsets);                                                                         \
        release(&c);                                                                               \
    } while (0)

static void await(cl_event event)
{
    EXPECT(clWaitForEvents(1, &event), CL_SUCCESS);
    clReleaseEvent(event);
}

static void make_any(cl_int *list, size_t count, uint64_t seed)
{
    static const cl_int far[] = {INT32_MIN, INT32_MAX, -1, SIDE + 1, -SIDE, 0, SIDE, 1 << 20};
    for (size_t i = 0; i < count; i++) {
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        list[i] = seed >> 63 ? far[seed >> 60 & 7] : (cl_int)(seed >> 40) % (2 * SIDE) - SIDE / 2;
    }
}

/* Lists by number: with even ones groups are as they should be and no two rows are written to the same one, with odd ones all is anything. */
static void make_lists(cl_int *experts, cl_int *of_a, cl_int *of_c, cl_int *of_groups, uint64_t seed)
{
    make_any(experts, GROUPS, seed);
    make_any(of_a, SIDE, seed + 100);
    make_any(of_c, SIDE, seed + 200);
    memcpy(of_groups, lists[seed % 6], sizeof lists[0]);
    if (seed % 2)
        make_any(of_groups, GROUPS + 1, seed + 300);
    else
        for (size_t i = 0; i < SIDE; i++)
            of_c[i] = i % 5 == 4 ? -1 - (cl_int)i : (cl_int)(i * 7 % SIDE);
}

/* The same with rows by lists, where of_c has no row twice: C = scale (2 A B - C). */
static void compare_listed(const char *name, const struct guarded *C_, const cl_int *offsets, const cl_int *experts,
                           const cl_int *of_a, const cl_int *of_c)
{
    static float values[ONE];
    static double wanted[ONE];
    EXPECT(clEnqueueReadBuffer(queue, C_->buffer, CL_TRUE, 0, sizeof values, values, 0, NULL, NULL), CL_SUCCESS);
    for (size_t at = 0; at < ONE; at++)
        wanted[at] = element(at, C);
    for (size_t group = 0; group < GROUPS; group++)
        for (cl_int row = offsets[group]; row < offsets[group + 1]; row++) {
            const cl_int last = GROUPS - 1, expert = experts[group] < 0 ? 0 : experts[group] > last ? last : experts[group];
            if (of_a[row] < 0 || of_a[row] >= SIDE || of_c[row] < 0 || of_c[row] >= SIDE)
                continue;
            for (size_t column = 0; column < SIDE; column++) {
                double sum = 0;
                for (size_t k = 0; k < SIDE; k++)
                    sum += (double)element((size_t)of_a[row] * SIDE + k, A) *
                           element((size_t)expert * ONE + k * SIDE + column, B);
                double *const one = &wanted[(size_t)of_c[row] * SIDE + column];
                *one = element((size_t)row, A) * (2 * sum - *one);
            }
        }
    for (size_t at = 0; at < ONE; at++)
        if (values[at] != wanted[at]) {
            printf("%s: element %zu by lists is %g, not %g\n", name, at, values[at], wanted[at]);
            wrong = 1;
            return;
        }
}

#define TEST_LISTED(name)                                                                          \
    do {                                                                                           \
        struct name kernel_;                                                                       \
        cl_event event_;                                                                           \
        cl_int experts_[GROUPS], of_a_[SIDE], of_c_[SIDE], of_groups_[GROUPS + 1];                 \
        struct guarded c = guarded(PAGE, C), offsets = guarded(sizeof of_groups_, 0),              \
                       experts = guarded(sizeof experts_, 0), index_a = guarded(sizeof of_a_, 0),  \
                       index_c = guarded(sizeof of_c_, 0), scale = guarded(sizeof of_a_, A);       \
        EXPECT(name##_create(&kernel_, context, device), CL_SUCCESS);                              \
        for (uint64_t seed = 0; seed < 12; seed++) {                                               \
            make_lists(experts_, of_a_, of_c_, of_groups_, seed);                                  \
            fill(&c, original, PAGE);                                                   \
            fill(&experts, experts_, sizeof experts_);                                             \
            fill(&index_a, of_a_, sizeof of_a_);                                                   \
            fill(&index_c, of_c_, sizeof of_c_);                                                   \
            fill(&offsets, of_groups_, sizeof of_groups_);                                         \
            EXPECT(name##_enqueue(&kernel_, queue, SIDE, SIDE, SIDE, 2, a.buffer, SIDE,            \
                                  index_a.buffer, SIDE, b.buffer, SIDE, ONE, -1, c.buffer, SIDE,   \
                                  index_c.buffer, SIDE, GROUPS, offsets.buffer, experts.buffer,    \
                                  GROUPS, scale.buffer, 0, NULL, &event_), CL_SUCCESS);            \
            await(event_);                                                                         \
            if (seed % 2 == 0)                                                                     \
                compare_listed(#name, &c, of_groups_, experts_, of_a_, of_c_);                     \
        }                                                                                          \
        EXPECT(name##_enqueue(&kernel_, queue, SIDE + 1, SIDE, SIDE, 2, a.buffer, SIDE,            \
                              index_a.buffer, SIDE, b.buffer, SIDE, ONE, -1, c.buffer, SIDE,       \
                              index_c.buffer, SIDE, GROUPS, offsets.buffer, experts.buffer, GROUPS, \
                              scale.buffer, 0, NULL, &event_), CL_INVALID_BUFFER_SIZE);            \
        name##_release(&kernel_);                                                                  \
        release(&scale);                                                                           \
        release(&index_c);                                                                         \
        release(&index_a);                                                                         \
        release(&experts);                                                                         \
        release(&offsets);                                                                         \
        release(&c);                                                                               \
    } while (0)

static void test_counted(const struct guarded *a, const struct guarded *b)
{
    struct counted counted;
    struct guarded c = guarded(PAGE, C), offsets = guarded(sizeof lists[0], 0);
    cl_event event;
    EXPECT(counted_create(&counted, context, device), CL_SUCCESS);
    fill(&offsets, lists[1], sizeof lists[1]);
    EXPECT(counted_enqueue(&counted, queue, SIDE, SIDE, SIDE, 2, a->buffer, SIDE, b->buffer, SIDE, -1, c.buffer,
                           SIDE, offsets.buffer, 0, NULL, &event), CL_SUCCESS);
    await(event);
    compare_rows("counted", &c, lists[1], GROUPS, ONE);
    counted_release(&counted);
    release(&offsets);
    release(&c);
}

/* C = 2 A B - C of columns of one C, by an A for each group, or of parts of K, which have a C each. */
static void compare_parts(const char *name, int of_k, const struct guarded *C_, const cl_int *offsets)
{
    static float values[GROUPS * ONE];
    const size_t count = of_k ? GROUPS * ONE : ONE;
    EXPECT(clEnqueueReadBuffer(queue, C_->buffer, CL_TRUE, 0, count * sizeof *values, values, 0, NULL, NULL), CL_SUCCESS);
    for (size_t at = 0; at < count; at++) {
        const size_t row = at / SIDE % SIDE, column = at % SIDE;
        size_t group = of_k ? at / ONE : 0;
        while (!of_k && group < GROUPS && column >= (size_t)offsets[group + 1])
            group++;
        double sum = 0, wanted = element(at, C);
        if (of_k)
            for (size_t k = (size_t)offsets[group]; k < (size_t)offsets[group + 1]; k++)
                sum += (double)element(row * SIDE + k, A) * element(k * SIDE + column, B);
        else if (group < GROUPS)
            for (size_t k = 0; k < SIDE; k++)
                sum += (double)element(group * ONE + row * SIDE + k, B) * element(k * SIDE + column, A);
        if (of_k || (group < GROUPS && column >= (size_t)offsets[0]))
            wanted = 2 * sum - wanted;
        if (values[at] != wanted) {
            printf("%s: element %zu is %g, not %g\n", name, at, values[at], wanted);
            wrong = 1;
            return;
        }
    }
}

#define ENQUEUE_PARTS(name, groups, ...)                                                           \
    name##_enqueue(&kernel_, queue, SIDE, SIDE, SIDE, 2, __VA_ARGS__, groups, offsets.buffer, 0,   \
                   NULL, &event_)

#define TEST_PARTS(name, of_k, ...)                                                                \
    do {                                                                                           \
        struct name kernel_;                                                                       \
        cl_event event_;                                                                           \
        struct guarded c = guarded((of_k ? GROUPS : 1) * PAGE, C),                                 \
                       offsets = guarded(sizeof lists[0], 0);                                      \
        EXPECT(name##_create(&kernel_, context, device), CL_SUCCESS);                              \
        for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {                                \
            fill(&c, original, (of_k ? GROUPS : 1) * PAGE);                                        \
            fill(&offsets, lists[i], sizeof lists[i]);                                             \
            EXPECT(ENQUEUE_PARTS(name, GROUPS, __VA_ARGS__), CL_SUCCESS);                          \
            await(event_);                                                                         \
            compare_parts(#name, of_k, &c, lists[i]);                                              \
        }                                                                                          \
        for (uint64_t seed = 1; seed < 20; seed++) {                                               \
            cl_int any[GROUPS + 1];                                                                \
            make_any(any, GROUPS + 1, seed);                                                       \
            fill(&offsets, any, sizeof any);                                                       \
            EXPECT(ENQUEUE_PARTS(name, GROUPS, __VA_ARGS__), CL_SUCCESS);                          \
            await(event_);                                                                         \
        }                                                                                          \
        EXPECT(ENQUEUE_PARTS(name, GROUPS + 1, __VA_ARGS__), CL_INVALID_BUFFER_SIZE);              \
        name##_release(&kernel_);                                                                  \
        release(&offsets);                                                                         \
        release(&c);                                                                               \
    } while (0)

static float original[GROUPS * ONE];

/* Small whole numbers are exact in bf16, which is the upper half of a float; B has its columns one behind the other. */
static void test_stepping(void)
{
    struct guarded a = guarded(PAGE / 2, A), b = guarded((size_t)GROUPS * PAGE / 2, B);
    for (size_t i = 0; i < GROUPS * ONE; i++) {
        const size_t of_group = i % ONE;
        const float number_a = element(i, A), number_b = element(i - of_group + of_group % SIDE * SIDE + of_group / SIDE, B);
        if (i < ONE)
            memcpy((char *)a.values + 2 * i, (const char *)&number_a + 2, 2);
        memcpy((char *)b.values + 2 * i, (const char *)&number_b + 2, 2);
    }
    TEST(stepping);
    release(&a);
    release(&b);
}

static void test(void)
{
    struct guarded a = guarded(PAGE, A), b = guarded((size_t)GROUPS * PAGE, B);
    for (size_t i = 0; i < GROUPS * ONE; i++)
        original[i] = element(i, C);
    TEST(scalar);
    TEST(vectors);
    TEST(turned);
    TEST(packed);
    TEST(engine);
    test_stepping();
    test_counted(&a, &b);
    TEST_LISTED(listed);
    TEST_LISTED(listed_vectors);
    TEST_LISTED(listed_panels);
    TEST_LISTED(listed_engine);
    TEST_PARTS(columns, 0, b.buffer, SIDE, ONE, a.buffer, SIDE, -1, c.buffer, SIDE);
    TEST_PARTS(parts, 1, a.buffer, SIDE, b.buffer, SIDE, -1, c.buffer, SIDE, ONE);
    release(&a);
    release(&b);
}
C
multiply
