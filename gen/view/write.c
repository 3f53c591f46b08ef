/*
 * How elements of C are written, and read before.
 */
#include "gen/view/steps.h"

void view_add_write(struct job *job, const struct element *element, const struct number *number,
                    bool vector, struct value *object)
{
    const bool widens = element_arrives(element, number) != number;
    const char *const old = element_old(element, number, vector);
    value_set_text(job, object, "write", element_writes(element, number, vector));
    value_set_text(job, object, "old",
                   !widens  ? old
                   : vector ? "write/old_wider_vector"
                            : "write/old_wider");
    if (widens)
        value_set_text(job, object, "narrow_old", old);
}

void view_add_rounding(struct job *job, const struct element *element, const struct number *number,
                       long long width, struct value *view)
{
    struct value *const roundings = value_child(view, "roundings");
    if (!element->rounding || !element_converts(element, number))
        return;
    for (const struct value *item = roundings->first; item; item = item->next)
        if (value_get(item, "width")->integer == width)
            return;
    struct value *const function = value_add(roundings, value_object(job));
    value_set_text(job, function, "rounding", element->rounding);
    value_set_integer(job, function, "width", width);
    value_set_unless(job, function, "lanes", width, 1);
    value_set_text(job, function, "type", number_vector(job, number, width));
    value_set_bool(job, function, "from_double", element->read != number);
}
