/*
 * What the views of tiled families have in common: a grid of accumulators, loads, multiply-adds,
 * the loops over K, stores.
 */
#ifndef GEN_FAMILY_TILED_H
#define GEN_FAMILY_TILED_H

#include "gen/address.h"

/* "float8"; "float" for 1. */
const char *float_type(struct job *job, long long width);

/* ".s3" of a vector of that width; "" for 1. */
const char *component(struct job *job, long long width, long long index);

/* A scalar as the operand of a multiply-add with vectors: "(float8)(x)"; itself for width 1. */
const char *widened(struct job *job, long long width, const char *scalar);

/* Members `accumulators` (lines) of rows x columns vectors, named by accumulator(). */
void add_accumulators(struct job *job, struct value *view, long long rows, long long columns,
                      long long width);
const char *accumulator(struct job *job, long long row, long long column);

/* Appends to a list of loads a register of `width` elements, each added to the list that is
 * returned; load_done once all are there. */
struct value *load_of_elements(struct job *job, struct value *loads, const char *name,
                               long long width);
void load_done(struct job *job, struct value *loads);

/* Appends a register that one access fills: `form` is the partial, `at` the view of the place. */
void load_at_once(struct job *job, struct value *loads, const char *form, const char *name,
                  long long width, struct value *at);

/* Appends to = a * b + to. */
void add_product(struct job *job, struct value *products, const char *to, const char *a,
                 const char *b);

/* Appends a variable for the start of a line. */
void add_line(struct job *job, struct value *lines, const char *name, const char *start);

/* Adds to the member `lines` the starts of the lines of an operand that lies along K: of all
 * `count`, `stride` apart, where they are clamped, else of the tile's first alone. */
void add_lines(struct job *job, const struct spec *spec, struct value *view,
               const struct operand *operand, long long count, long long stride, bool clamped);

/* Member `k_lines`: for operands that lie across K, the start of the line of the loop's k. */
void add_k_lines(struct job *job, const struct spec *spec, struct value *view);

/* The loops over K: the main one in turns of unroll_k, and what is left to the remainder. */
struct depth_loop {
    bool remainder;    /* a second loop takes single steps */
    const char *whole; /* condition for the main loop to run at all; NULL: always */
};

struct depth_loop depth_loop(const struct spec *spec, const char *whole);

/* Members `loop`, `whole`, `unroll` and, empty, `remainder` (an object with `loads` and `products`,
 * or false). Returns the remainder or NULL. */
struct value *add_depth_loop(struct job *job, const struct spec *spec, struct value *view,
                             const struct depth_loop *loop);

/* Member `store`: the function that writes one accumulator of `width` elements to C, `line_step`
 * lines apart for an accumulator across lines, or 0 for one along a line. `guarded`: it is told how
 * many elements there is room for. */
void add_store(struct job *job, const struct spec *spec, struct value *view, long long width,
               long long line_step, bool guarded);

/* Appends a call of it. `row` and `column` say where C's first element lies, from the tile's start;
 * a NULL condition: always; a NULL room: not guarded. */
void add_store_call(struct job *job, const struct spec *spec, struct value *calls, long long width,
                    bool across, const char *condition, const char *row, const char *column,
                    const char *room, const char *product);

/* "M - row", "M - (row + 8)": elements from a place to the end of the axis. */
const char *room_text(struct job *job, const struct spec *spec, bool along_m, const char *place);

#endif
