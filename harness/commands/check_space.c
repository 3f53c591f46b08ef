#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "harness/commands/check_internal.h"
#include "harness/base/timing.h"

/* A sample gives up where so many points a point asked for cannot run. */
enum {
    DRAWS_A_POINT = 20
};

/* The space of what the command line leaves open, whole: problem and kernel. How lanes exchange is
 * the device's. */
static int open_space(struct walk *walk, struct fault *fault)
{
    const struct options *options = walk->check.options;
    struct clgemm_request *request = clgemm_request_new();
    struct clgemm_error error = {0};
    int status;

    if (request == NULL)
        return fault_memory(fault);
    status = device_traits_say(&walk->check.executor.traits, request, &error);
    for (size_t i = 0; i < options->settings.count && status == 0; i++)
        status = clgemm_request_set(request, options->settings.list[i].name,
                                    options->settings.list[i].value, &error);
    if (status == 0)
        status = clgemm_space_new(request, CLGEMM_RANGE_KERNEL | CLGEMM_RANGE_PROBLEM, &walk->space,
                                  &error);
    for (size_t i = 0; i < options->params.count && status == 0; i++)
        status = clgemm_space_narrow(walk->space, options->params.list[i], &error);
    clgemm_request_free(request);
    if (status != 0)
        return fault_pass_on(fault, &error);
    while (clgemm_space_parameter(walk->space, walk->parameters, NULL) != NULL)
        walk->parameters++;
    return 0;
}

static void expect(struct walk *walk, size_t points)
{
    walk->check.total = points;
    progress_open(&walk->check.progress, walk->check.options->format);
    progress_expect(&walk->check.progress, 0, "checked", (double)points);
}

/* Whether a point that ran has both values. */
static bool has_pair(const struct clgemm_cover *cover, size_t width, const bool *ran,
                     const unsigned *point, size_t p, size_t q)
{
    for (size_t i = 0; i < cover->count; i++) {
        const unsigned *other = cover->points + i * width;

        if (ran[i] && other[p] == point[p] && other[q] == point[q])
            return true;
    }
    return false;
}

/* Tells how many pairs only points have that the device cannot run; a pair that several of those
 * have counts for each. */
static void tell_missed(const struct walk *walk, const struct clgemm_cover *cover, const bool *ran)
{
    const size_t width = walk->parameters;
    size_t missed = 0;

    for (size_t i = 0; i < cover->count; i++)
        for (size_t p = 0; p < width && !ran[i]; p++)
            for (size_t q = p + 1; q < width; q++)
                missed += !has_pair(cover, width, ran, cover->points + i * width, p, q);
    if (missed > 0)
        printf("%zu pairs are in points alone that this device cannot run\n", missed);
}

static int check_cover(struct walk *walk, struct fault *fault)
{
    struct clgemm_cover cover;
    struct clgemm_error error = {0};
    double product, valid;
    bool *ran;
    int status = 0;

    if (clgemm_space_count(walk->space, &product, &valid, &error) ||
        clgemm_space_cover(walk->space, walk->check.options->schedule.seed, &cover, &error))
        return fault_pass_on(fault, &error);
    printf("covering set of %.0f valid points: %zu points have all %zu pairs of values that valid "
           "points have; %zu pairs have none\n",
           valid, cover.count, cover.pairs, cover.impossible);
    expect(walk, cover.count);
    ran = calloc(cover.count + 1, sizeof *ran);
    if (ran == NULL)
        return fault_memory(fault);
    for (size_t i = 0; i < cover.count && status == 0; i++) {
        const size_t before = walk->check.skipped;

        status = points_check(walk, cover.points + i * walk->parameters, fault);
        ran[i] = walk->check.skipped == before;
    }
    if (status == 0)
        tell_missed(walk, &cover, ran);
    free(ran);
    return status;
}

