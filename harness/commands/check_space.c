#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "clgemm.h"
#include "harness/base/stop.h"
#include "harness/base/text.h"
#include "harness/commands/check_internal.h"
#include "harness/base/timing.h"
#include "harness/journal/journal.h"

/* A sample gives up where so many points a point asked for cannot run. */
enum {
    DRAWS_A_POINT = 20
};

/* A walk over points. */
struct walk {
    struct check check;
    struct clgemm_space *space;
    size_t parameters;
    const unsigned *point;   /* that is checked */
    struct journal *journal; /* NULL: none is asked for */
    json_int_t number;       /* of this walk, in the journal: when it began, ms since 1970 */
    bool known;              /* the journal knows what comes of the point */
    double begin_ms;         /* of its check */
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
    if (status == 0)
        status = settings_say(&options->settings, request, &error);
    if (status == 0)
        status = clgemm_space_new(request, CLGEMM_RANGE_KERNEL | CLGEMM_RANGE_PROBLEM, &walk->space,
                                  &error);
    if (status == 0)
        clgemm_space_stop_by(walk->space, stop_asked, NULL);
    for (size_t i = 0; i < options->params.count && status == 0; i++)
        status = clgemm_space_narrow(walk->space, options->params.list[i], &error);
    clgemm_request_free(request);
    if (status != 0)
        return fault_pass_on(fault, &error);
    while (clgemm_space_parameter(walk->space, walk->parameters, NULL) != NULL)
        walk->parameters++;
    return 0;
}

/* ----------------------------------------------------------------------------------- one point */

/* The options of a point, for people. */
static void write_label(const struct walk *walk, const unsigned *point, char *text, size_t room)
{
    *text = '\0';
    for (size_t p = 0; p < walk->parameters; p++) {
        const char *value = clgemm_space_value(walk->space, p, point[p]);

        if (strcmp(value, "-") != 0)
            text_append(text, room, "%s--%s=%s", *text == '\0' ? "" : " ",
                        clgemm_space_parameter(walk->space, p, NULL), value);
    }
}

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

/* Looks for a point in the journal, and writes down there that it is about to run. */
static int note_before(void *self, struct candidate *candidate, bool *known, struct fault *fault)
{
    struct walk *walk = self;
    json_t *key = make_key(walk, candidate->manifest);
    const struct journal_entry *entry = key == NULL ? NULL : journal_find(walk->journal, key);
    const enum journal_state state = entry == NULL ? JOURNAL_SESSION : entry->state;
    json_t *fields = entry == NULL ? NULL : journal_fields(entry, state);
    const enum status status = entry == NULL ? STATUS_COUNT : known_status(walk, state, fields);
    int result = 0;

    *known = walk->known = status != STATUS_COUNT;
    walk->begin_ms = time_now_ms();
    if (!walk->known) {
        result = key == NULL ? fault_memory(fault)
                             : note(walk, key, JOURNAL_RUN_STARTED, json_object(), fault);
    } else {
        candidate->tally.status = status;
        if (status != STATUS_OK && status != STATUS_ABSENT)
            fault_set(&candidate->fault, FAULT_DEVICE, "%s",
                      member_text_or(fields, "reason", "its process ended"));
    }
    json_decref(fields);
    json_decref(key);
    return result;
}

static int note_checked(struct walk *walk, const struct candidate *candidate, struct fault *fault)
{
    const double seconds = (time_now_ms() - walk->begin_ms) * 1e-3;
    const bool failed = candidate->fault.code != FAULT_NONE;
    json_t *key = make_key(walk, candidate->manifest);
    json_t *fields = failed ? json_pack("{s:s, s:s}", "kind", status_word(candidate->tally.status),
                                        "reason", candidate->fault.text)
                            : json_pack("{s:f}", "seconds", seconds);
    int status = key == NULL
                     ? fault_memory(fault)
                     : note(walk, key, failed ? JOURNAL_FAILED : JOURNAL_VERIFIED, fields, fault);

    json_decref(key);
    return status;
}

/* Counts a point, and says what did not pass. A point of the space that the generator refuses is a
 * failure. */
static int show_point(void *self, struct candidate *candidate, struct fault *fault)
{
    struct walk *walk = self;
    const enum status status = candidate->made ? candidate->tally.status : STATUS_COMPILE;
    const char *words = candidate->made ? candidate->manifest->command : NULL;
    char label[1024];

    if (words == NULL) {
        write_label(walk, walk->point, label, sizeof label);
        words = label;
    }
    check_count(&walk->check, status, &candidate->fault);
    if (status != STATUS_OK && (status != STATUS_ABSENT || candidate->fault.text[0] != '\0'))
        check_show(status, words, &candidate->fault);
    return candidate->made && walk->journal != NULL && !walk->known
               ? note_checked(walk, candidate, fault)
               : 0;
}

/* Checks a point, unless the journal knows what comes of it. Errors: the walk cannot go on
 * (FAULT_IO). */
static int check_point(struct walk *walk, const unsigned *point, struct fault *fault)
{
    struct recipe recipe = {
        .space = walk->space, .point = point, .at_edges = check_at_edges(walk->check.options)};

    walk->point = point;
    snprintf(recipe.label, sizeof recipe.label, "point %zu", walk->check.run.checked + 1);
    return suite_check(&walk->check.run, &recipe, fault);
}

/* ----------------------------------------------------------------------------------- all points */

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
    check_expect(&walk->check, cover.count);
    ran = calloc(cover.count + 1, sizeof *ran);
    if (ran == NULL)
        return fault_memory(fault);
    for (size_t i = 0; i < cover.count && status == 0; i++) {
        const size_t before = walk->check.skipped;

        status = check_point(walk, cover.points + i * walk->parameters, fault);
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
    check_expect(&walk->check, wanted);
    while (status == 0 && walk->check.passed + walk->check.failed < wanted &&
           walk->check.run.checked < DRAWS_A_POINT * wanted) {
        walk->check.progress.kinds[0].total = (double)(wanted + walk->check.skipped);
        status = clgemm_space_random(walk->space, &seed, point, &error);
        if (status < 0)
            fault_pass_on(fault, &error);
        if (status <= 0)
            break;
        status = check_point(walk, point, fault);
    }
    free(point);
    return status;
}

static int check_points(struct walk *walk, struct fault *fault)
{
    const struct check *check = &walk->check;
    int status = check->options->sample > 0 ? check_sample(walk, fault) : check_cover(walk, fault);

    if (status == 0 || stop_wanted())
        check_show_sum(check);
    if (status != 0)
        return status;
    if (check->failed > 0)
        return fault_set(fault, check->worst, "%zu of %zu points failed", check->failed,
                         check->run.checked);
    if (check->passed == 0)
        return fault_set(fault, FAULT_REFUSED, "no point could be checked");
    return 0;
}

int points_command(const struct options *options, struct fault *fault)
{
    struct walk walk = {
        .check = {.observer = {.self = &walk,
                               .before = options->journal == NULL ? NULL : note_before,
                               .checked = show_point}},
        .number = (json_int_t)time_epoch_ms()};
    int status;

    if (check_open(&walk.check, options, true, fault))
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
