/*
 * A space as its user sees it: parameters, values, points.
 */
#include "gen/space/space.h"

#include <stdlib.h>
#include <string.h>

#include "gen/spec/family.h"
#include "gen/spec/idle.h"
#include "gen/request/preset.h"
#include "gen/request/request.h"

enum {
    CLGEMM_RANGE_NAMED = 0,
    CLGEMM_RANGE_BATCHED = 1 << 8 /* of the kernel, where the request is for a batch */
};

static const struct row {
    enum option_id id;
    unsigned range;
    const char *values;
    bool (*idle)(const struct spec *spec, enum option_id id);
    const enum option_id *idle_reads;
} rows[] = {
#define PARAMETER(id, range, values, idle, reads)                                                  \
    {OPTION_##id, CLGEMM_RANGE_##range, values, idle, reads},
#define FOLLOWS(id, reads)
#include "gen/space/space.def"
#undef FOLLOWS
#undef PARAMETER
};

enum {
    ROW_COUNT = sizeof rows / sizeof rows[0]
};

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

/* Reads a list of values into a parameter; "-" is the option not said. `whose`: "--param ", or "" of a
 * profile's. */
static void read_values(struct job *job, struct space_parameter *parameter, const char *list,
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
static bool is_fixed(const struct clgemm_space *space, enum option_id id)
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
    for (size_t i = 0; (family = family_at(i)); i++)
        for (int share = SHARE_NONE; share <= SHARE_LOCAL; share++)
            if (family->shares & SHARED_BY(share) &&
                strcmp(family_said ? family->name : share_word(share),
                       family_said ? family_said : share_said) == 0)
                words = arena_printf(job->arena, "%s %s", words,
                                     family_said ? share_word(share) : family->name);
    return words;
}

static void add_rows(struct job *job, struct clgemm_space *space, unsigned ranges)
{
    const char *const batch = space->base[OPTION_BATCH].text;
    if (ranges & CLGEMM_RANGE_KERNEL && batch && strcmp(batch, "none") != 0)
        ranges |= CLGEMM_RANGE_BATCHED;
    for (size_t i = 0; i < ROW_COUNT; i++) {
        const enum option_id id = rows[i].id;
        if (!(rows[i].range & ranges) || is_fixed(space, id))
            continue;
        struct space_parameter *const parameter = &space->parameters[space->count++];
        const char *const matching = matching_words(job, space, id);
        parameter->id = id;
        if (matching)
            read_values(job, parameter, matching, " ", "");
        else if (rows[i].values[0])
            read_values(job, parameter, rows[i].values, " ", "");
        else
            read_values(job, parameter, option_rows[id].values, "|", "");
    }
}

static bool is_parameter(const struct clgemm_space *space, enum option_id id)
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
    for (size_t i = 0; family_at(i); i++)
        own |= family_reads(family_at(i), id);
    return family && own && !family_reads(family_find(family), id);
}

/* The parameter of an option; made, at its place in the order, where it is none yet. */
static struct space_parameter *parameter_of(struct clgemm_space *space, enum option_id id)
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

/* What names or chooses a kernel as a whole, the numbers of a preset among it. */
static bool is_said_once(enum option_id id)
{
    return id == OPTION_PRESET || id == OPTION_FOR || id == OPTION_KERNEL_NAME ||
           id == OPTION_STEM || preset_reads(id);
}

/* A member of the profile's space as a parameter, unless the request says it. */
static void add_device_value(struct job *job, struct clgemm_space *space, const struct value *value)
{
    const bool shares = space->base[OPTION_FAMILY].text || space->base[OPTION_SHARE].text;
    const enum option_id id = option_find(value->name, strlen(value->name));
    if (id == OPTION_COUNT)
        option_unknown(job, value->name);
    if (value->kind != VALUE_TEXT || is_said_once(id))
        job_fail(job, CLGEMM_USAGE, "for", "%s must be a text of values", value->name);
    if (is_fixed(space, id) || (shares && (id == OPTION_FAMILY || id == OPTION_SHARE)))
        return;
    if (!is_parameter(space, id) && is_of_other_family(space, id))
        return;
    struct space_parameter parameter = {.id = id};
    read_values(job, &parameter, value->text, " ", "");
    *parameter_of(space, id) = parameter;
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
}

int clgemm_space_new(const struct clgemm_request *request, unsigned ranges,
                     struct clgemm_space **made, struct clgemm_error *error)
{
    struct clgemm_error unused;
    struct job job;
    _Static_assert((int)ROW_COUNT < (int)SPACE_MOST_PARAMETERS, "a set of parameters holds 128");
    *made = NULL;
    struct clgemm_space *const space = calloc(1, sizeof *space);
    if (!space) {
        error_set(error, CLGEMM_IO, NULL, "out of memory");
        return -1;
    }
    arena_init(&space->arena, NULL, NULL);
    arena_init(&space->derived, NULL, NULL);
    job_init(&job, &space->arena, error ? error : &unused);
    if (setjmp(job.escape)) {
        clgemm_space_free(space);
        return -1;
    }
    for (int id = 0; id < OPTION_COUNT; id++) {
        space->base[id] = request->values[id];
        if (space->base[id].text)
            space->base[id].text = arena_copy(&space->arena, request->values[id].text);
    }
    if (space->base[OPTION_PRESET].text)
        option_say_line(&job, space->base,
                        preset_options(&job, space->base[OPTION_PRESET].text, space->base),
                        VOICE_PRESET);
    space->source = profile_load(&job, spec_profile_name(space->base));
    add_rows(&job, space, ranges);
    if (ranges == CLGEMM_RANGE_KERNEL)
        add_device_values(&job, space);
    *made = space;
    return 0;
}

int clgemm_space_narrow(struct clgemm_space *space, const char *text, struct clgemm_error *error)
{
    struct clgemm_error unused;
    struct job job;
    job_init(&job, &space->arena, error ? error : &unused);
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
    if (is_said_once(id))
        job_fail(&job, CLGEMM_USAGE, name, "--%s is no parameter of a kernel: it is said once",
                 name);
    struct space_parameter parameter = {.id = id};
    const char *const list = text + length + 1;
    read_values(&job, &parameter, list, strchr(list, ' ') ? " " : ",", "--param ");
    if (space->count == SPACE_MOST_PARAMETERS)
        job_fail(&job, CLGEMM_USAGE, name, "a space has %d parameters at most",
                 SPACE_MOST_PARAMETERS);
    *parameter_of(space, id) = parameter;
    space_forget(space);
    return 0;
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
    struct clgemm_error unused;
    struct job job;
    job_init(&job, &request->arena, error ? error : &unused);
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
