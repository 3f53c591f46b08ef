/* For pipe2. */
#define _GNU_SOURCE

#include "harness/worker/client.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "harness/base/file.h"
#include "harness/base/stop.h"
#include "harness/base/timing.h"
#include "harness/base/text.h"
#include "harness/worker/message.h"
#include "harness/worker/protocol.h"

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

/* A path of this program: where Linux has one that is this very file, though another one may have taken
 * its place meanwhile; elsewhere it is looked for. */
static char *find_self(void)
{
    static const char self[] = "/proc/self/exe";

    return access(self, X_OK) == 0 ? strdup(self) : process_find("clgemm-bench");
}

int client_open(const struct worker_options *options, struct client *client, struct fault *fault)
{
    const char *program = options->program;

    *client = (struct client){
        .options = options, .generation = 1, .orders = -1, .answers = -1, .log = -1};
    client->program = program == NULL ? find_self() : process_find(program);
    if (client->program == NULL && program != NULL)
        return fault_set(fault, FAULT_USAGE, "--worker: there is no program %.200s", program);
    if (client->program == NULL)
        return fault_set(fault, FAULT_IO, "cannot find the program that workers run");
    client->text = malloc(CLIENT_ROOM);
    return client->text != NULL ? 0 : fault_memory(fault);
}

/* Ends the worker and closes what joins us. True: the worker ended by itself, `end` tells how. */
static bool part(struct client *client, struct process_end *end)
{
    bool ended;

    close_file(&client->orders);
    ended = client->process.id != 0 && process_wait(&client->process, 2000, end);
    process_stop(&client->process, end);
    close_file(&client->answers);
    close_file(&client->log);
    client->length = 0;
    client->generation++;
    return ended;
}

void client_replace(struct client *client)
{
    struct process_end end;

    if (client->way != NULL)
        client->way->replace(client->way);
    else
        part(client, &end);
}

void client_close(struct client *client)
{
    client_replace(client);
    free(client->program);
    free(client->text);
    memset(client, 0, sizeof *client);
}

bool client_runs(const struct client *client)
{
    return client->way != NULL ? client->way->runs : client->process.id != 0;
}

/* ------------------------------------------------------------------------------------- starting */

/* A file without a name: nothing of it stays, however we end. */
static int open_log(struct client *client, struct fault *fault)
{
    const char *said = getenv("TMPDIR");
    const char *parent = said == NULL || said[0] == '\0' ? "/tmp" : said;
    char *path = file_join(parent, "clgemm-worker-XXXXXX");

    if (path == NULL)
        return fault_memory(fault);
    client->log = open(parent, O_TMPFILE | O_RDWR | O_APPEND | O_CLOEXEC, 0600);
    if (client->log < 0) { /* a file system that has no such files */
        client->log = mkostemp(path, O_APPEND | O_CLOEXEC);
        if (client->log >= 0)
            unlink(path);
    }
    if (client->log < 0)
        fault_set(fault, FAULT_IO, "cannot make a worker's log %s: %s", path, strerror(errno));
    free(path);
    return client->log < 0 ? -1 : 0;
}

static void list_arguments(const struct client *client, char memory[32], char members[32],
                           const char **arguments)
{
    const struct worker_options *options = client->options;
    const char *const values[][2] = {
        {"--memory", options->limited ? memory : NULL},
        {"--members", options->test_case.has_members ? members : NULL},
        {"--data", data_word(options->data)},
        {"-p", options->device.platform},
        {"-t", options->device.type},
        {"-d", options->device.device},
    };
    size_t count = 0;

    snprintf(memory, 32, "%" PRIu64, options->memory);
    snprintf(members, 32, "%" PRIu64, options->test_case.members);
    arguments[count++] = client->program;
    arguments[count++] = "worker";
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        if (values[i][1] != NULL) {
            arguments[count++] = values[i][0];
            arguments[count++] = values[i][1];
        }
    arguments[count] = NULL;
}

