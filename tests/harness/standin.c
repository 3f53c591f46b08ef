/*
 * A worker for --worker of clgemm-bench that measures nothing: times come from a formula of the kernel's
 * options, the shape and the number of the launch, so that two runs find the same, and it fails as it is
 * told. It speaks what harness/worker/worker.h says.
 *
 *     STANDIN_FAULTS    "OPTION=VALUE[,m=SIZE][,name=NAME]:FAULT ...": what kernels do, as the table in
 *                       standin_faults.c says; the name is that of the manifest, or of a library
 *     STANDIN_DEVICE    the device's name
 *     STANDIN_LIFE      "N FILE": the device dies after N builds, which FILE counts
 *     STANDIN_MARK      a file that is there between the two deeds of `end-both`
 *     STANDIN_ANSWER    "ORDER TEXT": what all kernels answer to that order. `build` is called `compile` where binaries are
 *                       returned, `library` and `place` where it is for a library that is looked for or put into a slot
 *     STANDIN_PAUSE     microseconds that a launch takes
 *     STANDIN_LAUNCHES  a file that gets a byte for each launch
 *     STANDIN_HANGS     a file that gets one where a kernel begins to hang
 *     STANDIN_TURNS     runs that an order has at most
 *     STANDIN_CORES     "NAME ...": core types of OpenBLAS beside the one that it takes by itself
 *     STANDIN_LIBRARIES a program that serves in its place as worker of a library of the host
 *     STANDIN_RECORD    a file with the times of a device (standin_record.c): kernels that it lacks fail
 *     STANDIN_KERNELS   a file that gets a line for each kernel that is built: the hash of its source, and its configuration
 *     STANDIN_IDLE_END  "ORDER FILE": behind an answer to that order it is killed, the once that there is no FILE
 */
#define _GNU_SOURCE
#include <inttypes.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <jansson.h>

#include "harness/base/process.h"
#include "tests/harness/standin.h"

enum {
    FIRST_SEED = 1 /* of the runs that use this */
};

struct slot standin_slots[STANDIN_SLOTS];

/* --------------------------------------------------------------------------------------- orders */

void standin_take_manifest(struct slot *slot, const json_t *order)
{
    json_decref(slot->manifest);
    slot->manifest = json_incref(json_object_get(order, "manifest"));
    *slot->library = '\0';
}

void standin_take_problem(struct slot *slot, const json_t *order)
{
    static const char *const names[3] = {"m", "n", "k"};

    for (int i = 0; i < 3; i++)
        slot->size[i] = json_integer_value(json_object_get(order, names[i]));
    slot->seed = json_integer_value(json_object_get(order, "seed"));
    slot->launches = 0;
}

static json_t *tell_device(void)
{
    const char *name = getenv("STANDIN_DEVICE");
    json_t *recorded = standin_recorded_device();

    return recorded != NULL
               ? recorded
               : json_pack("{s:s, s:s, s:s, s:s, s:s, s:s, s:s, s:s, s:i, s:i}", "device",
                           name == NULL ? "Stand-in" : name, "driver", "1", "platform", "none",
                           "type", "cpu", "vendor", "none", "opencl", "OpenCL 3.0", "profile",
                           "cpu", "sub_groups", "emulated", "compute_units", 1, "clock_mhz", 1000);
}

static void tell_kernel(const json_t *manifest)
{
    const char *path = getenv("STANDIN_KERNELS");
    FILE *file = path == NULL ? NULL : fopen(path, "a");
    const json_t *program = json_array_get(json_object_get(manifest, "programs"), 0);
    const char *hash = json_string_value(json_object_get(program, "hash"));

    if (file == NULL)
        return;
    fprintf(file, "%s ", hash == NULL ? "-" : hash);
    json_dumpf(json_object_get(manifest, "config"), file, JSON_COMPACT);
    fputc('\n', file);
    fclose(file);
}

static json_t *build(struct slot *slot, const char *word, const json_t *order)
{
    const bool returns = strcmp(word, "compile") == 0;
    json_t *wrong;

    standin_take_manifest(slot, order);
    tell_kernel(slot->manifest);
    wrong = standin_misbehave(slot, word);
    if (wrong == NULL)
        wrong = standin_lacks_record(slot);
    if (wrong != NULL)
        return wrong;
    return returns ? json_pack("{s:f, s:[s]}", "build_ms", 2.5, "binaries", "7f")
                   : json_pack("{s:f}", "build_ms", 1.5);
}

