/* For sched_getaffinity. */
#define _GNU_SOURCE

#include <fcntl.h>
#include <malloc.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "harness/worker/internal.h"
#include "harness/base/fault.h"
#include "harness/base/text.h"
#include "harness/base/json_read.h"
#include "harness/base/process.h"
#include "harness/worker/message.h"
#include "harness/worker/protocol.h"

/* Bytes of a file that a worker may write. */
static const rlim_t output_limit = (rlim_t)1 << 30;

/* -------------------------------------------------------------------------------------- answers */

/* NULL: there can be none of that number, or no memory for it. */
static struct slot *find_slot(struct worker *worker, json_int_t number)
{
    if (number < 0 || number >= MOST_SLOTS)
        return NULL;
    if (worker->slots[number] == NULL)
        worker->slots[number] = calloc(1, sizeof(struct slot));
    return worker->slots[number];
}

/* Whether an order finds what it needs: a slot as far as it must have been brought. */
static bool has_needs(const struct protocol_order *row, const struct slot *slot)
{
    return slot != NULL && (row->needs < NEEDS_BUILT || slot->is_built) &&
           (row->needs < NEEDS_OPEN || slot->is_open);
}

static json_t *obey(struct worker *worker, const json_t *order, struct fault *fault)
{
    const struct protocol_order *row = protocol_find(order);
    struct slot *slot = find_slot(worker, member_integer(order, "slot"));
    const char *word = member_text(order, "do");
    char why[120] = "cannot be obeyed";

    if (row != NULL && protocol_takes(row, order, why, sizeof why) && has_needs(row, slot))
        return row->needs == NEEDS_DEVICE && worker_open_device(worker, fault)
                   ? NULL
                   : row->obey(worker, slot, order, fault);
    fault_set(fault, FAULT_USAGE, "the order `%.60s` %s", word == NULL ? "" : word, why);
    return NULL;
}

/* Adds what the time of the order went into, where that is known. */
static void tell_spent(const struct worker *worker, json_t *answer)
{
    json_t *spent = json_object();
    double sum = 0;

    for (int i = 0; i < WORK_KINDS; i++) {
        sum += worker->spent[i];
        json_object_set_new(spent, work_words[i], json_real(worker->spent[i]));
    }
    json_object_set_new(spent, "data_made", json_integer(worker->counts.data));
    json_object_set_new(spent, "references", json_integer(worker->counts.references));
    if (sum > 0 && json_is_object(answer))
        json_object_set(answer, "spent", spent);
    json_decref(spent);
}

/* Takes the answer; NULL: the fault says why there is none. */
static void answer(const struct worker *worker, json_t *answer, const struct fault *fault)
{
    char *message;
    size_t length;

    fflush(stdout); /* what a kernel has printed */
    if (answer == NULL)
        answer = worker_failure(worker, fault);
    tell_spent(worker, answer);
    message = answer == NULL ? NULL : message_write(answer, &length);
    if (message != NULL)
        fwrite(message, 1, length, worker->answers);
    else
        fputc('\n', worker->answers);
    fflush(worker->answers);
    free(message);
    json_decref(answer);
}

/* Nobody waits any more: what compilers have started goes with us. */
static void end_group(int number)
{
    (void)number;
    kill(0, SIGKILL);
}

/* As a leader of its group, which the worker is where its client has started it. */
static bool leads_group(void)
{
    return getpgrp() == getpid();
}

/* Whether somebody waits for what an order leads to, which may take for ever. */
static bool has_client(void)
{
    if (process_has_writer())
        return true;
    if (leads_group())
        end_group(0);
    return false;
}

/* Reads the bytes that follow the line of an order into it. False: they end too soon, or there is no memory for them. */
static bool read_binaries(json_t *order)
{
    const size_t length = message_follows(order, SIZE_MAX - 1);
    char *bytes = malloc(length + 1);
    const bool whole = bytes != NULL && fread(bytes, 1, length, stdin) == length &&
                       message_join(order, bytes) == 0;

    free(bytes);
    return whole;
}

static void serve(struct worker *worker)
{
    char *line = NULL;
    size_t room = 0;

    while (getline(&line, &room, stdin) > 0 && has_client()) {
        json_t *order = json_loads(line, 0, NULL);

        if (!read_binaries(order)) {
            json_decref(order);
            break;
        }
        struct fault fault = {0};
        json_t *done = obey(worker, order, &fault);

        answer(worker, done, &fault);
        worker->builds = false;
        memset(worker->spent, 0, sizeof worker->spent);
        worker->counts = (struct data_counts){0, 0};
        fault_clear(&fault);
        json_decref(order);
    }
    free(line);
    for (size_t i = 0; i < MOST_SLOTS; i++) {
        if (worker->slots[i] != NULL)
            slot_drop(worker->slots[i]);
        free(worker->slots[i]);
    }
    data_cache_close(worker->cache);
    for (size_t i = 0; i < MOST_LIBRARIES; i++)
        if (worker->libraries[i].kind != NULL)
            blas_close(&worker->libraries[i]);
}

/* At the end of the input the client may be gone as well: what compilers have started ends before
 * us. */
static void end_others(void)
{
    if (!leads_group())
        return;
    signal(SIGTERM, SIG_IGN);
    kill(0, SIGTERM);
}

/* Has PoCL bind each of its threads to a processor, if all processors are ours: left to the system,
 * two of them at times share one for a whole launch. A value in the environment comes first. */
static void bind_threads(void)
{
    cpu_set_t ours;

    if (sched_getaffinity(0, sizeof ours, &ours) == 0 &&
        CPU_COUNT(&ours) == sysconf(_SC_NPROCESSORS_ONLN))
        setenv("POCL_AFFINITY", "1", 0);
}

/* Memory beyond a limit that was said is refused to the process, and where the machine's runs out
 * it is the first to go; a crash leaves no dump; a flood of output ends; and nobody outlives the
 * client. */
static void confine(const struct worker_options *options)
{
    struct rlimit core = {0, 0}, file;
    struct sigaction action = {.sa_handler = end_group};
    FILE *score = fopen("/proc/self/oom_score_adj", "w");

#ifdef M_MMAP_THRESHOLD
    mallopt(M_MMAP_THRESHOLD, 1 << 20); /* of matrices that nobody fills nothing is touched, then */
#endif
    if (options->limited)
        process_limit_memory(options->memory);
    setrlimit(RLIMIT_CORE, &core);
    if (getrlimit(RLIMIT_FSIZE, &file) == 0 && file.rlim_cur > output_limit) {
        file.rlim_cur = output_limit;
        setrlimit(RLIMIT_FSIZE, &file);
    }
    if (score != NULL) {
        fputs("1000", score);
        fclose(score);
    }
    if (leads_group()) {
        sigaction(SIGUSR2, &action, NULL);
        process_follow(SIGUSR2);
    }
}

int worker_serve(const struct worker_options *options, struct fault *fault)
{
    static struct slot *slots[MOST_SLOTS];
    struct worker worker = {.options = options, .slots = slots};
    int answers = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);

    process_mark("clgemm-bench"); /* started by a path that says less */
    confine(options);
    bind_threads();
    if (!has_client())
        return 0;
    /* The log has what a driver prints. */
    if (answers < 0 || dup2(STDERR_FILENO, STDOUT_FILENO) < 0 ||
        (worker.answers = fdopen(answers, "w")) == NULL)
        return fault_set(fault, FAULT_IO, "the worker cannot answer");
    serve(&worker);
    end_others();
    if (worker.has_device)
        device_close(&worker.device);
    fclose(worker.answers);
    return 0;
}
