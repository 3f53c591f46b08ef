/* For pipe2. */
#define _GNU_SOURCE

#include "harness/worker_link.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/file.h"
#include "harness/timing.h"
#include "harness/utf8.h"

/* So much of the end of a worker's log is kept. */
enum {
    LOG_LIMIT = 4000
};

static void close_file(int *file)
{
    if (*file >= 0)
        close(*file);
    *file = -1;
}

/* The path of this program: Linux tells; elsewhere it is looked for. */
static char *find_self(void)
{
    char path[4096];
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);

    if (length <= 0)
        return process_find("clgemm-bench");
    path[length] = '\0';
    return strdup(path);
}

int worker_link_open(const struct options *options, struct worker_link *link, struct fault *fault)
{
    *link = (struct worker_link){.options = options, .orders = -1, .answers = -1, .log = -1};
    link->program = options->worker == NULL ? find_self() : process_find(options->worker);
    if (link->program == NULL && options->worker != NULL)
        return fault_set(fault, FAULT_USAGE, "--worker: there is no program %.200s",
                         options->worker);
    return link->program != NULL
               ? 0
               : fault_set(fault, FAULT_IO, "cannot find the program that workers run");
}

/* Closes what joins us. True: the worker ended by itself, `end` tells how. */
static bool part(struct worker_link *link, struct process_end *end)
{
    bool ended;

    close_file(&link->orders);
    ended = link->process.id != 0 && process_wait(&link->process, 2000, end);
    process_stop(&link->process, end);
    close_file(&link->answers);
    close_file(&link->log);
    link->length = 0;
    return ended;
}

void worker_replace(struct worker_link *link)
{
    struct process_end end;

    if (link->way != NULL)
        link->way->replace(link->way);
    else
        part(link, &end);
}

void worker_link_close(struct worker_link *link)
{
    worker_replace(link);
    free(link->program);
    free(link->text);
    memset(link, 0, sizeof *link);
}

bool worker_runs(const struct worker_link *link)
{
    return link->way != NULL ? link->way->runs : link->process.id != 0;
}

/* -------------------------------------------------------------------------------------- starting */

/* A file without a name: nothing of it stays, however we end. */
static int open_log(struct worker_link *link, struct fault *fault)
{
    const char *said = getenv("TMPDIR");
    const char *parent = said == NULL || said[0] == '\0' ? "/tmp" : said;
    char *path = file_join(parent, "clgemm-worker-XXXXXX");

    if (path == NULL)
        return fault_memory(fault);
    link->log = open(parent, O_TMPFILE | O_RDWR | O_APPEND | O_CLOEXEC, 0600);
    if (link->log < 0) { /* a file system that has no such files */
        link->log = mkostemp(path, O_APPEND | O_CLOEXEC);
        if (link->log >= 0)
            unlink(path);
    }
    if (link->log < 0)
        fault_set(fault, FAULT_IO, "cannot make a worker's log %s: %s", path, strerror(errno));
    free(path);
    return link->log < 0 ? -1 : 0;
}

static void list_arguments(const struct worker_link *link, char memory[32], const char **arguments)
{
    const struct options *options = link->options;
    size_t count = 0;

    snprintf(memory, 32, "%" PRIu64, options->memory);
    arguments[count++] = link->program;
    arguments[count++] = "worker";
    arguments[count++] = "--memory";
    arguments[count++] = memory;
    arguments[count++] = "--data";
    arguments[count++] = options_data_word(options);
    if (options->device.platform != NULL)
        arguments[count++] = "-p", arguments[count++] = options->device.platform;
    if (options->device.type != NULL)
        arguments[count++] = "-t", arguments[count++] = options->device.type;
    if (options->device.device != NULL)
        arguments[count++] = "-d", arguments[count++] = options->device.device;
    arguments[count] = NULL;
}

