#include "harness/verify/companions.h"

#include "harness/manifest/groups.h"
#include "harness/manifest/quantised.h"

/* Elements of a matrix of that type that one element of its companion serves. */
static uint64_t covers_of(enum element_type type, size_t index)
{
    struct companion list[MOST_COMPANIONS];

    groups_companions(type, list);
    return list[index].covers;
}

static enum element_type type_of(enum element_type type, size_t index)
{
    struct companion list[MOST_COMPANIONS];

    groups_companions(type, list);
    return list[index].type;
}

int companion_make(const struct matrix *matrix, size_t index, const char *name,
                   struct matrix *companion, struct fault *fault)
{
    const uint64_t covers = covers_of(matrix->type, index);

    *companion = (struct matrix){
        .rows = matrix->swapped ? matrix->rows / covers : matrix->rows,
        .columns = matrix->swapped ? matrix->columns : matrix->columns / covers,
        .swapped = matrix->swapped,
        .ld = matrix->ld / covers,
        .offset = matrix->offset / covers,
        .type = type_of(matrix->type, index),
        .members = matrix->members,
        .step = matrix->step / covers,
    };
    return matrix_allocate(companion, name, fault);
}

void companion_fill(const struct matrix *matrix, size_t index, struct matrix *companion)
{
    const uint64_t covers = covers_of(matrix->type, index);
    const uint64_t each = element_covers(matrix->type) / covers; /* of a block */
    const uint64_t lines = matrix->swapped ? companion->columns : companion->rows;
    const uint64_t length = matrix->swapped ? companion->rows : companion->columns;

    companion->start = matrix->start / covers;
    for (uint64_t line = 0; line < lines; line++)
        for (uint64_t at = 0; at < length; at++) {
            const uint64_t block = (line * length + at) / each;

            companion->value[matrix->swapped ? at * lines + line : line * length + at] =
                groups_companion(matrix->type,
                                 matrix->blocks + block * quantised_bytes(matrix->type), index,
                                 at % each);
        }
}
