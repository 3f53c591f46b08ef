#include "gen/profile.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "gen/embedded.h"
#include "gen/json.h"
#include "gen/text.h"

enum {
    LONGEST_CHAIN = 8,      /* of profiles that inherit from one another */
    LARGEST_FILE = 1 << 20, /* bytes */
    IMAGE_SIDE = 8192 /* texels: what every OpenCL 1.2 device with images takes (full profile) */
};

struct profile_source {
    const char *name;
    const struct value
        *chain[LONGEST_CHAIN + 1];        /* itself, then what it inherits from; NULL ends it */
    const char *files[LONGEST_CHAIN + 1]; /* those of the chain that are files; NULL ends them */
};

static bool is_file(const char *name)
{
    const size_t length = strlen(name);
    return strchr(name, '/') || (length > 5 && strcmp(name + length - 5, ".json") == 0);
}

/* The whole file. A list of shapes may be long, but not without end. The stream must not leak by
 * leaving, so memory that is short is told when it is closed. */
static const char *read_file(struct job *job, const char *path, size_t *length)
{
    FILE *const file = fopen(path, "rb");
    if (!file)
        job_fail(job, CLGEMM_IO, "for", "cannot read profile %s: %s", path, strerror(errno));
    char *bytes = arena_allocate_or_null(job->arena, LARGEST_FILE + 2);
    *length = bytes ? fread(bytes, 1, LARGEST_FILE + 1, file) : 0;
    const int failed = ferror(file) ? errno : 0;
    fclose(file);
    if (!bytes)
        job_fail(job, CLGEMM_IO, NULL, "out of memory");
    if (failed)
        job_fail(job, CLGEMM_IO, "for", "cannot read profile %s: %s", path, strerror(failed));
    if (*length > LARGEST_FILE)
        job_fail(job, CLGEMM_USAGE, "for", "profile %s is longer than %d bytes", path,
                 LARGEST_FILE);
    return bytes;
}

static const struct value *load(struct job *job, const char *name)
{
    if (is_file(name)) {
        size_t length;
        const char *const bytes = read_file(job, name, &length);
        return json_read(job, name, bytes, length);
    }
    const char *names[64];
    size_t count = 0;
    for (const struct embedded_file *file = clgemm_embedded_profiles; file->name; file++) {
        if (strcmp(file->name, name) == 0)
            return json_read(job, name, file->text, file->length);
        if (count < 63)
            names[count++] = file->name;
    }
    names[count] = NULL;
    const char *const nearest = nearest_name(name, names);
    if (nearest)
        job_fail(job, CLGEMM_USAGE, "for", "there is no profile %s; did you mean %s?", name,
                 nearest);
    job_fail(job, CLGEMM_USAGE, "for", "there is no profile %s; --list profiles shows them", name);
}

const struct value *profile_value(struct job *job, const char *name)
{
    const struct value *const value = load(job, name);
    if (value->kind != VALUE_OBJECT)
        job_fail(job, CLGEMM_USAGE, "for", "profile %s is not a JSON object", name);
    return value;
}

/* The member `part`.`name` (or `name` where part is NULL) of the first profile of the chain that
 * has it. */
static const struct value *find(const struct value *const *chain, const char *part,
                                const char *name)
{
    for (; *chain; chain++) {
        const struct value *const member = value_get(part ? value_get(*chain, part) : *chain, name);
        if (member && member->kind != VALUE_NULL)
            return member;
    }
    return NULL;
}

static const char *text_of(struct job *job, const struct value *const *chain, const char *part,
                           const char *name, const char *absent)
{
    const struct value *const member = find(chain, part, name);
    if (member && member->kind != VALUE_TEXT)
        job_fail(job, CLGEMM_USAGE, "for", "profile: %s must be a text", name);
    return member ? member->text : absent;
}

static long long whole_of(struct job *job, const struct value *const *chain, const char *part,
                          const char *name)
{
    const struct value *const member = find(chain, part, name);
    if (member && (member->kind != VALUE_INTEGER || member->integer < 0))
        job_fail(job, CLGEMM_USAGE, "for", "profile: %s must be a whole number", name);
    return member ? member->integer : 0;
}

