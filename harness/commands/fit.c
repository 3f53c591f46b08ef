/* The command `fit`: rates of the kernels of a profile's dispatch, from few products of each. */
#include "harness/base/list.h"
#include "harness/commands/commands.h"

#include <stdlib.h>
#include <string.h>

#include "harness/base/file.h"
#include "harness/base/stop.h"
#include "harness/base/text.h"
#include "harness/commands/fit_profile.h"
#include "harness/engine/rates.h"
#include "harness/engine/suite.h"
#include "harness/output/figures.h"
#include "harness/output/table.h"

enum {
    DISPATCHES = 4,  /* one for each transpose at most */
    BUSY_US = 10000, /* microseconds that a product takes at most, or nearly so */
    TRIES = 3        /* at products whose time cannot be right */
};

/* What of a kernel is measured. */
enum part {
    PART_FIRST, /* one product, which tells how fast it is */
    PART_ALL,
    PART_DOUBTFUL /* products whose times cannot be right, again */
};

struct fitting {
    const struct options *options;
    struct executor *executor;
    struct fit_profile profile;
    struct clgemm_dispatch *dispatches[DISPATCHES];
    size_t dispatch_count;
    struct rates_kernel *kernels;
    size_t count, measured;                     /* of them, those that are done */
    struct rates_kernel *at;                    /* the kernel that is measured, ... */
    double *times[RATES_WAYS * RATES_PRODUCTS]; /* ... where the times of its cases are */
    struct losses losses;
};

/* ------------------------------------------------------------------------------- the kernels */

/* Makes the dispatch for a transpose (NULL: as the options say). Errors: those of the generator. */
static int make_dispatch(struct fitting *fitting, const char *transpose, struct fault *fault)
{
    struct clgemm_request *request = clgemm_request_new();
    struct clgemm_dispatch *dispatch;
    struct clgemm_error error;
    int status;

    if (request == NULL)
        return fault_memory(fault);
    status = device_traits_say(&fitting->executor->traits, request, &error);
    if (status == 0)
        status = settings_say(&fitting->options->settings, request, &error);
    if (status == 0 && transpose != NULL)
        status = clgemm_request_set(request, "transpose", transpose, &error);
    if (status == 0)
        status = clgemm_dispatch_make(request, &dispatch, &error);
    clgemm_request_free(request);
    if (status != 0)
        return fault_pass_on(fault, &error);
    fitting->dispatches[fitting->dispatch_count++] = dispatch;
    return 0;
}

static bool is_listed(const struct fitting *fitting, const char *name)
{
    for (size_t i = 0; i < fitting->count; i++)
        if (strcmp(fitting->kernels[i].name, name) == 0)
            return true;
    return false;
}

/* Lists the kernels of the profile in a dispatch that none before it has. Errors: FAULT_IO (memory). */
static int list_kernels(struct fitting *fitting, struct clgemm_dispatch *dispatch,
                        struct fault *fault)
{
    const size_t prefix = strlen(clgemm_dispatch_name(dispatch)) + 1;
    const struct clgemm_result *result;

    for (size_t i = 0; (result = clgemm_dispatch_kernel(dispatch, i)) != NULL; i++) {
        const char *name = clgemm_result_name(result) + prefix;

        if (is_listed(fitting, name) || !fit_profile_has(&fitting->profile, name))
            continue;
        if (!list_grow(&fitting->kernels, fitting->count, sizeof *fitting->kernels))
            return fault_memory(fault);
        fitting->kernels[fitting->count++] = (struct rates_kernel){.name = name, .result = result};
    }
    return 0;
}

static int list_all(struct fitting *fitting, struct fault *fault)
{
    static const char *const transposes[DISPATCHES] = {"nn", "nt", "tn", "tt"};
    const bool all = fitting->options->selection.all_transposes;

    for (size_t i = 0; i < (all ? DISPATCHES : 1); i++)
        if (make_dispatch(fitting, all ? transposes[i] : NULL, fault) ||
            (i == 0 && fit_profile_find(&fitting->profile, fitting->dispatches[0], fault)) ||
            list_kernels(fitting, fitting->dispatches[i], fault))
            return -1;
    return 0;
}

/* ------------------------------------------------------------------------------ their times */

static void show_lost(void *self, const struct suite_run *run, const struct candidate *candidate)
{
    struct fitting *fitting = self;

    (void)run;
    losses_add(&fitting->losses, fitting->at->name, &candidate->fault);
}

