#include "harness/tune/tune.h"

#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/base/file.h"
#include "harness/base/stop.h"
#include "harness/base/text.h"
#include "harness/base/timing.h"
#include "harness/tune/pool.h"
#include "harness/tune/record.h"
#include "harness/tune/starts.h"

static void tuning_close(struct tuning *tuning)
{
    for (size_t i = 0; i < tuning->count; i++)
        tune_free_candidate(tuning->candidates[i], tuning->shape_count);
    free(tuning->candidates);
    tune_free_shipped(tuning);
    json_decref(tuning->good);
    clgemm_space_free(tuning->space);
    clgemm_request_free(tuning->request);
    free(tuning->value_counts);
    free(tuning->best_ms);
    free(tuning->picks);
}

/* Says what is done, before the first kernel is built: "90 s" or "250 points" of so many options. */
static void show_begin(const struct tuning *tuning)
{
    const struct tuner *tuner = tuning->tuner;
    const struct tune_options *options = tuner->options;
    const struct shape *first = &tuning->shapes[0];

    if (options->files.made != NULL)
        return;
    printf("device  %s (%s), driver %s\nsearch  %zu options for ",
           member_text_or(tuner->device, "device", ""),
           member_text_or(tuner->device, "platform", ""),
           member_text_or(tuner->device, "driver", ""), tuning->width);
    if (tuning->shape_count > 1)
        printf("%zu shapes", tuning->shape_count);
    else
        printf("m %" PRIu64 ", n %" PRIu64 ", k %" PRIu64, first->m, first->n, first->k);
    if (options->search.budget_seconds > 0)
        printf(", %.0f s", tuning->search_ms * 1e-3);
    else if (options->search.budget > 0)
        printf(", %" PRIu64 " points at most", options->search.budget);
    printf("; then the best %zu again\n", (size_t)options->finals.top);
    fflush(stdout);
}

/* Searches, measures the best again, and shows them; where we are to stop those so far. */
static int tune(struct tuning *tuning, struct fault *fault)
{
    int status;

    tuning->best_ms = malloc(tuning->shape_count * sizeof *tuning->best_ms);
    tuning->picks = calloc(5 * tuning->shape_count, sizeof *tuning->picks);
    if (tuning->best_ms == NULL || tuning->picks == NULL)
        return fault_memory(fault);
    tuning->untuned = tuning->picks + tuning->shape_count;
    tuning->winners = tuning->untuned + tuning->shape_count;
    tuning->kernels = tuning->winners + tuning->shape_count;
    tuning->served = tuning->kernels + tuning->shape_count;
    tuning->operations = element_operations(TYPE_F32);
    tuning->fewest = INFINITY;
    for (size_t i = 0; i < tuning->shape_count; i++) {
        tuning->best_ms[i] = INFINITY;
        tuning->untuned[i] = SIZE_MAX;
        tuning->fewest = fmin(tuning->fewest, tune_products(&tuning->shapes[i]));
    }
    if (tune_space_open(tuning, fault))
        return -1;
    if (tuning->tuner->options->show_space)
        return tune_show_space(tuning, fault);
    show_begin(tuning);
    status = tune_search(tuning, fault) || tune_pick(tuning, fault) ? -1 : 0;
    if (status != 0 && (!stop_wanted() || !tune_pick_so_far(tuning)))
        return -1;
    progress_clear(&tuning->tuner->progress);
    if (tuning->tuner->options->files.made != NULL)
        tune_show_winners(tuning);
    else
        tune_show_result(tuning);
    fflush(stdout); /* the profile may be a pipe that nobody reads */
    return status;
}

/* Writes the profile, if there are kernels for one. */
static int write_results(struct tuner *tuner, const struct tuning *tunings, size_t count,
                         struct fault *fault)
{
    const struct tune_options *options = tuner->options;
    bool works = false;

    for (size_t i = 0; i < count; i++)
        works = works || tunings[i].kernel_count > 0;
    if (works && (options->files.output != NULL || options->files.made != NULL)) {
        if (tune_write(tuner, tunings, count, fault))
            return -1;
        tuner->written = options->files.made == NULL;
        if (tuner->written)
            tune_show_profile(tuner, tunings, count);
    }
    tuner->finished = !stop_wanted();
    return works ? 0
                 : fault_set(fault, FAULT_REFUSED, "no kernel was correct and measured%s",
                             options->files.output == NULL ? "" : ": there is no profile");
}

