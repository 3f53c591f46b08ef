#include "gen/request/profile.h"

#include <stdlib.h>
#include <string.h>

#include "gen/base/embedded.h"
#include "gen/base/file.h"
#include "gen/base/json.h"
#include "gen/base/text.h"
#include "gen/request/card.h"
#include "gen/request/kind.h"
#include "gen/request/profile_name.h"
#include "gen/request/profile_source.h"
#include "gen/request/user_profile.h"

enum {
    IMAGE_SIDE = 8192 /* texels: what every OpenCL 1.2 device with images takes (full profile) */
};

/* The profiles that have a text in their name, else those that one or two wrong letters tell from it; NULL: none. */
static const char *profiles_near(struct job *job, const char *text)
{
    const char *const *const own = user_profile_names(job);
    const size_t length = strlen(text);
    const char *list = NULL, *name;
    for (size_t far = 0; !list && far <= 2 && (far == 0 || length / 4 >= far); far++) {
        size_t built_in = 0;
        for (size_t i = 0; (name = clgemm_embedded_profiles[built_in].name
                                       ? clgemm_embedded_profiles[built_in++].name
                                       : own[i++]);)
            if (far ? word_distance(text, name) == far : strstr(name, text) != NULL)
                list = arena_join(job->arena, list, " or ", name);
    }
    return list;
}

/* The path of a profile that is a file, by that or as one of the user's; NULL: it is none. */
static const char *path_of(struct job *job, const char *name)
{
    if (profile_is_file(name))
        return name;
    return profile_built_in(name) ? NULL : user_profile_find(job, name);
}

/* `path`: of its file; NULL: it is none. `heir`: the profile that inherits from that one; NULL: it is asked for. */
static const struct value *load(struct job *job, const char *name, const char *path,
                                const char *heir)
{
    const char *const why =
        heir ? arena_printf(job->arena, ", which profile %s inherits from", heir) : "";
    if (path) {
        size_t length;
        const char *const bytes = user_file_read(
            job, "for", arena_printf(job->arena, "profile %s%s", path, why), path, &length);
        return json_read(job, path, bytes, length);
    }
    const struct embedded_file *const file = profile_built_in(name);
    if (file)
        return json_read(job, name, file->text, file->length);
    if (strcmp(name, "native") == 0)
        job_fail(
            job, CLGEMM_USAGE, "for",
            "native is a device that somebody asks, and clgemm-gen sees none: clgemm-bench devices "
            "prints the profile of each, and clgemm-bench takes that of the device it works on");
    const char *const nearest = profiles_near(job, name);
    if (nearest)
        job_fail(job, CLGEMM_USAGE, "for", "there is no profile %s%s; did you mean %s?", name, why,
                 nearest);
    if (heir)
        job_fail(job, CLGEMM_USAGE, "for",
                 "there is no profile %s%s; clgemm-gen --list profiles shows them", name, why);
    const char *const near = cards_near(job, name);
    job_fail(job, CLGEMM_USAGE, "for",
             "there is no profile or card %s%s%s; clgemm-gen --list profiles and --list cards show "
             "all",
             name, near ? "; such cards are " : "", near ? near : "");
}

const struct value *profile_member(const struct value *object, const char *name)
{
    const struct value *const member = value_get(object, name);
    return member && member->kind != VALUE_NULL ? member : NULL;
}

struct profile_part profile_find(const struct profile_source *source, const char *part,
                                 const char *name)
{
    for (size_t i = 0; source->chain[i]; i++) {
        const struct value *const object =
            part ? value_get(source->chain[i], part) : source->chain[i];
        const struct value *const member = profile_member(object, name);
        if (member)
            return (struct profile_part){
                .value = member, .profile = source->names[i], .inherits = source->names[i + 1]};
    }
    return (struct profile_part){.value = NULL};
}

static const char *text_of(const struct profile_source *source, const char *part, const char *name,
                           const char *absent)
{
    const struct value *const member = profile_find(source, part, name).value;
    return member ? member->text : absent;
}

long long profile_limit(const struct profile_source *source, const char *name)
{
    const struct value *const member = profile_find(source, "limits", name).value;
    return member ? member->integer : 0;
}

/* Whether the local memory that the chain states is the least of its devices, as the profile says that states it. */
static bool profile_has_more_local(const struct profile_source *source)
{
    const struct value *const stated = profile_find(source, "limits", "local_bytes").value;
    for (size_t i = 0; stated && source->chain[i]; i++) {
        const struct value *const limits = profile_member(source->chain[i], "limits");
        const struct value *const least = limits ? profile_member(limits, "at_least") : NULL;
        if (limits && profile_member(limits, "local_bytes") == stated)
            return least && least->truth;
    }
    return false;
}

