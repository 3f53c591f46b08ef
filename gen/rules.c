#include "gen/rules_impl.h"

#include <stdio.h>
#include <string.h>

#include "gen/family.h"
#include "gen/gatlas.h"

bool is_power_of_two(long long number)
{
    return number > 0 && (number & (number - 1)) == 0;
}

const char *rules_say(struct job *job, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const char *const sentence = arena_vprintf(job->arena, format, arguments);
    va_end(arguments);
    return sentence;
}

struct rule_tables rules_tables(const struct family *family)
{
    /* A preset's own parameters first: others speak of what they stand for. */
    return (struct rule_tables){
        {gatlas_rules, request_rules, size_rules, family->rules, device_rules}};
}

/* The option that a sentence advises to change: "...; ask --tile 16x4". */
static const char *advised_option(struct job *job, const char *sentence)
{
    const char *const advice = strstr(sentence, "ask --");
    if (!advice)
        return NULL;
    const char *const name = advice + strlen("ask --");
    return arena_text(job->arena, name, strcspn(name, " =,;"));
}

/* Whether later tables cannot count with the numbers of a spec that broke rules of this one. */
static bool is_last(const struct rule *table, const struct spec *spec)
{
    return table == spec->family->rules || (table == request_rules && !request_is_countable(spec));
}

int rules_check(struct job *job, const struct spec *spec,
                void (*report)(void *self, const struct clgemm_error *broken), void *self)
{
    const struct rule_tables tables = rules_tables(spec->family);
    int broken = 0;
    for (int t = 0; t < RULE_TABLES; t++) {
        const int before = broken;
        for (const struct rule *rule = tables.of[t]; rule->name; rule++) {
            const char *const sentence = rule->broken(job, spec);
            if (!sentence)
                continue;
            struct clgemm_error error;
            error_set(&error, CLGEMM_REFUSED, advised_option(job, sentence), "%s", sentence);
            snprintf(error.rule, sizeof error.rule, "%s", rule->name);
            broken++;
            if (!report)
                job_fail_with(job, &error);
            report(self, &error);
        }
        if (broken > before && is_last(tables.of[t], spec))
            break;
    }
    return broken;
}
