#include <errno.h>
#include <inttypes.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/base/list.h"
#include "harness/base/stop.h"
#include "harness/base/text.h"
#include "harness/tune/record.h"
#include "harness/tune/starts.h"

/* A kernel that was the fastest for some shape. */
struct row {
    struct shape shape;
    double distance, ms; /* from the nearest shape of the tuning; of the row */
    json_t *parameters;  /* name to value, a reference of our own */
    const char *origin;
    bool wanted; /* of --start */
};

struct rows {
    struct row *list;
    size_t count;
    struct shape *own; /* the tuning's shapes, by their sizes */
};

/* A size as it counts: beyond 4096 what is longer is more of the same, and counts as 8192 at
 * most. */
static double extent(uint64_t size)
{
    return size <= 4096 ? (double)size : 8192 - 4096.0 * 4096 / (double)size;
}

/* How far shapes are from one another: sum of |log2| of the ratios of their sizes as they count,
 * which is what clgemm_pick of a dispatch table goes by. */
static double distance(const struct shape *one, const struct shape *other)
{
    return fabs(log2(extent(one->m) / extent(other->m))) +
           fabs(log2(extent(one->n) / extent(other->n))) +
           fabs(log2(extent(one->k) / extent(other->k)));
}

static double nearest(const struct tuning *tuning, const struct shape *shape)
{
    double least = INFINITY;

    for (size_t i = 0; i < tuning->shape_count; i++)
        least = fmin(least, distance(shape, &tuning->shapes[i]));
    return least;
}

/* Compares sizes alone, which come first in a shape, in some order. */
static int by_sizes(const void *left, const void *right)
{
    return memcmp(left, right, offsetof(struct shape, says_transpose));
}

/* Adds a row, whose parameters' reference is taken. Without memory, which is noted, it is left
 * out. */
static void add_row(const struct tuning *tuning, struct rows *rows, struct row row)
{
    if (!list_grow(&rows->list, rows->count, sizeof *rows->list)) {
        memory_note();
        json_decref(row.parameters);
        return;
    }
    row.distance = nearest(tuning, &row.shape);
    row.wanted = row.origin == tuning->tuner->options->search.start;
    rows->list[rows->count++] = row;
}

/* Reads sizes; false: one of them is missing or below 1. */
static bool read_sizes(const json_t *from, struct shape *shape)
{
    const json_int_t m = member_integer(from, "m"), n = member_integer(from, "n"),
                     k = member_integer(from, "k");

    *shape = (struct shape){.m = (uint64_t)m, .n = (uint64_t)n, .k = (uint64_t)k};
    return m >= 1 && n >= 1 && k >= 1;
}

/* -------------------------------------------------------------------------------- of a profile */

/* The kernel that a row names; NULL: there is none. */
static const json_t *kernel_of(const json_t *kernels, const json_t *name)
{
    const json_t *kernel;
    size_t index;

    json_array_foreach(kernels, index, kernel)
    {
        if (json_is_integer(name) ? json_integer_value(name) == (json_int_t)index
                                  : json_equal(json_object_get(kernel, "name"), name))
            return kernel;
    }
    return NULL;
}

/* The rows of the table `dispatch` of a profile that the user names by its file. Files that cannot
 * be read are skipped here: the generator reads them too, and judges them. */
static int read_profile(const struct tuning *tuning, const char *path, struct rows *rows,
                        struct fault *fault)
{
    const char *transpose = shape_transpose(&tuning->shapes[0]);
    json_t *dispatch = profile_inherited(path, "dispatch", true, NULL), *shape;
    size_t index;
    int status = 0;

    json_array_foreach(json_object_get(dispatch, "shapes"), index, shape)
    {
        const json_t *kernel =
            kernel_of(json_object_get(dispatch, "kernels"), json_object_get(shape, "kernel"));
        struct row row = {.parameters = tune_read_options(member_text(kernel, "options")),
                          .origin = path};
        const char *stored = member_text(row.parameters, "transpose");

        if (status == 0 && stop_wanted())
            status = stop_fault(fault);
        if (status == 0 && row.parameters != NULL && read_sizes(shape, &row.shape) &&
            (stored == NULL || *transpose == '\0' || strcmp(stored, transpose) == 0))
            add_row(tuning, rows, row);
        else
            json_decref(row.parameters);
    }
    json_decref(dispatch);
    return status;
}

