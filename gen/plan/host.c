/*
 * The multiplication as a host calls it: with its arguments, in its dimensions.
 */
#include "gen/plan/internal.h"

#include <string.h>

#include "gen/base/variables.h"
#include "gen/request/interface.h"
#include "gen/request/sum.h"
#include "gen/spec/gatlas.h"

/* ------------------------------------------------------------------------------- arguments */

const char *host_name(const struct argument *own)
{
    return own->kind == ARGUMENT_BUFFER ? own->name : symbol_name(own->symbol);
}

/* The kernel's own argument of that kind and name; NULL: it has none. */
static const struct argument *own_argument(const struct host *host, enum argument_kind kind,
                                           const char *name)
{
    for (size_t i = 0; i < host->own_count; i++)
        if (host->own[i].kind == kind && strcmp(host_name(&host->own[i]), name) == 0)
            return &host->own[i];
    return NULL;
}

static const char *type_in_manifest(const char *type)
{
    static const char *const types[][2] = {
        {"int", "i32"}, {"uint", "u32"}, {"long", "i64"}, {"ulong", "u64"}, {"float", "f32"}};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (strcmp(types[i][0], type) == 0)
            return types[i][1];
    return "f64";
}

/* Whether the kernel reads an argument of the host. */
static bool is_read(const struct host *host, const struct host_argument *argument)
{
    for (size_t i = 0; i < host->own_count; i++) {
        const struct argument *const own = &host->own[i];
        const char *const name = host_name(own);
        const struct formula *const where = interface_where(host->interface, name);
        if (own->unread)
            continue;
        if (where ? formula_has_name(where, argument->name)
                  : interface_passing(host->interface, name) == argument)
            return true;
    }
    for (size_t i = 0; i < host->interface->where_count; i++) {
        const struct host_definition *const where = &host->interface->where[i];
        if (interface_is_of_member(where->name) && formula_has_name(where->value, argument->name))
            return true;
    }
    return false;
}

/* A name that is one of clgemm's with another meaning is changed. */
static const char *renamed(struct job *job, const struct host *host,
                           const struct host_argument *argument)
{
    bool clashes = name_is_variable(argument->name);
    for (size_t i = 0; i < host->own_count; i++) {
        const struct argument *const own = &host->own[i];
        const char *const name = host_name(own);
        const bool same = interface_passing(host->interface, name) == argument &&
                          !interface_where(host->interface, name);
        clashes |= strcmp(own->name, argument->name) == 0 && !same;
    }
    return clashes ? arena_printf(job->arena, "host_%s", argument->name) : argument->name;
}

/* What a check passes beside what the file says, ", 2, 3"; "": nothing. */
static const char *tried(struct job *job, const struct host *host,
                         const struct host_argument *argument)
{
    const char *words = "";
    for (size_t i = 0; i < host->interface->trial_count; i++) {
        const struct host_trial *const trial = &host->interface->trials[i];
        for (size_t j = 0;
             strcmp(trial->argument->name, argument->name) == 0 && j < trial->value_count; j++)
            words = arena_printf(job->arena, "%s, %s", words, trial->written[j]);
    }
    return words;
}

static struct argument argument_of(struct job *job, const struct host *host,
                                   const struct host_argument *argument)
{
    struct argument made = {.name = renamed(job, host, argument),
                            .declared = &argument->declared,
                            .unread = !is_read(host, argument)};
    const struct argument *own = NULL;
    struct sum sum;
    if (argument->declared.local) {
        made.kind = ARGUMENT_LOCAL;
        sum_of_symbols(argument->passes, &sum);
        made.sum = plan_host_terms(job, &sum);
        made.meaning = arena_printf(job->arena, "%s bytes of local memory", argument->passed);
        return made;
    }
    if (argument->declared.pointer) {
        own = own_argument(host, ARGUMENT_BUFFER, argument->passes->text);
        made.kind = ARGUMENT_BUFFER;
        made.buffer = own->buffer;
    } else {
        made.type = type_in_manifest(argument->declared.type);
        made.symbol = formula_symbol(argument->passes);
        made.kind = made.symbol ? ARGUMENT_VALUE : ARGUMENT_SUM;
        own = made.symbol ? own_argument(host, ARGUMENT_VALUE, symbol_name(made.symbol)) : NULL;
        if (!made.symbol && sum_of_symbols(argument->passes, &sum))
            made.sum = plan_host_terms(job, &sum);
    }
    const char *const others = tried(job, host, argument);
    const bool varies =
        !made.unread && (argument->passes->kind == FORMULA_NUMBER || *others != '\0');
    made.meaning = varies ? arena_printf(job->arena, "as the host passes it; %s%s in checks",
                                         argument->passed, others)
                   : own  ? arena_printf(job->arena, "%s: %s", argument->passed, own->meaning)
                          : argument->passed;
    return made;
}

/* --------------------------------------------------------------------------- what follows */

/* Symbols that follow from others, as the host passes no argument of their own. */
static void add_derived(struct draft *d, struct host *host)
{
    struct derived *derived = NULL;
    for (size_t i = 0; i < host->interface->where_count; i++) {
        const struct host_definition *const where = &host->interface->where[i];
        const enum symbol symbol = symbol_find(where->name);
        struct sum sum;
        if (!symbol || symbol_is_scalar(symbol) || spec_fixed(d->spec, symbol) >= 0)
            continue;
        const bool summed = sum_of_arguments(where->value, host->interface, &sum);
        if (summed && sum_is_symbol(&sum, symbol))
            continue;
        derived = arena_grow(d->job->arena, derived, host->derived_count, sizeof *derived);
        derived[host->derived_count++] =
            summed && !sum.rounds
                ? (struct derived){symbol, plan_host_terms(d->job, &sum), NULL}
                : (struct derived){
                      symbol, NULL,
                      plan_host_formula(d->job, NULL,
                                        formula_of_symbols(d->job, where->value, host->interface))};
    }
    host->derived = derived;
}

