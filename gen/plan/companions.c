/*
 * What of quantised operands lies in buffers of its own: scales and zero points of groups of elements, parts of blocks.
 */
#include "gen/plan/internal.h"

void plan_companion_buffers(struct draft *d)
{
    for (enum role role = ROLE_A; role <= ROLE_B; role++) {
        const struct operand *const operand = spec_operand(d->spec, role);
        struct companion companions[MOST_COMPANIONS];
        const size_t count = element_companions(operand->given, companions);
        for (size_t i = 0; i < count; i++) {
            /* In the operand's lines, strides and offset, which count elements of the operand. */
            struct buffer buffer = d->buffers[role];
            buffer.name = arena_printf(d->job->arena, "%s_%s", operand->name, companions[i].name);
            buffer.role = role_of_companion(role, companions[i].kind);
            buffer.element_type = companions[i].type;
            buffer.element_bytes = companions[i].bytes;
            buffer.covers = companions[i].covers;
            if (companions[i].lines > 1)
                buffer.lines = companions[i].lines;
            draft_add_buffer(d, buffer);
        }
    }
}
