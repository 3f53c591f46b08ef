/*
 * Kernels as streams of tokens: whether two of them differ in more than how expressions are written.
 *
 * Dropped are blanks and line breaks between tokens, parentheses that precedence does not ask for, and the neutral "* 1", "1 *",
 * "(long)1 *", "+ 0" and "0 +", and nothing else. Comments and lines of the preprocessor are a token each.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

struct token {
    const char *begin; /* in the text, which must outlive the token */
    size_t length;
};

struct tokens {
    struct token *list; /* from malloc */
    size_t count;
};

/* The tokens of a kernel without what is dropped; tokens_free releases them. */
struct tokens tokens_of(const char *text);
void tokens_free(struct tokens *tokens);

/* Whether both streams have the same tokens; else *at is the number of the first that differs, or the count of the shorter one. */
bool tokens_agree(const struct tokens *one, const struct tokens *other, size_t *at);
