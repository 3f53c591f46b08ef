/*
 * C source as the writers of headers add it: definitions that bear the names of the user's choice,
 * in lines that break before column 100.
 *
 * Texts in C's words are written as they come out, with two signs that C has no use for: `@` stands
 * for the name that functions and types begin with, `$` for that of macros.
 */
#ifndef GEN_BASE_C_TEXT_H
#define GEN_BASE_C_TEXT_H

#include "gen/base/text.h"

struct c_names {
    const char *name;   /* @ */
    const char *prefix; /* $: the same in capitals */
};

/* Any text as it may stand in a comment: what would end the comment, or begin another one, is taken
 * apart by a blank. A control character becomes a blank: a line break behind a backslash, or behind
 * the trigraph of one, would join the parts again. */
const char *c_comment(struct job *job, const char *text);

struct c_names c_names_of(struct job *job, const char *name);

/* "multiply" in capitals, as macros are called. */
const char *c_capitals(struct job *job, const char *name);

/* A text of the job, and one that is added: printf with a format in which @ and $ are put first. What
 * its arguments hold comes out as it is. */
const char *c_text(struct job *job, const struct c_names *names, const char *format, ...)
    ARENA_PRINTF(3, 4);
void c_add(struct text *text, const struct c_names *names, const char *format, ...)
    ARENA_PRINTF(3, 4);

/* Adds items separated by `separator` (" ||", ","), broken before column 100; lines after the first
 * begin with `indent` blanks. `column` is where the first item begins. */
void c_add_list(struct text *text, size_t column, size_t indent, const char *separator,
                const char *const *items, size_t count);

/* Adds a list between `begin` and `end`, on a line of its own: "    status = NAME_step(" and ");", or
 * the braces of an initializer. */
void c_add_row(struct text *text, const char *begin, const char *const *items, size_t count,
               const char *end);

/* Adds "    if (item SEPARATOR item)" and the line break; `separator` is " &&" or " ||". */
void c_add_if(struct text *text, const char *separator, const char *const *items, size_t count);

/* Adds the head of a function, "static inline TYPE NAME_function(parameters)", and the line break.
 * Types and parameters may have @. */
void c_add_head(struct text *text, const struct c_names *names, const char *type,
                const char *function, const char *const *parameters, size_t count);

/* Adds a function: its comment, its head and its body, which all may have @ and $. */
void c_add_function(struct text *text, const struct c_names *names, const char *comment,
                    const char *type, const char *function, const char *const *parameters,
                    size_t count, const char *body);

/* Adds the macros NAME_NULL and NAME_CAST: null pointers and casts of C, which C++ compilers may warn of, and those of C++. */
void c_add_null(struct text *text, const struct c_names *names);
void c_add_cast(struct text *text, const struct c_names *names);

#endif
