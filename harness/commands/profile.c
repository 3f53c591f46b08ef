/* The command `profile`: kernels of all profiles and a search, for each type on shapes of every kind; the rates of the best; their proof. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/base/stop.h"
#include "harness/base/text.h"
#include "harness/base/timing.h"
#include "harness/commands/commands.h"
#include "harness/commands/profile_proof.h"
#include "harness/commands/profile_shapes.h"
#include "harness/journal/journal.h"
#include "harness/tune/made.h"
#include "harness/tune/ranks.h"
#include "harness/tune/tune.h"
#include "harness/worker/time_spent.h"

enum {
    MOST_WORDS = 8, /* types or transposes */
    FINAL_SECONDS = 2,
    FIT_RUNS = 3 /* of each product */
};

static const char engine_option[] = "engine";

/* Shares of a type's time, at which tuning and rates are over; the proof has the rest. Rates have the least, however late
 * a first kernel is. */
static const double tuning_ends = 0.6, rates_end = 0.88, least_rates = 0.15;

/* A type's share of its part of the budget where earlier runs have used it up: in that the journal tells all again. */
static const double least_part = 0.15;

/* The search's share of the tuning's time, however many shapes' best are measured again. */
static const double least_search = 0.6;

struct making {
    const struct options *options;
    struct options fit; /* the command line of `fit` for what was made */
    struct setting settings[4];
    char *words; /* that types and transposes point into */
    const char *types[MOST_WORDS], *transposes[MOST_WORDS];
    size_t type_count, transpose_count;
    struct shapes shapes;
    char *base;                     /* profile that the new one inherits from */
    char path[4096], journal[4096]; /* of the profile, as --for takes it */
    json_t *profile;
    double begin_ms, earlier_ms; /* the time of runs before this one */
    double spent_ms[3];          /* of tuning, fitting and proof */
    struct executor executor;    /* of all that is no tuning */
    struct time_spent spent;
    struct ranks *ranks; /* that share the tunings; NULL: none */
    char
        peak[32]; /* that the tuning of a type has found, which takes seconds, as --peak takes it */
};

/* ------------------------------------------------------------------------------ what is asked */

/* Takes a list apart at commas, in a copy that `at` moves along. */
static size_t split(const char *list, char **at, const char **words)
{
    size_t count = 0;
    char *rest = NULL, *copy = strcpy(*at, list);

    *at += strlen(list) + 1;
    for (char *word = strtok_r(copy, ",", &rest); word != NULL && count < MOST_WORDS;
         word = strtok_r(NULL, ",", &rest))
        words[count++] = word;
    return count;
}

/* Tries each type and transpose, and the engine; other options of the generator are what is searched. */
static int check_words(const struct making *making, struct fault *fault)
{
    const struct settings *said = &making->options->settings;

    for (size_t i = 0; i < said->count; i++) {
        const struct settings engine = {.list = &said->list[i], .count = 1};
        const bool is_engine = strcmp(said->list[i].name, engine_option) == 0;

        if (is_engine && options_try(&engine, NULL, fault))
            return -1;
        if (!is_engine && strcmp(said->list[i].name, "type") != 0 &&
            strcmp(said->list[i].name, "transpose") != 0)
            return fault_set(fault, FAULT_USAGE,
                             "profile takes --type, --transpose and --engine of the generator's "
                             "options, and finds the others; --%.60s fixes one: ask tune",
                             said->list[i].name);
    }
    for (size_t i = 0; i < making->type_count + making->transpose_count; i++) {
        const bool is_type = i < making->type_count;
        struct setting one = {is_type ? "type" : "transpose",
                              is_type ? making->types[i]
                                      : making->transposes[i - making->type_count]};
        const struct settings settings = {.list = &one, .count = 1};

        if (options_try(&settings, NULL, fault))
            return -1;
    }
    return 0;
}

