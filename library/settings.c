#include "library/settings.h"

#include <math.h>
#include <string.h>

#include "gen/base/whole.h"

enum {
    MOST_SUMS = 128, /* elements of C that a work-item may have */
    FEW_SUMS =
        16 /* that it has where no wish asks for more: kernels that are short, and quick to build */
};

/* A setting of the macros: of those of the launch, and of others by which the rules hold. */
struct candidate {
    long long *values;
    long long launch[LAUNCH_NUMBERS];
    bool done;  /* taken or refused */
    bool later; /* refused as its kernels are not short */
};

struct choice {
    struct job *job;
    const struct interface *interface;
    const struct settings_for *to;
    long long *values; /* of the macros, under way */
    struct candidate *candidates;
    size_t count;
    bool *pairs; /* which pairs of values of the launch's macros are taken */
    size_t value_count;
    size_t taken;
};

/* ------------------------------------------------------------------------------ candidates */

static bool number_of(const void *self, const char *name, long long *number)
{
    const struct choice *const choice = self;
    const struct host_macro *const macro = interface_macro(choice->interface, name);
    if (macro)
        *number = choice->values[macro - choice->interface->macros];
    return macro != NULL;
}

static bool is_of_launch(const struct choice *choice, size_t macro)
{
    return interface_launches(choice->interface, choice->interface->macros[macro].name);
}

/* Whether sizes of the host are multiples of the macro. */
static bool is_promised(const struct choice *choice, size_t macro)
{
    return interface_promised(choice->interface, choice->interface->macros[macro].name) >= 0;
}

/* The numbers of the launch; false: it has none, or one that no kernel is for. */
static bool count_launch(struct choice *choice, long long *launch)
{
    for (int i = 0; i < LAUNCH_NUMBERS; i++) {
        const struct host_number *const number = interface_number(choice->interface, i);
        const struct formula *const formula = interface_formula(choice->job, number);
        launch[i] = number->number;
        if (formula && (!formula_number(formula, number_of, choice, &launch[i]) || launch[i] < 1))
            return false;
    }
    return true;
}

static double items_of(const long long *launch)
{
    return (double)launch[2] * (double)launch[3] * (double)launch[4];
}

/* Elements of C that a work-item has; 1: any. */
static double sums_of(const struct choice *choice, const long long *launch)
{
    return launch[0] && launch[1] && choice->to->wishes[0].items > 0
               ? (double)launch[0] * (double)launch[1] / items_of(launch)
               : 1;
}

/* Whether work-items have a share of C that registers may hold. */
static bool is_balanced(const struct choice *choice, const long long *launch)
{
    const double sums = sums_of(choice, launch);
    return sums >= 1 && sums <= MOST_SUMS;
}

/* Whether the rules hold for some values of the macros from `macro` on that the launch does not have. The first ones stay; of those that are promised, the
 * common divisor of all. */
static bool find_others(struct choice *choice, size_t macro, long long *found)
{
    const struct host_macro *const macros = choice->interface->macros;
    bool holds = false;
    if (macro == choice->interface->macro_count) {
        if (interface_broken_rule(choice->interface, number_of, choice) >= 0)
            return false;
        for (size_t i = 0; i < macro; i++)
            found[i] = found[i] < 0              ? choice->values[i]
                       : !is_promised(choice, i) ? found[i]
                                                 : common_divisor(found[i], choice->values[i]);
        return true;
    }
    if (is_of_launch(choice, macro))
        return find_others(choice, macro + 1, found);
    for (size_t v = 0; v < macros[macro].value_count; v++) {
        choice->values[macro] = macros[macro].values[v];
        holds |= find_others(choice, macro + 1, found);
    }
    return holds;
}

static void add_candidate(struct choice *choice)
{
    const size_t count = choice->interface->macro_count;
    struct candidate made = {.values = arena_array(choice->job->arena, count, sizeof(long long))};
    if (!count_launch(choice, made.launch) || !is_balanced(choice, made.launch))
        return;
    for (size_t i = 0; i < choice->count; i++)
        if (memcmp(choice->candidates[i].launch, made.launch, sizeof made.launch) == 0)
            return;
    for (size_t i = 0; i < count; i++)
        made.values[i] = -1;
    if (!find_others(choice, 0, made.values))
        return;
    choice->candidates = arena_grow(choice->job->arena, choice->candidates, choice->count,
                                    sizeof *choice->candidates);
    choice->candidates[choice->count++] = made;
}

/* All values of the launch's macros from `macro` on. */
static void add_candidates(struct choice *choice, size_t macro)
{
    if (macro == choice->interface->macro_count) {
        add_candidate(choice);
        return;
    }
    if (!is_of_launch(choice, macro)) {
        add_candidates(choice, macro + 1);
        return;
    }
    const struct host_macro *const of = &choice->interface->macros[macro];
    for (size_t v = 0; v < of->value_count; v++) {
        choice->values[macro] = of->values[v];
        add_candidates(choice, macro + 1);
    }
}

/* ---------------------------------------------------------------------------------- pairs */

/* The number of a macro's value among those of all; the untuned one of a macro may be none of its list, and is that behind them. */
static size_t place_of(const struct choice *choice, size_t macro, long long value)
{
    const struct host_macro *const macros = choice->interface->macros;
    size_t place = 0, v = 0;
    for (size_t i = 0; i < macro; i++)
        place += macros[i].value_count + 1;
    while (v < macros[macro].value_count && macros[macro].values[v] != value)
        v++;
    return place + v;
}

