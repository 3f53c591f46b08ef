/*
 * Rows of tables by their names, where a name that no row has is a mistake of the program: it ends it, with the table and the name.
 */
#pragma once

#include <stddef.h>

/* Index of the first of `count` rows, each `size` bytes behind the one before, that has the name; `names` is the name of the first row.
 * Ends the program by abort, with a line on standard error, where none has it. */
size_t row_index(const char *table, const char *const *names, size_t size, size_t count,
                 const char *name);

/* Of an array: the row whose `member` is the name, and the index of a word in a list of words. */
#define row_of(table, member, name)                                                                \
    (&(table)[row_index(#table, &(table)[0].member, sizeof(table)[0],                              \
                        sizeof(table) / sizeof(table)[0], name)])
#define row_of_word(words, word)                                                                   \
    ((int)row_index(#words, words, sizeof(words)[0], sizeof(words) / sizeof(words)[0], word))
