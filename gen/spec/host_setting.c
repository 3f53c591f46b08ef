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

/* Whether the launch and what is promised agree with the last macro's value. */
static bool fits(const struct finding *finding)
{
    const struct spec *const spec = finding->spec;
    const struct define *const last = &finding->found[finding->count - 1];
    for (int i = 0; i < LAUNCH_NUMBERS; i++) {
        const char *const macro = interface_number(finding->interface, i)->macro;
        if (macro && strcmp(macro, last->macro) == 0 && spec_host_number(spec, i) != last->number)
            return false;
    }
    for (enum symbol axis = SYMBOL_M; axis <= (finding->k ? SYMBOL_K : SYMBOL_N); axis++) {
        const char *const macro = finding->interface->multiples[axis - SYMBOL_M].macro;
        if (macro && spec->edges == EDGES_EXACT && strcmp(macro, last->macro) == 0 &&
            last->number % common_multiple(spec_axis_step(spec, axis), gatlas_multiple(spec, axis)))
            return false;
    }
    return interface_broken_rule(finding->interface, number_of, finding) < 0;
}

/* The v-th value that a macro may have: the one that is said alone, else those of its list and the untuned one if it is not among them; false: there is
 * none. */
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
    return v < host_macro_choices(macro);
}

/* Whether a rule has the i-th macro and one behind it. */
static bool is_tied(const struct interface *interface, size_t i)
{
    const struct formula *const *const rules = interface->rules;
    bool tied = false;
    for (size_t r = 0; rules && rules[r]; r++)
        for (size_t j = i + 1; j < interface->macro_count; j++)
            tied |= formula_has_name(rules[r], interface->macros[i].name) &&
                    formula_has_name(rules[r], interface->macros[j].name);
    return tied;
}

/* Finds values of the macros behind those that have some. Where there are none, another value of this one helps if a rule ties it to them. */
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
        const bool fit = fits(finding);
        if (fit && find(finding))
            return true;
        finding->count = i;
        if (fit && !is_tied(finding->interface, i))
            return false;
    }
    return false;
}

bool spec_host_setting(const struct spec *spec, bool k, struct define *found)
{
    struct finding finding = {spec, spec->interface, k, found, 0};
    return find(&finding);
}
