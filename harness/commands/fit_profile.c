#include "harness/commands/fit_profile.h"

#include <stdlib.h>
#include <string.h>

#include "harness/base/file.h"
#include "harness/base/output_file.h"
#include "harness/kernel/kernel.h"

/* ------------------------------------------------------------------------------- reading it */

/* A new profile that inherits from another one; NULL: no memory, or JSON cannot name it. */
static json_t *inheriting(const char *name, const char *path)
{
    char *whole = profile_whole_path(name);
    json_t *root = json_pack("{s:i, s:o, s:s}", "schema", 1, "name", profile_named_after(path),
                             "inherits", whole);

    free(whole);
    return root;
}

int fit_profile_open(const char *name, const char *output, struct fit_profile *profile,
                     struct fault *fault)
{
    char *own = profile_file(name);

    *profile = (struct fit_profile){.path = output == NULL ? own : strdup(output)};
    if (output == NULL && own == NULL)
        fault_set(fault, FAULT_USAGE,
                  "profile %.60s is built in; ask -o FILE.json for one with "
                  "the rates that inherits from it",
                  name);
    else if (output != NULL && own != NULL && file_same(own, output))
        fault_set(fault, FAULT_USAGE,
                  "-o %.300s is the profile itself, which has the rates "
                  "without -o",
                  output);
    else
        profile->root = output == NULL ? profile_root(name, fault) : inheriting(name, output);
    if (output != NULL)
        free(own);
    if (fault->code == FAULT_NONE)
        profile->rates = profile_inherited(name, "rates", false, fault);
    if (fault->code == FAULT_NONE && (profile->root == NULL || profile->path == NULL))
        fault_memory(fault);
    if (fault->code == FAULT_NONE)
        return 0;
    fit_profile_release(profile);
    return -1;
}

void fit_profile_release(struct fit_profile *profile)
{
    free(profile->path);
    json_decref(profile->root);
    json_decref(profile->rates);
}

/* ------------------------------------------------------------------------------ its kernels */

/* The object below `dispatch` that has the kernels; `member` NULL: that itself. */
static json_t *holder_of(const json_t *root, const char *member)
{
    json_t *dispatch = json_object_get(root, "dispatch");

    return member == NULL ? dispatch : json_object_get(dispatch, member);
}

/* Copies what holds the kernels from the profile that has them. Their shapes stay there. */
static int copy_kernels(struct fit_profile *profile, const char *from, const char *member,
                        struct fault *fault)
{
    json_t *source = profile_root(from, fault),
           *dispatch = json_object_get(profile->root, "dispatch");
    json_t *copy = json_deep_copy(holder_of(source, member));

    if (member == NULL) {
        json_object_set_new(profile->root, "dispatch", copy);
    } else {
        if (dispatch == NULL) {
            dispatch = json_object();
            json_object_set_new(profile->root, "dispatch", dispatch);
        }
        json_object_del(copy, "shapes");
        json_object_set_new(dispatch, member, copy);
    }
    json_decref(source);
    return fault->code == FAULT_NONE ? 0 : -1;
}

int fit_profile_find(struct fit_profile *profile, const struct clgemm_dispatch *dispatch,
                     struct fault *fault)
{
    const char *from, *member;

    clgemm_dispatch_source(dispatch, &from, &member);
    if (holder_of(profile->root, member) == NULL && copy_kernels(profile, from, member, fault))
        return -1;
    profile->kernels = json_object_get(holder_of(profile->root, member), "kernels");
    return profile->kernels != NULL
               ? 0
               : fault_set(fault, FAULT_REFUSED, "profile %.300s has no kernels", from);
}

bool fit_profile_has(const struct fit_profile *profile, const char *kernel)
{
    const json_t *entry;
    size_t index;

    json_array_foreach(profile->kernels, index, entry)
    {
        if (member_is(entry, "name", kernel))
            return true;
    }
    return false;
}

/* ------------------------------------------------------------------------------- its rates */

bool fit_profile_is_of(const struct fit_profile *profile, const char *device)
{
    return member_is(profile->rates, "device", device);
}

void fit_profile_read(const struct fit_profile *profile, struct clgemm_rates *rates)
{
    const json_t *from = profile->rates;

    rates->start_us = member_number(from, "start_us");
    rates->step_us = member_number(from, "step_us");
    rates->memory_gbs = member_number(from, "memory_gbs");
    rates->overlap = member_number(from, "overlap");
    rates->cache_kb = member_number(from, "cache_kb");
    rates->beyond_gbs = member_number(from, "beyond_gbs");
    if (json_object_get(from, "units") != NULL)
        rates->units = member_integer(from, "units");
}

