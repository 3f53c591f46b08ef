/*
 * The tables of rules, and how they are asked.
 */
#include "gen/rules/internal.h"

#include "gen/rules/family.h"

struct rule_tables rules_tables(const struct family *family)
{
    /* A preset's own parameters first: other rules read what follows from them. */
    return (struct rule_tables){{gatlas_rules, type_rules, request_rules, batch_rules,
                                 quantised_rules, split_rules, size_rules, family->rules->table,
                                 device_rules}};
}

const enum option_id *rules_local_reads(const struct family *family)
{
    return family->rules->local_reads;
}

/* Whether later tables cannot count with the numbers of a spec that broke rules of this one. */
static bool is_last(const struct rule *table, const struct spec *spec)
{
    return table == spec->family->rules->table ||
           (table == request_rules && !request_is_countable(spec));
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
