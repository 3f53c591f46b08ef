#include "harness/race/internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/sizes.h"
#include "harness/worker/trial.h"
#include "harness/worker/orders.h"

const char *entrant_label(const struct entrant *entrant)
{
    return entrant->library != NULL            ? entrant->library->name
           : entrant->origin->label[0] != '\0' ? entrant->origin->label
           : entrant->made                     ? entrant->subject.manifest.name
                                               : "kernel";
}

size_t race_steps(const struct entrant *entrant)
{
    return entrant->library != NULL ? 0 : entrant->manifest->step_count;
}

size_t race_slot(const struct race *race, const struct entrant *entrant)
{
    return (size_t)(entrant - race->entrants);
}

struct executor *race_executor(const struct race *race, const struct entrant *entrant)
{
    return entrant->core != NULL ? &entrant->core->executor : race->executor;
}

bool race_rests(const struct race *race)
{
    for (size_t i = 0; i < race->count; i++)
        if (race->entrants[i].library != NULL && race->entrants[i].library->on_host)
            return true;
    return false;
}

/* Gives an order of an entrant; `doing` is said where its process ended of it. As executor_run. */
static int ask(const struct race *race, const struct entrant *entrant, const char *doing,
               json_t *order, json_t **answer, struct fault *fault)
{
    struct executor *executor = race_executor(race, entrant);

    if (executor_run(executor, order, answer, fault) == 0)
        return 0;
    if (executor->lost)
        fault_prefix(fault, doing);
    return -1;
}

/* --------------------------------------------------------------------------- kernel or library */

/* "f32", or where they differ "f16 x f32 to f64". */
static const char *types_of(const struct problem *problem, char text[], size_t size)
{
    const char *const *types = problem->type_name;

    if (strcmp(types[0], types[1]) == 0 && strcmp(types[0], types[2]) == 0)
        return types[0];
    snprintf(text, size, "%s x %s to %s", types[0], types[1], types[2]);
    return text;
}

/* What op() makes of A or B: 'n', 't' or 'c'. */
static char end_of(const struct problem *problem, int operand)
{
    return problem->conjugate[operand] ? 'c' : problem->transpose[operand] ? 't' : 'n';
}

/* Refuses a kernel that computes something else than the first one, which the others are compared
 * with. */
static int check_problem(const struct race *race, const struct entrant *entrant,
                         struct fault *fault)
{
    const struct manifest *first = race->entrants[0].manifest;
    const struct problem *ours = &first->problem, *theirs = &entrant->manifest->problem;
    char texts[2][100];
    const char *own = types_of(ours, texts[0], sizeof texts[0]);
    const char *other = types_of(theirs, texts[1], sizeof texts[1]);

    if (strcmp(own, other) == 0 && ours->column_layout == theirs->column_layout &&
        end_of(ours, 0) == end_of(theirs, 0) && end_of(ours, 1) == end_of(theirs, 1))
        return 0;
    return fault_set(fault, FAULT_REFUSED,
                     "it multiplies %s %s-major %c%c, and %s, which it is compared with, %s "
                     "%s-major %c%c; ask --type, --layout or --transpose for both",
                     other, theirs->column_layout ? "column" : "row", end_of(theirs, 0),
                     end_of(theirs, 1), entrant_label(&race->entrants[0]), own,
                     ours->column_layout ? "column" : "row", end_of(ours, 0), end_of(ours, 1));
}

/* Another kernel than the first computes what that does, of the same sizes. */
static void follow_first(const struct race *race, struct origin *origin, struct wish *wish)
{
    const struct entrant *first = &race->entrants[0];

    origin->like = &first->manifest->problem;
    for (int i = 0; i < 3; i++) {
        wish->size[i] = first->launch.value[SYMBOL_M + i];
        wish->has_size[i] = true;
    }
    wish->has_members = true;
    wish->members = first->launch.value[SYMBOL_BATCH];
}

