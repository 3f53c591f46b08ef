#include "gen/request/profile_name.h"

#include <string.h>

#include "gen/base/embedded.h"

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
    for (const struct embedded_file *file = clgemm_embedded_profiles; file->name; file++)
        if (strcmp(file->name, name) == 0)
            return false;
    return !profile_is_file(name) && clgemm_card_find(name, card) == 0;
}
