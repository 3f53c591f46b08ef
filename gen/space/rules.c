/*
 * The rules of a space: what each reads, and when it is due.
 */
#include <stdlib.h>
#include <string.h>

#include "gen/request/interface.h"
#include "gen/spec/family.h"
#include "gen/space/space.h"

static const struct {
    enum option_id id;
    const enum option_id *reads; /* NULL: nothing else */
} follows[] = {
#define PARAMETER(id, range, values, idle, reads)
#define ATTENTION(id, range, families, values)
#define FOLLOWS(id, reads) {OPTION_##id, reads},
#include "gen/space/space.def"
#undef FOLLOWS
#undef ATTENTION
#undef PARAMETER
};

/* ------------------------------------------------------------------------------ reading */

struct reading {
    const struct clgemm_space *space;
    bool seen[OPTION_COUNT];
    struct space_set set;
};

static struct space_set every_parameter(const struct clgemm_space *space)
{
    struct space_set set = {{0}};
    for (size_t p = 0; p < space->count; p++)
        space_include(&set, p);
    return set;
}

static void read_options(struct reading *reading, const enum option_id *options);

/* The parameters that decide an option's value: its own, and where it may be unsaid what it follows
 * from. */
static void read_option(struct reading *reading, enum option_id id)
{
    const struct clgemm_space *const space = reading->space;
    bool said = space->base[id].text;
    if (reading->seen[id])
        return;
    reading->seen[id] = true;
    for (size_t p = 0; p < space->count; p++) {
        const struct space_parameter *const parameter = &space->parameters[p];
        if (parameter->id != id)
            continue;
        space_include(&reading->set, p);
        said = true;
        for (size_t v = 0; v < parameter->count; v++)
            said = said && parameter->values[v].text;
    }
    if (said)
        return;
    /* The family has defaults of its own, and the profile those of a kernel of some family. */
    read_options(reading, OPTIONS(FAMILY_OPTIONS));
    for (size_t i = 0; i < sizeof follows / sizeof follows[0]; i++)
        if (follows[i].id == id) {
            if (follows[i].reads)
                read_options(reading, follows[i].reads);
            return;
        }
    if (option_rows[id].standard[0] == '[')
        reading->set = every_parameter(space);
}

static void read_options(struct reading *reading, const enum option_id *options)
{
    for (; *options != OPTION_COUNT; options++)
        read_option(reading, *options);
}

/* The list of values that stands at a point: that for kernels of its engine, where it names the option, else the one of all. */
static unsigned list_at(const struct clgemm_space *space, const struct spec *spec,
                        const struct space_parameter *parameter)
{
    const char *const engine = spec->values[OPTION_ENGINE].text;
    for (size_t e = 0; space->engines[e] && family_reads(spec->family, OPTION_ENGINE); e++)
        if (parameter->lists & 2u << e && strcmp(space_engine_word(engine), space->engines[e]) == 0)
            return 2u << e;
    return 1;
}

bool space_value_unfit(const struct clgemm_space *space, const struct spec *spec, size_t p,
                       unsigned value)
{
    const struct space_parameter *const parameter = &space->parameters[p];
    const unsigned *const listed = parameter->listed;
    const unsigned list = list_at(space, spec, parameter);
    unsigned first = 0;
    while (listed && first < value && !(listed[first] & list))
        first++;
    return (listed && !(listed[value] & list)) ||
           (value > first && parameter->idle && parameter->idle(spec, parameter->id));
}

/* Those of a set that have a choice: the others need not be waited for. */
static struct space_set with_choice(const struct clgemm_space *space, struct space_set set)
{
    struct space_set open = {{0}};
    for (size_t p = 0; p < space->count; p++)
        if (space_has(&set, p) && space->parameters[p].count > 1)
            space_include(&open, p);
    return open;
}

static struct space_set reads_of(const struct clgemm_space *space, const struct space_rule *rule)
{
    struct reading reading = {.space = space};
    if (!rule->rule) {
        const struct space_parameter *const parameter = &space->parameters[rule->parameter];
        space_include(&reading.set, rule->parameter);
        if (parameter->idle)
            read_options(&reading, parameter->idle_reads);
        if (parameter->listed)
            read_options(&reading, OPTIONS(FAMILY_OPTIONS, OPTION_ENGINE));
        return reading.set;
    }
    if (!rule->part)
        return every_parameter(space);
    read_options(&reading, rule->part);
    if (rule->family)
        read_options(&reading, OPTIONS(FAMILY_OPTIONS));
    return rule->in_parts ? reading.set : with_choice(space, reading.set);
}

/* ----------------------------------------------------------------------------- schedule */