/* Says the problem of an entrant: its sizes are those of the launch. */
static int resolve(struct entrant *entrant, const struct wish *wish, struct fault *fault)
{
    if (launch_resolve(entrant->manifest, wish, &entrant->launch, fault))
        return -1;
    entrant->wish = *wish;
    for (int i = 0; i < 3; i++)
        entrant->wish.size[i] = entrant->launch.value[SYMBOL_M + i];
    entrant->wish.has_members = true;
    entrant->wish.members = entrant->launch.value[SYMBOL_BATCH];
    return 0;
}

/* Puts a kernel that is built, or a library, into the entrant's slot. */
static int fill_slot(struct race *race, struct entrant *entrant, double *build_ms,
                     struct fault *fault)
{
    struct executor *executor = race_executor(race, entrant);
    const size_t slot = race_slot(race, entrant);

    return entrant->library != NULL
               ? executor_place(executor, slot, entrant->library->name, entrant->library->wanted,
                                &race->entrants[0].subject, fault)
               : executor_build(executor, slot, &entrant->subject, build_ms, fault);
}

/* A kernel that is compared with the others, behind the first one. */
static bool is_further(const struct race *race, const struct entrant *entrant)
{
    return race->against && race_slot(race, entrant) > race->rivals;
}

/* Keeps a further kernel out of this race: it has one of its own. Always -1. */
static int set_apart(struct entrant *entrant, const char *reason, struct fault *fault)
{
    entrant->apart = true;
    fault_clear(fault);
    return fault_set(fault, FAULT_REFUSED, "%s", reason);
}

/* Whether there is memory for so many that take as much as this one. */
static bool has_room(const struct race *race, const struct entrant *entrant)
{
    struct fault unused = {0};
    uint64_t bytes = 0, sum;
    size_t takers = 1;
    bool fits;

    for (const struct entrant *other = race->entrants; other < entrant; other++)
        takers += other->fault.code == FAULT_NONE;
    fits = trial_memory(entrant->manifest, &entrant->launch, &bytes, &unused) == 0 &&
           size_multiply(bytes, takers, &sum) && sum <= race->options->memory;
    fault_clear(&unused);
    return fits;
}

/* Whether a further kernel has the very problem of the first one: what libraries and the others are made for. What a kernel fixes of
 * it or asks for at each launch, and how it treats edges, is its own affair. */
static bool is_alike(const struct race *race, const struct entrant *entrant)
{
    static const char *const members[] = {"types",     "layout", "transpose",
                                          "conjugate", "batch",  "epilogue"};
    const struct entrant *first = &race->entrants[0];
    const json_t *ours = json_object_get(first->manifest->root, "problem");
    const json_t *theirs = json_object_get(entrant->manifest->root, "problem");

    for (size_t i = 0; i < sizeof members / sizeof *members; i++) {
        const json_t *one = json_object_get(ours, members[i]);
        const json_t *other = json_object_get(theirs, members[i]);

        if (one != other && !json_equal(one, other))
            return false;
    }
    return launch_equal(&first->launch, &entrant->launch);
}

static int make_kernel(struct race *race, struct entrant *entrant, struct fault *fault)
{
    const struct race_options *options = race->options;
    const bool further = is_further(race, entrant);
    struct origin origin = *entrant->origin;
    struct wish wish = options->wish;

    if (further && race->entrants[0].fault.code != FAULT_NONE)
        return set_apart(entrant, "the first kernel is out", fault);
    if (race->against && !further && entrant != race->entrants &&
        race->entrants[0].fault.code == FAULT_NONE)
        follow_first(race, &origin, &wish);
    if (subject_make(&options->settings, &origin, wish.size, &race->executor->traits,
                     &entrant->subject, fault))
        return -1;
    entrant->made = true;
    entrant->manifest = &entrant->subject.manifest;
    if (race->against && !further && race->entrants[0].made && check_problem(race, entrant, fault))
        return -1;
    if (trial_supported(entrant->manifest, fault) || resolve(entrant, &wish, fault))
        return -1;
    if (further && !is_alike(race, entrant))
        return set_apart(entrant, "its problem is another one", fault);
    if (further && !has_room(race, entrant))
        return set_apart(entrant, "there is no memory for it beside the others", fault);
    return fill_slot(race, entrant, &entrant->result.build_ms, fault);
}

