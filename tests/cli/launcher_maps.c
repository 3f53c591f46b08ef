/*
 * Calls launchers whose kernels keep maps of A and B from call to call (launcher_maps.sh): between calls buffers trade places, are released
 * and made anew, begin elsewhere, and sizes and leading dimensions change; and what is kept is spoiled. Each C is compared with the product,
 * computed here. On devices without such maps the emulated kernels are called, by the same launchers but for the maps.
 */
#include "launcher_host.h"

#include <string.h>

#include "maps_columns_launch.h"
#include "maps_members_launch.h"
#include "maps_parts_launch.h"
#include "maps_rows_launch.h"
#include "plain_columns_launch.h"
#include "plain_members_launch.h"
#include "plain_parts_launch.h"
#include "plain_rows_launch.h"

enum {
    MOST_SIZE = 136,
    MOST_LD = 160,
    MOST_MEMBERS = 3,
    ROOM = MOST_SIZE * MOST_LD * MOST_MEMBERS,
    NVIDIA = 0x10de,
    PENDING = 4 /* calls that nobody has waited for */
};

/* A buffer of the device, or a part of one, and which of five numbers each element is. */
struct matrix {
    cl_mem memory;
    unsigned char *picks;
    size_t ld;
};

struct call {
    size_t m, n, k, members;
    struct matrix a, b;
    size_t ldc;
    cl_mem c;
    cl_event event;
    float *wanted;
};

/* A launcher: of f16, else bf16; row-major, else column-major; which of A and B are transposed. */
struct launcher {
    const char *name;
    int half, row, turns_a, turns_b, members;
    void *self;
    cl_int (*create)(void *self);
    cl_int (*call)(void *self, cl_command_queue on, struct call *call, size_t apart);
    void (*release)(void *self);
    cl_mem *maps; /* NULL: none */
    size_t *map_bytes;
};

#define LAUNCHER_OF(name, ...)                                                                     \
    static struct name name##_self;                                                                \
    static cl_int name##_make(void *self)                                                          \
    {                                                                                              \
        return name##_create(self, context, device);                                               \
    }                                                                                              \
    static void name##_drop(void *self)                                                            \
    {                                                                                              \
        name##_release(self);                                                                      \
    }                                                                                              \
    static cl_int name##_call(void *self, cl_command_queue on, struct call *c, size_t apart)       \
    {                                                                                              \
        (void)apart;                                                                               \
        return name##_enqueue(self, on, c->m, c->n, c->k, 1.0f, __VA_ARGS__, 0, NULL, &c->event);  \
    }
#define MATRICES c->a.memory, c->a.ld, c->b.memory, c->b.ld, 0.0f, c->c, c->ldc
#define MEMBERS                                                                                    \
    c->a.memory, c->a.ld, apart, c->b.memory, c->b.ld, apart, 0.0f, c->c, c->ldc, apart, c->members
LAUNCHER_OF(maps_rows, MATRICES)
LAUNCHER_OF(maps_columns, MATRICES)
LAUNCHER_OF(maps_parts, MATRICES)
LAUNCHER_OF(maps_members, MEMBERS)
LAUNCHER_OF(plain_rows, MATRICES)
LAUNCHER_OF(plain_columns, MATRICES)
LAUNCHER_OF(plain_parts, MATRICES)
LAUNCHER_OF(plain_members, MEMBERS)

#define OF(name)                                                                                   \
    .self = &name##_self, .create = name##_make, .call = name##_call, .release = name##_drop
#define KEPT(name) .maps = &name##_self.maps.memory, .map_bytes = &name##_self.maps.bytes
static const struct launcher launchers[][2] = {
    {{"maps_rows", 1, 1, 0, 1, 0, OF(maps_rows), KEPT(maps_rows)},
     {"plain_rows", 1, 1, 0, 1, 0, OF(plain_rows), NULL, NULL}},
    {{"maps_columns", 0, 0, 0, 0, 0, OF(maps_columns), KEPT(maps_columns)},
     {"plain_columns", 0, 0, 0, 0, 0, OF(plain_columns), NULL, NULL}},
    {{"maps_parts", 1, 0, 1, 1, 0, OF(maps_parts), KEPT(maps_parts)},
     {"plain_parts", 1, 0, 1, 1, 0, OF(plain_parts), NULL, NULL}},
    {{"maps_members", 0, 1, 1, 0, 1, OF(maps_members), KEPT(maps_members)},
     {"plain_members", 0, 1, 1, 0, 1, OF(plain_members), NULL, NULL}},
};

static unsigned state = 1;

/* A number below `end`. */
static size_t draw(size_t end)
{
    state = state * 1664525u + 1013904223u;
    return (state >> 8) % end;
}

