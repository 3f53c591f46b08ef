/*
 * The tables of a dispatch: what every kernel does for a call, with each check, workspace and list of arguments once.
 */
#include "emit/table.h"

#include <string.h>

#include "gen/base/c_text.h"
#include "gen/base/whole.h"
#include "gen/plan/wording.h"

/* What tells items apart: a call of a shared function with when it is made and what it is passed; a condition with its error; a value that is
 * converted. */
static const char *call_key(struct job *job, const struct value *item)
{
    const char *text = "";
    const struct value *const when = value_get(item, "when");
    for (const struct value *one = value_get(item, "arguments")->first; one; one = one->next)
        text = arena_printf(job->arena, "%s, %s", text, value_get(one, "argument")->text);
    return arena_printf(job->arena, "%s%s%s", value_get(item, "what")->text, text,
                        when->kind == VALUE_TEXT ? when->text : "");
}

static const char *refusal_key(struct job *job, const struct value *item)
{
    return arena_printf(job->arena, "%s %s", value_get(item, "broken")->text,
                        value_get(item, "error")->text);
}

/* Sets a member of a row: the numbers of the items of `from` among those of `list`. Adds those that it lacks. *most becomes their number
 * where that is larger. */
static void set_numbers(struct table *table, struct value *row, const char *member,
                        struct value *list, struct value *from,
                        const char *(*key)(struct job *, const struct value *), long long *most)
{
    struct job *const job = table->job;
    const char *numbers = NULL;
    *most = larger(*most, (long long)from->count);
    for (struct value *item = from->first, *next; item; item = next) {
        next = item->next;
        const size_t number = table_add(table, list, key(job, item), item) + 1;
        numbers = arena_join(job->arena, numbers, ", ", arena_printf(job->arena, "%zu", number));
    }
    value_set(row, member, value_printf(job, "{%s}", numbers ? numbers : "0"));
}

/* Adds "lda != 64" to the list, of what a kernel fixes and others are given: but for sizes, by which it was picked. */
static void add_fixed(struct table *table, struct value *refusals, struct launcher *launcher,
                      size_t kernel)
{
    struct job *const job = table->job;
    const struct plan *const plan = launcher->plan;
    const struct joint_parameters all = joint_all(job, table->dispatch, JOINT_ENQUEUE, ROLE_C);
    const struct joint_parameters own =
        joint_own(job, table->dispatch, kernel, JOINT_ENQUEUE, ROLE_C);
    for (size_t i = 0; i < all.count; i++) {
        const enum symbol symbol = all.list[i].symbol;
        if (symbol <= SYMBOL_K || joint_place(&own, all.list[i].name) < own.count ||
            plan->problem.values[symbol].how == GIVEN_AT_LAUNCH)
            continue;
        struct value *const item = value_add(refusals, value_object(job));
        const char *const only = launcher_count(launcher, (struct count){symbol, 0});
        value_set(item, "broken",
                  value_printf(job, "%s%s != %s", launcher->of, all.list[i].name, only));
        value_set(item, "sentence", value_printf(job, "%s is compiled in", all.list[i].name));
        value_set_text(job, item, "error", "VALUE");
    }
}

/* Sets what a call refuses, checks and makes. */
static void set_lists(struct table *table, struct value *row, struct value *refusals,
                      struct value *checks, struct value *makes)
{
    set_numbers(table, row, "refusals", table->refusals, refusals, refusal_key,
                &table->most_refusals);
    set_numbers(table, row, "checks", table->checks, checks, call_key, &table->most_checks);
    set_numbers(table, row, "makes", table->makes, makes, call_key, &table->most_makes);
}

