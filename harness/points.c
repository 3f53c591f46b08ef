#include "harness/points.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "clgemm.h"
#include "harness/check_impl.h"
#include "harness/journal.h"
#include "harness/timing.h"

/* A sample gives up where so many points a point asked for cannot run. */
enum {
    DRAWS_A_POINT = 20
};

struct walk {
    struct check check;
    struct clgemm_space *space;
    size_t parameters;
    struct journal *journal; /* NULL: none is asked for */
    json_int_t number;       /* of this walk, in the journal: when it began, ms since 1970 */
};

/* The space of what the command line leaves open, whole: problem and kernel. How lanes exchange is the device's. */
static int open_space(struct walk *walk, struct fault *fault)
{
    const struct options *options = walk->check.options;
    struct clgemm_request *request = clgemm_request_new();
    struct clgemm_error error = {0};
    int status;

    if (request == NULL)
        return fault_memory(fault);
    status = clgemm_request_set_by(request, CLGEMM_BY_DEVICE, "sub-groups",
                                   walk->check.voice.sub_groups, &error);
    for (size_t i = 0; i < options->setting_count && status == 0; i++)
        status = clgemm_request_set(request, options->settings[i].name, options->settings[i].value,
                                    &error);
    if (status == 0)
        status = clgemm_space_new(request, CLGEMM_RANGE_KERNEL | CLGEMM_RANGE_PROBLEM, &walk->space,
                                  &error);
    for (size_t i = 0; i < options->param_count && status == 0; i++)
        status = clgemm_space_narrow(walk->space, options->params[i], &error);
    clgemm_request_free(request);
    if (status != 0)
        return fault_pass_on(fault, &error);
    while (clgemm_space_parameter(walk->space, walk->parameters, NULL) != NULL)
        walk->parameters++;
    return 0;
}

/* --------------------------------------------------------------------------- one point */

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

static const char *result_word(const struct fault *fault)
{
    return fault->code == FAULT_NONE ? "passed" : fault->lacking ? "absent" : "failed";
}

static void count(struct check *check, const char *result, const char *point,
                  const struct fault *fault)
{
    check_clear_progress(check);
    if (strcmp(result, "passed") == 0) {
        check->passed++;
    } else if (strcmp(result, "absent") == 0) {
        check->skipped++;
        if (fault->text[0] != '\0')
            printf("absent  %s: %s\n", point, fault->text);
    } else {
        check->failed++;
        if (check->worst == FAULT_NONE || fault->code == FAULT_WRONG)
            check->worst = fault->code == FAULT_NONE ? FAULT_DEVICE : fault->code;
        printf("%s %s: %s\n", strcmp(result, "crashed") == 0 ? "crashed" : "failed ", point,
               fault->text[0] == '\0' ? "see the journal" : fault->text);
        if (fault->detail != NULL)
            printf("%s", fault->detail);
    }
    fflush(stdout);
}

/* ---------------------------------------------------------------------------- journal */

/* What a point is known by in the journal. */
static json_t *make_key(const struct walk *walk, const struct manifest *manifest)
{
    return json_pack("{s:s, s:s, s:s, s:s}", "command", manifest->command, "source",
                     manifest->programs[0].hash, "device", walk->check.device.name, "driver",
                     walk->check.device.driver);
}

/* What an earlier start of this walk has found out, or any walk where it is final; NULL: the point is to
 * be checked. *reason is the journal's. */
static const char *known_result(const struct walk *walk, const json_t *key, const char **reason)
{
    const struct journal_entry *entry = journal_find(walk->journal, key);
    const json_t *fields = entry == NULL ? NULL : entry->fields[entry->state];
    const char *kind = json_string_value(json_object_get(fields, "kind"));
    const bool own = json_integer_value(json_object_get(fields, "walk")) == walk->number;

    *reason = json_string_value(json_object_get(fields, "reason"));
    if (entry == NULL)
        return NULL;
    if (entry->state == JOURNAL_VERIFIED)
        return "passed";
    if (entry->state == JOURNAL_FAILED && kind != NULL && strcmp(kind, "absent") == 0)
        return "absent";
    if (entry->state == JOURNAL_FAILED && own)
        return kind != NULL && strcmp(kind, "crash") == 0 ? "crashed" : "failed";
    return entry->state == JOURNAL_RUN_STARTED && own ? "crashed" : NULL;
}

