/*
 * The tables of rules, and how they are asked.
 */
#include "gen/rules/internal.h"

#include "gen/rules/family.h"

struct rule_tables rules_tables(const struct family *family)
{
    /* A preset's own parameters first: other rules read what follows from them. */
    return (struct rule_tables){{gatlas_rules, type_rules, request_rules, batch_rules,
                                 product_rules, chain_rules, group_rules, quantised_rules,
                                 split_rules, size_rules, family->rules->table,
                                 interface_argument_rules, interface_rules, device_rules},
                                .own = family->rules->table};
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

/* Checks rules until one is broken, or all of them; appends to `broken` those that are. */
static void check(struct job *job, const struct spec *spec, bool all, struct broken_rule **broken)
{
    const struct rule_tables tables = rules_tables(spec->family);
    for (int t = 0; t < RULE_TABLES; t++) {
        struct broken_rule **const before = broken;
        for (const struct rule *rule = tables.of[t]; rule->name; rule++) {
            const struct refusal *const refusal = rule->broken(job, spec);
            if (!refusal)
                continue;
            *broken = arena_allocate(job->arena, sizeof **broken);
            (*broken)->rule = rule;
            (*broken)->refusal = refusal;
            broken = &(*broken)->next;
            if (!all)
                return;
        }
        if (broken != before && is_last(tables.of[t], spec))
            return;
    }
}

const struct broken_rule *rules_broken(struct job *job, const struct spec *spec)
{
    struct broken_rule *broken = NULL;
    check(job, spec, true, &broken);
    return broken;
}

void rules_check(struct job *job, const struct spec *spec)
{
    struct broken_rule *broken = NULL;
    check(job, spec, false, &broken);
    if (!broken)
        return;
    const struct clgemm_error error = rules_error(broken->rule, broken->refusal);
    job_fail_with(job, &error);
}
