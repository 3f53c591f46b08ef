#include "harness/worker/messages.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "harness/base/timing.h"

static bool floods(const struct worker_link *link)
{
    struct stat facts;

    return fstat(link->log, &facts) == 0 && facts.st_size > TALK_LOG;
}

/* Waits until a pipe is ready. Processes that the worker has started may hold the other end of it
 * open when the worker itself has ended. */
static enum talk wait_for(const struct worker_link *link, int file, short events, double deadline)
{
    for (bool ended = false;; ended = process_ended(&link->process)) {
        struct pollfd wanted = {file, events, 0};
        double left = deadline - time_now_ms();

        if (process_interrupted())
            return TALK_INTERRUPTED;
        if (left <= 0)
            return TALK_LATE;
        if (floods(link))
            return TALK_FLOOD;
        if (poll(&wanted, 1, ended ? 0 : left < 50 ? (int)left + 1 : 50) > 0)
            return TALK_DONE;
        if (ended)
            return TALK_ENDED;
    }
}

static enum talk send_bytes(struct worker_link *link, const char *text, size_t length,
                            double deadline)
{
    while (length > 0) {
        ssize_t sent = send(link->orders, text, length, MSG_NOSIGNAL);

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

/* The log of a worker that lives long is that of its last order where it has become long. */
static void trim_log(const struct worker_link *link)
{
    struct stat facts;

    if (fstat(link->log, &facts) == 0 && facts.st_size > TALK_LOG / 64 &&
        ftruncate(link->log, 0) != 0)
        return; /* it ends as a flood, then */
}

enum talk talk_send(struct worker_link *link, const char *text, double deadline)
{
    enum talk talk;

    trim_log(link);
    talk = send_bytes(link, text, strlen(text), deadline);
    return talk == TALK_DONE ? send_bytes(link, "\n", 1, deadline) : talk;
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

/* Reads what there is; *end is where the first line ends, NULL: it does not yet. */
static enum talk read_more(struct worker_link *link, double deadline, char **end)
{
    enum talk talk = wait_for(link, link->answers, POLLIN, deadline);
    ssize_t got;

    *end = NULL;
    if (talk != TALK_DONE)
        return talk;
    if (!make_room(link))
        return TALK_LONG;
    got = read(link->answers, link->text + link->length, link->room - link->length - 1);
    if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR))
        return TALK_ENDED;
    if (got > 0) {
        *end = memchr(link->text + link->length, '\n', (size_t)got);
        link->length += (size_t)got;
    }
    return *end == NULL && link->length > TALK_ANSWER ? TALK_LONG : TALK_DONE;
}

enum talk talk_receive(struct worker_link *link, double deadline, json_t **answer)
{
    char *end = link->length == 0 ? NULL : memchr(link->text, '\n', link->length);
    size_t taken;

    *answer = NULL;
    while (end == NULL) {
        enum talk talk = read_more(link, deadline, &end);

        if (talk != TALK_DONE)
            return talk;
    }
    taken = (size_t)(end - link->text) + 1;
    *answer = json_loadb(link->text, taken, 0, NULL);
    memmove(link->text, link->text + taken, link->length - taken);
    link->length -= taken;
    return *answer == NULL ? TALK_NONSENSE : TALK_DONE;
}