static struct profile_line line_of(struct job *job, const struct profile_source *source,
                                   const char *name)
{
    const struct profile_part part = profile_find(source, "options", name);
    if (!part.value)
        return (struct profile_line){.options = ""};
    return (struct profile_line){part.value->text, part.profile,
                                 arena_printf(job->arena, "options.%s", name)};
}

/* The member that states such a peak. */
static const char *peak_part(struct job *job, const char *of)
{
    return strcmp(of, "f32") == 0 ? "peak" : arena_printf(job->arena, "peak_%s", of);
}

/* What a profile inherits from, NULL for nothing. A file is named as from the folder of the file that
 * names it. */
static const char *inherited(struct job *job, const struct value *profile, const char *path)
{
    const struct value *const inherits = profile_member(profile, "inherits");
    const char *const slash = strrchr(path, '/');
    if (!inherits)
        return NULL;
    const char *name = inherits->text;
    if (!profile_is_file(name) || name[0] == '/' || !slash)
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
        const char *const path = path_of(job, next);
        source->chain[depth] = load(job, next, path, depth ? source->names[depth - 1] : NULL);
        source->names[depth] = next;
        profile_check(job, path ? path : next, source->chain[depth]);
        if (path)
            source->files[files++] = path;
        next = inherited(job, source->chain[depth], path ? path : next);
    }
    return source;
}

const struct profile_source *profile_behind(struct job *job, const struct profile_source *source,
                                            const char *profile)
{
    struct profile_source *const behind = arena_allocate(job->arena, sizeof *behind);
    size_t first = 0;
    while (source->names[first] != profile)
        first++;
    if (!source->chain[++first])
        return NULL;
    *behind = (struct profile_source){.name = source->names[first]};
    for (size_t i = 0; source->chain[first + i]; i++) {
        behind->chain[i] = source->chain[first + i];
        behind->names[i] = source->names[first + i];
    }
    memcpy(behind->files, source->files, sizeof behind->files);
    return behind;
}

struct profile_part profile_space(const struct profile_source *source)
{
    return profile_find(source, NULL, "space");
}

struct profile_part profile_engine_spaces(const struct profile_source *source)
{
    return profile_find(source, NULL, "spaces");
}

const char *profile_help(const struct profile_source *source)
{
    return text_of(source, NULL, "help", "");
}

bool profile_is_measured(const struct profile_source *source, const char *profile)
{
    bool reached = !profile;
    for (size_t i = 0; source->chain[i]; i++) {
        const struct value *const said = profile_member(source->chain[i], "measured");
        reached |= source->names[i] == profile;
        if (said && (reached || !said->truth))
            return said->truth;
    }
    return true;
}

struct profile_line profile_kernel(struct job *job, const struct profile_source *source,
                                   const char *kind)
{
    const struct profile_line line = line_of(job, source, kind);
    return line.profile ? line : line_of(job, source, kind_serving(kind));
}

struct line_to_say {
    struct option_value *values;
    const char *options;
};

static void say(struct job *job, void *self)
{
    const struct line_to_say *const line = self;
    option_say_line(job, line->values, line->options, VOICE_PROFILE);
}

void profile_say(struct job *job, struct option_value *values, const struct profile_line *line)
{
    struct line_to_say words = {values, line->options};
    struct clgemm_error error = {.code = CLGEMM_OK};
    if (job_try(job, say, &words, &error))
        job_fail_in(job, &error, "profile %s: %s: ", line->profile, line->member);
}

/* Refuses what the kinds of members do not tell. The profiles of a chain have limits together. */
static void check_limits(struct job *job, const struct profile_source *source)
{
    const struct profile_part registers = profile_find(source, "limits", "registers_of");
    const struct profile_part sizes = profile_find(source, "limits", "sub_group_sizes");
    const struct profile_part banks = profile_find(source, "limits", "banks");
    if (registers.value && strcmp(registers.value->text, "work-item") != 0 &&
        strcmp(registers.value->text, "sub-group") != 0)
        job_fail(job, CLGEMM_USAGE, "for",
                 "profile %s: limits.registers_of is work-item or sub-group, not '%s'",
                 registers.profile, registers.value->text);
    if (sizes.value && sizes.value->text[strspn(sizes.value->text, "0123456789 ")])
        job_fail(job, CLGEMM_USAGE, "for",
                 "profile %s: limits.sub_group_sizes must be whole numbers with blanks between, "
                 "not '%s'",
                 sizes.profile, sizes.value->text);
    if (banks.value && banks.value->integer &&
        (!profile_limit(source, "bank_bytes") || !profile_limit(source, "bank_lanes")))
        job_fail(job, CLGEMM_USAGE, "for",
                 "profile %s: limits.banks need bank_bytes, of a word, and bank_lanes, work-items "
                 "at once",
                 banks.profile);
}

/* The options for the compiler: printable ASCII, as every driver reads it, for the text stands in comments
 * and strings of what is emitted. Where the profile that states them says by a member `match` which
 * devices it is for, other compilers may refuse them. */
