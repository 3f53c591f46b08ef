/*
 * What a host may define, as its interface has it: macros, rules between them, builds; what it passes; what else its text holds.
 */
#include <string.h>

#include "gen/base/reserved.h"
#include "gen/request/interface_read.h"
#include "gen/request/sum.h"

enum {
    MOST_ITEMS = INTERFACE_MACROS
};

/* ---------------------------------------------------------------------------------- lists */

/* A list or object of the file with 1 to MOST_ITEMS parts; NULL: it is not there. */
static const struct value *read_parts(const struct interface_place *place, const char *name,
                                      enum value_kind kind)
{
    const struct value *const parts = interface_member(place, place->root, name, kind, false);
    if (parts && (!parts->count || parts->count > MOST_ITEMS))
        interface_fail(place, parts, "has 1 to %d %s", (int)MOST_ITEMS,
                       kind == VALUE_LIST ? "items" : "members");
    return parts;
}

static long long read_whole_number(const struct interface_place *place, const struct value *value,
                                   long long least, long long most)
{
    if (value->kind != VALUE_INTEGER || value->integer < least || value->integer > most)
        interface_fail(place, value, "must be a whole number from %lld to %lld", least, most);
    return value->integer;
}

/* The numbers of a list, each once. */
static const long long *read_numbers(const struct interface_place *place, const struct value *list,
                                     long long least, long long most, size_t *count)
{
    if (list->kind != VALUE_LIST || !list->count || list->count > MOST_ITEMS)
        interface_fail(place, list, "must be a list of 1 to %d numbers", (int)MOST_ITEMS);
    long long *const numbers = arena_array(place->job->arena, list->count, sizeof *numbers);
    *count = 0;
    for (const struct value *item = list->first; item; item = item->next) {
        numbers[*count] = read_whole_number(place, item, least, most);
        for (size_t i = 0; i < *count; i++)
            if (numbers[i] == numbers[*count])
                interface_fail(place, item, "stands there twice");
        ++*count;
    }
    return numbers;
}

/* Names that `is` takes; `wanted` says which. NULL ends them; a null pointer: the member is not there. */
static const char *const *read_names(const struct interface_place *place, const char *name,
                                     bool (*is)(const struct interface *interface,
                                                const char *text),
                                     const struct interface *interface, const char *wanted)
{
    const struct value *const list = read_parts(place, name, VALUE_LIST);
    if (!list)
        return NULL;
    const char **const names = arena_array(place->job->arena, list->count + 1, sizeof *names);
    size_t count = 0;
    for (const struct value *item = list->first; item; item = item->next) {
        if (item->kind != VALUE_TEXT || !is(interface, item->text))
            interface_fail(place, item, "%s", wanted);
        for (size_t i = 0; i < count; i++)
            if (strcmp(names[i], item->text) == 0)
                interface_fail(place, item, "stands there twice");
        names[count++] = item->text;
    }
    return names;
}

/* --------------------------------------------------------------------------------- macros */

static bool is_host_macro(const void *self, const char *name)
{
    return interface_macro(self, name) != NULL;
}

static bool untuned_of(const void *self, const char *name, long long *number)
{
    const struct host_macro *const macro = interface_macro(self, name);
    *number = macro ? macro->untuned : 0;
    return macro != NULL;
}

static void read_macros(const struct interface_place *place, struct interface *interface)
{
    const struct value *const object = read_parts(place, "macros", VALUE_OBJECT);
    const struct value *const untuned =
        interface_member(place, place->root, "untuned", VALUE_OBJECT, object != NULL);
    struct host_macro *const macros =
        arena_array(place->job->arena, object ? object->count : 0, sizeof *macros);
    double settings = 1;
    interface->macros = macros;
    for (const struct value *member = object ? object->first : NULL; member;
         member = member->next) {
        struct host_macro *const macro = &macros[interface->macro_count++];
        const struct value *const before = value_get(untuned, member->name);
        if (!interface_is_name(member->name) || name_is_reserved(member->name))
            interface_fail(place, member, "is no name that a macro can have");
        if (!before)
            interface_fail(place, untuned, "lacks the macro %s", member->name);
        macro->name = member->name;
        macro->values = read_numbers(place, member, 0, INTERFACE_NUMBER, &macro->value_count);
        macro->untuned = read_whole_number(place, before, 0, INTERFACE_NUMBER);
        settings *= (double)host_macro_choices(macro);
    }
    if (settings > INTERFACE_SETTINGS)
        interface_fail(place, object,
                       "has more than %d settings: list fewer values, and macros of the launch and "
                       "of rules alone",
                       (int)INTERFACE_SETTINGS);
    for (const struct value *member = untuned ? untuned->first : NULL; member;
         member = member->next)
        if (!interface_macro(interface, member->name))
            interface_fail(place, member, "is no macro of `macros`");
}

