#!/bin/bash
# Emitted launchers of groups of rows: they compile without a warning, in C and C++; where there is an OpenCL device they multiply groups of
# unequal sizes, empty ones too, as a loop in double does, and refuse lists that are too short. Whatever a list holds, kernels keep within matrices
# between pages that cannot be read or written, on devices that use the memory of the host.
. "${srcdir:-.}/tests/cli/launchers.sh"

groups='--batch groups'
emit scalar --family register --tile 2x4 --wg 2x2 $groups
emit vectors --family local --tile 4x4 --wg 4x4 --vec-a 4 --vec-b 4 --vec-c 4 $groups
emit turned --family register --tile 3x2 --wg 2x2 --vec-b 2 $groups --pretranspose b
emit packed --family blocked --tile 4x8 --block-tiles 2x1 --block-k 8 --panels b $groups
emit engine --family matrix --engine emulated:mma --compute tf32 --tile 4x2 --wg 8x8 $groups
emit counted --family register --tile 2x4 --wg 2x2 $groups --batch-count 7 --stride-b 1024
compile

cat >main.c <<'C'
#define _DEFAULT_SOURCE
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>

#include "launcher_host.h"

#include "counted_launch.h"
#include "engine_launch.h"
#include "packed_launch.h"
#include "scalar_launch.h"
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
            fill(&c, original, sizeof original);                                                   \
            fill(&offsets, lists[i], sizeof lists[i]);                                             \
            EXPECT(ENQUEUE(name, GROUPS, ONE), CL_SUCCESS);                                        \
            await(event_);                                                                         \
            compare_rows(#name, &c, lists[i], GROUPS, ONE);                                        \
        }                                                                                          \
        for (uint64_t seed = 1; seed < 20; seed++) {                                               \
            cl_int any[GROUPS + 1];                                                                \
            make_any(any, GROUPS + 1, seed);                                                       \
            fill(&offsets, any, sizeof any);                                                       \
            EXPECT(ENQUEUE(name, GROUPS, ONE), CL_SUCCESS);                                        \
            await(event_);                                                                         \
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

static void test(void)
{
    static float original[ONE];
    struct guarded a = guarded(PAGE, A), b = guarded((size_t)GROUPS * PAGE, B);
    for (size_t i = 0; i < ONE; i++)
        original[i] = element(i, C);
    TEST(scalar);
    TEST(vectors);
    TEST(turned);
    TEST(packed);
    TEST(engine);
    test_counted(&a, &b);
    release(&a);
    release(&b);
}
C
multiply
