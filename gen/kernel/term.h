/*
 * Terms: the expressions of a kernel that a view makes, as one writes them by hand: an index, a bound, a test, a register
 * with its component, spread or conversion.
 *
 * A view builds a term from names and numbers, a template prints it where the statement stands. What is neutral is left out
 * as the term is built ("+ 0", "* 1"), numbers are added up, and parentheses stand where precedence asks for them and
 * nowhere else. A term is one expression without side effects: it has no `?:`, no `=`, no `;`, no string and no brace.
 * Terms never change and live in the job's arena: one may stand in several others. Names, operators and types are not
 * copied; they must live as long as the arena.
 */
#pragma once

#include "gen/base/value.h"

struct term;

/* An identifier; and a component of one ("s0"), all of it where `part` is NULL. */
const struct term *term_name(struct job *job, const char *name);
const struct term *term_part(struct job *job, const char *name, const char *part);

/* A number in decimal digits, more than LLONG_MIN; and one that counts bits, in hexadecimal ones and unsigned ("0xffu"). */
const struct term *term_number(struct job *job, long long number);
const struct term *term_mask(struct job *job, unsigned long long bits);

/* Arithmetic. `a + (b + c)` becomes `a + b + c` unless that would add in 32 bits what was added in 64. */
const struct term *term_add(struct job *job, const struct term *left, const struct term *right);
const struct term *term_sub(struct job *job, const struct term *left, const struct term *right);
const struct term *term_mul(struct job *job, const struct term *left, const struct term *right);
const struct term *term_div(struct job *job, const struct term *left, const struct term *right);
const struct term *term_mod(struct job *job, const struct term *left, const struct term *right);
/* The short forms: left + number, left * number, left / number, left % number. */
const struct term *term_plus(struct job *job, const struct term *left, long long number);
const struct term *term_times(struct job *job, const struct term *left, long long number);
const struct term *term_over(struct job *job, const struct term *left, long long number);
const struct term *term_rest(struct job *job, const struct term *left, long long number);

/* left * right, multiplied in that type: `left` is widened before ("(long)row * ldc"). NULL: as they are. */
const struct term *term_mul_as(struct job *job, const char *type, const struct term *left,
                               const struct term *right);

/* Of bits, "<<", ">>", "&", "|", "^"; and comparisons, "<", "<=", ">", ">=", "==", "!=". */
const struct term *term_bits(struct job *job, const struct term *left, const char *operation,
                             const struct term *right);
const struct term *term_test(struct job *job, const struct term *left, const char *comparison,
                             const struct term *right);

/* What joins tests. NULL is a test that is not made: joined with another one it gives that. */
const struct term *term_and(struct job *job, const struct term *left, const struct term *right);
const struct term *term_or(struct job *job, const struct term *left, const struct term *right);

/* "-", "!", "~". */
const struct term *term_unary(struct job *job, const char *operation, const struct term *of);

/* A call of one of the functions that a term may call, with one argument or two; and whether it is one. */
const struct term *term_call(struct job *job, const char *function, const struct term *argument);
const struct term *term_call2(struct job *job, const char *function, const struct term *first,
                              const struct term *second);
const struct term *term_min(struct job *job, const struct term *left, const struct term *right);
const struct term *term_max(struct job *job, const struct term *left, const struct term *right);
bool term_may_call(const char *function, size_t length);

/* (long)of; and a scalar as all components of a vector, (float4)(of). NULL for a type: `of` as it is. A vector of two halves,
 * (float4)(low, high); NULL for a type: both as they stand in one of more, "low, high". */
const struct term *term_cast(struct job *job, const char *type, const struct term *of);
const struct term *term_spread(struct job *job, const char *vector_type, const struct term *of);
const struct term *term_pair(struct job *job, const char *vector_type, const struct term *low,
                             const struct term *high);

/* array[index]; and the component of any term. */
const struct term *term_at(struct job *job, const struct term *array, const struct term *index);
const struct term *term_component(struct job *job, const struct term *of, const char *part);

/* The text, in the job's arena. */
const char *term_print(struct job *job, const struct term *term);

/* A member of a view: the text, marked as that of a term; false for NULL. Nothing else marks one. */
void value_set_term(struct job *job, struct value *object, const char *name,
                    const struct term *term);