static const char *kind_of(const struct fault *fault)
{
    return fault->lacking                ? "absent"
           : fault->code == FAULT_WRONG  ? "correctness"
           : fault->code == FAULT_DEVICE ? "runtime"
                                         : "compile";
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
static int check_noted(struct walk *walk, const struct origin *origin,
                       const struct subject *subject, json_t *key, struct fault *fault)
{
    struct fault own = {0};
    struct tally tally = {0};
    double begin = time_now_ms();
    int status = note(walk, key, JOURNAL_RUN_STARTED, json_object(), fault);

    if (status == 0) {
        check_subject(&walk->check, origin, subject, &tally, &own);
        count(&walk->check, result_word(&own), subject->manifest.command, &own);
        status =
            own.code == FAULT_NONE
                ? note(walk, key, JOURNAL_VERIFIED,
                       json_pack("{s:f}", "seconds", (time_now_ms() - begin) * 1e-3), fault)
                : note(walk, key, JOURNAL_FAILED,
                       json_pack("{s:s, s:s}", "kind", kind_of(&own), "reason", own.text), fault);
    }
    fault_clear(&own);
    return status;
}

/* Counts a point that the journal knows; one that has taken its process down is written down as such. */
static int recall(struct walk *walk, const char *result, const char *reason, json_t *key,
                  const char *point, struct fault *fault)
{
    const struct journal_entry *entry = journal_find(walk->journal, key);
    struct fault own = {0};
    int status = 0;

    if (entry->state == JOURNAL_RUN_STARTED)
        status = note(
            walk, key, JOURNAL_FAILED,
            json_pack("{s:s, s:s}", "kind", "crash", "reason", "its process ended while it ran"),
            fault);
    if (strcmp(result, "passed") != 0 && strcmp(result, "absent") != 0)
        fault_set(&own, FAULT_DEVICE, "%s", reason == NULL ? "its process ended" : reason);
    count(&walk->check, result, point, &own);
    fault_clear(&own);
    return status;
}

static int check_made(struct walk *walk, const struct origin *origin, const struct subject *subject,
                      struct fault *fault)
{
    struct fault own = {0};
    struct tally tally = {0};
    const char *known, *reason;
    json_t *key;
    int status;

    if (walk->journal == NULL) {
        check_subject(&walk->check, origin, subject, &tally, &own);
        count(&walk->check, result_word(&own), subject->manifest.command, &own);
        fault_clear(&own);
        return 0;
    }
    key = make_key(walk, &subject->manifest);
    if (key == NULL)
        return fault_memory(fault);
    known = known_result(walk, key, &reason);
    status = known == NULL ? check_noted(walk, origin, subject, key, fault)
                           : recall(walk, known, reason, key, subject->manifest.command, fault);
    json_decref(key);
    return status;
}

static int check_point(struct walk *walk, const unsigned *point, struct fault *fault)
{
    struct origin origin = {.space = walk->space, .point = point};
    struct subject subject;
    struct fault own = {0};
    char label[1024];
    int status = 0;

    snprintf(origin.label, sizeof origin.label, "point %zu", walk->check.done + 1);
    if (subject_make(walk->check.options, &origin, &walk->check.voice, &subject, &own) == 0) {
        status = check_made(walk, &origin, &subject, fault);
        subject_release(&subject);
    } else {
        write_label(walk, point, label, sizeof label);
        count(&walk->check, "failed", label, &own);
    }
    fault_clear(&own);
    walk->check.done++;
    return status;
}

/* -------------------------------------------------------------------------- many points */

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

/* Tells how many pairs only points have that the device cannot run; a pair that several of those have counts for each. */
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
    bool *ran;
    int status = 0;

    if (clgemm_space_cover(walk->space, walk->check.options->seed, &cover, &error))
        return fault_pass_on(fault, &error);
    printf("covering set: %zu points have all %zu pairs of values that valid points have; %zu "
           "pairs have none\n",
           cover.count, cover.pairs, cover.impossible);
    walk->check.total = cover.count;
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
    unsigned long long seed = walk->check.options->seed;
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
           valid, walk->check.options->seed);
    walk->check.total = wanted;
    while (status == 0 && walk->check.passed + walk->check.failed < wanted &&
           walk->check.done < DRAWS_A_POINT * wanted) {
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

    if (status != 0)
        return status;
    printf("%zu passed, %zu failed", check->passed, check->failed);
    if (check->skipped > 0)
        printf(", %zu skipped", check->skipped);
    printf("\n");
    if (check->failed > 0)
        return fault_set(fault, check->worst, "%zu of %zu points failed", check->failed,
                         check->done);
    if (check->passed == 0)
        return fault_set(fault, FAULT_REFUSED, "no point could be checked");
    return 0;
}

static int run(const struct options *options, json_int_t number, struct fault *fault)
{
    struct walk walk = {.check = {.options = options, .progress = isatty(STDERR_FILENO) != 0},
                        .number = number};
    int status = device_open(&options->device, &walk.check.device, fault);

    if (status != 0)
        return status;
    device_voice_find(&walk.check.device, &walk.check.voice);
    status = open_space(&walk, fault);
    if (status == 0 && options->journal != NULL) {
        walk.journal = journal_open(options->journal, true, fault);
        status = walk.journal == NULL ? -1 : 0;
    }
    if (status == 0)
        status = check_points(&walk, fault);
    journal_close(walk.journal);
    clgemm_space_free(walk.space);
    device_close(&walk.check.device);
    return status;
}

/* Bytes of a file; 0 where there is none. */
static long length_of(const char *path)
{
    struct stat facts;

    return stat(path, &facts) == 0 ? (long)facts.st_size : 0;
}

static json_int_t now_ms(void)
{
    struct timespec now;

    clock_gettime(CLOCK_REALTIME, &now);
    return (json_int_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Runs in a process that a kernel may take down; then another one goes on behind the point that did. The process
 * that returns is the one that did the work; the one that waited for it ends with its exit code. */
static int run_guarded(const struct options *options, struct fault *fault)
{
    const json_int_t number = now_ms();
    long before = -1;

    for (;;) {
        int ended;
        pid_t child;

        fflush(stdout);
        child = fork();
        if (child < 0)
            return fault_set(fault, FAULT_IO, "cannot make a process");
        if (child == 0)
            return run(options, number, fault);
        if (waitpid(child, &ended, 0) != child)
            return fault_set(fault, FAULT_IO, "cannot wait for a process");
        if (WIFEXITED(ended))
            _exit(WEXITSTATUS(ended));
        if (length_of(options->journal) <= before)
            return fault_set(fault, FAULT_DEVICE,
                             "the check crashes (signal %d) before it comes to a point",
                             WTERMSIG(ended));
        before = length_of(options->journal);
    }
}

int points_command(const struct options *options, struct fault *fault)
{
    return options->journal == NULL ? run(options, 0, fault) : run_guarded(options, fault);
}
