/* A launch of a case: sizes, leading dimensions, strides and the rest of its arguments, and whether its constraints hold. */
#include "harness/run/launch.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "harness/base/text.h"
#include "harness/manifest/internal.h"
#include "harness/manifest/notation.h"
#include "harness/base/sizes.h"

static const char *const size_names[3] = {"M", "N", "K"};

static int resolve_sizes(const struct manifest *manifest, const struct test_case *test_case,
                         struct launch *launch, struct fault *fault)
{
    const struct problem *problem = &manifest->problem;
    const bool pads = test_case->padded && problem->interface != NULL;

    for (int i = 0; i < 3; i++) {
        const struct given_size *given = &problem->size[i];
        uint64_t size = given->kind == GIVEN_FIXED ? given->number : test_case->size[i];

        if (test_case->has_size[i] && size != test_case->size[i])
            return fault_set(fault, FAULT_REFUSED,
                             "the kernel is made for %s = %" PRIu64 ", not for %" PRIu64,
                             size_names[i], size, test_case->size[i]);
        if (pads &&
            !size_round_up(size, launch_multiple(manifest, (enum symbol)(SYMBOL_M + i)), &size))
            return launch_too_large(fault, size_names[i]);
        if (size > MANIFEST_SIZE_LIMIT)
            return fault_set(fault, FAULT_REFUSED, "%s = %" PRIu64 " is above 2^48", size_names[i],
                             size);
        launch->value[SYMBOL_M + i] = size;
    }
    return 0;
}

/* Whole elements are scaled by whole numbers. */
static int check_scalars(const struct problem *problem, const struct launch *launch,
                         struct fault *fault)
{
    const double scalars[] = {launch->alpha, launch->beta};

    for (int i = 0; i < 2 && element_is_whole_sum(problem->type[OPERAND_C]); i++)
        if (scalars[i] != rint(scalars[i]) || fabs(scalars[i]) > INT32_MAX)
            return fault_set(
                fault, FAULT_REFUSED,
                "%s = %g is not a whole number of at most %" PRId32 ", and C is of %.20s",
                i == 0 ? "alpha" : "beta", scalars[i], INT32_MAX, problem->type_name[OPERAND_C]);
    return 0;
}

/* Elements of a line of a matrix. */
static uint64_t tight_line(const struct manifest *manifest, int operand,
                           const struct launch *launch)
{
    uint64_t rows, columns, tight;
    bool swapped;

    launch_shape(&manifest->problem, launch, operand, &rows, &columns, &swapped);
    tight = swapped ? rows : columns;
    /* A line without elements has room for one, of an operand in blocks for a block. */
    return tight == 0 ? element_covers(manifest->problem.type[operand]) : tight;
}

/* Leading dimension of a matrix, as it is asked for or drawn. */
static int resolve_line(const struct manifest *manifest, const struct test_case *test_case,
                        int operand, struct launch *launch, struct fault *fault)
{
    const struct given_size *ld = &manifest->problem.ld[operand];
    const enum symbol ld_symbol = (enum symbol)(SYMBOL_LDA + operand);
    const uint64_t tight = tight_line(manifest, operand, launch);
    uint64_t length;

    if (ld->kind == GIVEN_TIGHT)
        length = tight;
    else if (ld->kind == GIVEN_FIXED)
        length = ld->number;
    else if (test_case->ld[operand] != 0)
        length = test_case->ld[operand];
    else if (!size_round_up(tight, launch_multiple(manifest, ld_symbol), &length))
        return launch_too_large(fault, symbol_word(ld_symbol));
    launch->value[ld_symbol] = length;
    return 0;
}

