/*
 * Members of a profile: which there are, and of what kind.
 */
#include <string.h>

#include "gen/request/profile.h"
#include "gen/base/text.h"
#include "gen/request/interface.h"
#include "gen/request/kind.h"

/* What a member holds. */
enum content {
    ANYTHING, /* is not looked at: what a program notes down for people and other programs */
    TEXT,
    TRUTH,
    WHOLE,  /* at least 0 */
    NUMBER, /* at least 0 */
    TEXTS,
    OBJECT,
    OBJECTS
};

struct member {
    const char *object; /* that has it: "" is the profile itself, "shape" each of dispatch.shapes */
    const char *name;
    enum content content;
    const char
        *below; /* what OBJECT and OBJECTS are; NULL: their members are looked at elsewhere */
};

static const struct member members[] = {
    {"", "schema", WHOLE, NULL},
    {"", "name", TEXT, NULL},
    {"", "help", TEXT, NULL},
    {"", "inherits", TEXT, NULL},
    {"", "measured", TRUTH, NULL},
    {"", "match", OBJECT, "match"},
    {"", "limits", OBJECT, "limits"},
    {"", "peak", OBJECT, "peak"},
    {"", "build_options", TEXT, NULL},
    {"", "ordering", TEXT, NULL},
    {"", "rates", OBJECT, "rates"},
    {"", "options", OBJECT, "options"},
    {"", "interfaces", OBJECT, "interfaces"},
    {"", "groups", OBJECT, "groups"},
    {"groups", "in_place", OBJECT, "kernels for groups"},
    {"groups", "gathered", OBJECT, "kernels for groups"},
    {"groups", "by_index", OBJECT, "kernels for groups"},
    {"groups", "attention", OBJECT, "kernels for groups"},
    {"groups", "gated", OBJECT, "kernels for groups"},
    {"", "space", OBJECT, NULL},
    {"", "spaces", OBJECT, NULL},
    {"", "dispatch", OBJECT, "dispatch"},
    {"", "tuned", ANYTHING, NULL},
    {"", "shapes", ANYTHING, NULL},
    {"match", "type", TEXT, NULL},
    {"match", "native_float_vector", WHOLE, NULL},
    {"match", "vendor", TEXT, NULL},
    {"match", "vendors", TEXTS, NULL},
    {"match", "name", TEXTS, NULL},
    {"limits", "work_group_size", WHOLE, NULL},
    {"limits", "local_bytes", WHOLE, NULL},
    {"limits", "at_least", TRUTH, NULL},
    {"limits", "register_bytes", WHOLE, NULL},
    {"limits", "registers_of", TEXT, NULL},
    {"limits", "sub_group_sizes", TEXT, NULL},
    {"limits", "compute_units", WHOLE, NULL},
    {"limits", "image_side", WHOLE, NULL},
    {"limits", "banks", WHOLE, NULL},
    {"limits", "bank_bytes", WHOLE, NULL},
    {"limits", "bank_lanes", WHOLE, NULL},
    {"rates", "device", TEXT, NULL},
    {"rates", "units", WHOLE, NULL},
    {"rates", "start_us", NUMBER, NULL},
    {"rates", "step_us", NUMBER, NULL},
    {"rates", "memory_gbs", NUMBER, NULL},
    {"rates", "overlap", NUMBER, NULL},
    {"rates", "cache_kb", NUMBER, NULL},
    {"rates", "beyond_gbs", NUMBER, NULL},
    {"rates", "clock_ghz", NUMBER, NULL},
    {"rates", "fitted", TEXT, NULL},
    {"peak", "formula", TEXT, NULL},
    {"peak", "operations_per_cycle", NUMBER, NULL},
    {"options", "common", TEXT, NULL},
    {"dispatch", "kernels", OBJECTS, "kernel"},
    {"dispatch", "shapes", OBJECTS, "shape"},
    {"kernels of a type", "kernels", OBJECTS, "kernel of a type"},
    {"kernels of a type", "shapes", OBJECTS, "shape"},
    {"kernel", "name", TEXT, NULL},
    {"kernel", "options", TEXT, NULL},
    {"kernel", "rates", OBJECT, "kernel rates"},
    {"kernel of a type", "name", TEXT, NULL},
    {"kernel of a type", "options", TEXT, NULL},
    {"kernel of a type", "transposes", TEXT, NULL},
    {"kernel of a type", "quants", TEXT, NULL},
    {"kernel of a type", "rates", OBJECT, "kernel rates"},
    {"kernel rates", "groups", WHOLE, NULL},
    {"kernel rates", "alone_ns", NUMBER, NULL},
    {"kernel rates", "shared_ns", NUMBER, NULL},
    {"kernel rates", "tile_ns", NUMBER, NULL},
    {"kernel rates", "odd_lines", NUMBER, NULL},
    {"kernel rates", "any_lines", TRUTH, NULL},
    {"kernel rates", "partial_tiles", NUMBER, NULL},
    {"shape", "m", WHOLE, NULL},
    {"shape", "n", WHOLE, NULL},
    {"shape", "k", WHOLE, NULL},
    {"shape", "kernel", ANYTHING, NULL},
    {"shape", "gflops", NUMBER, NULL},
    {"shape", "ms", NUMBER, NULL},
};

