#include <stdlib.h>
#include <string.h>

#include "harness/tune/internal.h"

/* Times may be this much above a peak that is stated; and above one that is measured, perhaps while
 * others were at work on the machine. Times of kernels that did not run at all are further off. */
static const double above_stated = 1.05, above_measured = 1.5;

/* An order that no candidate is to blame for. NULL: it failed. */
static json_t *ask(struct tuner *tuner, json_t *order, double limit_ms, struct fault *fault)
{
    struct fault own = {0};
    json_t *answer;

    if (tune_ask(&tuner->worker.client, order, limit_ms, &answer, &own) == 0)
        return answer;
    json_decref(answer);
    if (own.interrupted)
        tune_interrupted(tuner, fault);
    else
        fault_set(fault,
                  own.status == STATUS_OK || own.status == STATUS_REFUSED ? own.code : FAULT_DEVICE,
                  "%s", own.text);
    fault_clear(&own);
    return NULL;
}

int tune_find_device(struct tuner *tuner, struct fault *fault)
{
    tuner->device = ask(tuner, order_device(true), tune_compile_limit(tuner), fault);
    return tuner->device == NULL ? -1 : 0;
}

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

/* Announces work that is no kernel of the search, as kernels are. *left_alone: runs have ended at
 * it again and again. */
static int announce(struct tuner *tuner, json_t *key, enum journal_state state, bool *left_alone,
                    struct fault *fault)
{
    json_t *failure = tune_known_failure(tuner, key);

    *left_alone = failure != NULL;
    json_decref(failure);
    if (*left_alone)
        return 0;
    *left_alone = tune_is_deadly(tuner, key);
    if (!*left_alone)
        return tune_note_start(tuner, key, state, fault);
    return tune_note(tuner, key, JOURNAL_FAILED,
                     json_pack("{s:s, s:s, s:s}", "kind", status_word(STATUS_CRASH), "reason",
                               tune_deadly_words, "log", ""),
                     fault);
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
        if (tune_confirm(tuning, &tuner->worker.client, fault))
            return -1;
        answer = ask(tuner, order_peak(NULL, NULL, true), tune_run_limit(tuner), &own);
    }
    status = answer == NULL ? 0 : take_peak(tuner, answer, fault);
    json_decref(answer);
    fault_clear(&own);
    return status == 0 && process_interrupted() ? tune_interrupted(tuner, fault) : status;
}

static int measure_peak(struct tuning *tuning, struct fault *fault)
{
    struct tuner *tuner = tuning->tuner;
    json_t *key = json_pack("{s:O, s:O, s:s}", "device", json_object_get(tuner->device, "device"),
                            "driver", json_object_get(tuner->device, "driver"), "work", "peak");
    bool left_alone = false;
    int status = key == NULL ? fault_memory(fault)
                             : announce(tuner, key, JOURNAL_RUN_STARTED, &left_alone, fault);

    if (status == 0 && !left_alone)
        status = ask_peak(tuning, fault);
    if (status == 0 && !left_alone)
        status = tune_note(tuner, key, JOURNAL_SURVIVED, NULL, fault);
    json_decref(key);
    return status;
}

int tune_find_peak(struct tuning *tuning, struct fault *fault)
{
    struct tuner *tuner = tuning->tuner;
    const char *said = tuner->options->peak;

    if (tuner->peak.gflops > 0 || tuning->good == NULL)
        return 0;
    if (said != NULL && peak_stated(said, &tuner->peak))
        tuner->limit_gflops = above_stated * tuner->peak.gflops;
    else if (measure_peak(tuning, fault))
        return -1;
    if (tuner->peak.gflops <= 0)
        return 0;
    tune_show_peak(tuner);
    return tune_note_session(tuner, fault);
}

static int try_good(struct tuning *tuning, json_t *key, bool *works, struct fault *fault)
{
    struct tuner *tuner = tuning->tuner;
    struct fault own = {0};
    bool left_alone = false;
    int status = announce(tuner, key, JOURNAL_BUILD_STARTED, &left_alone, fault);

    if (status != 0 || left_alone)
        return status;
    *works = tune_run_good(tuning, &tuner->worker.client, &own) == 0;
    if (own.interrupted)
        status = tune_interrupted(tuner, fault);
    else if (!*works && own.status == STATUS_OK)
        status = fault_set(fault, own.code, "%s", own.text);
    fault_clear(&own);
    return status != 0 ? status : tune_note(tuner, key, JOURNAL_SURVIVED, NULL, fault);
}

/* Operations of a product of a kernel's elements. */
static double operations_of(const json_t *manifest)
{
    const json_t *types = json_object_get(json_object_get(manifest, "problem"), "types");
    const char *type = member_text(types, "c");

    return element_operations(type == NULL ? TYPE_F32 : element_find(type));
}

int tune_try_default(struct tuning *tuning, struct fault *fault)
{
    json_t *key;
    size_t shape = 0;
    bool works = false;
    int status;

    tuning->good = tune_generate(tuning->request, NULL);
    if (tuning->good == NULL)
        return 0;
    tuning->operations = operations_of(tuning->good);
    while (!tune_is_cheapest(tuning, shape))
        shape++;
    tuning->good_shape = tuning->shapes[shape];
    key = tune_good_key(tuning, shape);
    status = key == NULL ? fault_memory(fault) : try_good(tuning, key, &works, fault);
    json_decref(key);
    if (status == 0 && !works) {
        json_decref(tuning->good);
        tuning->good = NULL;
        client_replace(&tuning->tuner->worker.client);
    }
    return status;
}
