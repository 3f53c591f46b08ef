#include "harness/commands/commands.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "harness/base/stop.h"
#include "harness/commands/compare_report.h"
#include "harness/verify/cases.h"
#include "harness/base/shapes.h"
#include "harness/run/blas.h"
#include "harness/base/text.h"
#include "harness/worker/time_spent.h"

enum {
    LIBRARY_LIMIT = 8,
    KERNEL_LIMIT = 8 /* of --against */
};

_Static_assert((int)KERNEL_LIMIT + (int)LIBRARY_LIMIT <= (int)MOST_RIVALS, "room for all rivals");

struct compare {
    const struct options *options;
    struct executor executor;
    struct recipe kernels[KERNEL_LIMIT];    /* of --against, or manifests behind the first one */
    struct option_line lines[KERNEL_LIMIT]; /* of --against */
    size_t kernel_count;
    struct library libraries[LIBRARY_LIMIT];
    size_t library_count;
    struct comparison_reference references[MOST_RIVALS]; /* kernels, then libraries */
    struct comparison_table table;
    struct losses losses; /* kernels and libraries that took no part, shape by shape */
    size_t beyond;        /* problems that are smaller than a tile of the kernel */
    char first_beyond[400];
};

static void show_record(const struct candidate *candidate, const uint64_t size[3])
{
    json_t *record =
        figures_failure(candidate_label(candidate), candidate->manifest, &candidate->fault);

    members_add(record, json_pack("{s:I, s:I, s:I}", "m", (json_int_t)size[0], "n",
                                  (json_int_t)size[1], "k", (json_int_t)size[2]));
    figures_line(record);
}

/* Somebody is out of the suite; the others go on. A library has the reason of its kernel. */
static void show_lost(void *self, const struct suite_run *run, const struct candidate *candidate)
{
    struct compare *compare = self;

    if (candidate->library != NULL && candidate->manifest == NULL)
        return;
    losses_add(&compare->losses, candidate_label(candidate), &candidate->fault);
    if (compare->options->format == FORMAT_JSON)
        show_record(candidate, run->on->test_case.size);
}

/* Index of a library by its name, `length` bytes. Errors: FAULT_USAGE with the names there are. */
static int find_name(const char *name, size_t length, size_t *index, struct fault *fault)
{
    char names[160] = "";

    for (*index = 0; blas_name(*index) != NULL; ++*index) {
        const char *known = blas_name(*index);

        if (strlen(known) == length && strncasecmp(known, name, length) == 0)
            return 0;
        text_append(names, sizeof names, "%s%s", *names == '\0' ? "" : ", ", known);
    }
    return fault_set(fault, FAULT_USAGE, "--with: `%.*s` is none of: %s",
                     (int)(length < 60 ? length : 60), name, names);
}