/* The types that nobody has to name: f32, f16 where the device has halves; where an engine is asked for those that it has kernels for. */
static const char *usual_types(const struct making *making, const struct executor *executor)
{
    static const char *const lists[] = {"f32", "f16", "f32,f16"};
    const char *engine = settings_value(&making->options->settings, engine_option);
    size_t has = member_truth(executor->told, "half") ? 3 : 1;

    for (size_t i = 0; engine != NULL && i < 2; i++) {
        struct clgemm_request *request = clgemm_request_new();

        if (request == NULL || device_traits_say(&executor->traits, request, NULL) ||
            clgemm_request_set(request, "type", lists[i], NULL) ||
            !tune_engine_serves(request, engine))
            has &= ~(i + 1);
        clgemm_request_free(request);
    }
    return has == 0 ? lists[0] : lists[has - 1];
}

static int take_words(struct making *making, const struct executor *executor, struct fault *fault)
{
    const struct settings *said = &making->options->settings;
    const char *types = settings_value(said, "type"),
               *transposes = settings_value(said, "transpose");
    char *at;

    if (types == NULL)
        types = usual_types(making, executor);
    if (making->options->selection.all_transposes)
        transposes = "nn,nt,tn,tt";
    else if (transposes == NULL)
        transposes = "nn,nt";
    at = making->words = malloc(strlen(types) + strlen(transposes) + 2);
    if (making->words == NULL)
        return fault_memory(fault);
    making->type_count = split(types, &at, making->types);
    making->transpose_count = split(transposes, &at, making->transposes);
    return check_words(making, fault);
}

/* -------------------------------------------------------------------------------------- steps */

/* Milliseconds that are left for a type: what is over for all up to it is so for the tunings of earlier runs, too. */
static double share_ms(const struct making *making, size_t index)
{
    const double share = (double)making->options->budget_seconds * 1e3 / (double)making->type_count;
    const double end_ms = making->begin_ms - making->earlier_ms + share * (double)(index + 1);

    return fmax(end_ms - time_now_ms(), least_part * share);
}

/* Ends a step that had a time: where that was over, what it has done until then is enough, and what it has not done is said. */
static int end_in_time(int status, const char *type, const char *step, struct fault *fault)
{
    const bool late = status != 0 && stop_is_late() && stop_explains(fault);

    stop_at(0);
    if (late) {
        printf("%s: %s: %s\n", type, step, fault->text);
        fault_clear(fault);
    }
    return late ? 0 : status;
}

/* Tunes for a type, and takes over what it found, also where we are to stop. */
static int tune_type(struct making *making, const char *type, double ms, struct fault *fault)
{
    const struct options *options = making->options;
    struct setting settings[] = {{"for", making->base}, {"type", type}, {"layout", "row"}};
    json_t *made = NULL;
    double peak = 0;
    /* The best of a shape are measured again for some seconds. */
    const double seconds =
        fmax(ms / 1e3 - FINAL_SECONDS * (double)making->shapes.count, ms * least_search / 1e3);
    const struct tune_options tune = {
        .problem = {.test_case = options->test_case,
                    .data = options->schedule.data,
                    .list = &making->shapes},
        .space = {.settings = {settings, 3},
                  .every = true,
                  .but = options->leave_out,
                  .engine = settings_value(&options->settings, engine_option)},
        .search = {.kind = options->search,
                   .budget_seconds = seconds < 1 ? 1 : (uint64_t)seconds,
                   .end_ms = time_now_ms() + ms},
        .finals = {.trials = 5, .top = 3, .within = 3},
        .limits = {options->compile_limit, options->run_limit, options->schedule.memory},
        .files = {.journal = making->journal, .made = &made},
        .worker = take_worker(options),
        .seed = options->schedule.seed,
        .peak = options->schedule.peak,
        .says_jobs = options->has_jobs,
        .jobs = options->jobs,
        .format = options->format,
        .ranks = making->ranks,
        .spent = &making->spent,
        .found_peak = &peak};
    int status = tune_run(&tune, fault);

    snprintf(making->peak, sizeof making->peak, "%.9g", peak);
    making->fit.schedule.peak = peak > 0 ? making->peak : options->schedule.peak;

    if (made != NULL)
        made_take(making->profile, type, made);
    json_decref(made);
    if (made_has_kernels(making->profile)) {
        struct fault own = {0};

        if (made_write(making->profile, options->output, &own)) {
            status = -1;
            fault_move(&own, fault);
        }
        fault_clear(&own);
    }
    return status;
}