/* Peaks beside that of f32: of a type, or of a matrix engine and what it multiplies. */
static const char *const peaks[] = {
    "peak_f64",           "peak_f16",           "peak_i32",
    "peak_mma_f16",       "peak_mma_bf16",      "peak_mma_tf32",
    "peak_mma_3xtf32",    "peak_mma_bf16x3",    "peak_mma_f64",
    "peak_mma_i8",        "peak_mma_u8",        "peak_mma_e4m3",
    "peak_mma_e5m2",      "peak_wgmma_f16",     "peak_wgmma_bf16",
    "peak_wgmma_tf32",    "peak_wgmma_3xtf32",  "peak_wgmma_bf16x3",
    "peak_wgmma_i8",      "peak_wgmma_u8",      "peak_wgmma_e4m3",
    "peak_wgmma_e5m2",    "peak_dpas_f16",      "peak_dpas_bf16",
    "peak_dpas_bf16x3",   "peak_dpas_i8",       "peak_dpas_u8",
    "peak_dpas16_f16",    "peak_dpas16_bf16",   "peak_dpas16_bf16x3",
    "peak_dpas16_i8",     "peak_dpas16_u8",     "peak_mfma_f16",
    "peak_mfma_bf16",     "peak_mfma_bf16x3",   "peak_mfma_f32",
    "peak_mfma_f64",      "peak_mfma_i8",       "peak_mfma94_f16",
    "peak_mfma94_bf16",   "peak_mfma94_bf16x3", "peak_mfma94_f32",
    "peak_mfma94_f64",    "peak_mfma94_i8",     "peak_wmma_f16",
    "peak_wmma_bf16",     "peak_wmma_bf16x3",   "peak_wmma_i8",
    "peak_wmma_u8",       "peak_wmma12_f16",    "peak_wmma12_bf16",
    "peak_wmma12_bf16x3", "peak_wmma12_i8",     "peak_wmma12_u8",
    "peak_wmma12_e4m3",   "peak_wmma12_e5m2",   NULL};

static const char *peak_at(size_t index)
{
    return peaks[index];
}

/* Members that have the names of a list: of peaks, of kinds of kernels, or of built-in interfaces. */
static const struct named_members {
    const char *(*name)(size_t index); /* NULL behind the last */
    struct member row;
} named_members[] = {
    {peak_at, {"", "", OBJECT, "peak"}},
    {kind_at, {"options", "", TEXT, NULL}},
    {kind_at, {"dispatch", "", OBJECT, "kernels of a type"}},
    {interface_name_at, {"interfaces", "", OBJECT, "options for a host"}},
    {kind_at, {"options for a host", "", TEXT, NULL}},
    {kind_at, {"kernels for groups", "", OBJECT, "kernels of a type"}},
};

enum {
    MEMBER_COUNT = sizeof members / sizeof *members,
    NAMED_COUNT = sizeof named_members / sizeof *named_members
};

bool profile_knows_peak(const char *of)
{
    size_t i = 0;
    while (peaks[i] && strcmp(peaks[i] + strlen("peak_"), of) != 0)
        i++;
    return peaks[i] != NULL;
}

bool profile_is_comment(const char *member)
{
    return strcmp(member, "comment") == 0;
}

/* What is checked: a profile, and the object of it that is looked at. */
struct place {
    struct job *job;
    const char *profile; /* as it is named */
    const char *object;  /* as in the table */
    const char *path;    /* as it is told, with a dot at its end: "dispatch.shapes[3]." */
};

/* The row of a member; NULL where the object has none of that name, and then *nearest is what may have
 * been meant (NULL: nothing is near). */
