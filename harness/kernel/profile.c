/* Profiles as files, and what they inherit from. The generator judges what cannot be read. */
/* For realpath. */
#define _XOPEN_SOURCE 700

#include "harness/kernel/kernel.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/base/file.h"
#include "harness/base/text.h"

char *profile_file(const char *name)
{
    char path[sizeof((struct clgemm_user_profile *)NULL)->path];
    struct clgemm_card card;

    /* Drivers print slashes, too: "AMD Instinct MI250X/MI250". */
    if (file_is_named(name))
        return access(name, R_OK) == 0 || clgemm_card_find(name, &card) != 0 ? strdup(name) : NULL;
    return clgemm_profile_text(name, NULL) == NULL &&
                   clgemm_user_profile_path(name, path, sizeof path) == 0
               ? strdup(path)
               : NULL;
}

json_t *profile_root(const char *name, struct fault *fault)
{
    char *file = profile_file(name);
    struct clgemm_card card;
    json_error_t error;
    const char *text;
    json_t *value;

    if (file != NULL) {
        value = json_load_file(file, 0, &error);
        if (value == NULL)
            fault_set(fault, FAULT_REFUSED, "profile %.300s: %.300s", file, error.text);
        free(file);
        return value;
    }
    text = clgemm_profile_text(name, NULL);
    if (text == NULL && clgemm_card_find(name, &card) == 0)
        text = clgemm_profile_text(card.profile, NULL);
    value = text == NULL ? NULL : json_loads(text, 0, &error);
    if (value == NULL)
        fault_set(fault, FAULT_REFUSED, "there is no profile %.300s", name);
    return value;
}

/* The profile that one of a name inherits from, as it is named from here; NULL: none. */
static char *parent_of(const char *name, const json_t *root)
{
    const char *parent = member_text(root, "inherits");
    char *folder, *path, *file = profile_file(name);

    if (parent == NULL || !file_is_named(parent) || file == NULL) {
        free(file);
        return parent == NULL ? NULL : strdup(parent);
    }
    folder = file_folder(file);
    path = file_join(folder, parent);
    free(folder);
    free(file);
    return path;
}

json_t *profile_step(char **name, struct fault *fault)
{
    json_t *root = profile_root(*name, fault);
    char *parent = parent_of(*name, root);

    free(*name);
    *name = parent;
    return root;
}

json_t *profile_inherited(const char *name, const char *member, bool files, struct fault *fault)
{
    char *at = strdup(name), *file;
    json_t *found = NULL;

    for (int depth = 0; at != NULL && found == NULL && depth < PROFILE_CHAIN; depth++) {
        json_t *root;

        file = profile_file(at);
        free(file);
        if (files && file == NULL)
            break;
        root = profile_step(&at, fault);

        found = json_object_get(root, member);
        found = json_is_null(found) ? NULL : json_incref(found);
        json_decref(root);
    }
    free(at);
    return found;
}

json_t *profile_named_after(const char *path)
{
    char name[NAME_MAX + 1];

    file_stem(path, name, sizeof name);
    utf8_mend_line(name);
    return json_string(name);
}

char *profile_whole_path(const char *name)
{
    char *path = file_is_named(name) ? realpath(name, NULL) : NULL;

    return path == NULL ? strdup(name) : path;
}
