/*
 * What the pages of families have in common (templates/NAME.cl): the terms of a tiled kernel, and the lists that a page goes through.
 *
 * A list holds what a statement of the page repeats. One helper sets every member of its kind of item. Places are those of
 * canonical C: `along_m` says along which axis.
 */
#pragma once

#include "gen/family/aligned.h"
#include "gen/family/tiled.h"
#include "gen/kernel/term.h"

struct page {
    struct job *job;
    const struct kernel *kernel;
    struct value *view;
};

/* ---------------------------------------------------------------------------------- terms */

/* An identifier; and one that is printed, "c_0_1". */
const struct term *page_name(const struct page *page, const char *name);
const struct term *page_printed(const struct page *page, const char *format, ...)
    ARENA_PRINTF(2, 3);

/* The letter of an operand, "a". */
const struct term *page_letter(const struct page *page, const struct operand *operand);

/* What a function of OpenCL says of a dimension: "get_local_id(1)". */
const struct term *page_id(const struct page *page, const char *function, int dimension);

/* The number of a work-item in its work-group, see view_item. */
const struct term *page_item(const struct page *page, bool in_line);

/* "k", "k + 3"; where K ends, "K", or 0 where alpha is, "depth"; the size of C along an axis, "M", and the last place inside, "M - 1"; a variable of an axis, "first_row"; a place in the
 * tile, "row + 1", inside the matrix where it is `clamped`; where the tile began before it was moved inside, "own_row". */
const struct term *page_k(const struct page *page, long long k);
const struct term *page_depth(const struct page *page);
const struct term *page_limit(const struct page *page, bool along_m);
const struct term *page_last(const struct page *page, bool along_m);
const struct term *page_axis_name(const struct page *page, const char *what, bool along_m);
const struct term *page_place(const struct page *page, bool along_m, long long plus, bool clamped);
const struct term *page_own_place(const struct page *page, bool along_m);

/* Where lines begin, in elements, calculated as wide as places in memory are: "(long)(row + 1) * lda"; of `count` lines "(long)2 * lda". */
const struct term *page_lines_of(const struct page *page, const struct term *lines, enum symbol ld);
const struct term *page_lines_further(const struct page *page, enum symbol ld, long long count);

/* The row of memory of a place of an operand: the place itself, or what a list says, moved among the rows that there are. The list is read no further
 * than at `last`; NULL: the place is inside. */
const struct term *page_row(const struct page *page, const struct operand *operand,
                            const struct term *place, const struct term *last);

/* The variable of a line of an operand: along K "a_row", or where each place has one (`number` from 0 on) "a_row_2"; across K "a_line". */
const struct term *page_line(const struct page *page, const struct operand *operand,
                             long long number);

/* Where the tile of a work-group begins, by its number, moved inside where such tiles are. */
const struct term *page_begin_of_group(const struct page *page, bool along_m);

/* Whether what the main loop needs whole lies inside (`crosses`: does not); NULL where it needs nothing. */
const struct term *page_whole(const struct page *page, const struct main_loop *main, bool crosses);

/* ---------------------------------------------------------------------------------- lists */

/* Of operands by index functions: list `positions`, and appended to that of page_lines where all places of the tile begin; the same of an iteration of `depth`
 * steps, behind its own lines. Appended to two lists: where rows or columns of C begin, so far from the first one; and the variable of one, "c_row_1". */
void page_add_strides(const struct page *page, struct value *lines, const struct operand *operand);
void page_add_places(const struct page *page, struct value *lines, bool clamps);
void page_add_steps(const struct page *page, struct value *iteration, struct value *lines,
                    long long depth);
void page_add_places_of_c(const struct page *page, struct value *positions, struct value *lines,
                          const long long *places, long long count, bool along_m);
const struct term *page_place_of_c(const struct page *page, bool along_m, long long plus);

/* Whether the stride of a position has a name of its own in the kernel, as wide as places in memory are: one that is no number, and no size alone; and that name. */
bool page_stride_is_named(const struct measure *stride);
const struct term *page_stride_name(const struct page *page, const struct product_operand *own,
                                    int axis);

/* The same of one place, whose variable has that name, and of one step of K, "a_step_2"; where `number` is -1 variables have none, "a_step", and the position of a
 * place on an axis is "a_at_1". */