static int start(struct worker_link *link, struct fault *fault)
{
    const char *arguments[16];
    char memory[32];
    struct process_order order = {.arguments = arguments};
    int in[2] = {-1, -1}, out[2] = {-1, -1}, status;

    list_arguments(link, memory, arguments);
    if (open_log(link, fault))
        return -1;
    if (pipe2(in, O_CLOEXEC) != 0 || pipe2(out, O_CLOEXEC) != 0) {
        status = fault_set(fault, FAULT_IO, "cannot make a pipe: %s", strerror(errno));
    } else {
        order.streams[0] = in[0];
        order.streams[1] = out[1];
        order.streams[2] = link->log;
        status = process_start(&order, &link->process, fault);
    }
    close_file(&in[0]);
    close_file(&out[1]);
    link->orders = in[1];
    link->answers = out[0];
    if (status == 0) {
        fcntl(link->orders, F_SETFL, O_NONBLOCK);
        fcntl(link->answers, F_SETFL, O_NONBLOCK);
    }
    return status;
}

/* --------------------------------------------------------------------------------------- talking */

enum talk {
    TALK_DONE,
    TALK_LATE,
    TALK_ENDED,    /* the other side is gone */
    TALK_NONSENSE, /* its answer is no JSON */
    TALK_INTERRUPTED
};

/* Waits until a pipe is ready. What the worker has started may hold the other end of it open when
 * the worker itself has ended. */
static enum talk wait_for(const struct worker_link *link, int file, short events, double deadline)
{
    for (bool ended = false;; ended = process_ended(&link->process)) {
        struct pollfd wanted = {file, events, 0};
        double left = deadline - time_now_ms();

        if (process_interrupted())
            return TALK_INTERRUPTED;
        if (left <= 0)
            return TALK_LATE;
        if (poll(&wanted, 1, ended ? 0 : left < 50 ? (int)left + 1 : 50) > 0)
            return TALK_DONE;
        if (ended)
            return TALK_ENDED;
    }
}

static enum talk send_text(struct worker_link *link, const char *text, size_t length,
                           double deadline)
{
    while (length > 0) {
        ssize_t sent = write(link->orders, text, length);

        if (sent > 0) {
            text += sent;
            length -= (size_t)sent;
        } else if (errno == EAGAIN) {
            enum talk talk = wait_for(link, link->orders, POLLOUT, deadline);

            if (talk != TALK_DONE)
                return talk;
        } else if (errno != EINTR) {
            return TALK_ENDED;
        }
    }
    return TALK_DONE;
}

static bool make_room(struct worker_link *link)
{
    size_t room = link->room == 0 ? 4096 : 2 * link->room;
    char *text;

    if (link->length + 1 < link->room)
        return true;
    text = realloc(link->text, room);
    if (text == NULL)
        return false;
    link->text = text;
    link->room = room;
    return true;
}

/* Reads one line and takes it as JSON. */
static enum talk receive(struct worker_link *link, double deadline, json_t **answer)
{
    for (;;) {
        char *end = link->length == 0 ? NULL : memchr(link->text, '\n', link->length);
        enum talk talk;
        ssize_t got;

        if (end != NULL) {
            size_t taken = (size_t)(end - link->text) + 1;

            *answer = json_loadb(link->text, taken, 0, NULL);
            memmove(link->text, link->text + taken, link->length - taken);
            link->length -= taken;
            return *answer == NULL ? TALK_NONSENSE : TALK_DONE;
        }
        talk = wait_for(link, link->answers, POLLIN, deadline);
        if (talk != TALK_DONE)
            return talk;
        if (!make_room(link))
            return TALK_ENDED;
        got = read(link->answers, link->text + link->length, link->room - link->length - 1);
        if (got > 0)
            link->length += (size_t)got;
        else if (got == 0 || (errno != EAGAIN && errno != EINTR))
            return TALK_ENDED;
    }
}

/* --------------------------------------------------------------------------------------- replies */

