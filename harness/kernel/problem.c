#include "harness/kernel/kernel.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* The generator's default type of products: the wider one of A's and B's types, single where both
 * are shorter; 32 bits for whole numbers. */
static enum element_type standard_product(const struct problem *problem)
{
    enum element_type wider = TYPE_F32;

    if (element_is_whole(problem->type[OPERAND_A]))
        return TYPE_I32;
    for (int i = OPERAND_A; i <= OPERAND_B; i++) {
        const enum element_type type = element_part(element_named(problem->type_name[i]));

        if (element_is_narrower(wider, type))
            wider = type;
    }
    return wider;
}

const char *problem_type_word(const struct problem *problem, int operand)
{
    const enum element_type type = problem->type[operand];

    return type < TYPE_I64 && element_facts[type].together != 0
               ? element_word(element_facts[type].together)
               : problem->type_name[operand];
}

static int say_types(const struct problem *problem, struct clgemm_request *request,
                     struct clgemm_error *error)
{
    static const char *const own[OPERAND_COUNT] = {"type-a", "type-b", "type-c"};
    /* --type is of all three, and C has no quantised elements. */
    const bool quantised = element_covers(problem->type[OPERAND_A]) > 1;
    const char *all = problem->type_name[quantised ? OPERAND_C : OPERAND_A];
    const char *product = element_word(problem->arithmetic.product);
    const char *sum = element_word(problem->arithmetic.accumulate);

    if (clgemm_request_set(request, "type", all, error) ||
        (problem->arithmetic.product != standard_product(problem) &&
         clgemm_request_set(request, "compute", product, error)))
        return -1;
    for (int i = OPERAND_A; i < OPERAND_COUNT; i++) {
        const char *word = problem_type_word(problem, i);

        if ((strcmp(word, all) != 0 && clgemm_request_set(request, own[i], word, error)) ||
            (word != problem->type_name[i] &&
             clgemm_request_set(request, "quants", "apart", error)))
            return -1;
    }
    return strcmp(sum, product) == 0 ? 0 : clgemm_request_set(request, "accumulate", sum, error);
}

static int say_form(const struct problem *problem, struct clgemm_request *request,
                    struct clgemm_error *error)
{
    char transpose[3] = "";

    for (int i = 0; i < 2; i++)
        transpose[i] = problem->conjugate[i] ? 'c' : problem->transpose[i] ? 't' : 'n';

    return clgemm_request_set(request, "layout", problem->column_layout ? "column" : "row",
                              error) ||
                   clgemm_request_set(request, "transpose", transpose, error)
               ? -1
               : 0;
}

/* *fixed: the sizes are, so that leading dimensions are tight by themselves. */
static int say_sizes(const struct problem *problem, struct clgemm_request *request, bool *fixed,
                     struct clgemm_error *error)
{
    const struct given_size *size = problem->size;
    char text[80];

    *fixed =
        size[0].kind == GIVEN_FIXED && size[1].kind == GIVEN_FIXED && size[2].kind == GIVEN_FIXED;
    snprintf(text, sizeof text, "%" PRIu64 "x%" PRIu64 "x%" PRIu64, size[0].number, size[1].number,
             size[2].number);
    return *fixed ? clgemm_request_set(request, "fixed", text, error) : 0;
}

static int say_place(const char *option, const struct given_size *given, int standard,
                     struct clgemm_request *request, struct clgemm_error *error)
{
    char text[24];

    if ((int)given->kind == standard && (standard != GIVEN_FIXED || given->number == 0))
        return 0;
    snprintf(text, sizeof text, "%" PRIu64, given->number);
    return clgemm_request_set(request, option,
                              given->kind == GIVEN_TIGHT       ? "tight"
                              : given->kind == GIVEN_AT_LAUNCH ? "arg"
                                                               : text,
                              error);
}

static int say_scalar(const char *option, const struct given_scalar *given,
                      struct clgemm_request *request, struct clgemm_error *error)
{
    char text[40];

    snprintf(text, sizeof text, "%.17g", given->number);
    return given->fixed ? clgemm_request_set(request, option, text, error) : 0;
}

/* An operation as the option writes it. */
static size_t write_operation(const struct operation *operation, char *text, size_t room)
{
    static const char *const axes[] = {"", ":row", ":column"};
    size_t used = (size_t)snprintf(text, room, "%.40s%s%s", operation->name, axes[operation->axis],
                                   operation->many ? ":group" : "");

    for (size_t i = 0; i < operation->number_count; i++)
        used += (size_t)snprintf(text + used, room - used, ":%.17g", operation->number[i]);
    if (operation->expression != NULL)
        used += (size_t)snprintf(text + used, room - used, ":%s", operation->expression);
    return used;
}