/* A number with as many digits as a rate deserves. */
static json_t *rounded(double number)
{
    char text[40];

    snprintf(text, sizeof text, "%.3g", number);
    return json_real(strtod(text, NULL));
}

/* Takes the rates of all kernels of a list away; returns how many had some. */
static size_t forget(json_t *kernels)
{
    size_t index, count = 0;
    json_t *kernel;

    json_array_foreach(kernels, index, kernel)
    {
        count += json_object_get(kernel, "rates") != NULL;
        json_object_del(kernel, "rates");
    }
    return count;
}

void fit_profile_set_device(struct fit_profile *profile, const struct clgemm_rates *rates,
                            const char *device, const char *command)
{
    json_t *dispatch = json_object_get(profile->root, "dispatch"), *of_type;
    const char *type;

    profile->forgotten = forget(json_object_get(dispatch, "kernels"));
    json_object_foreach(dispatch, type, of_type) profile->forgotten +=
        forget(json_object_get(of_type, "kernels"));
    json_object_set_new(profile->root, "rates",
                        json_pack("{s:s, s:s, s:I, s:o, s:o, s:o, s:o}", "device", device, "fitted",
                                  command, "units", (json_int_t)rates->units, "start_us",
                                  rounded(rates->start_us), "step_us", rounded(rates->step_us),
                                  "memory_gbs", rounded(rates->memory_gbs), "overlap",
                                  rounded(rates->overlap)));
}

void fit_profile_set(struct fit_profile *profile, const struct rates_kernel *kernel)
{
    const struct clgemm_rates *rates = &kernel->rates;
    size_t index;
    json_t *entry, *own;

    json_array_foreach(profile->kernels, index, entry)
    {
        if (!member_is(entry, "name", kernel->name))
            continue;
        json_object_del(entry, "rates");
        if (!kernel->known)
            continue;
        own = json_pack("{s:I, s:o, s:o, s:o}", "groups", (json_int_t)rates->groups, "alone_ns",
                        rounded(rates->alone_ns), "shared_ns", rounded(rates->shared_ns), "tile_ns",
                        rounded(rates->tile_ns));
        if (kernel->odd_lines > 0)
            json_object_set_new(own, "odd_lines", rounded(kernel->odd_lines));
        if (kernel->partial_tiles > 0)
            json_object_set_new(own, "partial_tiles", rounded(kernel->partial_tiles));
        json_object_set_new(entry, "rates", own);
    }
}

/* ------------------------------------------------------------------------------- writing it */

enum {
    LINE_LENGTH = 100
};

/* The text of a value in one line, in malloc'd memory; NULL: no memory. */
static char *line_of(const json_t *value)
{
    return json_dumps(value, JSON_ENCODE_ANY | JSON_REAL_PRECISION(7));
}

static void begin_item(FILE *stream, size_t index, int depth)
{
    fprintf(stream, "%s\n%*s", index == 0 ? "" : ",", 2 * depth, "");
}

/* Writes a value behind what stands in its line already. False: no memory. */
static bool write_value(FILE *stream, json_t *value, int depth, size_t before)
{
    char *line = line_of(value);
    const bool is_list = json_is_array(value);
    size_t index;
    const char *name;
    json_t *item;
    bool has_room = line != NULL;

    if (line == NULL)
        return false;
    if ((!is_list && !json_is_object(value)) || strlen(line) + before <= LINE_LENGTH) {
        fputs(line, stream);
        free(line);
        return true;
    }
    free(line);
    putc(is_list ? '[' : '{', stream);
    json_array_foreach(value, index, item)
    {
        begin_item(stream, index, depth + 1);
        line = line_of(item);
        fputs(line == NULL ? "" : line, stream);
        has_room = has_room && line != NULL;
        free(line);
    }
    index = 0;
    json_object_foreach(value, name, item)
    {
        begin_item(stream, index++, depth + 1);
        fprintf(stream, "\"%s\": ", name);
        has_room =
            write_value(stream, item, depth + 1, 2 * (size_t)depth + strlen(name) + 6) && has_room;
    }
    fprintf(stream, "\n%*s%c", 2 * depth, "", is_list ? ']' : '}');
    return has_room;
}

int fit_profile_write(const struct fit_profile *profile, struct fault *fault)
{
    struct output output;

    if (output_open(profile->path, &output, fault))
        return -1;
    if (!write_value(output.stream, profile->root, 0, 0))
        fault_memory(fault);
    putc('\n', output.stream);
    return output_close(&output, fault);
}
