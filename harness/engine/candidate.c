#include "harness/engine/internal.h"

#include <stdio.h>
#include <string.h>

#include "harness/base/text.h"
#include "harness/worker/instance.h"
#include "harness/worker/orders.h"

size_t suite_slot(const struct suite_run *run, const struct candidate *candidate)
{
    return (size_t)(candidate - run->candidates);
}

struct executor *suite_executor(const struct suite_run *run, const struct candidate *candidate)
{
    return candidate->core != NULL ? &candidate->core->executor : run->executor;
}

bool suite_rests(const struct suite_run *run)
{
    for (size_t i = 0; i < run->count; i++)
        if (run->candidates[i].library != NULL && run->candidates[i].library->on_host)
            return true;
    return false;
}

static int ask(const struct suite_run *run, const struct candidate *candidate, const char *doing,
               json_t *order, json_t **answer, struct fault *fault)
{
    return executor_ask(suite_executor(run, candidate), LIMIT_RUN, doing, order, answer, fault);
}

/* --------------------------------------------------------------------------- kernel or library */

/* Writes what is multiplied: "f32 row-major nt", or where types differ "f16 x f32 to f64 ...".
 * Blocks are the same ones together and apart. */
static const char *write_product(const struct problem *problem, char text[], size_t room)
{
    const char *const types[] = {problem_type_word(problem, OPERAND_A),
                                 problem_type_word(problem, OPERAND_B),
                                 problem_type_word(problem, OPERAND_C)};

    snprintf(text, room, "%s", types[0]);
    if (strcmp(types[0], types[1]) != 0 || strcmp(types[0], types[2]) != 0)
        text_append(text, room, " x %s to %s", types[1], types[2]);
    text_append(text, room, " %s-major ", problem->column_layout ? "column" : "row");
    for (int i = OPERAND_A; i <= OPERAND_B; i++)
        text_append(text, room, "%c",
                    problem->conjugate[i]   ? 'c'
                    : problem->transpose[i] ? 't'
                                            : 'n');
    text_append(text, room, "%s%s%s", problem->causal ? " below a causal mask" : "",
                problem->mask == MASK_NONE   ? ""
                : problem->mask == MASK_KEYS ? " with a mask of keys"
                                             : " with a mask",
                problem->lengths ? " of members of own lengths" : "");
    return text;
}

/* Refuses a kernel that computes something else than the first one, which the others are compared
 * with. */
static int check_problem(const struct suite_run *run, const struct candidate *candidate,
                         struct fault *fault)
{
    char texts[2][160];
    const char *ours =
        write_product(&run->candidates[0].manifest->problem, texts[0], sizeof texts[0]);
    const char *theirs = write_product(&candidate->manifest->problem, texts[1], sizeof texts[1]);

    if (strcmp(ours, theirs) == 0)
        return product_check(candidate->manifest->problem.notation,
                             run->candidates[0].manifest->problem.notation,
                             candidate_label(&run->candidates[0]), fault);
    return fault_set(fault, FAULT_REFUSED,
                     "it multiplies %s, and %s, which it is compared with, %s; ask --type, "
                     "--layout, --transpose or --mask for both",
                     theirs, candidate_label(&run->candidates[0]), ours);
}

int suite_resolve(struct candidate *candidate, const struct test_case *test_case,
                  struct fault *fault)
{
    if (launch_resolve(candidate->manifest, test_case, &candidate->launch, fault))
        return -1;
    candidate->test_case = *test_case;
    for (int i = 0; i < 3; i++)
        candidate->test_case.size[i] = candidate->launch.value[SYMBOL_M + i];
    candidate->test_case.has_members = true;
    candidate->test_case.members = candidate->launch.value[SYMBOL_BATCH];
    return 0;
}

int suite_fill_slot(struct suite_run *run, struct candidate *candidate, struct fault *fault)
{
    const struct library *library = candidate->library;
    const struct kernel *kernel = library == NULL ? &candidate->kernel : &run->candidates[0].kernel;

    return executor_build(suite_executor(run, candidate), suite_slot(run, candidate), kernel,
                          library == NULL ? NULL : library->name,
                          library == NULL ? 0 : library->wanted, &candidate->measurement.build_ms,
                          fault);
}

/* A kernel that is compared with the others, behind the first one. */
static bool is_further(const struct suite_run *run, const struct candidate *candidate)
{
    return run->references > 0 && suite_slot(run, candidate) > run->references;
}

/* Keeps a further kernel out of this run: it has one behind it. Always -1. */
static int set_apart(struct candidate *candidate, const char *reason, struct fault *fault)
{
    candidate->apart = true;
    fault_clear(fault);
    return fault_set(fault, FAULT_REFUSED, "%s", reason);
}

