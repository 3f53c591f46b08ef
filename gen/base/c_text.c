#include "gen/base/c_text.h"

#include "gen/base/text.h"

const char *c_capitals(struct job *job, const char *name)
{
    char *capitals = arena_copy(job->arena, name);
    /* Not toupper: it follows the locale. */
    for (char *letter = capitals; *letter; letter++)
        if (*letter >= 'a' && *letter <= 'z')
            *letter = (char)(*letter - 'a' + 'A');
    return capitals;
}

const char *c_comment(struct job *job, const char *words)
{
    struct text text;
    text_init(&text, job);
    while (*words) {
        bool is_control;
        const size_t length = text_step(words, &is_control);
        text_add(&text, is_control ? " " : words, is_control ? 1 : length);
        if ((words[0] == '*' && words[1] == '/') || (words[0] == '/' && words[1] == '*'))
            text_puts(&text, " ");
        words += length;
    }
    return text_string(&text);
}
