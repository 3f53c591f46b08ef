#include "gen/request/user_profile.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "gen/base/text.h"

enum {
    LONGEST_PATH = sizeof((struct clgemm_user_profile *)NULL)->path,
    MOST_NAMES = 1000
};

static const char *environment(const char *name)
{
    const char *const value = getenv(name);
    return value && *value ? value : NULL;
}

/* The index-th folder, from 0; false: there are no more, or its path is too long. */
static bool folder_at(size_t index, char folder[LONGEST_PATH])
{
    const char *const list = environment("CLGEMM_PROFILES");
    const char *const data = environment("XDG_DATA_HOME"), *const home = environment("HOME");
    int length = -1;
    if (list) {
        const char *at = list + strspn(list, ":");
        for (; index && *at; index--) {
            at += strcspn(at, ":");
            at += strspn(at, ":");
        }
        if (*at)
            length = snprintf(folder, LONGEST_PATH, "%.*s", (int)strcspn(at, ":"), at);
    } else if (index == 0 && data && data[0] == '/') /* a relative one is to be ignored */
        length = snprintf(folder, LONGEST_PATH, "%s/clgemm/profiles", data);
    else if (index == 0 && home)
        length = snprintf(folder, LONGEST_PATH, "%s/.local/share/clgemm/profiles", home);
    return length >= 0 && length < LONGEST_PATH;
}

int clgemm_user_profile_path(const char *name, char *path, size_t size)
{
    char folder[LONGEST_PATH], tried[2 * LONGEST_PATH];
    int found = -1;
    if (!*name || name[0] == '.' || strchr(name, '/'))
        return -1;
    for (size_t i = 0; found != 0 && folder_at(i, folder); i++) {
        const int length = snprintf(tried, sizeof tried, "%s/%s.json", folder, name);
        const bool fits = length >= 0 && (size_t)length < size && length < LONGEST_PATH;
        const bool is_there = fits && access(tried, F_OK) == 0;
        if (is_there || (fits && found < 0)) {
            memcpy(path, tried, (size_t)length + 1);
            found = !is_there;
        }
    }
    return found;
}

const char *user_profile_find(struct job *job, const char *name)
{
    char path[LONGEST_PATH];
    const int found = clgemm_user_profile_path(name, path, sizeof path);
    return found == 0 ? arena_copy(job->arena, path) : NULL;
}

/* The length of a profile's name in that of its file; 0: nobody could ask for it. */
static size_t name_length(const char *file)
{
    const size_t length = strlen(file);
    bool is_control = false;
    for (const char *at = file; *at && !is_control;)
        at += text_step(at, &is_control);
    return is_control || file[0] == '.' || length < 6 || strcmp(file + length - 5, ".json") != 0
               ? 0
               : length - 5;
}

/* Adds those of a folder that are not there; what cannot be read has none. No more than `names` has room for, and memory, for the folder must not
 * stay open. */
static size_t add_names(struct job *job, const char *folder, const char **names, size_t count)
{
    DIR *const open = opendir(folder);
    struct dirent *entry;
    while (open && count < MOST_NAMES && (entry = readdir(open))) {
        const size_t length = name_length(entry->d_name);
        char *const name = length ? arena_allocate_or_null(job->arena, length + 1) : NULL;
        size_t same = 0;
        if (!name)
            continue;
        memcpy(name, entry->d_name, length);
        while (same < count && strcmp(names[same], name) != 0)
            same++;
        names[same] = name;
        count += same == count;
    }
    if (open)
        closedir(open);
    return count;
}

static int by_name(const void *one, const void *other)
{
    return strcmp(*(const char *const *)one, *(const char *const *)other);
}

const char *const *user_profile_names(struct job *job)
{
    const char **const names = arena_array(job->arena, MOST_NAMES + 1, sizeof *names);
    char folder[LONGEST_PATH];
    size_t count = 0;
    for (size_t i = 0; folder_at(i, folder); i++)
        count = add_names(job, folder, names, count);
    qsort(names, count, sizeof *names, by_name);
    return names;
}
