/*
 * A worker for `clgemm-bench tune --worker` that measures nothing: times come from a formula of
 * the kernel's hash, the shape and the number of the launch, so that two runs find the same, and
 * it fails as it is told. It speaks what harness/worker/worker.h says.
 *
 *     STANDIN_FAULTS   "OPTION=VALUE[,m=SIZE]:FAULT ...": what kernels do, see `faults`
 *     STANDIN_DEVICE   the device's name
 *     STANDIN_LIFE     "N FILE": the device dies after N builds, which FILE counts
 *     STANDIN_MARK     a file that is there between the two deeds of `end-both`
 *     STANDIN_ANSWER   "ORDER TEXT": what all kernels answer to that order
 *     STANDIN_PAUSE    microseconds that a launch takes
 */
#define _GNU_SOURCE
#include <inttypes.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <jansson.h>

#include "harness/base/process.h"
#include "harness/worker/worker.h"

enum {
    FIRST_SEED = 1 /* of the runs that use this */
};

struct slot {
    json_t *manifest;
    json_int_t size[3], seed;
    unsigned launches; /* since `open` */
    bool beside;       /* other kernels */
};

static struct slot slots[WORKER_SLOTS];
static pid_t tuner; /* who has started this */

static json_t *fail(const char *kind, const char *reason)
{
    return json_pack("{s:s, s:s, s:s}", "failed", kind, "reason", reason, "log",
                     "a stand-in's log");
}

/* --------------------------------------------------------------------------------------- faults */

static void hang(void)
{
    for (;;)
        pause();
}

/* Takes all memory that the limit grants. Not by malloc: a sanitizer's has ends of its own. */
static void eat(void)
{
    for (;;) {
        char *bytes =
            mmap(NULL, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

        if (bytes == MAP_FAILED)
            abort();
        bytes[0] = 1;
    }
}

static void end_tuner(void)
{
    kill(tuner, SIGKILL);
    hang();
}

static void end_self(void)
{
    kill(getpid(), SIGKILL);
}

/* Itself the first time, the tuner when it is tried again. */
static void end_both(void)
{
    const char *mark = getenv("STANDIN_MARK");
    FILE *stream;

    if (mark == NULL || remove(mark) == 0)
        end_tuner();
    stream = fopen(mark, "w");
    if (stream != NULL)
        fclose(stream);
    end_self();
}

static void crash(void)
{
    fputs("a stand-in's last w\303\266rds\n", stderr);
    signal(SIGSEGV, SIG_DFL);
    kill(getpid(), SIGSEGV);
}

static void talk_nonsense(void)
{
    printf("this is no JSON\n");
    fflush(stdout);
    hang();
}

/* A line without an end. */
static void talk_on(void)
{
    char bytes[1 << 16];

    memset(bytes, 'x', sizeof bytes);
    while (fwrite(bytes, 1, sizeof bytes, stdout) == sizeof bytes)
        ;
    hang();
}

static void flood(void)
{
    char bytes[1 << 16];

    memset(bytes, 'x', sizeof bytes);
    while (write(STDERR_FILENO, bytes, sizeof bytes) > 0)
        ;
    hang();
}

static void close_output(void)
{
    close(STDOUT_FILENO);
    hang();
}

/* What goes wrong at which order: a deed, or an answer of this kind. */
static const struct {
    const char *word, *order;
    void (*deed)(void);
    const char *kind;
} faults[] = {
    {"hang-build", "build", hang, NULL},
    {"crash-ahead", "compile", crash, NULL}, /* the worker that builds ahead */
    {"hang-ahead", "compile", hang, NULL},
    {"abort-build", "build", abort, NULL},
    {"eat-build", "build", eat, NULL},
    {"no-compile", "build", NULL, "compile"},
    {"end-tuner", "build", end_tuner, NULL},
    {"end-self", "build", end_self, NULL},
    {"end-both", "build", end_both, NULL},
    {"nonsense", "build", talk_nonsense, NULL},
    {"endless", "build", talk_on, NULL},
    {"flood", "build", flood, NULL},
    {"close", "build", close_output, NULL},
    {"hang-run", "open", hang, NULL},
    {"crash-run", "launch", crash, NULL},
    {"runtime", "launch", NULL, "runtime"},
    {"end-peak", "peak", end_tuner, NULL},
    {"no-peak", "peak", NULL, "runtime"},
    {"refused", "open", NULL, "refused"},
    {"end-check", "check", end_tuner, NULL}, /* the tuner among the best */
    {"end-verify", "verify", end_tuner, NULL},
    {"end-both-late", "verify", end_both, NULL},
    {"wrong", "open", NULL, "correctness"},      /* where it is verified */
    {"wrong-seed", "seed", NULL, "correctness"}, /* not with the first seed */
    {"wrong-sizes", "check", NULL, "correctness"},
    {"wrong-late", "verify", NULL, "correctness"},
    {"wrong-beside", "beside", NULL, "refused"}, /* not beside other kernels */
    {"no-memory-beside", "beside", NULL, "memory"},
};

static bool fits(const struct slot *slot, const char *conditions, size_t length)
{
    const json_t *config = json_object_get(slot->manifest, "config");
    char text[200], *rest = NULL;

    snprintf(text, sizeof text, "%.*s", (int)length, conditions);
    for (char *word = strtok_r(text, ",", &rest); word != NULL; word = strtok_r(NULL, ",", &rest)) {
        char *equals = strchr(word, '=');
        const char *value;

        if (equals == NULL)
            return false;
        *equals = '\0';
        if (strcmp(word, "m") == 0) {
            if (slot->size[0] != atoi(equals + 1))
                return false;
            continue;
        }
        value = json_string_value(json_object_get(config, word));
        if (value == NULL || strcmp(value, equals + 1) != 0)
            return false;
    }
    return true;
}

/* Whether a kernel has a fault. */
static bool has_fault(const struct slot *slot, const char *fault)
{
    const char *at = getenv("STANDIN_FAULTS");

    while (at != NULL && *at != '\0') {
        size_t length = strcspn(at, " ");
        const char *colon = memchr(at, ':', length);

        if (colon != NULL && strlen(fault) == length - (size_t)(colon + 1 - at) &&
            memcmp(colon + 1, fault, strlen(fault)) == 0 && fits(slot, at, (size_t)(colon - at)))
            return true;
        at += length + strspn(at + length, " ");
    }
    return false;
}

/* NULL: the order goes well. */
static json_t *misbehave(const struct slot *slot, const char *order)
{
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        if (strcmp(faults[i].order, order) != 0 || !has_fault(slot, faults[i].word))
            continue;
        if (faults[i].deed == NULL)
            return fail(faults[i].kind, faults[i].word);
        faults[i].deed();
    }
    return NULL;
}

