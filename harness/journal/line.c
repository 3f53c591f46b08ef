#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/journal/internal.h"
#include "harness/base/hash.h"

const char journal_header[] = "{\"clgemm_journal\":2}\n";
const char journal_earlier_header[] = "{\"clgemm_journal\":1}\n";
_Static_assert(sizeof journal_header - 1 == JOURNAL_HEADER, "bytes of the first line");
_Static_assert(sizeof journal_earlier_header - 1 == JOURNAL_HEADER, "bytes of the first line");

/* A line begins with the check value of the line that it follows, {"after":"0123456789abcdef", ...,
 * and ends in its own: ..., "check":"0123456789abcdef"}, which is of the bytes before that. */
static const char front[] = "{\"after\":\"", begin[] = ",\"check\":\"", end[] = "\"}";

enum {
    FRONT = sizeof front - 1,
    BEGIN = sizeof begin - 1,
    DIGITS = 16,
    END = sizeof end - 1,
    TAIL = BEGIN + DIGITS + END
};

static void write_digits(char digits[DIGITS + 1], uint64_t value)
{
    snprintf(digits, DIGITS + 1, "%016" PRIx64, value);
}

char *journal_line(const char *key, enum journal_state state, const char *fields, int64_t at_ms,
                   size_t *length)
{
    static const char form[] =
        "%s%016d\",\"key\":%s,\"state\":\"%s\",\"fields\":%s,\"at_ms\":%" PRId64 "%s%016d%s\n";
    const char *word = journal_word(state);
    int bytes = snprintf(NULL, 0, form, front, 0, key, word, fields, at_ms, begin, 0, end);
    char *line = bytes < 0 ? NULL : malloc((size_t)bytes + 1);

    if (line == NULL)
        return NULL;
    *length = (size_t)bytes;
    snprintf(line, *length + 1, form, front, 0, key, word, fields, at_ms, begin, 0, end);
    return line;
}

struct journal_chain journal_begin(const char *header)
{
    return (struct journal_chain){.value = hash_bytes(header, JOURNAL_HEADER),
                                  .linked = header == journal_header};
}

void journal_link(char *line, size_t length, struct journal_chain *chain)
{
    char digits[DIGITS + 1], *tail = line + length - 1 - TAIL;

    write_digits(digits, chain->value);
    memcpy(line + FRONT, digits, DIGITS);
    *chain =
        (struct journal_chain){.value = hash_bytes(line, (size_t)(tail - line)), .linked = true};
    write_digits(digits, chain->value);
    memcpy(tail + BEGIN, digits, DIGITS);
}

enum journal_check journal_line_check(const char *line, size_t length)
{
    const char *tail = line + length - TAIL;
    char digits[DIGITS + 1];

    if (length < TAIL || memcmp(tail, begin, BEGIN) != 0 ||
        memcmp(line + length - END, end, END) != 0)
        return CHECK_NONE;
    write_digits(digits, hash_bytes(line, length - TAIL));
    return memcmp(tail + BEGIN, digits, DIGITS) == 0 ? CHECK_RIGHT : CHECK_WRONG;
}

bool journal_is_linked(const char *line, size_t length)
{
    return length >= FRONT + DIGITS + TAIL && memcmp(line, front, FRONT) == 0;
}

bool journal_follows(const char *line, const struct journal_chain *chain)
{
    char digits[DIGITS + 1];

    write_digits(digits, chain->value);
    return chain->open || memcmp(line + FRONT, digits, DIGITS) == 0;
}

void journal_pass(struct journal_chain *chain, const char *line, size_t length, bool damaged)
{
    if (!damaged && journal_is_linked(line, length))
        *chain = (struct journal_chain){.value = hash_bytes(line, length - TAIL), .linked = true};
    else if (!chain->linked)
        chain->value = hash_more(hash_more(chain->value, line, length), "\n", 1);
    chain->open = damaged;
}
