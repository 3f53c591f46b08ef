#include "harness/tune.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/file.h"
#include "harness/report.h"
#include "harness/t4.h"
#include "harness/timing.h"
#include "harness/tune_impl.h"
#include "harness/tune_pool.h"

/* Times may be this much above a peak that is stated; and above one that is measured, perhaps while
 * others were at work on the machine. What did not run at all is further off. */
static const double above_stated = 1.05, above_measured = 1.5;

/* ------------------------------------------------------------------------------------ the device */

/* An order that no candidate is to blame for. NULL: it failed. */
static json_t *ask(struct tuner *tuner, json_t *order, double limit_ms, struct fault *fault)
{
    struct reply reply;
    json_t *answer;

    if (tune_ask(tuner, order, limit_ms, &reply, fault))
        return NULL;
    answer = json_incref(reply.answer);
    if (answer == NULL)
        fault_set(fault, strcmp(reply.kind, "refused") == 0 ? FAULT_REFUSED : FAULT_DEVICE, "%s",
                  reply.interrupted ? "stopped by a signal" : reply.reason);
    reply_release(&reply);
    return answer;
}

static void take_peak(struct tuner *tuner, const json_t *answer)
{
    double stated = json_number_value(json_object_get(answer, "stated"));
    double measured = json_number_value(json_object_get(answer, "measured"));
    const char *words =
        json_string_value(json_object_get(answer, stated > 0 ? "words" : "measured_words"));

    tuner->peak_gflops = stated > 0 ? stated : measured;
    tuner->limit_gflops =
        stated > 0 ? above_stated * fmax(stated, measured) : above_measured * measured;
    snprintf(tuner->peak_words, sizeof tuner->peak_words, "%s", words == NULL ? "" : words);
    tuner->bandwidth = json_number_value(json_object_get(answer, "memory_gbytes_per_second"));
}

/* How this run measures; said again when the peak is known. */
static int note_session(struct tuner *tuner, struct fault *fault)
{
    const struct options *options = tuner->options;
    json_t *key = json_pack("{s:O, s:O}", "device", json_object_get(tuner->device, "device"),
                            "driver", json_object_get(tuner->device, "driver"));
    json_t *fields =
        json_pack("{s:s, s:I, s:i, s:i, s:I, s:b, s:s, s:s, s:O}", "search", options->search,
                  "seed", (json_int_t)options->seed, "warm_up", 1, "repeats", 3, "trials",
                  (json_int_t)options->trials, "paranoid", (int)options->paranoid, "version",
                  clgemm_version(), "data", report_data(options->data), "platform",
                  json_object_get(tuner->device, "platform"));
    int status;

    if (tuner->peak_gflops > 0) {
        json_object_set_new(fields, "peak_gflops", json_real(tuner->peak_gflops));
        json_object_set_new(fields, "peak", json_string(tuner->peak_words));
    }
    if (tuner->bandwidth > 0)
        json_object_set_new(fields, "memory_gbytes_per_second", json_real(tuner->bandwidth));
    status = tune_note(tuner, key, JOURNAL_SESSION, fields, fault);
    json_decref(key);
    return status;
}

/* What figures are compared with: what was said, else what the kernel's profile states, else what
 * is measured. A device that cannot be measured has none. The good kernel is built for that. */
static int find_peak(struct tuning *tuning, struct fault *fault)
{
    struct tuner *tuner = tuning->tuner;
    const char *said = tuner->options->peak;
    struct fault own = {0};
    json_t *answer = NULL;

    if (tuner->peak_gflops > 0 || tuning->good == NULL)
        return 0;
    if (said != NULL && strcmp(said, "profile") != 0 && strcmp(said, "measured") != 0) {
        tuner->peak_gflops = strtod(said, NULL);
        tuner->limit_gflops = above_stated * tuner->peak_gflops;
        snprintf(tuner->peak_words, sizeof tuner->peak_words, "stated on the command line");
        return note_session(tuner, fault);
    }
    /* Again where somebody ended the worker, and the kernel with it. */
    for (int tries = 0; answer == NULL && tries < 2; tries++) {
        fault_clear(&own);
        if (tune_confirm(tuning, fault))
            return -1;
        answer = ask(tuner, json_pack("{s:s, s:i}", "do", "peak", "slot", 0), tune_run_limit(tuner),
                     &own);
    }
    if (answer != NULL)
        take_peak(tuner, answer);
    json_decref(answer);
    fault_clear(&own);
    return tuner->peak_gflops > 0 ? note_session(tuner, fault) : 0;
}