/* Fits rates in the file, and reads it again. */
static int fit_type(struct making *making, const char *type, double end_ms, struct fault *fault)
{
    json_t *fitted;

    stop_at(end_ms);
    if (end_in_time(fit_on(&making->fit, &making->executor, fault), type, "rates", fault))
        return -1;
    fitted = profile_root(making->path, fault);
    if (fitted == NULL)
        return -1;
    json_decref(making->profile);
    making->profile = fitted;
    return 0;
}

static int prove_type(struct making *making, const char *type, double end_ms, struct fault *fault)
{
    bool lost = false;
    int status = 0;

    for (size_t i = 0; i < making->transpose_count && status == 0; i++) {
        const double now_ms = time_now_ms();
        char step[40];

        snprintf(step, sizeof step, "proof of %.20s", making->transposes[i]);
        making->settings[2].value = making->transposes[i];
        making->fit.settings.count = 4;
        stop_at(now_ms + (end_ms - now_ms) / (double)(making->transpose_count - i));
        status = end_in_time(
            profile_prove(&making->fit, &making->executor, making->profile, type, &lost, fault),
            type, step, fault);
    }
    return status == 0 && lost ? made_write(making->profile, making->options->output, fault)
                               : status;
}

/* Later steps add to what was measured of a type, which stays where they fail. */
static int make_type(struct making *making, size_t index, struct fault *fault)
{
    const char *type = making->types[index];
    const double ms = share_ms(making, index);
    double begin_ms = time_now_ms(), now_ms;
    const double end_ms = begin_ms + ms;
    double rates_end_ms = begin_ms + rates_end * ms;
    int status;

    if (index > 0) /* what it has kept is for the type before */
        client_replace(&making->executor.client);
    printf("%s (%zu of %zu): kernels of all profiles, then a search, on %zu shapes\n", type,
           index + 1, making->type_count, making->shapes.count);
    fflush(stdout);
    status = tune_type(making, type, tuning_ends * ms, fault);
    making->spent_ms[0] += (now_ms = time_now_ms()) - begin_ms;
    if (status != 0)
        return -1;
    making->settings[0] = (struct setting){"for", making->path};
    making->settings[1] = (struct setting){"type", type};
    making->settings[2] = (struct setting){"transpose", "nn"};
    making->settings[3] = (struct setting){"layout", "row"};
    making->fit.settings = (struct settings){.list = making->settings, .count = 4};
    printf("%s: rates of its kernels\n", type);
    fflush(stdout);
    rates_end_ms = fmax(rates_end_ms, now_ms + least_rates * ms);
    status = fit_type(making, type, rates_end_ms, fault);
    making->spent_ms[1] += (begin_ms = time_now_ms()) - now_ms;
    if (status == 0)
        status = prove_type(making, type, end_ms, fault);
    making->spent_ms[2] += time_now_ms() - begin_ms;
    return status;
}

/* ------------------------------------------------------------------------------------- command */

/* Opens what does not depend on types; the executor tells of the device. */
static int prepare(struct making *making, struct fault *fault)
{
    const struct options *options = making->options;
    const struct executor_options room = take_executor(options);
    struct executor *executor = &making->executor;
    const char *profile;
    int status;

    if (executor_open(&room, true, executor, fault))
        return -1;
    profile = executor->traits.profile;
    making->base = strdup(clgemm_profile_text(profile, NULL) == NULL ||
                                  tune_leaves_out(options->leave_out, profile)
                              ? "generic"
                              : profile);
    if (making->base == NULL)
        return fault_memory(fault);
    printf("%s, %s, %u compute units: %.60s is the nearest profile\n", executor->device.name,
           executor->device.driver, executor->device.compute_units, making->base);
    status = take_words(making, executor, fault) ||
                     profile_make_shapes(
                         making->options->shapes, making->transposes, making->transpose_count,
                         executor->device.type == CL_DEVICE_TYPE_CPU, &making->shapes, fault)
                 ? -1
                 : 0;
    making->profile = made_new(executor, options->output, making->base);
    if (status == 0 && making->profile == NULL)
        status = fault_memory(fault);
    return status;
}