/* We are to stop: the profile is that of what is known, and any error follows from that, unless it
 * is one of files. */
static void stop_short(struct tuner *tuner, const struct tuning *tunings, size_t count,
                       struct fault *fault)
{
    struct fault own = {0};

    if (!stop_explains(fault))
        fault_print(fault, stderr);
    fault_clear(fault);
    write_results(tuner, tunings, count, &own);
    if (!stop_explains(&own))
        fault_print(&own, stderr);
    fault_clear(&own);
    fflush(stdout);
    stop_fault(fault);
}

/* Searches and chooses until its share of the time is over, and a kernel was measured: then from what is measured so far. */
static int tune_in_time(struct tuning *tuning, double share, struct fault *fault)
{
    const double end_ms = tuning->tuner->options->search.end_ms, now_ms = time_now_ms();
    int status;

    tuning->stop_ms = end_ms > 0 ? now_ms + (end_ms - now_ms) * share : 0;
    tuning->has_kernel = !tuning->tuner->options->space.every;
    status = tune(tuning, fault);
    tuning->cut_short = status != 0;
    if (status != 0 && stop_is_late() && stop_explains(fault)) {
        tuning->tuner->late = true;
        fault_clear(fault);
        status = 0;
    }
    stop_at(0);
    return status;
}

/* Shapes of one transposition are one tuning. Each searches for its share of the time, however long
 * the kernels that an earlier one found are measured again. */
static int tune_shapes(struct tuner *tuner, const struct shapes *shapes, struct fault *fault)
{
    double left_ms = (double)tuner->options->search.budget_seconds * 1e3;
    struct tuning *tunings = calloc(shapes->count, sizeof *tunings);
    size_t count = 0, end;
    int status = tunings == NULL ? fault_memory(fault) : 0;

    for (size_t begin = 0; begin < shapes->count && status == 0; begin = end) {
        const char *transpose = shape_transpose(&shapes->list[begin]);
        double begin_ms = time_now_ms(), share;

        end = begin + 1;
        while (end < shapes->count && strcmp(shape_transpose(&shapes->list[end]), transpose) == 0)
            end++;
        tunings[count] = (struct tuning){
            .tuner = tuner, .shapes = shapes->list + begin, .shape_count = end - begin};
        share = (double)(end - begin) / (double)(shapes->count - begin);
        tunings[count].search_ms = left_ms * share;
        tunings[count].end_ms = begin_ms + tunings[count].search_ms;
        status = tune_in_time(&tunings[count], share, fault);
        left_ms -= fmin(time_now_ms(), tunings[count++].end_ms) - begin_ms;
        progress_clear(&tuner->progress);
    }
    tune_show_failures(tuner);
    if ((status == 0 || stop_wanted()) && !tuner->options->show_space)
        tune_show_work(tuner);
    if (status == 0 && !tuner->options->show_space)
        status = write_results(tuner, tunings, count, fault);
    else if (stop_wanted() && !tuner->options->show_space)
        stop_short(tuner, tunings, count, fault);
    for (size_t i = 0; i < count; i++)
        tuning_close(&tunings[i]);
    free(tunings);
    return status;
}

/* Refuses a journal whose kernels have earlier names of options: they would not be found again. */
static int refuse_renamed(const struct journal *journal, const char *path, struct fault *fault)
{
    int status = 0;

    for (size_t i = 0; i < journal_count(journal) && status == 0; i++) {
        json_t *key = journal_key(journal_at(journal, i)), *value;
        const char *name, *renamed;

        json_object_foreach(json_object_get(key, "parameters"), name, value)
        {
            renamed = clgemm_option_renamed(name);
            if (status == 0 && renamed != NULL)
                status = fault_set(fault, FAULT_REFUSED,
                                   "%.300s was written by an earlier version: its parameter %s is "
                                   "called %s now, so its kernels would be measured again; name a "
                                   "new file with --journal",
                                   path, name, renamed);
        }
        json_decref(key);
    }
    return status;
}

