/*
 * What the views of tiled families have in common: a grid of accumulators, loads, multiply-adds,
 * the loops over K, stores.
 */
#pragma once

#include "gen/family/main_loop.h"
#include "gen/kernel/term.h"
#include "gen/view/steps.h"

struct page;

/* The type of a vector of registers of A or B, and of accumulators: "float8"; "float" for 1. */
const char *register_type(struct job *job, const struct kernel *kernel, long long width);
const char *accumulator_type(struct job *job, const struct kernel *kernel, long long width);

/* The template that reads an element of A or B from its buffer, or a vector of that width. What it gives is narrower than
 * what is calculated with where the operand `widens`. */
const char *operand_read(const struct operand *operand, long long width);
bool operand_widens(const struct operand *operand);

/* "a_3", "a_3_1": the register of an operand for `tile` of `tiles` along the tile and `k` of `ks`,
 * leaving out an axis that has one value only. */
const char *register_name(struct job *job, const struct operand *operand, long long tile,
                          long long tiles, long long k, long long ks);

/* Members of an object for tiled/accumulators: `accumulators`, lines of `sums`, and their type, vectors of `width` elements. A sum is named by its row and column
 * between `name` and `end`: "run_0_1_2". */
void declare_sums(const struct page *page, struct value *object, struct shape shape,
                  long long width, const char *name, const char *end);

/* The same of those of a tile, as page_sum names them. */
void add_accumulators(const struct page *page, struct shape shape, long long width);

/* What the vector of sums at (i, j) is called. */
typedef const struct term *sum_namer(struct job *job, const void *self, long long i, long long j);

/* The sums of a work-item, vectors of `width` elements, which it stores of a part of K. */
struct kept_sums {
    struct shape vectors; /* at once */
    long long width;
    long long items; /* work-items of a work-group that have some; 0: all that multiply */
    long long apart; /* the first of so many of them; 0: those that come first */
    long long turns; /* of a loop over `j`, each of whose turns has as many; 0: there is none */
    long long tiles; /* that a work-item computes in sequence; 0: one */
    const struct term *tile; /* the number of one of these */
    sum_namer *sum;          /* what the vector at (i, j) is called; NULL: c_i_j */
};

/* Members of an object for templates/parts/each: list `registers` of the sums and where each lies, `at`; those of a tile begin at `held` (false: at 0), and
 * all are `vectors_of_part`. */
void list_kept_sums(const struct page *page, const struct kept_sums *kept, struct value *object);

/* Members of `adds_parts` for templates/parts/, where the kernel adds the parts of K: how its sums lie, and list `registers` of them. */
void keep_sums(const struct page *page, const struct kept_sums *kept);

/* Member `type_of_load` of an object: what of A and B have a name of their own in functions that load them, where they
 * are stored otherwise; false where one function serves both. */
void set_type_of_load(const struct page *page, const struct operand *operand, struct value *object);

/* Adds to the view's list `clamped` the function that loads `width` elements of an operand no further than the last. */
void add_clamped_function(const struct page *page, const struct operand *operand, long long width);

/* The loops over K. */
struct turns {
    struct value
        *main; /* member `main`, iterations of unroll_k; NULL where it would never run (false) */
    struct value
        *remainder; /* member `remainder`, single steps; NULL where there is none (false) */
};

/* Members of the main loop: `whole`, the test whether what it needs whole lies inside, or false; `goes_on`, that of the loop; `unrolls`, the
 * iterations that are unrolled, false for one. */
struct turns add_turns(const struct page *page, const struct main_loop *main);

/* Adds the types of blocks to the list `formats` of the view, with the functions that these loops call: of an operand's own vectors
 * in the main loop, of single elements in the other one. */
void add_formats(const struct page *page, const struct turns *turns);

/* The same of one function, which loads `width` elements of an operand in blocks, from global memory; nothing for
 * other operands. */
void add_format(const struct page *page, const struct operand *operand, long long width);

/* Whether some elements of a tile must not be stored: beyond the edge, or another tile's. */
bool stores_part(const struct kernel *kernel, bool along_m);

/* A vector at an end of a line, which a lane stores beside the others of that line, under a condition: where it lies, its place along the line,
 * and how many of its elements are stored. */
struct stored_end {
    const struct term *under, *place, *room;
};

/* The accumulators of a tile as they are stored: `rows` x `columns` vectors of `width` elements. */
struct stored_tile {
    long long width;     /* elements of a vector */
    long long line_step; /* lines of C between its elements; 0: it lies along a line */
    struct shape vectors;
    const long long *rows,
        *columns; /* how far each lies from the first place of the tile, a row for each in `vectors` */
    bool by_columns; /* row by row in each column */
    bool inside;     /* one element that is stored, under a guard of its own */
    /* Of vectors that begin where memory is aligned, in each line: how far the first one is stored; and others, whose sums follow those of the
     * line. NULL: they lie where the tile begins. */
    const struct term *room_of_first;
    const struct stored_end *ends;
    long long end_count;
    /* What the vector at (i, j) is called, and of a gated product that of the second one; NULL: as page_sum says. */
    sum_namer *sum, *up;
    const void *self;
};

/* "0, step, 2 * step" of `count` vectors that lie as far apart. */
const long long *places_apart(struct job *job, long long count, long long step);

/* Member `store`, the function that writes one accumulator to C: where it may be stored in part, it is told how far from the place the
 * axis goes on; where tiles are moved inside, how many elements from there on are another tile's. Member `c_aligned`, whether that
 * function moves vectors whole, or false. List `stores` of rows or columns: the `guard` of all calls of the function there, or false, and
 * those, `calls`, with their `arguments`, or where each has an `own_guard` that. */
void add_stores(const struct page *page, const struct stored_tile *tile);