/* The kernel that the generator makes by itself, where it works on this problem, is where the
 * search begins and what is run after a failure. *start is its point, if it has one. */
static int try_default(struct tuning *tuning, unsigned *start, bool *has_start, struct fault *fault)
{
    json_t *manifest;
    struct reply reply;
    int status;

    if (tune_default(tuning, &manifest, start, has_start, fault))
        return -1;
    if (manifest == NULL)
        return 0;
    tuning->good = manifest;
    for (size_t i = 0; i < tuning->shape_count; i++) {
        const struct shape *shape = &tuning->shapes[i], *good = &tuning->good_shape;

        if (i == 0 || shape->m * shape->n * shape->k < good->m * good->n * good->k)
            tuning->good_shape = *shape;
    }
    status = tune_run_good(tuning, &reply, fault);
    if (status == 0 && reply.answer == NULL) {
        json_decref(tuning->good);
        tuning->good = NULL;
        worker_replace(&tuning->tuner->worker);
    }
    reply_release(&reply);
    return status;
}

/* ------------------------------------------------------------------------------------ the search */

static bool is_over(const struct tuning *tuning)
{
    const struct options *options = tuning->tuner->options;

    if (options->budget_seconds > 0)
        return time_now_ms() >= tuning->end_ms;
    return tuning->total > 0 && tuning->count >= tuning->total;
}

/* Gives out what the search proposes, as long as there is somebody to measure it. */
static int submit(struct tuning *tuning, struct search *search, unsigned *point,
                  struct fault *fault)
{
    struct pool *pool = tuning->tuner->pool;
    enum search_answer answer = SEARCH_POINT;

    while (pool_room(pool) > 0 && !is_over(tuning)) {
        struct candidate *candidate;

        if (search_propose(search, &answer, point, fault))
            return -1;
        if (answer != SEARCH_POINT)
            return 0;
        if (tune_add(tuning, point, &candidate, fault))
            return -1;
        pool_submit(pool, tuning, tuning->count - 1);
    }
    return 0;
}

static int collect(struct tuning *tuning, struct search *search, struct fault *fault)
{
    size_t candidate;
    double ms;

    if (pool_collect(tuning->tuner->pool, &candidate, &ms, fault))
        return -1;
    return search_report(search, tuning->candidates[candidate].point, ms, fault);
}

/* The worker that finds the peak must have nothing else to do. */
static int find_late_peak(struct tuning *tuning, struct search *search, struct fault *fault)
{
    while (pool_out(tuning->tuner->pool) > 0)
        if (collect(tuning, search, fault))
            return -1;
    return find_peak(tuning, fault);
}

static int search(struct tuning *tuning, struct search *search, unsigned *point,
                  struct fault *fault)
{
    bool sought = tuning->good != NULL;

    do {
        tune_show_progress(tuning, "tried");
        if (process_interrupted())
            return fault_set(fault, FAULT_IO, "stopped by a signal");
        if (submit(tuning, search, point, fault))
            return -1;
        if (pool_out(tuning->tuner->pool) == 0)
            return 0;
        if (collect(tuning, search, fault))
            return -1;
        if (!sought && tuning->good != NULL && find_late_peak(tuning, search, fault))
            return -1;
        sought = tuning->good != NULL;
    } while (true);
}

static int refuse_empty(const struct search_space *space, unsigned *point, struct fault *fault)
{
    if (space->next(space->context, point, true))
        return 0;
    return fault_set(fault, FAULT_REFUSED,
                     "no point of this space is valid; --show-space shows it, and clgemm-gen "
                     "--why-not what a point breaks");
}

/* The generator's own choice takes part where it works and the user does not say what does, be it a
 * point of the space or not. */
static int enter_default(struct tuning *tuning, bool has_start, struct fault *fault)
{
    struct candidate *candidate;
    double ms;

    if (tuning->good == NULL || has_start || tuning->tuner->options->param_count > 0)
        return 0;
    return tune_add(tuning, NULL, &candidate, fault) || tune_evaluate(tuning, candidate, &ms, fault)
               ? -1
               : 0;
}