/* The row of a call: of the product by a kernel, or where `prepared` is not NULL of what prepares it. */
static void view_call(struct table *table, struct value *row, struct launcher *launcher,
                      size_t kernel, const struct buffer *prepared)
{
    struct job *const job = table->job;
    const struct plan some = launcher_steps_of(job, launcher->plan, prepared);
    struct launcher own = *launcher;
    struct value *const body = value_object(job);
    enum symbol symbols[LAUNCHER_MOST_NEEDED];
    own.plan = &some;
    launcher_view_body(&own, body);
    if (!prepared)
        add_fixed(table, value_child(body, "constraints"), &own, kernel);
    set_lists(table, row, value_child(body, "constraints"), value_child(body, "checks"),
              value_child(body, "allocations"));
    for (struct value *item = value_child(body, "conversions")->first, *next; item; item = next) {
        next = item->next;
        table_add(table, table->conversions, value_get(item, "converted")->text, item);
    }
    value_set_text(job, row, "nothing",
                   table_zeros(table, &own, symbols, launcher_all_need(&own, symbols)));
    struct value *const steps = value_set_list(job, row, "steps");
    const struct value *viewed = value_get(body, "steps")->first;
    for (size_t i = 0; i < some.step_count; i++, viewed = viewed->next)
        table_view_step(table, value_add(steps, value_object(job)), &own, &some.steps[i], viewed);
    value_set_integer(job, row, "step_count", (long long)some.step_count);
    value_set_integer(job, row, "chained", launcher->chained);
    table->most_steps = larger(table->most_steps, (long long)some.step_count);
    launcher->uses_blocks |= own.uses_blocks;
    launcher->uses_round_up |= own.uses_round_up;
}

/* The row of a kernel that is never launched, as C has no elements: no array of C is empty, so it has a step that is not counted. */
static void view_idle(struct table *table, struct value *row, struct launcher *launcher)
{
    struct job *const job = table->job;
    struct step none = *plan_main_step(launcher->plan);
    struct value *const empty = value_list(job);
    none.dimension_count = 0;
    none.nonzero[0] = SYMBOL_NONE;
    none.sub_group_size = 0;
    set_lists(table, row, empty, empty, empty);
    value_set_text(job, row, "nothing", "0");
    struct value *const steps = value_set_list(job, row, "steps");
    table_view_step(table, value_add(steps, value_object(job)), launcher, &none, NULL);
    value_set_integer(job, row, "step_count", 0);
    value_set_integer(job, row, "chained", 0);
    table->idle = true;
}

/* The row of a program. */
static void view_program(struct table *table, struct value *row, const struct plan *plan)
{
    struct job *const job = table->job;
    struct value *const orders = value_list(job);
    const char *images = NULL;
    launcher_add_orders(job, orders, plan);
    for (const struct value *order = orders->first; order; order = order->next)
        images = arena_join(job->arena, images, ", ",
                            arena_printf(job->arena, "CL_%s", value_get(order, "order")->text));
    table->most_orders = larger(table->most_orders, (long long)orders->count);
    value_set_text(job, row, "called", plan->name);
    value_set(row, "images_read", value_printf(job, "{%s}", images ? images : "0"));
    value_set_integer(job, row, "finalizes", plan_main_step(plan)->engine.finalize != NULL);
}

static void lay_out_program(struct table *table, struct value *row)
{
    struct job *const job = table->job;
    const char *const name = value_get(row, "called")->text;
    const char *const NAME = c_capitals(job, name);
    struct host_item columns[5] = {
        {arena_printf(job->arena, "%s_source", name), false},
        {arena_printf(job->arena, "%s_SOURCE_COUNT", NAME), false},
        {arena_printf(job->arena, "%s_BUILD_OPTIONS", NAME), false},
    };
    size_t count = 3;
    if (table->uses.finalize)
        columns[count++].text = value_get(row, "finalizes")->text;
    if (table->uses.channel)
        columns[count++].text = value_get(row, "images_read")->text;
    value_set(row, "columns", host_row(job, "     ", columns, count));
}

/* What the first kernel prepares for all: a row, unless there is nothing of it, for each item of the view's `prepared`. */
static void view_prepared(struct table *table, struct value *view, struct launcher *launcher)
{
    struct job *const job = table->job;
    struct launcher plain = launcher_of(job, table->dispatch->plans[0], table->dispatch->name);
    struct value *item = value_child(view, "prepared")->first;
    for (enum role operand = ROLE_A; operand <= ROLE_B; operand++) {
        const struct buffer *const prepared = launcher_prepared(plain.whole, operand);
        if (!prepared)
            continue;
        launcher_view_prepared_bytes(&plain, item, prepared);
        if (launcher->idle || launcher_steps_of(job, launcher->plan, prepared).step_count == 0) {
            value_set_bool(job, item, "row", false);
        } else {
            struct value *const row = value_set_object(job, item, "row");
            value_set_text(job, row, "end", ";");
            view_call(table, row, launcher, 0, prepared);
        }
        item = item->next;
    }
    launcher_add_uses(&plain, &table->uses);
}

