/*
 * How elements of C are written, and what was there is read and scaled before.
 */
#include "gen/view/steps.h"

void view_add_beta(struct job *job, const struct kernel *kernel, struct setting beta,
                   struct value *view)
{
    const bool fixed = beta.how == FIXED;
    const bool complex = kernel->numbers.scalar->parts != NULL;
    value_set_bool(job, view, "beta_argument", !fixed);
    value_set_text(job, view, "times_beta", complex && !fixed ? "scale/old_complex" : "scale/old");
    value_set_text(job, view, "beta_is_zero",
                   complex ? "scale/beta_zero_complex" : "scale/beta_zero");
    if (fixed && beta.real == 0) {
        value_set_bool(job, view, "beta", false);
        return;
    }
    value_set_text(job, value_set_object(job, view, "beta"), "factor",
                   !fixed           ? "beta"
                   : beta.real == 1 ? NULL
                                    : number_literal(job, kernel->numbers.scalar,
                                                     kernel->problem.values[SYMBOL_BETA].text));
}

/* By the pieces whose names end in `form`. */
static void add_write(struct job *job, const struct element *element, const struct number *number,
                      bool vector, const char *form, struct value *object)
{
    const bool widens = element_arrives(element, number) != number;
    const char *const write = element_writes(element, number, vector);
    const char *const old =
        arena_printf(job->arena, "%s%s", element_old(element, number, vector), form);
    value_set_text(job, object, "write", arena_printf(job->arena, "%s%s", write, form));
    value_set_text(job, object, "old",
                   !widens  ? old
                   : vector ? "write/old_wider_vector"
                            : "write/old_wider");
    if (widens)
        value_set_text(job, object, "narrow_old", old);
}

void view_add_write(struct job *job, const struct element *element, const struct number *number,
                    bool vector, struct value *object)
{
    add_write(job, element, number, vector, "", object);
}

void view_add_aligned_write(struct job *job, const struct element *element,
                            const struct number *number, struct value *object)
{
    add_write(job, element, number, true, "_aligned", object);
}

/* What rounds two numbers at once is told: the pairs of a vector of `width`. `first`: no function before it defines `nearest_pair`. */
static void add_pairs(struct job *job, const struct number *number, long long width, bool first,
                      struct value *function)
{
    struct value *const pairs = value_set_list(job, function, "pairs");
    value_set_bool(job, function, "defines_pair", first);
    value_set_unless(job, function, "words", width / 2, 1);
    for (long long i = 0; i + 1 < width; i += 2) {
        struct value *const pair = value_add(pairs, value_object(job));
        value_set_text(job, pair, "low", number_component(job, number, width, i, 1));
        value_set_text(job, pair, "high", number_component(job, number, width, i + 1, 1));
    }
    value_mark_ends(job, pairs);
}

void view_add_rounding(struct job *job, const struct kernel *kernel, const struct element *element,
                       const struct number *number, long long width, struct value *view)
{
    struct value *const roundings = value_child(view, "roundings");
    if (!element->rounding || !element_converts(element, number))
        return;
    for (const struct value *item = roundings->first; item; item = item->next)
        if (value_get(item, "width")->integer == width)
            return;
    /* The instruction rounds singles. */
    const bool at_once = kernel->nearest && element->read == number;
    struct value *const function = value_add(roundings, value_object(job));
    value_set_text(job, function, "rounding", at_once ? kernel->nearest : element->rounding);
    value_set_integer(job, function, "width", width);
    value_set_unless(job, function, "lanes", width, 1);
    value_set_text(job, function, "type", number_vector(job, number, width));
    value_set_bool(job, function, "from_double", element->read != number);
    if (at_once)
        add_pairs(job, number, width, !roundings->first->next, function);
}