/* *span: elements from the first one of the matrix to one past its last. */
static int resolve_storage(const struct manifest *manifest, const struct test_case *test_case,
                           int operand, struct launch *launch, uint64_t *span, struct fault *fault)
{
    const struct given_size *offset = &manifest->problem.offset[operand];
    const enum symbol ld_symbol = (enum symbol)(SYMBOL_LDA + operand);
    const enum symbol offset_symbol = (enum symbol)(SYMBOL_OFFSET_A + operand);
    const uint64_t tight = tight_line(manifest, operand, launch);
    const uint64_t length = launch->value[ld_symbol];
    uint64_t rows, columns;
    bool swapped;

    launch_shape(&manifest->problem, launch, operand, &rows, &columns, &swapped);
    if (length < tight)
        return fault_set(fault, FAULT_REFUSED,
                         "%s = %" PRIu64 " is too small for a matrix with lines "
                         "of %" PRIu64 " elements",
                         symbol_word(ld_symbol), length, tight);
    launch->value[offset_symbol] =
        offset->kind == GIVEN_FIXED ? offset->number : test_case->offset[operand];
    if (length > MANIFEST_SIZE_LIMIT || launch->value[offset_symbol] > MANIFEST_SIZE_LIMIT)
        return launch_too_large(fault, symbol_word(ld_symbol));
    if (!launch_span(swapped ? columns : rows, swapped ? rows : columns, length, span))
        *span = UINT64_MAX; /* what makes use of it refuses it */
    if (manifest->problem.notation != NULL && manifest->problem.notation->known)
        *span = 1; /* members may lie within each other, element by element */
    return 0;
}

/* D of a gated product lies as B does, with room of its own between lines. *span, that of B, grows to that of D, whose members begin where those of
 * B do. */
static int resolve_gate(const struct manifest *manifest, const struct test_case *test_case,
                        struct launch *launch, uint64_t *span, struct fault *fault)
{
    const struct problem *problem = &manifest->problem;
    const struct given_size *ld = &problem->gate_ld, *offset = &problem->gate_offset;
    uint64_t rows, columns, tight, room, own;
    bool swapped;

    if (problem->gate == NULL)
        return 0;
    launch_shape(problem, launch, OPERAND_B, &rows, &columns, &swapped);
    tight = swapped ? rows : columns;
    tight = tight == 0 ? 1 : tight;
    if (!size_add(tight, test_case->residual_room, &room))
        return launch_too_large(fault, symbol_word(SYMBOL_LDD));
    launch->value[SYMBOL_LDD] = ld->kind == GIVEN_TIGHT   ? tight
                                : ld->kind == GIVEN_FIXED ? ld->number
                                                          : room;
    launch->value[SYMBOL_OFFSET_D] =
        offset->kind == GIVEN_FIXED ? offset->number : test_case->offset[OPERAND_B];
    if (!launch_span(swapped ? columns : rows, swapped ? rows : columns, launch->value[SYMBOL_LDD],
                     &own))
        return launch_too_large(fault, symbol_word(SYMBOL_LDD));
    *span = own > *span ? own : *span;
    return launch->value[SYMBOL_LDD] < tight
               ? fault_set(fault, FAULT_REFUSED,
                           "ldd = %" PRIu64 " is too small for a matrix with lines of %" PRIu64
                           " elements",
                           launch->value[SYMBOL_LDD], tight)
               : 0;
}

/* Leading dimensions of residuals, which lie as C does, and scalars: numbers of few digits, so that
 * what is exact stays so. *span, that of C, grows to that of the longest residual: its members
 * begin where those of C do, of a product within each other as those do. */
static int resolve_epilogue(const struct manifest *manifest, const struct test_case *test_case,
                            struct launch *launch, uint64_t *span, struct fault *fault)
{
    static const double scales[SYMBOL_SCALE_LAST - SYMBOL_SCALE + 1] = {0.75, -2, 1.5, 0.5};
    const struct problem *problem = &manifest->problem;
    const bool as_c = problem->notation != NULL && problem->notation->known;
    uint64_t rows, columns, tight;
    bool swapped;

    memcpy(launch->scale, scales, sizeof scales);
    if (problem->attends)
        return 0;
    launch_shape(problem, launch, OPERAND_C, &rows, &columns, &swapped);
    tight = swapped ? rows : columns;
    for (size_t i = 0; i < problem->epilogue_count; i++) {
        const struct operation *operation = &problem->epilogue[i];
        const struct buffer *buffer = &manifest->buffers[operation->buffer];
        const bool matrix =
            operation->has_buffer && buffer->extent_count > 1 && buffer->role != ROLE_D;
        const struct count ld = buffer->extent[matrix ? buffer->extent_count - 2 : 0].stride;
        uint64_t own;

        if (!matrix)
            continue;
        if (as_c) {
            if (ld.symbol != SYMBOL_NONE)
                launch->value[ld.symbol] = launch->value[SYMBOL_LDC];
            continue;
        }
        if (ld.symbol >= SYMBOL_LDR && ld.symbol <= SYMBOL_LDR_LAST &&
            !size_add(tight == 0 ? 1 : tight, test_case->residual_room + (ld.symbol - SYMBOL_LDR),
                      &launch->value[ld.symbol]))
            return launch_too_large(fault, buffer->name);
        if (!launch_span(swapped ? columns : rows, tight, launch_count(launch, ld), &own))
            return launch_too_large(fault, buffer->name);
        *span = own > *span ? own : *span;
    }
    return 0;
}

