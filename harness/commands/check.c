#include "harness/commands/check_internal.h"
#include "harness/output/figures.h"
#include "harness/worker/orders.h"
#include "harness/worker/instance.h"

/* Shows progress: `done` of `total` cases of the kernel that is checked. */
static void show_progress(struct check *check, const struct recipe *recipe,
                          const struct kernel *kernel, size_t done, size_t total)
{
    const char *label = recipe->label[0] != '\0' ? recipe->label : kernel->manifest.name;

    progress_reach(&check->progress, 0, (double)check->done + (double)done / (double)total);
    progress_show(&check->progress, 0, "%s: case %zu of %zu", label, done + 1, total);
}

/* Whether buffers are tried with margins first. */
static bool margins(const struct check *check)
{
    return !check->options->exact_length;
}

/* Runs a case in one of the two kinds of buffers, as often as is asked for in the first one; as
 * executor_run. */
static int ask(struct check *check, const struct check_case *check_case, bool guards,
               json_t **answer, struct fault *fault)
{
    const struct check_order order = {.one = check_case,
                                      .seed = check->options->schedule.seed * 7919,
                                      .memory = check->options->schedule.memory,
                                      .trials =
                                          guards == margins(check) ? check->options->trials : 1,
                                      .guards = guards};

    return executor_run(&check->executor, order_check(&order), answer, fault);
}

/* Says which case it was whose process ended. */
static void name_case(const struct kernel *kernel, const struct check_case *check_case, bool guards,
                      struct fault *fault)
{
    struct fault ignored = {0};
    struct launch launch;
    char text[400];

    if (launch_resolve(&kernel->manifest, &check_case->test_case, &launch, &ignored) == 0) {
        case_describe(&launch, check_case, guards, text, sizeof text);
        fault_prefix(fault, text);
    }
    fault_clear(&ignored);
}

/* A case in one of the two kinds of buffers. */
static int run_variant(struct check *check, const struct kernel *kernel,
                       const struct check_case *check_case, bool guards, struct tally *tally,
                       struct fault *fault)
{
    json_t *answer;
    double worst;

    if (ask(check, check_case, guards, &answer, fault)) {
        if (check->executor.lost)
            name_case(kernel, check_case, guards, fault);
        return -1;
    }
    worst = member_number(answer, "worst");
    if (worst > tally->worst)
        tally->worst = worst;
    tally->exact += guards == margins(check) && json_is_true(json_object_get(answer, "exact"));
    json_decref(answer);
    return 0;
}

/* Margins come first: on a CPU a stray write into a buffer of exact length would hit the worker
 * itself. Exact length shows reads past the end to tools that watch memory. */
static int run_case(struct check *check, const struct kernel *kernel,
                    const struct check_case *check_case, struct tally *tally, struct fault *fault)
{
    tally->cases++;
    if (margins(check) && run_variant(check, kernel, check_case, true, tally, fault))
        return -1;
    return run_variant(check, kernel, check_case, false, tally, fault);
}

static enum status status_of(const struct fault *fault)
{
    return fault->lacking                ? STATUS_ABSENT
           : fault->code == FAULT_WRONG  ? STATUS_WRONG
           : fault->code == FAULT_DEVICE ? STATUS_RUNTIME
                                         : STATUS_COMPILE;
}

int check_kernel(struct check *check, const struct recipe *recipe, const struct kernel *kernel,
                 struct tally *tally, struct fault *fault)
{
    struct case_list cases;
    double build_ms;
    int status;

    if (instance_supported(&kernel->manifest, fault) ||
        cases_make(&kernel->manifest, check->options->sizes, &check->options->test_case, &cases,
                   fault)) {
        tally->status = status_of(fault);
        return -1;
    }
    show_progress(check, recipe, kernel, 0, cases.count);
    status = executor_build(&check->executor, 0, kernel, &build_ms, fault);
    for (size_t i = 0; i < cases.count && status == 0; i++) {
        show_progress(check, recipe, kernel, i, cases.count);
        status = run_case(check, kernel, &cases.list[i], tally, fault);
    }
    cases_release(&cases);
    if (status != 0)
        tally->status = check->executor.late   ? STATUS_TIMEOUT
                        : check->executor.lost ? STATUS_CRASH
                                               : status_of(fault);
    return status;
}