int race_take_problem(const struct race *race, struct entrant *entrant, struct fault *fault)
{
    const struct entrant *kernel = &race->entrants[0];

    if (kernel->fault.code != FAULT_NONE)
        return fault_set(fault, kernel->fault.code, "there is no kernel to compare with");
    entrant->manifest = kernel->manifest;
    return resolve(entrant, &race->options->wish, fault);
}

/* ----------------------------------------------------------------------- before the first turn */

/* How a result was compared that had to come out exact. */
static void describe_verdict(struct entrant *entrant, const json_t *answer)
{
    struct result *result = &entrant->result;
    const bool full = entrant->manifest->problem.epilogue_count > 0 ||
                      (double)result->m * (double)result->n * (double)result->k <= TRIAL_LONG_LIMIT;
    const char *how = full ? "every element" : "4 random vectors";

    if (json_is_true(json_object_get(answer, "exact")))
        snprintf(result->verified, sizeof result->verified,
                 "%s against OpenBLAS in double, whole numbers, exact", how);
    else
        snprintf(result->verified, sizeof result->verified,
                 "%s against OpenBLAS in double, worst error %.2g of the bound", how,
                 json_number_value(json_object_get(answer, "worst")));
}

/* Whether somebody may be measured right behind an entrant's verification: not behind a further kernel's, which others warm up after. */
static bool may_be_followed(const struct race *race, const struct entrant *entrant)
{
    return !is_further(race, entrant) || race->options->warm_up == 0;
}

/* Sets an entrant up on its problem; what is launched is verified where it is for the first time, and loaded. */
static int enter(struct race *race, struct entrant *entrant, bool verifies, json_t **answer,
                 struct fault *fault)
{
    const struct race_options *options = race->options;
    const bool launches = options->iterations > 0;
    const struct prepare_order order = {.slot = race_slot(race, entrant),
                                        .wish = entrant->wish,
                                        .seed = options->seed,
                                        .memory = options->memory,
                                        .share = race->sharers,
                                        .full_limit = TRIAL_LONG_LIMIT,
                                        .verifies = launches && verifies,
                                        .loads = launches,
                                        .rests = verifies && race_rests(race) &&
                                                 may_be_followed(race, entrant)};

    if (ask(race, entrant, "verification", order_prepare(&order), answer, fault))
        return -1;
    entrant->generation = race_executor(race, entrant)->link.generation;
    return 0;
}

int race_bring(struct race *race, struct entrant *entrant, struct fault *fault)
{
    double build_ms;

    return fill_slot(race, entrant, &build_ms, fault) || enter(race, entrant, false, NULL, fault)
               ? -1
               : 0;
}

int race_return(struct race *race, struct entrant *entrant, struct fault *fault)
{
    if (entrant->generation == race_executor(race, entrant)->link.generation)
        return 0;
    return race_bring(race, entrant, fault) ||
                   ask(race, entrant, "warm-up", order_launches(race_slot(race, entrant), 1, 0),
                       NULL, fault)
               ? -1
               : 0;
}

void race_leave(struct race *race, struct entrant *entrant)
{
    struct executor *executor = race_executor(race, entrant);
    struct fault ignored = {0};

    if (entrant->generation == executor->link.generation)
        executor_run(executor, order_drop(race_slot(race, entrant)), NULL, &ignored);
    entrant->generation = 0;
    fault_clear(&ignored);
}

