#!/bin/bash
# Parts of K that a launch adds up give the same bits each time, whoever of the work-groups comes last: those of the sum in ascending order. Each
# kernel runs three times as it is, and with the parts of its work-groups reversed; a kernel that begins with its own part must be found.
# Test: long, turn 6
. "${srcdir:-.}/tests/cli/launchers.sh"

templates=$own/../../templates
mkdir -p wrong/parts
sed 's/first_stored\[/stored[/; s/first_stored + next \*/first_stored + (part_of_k + next) % {{count}} */' "$templates/parts/add.mustache" >wrong/parts/add.mustache
cmp -s wrong/parts/add.mustache "$templates/parts/add.mustache" && fail 'templates/parts/add.mustache has no order to break'

# parted NAME OPTION...: NAME, and NAME_turned, in which work-groups that come first have the last parts.
parted() {
    emit "$@" --split-k 4 --split-k-sum launch
    emit "$1_turned" "${@:2}" --split-k 4 --split-k-sum launch
    sed -i 's/part_of_k = get_global_id(2);/part_of_k = 3 - (int)get_global_id(2);/' "$1_turned.h"
    grep -q 'part_of_k = 3 - ' "$1_turned.h" || fail "$1: its parts are not numbered as this test reads"
}
parted singles --family register --tile 2x4 --wg 2x2
parted blocks --family blocked --block-k 16
parted halves --type f16 --type-c f32 --family matrix --engine emulated:mma --tile 2x4 --wg 8x4 --tile-k 32
parted boxes --type bf16 --type-c f32 --family matrix --engine emulated:wgmma --tile 2x8 --wg 32x4 --tile-k 32 --copy tensor --stages 2
parted panels --type f16 --type-c f32 --family matrix --engine emulated:wgmma --tile 2x8 --wg 32x4 --tile-k 32 --copy bulk --panels ab --stages 2 --persistent 1
parted wrong --template-dir wrong --family register --tile 2x4 --wg 2x2

cat >main.c <<'C'
#include "launcher_host.h"

#include <string.h>

enum { ROWS = 70, COLUMNS = 40, DEPTH = 128, PART = DEPTH / 4 };

/* 4096, 1, 1 and 4096 in the four parts of a row of A, 4096, 1, 1 and -4096 of a column of B: in ascending order each 1 is lost beside 2^24. */
static const unsigned numbers[3][3] = {{0x45800000, 0x3f800000, 0xc5800000},  /* f32 */
                                       {0x4580, 0x3f80, 0xc580},              /* bf16 */
                                       {0x6c00, 0x3c00, 0xec00}};             /* f16 */

static cl_mem operand(int type, int is_a)
{
    const size_t size = type == 0 ? 4 : 2, lines = is_a ? ROWS : COLUMNS;
    unsigned char *const bytes = calloc(lines * DEPTH, size);
    cl_int status;
    for (size_t line = 0; line < lines; line++)
        for (size_t part = 0; part < 4; part++) {
            const unsigned *const number = &numbers[type][part % 3 != 0 ? 1 : part == 3 && !is_a ? 2 : 0];
            const size_t k = part * PART + line % PART;
            /* One product of a part: rows and columns meet where both have their number. */
            for (size_t step = is_a ? k : part * PART; step < (is_a ? k + 1 : (part + 1) * PART); step++)
                memcpy(bytes + (is_a ? line * DEPTH + step : step * COLUMNS + line) * size, number, size);
        }
    cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, lines * DEPTH * size, bytes, &status);
    EXPECT(status, CL_SUCCESS);
    free(bytes);
    return buffer;
}

/* How many elements of C are none of +0, the sum in ascending order. */
static size_t count_others(cl_mem c, cl_event event)
{
    static unsigned bits[ROWS * COLUMNS];
    size_t others = 0;
    EXPECT(clEnqueueReadBuffer(queue, c, CL_TRUE, 0, sizeof bits, bits, 1, &event, NULL), CL_SUCCESS);
    clReleaseEvent(event);
    for (size_t i = 0; i < ROWS * COLUMNS; i++)
        others += bits[i] != 0;
    return others;
}

#define OTHERS_OF(name, type)                                                                                     \
    static size_t others_of_##name(void)                                                                          \
    {                                                                                                             \
        struct name self;                                                                                         \
        size_t others = 0;                                                                                        \
        cl_mem a = operand(type, 1), b = operand(type, 0), c = empty(ROWS * COLUMNS * 4);                         \
        cl_event event;                                                                                           \
        EXPECT(name##_create(&self, context, device), CL_SUCCESS);                                                \
        for (int turn = 0; turn < 3; turn++) {                                                                    \
            EXPECT(name##_enqueue(&self, queue, ROWS, COLUMNS, DEPTH, 1, a, DEPTH, b, COLUMNS, 0, c, COLUMNS, 0,  \
                                  NULL, &event), CL_SUCCESS);                                                     \
            others += count_others(c, event);                                                                     \
        }                                                                                                         \
        name##_release(&self);                                                                                    \
        clReleaseMemObject(a);                                                                                    \
        clReleaseMemObject(b);                                                                                    \
        clReleaseMemObject(c);                                                                                    \
        return others;                                                                                            \
    }
C
for name in $names; do
    case $name in halves* | panels*) type=2 ;; boxes*) type=1 ;; *) type=0 ;; esac
    printf '#include "%s_launch.h"\nOTHERS_OF(%s, %s)\n' "$name" "$name" $type
done >>main.c
{
    printf 'static void test(void)\n{\n'
    for name in $names; do
        case $name in
        wrong*) ;;
        *) printf '    EXPECT((int)others_of_%s(), 0);\n' "$name" ;;
        esac
    done
    printf '    EXPECT(others_of_wrong() + others_of_wrong_turned() > 0, 1);\n}\n'
} >>main.c
multiply