/* Takes the least time of a product: what a machine is busy with besides only adds to it. */
static int take_time(void *self, struct suite_run *run, struct fault *fault)
{
    struct fitting *fitting = self;
    const struct candidate *candidate = suite_kernel(run, 0);
    const double us = 1e3 * candidate->measurement.wall.min;
    double *least = fitting->times[run->on - run->suite->cases];

    (void)fault;
    if (candidate->fault.code == FAULT_NONE && (*least <= 0 || us < *least))
        *least = us;
    return 0;
}

/* Whether a product of the kernel is in the part, measured in that way. */
static bool is_in_part(const struct rates_kernel *kernel, size_t product, enum rates_way way,
                       enum part part)
{
    return part == PART_FIRST ? product == 1 && way == RATES_WHOLE
           : part == PART_ALL ? way == RATES_WHOLE || kernel->products[product].ways
                              : rates_is_doubtful(kernel, &kernel->products[product], way);
}

static size_t make_cases(struct fitting *fitting, const struct manifest *manifest, enum part part,
                         struct suite_case *cases)
{
    const unsigned units = fitting->executor->device.compute_units;
    struct rates_kernel *kernel = fitting->at;
    size_t count = 0;

    if (part != PART_DOUBTFUL)
        rates_choose(kernel, manifest, units,
                     part == PART_FIRST ? RATES_WORK : rates_work(kernel, units, BUSY_US));
    for (size_t i = 0; i < RATES_WAYS * kernel->count; i++) {
        struct rates_product *product = &kernel->products[i % kernel->count];
        const enum rates_way way = (enum rates_way)(i / kernel->count);

        cases[count] = (struct suite_case){.transpose = ""};
        if (!is_in_part(kernel, i % kernel->count, way, part) ||
            !rates_case(manifest, product, way, &cases[count].test_case))
            continue;
        fitting->times[count++] = &product->us[way];
    }
    return count;
}

static int measure_part(struct fitting *fitting, const struct manifest *manifest, enum part part,
                        struct suite *suite, struct fault *fault)
{
    const struct observer observer = {.self = fitting,
                                      .format = fitting->options->format,
                                      .lost = show_lost,
                                      .measured = take_time};
    struct suite_case cases[RATES_WAYS * RATES_PRODUCTS];
    struct schedule schedule = fitting->options->schedule;

    schedule.settle = true;
    schedule.trusts = part != PART_FIRST;
    suite->cases = cases;
    suite->case_count = make_cases(fitting, manifest, part, cases);
    return suite->case_count == 0
               ? 0
               : suite_measure(fitting->executor, suite, &schedule, &observer, fault);
}

/* Measures the products of a kernel. One that is refused, or is lost, has fewer times. */
static int measure_kernel(struct fitting *fitting, struct rates_kernel *kernel, struct fault *fault)
{
    struct recipe recipe = {.apart = true};
    struct suite suite = {.kernels = &recipe, .kernel_count = 1};
    const size_t failed = fitting->losses.count;
    struct option_line line;
    struct kernel made;
    int status;

    fitting->at = kernel;
    if (option_line_read(clgemm_result_command(kernel->result), &line, fault))
        return -1;
    recipe.settings = line.settings;
    snprintf(recipe.label, sizeof recipe.label, "%.*s", (int)sizeof recipe.label - 1, kernel->name);
    status = kernel_make(&suite.settings, &recipe, NULL, &fitting->executor->traits, &made, fault);
    if (status == 0) {
        executor_compile(fitting->executor, &made, &recipe.manifest, &recipe.compiled);
        for (int pass = PART_FIRST; pass < PART_DOUBTFUL + TRIES; pass++)
            if (status == 0 && fitting->losses.count == failed)
                status = measure_part(fitting, &made.manifest,
                                      pass < PART_DOUBTFUL ? (enum part)pass : PART_DOUBTFUL,
                                      &suite, fault);
        kernel_release(&made);
        json_decref(recipe.manifest);
        json_decref(recipe.compiled);
    }
    option_line_release(&line);
    return status;
}

/* --------------------------------------------------------------------------------- the result */