/* How many pairs of its values no setting has that is taken; `takes`: they are taken now. */
static size_t new_pairs(struct choice *choice, const long long *values, bool takes)
{
    size_t count = 0;
    for (size_t i = 0; i < choice->interface->macro_count; i++)
        for (size_t j = 0; j < i; j++) {
            if (!is_of_launch(choice, i) || !is_of_launch(choice, j))
                continue;
            bool *const pair = &choice->pairs[place_of(choice, i, values[i]) * choice->value_count +
                                              place_of(choice, j, values[j])];
            count += !*pair;
            *pair |= takes;
        }
    return count;
}

/* --------------------------------------------------------------------------------- choice */

static double apart(double one, double other)
{
    return one > 0 && other > 0 ? fabs(log2(one / other)) : 0;
}

/* How far a launch is from the one that is wished: in doublings. */
static double distance(const long long *launch, const struct launch_wish *wish)
{
    const double items = wish->items > 0 ? apart(items_of(launch), wish->items) / 2 : 0;
    double far = items;
    for (int i = 0; i < 2; i++)
        far += apart((double)launch[i], wish->extent[i]) +
               apart((double)launch[2 + i], wish->local[i]);
    return far;
}

static const char *setting_of(const struct choice *choice, const long long *values)
{
    const char *text = "";
    for (size_t i = 0; i < choice->interface->macro_count; i++)
        text = interface_setting_with(
            choice->job, text, &(struct define){choice->interface->macros[i].name, values[i]}, 1);
    return text;
}

/* Offers a candidate; whether it is taken. */
static bool offer(struct choice *choice, struct candidate *candidate, bool brief)
{
    const enum settings_answer answer =
        choice->to->serves(choice->to->self, setting_of(choice, candidate->values), brief);
    candidate->done = true;
    candidate->later = brief && answer == SETTING_LONG;
    if (answer != SETTING_TAKEN)
        return false;
    new_pairs(choice, candidate->values, true);
    choice->taken++;
    return true;
}

/* The untuned setting, which is none of the candidates then. */
static bool offer_untuned(struct choice *choice)
{
    struct candidate untuned = {.values = choice->values};
    for (size_t i = 0; i < choice->interface->macro_count; i++)
        choice->values[i] = choice->interface->macros[i].untuned;
    if (!count_launch(choice, untuned.launch) || !offer(choice, &untuned, false))
        return false;
    for (size_t i = 0; i < choice->count; i++)
        choice->candidates[i].done |=
            memcmp(choice->candidates[i].launch, untuned.launch, sizeof untuned.launch) == 0;
    return true;
}

/* The best candidate that is left: the nearest to a wish, or without one that of the most new pairs. NULL: none is left. */
static struct candidate *best(struct choice *choice, const struct launch_wish *wish)
{
    struct candidate *chosen = NULL;
    size_t most = 0;
    double least = 0;
    for (size_t i = 0; i < choice->count; i++) {
        struct candidate *const candidate = &choice->candidates[i];
        if (candidate->done)
            continue;
        const size_t pairs = wish ? 0
                             : sums_of(choice, candidate->launch) > FEW_SUMS
                                 ? 0
                                 : new_pairs(choice, candidate->values, false) + 1;
        const double far = distance(candidate->launch, wish ? wish : &choice->to->wishes[0]);
        if (chosen && (pairs < most || (pairs == most && far >= least)))
            continue;
        chosen = candidate;
        most = pairs;
        least = far;
    }
    return chosen;
}

/* Offers the best until one is taken; false: none is left. */
static bool take_best(struct choice *choice, const struct launch_wish *wish, bool brief)
{
    struct candidate *candidate;
    while ((candidate = best(choice, wish)) && !offer(choice, candidate, brief))
        continue;
    return candidate != NULL;
}

/* Takes what no wish is for: kernels that are short, then others. */
static void take_others(struct choice *choice, size_t most)
{
    while (choice->taken < most && take_best(choice, NULL, true))
        continue;
    for (size_t i = 0; i < choice->count; i++)
        choice->candidates[i].done &= !choice->candidates[i].later;
    while (choice->taken < most && take_best(choice, NULL, false))
        continue;
}

size_t settings_choose(struct job *job, const struct interface *interface, size_t most,
                       const struct settings_for *to)
{
    struct choice choice = {.job = job, .interface = interface, .to = to};
    if (!interface->macro_count)
        job_fail(job, CLGEMM_USAGE, "variants",
                 "interface %.200s lists no `macros`, of which a text of variants has the values",
                 interface->name);
    choice.values = arena_array(job->arena, interface->macro_count, sizeof *choice.values);
    add_candidates(&choice, 0);
    for (size_t i = 0; i < interface->macro_count; i++)
        choice.value_count += interface->macros[i].value_count + 1;
    choice.pairs =
        arena_array(job->arena, choice.value_count * choice.value_count, sizeof *choice.pairs);
    if (!offer_untuned(&choice))
        return 0;
    for (size_t i = 0; i < to->wish_count && choice.taken < most; i++)
        take_best(&choice, &to->wishes[i], false);
    take_others(&choice, most);
    return choice.taken;
}
