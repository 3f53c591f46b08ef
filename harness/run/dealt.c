#include "harness/run/dealt.h"

#include <stdlib.h>
#include <string.h>

static const uint64_t first_number = UINT64_C(1) << 48;

static struct {
    struct dealt_list *list;
    size_t count;
} kept;

static int append(struct dealt_list added, struct fault *fault)
{
    struct dealt_list *const list = realloc(kept.list, (kept.count + 1) * sizeof *list);

    if (list == NULL) {
        free(added.first);
        return fault_memory(fault);
    }
    list[kept.count] = added;
    kept.list = list;
    kept.count++;
    return 0;
}

/* The place of a list that is kept, or one past the last. */
static size_t place_of(const struct dealt_list *wanted)
{
    size_t place = 0;

    while (place < kept.count && (kept.list[place].groups != wanted->groups ||
                                  memcmp(kept.list[place].first, wanted->first,
                                         (wanted->groups + 1) * sizeof *wanted->first) != 0))
        place++;
    return place;
}

int dealt_keep(const uint64_t *rows, size_t groups, uint64_t *dealt, struct fault *fault)
{
    struct dealt_list list = {groups, calloc(groups + 1, sizeof *list.first)};

    if (list.first == NULL)
        return fault_memory(fault);
    for (size_t i = 0; i < groups; i++)
        list.first[i + 1] = list.first[i] + rows[i];
    const size_t place = place_of(&list);
    *dealt = first_number + place;
    if (place == kept.count)
        return append(list, fault);
    free(list.first);
    return 0;
}

const struct dealt_list *dealt_find(uint64_t dealt)
{
    return dealt >= first_number && dealt - first_number < kept.count
               ? &kept.list[dealt - first_number]
               : NULL;
}