static json_t *record_of(const struct rates_kernel *kernel)
{
    const struct clgemm_rates *rates = &kernel->rates;
    json_t *products = json_array();

    for (size_t i = 0; i < kernel->count; i++) {
        const struct rates_product *product = &kernel->products[i];

        json_array_append_new(
            products,
            json_pack("{s:I, s:I, s:I, s:f, s:f, s:f, s:f}", "m", (json_int_t)product->size[0], "n",
                      (json_int_t)product->size[1], "k", (json_int_t)product->size[2], "ms",
                      product->us[RATES_WHOLE] / 1e3, "odd_lines_ms",
                      product->us[RATES_ODD_LINES] / 1e3, "partial_tiles_ms",
                      product->us[RATES_PARTIAL] / 1e3, "predicted_ms", product->predicted / 1e3));
    }
    json_t *record = json_pack("{s:s, s:s, s:s, s:o, s:f}", "record", "rates", "kernel",
                               kernel->name, "command", clgemm_result_command(kernel->result),
                               "products", products, "error", kernel->error);
    if (kernel->known)
        json_object_set_new(record, "rates",
                            json_pack("{s:I, s:f, s:f, s:f, s:f, s:f}", "groups",
                                      (json_int_t)rates->groups, "alone_ns", rates->alone_ns,
                                      "shared_ns", rates->shared_ns, "tile_ns", rates->tile_ns,
                                      "odd_lines", kernel->odd_lines, "partial_tiles",
                                      kernel->partial_tiles));
    return record;
}

static void show_records(const struct fitting *fitting, const struct clgemm_rates *device)
{
    figures_line(json_pack("{s:s, s:I, s:f, s:f, s:f, s:f}", "record", "device_rates", "units",
                           (json_int_t)device->units, "start_us", device->start_us, "step_us",
                           device->step_us, "memory_gbs", device->memory_gbs, "overlap",
                           device->overlap));
    for (size_t i = 0; i < fitting->count; i++)
        figures_line(record_of(&fitting->kernels[i]));
}

/* By how many times something takes longer. */
static void show_times(struct table *table, double times)
{
    if (times > 0)
        table_cell(table, "%.3g", times);
    else
        table_cell(table, "-");
}

static void show_table(const struct fitting *fitting, const struct clgemm_rates *device)
{
    static const struct table_column columns[] = {
        {"kernel", -24, "", NULL},         {"groups", 6, NULL, NULL},  {"alone ns", 9, NULL, NULL},
        {"shared ns", 9, NULL, NULL},      {"tile ns", 9, NULL, NULL}, {"odd lines", 9, NULL, NULL},
        {"partial tiles", 13, NULL, NULL}, {"error", 6, NULL, NULL}};
    struct table table = table_of(FORMAT_TEXT, columns, sizeof columns / sizeof *columns);

    printf("%lld compute units, start %.3g us, step %.3g us, memory %.3g GB/s, overlap %.2g\n",
           device->units, device->start_us, device->step_us, device->memory_gbs, device->overlap);
    table_head(&table);
    for (size_t i = 0; i < fitting->count; i++) {
        const struct rates_kernel *kernel = &fitting->kernels[i];

        table_cell(&table, "%s", kernel->name);
        if (kernel->known) {
            table_cell(&table, "%lld", kernel->rates.groups);
            table_cell(&table, "%.3g", kernel->rates.alone_ns);
            table_cell(&table, "%.3g", kernel->rates.shared_ns);
            table_cell(&table, "%.3g", kernel->rates.tile_ns);
            show_times(&table, kernel->odd_lines);
            show_times(&table, kernel->partial_tiles);
            table_cell(&table, "%.0f %%", 100 * (kernel->error - 1));
        }
        table_end_row(&table);
    }
}

/* The command line that finds the rates again. It stands in a profile that others get: of a file there is the name, not where its user has it. */
static void command_text(const struct options *options, char *text, size_t room)
{
    snprintf(text, room, "clgemm-bench fit");
    for (size_t i = 0; i < options->settings.count; i++) {
        const struct setting *setting = &options->settings.list[i];
        const char *value = setting->value;
        const bool is_file = strcmp(setting->name, "for") == 0 && file_is_named(value);

        text_append(text, room, " --%s%s%s%s", setting->name, value == NULL ? "" : " ",
                    is_file ? "./" : "",
                    value == NULL ? ""
                    : is_file     ? file_name(value)
                                  : value);
    }
    if (options->selection.all_transposes)
        text_append(text, room, " --transpose all");
    utf8_mend_line(text);
}

/* Finds what of the device is known before its kernels are measured; *known: its rates too. */
static int find_device(struct fitting *fitting, struct clgemm_rates *device, bool *known,
                       struct fault *fault)
{
    const struct device *on = &fitting->executor->device;