/* The end of what the worker has written to its log; NULL: nothing. */
static char *read_log(const struct worker_link *link)
{
    off_t end = lseek(link->log, 0, SEEK_END), begin = end > LOG_LIMIT ? end - LOG_LIMIT : 0;
    char *text = end > 0 ? calloc(1, (size_t)(end - begin) + 1) : NULL;
    ssize_t got = text == NULL ? 0 : pread(link->log, text, (size_t)(end - begin), begin);

    if (got <= 0) {
        free(text);
        return NULL;
    }
    utf8_mend(text);
    return text;
}

static void take_failure(struct reply *reply)
{
    const char *kind = json_string_value(json_object_get(reply->answer, "failed"));
    const char *reason = json_string_value(json_object_get(reply->answer, "reason"));
    const char *log = json_string_value(json_object_get(reply->answer, "log"));

    if (kind == NULL)
        return;
    snprintf(reply->kind, sizeof reply->kind, "%s", kind);
    snprintf(reply->reason, sizeof reply->reason, "%s", reason == NULL ? "" : reason);
    utf8_mend(reply->reason);
    if (log != NULL && *log != '\0')
        reply->log = strdup(log);
    json_decref(reply->answer);
    reply->answer = NULL;
}

/* Makes the end of a worker the reply. */
static void take_end(struct worker_link *link, enum talk talk, const char *what, double limit_ms,
                     struct reply *reply)
{
    struct process_end end = {0};
    char how[200];

    reply->interrupted = talk == TALK_INTERRUPTED;
    if (talk == TALK_ENDED) {
        reply->log = read_log(link);
        reply->killed = part(link, &end) && end.how == PROCESS_SIGNALLED && end.number == SIGKILL;
        process_describe(&end, how, sizeof how);
        snprintf(reply->kind, sizeof reply->kind, "crash");
        snprintf(reply->reason, sizeof reply->reason, "the process of order `%s` %s", what, how);
        return;
    }
    process_stop(&link->process, &end);
    reply->log = read_log(link);
    part(link, &end);
    snprintf(reply->kind, sizeof reply->kind, talk == TALK_NONSENSE ? "crash" : "timeout");
    if (talk == TALK_NONSENSE)
        snprintf(reply->reason, sizeof reply->reason, "the answer to order `%s` is no JSON", what);
    else
        snprintf(reply->reason, sizeof reply->reason, "order `%s` took more than %.0f s", what,
                 limit_ms * 1e-3);
}

/* Asks the worker that this process has started. */
static int ask_own(struct worker_link *link, const char *what, const char *text, double limit_ms,
                   struct reply *reply, struct fault *fault)
{
    double deadline = time_now_ms() + limit_ms;
    enum talk talk;

    if (!worker_runs(link) && start(link, fault)) {
        worker_replace(link);
        return -1;
    }
    talk = send_text(link, text, strlen(text), deadline);
    if (talk == TALK_DONE)
        talk = send_text(link, "\n", 1, deadline);
    if (talk == TALK_DONE)
        talk = receive(link, deadline, &reply->answer);
    if (talk == TALK_DONE)
        take_failure(reply);
    else
        take_end(link, talk, what, limit_ms, reply);
    return 0;
}

static void tell_idle(struct worker_link *link, bool begins)
{
    if (link->idle != NULL)
        link->idle(link->idle_context, begins);
}

int worker_ask(struct worker_link *link, json_t *order, double limit_ms, struct reply *reply,
               struct fault *fault)
{
    const char *word = json_string_value(json_object_get(order, "do"));
    char what[32];
    char *text = json_dumps(order, JSON_COMPACT | JSON_ENSURE_ASCII);
    int status;

    memset(reply, 0, sizeof *reply);
    snprintf(what, sizeof what, "%s", word == NULL ? "" : word);
    json_decref(order);
    if (text == NULL)
        return fault_memory(fault);
    tell_idle(link, true);
    status = link->way != NULL ? link->way->ask(link->way, text, limit_ms, reply, fault)
                               : ask_own(link, what, text, limit_ms, reply, fault);
    tell_idle(link, false);
    free(text);
    return status;
}

void reply_release(struct reply *reply)
{
    json_decref(reply->answer);
    free(reply->log);
    memset(reply, 0, sizeof *reply);
}
