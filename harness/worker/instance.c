#include "harness/worker/instance.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "harness/manifest/groups.h"
#include "harness/manifest/notation.h"
#include "harness/verify/matrix.h"

static const char operand_letters[] = "ABC";

/* Whether what is multiplied and calculated with is of several kinds: whole, real, complex. Sums of
 * whole numbers may become real ones. */
static bool mixes_kinds(const struct problem *problem)
{
    const bool whole = element_is_whole(problem->arithmetic.accumulate);
    const int parts = element_parts(problem->type[OPERAND_C]);

    return element_parts(problem->type[OPERAND_A]) != parts ||
           element_parts(problem->type[OPERAND_B]) != parts ||
           element_is_whole(problem->type[OPERAND_A]) != whole ||
           element_is_whole(problem->type[OPERAND_B]) != whole ||
           element_is_whole(problem->arithmetic.product) != whole ||
           (element_is_whole_sum(problem->type[OPERAND_C]) && !whole);
}

/* Index functions want the sizes of a launch: NOTATION_OPEN is none. */
static int sizes_known(const struct notation *notation, struct fault *fault)
{
    bool by_index = false;
    char open[400];

    for (int i = 0; notation != NULL && i < OPERAND_COUNT; i++)
        by_index |= notation->operand[i].by_index;
    if (!by_index || notation->known)
        return 0;
    notation_list_open(notation, open, sizeof open);
    return fault_set(fault, FAULT_REFUSED,
                     "the kernel takes sizes of a product by their names: --at says %s", open);
}

int instance_supported(const struct manifest *manifest, struct fault *fault)
{
    const struct problem *problem = &manifest->problem;
    char known[ELEMENT_LIST];

    for (int i = 0; i < OPERAND_COUNT; i++)
        if (!element_of_matrix(problem->type[i]))
            return fault_set(fault, FAULT_REFUSED,
                             "this harness has no reference for type `%.20s` "
                             "of %c: %s only",
                             problem->type_name[i], operand_letters[i], element_list(false, known));
    if (!element_is_calculated(problem->arithmetic.accumulate) ||
        (!element_is_calculated(problem->arithmetic.product) &&
         !element_is_of_factors(problem->arithmetic.product)) ||
        (problem->arithmetic.rounds_factors && !element_is_real(problem->arithmetic.factors)))
        return fault_set(fault, FAULT_REFUSED,
                         "this harness has no reference for this type of the accumulator, of "
                         "products or of factors: %s only",
                         element_list(true, known));
    if (mixes_kinds(problem))
        return fault_set(fault, FAULT_REFUSED,
                         "this harness has no reference for products of whole, real and complex "
                         "numbers");
    return sizes_known(problem->notation, fault) ? -1 : epilogue_supported(problem, fault);
}

const char *instance_operand_name(const struct instance *instance, int operand)
{
    return instance->manifest->buffers[instance->manifest->operand[operand]].name;
}

/* A caller's buffer must be what BLAS says, to the last element. */
static int check_lengths(struct instance *instance, struct fault *fault)
{
    for (int i = 0; i < DATA_OPERANDS; i++) {
        const struct matrix *matrix = instance_matrix(instance, i);
        uint64_t asked = matrix == NULL ? 0 : runner_bytes(instance->runner, i);
        uint64_t right = matrix == NULL ? 0 : matrix_bytes(matrix);

        if (asked != right)
            return fault_set(fault, FAULT_REFUSED,
                             "the manifest wants %" PRIu64 " bytes for %s, BLAS "
                             "requires %" PRIu64 ": its extents, strides or offset are wrong",
                             asked, instance_operand_name(instance, i), right);
    }
    return 0;
}

/* A scalar as the kernels get it: rounded to the type of the argument that passes it, which must
 * not be narrower than C. */
static double passed_scalar(const struct manifest *manifest, enum symbol symbol, double value)
{
    enum element_type c = manifest->problem.type[OPERAND_C];

    for (size_t i = 0; i < manifest->step_count; i++)
        for (size_t j = 0; j < manifest->steps[i].argument_count; j++) {
            const struct argument *argument = &manifest->steps[i].arguments[j];

            if (argument->kind == ARGUMENT_VALUE && argument->symbol == symbol)
                return element_round(element_facts[argument->type].bytes < element_facts[c].bytes
                                         ? c
                                         : argument->type,
                                     value);
        }
    return value;
}

