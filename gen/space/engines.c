/*
 * Values that kernels of a matrix engine have in place of those of all kernels: those of the engine (engines.def), or what a
 * profile lists instead.
 */
#include "gen/space/space.h"

#include <string.h>

#include "gen/spec/family.h"

static const struct {
    const char *engines;
    enum option_id id;
    const char *values;
} standard[] = {
#define ENGINE_VALUES(engines, id, values) {engines, OPTION_##id, values},
#include "gen/space/engines.def"
#undef ENGINE_VALUES
};

enum {
    STANDARD_COUNT = sizeof standard / sizeof *standard
};

static const char *const with_values[] = {
#define ENGINE(name) #name,
#include "gen/request/engines.def"
    NULL,
};

struct engine_values {
    struct clgemm_space *space;
    const char *name;
    const struct value *own; /* what a profile lists for it; NULL: nothing */
    unsigned list;           /* its bit */
    bool alone;              /* there are no other kernels */
};

/* Adds values of a list to those that a parameter has; they are of that list alone, the others of all. */
static void merge_values(struct job *job, struct space_parameter *parameter,
                         const struct space_parameter *more, unsigned list)
{
    const size_t room = parameter->count + more->count;
    struct option_value *const values = arena_array(job->arena, room, sizeof *values);
    unsigned *const listed = arena_array(job->arena, room, sizeof *listed);
    for (size_t v = 0; v < parameter->count; v++) {
        values[v] = parameter->values[v];
        listed[v] = parameter->listed ? parameter->listed[v] : 1;
    }
    for (size_t m = 0; m < more->count; m++) {
        const char *const text = more->values[m].text;
        size_t v = 0;
        while (v < parameter->count && (text && values[v].text ? strcmp(values[v].text, text) != 0
                                                               : values[v].text != text))
            v++;
        values[v] = more->values[m];
        listed[v] |= list;
        if (v == parameter->count)
            parameter->count++;
    }
    parameter->values = values;
    parameter->listed = listed;
    parameter->lists |= list;
}

/* Gives an option the values of the engine. One that no other kernel is told is not said of those. */
static void add_values(struct job *job, const struct engine_values *engine,
                       const struct space_parameter *more)
{
    const bool is_new = !space_has_parameter(engine->space, more->id);
    struct space_parameter *const parameter = space_parameter_of(engine->space, more->id);
    if (engine->alone) {
        *parameter = *more;
        return;
    }
    if (is_new) {
        *parameter = (struct space_parameter){.id = more->id};
        space_read_values(job, parameter, "-", " ", "");
    }
    merge_values(job, parameter, more, engine->list);
}

static void add_member(struct job *job, const struct engine_values *engine,
                       const struct value *value)
{
    struct space_parameter more;
    if (space_read_member(job, engine->space, value, &more))
        add_values(job, engine, &more);
}

/* The engine is one to choose from, unless the request says which. */
static void add_engine(struct job *job, const struct engine_values *engine)
{
    struct space_parameter more = {.id = OPTION_ENGINE};
    if (space_says(engine->space, OPTION_ENGINE))
        return;
    space_read_values(job, &more, engine->name, " ", "");
    add_values(job, engine, &more);
}

static bool has_word(const char *words, const char *word)
{
    const size_t length = strlen(word);
    for (const char *at = words; (at = strstr(at, word)); at += length)
        if ((at == words || at[-1] == ' ') && (!at[length] || at[length] == ' '))
            return true;
    return false;
}

/* Whether the profile lists values of an option for the engine. */
static bool lists(const struct engine_values *engine, const char *option)
{
    const struct value *value = engine->own ? engine->own->first : NULL;
    while (value && strcmp(value->name, option) != 0)
        value = value->next;
    return value;
}

static void add_standard(struct job *job, const struct engine_values *engine, enum option_id id,
                         const char *values)
{
    const struct value value = {.kind = VALUE_TEXT, .name = option_rows[id].name, .text = values};
    if (!lists(engine, value.name))
        add_member(job, engine, &value);
}

static void add_each_of_engine(struct job *job, void *self)
{
    const struct engine_values *const engine = self;
    add_engine(job, engine);
    for (const struct value *value = engine->own ? engine->own->first : NULL; value;
         value = value->next)
        if (!profile_is_comment(value->name))
            add_member(job, engine, value);
    for (size_t i = 0; i < STANDARD_COUNT; i++)
        if (has_word(standard[i].engines, engine->name))
            add_standard(job, engine, standard[i].id, standard[i].values);
}

/* Values for kernels of matrix engines, of those that the request leaves open. */
void space_add_engines(struct job *job, struct clgemm_space *space)
{
    const struct profile_part part = profile_engine_spaces(space->source);
    const char *const text = space->base[OPTION_ENGINE].text;
    const char *const said = text ? space_engine_word(text) : NULL;
    const char *const family = space->base[OPTION_FAMILY].text;
    size_t count = 0;
    for (const struct value *own = part.value ? part.value->first : NULL; own; own = own->next) {
        struct engine_values engine = {space, own->name, own, 2u << count, said && family};
        struct clgemm_error error = {.code = CLGEMM_OK};
        if (profile_is_comment(own->name) || (said && strcmp(said, own->name) != 0) ||
            (family && !family_reads(family_find(family), OPTION_ENGINE)))
            continue;
        if (own->kind != VALUE_OBJECT)
            job_fail(job, CLGEMM_USAGE, "for", "profile %s: spaces.%s must be an object",
                     part.profile, own->name);
        if (count == SPACE_MOST_ENGINES - 1)
            job_fail(job, CLGEMM_USAGE, "for", "profile %s: spaces of %d engines at most",
                     part.profile, SPACE_MOST_ENGINES - 1);
        space->engines[count++] = own->name;
        if (job_try(job, add_each_of_engine, &engine, &error))
            job_fail_in(job, &error, "profile %s: spaces.%s: ", part.profile, own->name);
    }
}

static bool has_values(const char *engine)
{
    for (size_t i = 0; i < STANDARD_COUNT; i++)
        if (has_word(standard[i].engines, engine))
            return true;
    return false;
}

const char *clgemm_space_engine(size_t index)
{
    for (size_t i = 0; with_values[i]; i++)
        if (has_values(with_values[i]) && !index--)
            return with_values[i];
    return NULL;
}

/* Adds an engine behind those that there are. */
static void add_further(struct job *job, struct engine_values *engine)
{
    struct clgemm_space *const space = engine->space;
    size_t count = 0;
    while (space->engines[count] && strcmp(space->engines[count], engine->name) != 0)
        count++;
    if (space->engines[count] || space_says(space, OPTION_ENGINE) ||
        space_says(space, OPTION_FAMILY) || space_says(space, OPTION_SHARE) ||
        count == SPACE_MOST_ENGINES - 1)
        return;
    space->engines[count] = engine->name = arena_copy(job->arena, engine->name);
    engine->list = 2u << count;
    add_standard(job, engine, OPTION_FAMILY, "matrix");
    add_standard(job, engine, OPTION_SHARE, "local");
    add_each_of_engine(job, engine);
}

int clgemm_space_add_engine(struct clgemm_space *space, const char *name,
                            struct clgemm_error *error)
{
    struct engine_values engine = {.space = space, .name = name};
    struct job job;
    job_init(&job, &space->arena, error);
    if (setjmp(job.escape))
        return -1;
    if (!has_values(name))
        job_fail(&job, CLGEMM_USAGE, "engine", "engine %s has no values to choose from", name);
    add_further(&job, &engine);
    space_forget(space);
    return 0;
}
