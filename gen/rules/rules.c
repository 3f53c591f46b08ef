#include "gen/rules/internal.h"

#include <stdio.h>
#include <string.h>

#include "gen/spec/family.h"
#include "gen/request/gatlas.h"

bool is_power_of_two(long long number)
{
    return number > 0 && (number & (number - 1)) == 0;
}

struct rule_tables rules_tables(const struct family *family)
{
    /* A preset's own parameters first: others speak of what they stand for. */
    return (struct rule_tables){
        {gatlas_rules, request_rules, size_rules, family->rules, device_rules}};
}

/* Who said an option that the user did not: "--for cpu", or the profile that a program chose for the device;
 * NULL where it was the user, or nobody. */
static const char *who_said(struct job *job, const struct spec *spec, enum option_id id)
{
    const enum voice voice = spec->values[id].voice;
    const enum option_id by = voice == VOICE_PROFILE  ? OPTION_FOR
                              : voice == VOICE_PRESET ? OPTION_PRESET
                                                      : OPTION_COUNT;
    if (by == OPTION_FOR && spec->values[by].voice < VOICE_USER)
        return arena_printf(job->arena, "the device's profile %s", spec->profile->name);
    return by == OPTION_COUNT || !spec->values[by].text
               ? NULL
               : arena_printf(job->arena, "--%s %s", option_rows[by].name, spec->values[by].text);
}

const char *option_and_value(struct job *job, const struct spec *spec, enum option_id id,
                             const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const char *const value = arena_vprintf(job->arena, format, arguments);
    va_end(arguments);
    const char *const said = spec->values[id].text;
    const char *const who = said && strcmp(said, value) == 0 ? who_said(job, spec, id) : NULL;
    return arena_printf(job->arena, "--%s %s%s%s%s", option_rows[id].name, value,
                        who ? " (from " : "", who ? who : "", who ? ")" : "");
}

enum option_id option_of(const struct operand *operand, enum option_id of_a)
{
    return of_a + (operand->role - ROLE_A);
}

const struct refusal *refuse_vector(struct job *job, enum option_id option, long long width)
{
    struct refusal *const refusal = refuse(job, "OpenCL C has no vectors of %lld", width);
    for (int other = 1; other <= 16; other *= 2)
        propose(refusal, option, "%d", other);
    return refusal;
}

struct clgemm_error rules_error(const struct rule *rule, const struct refusal *refusal)
{
    const enum option_id option = refusal_option(refusal);
    struct clgemm_error error;
    error_set(&error, CLGEMM_REFUSED, option == OPTION_COUNT ? NULL : option_rows[option].name,
              "%s", refusal_text(refusal));
    snprintf(error.rule, sizeof error.rule, "%s", rule->name);
    return error;
}

/* Whether later tables cannot count with the numbers of a spec that broke rules of this one. */
static bool is_last(const struct rule *table, const struct spec *spec)
{
    return table == spec->family->rules || (table == request_rules && !request_is_countable(spec));
}

int rules_check(struct job *job, const struct spec *spec,
                void (*report)(void *self, const struct rule *rule, const struct refusal *refusal),
                void *self)
{
    const struct rule_tables tables = rules_tables(spec->family);
    int broken = 0;
    for (int t = 0; t < RULE_TABLES; t++) {
        const int before = broken;
        for (const struct rule *rule = tables.of[t]; rule->name; rule++) {
            const struct refusal *const refusal = rule->broken(job, spec);
            if (!refusal)
                continue;
            broken++;
            if (!report) {
                const struct clgemm_error error = rules_error(rule, refusal);
                job_fail_with(job, &error);
            }
            report(self, rule, refusal);
        }
        if (broken > before && is_last(tables.of[t], spec))
            break;
    }
    return broken;
}