/* How many parameters must be decided for all of a set to be. */
static size_t due_after(const struct space_set *set)
{
    size_t decided = SPACE_MOST_PARAMETERS;
    while (decided && !space_has(set, decided - 1))
        decided--;
    return decided;
}

enum {
    MOST_RULES = 512
};

/* The limits of the profile, which are those of every element, and of the device. */
static const struct profile *profile_of_space(struct job *job, const struct clgemm_space *space)
{
    struct profile *const profile = profile_of(job, space->source, "f32", NULL);
    spec_lower_limits(space->base, profile);
    return profile;
}

/* A rule of several parts is as many rules here. */
static size_t list_parts(const struct rule *rule, const struct family *family,
                         struct space_rule *rules, size_t count)
{
    size_t part = 0;
    do {
        if (count == MOST_RULES)
            return count;
        rules[count++] = (struct space_rule){.rule = rule,
                                             .family = family,
                                             .part = rule->reads ? rule->reads[part] : NULL,
                                             .in_parts = rule->reads && rule->reads[1]};
    } while (rule->reads && rule->reads[++part]);
    return count;
}

/* Whether a point may be of the family: unless others are said, it may. */
static bool may_have(const struct clgemm_space *space, const struct family *family)
{
    for (size_t p = 0; p < space->count; p++) {
        const struct space_parameter *const parameter = &space->parameters[p];
        if (parameter->id != OPTION_FAMILY)
            continue;
        for (size_t v = 0; v < parameter->count; v++)
            if (!parameter->values[v].text || strcmp(parameter->values[v].text, family->name) == 0)
                return true;
        return false;
    }
    const char *const said = space->base[OPTION_FAMILY].text;
    return !said || strcmp(said, family->name) == 0;
}

/* One for each option that not every family reads. */
static size_t list_options(struct job *job, const struct rule *rule, struct space_rule *rules,
                           size_t count)
{
    for (int id = 0; id < OPTION_COUNT && count < MOST_RULES; id++) {
        if (!rules_own_option((enum option_id)id))
            continue;
        const enum option_id read[] = {FAMILY_OPTIONS, (enum option_id)id, OPTION_COUNT};
        enum option_id *const part =
            arena_array(job->arena, sizeof read / sizeof *read, sizeof *read);
        memcpy(part, read, sizeof read);
        rules[count++] = (struct space_rule){.rule = rule, .part = part, .in_parts = true};
    }
    return count;
}

/* A rule that reads other options of each family is one for each that there may be. */
static size_t list_rule(struct job *job, const struct clgemm_space *space, const struct rule *rule,
                        const struct family *owner, struct space_rule *rules, size_t count)
{
    const struct family *family;
    if (rule->reads == rule_reads_of_families)
        return list_options(job, rule, rules, count);
    if (rule->reads != rule_reads_local)
        return list_parts(rule, owner, rules, count);
    for (size_t f = 0; (family = family_table[f]); f++)
        if (rules_local_reads(family) && count < MOST_RULES && may_have(space, family))
            rules[count++] = (struct space_rule){
                .rule = rule, .family = family, .part = rules_local_reads(family)};
    return count;
}

/* Whether a point may have an option whose value `is` so; where the option is not said, `unsaid`. */
static bool may_say(const struct clgemm_space *space, enum option_id id,
                    bool (*is)(const char *text), bool unsaid)
{
    for (size_t p = 0; p < space->count; p++) {
        const struct space_parameter *const parameter = &space->parameters[p];
        bool may = false;
        if (parameter->id != id)
            continue;
        for (size_t v = 0; v < parameter->count; v++)
            may = may || (parameter->values[v].text ? is(parameter->values[v].text) : unsaid);
        return may;
    }
    return space->base[id].text ? is(space->base[id].text) : unsaid;
}

static bool is_of_blocks(const char *type)
{
    return element_find(type)->covers > 1;
}

static bool is_complex(const char *type)
{
    const struct number *const same = element_find(type)->same;
    return same && same->parts;
}

static bool is_interface(const char *name)
{
    return !interface_is_none(name);
}

static bool is_image(const char *access)
{
    return strcmp(access, "image") == 0;
}

static bool is_product(const char *text)
{
    return *text != 0;
}

static bool is_chain(const char *chain)
{
    return strcmp(chain, "none") != 0;
}

static bool is_edged(const char *edges)
{
    return strcmp(edges, "exact") == 0 || strcmp(edges, "shift") == 0;
}

/* Types of A, B and C follow from --type where they are not said, and what --type and the forms of A and B are then
 * may be the profile's. */
