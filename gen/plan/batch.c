/*
 * What a plan has for the members of a batch: an axis of every buffer, arguments, a dimension of every launch.
 */
#include "gen/plan/internal.h"

const struct extent *buffer_lines(const struct buffer *buffer)
{
    return &buffer->extents[buffer->extent_count - 2];
}

void plan_add_member_axis(const struct spec *spec, enum symbol stride, struct buffer *buffer)
{
    const bool listed = spec->problem.batch == BATCH_OFFSETS && buffer->role != ROLE_WORKSPACE;
    if (!spec_has_members(spec) || listed)
        return;
    for (size_t i = buffer->extent_count++; i > 0; i--)
        buffer->extents[i] = buffer->extents[i - 1];
    buffer->extents[0] = (struct extent){{SYMBOL_BATCH, 0}, 1, {stride, 0}, stride == SYMBOL_NONE};
}

void plan_add_lists(struct draft *d)
{
    static const char *const names[] = {"offsets_a", "offsets_b", "offsets_c"};
    for (int i = 0; i < 3 && d->spec->problem.batch == BATCH_OFFSETS; i++)
        draft_add_buffer(d, (struct buffer){
                                .name = names[i],
                                .role = (enum role)(ROLE_OFFSETS_A + i),
                                .element_type = "i64",
                                .element_bytes = 8,
                                .covers = 1,
                                .extents = {{{SYMBOL_BATCH, 0}, 1, {SYMBOL_NONE, 1}, false}},
                                .extent_count = 1,
                                .access = ACCESS_READ,
                            });
}

static void multiply_terms(struct term terms[TERM_LIMIT])
{
    for (int i = 0; i < TERM_LIMIT && terms[i].factor != 0; i++) {
        int last = 0;
        while (terms[i].product[last] != SYMBOL_NONE)
            last++;
        terms[i].product[last] = SYMBOL_BATCH;
    }
}

/* A work-group of the step has so many members. Where work-groups have parts of K, each member has as many. */
static void add_dimension(struct step *step, long long side_by_side)
{
    int last = 0;
    while (step->nonzero[last] != SYMBOL_NONE)
        last++;
    step->nonzero[last] = SYMBOL_BATCH;
    struct launch_dimension *const dimension = &step->dimensions[2];
    const long long parts = step->dimension_count > 2 ? dimension->dim.number : 0;
    *dimension = (struct launch_dimension){.dim = {SYMBOL_BATCH, 0},
                                           .rounded_to = 1,
                                           .per_group = side_by_side,
                                           .local = side_by_side,
                                           .times = parts,
                                           .most = PLAN_MOST_MEMBERS};
    step->dimension_count = 3;
    multiply_terms(step->flops);
    multiply_terms(step->bytes);
}

void plan_add_member_dimension(struct draft *d)
{
    for (size_t i = 0; i < d->plan->step_count && spec_has_members(d->spec); i++)
        add_dimension(&d->steps[i], i == d->plan->main_step ? d->spec->members : 1);
}
