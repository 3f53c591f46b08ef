/* The values of the members of a batch: each is made again where it is looked at. */
#include <math.h>

#include "harness/worker/instance.h"
#include "harness/verify/companions.h"

static bool holds_infinity(const struct matrix *matrix)
{
    return element_covers(matrix->type) == 1 && !element_is_whole(matrix->type);
}

/* Infinity, or what stands for it in the type, at the end of A's first row and of B's second column, and NaN at the start of A's second
 * row and of B's third column, where there are others and C can hold it. All other values are
 * positive, so that infinity is due in that row and column, NaN in these, and neither anywhere
 * else. Blocks and whole numbers hold none. */
static void put_specials(struct product *product)
{
    struct matrix *a = &product->matrix[OPERAND_A], *b = &product->matrix[OPERAND_B];
    const bool nan = !element_is_whole(product->matrix[OPERAND_C].type);

    if (a->rows == 0 || b->columns == 0 || a->columns == 0)
        return;
    if (holds_infinity(a)) {
        a->value[matrix_width(a) - 1] = element_round(a->type, INFINITY);
        if (nan && a->rows > 2)
            a->value[matrix_width(a)] = NAN;
    }
    if (holds_infinity(b)) {
        const size_t parts = (size_t)element_parts(b->type);

        b->value[(b->rows - 1) * matrix_width(b) + (b->columns > 1) * parts] =
            element_round(b->type, INFINITY);
        if (nan && b->columns > 3)
            b->value[2 * parts] = NAN;
    }
}

/* Fills scales and zero points of A and B. */
static void fill_companions(struct product *product)
{
    for (size_t i = 0; i < COMPANION_LIMIT; i++)
        if (product->companion[i].value != NULL)
            companion_fill(&product->matrix[i % 2], i / 2, &product->companion[i]);
}

/* The greatest magnitude of whole elements: all that there are at random, but where few sums would
 * be within a narrow C. */
static int find_largest(const struct instance *instance)
{
    enum {
        FEW = 3
    };
    const enum element_type c = instance->product.matrix[OPERAND_C].type;

    if (instance->loaded.data == DATA_WHOLE)
        return instance->loaded.whole.largest;
    return element_is_whole(c) && !element_is_whole_sum(c) ? FEW : MATRIX_WHOLE_RANGE;
}

void instance_take_member(struct instance *instance, uint64_t member)
{
    struct product *product = &instance->product;
    const uint64_t seed = instance->loaded.seed;
    const int largest = find_largest(instance);

    for (int i = 0; i < OPERAND_COUNT; i++) {
        struct matrix *matrix = &product->matrix[i];

        matrix->start = launch_member(&instance->launch, i, member);
        matrix_fill(matrix, instance->loaded.data, largest,
                    matrix_member_seed(matrix, seed + (uint64_t)i * 1000003, member));
    }
    if (instance->loaded.data == DATA_WHOLE)
        matrix_thin(&product->matrix[OPERAND_A], &product->matrix[OPERAND_B],
                    instance->loaded.whole.stride, seed);
    fill_companions(product);
    if (instance->loaded.infinities)
        put_specials(product);
    epilogue_fill(&product->epilogue, &instance->launch, member,
                  instance->loaded.data != DATA_RANDOM, seed);
    instance->loaded.filled = true;
}
