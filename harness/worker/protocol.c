#include "harness/worker/protocol.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "harness/base/fault.h"
#include "harness/base/stop.h"
#include "harness/base/timing.h"
#include "harness/worker/message.h"

const char *const work_words[WORK_KINDS] = {"kernels", "compilers", "verification", "transfers"};

/* ------------------------------------------------------------------------------ kinds of values */

static bool fits(char sign, const json_t *order, const json_t *value);

static bool is_list_of(char sign, const json_t *order, const json_t *list)
{
    for (size_t i = 0; i < json_array_size(list); i++)
        if (!fits(sign, order, json_array_get(list, i)))
            return false;
    return json_is_array(list);
}

/* The first member that an object lacks, of a text with a sign behind each name; NULL: it has
 * all. */
static const char *find_lack(const char *members, const json_t *order, const json_t *object)
{
    for (size_t length; *members != '\0'; members += length + strspn(members + length, " ")) {
        char name[40];

        length = strcspn(members, " ");
        snprintf(name, sizeof name, "%.*s", (int)length - 1, members);
        if (!fits(members[length - 1], order, json_object_get(object, name)))
            return members;
    }
    return NULL;
}

/* A run to warm up tells its times alone. */
static bool is_run(const json_t *order, const json_t *run)
{
    return find_lack(member_truth(order, "warm_up")
                         ? "device_ms% wall_ms%"
                         : "device_ms% wall_ms% prepare_ms% transfer_ms% worst% exact! steps,",
                     order, run) == NULL;
}

/* Whether a value is what a sign says. */
static bool fits(char sign, const json_t *order, const json_t *value)
{
    switch (sign) {
    case '$':
        return json_string_length(value) > 0;
    case '~': /* without `probe` a worker leaves it out */
        return !member_truth(order, "probe") || json_string_length(value) > 0;
    case '"':
        return json_is_string(value);
    case '!':
        return json_is_boolean(value);
    case '%':
        return json_is_number(value);
    case '#':
        return json_is_integer(value);
    case '+': /* a count of work done: an answer that has done nothing is no success */
        return json_integer_value(value) > 0;
    case ',':
        return is_list_of('%', order, value);
    case ';':
        return is_list_of('#', order, value);
    case '&':
        return !member_truth(order, "returns") || is_list_of('"', order, value);
    case '=':
        return json_object_get(order, "library") == NULL ||
               (find_lack("words$ core\" threads%", order, value) == NULL &&
                is_list_of('"', order, json_object_get(value, "settings")));
    case '@':
        return is_list_of('*', order, value) &&
               json_array_size(value) <= json_array_size(json_object_get(order, "slots"));
    default:
        return is_run(order, value);
    }
}

static const char *const sign_words[] = {
    ['$'] = "a text",
    ['~'] = "a text",
    ['!'] = "true or false",
    ['%'] = "a number",
    ['#'] = "a whole number",
    ['+'] = "a whole number above 0",
    [';'] = "a list of whole numbers",
    ['&'] = "a list of texts",
    ['='] = "what tells of a library",
    ['@'] = "a list of what runs have taken, one a slot at most",
};

/* ----------------------------------------------------------------------------------- the orders */

static const struct protocol_order orders[] = {
    {"device", worker_tell_device, NEEDS_DEVICE, WORK_KINDS, "",
     "device$ driver$ profile~ sub_groups~"},
    {"build", worker_build, NEEDS_NOTHING, WORK_COMPILERS, "slot#", "build_ms% binaries& library="},
    {"prepare", worker_prepare, NEEDS_BUILT, WORK_VERIFICATION,
     "slot# m# n# k# seed# memory+ share+", "exact! worst% prepare_ms%"},
    {"run", worker_run, NEEDS_NOTHING, WORK_KERNELS, "slots;", "runs@"},
    {"verify", worker_verify, NEEDS_OPEN, WORK_VERIFICATION, "slot#", "exact! worst%"},
    {"check", worker_check, NEEDS_BUILT, WORK_VERIFICATION, "slot# seed# memory+ trials+",
     "cases+ exact! worst%"},
    {"limits", worker_find_limits, NEEDS_DEVICE, WORK_KINDS, "",
     "stated% measured% gbytes_per_second%"},
    {"drop", worker_drop, NEEDS_NOTHING, WORK_KINDS, "slot#", ""},
};

const struct protocol_order *protocol_find(const json_t *order)
{
    const char *word = member_text(order, "do");

    for (size_t i = 0; word != NULL && i < sizeof orders / sizeof *orders; i++)
        if (strcmp(orders[i].name, word) == 0)
            return &orders[i];
    return NULL;
}

static bool has_members(const char *members, const json_t *order, const json_t *object, char *why,
                        size_t room)
{
    const char *lack = find_lack(members, order, object);
    const int length = lack == NULL ? 0 : (int)strcspn(lack, " ") - 1;

    if (lack != NULL)
        snprintf(why, room, "has no `%.*s` that is %s", length, lack,
                 sign_words[(unsigned char)lack[length]]);
    return lack == NULL;
}

