#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/hash.h"
#include "harness/journal/internal.h"

const char journal_header[] = "{\"clgemm_journal\":1}\n";
_Static_assert(sizeof journal_header - 1 == JOURNAL_HEADER, "bytes of the first line");

/* A line ends in its check value: ..., "check":"0123456789abcdef"}. The value is of the bytes before
 * that. */
static const char begin[] = ",\"check\":\"", end[] = "\"}";

enum {
    BEGIN = sizeof begin - 1,
    DIGITS = 16,
    END = sizeof end - 1,
    TAIL = BEGIN + DIGITS + END
};

static void write_digits(char digits[DIGITS + 1], const char *line, size_t length)
{
    snprintf(digits, DIGITS + 1, "%016" PRIx64, hash_bytes(line, length));
}

char *journal_line(const char *key, enum journal_state state, const char *fields, int64_t at_ms,
                   size_t *length)
{
    static const char form[] = "{\"key\":%s,\"state\":\"%s\",\"fields\":%s,\"at_ms\":%" PRId64;
    const char *word = journal_word(state);
    int front = snprintf(NULL, 0, form, key, word, fields, at_ms);
    char *line = front < 0 ? NULL : malloc((size_t)front + TAIL + 2);
    char digits[DIGITS + 1];

    if (line == NULL)
        return NULL;
    snprintf(line, (size_t)front + 1, form, key, word, fields, at_ms);
    write_digits(digits, line, (size_t)front);
    *length = (size_t)front + TAIL + 1;
    snprintf(line + front, TAIL + 2, "%s%s%s\n", begin, digits, end);
    return line;
}

enum journal_check journal_line_check(const char *line, size_t length)
{
    const char *tail = line + length - TAIL;
    char digits[DIGITS + 1];

    if (length < TAIL || memcmp(tail, begin, BEGIN) != 0 ||
        memcmp(line + length - END, end, END) != 0)
        return CHECK_NONE;
    write_digits(digits, line, length - TAIL);
    return memcmp(tail + BEGIN, digits, DIGITS) == 0 ? CHECK_RIGHT : CHECK_WRONG;
}
