/* What is expected of a C to whose rows rows of groups are added, several to one and in any
 * order. */
#include "harness/worker/instance.h"

#include <math.h>
#include <stdlib.h>

/* Of each number of C, and how many rows are added to each of its rows. */
struct sums {
    uint64_t columns;
    struct estimate *value; /* error: the sum of those of what is added; below 0: there is none */
    double *size;           /* sum of magnitudes */
    uint64_t *additions;
};

static int sums_make(uint64_t rows, uint64_t columns, struct sums *sums, struct fault *fault)
{
    sums->columns = columns;
    sums->value = calloc(rows * columns + 1, sizeof *sums->value);
    sums->size = calloc(rows * columns + 1, sizeof *sums->size);
    sums->additions = calloc(rows + 1, sizeof *sums->additions);
    return sums->value == NULL || sums->size == NULL || sums->additions == NULL
               ? fault_memory(fault)
               : 0;
}

static void sums_release(struct sums *sums)
{
    free(sums->value);
    free(sums->size);
    free(sums->additions);
}

static void add_row(const struct estimate *of, uint64_t row, struct sums *sums)
{
    for (uint64_t i = 0; i < sums->columns; i++) {
        const uint64_t at = row * sums->columns + i;

        sums->value[at].value += of[i].value;
        sums->value[at].error += fmax(of[i].error, 0);
        sums->size[at] += fabs(of[i].value) + fmax(of[i].error, 0);
    }
    sums->additions[row]++;
}

static int add_group(struct instance *instance, uint64_t group, enum verification how,
                     struct sums *sums, struct fault *fault)
{
    const struct matrix *c = &instance->product.matrix[OPERAND_C];
    struct estimate *wanted;
    int status;

    instance_take_member(instance, group);
    wanted = malloc((matrix_count(c) + 1) * sizeof *wanted);
    if (wanted == NULL)
        return fault_memory(fault);
    status = verify_expect(&instance->product, instance->manifest->problem.arithmetic, how, wanted,
                           fault);
    for (uint64_t i = 0; i < c->rows && status == 0; i++)
        add_row(wanted + i * c->columns, c->row_at[i], sums);
    free(wanted);
    return status;
}

/* Adds what C had before, and what each addition rounds; rows to which nothing is added have what
 * they have: others look after them. */
static void add_old(const double *old, const double *got, uint64_t rows, bool exact,
                    struct sums *sums)
{
    const double unit = element_roundoff(TYPE_F32);

    for (uint64_t i = 0; i < rows * sums->columns; i++) {
        const double additions = (double)sums->additions[i / sums->columns];
        struct estimate *value = &sums->value[i];

        if (additions == 0) {
            *value = (struct estimate){got[i], -1};
            continue;
        }
        value->value += old[i];
        value->error =
            exact && value->error == 0 ? -1
            : !isfinite(value->value)
                ? 0
                : value->error + expm1(additions * log1p(unit)) * (sums->size[i] + fabs(old[i]));
    }
}

/* With all rows of C in hand. */
static int compare(struct instance *instance, bool exact, struct sums *sums,
                   struct verdict *verdict, struct fault *fault)
{
    struct matrix c = instance->product.matrix[OPERAND_C];
    double *old, *got;
    int status = 0;

    c.rows = launch_stored_rows(&instance->launch, OPERAND_C);
    old = malloc((matrix_count(&c) + 1) * sizeof *old);
    got = malloc((matrix_count(&c) + 1) * sizeof *got);
    if (old == NULL || got == NULL) {
        status = fault_memory(fault);
    } else {
        matrix_decode(&c, instance->set->bytes[OPERAND_C], old);
        matrix_decode(&c, instance->result, got);
        add_old(old, got, c.rows, exact, sums);
        verify_compare(&c, sums->value, got, exact, verdict);
    }
    free(old);
    free(got);
    return status;
}

int instance_compare_added(struct instance *instance, enum verification how,
                           struct verdict *verdict, struct fault *fault)
{
    const bool exact = how == VERIFY_EXACT && instance->product.epilogue.count == 0;
    struct sums sums = {0};
    int status = sums_make(launch_stored_rows(&instance->launch, OPERAND_C),
                           instance->product.matrix[OPERAND_C].columns, &sums, fault);

    for (uint64_t i = 0; i < instance->launch.value[SYMBOL_BATCH] && status == 0; i++)
        status = add_group(instance, i, how, &sums, fault);
    instance_take_all(instance);
    if (status == 0)
        status = compare(instance, exact, &sums, verdict, fault);
    sums_release(&sums);
    return status;
}
