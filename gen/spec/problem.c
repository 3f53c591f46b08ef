/*
 * What is computed: the problem of a spec, by its options, its product and its interface.
 */
#include "gen/spec/internal.h"

#include <string.h>

#include "gen/request/attention.h"
#include "gen/request/epilogue.h"
#include "gen/request/interface.h"

static struct setting setting_of(const struct option_value *value)
{
    if (value->at_launch)
        return (struct setting){.how = GIVEN_AT_LAUNCH};
    if (value->tight)
        return (struct setting){.how = TIGHT};
    return (struct setting){
        .how = FIXED, .whole = value->numbers[0], .real = value->real, .text = value->text};
}

/* Of one product, and of members that a list places, no strides are given; of groups that of the matrices that each has of its own. */
static void resolve_batch(struct problem *problem, const struct option_value *values)
{
    const struct setting one = {.how = FIXED, .whole = 1}, zero = {.how = FIXED};
    problem->batch = batch_find(values[OPTION_BATCH].text);
    problem->values[SYMBOL_BATCH] =
        problem->batch == BATCH_NONE ? one : setting_of(&values[OPTION_BATCH_COUNT]);
    const char ragged = values[OPTION_RAGGED].text[0];
    problem->ragged = ragged == 'm' ? SYMBOL_M : ragged == 'n' ? SYMBOL_N : SYMBOL_K;
    problem->experts = strcmp(values[OPTION_EXPERTS].text, "none") != 0;
    problem->values[SYMBOL_MATRICES] =
        problem->experts ? (struct setting){.how = GIVEN_AT_LAUNCH} : one;
    problem->gathers = strcmp(values[OPTION_ROWS_A].text, "none") != 0;
    problem->scatters = strcmp(values[OPTION_ROWS_C].text, "none") != 0;
    problem->adds = strcmp(values[OPTION_ROWS_C].text, "add") == 0;
    problem->values[SYMBOL_ROWS_A] =
        problem->gathers ? (struct setting){.how = GIVEN_AT_LAUNCH} : one;
    problem->values[SYMBOL_ROWS_C] =
        problem->scatters ? (struct setting){.how = GIVEN_AT_LAUNCH} : one;
    for (int o = 0; o < 3; o++) {
        problem->values[SYMBOL_STRIDE_A + o] = problem_has_stride(problem, (enum role)(ROLE_A + o))
                                                   ? setting_of(&values[OPTION_STRIDE_A + o])
                                                   : zero;
    }
}

/* Elements of operands that index functions find; of a matrix 0, as nobody asks. */
static void resolve_elements(struct problem *problem, const struct notation *product)
{
    for (int o = 0; o < NOTATION_OPERANDS; o++) {
        const bool counts = product && product->operands[o].by_index;
        const long long elements = counts ? measure_known(&product->operands[o].elements) : 0;
        problem->values[SYMBOL_ELEMENTS_A + o] =
            elements < 0 ? (struct setting){.how = GIVEN_AT_LAUNCH}
                         : (struct setting){.how = FIXED, .whole = elements};
    }
}

/* Its matrices are tight where the sizes are fixed, as C is by itself; those of a product lie as C does, whose members may lie within each other. */
static void resolve_epilogue(struct job *job, struct spec *spec, bool fixed)
{
    struct problem *const problem = &spec->problem;
    const bool column_major = strcmp(problem->layout, "column") == 0;
    const struct setting *const as_c = spec->product && problem->values[SYMBOL_LDC].how == FIXED
                                           ? &problem->values[SYMBOL_LDC]
                                           : NULL;
    const long long length =
        as_c ? as_c->whole : problem->values[column_major ? SYMBOL_M : SYMBOL_N].whole;
    problem->epilogue = epilogue_read(job, spec->values[OPTION_EPILOGUE].text);
    for (enum symbol ld = SYMBOL_LDR; ld <= SYMBOL_LDR_LAST; ld++)
        problem->values[ld] = (struct setting){.how = fixed ? FIXED : GIVEN_AT_LAUNCH,
                                               .whole = length > 0 ? length : 1};
}

