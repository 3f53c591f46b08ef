/*
 * An order goes as "MILLISECONDS MESSAGE" (harness/worker/message.h), its answer comes as one JSON object. Nobody waits inside
 * MPI, whose waiting takes a whole core: a rank probes for messages and sleeps in between.
 */
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "harness/base/stop.h"
#include "harness/base/text.h"
#include "harness/tune/ranks.h"
#include "harness/worker/message.h"

enum {
    LIMIT_ROOM = 320 /* characters of any number of milliseconds */
};

enum tag {
    TAG_ORDER = 1,
    TAG_REPLACE, /* end your worker */
    TAG_END,
    TAG_REPLY
};

/* The worker of another rank, as a client sees it. */
struct remote {
    struct client_way way; /* first */
    struct ranks *ranks;
    int rank;
};

struct ranks {
    int rank, count;
    char device[16];      /* the number that this rank chooses */
    pthread_mutex_t lock; /* one thread at a time calls MPI */
    struct remote *remotes;
};

/* How starters show themselves; without one MPI would be started for a single process. */
static const char *const started_variables[] = {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "PMIX_RANK"};

/* ------------------------------------------------------------------------------------- messages */

static void send_message(struct ranks *ranks, int to, enum tag tag, const char *text, size_t length)
{
    pthread_mutex_lock(&ranks->lock);
    MPI_Send(text, (int)length, MPI_CHAR, to, (int)tag, MPI_COMM_WORLD);
    pthread_mutex_unlock(&ranks->lock);
}

/* Takes a message that is there. True: *text, malloc'd (NULL: no memory), of *length bytes before a zero, and *tag. */
static bool take_message(struct ranks *ranks, int from, char **text, int *length, enum tag *tag)
{
    MPI_Status status;
    int there = 0;

    pthread_mutex_lock(&ranks->lock);
    MPI_Iprobe(from, MPI_ANY_TAG, MPI_COMM_WORLD, &there, &status);
    if (there) {
        MPI_Get_count(&status, MPI_CHAR, length);
        *tag = (enum tag)status.MPI_TAG;
        *text = calloc(1, (size_t)*length + 1);
        if (*text != NULL)
            MPI_Recv(*text, *length, MPI_CHAR, from, status.MPI_TAG, MPI_COMM_WORLD, &status);
    }
    pthread_mutex_unlock(&ranks->lock);
    return there != 0;
}

/* NULL: no memory, or (in rank 0, on whom the others wait) a signal has come. */
static char *wait_for_message(struct ranks *ranks, int from, int *length, enum tag *tag)
{
    long pause_ns = 50000;
    char *text = NULL;

    while (!take_message(ranks, from, &text, length, tag)) {
        if (ranks->rank == 0 && stop_signalled())
            return NULL;
        nanosleep(&(struct timespec){0, pause_ns}, NULL);
        pause_ns = pause_ns < 2000000 ? pause_ns * 5 / 4 : pause_ns;
    }
    return text;
}

/* ---------------------------------------------------------------------------------- rank 0 asks */

static void take_answer(struct remote *remote, const json_t *message, json_t **answer,
                        struct fault *fault)
{
    const char *log = member_text(message, "log");
    const enum fault_code code = (enum fault_code)member_integer(message, "code");

    remote->way.runs = member_truth(message, "runs");
    *answer = json_incref(json_object_get(message, "answer"));
    if (message != NULL && code == FAULT_NONE)
        return;
    fault->status = status_find(member_text_or(message, "status", ""));
    fault->interrupted = member_truth(message, "interrupted");
    fault->killed = member_truth(message, "killed");
    fault->detail = log == NULL ? NULL : strdup(log);
    if (message == NULL || fault->status == STATUS_OK)
        fault_set(fault, FAULT_IO, "rank %d: %s", remote->rank,
                  member_text_or(message, "text", "an answer that cannot be read"));
    else
        fault_set(fault, code, "%s", member_text_or(message, "text", ""));
}

static void ask_remote(struct client_way *way, const char *order, size_t length, double limit_ms,
                       json_t **answer, struct fault *fault)
{
    struct remote *remote = (struct remote *)way;
    char *text = malloc(length + LIMIT_ROOM), *got;
    int before, got_length;
    enum tag tag;
    json_t *message;

    if (stop_wanted() || text == NULL) {
        free(text);
        if (stop_wanted())
            stop_fault(fault);
        else
            fault_memory(fault);
        return;
    }
    before = snprintf(text, LIMIT_ROOM, "%.0f ", limit_ms);
    memcpy(text + before, order, length);
    send_message(remote->ranks, remote->rank, TAG_ORDER, text, (size_t)before + length);
    free(text);
    got = wait_for_message(remote->ranks, remote->rank, &got_length, &tag);
    message = got == NULL ? NULL : json_loads(got, 0, NULL);
    if (got == NULL && stop_wanted())
        stop_fault(fault);
    else
        take_answer(remote, message, answer, fault);
    json_decref(message);
    free(got);
}

static void replace_remote(struct client_way *way)
{
    struct remote *remote = (struct remote *)way;

    if (way->runs)
        send_message(remote->ranks, remote->rank, TAG_REPLACE, "", 0);
    way->runs = false;
}

void ranks_client(struct ranks *ranks, size_t rank, struct client *client)
{
    *client =
        (struct client){.orders = -1, .answers = -1, .log = -1, .way = &ranks->remotes[rank].way};
}

/* --------------------------------------------------------------------------- the others obey it */

static json_t *write_answer(const struct client *client, json_t *answer, const struct fault *fault)
{
    return json_pack("{s:O*, s:i, s:s, s:s, s:s*, s:b, s:b, s:b}", "answer", answer, "code",
                     (int)fault->code, "text", fault->text, "status", status_word(fault->status),
                     "log", fault->detail, "interrupted", (int)fault->interrupted, "killed",
                     (int)fault->killed, "runs", (int)client_runs(client));
}

