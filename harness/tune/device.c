#include <string.h>

#include "harness/base/stop.h"
#include "harness/base/text.h"
#include "harness/base/timing.h"
#include "harness/kernel/kernel.h"
#include "harness/tune/internal.h"
#include "harness/tune/record.h"
#include "harness/worker/instance.h"

/* So often somebody else may end a worker before that is the kernel's doing; and so many kernels in a
 * row may end it in their build before that is the compiler's. */
enum {
    MOST_KILLS = 3,
    MOST_LOST = 8
};

double tune_compile_limit(const struct tuner *tuner)
{
    return (double)tuner->options->limits.compile * 1e3;
}

bool tune_is_late(const struct tuning *tuning)
{
    return tuning->tuner->options->search.budget_seconds > 0 && tuning->has_kernel &&
           time_now_ms() >= tuning->end_ms;
}

void tune_allow_end(struct tuning *tuning)
{
    if (!tuning->has_kernel && tuning->stop_ms > 0)
        stop_at(tuning->stop_ms);
    tuning->has_kernel = true;
}

static double run_limit(const struct tuner *tuner)
{
    return (double)tuner->options->limits.run * 1e3;
}

/* ------------------------------------------------------------------------------- of the device */

json_t *tune_ask(struct tuner *tuner, json_t *order, double limit_ms, struct fault *fault)
{
    struct fault own = {0};
    json_t *answer;

    for (int tries = 0;
         client_ask(&tuner->worker.client, json_incref(order), limit_ms, &answer, &own) != 0 &&
         own.killed && tries < MOST_KILLS;
         tries++)
        fault_clear(&own);
    json_decref(order);
    if (own.code == FAULT_NONE)
        return answer;
    json_decref(answer);
    if (own.status == STATUS_OK)
        fault_move(&own, fault);
    else
        fault_set(fault, own.status == STATUS_REFUSED ? own.code : FAULT_DEVICE, "%s", own.text);
    fault_clear(&own);
    return NULL;
}

struct test_case tune_case(const struct tuning *tuning, const struct shape *shape)
{
    struct test_case made = case_of_shape(&tuning->tuner->options->worker.test_case, shape);

    made.padded = 1;
    return made;
}

/* Gives an order whose answer says nothing more. */
static int give(struct client *worker, json_t *order, double limit_ms, struct fault *fault)
{
    json_t *answer;
    int status = client_ask(worker, order, limit_ms, &answer, fault);

    json_decref(answer);
    return status;
}

static int try_good(struct tuning *tuning, struct client *worker, bool builds_only,
                    struct fault *fault)
{
    struct tuner *tuner = tuning->tuner;
    const struct build_order build = {.manifest = tuning->good};
    const struct prepare_order prepare = {.test_case = tune_case(tuning, &tuning->good_shape),
                                          .seed = tuner->options->seed,
                                          .memory = tuner->options->limits.memory,
                                          .share = 1,
                                          .full_limit = INSTANCE_FULL_LIMIT,
                                          .verifies = true,
                                          .loads = true};

    if (tuning->good == NULL)
        return give(worker, order_device(false), tune_compile_limit(tuner), fault);
    if (give(worker, order_build(&build), tune_compile_limit(tuner), fault))
        return -1;
    if (builds_only)
        return 0;
    return give(worker, order_prepare(&prepare), run_limit(tuner), fault);
}

/* Asks whether the kernel that is known to work still does, or is still built; it is left in slot 0.
 * If there is none yet, asks whether the device can be opened. */
static int run_good(struct tuning *tuning, struct client *worker, bool builds_only,
                    struct fault *fault)
{
    struct fault own = {0};

    for (int tries = 0;
         try_good(tuning, worker, builds_only, &own) != 0 && own.killed && tries < MOST_KILLS;
         tries++)
        fault_clear(&own);
    return fault_move(&own, fault);
}