/* A combination that a rule of the generator refuses is no failure while walking over many. */
static bool may_skip(const struct check *check, const struct recipe *recipe,
                     const struct fault *fault)
{
    return check->total > 1 && recipe->path == NULL && fault->code == FAULT_REFUSED;
}

void check_count(struct check *check, enum status status, const struct fault *fault)
{
    progress_clear(&check->progress);
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
static void show_json(const char *label, const struct kernel *kernel, const struct tally *tally,
                      const struct fault *fault)
{
    json_t *object = json_pack("{s:s, s:s, s:s, s:i}", "record", "check", "kernel", label, "status",
                               status_verdict(tally->status), "code", fault->code);

    if (kernel != NULL) {
        if (kernel->manifest.command != NULL)
            json_object_set_new(object, "command", json_string(kernel->manifest.command));
        figures_problem(object, &kernel->manifest);
        json_object_set_new(object, "cases", json_integer((json_int_t)tally->cases));
        json_object_set_new(object, "exact", json_integer((json_int_t)tally->exact));
        json_object_set_new(object, "worst_error", json_real(tally->worst));
    }
    if (fault->code != FAULT_NONE)
        json_object_set_new(object, "why", json_string(fault->text));
    if (fault->detail != NULL)
        json_object_set_new(object, "log", json_string(fault->detail));
    figures_line(object);
}

static void check_recipe(struct check *check, const struct recipe *recipe)
{
    struct kernel kernel;
    struct tally tally = {.status = STATUS_OK};
    struct fault fault = {0};
    bool made = kernel_make(&check->options->settings, recipe, NULL, &check->executor.traits,
                            &kernel, &fault) == 0;
    const char *label = recipe->label[0] != '\0' ? recipe->label
                        : made                   ? kernel.manifest.name
                                                 : "kernel";

    if (made)
        check_kernel(check, recipe, &kernel, &tally, &fault);
    else
        tally.status = may_skip(check, recipe, &fault) ? STATUS_REFUSED : status_of(&fault);
    if (tally.status == STATUS_CRASH) /* one failure of the few kernels that are named */
        tally.status = STATUS_RUNTIME;
    check_count(check, tally.status, &fault);
    if (check->options->format == FORMAT_JSON)
        show_json(label, made ? &kernel : NULL, &tally, &fault);
    else if (fault.code != FAULT_NONE)
        check_show(tally.status, label, &fault);
    else
        printf("passed  %s: %zu cases, %zu of them exact, worst error %.2g of the bound\n", label,
               tally.cases, tally.exact, tally.worst);
    fflush(stdout);
    if (made)
        kernel_release(&kernel);
    fault_clear(&fault);
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
    const struct executor_options executor = take_executor(options);
    struct check check = {.options = options};
    struct recipes recipes;

    if (recipes_list(&options->selection, NULL, &recipes, fault))
        return -1;
    for (size_t i = 0; i < recipes.count; i++)
        recipes.list[i].at_edges = check_at_edges(options);
    if (executor_open(&executor, options->selection.manifests.count < recipes.count,
                      &check.executor, fault)) {
        recipes_release(&recipes);
        return -1;
    }
    check.total = recipes.count;
    progress_open(&check.progress, options->format);
    progress_expect(&check.progress, 0, "checked", (double)check.total);
    if (options->format == FORMAT_JSON)
        report_start(&check);
    for (; check.done < check.total; check.done++)
        check_recipe(&check, &recipes.list[check.done]);
    if (options->format != FORMAT_JSON)
        check_show_sum(&check);
    executor_close(&check.executor);
    recipes_release(&recipes);
    if (check.failed == 0 && check.passed == 0 && check.absent > 0)
        return fault_set(fault, FAULT_DEVICE,
                         "nothing is checked: the device has not got what the kernel needs");
    if (check.failed == 0 && check.passed == 0)
        return fault_set(fault, FAULT_REFUSED, "every kernel was refused: nothing is checked");
    if (check.failed == 0)
        return 0;
    return fault_set(fault, check.worst, "%zu of %zu kernels failed", check.failed, check.total);
}
