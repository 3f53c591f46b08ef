#include "gen/rules/advice.h"

#include <stdio.h>
#include <string.h>

#include "gen/base/text.h"
#include "gen/rules/mend.h"
#include "gen/rules/yield.h"

enum {
    MOST_ADVICE = 3,   /* ways that a sentence offers */
    SERIES_TRIES = 60, /* requests that are tried for a series of proposals */
    MOST_NAMED = 4     /* options that clash, beyond which a sentence does not name them all */
};

/* A refused request. */
struct asking {
    struct job *job;
    const struct option_value *said;
    const struct profile_source *source;
    const struct trial *refused;
};

static bool is_served(const struct asking *asking, const struct option_value *values)
{
    return yield_serves(asking->job, values, asking->source);
}

/* --------------------------------------------------------------------- what cannot go together */

/* What a user may take back: not the profile, whose limits are the device's, and what says nothing of the kernel. */
static bool is_typed(const struct option_value *values, enum option_id id)
{
    return values[id].voice == VOICE_USER && id != OPTION_FOR && id != OPTION_KERNEL_NAME &&
           option_rows[id].group[0];
}

static bool reads(const struct rule *rule, enum option_id id)
{
    bool reads = !rule->reads || rule->reads == rule_reads_local ||
                 (rule->reads == rule_reads_of_families &&
                  (rules_own_option(id) || id == OPTION_FAMILY || id == OPTION_SHARE));
    for (size_t part = 0; !reads && rule->reads[part]; part++)
        for (const enum option_id *at = rule->reads[part]; *at != OPTION_COUNT && !reads; at++)
            reads = *at == id;
    return reads;
}

/* The kind of kernel. */
static bool is_kind(enum option_id id)
{
    return id == OPTION_FAMILY || id == OPTION_SHARE || id == OPTION_PRESET;
}

/* What the user takes for granted beside other options: that, and what is computed. */
static bool is_granted(enum option_id id)
{
    return is_kind(id) || strcmp(option_rows[id].group, "problem") == 0;
}

/* When to try to do without an option: of those that make no difference the ones that the first broken rule reads go late, so that it
 * is told where it can be, and the kind of kernel last. */
static int turn_of(const struct rule *first, enum option_id id)
{
    return is_kind(id) ? 3 : reads(first, id) ? 2 : is_granted(id) ? 1 : 0;
}

/* The values without those options that the user typed and that make no difference: what is left is refused, and would be served with
 * any one option less. */
static struct option_value *clash_of(const struct asking *asking)
{
    enum {
        TURNS = 4
    };
    struct option_value *const values = option_copy(asking->job, asking->said);
    const struct rule *const first = asking->refused->rules->rule;
    for (int turn = 0; turn < TURNS; turn++)
        for (int id = OPTION_COUNT - 1; id >= 0; id--) {
            const struct option_value said = values[id];
            if (!is_typed(values, (enum option_id)id) || turn_of(first, (enum option_id)id) != turn)
                continue;
            values[id] = (struct option_value){.voice = VOICE_NONE};
            if (trial_of(asking->job, values, asking->source, NULL)->broken < 0 ||
                is_served(asking, values))
                values[id] = said;
        }
    return values;
}

static bool names(const char *sentence, const char *option)
{
    const size_t length = strlen(option);
    bool found = false;
    for (const char *at = sentence; !found && (at = strstr(at, "--")); at += 2)
        found = strncmp(at + 2, option, length) == 0 &&
                strchr(" .,;:)=", at[2 + length]); /* which has the end, too */
    return found;
}

/* Whether a sentence names an option. Of a family it may say "family naive" or "the naive family", of a preset, a type and the like the
 * value alone. */
static bool is_named(const char *sentence, const struct option_value *values, enum option_id id)
{
    const char *const value = option_text(values, id);
    const char *const at = is_granted(id) ? strstr(sentence, value) : NULL;
    return names(sentence, option_rows[id].name) ||
           (at &&
            (id != OPTION_FAMILY || (at - sentence > 7 && strncmp(at - 7, "family ", 7) == 0) ||
             strncmp(at + strlen(value), " family", 7) == 0));
}

/* The options that clash: how many a sentence names, and how many it does not, those that are granted and others. */
struct naming {
    int named, granted, others;
};

static struct naming naming_of(const char *sentence, const struct option_value *clash)
{
    struct naming naming = {.named = 0};
    for (int id = 0; id < OPTION_COUNT; id++) {
        if (!is_typed(clash, (enum option_id)id))
            continue;
        const bool named = is_named(sentence, clash, (enum option_id)id);
        const bool granted = is_granted((enum option_id)id);
        naming.named += named;
        naming.granted += !named && granted;
        naming.others += !named && !granted;
    }
    return naming;
}

/* The sentence, and those of the options that clash which it does not name: "... (asked with --share shuffle)". Where two are named,
 * what is granted goes without saying. */