static void read_build_options(struct job *job, const struct profile_source *source,
                               struct profile *profile)
{
    const struct profile_part part = profile_find(source, NULL, "build_options");
    profile->build_options = part.value ? part.value->text : "";
    for (size_t i = 0; *profile->build_options && source->chain[i]; i++) {
        const struct value *const match = value_get(source->chain[i], "match");
        const struct value *const type = value_get(match, "type");
        const struct value *const vendor = value_get(match, "vendor");
        if (source->names[i] != part.profile)
            continue;
        profile->built_type = type ? type->text : NULL;
        profile->built_vendor = vendor ? vendor->text : NULL;
    }
    if (profile->built_type && strcmp(profile->built_type, "cpu") != 0 &&
        strcmp(profile->built_type, "gpu") != 0 && strcmp(profile->built_type, "accelerator") != 0)
        job_fail(job, CLGEMM_USAGE, "for",
                 "profile %s: match.type must be cpu, gpu or accelerator, not %s", part.profile,
                 profile->built_type);
    for (const char *at = profile->build_options; *at; at++)
        if (*at < ' ' || *at > '~')
            job_fail(job, CLGEMM_USAGE, "for",
                     "profile %s: build_options take printable ASCII, and character %zu is 0x%02x",
                     part.profile, (size_t)(at - profile->build_options) + 1, (unsigned char)*at);
}

/* Numbers with blanks between: check_limits has looked. */
static void read_sub_group_sizes(struct job *job, const struct profile_source *source,
                                 struct profile *profile)
{
    const char *at = text_of(source, "limits", "sub_group_sizes", "");
    long long *lanes = NULL;
    profile->sub_group_sizes = at;
    for (at += strspn(at, " "); *at; at += strspn(at, " ")) {
        char *end;
        lanes = arena_grow(job->arena, lanes, profile->lane_count, sizeof *lanes);
        lanes[profile->lane_count++] = strtoll(at, &end, 10);
        at = end;
    }
    profile->lanes = lanes;
}

/* Reads by what stores are ordered between the work-groups of a launch. */
static const char *ordering_of(struct job *job, const struct profile_source *source)
{
    const struct profile_part part = profile_find(source, NULL, "ordering");
    const char *const word = part.value ? part.value->text : "3.0";
    if (strcmp(word, "none") != 0 && strcmp(word, "ptx") != 0 && strcmp(word, "2.0") != 0 &&
        strcmp(word, "3.0") != 0)
        job_fail(job, CLGEMM_USAGE, "for",
                 "profile %s: ordering must be none, ptx, 2.0 or 3.0, not %s", part.profile, word);
    return word;
}

struct profile *profile_of(struct job *job, const struct profile_source *source, const char *kind,
                           const struct profile_line *host)
{
    struct profile *const profile = arena_allocate(job->arena, sizeof *profile);
    check_limits(job, source);
    profile->source = source;
    profile->name = text_of(source, NULL, "name", source->name);
    profile->files = source->files;
    profile->common = line_of(job, source, "common");
    profile->for_host = host && host->profile;
    profile->kernel = profile->for_host ? *host : profile_kernel(job, source, kind);
    profile->measured = profile_is_measured(source, profile->kernel.profile);
    profile->device_type = text_of(source, "match", "type", NULL);
    profile->vendor = text_of(source, "match", "vendor", NULL);
    profile->ordering = ordering_of(job, source);
    read_build_options(job, source, profile);
    profile->work_group_size = profile_limit(source, "work_group_size");
    profile->local_bytes = profile_limit(source, "local_bytes");
    profile->has_more_local = profile_has_more_local(source);
    profile->register_bytes = profile_limit(source, "register_bytes");
    profile->registers_by_sub_group =
        strcmp(text_of(source, "limits", "registers_of", "work-item"), "sub-group") == 0;
    read_sub_group_sizes(job, source, profile);
    profile->compute_units = profile_limit(source, "compute_units");
    profile->image_side = profile_limit(source, "image_side");
    if (!profile->image_side)
        profile->image_side = IMAGE_SIDE;
    profile->banks = profile_limit(source, "banks");
    profile->bank_bytes = profile_limit(source, "bank_bytes");
    profile->bank_lanes = profile_limit(source, "bank_lanes");
    return profile;
}

void profile_take_peak(struct job *job, struct profile *profile, const char *of)
{
    const struct profile_source *const source = profile->source;
    const char *const peak = peak_part(job, of);
    const struct value *const operations = profile_find(source, peak, "operations_per_cycle").value;
    profile->peak_formula = text_of(source, peak, "formula", NULL);
    profile->operations_per_cycle = !operations ? 0
                                    : operations->kind == VALUE_INTEGER
                                        ? (double)operations->integer
                                        : operations->real;
}
