#include "harness/opencl/peak.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clgemm.h"
#include "harness/base/json_read.h"
#include "harness/opencl/traits.h"

struct peak *peaks_at(struct peaks *peaks, const char *kind)
{
    struct peak *peak;

    for (size_t i = 0; i < peaks->count; i++)
        if (strcmp(peaks->list[i].kind, kind) == 0)
            return &peaks->list[i];
    peaks->count += peaks->count < PEAK_KINDS;
    peak = &peaks->list[peaks->count - 1];
    *peak = (struct peak){.gflops = 0};
    snprintf(peak->kind, sizeof peak->kind, "%s", kind);
    return peak;
}

void peak_kind(const struct manifest *manifest, char kind[PEAK_KIND])
{
    snprintf(kind, PEAK_KIND, "%s", element_word(manifest->problem.arithmetic.accumulate));
    for (size_t i = 0; i < manifest->step_count; i++)
        if (manifest->steps[i].engine != NULL)
            snprintf(kind, PEAK_KIND, "%.19s_%.19s", manifest->steps[i].engine,
                     manifest->steps[i].engine_factors);
}

int peak_formula_read(const char *profile, const char *kind, struct peak_formula *formula,
                      struct fault *fault)
{
    struct clgemm_error error;
    struct clgemm_peak stated;

    memset(formula, 0, sizeof *formula);
    snprintf(formula->profile, sizeof formula->profile, "%s", profile);
    if (clgemm_profile_peak(profile, kind, &stated, &error))
        return element_is_calculated(element_named(kind)) ? fault_pass_on(fault, &error) : 0;
    snprintf(formula->words, sizeof formula->words, "%s", stated.formula);
    formula->operations_per_cycle = stated.operations_per_cycle;
    return 0;
}

double peak_by_formula(const struct peak_formula *formula, unsigned compute_units,
                       unsigned clock_mhz)
{
    return formula->operations_per_cycle * compute_units * clock_mhz * 1e-3;
}

int peak_by_profile(const struct device *device, const char *kind, struct peak *peak,
                    struct fault *fault)
{
    struct peak_formula formula;

    memset(peak, 0, sizeof *peak);
    snprintf(peak->kind, sizeof peak->kind, "%s", kind);
    peak->source = PEAK_BY_PROFILE;
    if (peak_formula_read(device_profile(device), kind, &formula, fault))
        return -1;
    peak->gflops = peak_by_formula(&formula, device->compute_units, device->clock_mhz);
    if (formula.operations_per_cycle <= 0)
        snprintf(peak->words, sizeof peak->words, "the profile %s states none for %s",
                 formula.profile, kind);
    else if (device->clock_mhz == 0)
        snprintf(peak->words, sizeof peak->words, "the device reports no clock");
    else
        snprintf(peak->words, sizeof peak->words,
                 "profile %.40s: %.100s: %g a cycle x %u compute units x %u MHz", formula.profile,
                 formula.words, formula.operations_per_cycle, device->compute_units,
                 device->clock_mhz);
    return 0;
}

bool peak_stated(const char *wanted, struct peak *peak)
{
    if (strcmp(wanted, "profile") == 0 || strcmp(wanted, "measured") == 0)
        return false;
    peak->gflops = strtod(wanted, NULL);
    peak->source = PEAK_STATED;
    snprintf(peak->words, sizeof peak->words, "stated on the command line");
    return true;
}

int peak_take(const json_t *limits, const char *wanted, struct peak *peak, struct fault *fault)
{
    const double stated = member_number(limits, "stated");
    const double measured = member_number(limits, "measured");
    const bool by_profile =
        wanted == NULL ? stated > 0 && stated >= measured : strcmp(wanted, "profile") == 0;
    const char *words = member_text(limits, by_profile ? "words" : "measured_words");

    if (words == NULL)
        words = "";
    if (by_profile && stated <= 0)
        return fault_set(fault, FAULT_REFUSED, "there is no peak by profile: %s", words);
    peak->gflops = by_profile ? stated : measured;
    peak->source = by_profile ? PEAK_BY_PROFILE : PEAK_MEASURED;
    snprintf(peak->words, sizeof peak->words, "%s", words);
    return 0;
}

bool peak_exceeded(const struct peak *peak, double gflops)
{
    return peak->gflops > 0 && gflops > peak->gflops;
}

const char *peak_mark(const struct peak *peak, double gflops)
{
    return peak_exceeded(peak, gflops) ? "  above the peak" : "";
}

void peak_above_note(struct peak_above *above, const struct peak *peak, double gflops)
{
    if (peak != NULL && peak_exceeded(peak, gflops) &&
        (above->peak == NULL || gflops / peak->gflops > above->gflops / above->peak->gflops))
        *above = (struct peak_above){peak, gflops};
}

static const char *meaning_of(const struct peak *peak)
{
    switch (peak->source) {
    case PEAK_STATED:
        return "faster than --peak states";
    case PEAK_BY_PROFILE:
        return "faster than the formula of the device's profile: it may run at a higher clock than "
               "it reports, or do more per cycle; --peak measured measures it";
    default:
        return "faster than the kernel that measured it, which may have been slowed by other "
               "programs; measure again, or set it with --peak";
    }
}

void peak_above_say(const struct peak_above *above, char *text, size_t room)
{
    snprintf(text, room, "%.6g GFLOP/s were reached, the peak is %.6g GFLOP/s: %s", above->gflops,
             above->peak->gflops, meaning_of(above->peak));
}