static double real_of(struct job *job, const struct value *const *chain, const char *part,
                      const char *name)
{
    const struct value *const member = find(chain, part, name);
    if (member && member->kind != VALUE_INTEGER && member->kind != VALUE_REAL)
        job_fail(job, CLGEMM_USAGE, "for", "profile: %s must be a number", name);
    return !member ? 0 : member->kind == VALUE_REAL ? member->real : (double)member->integer;
}

/* Where a profile states the peak for products that are calculated in a type. */
static const char *peak_part(struct job *job, const struct number *compute)
{
    return strcmp(compute->type, "f32") == 0 ? "peak"
                                             : arena_printf(job->arena, "peak_%s", compute->type);
}

/* What a profile inherits from, NULL for nothing. A file is named as from the folder of the file that
 * names it. */
static const char *inherited(struct job *job, const struct value *profile, const char *path)
{
    const struct value *const inherits = value_get(profile, "inherits");
    const char *const slash = strrchr(path, '/');
    if (!inherits || inherits->kind != VALUE_TEXT)
        return NULL;
    const char *name = inherits->text;
    if (!is_file(name) || name[0] == '/' || !slash)
        return name;
    while (strncmp(name, "./", 2) == 0)
        name += 2;
    return arena_printf(job->arena, "%.*s%s", (int)(slash - path) + 1, path, name);
}

const struct profile_source *profile_load(struct job *job, const char *name)
{
    struct profile_source *const source = arena_allocate(job->arena, sizeof *source);
    const char *next = arena_copy(job->arena, name);
    size_t files = 0;
    source->name = next;
    for (int depth = 0; next; depth++) {
        if (depth == LONGEST_CHAIN)
            job_fail(job, CLGEMM_USAGE, "for", "profile %s inherits through more than %d others",
                     name, LONGEST_CHAIN);
        source->chain[depth] = profile_value(job, next);
        if (is_file(next))
            source->files[files++] = next;
        next = inherited(job, source->chain[depth], next);
    }
    return source;
}

const struct value *profile_space(struct job *job, const struct profile_source *source)
{
    const struct value *const space = find(source->chain, NULL, "space");
    if (space && space->kind != VALUE_OBJECT)
        job_fail(job, CLGEMM_USAGE, "for", "profile: space must be an object");
    return space;
}

/* The options for the compiler: printable ASCII, as every driver reads it, for the text stands in comments
 * and strings of what is emitted. Where the profile that states them says by a member `match` which
 * devices it is for, other compilers may refuse them. */
static void read_build_options(struct job *job, const struct value *const *chain, const char *name,
                               struct profile *profile)
{
    const char *const options = text_of(job, chain, NULL, "build_options", "");
    profile->build_options = options;
    while (*chain && !value_get(*chain, "build_options"))
        chain++;
    if (*options && value_get(*chain, "match")) {
        const struct value *const own[] = {*chain, NULL};
        profile->built_type = text_of(job, own, "match", "type", NULL);
        profile->built_vendor = text_of(job, own, "match", "vendor", NULL);
        if (profile->built_type && strcmp(profile->built_type, "cpu") != 0 &&
            strcmp(profile->built_type, "gpu") != 0 &&
            strcmp(profile->built_type, "accelerator") != 0)
            job_fail(job, CLGEMM_USAGE, "for",
                     "profile: match.type must be cpu, gpu or accelerator, not %s",
                     profile->built_type);
    }
    for (const char *at = options; *at; at++)
        if (*at < ' ' || *at > '~')
            job_fail(job, CLGEMM_USAGE, "for",
                     "profile %s: build_options take printable ASCII, and character %zu is 0x%02x",
                     name, (size_t)(at - options) + 1, (unsigned char)*at);
}

