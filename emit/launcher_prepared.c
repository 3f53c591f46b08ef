/*
 * Memory of the caller that steps fill with an operand, once for many products.
 */
#include "emit/launcher.h"

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
        return c_text(launcher->job, &launcher->names, "@_round_up(%s, %lld)",
                      launcher_blocks(launcher, units, unit, 1), multiple);
    }
    units.number = units.number / unit + (units.number % unit != 0);
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

/* No memory object is empty: it is as long as one member of a batch at least. */
static const char *bytes_body(struct job *job, const struct buffer *prepared,
                              struct launcher_sides sides, const char *members)
{
    const long long bytes = prepared->element_bytes;
    const char *const one = arena_printf(job->arena,
                                         "{\n"
                                         "    const size_t most = $_CAST(size_t, -1);\n"
                                         "    const size_t lines = %s;\n"
                                         "    const size_t length = %s;\n"
                                         "    if (lines > most / %lld / length)\n"
                                         "        return most;\n",
                                         sides.lines, sides.length, bytes);
    if (!members)
        return arena_printf(job->arena, "%s    return lines * length * %lld;\n}\n\n", one, bytes);
    return arena_printf(job->arena,
                        "%s"
                        "    if (%s > most / (lines * length * %lld))\n"
                        "        return most;\n"
                        "    return (%s ? %s : 1) * lines * length * %lld;\n"
                        "}\n\n",
                        one, members, bytes, members, members, bytes);
}

size_t launcher_bytes_parameters(struct job *job, const struct plan *plan,
                                 const struct buffer *prepared, struct launcher_parameter *list)
{
    struct launcher own = {.job = job, .plan = plan, .names = c_names_of(job, plan->name)};
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

void launcher_add_prepared_bytes(struct launcher *launcher, struct text *text,
                                 const struct buffer *prepared)
{
    struct arena *const arena = launcher->job->arena;
    struct launcher own = *launcher;
    const struct launcher_sides sides = launcher_sides(&own, prepared);
    const struct count members = prepared->extents[0].n;
    const char *const several = prepared->extent_count > 2 ? launcher_count(&own, members) : NULL;
    struct launcher_parameter list[LAUNCHER_MOST_ITEMS];
    const char *parameters[LAUNCHER_MOST_ITEMS] = {"void"};
    const size_t count = launcher_bytes_parameters(launcher->job, launcher->plan, prepared, list);
    for (size_t i = 0; i < count; i++)
        parameters[i] = arena_printf(arena, "%s %s", list[i].type, list[i].name);
    launcher->uses_round_up |= own.uses_round_up;
    launcher->uses_blocks |= own.uses_blocks;

    c_add_function(
        text, &launcher->names,
        arena_printf(arena,
                     "/* Bytes of %s, the buffer that @_prepare_%c fills; the largest size_t where "
                     "they are\n"
                     " * too many. */\n",
                     prepared->name, launcher_letter(prepared)),
        "size_t", arena_printf(arena, "prepared_%c_bytes", launcher_letter(prepared)), parameters,
        count ? count : 1, bytes_body(launcher->job, prepared, sides, several));
}
