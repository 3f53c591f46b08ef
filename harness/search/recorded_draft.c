/* From what a reader has found to a space. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/random.h"
#include "harness/search/recorded_internal.h"

/* ---------------------------------------------------------------------------- as a search space */

static bool is_recorded(void *context, const unsigned *point)
{
    const struct recorded_space *space = context;

    return point_table_find(&space->points, point) != NULL;
}

static void copy_point(const struct recorded_space *space, size_t index, unsigned *point)
{
    size_t length = space->points.length;

    memcpy(point, space->points.points + index * length, length * sizeof *point);
}

static bool draw_recorded(void *context, uint64_t *random, unsigned *point)
{
    const struct recorded_space *space = context;

    copy_point(space, (size_t)random_below(random, space->points.count), point);
    return true;
}

static bool next_recorded(void *context, unsigned *point, bool first)
{
    const struct recorded_space *space = context;
    size_t index = 0;

    if (!first)
        index = (size_t)(point_table_find(&space->points, point) - space->points.records) + 1;
    if (index >= space->points.count)
        return false;
    copy_point(space, index, point);
    return true;
}

/* ------------------------------------------------------------------------------- from the draft */

int draft_make(struct draft *draft, size_t count, size_t length, struct fault *fault)
{
    draft->numbers = calloc(count * length + 1, sizeof *draft->numbers);
    draft->samples = calloc(count + 1, sizeof *draft->samples);
    if (draft->numbers == NULL || draft->samples == NULL)
        return fault_memory(fault);
    for (size_t i = 0; i < count; i++)
        draft->samples[i] = (struct sample){draft->numbers + i * length, length, INFINITY};
    return 0;
}

void draft_release(struct draft *draft)
{
    json_decref(draft->parameters);
    free(draft->numbers);
    free(draft->samples);
    memset(draft, 0, sizeof *draft);
}

/* The order of an odometer whose last wheel is the fastest. */
static int compare_samples(const void *left, const void *right)
{
    const struct sample *a = left, *b = right;

    for (size_t i = 0; i < a->length; i++)
        if (a->point[i] != b->point[i])
            return a->point[i] < b->point[i] ? -1 : 1;
    return 0;
}

void recorded_space_release(struct recorded_space *space)
{
    if (space == NULL)
        return;
    free(space->name);
    free(space->value_counts);
    json_decref(space->parameters);
    point_table_release(&space->points);
    free(space);
}

static int fill_space(struct recorded_space *space, const struct draft *draft)
{
    size_t length = json_array_size(draft->parameters);

    point_table_init(&space->points, length);
    space->value_counts = calloc(length, sizeof *space->value_counts);
    if (space->name == NULL || space->value_counts == NULL)
        return -1;
    for (size_t i = 0; i < length; i++)
        space->value_counts[i] = (unsigned)json_array_size(
            json_object_get(json_array_get(draft->parameters, i), "values"));
    qsort(draft->samples, draft->count, sizeof *draft->samples, compare_samples);
    space->best_ms = INFINITY;
    for (size_t i = 0; i < draft->count; i++) {
        struct point_record *record = point_table_add(&space->points, draft->samples[i].point);

        if (record == NULL)
            return -1;
        *record = (struct point_record){false, draft->samples[i].ms};
        space->best_ms = fmin(space->best_ms, record->ms);
    }
    space->parameters = json_incref(draft->parameters);
    space->space = (struct search_space){.parameter_count = length,
                                         .value_counts = space->value_counts,
                                         .context = space,
                                         .valid = is_recorded,
                                         .draw = draw_recorded,
                                         .next = next_recorded};
    return 0;
}

int recorded_add(struct recorded *recorded, const char *name, struct draft *draft,
                 struct fault *fault)
{
    struct recorded_space *space = calloc(1, sizeof *space);
    struct recorded_space **spaces =
        realloc(recorded->spaces, (recorded->count + 1) * sizeof *spaces);

    if (spaces != NULL)
        recorded->spaces = spaces;
    if (space != NULL)
        space->name = strdup(name);
    if (spaces == NULL || space == NULL || fill_space(space, draft) != 0)
        fault_memory(fault);
    else if (space->best_ms == INFINITY)
        fault_set(fault, FAULT_REFUSED, "%.400s: no point has a time", name);
    draft_release(draft);
    if (fault->code != FAULT_NONE) {
        recorded_space_release(space);
        return -1;
    }
    recorded->spaces[recorded->count++] = space;
    return 0;
}
