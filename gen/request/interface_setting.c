/*
 * What an interface has, by name, and binding it to numbers of the host's macros.
 */
#include <stdlib.h>
#include <string.h>

#include "gen/request/interface.h"

enum {
    MOST_DEFINES = 80
};

const struct formula *interface_where(const struct interface *interface, const char *name)
{
    for (size_t i = 0; i < interface->where_count; i++)
        if (strcmp(interface->where[i].name, name) == 0)
            return interface->where[i].value;
    return NULL;
}

const struct host_argument *interface_argument(const struct interface *interface, const char *name)
{
    for (size_t i = 0; i < interface->argument_count; i++)
        if (strcmp(interface->arguments[i].name, name) == 0)
            return &interface->arguments[i];
    return NULL;
}

const struct host_argument *interface_passing(const struct interface *interface, const char *name)
{
    for (size_t i = 0; i < interface->argument_count; i++)
        if (formula_is_name(interface->arguments[i].passes, name))
            return &interface->arguments[i];
    return NULL;
}

bool interface_is_of_member(const char *name)
{
    static const char *const names[] = {"member_a", "member_b", "member_c",
                                        "begin_a",  "begin_b",  "begin_c"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i], name) == 0)
            return true;
    return false;
}

const struct formula *interface_begin(const struct interface *interface, enum symbol stride)
{
    static const char *const names[] = {"begin_a", "begin_b", "begin_c"};
    return stride >= SYMBOL_STRIDE_A && stride <= SYMBOL_STRIDE_C
               ? interface_where(interface, names[stride - SYMBOL_STRIDE_A])
               : NULL;
}

long long interface_size(const struct interface *interface, enum symbol axis)
{
    const struct formula *const where = interface_where(interface, symbol_name(axis));
    return where && where->kind == FORMULA_NUMBER ? where->number : -1;
}

bool interface_has_indices(const struct interface *interface)
{
    return formula_element(interface_where(interface, "member_a"), NULL) ||
           formula_element(interface_where(interface, "member_b"), NULL);
}

const struct host_macro *interface_macro(const struct interface *interface, const char *name)
{
    for (size_t i = 0; i < interface->macro_count; i++)
        if (strcmp(interface->macros[i].name, name) == 0)
            return &interface->macros[i];
    return NULL;
}

size_t host_macro_choices(const struct host_macro *macro)
{
    size_t before = 0;
    while (before < macro->value_count && macro->values[before] != macro->untuned)
        before++;
    return macro->value_count + (before == macro->value_count);
}

const struct host_number *interface_number(const struct interface *interface, int i)
{
    return i < 2 ? &interface->extent[i] : &interface->local[i - 2];
}

bool interface_counts(const struct interface *interface)
{
    return interface->count[0] != NULL;
}

/* Of a launch whose tiles are taken in turn the dimensions beside that of members are the kernel's own in their order. */
int interface_place(const struct interface *interface, int own, enum symbol width)
{
    const enum symbol axes[] = {width, width == SYMBOL_M ? SYMBOL_N : SYMBOL_M, SYMBOL_BATCH};
    const enum symbol wanted = interface_counts(interface) && own < 2 ? SYMBOL_NONE : axes[own];
    int place = 0, before = wanted == SYMBOL_NONE ? own : 0;
    while (place < INTERFACE_DIMENSIONS - 1 && (interface->groups[place] != wanted || before-- > 0))
        place++;
    return place;
}

const struct formula *interface_formula(struct job *job, const struct host_number *number)
{
    struct formula *name;
    if (number->formula || !number->macro)
        return number->formula;
    name = arena_allocate(job->arena, sizeof *name);
    *name = (struct formula){.kind = FORMULA_NAME, .text = number->macro};
    return name;
}

int interface_promised(const struct interface *interface, const char *macro)
{
    for (int axis = 0; axis < 3; axis++)
        if (interface->multiples[axis].macro &&
            strcmp(interface->multiples[axis].macro, macro) == 0)
            return axis;
    return -1;
}

bool interface_launches(const struct interface *interface, const char *macro)
{
    bool launches = false;
    for (int i = 0; i < LAUNCH_NUMBERS; i++) {
        const struct host_number *const number = interface_number(interface, i);
        launches |= number->formula ? formula_has_name(number->formula, macro)
                                    : number->macro && strcmp(number->macro, macro) == 0;
    }
    return launches;
}

bool interface_is_bound(const struct interface *interface)
{
    return interface->setting && interface->setting->launch;
}

bool interface_is_open(const struct interface *interface)
{
    return interface->macro_count && !interface_is_bound(interface);
}

/* Who has values of macros. */
struct values {
    bool (*value_of)(const void *self, const char *name, long long *number);
    const void *self;
};

static bool has_value(const void *self, const char *name)
{
    const struct values *const values = self;
    long long unused;
    return values->value_of(values->self, name, &unused);
}

