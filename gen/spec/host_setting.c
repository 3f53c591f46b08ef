/*
 * Which setting of a host's macros has the launch that a spec says.
 */
#include "gen/spec/spec.h"

#include <string.h>

#include "gen/request/interface.h"
#include "gen/spec/gatlas.h"

/* Values of the first macros. */
struct finding {
    const struct spec *spec;
    const struct interface *interface;
    bool k; /* what is promised along K counts */
    struct define *found;
    size_t count;
};

static bool number_of(const void *self, const char *name, long long *number)
{
    const struct finding *const finding = self;
    for (size_t i = 0; i < finding->count; i++)
        if (strcmp(finding->found[i].macro, name) == 0) {
            *number = finding->found[i].number;
            return true;
        }
    return false;
}

/* Whether a formula has the last macro, and none of those that have no value yet. */
static bool is_due(const struct finding *finding, const struct formula *formula)
{
    const struct host_macro *const macros = finding->interface->macros;
    bool due = formula_has_name(formula, macros[finding->count - 1].name);
    for (size_t i = finding->count; i < finding->interface->macro_count; i++)
        due &= !formula_has_name(formula, macros[i].name);
    return due;
}

static bool keeps_rules(const struct finding *finding)
{
    const struct formula *const *const rules = finding->interface->rules;
    long long holds;
    for (size_t i = 0; rules && rules[i]; i++)
        if (is_due(finding, rules[i]) &&
            (!formula_number(rules[i], number_of, finding, &holds) || !holds))
            return false;
    return true;
}

/* Whether the launch and what is promised agree with the last macro's value. */
static bool fits(const struct finding *finding)
{
    const struct spec *const spec = finding->spec;
    const struct define *const last = &finding->found[finding->count - 1];
    for (int i = 0; i < LAUNCH_NUMBERS; i++) {
        const char *const macro = interface_number(finding->interface, i)->macro;
        const long long has = i < 2 ? spec_host_extent(spec, (enum symbol)(SYMBOL_M + i))
                                    : spec_host_local(spec, i - 2);
        if (macro && strcmp(macro, last->macro) == 0 && has != last->number)
            return false;
    }
    for (enum symbol axis = SYMBOL_M; axis <= (finding->k ? SYMBOL_K : SYMBOL_N); axis++) {
        const char *const macro = finding->interface->multiples[axis - SYMBOL_M].macro;
        if (macro && spec->edges == EDGES_EXACT && strcmp(macro, last->macro) == 0 &&
            last->number % common_multiple(spec_axis_step(spec, axis), gatlas_multiple(spec, axis)))
            return false;
    }
    return keeps_rules(finding);
}

/* The v-th value that a macro may have: the one that is said alone, else those of its list and the untuned one; false: there is none. */
static bool value_at(const struct finding *finding, const struct host_macro *macro, size_t v,
                     long long *value)
{
    const struct host_setting *const setting = finding->interface->setting;
    for (size_t i = 0; setting && i < setting->define_count; i++)
        if (strcmp(setting->defines[i].macro, macro->name) == 0) {
            *value = setting->defines[i].number;
            return v == 0;
        }
    *value = v < macro->value_count ? macro->values[v] : macro->untuned;
    return v <= macro->value_count;
}

/* Finds values of the macros behind those that have some. */
static bool find(struct finding *finding)
{
    const size_t i = finding->count;
    long long value;
    if (i == finding->interface->macro_count)
        return true;
    const struct host_macro *const macro = &finding->interface->macros[i];
    for (size_t v = 0; value_at(finding, macro, v, &value); v++) {
        finding->found[i] = (struct define){macro->name, value};
        finding->count = i + 1;
        if (fits(finding) && find(finding))
            return true;
        finding->count = i;
    }
    return false;
}

bool spec_host_setting(const struct spec *spec, bool k, struct define *found)
{
    struct finding finding = {spec, spec->interface, k, found, 0};
    return find(&finding);
}