/* Whole numbers from -2 to 2. */
static unsigned short *drawn_elements(const struct launcher *l, unsigned char *picks)
{
    static const unsigned short halves[] = {0xc000, 0xbc00, 0, 0x3c00, 0x4000};
    static const unsigned short bf16s[] = {0xc000, 0xbf80, 0, 0x3f80, 0x4000};
    unsigned short *const elements = malloc(ROOM * sizeof *elements);
    for (size_t i = 0; i < ROOM; i++) {
        picks[i] = (unsigned char)draw(5);
        elements[i] = (l->half ? halves : bf16s)[picks[i]];
    }
    return elements;
}

/* Another buffer, of which the matrix is the whole or a part, with other numbers; the one before is released, whoever still reads it. */
static void make_anew(const struct launcher *l, struct matrix *x, int part)
{
    cl_int status;
    cl_uint bits = 0;
    unsigned short *const elements = drawn_elements(l, x->picks);
    const size_t bytes = ROOM * sizeof *elements, more = draw(3) << 16;
    if (x->memory)
        clReleaseMemObject(x->memory);
    if (!part) {
        x->memory = clCreateBuffer(context, CL_MEM_READ_WRITE, bytes + more, NULL, &status);
        EXPECT(status, CL_SUCCESS);
    } else {
        clGetDeviceInfo(device, CL_DEVICE_MEM_BASE_ADDR_ALIGN, sizeof bits, &bits, NULL);
        const cl_buffer_region region = {bits / 8 * (1 + draw(7)), bytes};
        cl_mem whole =
            clCreateBuffer(context, CL_MEM_READ_WRITE, bytes + bits + more, NULL, &status);
        EXPECT(status, CL_SUCCESS);
        x->memory = clCreateSubBuffer(whole, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION,
                                      &region, &status);
        EXPECT(status, CL_SUCCESS);
        clReleaseMemObject(whole);
    }
    EXPECT(clEnqueueWriteBuffer(queue, x->memory, CL_TRUE, 0, bytes, elements, 0, NULL, NULL),
           CL_SUCCESS);
    free(elements);
}

static void write_anew(const struct launcher *l, struct matrix *x)
{
    unsigned short *const elements = drawn_elements(l, x->picks);
    EXPECT(clEnqueueWriteBuffer(queue, x->memory, CL_TRUE, 0, ROOM * sizeof *elements, elements, 0,
                                NULL, NULL),
           CL_SUCCESS);
    free(elements);
}

/* A leading dimension; most are multiples of 16 bytes, as maps ask. */
static size_t drawn_ld(void)
{
    return draw(8) == 0 ? MOST_SIZE + draw(MOST_LD - MOST_SIZE)
                        : MOST_SIZE + 8 * draw((MOST_LD - MOST_SIZE) / 8 + 1);
}

static size_t drawn_size(void)
{
    return draw(3) == 0 ? 64 * (1 + draw(2)) : 1 + draw(MOST_SIZE);
}

/* C as it must be, member after member. */
static void multiply(const struct launcher *l, struct call *c, size_t apart)
{
    const int lines_a = l->row != l->turns_a, lines_b = l->row != l->turns_b;
    c->wanted = malloc(c->members * c->m * c->n * sizeof *c->wanted);
    for (size_t at = 0; at < c->members * c->m * c->n; at++) {
        const size_t i = at / c->n % c->m, j = at % c->n, begin = at / c->n / c->m * apart;
        int sum = 0;
        for (size_t k = 0; k < c->k; k++)
            sum += (c->a.picks[begin + (lines_a ? i * c->a.ld + k : k * c->a.ld + i)] - 2) *
                   (c->b.picks[begin + (lines_b ? k * c->b.ld + j : j * c->b.ld + k)] - 2);
        c->wanted[at] = (float)sum;
    }
}

static void compare_call(const struct launcher *l, struct call *c, size_t apart)
{
    float *const found = malloc(ROOM * sizeof *found);
    EXPECT(clEnqueueReadBuffer(queue, c->c, CL_TRUE, 0, ROOM * sizeof *found, found, 1, &c->event,
                               NULL),
           CL_SUCCESS);
    for (size_t at = 0; at < c->members * c->m * c->n; at++) {
        const size_t i = at / c->n % c->m, j = at % c->n, begin = at / c->n / c->m * apart;
        const float value = found[begin + (l->row ? i * c->ldc + j : j * c->ldc + i)];
        if (value != c->wanted[at]) {
            printf("%s, %zux%zux%zu: C[%zu][%zu] is %g, not %g\n", l->name, c->m, c->n, c->k, i, j,
                   value, c->wanted[at]);
            wrong = 1;
            break;
        }
    }
    free(found);
    free(c->wanted);
    clReleaseEvent(c->event);
    clReleaseMemObject(c->c);
}

