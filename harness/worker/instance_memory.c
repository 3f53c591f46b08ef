/* The memory of the host that slots take for the matrices of a problem. */
#include <inttypes.h>
#include <math.h>

#include "harness/base/sizes.h"
#include "harness/worker/instance.h"

/* Bytes of the host that an element takes: values and the bytes sent, of C the result and its
 * values too, as long as a slot is open; and while a result is verified, which one slot at a time
 * does, magnitudes and the bytes read back, of C what is expected and its scale too. */
struct element_room {
    uint64_t held, once;
};

static struct element_room find_room(enum element_type type, int operand)
{
    const uint64_t values = sizeof(double) * (uint64_t)element_parts(type);
    const uint64_t bytes = (uint64_t)ceil(element_share(type));

    return operand == OPERAND_C ? (struct element_room){2 * (values + bytes), 3 * values + bytes}
                                : (struct element_room){values + bytes, values + bytes};
}

/* total += count bytes of so many slots. False: that does not fit. */
static bool add_room(uint64_t elements, struct element_room room, uint64_t slots, uint64_t *total)
{
    uint64_t held, once;

    return size_multiply(elements, room.held, &held) && size_multiply(held, slots, &held) &&
           size_multiply(elements, room.once, &once) && size_add(*total, held, total) &&
           size_add(*total, once, total);
}

/* Elements of an operand in a buffer of a launch without a batch. False: they do not fit. */
static bool count_elements(const struct problem *problem, const struct launch *launch, int operand,
                           uint64_t *count)
{
    uint64_t rows, columns;
    bool swapped;

    launch_shape(problem, launch, operand, &rows, &columns, &swapped);
    if (operand != OPERAND_B)
        rows = launch_stored_rows(launch, operand);
    if (swapped) {
        const uint64_t lines = columns;

        columns = rows;
        rows = lines;
    }
    return size_multiply(rows == 0 ? 0 : rows - 1, launch->value[SYMBOL_LDA + operand], count) &&
           size_add(*count, columns, count) &&
           size_add(*count, launch->value[SYMBOL_OFFSET_A + operand], count);
}

/* Of the other members of a batch there are only the bytes, sent and read back. */
int instance_memory(const struct manifest *manifest, const struct launch *launch, uint64_t slots,
                    uint64_t *bytes, struct fault *fault)
{
    uint64_t total = 0, count;
    bool fits = true;

    for (int i = 0; i < OPERAND_COUNT && fits; i++) {
        const enum element_type type = manifest->problem.type[i];
        const struct element_room room = find_room(type, i);
        const uint64_t matrices = launch_matrices(launch, i);
        const struct element_room other = {2 * (uint64_t)ceil(element_share(type)), 0};

        fits = count_elements(&manifest->problem, launch, i, &count) &&
               add_room(count, room, slots, &total) &&
               size_multiply(matrices > 1 ? matrices - 1 : 0, launch->value[SYMBOL_STRIDE_A + i],
                             &count) &&
               add_room(count, other, slots, &total);
    }
    for (size_t i = 0; i < manifest->problem.epilogue_count && fits; i++) {
        const struct operation *operation = &manifest->problem.epilogue[i];
        const struct element_room room = {3 * sizeof(double), 0};

        count = 0;
        if (operation->has_buffer &&
            launch_elements(launch, &manifest->buffers[operation->buffer], &count, fault))
            return -1;
        fits = add_room(count, room, slots, &total);
    }
    *bytes = fits ? total : UINT64_MAX;
    return 0;
}

int instance_fits(const struct manifest *manifest, const struct launch *launch,
                  struct host_memory memory, struct fault *fault)
{
    char needed[SIZE_TEXT], limit[SIZE_TEXT], slots[48] = "";
    uint64_t total;

    if (instance_memory(manifest, launch, memory.slots, &total, fault))
        return -1;
    if (total == UINT64_MAX)
        return fault_set(fault, FAULT_REFUSED, "the matrices do not fit 63 bits");
    if (total <= memory.limit)
        return 0;
    if (memory.slots > 1)
        snprintf(slots, sizeof slots, " of %" PRIu64 " kernels", memory.slots);
    return fault_set(fault, FAULT_REFUSED,
                     "the matrices%s and their reference need %s on the host, the limit is %s "
                     "(--memory)",
                     slots, size_bytes(total, needed), size_bytes(memory.limit, limit));
}
