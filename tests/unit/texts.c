#include "tests/unit/texts.h"

#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

int count(const char *text, const char *part)
{
    int found = 0;
    for (const char *at = strstr(text, part); at; at = strstr(at + strlen(part), part))
        found++;
    return found;
}

bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

int count_word(const char *text, const char *word)
{
    const size_t length = strlen(word);
    int found = 0;
    for (const char *at = strstr(text, word); at; at = strstr(at + length, word))
        found += !(at > text && is_word(at[-1])) && !is_word(at[length]);
    return found;
}

void assert_contains(const char *text, const char *part)
{
    if (!strstr(text, part))
        fail_msg("\"%s\" is not in:\n%s", part, text);
}

void assert_lacks(const char *text, const char *part)
{
    if (strstr(text, part))
        fail_msg("\"%s\" is in:\n%s", part, text);
}