/* Points that the device cannot run do not count. */
static int check_sample(struct walk *walk, struct fault *fault)
{
    const uint64_t wanted = walk->check.options->sample;
    unsigned long long seed = walk->check.options->schedule.seed;
    unsigned *point = calloc(walk->parameters + 1, sizeof *point);
    struct clgemm_error error = {0};
    double product, valid;
    int status = 0;

    if (point == NULL)
        return fault_memory(fault);
    if (clgemm_space_count(walk->space, &product, &valid, &error)) {
        free(point);
        return fault_pass_on(fault, &error);
    }
    printf("%" PRIu64 " random points of %.0f valid ones, from seed %" PRIu64 " on\n", wanted,
           valid, walk->check.options->schedule.seed);
    expect(walk, wanted);
    while (status == 0 && walk->check.passed + walk->check.failed < wanted &&
           walk->check.done < DRAWS_A_POINT * wanted) {
        walk->check.progress.kinds[0].total = (double)(wanted + walk->check.skipped);
        status = clgemm_space_random(walk->space, &seed, point, &error);
        if (status < 0)
            fault_pass_on(fault, &error);
        if (status <= 0)
            break;
        status = points_check(walk, point, fault);
    }
    free(point);
    return status;
}

static int check_points(struct walk *walk, struct fault *fault)
{
    const struct check *check = &walk->check;
    int status = check->options->sample > 0 ? check_sample(walk, fault) : check_cover(walk, fault);

    if (status != 0)
        return status;
    check_show_sum(check);
    if (check->failed > 0)
        return fault_set(fault, check->worst, "%zu of %zu points failed", check->failed,
                         check->done);
    if (check->passed == 0)
        return fault_set(fault, FAULT_REFUSED, "no point could be checked");
    return 0;
}

int points_command(const struct options *options, struct fault *fault)
{
    const struct executor_options executor = take_executor(options);
    struct walk walk = {.check = {.options = options}, .number = (json_int_t)time_epoch_ms()};
    int status;

    if (executor_open(&executor, true, &walk.check.executor, fault))
        return -1;
    status = open_space(&walk, fault);
    if (status == 0 && options->journal != NULL) {
        walk.journal = journal_open(options->journal, true, fault);
        status = walk.journal == NULL ? -1 : 0;
    }
    if (status == 0)
        status = check_points(&walk, fault);
    if (status == 0 && walk.journal != NULL)
        status = journal_check(walk.journal, fault);
    journal_close(walk.journal);
    clgemm_space_free(walk.space);
    executor_close(&walk.check.executor);
    return status;
}

/* --------------------------------------------------------------------- what is said of a point */

/* The options of a point, for people. */
static void write_label(const struct walk *walk, const unsigned *point, char *text, size_t room)
{
    size_t used = 0;

    *text = '\0';
    for (size_t p = 0; p < walk->parameters && used < room; p++) {
        const char *value = clgemm_space_value(walk->space, p, point[p]);

        if (strcmp(value, "-") != 0)
            used += (size_t)snprintf(text + used, room - used, "%s--%s=%s", used > 0 ? " " : "",
                                     clgemm_space_parameter(walk->space, p, NULL), value);
    }
}

/* Counts a point, and says what did not pass. */
static void count(struct check *check, enum status status, const char *point,
                  const struct fault *fault)
{
    check_count(check, status, fault);
    if (status != STATUS_OK && (status != STATUS_ABSENT || fault->text[0] != '\0'))
        check_show(status, point, fault);
}

/* --------------------------------------------------------------------------------- the journal */

/* Makes the key of a point in the journal. */
static json_t *make_key(const struct walk *walk, const struct manifest *manifest)
{
    return json_pack("{s:s, s:s, s:s, s:s}", "command", manifest->command, "source",
                     manifest->programs[0].hash, "device", walk->check.executor.device.name,
                     "driver", walk->check.executor.device.driver);
}

/* Finds the status of a point by this walk, or by an earlier one if it is final; STATUS_COUNT: the
 * point is to be checked. */
static enum status known_status(const struct walk *walk, enum journal_state state,
                                const json_t *fields)
{
    const enum status status = status_find(member_text(fields, "kind"));
    const bool own = member_integer(fields, "walk") == walk->number;

    if (state == JOURNAL_VERIFIED)
        return STATUS_OK;
    if (state != JOURNAL_FAILED || !(own || status == STATUS_ABSENT))
        return STATUS_COUNT;
    return status == STATUS_COUNT ? STATUS_RUNTIME : status;
}

