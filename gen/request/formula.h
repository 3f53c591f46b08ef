/*
 * Small formulas of an interface: what a host passes, what follows from its arguments, and what must hold of its macros.
 *
 *     value        m, 4, (value), -value, (long)value, min(value, value), max(value, value), get_global_size(0), get_num_groups(1),
 *                  element[value] of an array, with + - * / % between them
 *     condition    MACRO, defined(MACRO), !condition, value == value (!= < <= > >=), (condition), with && and || between them
 *
 * Nothing else is a formula. It is read and never pasted: what prints it knows all of its parts.
 */
#pragma once

#include <stdbool.h>

#include "gen/base/declaration.h"
#include "gen/base/job.h"
#include "gen/base/problem.h"

enum formula_kind {
    FORMULA_NUMBER,
    FORMULA_NAME,
    FORMULA_ELEMENT, /* text[left] */
    FORMULA_UNARY,   /* text left */
    FORMULA_BINARY,  /* left text right */
    FORMULA_CALL,    /* text(left, right); right is NULL where there is one argument */
    FORMULA_CAST     /* (text)left */
};

struct formula {
    enum formula_kind kind;
    const char *text; /* a name, of an array too, an operator, a function, a type */
    long long number;
    const struct formula *left, *right;
};

/* Reads a value or a condition. `place` says where it stands, in errors. Fails the job with CLGEMM_USAGE. */
const struct formula *formula_value(struct job *job, const char *place, const char *text);
const struct formula *formula_condition(struct job *job, const char *place, const char *text);

/* A number. */
const struct formula *formula_of_number(struct job *job, long long number);

/* The first name in it that `knows` does not, but those of arrays; NULL: it knows all. */
const char *formula_unknown(const struct formula *formula,
                            bool (*knows)(const void *self, const char *name), const void *self);

/* Counts it as the preprocessor does: a name that `value_of` does not have is 0, and not defined. False where it divides by 0, or is beyond 64 bits. */
bool formula_number(const struct formula *formula,
                    bool (*value_of)(const void *self, const char *name, long long *number),
                    const void *self, long long *number);

/* Numbers of its macros by which a condition holds, of those that it compares them with: the fewest that are found, none where it holds without any.
 * False: there are none. */
bool formula_solve(struct job *job, const struct formula *condition, const struct define **defines,
                   size_t *count);

/* Whether it does not ask the device, as get_num_groups(0) does; so it is where there is none (NULL). */
bool formula_is_counted(const struct formula *formula);

/* Whether both are the same text, but for blanks and needless brackets; NULL: there is none. */
bool formula_same(const struct formula *one, const struct formula *other);

/* Whether it is that name alone, or has it in it, also as that of an array; and the symbol that it is alone, SYMBOL_NONE: it is none. */
bool formula_is_name(const struct formula *formula, const char *name);
bool formula_has_name(const struct formula *formula, const char *name);
enum symbol formula_symbol(const struct formula *formula);

/* The first element of an array that is not `array` (NULL: of any) in it; NULL: there is none. */
const struct formula *formula_element(const struct formula *formula, const char *array);

/* Bytes of the identifier that a text begins with; 0: it begins with none. */
size_t identifier_length(const char *text);