/* Whether there is memory for so many that take as much as this one. */
static bool has_room(const struct suite_run *run, const struct candidate *candidate)
{
    uint64_t bytes = 0;
    size_t takers = 1;

    for (const struct candidate *other = run->candidates; other < candidate; other++)
        takers += other->fault.code == FAULT_NONE;
    return instance_memory(candidate->manifest, &candidate->launch, takers, &bytes, NULL) == 0 &&
           bytes <= run->schedule->memory;
}

/* Whether a further kernel has the very problem of the first one: what libraries and the others are
 * made for. Kernels may differ in what they fix of it, and in how they treat edges. */
static bool is_alike(const struct suite_run *run, const struct candidate *candidate)
{
    const struct candidate *first = &run->candidates[0];

    return members_equal(json_object_get(first->manifest->root, "problem"),
                         json_object_get(candidate->manifest->root, "problem"),
                         "types layout transpose conjugate batch epilogue product") &&
           launch_equal(&first->launch, &candidate->launch);
}

/* Checks a kernel of a final at small sizes, on the edges of its tiles. */
static int check_edges(struct suite_run *run, struct candidate *candidate, struct fault *fault)
{
    const struct check_order order = {.slot = suite_slot(run, candidate),
                                      .seed = run->schedule->seed,
                                      .memory = run->schedule->memory,
                                      .trials = 1,
                                      .guards = true};

    if (run->schedule->tuned.most == 0 || candidate->checked)
        return 0;
    candidate->checked =
        executor_ask(run->executor, LIMIT_CHECKS, NULL, order_check(&order), NULL, fault) == 0;
    return candidate->checked ? 0 : -1;
}

/* M, N, K and members that a kernel is picked for: of groups what they have on average. */
static void picked_for(const struct suite_run *run, const struct recipe *recipe,
                       const struct test_case *of, uint64_t size[4])
{
    const struct settings *const all = &run->suite->settings, *const own = &recipe->settings;
    const char *const batch = settings_value(settings_value(all, "batch") ? all : own, "batch");
    const char *const ragged = settings_value(settings_value(all, "ragged") ? all : own, "ragged");
    const uint64_t members = of->has_members ? of->members : BATCH_MEMBERS;
    bool single = batch == NULL || strcmp(batch, "none") == 0;
    bool groups = batch != NULL && strcmp(batch, "groups") == 0;
    int axis = ragged == NULL || *ragged == 'm' ? 0 : *ragged == 'n' ? 1 : 2;

    if (recipe->like != NULL) {
        single = recipe->like->batch == BATCH_NONE;
        groups = recipe->like->batch == BATCH_GROUPS;
        axis = (int)recipe->like->ragged - SYMBOL_M;
    }
    memcpy(size, of->size, sizeof of->size);
    if (groups && members > 0)
        size[axis] = (size[axis] + members - 1) / members;
    size[3] = single ? 1 : members;
}

int suite_make_kernel(const struct suite_run *run, const struct recipe *recipe,
                      const uint64_t size[4], struct kernel *kernel, struct fault *fault)
{
    struct settings settings = run->suite->settings;

    if (run->on->at != NULL)
        settings.at = run->on->at;
    return kernel_make(&settings, recipe, size, &run->executor->traits, kernel, fault);
}

static int make_kernel(struct suite_run *run, struct candidate *candidate, struct fault *fault)
{
    uint64_t size[4];
    const bool further = is_further(run, candidate);
    struct recipe recipe = candidate->recipe;
    struct test_case test_case = run->on->test_case;

    if (further && run->candidates[0].fault.code != FAULT_NONE)
        return set_apart(candidate, "the first kernel is out", fault);
    if (run->references > 0 && !further && candidate != run->candidates &&
        run->candidates[0].fault.code == FAULT_NONE) { /* it computes what the first one does */
        recipe.like = &run->candidates[0].manifest->problem;
        test_case = run->candidates[0].test_case;
        memset(test_case.has_size, true, sizeof test_case.has_size);
    }
    picked_for(run, &recipe, &test_case, size);
    if (suite_make_kernel(run, &recipe, size, &candidate->kernel, fault))
        return -1;
    candidate->made = true;
    candidate->manifest = &candidate->kernel.manifest;
    if (run->references > 0 && !further && run->candidates[0].made &&
        check_problem(run, candidate, fault))
        return -1;
    if (instance_supported(candidate->manifest, fault) ||
        suite_resolve(candidate, &test_case, fault))
        return -1;
    if (further && !is_alike(run, candidate))
        return set_apart(candidate, "its problem is another one", fault);
    if (further && !has_room(run, candidate))
        return set_apart(candidate, "there is no memory for it beside the others", fault);
    if (run->schedule->tuned.most > 0 &&
        (run->observer->before(run->observer->self, candidate, &candidate->checked, fault) ||
         run->observer->reached(run->observer->self, candidate, SUITE_RUNS, fault)))
        return -1;
    return suite_fill_slot(run, candidate, fault) || check_edges(run, candidate, fault) ? -1 : 0;
}

