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
        value_set(item, "terms", emit_terms_value(job, host->derived[i].sum));
    }
    struct value *const members = value_object(job);
    *members = *host->members;
    value_set(object, "members", members);
    add_trials(job, host, value_set_object(job, object, "try"));
    return object;
}
