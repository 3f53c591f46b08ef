/*
 * Whether points keep the rules of their space: what a rule says is kept, and asked once.
 */
#include <string.h>

#include "gen/space/space.h"

enum {
    NOT_ASKED = 0,
    KEPT,
    BROKEN
};

/* Asks the rule itself. What it does not read stands at its first value; what another part of it reads
 * is not said, and so breaks nothing. */
static bool ask(struct job *job, struct clgemm_space *space, const struct space_rule *rule,
                const unsigned *point)
{
    space->asked++;
    if (space->most_asked && space->asked > space->most_asked)
        job_fail(job, CLGEMM_IO, NULL, "the points of a space take too long to be counted");
    struct arena arena;
    struct job inner;
    struct clgemm_error error;
    arena_init(&arena, NULL, NULL);
    job_init(&inner, &arena, &error);
    if (setjmp(inner.escape)) {
        arena_free(&arena);
        job_fail_with(job, &error);
    }
    struct option_value values[OPTION_COUNT];
    memcpy(values, space->base, sizeof values);
    for (size_t p = 0; p < space->count; p++) {
        const struct space_parameter *const parameter = &space->parameters[p];
        const bool read = space_has(&rule->reads, p);
        values[parameter->id] = !read && rule->in_parts ? (struct option_value){.voice = VOICE_NONE}
                                                        : parameter->values[read ? point[p] : 0];
    }
    const struct spec *const spec =
        spec_resolve_for(&inner, values, space->source, space->interface);
    const bool broken =
        !rule->rule
            ? space_value_unfit(space, spec, rule->parameter, point[rule->parameter])
            : (!rule->family || rule->family == spec->family) && rule->rule->broken(&inner, spec);
    arena_free(&arena);
    return broken;
}

static bool is_broken(struct job *job, struct clgemm_space *space, size_t index,
                      const unsigned *point)
{
    const struct space_rule *const rule = &space->rules[index];
    if (!rule->key.most)
        return ask(job, space, rule, point);
    const uint64_t number = space_number(&rule->key, point);
    if (rule->verdicts) {
        unsigned char *const verdict = &rule->verdicts[number];
        if (*verdict == NOT_ASKED)
            *verdict = ask(job, space, rule, point) ? BROKEN : KEPT;
        return *verdict == BROKEN;
    }
    const uint64_t key = number | (uint64_t)(index + 1) << 54;
    const double *const known = space_table_find(&space->verdicts, key);
    if (known)
        return *known == BROKEN;
    const bool broken = ask(job, space, rule, point);
    *space_table_add(job, &space->verdicts, key) = broken ? BROKEN : KEPT;
    return broken;
}

/* All that takes long comes here; to ask each time would take longer than what most rules have said before. */
static void ask_stop(struct job *job, struct clgemm_space *space)
{
    enum {
        LOOKS = 256
    };
    if (space->stop && ++space->looks % LOOKS == 0 && space->stop(space->stopper))
        job_fail(job, CLGEMM_IO, NULL, "stopped while the points of a space were looked for");
}

bool space_keeps(struct job *job, struct clgemm_space *space, const unsigned *point, size_t decided)
{
    ask_stop(job, space);
    for (size_t r = space->due[decided]; r < space->due[decided + 1]; r++)
        if (is_broken(job, space, r, point))
            return false;
    return true;
}

bool space_contains(struct job *job, struct clgemm_space *space, const unsigned *point)
{
    for (size_t r = 0; r < space->rule_count; r++)
        if (is_broken(job, space, r, point))
            return false;
    return true;
}

bool space_still_contains(struct job *job, struct clgemm_space *space, const unsigned *point,
                          size_t changed)
{
    for (size_t r = 0; r < space->rule_count; r++)
        if (space_has(&space->rules[r].reads, changed) && is_broken(job, space, r, point))
            return false;
    return true;
}