/* Runs a kernel that is known to work, or builds it, in a new worker; twice before it gives up. */
static int confirm(struct tuning *tuning, struct client *worker, bool builds_only,
                   struct fault *fault)
{
    for (int tries = 0; tries < 2; tries++) {
        struct fault failure = {0};

        client_replace(worker);
        if (run_good(tuning, worker, builds_only, &failure) == 0)
            return 0;
        if (failure.status == STATUS_OK)
            fault_move(&failure, fault);
        else if (tries > 0)
            fault_set(fault, FAULT_DEVICE,
                      "the device has failed: a kernel that worked before fails in two new "
                      "processes (%s: %.300s); all that was measured is kept",
                      status_word(failure.status), failure.text);
        fault_clear(&failure);
        if (fault->code != FAULT_NONE)
            return -1;
    }
    return 0;
}

/* ------------------------------------------------------------------------------ of a candidate */

/* Memory that is lacking beside other kernels is perhaps theirs. If no worker has failed, the
 * kernel is not for this problem. */
static enum status status_of(const struct tuning *tuning, const struct fault *failure)
{
    if (failure->status == STATUS_OK)
        return STATUS_REFUSED;
    if (failure->status != STATUS_MEMORY)
        return failure->status;
    return tuning->crowded ? STATUS_REFUSED : STATUS_RUNTIME;
}

/* A compiler that takes its process down at kernel after kernel: the run ends where it has built
 * none. */
static int count_lost(const struct attempt *attempt, enum status status,
                      const struct fault *failure, struct fault *fault)
{
    struct tuner *tuner = attempt->tuning->tuner;

    if (!attempt->builds || (status != STATUS_CRASH && status != STATUS_TIMEOUT) ||
        ++tuner->builds_lost != MOST_LOST)
        return 0;
    if (!tuner->has_built)
        return fault_set(
            fault, FAULT_DEVICE,
            "the device's compiler has crashed or hung at each of %d kernels (the last: %.300s); "
            "it builds none here",
            MOST_LOST, failure->text);
    progress_clear(&tuner->progress);
    fprintf(stderr,
            "clgemm-bench: the device's compiler has crashed or hung at the last %d kernels (the "
            "last: %s); the search goes on\n",
            MOST_LOST, failure->text);
    return 0;
}

/* Judges a failure of a candidate that others may have to answer for. */
static enum outcome judge(const struct attempt *attempt, struct fault *failure, struct fault *fault)
{
    struct tuning *tuning = attempt->tuning;
    struct configuration *candidate = attempt->candidate;
    const enum status status = status_of(tuning, failure);
    enum outcome outcome;

    if (failure->interrupted)
        return (enum outcome)stop_fault(fault);
    if (failure->code == FAULT_IO && failure->status == STATUS_OK)
        return (enum outcome)fault_set(fault, FAULT_IO, "%s", failure->text);
    if (failure->killed && ++candidate->kills <= MOST_KILLS)
        return OUTCOME_KILLED;
    if (failure->killed)
        text_append(failure->text, sizeof failure->text,
                    ", %u times: by a person, or because memory ran out", candidate->kills);
    /* A kernel that was timed alone may be refused beside others. */
    if (status == STATUS_REFUSED && !isinf(candidate->scores[attempt->shape].ms))
        return OUTCOME_REFUSED;
    if (status != STATUS_REFUSED && status != STATUS_IMPOSSIBLE &&
        confirm(tuning, attempt->worker, attempt->builds, fault))
        return OUTCOME_STOPPED;
    outcome = tune_note_failure(attempt, status, failure->text, failure->detail, 0, fault);
    return outcome == OUTCOME_FAILED && count_lost(attempt, status, failure, fault)
               ? OUTCOME_STOPPED
               : outcome;
}

void tune_lose(void *self, const struct suite_run *run, const struct candidate *candidate)
{
    struct attempt *attempt = self;
    struct fault failure = candidate->fault;

    (void)run;
    if (attempt->outcome == OUTCOME_DONE)
        attempt->outcome = judge(attempt, &failure, attempt->fault);
}

