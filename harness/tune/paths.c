/* Files that a tuning writes, and which of them may not be one. They are known to be writable by
 * then. */
/* For realpath. */
#define _XOPEN_SOURCE 700

#include <stdlib.h>
#include <string.h>

#include "harness/base/file.h"
#include "harness/tune/internal.h"

static int refuse_same(const char *option, const char *path, const char *other_option,
                       const char *other, struct fault *fault)
{
    if (path == NULL || other == NULL || !file_same(path, other))
        return 0;
    return fault_set(fault, FAULT_USAGE,
                     "%s %.300s and %s %.300s name the same file; each needs one of its own",
                     option, path, other_option, other);
}

char *tune_inherited_file(const char *profile)
{
    json_t *file = json_load_file(profile, 0, NULL);
    const char *name = member_text(file, "inherits");
    char *folder = file_folder(profile);
    char *path = name != NULL && file_is_named(name) ? file_join(folder, name) : NULL;

    free(folder);
    json_decref(file);
    return path;
}

/* Refuses to write one of the files that the profile of --for is made of. The generator judges
 * files that cannot be read. */
static int refuse_bases(const char *output, const char *profile, struct fault *fault)
{
    char *path = file_is_named(profile) ? strdup(profile) : NULL;

    for (int depth = 0; path != NULL && depth < TUNE_LONGEST_CHAIN; depth++) {
        char *next;

        if (file_same(path, output))
            fault_set(fault, FAULT_USAGE,
                      "-o %.300s: --for %.300s builds on that file, so the tuned profile would "
                      "inherit from itself; name another file",
                      output, profile);
        next = fault->code == FAULT_NONE ? tune_inherited_file(path) : NULL;
        free(path);
        path = next;
    }
    free(path);
    return fault->code == FAULT_NONE ? 0 : -1;
}

char *tune_base(const struct tune_options *options)
{
    const char *name = settings_value(&options->space.settings, "for");
    char *path;

    if (name == NULL)
        return NULL;
    path = file_is_named(name) ? realpath(name, NULL) : NULL;
    return path == NULL ? strdup(name) : path;
}

/* A profile is JSON, which cannot name every path. */
static int refuse_unnameable(const struct tune_options *options, struct fault *fault)
{
    char *base = tune_base(options);
    json_t *name = json_string(base);

    if (base != NULL && name == NULL)
        fault_set(fault, FAULT_USAGE,
                  "-o %.300s: the tuned profile would inherit from %.300s, and JSON cannot name a "
                  "path that is no UTF-8; give that file or its folder another name",
                  options->files.output, base);
    json_decref(name);
    free(base);
    return fault->code == FAULT_NONE ? 0 : -1;
}

int tune_check_paths(const struct tune_options *options, struct fault *fault)
{
    const char *output = options->files.output;
    const char *profile = settings_value(&options->space.settings, "for");

    if (refuse_same("-o", output, "--journal", options->files.journal, fault) ||
        refuse_same("-o", output, "--shapes", options->problem.shapes, fault) ||
        refuse_same("-o", output, "--start", options->search.start, fault))
        return -1;
    if (output != NULL && profile != NULL && refuse_bases(output, profile, fault))
        return -1;
    return output == NULL ? 0 : refuse_unnameable(options, fault);
}