/* Elements and heads of attention, whose sizes are known. */
static int resolve_attention(const struct problem *problem, struct launch *launch,
                             struct fault *fault)
{
    const struct notation *notation = problem->notation;
    const uint64_t q_heads = notation_size(notation, "q_heads");
    const uint64_t kv_heads = notation_size(notation, "kv_heads");

    for (int i = 0; i < NOTATION_OPERANDS - OPERAND_COUNT; i++)
        launch->value[SYMBOL_ELEMENTS_D + i] = notation->operand[OPERAND_COUNT + i].elements;
    if (kv_heads == 0 || q_heads % kv_heads != 0)
        return fault_set(fault, FAULT_REFUSED, "kv_heads must divide q_heads");
    if (q_heads / kv_heads % problem->heads != 0)
        return fault_set(fault, FAULT_REFUSED, "q_heads must be a multiple of %" PRIu64 " kv_heads",
                         problem->heads);
    if (problem->causal && launch->value[SYMBOL_M] > launch->value[SYMBOL_K])
        return fault_set(fault, FAULT_REFUSED, "lq must be at most lk of a causal mask");
    if (!size_multiply(notation_size(notation, "batch"), q_heads, &launch->value[SYMBOL_HEADS]))
        return launch_too_large(fault, "heads");
    launch->value[SYMBOL_KV_HEADS] = notation_size(notation, "batch") * kv_heads;
    return 0;
}

static const char *operator_words(int op)
{
    static const char *const words[] = {"a multiple of", "at least", "at most", "equal to"};

    return words[op];
}

/* Advises the next sizes in place of one that is no multiple, and what a generated kernel can do
 * with other sizes. */
static void advise_multiple(const struct constraint *constraint, uint64_t size, uint64_t step,
                            char *text, size_t room)
{
    uint64_t below = size / step * step;

    snprintf(text, room, "; ask ");
    if (below > 0)
        text_append(text, room, "%" PRIu64 " or ", below);
    text_append(text, room, "%" PRIu64, below + step);
    if (constraint->left[0] <= SYMBOL_K && strcmp(constraint->rule, "whole-blocks") != 0 &&
        strcmp(constraint->rule, "promised-sizes") != 0)
        text_append(text, room, ", or --edges guard where the kernel is generated");
}

static int check_constraint(const struct constraint *constraint, const struct launch *launch,
                            struct fault *fault)
{
    uint64_t left = 1, right = launch_count(launch, constraint->right);
    char advice[120] = "";
    bool fits = true, kept = false;

    for (size_t i = 0; i < constraint->left_count && fits; i++)
        fits = size_multiply(left, launch->value[constraint->left[i]], &left);
    switch (constraint->op) {
    case OP_MULTIPLE_OF:
        kept = fits && right != 0 && left % right == 0;
        break;
    case OP_AT_LEAST:
        kept = !fits || left >= right;
        break;
    case OP_AT_MOST:
        kept = fits && left <= right;
        break;
    case OP_EQUAL:
        kept = fits && left == right;
        break;
    }
    if (kept)
        return 0;
    if (!fits)
        return fault_set(fault, FAULT_REFUSED, "%s (rule `%s`: the product does not fit 63 bits)",
                         constraint->sentence, constraint->rule);
    if (constraint->op == OP_MULTIPLE_OF && constraint->left_count == 1 && right > 0)
        advise_multiple(constraint, left, right, advice, sizeof advice);
    return fault_set(fault, FAULT_REFUSED, "%s (rule `%s`: %" PRIu64 " is not %s %" PRIu64 ")%s",
                     constraint->sentence, constraint->rule, left, operator_words(constraint->op),
                     right, advice);
}