static void obey(struct ranks *ranks, struct client *client, const char *text, size_t length)
{
    char *end, *said;
    double limit_ms = strtod(text, &end);
    struct fault fault = {0};
    json_t *order = message_read(end, length - (size_t)(end - text)), *answer = NULL, *message;

    if (order == NULL)
        fault_set(&fault, FAULT_IO, "an order that cannot be read");
    else
        client_ask(client, order, limit_ms, &answer, &fault);
    message = write_answer(client, answer, &fault);
    said = message == NULL ? NULL : json_dumps(message, JSON_COMPACT | JSON_ENSURE_ASCII);
    send_message(ranks, 0, TAG_REPLY, said == NULL ? "" : said, said == NULL ? 0 : strlen(said));
    free(said);
    json_decref(message);
    json_decref(answer);
    fault_clear(&fault);
}

void ranks_obey(struct ranks *ranks, struct client *client)
{
    enum tag tag = TAG_ORDER;

    while (tag != TAG_END) {
        int length;
        char *text = wait_for_message(ranks, 0, &length, &tag);

        if (tag == TAG_ORDER)
            obey(ranks, client, text == NULL ? "" : text, text == NULL ? 0 : (size_t)length);
        else
            client_replace(client);
        free(text);
    }
}

/* ------------------------------------------------------------------------------- who has what */

enum {
    CHOICE_ROOM = 256
};

/* The ranks of a host take its devices in turn, unless a rank was told which. `choice`: host and
 * words of this rank. */
static void choose_device(struct ranks *ranks, struct device_choice *device,
                          char choice[CHOICE_ROOM])
{
    int here = 0, host = ranks->rank;
    MPI_Comm neighbours;

    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &neighbours);
    MPI_Comm_rank(neighbours, &here);
    MPI_Bcast(&host, 1, MPI_INT, 0, neighbours);
    MPI_Comm_free(&neighbours);
    snprintf(ranks->device, sizeof ranks->device, "%d", here);
    if (device->device == NULL)
        device->device = ranks->device;
    memset(choice, 0, CHOICE_ROOM);
    snprintf(choice, CHOICE_ROOM, "%d -p %.80s -t %.20s -d %.80s", host,
             device->platform == NULL ? "" : device->platform,
             device->type == NULL ? "" : device->type, device->device);
}

/* Two ranks that were told the same device would measure each other. */
static int compare_choices(const struct ranks *ranks, const char *choices, struct fault *fault)
{
    for (int i = 0; i < ranks->count; i++)
        for (int j = 0; j < i; j++)
            if (strcmp(choices + i * CHOICE_ROOM, choices + j * CHOICE_ROOM) == 0)
                return fault_set(fault, FAULT_REFUSED,
                                 "ranks %d and %d are on one host and were given the same device; "
                                 "leave -d out, and each takes one of its own",
                                 j, i);
    return 0;
}

static int share_devices(struct ranks *ranks, struct device_choice *device, struct fault *fault)
{
    char choice[CHOICE_ROOM];
    char *choices = calloc((size_t)ranks->count, CHOICE_ROOM);
    int status = 0;

    choose_device(ranks, device, choice);
    if (choices == NULL)
        MPI_Abort(MPI_COMM_WORLD, FAULT_IO);
    MPI_Gather(choice, CHOICE_ROOM, MPI_CHAR, choices, CHOICE_ROOM, MPI_CHAR, 0, MPI_COMM_WORLD);
    if (ranks->rank == 0)
        status = compare_choices(ranks, choices, fault);
    free(choices);
    return status;
}

/* --------------------------------------------------------------------------- beginning and end */

static bool was_started(void)
{
    for (size_t i = 0; i < sizeof started_variables / sizeof *started_variables; i++)
        if (getenv(started_variables[i]) != NULL)
            return true;
    return false;
}

int ranks_open(struct device_choice *device, struct ranks **opened, struct fault *fault)
{
    struct ranks *ranks;
    int level;

    *opened = NULL;
    if (!was_started())
        return 0;
    ranks = calloc(1, sizeof *ranks);
    if (ranks == NULL)
        return fault_memory(fault);
    if (MPI_Init_thread(NULL, NULL, MPI_THREAD_SERIALIZED, &level) != MPI_SUCCESS ||
        level < MPI_THREAD_SERIALIZED) {
        free(ranks);
        return fault_set(fault, FAULT_IO, "this MPI serves one thread only");
    }
    *opened = ranks;
    pthread_mutex_init(&ranks->lock, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &ranks->rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks->count);
    ranks->remotes = calloc((size_t)ranks->count, sizeof *ranks->remotes);
    if (ranks->remotes == NULL)
        MPI_Abort(MPI_COMM_WORLD, FAULT_IO);
    for (int i = 0; i < ranks->count; i++)
        ranks->remotes[i] = (struct remote){{ask_remote, replace_remote, false}, ranks, i};
    return share_devices(ranks, device, fault);
}

void ranks_close(struct ranks *ranks)
{
    if (ranks == NULL)
        return;
    for (int i = 1; ranks->rank == 0 && i < ranks->count; i++)
        send_message(ranks, i, TAG_END, "", 0);
    MPI_Finalize();
    pthread_mutex_destroy(&ranks->lock);
    free(ranks->remotes);
    free(ranks);
}

size_t ranks_count(const struct ranks *ranks)
{
    return ranks == NULL ? 1 : (size_t)ranks->count;
}

bool ranks_obeys(const struct ranks *ranks)
{
    return ranks != NULL && ranks->rank > 0;
}
