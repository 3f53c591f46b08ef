/* Companions of A and B: buffers beside that of their quants. */
#include "harness/verify/matrix.h"

#include "harness/manifest/groups.h"
#include "harness/manifest/quantised.h"

/* The companion of that kind, which there is, and its number among all. */
static struct companion companion_of(enum element_type type, enum companion_kind kind,
                                     size_t *index)
{
    struct companion list[MOST_COMPANIONS];
    const size_t count = groups_companions(type, list);

    *index = 0;
    while (*index + 1 < count && list[*index].kind != kind)
        ++*index;
    return list[*index];
}

int companion_make(const struct matrix *matrix, enum companion_kind kind, const char *name,
                   struct matrix *companion, struct fault *fault)
{
    size_t index;
    const struct companion of = companion_of(matrix->type, kind, &index);
    const uint64_t lines = of.lines, covers = of.covers / lines; /* of a line */
    const uint64_t rows = matrix->rows, columns = matrix->columns;

    *companion = (struct matrix){
        .rows = matrix->swapped ? rows / covers * of.numbers : (rows + lines - 1) / lines,
        .stored_rows = matrix->stored_rows,
        .columns = matrix->swapped ? (columns + lines - 1) / lines : columns / covers * of.numbers,
        .swapped = matrix->swapped,
        .ld = matrix->ld / covers * of.numbers,
        .offset = matrix->offset / of.covers * of.numbers,
        .type = of.type,
        .members = matrix->members,
        .step = matrix->step / of.covers * of.numbers,
    };
    return matrix_allocate(companion, name, fault);
}

void companion_fill(const struct matrix *matrix, enum companion_kind kind, struct matrix *companion)
{
    size_t index;
    const struct companion of = companion_of(matrix->type, kind, &index);
    const uint64_t each =
        element_covers(matrix->type) * of.lines / of.covers * of.numbers; /* of a block */
    const uint64_t lines = matrix->swapped ? companion->columns : companion->rows;
    const uint64_t length = matrix->swapped ? companion->rows : companion->columns;

    companion->start = matrix->start / of.covers * of.numbers;
    for (uint64_t line = 0; line < lines; line++)
        for (uint64_t at = 0; at < length; at++) {
            const uint64_t block = (line * of.lines * length + at) / each;

            companion->value[matrix->swapped ? at * lines + line : line * length + at] =
                groups_companion(matrix->type,
                                 matrix->blocks + block * quantised_bytes(matrix->type), index,
                                 at % each);
        }
}
