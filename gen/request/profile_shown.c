/*
 * Profiles as clgemm.h shows them: the embedded ones, the user's, what one states of its devices, and the one for a device.
 */
#include <stdio.h>
#include <string.h>

#include "gen/base/embedded.h"
#include "gen/base/json.h"
#include "gen/request/profile.h"
#include "gen/request/profile_name.h"
#include "gen/request/user_profile.h"

static void put_help(char *help, size_t size, const struct profile_source *source)
{
    snprintf(help, size, "%s%s", profile_help(source),
             profile_is_measured(source, NULL) ? "" : "; kernels not measured");
}

static void describe_built_in(struct job *job, void *self)
{
    struct clgemm_profile *const profile = self;
    put_help(profile->help, sizeof profile->help, profile_load(job, profile->name));
}

int clgemm_profile_at(size_t index, struct clgemm_profile *profile)
{
    size_t count = 0;
    while (clgemm_embedded_profiles[count].name)
        count++;
    if (index >= count)
        return -1;
    *profile = (struct clgemm_profile){.name = clgemm_embedded_profiles[index].name};
    (void)job_alone(describe_built_in, profile, NULL);
    return 0;
}

/* What is said of a profile; fails where it cannot be used. */
static void describe(struct job *job, void *self)
{
    struct clgemm_user_profile *const profile = self;
    if (profile_built_in(profile->name))
        job_fail(job, CLGEMM_USAGE, "for",
                 "%s is the name of a built-in profile, which is taken; give the file another one",
                 profile->name);
    const struct profile_source *const source = profile_load(job, profile->name);
    (void)profile_of(job, source, "f32", NULL);
    put_help(profile->help, sizeof profile->help, source);
}

int clgemm_user_profile_at(size_t index, struct clgemm_user_profile *profile)
{
    struct clgemm_error error = {.code = CLGEMM_OK};
    struct arena arena;
    struct job job;
    int volatile status = -1;
    arena_init(&arena, NULL, NULL);
    job_init(&job, &arena, &error);
    *profile = (struct clgemm_user_profile){.name = ""};
    if (setjmp(job.escape) == 0) {
        const char *const *const names = user_profile_names(&job);
        size_t count = 0;
        while (names[count] && count < index)
            count++;
        if (names[count]) {
            snprintf(profile->name, sizeof profile->name, "%s", names[count]);
            status = clgemm_user_profile_path(profile->name, profile->path, sizeof profile->path);
            if (job_try(&job, describe, profile, &error))
                snprintf(profile->fault, sizeof profile->fault, "%s", error.text);
        }
    }
    arena_free(&arena);
    return status == 0 ? 0 : -1;
}

const char *clgemm_profile_text(const char *name, size_t *length)
{
    const struct embedded_file *const file = profile_built_in(name);
    if (file && length)
        *length = file->length;
    return file ? file->text : NULL;
}

int clgemm_profile_peak(const char *profile, const char *type, struct clgemm_peak *peak,
                        struct clgemm_error *error)
{
    struct arena arena;
    struct job job;
    *peak = (struct clgemm_peak){.operations_per_cycle = 0};
    arena_init(&arena, NULL, NULL);
    job_init(&job, &arena, error);
    if (setjmp(job.escape)) {
        arena_free(&arena);
        return -1;
    }
    /* Beside those of engines, the words of --compute are the types that there is a peak for. */
    struct option_value computed = {.text = type};
    if (!profile_knows_peak(type))
        option_parse(&job, OPTION_COMPUTE, type, &computed);
    const struct profile_source *const source = profile_load(&job, profile);
    struct profile *const states = profile_of(&job, source, "f32", NULL);
    profile_take_peak(&job, states, computed.text);
    if (states->peak_formula && states->operations_per_cycle > 0) {
        snprintf(peak->formula, sizeof peak->formula, "%s", states->peak_formula);
        peak->operations_per_cycle = states->operations_per_cycle;
    }
    arena_free(&arena);
    return 0;
}

static bool contains(const char *text, const struct value *part)
{
    return text && part && part->kind == VALUE_TEXT && strstr(text, part->text);
}

/* Whether a text contains one of several parts; true where none is asked. */
static bool contains_one(const char *text, const struct value *parts)
{
    bool found = !parts;
    for (const struct value *part = parts ? parts->first : NULL; part; part = part->next)
        found = found || contains(text, part);
    return found;
}

/* What a profile's member `match` asks: the type, the vector width, a part of the vendor's name,
 * one of several parts of it, and of the device's. */
static bool matches(const struct value *match, const struct clgemm_device *device)
{
    const struct value *const type = value_get(match, "type");
    const struct value *const width = value_get(match, "native_float_vector");
    const struct value *const vendor = value_get(match, "vendor");
    if (!type || type->kind != VALUE_TEXT || !device->type || strcmp(type->text, device->type) != 0)
        return false;
    if (width && width->integer != device->native_float_vector)
        return false;
    if (vendor && !contains(device->vendor, vendor))
        return false;
    return contains_one(device->vendor, value_get(match, "vendors")) &&
           contains_one(device->name, value_get(match, "name"));
}

/* How narrow a member `match` is: one that asks for the device's name goes before all others, then one that asks for its vendor, then one
 * that asks for its width. */
static int narrowness(const struct value *match)
{
    const bool vendor = value_get(match, "vendor") || value_get(match, "vendors");
    return 1 + (value_get(match, "name") ? 4 : 0) + (vendor ? 2 : 0) +
           (value_get(match, "native_float_vector") ? 1 : 0);
}

const char *clgemm_profile_for(const struct clgemm_device *device)
{
    struct arena arena;
    struct job job;
    const char *volatile found = "generic";
    int volatile narrowest = 0;
    arena_init(&arena, NULL, NULL);
    job_init(&job, &arena, NULL);
    if (setjmp(job.escape) == 0) {
        for (const struct embedded_file *file = clgemm_embedded_profiles; file->name; file++) {
            const struct value *const root = json_read(&job, file->name, file->text, file->length);
            const struct value *const match = value_get(root, "match");
            if (match && matches(match, device) && narrowness(match) > narrowest) {
                found = file->name;
                narrowest = narrowness(match);
            }
        }
    }
    arena_free(&arena);
    return found;
}