/* Asks for the peak of the device for a kind of arithmetic. */
static int ask_peak(struct race *race, struct peak *peak, struct fault *fault)
{
    const char *wanted = race->options->peak;
    struct executor *executor = race->executor;
    json_t *answer;
    int status;

    if (wanted != NULL && peak_stated(wanted, peak))
        return 0;
    if (executor_ask(executor, order_peak(peak->kind, wanted, false), &answer, fault)) {
        if (executor->lost)
            fault_prefix(fault, "peak of the device");
        return -1;
    }
    status = peak_take(answer, wanted, peak, fault);
    json_decref(answer);
    return status;
}

/* The peak is the device's, whatever the kernel is made for; a library that runs elsewhere has none. Of plain arithmetic: a
 * sum in half takes products in half; where the sum is wider its additions are the peak. */
static int find_peak(struct race *race, struct entrant *entrant, struct fault *fault)
{
    char kind[PEAK_KIND];
    struct peak *peak;

    peak_kind(entrant->manifest, kind);
    peak = peaks_at(&race->executor->peaks, kind);
    if (peak->gflops == 0 && ask_peak(race, peak, fault))
        return -1;
    if (entrant->library == NULL || !entrant->library->on_host ||
        (race->executor->device.type & CL_DEVICE_TYPE_CPU))
        entrant->result.peak = *peak;
    return 0;
}

static void describe(struct entrant *entrant)
{
    const struct launch *launch = &entrant->launch;
    const struct manifest *manifest = entrant->manifest;
    struct result *result = &entrant->result;

    result->label = entrant_label(entrant);
    result->manifest = manifest;
    result->m = launch->value[SYMBOL_M];
    result->n = launch->value[SYMBOL_N];
    result->k = launch->value[SYMBOL_K];
    result->members = launch->value[SYMBOL_BATCH];
    result->alpha = launch->alpha;
    result->beta = launch->beta;
    result->flops = element_operations(manifest->problem.type[OPERAND_C]) * (double)result->m *
                    (double)result->n * (double)result->k * (double)launch->value[SYMBOL_BATCH];
    for (size_t i = 0; i < race_steps(entrant); i++)
        if (!manifest->steps[i].prepare && launch_runs(launch, &manifest->steps[i]))
            result->bytes +=
                launch_sum(launch, manifest->steps[i].bytes, manifest->steps[i].bytes_count);
    result->worst = -1;
}

static int make_room(struct race *race, struct entrant *entrant, struct fault *fault)
{
    struct result *result = &entrant->result;
    const uint64_t iterations = race->options->iterations;
    size_t steps = race_steps(entrant);

    result->iterations = calloc(iterations, sizeof *result->iterations);
    result->step_ms = calloc(steps + 1, sizeof *result->step_ms);
    entrant->step_times = calloc(iterations * steps + 1, sizeof *entrant->step_times);
    return result->iterations == NULL || result->step_ms == NULL || entrant->step_times == NULL
               ? fault_memory(fault)
               : 0;
}

int race_make_entrant(struct race *race, struct entrant *entrant, struct fault *fault)
{
    struct result *result = &entrant->result;
    json_t *answer;

    if (entrant->library != NULL ? fill_slot(race, entrant, NULL, fault)
                                 : make_kernel(race, entrant, fault))
        return -1;
    describe(entrant);
    if (enter(race, entrant, true, &answer, fault))
        return fault->no_memory && is_further(race, entrant)
                   ? set_apart(entrant, "the device has no memory for it beside the others", fault)
                   : -1;
    if (race->options->iterations == 0) {
        snprintf(result->verified, sizeof result->verified, "no: nothing was launched (-i 0)");
        json_decref(answer);
        return 0;
    }
    describe_verdict(entrant, answer);
    result->prepare_ms = json_number_value(json_object_get(answer, "prepare_ms"));
    json_decref(answer);
    return make_room(race, entrant, fault) || find_peak(race, entrant, fault) ? -1 : 0;
}