static const struct member *find_row(const struct place *place, const char *name,
                                     const char **nearest)
{
    enum {
        MOST_NAMED = 64 /* that may be meant */
    };
    const char *names[MEMBER_COUNT + MOST_NAMED + 1];
    size_t count = 0;
    const struct named_members *named = NULL;
    for (size_t i = 0; i < NAMED_COUNT; i++)
        if (strcmp(place->object, named_members[i].row.object) == 0)
            named = &named_members[i];
    for (size_t i = 0; named && named->name(i); i++) {
        if (strcmp(named->name(i), name) == 0)
            return &named->row;
        if (count < MOST_NAMED)
            names[count++] = named->name(i);
    }
    for (size_t i = 0; i < MEMBER_COUNT; i++) {
        if (strcmp(members[i].object, place->object) != 0)
            continue;
        if (strcmp(members[i].name, name) == 0)
            return &members[i];
        names[count++] = members[i].name;
    }
    names[count] = NULL;
    *nearest = nearest_name(name, names);
    return NULL;
}

static bool holds(const struct value *value, enum content content)
{
    const bool real = value->kind == VALUE_REAL && value->real >= 0;
    const bool whole = value->kind == VALUE_INTEGER && value->integer >= 0;
    switch (content) {
    case TEXT:
        return value->kind == VALUE_TEXT;
    case TRUTH:
        return value->kind == VALUE_BOOL;
    case WHOLE:
        return whole;
    case NUMBER:
        return whole || real;
    case OBJECT:
        return value->kind == VALUE_OBJECT;
    case TEXTS:
    case OBJECTS:
        for (const struct value *item = value->first; item; item = item->next)
            if (item->kind != (content == TEXTS ? VALUE_TEXT : VALUE_OBJECT))
                return false;
        return value->kind == VALUE_LIST;
    default:
        return true;
    }
}

static void check_object(const struct place *place, const struct value *object);

/* The objects that a member is or lists. */
static void check_below(const struct place *place, const struct value *member,
                        const struct member *row)
{
    struct place below = *place;
    size_t index = 0;
    below.object = row->below;
    if (row->content == OBJECT) {
        below.path = arena_printf(place->job->arena, "%s%s.", place->path, member->name);
        check_object(&below, member);
        return;
    }
    for (const struct value *item = member->first; item; item = item->next) {
        below.path =
            arena_printf(place->job->arena, "%s%s[%zu].", place->path, member->name, index++);
        check_object(&below, item);
    }
}

static void check_member(const struct place *place, const struct value *member)
{
    static const char *const contents[] = {
        "anything",        "a text",          "true or false", "a whole number from 0",
        "a number from 0", "a list of texts", "an object",     "a list of objects"};
    const char *nearest = NULL;
    const struct member *const row = find_row(place, member->name, &nearest);
    if (!row && nearest)
        job_fail(place->job, CLGEMM_USAGE, "for",
                 "profile %s: there is no member %s%s; did you mean %s?", place->profile,
                 place->path, member->name, nearest);
    if (!row)
        job_fail(place->job, CLGEMM_USAGE, "for",
                 "profile %s: there is no member %s%s; remarks go into a member `comment`",
                 place->profile, place->path, member->name);
    /* null stands for a member that is not there. */
    if (member->kind == VALUE_NULL)
        return;
    if (!holds(member, row->content))
        job_fail(place->job, CLGEMM_USAGE, "for", "profile %s: %s%s must be %s", place->profile,
                 place->path, member->name, contents[row->content]);
    if (row->below)
        check_below(place, member, row);
}

static void check_object(const struct place *place, const struct value *object)
{
    for (const struct value *member = object->first; member; member = member->next)
        if (!profile_is_comment(member->name))
            check_member(place, member);
}

/* A profile of a newer generator may mean something else by members that this one knows. */
static void check_schema(struct job *job, const char *name, const struct value *profile)
{
    const struct value *const schema = value_get(profile, "schema");
    if (schema && schema->kind == VALUE_INTEGER && schema->integer > PROFILE_SCHEMA)
        job_fail(job, CLGEMM_USAGE, "for",
                 "profile %s is of schema %lld, and this version of clgemm reads profiles up to "
                 "schema %d",
                 name, schema->integer, PROFILE_SCHEMA);
}

void profile_check(struct job *job, const char *name, const struct value *profile)
{
    const struct place place = {.job = job, .profile = name, .object = "", .path = ""};
    if (profile->kind != VALUE_OBJECT)
        job_fail(job, CLGEMM_USAGE, "for", "profile %s is not a JSON object", name);
    check_schema(job, name, profile);
    check_object(&place, profile);
}
