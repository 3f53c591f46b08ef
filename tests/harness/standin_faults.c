/* What a stand-in for the worker does wrong, as it is told. */
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/harness/standin.h"

json_t *standin_fail(const char *kind, const char *reason)
{
    return json_pack("{s:s, s:s, s:s}", "failed", kind, "reason", reason, "log",
                     "a stand-in's log");
}

void standin_count(const char *variable)
{
    const char *path = getenv(variable);
    FILE *stream = path == NULL ? NULL : fopen(path, "a");

    if (stream != NULL) {
        fputc('.', stream);
        fclose(stream);
    }
}

static void hang(void)
{
    standin_count("STANDIN_HANGS");
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

/* Who has started this. */
static void end_tuner(void)
{
    kill(getppid(), SIGKILL);
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
    {"hang-run", "prepare", hang, NULL},
    {"crash-run", "run", crash, NULL},
    {"runtime", "run", NULL, "runtime"},
    {"end-peak", "limits", end_tuner, NULL},
    {"no-peak", "limits", NULL, "runtime"},
    {"refused", "prepare", NULL, "refused"},
    {"end-check", "check", end_tuner, NULL}, /* the tuner among the best */
    {"end-verify", "verify", end_tuner, NULL},
    {"end-both-late", "verify", end_both, NULL},
    {"wrong", "prepare", NULL, "correctness"},   /* where it is verified */
    {"wrong-seed", "seed", NULL, "correctness"}, /* not with the first seed */
    {"wrong-sizes", "check", NULL, "correctness"},
    {"wrong-late", "verify", NULL, "correctness"},
    {"wrong-beside", "beside", NULL, "refused"}, /* not beside other kernels */
    {"no-memory-beside", "beside", NULL, "memory"},
    {"crash-enter", "prepare", crash, NULL}, /* in a suite */
    {"hang-enter", "prepare", hang, NULL},
    {"wrong-enter", "prepare", NULL, "correctness"},
    {"crash-turn", "run", crash, NULL},
    {"hang-turn", "run", hang, NULL},
    {"end-turn", "run", end_self, NULL},
    {"runtime-turn", "run", NULL, "runtime"},
    {"crash-case", "check", crash, NULL},
    {"wrong-case", "check", NULL, "correctness"},
    {"hang-case", "check", hang, NULL},
    {"hang-verify", "verify", hang, NULL},
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
        value = strcmp(word, "name") != 0 ? json_string_value(json_object_get(config, word))
                : *slot->library != '\0'
                    ? slot->library
                    : json_string_value(json_object_get(slot->manifest, "name"));
        if (value == NULL || strcmp(value, equals + 1) != 0)
            return false;
    }
    return true;
}

bool standin_has_fault(const struct slot *slot, const char *fault)
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

json_t *standin_misbehave(const struct slot *slot, const char *order)
{
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        if (strcmp(faults[i].order, order) != 0 || !standin_has_fault(slot, faults[i].word))
            continue;
        if (faults[i].deed == NULL)
            return standin_fail(faults[i].kind, faults[i].word);
        faults[i].deed();
    }
    return NULL;
}

bool standin_is_dead(bool builds)
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

bool standin_ends_behind(const char *order)
{
    const char *told = getenv("STANDIN_IDLE_END");
    const size_t length = strlen(order);
    FILE *mark;

    if (told == NULL || strncmp(told, order, length) != 0 || told[length] != ' ')
        return false;
    mark = fopen(told + length + 1, "wx");
    if (mark == NULL)
        return false;
    fclose(mark);
    close(STDIN_FILENO);
    return true;
}
