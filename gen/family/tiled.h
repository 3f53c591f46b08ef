/*
 * What the views of tiled families have in common: a grid of accumulators, loads, multiply-adds,
 * the loops over K, stores.
 */
#ifndef GEN_FAMILY_TILED_H
#define GEN_FAMILY_TILED_H

#include "gen/address.h"
#include "gen/view_steps.h"

/* The type of a vector of registers of A or B, and of accumulators: "float8"; "float" for 1. */
const char *register_type(struct job *job, const struct spec *spec, long long width);
const char *accumulator_type(struct job *job, const struct spec *spec, long long width);

/* ".s3" of a vector of that width; "" for 1. */
const char *component(struct job *job, long long width, long long index);

/* "a_3", "a_3_1": the register of an operand for `tile` of `tiles` along the tile and `k` of `ks`,
 * leaving out an axis that has one value only. */
const char *register_name(struct job *job, const struct operand *operand, long long tile,
                          long long tiles, long long k, long long ks);

/* A scalar as the operand of a multiply-add with vectors: "(float8)(x)"; itself for width 1. */
const char *widened(struct job *job, const struct spec *spec, long long width, const char *scalar);

/* Members `accumulators` (lines) of rows x columns vectors, named by accumulator(). */
void add_accumulators(struct job *job, const struct spec *spec, struct value *view, long long rows,
                      long long columns, long long width);
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

/* Appends to a list of functions the one that loads `width` elements no further than the last. */
void add_clamped_function(struct job *job, const struct spec *spec, struct value *functions,
                          long long width);

/* Adds to the member `lines` the starts of the lines of an operand that lies along K: of all
 * `count`, `stride` apart, where they are clamped, else of the tile's first alone. */
void add_lines(struct job *job, const struct spec *spec, struct value *view,
               const struct operand *operand, long long count, long long stride, bool clamped);

/* Halves the tile along M down to `least_height` rows, then along N; false where it cannot become smaller. */
bool shrink_tile(struct spec *spec, long long least_height);

/* Member `k_lines`: for operands that lie across K, the start of the line of the loop's k. */
void add_k_lines(struct job *job, const struct spec *spec, struct value *view);

/* The loops over K: the main one in turns of unroll_k, and what is left to the remainder. */
struct depth_loop {
    bool remainder;    /* a second loop takes single steps */
    bool idle;         /* and all of them: the main loop would never run, and is left out */
    const char *whole; /* condition for the main loop to run at all; NULL: always */
};

/* `never`: the condition is never true. */
struct depth_loop depth_loop(const struct spec *spec, const char *whole, bool never);

/* Whether no tile is whole, as the matrix ends within the first one, along M where `rows` count, along N
 * where `columns` do. */
bool never_whole(const struct spec *spec, bool rows, bool columns, struct shape tile);

/* Members `loop` (false where it is idle), `whole`, `unroll` and, empty, `remainder` (an object with
 * `loads` and `products`, or false). Returns the remainder or NULL. */
struct value *add_depth_loop(struct job *job, const struct spec *spec, struct value *view,
                             const struct depth_loop *loop);

/* Where a work-group's tile begins along canonical M or N: "get_group_id(1) * 32", or, where the last
 * tile may be moved inside, "min(own_row, M - 32)". Adds `own_row` to the list `own_starts`
 * then. */
const char *add_tile_start(struct job *job, const struct spec *spec, struct value *view,
                           bool along_m);

/* Whether some elements of a tile must not be stored: beyond the edge, or another tile's. */
bool stores_part(const struct spec *spec, bool along_m);

/* Member `store`: the function that writes one accumulator of `width` elements to C, `line_step`
 * lines apart for an accumulator across lines, or 0 for one along a line. `guarded`: it is told how far from the place
 * the axis goes on; where tiles are moved inside, how many elements from there on are another tile's. */
void add_store(struct job *job, const struct spec *spec, struct value *view, long long width,
               long long line_step, bool guarded);

/* Member `stores`, the calls of that function, for which the rows and columns of accumulators are added: `form` is the
 * template of their loops, `sum` that of an accumulator. */
struct value *add_stores(struct job *job, const struct spec *spec, struct value *view,
                         const char *form, const char *sum);

/* Row i of accumulators lies `down` rows beyond the tile's first one, column j `along` columns. */
void add_stored_row(struct job *job, struct value *stores, long long i, long long down);
void add_stored_column(struct job *job, struct value *stores, long long j, long long along);

/* Members `store` and `stores` for a whole tile of accumulators of `width` elements along lines: row i
 * of the tile lies rows[i] beyond its first one, vector j columns[j]. */
void add_tile_stores(struct job *job, const struct spec *spec, struct value *view, long long width,
                     const long long *rows, const long long *columns);

#endif