/* D lies as B does, with numbers of its own where they are given at launch. Heads are those of one launch of attention. */
static void resolve_chain(struct job *job, struct problem *problem,
                          const struct option_value *values, const struct notation *product)
{
    const char *const gate = strchr(values[OPTION_CHAIN].text, ':');
    problem->gate = gate ? epilogue_read(job, gate + 1) : NULL;
    problem->attends = attention_asked(values);
    if (problem->attends && !(product && product->attends))
        job_fail(job, CLGEMM_USAGE, "chain", "--chain attention is no option of a profile");
    problem->causal = problem->attends && option_lists(&values[OPTION_MASK], "causal");
    problem->mask = !problem->attends                              ? MASK_NONE
                    : option_lists(&values[OPTION_MASK], "keys")   ? MASK_KEYS
                    : option_lists(&values[OPTION_MASK], "matrix") ? MASK_MATRIX
                                                                   : MASK_NONE;
    problem->masks = values[OPTION_MASK].text;
    problem->mask_type = values[OPTION_TYPE_MASK].text;
    problem->packed_heads = 1;
    problem->lengths = problem->attends && strcmp(values[OPTION_LENGTHS].text, "member") == 0;
    problem->values[SYMBOL_HEADS] = problem->values[SYMBOL_KV_HEADS] =
        (struct setting){.how = problem->attends ? GIVEN_AT_LAUNCH : FIXED};
    problem->values[SYMBOL_LDD] = problem->values[SYMBOL_LDB];
    problem->values[SYMBOL_OFFSET_D] = problem->values[SYMBOL_OFFSET_B];
}

void spec_resolve_problem(struct job *job, struct spec *spec)
{
    const struct option_value *const values = spec->values;
    struct problem *const problem = &spec->problem;
    const bool fixed = values[OPTION_FIXED].text != NULL;
    const char *const transpose = values[OPTION_TRANSPOSE].text;

    for (int i = 0; i < 3; i++)
        problem->types[i] = spec_element(values, i)->type;
    problem->product = spec->numbers.compute->type;
    problem->in_parts = spec->numbers.compute->products > 1;
    problem->factors = NULL;
    problem->sum_digits = problem->sum_depth = 0;
    problem->accumulate = spec->numbers.accumulate->type;
    problem->scalar = spec->numbers.scalar->type;
    problem->complex = spec->numbers.scalar->parts != NULL;
    problem->layout = values[OPTION_LAYOUT].text;
    problem->edges = values[OPTION_EDGES].text;
    problem->transpose_a = transpose[0] != 'n';
    problem->transpose_b = transpose[1] != 'n';
    problem->conjugate_a = transpose[0] == 'c';
    problem->conjugate_b = transpose[1] == 'c';
    for (int axis = 0; axis < 3; axis++)
        problem->values[SYMBOL_M + axis] =
            (struct setting){.how = fixed ? FIXED : GIVEN_AT_LAUNCH,
                             .whole = fixed ? values[OPTION_FIXED].numbers[axis] : 0};
    for (int axis = 0; spec->product && axis < 3; axis++) {
        const long long known = measure_known(&spec->product->extents[CLASS_M + axis]);
        if (known >= 0)
            problem->values[SYMBOL_M + axis] = (struct setting){.how = FIXED, .whole = known};
    }
    for (int axis = 0; spec->interface && axis < 3; axis++) {
        const long long known = interface_size(spec->interface, (enum symbol)(SYMBOL_M + axis));
        if (known >= 0)
            problem->values[SYMBOL_M + axis] = (struct setting){.how = FIXED, .whole = known};
    }
    for (int o = 0; o < 3; o++) {
        const struct option_value *const ld = &values[OPTION_LDA + o];
        problem->values[SYMBOL_LDA + o] =
            ld->text ? setting_of(ld) : (struct setting){.how = fixed ? TIGHT : GIVEN_AT_LAUNCH};
        problem->values[SYMBOL_OFFSET_A + o] = setting_of(&values[OPTION_OFFSET_A + o]);
    }
    resolve_batch(problem, values);
    resolve_elements(problem, spec->product);
    problem->values[SYMBOL_ALPHA] = setting_of(&values[OPTION_ALPHA]);
    problem->values[SYMBOL_BETA] = setting_of(&values[OPTION_BETA]);
    resolve_epilogue(job, spec, fixed);
    resolve_chain(job, problem, values, spec->product);
}