static json_t *prepare(struct slot *slot, const json_t *order)
{
    const bool verifies = json_is_true(json_object_get(order, "verify"));
    json_t *wrong = NULL;

    standin_take_problem(slot, order);
    slot->beside = json_integer_value(json_object_get(order, "share")) > 1;
    if (slot->beside)
        wrong = standin_misbehave(slot, "beside");
    if (wrong == NULL && standin_recorded_ms(slot) < 0)
        wrong = standin_fail("refused", "the kernel does not serve this shape");
    if (wrong == NULL && slot->seed != FIRST_SEED)
        wrong = standin_misbehave(slot, "seed");
    if (wrong == NULL && (verifies || !standin_has_fault(slot, "wrong")))
        wrong = standin_misbehave(slot, "prepare");
    return wrong != NULL ? wrong
                         : json_pack("{s:b, s:f, s:f}", "exact", (int)verifies, "worst", 0.0,
                                     "prepare_ms", standin_prepare_ms(slot));
}

static const char *name_of(const struct slot *slot)
{
    const char *name = json_string_value(json_object_get(slot->manifest, "name"));

    return *slot->library != '\0' ? slot->library : name == NULL ? "" : name;
}

/* FNV-1a over what is computed and how, not over the text: times stay while a comment is worded anew or an
 * option is added. The 1 is a draw in which no two of the kernels that tests compare are within the 2 % of
 * one's launches. */
static uint64_t hash_of(const struct slot *slot)
{
    static const char *const options[] = {"family", "tile",  "wg",   "unroll-k",
                                          "mad",    "edges", "type", "transpose"};
    const json_t *config = json_object_get(slot->manifest, "config");
    char text[1000];
    uint64_t hash = UINT64_C(0xcbf29ce484222325) ^ UINT64_C(1);
    int used = snprintf(text, sizeof text, "%" PRId64 " %" PRId64 " %" PRId64,
                        (int64_t)slot->size[0], (int64_t)slot->size[1], (int64_t)slot->size[2]);

    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        const char *value = json_string_value(json_object_get(config, options[i]));

        used += snprintf(text + used, sizeof text - (size_t)used, " %.40s",
                         value == NULL ? "-" : value);
    }
    if (*slot->library != '\0' || json_object_size(config) == 0)
        snprintf(text + used, sizeof text - (size_t)used, " %.40s", name_of(slot));
    for (const char *at = text; *at != '\0'; at++)
        hash = (hash ^ (unsigned char)*at) * UINT64_C(0x100000001b3);
    return hash ^ hash >> 29;
}

/* One to three milliseconds, launches of a kernel within 2 %; 2 ms where it is told so, and half as much again where it is slow. */
static double time_of(const struct slot *slot)
{
    const double recorded = standin_recorded_ms(slot);
    uint64_t hash = hash_of(slot);
    double base = standin_has_fault(slot, "same-time") ? 2 : 1 + (double)(hash % 100003) / 50000;

    if (recorded > 0)
        return recorded;
    if (standin_has_fault(slot, "slow"))
        base *= 1.5;
    if (standin_has_fault(slot, "same-time"))
        return base;
    if (standin_has_fault(slot, "no-time"))
        return 0;
    if (standin_has_fault(slot, "too-fast"))
        return 1e-7;
    if (standin_has_fault(slot, "too-fast-late") && slot->launches > 8)
        return 1e-7;
    if (standin_has_fault(slot, "slow-beside") && slot->beside)
        base *= 2;
    return base * (1 + 0.02 * (double)(hash >> (slot->launches % 16 * 3) & 7) / 7);
}

double standin_launch(struct slot *slot)
{
    const char *pause_us = getenv("STANDIN_PAUSE");
    const double ms = time_of(slot);

    if (pause_us != NULL)
        usleep((useconds_t)atoi(pause_us));
    standin_count("STANDIN_LAUNCHES");
    slot->launches++;
    return ms;
}

