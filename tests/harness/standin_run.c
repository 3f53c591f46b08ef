/* What a stand-in for the worker answers to orders for libraries and runs, `check` and `limits`. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/process.h"
#include "tests/harness/standin.h"

static const char *text_of(const json_t *object, const char *name)
{
    const char *text = json_string_value(json_object_get(object, name));

    return text == NULL ? "" : text;
}

static bool asks(const json_t *order, const char *what)
{
    return json_is_true(json_object_get(order, what));
}

/* -------------------------------------------------------------------------------------- libraries */

/* Settings for a library's other core types; none where the environment says one. */
static json_t *list_settings(const char *name)
{
    const char *cores = getenv("STANDIN_CORES");
    char text[200], setting[80], *rest = NULL;
    json_t *list = json_array();

    if (cores == NULL || strcmp(name, "openblas") != 0 || getenv("OPENBLAS_CORETYPE") != NULL)
        return list;
    snprintf(text, sizeof text, "%s", cores);
    for (char *word = strtok_r(text, " ", &rest); word != NULL; word = strtok_r(NULL, " ", &rest)) {
        snprintf(setting, sizeof setting, "OPENBLAS_CORETYPE=%.40s", word);
        json_array_append_new(list, json_string(setting));
    }
    return list;
}

/* OpenBLAS on the host and cuBLAS on the device are here. */
static json_t *find_library(const json_t *order)
{
    const json_t *library = json_object_get(order, "library");
    const char *name = text_of(library, "name"), *core = getenv("OPENBLAS_CORETYPE");
    const bool on_host = strcmp(name, "openblas") == 0;
    const json_int_t threads = json_integer_value(json_object_get(library, "threads"));
    char words[120];

    if (!on_host && strcmp(name, "cublas") != 0) {
        snprintf(words, sizeof words, "there is no %.40s", name);
        return standin_fail("refused", words);
    }
    core = !on_host ? "" : core == NULL ? "own" : core;
    snprintf(words, sizeof words, on_host ? "OpenBLAS 9.8.7; core type %.40s" : "cuBLAS 130000",
             core);
    return json_pack("{s:f, s:{s:s, s:s, s:I, s:o}}", "build_ms", 0.0, "library", "words", words,
                     "core", core, "threads", on_host ? threads : 0, "settings",
                     list_settings(name));
}

static json_t *place(struct slot *slot, const json_t *order)
{
    standin_take_manifest(slot, order);
    snprintf(slot->library, sizeof slot->library, "%s",
             text_of(json_object_get(order, "library"), "name"));
    return find_library(order);
}

/* -------------------------------------------------------------------------------------------- runs */

static bool prepares(const json_t *step)
{
    return strcmp(text_of(step, "phase"), "prepare") == 0;
}

/* Steps of a kernel share its time alike; those that prepare it take a quarter of a millisecond each.
 * Returns what these take. */
static double list_steps(const struct slot *slot, double ms, json_t *times)
{
    const json_t *steps = json_object_get(slot->manifest, "steps");
    size_t count = 0, preparing = 0, i;
    json_t *step;

    if (*slot->library != '\0')
        return 0;
    json_array_foreach(steps, i, step)
    {
        if (prepares(step))
            preparing++;
        else
            count++;
    }
    json_array_foreach(steps, i, step)
        json_array_append_new(times, json_real(prepares(step) ? 0.25 : ms / (double)count));
    return 0.25 * (double)preparing;
}

double standin_prepare_ms(const struct slot *slot)
{
    json_t *steps = json_array();
    const double ms = list_steps(slot, 1, steps);

    json_decref(steps);
    return ms;
}

/* The host takes a tenth of a millisecond longer than the device, and half of one for transfers. */
static json_t *run_slot(struct slot *slot, const json_t *order)
{
    json_t *steps = json_array(), *run, *wrong = standin_misbehave(slot, "run");
    const double ms = standin_launch(slot), prepare_ms = list_steps(slot, ms, steps);

    if (wrong != NULL) {
        json_decref(steps);
        return wrong;
    }
    run = json_pack("{s:f, s:f, s:f, s:f, s:o, s:b, s:f}", "device_ms", ms, "wall_ms", ms + 0.1,
                    "prepare_ms", asks(order, "prepare") ? prepare_ms : 0.0, "transfer_ms",
                    asks(order, "transfer") ? 0.5 : 0.0, "steps", steps, "exact", 0, "worst",
                    asks(order, "validate") ? 0.125 : 0.0);
    if (strcmp(slot->library, "cublas") == 0)
        json_object_set_new(run, "compute", json_string("CUBLAS_COMPUTE_32F"));
    return run;
}

static json_t *run_slots(const json_t *order)
{
    const json_t *numbers = json_object_get(order, "slots");
    const double stop_ms = json_number_value(json_object_get(order, "stop_ms"));
    const char *most = getenv("STANDIN_TURNS");
    json_t *runs = json_array(), *answer = json_pack("{s:o}", "runs", runs);

    for (size_t i = 0; i < json_array_size(numbers); i++) {
        const json_int_t number = json_integer_value(json_array_get(numbers, i));
        char mark[24];
        json_t *run;

        if (most != NULL && i == (size_t)atoi(most))
            break;
        snprintf(mark, sizeof mark, "%zu", i);
        process_mark(mark);
        run = number >= 0 && number < STANDIN_SLOTS ? run_slot(&standin_slots[number], order)
                                                    : standin_fail("runtime", "a run of no slot");
        if (json_object_get(run, "failed") != NULL) {
            json_object_set_new(answer, "failure", run);
            break;
        }
        json_array_append_new(runs, run);
        if (stop_ms > 0 && json_number_value(json_object_get(run, "device_ms")) > stop_ms)
            break;
    }
    return answer;
}

/* ---------------------------------------------------------------------------------- all the others */

static json_t *run_case(struct slot *slot, const json_t *order)
{
    const bool exact = strcmp(text_of(order, "data"), "exact") == 0;
    json_t *wrong;

    if (json_object_get(order, "data") != NULL)
        standin_take_problem(slot, order);
    wrong = standin_misbehave(slot, "check");
    return wrong != NULL ? wrong
                         : json_pack("{s:i, s:b, s:f}", "cases", 1, "exact", (int)exact, "worst",
                                     exact ? 0.0 : 0.25);
}

/* 100 GFLOP/s by the profile, or 80 as measured, at 20 GB/s; where both are asked for no profile states a peak, and 100 are measured. */
static json_t *find_limits(const struct slot *slot, const json_t *order)
{
    const bool both = asks(order, "both");
    json_t *wrong = standin_misbehave(slot, "limits");

    return wrong != NULL
               ? wrong
               : json_pack("{s:s, s:f, s:s, s:f, s:s, s:f}", "kind", "f32", "stated",
                           both ? 0.0 : 100.0, "words", both ? "" : "a stand-in's profile",
                           "measured", both ? 100.0 : 80.0, "measured_words", "not measured at all",
                           "gbytes_per_second", asks(order, "bandwidth") ? 20.0 : 0.0);
}

json_t *standin_run(struct slot *slot, const char *word, const json_t *order)
{
    if (strcmp(word, "library") == 0)
        return find_library(order);
    if (strcmp(word, "place") == 0)
        return place(slot, order);
    if (strcmp(word, "run") == 0)
        return run_slots(order);
    if (strcmp(word, "limits") == 0)
        return find_limits(slot, order);
    return strcmp(word, "check") == 0 && slot->manifest != NULL ? run_case(slot, order) : NULL;
}