    *known = fit_profile_is_of(&fitting->profile, on->name);
    *device = (struct clgemm_rates){.units = on->compute_units};
    if (*known)
        fit_profile_read(&fitting->profile, device);
    else
        device->memory_gbs = suite_bandwidth(fitting->executor);
    if (stop_wanted())
        return stop_fault(fault);
    return device->memory_gbs > 0
               ? 0
               : fault_set(fault, FAULT_DEVICE, "the speed of the device's memory is not known");
}

/* Fits the rates, shows and writes them. `whole`: all kernels were measured, so that rates of a
 * device that is not known follow. */
static int conclude(struct fitting *fitting, struct clgemm_rates *device, bool known, bool whole,
                    struct fault *fault)
{
    char command[400];
    bool any = false;

    rates_fit(fitting->kernels, fitting->count, device, !known,
              fitting->executor->device.type == CL_DEVICE_TYPE_CPU);
    for (size_t i = 0; i < fitting->count; i++)
        any = any || fitting->kernels[i].known;
    if (fitting->losses.worst == FAULT_WRONG)
        return fault_set(fault, FAULT_WRONG, "a kernel computed a wrong result: no rates are kept");
    if (!any)
        return fault_set(
            fault, fitting->losses.worst == FAULT_NONE ? FAULT_REFUSED : fitting->losses.worst,
            "no kernel could be measured");
    if (fitting->options->format == FORMAT_JSON)
        show_records(fitting, device);
    else
        show_table(fitting, device);
    if (!whole && !known)
        return fault_set(fault, FAULT_REFUSED,
                         "no rates are written, as those of the device follow from all kernels");
    command_text(fitting->options, command, sizeof command);
    if (!known)
        fit_profile_set_device(&fitting->profile, device, fitting->executor->device.name, command);
    for (size_t i = 0; i < fitting->count; i++)
        fit_profile_set(&fitting->profile, &fitting->kernels[i]);
    if (fitting->profile.forgotten > 0)
        fprintf(stderr,
                "clgemm-bench: rates of %zu kernels were of another device, and are not kept\n",
                fitting->profile.forgotten);
    return fit_profile_write(&fitting->profile, fault);
}

/* Says which rates there are where we are to stop: those of kernels that were measured whole, of
 * which the device's follow where the time was over and no run goes on. The error is one that does not follow from the stop. */
static int conclude_short(struct fitting *fitting, struct clgemm_rates *device, bool known,
                          struct fault *fault)
{
    const size_t all = fitting->count;
    struct fault own = {0};

    fitting->count = fitting->measured;
    if (fitting->count > 0 && conclude(fitting, device, known, stop_is_late(), &own) == 0)
        fault_set(&own, FAULT_REFUSED, "the rates of %zu of %zu kernels are written",
                  fitting->count, all);
    if (!stop_explains(&own)) {
        fault_clear(fault);
        return fault_move(&own, fault);
    }
    if (own.code != FAULT_NONE)
        text_append(fault->text, sizeof fault->text, "; %s", own.text);
    fault_clear(&own);
    return -1;
}

static int fit(struct fitting *fitting, struct fault *fault)
{
    struct clgemm_rates device;
    bool known;

    if (list_all(fitting, fault))
        return -1;
    if (fitting->options->format == FORMAT_JSON)
        figures_line(figures_protocol(&fitting->executor->device, &fitting->options->schedule, 0));
    if (find_device(fitting, &device, &known, fault))
        return -1;
    while (fitting->measured < fitting->count &&
           measure_kernel(fitting, &fitting->kernels[fitting->measured], fault) == 0)
        fitting->measured++;
    if (fitting->measured == fitting->count)
        return conclude(fitting, &device, known, true, fault);
    return fault->interrupted ? conclude_short(fitting, &device, known, fault) : -1;
}

int fit_on(const struct options *options, struct executor *executor, struct fault *fault)
{
    const struct executor_options room = take_executor(options);
    struct executor own;
    struct fitting fitting = {.options = options, .executor = executor == NULL ? &own : executor};
    int status;

    if (fit_profile_open(settings_value(&options->settings, "for"), options->output,
                         &fitting.profile, fault))
        return -1;
    status = executor == NULL ? executor_open(&room, true, &own, fault) : 0;
    if (status == 0) {
        status = fit(&fitting, fault);
        if (executor == NULL)
            executor_close(&own);
    }
    for (size_t i = 0; i < fitting.dispatch_count; i++)
        clgemm_dispatch_free(fitting.dispatches[i]);
    free(fitting.kernels);
    fit_profile_release(&fitting.profile);
    return status;
}

int fit_command(const struct options *options, struct fault *fault)
{
    return fit_on(options, NULL, fault);
}
