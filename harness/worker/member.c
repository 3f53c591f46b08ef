/* The values of one member of a batch. */
#include "harness/worker/instance.h"

#include <math.h>

#include "harness/verify/matrix.h"

bool instance_has_places(const struct instance *instance)
{
    return instance->product.matrix[OPERAND_A].places != NULL ||
           instance->product.matrix[OPERAND_B].places != NULL;
}

static bool holds_infinity(const struct matrix *matrix)
{
    return element_covers(matrix->type) == 1 && !element_is_whole(matrix->type);
}

/* Infinity, or what stands for it in the type, at the end of A's first row and of B's second
 * column, and NaN at the start of A's second row and of B's third column, where there are others
 * and C can hold it. All other values are positive, so that infinity is due in that row and column,
 * NaN in these, and neither anywhere else. Blocks and whole numbers hold none. */
static void put_specials(struct product *product)
{
    struct matrix *a = &product->matrix[OPERAND_A], *b = &product->matrix[OPERAND_B];
    const bool nan = !element_is_whole(product->matrix[OPERAND_C].type);

    if (b->columns == 0 || a->columns == 0)
        return;
    /* B has the same where a group that shares it has no rows. */
    if (holds_infinity(a) && a->rows > 0) {
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

/* Fills what A and B have beside their quants. */
static void fill_companions(struct product *product)
{
    for (size_t i = 0; i < COMPANION_LIMIT; i++)
        if (product->companion[i].value != NULL)
            companion_fill(&product->matrix[i % 2], (enum companion_kind)(i / 2),
                           &product->companion[i]);
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

/* The seed of a member's elements: rows of each group have others. */
static uint64_t seed_of_member(const struct instance *instance, int operand, uint64_t member)
{
    const struct matrix *matrix = &instance->product.matrix[operand];
    const uint64_t seed = instance->loaded.seed + (uint64_t)operand * 1000003;

    return launch_is_common(&instance->launch, operand)
               ? seed + member * 15485863
               : matrix_member_seed(matrix, seed, launch_place(&instance->launch, operand, member));
}

/* D of a gated product: sums of both are exact where those of one are. */
static void fill_second(struct instance *instance, int largest, uint64_t member)
{
    struct matrix *d = epilogue_second(&instance->product.epilogue);
    const uint64_t seed = instance->loaded.seed;

    if (d == NULL)
        return;
    d->start = instance->product.matrix[OPERAND_B].start;
    matrix_fill(d, instance->loaded.data, largest,
                seed_of_member(instance, OPERAND_B, member) + OPERAND_COUNT * 1000003);
    if (instance->loaded.data == DATA_WHOLE)
        matrix_thin(&instance->product.matrix[OPERAND_A], d, instance->launch.value[SYMBOL_M],
                    instance->loaded.whole.stride, seed);
}

void instance_take_member(struct instance *instance, uint64_t member)
{
    struct product *product = &instance->product;
    const uint64_t seed = instance->loaded.seed;
    const int largest = find_largest(instance);

    instance_find_member(instance, member);
    for (int i = 0; i < OPERAND_COUNT; i++)
        matrix_fill(&product->matrix[i], instance->loaded.data, largest,
                    seed_of_member(instance, i, member));
    if (instance->loaded.data == DATA_WHOLE)
        matrix_thin(&product->matrix[OPERAND_A], &product->matrix[OPERAND_B],
                    instance->launch.value[SYMBOL_M], instance->loaded.whole.stride, seed);
    fill_companions(product);
    if (instance->loaded.infinities && !instance_has_places(instance))
        put_specials(product);
    epilogue_fill(&product->epilogue, &instance->launch, member,
                  instance->loaded.data != DATA_RANDOM, seed);
    fill_second(instance, largest, member);
    instance->loaded.filled = true;
}