/* The companions of A and B. */
static int make_companions(struct instance *instance, struct fault *fault)
{
    for (int operand = OPERAND_A; operand <= OPERAND_B; operand++) {
        const struct matrix *matrix = &instance->product.matrix[operand];
        struct companion list[MOST_COMPANIONS];
        const size_t count = groups_companions(matrix->type, list);

        for (size_t i = 0; i < count; i++) {
            const size_t slot = 2 * (size_t)list[i].kind + (size_t)operand;

            if (companion_make(matrix, list[i].kind,
                               instance_operand_name(instance, (int)(OPERAND_COMPANIONS + slot)),
                               &instance->product.companion[slot], fault))
                return -1;
        }
    }
    return 0;
}

static int make_host(struct instance *instance, struct fault *fault)
{
    const struct matrix *c = &instance->product.matrix[OPERAND_C];

    for (int i = 0; i < OPERAND_COUNT; i++)
        if (matrix_make(instance->manifest, &instance->launch, i, &instance->product.matrix[i],
                        fault))
            return -1;
    if (make_companions(instance, fault) || rows_make(&instance->launch, &instance->rows, fault) ||
        epilogue_make(instance->manifest, &instance->launch, &instance->product.epilogue, fault))
        return -1;
    instance->evaluations.device = instance->by.blas == NULL ? instance->by.device : NULL;
    instance->product.epilogue.evaluator =
        (struct evaluator){evaluations_run, &instance->evaluations};
    if (instance->manifest->problem.attends)
        instance->product.attention = instance->manifest->problem.notation;
    instance->product.causal = instance->manifest->problem.causal;
    instance->product.alpha =
        passed_scalar(instance->manifest, SYMBOL_ALPHA, instance->launch.alpha);
    instance->product.beta = passed_scalar(instance->manifest, SYMBOL_BETA, instance->launch.beta);
    instance->product.alpha_i =
        passed_scalar(instance->manifest, SYMBOL_ALPHA, instance->launch.alpha_i);
    instance->product.beta_i =
        passed_scalar(instance->manifest, SYMBOL_BETA, instance->launch.beta_i);
    instance->result = malloc(matrix_bytes(c) + 1);
    instance->values = malloc((matrix_count(c) + 1) * sizeof(double));
    return instance->result == NULL || instance->values == NULL ? fault_memory(fault) : 0;
}

static int open_runner(struct instance *instance, struct fault *fault)
{
    const struct multiplier *by = &instance->by;
    uint64_t bytes[OPERAND_COUNT];

    if (by->blas == NULL)
        return runner_open(by->device, instance->manifest, &instance->launch, by->built, by->guards,
                           &instance->runner, fault) ||
                       check_lengths(instance, fault)
                   ? -1
                   : 0;
    for (int i = 0; i < OPERAND_COUNT; i++)
        bytes[i] = matrix_bytes(&instance->product.matrix[i]);
    return runner_open_blas(by->blas, instance->manifest, &instance->launch, bytes,
                            &instance->runner, fault);
}

int instance_open(const struct multiplier *by, const struct manifest *manifest,
                  const struct test_case *test_case, struct host_memory memory,
                  struct instance *instance, struct fault *fault)
{
    *instance = (struct instance){.by = *by, .manifest = manifest};
    if (launch_resolve(manifest, test_case, &instance->launch, fault) == 0 &&
        launch_check_members(&instance->launch, fault) == 0 &&
        instance_fits(manifest, &instance->launch, memory, fault) == 0 &&
        make_host(instance, fault) == 0 && open_runner(instance, fault) == 0)
        return 0;
    instance_close(instance);
    return -1;
}

void instance_close(struct instance *instance)
{
    runner_close(instance->runner);
    for (int i = 0; i < OPERAND_COUNT; i++)
        matrix_release(&instance->product.matrix[i]);
    for (int i = 0; i < COMPANION_LIMIT; i++)
        matrix_release(&instance->product.companion[i]);
    epilogue_release(&instance->product.epilogue);
    rows_release(&instance->rows);
    evaluations_release(&instance->evaluations);
    data_set_release(instance->set);
    free(instance->result);
    free(instance->values);
    memset(instance, 0, sizeof *instance);
}