static int start(struct client *client, struct fault *fault)
{
    const char *arguments[16];
    char memory[32], members[32];
    const char *environment[] = {client->options->setting, NULL};
    struct process_order order = {.arguments = arguments, .environment = environment};
    int in[2] = {-1, -1}, out[2] = {-1, -1}, status;

    list_arguments(client, memory, members, arguments);
    if (open_log(client, fault))
        return -1;
    /* Orders go through a socket: a write to a worker that has died is an error there, and no
     * signal. */
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, in) != 0 || pipe2(out, O_CLOEXEC) != 0) {
        status = fault_set(fault, FAULT_IO, "cannot make a pipe: %s", strerror(errno));
    } else {
        order.streams[0] = in[0];
        order.streams[1] = out[1];
        order.streams[2] = client->log;
        status = process_start(&order, &client->process, fault);
    }
    close_file(&in[0]);
    close_file(&out[1]);
    client->orders = in[1];
    client->answers = out[0];
    if (status == 0) {
        fcntl(client->orders, F_SETFL, O_NONBLOCK);
        fcntl(client->answers, F_SETFL, O_NONBLOCK);
    }
    return status;
}

/* -------------------------------------------------------------------------------------- answers */

/* The end of what the worker has written to its log, at most so many bytes; NULL: nothing. */
static char *read_log(const struct client *client, off_t most)
{
    off_t end = lseek(client->log, 0, SEEK_END), begin = end > most ? end - most : 0;
    char *text = end > 0 ? calloc(1, (size_t)(end - begin) + 1) : NULL;
    ssize_t got = text == NULL ? 0 : pread(client->log, text, (size_t)(end - begin), begin);

    if (got <= 0) {
        free(text);
        return NULL;
    }
    for (char *nul = text; (nul = memchr(nul, '\0', (size_t)(text + got - nul))) != NULL;)
        *nul = '?';
    utf8_mend_log(text);
    return text;
}

/* Takes what an answer tells of a failure. An order that failed as a whole has no answer; one whose
 * runs have come to a failure has those before it. */
static void take_failure(json_t **answer, struct fault *fault)
{
    const bool whole = json_object_get(*answer, "failed") != NULL;
    const json_t *failure = whole ? *answer : json_object_get(*answer, "failure");
    const char *log = member_text_or(failure, "log", "");
    enum fault_code code = (enum fault_code)member_integer(failure, "code");

    if (failure == NULL)
        return;
    fault->status = status_find(member_text(failure, "failed"));
    if (code == FAULT_NONE)
        code = status_code(fault->status);
    fault_set(fault, code, "%s", member_text_or(failure, "reason", ""));
    fault->lacking = member_truth(failure, "lacking");
    fault->contained = member_truth(failure, "contained");
    fault->no_memory = fault->status == STATUS_MEMORY;
    if (*log != '\0')
        fault->detail = strdup(log);
    if (whole) {
        json_decref(*answer);
        *answer = NULL;
    }
}

/* Ends a worker of which no answer to order `what` is to be had any more, and records why. */
static void take_loss(struct client *client, enum talk talk, const char *what, const char *why,
                      double limit_ms, struct fault *fault)
{
    char words[256] = "has closed its output and not ended, and was stopped";
    struct process_end end = {0};

    client->lost = true;
    process_read_mark(&client->process, client->mark, sizeof client->mark);
    if (talk != TALK_ENDED)
        process_stop(&client->process, &end);
    if (talk == TALK_INTERRUPTED) {
        part(client, &end);
        stop_fault(fault);
        return;
    }
    fault->status = talk == TALK_LATE ? STATUS_TIMEOUT : STATUS_CRASH;
    fault->detail = read_log(client, LOG_LIMIT);
    if (part(client, &end) && talk == TALK_ENDED) {
        fault->killed = end.how == PROCESS_SIGNALLED && end.number == SIGKILL;
        process_describe(&end, words, sizeof words);
    }
    if (talk == TALK_ENDED)
        fault_set(fault, FAULT_DEVICE, "its process %s", words);
    else if (talk == TALK_NONSENSE)
        fault_set(fault, FAULT_DEVICE, "the answer to order `%s` %s", what,
                  *why == '\0' ? "is no JSON" : why);
    else if (talk == TALK_LONG)
        fault_set(fault, FAULT_DEVICE, "the answer to order `%s` is longer than %d MiB", what,
                  TALK_ANSWER >> 20);
    else if (talk == TALK_FLOOD)
        fault_set(fault, FAULT_DEVICE,
                  "the process of order `%s` has written more than %d MiB to its errors", what,
                  TALK_LOG >> 20);
    else
        fault_set(fault, FAULT_DEVICE, "its process gave no answer within %.0f s", limit_ms * 1e-3);
}

