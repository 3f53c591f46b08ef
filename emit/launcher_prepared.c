/*
 * Memory of the caller that steps fill with an operand, once for many products.
 */
#include "emit/launcher.h"

#include "gen/base/whole.h"
#include "gen/plan/wording.h"

const struct buffer *launcher_prepared(const struct plan *plan, enum role operand)
{
    for (size_t i = 0; i < plan->buffer_count; i++)
        if (plan->buffers[i].prepared && plan->buffers[i].operand == operand)
            return &plan->buffers[i];
    return NULL;
}

const char *launcher_operand(const struct buffer *prepared)
{
    return prepared->operand == ROLE_A ? "A" : "B";
}

char launcher_letter(const struct buffer *prepared)
{
    return prepared->operand == ROLE_A ? 'a' : 'b';
}

/* An extent in units of so many elements, of which what it is rounded up to is a multiple. Divided first: what is too large for
 * size_t remains it. */
static const char *side(struct launcher *launcher, const struct extent *extent, long long unit)
{
    const long long multiple = extent->rounded_to / unit;
    struct count units = plan_known(launcher->plan, extent->n);
    if (units.symbol != SYMBOL_NONE && unit > 1) {
        launcher->uses_round_up = true;
        return arena_printf(launcher->job->arena, "%s_round_up(%s, %lld)", launcher->shared,
                            launcher_blocks(launcher, units, unit, 1), multiple);
    }
    units.number = covering(units.number, unit);
    return launcher_round_up(launcher, units, multiple);
}

struct launcher_sides launcher_sides(struct launcher *launcher, const struct buffer *buffer)
{
    const struct extent *const sides = buffer_lines(buffer);
    const long long of_lines = buffer->lines ? buffer->lines : 1;
    return (struct launcher_sides){
        side(launcher, &sides[0], of_lines),
        side(launcher, &sides[1], buffer->covers / of_lines),
    };
}

size_t launcher_bytes_parameters(struct job *job, const struct plan *plan,
                                 const struct buffer *prepared, struct launcher_parameter *list)
{
    struct launcher own = {.job = job, .plan = plan, .shared = plan->name, .of = ""};
    size_t count = 0;
    launcher_sides(&own, prepared);
    if (prepared->extent_count > 2)
        launcher_count(&own, prepared->extents[0].n);
    for (enum symbol symbol = SYMBOL_NONE; symbol < SYMBOL_COUNT; symbol++)
        if (own.used[symbol])
            list[count++] = (struct launcher_parameter){
                .symbol = symbol, .type = "size_t", .name = launcher_symbol(symbol)};
    return count;
}

void launcher_view_prepared_bytes(struct launcher *launcher, struct value *item,
                                  const struct buffer *prepared)
{
    struct job *const job = launcher->job;
    struct launcher own = *launcher;
    const struct launcher_sides sides = launcher_sides(&own, prepared);
    struct launcher_parameter list[HOST_MOST_ITEMS];
    struct host_item parameters[HOST_MOST_ITEMS];
    const size_t count = launcher_bytes_parameters(job, launcher->plan, prepared, list);
    for (size_t i = 0; i < count; i++)
        parameters[i] = (struct host_item){
            arena_printf(job->arena, "%s %s", list[i].type, list[i].name), false};
    value_set_text(job, item, "operand", launcher_operand(prepared));
    value_set(item, "letter", value_printf(job, "%c", launcher_letter(prepared)));
    value_set_text(job, item, "buffer", prepared->name);
    value_set_text(job, item, "lines", sides.lines);
    value_set_text(job, item, "length", sides.length);
    value_set_integer(job, item, "bytes", prepared->element_bytes);
    value_set_text(job, item, "members",
                   prepared->extent_count > 2 ? launcher_count(&own, prepared->extents[0].n)
                                              : NULL);
    host_set_list(job, item, 4, parameters, count);
    launcher->uses_round_up |= own.uses_round_up;
    launcher->uses_blocks |= own.uses_blocks;
}