/* Writes down what came of a point; takes the fields. */
static int note(const struct walk *walk, json_t *key, enum journal_state state, json_t *fields,
                struct fault *fault)
{
    int status = fields == NULL || json_object_set_new(fields, "walk", json_integer(walk->number))
                     ? fault_memory(fault)
                     : journal_append(walk->journal, key, state, fields, fault);

    json_decref(fields);
    return status;
}

/* Checks a kernel, and says before and after what happens to it. */
static int check_noted(struct walk *walk, const struct recipe *recipe, const struct kernel *kernel,
                       json_t *key, struct fault *fault)
{
    struct fault own = {0};
    struct tally tally = {.status = STATUS_OK};
    double begin = time_now_ms();
    int status = note(walk, key, JOURNAL_RUN_STARTED, json_object(), fault);

    if (status == 0) {
        check_kernel(&walk->check, recipe, kernel, &tally, &own);
        count(&walk->check, tally.status, kernel->manifest.command, &own);
        status = own.code == FAULT_NONE
                     ? note(walk, key, JOURNAL_VERIFIED,
                            json_pack("{s:f}", "seconds", (time_now_ms() - begin) * 1e-3), fault)
                     : note(walk, key, JOURNAL_FAILED,
                            json_pack("{s:s, s:s}", "kind", status_word(tally.status), "reason",
                                      own.text),
                            fault);
    }
    fault_clear(&own);
    return status;
}

/* Counts a point that the journal knows. */
static void recall(struct walk *walk, enum status status, const json_t *fields, const char *point)
{
    const char *reason = member_text(fields, "reason");
    struct fault own = {0};

    if (status != STATUS_OK && status != STATUS_ABSENT)
        fault_set(&own, FAULT_DEVICE, "%s", reason == NULL ? "its process ended" : reason);
    count(&walk->check, status, point, &own);
    fault_clear(&own);
}

/* Checks a kernel unless the journal knows what comes of it. */
static int check_once(struct walk *walk, const struct recipe *recipe, const struct kernel *kernel,
                      json_t *key, struct fault *fault)
{
    const struct journal_entry *entry = journal_find(walk->journal, key);
    enum journal_state state = entry == NULL ? JOURNAL_SESSION : entry->state;
    json_t *fields = entry == NULL ? NULL : journal_fields(entry, state);
    const enum status known = entry == NULL ? STATUS_COUNT : known_status(walk, state, fields);
    int status = 0;

    if (known == STATUS_COUNT)
        status = check_noted(walk, recipe, kernel, key, fault);
    else
        recall(walk, known, fields, kernel->manifest.command);
    json_decref(fields);
    return status;
}

/* ------------------------------------------------------------------------------------- a check */

static int check_made(struct walk *walk, const struct recipe *recipe, const struct kernel *kernel,
                      struct fault *fault)
{
    struct fault own = {0};
    struct tally tally = {.status = STATUS_OK};
    json_t *key;
    int status;

    if (walk->journal == NULL) {
        check_kernel(&walk->check, recipe, kernel, &tally, &own);
        count(&walk->check, tally.status, kernel->manifest.command, &own);
        fault_clear(&own);
        return 0;
    }
    key = make_key(walk, &kernel->manifest);
    if (key == NULL)
        return fault_memory(fault);
    status = check_once(walk, recipe, kernel, key, fault);
    json_decref(key);
    return status;
}

int points_check(struct walk *walk, const unsigned *point, struct fault *fault)
{
    struct recipe recipe = {
        .space = walk->space, .point = point, .at_edges = check_at_edges(walk->check.options)};
    struct kernel kernel;
    struct fault own = {0};
    char label[1024];
    int status = 0;

    snprintf(recipe.label, sizeof recipe.label, "point %zu", walk->check.done + 1);
    if (kernel_make(&walk->check.options->settings, &recipe, NULL, &walk->check.executor.traits,
                    &kernel, &own) == 0) {
        status = check_made(walk, &recipe, &kernel, fault);
        kernel_release(&kernel);
    } else {
        write_label(walk, point, label, sizeof label);
        count(&walk->check, STATUS_COMPILE, label, &own);
    }
    fault_clear(&own);
    walk->check.done++;
    return status;
}