/* Opens the journal that is named, or the one beside the profile. */
static int open_journal(struct tuner *tuner, struct fault *fault)
{
    const char *said = tuner->options->files.journal, *output = tuner->options->files.output;
    char line[4096];

    if (tuner->options->show_space ||
        (said == NULL ? output == NULL || !file_may_be_plain(output) : strcmp(said, "none") == 0))
        return 0;
    tuner->own_journal = said == NULL;
    tuner->journal_path = said == NULL ? file_beside(output, ".journal") : strdup(said);
    if (tuner->journal_path == NULL)
        return fault_memory(fault);
    tuner->journal = journal_open(tuner->journal_path, true, fault);
    if (tuner->journal == NULL && tuner->own_journal)
        text_append(fault->text, sizeof fault->text,
                    "; --journal FILE names another journal, --journal none has none");
    if (tuner->journal == NULL || refuse_renamed(tuner->journal, tuner->journal_path, fault))
        return -1;
    if (tuner->own_journal && journal_count(tuner->journal) > 0)
        fprintf(stderr, "clgemm-bench: resumes from %s\n",
                utf8_line(tuner->journal_path, line, sizeof line));
    return 0;
}

/* The journal beside the profile is of use until a run has ended: then its file goes out of the way
 * of the next run. One of a run that has come to nothing has nothing in it. */
static int leave_journal(struct tuner *tuner, struct fault *fault)
{
    char *aside, line[4096];
    int status;

    if (tuner->journal == NULL || !tuner->own_journal)
        return 0;
    if (!tuner->finished) {
        if (journal_count(tuner->journal) == 0)
            unlink(tuner->journal_path);
        return 0;
    }
    aside = file_beside(tuner->journal_path, ".done");
    status = aside == NULL ? fault_memory(fault) : journal_put_aside(tuner->journal, aside, fault);
    if (status == 0)
        fprintf(stderr,
                "clgemm-bench: the journal of this run is %s; the same command begins anew\n",
                utf8_line(aside, line, sizeof line));
    free(aside);
    return status;
}

static int prepare(struct tuner *tuner, struct ranks *ranks, struct fault *fault)
{
    const struct tune_options *options = tuner->options;
    const struct executor_options executor = {.worker = options->worker,
                                              .compile_limit = options->limits.compile,
                                              .run_limit = options->limits.run};
    struct clgemm_error error = {0};

    if (tune_check_paths(options, fault))
        return -1;
    tuner->begin_ms = time_now_ms();
    file_first_line("/proc/sys/kernel/random/boot_id", tuner->boot, sizeof tuner->boot);
    if (clgemm_templates_open(options->space.templates, &tuner->templates, &error))
        return fault_pass_on(fault, &error);
    if (executor_prepare(&executor, &tuner->worker, fault))
        return -1;
    tuner->worker.client.shows_log = false; /* its failures have it */
    if (open_journal(tuner, fault))
        return -1;
    tuner->device = tune_ask(tuner, order_device(true), tune_compile_limit(tuner), fault);
    if (tuner->device == NULL || pool_open(tuner, ranks, &tuner->pool, fault))
        return -1;
    return options->show_space ? 0 : tune_note_session(tuner, fault);
}

/* A product of no elements has no time. */
static int refuse_nothing(const struct tune_options *options, const struct shapes *shapes,
                          struct fault *fault)
{
    for (size_t i = 0; i < shapes->count; i++) {
        const struct shape *shape = &shapes->list[i];

        if (shape->m == 0 || shape->n == 0 || shape->k == 0)
            return fault_set(fault, FAULT_USAGE,
                             "%s: m %" PRIu64 ", n %" PRIu64 ", k %" PRIu64
                             ": there is nothing to measure; a size is at least 1",
                             options->problem.shapes == NULL ? "-M, -N, -K"
                                                             : options->problem.shapes,
                             shape->m, shape->n, shape->k);
    }
    return 0;
}

/* Whether kernels are of a batch: as is said, or as the interface of a host that is named says. */
static bool is_batch(const struct settings *settings)
{
    struct clgemm_request *request = clgemm_request_new();
    const char *names[] = {"interface", "batch"};
    json_t *resolved;
    bool is;

    for (size_t i = 0; i < 2 && request != NULL; i++) {
        const char *value = settings_value(settings, names[i]);

        if (value != NULL && clgemm_request_set(request, names[i], value, NULL))
            break;
    }
    resolved = tune_resolve(request);
    is = strcmp(member_text_or(json_object_get(resolved, "batch"), "value", "none"), "none") != 0;
    json_decref(resolved);
    clgemm_request_free(request);
    return is;
}