/* Symbols whose values follow from what a host passes: leading dimensions, or all others. */
static int derive(const struct manifest *manifest, bool lines, struct launch *launch,
                  struct fault *fault)
{
    for (size_t i = 0; i < manifest->derived_count; i++) {
        const struct derived *const derived = &manifest->derived[i];
        const enum symbol symbol = derived->symbol;
        double value = -1;
        int64_t counted;

        if ((symbol >= SYMBOL_LDA && symbol <= SYMBOL_LDC) != lines)
            continue;
        if (derived->formula == NULL)
            value = launch_sum(launch, derived->terms, derived->term_count);
        else if (launch_formula(derived->formula, launch_size, launch, &counted))
            value = (double)counted;
        if (!(value >= 0 && value <= (double)MANIFEST_SIZE_LIMIT))
            return launch_too_large(fault, symbol_word(symbol));
        launch->value[symbol] = (uint64_t)value;
    }
    return 0;
}

/* Members of C that would overlap by what a host passes are refused; those of A and B may be any. */
static int check_apart(const struct manifest *manifest, const uint64_t span[OPERAND_COUNT],
                       const struct launch *launch, struct fault *fault)
{
    if (manifest->derived_count > 0 && manifest->problem.batch == BATCH_STRIDED &&
        launch->value[SYMBOL_BATCH] > 1 && launch->value[SYMBOL_STRIDE_C] < span[OPERAND_C])
        return fault_set(fault, FAULT_REFUSED,
                         "members of C, of %" PRIu64
                         " elements, overlap: the host has them %" PRIu64 " apart",
                         span[OPERAND_C], launch->value[SYMBOL_STRIDE_C]);
    return 0;
}

int launch_resolve(const struct manifest *manifest, const struct test_case *test_case,
                   struct launch *launch, struct fault *fault)
{
    const struct problem *problem = &manifest->problem;
    uint64_t span[OPERAND_COUNT];

    memset(launch, 0, sizeof *launch);
    launch->manifest = manifest;
    launch->turn = test_case->turn;
    launch->listed = problem->batch == BATCH_OFFSETS;
    launch->grouped = problem->batch == BATCH_GROUPS;
    launch->ragged = problem->ragged;
    launch->experts = problem->experts;
    launch->gathers = problem->gathers;
    launch->scatters = problem->scatters;
    launch->adds = problem->adds;
    launch->dealt = test_case->dealt;
    launch->alpha = problem->alpha.fixed ? problem->alpha.number : test_case->alpha;
    launch->beta = problem->beta.fixed ? problem->beta.number : test_case->beta;
    if (element_parts(problem->type[OPERAND_C]) == 2) {
        launch->alpha_i = problem->alpha.fixed ? 0 : test_case->alpha_i;
        launch->beta_i = problem->beta.fixed ? 0 : test_case->beta_i;
    }
    if (check_scalars(problem, launch, fault) || resolve_sizes(manifest, test_case, launch, fault))
        return -1;
    for (int i = 0; problem->notation != NULL && i < OPERAND_COUNT; i++)
        launch->value[SYMBOL_ELEMENTS_A + i] = problem->notation->operand[i].elements;
    if (problem->attends && resolve_attention(problem, launch, fault))
        return -1;
    launch_list_rows(launch);
    for (int i = 0; i < OPERAND_COUNT; i++)
        if (resolve_line(manifest, test_case, i, launch, fault))
            return -1;
    if (derive(manifest, true, launch, fault))
        return -1;
    for (int i = 0; i < OPERAND_COUNT; i++)
        if (resolve_storage(manifest, test_case, i, launch, &span[i], fault))
            return -1;
    if (resolve_epilogue(manifest, test_case, launch, &span[OPERAND_C], fault) ||
        resolve_gate(manifest, test_case, launch, &span[OPERAND_B], fault) ||
        launch_batch(manifest, test_case, span, launch, fault) ||
        derive(manifest, false, launch, fault) || check_apart(manifest, span, launch, fault))
        return -1;
    launch->ids = launch_ids(launch);
    for (size_t i = 0; i < manifest->constraint_count; i++)
        if (check_constraint(&manifest->constraints[i], launch, fault))
            return -1;
    return 0;
}