/* A condition on macros, all of which the file lists. */
static const struct formula *read_rule(const struct interface_place *place,
                                       const struct interface *interface, const struct value *item)
{
    if (item->kind != VALUE_TEXT)
        interface_fail(place, item, "must be a text, as \"MWG %% MDIMC == 0\"");
    const struct formula *const rule = interface_condition(place, item);
    interface_check_names(place, item, rule, is_host_macro, interface, "macro of `macros`");
    return rule;
}

static void read_rules(const struct interface_place *place, struct interface *interface)
{
    const struct value *const list = read_parts(place, "rules", VALUE_LIST);
    if (!list)
        return;
    const struct formula **const rules =
        arena_array(place->job->arena, list->count + 1, sizeof *rules);
    size_t count = 0;
    for (const struct value *item = list->first; item; item = item->next) {
        rules[count] = read_rule(place, interface, item);
        long long kept;
        if (!formula_number(rules[count++], untuned_of, interface, &kept) || !kept)
            interface_fail(place, item, "does not hold of `untuned`");
    }
    interface->rules = rules;
}

/* What is untuned makes a launch. */
static void check_untuned(const struct interface_place *place, const struct interface *interface,
                          const struct host_number *number)
{
    long long untuned = 1;
    const struct formula *const formula = interface_formula(place->job, number);
    if (!interface->macro_count || !formula)
        return;
    if (!formula_number(formula, untuned_of, interface, &untuned) || untuned < 1 ||
        untuned > INTERFACE_NUMBER)
        interface_fail(place, value_get(place->root, "untuned"),
                       "makes no launch: a number of it would not be from 1 to %d",
                       (int)INTERFACE_NUMBER);
}

/* The number of a launch or a promise has macros that the file lists, where it lists some. */
static void check_number(const struct interface_place *place, const struct interface *interface,
                         const char *path, const struct host_number *number)
{
    const struct formula *const formula = interface_formula(place->job, number);
    if (interface->macro_count || number->formula)
        interface_check_names(place, value_get(place->root, path), formula, is_host_macro,
                              interface, "macro of `macros`");
    check_untuned(place, interface, number);
}

static void check_numbers(const struct interface_place *place, const struct interface *interface)
{
    for (int i = 0; i < LAUNCH_NUMBERS; i++)
        check_number(place, interface, "launch", interface_number(interface, i));
    for (int axis = 0; axis < 3; axis++)
        check_number(place, interface, "promises", &interface->multiples[axis]);
}

/* --------------------------------------------------------------------------------- builds */

static void read_build(const struct interface_place *place, const struct value *item,
                       struct host_build *build)
{
    static const char *const names[] = {"if", "problem", "pointers", "comment", NULL};
    if (item->kind != VALUE_OBJECT)
        interface_fail(place, item, "must be an object");
    interface_allow(place, item, names);
    const struct value *const at = interface_member(place, item, "if", VALUE_TEXT, true);
    build->condition = interface_condition(place, at);
    if (!formula_solve(place->job, build->condition, &build->defines, &build->define_count))
        interface_fail(place, at,
                       "holds neither where no macro is defined nor by the numbers that "
                       "it compares macros with");
    build->problem = interface_problem(place, item);
    const struct value *const pointers =
        interface_member(place, item, "pointers", VALUE_TEXT, false);
    build->pointers = pointers ? pointers->text : NULL;
    if (pointers && strcmp(pointers->text, "half") != 0 && strcmp(pointers->text, "float") != 0 &&
        strcmp(pointers->text, "double") != 0)
        interface_fail(place, pointers, "must be half, float or double");
}

static void read_builds(const struct interface_place *place, struct interface *interface)
{
    const struct value *const list = read_parts(place, "builds", VALUE_LIST);
    if (!list)
        return;
    struct host_build *const builds = arena_array(place->job->arena, list->count, sizeof *builds);
    for (const struct value *item = list->first; item; item = item->next)
        read_build(place, item, &builds[interface->build_count++]);
    interface->builds = builds;
}

/* ------------------------------------------------------------------------ shapes and values */