int suite_take_problem(const struct suite_run *run, struct candidate *candidate,
                       struct fault *fault)
{
    const struct candidate *kernel = &run->candidates[0];

    if (kernel->fault.code != FAULT_NONE)
        return fault_set(fault, kernel->fault.code, "there is no kernel to compare with");
    candidate->manifest = kernel->manifest;
    return suite_resolve(candidate, &run->on->test_case, fault);
}

/* ----------------------------------------------------------------------- before the first run */

/* Whether results of those that were verified are compared or received once more. */
static bool compares(const struct schedule *schedule)
{
    const bool times_alone = schedule->trusts || schedule->tuned.least_ms > 0;

    return !times_alone || schedule->validate || schedule->with_transfer;
}

int suite_enter(struct suite_run *run, struct candidate *candidate, bool verifies, json_t **answer,
                struct fault *fault)
{
    const struct schedule *schedule = run->schedule;
    const bool launches = schedule->iterations > 0;
    const bool tuned = schedule->tuned.seeds > 0;
    /* Whether somebody may be measured right behind it: behind a further kernel others warm up. */
    const bool followed = !is_further(run, candidate) || schedule->warm_up == 0;
    struct prepare_order order = {.slot = suite_slot(run, candidate),
                                  .test_case = candidate->test_case,
                                  .memory = schedule->memory,
                                  .share = run->sharers,
                                  .full_limit = tuned ? INSTANCE_FULL_LIMIT : INSTANCE_LONG_LIMIT,
                                  .verifies = launches && verifies,
                                  .random = schedule->tuned.random,
                                  .loads = launches,
                                  .fills = !compares(schedule),
                                  .rests = verifies && suite_rests(run) && followed};

    for (uint64_t seed = tuned && verifies ? schedule->tuned.seeds : 1; seed-- > 0;) {
        order.seed = schedule->seed + seed;
        if (ask(run, candidate, "verification", order_prepare(&order), seed == 0 ? answer : NULL,
                fault))
            return -1;
    }
    candidate->generation = suite_executor(run, candidate)->client.generation;
    return 0;
}

int suite_bring(struct suite_run *run, struct candidate *candidate, struct fault *fault)
{
    return suite_fill_slot(run, candidate, fault) || suite_enter(run, candidate, false, NULL, fault)
               ? -1
               : 0;
}

int suite_return(struct suite_run *run, struct candidate *candidate, struct fault *fault)
{
    const size_t slot = suite_slot(run, candidate);
    const struct run_order warm_up = {.slots = &slot, .count = 1, .warm_up = true};

    if (candidate->generation == suite_executor(run, candidate)->client.generation)
        return 0;
    return suite_bring(run, candidate, fault) ||
                   ask(run, candidate, "warm-up", order_run(&warm_up), NULL, fault)
               ? -1
               : 0;
}

int suite_verify(struct suite_run *run, struct candidate *candidate, struct fault *fault)
{
    return ask(run, candidate, "verification", order_verify(suite_slot(run, candidate)), NULL,
               fault);
}

void suite_leave(struct suite_run *run, struct candidate *candidate)
{
    struct executor *executor = suite_executor(run, candidate);

    if (candidate->generation == executor->client.generation)
        executor_ask(executor, LIMIT_RUN, NULL, order_drop(suite_slot(run, candidate)), NULL, NULL);
    candidate->generation = 0;
}

void suite_free_candidate(struct candidate *candidate)
{
    if (candidate->made)
        kernel_release(&candidate->kernel);
    suite_free_samples(candidate);
    fault_clear(&candidate->fault);
}

int suite_make_candidate(struct suite_run *run, struct candidate *candidate, struct fault *fault)
{
    struct measurement *measurement = &candidate->measurement;
    json_t *answer;

    if (candidate->library != NULL ? suite_fill_slot(run, candidate, fault)
                                   : make_kernel(run, candidate, fault))
        return -1;
    if (suite_describe(run, candidate, fault))
        return -1;
    if (suite_enter(run, candidate, !run->schedule->trusts, &answer, fault))
        return fault->no_memory && is_further(run, candidate)
                   ? set_apart(candidate, "the device has no memory for it beside the others",
                               fault)
                   : -1;
    if (run->schedule->iterations == 0) {
        snprintf(measurement->verified, sizeof measurement->verified,
                 "no: nothing was launched (-i 0)");
        json_decref(answer);
        return 0;
    }
    if (run->schedule->trusts)
        snprintf(measurement->verified, sizeof measurement->verified, "on other sizes");
    else
        suite_describe_verdict(candidate, answer);
    measurement->prepare_ms = member_number(answer, "prepare_ms");
    json_decref(answer);
    return run->schedule->tuned.most > 0
               ? run->observer->reached(run->observer->self, candidate, SUITE_VERIFIED, fault)
               : suite_find_peak(run, candidate, fault);
}
