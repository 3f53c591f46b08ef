/*
 * The pointers of an operand, which move together: its own, and those of its companions.
 */
#include "gen/view/steps.h"

#include <string.h>

void view_add_pointer(struct job *job, struct value *list, const char *name,
                      const struct term *elements, long long covers)
{
    struct value *const item = value_add(list, value_object(job));
    value_set_text(job, item, "pointer", name);
    value_set_term(job, item, "further", term_over(job, elements, covers));
}

void view_add_pointers(struct job *job, const struct operand *operand, const char *memory,
                       long long covers, const struct term *elements, struct value *list)
{
    struct companion companions[MOST_COMPANIONS];
    const bool own = strcmp(memory, operand->name) == 0;
    const size_t count = own ? element_companions(operand->given, companions) : 0;
    view_add_pointer(job, list, memory, elements, own && sums_scaled(operand) ? 1 : covers);
    for (size_t i = 0; i < count; i++)
        view_add_pointer(job, list, arena_printf(job->arena, "%s_%s", memory, companions[i].name),
                         elements, companions[i].covers);
}