static int run_search(struct tuning *tuning, struct fault *fault)
{
    const struct options *options = tuning->tuner->options;
    struct search_space space;
    unsigned *starts = calloc(tuning->width * TUNE_STARTS, sizeof *starts);
    unsigned *point = calloc(tuning->width, sizeof *point);
    struct search_options search_options = {
        .kind = options->search, .seed = options->seed, .starts = starts};
    struct search *walk = NULL;
    bool has_start = false;
    int status = -1;

    tune_space_view(tuning, &space);
    tuning->total = (size_t)options->budget;
    if (starts == NULL || point == NULL)
        fault_memory(fault);
    else if (refuse_empty(&space, point, fault) == 0)
        status = try_default(tuning, starts, &has_start, fault) || find_peak(tuning, fault) ||
                         enter_default(tuning, has_start, fault)
                     ? -1
                     : 0;
    search_options.start_count = has_start;
    if (status == 0)
        status = tune_find_starts(tuning, starts, &search_options.start_count, fault);
    if (status == 0) {
        walk = search_open(&search_options, &space, fault);
        status = -1;
    }
    if (walk != NULL)
        status = search(tuning, walk, point, fault);
    pool_abandon(tuning->tuner->pool);
    search_close(walk);
    free(starts);
    free(point);
    return status;
}

/* --------------------------------------------------------------------------- the whole of a run */

static void tuning_close(struct tuning *tuning)
{
    for (size_t i = 0; i < tuning->count; i++) {
        struct candidate *candidate = &tuning->candidates[i];

        free(candidate->point);
        json_decref(candidate->parameters);
        json_decref(candidate->manifest);
        free(candidate->options);
        free(candidate->problem);
        free(candidate->scores);
    }
    free(tuning->candidates);
    json_decref(tuning->good);
    clgemm_space_free(tuning->space);
    clgemm_request_free(tuning->request);
    free(tuning->value_counts);
    free(tuning->best_ms);
    free(tuning->winners);
    free(tuning->kernels);
    free(tuning->served);
}

static int tune(struct tuning *tuning, struct fault *fault)
{
    tuning->best_ms = malloc(tuning->shape_count * sizeof *tuning->best_ms);
    if (tuning->best_ms == NULL)
        return fault_memory(fault);
    for (size_t i = 0; i < tuning->shape_count; i++)
        tuning->best_ms[i] = INFINITY;
    if (tune_space_open(tuning, fault))
        return -1;
    if (tuning->tuner->options->show_space)
        return tune_show_space(tuning, fault);
    if (run_search(tuning, fault) || tune_finals(tuning, fault) || tune_pick(tuning, fault))
        return -1;
    tune_clear_progress(tuning->tuner);
    tune_show_result(tuning);
    return 0;
}

/* Which start of the machine this is, where the system says it. */
static void find_boot(char boot[40])
{
    FILE *stream = fopen("/proc/sys/kernel/random/boot_id", "r");

    if (stream != NULL && fscanf(stream, "%39s", boot) != 1)
        *boot = '\0';
    if (stream != NULL)
        fclose(stream);
}

/* Shapes of one transposition are one tuning. */
static int tune_shapes(struct tuner *tuner, const struct shapes *shapes, struct fault *fault)
{
    double end_ms = time_now_ms() + (double)tuner->options->budget_seconds * 1e3;
    struct tuning *tunings = calloc(shapes->count, sizeof *tunings);
    size_t count = 0, end;
    int status = tunings == NULL ? fault_memory(fault) : 0;

    for (size_t begin = 0; begin < shapes->count && status == 0; begin = end) {
        const char *transpose = shape_transpose(&shapes->list[begin]);

        end = begin + 1;
        while (end < shapes->count && strcmp(shape_transpose(&shapes->list[end]), transpose) == 0)
            end++;
        tunings[count] = (struct tuning){
            .tuner = tuner, .shapes = shapes->list + begin, .shape_count = end - begin};
        tuner->begin_ms = time_now_ms();
        /* Of the time that is left, as much as it has shapes of those that are left. */
        tunings[count].end_ms = tuner->begin_ms + (end_ms - tuner->begin_ms) *
                                                      (double)(end - begin) /
                                                      (double)(shapes->count - begin);
        status = tune(&tunings[count++], fault);
        tune_clear_progress(tuner);
    }
    if (!tuner->options->show_space)
        tune_show_failures(tuner);
    if (status == 0 && !tuner->options->show_space && tuner->options->output != NULL)
        status = tune_write(tuner, tunings, count, fault);
    if (status == 0 && !tuner->options->show_space && tuner->options->output != NULL)
        tune_show_profile(tuner, tunings, count);
    if (status == 0 && !tuner->options->show_space && tuner->options->t4 != NULL)
        status =
            t4_write(tuner->journal, json_string_value(json_object_get(tuner->device, "device")),
                     tuner->options->t4, fault);
    for (size_t i = 0; i < count; i++)
        tuning_close(&tunings[i]);
    free(tunings);
    return status;
}