int interface_broken_rule(const struct interface *interface,
                          bool (*value_of)(const void *self, const char *name, long long *number),
                          const void *self)
{
    const struct values values = {value_of, self};
    const struct formula *const *const rules = interface->rules;
    long long holds;
    for (int i = 0; rules && rules[i]; i++)
        if (!formula_unknown(rules[i], has_value, &values) &&
            (!formula_number(rules[i], value_of, self, &holds) || !holds))
            return i;
    return -1;
}

/* Macros of a setting, and where they are from. */
struct binding {
    struct job *job;
    const struct interface *interface;
    struct define *defines;
    size_t count;
};

static const struct define *find(const struct binding *binding, const char *macro)
{
    for (size_t i = 0; i < binding->count; i++)
        if (strcmp(binding->defines[i].macro, macro) == 0)
            return &binding->defines[i];
    return NULL;
}

static void define(struct binding *binding, const char *macro, long long number)
{
    if (find(binding, macro) || binding->count == MOST_DEFINES)
        return;
    binding->defines[binding->count++] = (struct define){macro, number};
}

static bool number_of(const void *self, const char *name, long long *number)
{
    const struct define *const found = find(self, name);
    *number = found ? found->number : 0;
    return found != NULL;
}

/* ---------------------------------------------------------------------------- what is said */

/* Whether the file knows a macro: it lists it, its launch has it, or a build. */
static bool knows(const struct interface *interface, const char *macro)
{
    bool known = interface_macro(interface, macro) || interface_launches(interface, macro) ||
                 interface_promised(interface, macro) >= 0;
    for (size_t i = 0; i < interface->build_count; i++)
        known |= formula_has_name(interface->builds[i].condition, macro);
    return known || (interface->require && formula_has_name(interface->require, macro)) ||
           (interface->only_if && formula_has_name(interface->only_if, macro));
}

/* "MWG=64,NWG=64" */
static void read_setting(struct binding *binding, const char *text)
{
    struct job *const job = binding->job;
    for (const char *at = text + strspn(text, ", "); *at; at += strspn(at, ", ")) {
        const size_t length = identifier_length(at);
        const char *const macro = arena_text(job->arena, at, length);
        char *end = (char *)at + length;
        const bool numbered = length && *end == '=' && end[1] >= '0' && end[1] <= '9';
        const long long number = numbered ? strtoll(end + 1, &end, 10) : 0;
        if (!numbered || number > INTERFACE_NUMBER || (*end && !strchr(", ", *end)))
            job_fail(job, CLGEMM_USAGE, "setting",
                     "--setting takes macros and numbers up to %d, MWG=64,NWG=64, not '%.40s'",
                     (int)INTERFACE_NUMBER, at);
        if (!knows(binding->interface, macro))
            job_fail(job, CLGEMM_USAGE, "setting", "interface %.200s has no macro %.60s",
                     binding->interface->name, macro);
        if (find(binding, macro) || binding->count == MOST_DEFINES)
            job_fail(job, CLGEMM_USAGE, "setting", "--setting names %.60s twice", macro);
        define(binding, macro, number);
        at = end;
    }
}

/* --------------------------------------------------------------------------------- builds */

/* The first build whose condition holds of what is said; else the first one. */
static const struct host_build *choose_build(struct binding *binding, const char *setting)
{
    const struct interface *const interface = binding->interface;
    const struct host_build *chosen = NULL;
    for (size_t i = 0; i < interface->build_count && !chosen; i++) {
        long long holds;
        if (formula_number(interface->builds[i].condition, number_of, binding, &holds) && holds)
            chosen = &interface->builds[i];
    }
    for (size_t i = 0; setting && !chosen && i < interface->build_count; i++)
        for (size_t j = 0; j < binding->count; j++)
            if (formula_has_name(interface->builds[i].condition, binding->defines[j].macro))
                job_fail(binding->job, CLGEMM_REFUSED, "setting",
                         "no build of interface %.200s is for --setting %.200s", interface->name,
                         setting);
    if (!chosen && interface->build_count)
        chosen = &interface->builds[0];
    for (size_t i = 0; chosen && i < chosen->define_count; i++)
        define(binding, chosen->defines[i].macro, chosen->defines[i].number);
    return chosen;
}

/* Pointers to real elements are to those of the build. */
static void bind_build(struct job *job, struct interface *bound, const struct host_build *build)
{
    struct host_argument *const arguments =
        arena_array(job->arena, bound->argument_count, sizeof *arguments);
    if (build->problem)
        bound->problem = arena_printf(job->arena, "%s %s", bound->problem, build->problem);
    for (size_t i = 0; i < bound->argument_count; i++) {
        arguments[i] = bound->arguments[i];
        struct declaration *const declared = &arguments[i].declared;
        const char *const type = declared->type;
        const size_t name = strcspn(type, "0123456789");
        if (!build->pointers || !declared->pointer || !strchr("hfd", *type))
            continue;
        /* Vectors of halves want an extension, a pointer to halves none. */
        declared->type = strcmp(build->pointers, "half") == 0
                             ? "half"
                             : arena_printf(job->arena, "%s%s", build->pointers, type + name);
    }
    bound->arguments = arguments;
}

