/*
 * Who writes a kernel: its characters that stand in templates, those that are names and numbers, and code composed by C.
 */
#pragma once

#include <stddef.h>

struct clgemm_result;

struct shares {
    size_t template, names, composed;
};

/* Counts the multiplying kernel of a result, from its __kernel on, by rendering it again with the set `templates` of
 * tests/unit/ask.h. */
struct shares shares_of(const struct clgemm_result *result);

/* That of the templates, in percent. */
double template_percent(struct shares shares);
