#include "harness/base/stop.h"
#include "harness/commands/check_internal.h"
#include "harness/output/figures.h"

void check_count(struct check *check, enum status status, const struct fault *fault)
{
    check->passed += status == STATUS_OK;
    check->absent += status == STATUS_ABSENT;
    if (status == STATUS_ABSENT || status == STATUS_REFUSED) {
        check->skipped++;
    } else if (status != STATUS_OK) {
        check->failed++;
        if (check->worst == FAULT_NONE || fault->code == FAULT_WRONG)
            check->worst = fault->code;
    }
}

void check_show(enum status status, const char *label, const struct fault *fault)
{
    printf("%-7s %s: %s\n", status_verdict(status), label, fault->text);
    fault_print_detail(fault->detail, stdout);
    fflush(stdout);
}

void check_show_sum(const struct check *check)
{
    printf("%zu passed, %zu failed", check->passed, check->failed);
    if (check->skipped > 0)
        printf(", %zu skipped", check->skipped);
    printf("\n");
}

/* `code` is what the check of this kernel alone would end with. */
static void show_json(const struct candidate *candidate)
{
    const struct tally *tally = &candidate->tally;
    const struct fault *fault = &candidate->fault;
    json_t *object =
        json_pack("{s:s, s:s, s:s, s:i}", "record", "check", "kernel", candidate_label(candidate),
                  "status", status_verdict(tally->status), "code", fault->code);

    if (candidate->made) {
        figures_problem(object, candidate->manifest);
        members_add(object, json_pack("{s:I, s:I, s:f}", "cases", (json_int_t)tally->cases, "exact",
                                      (json_int_t)tally->exact, "worst_error", tally->worst));
    }
    members_add(object,
                json_pack("{s:s*, s:s*}", "why", fault->code == FAULT_NONE ? NULL : fault->text,
                          "log", fault->detail));
    figures_line(object);
}

/* Counts a kernel, and shows what came of it. */
static int show_checked(void *self, struct candidate *candidate, struct fault *fault)
{
    struct check *check = self;
    struct tally *tally = &candidate->tally;

    (void)fault;
    /* A combination that a rule of the generator refuses is no failure while walking over many. */
    if (!candidate->made && check->total > 1 && candidate->recipe.path == NULL &&
        candidate->fault.code == FAULT_REFUSED)
        tally->status = STATUS_REFUSED;
    if (tally->status == STATUS_CRASH) /* one failure of the few kernels that are named */
        tally->status = STATUS_RUNTIME;
    check_count(check, tally->status, &candidate->fault);
    if (check->options->format == FORMAT_JSON)
        show_json(candidate);
    else if (candidate->fault.code != FAULT_NONE)
        check_show(tally->status, candidate_label(candidate), &candidate->fault);
    else
        printf("passed  %s: %zu cases, %zu of them exact, worst error %.2g of the bound%s%s\n",
               candidate_label(candidate), tally->cases, tally->exact, tally->worst,
               *candidate->kernel.chosen == '\0' ? "" : ", with ", candidate->kernel.chosen);
    fflush(stdout);
    return 0;
}

int check_open(struct check *check, const struct options *options, bool generates,
               struct fault *fault)
{
    const struct executor_options executor = take_executor(options);

    check->options = options;
    check->cases = (struct cases){.sizes = options->sizes,
                                  .given = &options->test_case,
                                  .trials = options->trials,
                                  .exact_length = options->exact_length};
    check->schedule = options->schedule;
    check->schedule.cases = &check->cases;
    check->suite.settings = options->settings;
    check->run = (struct suite_run){.suite = &check->suite,
                                    .schedule = &check->schedule,
                                    .observer = &check->observer,
                                    .executor = &check->executor,
                                    .progress = &check->progress};
    return executor_open(&executor, generates, &check->executor, fault);
}

void check_expect(struct check *check, size_t total)
{
    check->total = total;
    progress_open(&check->progress, check->options->format);
    progress_expect(&check->progress, 0, "checked", (double)total);
}

bool check_at_edges(const struct options *options)
{
    return options->sizes == SIZES_EDGE && !options->names_edges;
}

static void report_start(const struct check *check)
{
    json_t *object =
        figures_device(&check->executor.device, "whole numbers, then random, infinities",
                       check->options->schedule.seed);

    json_object_set_new(object, "trials", json_integer((json_int_t)check->options->trials));
    figures_line(object);
}

int check_command(const struct options *options, struct fault *fault)
{
    struct check check = {.observer = {.self = &check, .checked = show_checked}};
    struct recipes recipes;

    if (recipes_list(&options->selection, NULL, &recipes, fault))
        return -1;
    for (size_t i = 0; i < recipes.count; i++)
        recipes.list[i].at_edges = check_at_edges(options);
    if (check_open(&check, options, recipes.generates, fault)) {
        recipes_release(&recipes);
        return -1;
    }
    if (recipes_take_variants(&recipes, &options->settings, &check.executor.traits, fault)) {
        executor_close(&check.executor);
        recipes_release(&recipes);
        return -1;
    }
    check_expect(&check, recipes.count);
    if (options->format == FORMAT_JSON)
        report_start(&check);
    for (size_t i = 0; i < recipes.count && !stop_wanted(); i++)
        suite_check(&check.run, &recipes.list[i], fault);
    if (options->format != FORMAT_JSON)
        check_show_sum(&check);
    executor_close(&check.executor);
    recipes_release(&recipes);
    if (stop_wanted())
        return stop_fault(fault);
    if (check.failed == 0 && check.passed == 0 && check.absent > 0)
        return fault_set(fault, FAULT_DEVICE,
                         "nothing is checked: the device has not got what the kernel needs");
    if (check.failed == 0 && check.passed == 0)
        return fault_set(fault, FAULT_REFUSED, "every kernel was refused: nothing is checked");
    if (check.failed == 0)
        return 0;
    return fault_set(fault, check.worst, "%zu of %zu kernels failed", check.failed, check.total);
}