static int say_epilogue(const struct problem *problem, struct clgemm_request *request,
                        struct clgemm_error *error)
{
    char text[EPILOGUE_LIMIT * (EXPRESSION_LIMIT + 128)];
    size_t used = 0;

    if (problem->gate != NULL) {
        snprintf(text, sizeof text, "gate:%.40s", problem->gate);
        return clgemm_request_set(request, "chain", text, error);
    }

    for (size_t i = 0; i < problem->epilogue_count; i++) {
        if (i > 0)
            text[used++] = ',';
        used += write_operation(&problem->epilogue[i], text + used, sizeof text - used);
    }
    return used == 0 ? 0 : clgemm_request_set(request, "epilogue", text, error);
}

static int say_batch(const struct problem *problem, struct clgemm_request *request,
                     struct clgemm_error *error)
{
    static const char *const words[] = {"none", "strided", "offsets", "groups"};
    static const char *const strides[OPERAND_COUNT] = {"stride-a", "stride-b", "stride-c"};

    if (problem->batch == BATCH_NONE)
        return 0;
    if (clgemm_request_set(request, "batch", words[problem->batch], error) ||
        say_place("batch-count", &problem->members, GIVEN_AT_LAUNCH, request, error) ||
        (problem->batch == BATCH_GROUPS && problem->ragged != SYMBOL_M &&
         clgemm_request_set(request, "ragged", problem->ragged == SYMBOL_N ? "n" : "k", error)) ||
        (problem->experts && clgemm_request_set(request, "experts", "index", error)) ||
        (problem->gathers && clgemm_request_set(request, "rows-a", "index", error)) ||
        (problem->scatters &&
         clgemm_request_set(request, "rows-c", problem->adds ? "add" : "index", error)))
        return -1;
    for (int i = 0; i < OPERAND_COUNT; i++)
        if ((problem->batch != BATCH_GROUPS || i == operand_of_groups(problem->ragged)) &&
            say_place(strides[i], &problem->stride[i], GIVEN_AT_LAUNCH, request, error))
            return -1;
    return 0;
}

/* Layout, sizes, members and leading dimensions of matrices. */
static int say_matrices(const struct problem *problem, struct clgemm_request *request,
                        struct clgemm_error *error)
{
    static const char *const lengths[OPERAND_COUNT] = {"lda", "ldb", "ldc"};
    bool fixed;

    if (say_form(problem, request, error) || say_sizes(problem, request, &fixed, error) ||
        say_batch(problem, request, error))
        return -1;
    for (int i = 0; i < OPERAND_COUNT; i++)
        if (say_place(lengths[i], &problem->ld[i], fixed ? GIVEN_TIGHT : GIVEN_AT_LAUNCH, request,
                      error))
            return -1;
    return 0;
}

/* Which keys a row of attention sees. */
static int say_masks(const struct problem *problem, struct clgemm_request *request,
                     struct clgemm_error *error)
{
    static const char *const masks[][2] = {
        {"none", "causal"}, {"keys", "causal,keys"}, {"matrix", "causal,matrix"}};

    if (clgemm_request_set(request, "mask", masks[problem->mask][problem->causal], error) ||
        (problem->mask != MASK_NONE &&
         clgemm_request_set(request, "type-mask", problem->mask_type, error)))
        return -1;
    return problem->lengths ? clgemm_request_set(request, "lengths", "member", error) : 0;
}

/* Options that attention does not decide by itself. */
static int say_attention(const struct problem *problem, struct clgemm_request *request,
                         struct clgemm_error *error)
{
    char head[24];

    snprintf(head, sizeof head, "%" PRIu64, problem->size[1].number);
    return say_types(problem, request, error) ||
                   say_scalar("alpha", &problem->alpha, request, error) ||
                   clgemm_request_set(request, "chain", "attention", error) ||
                   clgemm_request_set(request, "head", head, error) ||
                   say_masks(problem, request, error)
               ? -1
               : 0;
}

int problem_say(const struct problem *problem, struct clgemm_request *request,
                struct clgemm_error *error)
{
    static const char *const offsets[OPERAND_COUNT] = {"offset-a", "offset-b", "offset-c"};

    if (problem->attends)
        return say_attention(problem, request, error);
    if (say_types(problem, request, error) ||
        (problem->notation == NULL ? say_matrices(problem, request, error)
                                   : product_say(problem->notation, request, error)) ||
        say_scalar("alpha", &problem->alpha, request, error) ||
        say_scalar("beta", &problem->beta, request, error) ||
        say_epilogue(problem, request, error) ||
        (problem->interface != NULL &&
         clgemm_request_set(request, "interface", problem->interface, error)))
        return -1;
    for (int i = 0; i < OPERAND_COUNT; i++)
        if (say_place(offsets[i], &problem->offset[i], GIVEN_FIXED, request, error))
            return -1;
    return 0;
}