static void add_define(struct draft *d, struct host *host, struct define **defines,
                       const char *macro, long long number)
{
    for (size_t i = 0; i < host->define_count; i++)
        if (strcmp((*defines)[i].macro, macro) == 0)
            return;
    *defines = arena_grow(d->job->arena, *defines, host->define_count, sizeof **defines);
    (*defines)[host->define_count++] = (struct define){macro, number};
}

/* The macros by which `require` holds, where these are told by numbers that it compares them with. */
static void add_required(struct draft *d, struct host *host, struct define **defines)
{
    const struct formula *const require = host->interface->require;
    const struct define *solved;
    size_t count;
    if (require && formula_solve(d->job, require, &solved, &count))
        for (size_t i = 0; i < count; i++)
            add_define(d, host, defines, solved[i].macro, solved[i].number);
}

/* The macros of a setting, of the launch, of what it promises and of what the file requires, and their numbers. */
static void add_defines(struct draft *d, struct host *host)
{
    const struct spec *const spec = d->spec;
    const struct interface *const interface = spec->interface;
    struct define *defines = NULL, found[INTERFACE_MACROS];
    const bool lists = interface_is_open(interface) && spec_host_setting(spec, true, found);
    for (size_t i = 0; interface->setting && i < interface->setting->define_count; i++)
        add_define(d, host, &defines, interface->setting->defines[i].macro,
                   interface->setting->defines[i].number);
    for (size_t i = 0; lists && i < interface->macro_count; i++)
        add_define(d, host, &defines, found[i].macro, found[i].number);
    for (enum symbol axis = SYMBOL_M; axis <= SYMBOL_N; axis++)
        if (interface->extent[axis - SYMBOL_M].macro)
            add_define(d, host, &defines, interface->extent[axis - SYMBOL_M].macro,
                       spec_host_extent(spec, axis));
    for (int i = 0; i < INTERFACE_DIMENSIONS; i++)
        if (interface->local[i].macro)
            add_define(d, host, &defines, interface->local[i].macro, spec_host_local(spec, i));
    for (enum symbol axis = SYMBOL_M; axis <= SYMBOL_K; axis++) {
        const char *const macro = interface->multiples[axis - SYMBOL_M].macro;
        const long long step =
            common_multiple(spec_axis_step(spec, axis), gatlas_multiple(spec, axis));
        if (!macro || spec->edges != EDGES_EXACT)
            continue;
        if (!spec_host_macro(spec, macro))
            host->multiples[axis - SYMBOL_M] = step;
        add_define(d, host, &defines, macro, step);
    }
    add_required(d, host, &defines);
    host->defines = defines;
}

/* ---------------------------------------------------------------------------------- launch */

static void set_dimensions(const struct spec *spec, struct host *host, struct step *step)
{
    const struct launch_dimension *const own = step->dimensions;
    struct launch_dimension dimensions[DIMENSION_LIMIT] = {{.per_group = 0}};
    size_t count = 0;
    for (int i = 0; i < DIMENSION_LIMIT; i++)
        host->items[i] = spec_host_local(spec, i);
    for (size_t i = 0; i < step->dimension_count; i++) {
        const int place = spec_host_place(spec, (int)i);
        host->place[i] = place;
        host->local[i] = own[i].local;
        dimensions[place] = own[i];
        dimensions[place].count = i < 2 ? spec->interface->count[place] : NULL;
        dimensions[place].in_sequence |= i < 2 && interface_counts(spec->interface);
        dimensions[place].local = spec_host_local(spec, place);
        dimensions[place].most = 0;
        count = (size_t)place >= count ? (size_t)place + 1 : count;
    }
    for (; count < INTERFACE_DIMENSIONS && spec->interface->count[count]; count++)
        dimensions[count] = (struct launch_dimension){.count = spec->interface->count[count],
                                                      .local = spec_host_local(spec, (int)count)};
    memcpy(step->dimensions, dimensions, sizeof dimensions);
    step->dimension_count = count;
}

void plan_host(struct draft *d)
{
    const struct spec *const spec = d->spec;
    if (!spec->interface)
        return;
    struct step *const step = &d->steps[d->plan->main_step];
    struct host *const host = arena_allocate(d->job->arena, sizeof *host);
    const size_t count = spec->interface->argument_count;
    struct argument *const arguments = arena_array(d->job->arena, count, sizeof *arguments);
    struct argument *const own = arena_array(d->job->arena, step->argument_count, sizeof *own);
    memcpy(own, step->arguments, step->argument_count * sizeof *own);
    for (size_t i = 0; i < step->argument_count; i++)
        own[i].unread |= interface_begin(spec->interface, own[i].symbol) != NULL;
    *host = (struct host){.interface = spec->interface,
                          .name = spec->interface->name,
                          .own = own,
                          .own_count = step->argument_count,
                          .flat = spec->interface->flat};
    for (size_t i = 0; i < count; i++)
        arguments[i] = argument_of(d->job, host, &spec->interface->arguments[i]);
    step->arguments = host->arguments = arguments;
    step->argument_count = count;
    step->entry = spec->interface->entry;
    set_dimensions(spec, host, step);
    add_derived(d, host);
    add_defines(d, host);
    host->members = plan_host_members(d->job, host);
    plan_host_trials(d->job, host);
    for (size_t i = 0; i < host->define_count; i++)
        d->plan->build_options =
            arena_join(d->job->arena, d->plan->build_options, " ",
                       arena_printf(d->job->arena, "-D%s=%lld", host->defines[i].macro,
                                    host->defines[i].number));
    d->plan->host = host;
}