/* Sizes of a product in index notation follow from its text. */
static int take_product(const struct tune_options *options, struct shapes *shapes,
                        struct fault *fault)
{
    for (size_t i = 0; i < shapes->count; i++)
        if (product_find_sizes(&options->space.settings, &shapes->list[i], fault)) {
            char place[24];

            snprintf(place, sizeof place, "line %zu", shapes->list[i].line);
            if (shapes->list[i].line > 0) {
                fault_prefix(fault, place);
                fault_prefix(fault, options->problem.shapes);
            }
            return -1;
        }
    return 0;
}

static void take_members(const struct tune_options *options, struct shapes *shapes)
{
    const struct test_case *test_case = &options->problem.test_case;

    if (is_batch(&options->space.settings))
        for (size_t i = 0; i < shapes->count; i++)
            shapes->list[i].members = test_case->has_members ? test_case->members : BATCH_MEMBERS;
}

static int run(struct tuner *tuner, struct ranks *ranks, struct fault *fault)
{
    const struct shapes *list = tuner->options->problem.list;
    const bool notation = settings_name_sizes(&tuner->options->space.settings);
    const struct shapes_source source = {tuner->options->problem.shapes,
                                         tuner->options->problem.test_case.size,
                                         tuner->options->problem.at, notation};
    struct shapes shapes;
    int status = 0;

    if (list != NULL ? shapes_copy(list, &shapes, fault) : shapes_wanted(&source, &shapes, fault))
        return -1;
    if (notation)
        status = take_product(tuner->options, &shapes, fault);
    else
        take_members(tuner->options, &shapes);
    status = status != 0 || shapes_group(&shapes, fault) ||
                     refuse_nothing(tuner->options, &shapes, fault) ||
                     prepare(tuner, ranks, fault) || tune_shapes(tuner, &shapes, fault)
                 ? -1
                 : 0;
    shapes_release(&shapes);
    return status;
}

int tune_serve(const struct worker_options *worker, struct ranks *ranks, struct fault *fault)
{
    struct client client;
    int status = client_open(worker, &client, fault);

    ranks_obey(ranks, &client);
    client_close(&client);
    return status;
}

/* Says what is kept of a run that is stopped. */
static void tell_stop(const struct tuner *tuner, struct fault *fault)
{
    const struct tune_options *options = tuner->options;

    if (tuner->written)
        text_append(fault->text, sizeof fault->text, "; the profile so far is in %.300s",
                    options->files.output);
    else if (options->files.output != NULL)
        text_append(fault->text, sizeof fault->text, ", before there was a profile");
    text_append(fault->text, sizeof fault->text,
                tuner->journal == NULL ? "; with a journal the same command would resume from here"
                                       : "; the same command resumes from its journal");
    utf8_mend_line(fault->text);
}

int tune_run(const struct tune_options *given, struct fault *fault)
{
    struct tune_options options = *given;
    struct tuner tuner = {.options = &options,
                          .worker.client = {.orders = -1, .answers = -1, .log = -1}};
    struct ranks *ranks = options.ranks;
    struct sigaction ignore = {.sa_handler = SIG_IGN}, pipe_before, size_before;
    int status;

    /* Neither a reader of our output that is gone nor a journal that may not grow ends this
     * process. */
    sigaction(SIGPIPE, &ignore, &pipe_before);
    sigaction(SIGXFSZ, &ignore, &size_before);
    stop_watch();
    status = ranks != NULL ? 0 : ranks_open(&options.worker.device, &ranks, fault);
    if (status == 0)
        status = ranks_obeys(ranks) ? tune_serve(&options.worker, ranks, fault)
                                    : run(&tuner, ranks, fault);
    if (status == 0 && tuner.journal != NULL)
        status = journal_check(tuner.journal, fault);
    if (options.found_peak != NULL)
        *options.found_peak = tuner.peak.gflops;
    if (fault->interrupted && !options.show_space)
        tell_stop(&tuner, fault);
    pool_close(tuner.pool);
    /* Before others are waited for: who stops all ranks may not wait for us. */
    if ((status != 0 || tuner.late) && tuner.journal != NULL)
        journal_take_back(tuner.journal);
    executor_close(&tuner.worker);
    if (options.ranks == NULL)
        ranks_close(ranks);
    if (leave_journal(&tuner, fault))
        status = -1;
    journal_close(tuner.journal);
    free(tuner.journal_path);
    clgemm_templates_free(tuner.templates);
    json_decref(tuner.device);
    sigaction(SIGPIPE, &pipe_before, NULL);
    sigaction(SIGXFSZ, &size_before, NULL);
    return status;
}
