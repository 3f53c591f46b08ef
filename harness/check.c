#include "harness/check.h"

#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#include "harness/check_impl.h"
#include "harness/trial.h"

static void show_progress(const struct check *check, const char *label, size_t done, size_t total)
{
    if (check->progress)
        fprintf(stderr, "\r\033[K[%zu/%zu] %s: case %zu of %zu", check->done + 1, check->total,
                label, done, total);
}

void check_clear_progress(const struct check *check)
{
    if (check->progress)
        fprintf(stderr, "\r\033[K");
}

/* "m 33, n 17, k 9, lda 9, ..." */
static void describe_case(const struct launch *launch, const struct gemm_case *gemm_case,
                          bool guards, char *text, size_t room)
{
    static const char *const data[] = {"whole numbers", "random", "with infinities"};
    size_t used = 0;

    for (int i = SYMBOL_M; i <= SYMBOL_OFFSET_C && used < room; i++)
        used += (size_t)snprintf(text + used, room - used, "%s %" PRIu64 ", ",
                                 symbol_word((enum symbol)i), launch->value[i]);
    if (used < room)
        snprintf(text + used, room - used, "alpha %g, beta %g; %s; %s", launch->alpha, launch->beta,
                 data[gemm_case->data],
                 guards ? "buffers with margins" : "buffers of exact length");
}

/* Whether buffers are tried with margins first. */
static bool margins(const struct check *check)
{
    return !check->options->exact_length;
}

static int run_trials(const struct check *check, struct trial *trial,
                      const struct gemm_case *gemm_case, uint64_t trials, struct tally *tally,
                      struct fault *fault)
{
    enum data data = gemm_case->data == CASE_EXACT    ? DATA_WHOLE
                     : gemm_case->data == CASE_RANDOM ? DATA_RANDOM
                                                      : DATA_POSITIVE;

    for (uint64_t i = 0; i < trials; i++) {
        uint64_t seed = check->options->seed * 7919 + i;
        enum verification how;
        struct verdict verdict;

        if (trial_load(trial, data, gemm_case->data == CASE_INFINITE, seed, &how, fault) ||
            runner_run(trial->runner, NULL, fault) ||
            trial_verify(trial, how, TRIAL_FULL_LIMIT, seed, &verdict, fault))
            return -1;
        if (verdict.worst > tally->worst)
            tally->worst = verdict.worst;
        tally->exact += trial->guards == margins(check) && i == 0 && how == VERIFY_EXACT;
    }
    return 0;
}

/* A case in one of the two kinds of buffers. */
static int run_variant(const struct check *check, const struct subject *subject,
                       const struct built *built, const struct gemm_case *gemm_case, bool guards,
                       struct tally *tally, struct fault *fault)
{
    struct trial trial;
    char text[400];
    int status;

    if (trial_open(&check->device, &subject->manifest, built, &gemm_case->wish, guards,
                   check->options->memory, &trial, fault))
        return -1;
    status = run_trials(check, &trial, gemm_case,
                        guards == margins(check) ? check->options->trials : 1, tally, fault);
    if (status != 0) {
        describe_case(&trial.launch, gemm_case, guards, text, sizeof text);
        fault_prefix(fault, text);
    }
    trial_close(&trial);
    return status;
}

/* Margins come first: on a CPU a stray write into a buffer of exact length would hit the harness
 * itself. Exact length shows reads past the end to tools that watch memory. */
static int run_case(const struct check *check, const struct subject *subject,
                    const struct built *built, const struct gemm_case *gemm_case,
                    struct tally *tally, struct fault *fault)
{
    tally->cases++;
    if (margins(check) && run_variant(check, subject, built, gemm_case, true, tally, fault))
        return -1;
    return run_variant(check, subject, built, gemm_case, false, tally, fault);
}

int check_subject(const struct check *check, const struct origin *origin,
                  const struct subject *subject, struct tally *tally, struct fault *fault)
{
    struct built built;
    struct case_list cases;
    int status;

    if (trial_supported(&subject->manifest, fault) ||
        cases_make(&subject->manifest, check->options->sizes, &check->options->wish, &cases, fault))
        return -1;
    status = program_build(&check->device, &subject->manifest, subject->source,
                           check->options->edited, &built, fault);
    if (status == 0) {
        for (size_t i = 0; i < cases.count && status == 0; i++) {
            show_progress(check, origin->label, i + 1, cases.count);
            status = run_case(check, subject, &built, &cases.list[i], tally, fault);
        }
        program_release(&built);
    }
    cases_release(&cases);
    return status;
}

/* A combination that a rule of the generator refuses is no failure while walking over many. */
static bool may_skip(const struct check *check, const struct origin *origin,
                     const struct fault *fault)
{
    return check->total > 1 && origin->path == NULL && fault->code == FAULT_REFUSED;
}

static void check_origin(struct check *check, const struct origin *origin)
{
    struct subject subject;
    struct tally tally = {0};
    struct fault fault = {0};
    bool made = subject_make(check->options, origin, &check->voice, &subject, &fault) == 0;
    const char *label = origin->label[0] != '\0' ? origin->label
                        : made                   ? subject.manifest.name
                                                 : "kernel";

    if (made)
        check_subject(check, origin, &subject, &tally, &fault);
    check_clear_progress(check);
    if (fault.code == FAULT_NONE) {
        check->passed++;
        printf("passed  %s: %zu cases, %zu of them exact, worst error %.2g of the bound\n", label,
               tally.cases, tally.exact, tally.worst);
    } else if (!made && may_skip(check, origin, &fault)) {
        check->skipped++;
        printf("refused %s: %s\n", label, fault.text);
    } else if (fault.lacking) {
        check->skipped++;
        check->absent++;
        printf("absent  %s: %s\n", label, fault.text);
    } else {
        check->failed++;
        if (check->worst == FAULT_NONE || fault.code == FAULT_WRONG)
            check->worst = fault.code;
        printf("failed  %s: %s\n", label, fault.text);
        if (fault.detail != NULL)
            printf("%s", fault.detail);
    }
    fflush(stdout);
    if (made)
        subject_release(&subject);
    fault_clear(&fault);
}

int check_command(const struct options *options, struct fault *fault)
{
    struct check check = {.options = options, .progress = isatty(STDERR_FILENO) != 0};
    struct origins origins;

    if (origins_list(options, &origins, fault))
        return -1;
    if (device_open(&options->device, &check.device, fault)) {
        origins_release(&origins);
        return -1;
    }
    if (options->manifest_count < origins.count)
        device_voice_find(&check.device, &check.voice);
    check.total = origins.count;
    for (; check.done < check.total; check.done++)
        check_origin(&check, &origins.list[check.done]);
    printf("%zu passed, %zu failed", check.passed, check.failed);
    if (check.skipped > 0)
        printf(", %zu skipped", check.skipped);
    printf("\n");
    device_close(&check.device);
    origins_release(&origins);
    if (check.failed == 0 && check.passed == 0 && check.absent > 0)
        return fault_set(fault, FAULT_DEVICE,
                         "nothing is checked: the device has not got what the kernel needs");
    if (check.failed == 0 && check.passed == 0)
        return fault_set(fault, FAULT_REFUSED, "every kernel was refused: nothing is checked");
    if (check.failed == 0)
        return 0;
    return fault_set(fault, check.worst, "%zu of %zu kernels failed", check.failed, check.total);
}
