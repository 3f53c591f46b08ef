/*
 * A formula as a sum of products of symbols: what a host passes, as data that a runner can count.
 */
#pragma once

#include "gen/request/interface.h"

struct sum {
    size_t count;
    bool rounds; /* a division of arguments may have a rest, which the sum does not leave out */
    struct summand terms
        [TERM_LIMIT]; /* of whole numbers and symbols in ascending order, which SYMBOL_NONE ends */
};

/* Reads a formula of symbols; false where it is no such sum, or a longer one. */
bool sum_of_symbols(const struct formula *formula, struct sum *sum);

/* The same of a formula of the interface's arguments, each of which is what the host passes. */
bool sum_of_arguments(const struct formula *formula, const struct interface *interface,
                      struct sum *sum);

/* Such a formula with what the host passes in place of each argument. */
const struct formula *formula_of_symbols(struct job *job, const struct formula *formula,
                                         const struct interface *interface);

/* Whether it is that symbol alone, and whether it has the symbol in it. */
bool sum_is_symbol(const struct sum *sum, enum symbol symbol);
bool sum_has_symbol(const struct sum *sum, enum symbol symbol);
