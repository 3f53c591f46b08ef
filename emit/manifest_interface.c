/*
 * What a manifest has of a host that calls the kernel as its own.
 */
#include "emit/emit.h"

#include "gen/base/value.h"

void emit_add_sum(struct job *job, const struct argument *argument, struct value *object)
{
    const struct summand *const first = argument->sum;
    const bool is_number =
        first[0].factor == 0 || (first[0].product[0] == SYMBOL_NONE && first[1].factor == 0);
    value_set_text(job, object, "kind", is_number ? "literal" : "sum");
    value_set_text(job, object, "type", argument->type);
    if (is_number)
        value_set_integer(job, object, "value", (long long)first[0].factor);
    else
        value_set(object, "terms", emit_terms_value(job, argument->sum));
}

/* {argument: sums} that a runner tries. */
static void add_trials(struct job *job, const struct host *host, struct value *object)
{
    for (size_t i = 0; i < host->trial_count; i++) {
        const struct tried *const trial = &host->trials[i];
        struct value *const list = value_set_list(job, object, trial->argument);
        for (size_t j = 0; j < trial->count; j++)
            value_add(list, emit_terms_value(job, trial->sums[j]));
    }
}

/* A value that stands in the manifest by another name than in the plan. */
static struct value *copy_of(struct job *job, const struct value *value)
{
    struct value *const copy = value_object(job);
    *copy = *value;
    return copy;
}

struct value *emit_interface_value(struct job *job, const struct host *host)
{
    struct value *const object = value_object(job);
    value_set_text(job, object, "name", host->name);
    struct value *const macros = value_set_object(job, object, "macros");
    for (size_t i = 0; i < host->define_count; i++)
        value_set_integer(job, macros, host->defines[i].macro, host->defines[i].number);
    struct value *const list = value_set_list(job, object, "derived");
    for (size_t i = 0; i < host->derived_count; i++) {
        struct value *const item = value_add(list, value_object(job));
        value_set_text(job, item, "symbol", symbol_name(host->derived[i].symbol));
        if (host->derived[i].sum)
            value_set(item, "terms", emit_terms_value(job, host->derived[i].sum));
        else
            value_set(item, "formula", copy_of(job, host->derived[i].formula));
    }
    value_set(object, "members", copy_of(job, host->members));
    add_trials(job, host, value_set_object(job, object, "try"));
    return object;
}
