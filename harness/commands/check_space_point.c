#include "harness/commands/check_internal.h"

#include <string.h>

#include "harness/base/timing.h"

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