/* Whether the device has died; `builds`: one build more. */
static bool is_dead(bool builds)
{
    const char *life = getenv("STANDIN_LIFE");
    char path[1000];
    struct stat facts = {0};
    long limit;
    FILE *stream;

    if (life == NULL || sscanf(life, "%ld %999s", &limit, path) != 2)
        return false;
    stream = builds ? fopen(path, "a") : NULL;
    if (stream != NULL) {
        fputc('.', stream);
        fclose(stream);
    }
    return stat(path, &facts) == 0 && facts.st_size > limit;
}

/* --------------------------------------------------------------------------------------- orders */

static json_t *tell_device(void)
{
    const char *name = getenv("STANDIN_DEVICE");

    return json_pack("{s:s, s:s, s:s, s:s, s:s, s:s, s:s, s:i, s:i}", "device",
                     name == NULL ? "Stand-in" : name, "driver", "1", "platform", "none", "type",
                     "cpu", "vendor", "none", "profile", "cpu", "sub_groups", "emulated",
                     "compute_units", 1, "clock_mhz", 1000);
}

static json_t *build(struct slot *slot, const json_t *order)
{
    json_t *wrong;

    json_decref(slot->manifest);
    slot->manifest = json_incref(json_object_get(order, "manifest"));
    wrong = misbehave(slot, "build");
    return wrong != NULL ? wrong : json_pack("{s:f}", "build_ms", 1.5);
}

static json_t *compile(struct slot *slot, const json_t *order)
{
    json_t *wrong;

    json_decref(slot->manifest);
    slot->manifest = json_incref(json_object_get(order, "manifest"));
    wrong = misbehave(slot, "compile");
    return wrong != NULL ? wrong : json_pack("{s:f, s:[s]}", "build_ms", 2.5, "binaries", "7f");
}

static json_t *open_shape(struct slot *slot, const json_t *order)
{
    static const char *const names[3] = {"m", "n", "k"};
    bool blind = json_is_false(json_object_get(order, "verify"));
    json_t *wrong = NULL;

    for (int i = 0; i < 3; i++)
        slot->size[i] = json_integer_value(json_object_get(order, names[i]));
    slot->seed = json_integer_value(json_object_get(order, "seed"));
    slot->launches = 0;
    slot->beside = json_integer_value(json_object_get(order, "share")) > 1;
    if (slot->beside)
        wrong = misbehave(slot, "beside");
    if (wrong == NULL && slot->seed != FIRST_SEED)
        wrong = misbehave(slot, "seed");
    if (wrong == NULL && !(blind && has_fault(slot, "wrong")))
        wrong = misbehave(slot, "open");
    return wrong != NULL ? wrong : json_pack("{s:s}", "verified", "not at all");
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
    for (const char *at = text; *at != '\0'; at++)
        hash = (hash ^ (unsigned char)*at) * UINT64_C(0x100000001b3);
    return hash ^ hash >> 29;
}

