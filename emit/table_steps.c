/*
 * Rows of steps: what they take and how they are launched.
 */
#include "emit/table.h"

#include <string.h>

#include "gen/base/c_text.h"
#include "gen/base/whole.h"

size_t table_add(struct table *table, struct value *list, const char *key, struct value *item)
{
    size_t number = 0;
    for (const struct value *other = list->first; other; other = other->next, number++)
        if (strcmp(value_get(other, "key")->text, key) == 0)
            return number;
    value_set_text(table->job, item, "key", key);
    value_set_integer(table->job, item, "index", (long long)number);
    value_set_integer(table->job, item, "case", (long long)number + 1);
    item->next = NULL;
    value_add(list, item);
    return number;
}

/* The name among sizes of what work-items are counted by, "M". */
static const char *size_name(struct table *table, const char *name, const char *value)
{
    struct job *const job = table->job;
    struct value *const item = value_object(job);
    const char *const NAME = c_capitals(job, name);
    value_set_text(job, item, "SIZE", NAME);
    value_set_text(job, item, "value", value);
    table_add(table, table->sizes, NAME, item);
    return NAME;
}

static const char *size_of(struct table *table, struct launcher *launcher, enum symbol symbol)
{
    return symbol == SYMBOL_NONE ? size_name(table, "one", "1")
                                 : size_name(table, launcher_symbol(symbol),
                                             launcher_count(launcher, (struct count){symbol, 0}));
}

/* Known sizes become a number of work-items. */
static void view_items(struct table *table, struct value *row, struct launcher *launcher,
                       struct launcher_items items)
{
    struct job *const job = table->job;
    if (items.size.symbol == SYMBOL_NONE && !items.of_units) {
        const long long size = items.size.number, to = items.rounded_to;
        const long long rounded = to > 1 ? rounded_up(larger(size, 1), to) : size;
        items.items *= covering(rounded, items.block);
        items.block = items.rounded_to = 1;
    }
    value_set_text(job, row, "size",
                   items.of_units ? size_name(table, "units", "self->units")
                                  : size_of(table, launcher, items.size.symbol));
    value_set_integer(job, row, "block", items.block);
    value_set_integer(job, row, "items", items.items);
    value_set_integer(job, row, "rounded_to", items.rounded_to);
    value_set_text(job, row, "further", size_of(table, launcher, items.more));
    value_set_integer(job, row, "each", items.more ? items.local : 0);
    table->units |= items.of_units;
    table->rounds |= items.rounded_to > 1;
    table->more |= items.more != SYMBOL_NONE;
}

/* Dimensions that the step has not have one work-item. */
static void view_launch(struct table *table, struct value *row, struct launcher *launcher,
                        const struct step *step)
{
    struct job *const job = table->job;
    struct value *const global = value_set_list(job, row, "global");
    const char *local = "";
    size_of(table, launcher, SYMBOL_NONE); /* the first one */
    for (size_t i = 0; i < table->dimensions; i++) {
        const bool has = i < step->dimension_count;
        const struct launcher_items one = {
            {SYMBOL_NONE, 1}, .rounded_to = 1, .block = 1, .items = 1};
        view_items(table, value_add(global, value_object(job)), launcher,
                   has ? launcher_items(launcher, step, &step->dimensions[i]) : one);
        local = arena_join(job->arena, local, ", ",
                           arena_printf(job->arena, "%lld", has ? step->dimensions[i].local : 1));
    }
    value_set(row, "local", value_printf(job, "{%s}", local));
}

/* "GEMM_TAKES_LDA": a value of the view of a function, among those of all steps. */
static const char *taken(struct table *table, const struct value *viewed)
{
    struct job *const job = table->job;
    struct value *const item = value_object(job);
    const char *const value = value_get(viewed, "value")->text;
    const char *const point = strstr(value, "->");
    const char *name = point ? point + strlen("->") : value;
    const char *const memory = strstr(name, ".memory");
    name = c_capitals(job, memory ? arena_text(job->arena, name, (size_t)(memory - name)) : name);
    value_set_text(job, item, "type", value_get(viewed, "type")->text);
    value_set_text(job, item, "value", value);
    value_set_text(job, item, "TAKEN", name);
    table_add(table, table->values, value, item);
    return arena_printf(job->arena, "%s_TAKES_%s", c_capitals(job, table->dispatch->name), name);
}

