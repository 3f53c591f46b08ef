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

/* --------------------------------------------------------------------------------------- answers */

static bool is_text(const json_t *order, const json_t *value)
{
    (void)order;
    return json_string_length(value) > 0;
}

/* What a worker that was told not to probe leaves out. */
static bool is_probed(const json_t *order, const json_t *value)
{
    return json_is_false(json_object_get(order, "probe")) || is_text(order, value);
}

static bool is_boolean(const json_t *order, const json_t *value)
{
    (void)order;
    return json_is_boolean(value);
}

static bool is_number(const json_t *order, const json_t *value)
{
    (void)order;
    return json_is_number(value);
}

/* A count of what was done: nothing that was done is no success. */
static bool is_count(const json_t *order, const json_t *value)
{
    (void)order;
    return json_integer_value(value) > 0;
}

static bool is_list(const json_t *order, const json_t *value)
{
    (void)order;
    for (size_t i = 0; i < json_array_size(value); i++)
        if (!json_is_number(json_array_get(value, i)))
            return false;
    return json_is_array(value);
}

static bool is_times(const json_t *order, const json_t *value)
{
    size_t count = json_array_size(value);

    return is_list(order, value) && count > 0 &&
           count <= (size_t)json_integer_value(json_object_get(order, "count"));
}

static bool is_failure(const json_t *answer)
{
    static const char *const kinds[] = {"compile", "runtime", "memory", "correctness", "refused"};
    const char *kind = json_string_value(json_object_get(answer, "failed"));

    for (size_t i = 0; kind != NULL && i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(kind, kinds[i]) == 0)
            return true;
    return false;
}

/* A run to warm up tells its times alone. */
static bool is_turn(const json_t *order, const json_t *turn)
{
    static const char *const names[] = {"device_ms", "wall_ms", "prepare_ms", "transfer_ms",
                                        "worst"};
    const bool warms = json_is_true(json_object_get(order, "warm_up"));

    for (size_t i = 0; i < (warms ? 2 : sizeof names / sizeof *names); i++)
        if (!json_is_number(json_object_get(turn, names[i])))
            return false;
    return warms || (is_list(order, json_object_get(turn, "steps")) &&
                     json_is_boolean(json_object_get(turn, "exact")));
}

static bool is_string(const json_t *order, const json_t *value)
{
    (void)order;
    return json_is_string(value);
}

static bool is_strings(const json_t *order, const json_t *value)
{
    for (size_t i = 0; i < json_array_size(value); i++)
        if (!is_string(order, json_array_get(value, i)))
            return false;
    return json_is_array(value);
}

static bool is_turns(const json_t *order, const json_t *value)
{
    const size_t count = json_array_size(value);

    for (size_t i = 0; i < count; i++)
        if (!is_turn(order, json_array_get(value, i)))
            return false;
    return json_is_array(value) && count <= json_array_size(json_object_get(order, "slots"));
}

/* What clients go by. An answer may say more. */
static const struct {
    const char *order, *member;
    bool (*is)(const json_t *order, const json_t *value);
    const char *words;
} members[] = {
    {"device", "device", is_text, "a text"},
    {"device", "driver", is_text, "a text"},
    {"device", "platform", is_text, "a text"},
    {"device", "profile", is_probed, "a text"},
    {"device", "sub_groups", is_probed, "a text"},
    {"build", "build_ms", is_number, "a number"},
    {"peak", "stated", is_number, "a number"},
    {"peak", "measured", is_number, "a number"},
    {"open", "verified", is_text, "a text"},
    {"launch", "ms", is_times, "a list of numbers, one a launch at most"},
    {"check", "cases", is_count, "a whole number above 0"},
    {"case", "exact", is_boolean, "true or false"},
    {"case", "worst", is_number, "a number"},
    {"library", "words", is_text, "a text"},
    {"library", "core", is_string, "a text, which may be empty"},
    {"library", "threads", is_number, "a number"},
    {"library", "settings", is_strings, "a list of texts"},
    {"enter", "exact", is_boolean, "true or false"},
    {"enter", "worst", is_number, "a number"},
    {"enter", "prepare_ms", is_number, "a number"},
    {"turns", "turns", is_turns, "a list of what runs have taken, one a slot at most"},
    {"limit", "gflops", is_number, "a number"},
    {"limit", "words", is_text, "a text"},
    {"limit", "source", is_number, "a number"},
    {"bandwidth", "gbytes_per_second", is_number, "a number"},
    {"verify", "verified", is_text, "a text"},
    {"compile", "build_ms", is_number, "a number"},
    {"compile", "binaries", is_strings, "a list of texts"},
};

bool talk_fits(const json_t *order, const json_t *answer, char *why, size_t room)
{
    const char *word = json_string_value(json_object_get(order, "do"));

    if (!json_is_object(answer)) {
        snprintf(why, room, "is no object");
        return false;
    }
    if (json_object_get(answer, "failed") != NULL) {
        snprintf(why, room, "names no kind of failure that there is");
        return is_failure(answer);
    }
    if (json_object_get(answer, "failure") != NULL &&
        !is_failure(json_object_get(answer, "failure"))) {
        snprintf(why, room, "has a failure of no kind that there is");
        return false;
    }
    for (size_t i = 0; word != NULL && i < sizeof members / sizeof *members; i++)
        if (strcmp(members[i].order, word) == 0 &&
            !members[i].is(order, json_object_get(answer, members[i].member))) {
            snprintf(why, room, "has no `%s` that is %s", members[i].member, members[i].words);
            return false;
        }
    return true;
}