/* Writes something into what is kept: anything, nothing but one byte, or maps of another launcher; all of it or every other part of it. */
static void spoil(const struct launcher *l)
{
    const size_t bytes = l->maps && *l->maps ? *l->map_bytes : 0, run = (size_t)16 << draw(6);
    const size_t kind = draw(4), step = draw(2) ? run : 2 * run;
    const struct launcher *const other = &launchers[draw(4)][0];
    unsigned char *const kept = malloc(bytes + 1);
    if (bytes)
        EXPECT(clEnqueueReadBuffer(queue, *l->maps, CL_TRUE, 0, bytes, kept, 0, NULL, NULL),
               CL_SUCCESS);
    for (size_t at = draw(2) * run; at < bytes; at += step) {
        const size_t count = bytes - at < run ? bytes - at : run;
        if (kind == 3 && *other->maps && *other->map_bytes >= at + count)
            EXPECT(clEnqueueReadBuffer(queue, *other->maps, CL_TRUE, at, count, kept + at, 0, NULL,
                                       NULL),
                   CL_SUCCESS);
        else
            for (size_t i = 0; i < count; i++)
                kept[at + i] = (unsigned char)(kind == 2 ? draw(256) : kind == 1 ? 0xff : 0);
    }
    if (bytes)
        EXPECT(clEnqueueWriteBuffer(queue, *l->maps, CL_TRUE, 0, bytes, kept, 0, NULL, NULL),
               CL_SUCCESS);
    free(kept);
}

/* What changes before a call. True: it must wait for those that are pending. */
static int changes_in_place(size_t change)
{
    return change >= 8;
}

static void change_one(const struct launcher *l, struct call *c, size_t change)
{
    struct matrix *const x = draw(2) ? &c->a : &c->b;
    const struct matrix a = c->a;
    if (change == 2) {
        c->a = c->b;
        c->b = a;
    } else if (change == 3 || change == 4)
        make_anew(l, x, change == 4);
    else if (change == 5)
        x->ld = drawn_ld();
    else if (change == 6)
        *(draw(3) ? draw(2) ? &c->m : &c->n : &c->k) = drawn_size();
    else if (change == 7)
        c->members = l->members ? 1 + draw(MOST_MEMBERS) : 1;
    else if (change == 8)
        write_anew(l, x);
    else if (change == 9)
        spoil(l);
}

/* On `queue`, out of order where it can be, and on one in order. */
static void call_often(const struct launcher *l, size_t calls)
{
    static unsigned char picks[2][ROOM];
    const size_t apart = (size_t)MOST_SIZE * MOST_LD;
    struct call now = {.m = 128, .n = 64, .k = 128, .members = 1, .ldc = MOST_LD}, pending[PENDING];
    size_t count = 0;
    cl_int status;
    cl_command_queue queues[] = {queue, clCreateCommandQueue(context, device, 0, &status)};
    EXPECT(status, CL_SUCCESS);
    now.a = (struct matrix){NULL, picks[0], MOST_SIZE};
    now.b = (struct matrix){NULL, picks[1], MOST_SIZE};
    make_anew(l, &now.a, 0);
    make_anew(l, &now.b, 0);
    for (size_t i = 0; i < calls && !wrong; i++) {
        const size_t change = draw(10);
        for (; changes_in_place(change) && count; count--)
            compare_call(l, &pending[count - 1], apart);
        change_one(l, &now, change);
        struct call *const c = &pending[count++];
        cl_command_queue on = queues[draw(2)];
        *c = now;
        c->c = empty(ROOM * sizeof(float));
        EXPECT(l->call(l->self, on, c, apart), CL_SUCCESS);
        EXPECT(clFlush(on), CL_SUCCESS);
        multiply(l, c, apart);
        for (; (count == PENDING || i + 1 == calls) && count; count--)
            compare_call(l, &pending[count - 1], apart);
    }
    clReleaseCommandQueue(queues[1]);
    clReleaseMemObject(now.a.memory);
    clReleaseMemObject(now.b.memory);
}

static void test(void)
{
    cl_uint vendor = 0;
    clGetDeviceInfo(device, CL_DEVICE_VENDOR_ID, sizeof vendor, &vendor, NULL);
    for (size_t i = 0; i < 4; i++) {
        const struct launcher *l = &launchers[i][0];
        if (vendor != NVIDIA || l->create(l->self) != CL_SUCCESS) {
            if (vendor == NVIDIA)
                l->release(l->self);
            l = &launchers[i][1];
            EXPECT(l->create(l->self), CL_SUCCESS);
        }
        call_often(l, l->maps ? 1000 : 40);
        printf("%s: %s\n", l->name, wrong ? "FAILED" : "ok");
    }
    for (size_t i = 0; i < 4; i++) {
        launchers[i][0].release(launchers[i][0].self);
        launchers[i][1].release(launchers[i][1].self);
    }
}