/* ------------------------------------------------------------------------------- of the journal */

/* Whether a journal's key is of this device, protocol and kind of problem. `like` is a key of the
 * tuning's own. */
static bool is_alike(const json_t *key, const json_t *like)
{
    return members_equal(key, like, "device protocol") &&
           members_equal(json_object_get(key, "problem"), json_object_get(like, "problem"),
                         "types layout transpose conjugate");
}

/* Lists the tuning's sizes in order: a journal may have a hundred thousand lines, of as many
 * shapes. */
static int list_own(const struct tuning *tuning, struct rows *rows, struct fault *fault)
{
    rows->own = malloc(tuning->shape_count * sizeof *rows->own);
    if (rows->own == NULL)
        return fault_memory(fault);
    memcpy(rows->own, tuning->shapes, tuning->shape_count * sizeof *rows->own);
    qsort(rows->own, tuning->shape_count, sizeof *rows->own, by_sizes);
    return 0;
}

static struct row *find_size(struct rows *rows, size_t first, const struct shape *shape)
{
    for (size_t i = first; i < rows->count; i++)
        if (by_sizes(&rows->list[i].shape, shape) == 0)
            return &rows->list[i];
    return NULL;
}

/* Takes the kernel of an entry of another shape where it is the fastest so far. */
static void take_entry(const struct tuning *tuning, const json_t *key, double ms, struct rows *rows,
                       size_t first)
{
    struct row *known, row = {.ms = ms,
                              .parameters = json_object_get(key, "parameters"),
                              .origin = tuning->tuner->journal_path};

    if (json_object_size(row.parameters) == 0 ||
        !read_sizes(json_object_get(key, "problem"), &row.shape) ||
        bsearch(&row.shape, rows->own, tuning->shape_count, sizeof *rows->own, by_sizes) != NULL)
        return;
    known = find_size(rows, first, &row.shape);
    if (known == NULL) {
        json_incref(row.parameters);
        add_row(tuning, rows, row);
    } else if (ms < known->ms) {
        known->ms = ms;
        json_decref(known->parameters);
        known->parameters = json_incref(row.parameters);
    }
}

/* The fastest kernel of every other shape. The tuning's own shapes are left out: what a run had
 * found before it ended must not turn the next one elsewhere. */
static int read_journal(const struct tuning *tuning, const json_t *like, struct rows *rows,
                        struct fault *fault)
{
    const struct journal *journal = tuning->tuner->journal;
    size_t first = rows->count;
    int status = journal == NULL ? 0 : list_own(tuning, rows, fault);

    for (size_t i = 0; journal != NULL && i < journal_count(journal) && status == 0; i++) {
        const struct journal_entry *entry = journal_at(journal, i);
        double ms =
            entry->state == JOURNAL_FAILED ? 0 : journal_number(entry, JOURNAL_TIMES, "median_ms");
        json_t *key = ms > 0 ? journal_key(entry) : NULL;

        if (stop_wanted())
            status = stop_fault(fault);
        else if (key != NULL && is_alike(key, like))
            take_entry(tuning, key, ms, rows, first);
        json_decref(key);
    }
    return status;
}

/* ------------------------------------------------------------------------------ as start points */

/* The point of a row. Options that it does not state are left unsaid, or as the generator chooses
 * it (`usual`; NULL: it chooses nothing); so is a value of --start that the space has not got,
 * since another device's space may have others. False: it lies outside of the space. */
static bool find_point(const struct tuning *tuning, const struct row *row, const unsigned *usual,
                       unsigned *point)
{
    const char *name;

    for (size_t p = 0; (name = clgemm_space_parameter(tuning->space, p, NULL)) != NULL; p++) {
        const char *said = member_text(row->parameters, name);
        size_t index = tune_value_index(tuning, p, said == NULL ? "-" : said);

        if (row->wanted && usual != NULL && said != NULL &&
            (index == SIZE_MAX || strcmp(clgemm_space_value(tuning->space, p, index), said) != 0)) {
            index = usual[p];
            said = NULL;
        }
        if (index == SIZE_MAX && said == NULL && usual != NULL)
            index = usual[p];
        if (index == SIZE_MAX ||
            (said != NULL && strcmp(clgemm_space_value(tuning->space, p, index), said) != 0))
            return false;
        point[p] = (unsigned)index;
    }
    return clgemm_space_contains(tuning->space, point, NULL) == 1;
}