/* The rows of a kernel. Steps that prepare are those of the first one. */
static void view_kernel(struct table *table, struct value *view, size_t kernel)
{
    struct job *const job = table->job;
    const struct dispatch *const dispatch = table->dispatch;
    const struct plan *const plan = dispatch->plans[kernel];
    struct plan *const follower = arena_array(job->arena, 1, sizeof *follower);
    struct value *const row = value_add(value_child(view, "calls"), value_object(job));
    *follower = launcher_steps_of(job, plan, NULL);
    struct launcher launcher = launcher_of(job, kernel == 0 ? plan : follower, dispatch->name);
    launcher.of = "p->";
    launcher.table = true;
    view_program(table, value_add(value_child(view, "programs"), value_object(job)), launcher.plan);
    launcher_add_made(job, table->made, launcher.plan);
    value_set_integer(job, row, "index", (long long)kernel);
    value_set_text(job, row, "called", plan->name);
    value_set_text(job, row, "end", ",");
    if (launcher.idle)
        view_idle(table, row, &launcher);
    else
        view_call(table, row, &launcher, kernel, NULL);
    if (kernel == 0)
        view_prepared(table, view, &launcher);
    table->alone |= !launcher.idle && !launcher.chained;
    if (launcher.chained)
        table->most_chained = larger(table->most_chained, (long long)launcher.plan->step_count);
    launcher_add_uses(&launcher, &table->uses);
}

/* The members of the struct of a call: all that functions of the dispatch take. */
static void view_members(struct table *table, struct value *view)
{
    struct job *const job = table->job;
    struct joint_parameters all = joint_all(job, table->dispatch, JOINT_ENQUEUE, ROLE_C);
    struct value *const members = value_set_list(job, view, "members");
    for (enum role operand = ROLE_A; operand <= ROLE_B; operand++)
        if (launcher_prepared(table->dispatch->plans[0], operand)) {
            const struct joint_parameters more =
                joint_all(job, table->dispatch, JOINT_PREPARE, operand);
            joint_add(&all, &more);
        }
    for (size_t i = 0; i < all.count; i++) {
        struct value *const member = value_add(members, value_object(job));
        value_set_text(job, member, "type", all.list[i].type);
        value_set_text(job, member, "name", all.list[i].name);
    }
}

/* Whether the size of some workspace is given at launch. */
static bool reads_call(const struct value *list)
{
    for (const struct value *item = list->first; item; item = item->next)
        if (strstr(value_get(item, "key")->text, "p->"))
            return true;
    return false;
}

/* What the struct and the functions of one kernel have. */
static void view_own(struct table *table, struct value *view)
{
    struct job *const job = table->job;
    const struct dispatch *const dispatch = table->dispatch;
    const char *made_for = NULL;
    struct value *const own = value_set_object(job, view, "own");
    for (size_t i = 0; i < dispatch->kernel_count && !made_for; i++)
        made_for = plan_device(job, dispatch->plans[i]);
    host_set_names(job, own, arena_printf(job->arena, "%s_kernel", dispatch->name));
    value_set_text(job, own, "made_for", made_for);
    value_set_text(job, own, "source", "self->row->source");
    value_set_text(job, own, "source_count", "self->row->count");
    value_set_text(job, own, "source_options", "self->row->options");
    value_set_text(job, own, "finalizes", "self->row->finalizes");
    value_set_text(job, own, "handle", "kernel");
    value_set_text(job, own, "number", "step->number");
    value_set(own, "made", table->made);
    launcher_view_chain(job, own, table->most_chained);
}

/* Lays a row out, once it is known which columns there are. */
static void lay_out(struct table *table, struct value *row)
{
    const struct {
        const char *member;
        bool shown;
    } columns[] = {{"refusals", table->refusals->count > 0},
                   {"nothing", table->zeros->count > 0},
                   {"checks", true},
                   {"makes", table->makes->count > 0},
                   {"chained", table->alone && table->most_chained > 0},
                   {"step_count", true}};
    struct host_item head[sizeof columns / sizeof *columns];
    struct value *const steps = value_child(row, "steps");
    size_t count = 0;
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        if (columns[i].shown)
            head[count++] = (struct host_item){value_get(row, columns[i].member)->text, false};
    value_set(row, "head", host_row(table->job, "     ", head, count));
    for (struct value *step = steps->first; step; step = step->next)
        table_lay_out_step(table, step);
    value_mark_ends(table->job, steps);
}

