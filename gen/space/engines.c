/*
 * Values that kernels of a matrix engine have in place of those of all kernels, as a profile lists them.
 */
#include "gen/space/space.h"

#include <string.h>

#include "gen/spec/family.h"

struct engine_values {
    struct clgemm_space *space;
    const struct value *values; /* of an engine */
    unsigned list;              /* its bit */
    bool alone;                 /* there are no other kernels */
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
    space_read_values(job, &more, engine->values->name, " ", "");
    add_values(job, engine, &more);
}

static void add_each_of_engine(struct job *job, void *self)
{
    const struct engine_values *const engine = self;
    add_engine(job, engine);
    for (const struct value *value = engine->values->first; value; value = value->next)
        if (!profile_is_comment(value->name))
            add_member(job, engine, value);
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
        struct engine_values engine = {space, own, 2u << count, said && family};
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