/* Shows the messages of tools that watch memory and of drivers to the user. */
static void show_log(const struct client *client)
{
    char *text = read_log(client, TALK_LOG);

    if (text == NULL)
        return;
    fault_print_detail(text, stderr);
    free(text);
    if (ftruncate(client->log, 0) != 0)
        fprintf(stderr, "clgemm-bench: cannot empty the worker's log: %s\n", strerror(errno));
}

/* Whether an order went well, or its failure says nothing bad of the process that it was in. A run
 * that fails may leave anything in its process, or a context that takes no more orders. */
static bool is_harmless(const struct fault *fault)
{
    return fault->code == FAULT_NONE || fault->status == STATUS_COMPILE ||
           fault->status == STATUS_REFUSED || fault->contained;
}

/* Counts what the time of an order went into. One that does not tell was cut short, or its worker
 * does not measure. */
static void count_time(struct client *client, const json_t *order, const json_t *answer,
                       double taken_ms)
{
    const struct protocol_order *row = protocol_find(order);
    const json_t *spent = json_object_get(answer, "spent");

    if (spent == NULL && row != NULL && row->work < WORK_KINDS)
        client->spent[row->work] += taken_ms;
    for (int i = 0; i < WORK_KINDS; i++)
        client->spent[i] += member_number(spent, work_words[i]);
    client->data_made += (uint64_t)member_integer(spent, "data_made");
    client->references += (uint64_t)member_integer(spent, "references");
}

/* Asks the worker that this process has started, or starts. *answer: as it comes. */
static void ask_own(struct client *client, const json_t *order, const char *message, size_t length,
                    double limit_ms, json_t **answer, struct fault *fault)
{
    double deadline = time_now_ms() + limit_ms;
    char why[120] = "";
    enum talk talk;

    if (stop_wanted()) {
        stop_fault(fault);
        return;
    }
    if (!client_runs(client) && start(client, fault))
        return;
    talk = talk_exchange(client, message, length, deadline, answer);
    if (talk == TALK_DONE && !protocol_gives(order, *answer, why, sizeof why))
        talk = TALK_NONSENSE;
    if (talk == TALK_DONE) {
        if (client->shows_log)
            show_log(client);
        return;
    }
    json_decref(*answer);
    *answer = NULL;
    take_loss(client, talk, member_text_or(order, "do", ""), why, limit_ms, fault);
}

void client_let(struct client *client, bool begins)
{
    if (client->idle != NULL)
        client->idle(client->idle_context, begins);
}

int client_ask(struct client *client, json_t *order, double limit_ms, json_t **answer,
               struct fault *fault)
{
    size_t length;
    char *message = message_write(order, &length);
    const double begin = time_now_ms();
    struct fault own = {0};

    *answer = NULL;
    client->lost = false;
    if (message == NULL) {
        fault_memory(&own);
    } else {
        client_let(client, true);
        if (client->way != NULL)
            client->way->ask(client->way, message, length, limit_ms, answer, &own);
        else
            ask_own(client, order, message, length, limit_ms, answer, &own);
        client_let(client, false);
        count_time(client, order, *answer, time_now_ms() - begin);
        if (own.code == FAULT_NONE)
            take_failure(answer, &own);
        if (client->way == NULL && !client->lost && !is_harmless(&own))
            client_replace(client);
    }
    free(message);
    json_decref(order);
    return fault_move(&own, fault);
}
