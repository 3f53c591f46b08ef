/*
 * The lists of a plan under way: buffers, steps and arguments.
 */
#include "gen/plan/internal.h"

#include <string.h>

size_t draft_add_buffer(struct draft *d, struct buffer buffer)
{
    const size_t index = d->plan->buffer_count++;
    d->buffers = arena_grow(d->job->arena, d->buffers, index, sizeof *d->buffers);
    d->buffers[index] = buffer;
    d->plan->buffers = d->buffers;
    return index;
}

size_t draft_add_step(struct draft *d, struct step step)
{
    const size_t index = d->plan->step_count++;
    d->steps = arena_grow(d->job->arena, d->steps, index, sizeof *d->steps);
    d->steps[index] = step;
    d->plan->steps = d->steps;
    return index;
}

const struct step *plan_main_step(const struct plan *plan)
{
    return &plan->steps[plan->main_step];
}

const struct buffer *plan_buffer_of(const struct plan *plan, enum role role)
{
    for (size_t i = 0; i < plan->buffer_count; i++)
        if (plan->buffers[i].role == role)
            return &plan->buffers[i];
    return NULL;
}

const struct argument *plan_passing(const struct plan *plan, enum symbol symbol, const char *type)
{
    for (size_t i = 0; i < plan->step_count; i++)
        for (size_t j = 0; j < plan->steps[i].argument_count; j++) {
            const struct argument *const argument = &plan->steps[i].arguments[j];
            if (argument->kind == ARGUMENT_VALUE && argument->symbol == symbol &&
                (!type || strcmp(argument->type, type) == 0))
                return argument;
        }
    return NULL;
}

struct extent plan_extent(enum symbol axis, long long rounded_to, struct count stride)
{
    return (struct extent){{axis, 0}, rounded_to, stride, false, SYMBOL_NONE};
}

struct count plan_count(const struct spec *spec, enum symbol symbol)
{
    const struct setting *const setting = &spec->problem.values[symbol];
    return setting->how == FIXED ? (struct count){SYMBOL_NONE, setting->whole}
                                 : (struct count){symbol, 0};
}

struct launch_dimension plan_dimension(struct count dim, long long rounded_to, long long per_group,
                                       long long local)
{
    return (struct launch_dimension){
        .dim = dim, .rounded_to = rounded_to, .per_group = per_group, .local = local};
}

/* --------------------------------------------------------------------------- arguments */

static void add_argument(struct argument_list *list, struct argument argument)
{
    list->arguments =
        arena_grow(list->draft->job->arena, list->arguments, list->count, sizeof *list->arguments);
    list->arguments[list->count++] = argument;
}

void plan_add_value(struct argument_list *list, enum symbol symbol, const char *type,
                    const char *meaning)
{
    if (list->draft->spec->problem.values[symbol].how == GIVEN_AT_LAUNCH)
        add_argument(list, (struct argument){.name = symbol_in_kernel(symbol),
                                             .kind = ARGUMENT_VALUE,
                                             .symbol = symbol,
                                             .type = type,
                                             .meaning = meaning});
}

void plan_add_product_sizes(struct argument_list *list)
{
    const struct notation *const product = list->draft->spec->product;
    for (int i = 0; product && i < product->size_count; i++) {
        const struct product_size *const size = &product->sizes[i];
        /* Work-groups that last count all tiles. */
        const bool counts = list->draft->spec->per_unit && product->attends && i == 0;
        if ((size->is_read || counts) && size->fixed < 0)
            add_argument(list, (struct argument){.name = size->in_kernel,
                                                 .kind = ARGUMENT_SIZE,
                                                 .size = size->name,
                                                 .type = size->is_stride ? "i64" : "i32",
                                                 .meaning = size->meaning});
    }
}

void plan_add_buffer(struct argument_list *list, size_t buffer, const char *meaning)
{
    add_argument(list, (struct argument){.name = list->draft->buffers[buffer].name,
                                         .kind = ARGUMENT_BUFFER,
                                         .buffer = buffer,
                                         .meaning = meaning});
}

static const char *shape_words(struct job *job, const struct spec *spec,
                               const struct operand *operand)
{
    static const char *const stored[3][2] = {{"M x K", "K x M"}, {"K x N", "N x K"}, {"M x N", ""}};
    const int which = operand->role == ROLE_D ? 1 : operand->role - ROLE_A; /* D is as B is */
    if (by_index(operand))
        return arena_printf(job->arena, "%s%s", product_reference(job, spec->product, which),
                            product_is_checked(operand->places) ? "; outside it is zero" : "");
    const bool listed = which == 0   ? spec->problem.gathers
                        : which == 2 ? spec->problem.scatters
                                     : false;
    if (listed)
        return arena_printf(job->arena, "%s, %s-major",
                            which                       ? "rows_c x N"
                            : spec->problem.transpose_a ? "K x rows_a"
                                                        : "rows_a x K",
                            spec->column_major ? "column" : "row");
    const bool transposed = which == 0   ? spec->problem.transpose_a
                            : which == 1 ? spec->problem.transpose_b
                                         : false;
    return arena_printf(job->arena, "%s, %s-major", stored[which][transposed],
                        spec->column_major ? "column" : "row");
}

bool plan_add_buffer_of(struct argument_list *list, enum role role, const char *meaning)
{
    const struct plan *const plan = list->draft->plan;
    const struct buffer *const buffer = plan_buffer_of(plan, role);
    if (buffer)
        plan_add_buffer(list, (size_t)(buffer - plan->buffers), meaning);
    return buffer != NULL;
}