static void read_shapes(const struct interface_place *place, struct interface *interface)
{
    const struct value *const list = read_parts(place, "shapes", VALUE_LIST);
    if (!list)
        return;
    struct host_shape *const shapes = arena_array(place->job->arena, list->count, sizeof *shapes);
    for (const struct value *item = list->first; item; item = item->next) {
        if (item->kind != VALUE_LIST || item->count < 3 || item->count > 4)
            interface_fail(place, item,
                           "must be three sizes, m, n and k, and how many members a batch has");
        long long numbers[] = {0, 0, 0, 1}, *number = numbers;
        for (const struct value *size = item->first; size; size = size->next)
            *number++ = read_whole_number(place, size, 1, INTERFACE_SIZE);
        shapes[interface->shape_count++] =
            (struct host_shape){numbers[0], numbers[1], numbers[2], numbers[3]};
    }
    interface->shapes = shapes;
}

/* Whether a formula of a member has an argument, and no other formula does: what else the host says stays as it is. */
static bool is_of_members(const struct interface *interface, const struct host_argument *argument)
{
    const enum symbol symbol = formula_symbol(argument->passes);
    bool of_members = false,
         of_others = symbol && symbol != SYMBOL_BATCH &&
                     interface_passing(interface, argument->passed) == argument &&
                     !interface_where(interface, argument->passed);
    for (size_t i = 0; i < interface->where_count; i++) {
        const struct host_definition *const where = &interface->where[i];
        const bool has = formula_has_name(where->value, argument->name);
        of_members |= has && interface_is_of_member(where->name);
        of_others |= has && !interface_is_of_member(where->name);
    }
    return of_members && !of_others;
}

static bool is_symbol(const void *self, const char *name)
{
    (void)self;
    return symbol_find(name) != SYMBOL_NONE;
}

/* What a host may pass: a number, or a sum as `arguments` have it. */
static const struct formula *read_trial(const struct interface_place *place,
                                        const struct value *item, const char **written)
{
    const struct formula *const passes = interface_count(place, item, 0);
    *written = item->kind == VALUE_TEXT ? item->text
                                        : arena_printf(place->job->arena, "%lld", item->integer);
    struct sum sum;
    interface_check_names(place, item, passes, is_symbol, NULL, "symbol of doc/manifest.md");
    if (!sum_of_symbols(passes, &sum))
        interface_fail(place, item, "is no sum of products of symbols and numbers");
    return passes;
}

static void read_trials(const struct interface_place *place, struct interface *interface)
{
    struct arena *const arena = place->job->arena;
    const struct value *const object = read_parts(place, "try", VALUE_OBJECT);
    if (!object)
        return;
    struct host_trial *const trials = arena_array(arena, object->count, sizeof *trials);
    for (const struct value *member = object->first; member; member = member->next) {
        struct host_trial *const trial = &trials[interface->trial_count++];
        trial->argument = interface_argument(interface, member->name);
        if (!trial->argument || trial->argument->declared.pointer ||
            trial->argument->declared.local)
            interface_fail(place, member, "is no argument with a value");
        if (!is_of_members(interface, trial->argument))
            interface_fail(place, member,
                           "must be an argument by which `where` says a member alone, as r2 of "
                           "\"member_a\": \"member / r2\"");
        if (member->kind != VALUE_LIST || !member->count || member->count > MOST_ITEMS)
            interface_fail(place, member, "must be a list of 1 to %d values", (int)MOST_ITEMS);
        const struct formula **const values = arena_array(arena, member->count, sizeof *values);
        const char **const written = arena_array(arena, member->count, sizeof *written);
        for (const struct value *item = member->first; item;
             item = item->next, trial->value_count++)
            values[trial->value_count] = read_trial(place, item, &written[trial->value_count]);
        trial->values = values;
        trial->written = written;
    }
    interface->trials = trials;
}

/* Another entry of the text. */
static bool is_other_entry(const struct interface *interface, const char *text)
{
    return interface_is_name(text) && strcmp(text, interface->entry) != 0;
}

/* A name or a file, which is read where a text of both is written. */
static bool is_other_interface(const struct interface *interface, const char *text)
{
    return *text && strcmp(text, interface->name) != 0;
}

void interface_read_host(const struct interface_place *place, struct interface *interface)
{
    read_macros(place, interface);
    read_rules(place, interface);
    check_numbers(place, interface);
    read_builds(place, interface);
    read_shapes(place, interface);
    read_trials(place, interface);
    interface->with = read_names(place, "with", is_other_interface, interface,
                                 "must be another interface, a name or a file");
    interface->keeps = read_names(place, "keeps", is_other_entry, interface,
                                  "must be the name of another kernel function");
}