/* The number of its list of arguments. */
static size_t arguments_of(struct table *table, const struct value *viewed)
{
    struct job *const job = table->job;
    const struct value *const values = value_get(viewed, "values");
    struct host_item *const items = arena_array(job->arena, values->count + 1, sizeof *items);
    const char *key = "";
    size_t count = 0;
    for (const struct value *value = values->first; value; value = value->next) {
        items[count] = (struct host_item){taken(table, value), false};
        key = arena_printf(job->arena, "%s %s", key, items[count++].text);
    }
    table->most_arguments = larger(table->most_arguments, (long long)count);
    struct value *const list = host_row(job, "     ", items, count);
    return table_add(table, table->lists, key, list);
}

const char *table_zeros(struct table *table, struct launcher *launcher, const enum symbol *symbols,
                        size_t count)
{
    struct job *const job = table->job;
    const char *const NAME = c_capitals(job, table->dispatch->name);
    const char *text = NULL;
    for (size_t i = 0; i < count; i++) {
        const char *const SYMBOL = c_capitals(job, launcher_symbol(symbols[i]));
        struct value *const item = value_object(job);
        value_set_text(job, item, "ZERO", SYMBOL);
        value_set_text(job, item, "is", launcher_comparison(launcher, symbols[i], "=="));
        value_set_integer(job, item, "bit", 1LL << table->zeros->count);
        table_add(table, table->zeros, SYMBOL, item);
        text = arena_join(job->arena, text, " | ",
                          arena_printf(job->arena, "%s_ZERO_%s", NAME, SYMBOL));
    }
    return text ? text : "0";
}

void table_view_step(struct table *table, struct value *row, struct launcher *launcher,
                     const struct step *step, const struct value *viewed)
{
    struct job *const job = table->job;
    const char *const STEP = c_capitals(job, step->name);
    enum symbol symbols[LAUNCHER_MOST_NEEDED];
    struct value *const number = value_object(job);
    value_set_text(job, number, "STEP", STEP);
    table_add(table, table->numbers, STEP, number);
    value_set_text(job, row, "entry", step->entry);
    value_set_text(job, row, "STEP", STEP);
    value_set_integer(job, row, "list", viewed ? (long long)arguments_of(table, viewed) : 0);
    const size_t needs = launcher_needs(launcher, step, symbols);
    value_set_text(job, row, "nonzero", table_zeros(table, launcher, symbols, needs));
    table->leaves_out |= needs > 0;
    view_launch(table, row, launcher, step);
    value_set_integer(job, row, "sub_group", step->sub_group_size);
    value_set_integer(job, row, "equal", step->sub_group_equal);
}

/* "{GEMM_SIZE_M, 64, 16}". */
static const char *items_text(const struct table *table, const struct value *items)
{
    struct arena *const arena = table->job->arena;
    const char *const NAME = c_capitals(table->job, table->dispatch->name);
    const char *text =
        arena_printf(arena, "{%s_SIZE_%s, %s, %s", NAME, value_get(items, "size")->text,
                     value_get(items, "block")->text, value_get(items, "items")->text);
    if (table->rounds)
        text = arena_printf(arena, "%s, %s", text, value_get(items, "rounded_to")->text);
    if (table->more)
        text = arena_printf(arena, "%s, %s_SIZE_%s, %s", text, NAME,
                            value_get(items, "further")->text, value_get(items, "each")->text);
    return arena_printf(arena, "%s}", text);
}

void table_lay_out_step(const struct table *table, struct value *row)
{
    struct job *const job = table->job;
    struct arena *const arena = job->arena;
    struct host_item columns[DIMENSION_LIMIT + 7];
    size_t count = 0;
    columns[count++].text = arena_printf(arena, "\"%s\"", value_get(row, "entry")->text);
    columns[count++].text = arena_printf(
        arena, "%s_STEP_%s", c_capitals(job, table->dispatch->name), value_get(row, "STEP")->text);
    columns[count++].text = value_get(row, "list")->text;
    if (table->leaves_out)
        columns[count++].text = value_get(row, "nonzero")->text;
    const size_t first = count;
    const struct value *items = value_get(row, "global")->first;
    for (; items; items = items->next, count++)
        columns[count].text = arena_printf(arena, "%s%s%s", count == first ? "{" : "",
                                           items_text(table, items), items->next ? "" : "}");
    columns[count++].text = value_get(row, "local")->text;
    if (table->uses.sub_groups) {
        columns[count++].text = value_get(row, "sub_group")->text;
        columns[count++].text = value_get(row, "equal")->text;
    }
    for (size_t i = 0; i < count; i++)
        columns[i].opens = i == first;
    value_set(row, "launch", host_row(job, "       ", columns, count));
}