static int open_templates(struct tuner *tuner, struct fault *fault)
{
    struct clgemm_error error = {0};

    if (clgemm_templates_open(tuner->options->templates, &tuner->templates, &error) == 0)
        return 0;
    return error.line > 0 ? fault_set(fault, (enum fault_code)error.code, "%s:%u:%u: %s",
                                      error.source, error.line, error.column, error.text)
                          : fault_set(fault, (enum fault_code)error.code, "%s", error.text);
}

/* What cannot be written in the end is better known before. */
static int check_output(const char *path, struct fault *fault)
{
    char *folder = file_folder(path);
    int status = access(folder == NULL ? "." : folder, W_OK | X_OK);

    if (status != 0)
        fault_set(fault, FAULT_IO, "cannot write %s: %s", path, strerror(errno));
    free(folder);
    return status;
}

static int read_shapes(const struct options *options, struct shapes *shapes, struct fault *fault)
{
    uint64_t size[3];

    if (options->shapes != NULL) {
        if (shapes_read(options->shapes, shapes, fault))
            return -1;
        shapes_group(shapes);
        return 0;
    }
    for (int i = 0; i < 3; i++)
        size[i] = options->wish.has_size[i] ? options->wish.size[i] : 1024;
    return shapes_of(size[0], size[1], size[2], shapes, fault);
}

static int prepare(struct tuner *tuner, struct ranks *ranks, struct fault *fault)
{
    const struct options *options = tuner->options;

    if (options->output != NULL && check_output(options->output, fault))
        return -1;
    find_boot(tuner->boot);
    if (open_templates(tuner, fault) || worker_link_open(options, &tuner->worker, fault))
        return -1;
    if (options->journal != NULL && !options->show_space) {
        tuner->journal = journal_open(options->journal, true, fault);
        if (tuner->journal == NULL)
            return -1;
    }
    tuner->device =
        ask(tuner, json_pack("{s:s}", "do", "device"), tune_compile_limit(tuner), fault);
    if (tuner->device == NULL || pool_open(tuner, ranks, &tuner->pool, fault))
        return -1;
    return options->show_space ? 0 : note_session(tuner, fault);
}

static int run(struct tuner *tuner, struct ranks *ranks, struct fault *fault)
{
    struct shapes shapes;
    int status;

    if (read_shapes(tuner->options, &shapes, fault))
        return -1;
    status = prepare(tuner, ranks, fault) || tune_shapes(tuner, &shapes, fault) ? -1 : 0;
    shapes_release(&shapes);
    return status;
}

/* Another rank than the first: its worker serves that one. */
static int serve(const struct options *options, struct ranks *ranks, struct fault *fault)
{
    struct worker_link link;
    int status = worker_link_open(options, &link, fault);

    ranks_obey(ranks, &link);
    worker_link_close(&link);
    return status;
}

int tune_command(const struct options *given, struct fault *fault)
{
    struct options options = *given;
    struct tuner tuner = {.options = &options,
                          .worker = {.orders = -1, .answers = -1, .log = -1},
                          .progress = isatty(STDERR_FILENO) != 0};
    struct ranks *ranks;
    struct sigaction ignore = {.sa_handler = SIG_IGN}, pipe_before, size_before;
    struct process_signals signals;
    int status;

    /* Neither a worker that has died nor a journal that may not grow ends this process. */
    sigaction(SIGPIPE, &ignore, &pipe_before);
    sigaction(SIGXFSZ, &ignore, &size_before);
    process_hold_signals(&signals);
    status = ranks_open(&options, &ranks, fault);
    if (status == 0)
        status = ranks_obeys(ranks) ? serve(&options, ranks, fault) : run(&tuner, ranks, fault);
    pool_close(tuner.pool);
    worker_link_close(&tuner.worker);
    ranks_close(ranks);
    if (status != 0 && tuner.journal != NULL)
        journal_take_back(tuner.journal);
    journal_close(tuner.journal);
    clgemm_templates_free(tuner.templates);
    json_decref(tuner.device);
    if (status != 0 && process_interrupted()) /* it ends us now */
        fault_print(fault, stderr);
    process_release_signals(&signals);
    sigaction(SIGPIPE, &pipe_before, NULL);
    sigaction(SIGXFSZ, &size_before, NULL);
    return status;
}
