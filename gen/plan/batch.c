/*
 * What a plan has for the members of a batch: an axis of every buffer, arguments, a dimension of every launch.
 */
#include "gen/plan/internal.h"
#include "gen/base/row.h"
#include "gen/request/interface.h"

const struct buffer *plan_buffer(const struct plan *plan, const char *name)
{
    const struct buffer *const buffers = plan->buffers;
    return &buffers[row_index("buffers", &buffers[0].name, sizeof buffers[0], plan->buffer_count,
                              name)];
}

const struct extent *buffer_lines(const struct buffer *buffer)
{
    return &buffer->extents[buffer->extent_count - 2];
}

void plan_add_member_axis(const struct spec *spec, enum symbol stride, struct buffer *buffer)
{
    const bool listed = spec->problem.batch == BATCH_OFFSETS && buffer->role != ROLE_WORKSPACE;
    const bool common =
        spec->problem.batch == BATCH_GROUPS && !problem_has_stride(&spec->problem, buffer->operand);
    if (!spec_has_members(spec) || listed || common)
        return;
    for (size_t i = buffer->extent_count++; i > 0; i--)
        buffer->extents[i] = buffer->extents[i - 1];
    buffer->extents[0] = (struct extent){{spec_matrices_of(spec, buffer->operand), 0},
                                         1,
                                         {stride, 0},
                                         stride == SYMBOL_NONE,
                                         SYMBOL_NONE};
}

/* Numbers of so many bytes, `more` of them than there are members, groups or rows. */
static void add_list(struct draft *d, const char *name, enum role role, long long bytes,
                     enum symbol count, long long more)
{
    draft_add_buffer(d, (struct buffer){
                            .name = name,
                            .role = role,
                            .element_type = bytes == 4 ? "i32" : "i64",
                            .element_bytes = bytes,
                            .covers = 1,
                            .extents = {plan_extent(count, 1, (struct count){SYMBOL_NONE, 1})},
                            .extent_count = 1,
                            .offset = {SYMBOL_NONE, more},
                            .access = ACCESS_READ,
                        });
}

void plan_add_lists(struct draft *d)
{
    static const char *const names[] = {"offsets_a", "offsets_b", "offsets_c"};
    for (int i = 0; i < 3 && d->spec->problem.batch == BATCH_OFFSETS; i++)
        add_list(d, names[i], (enum role)(ROLE_OFFSETS_A + i), 8, SYMBOL_BATCH, 0);
    /* One more number than there are groups: a list of them from element 1 on. */
    if (d->spec->problem.batch == BATCH_GROUPS)
        add_list(d, "offsets", ROLE_OFFSETS, 4, SYMBOL_BATCH, 1);
    if (d->spec->problem.experts)
        add_list(d, "experts", ROLE_EXPERTS, 4, SYMBOL_BATCH, 0);
    if (d->spec->problem.gathers)
        add_list(d, "index_a", ROLE_INDEX_A, 4, SYMBOL_M, 0);
    if (d->spec->problem.scatters)
        add_list(d, "index_c", ROLE_INDEX_C, 4, SYMBOL_M, 0);
    if (d->spec->interface && interface_has_indices(d->spec->interface))
        add_list(d, INTERFACE_INDICES, ROLE_IDS, 4, SYMBOL_BATCH, 0);
}

static void multiply_term(struct summand *term, enum symbol count)
{
    int last = 0;
    while (term->product[last] != SYMBOL_NONE)
        last++;
    term->product[last] = count;
}

static void multiply_terms(struct summand terms[TERM_LIMIT], enum symbol count)
{
    for (int i = 0; i < TERM_LIMIT && terms[i].factor != 0; i++)
        multiply_term(&terms[i], count);
}

static void add_nonzero(struct step *step, enum symbol count)
{
    int last = 0;
    while (step->nonzero[last] != SYMBOL_NONE)
        last++;
    step->nonzero[last] = count;
}

/* A work-group of the step has so many of the `count` members. Where work-groups have parts of K, each member has as many. */
static void add_dimension(struct step *step, enum symbol count, long long side_by_side)
{
    add_nonzero(step, count);
    struct launch_dimension *const dimension = &step->dimensions[2];
    const long long parts = step->dimension_count > 2 ? dimension->dim.number : 0;
    *dimension = (struct launch_dimension){.dim = {count, 0},
                                           .rounded_to = 1,
                                           .per_group = side_by_side,
                                           .local = side_by_side,
                                           .times = parts,
                                           .most = PLAN_MOST_MEMBERS};
    step->dimension_count = 3;
}

/* Members multiply as much each; parts of K are one product together, which each writes a C of. */
static void add_members(const struct spec *spec, struct step *step, enum symbol count,
                        long long side_by_side)
{
    add_dimension(step, count, side_by_side);
    if (spec_is_ragged(spec, SYMBOL_K)) {
        for (int i = 2; i < TERM_LIMIT && step->bytes[i].factor != 0; i++)
            multiply_term(&step->bytes[i], count);
        return;
    }
    multiply_terms(step->flops, count);
    multiply_terms(step->bytes, count);
}

/* Tiles of all groups are those of all rows or columns, and for each group one more, as it may begin and end within one. All of them read
 * a B or an A of their own, the second or first one of what the product reads. */
static void add_groups(const struct spec *spec, struct step *step)
{
    add_nonzero(step, SYMBOL_BATCH);
    if (spec->problem.experts)
        add_nonzero(step, SYMBOL_MATRICES);
    if (spec->problem.gathers)
        add_nonzero(step, SYMBOL_ROWS_A);
    if (spec->problem.scatters)
        add_nonzero(step, SYMBOL_ROWS_C);
    if (!spec->per_unit)
        step->dimensions[spec->m == spec->problem.ragged].more = SYMBOL_BATCH;
    multiply_term(&step->bytes[spec->problem.ragged == SYMBOL_M], SYMBOL_BATCH);
}

void plan_add_member_dimension(struct draft *d)
{
    const bool groups = problem_shares_c(&d->spec->problem);
    for (size_t i = 0; i < d->plan->step_count && spec_has_members(d->spec); i++) {
        const bool multiplies = i == d->plan->main_step;
        if (groups && multiplies)
            add_groups(d->spec, &d->steps[i]);
        else if (!groups || problem_has_stride(&d->spec->problem, d->steps[i].operand))
            add_members(d->spec, &d->steps[i],
                        spec_matrices_of(d->spec, groups ? d->steps[i].operand : ROLE_C),
                        multiplies ? d->spec->members : 1);
    }
}