/* ------------------------------------------------------------------- its peak, and a good
 * kernel */

/* Times may be this much above a peak that is stated; and above one that is measured, perhaps while
 * others were at work on the machine. Times of kernels that did not run at all are further off. */
static const double above_stated = 1.05, above_measured = 1.5;

/* Takes the peak, and what no kernel is believed to exceed. */
static int take_peak(struct tuner *tuner, const json_t *limits, struct fault *fault)
{
    const double stated = member_number(limits, "stated");
    const double measured = member_number(limits, "measured");
    const char *kind = member_text(limits, "kind");

    if (peak_take(limits, tuner->options->peak, &tuner->peak, fault))
        return -1;
    snprintf(tuner->peak.kind, sizeof tuner->peak.kind, "%s", kind == NULL ? "" : kind);
    tuner->limit_gflops =
        stated > 0 ? above_stated * fmax(stated, measured) : above_measured * measured;
    tuner->bandwidth = member_number(limits, "gbytes_per_second");
    return 0;
}

/* Does work that is no kernel of the search, written down under a key, whose reference is taken, as
 * kernels are. *left_alone: it is known to fail, or runs have ended at it again and again. */
static int guard(struct tuning *tuning, json_t *key, enum journal_state state,
                 int (*work)(struct tuning *tuning, struct fault *fault), bool *left_alone,
                 struct fault *fault)
{
    struct tuner *tuner = tuning->tuner;
    const struct journal_entry *entry = tune_find(tuner, key);
    const bool fails = tune_known_failure(tuner, entry) != STATUS_OK;
    int status = 0;

    *left_alone = fails || tune_is_deadly(tuner, entry);
    if (!*left_alone) {
        status = tune_note(tuner, key, state, tune_start_fields(tuner), fault);
        if (status == 0)
            status = work(tuning, fault);
        if (status == 0)
            status = tune_note(tuner, key, JOURNAL_SURVIVED, NULL, fault);
    } else if (!fails) {
        status = tune_note(tuner, key, JOURNAL_FAILED,
                           json_pack("{s:s, s:s, s:s}", "kind", status_word(STATUS_CRASH), "reason",
                                     tune_deadly_words, "log", ""),
                           fault);
    }
    json_decref(key);
    return status;
}

/* Again where somebody ended the worker, and the kernel with it. */
static int ask_peak(struct tuning *tuning, struct fault *fault)
{
    struct tuner *tuner = tuning->tuner;
    struct fault own = {0};
    json_t *answer = NULL;
    int status;

    for (int tries = 0; answer == NULL && tries < 2; tries++) {
        fault_clear(&own);
        if (confirm(tuning, &tuner->worker.client, false, fault))
            return -1;
        answer = tune_ask(tuner, order_peak(NULL, NULL, true), run_limit(tuner), &own);
    }
    status = answer == NULL ? 0 : take_peak(tuner, answer, fault);
    json_decref(answer);
    fault_clear(&own);
    return status == 0 && stop_wanted() ? stop_fault(fault) : status;
}

int tune_find_peak(struct tuning *tuning, struct fault *fault)
{
    struct tuner *tuner = tuning->tuner;
    const char *said = tuner->options->peak;
    bool left_alone;

    if (tuner->peak.gflops > 0 || tuning->good == NULL)
        return 0;
    if (said != NULL && peak_stated(said, &tuner->peak))
        tuner->limit_gflops = above_stated * tuner->peak.gflops;
    else if (guard(tuning,
                   json_pack("{s:O, s:O, s:s}", "device", json_object_get(tuner->device, "device"),
                             "driver", json_object_get(tuner->device, "driver"), "work", "peak"),
                   JOURNAL_RUN_STARTED, ask_peak, &left_alone, fault))
        return -1;
    if (tuner->peak.gflops <= 0)
        return 0;
    progress_clear(&tuner->progress);
    printf("peak %.2f GFLOP/s (%s)\n", tuner->peak.gflops, tuner->peak.words);
    fflush(stdout);
    return tune_note_session(tuner, fault);
}

