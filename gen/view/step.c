/*
 * What the views of steps share.
 */
#include "gen/view/step.h"

void step_set_page(const struct step_view *s, const char *page)
{
    value_set_text(s->job, s->object, "page", page);
}

void step_add_caller(const struct step_view *s, enum symbol first, enum symbol second)
{
    const enum symbol sizes[] = {first, second};
    for (int i = 0; i < 2; i++)
        if (s->kernel->fixed[sizes[i]] >= 0)
            view_add_constant(s->job, s->constants, symbol_in_kernel(sizes[i]),
                              view_extent(s->job, s->kernel, sizes[i], 1));
    view_add_ld(s->job, s->kernel, s->operand, s->constants);
    view_add_offset(s->job, s->kernel, s->operand, s->offsets);
    view_add_member_start(s->job, s->kernel, s->operand, s->from, symbol_in_kernel(s->operand->ld),
                          s->moves);
    value_set_text(s->job, s->object, "meaning", s->source->meaning);
}

void step_add_written(const struct step_view *s, const char *ld)
{
    view_add_member_start(s->job, s->kernel, s->operand, s->to, ld, s->moves);
}

const struct term *step_name(const struct step_view *s, const char *name)
{
    return term_name(s->job, name);
}

const struct term *step_place(const struct step_view *s, const char *line, const char *ld,
                              const struct term *place)
{
    return term_add(s->job, view_lines(s->job, s->kernel, step_name(s, line), ld), place);
}
