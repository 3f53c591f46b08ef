#include "gen/request/profile_name.h"

#include <string.h>

#include "gen/base/embedded.h"

const struct embedded_file *profile_built_in(const char *name)
{
    const struct embedded_file *file = clgemm_embedded_profiles;
    while (file->name && strcmp(file->name, name) != 0)
        file++;
    return file->name ? file : NULL;
}

bool profile_is_file(const char *name)
{
    const size_t length = strlen(name);
    struct clgemm_card card;
    if (length > 5 && strcmp(name + length - 5, ".json") == 0)
        return true;
    /* Drivers print slashes, too: "AMD Instinct MI250X/MI250". */
    return strchr(name, '/') && (strchr("./~", name[0]) || clgemm_card_find(name, &card));
}

bool profile_is_card(const char *name, struct clgemm_card *card)
{
    char path[sizeof((struct clgemm_user_profile *)NULL)->path];
    return !profile_is_file(name) && !profile_built_in(name) &&
           clgemm_user_profile_path(name, path, sizeof path) != 0 &&
           clgemm_card_find(name, card) == 0;
}
