/* What a stand-in for the worker answers in a race (harness/race/race.h), and to `check`. */
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
    const char *name = text_of(order, "name"), *core = getenv("OPENBLAS_CORETYPE");
    const bool on_host = strcmp(name, "openblas") == 0;
    const json_int_t threads = json_integer_value(json_object_get(order, "threads"));
    char words[120];

    if (!on_host && strcmp(name, "cublas") != 0) {
        snprintf(words, sizeof words, "there is no %.40s", name);
        return standin_fail("refused", words);
    }
    core = !on_host ? "" : core == NULL ? "own" : core;
    snprintf(words, sizeof words, on_host ? "OpenBLAS 9.8.7; core type %.40s" : "cuBLAS 130000",
             core);
    return json_pack("{s:s, s:s, s:I, s:o}", "words", words, "core", core, "threads",
                     on_host ? threads : 0, "settings", list_settings(name));
}

static json_t *place(struct slot *slot, const json_t *order)
{
    standin_take_manifest(slot, order);
    snprintf(slot->library, sizeof slot->library, "%s", text_of(order, "name"));
    return json_object();
}

/* ------------------------------------------------------------------------------------------- turns */

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

/* The host takes a tenth of a millisecond longer than the device, and half of one for transfers. */
static json_t *take_turn(struct slot *slot, const json_t *order)
{
    json_t *steps = json_array(), *turn, *wrong = standin_misbehave(slot, "turn");
    const double ms = standin_launch(slot), prepare_ms = list_steps(slot, ms, steps);

    if (wrong != NULL) {
        json_decref(steps);
        return wrong;
    }
    turn = json_pack("{s:f, s:f, s:f, s:f, s:o, s:b, s:f}", "device_ms", ms, "wall_ms", ms + 0.1,
                     "prepare_ms", asks(order, "prepare") ? prepare_ms : 0.0, "transfer_ms",
                     asks(order, "transfer") ? 0.5 : 0.0, "steps", steps, "exact", 0, "worst",
                     asks(order, "validate") ? 0.125 : 0.0);
    if (strcmp(slot->library, "cublas") == 0)
        json_object_set_new(turn, "compute", json_string("CUBLAS_COMPUTE_32F"));
    return turn;
}

static json_t *take_turns(const json_t *order)
{
    const json_t *numbers = json_object_get(order, "slots");
    const char *most = getenv("STANDIN_TURNS");
    json_t *turns = json_array(), *answer = json_pack("{s:o}", "turns", turns);

    for (size_t i = 0; i < json_array_size(numbers); i++) {
        const json_int_t number = json_integer_value(json_array_get(numbers, i));
        char mark[24];
        json_t *turn;

        if (most != NULL && i == (size_t)atoi(most))
            break;
        snprintf(mark, sizeof mark, "%zu", i);
        process_mark(mark);
        turn = number >= 0 && number < STANDIN_SLOTS ? take_turn(&standin_slots[number], order)
                                                     : standin_fail("runtime", "a turn of no slot");
        if (json_object_get(turn, "failed") != NULL) {
            json_object_set_new(answer, "failure", turn);
            break;
        }
        json_array_append_new(turns, turn);
    }
    return answer;
}

/* ---------------------------------------------------------------------------------- all the others */

static json_t *enter(struct slot *slot, const json_t *order)
{
    json_t *wrong, *steps = json_array();
    const double prepare_ms = list_steps(slot, 1, steps);

    json_decref(steps);
    standin_take_problem(slot, order);
    wrong = standin_misbehave(slot, "enter");
    return wrong != NULL ? wrong
                         : json_pack("{s:b, s:f, s:f}", "exact", (int)asks(order, "verify"),
                                     "worst", 0.0, "prepare_ms", prepare_ms);
}

static json_t *run_case(struct slot *slot, const json_t *order)
{
    const bool exact = strcmp(text_of(order, "data"), "exact") == 0;
    json_t *wrong;

    standin_take_problem(slot, order);
    wrong = standin_misbehave(slot, "case");
    return wrong != NULL
               ? wrong
               : json_pack("{s:b, s:f}", "exact", (int)exact, "worst", exact ? 0.0 : 0.25);
}

/* As --peak states it; else 100 GFLOP/s by the profile, or 80 as measured. */
static json_t *find_limit(const struct slot *slot, const json_t *order)
{
    const char *wanted = text_of(order, "wanted");
    const double stated = strtod(wanted, NULL);
    json_t *wrong = standin_misbehave(slot, "limit");

    if (wrong != NULL)
        return wrong;
    if (stated > 0)
        return json_pack("{s:f, s:s, s:i}", "gflops", stated, "words", "stated on the command line",
                         "source", 0);
    return strcmp(wanted, "measured") == 0 ? json_pack("{s:f, s:s, s:i}", "gflops", 80.0, "words",
                                                       "not measured at all", "source", 2)
                                           : json_pack("{s:f, s:s, s:i}", "gflops", 100.0, "words",
                                                       "a stand-in's profile", "source", 1);
}

json_t *standin_race(struct slot *slot, const char *word, const json_t *order)
{
    if (strcmp(word, "library") == 0)
        return find_library(order);
    if (strcmp(word, "place") == 0)
        return place(slot, order);
    if (strcmp(word, "turns") == 0)
        return take_turns(order);
    if (strcmp(word, "limit") == 0)
        return find_limit(slot, order);
    if (strcmp(word, "bandwidth") == 0)
        return json_pack("{s:f}", "gbytes_per_second", 20.0);
    if (strcmp(word, "enter") == 0 && slot->manifest != NULL)
        return enter(slot, order);
    if (strcmp(word, "case") == 0 && slot->manifest != NULL)
        return run_case(slot, order);
    return NULL;
}
