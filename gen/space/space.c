/*
 * A space as its user sees it: parameters, values, points.
 */
#include "gen/space/space.h"

#include <stdlib.h>
#include <string.h>

#include "gen/spec/family.h"
#include "gen/spec/idle.h"
#include "gen/request/attention.h"
#include "gen/request/interface.h"
#include "gen/request/preset.h"
#include "gen/request/request.h"

static void add_device_value(struct job *job, struct clgemm_space *space, const struct value *value)
{
    struct space_parameter parameter;
    if (space_read_member(job, space, value, &parameter))
        *space_parameter_of(space, parameter.id) = parameter;
}

struct device_values {
    struct clgemm_space *space;
    const struct value *values;
};

static void add_each(struct job *job, void *self)
{
    const struct device_values *const device = self;
    for (const struct value *value = device->values->first; value; value = value->next)
        if (!profile_is_comment(value->name))
            add_device_value(job, device->space, value);
}

/* What tuning chooses from on a device, as far as the request leaves it open. Family and share are said together. */
static void add_device_values(struct job *job, struct clgemm_space *space)
{
    const struct profile_part part = profile_space(space->source);
    struct device_values device = {space, part.value};
    struct clgemm_error error = {.code = CLGEMM_OK};
    if (part.value && job_try(job, add_each, &device, &error))
        job_fail_in(job, &error, "profile %s: space: ", part.profile);
    space_add_engines(job, space);
}

int clgemm_space_new(const struct clgemm_request *request, unsigned ranges,
                     struct clgemm_space **made, struct clgemm_error *error)
{
    struct job job;
    *made = NULL;
    struct clgemm_space *const space = calloc(1, sizeof *space);
    if (!space) {
        error_set(error, CLGEMM_IO, NULL, "out of memory");
        return -1;
    }
    arena_init(&space->arena, NULL, NULL);
    arena_init(&space->derived, NULL, NULL);
    job_init(&job, &space->arena, error);
    if (setjmp(job.escape)) {
        clgemm_space_free(space);
        return -1;
    }
    request_check_one(&job, request);
    request_check_alone(&job, request);
    for (int id = 0; id < OPTION_COUNT; id++) {
        space->base[id] = request->values[id];
        if (space->base[id].text)
            space->base[id].text = arena_copy(&space->arena, request->values[id].text);
    }
    if (space->base[OPTION_PRESET].text)
        option_say_line(&job, space->base,
                        preset_options(&job, space->base[OPTION_PRESET].text, space->base),
                        VOICE_PRESET);
    space->interface = interface_say_problem(&job, space->base, NULL);
    space->source = profile_load(&job, spec_profile_name(space->base));
    space_add_rows(&job, space, ranges);
    if (ranges == CLGEMM_RANGE_KERNEL && !attention_asked(space->base))
        add_device_values(&job, space);
    if (ranges == CLGEMM_RANGE_KERNEL && space->interface)
        space_keep_launch(&job, space);
    *made = space;
    return 0;
}

int clgemm_space_narrow(struct clgemm_space *space, const char *text, struct clgemm_error *error)
{
    struct job job;
    job_init(&job, &space->arena, error);
    if (setjmp(job.escape))
        return -1;
    const size_t length = strcspn(text, "=");
    const char *const name = arena_text(&space->arena, text, length);
    if (!text[length])
        job_fail(&job, CLGEMM_USAGE, "param", "--param %s says no values; ask --param %s=V1,V2",
                 name, name);
    const enum option_id id = option_find(name, length);
    if (option_renamed(name))
        option_unknown(&job, name);
    const char *const nearest = id == OPTION_COUNT ? option_nearest(&job, "", name) : NULL;
    if (id == OPTION_COUNT)
        job_fail(&job, CLGEMM_USAGE, "param", "--param names no option: %s%s%s%s", name,
                 nearest ? "; did you mean " : "; --list params shows them", nearest ? nearest : "",
                 nearest ? "?" : "");
    if (space_said_once(id))
        job_fail(&job, CLGEMM_USAGE, name, "--%s is no parameter of a kernel: it is said once",
                 name);
    struct space_parameter parameter = {.id = id};
    const char *const list = text + length + 1;
    space_read_values(&job, &parameter, list, strchr(list, ' ') ? " " : ",", "--param ");
    if (space->count == SPACE_MOST_PARAMETERS)
        job_fail(&job, CLGEMM_USAGE, name, "a space has %d parameters at most",
                 SPACE_MOST_PARAMETERS);
    *space_parameter_of(space, id) = parameter;
    space_forget(space);
    return 0;
}

void clgemm_space_stop_by(struct clgemm_space *space, int (*stop)(void *self), void *self)
{
    space->stop = stop;
    space->stopper = self;
}

void clgemm_space_free(struct clgemm_space *space)
{
    if (!space)
        return;
    space_forget(space);
    arena_free(&space->arena);
    free(space);
}

/* ------------------------------------------------------------------------ what there is */

const char *clgemm_space_parameter(const struct clgemm_space *space, size_t parameter,
                                   size_t *values)
{
    if (parameter >= space->count)
        return NULL;
    if (values)
        *values = space->parameters[parameter].count;
    return option_rows[space->parameters[parameter].id].name;
}

const char *clgemm_space_value(const struct clgemm_space *space, size_t parameter, size_t value)
{
    if (parameter >= space->count || value >= space->parameters[parameter].count)
        return NULL;
    const char *const text = space->parameters[parameter].values[value].text;
    return text ? text : "-";
}

int clgemm_space_say(const struct clgemm_space *space, const unsigned *point,
                     struct clgemm_request *request, struct clgemm_error *error)
{
    struct job job;
    job_init(&job, &request->arena, error);
    if (setjmp(job.escape))
        return -1;
    space_check_point(&job, space, point);
    for (size_t p = 0; p < space->count; p++) {
        const struct space_parameter *const parameter = &space->parameters[p];
        const char *const text = parameter->values[point[p]].text;
        /* Whatever the request said of a parameter before, the point says anew. */
        request->values[parameter->id] = (struct option_value){.text = NULL};
        if (text && clgemm_request_set(request, option_rows[parameter->id].name, text, error))
            return -1;
    }
    return 0;
}
