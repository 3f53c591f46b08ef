#include "harness/worker/messages.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "harness/base/timing.h"

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

        if (process_interrupted())
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

enum talk talk_send(struct client *client, const char *text, double deadline)
{
    enum talk talk;

    trim_log(client);
    talk = send_bytes(client, text, strlen(text), deadline);
    return talk == TALK_DONE ? send_bytes(client, "\n", 1, deadline) : talk;
}

static bool make_room(struct client *client)
{
    size_t room = client->room == 0 ? 4096 : 2 * client->room;
    char *text;

    if (client->length + 1 < client->room)
        return true;
    text = realloc(client->text, room);
    if (text == NULL)
        return false;
    client->text = text;
    client->room = room;
    return true;
}

/* Reads what there is; *end is where the first line ends, NULL: it does not yet. */
static enum talk read_more(struct client *client, double deadline, char **end)
{
    enum talk talk = wait_for(client, client->answers, POLLIN, deadline);
    ssize_t got;

    *end = NULL;
    if (talk != TALK_DONE)
        return talk;
    if (!make_room(client))
        return TALK_LONG;
    got = read(client->answers, client->text + client->length, client->room - client->length - 1);
    if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR))
        return TALK_ENDED;
    if (got > 0) {
        *end = memchr(client->text + client->length, '\n', (size_t)got);
        client->length += (size_t)got;
    }
    return *end == NULL && client->length > TALK_ANSWER ? TALK_LONG : TALK_DONE;
}

enum talk talk_receive(struct client *client, double deadline, json_t **answer)
{
    char *end = client->length == 0 ? NULL : memchr(client->text, '\n', client->length);
    size_t taken;

    *answer = NULL;
    while (end == NULL) {
        enum talk talk = read_more(client, deadline, &end);

        if (talk != TALK_DONE)
            return talk;
    }
    taken = (size_t)(end - client->text) + 1;
    *answer = json_loadb(client->text, taken, 0, NULL);
    memmove(client->text, client->text + taken, client->length - taken);
    client->length -= taken;
    return *answer == NULL ? TALK_NONSENSE : TALK_DONE;
}
