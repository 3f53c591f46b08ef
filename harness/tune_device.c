#include <stdlib.h>
#include <string.h>

#include "harness/tune_impl.h"

/* Times may be this much above a peak that is stated; and above one that is measured, perhaps while
 * others were at work on the machine. What did not run at all is further off. */
static const double above_stated = 1.05, above_measured = 1.5;

/* An order that no candidate is to blame for. NULL: it failed. */
static json_t *ask(struct tuner *tuner, json_t *order, double limit_ms, struct fault *fault)
{
    struct reply reply;
    json_t *answer;

    if (tune_ask(tuner, order, limit_ms, &reply, fault))
        return NULL;
    answer = json_incref(reply.answer);
    if (answer == NULL)
        fault_set(fault, strcmp(reply.kind, "refused") == 0 ? FAULT_REFUSED : FAULT_DEVICE, "%s",
                  reply.interrupted ? "stopped by a signal" : reply.reason);
    reply_release(&reply);
    return answer;
}

int tune_find_device(struct tuner *tuner, struct fault *fault)
{
    tuner->device =
        ask(tuner, json_pack("{s:s}", "do", "device"), tune_compile_limit(tuner), fault);
    return tuner->device == NULL ? -1 : 0;
}

static void take_peak(struct tuner *tuner, const json_t *answer)
{
    double stated = json_number_value(json_object_get(answer, "stated"));
    double measured = json_number_value(json_object_get(answer, "measured"));
    const char *words =
        json_string_value(json_object_get(answer, stated > 0 ? "words" : "measured_words"));

    tuner->peak_gflops = stated > 0 ? stated : measured;
    tuner->limit_gflops =
        stated > 0 ? above_stated * fmax(stated, measured) : above_measured * measured;
    snprintf(tuner->peak_words, sizeof tuner->peak_words, "%s", words == NULL ? "" : words);
    tuner->bandwidth = json_number_value(json_object_get(answer, "memory_gbytes_per_second"));
}

int tune_find_peak(struct tuning *tuning, struct fault *fault)
{
    struct tuner *tuner = tuning->tuner;
    const char *said = tuner->options->peak;
    struct fault own = {0};
    json_t *answer = NULL;

    if (tuner->peak_gflops > 0 || tuning->good == NULL)
        return 0;
    if (said != NULL && strcmp(said, "profile") != 0 && strcmp(said, "measured") != 0) {
        tuner->peak_gflops = strtod(said, NULL);
        tuner->limit_gflops = above_stated * tuner->peak_gflops;
        snprintf(tuner->peak_words, sizeof tuner->peak_words, "stated on the command line");
        return tune_note_session(tuner, fault);
    }
    /* Again where somebody ended the worker, and the kernel with it. */
    for (int tries = 0; answer == NULL && tries < 2; tries++) {
        fault_clear(&own);
        if (tune_confirm(tuning, fault))
            return -1;
        answer = ask(tuner, json_pack("{s:s, s:i}", "do", "peak", "slot", 0), tune_run_limit(tuner),
                     &own);
    }
    if (answer != NULL)
        take_peak(tuner, answer);
    json_decref(answer);
    fault_clear(&own);
    return tuner->peak_gflops > 0 ? tune_note_session(tuner, fault) : 0;
}

int tune_try_default(struct tuning *tuning, unsigned *start, bool *has_start, struct fault *fault)
{
    json_t *manifest;
    struct reply reply;
    int status;

    if (tune_default(tuning, &manifest, start, has_start, fault))
        return -1;
    if (manifest == NULL)
        return 0;
    tuning->good = manifest;
    for (size_t i = 0; i < tuning->shape_count; i++) {
        const struct shape *shape = &tuning->shapes[i], *good = &tuning->good_shape;

        if (i == 0 || shape->m * shape->n * shape->k < good->m * good->n * good->k)
            tuning->good_shape = *shape;
    }
    status = tune_run_good(tuning, &reply, fault);
    if (status == 0 && reply.answer == NULL) {
        json_decref(tuning->good);
        tuning->good = NULL;
        worker_replace(&tuning->tuner->worker);
    }
    reply_release(&reply);
    return status;
}