static const char *sentence_of(const struct asking *asking, const struct refusal *refusal,
                               const struct option_value *clash)
{
    enum {
        ENOUGH = 2
    };
    struct job *const job = asking->job;
    const struct naming naming = naming_of(refusal->sentence, clash);
    const int count = naming.named + naming.granted + naming.others;
    const bool all = naming.named + naming.others < ENOUGH;
    const char *list = "";
    for (int id = 0; id < OPTION_COUNT; id++) {
        const bool is_switch = option_rows[id].kind == KIND_SWITCH;
        if (!is_typed(clash, (enum option_id)id) || (!all && is_granted((enum option_id)id)) ||
            is_named(refusal->sentence, clash, (enum option_id)id))
            continue;
        list = arena_join(job->arena, list, ", ",
                          arena_printf(job->arena, "--%s%s%s", option_rows[id].name,
                                       is_switch ? "" : " ",
                                       is_switch ? "" : option_text(clash, (enum option_id)id)));
    }
    return !*list || count < ENOUGH || count > MOST_NAMED
               ? refusal->sentence
               : arena_printf(job->arena, "%s (asked with %s)", refusal->sentence, list);
}

/* ------------------------------------------------------------------------------- what to ask */

/* Whether a request is served with changes. */
static bool helps(const struct asking *asking, const struct change *changes)
{
    struct option_value *const values = option_copy(asking->job, asking->said);
    return trial_say(asking->job, values, changes, VOICE_USER) && is_served(asking, values);
}

/* Leaves out of changes what is not needed. */
static struct change *needed(const struct asking *asking, struct change *changes)
{
    for (struct change **at = &changes; *at && changes->next;) {
        struct change *const change = *at;
        *at = change->next;
        if (helps(asking, changes))
            continue;
        *at = change;
        at = &change->next;
    }
    return changes;
}

static struct change *copy_changes(const struct asking *asking, const struct change *from)
{
    struct change *first = NULL, **end = &first;
    for (; from; from = from->next, end = &(*end)->next) {
        *end = arena_allocate(asking->job->arena, sizeof **end);
        **end = (struct change){.option = from->option, .value = from->value};
    }
    return first;
}

static bool are_same(const struct change *one, const struct change *other)
{
    while (one && other && one->option == other->option &&
           (one->value && other->value ? strcmp(one->value, other->value) == 0
                                       : one->value == other->value)) {
        one = one->next;
        other = other->next;
    }
    return one == other; /* both ended */
}

/* Appends changes to the advice, unless it has them; whether it had not. */
static bool offer(struct refusal *advice, struct change *changes)
{
    const struct proposal proposal = {.changes = changes};
    for (const struct proposal *p = advice->proposals; p; p = p->next)
        if (are_same(p->changes, changes))
            return false;
    propose_again(advice, &proposal);
    return true;
}

/* Offers what a refusal proposes, as far as it helps. */
static int offer_proposals(const struct asking *asking, const struct refusal *refusal,
                           struct refusal *advice)
{
    int offered = 0;
    for (const struct proposal *p = refusal->proposals; p && offered < MOST_ADVICE; p = p->next)
        if (p->changes && helps(asking, p->changes))
            offered += offer(advice, needed(asking, copy_changes(asking, p->changes)));
    for (const struct proposal *p = refusal->proposals; p && offered; p = p->next)
        if (!p->changes)
            propose_again(advice, p);
    return offered;
}

static bool may_change(const struct mending *mending, const struct trial *trial,
                       const struct change *change)
{
    (void)mending, (void)trial;
    return change->option != OPTION_FOR && change->option != OPTION_PRESET;
}

/* Offers a series of proposals that ends at a request which is served. */
static int offer_series(const struct asking *asking, struct refusal *advice)
{
    const struct mending mending = {.values = asking->said,
                                    .first = asking->refused,
                                    .source = asking->source,
                                    .voice = VOICE_USER,
                                    .tries = SERIES_TRIES,
                                    .may = may_change};
    const struct trial *const served = mend(asking->job, &mending);
    struct change *const changes =
        served ? trial_changes(asking->job, asking->said, served->values) : NULL;
    if (!changes || !helps(asking, changes))
        return 0;
    offer(advice, needed(asking, changes));
    return 1;
}

/* An option taken back: its default, where that is a value, or it is left out. */
static struct change *taken_back(const struct asking *asking, enum option_id id, bool left_out)
{
    const char *const standard = option_rows[id].standard;
    struct change *const change = arena_allocate(asking->job->arena, sizeof *change);
    change->option = id;
    change->value = left_out || standard[0] == '[' ? NULL : standard;
    return change;
}

