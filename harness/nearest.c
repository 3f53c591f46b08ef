#include "harness/nearest.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum {
    WORD_LIMIT = 40,
    SUGGESTIONS = 3
};

/* Insertions, deletions and replacements from one word to the other (Levenshtein 1966). */
static unsigned distance(const char *left, const char *right)
{
    unsigned row[WORD_LIMIT + 1];
    size_t width = strlen(right);

    if (strlen(left) > WORD_LIMIT || width > WORD_LIMIT)
        return WORD_LIMIT;
    for (size_t j = 0; j <= width; j++)
        row[j] = (unsigned)j;
    for (size_t i = 0; left[i] != '\0'; i++) {
        unsigned diagonal = row[0];

        row[0] = (unsigned)i + 1;
        for (size_t j = 0; j < width; j++) {
            unsigned best = diagonal + (left[i] != right[j]);

            diagonal = row[j + 1];
            if (row[j] + 1 < best)
                best = row[j] + 1;
            if (diagonal + 1 < best)
                best = diagonal + 1;
            row[j + 1] = best;
        }
    }
    return row[width];
}

void nearest_options(const char *word, const struct option *table, char *text, size_t room)
{
    char name[WORD_LIMIT + 1];
    size_t length = strcspn(word, "="), used = 0;
    unsigned found = 0, limit;

    text[0] = '\0';
    if (length > WORD_LIMIT)
        return;
    memcpy(name, word, length);
    name[length] = '\0';
    limit = (unsigned)length / 3 + 1;
    for (unsigned near = 0; near <= limit; near++)
        for (size_t i = 0; table[i].name != NULL && found < SUGGESTIONS; i++) {
            bool starts = strncmp(table[i].name, name, length) == 0;
            unsigned apart = starts ? 1 : distance(name, table[i].name);

            if (apart != near || used >= room)
                continue;
            used += (size_t)snprintf(text + used, room - used, "%s--%s", found == 0 ? "" : ", ",
                                     table[i].name);
            found++;
        }
}