static struct premises premises_of(struct job *job, const struct clgemm_space *space)
{
    const bool either = may_say(space, OPTION_ACCESS, is_image, true);
    return (struct premises){
        .profile = profile_of_space(job, space),
        .blocks = may_say(space, OPTION_TYPE_A, is_of_blocks, false) ||
                  may_say(space, OPTION_TYPE_B, is_of_blocks, false),
        .complex = may_say(space, OPTION_TYPE, is_complex, true) ||
                   may_say(space, OPTION_TYPE_A, is_complex, false) ||
                   may_say(space, OPTION_TYPE_B, is_complex, false) ||
                   may_say(space, OPTION_TYPE_C, is_complex, false),
        .images = may_say(space, OPTION_ACCESS_A, is_image, either) ||
                  may_say(space, OPTION_ACCESS_B, is_image, either),
        .products = may_say(space, OPTION_PRODUCT, is_product, false),
        .chains = may_say(space, OPTION_CHAIN, is_chain, false),
        .interfaces = may_say(space, OPTION_INTERFACE, is_interface, false),
        .edged = may_say(space, OPTION_EDGES, is_edged, true),
        .interface = space_has_parameter(space, OPTION_INTERFACE) ? NULL : space->interface,
    };
}

static size_t list_rules(struct job *job, const struct clgemm_space *space,
                         struct space_rule *rules)
{
    const struct premises premises = premises_of(job, space);
    size_t count = 0;
    const struct family *family;
    for (size_t f = 0; (family = family_table[f]); f++) {
        const struct rule_tables tables = rules_tables(family);
        for (int t = 0; t < RULE_TABLES; t++) {
            const bool own = tables.of[t] == tables.own;
            if (own ? !may_have(space, family) : f > 0)
                continue;
            for (const struct rule *rule = tables.of[t]; rule && rule->name; rule++)
                if (!(rule->idle && rule->idle(&premises)))
                    count = list_rule(job, space, rule, own ? family : NULL, rules, count);
        }
    }
    for (size_t p = 0; p < space->count; p++) {
        const struct space_parameter *const parameter = &space->parameters[p];
        if (parameter->listed || (parameter->idle && parameter->count > 1))
            rules[count++] = (struct space_rule){.parameter = p};
    }
    for (size_t r = 0; r < count; r++)
        rules[r].reads = reads_of(space, &rules[r]);
    return count;
}

enum {
    MOST_VERDICTS = 1 << 22
};

static void note_keys(struct clgemm_space *space)
{
    for (size_t r = 0; r < space->rule_count; r++) {
        struct space_rule *const rule = &space->rules[r];
        rule->key = space_key_of(space, &rule->reads);
        if (rule->key.most && rule->key.most <= MOST_VERDICTS)
            rule->verdicts = arena_array(&space->derived, rule->key.most, 1);
    }
}

/* Rules that read less come first: what breaks one of them is asked of no other. */
static int by_combinations(const void *left, const void *right)
{
    const struct space_rule *const a = left, *const b = right;
    if (!a->key.most != !b->key.most)
        return a->key.most ? -1 : 1;
    return (a->key.most > b->key.most) - (a->key.most < b->key.most);
}

void space_prepare(struct job *job, struct clgemm_space *space)
{
    if (space->ready)
        return;
    struct space_rule *const listed = arena_array(&space->derived, MOST_RULES, sizeof *listed);
    const size_t count = list_rules(job, space, listed);
    space->rules = arena_array(&space->derived, count, sizeof *space->rules);
    space->rule_count = 0;
    for (size_t decided = 0; decided <= space->count; decided++) {
        space->due[decided] = space->rule_count;
        for (size_t r = 0; r < count; r++)
            if (due_after(&listed[r].reads) == decided)
                space->rules[space->rule_count++] = listed[r];
        space->due[decided + 1] = space->rule_count;
    }
    for (size_t decided = 0; decided <= space->count; decided++) {
        struct space_set frontier = {{0}};
        for (size_t r = space->due[decided + 1]; r < space->rule_count; r++)
            for (size_t p = 0; p < decided; p++)
                if (space_has(&space->rules[r].reads, p))
                    space_include(&frontier, p);
        space->frontier[decided] = space_key_of(space, &frontier);
    }
    note_keys(space);
    for (size_t decided = 0; decided <= space->count; decided++)
        qsort(space->rules + space->due[decided], space->due[decided + 1] - space->due[decided],
              sizeof *space->rules, by_combinations);
    space->ready = true;
}

void space_forget(struct clgemm_space *space)
{
    space_table_clear(&space->verdicts);
    space_table_clear(&space->counts);
    arena_free(&space->derived);
    space->ready = false;
}
