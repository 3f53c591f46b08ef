/*
 * How elements of C are written, and what was there is read and scaled before.
 */
#include "gen/view/steps.h"

#include <string.h>

void view_add_beta(struct job *job, const struct kernel *kernel, struct setting beta,
                   struct value *view)
{
    const bool fixed = beta.how == FIXED;
    const bool complex = kernel->numbers.scalar->parts != NULL;
    value_set_bool(job, view, "beta_argument", !fixed);
    value_set_text(job, view, "times_beta", complex && !fixed ? "scale/old_complex" : "scale/old");
    value_set_text(job, view, "beta_is_zero",
                   complex ? "scale/beta_zero_complex" : "scale/beta_zero");
    struct value *const object = value_set_object_if(job, view, "beta", !fixed || beta.real != 0);
    if (object)
        value_set_text(job, object, "factor",
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

/* Appends to a list of functions, each made by a template of its own, that of one number or of a vector; NULL where it stands there already. `first`:
 * it is the first one of that template. */
static struct value *add_function(struct job *job, const char *made_by, long long width,
                                  struct value *list, bool *first)
{
    *first = true;
    for (const struct value *item = list->first; item; item = item->next)
        if (strcmp(value_get(item, "made_by")->text, made_by) == 0) {
            if (value_get(item, "width")->integer == width)
                return NULL;
            *first = false;
        }
    struct value *const function = value_add(list, value_object(job));
    value_set_text(job, function, "made_by", made_by);
    value_set_integer(job, function, "width", width);
    value_set_unless(job, function, "lanes", width, 1);
    return function;
}

void view_add_reading(struct job *job, const struct element *element, long long width,
                      struct value *view)
{
    bool first;
    struct value *const function =
        element->reading
            ? add_function(job, element->reading, width, value_child(view, "readings"), &first)
            : NULL;
    if (function)
        value_set_text(job, function, "type", number_vector(job, element->read, width));
}

void view_add_rounding(struct job *job, const struct kernel *kernel, const struct element *element,
                       const struct number *number, long long width, struct value *view)
{
    if (!element->rounding || !element_converts(element, number))
        return;
    /* The instruction rounds singles to bf16. */
    const bool at_once =
        kernel->nearest && element->read == number && strcmp(element->type, "bf16") == 0;
    bool first;
    struct value *const function = add_function(job, at_once ? kernel->nearest : element->rounding,
                                                width, value_child(view, "roundings"), &first);
    if (!function)
        return;
    value_set_text(job, function, "type", number_vector(job, number, width));
    value_set_bool(job, function, "from_double", element->read != number);
    if (at_once)
        add_pairs(job, number, width, first, function);
}

bool view_reads_c(const struct kernel *kernel)
{
    const struct setting *const beta = &kernel->problem.values[SYMBOL_BETA];
    return beta->how != FIXED || beta->real != 0 || kernel_updates_often(kernel);
}

void view_add_update(struct job *job, const struct kernel *kernel, const struct element *element,
                     long long width, struct value *view)
{
    view_add_rounding(job, kernel, element, kernel->numbers.scalar, width, view);
    if (view_reads_c(kernel) && element_converts(element, kernel->numbers.scalar))
        view_add_reading(job, element, width, view);
}
