/*
 * Parameters of a space: options that a request leaves open, and lists of their values.
 */
#include "gen/space/space.h"

#include <string.h>

#include "gen/request/attention.h"
#include "gen/spec/family.h"
#include "gen/spec/idle.h"
#include "gen/request/preset.h"

enum {
    CLGEMM_RANGE_NAMED = 0,
    CLGEMM_RANGE_BATCHED = 1 << 8 /* of the kernel, where the request is for a batch */
};

struct row {
    enum option_id id;
    unsigned range;
    const char *values;
    bool (*idle)(const struct spec *spec, enum option_id id);
    const enum option_id *idle_reads;
};

static const struct row rows[] = {
#define PARAMETER(id, range, values, idle, reads)                                                  \
    {OPTION_##id, CLGEMM_RANGE_##range, values, idle, reads},
#define ATTENTION(id, range, families, values)
#define FOLLOWS(id, reads)
#include "gen/space/space.def"
#undef FOLLOWS
#undef ATTENTION
#undef PARAMETER
};

static const struct {
    enum option_id id;
    unsigned range;
    const char *families, *values;
} of_attention[] = {
#define PARAMETER(id, range, values, idle, reads)
#define ATTENTION(id, range, families, values)                                                     \
    {OPTION_##id, CLGEMM_RANGE_##range, families, values},
#define FOLLOWS(id, reads)
#include "gen/space/space.def"
#undef FOLLOWS
#undef ATTENTION
#undef PARAMETER
};

enum {
    ROW_COUNT = sizeof rows / sizeof rows[0],
    OF_ATTENTION = sizeof of_attention / sizeof of_attention[0]
};

_Static_assert((int)ROW_COUNT < (int)SPACE_MOST_PARAMETERS, "a set of parameters holds 128");

const char *space_engine_word(const char *text)
{
    static const char before[] = "emulated:";
    return strncmp(text, before, strlen(before)) == 0 ? text + strlen(before) : text;
}

static void note_idle(struct space_parameter *parameter)
{
    for (size_t i = 0; i < ROW_COUNT; i++)
        if (rows[i].id == parameter->id) {
            parameter->idle = rows[i].idle;
            parameter->idle_reads = rows[i].idle_reads;
        }
}

/* ------------------------------------------------------------------------------ making */

/* Blanks may be several; between two commas there is a value that was left out. */
static void check_separators(struct job *job, const char *option, const char *list, char separator,
                             const char *whose)
{
    for (const char *at = list; separator == ',' && *at; at++)
        if (*at == separator && (at == list || !at[1] || at[1] == separator))
            job_fail(job, CLGEMM_USAGE, option, "%s%s=%.60s: there is no value %s a comma", whose,
                     option, list, at == list ? "before" : "behind");
}

void space_read_values(struct job *job, struct space_parameter *parameter, const char *list,
                       const char *separators, const char *whose)
{
    const char *const option = option_rows[parameter->id].name;
    struct option_value *const values =
        arena_array(job->arena, strlen(list) + 1, sizeof *parameter->values);
    size_t count = 0;
    check_separators(job, option, list, *separators, whose);
    while (*(list += strspn(list, separators))) {
        const size_t length = strcspn(list, separators);
        const char *const word = arena_text(job->arena, list, length);
        struct option_value *const value = &values[count];
        list += length;
        /* "col=column" of a list of words is a synonym. */
        if (*separators == '|' && strchr(word, '='))
            continue;
        if (strcmp(word, "-") != 0) {
            option_parse(job, parameter->id, word, value);
            value->voice = VOICE_USER;
        }
        for (size_t i = 0; i < count; i++)
            if (value->text ? values[i].text && strcmp(values[i].text, value->text) == 0
                            : !values[i].text)
                job_fail(job, CLGEMM_USAGE, option, "%s%s names the value %s twice", whose, option,
                         word);
        count++;
    }
    if (!count)
        job_fail(job, CLGEMM_USAGE, option, "%s%s%s needs a value at least", whose, option,
                 *whose ? "=V1,V2" : "");
    parameter->values = values;
    parameter->count = count;
    note_idle(parameter);
}

/* Who says --access has said both. */
bool space_says(const struct clgemm_space *space, enum option_id id)
{
    return space->base[id].text ||
           ((id == OPTION_ACCESS_A || id == OPTION_ACCESS_B) && space->base[OPTION_ACCESS].text);
}

/* The words of family or share that go with what is said of the other; NULL where neither is. */
static const char *matching_words(struct job *job, const struct clgemm_space *space,
                                  enum option_id id)
{
    const char *const family_said = id == OPTION_SHARE ? space->base[OPTION_FAMILY].text : NULL;
    const char *const share_said = id == OPTION_FAMILY ? space->base[OPTION_SHARE].text : NULL;
    const struct family *family;
    const char *words = "";
    if (!family_said && !share_said)
        return NULL;
    for (size_t i = 0; (family = family_table[i]); i++)
        for (int share = SHARE_NONE; share <= SHARE_LOCAL; share++)
            if (family->shares & SHARED_BY(share) &&
                strcmp(family_said ? family->name : share_word(share),
                       family_said ? family_said : share_said) == 0)
                words = arena_printf(job->arena, "%s %s", words,
                                     family_said ? share_word(share) : family->name);
    return words;
}

/* The family is the one that serves what is asked. */
static void add_attention(struct job *job, struct clgemm_space *space, unsigned ranges)
{
    const char *const family = spec_resolve(job, space->base)->family->name;
    if (!space_says(space, OPTION_FAMILY)) {
        struct space_parameter *const parameter = &space->parameters[space->count++];
        parameter->id = OPTION_FAMILY;
        space_read_values(job, parameter, family, " ", "");
    }
    for (size_t i = 0; i < OF_ATTENTION; i++) {
        struct space_parameter *const parameter = &space->parameters[space->count];
        if (!(of_attention[i].range & ranges) || space_says(space, of_attention[i].id) ||
            (of_attention[i].families[0] && !strstr(of_attention[i].families, family)))
            continue;
        parameter->id = of_attention[i].id;
        space_read_values(job, parameter, of_attention[i].values, " ", "");
        space->count++;
    }
}

void space_add_rows(struct job *job, struct clgemm_space *space, unsigned ranges)
{
    if (attention_asked(space->base)) {
        add_attention(job, space, ranges);
        return;
    }
    const char *const batch = space->base[OPTION_BATCH].text;
    if (ranges & CLGEMM_RANGE_KERNEL && batch && strcmp(batch, "none") != 0)
        ranges |= CLGEMM_RANGE_BATCHED;
    for (size_t i = 0; i < ROW_COUNT; i++) {
        const enum option_id id = rows[i].id;
        if (!(rows[i].range & ranges) || space_says(space, id))
            continue;
        struct space_parameter *const parameter = &space->parameters[space->count++];
        const char *const matching = matching_words(job, space, id);
        parameter->id = id;
        if (matching)
            space_read_values(job, parameter, matching, " ", "");
        else if (rows[i].values[0])
            space_read_values(job, parameter, rows[i].values, " ", "");
        else
            space_read_values(job, parameter, option_rows[id].values, "|", "");
    }
}

bool space_has_parameter(const struct clgemm_space *space, enum option_id id)
{
    size_t p = 0;
    while (p < space->count && space->parameters[p].id != id)
        p++;
    return p < space->count;
}

/* Whether only families read the option that are others than the one which the request names. */
static bool is_of_other_family(const struct clgemm_space *space, enum option_id id)
{
    const char *const family = space->base[OPTION_FAMILY].text;
    bool own = false;
    for (size_t i = 0; family_table[i]; i++)
        own |= family_reads(family_table[i], id);
    return family && own && !family_reads(family_find(family), id);
}

struct space_parameter *space_parameter_of(struct clgemm_space *space, enum option_id id)
{
    size_t place = 0;
    for (size_t p = 0; p < space->count; p++)
        if (space->parameters[p].id == id)
            return &space->parameters[p];
    for (size_t i = 0; i < ROW_COUNT && rows[i].id != id; i++)
        if (place < space->count && space->parameters[place].id == rows[i].id)
            place++;
    memmove(&space->parameters[place + 1], &space->parameters[place],
            (space->count - place) * sizeof space->parameters[0]);
    space->count++;
    space->parameters[place].id = id;
    return &space->parameters[place];
}

bool space_said_once(enum option_id id)
{
    return id == OPTION_PRESET || id == OPTION_FOR || id == OPTION_KERNEL_NAME ||
           id == OPTION_STEM || preset_reads(id);
}

bool space_read_member(struct job *job, const struct clgemm_space *space, const struct value *value,
                       struct space_parameter *parameter)
{
    const bool shares = space->base[OPTION_FAMILY].text || space->base[OPTION_SHARE].text;
    const enum option_id id = option_find(value->name, strlen(value->name));
    if (id == OPTION_COUNT)
        option_unknown(job, value->name);
    if (value->kind != VALUE_TEXT || space_said_once(id))
        job_fail(job, CLGEMM_USAGE, "for", "%s must be a text of values", value->name);
    if (space_says(space, id) || (shares && (id == OPTION_FAMILY || id == OPTION_SHARE)) ||
        (!space_has_parameter(space, id) && is_of_other_family(space, id)))
        return false;
    *parameter = (struct space_parameter){.id = id};
    space_read_values(job, parameter, value->text, " ", "");
    return true;
}