void page_add_place(const struct page *page, struct value *positions, struct value *lines,
                    const struct operand *operand, const struct term *of, long long number,
                    const struct term *name);
void page_add_step(const struct page *page, struct value *positions, struct value *lines,
                   const struct operand *operand, const struct term *of, long long number);
/* The indices of a place or of a step of K alone, "p_of_a"; what they make of the position on an axis, of a place with the constant; elements from one position of it to
 * the next; and a product of sizes. */
void page_add_indices(const struct page *page, struct value *positions,
                      const struct operand *operand, bool of_k, const struct term *of);
const struct term *page_position_of(const struct page *page, const struct operand *operand,
                                    int axis, bool of_k);
const struct term *page_apart_on(const struct page *page, const struct operand *operand, int axis);
const struct term *page_measure(const struct page *page, const struct measure *measure);
/* A step of the part of K that the kernel multiplies, as the operand counts steps: from where its pointer was moved to, or by an index function from the first one of all. */
const struct term *page_step_of_k(const struct page *page, const struct operand *operand,
                                  const struct term *step);
/* The elements from step `number` on that lie in a row, inside or outside together, where a launch says how many; NULL: none do, or the number is compiled in. */
const struct term *page_left_in_row(const struct page *page, const struct operand *operand,
                                    long long number);
const struct term *page_step_name(const struct page *page, const struct operand *operand,
                                  long long step);
const struct term *page_position(const struct page *page, const struct operand *operand, int axis);

/* Appends to list `line_tables` where so many lines of the work-group's tile begin that an index function finds; where it `clamps`, none behind the last place. And
 * members of what copies the tile: what a function is told, `given_lines`, arrays of its lines, and `given_sizes`, what a step of K is made of and is no number; and
 * those with how it finds the element at step `k` of the line that is number `line` of these arrays: `positions`, `steps`, `from`, and `tests` whether it is inside, where it `ends` also before K does. */
void page_add_line_table(const struct page *page, struct value *tables,
                         const struct operand *operand, long long lines, bool clamps);
void page_set_given(const struct page *page, const struct operand *operand, struct value *object);
void page_set_step(const struct page *page, const struct operand *operand, const struct term *line,
                   const struct term *k, bool ends, struct value *object);
/* The same of the first of `run` steps, which lie in a row: number 0, and `tests` whether all are inside. */
void page_set_run(const struct page *page, const struct operand *operand, const struct term *k,
                  long long run, struct value *object);
/* How many steps lie in a row, some of them maybe outside, from each multiple of that number on, which divides a `block` (0: of any length); at least `width`. */
long long page_run_of(const struct page *page, const struct operand *operand, long long width,
                      long long block);
/* How many of them are inside or outside together. */
long long page_row_of(const struct page *page, const struct operand *operand, long long run);

/* Whether the position on an axis is checked and an index of the operand's places moves it. And whether it is inside, of a place that lies at `at` (NULL where
 * no such index moves it), and that step of K, or all positions are, by an entry for each axis; NULL: none is checked. */
bool page_is_checked_by_place(const struct page *page, const struct operand *operand, int axis);
const struct term *page_position_inside(const struct page *page, const struct operand *operand,
                                        int axis, const struct term *at, long long step);
const struct term *page_positions_inside(const struct page *page, const struct operand *operand,
                                         const struct term *const *at, long long step);

/* Appends a variable: its `name`, and where it `begins`. */
void page_declare(const struct page *page, struct value *list, const struct term *name,
                  const struct term *begins);

/* List `places`: where the tile of a work-item begins. And appended to a list: where tiles began before they were moved inside. */
void page_places(const struct page *page);
void page_own_places(const struct page *page, struct value *places);

/* Appends the same of a work-group that has an even share of an axis, of at most `most` places: how many groups there are, how many places each
 * has at most, in whole tiles, where this one's begin, "first_column", and how many these are, "columns". */
void page_even_share(const struct page *page, struct value *list, bool along_m, long long most);

/* List `lines`: those along K that the kernel names, where the main loop `clamps` places those of all places of the tile, else the first one of
 * each operand; none of one that lies across K. Appended to a list: those of one operand, `stride` apart. And list `lines` of an iteration:
 * the line of k of operands that lie across K, which is returned. Both are returned. */