/* Offers the first proposal that helps where options of the kernel are taken back beside it. */
static int offer_beside(const struct asking *asking, const struct refusal *refusal,
                        struct refusal *advice)
{
    for (const struct proposal *p = refusal->proposals; p; p = p->next) {
        struct change *const changes = copy_changes(asking, p->changes);
        struct change *last = changes;
        while (last && last->next)
            last = last->next;
        for (int id = 0; id < OPTION_COUNT && last; id++)
            if (is_typed(asking->said, (enum option_id)id) && !is_granted((enum option_id)id))
                last = last->next = taken_back(asking, (enum option_id)id, true);
        if (changes && helps(asking, changes))
            return offer(advice, needed(asking, changes));
    }
    return 0;
}

/* Offers to take back one of the options that clash. */
static int offer_less(const struct asking *asking, const struct option_value *clash,
                      struct refusal *advice)
{
    int offered = 0;
    for (int id = 0; id < OPTION_COUNT && offered < MOST_ADVICE; id++)
        for (int left_out = 0; left_out < 2; left_out++) {
            struct change *const change = taken_back(asking, (enum option_id)id, left_out != 0);
            if (!is_typed(clash, (enum option_id)id) || !helps(asking, change))
                continue;
            offered += offer(advice, change);
            break;
        }
    return offered;
}

/* Offers to take back as many options as it takes. */
static void offer_least(const struct asking *asking, struct refusal *advice)
{
    struct change *changes = NULL, **end = &changes;
    for (int id = 0; id < OPTION_COUNT; id++)
        if (is_typed(asking->said, (enum option_id)id)) {
            *end = taken_back(asking, (enum option_id)id, true);
            end = &(*end)->next;
        }
    if (changes && helps(asking, changes))
        offer(advice, needed(asking, changes));
}

/* The error, with as much of the advice as there is room for. */
static struct clgemm_error error_of(struct job *job, const struct rule *rule, const char *sentence,
                                    const struct refusal *advice)
{
    struct refusal *fitting = refuse(job, "%s", sentence);
    for (const struct proposal *p = advice->proposals; p; p = p->next) {
        struct refusal *const more = refuse(job, "%s", sentence);
        for (const struct proposal *q = fitting->proposals; q; q = q->next)
            propose_again(more, q);
        propose_again(more, p);
        if (strlen(refusal_text(more)) < sizeof job->error->text)
            fitting = more;
    }
    return rules_error(rule, fitting);
}

/* Whether a rule reads what was typed and does not clash, so that its sentence would name another value. */
static bool contradicts(const struct asking *asking, const struct option_value *clash,
                        const struct rule *rule)
{
    bool found = false;
    for (int id = 0; id < OPTION_COUNT; id++)
        found |= is_typed(asking->said, (enum option_id)id) &&
                 !is_typed(clash, (enum option_id)id) && !is_granted((enum option_id)id) &&
                 reads(rule, (enum option_id)id);
    return found;
}

/* The rule that is told: the first that the request breaks where it names what clashes, or where that breaks it too beside what is
 * granted; else the one that this breaks. */
static const struct broken_rule *told_of(const struct asking *asking,
                                         const struct option_value *clash)
{
    const struct broken_rule *const first = asking->refused->rules;
    struct option_value *const values = option_copy(asking->job, clash);
    for (int id = 0; id < OPTION_COUNT; id++)
        if (is_granted((enum option_id)id))
            values[id] = asking->said[id];
    const struct naming naming = naming_of(first->refusal->sentence, clash);
    if (naming.granted + naming.others == 0)
        return first;
    const struct broken_rule *const beside =
        rules_broken(asking->job, spec_resolve_for(asking->job, values, asking->source, NULL));
    return beside && beside->rule != first->rule && !contradicts(asking, clash, beside->rule)
               ? beside
               : first;
}

struct clgemm_error advice_of(struct job *job, const struct trial *refused,
                              const struct profile_source *source)
{
    const struct asking asking = {job, refused->values, source, refused};
    const struct option_value *const clash = clash_of(&asking);
    const struct broken_rule *const told = told_of(&asking, clash);
    struct refusal *const advice = refuse(job, "%s", "");
    if (!offer_proposals(&asking, told->refusal, advice) && !offer_series(&asking, advice) &&
        !offer_beside(&asking, told->refusal, advice) && !offer_less(&asking, clash, advice))
        offer_least(&asking, advice);
    return error_of(job, told->rule, sentence_of(&asking, told->refusal, clash), advice);
}

struct clgemm_error advice_of_rule(struct job *job, const struct trial *refused,
                                   const struct profile_source *source,
                                   const struct broken_rule *broken)
{
    const struct asking asking = {job, refused->values, source, refused};
    const struct refusal *const refusal = broken->refusal;
    struct refusal *const advice = refuse(job, "%s", "");
    if (!offer_proposals(&asking, refusal, advice) && refusal_option(refusal) != OPTION_COUNT) {
        struct clgemm_error error = error_of(job, broken->rule, refusal->sentence, advice);
        snprintf(error.option, sizeof error.option, "%s",
                 option_rows[refusal_option(refusal)].name);
        return error;
    }
    return error_of(job, broken->rule, refusal->sentence, advice);
}