bool tune_is_peak_of(const struct tuner *tuner, const char *kind)
{
    return *tuner->peak.kind == '\0' || strcmp(tuner->peak.kind, kind) == 0;
}

/* The same of a kind whose peak is not the tuner's: what the profile states. */
static double find_limit(const struct tuner *tuner, const char *kind)
{
    const char *profile = member_text(tuner->device, "profile");
    struct peak_formula formula;
    struct fault ignored = {0};
    double stated = 0;

    if (profile != NULL && peak_formula_read(profile, kind, &formula, &ignored) == 0)
        stated = peak_by_formula(&formula, (unsigned)member_number(tuner->device, "compute_units"),
                                 (unsigned)member_number(tuner->device, "clock_mhz"));
    fault_clear(&ignored);
    return stated > 0 ? fmax(tuner->limit_gflops, above_stated * stated) : INFINITY;
}

double tune_limit(struct tuner *tuner, const char *kind)
{
    if (tune_is_peak_of(tuner, kind))
        return tuner->limit_gflops;
    if (strcmp(tuner->kind_of_limit, kind) != 0) {
        tuner->kind_limit = find_limit(tuner, kind);
        snprintf(tuner->kind_of_limit, sizeof tuner->kind_of_limit, "%s", kind);
    }
    return tuner->kind_limit;
}

static void drop_good(struct tuning *tuning)
{
    json_decref(tuning->good);
    tuning->good = NULL;
    client_replace(&tuning->tuner->worker.client);
}

static int check_good(struct tuning *tuning, struct fault *fault)
{
    struct tuner *tuner = tuning->tuner;
    struct fault own = {0};
    const bool works = run_good(tuning, &tuner->worker.client, false, &own) == 0;
    int status = 0;

    if (!works && own.status == STATUS_OK)
        status = fault_move(&own, fault);
    else if (!works)
        drop_good(tuning);
    else
        tune_note_built(tuner);
    fault_clear(&own);
    return status;
}

static double operations_of(const json_t *manifest)
{
    const json_t *types = json_object_get(json_object_get(manifest, "problem"), "types");
    const char *type = member_text(types, "c");

    return element_operations(type == NULL ? TYPE_F32 : element_named(type));
}

void tune_take_good(struct tuning *tuning, json_t *manifest, size_t shape)
{
    const char *at = tune_sizes(&tuning->shapes[shape]);
    struct fault ignored = {0};

    tuning->good = at == NULL ? json_incref(manifest) : product_said(manifest, at, &ignored);
    tuning->good_shape = tuning->shapes[shape];
    fault_clear(&ignored);
}

int tune_try_kernel(struct tuning *tuning, json_t *manifest, bool *works, struct fault *fault)
{
    size_t shape = 0;
    bool left_alone;

    tuning->operations = operations_of(manifest);
    while (!tune_is_cheapest(tuning, shape))
        shape++;
    *works = false;
    json_decref(tuning->good);
    tune_take_good(tuning, manifest, shape);
    json_decref(manifest);
    if (tuning->good == NULL)
        return 0;
    if (guard(tuning, tune_key(tuning, tuning->good, NULL, shape), JOURNAL_BUILD_STARTED,
              check_good, &left_alone, fault))
        return -1;
    if (left_alone)
        drop_good(tuning);
    *works = tuning->good != NULL;
    return 0;
}

int tune_try_default(struct tuning *tuning, struct fault *fault)
{
    json_t *manifest = tune_generate(tuning->request, NULL);
    bool unused;

    return manifest == NULL ? 0 : tune_try_kernel(tuning, manifest, &unused, fault);
}
