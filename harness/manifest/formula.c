/* Reading a formula: a number that follows from others. */
#include <string.h>

#include "harness/manifest/internal.h"

bool read_formula(const struct place *at, const struct manifest *manifest,
                  bool (*knows)(const struct manifest *manifest, const char *name, bool array),
                  int depth)
{
    static const char *const operations[] = {"+", "-", "*", "/", "%", "min", "max"};
    const json_t *const value = at->value;
    const size_t count = json_array_size(value);
    const char *const word =
        json_string_value(json_is_array(value) ? json_array_get(value, 0) : value);
    bool known = false;

    if (json_is_integer(value))
        return true;
    if (word == NULL || depth == 0)
        return place_fail(at, "must be a whole number, a name or an operation of these");
    if (!json_is_array(value))
        return knows(manifest, word, false) ||
               place_fail(at, "`%.60s` is no name with a value", word);
    const bool element = strcmp(word, "[]") == 0;
    const char *const array = json_string_value(json_array_get(value, 1));
    if (element && (array == NULL || !knows(manifest, array, true)))
        return place_fail(at, "has an element of what is no argument of role `ids`");
    for (size_t i = 0; i < sizeof operations / sizeof *operations; i++)
        known |= strcmp(word, operations[i]) == 0;
    if (!(known || element) || (count != 3 && !(count == 2 && *word == '-')))
        return place_fail(at, "`%.60s` of %zu is no operation", word, count - 1);
    for (size_t i = element ? 2 : 1; i < count; i++) {
        struct place part;

        if (!place_item(at, i, &part) || !read_formula(&part, manifest, knows, depth - 1))
            return false;
    }
    return true;
}
