/*
 * What the views of tiled families have in common: a grid of accumulators, loads, multiply-adds,
 * the loops over K, stores.
 */
#ifndef GEN_FAMILY_TILED_H
#define GEN_FAMILY_TILED_H

#include "gen/plan/kernel.h"
#include "gen/view/steps.h"

/* The type of a vector of registers of A or B, and of accumulators: "float8"; "float" for 1. */
const char *register_type(struct job *job, const struct kernel *kernel, long long width);
const char *accumulator_type(struct job *job, const struct kernel *kernel, long long width);

/* The template that reads an element of A or B from its buffer, or a vector of that width. What it gives is narrower than
 * what is calculated with where the operand `widens`. */
const char *operand_read(const struct operand *operand, long long width);
bool operand_widens(const struct operand *operand);

/* The same of a vector of the operand's own width that lies at a multiple of its size. */
const char *aligned_read(struct job *job, const struct operand *operand);

/* "a_3", "a_3_1": the register of an operand for `tile` of `tiles` along the tile and `k` of `ks`,
 * leaving out an axis that has one value only. */
const char *register_name(struct job *job, const struct operand *operand, long long tile,
                          long long tiles, long long k, long long ks);

/* Members `accumulators` (lines) of rows x columns vectors, each named by its row and column. */
void add_accumulators(struct job *job, const struct kernel *kernel, struct value *view,
                      long long rows, long long columns, long long width);

/* Member `type_of_load` of an object: what of A and B have a name of their own in functions that load them, where they
 * are stored otherwise; false where one function serves both. */
void set_type_of_load(struct job *job, const struct kernel *kernel, const struct operand *operand,
                      struct value *object);

/* Whether the kernel tests, as it begins, that all vectors of the operand's own width lie at multiples of their size, to move them
 * whole then: --aligned asks for it, and what is compiled in does not rule it out. */
bool tests_alignment(const struct kernel *kernel, const struct operand *operand);

/* Members `memory`, `sizes` and `vector_bytes` of that test, for test/aligned. */
void set_alignment_test(struct job *job, const struct kernel *kernel, struct value *test,
                        const struct operand *operand);

/* Member `aligned` of a main loop, for loop/either: the tests of those `operands` (NULL: of none), and `iteration`, which is returned: the
 * members that the loop of aligned loads has otherwise. The functions that load narrow elements are added to the view. */
struct value *add_aligned_loop(struct job *job, const struct kernel *kernel, struct value *view,
                               struct value *main, const struct operand *const operands[2]);

/* Appends to a list of functions the one that loads `width` elements of an operand no further than the last. */
void add_clamped_function(struct job *job, const struct kernel *kernel,
                          const struct operand *operand, struct value *functions, long long width);

/* Halves the tile along M down to `least_height` rows, then along N; false where it cannot become smaller. */
bool shrink_tile(struct spec *spec, long long least_height);

/* The main loop over K, of whole turns. Along an axis of C that it needs whole it reads beyond the edge of a tile that
 * crosses it, and leaves such a tile to the remainder. */
struct main_loop {
    bool of_group; /* the tile of a work-group must be whole, else that of a work-item */
    bool whole_m, whole_n;
    bool idle; /* it would never run, and is left out */
};

/* It is idle where K ends within the first turn, or the matrix within the first tile that must be whole. */
struct main_loop main_loop_of(const struct kernel *kernel, bool of_group, bool whole_m,
                              bool whole_n);

/* What --dump plan shows of it. */
void main_loop_show(struct job *job, const struct main_loop *main, struct value *object);

/* Whether it leaves tiles to the remainder. */
bool main_loop_leaves_tiles(const struct main_loop *main);

/* Whether some elements of a tile must not be stored: beyond the edge, or another tile's. */
bool stores_part(const struct kernel *kernel, bool along_m);

/* Member `store`: the function that writes one accumulator of `width` elements to C, `line_step`
 * lines apart for an accumulator across lines, or 0 for one along a line. `guarded`: it is told how far from the place
 * the axis goes on; where tiles are moved inside, how many elements from there on are another tile's. */
void add_store(struct job *job, const struct kernel *kernel, struct value *view, long long width,
               long long line_step, bool guarded);

/* Member `stores`, the calls of that function, for which the rows and columns of accumulators are added: `form` is the
 * template of their loops, `sum` that of an accumulator. */
struct value *add_stores(struct job *job, const struct kernel *kernel, struct value *view,
                         const char *form, const char *sum);

/* Row i of accumulators lies `down` rows beyond the tile's first one, column j `along` columns. */
void add_stored_row(struct job *job, struct value *stores, long long i, long long down);
void add_stored_column(struct job *job, struct value *stores, long long j, long long along);

/* Members `store` and `stores` for a whole tile of accumulators of `width` elements along lines: row i
 * of the tile lies rows[i] beyond its first one, vector j columns[j]. */
void add_tile_stores(struct job *job, const struct kernel *kernel, struct value *view,
                     long long width, const long long *rows, const long long *columns);

/* The same where `sum` is the template of an accumulator. */
void add_tile_sums(struct job *job, const struct kernel *kernel, struct value *view,
                   long long width, const long long *rows, const long long *columns,
                   const char *sum);

#endif
