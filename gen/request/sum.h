/*
 * A formula as a sum of products of symbols: what a host passes, as data that a runner can count.
 */
#ifndef GEN_REQUEST_SUM_H
#define GEN_REQUEST_SUM_H

#include "gen/request/interface.h"

enum {
    SUM_TERMS = 5,
    SUM_FACTORS = 4
};

struct sum_term {
    long long factor;
    enum symbol symbols[SUM_FACTORS]; /* in ascending order; SYMBOL_NONE ends them */
};

struct sum {
    size_t count;
    struct sum_term terms[SUM_TERMS];
};

/* Reads a formula of symbols; false where it is no such sum, or a longer one. */
bool sum_of_symbols(const struct formula *formula, struct sum *sum);

/* The same of a formula of the interface's arguments, each of which is what the host passes. */
bool sum_of_arguments(const struct formula *formula, const struct interface *interface,
                      struct sum *sum);

/* Whether it is that symbol alone, and whether it has the symbol in it. */
bool sum_is_symbol(const struct sum *sum, enum symbol symbol);
bool sum_has_symbol(const struct sum *sum, enum symbol symbol);

/* Whether it is a number: without symbols. */
bool sum_is_number(const struct sum *sum, long long *number);

#endif