const struct profile *profile_of(struct job *job, const struct profile_source *source,
                                 const struct element *element)
{
    const struct value *const *const chain = source->chain;
    const char *const name = source->name;
    struct profile *const profile = arena_allocate(job->arena, sizeof *profile);
    profile->name = text_of(job, chain, NULL, "name", name);
    profile->files = source->files;
    profile->common = text_of(job, chain, "options", "common", "");
    profile->kernel = text_of(job, chain, "options", element->storage->type, "");
    read_build_options(job, chain, name, profile);
    profile->work_group_size = whole_of(job, chain, "limits", "work_group_size");
    profile->local_bytes = whole_of(job, chain, "limits", "local_bytes");
    profile->register_bytes = whole_of(job, chain, "limits", "register_bytes");
    profile->registers_by_sub_group =
        strcmp(text_of(job, chain, "limits", "registers_of", "work-item"), "sub-group") == 0;
    profile->sub_group_sizes = text_of(job, chain, "limits", "sub_group_sizes", "");
    profile->image_side = whole_of(job, chain, "limits", "image_side");
    if (!profile->image_side)
        profile->image_side = IMAGE_SIDE;
    profile->banks = whole_of(job, chain, "limits", "banks");
    profile->bank_bytes = whole_of(job, chain, "limits", "bank_bytes");
    profile->bank_lanes = whole_of(job, chain, "limits", "bank_lanes");
    if (profile->banks && (!profile->bank_bytes || !profile->bank_lanes))
        job_fail(job, CLGEMM_USAGE, "for",
                 "profile: banks need bank_bytes, of a word, and bank_lanes, work-items at once");
    const char *const peak = peak_part(job, element->compute);
    profile->peak_formula = text_of(job, chain, peak, "formula", NULL);
    profile->operations_per_cycle = real_of(job, chain, peak, "operations_per_cycle");
    return profile;
}

/* ------------------------------------------------------------------- the embedded ones */

int clgemm_profile_at(size_t index, struct clgemm_profile *profile)
{
    size_t count = 0;
    while (clgemm_embedded_profiles[count].name)
        count++;
    if (index >= count)
        return -1;
    const struct embedded_file *const file = &clgemm_embedded_profiles[index];
    *profile = (struct clgemm_profile){.name = file->name};

    struct clgemm_error unused;
    struct arena arena;
    struct job job;
    arena_init(&arena, NULL, NULL);
    job_init(&job, &arena, &unused);
    if (setjmp(job.escape) == 0) {
        const struct value *const root = json_read(&job, file->name, file->text, file->length);
        const struct value *const help = value_get(root, "help");
        if (help && help->kind == VALUE_TEXT)
            snprintf(profile->help, sizeof profile->help, "%s", help->text);
    }
    arena_free(&arena);
    return 0;
}

static bool contains(const char *text, const struct value *part)
{
    return text && part && part->kind == VALUE_TEXT && strstr(text, part->text);
}

/* What a profile's member `match` asks: the type, the vector width, a part of the vendor's name,
 * one of several parts of the device's. */
static bool matches(const struct value *match, const struct clgemm_device *device)
{
    const struct value *const type = value_get(match, "type");
    const struct value *const width = value_get(match, "native_float_vector");
    const struct value *const vendor = value_get(match, "vendor");
    const struct value *const names = value_get(match, "name");
    if (!type || type->kind != VALUE_TEXT || !device->type || strcmp(type->text, device->type) != 0)
        return false;
    if (width && width->integer != device->native_float_vector)
        return false;
    if (vendor && !contains(device->vendor, vendor))
        return false;
    bool named = !names;
    for (const struct value *name = names ? names->first : NULL; name; name = name->next)
        named = named || contains(device->name, name);
    return named;
}

const char *clgemm_profile_for(const struct clgemm_device *device)
{
    struct clgemm_error unused;
    struct arena arena;
    struct job job;
    const char *volatile found = "generic";
    arena_init(&arena, NULL, NULL);
    job_init(&job, &arena, &unused);
    if (setjmp(job.escape) == 0) {
        for (const struct embedded_file *file = clgemm_embedded_profiles; file->name; file++) {
            const struct value *const root = json_read(&job, file->name, file->text, file->length);
            if (value_get(root, "match") && matches(value_get(root, "match"), device)) {
                found = file->name;
                break;
            }
        }
    }
    arena_free(&arena);
    return found;
}