/* What places the members of a batch, behind the other arguments of an operand: its stride, or a buffer of offsets. */
static void add_members(struct argument_list *list, const struct operand *operand)
{
    struct draft *const d = list->draft;
    const char *const name = operand->name;
    plan_add_value(list, operand->stride, "i64",
                   arena_printf(d->job->arena,
                                "distance of consecutive members of %s, in elements%s", name,
                                operand->role == ROLE_C ? " (>= 1); they must not overlap"
                                                        : "; 0: all share one"));
    plan_add_buffer_of(list, (enum role)(ROLE_OFFSETS_A + (operand->role - ROLE_A)),
                       arena_printf(d->job->arena, "offset of each member of %s, in elements%s",
                                    name,
                                    operand->role == ROLE_C ? "; they must not overlap" : ""));
}

void plan_add_offsets(struct argument_list *list)
{
    const struct problem *const problem = &list->draft->spec->problem;
    const char *const axis = problem->ragged == SYMBOL_M   ? "row"
                             : problem->ragged == SYMBOL_N ? "column"
                                                           : "k";
    plan_add_buffer_of(list, ROLE_OFFSETS,
                       arena_printf(list->draft->job->arena,
                                    "the first %s of each group, and %s or the end of the last one",
                                    axis, symbol_in_kernel(problem->ragged)));
    if (plan_add_buffer_of(list, ROLE_EXPERTS, "which matrix of B each group has"))
        plan_add_value(list, SYMBOL_MATRICES, "i32", "matrices of B");
    plan_add_buffer_of(list, ROLE_IDS, "matrices, of which formulas choose those of members");
}

/* Which rows of it those of groups are, and among how many. */
static void add_index(struct argument_list *list, const struct operand *operand)
{
    struct draft *const d = list->draft;
    const bool a = operand->role == ROLE_A;
    if (plan_add_buffer_of(list, a ? ROLE_INDEX_A : ROLE_INDEX_C,
                           arena_printf(d->job->arena, "the row of %s that each of M rows is%s",
                                        operand->name,
                                        a                       ? ""
                                        : d->spec->problem.adds ? "; it is added to that"
                                                                : "; no two the same")))
        plan_add_value(list, a ? SYMBOL_ROWS_A : SYMBOL_ROWS_C, "i32",
                       arena_printf(d->job->arena, "rows of %s", operand->name));
}

/* What of it lies in buffers of its own. */
static void add_companions(struct argument_list *list, const struct operand *operand)
{
    static const char *const of_groups[COMPANION_KINDS] = {
        [COMPANION_SCALES] = "scales of %s: one for each group of %lld elements along K%s",
        [COMPANION_ZEROS] =
            "zero points of %s: 4 bits for each group of %lld elements along K%s, two a byte",
    };
    static const char *const of_blocks[COMPANION_KINDS] = {
        [COMPANION_SCALES] = "scales of %s: one for each block of %lld elements",
        [COMPANION_LEASTS] = "least values of %s: one for each block of %lld elements",
        [COMPANION_PART_SCALES] =
            "scales of parts of %s: %lld bytes for each block of %lld elements",
        [COMPANION_UPPERS] =
            "upper bits of quants of %s: %lld bytes for each block of %lld elements",
    };
    const struct draft *const d = list->draft;
    struct companion companions[MOST_COMPANIONS];
    const size_t count = element_companions(operand->given, companions);
    for (size_t i = 0; i < count && !operand->given->group; i++) {
        const struct companion *const part = &companions[i];
        plan_add_buffer_of(
            list, role_of_companion(operand->role, part->kind),
            part->kind >= COMPANION_PART_SCALES
                ? arena_printf(d->job->arena, of_blocks[part->kind], operand->name, part->bytes,
                               part->covers)
                : arena_printf(d->job->arena, of_blocks[part->kind], operand->name, part->covers));
    }
    for (size_t i = 0; i < count && operand->given->group; i++)
        plan_add_buffer_of(
            list, role_of_companion(operand->role, companions[i].kind),
            arena_printf(d->job->arena, of_groups[companions[i].kind], operand->name,
                         operand->given->group,
                         companions[i].lines > 1
                             ? arena_printf(d->job->arena, " by %lld %ss", companions[i].lines,
                                            operand->role == ROLE_A ? "row" : "column")
                             : ""));
}

void plan_add_operand(struct argument_list *list, size_t buffer, const struct operand *operand)
{
    const struct spec *const spec = list->draft->spec;
    struct job *const job = list->draft->job;
    plan_add_buffer(list, buffer, shape_words(job, spec, operand));
    plan_add_value(
        list, operand->offset, "i64",
        arena_printf(job->arena, "offset of %s in its buffer, in elements", operand->name));
    const char *const in_blocks =
        operand->given->covers > 1
            ? arena_printf(job->arena, ", a multiple of %lld", operand->given->covers)
            : "";
    plan_add_value(list, operand->ld, "i32",
                   arena_printf(job->arena, "leading dimension of %s, in elements (>= %s%s)",
                                operand->name,
                                symbol_in_kernel(spec_contiguous_axis(spec, operand)), in_blocks));
    if (operand->role != ROLE_D)
        add_members(list, operand);
    if (operand->role == ROLE_A || operand->role == ROLE_C)
        add_index(list, operand);
    add_companions(list, operand);
}

const char *plan_size_meaning(enum symbol axis)
{
    return axis == SYMBOL_M   ? "rows of op(A) and C"
           : axis == SYMBOL_N ? "columns of op(B) and C"
                              : "columns of op(A), rows of op(B)";
}

void plan_add_sizes(struct argument_list *list, enum symbol one, enum symbol other)
{
    const enum symbol first = one < other ? one : other;
    const enum symbol second = one < other ? other : one;
    plan_add_value(list, first, "i32", plan_size_meaning(first));
    plan_add_value(list, second, "i32", plan_size_meaning(second));
}
