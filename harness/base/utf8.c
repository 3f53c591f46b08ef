#include "harness/base/utf8.h"

#include <stdbool.h>
#include <string.h>

/* Bytes of the character that such a byte begins; 0: none. */
static size_t length_by(unsigned char first)
{
    return first < 0x80                    ? 1
           : first >= 0xc2 && first < 0xe0 ? 2
           : first >= 0xe0 && first < 0xf0 ? 3
           : first >= 0xf0 && first < 0xf5 ? 4
                                           : 0;
}

/* Whether the second byte may follow the first: no long form of a short one, no surrogate, nothing
 * above U+10FFFF. */
static bool may_follow(unsigned char first, unsigned char second)
{
    return second >= (first == 0xe0   ? 0xa0
                      : first == 0xf0 ? 0x90
                                      : 0x80) &&
           second <= (first == 0xed   ? 0x9f
                      : first == 0xf4 ? 0x8f
                                      : 0xbf);
}

/* How many bytes of the character that begins here are there, of *length that it has; *length is 0
 * where none begins. */
static size_t present(const unsigned char *at, size_t *length)
{
    size_t count = 1;

    *length = length_by(at[0]);
    while (count < *length && (count == 1 ? may_follow(at[0], at[1]) : (at[count] & 0xc0) == 0x80))
        count++;
    return count;
}

void utf8_mend(char *text)
{
    while (*text != '\0') {
        size_t length, count = present((const unsigned char *)text, &length);

        if (count == length) {
            text += length;
            continue;
        }
        if (length > 0 && text[count] == '\0') {
            *text = '\0';
            return;
        }
        *text++ = '?';
    }
}

void utf8_mend_line(char *text)
{
    utf8_mend(text);
    for (; *text != '\0'; text++)
        if ((unsigned char)*text < ' ' || *text == '\177')
            *text = '?';
}

size_t utf8_cut(const char *text, size_t most)
{
    size_t length = strlen(text);

    if (length <= most)
        return length;
    while (most > 0 && ((unsigned char)text[most] & 0xc0) == 0x80)
        most--;
    return most;
}
