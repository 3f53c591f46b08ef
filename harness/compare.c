#include "harness/compare.h"

#include <stdlib.h>
#include <string.h>

#include "harness/compare_report.h"
#include "harness/shapes.h"

enum {
    LIBRARY_LIMIT = 8
};

struct compare {
    const struct options *options;
    struct venue venue;
    struct blas libraries[LIBRARY_LIMIT];
    size_t library_count;
    struct comparison_table table;
    enum fault_code worst;
    size_t failed; /* kernels and libraries that took no part, shape by shape */
};

/* Somebody is out of the race; the others go on. A library has the reason of its kernel. */
static void show_lost(void *self, const struct entrant *entrant)
{
    struct compare *compare = self;

    if (entrant->blas != NULL && entrant->manifest == NULL)
        return;
    if (compare->worst == FAULT_NONE || entrant->fault.code == FAULT_WRONG)
        compare->worst = entrant->fault.code;
    compare->failed++;
    fflush(stdout);
    fprintf(stderr, "clgemm-bench: %s: %s\n", entrant_label(entrant), entrant->fault.text);
    if (entrant->fault.detail != NULL)
        fprintf(stderr, "%s", entrant->fault.detail);
}

/* Index of a library by its name, `length` bytes. Errors: FAULT_USAGE with the names there are. */
static int find_name(const char *name, size_t length, size_t *index, struct fault *fault)
{
    char names[160] = "";
    size_t used = 0;

    for (*index = 0; blas_name(*index) != NULL; ++*index) {
        const char *known = blas_name(*index);

        if (strlen(known) == length && memcmp(known, name, length) == 0)
            return 0;
        used += (size_t)snprintf(names + used, sizeof names - used, "%s%s", used == 0 ? "" : ", ",
                                 known);
    }
    return fault_set(fault, FAULT_USAGE, "--with: `%.*s` is none of: %s",
                     (int)(length < 60 ? length : 60), name, names);
}

/* The libraries that --with names, each once, in the order of its list. */
static int read_names(const char *list, bool *wanted, struct fault *fault)
{
    for (;;) {
        size_t length = strcspn(list, ","), index;

        if (find_name(list, length, &index, fault))
            return -1;
        wanted[index] = true;
        if (list[length] == '\0')
            return 0;
        list += length + 1;
    }
}

/* Opens what is wanted and here. One that is missing is told and left out. */
static int open_libraries(struct compare *compare, const bool *wanted, struct fault *fault)
{
    for (size_t i = 0; blas_name(i) != NULL && i < LIBRARY_LIMIT; i++) {
        struct fault missing = {0};

        if (!wanted[i])
            continue;
        if (blas_open(blas_name(i), &compare->venue.device,
                      &compare->libraries[compare->library_count], &missing) == 0)
            compare->library_count++;
        else
            comparison_missing(compare->options, blas_name(i), missing.text);
        fault_clear(&missing);
    }
    return compare->library_count > 0
               ? 0
               : fault_set(fault, FAULT_REFUSED,
                           "none of the libraries to compare with is here: %s",
                           compare->options->with);
}

static void close_libraries(struct compare *compare)
{
    for (size_t i = 0; i < compare->library_count; i++)
        blas_close(&compare->libraries[i]);
}

/* The kernel for a shape: a generated one takes the shape's transposes, unless the command line
 * says others. */
static struct origin suit_origin(const struct options *options, const struct origin *origin,
                                 const struct shape *shape)
{
    struct origin suited = *origin;
    bool said = origin->path != NULL || origin->transpose != NULL;

    for (size_t i = 0; i < options->setting_count; i++)
        said = said || strcmp(options->settings[i].name, "transpose") == 0;
    if (shape->says_transpose && !said)
        suited.transpose = shape_transpose(shape);
    return suited;
}

/* A kernel that was asked for with transposes of its own is measured with these on every shape. */
static int race_on(struct compare *compare, const struct origin *origin, const struct shape *shape,
                   struct fault *fault)
{
    const struct origin suited = suit_origin(compare->options, origin, shape);
    const struct spectator spectator = {compare, show_lost, NULL};
    struct options options = *compare->options;
    struct race race;
    int status;

    options.wish.size[0] = shape->m;
    options.wish.size[1] = shape->n;
    options.wish.size[2] = shape->k;
    for (int i = 0; i < 3; i++)
        options.wish.has_size[i] = true;
    status = race_open_against(&options, &compare->venue, &suited, compare->libraries,
                               compare->library_count, &spectator, &race, fault);
    if (status == 0 && race.entrants[0].fault.code == FAULT_NONE)
        race_run(&race);
    if (status == 0 && race.entrants[0].fault.code == FAULT_NONE)
        status = comparison_add(&compare->table, &race, fault);
    race_close(&race);
    return status;
}

static int race_all(struct compare *compare, const struct origins *origins,
                    const struct shapes *shapes, struct fault *fault)
{
    for (size_t i = 0; i < origins->count; i++)
        for (size_t j = 0; j < shapes->count; j++)
            if (race_on(compare, &origins->list[i], &shapes->list[j], fault))
                return -1;
    return 0;
}

static int run_compare(struct compare *compare, const struct origins *origins,
                       const struct shapes *shapes, struct fault *fault)
{
    compare->table = (struct comparison_table){.options = compare->options,
                                               .device = &compare->venue.device,
                                               .libraries = compare->libraries,
                                               .library_count = compare->library_count};
    comparison_begin(&compare->table);
    if (race_all(compare, origins, shapes, fault) == 0) {
        comparison_end(&compare->table);
        if (compare->failed > 0)
            fault_set(fault, compare->worst, "%zu kernel%s or libraries were not measured",
                      compare->failed, compare->failed == 1 ? "" : "s");
    }
    comparison_release(&compare->table);
    return fault->code == FAULT_NONE ? 0 : -1;
}

static int find_shapes(const struct options *options, struct shapes *shapes, struct fault *fault)
{
    const struct wish *wish = &options->wish;

    if (options->shapes != NULL)
        return shapes_read(options->shapes, shapes, fault);
    return shapes_of(wish->has_size[0] ? wish->size[0] : 1024,
                     wish->has_size[1] ? wish->size[1] : 1024,
                     wish->has_size[2] ? wish->size[2] : 1024, shapes, fault);
}

static int open_venue(struct compare *compare, const struct origins *origins,
                      const struct shapes *shapes, const bool *wanted, struct fault *fault)
{
    const struct options *options = compare->options;
    int status = -1;

    if (venue_open(options, options->manifest_count < origins->count, &compare->venue, fault))
        return -1;
    if (open_libraries(compare, wanted, fault) == 0)
        status = run_compare(compare, origins, shapes, fault);
    close_libraries(compare);
    venue_close(&compare->venue);
    return status;
}

int compare_command(const struct options *options, struct fault *fault)
{
    struct compare compare = {.options = options};
    bool wanted[LIBRARY_LIMIT] = {false};
    struct origins origins;
    struct shapes shapes;
    int status = -1;

    if (read_names(options->with, wanted, fault) || find_shapes(options, &shapes, fault))
        return -1;
    if (origins_list(options, &origins, fault) == 0) {
        status = open_venue(&compare, &origins, &shapes, wanted, fault);
        origins_release(&origins);
    }
    shapes_release(&shapes);
    return status;
}