/* One to three milliseconds, launches of a kernel within 2 %; 2 ms where it is told so, and half as much again where it is slow. */
static double time_of(const struct slot *slot)
{
    uint64_t hash = hash_of(slot);
    double base = has_fault(slot, "same-time") ? 2 : 1 + (double)(hash % 100003) / 50000;

    if (has_fault(slot, "slow"))
        base *= 1.5;
    if (has_fault(slot, "same-time"))
        return base;
    if (has_fault(slot, "no-time"))
        return 0;
    if (has_fault(slot, "too-fast"))
        return 1e-7;
    if (has_fault(slot, "too-fast-late") && slot->launches > 8)
        return 1e-7;
    if (has_fault(slot, "slow-beside") && slot->beside)
        base *= 2;
    return base * (1 + 0.02 * (double)(hash >> (slot->launches % 16 * 3) & 7) / 7);
}

static json_t *launch(struct slot *slot, const json_t *order)
{
    json_int_t count = json_integer_value(json_object_get(order, "count"));
    double stop = json_number_value(json_object_get(order, "stop_ms"));
    const char *pause_us = getenv("STANDIN_PAUSE");
    json_t *list = json_array(), *wrong = misbehave(slot, "launch");

    for (json_int_t i = 0; i < count; i++) {
        double ms = time_of(slot);

        if (pause_us != NULL)
            usleep((useconds_t)atoi(pause_us));
        slot->launches++;
        json_array_append_new(list, json_real(ms));
        if (stop > 0 && ms > stop)
            break;
    }
    if (wrong == NULL)
        return json_pack("{s:o}", "ms", list);
    json_decref(list);
    return wrong;
}

static json_t *obey(const json_t *order)
{
    const char *word = json_string_value(json_object_get(order, "do"));
    json_int_t number = json_integer_value(json_object_get(order, "slot"));
    struct slot *slot = &slots[number >= 0 && number < WORKER_SLOTS ? number : 0];
    json_t *wrong;

    if (word == NULL)
        return fail("runtime", "no order");
    if (is_dead(strcmp(word, "build") == 0))
        return fail("runtime", "CL_DEVICE_NOT_AVAILABLE");
    if (strcmp(word, "device") == 0)
        return tell_device();
    if (strcmp(word, "build") == 0)
        return build(slot, order);
    if (strcmp(word, "compile") == 0)
        return compile(slot, order);
    if (slot->manifest == NULL)
        return fail("runtime", "an order for an empty slot");
    if (strcmp(word, "peak") == 0 && misbehave(slot, "peak") == NULL)
        return json_pack("{s:f, s:s, s:f, s:s}", "stated", 0.0, "words", "", "measured", 100.0,
                         "measured_words", "not measured at all");
    if (strcmp(word, "open") == 0)
        return open_shape(slot, order);
    if (strcmp(word, "launch") == 0)
        return launch(slot, order);
    wrong = misbehave(slot, word);
    if (wrong != NULL)
        return wrong;
    return strcmp(word, "drop") == 0
               ? json_object()
               : json_pack("{s:i, s:s}", "cases", 1, "verified", "not at all");
}

/* The text that is answered to an order whatever it asks; NULL: none. */
static const char *said_answer(const json_t *order)
{
    const char *said = getenv("STANDIN_ANSWER"),
               *word = json_string_value(json_object_get(order, "do"));
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

int main(int argc, char **argv)
{
    struct rlimit core = {0, 0};
    char *line = NULL;
    size_t room = 0;

    tuner = getppid();
    process_follow(SIGKILL);
    limit_memory(argc, argv);
    setrlimit(RLIMIT_CORE, &core);
    while (getline(&line, &room, stdin) > 0 && process_has_writer()) {
        json_t *order = json_loads(line, 0, NULL), *answer = obey(order);

        if (said_answer(order) != NULL)
            fputs(said_answer(order), stdout);
        else
            json_dumpf(answer, stdout, JSON_COMPACT);
        putchar('\n');
        fflush(stdout);
        json_decref(answer);
        json_decref(order);
    }
    free(line);
    for (int i = 0; i < WORKER_SLOTS; i++)
        json_decref(slots[i].manifest);
    return 0;
}
