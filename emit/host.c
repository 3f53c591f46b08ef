#include "emit/host.h"

#include <string.h>

#include "emit/emit.h"
#include "gen/base/c_text.h"
#include "gen/plan/wording.h"

void host_set_names(struct job *job, struct value *view, const char *name)
{
    value_set_text(job, view, "kernel", name);
    value_set_text(job, view, "KERNEL", c_capitals(job, name));
}

struct value *host_view(struct job *job, const char *name, const struct plan *plan, const char *cl,
                        size_t cl_length)
{
    struct value *const view = value_object(job);
    host_set_names(job, view, name);
    value_set_text(job, view, "shared", name);
    value_set_text(job, view, "SHARED", c_capitals(job, name));
    value_set_text(job, view, "stem", plan->stem);
    value_set_text(job, view, "stem_said", c_comment(job, plan->stem));
    value_set_text(job, view, "formula", plan_formula(job, plan));
    value_set_text(job, view, "layout", plan->problem.layout);
    value_set_text(job, view, "types", plan_types(job, plan));
    value_set_text(job, view, "version", plan->version);
    value_set_text(job, view, "command", c_comment(job, plan->command));
    if (cl)
        value_set(view, "hash", value_printf(job, "0x%08lx", emit_short_hash(cl, cl_length)));
    return view;
}

void host_set_list(struct job *job, struct value *object, size_t indent,
                   const struct host_item *items, size_t count)
{
    struct value *const list = value_set_list(job, object, "arguments");
    const char *const new_line = arena_printf(job->arena, "\n%*s", (int)indent, "");
    size_t column = indent;
    for (size_t i = 0; i < count; i++) {
        struct value *const item = value_add(list, value_object(job));
        /* A comma, or what closes the list: a parenthesis, a brace, a semicolon. */
        const size_t width = strlen(items[i].text) + 2;
        const bool wraps = i > 0 && (items[i].opens || column + 1 + width > 100);
        column = wraps || i == 0 ? indent : column + 1;
        column += strlen(items[i].text) + 1;
        value_set_bool(job, item, "first", i == 0);
        value_set_text(job, item, "gap", wraps ? new_line : " ");
        value_set_text(job, item, "argument", items[i].text);
    }
}

struct value *host_row(struct job *job, const char *before, const struct host_item *items,
                       size_t count)
{
    struct value *const row = value_object(job);
    host_set_list(job, row, strlen(before), items, count);
    return row;
}

long long host_tile(const struct plan *plan, enum symbol symbol)
{
    const struct step *const step = plan_main_step(plan);
    if (plan->problem.attends && symbol == SYMBOL_N)
        return plan->problem.values[SYMBOL_N].whole;
    size_t i = step->dimension_count;
    while (i > 1 && step->dimensions[i - 1].dim.symbol != symbol)
        i--;
    return step->dimensions[i - 1].per_group;
}

const char *host_render(struct job *job, const struct clgemm_templates *templates, const char *page,
                        const struct value *view)
{
    size_t length;
    return templates_render(job, templates, page, view, &length);
}