/* Takes the time of runs that the journal goes on with. */
static int take_earlier(struct making *making, struct fault *fault)
{
    const bool is_there = strcmp(making->journal, "none") != 0 && journal_is(making->journal);
    struct journal *journal = is_there ? journal_open(making->journal, false, fault) : NULL;

    if (journal == NULL)
        return fault->code == FAULT_NONE ? 0 : -1;
    making->earlier_ms = journal_spent_ms(journal);
    journal_close(journal);
    fprintf(stderr, "clgemm-bench: resumes from %s, after %.0f s\n", making->journal,
            making->earlier_ms / 1e3);
    return 0;
}

static void show_end(struct making *making)
{
    const double whole = time_now_ms() - making->begin_ms;
    char parts[80];

    making->spent.total_ms = whole;
    snprintf(parts, sizeof parts, "; tuning %.0f %%, rates %.0f %%, proof %.0f %%",
             100 * making->spent_ms[0] / whole, 100 * making->spent_ms[1] / whole,
             100 * making->spent_ms[2] / whole);
    time_spent_show(&making->spent, FORMAT_TEXT, parts);
    if (making->options->own_profile != NULL)
        printf("it is the profile %s now, in %s\n", member_text_or(making->profile, "name", ""),
               making->path);
    printf("clgemm-gen --for %s --emit dispatch,launcher -o kernels/ emits its kernels\n",
           making->options->own_profile != NULL ? member_text_or(making->profile, "name", "")
                                                : making->path);
}

/* Makes the profile, in the first rank where there are several. */
static int make(const struct options *options, struct ranks *ranks, struct fault *fault)
{
    struct making making = {
        .options = options, .fit = *options, .begin_ms = time_now_ms(), .ranks = ranks};
    int status;

    making.fit.command = COMMAND_FIT;
    making.fit.output = NULL;
    making.fit.selection.all_transposes = true;
    making.fit.schedule.iterations = FIT_RUNS;
    making.fit.schedule.warm_up = 1;
    snprintf(making.path, sizeof making.path, "%s%s",
             strchr(options->output, '/') == NULL ? "./" : "", options->output);
    snprintf(making.journal, sizeof making.journal, "%s%s",
             options->journal == NULL ? options->output : options->journal,
             options->journal == NULL ? ".journal" : "");
    status = take_earlier(&making, fault) || prepare(&making, fault) ? -1 : 0;
    for (size_t i = 0; i < making.type_count && status == 0; i++)
        status = make_type(&making, i, fault);
    time_spent_add(&making.spent, &making.executor.client);
    if (making.executor.client.program != NULL)
        executor_close(&making.executor);
    if (made_has_kernels(making.profile))
        show_end(&making);
    if (status != 0 && made_has_kernels(making.profile))
        text_append(fault->text, sizeof fault->text, "; the profile so far is in %.300s",
                    options->output);
    if (status == 0 && options->journal == NULL) {
        char done[sizeof making.journal + 8];

        snprintf(done, sizeof done, "%s.done", making.journal);
        rename(making.journal, done);
    }
    json_decref(making.profile);
    shapes_release(&making.shapes);
    free(making.words);
    free(making.base);
    return status;
}

int profile_command(const struct options *options, struct fault *fault)
{
    struct options own = *options;
    struct ranks *ranks;
    int status;

    stop_watch();
    status = ranks_open(&own.device, &ranks, fault);
    if (status == 0 && ranks_obeys(ranks)) {
        const struct worker_options worker = take_worker(&own);

        status = tune_serve(&worker, ranks, fault);
    } else if (status == 0) {
        status = make(&own, ranks, fault);
    }
    ranks_close(ranks);
    return status;
}
