/* The shapes that a profile is made on. */
#include "harness/commands/profile_shapes.h"

#include <stdlib.h>
#include <string.h>

enum {
    ANCHORS = 10,
    HOST_ANCHORS = 2 /* of a CPU, beside these */
};

/* Shapes of every kind: few rows and columns, small, middle and large squares, a short K, a long one, odd sizes. First come three that cost
 * little and differ in kind: a kernel that is slow at each is given up. `scale`: of a device that has more to do. */
static void add_anchors(struct shapes *shapes, uint64_t scale)
{
    const uint64_t side = 1024 * scale;
    const struct shape anchors[ANCHORS] = {{.m = 160, .n = 160, .k = 160},
                                           {.m = 1, .n = side, .k = side},
                                           {.m = side, .n = side, .k = 64},
                                           {.m = side, .n = 1, .k = side},
                                           {.m = 8, .n = side, .k = side},
                                           {.m = side, .n = 8, .k = side},
                                           {.m = 128, .n = 128, .k = 4 * side},
                                           {.m = side - 247, .n = side / 2 - 21, .k = 333},
                                           {.m = side / 2, .n = side / 2, .k = side / 2},
                                           {.m = side, .n = side, .k = side}};

    memcpy(shapes->list + shapes->count, anchors, sizeof anchors);
    shapes->count += ANCHORS;
}

/* Shapes that a CPU has other kernels for than for thin ones and for squares: it reads a large operand in place there. */
static void add_host_anchors(struct shapes *shapes)
{
    const struct shape anchors[HOST_ANCHORS] = {{.m = 48, .n = 600, .k = 400},
                                                {.m = 600, .n = 48, .k = 400}};

    memcpy(shapes->list + shapes->count, anchors, sizeof anchors);
    shapes->count += HOST_ANCHORS;
}

int profile_make_shapes(const char *path, const char *const *transposes, size_t transpose_count,
                        bool on_host, struct shapes *shapes, struct fault *fault)
{
    struct shapes own = {NULL, 0}, all = {NULL, 0};

    if (path != NULL && shapes_read(path, &own, fault))
        return -1;
    all.list = calloc(own.count + ANCHORS + HOST_ANCHORS, sizeof *all.list);
    shapes->list = calloc((own.count + ANCHORS + HOST_ANCHORS) * transpose_count, sizeof *all.list);
    if (all.list == NULL || shapes->list == NULL) {
        free(all.list);
        shapes_release(&own);
        return fault_memory(fault);
    }
    add_anchors(&all, on_host ? 1 : 4);
    if (on_host)
        add_host_anchors(&all);
    if (own.count > 0)
        memcpy(all.list + all.count, own.list, own.count * sizeof *own.list);
    all.count += own.count;
    for (size_t t = 0; t < transpose_count; t++)
        for (size_t i = 0; i < all.count; i++) {
            struct shape *shape = &shapes->list[shapes->count];

            *shape = all.list[i];
            if (!shape->says_transpose)
                for (int operand = 0; operand < 2; operand++)
                    shape->transpose[operand] = transposes[t][operand] == 't';
            else if (t > 0)
                continue;
            shape->says_transpose = true;
            shapes->count++;
        }
    free(all.list);
    shapes_release(&own);
    return 0;
}