/* What an order is called: one to build has several names. */
static const char *name_order(const json_t *order)
{
    const char *word = json_string_value(json_object_get(order, "do"));
    const bool builds = word != NULL && strcmp(word, "build") == 0;

    if (builds && json_object_get(order, "library") != NULL)
        return json_object_get(order, "manifest") == NULL ? "library" : "place";
    return builds && json_is_true(json_object_get(order, "returns")) ? "compile" : word;
}

static json_t *obey(const char *word, const json_t *order)
{
    json_int_t number = json_integer_value(json_object_get(order, "slot"));
    struct slot *slot = &standin_slots[number >= 0 && number < STANDIN_SLOTS ? number : 0];
    json_t *wrong, *answer;

    if (word == NULL)
        return standin_fail("runtime", "no order");
    if (standin_is_dead(strcmp(word, "build") == 0))
        return standin_fail("runtime", "CL_DEVICE_NOT_AVAILABLE");
    if (strcmp(word, "device") == 0)
        return tell_device();
    if (strcmp(word, "build") == 0 || strcmp(word, "compile") == 0)
        return build(slot, word, order);
    answer = standin_run(slot, word, order);
    if (answer != NULL)
        return answer;
    if (slot->manifest == NULL)
        return standin_fail("runtime", "an order for an empty slot");
    if (strcmp(word, "prepare") == 0)
        return prepare(slot, order);
    wrong = standin_misbehave(slot, word);
    return wrong != NULL                 ? wrong
           : strcmp(word, "verify") == 0 ? json_pack("{s:b, s:f}", "exact", 1, "worst", 0.0)
                                         : json_object();
}

/* The text that is answered to an order whatever it asks; NULL: none. */
static const char *said_answer(const char *word)
{
    const char *said = getenv("STANDIN_ANSWER");
    size_t length = word == NULL ? 0 : strlen(word);

    return said != NULL && length > 0 && strncmp(said, word, length) == 0 && said[length] == ' '
               ? said + length + 1
               : NULL;
}

/* The tuner says how much memory there is. */
static void limit_memory(int argc, char **argv)
{
    for (int i = 1; i + 1 < argc; i++)
        if (strcmp(argv[i], "--memory") == 0)
            process_limit_memory(strtoull(argv[i + 1], NULL, 10));
}

/* Whose first order is for a library of the host lets another program serve, which finds the order unread. */
static void hand_over(char **argv)
{
    const char *program = getenv("STANDIN_LIBRARIES");
    char order[400] = "";

    if (program == NULL || recv(STDIN_FILENO, order, sizeof order - 1, MSG_PEEK) <= 0 ||
        strstr(order, "\"library\":") == NULL)
        return;
    argv[0] = (char *)program;
    execv(program, argv);
}

/* Passes over the bytes that follow an order. */
static void skip_binaries(const json_t *order)
{
    const json_t *lengths = json_object_get(order, "binaries");

    for (size_t i = 0; i < json_array_size(lengths); i++)
        for (json_int_t left = json_integer_value(json_array_get(lengths, i)); left > 0; left--)
            getchar();
}

int main(int argc, char **argv)
{
    struct rlimit core = {0, 0};
    char *line = NULL;
    size_t room = 0;

    hand_over(argv);
    process_follow(SIGKILL);
    limit_memory(argc, argv);
    setrlimit(RLIMIT_CORE, &core);
    while (getline(&line, &room, stdin) > 0 && process_has_writer()) {
        json_t *order = json_loads(line, 0, NULL);
        const char *word = name_order(order);
        json_t *answer = obey(word, order);
        const bool ends = word != NULL && standin_ends_behind(word);

        skip_binaries(order);
        if (said_answer(word) != NULL)
            fputs(said_answer(word), stdout);
        else
            json_dumpf(answer, stdout, JSON_COMPACT);
        putchar('\n');
        fflush(stdout);
        if (ends)
            kill(getpid(), SIGKILL);
        json_decref(answer);
        json_decref(order);
    }
    free(line);
    for (int i = 0; i < STANDIN_SLOTS; i++)
        json_decref(standin_slots[i].manifest);
    return 0;
}