/* Marks the libraries that --with names, in any order; "none" marks none. */
static int read_names(const char *list, bool *wanted, struct fault *fault)
{
    if (strcmp(list, "none") == 0)
        return 0;
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

static int list_kernels(struct compare *compare, struct fault *fault)
{
    const struct options *options = compare->options;

    if (options->against.count > KERNEL_LIMIT)
        return fault_set(fault, FAULT_USAGE, "--against: %d at most", KERNEL_LIMIT);
    for (size_t i = 0; i < options->against.count; i++) {
        struct recipe *recipe = &compare->kernels[i];
        struct option_line *line = &compare->lines[i];

        if (option_line_read(options->against.list[i], line, fault))
            return -1;
        compare->kernel_count++;
        recipe->settings = line->settings;
        recipe->apart = true;
        snprintf(recipe->label, sizeof recipe->label, "%s", options->against.list[i]);
        utf8_mend_line(recipe->label);
        if (line->stray != NULL)
            return fault_set(fault, FAULT_USAGE,
                             "--against: `%.60s` is no option; ask options of clgemm-gen, as "
                             "--against '--for cpu --tile 8x4'",
                             line->stray);
        if (recipe_try(&options->settings, recipe, fault)) {
            fault_prefix(fault, "--against");
            return -1;
        }
        recipe->dispatches = recipe_dispatches(&options->settings, recipe);
    }
    return 0;
}

/* Kernels that have neither libraries nor --against to be compared with: the first one is compared
 * with the others. */
static int compare_each_other(struct compare *compare, struct recipes *recipes, struct fault *fault)
{
    const size_t others = recipes->count - 1;

    if (strcmp(compare->options->with, "none") != 0 || compare->kernel_count > 0)
        return 0;
    if (others > KERNEL_LIMIT)
        return fault_set(fault, FAULT_USAGE,
                         "--with none: a kernel is compared with %d others at most, and %zu are "
                         "given; clgemm-bench bench has any number in one table",
                         KERNEL_LIMIT, others);
    memcpy(compare->kernels, recipes->list + 1, others * sizeof *compare->kernels);
    compare->kernel_count = others;
    recipes->count = 1;
    return 0;
}

static void list_references(struct compare *compare)
{
    struct comparison_reference *reference = compare->references;

    for (size_t i = 0; i < compare->kernel_count; i++)
        *reference++ =
            (struct comparison_reference){compare->kernels[i].label, "of ours", NULL, ""};
    for (size_t i = 0; i < compare->library_count; i++)
        *reference++ = (struct comparison_reference){
            compare->libraries[i].name, compare->libraries[i].words, &compare->libraries[i], ""};
    while (reference-- > compare->references)
        snprintf(reference->title, sizeof reference->title, "%s", reference->name);
}

/* A core type of a library is out, of this suite and those behind. */
static void show_absent(void *self, const char *library, const char *core, const char *reason)
{
    const struct compare *compare = self;

    fflush(stdout);
    comparison_missing(compare->options, library, core, reason);
}

/* Opens what is wanted and here. One that is missing is told and left out. */
static int open_libraries(struct compare *compare, const bool *wanted, struct fault *fault)
{
    for (size_t i = 0; blas_name(i) != NULL && i < LIBRARY_LIMIT; i++) {
        const struct library_observer observer = {compare, show_absent};
        struct fault missing = {0};

        if (!wanted[i])
            continue;
        if (library_open(&compare->executor, blas_name(i), &observer,
                         &compare->libraries[compare->library_count], &missing) == 0)
            compare->library_count++;
        else if (!stop_wanted())
            comparison_missing(compare->options, blas_name(i), NULL, missing.text);
        fault_clear(&missing);
    }
    if (stop_wanted())
        return stop_fault(fault);
    if (compare->library_count + compare->kernel_count > 0)
        return 0;
    if (strcmp(compare->options->with, "none") == 0)
        return fault_set(
            fault, FAULT_USAGE,
            "--with none leaves nothing to compare with: name a second manifest, as A.json "
            "B.json, or ask --against OPTIONS for another kernel of the generator");
    return fault_set(fault, FAULT_REFUSED, "none of the libraries to compare with is here: %s",
                     compare->options->with);
}

/* Notes whether a problem fills the tile of a work-group of the kernel. */
static void note_fit(struct compare *compare, const struct candidate *kernel)
{
    char text[300];

    if (fit_describe(kernel->manifest, &kernel->launch, text, sizeof text) &&
        compare->beyond++ == 0)
        snprintf(compare->first_beyond, sizeof compare->first_beyond, "%.80s: %s",
                 candidate_label(kernel), text);
}

static int show_rows(void *self, struct suite_run *run, struct fault *fault)
{
    struct compare *compare = self;

    for (size_t i = 0; i < run->count - run->references; i++) {
        const struct candidate *kernel = suite_kernel(run, i);

        if (kernel->fault.code != FAULT_NONE)
            continue;
        if (comparison_add(&compare->table, run, kernel, fault))
            return -1;
        note_fit(compare, kernel);
    }
    return 0;
}

/* A case for each shape. Without a size of its own, a kernel of fixed sizes has those of -M, -N and
 * -K. NULL: no memory. */
static struct suite_case *make_cases(const struct options *options, const struct shapes *shapes)
{
    struct suite_case *cases = calloc(shapes->count, sizeof *cases);

    for (size_t i = 0; i < shapes->count && cases != NULL; i++) {
        const struct shape *shape = &shapes->list[i];

        cases[i] =
            (struct suite_case){options->shapes == NULL || *shape->at != '\0'
                                    ? options->test_case
                                    : case_of_shape(&options->test_case, shape),
                                shape_transpose(shape), *shape->at == '\0' ? NULL : shape->at};
    }
    return cases;
}

/* A kernel that was asked for with transposes of its own is measured with these on every shape. */
static int measure(struct compare *compare, const struct recipes *recipes,
                   const struct shapes *shapes, struct fault *fault)
{
    struct suite_case *cases = make_cases(compare->options, shapes);
    const struct suite suite = {.settings = compare->options->settings,
                                .kernels = recipes->list,
                                .kernel_count = recipes->count,
                                .others = compare->kernels,
                                .other_count = compare->kernel_count,
                                .libraries = compare->libraries,
                                .library_count = compare->library_count,
                                .cases = cases,
                                .case_count = shapes->count};
    const struct observer observer = {.self = compare,
                                      .format = compare->options->format,
                                      .lost = show_lost,
                                      .measured = show_rows};
    struct schedule schedule = compare->options->schedule;
    int status;

    schedule.settle = true;
    status = cases == NULL ? fault_memory(fault)
                           : suite_measure(&compare->executor, &suite, &schedule, &observer, fault);
    free(cases);
    return status;
}

/* Shows what the time of the comparison went into. */
static void show_work(const struct compare *compare, double total_ms)
{
    struct time_spent spent = {.total_ms = total_ms};

    time_spent_add(&spent, &compare->executor.client);
    for (size_t i = 0; i < compare->library_count; i++)
        for (size_t j = 0; j < compare->libraries[i].core_count; j++)
            time_spent_add(&spent, &compare->libraries[i].cores[j].executor.client);
    time_spent_show(&spent, compare->options->format, "");
}

static int run_compare(struct compare *compare, const struct recipes *recipes,
                       const struct shapes *shapes, struct fault *fault)
{
    const double begin_ms = time_now_ms();

    compare->table = (struct comparison_table){.options = compare->options,
                                               .device = &compare->executor.device,
                                               .references = compare->references,
                                               .reference_count =
                                                   compare->kernel_count + compare->library_count};
    list_references(compare);
    comparison_begin(&compare->table);
    if (measure(compare, recipes, shapes, fault) == 0 || stop_wanted()) {
        comparison_end(&compare->table);
        show_work(compare, time_now_ms() - begin_ms);
        fflush(stdout);
        if (compare->beyond > 0)
            fprintf(stderr,
                    "clgemm-bench: smaller than the kernel's tile: %zu of %zu; the first: %s\n",
                    compare->beyond, recipes->count * shapes->count, compare->first_beyond);
        if (compare->losses.count > 0)
            fault_set(fault, compare->losses.worst, "%zu kernel%s or libraries were not measured",
                      compare->losses.count, compare->losses.count == 1 ? "" : "s");
    }
    comparison_release(&compare->table);
    return fault->code == FAULT_NONE ? 0 : -1;
}

static int open_executor(struct compare *compare, struct recipes *recipes,
                         const struct shapes *shapes, const bool *wanted, struct fault *fault)
{
    const struct options *options = compare->options;
    const struct executor_options executor = take_executor(options);
    bool generates = recipes->generates || options->against.count > 0;
    int status = -1;

    if (list_kernels(compare, fault) == 0 && compare_each_other(compare, recipes, fault) == 0 &&
        executor_open(&executor, generates, &compare->executor, fault) == 0) {
        if (options->format == FORMAT_JSON)
            figures_line(figures_protocol(&compare->executor.device, &options->schedule,
                                          suite_tells_bandwidth(&options->schedule, FORMAT_JSON)
                                              ? suite_bandwidth(&compare->executor)
                                              : 0));
        if (open_libraries(compare, wanted, fault) == 0)
            status = run_compare(compare, recipes, shapes, fault);
        for (size_t i = 0; i < compare->library_count; i++)
            library_close(&compare->libraries[i]);
        executor_close(&compare->executor);
    }
    for (size_t i = 0; i < KERNEL_LIMIT; i++)
        option_line_release(&compare->lines[i]);
    return status;
}

int compare_command(const struct options *options, struct fault *fault)
{
    struct compare compare = {.options = options};
    bool wanted[LIBRARY_LIMIT] = {false};
    struct recipes recipes;
    struct shapes shapes;
    const struct shapes_source source = {options->shapes, options->test_case.size,
                                         options->settings.at,
                                         settings_name_sizes(&options->settings)};
    int status = -1;

    if (read_names(options->with, wanted, fault) || shapes_wanted(&source, &shapes, fault))
        return -1;
    if (recipes_list(&options->selection, &options->settings, &recipes, fault) == 0) {
        status = open_executor(&compare, &recipes, &shapes, wanted, fault);
        recipes_release(&recipes);
    }
    shapes_release(&shapes);
    return status;
}