static void lay_out_rows(struct table *table, struct value *view)
{
    for (struct value *row = value_child(view, "programs")->first; row; row = row->next)
        lay_out_program(table, row);
    for (struct value *row = value_child(view, "calls")->first; row; row = row->next)
        lay_out(table, row);
    for (struct value *item = value_child(view, "prepared")->first; item; item = item->next)
        if (value_get(item, "row")->kind == VALUE_OBJECT)
            lay_out(table, value_child(item, "row"));
}

/* How large arrays are, and which columns there are. */
static void view_columns(struct table *table, struct value *view)
{
    struct job *const job = table->job;
    const char *const zeros = table->zeros->count > 0 ? "(zeros & call->nonzero) != 0" : NULL;
    const char *const nothing =
        table->idle ? arena_join(job->arena, zeros, " || ", "call->step_count == 0") : zeros;
    value_set_integer(job, view, "dimensions", (long long)table->dimensions);
    value_set_integer(job, view, "most_refusals", table->most_refusals + 1);
    value_set_integer(job, view, "most_checks", table->most_checks + 1);
    value_set_integer(job, view, "most_makes", table->most_makes + 1);
    value_set_integer(job, view, "most_arguments", table->most_arguments);
    value_set_integer(job, view, "most_listed", table->most_arguments + 1);
    value_set_bool(job, view, "leaves_out", table->leaves_out);
    value_set_integer(job, view, "most_steps", table->most_steps);
    value_set_integer(job, view, "most_orders", table->most_orders + 1);
    value_set_bool(job, view, "some_refusals", table->refusals->count > 0);
    value_set_bool(job, view, "some_makes", table->makes->count > 0);
    value_set_bool(job, view, "some_zeros", table->zeros->count > 0);
    value_set_bool(job, view, "makes_by_size", reads_call(table->makes));
    value_set_text(job, view, "nothing", nothing);
    value_set_bool(job, view, "rounds", table->rounds);
    value_set_bool(job, view, "more", table->more);
    value_set_bool(job, view, "asks_units", dispatch_has_model(table->dispatch) || table->units);
    value_set_bool(job, view, "alone", table->alone);
    value_set_bool(job, view, "mixed", table->alone && table->most_chained > 0);
}

static void view_lists(struct table *table, struct value *view)
{
    launcher_align(table->job, table->values);
    value_mark_ends(table->job, table->sizes);
    value_set(view, "refusal_cases", table->refusals);
    value_set(view, "check_cases", table->checks);
    value_set(view, "make_cases", table->makes);
    value_set(view, "conversions", table->conversions);
    value_set(view, "values", table->values);
    value_set(view, "lists", table->lists);
    value_set(view, "sizes", table->sizes);
    value_set(view, "zeros", table->zeros);
    value_set(view, "numbers", table->numbers);
}

void table_view(struct job *job, const struct dispatch *dispatch, struct value *view)
{
    struct table table = {.job = job, .dispatch = dispatch};
    struct value **const lists[] = {&table.refusals,    &table.checks, &table.makes, &table.values,
                                    &table.lists,       &table.sizes,  &table.zeros, &table.numbers,
                                    &table.conversions, &table.made};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        *lists[i] = value_list(job);
    value_set_list(job, view, "programs");
    value_set_list(job, view, "calls");
    for (size_t i = 0; i < dispatch->kernel_count; i++)
        if (launcher_dimensions(dispatch->plans[i]) > table.dimensions)
            table.dimensions = launcher_dimensions(dispatch->plans[i]);
    for (size_t i = 0; i < dispatch->kernel_count; i++)
        view_kernel(&table, view, i);
    table.uses.blocks = true;
    launcher_view_shared(job, view, &table.uses);
    view_members(&table, view);
    view_own(&table, view);
    view_columns(&table, view);
    view_lists(&table, view);
    lay_out_rows(&table, view);
}
