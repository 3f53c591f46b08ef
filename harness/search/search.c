#include "harness/search/internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/text.h"

static const struct search_kind *const kinds[] = {&search_ils, &search_coordinate, &search_blocks,
                                                  &search_random, &search_exhaustive};
enum {
    KIND_COUNT = sizeof kinds / sizeof *kinds
};

const char *search_name(size_t index)
{
    return index < KIND_COUNT ? kinds[index]->name : NULL;
}

/* ----------------------------------------------------------------------------- the owner's side */

/* Adds a point to those that are known. False: no memory. */
static bool note(struct search *search, const unsigned *point, struct point_record known)
{
    struct point_record *record = point_table_add(&search->table, point);

    if (record == NULL)
        memory_note();
    else
        *record = known;
    return record != NULL;
}

enum search_answer search_propose(struct search *search, unsigned *point)
{
    while (!scan_next(search, search->scratch)) {
        if (search->pending > 0 && !search->kind->blind)
            return SEARCH_WAIT;
        if (!search->kind->next(search))
            return SEARCH_DONE;
    }
    if (!note(search, search->scratch, (struct point_record){true, INFINITY}))
        return SEARCH_DONE;
    search_copy(search, point, search->scratch);
    search->pending++;
    return SEARCH_POINT;
}

void search_report(struct search *search, const unsigned *point, double ms)
{
    struct point_record *record = point_table_find(&search->table, point);

    if (record == NULL) {
        note(search, point, (struct point_record){false, ms});
        return;
    }
    if (record->pending) {
        search->pending--;
        scan_note(search, point, ms);
    }
    *record = (struct point_record){false, ms};
}

/* The number of parameters in the first of two blocks that together have the fewest points. */
static size_t find_split(const struct search_space *space)
{
    double fewest = INFINITY;
    size_t best = 0;

    for (size_t split = 0; split <= space->parameter_count; split++) {
        double first = 1, second = 1;

        for (size_t i = 0; i < space->parameter_count; i++)
            *(i < split ? &first : &second) *= space->value_counts[i];
        if (first + second < fewest) {
            fewest = first + second;
            best = split;
        }
    }
    return best;
}

static const struct search_kind *find_kind(const char *name)
{
    for (size_t i = 0; i < KIND_COUNT; i++)
        if (strcmp(kinds[i]->name, name) == 0)
            return kinds[i];
    return NULL;
}

bool search_is_blind(const char *kind)
{
    const struct search_kind *found = find_kind(kind);

    return found != NULL && found->blind;
}

struct search *search_open(const struct search_options *options, const struct search_space *space,
                           struct fault *fault)
{
    const struct search_kind *kind = find_kind(options->kind);
    size_t count = space->parameter_count;
    char names[80] = "";
    struct search *search;
    unsigned *points;

    if (kind == NULL) {
        for (size_t i = 0; i < KIND_COUNT; i++)
            text_append(names, sizeof names, "%s%s",
                        i == 0               ? ""
                        : i + 1 < KIND_COUNT ? ", "
                                             : " and ",
                        kinds[i]->name);
        fault_set(fault, FAULT_USAGE, "there is no search `%.60s`; there are %s", options->kind,
                  names);
        return NULL;
    }
    /* One piece of memory: the search, two lists of parameters, five points. */
    search = calloc(1, sizeof *search + 2 * count * sizeof(size_t) + 5 * count * sizeof(unsigned));
    if (search == NULL) {
        fault_memory(fault);
        return NULL;
    }
    *search = (struct search){.kind = kind,
                              .space = space,
                              .random = options->seed,
                              .parameters = (size_t *)(search + 1),
                              .split = find_split(space),
                              .starts = options->starts,
                              .start_count = options->start_count};
    search->walk = (struct walk){.here_ms = INFINITY, .home_ms = INFINITY};
    search->walk.order = search->parameters + count;
    points = (unsigned *)(search->walk.order + count);
    search->scratch = points;
    search->scan.cursor = points + count;
    search->scan.best = points + 2 * count;
    search->walk.here = points + 3 * count;
    search->walk.home = points + 4 * count;
    for (size_t i = 0; i < count; i++)
        search->parameters[i] = search->walk.order[i] = i;
    point_table_init(&search->table, count);
    return search;
}

void search_close(struct search *search)
{
    if (search == NULL)
        return;
    point_table_release(&search->table);
    free(search);
}

static bool next_random(struct search *search)
{
    if (!search_take_start(search, search->walk.here) &&
        !search_draw_new(search, search->walk.here))
        return false;
    scan_start(search, search->walk.here, NULL, 0);
    return true;
}

/* The starts, then everything in order. */
static bool next_exhaustive(struct search *search)
{
    if (search->walk.step == WALK_DESCENDS)
        return false;
    if (search_take_start(search, search->walk.here)) {
        scan_start(search, search->walk.here, NULL, 0);
        return true;
    }
    search->walk.step = WALK_DESCENDS;
    return scan_start_whole(search);
}

const struct search_kind search_random = {.name = "random", .blind = true, .next = next_random};
const struct search_kind search_exhaustive = {
    .name = "exhaustive", .blind = true, .next = next_exhaustive};