/* --------------------------------------------------------------------------------- launch */

static bool has_formulas(const struct interface *interface)
{
    bool has = false;
    for (int i = 0; i < LAUNCH_NUMBERS; i++)
        has |= interface_number(interface, i)->formula != NULL;
    return has;
}

/* Whether the setting says a macro of the launch. */
static bool says_launch(const struct binding *binding)
{
    bool says = false;
    for (size_t i = 0; i < binding->count; i++)
        says |= interface_launches(binding->interface, binding->defines[i].macro);
    return says;
}

/* The number that a macro or a formula of the launch has. */
static struct host_number number_bound(const struct binding *binding,
                                       const struct host_number *number)
{
    const struct formula *const formula = interface_formula(binding->job, number);
    struct host_number bound = *number;
    if (!formula)
        return bound;
    if (number->macro && !find(binding, number->macro))
        job_fail(binding->job, CLGEMM_USAGE, "setting",
                 "--setting lacks the macro %s of interface %.200s", number->macro,
                 binding->interface->name);
    bound = (struct host_number){.number = 0};
    if (!formula_number(formula, number_of, binding, &bound.number) || bound.number < 1 ||
        bound.number > INTERFACE_NUMBER)
        job_fail(binding->job, CLGEMM_REFUSED, "setting",
                 "a setting of interface %.200s has no launch: a number of it would not be from 1 "
                 "to %d",
                 binding->interface->name, (int)INTERFACE_NUMBER);
    return bound;
}

/* Rules of the file hold of what is said, and what is untuned beside it. */
static void check_rules(struct binding *binding, const char *setting)
{
    const int broken = interface_broken_rule(binding->interface, number_of, binding);
    if (broken >= 0)
        job_fail(binding->job, CLGEMM_REFUSED, "setting",
                 "--setting %.200s breaks rules[%d] of interface %.200s", setting ? setting : "",
                 broken, binding->interface->name);
}

static void bind_launch(struct binding *binding, struct interface *bound, const char *setting)
{
    for (size_t i = 0; i < bound->macro_count; i++)
        define(binding, bound->macros[i].name, bound->macros[i].untuned);
    check_rules(binding, setting);
    for (int axis = 0; axis < 2; axis++)
        bound->extent[axis] = number_bound(binding, &bound->extent[axis]);
    for (int i = 0; i < INTERFACE_DIMENSIONS; i++)
        bound->local[i] = number_bound(binding, &bound->local[i]);
}

/* What is promised by macros that have a number. */
static void bind_promises(struct binding *binding, struct interface *bound)
{
    for (int axis = 0; axis < 3; axis++)
        if (bound->multiples[axis].macro && find(binding, bound->multiples[axis].macro))
            bound->multiples[axis] = number_bound(binding, &bound->multiples[axis]);
}

const struct interface *interface_bind(struct job *job, const struct interface *interface,
                                       const char *text, bool tested)
{
    struct binding binding = {job, interface,
                              arena_array(job->arena, MOST_DEFINES, sizeof(struct define)), 0};
    if (!text && !interface->build_count && !has_formulas(interface))
        return interface;
    struct interface *const bound = arena_allocate(job->arena, sizeof *bound);
    struct host_setting *const setting = arena_allocate(job->arena, sizeof *setting);
    *bound = *interface;
    read_setting(&binding, text ? text : "");
    *setting = (struct host_setting){.open = interface,
                                     .tested = tested,
                                     .build = choose_build(&binding, text),
                                     .launch = says_launch(&binding) || has_formulas(interface)};
    if (setting->build)
        bind_build(job, bound, setting->build);
    if (setting->launch)
        bind_launch(&binding, bound, text);
    bind_promises(&binding, bound);
    setting->defines = binding.defines;
    setting->define_count = binding.count;
    bound->setting = setting;
    return bound;
}

const char *interface_setting_with(struct job *job, const char *setting,
                                   const struct define *defines, size_t count)
{
    for (size_t i = 0; i < count; i++)
        setting =
            arena_join(job->arena, setting, ",",
                       arena_printf(job->arena, "%s=%lld", defines[i].macro, defines[i].number));
    return setting;
}

static bool is_of_build(const struct interface *interface, const char *name, size_t length)
{
    bool found = false;
    for (size_t i = 0; i < interface->build_count; i++)
        for (size_t j = 0; j < interface->builds[i].define_count; j++) {
            const char *const macro = interface->builds[i].defines[j].macro;
            found |= strlen(macro) == length && strncmp(macro, name, length) == 0;
        }
    return found;
}

const char *interface_setting_for_all(struct job *job, const struct interface *interface,
                                      const char *setting)
{
    const char *left = "";
    for (const char *at = setting; *at;) {
        const size_t length = strcspn(at, ",");
        if (!is_of_build(interface, at, strcspn(at, "=,")))
            left = arena_join(job->arena, left, ",",
                              arena_printf(job->arena, "%.*s", (int)length, at));
        at += length + (at[length] == ',');
    }
    return left;
}