bool protocol_takes(const struct protocol_order *row, const json_t *order, char *why, size_t room)
{
    return has_members(row->takes, order, order, why, room);
}

static bool is_failure(const json_t *answer)
{
    return status_is_answer(status_find(member_text(answer, "failed")));
}

bool protocol_gives(const json_t *order, const json_t *answer, char *why, size_t room)
{
    const struct protocol_order *row = protocol_find(order);
    const json_t *failure = json_object_get(answer, "failure");

    if (!json_is_object(answer)) {
        snprintf(why, room, "is no object");
        return false;
    }
    if (json_object_get(answer, "failed") != NULL) {
        snprintf(why, room, "names no kind of failure that there is");
        return is_failure(answer);
    }
    if (failure != NULL && !is_failure(failure)) {
        snprintf(why, room, "has a failure of no kind that there is");
        return false;
    }
    return row == NULL || has_members(row->gives, order, answer, why, room);
}

/* ------------------------------------------------------------------------------------ messages */

static bool floods(const struct client *client)
{
    struct stat facts;

    return fstat(client->log, &facts) == 0 && facts.st_size > TALK_LOG;
}

/* Waits until a pipe is ready. Processes that the worker has started may hold the other end of it
 * open when the worker itself has ended. */
static enum talk wait_for(const struct client *client, int file, short events, double deadline)
{
    for (bool ended = false;; ended = process_ended(&client->process)) {
        struct pollfd wanted = {file, events, 0};
        double left = deadline - time_now_ms();

        if (stop_wanted() || (client->dropped != NULL && atomic_load(client->dropped)))
            return TALK_INTERRUPTED;
        if (left <= 0)
            return TALK_LATE;
        if (floods(client))
            return TALK_FLOOD;
        if (poll(&wanted, 1, ended ? 0 : left < 50 ? (int)left + 1 : 50) > 0)
            return TALK_DONE;
        if (ended)
            return TALK_ENDED;
    }
}

static enum talk send_bytes(struct client *client, const char *text, size_t length, double deadline)
{
    while (length > 0) {
        ssize_t sent = send(client->orders, text, length, MSG_NOSIGNAL);

        if (sent > 0) {
            text += sent;
            length -= (size_t)sent;
        } else if (errno == EAGAIN) {
            enum talk talk = wait_for(client, client->orders, POLLOUT, deadline);

            if (talk != TALK_DONE)
                return talk;
        } else if (errno != EINTR) {
            return TALK_ENDED;
        }
    }
    return TALK_DONE;
}

/* The log of a worker that lives long is that of its last order where it has become long. */
static void trim_log(const struct client *client)
{
    struct stat facts;

    if (fstat(client->log, &facts) == 0 && facts.st_size > TALK_LOG / 64 &&
        ftruncate(client->log, 0) != 0)
        return; /* it ends as a flood, then */
}

/* Reads what there is; *end is where the first line ends, NULL: it does not yet. */
static enum talk read_more(struct client *client, double deadline, char **end)
{
    enum talk talk = wait_for(client, client->answers, POLLIN, deadline);
    ssize_t got;

    *end = NULL;
    if (talk != TALK_DONE)
        return talk;
    got = read(client->answers, client->text + client->length, CLIENT_ROOM - client->length);
    if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR))
        return TALK_ENDED;
    if (got > 0) {
        *end = memchr(client->text + client->length, '\n', (size_t)got);
        client->length += (size_t)got;
    }
    return *end == NULL && client->length > TALK_ANSWER ? TALK_LONG : TALK_DONE;
}

/* Reads on until the bytes that follow a line of so many are there, and takes them into the answer; *taken: of all of it. */
static enum talk read_binaries(struct client *client, double deadline, json_t *answer,
                               size_t *taken)
{
    const size_t more = message_follows(answer, TALK_ANSWER - *taken);
    enum talk talk = more == SIZE_MAX ? TALK_LONG : TALK_DONE;
    char *unused;

    while (talk == TALK_DONE && client->length < *taken + more)
        talk = read_more(client, deadline, &unused);
    if (talk == TALK_DONE && message_join(answer, client->text + *taken))
        talk = TALK_NONSENSE;
    *taken += talk == TALK_DONE ? more : 0;
    return talk;
}

enum talk talk_exchange(struct client *client, const char *message, size_t length, double deadline,
                        json_t **answer)
{
    char *end = memchr(client->text, '\n', client->length);
    enum talk talk;
    size_t taken;

    *answer = NULL;
    trim_log(client);
    talk = send_bytes(client, message, length, deadline);
    while (talk == TALK_DONE && end == NULL)
        talk = read_more(client, deadline, &end);
    if (talk != TALK_DONE)
        return talk;
    taken = (size_t)(end - client->text) + 1;
    *answer = json_loadb(client->text, taken, 0, NULL);
    talk = *answer == NULL ? TALK_NONSENSE : read_binaries(client, deadline, *answer, &taken);
    memmove(client->text, client->text + taken, client->length - taken);
    client->length -= taken;
    return talk;
}
