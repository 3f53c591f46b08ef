/*
 * The view of templates/local.cl under way.
 */
#pragma once

#include "gen/family/local/local.h"
#include "gen/family/page.h"

/* What a loop may take for granted of the vectors of A and B. */
enum local_reach {
    REACH_WHOLE,   /* they lie inside: the main loop */
    REACH_ALIGNED, /* at multiples of their size, too */
    REACH_CLAMPED  /* they may end beyond an edge, or beyond K: the remainder */
};

/* A loop of the kernel, and the variables that it has. */
struct local_turn {
    const struct page *page;
    enum local_reach reach;
    const char *first_k; /* the first step of K of what is loaded; NULL: it is 0 */
    const char *filled,
        *used; /* number of the tile that is loaded, and of that which is multiplied; NULL: there is one */
    long long steps; /* of K that are multiplied at once */
};

/* ------------------------------------------------------------------------------- tiles */

/* Lists `loaders` (the work-item's own lines and places), `starts` (where its loads start, with their `type`; also lines that are read
 * straight from global memory) and `tiles` (their declarations). */
void local_add_tiles(const struct page *page);

/* "a_tile", or the one with that number: "a_tile[used]". */
const struct term *local_tile_name(const struct page *page, const struct local_tile *tile,
                                   const char *number);

/* Whether its axes are exchanged as it is stored; and whether it is stored in vectors that are aligned. */
bool local_turned(const struct local_tile *tile);
bool local_stores_vectors(const struct local_tile *tile);

/* A pass of loading. */
struct pass {
    const struct page *page;
    const struct local_tile *tile;
    long long line, along; /* number of the pass on either axis */
};

/* Whether some work-items have nothing to load. */
bool pass_partial_line(const struct pass *p);
bool pass_partial_along(const struct pass *p);

/* The line of the tile where the pass stores, and the place in it of an element of what it stores; `inside`: where it loads, which a
 * partial pass moves inside. */
const struct term *pass_line(const struct pass *p, bool inside);
const struct term *pass_at(const struct pass *p, long long element, bool inside);

/* The variable that it starts from; and whether each pass along the tile of C has one of its own. */
const struct term *pass_start(const struct pass *p);
bool local_separate_starts(const struct page *page, const struct local_tile *tile);

/* The place of the operand that is `plus` from where the work-group's tile begins; and where such a line begins, of those along K. */
const struct term *local_place_of_group(const struct page *page, const struct operand *operand,
                                        const struct term *plus, bool clamped);
const struct term *local_start_of_line(const struct page *page, const struct local_tile *tile,
                                       const struct term *line);

/* Members for the exchange between the lanes of a row: `exchanges`, an object with `row_of_lane`, the row that one reads, or false; those
 * of add_shuffle. */
void local_add_exchange(const struct page *page);

/* --------------------------------------------------------------------------- iterations */

/* Lists of a loop for loading its tiles: `fetched`, operands with their loads, and `ahead`, whether these fill the variables of
 * `registers`; `puts`; and where tiles are copied asynchronously `copies`. */
void local_add_fill(const struct local_turn *turn, struct value *object);

/* For multiplying them: lists `lines`, `operands` and `products`; `steps_of_tile`, `steps_at_once` and `unroll`. */
void local_add_multiply(const struct local_turn *turn, struct value *object);

/* Whether the remainder loads vectors of that width of the operand inside the edges, for its tile; or, of canonical B, straight into the
 * accumulators' vectors. */
bool local_fetches_clamped(const struct kernel *kernel, const struct operand *operand,
                           long long width);
bool local_reads_clamped(const struct kernel *kernel, long long width);

/* Whether a pass of the main loop, or of the remainder where something `remains`, loads that many elements of the
 * operand four at a time. */
bool local_fetches_in_fours(const struct kernel *kernel, const struct operand *operand,
                            long long width, bool remains);