static int nearest_first(const void *left, const void *right)
{
    const struct row *a = left, *b = right;

    if (a->wanted != b->wanted)
        return a->wanted ? -1 : 1;
    return a->distance < b->distance   ? -1
           : a->distance > b->distance ? 1
                                       : by_sizes(&a->shape, &b->shape);
}

/* Turns rows into points that are not there yet, the nearest first. */
static void take_points(const struct tuning *tuning, const struct rows *rows, const unsigned *usual,
                        struct starts *starts)
{
    const size_t most = starts->count + TUNE_STARTS;

    for (size_t i = 0; i < rows->count && starts->count < most; i++) {
        const struct row *row = &rows->list[i];
        char origin[600];

        if (!find_point(tuning, row, usual, tune_next_start(tuning, starts)) ||
            !tune_take_start(tuning, starts))
            continue;
        printf("starts with the kernel for m %" PRIu64 ", n %" PRIu64 ", k %" PRIu64 " of %s (",
               row->shape.m, row->shape.n, row->shape.k,
               utf8_line(row->origin, origin, sizeof origin));
        if (row->distance > 0)
            printf("near: %.2g doublings away)\n", row->distance);
        else
            printf("the very shape)\n");
    }
}

static int read_start(const struct tuning *tuning, const char *path, struct rows *rows,
                      struct fault *fault)
{
    json_t *dispatch = profile_inherited(path, "dispatch", true, NULL);
    const bool has_rows = json_array_size(json_object_get(dispatch, "shapes")) > 0;

    json_decref(dispatch);
    if (has_rows)
        return read_profile(tuning, path, rows, fault);
    if (access(path, R_OK) != 0)
        return fault_set(fault, FAULT_IO, "--start: cannot read %.300s: %s", path, strerror(errno));
    return fault_set(fault, FAULT_REFUSED,
                     "--start: %.300s is no profile with kernels for shapes (`dispatch`), as tune "
                     "writes it",
                     path);
}

static void show_lost(const struct rows *rows, size_t taken)
{
    size_t wanted = 0;

    for (size_t i = 0; i < rows->count; i++)
        wanted += rows->list[i].wanted;
    if (wanted > 0 && taken == 0)
        printf("of --start no kernel is in this space that is not tried first anyway\n");
}

/* Adds the points of kernels that were the fastest for the nearest shapes, up to TUNE_STARTS of
 * them, and says so: the rows of the profile that the user names by its file, and other shapes of
 * the journal. */
static int add_near(const struct tuning *tuning, struct starts *starts, struct fault *fault)
{
    const struct tune_options *options = tuning->tuner->options;
    const char *profile = settings_value(&options->space.settings, "for");
    const char *start = options->search.start;
    const unsigned *usual = tuning->shipped[0].point;
    const size_t before = starts->count;
    struct rows rows = {0};
    json_t *like = tuning->good == NULL ? NULL : tune_key(tuning, tuning->good, NULL, 0);
    int status = 0;

    if (start != NULL)
        status = read_start(tuning, start, &rows, fault);
    if (status == 0 && profile != NULL)
        status = read_profile(tuning, profile, &rows, fault);
    if (status == 0 && like != NULL)
        status = read_journal(tuning, like, &rows, fault);
    if (rows.count > 0)
        qsort(rows.list, rows.count, sizeof *rows.list, nearest_first);
    if (status == 0) {
        take_points(tuning, &rows, usual, starts);
        show_lost(&rows, starts->count - before);
        fflush(stdout);
    }
    for (size_t i = 0; i < rows.count; i++)
        json_decref(rows.list[i].parameters);
    free(rows.list);
    free(rows.own);
    json_decref(like);
    return status;
}

int tune_find_starts(struct tuning *tuning, struct starts *starts, struct fault *fault)
{
    starts->points = calloc(tuning->width * (tuning->shipped_count + TUNE_PREDICTED + TUNE_STARTS),
                            sizeof *starts->points);
    if (starts->points == NULL)
        return fault_memory(fault);
    tune_shipped_starts(tuning, true, starts);
    tune_predicted_starts(tuning, starts);
    tune_shipped_starts(tuning, false, starts);
    return add_near(tuning, starts, fault);
}