struct value *page_lines(const struct page *page, bool clamps);
void page_add_lines(const struct page *page, struct value *list, const struct operand *operand,
                    long long stride, bool clamped);
struct value *page_k_lines(const struct page *page, struct value *iteration);

/* ---------------------------------------------------------------------------------- loads */

/* How an element or a vector is read: the piece, and the terms that it prints. */
struct fetch {
    const char *get;            /* "get/half": a line of get.pieces */
    bool as_is;                 /* it gives what is calculated with, whatever is stored */
    const struct term *value;   /* of "get/value", no memory is read */
    const struct term *address; /* in the operand's memory */
    const struct term
        *inside; /* whether there is such an element, which else is 0; NULL: there is */
    const struct term *x, *y; /* of a texel */
    const struct term *block; /* of blocks: the one that a line begins with, and */
    const struct term *place; /* the place in the line; of a clamped vector the first one, and */
    const struct term *last;  /* the last one inside */
    const struct term *group; /* of groups: the one that a line begins with */
    const char *part;         /* component of a texel; NULL: all */
    const char *
        block_in; /* "as", "convert": makes a register of a read that has a line of its own; NULL: it has none */
    const char *scale,
        *quants; /* register of a scale, and how the quants are read that it multiplies */
};

/* List `operands` of an iteration: appends an operand, and returns its `loads`. */
struct value *page_operand(const struct page *page, struct value *operands,
                           const struct operand *operand);

/* The element at (k + `k`, `place` of the tile) of an operand in a buffer: `clamped` moves the place inside. `number`: that of the
 * variable of its line along K; -1: lines are counted from the first place on. */
struct fetch page_buffer(const struct page *page, const struct operand *operand, long long k,
                         long long place, long long number, bool clamped);
/* The same of an operand by an index function, in an iteration of `depth` steps; and `width` elements from such a step on of the place with that number, whose
 * line is a variable. */
struct fetch page_by_index(const struct page *page, const struct operand *operand, long long depth,
                           long long k, long long place);
struct fetch page_at_step(const struct page *page, const struct operand *operand,
                          const struct term *line, long long place, long long step,
                          long long width);
/* The texel that holds it, in an image of the operand's own vectors. */
struct fetch page_texel(const struct page *page, const struct operand *operand, long long k,
                        long long place);
/* A vector across K that begins at that place of the line of k, and ends with the matrix. */
struct fetch page_clamped(const struct page *page, const struct operand *operand, long long place);

/* Appends a register of `width` elements: read at once, or of several, one for each element (a register of one
 * element is read at once). */
void page_load(const struct page *page, struct value *loads, const struct operand *operand,
               const char *name, long long width, struct fetch fetch);
void page_gather(const struct page *page, struct value *loads, const struct operand *operand,
                 const char *name, long long width, const struct fetch *fetches);

/* Members of an item: `get`, the piece that reads a fetch of `width` elements, and the terms that it prints. */
void page_set_fetch(const struct page *page, struct value *item, const struct operand *operand,
                    long long width, const struct fetch *fetch);

/* ------------------------------------------------------------------------------- products */

/* The sum at (i, j) of a tile: c_i_j, gate_i_j, up_i_j. And the one of a work-item that has one at a time: sum, gate, up. */
const struct term *page_sum(const struct page *page, int product, long long i, long long j);
const struct term *page_single_sum(const struct page *page, int product);

/* List `products` of an iteration, sums of `width` elements each, which is returned; and a multiply-add of it. A factor of vectors is
 * spread to that width where it is a scalar. */
struct value *page_sums(const struct page *page, struct value *iteration, long long width);
void page_product(const struct page *page, struct value *products, const struct term *sum,
                  const struct term *a, const struct term *b);
const struct term *page_spread(const struct page *page, const struct term *factor, long long width);

/* The factors of a tile, of a gated product also those of its second one (`product` 1): an element of A at (row, k), `count` ones of B at
 * (k, column). */
struct factors {
    const void *self;
    const struct term *(*a)(const void *self, int product, long long row, long long k);
    const struct term *(*b)(const void *self, int product, long long k, long long column,
                            long long count);
};

/* List `products` of an iteration of `depth` steps over the whole tile: vectors, row by row, or where the kernel has a loop order and
 * `in_order` element by element. */
void page_products(const struct page *page, struct value *iteration, long long depth, bool in_order,
                   const struct factors *factors);
