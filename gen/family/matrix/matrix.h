/*
 * The matrix family's own shapes: tiles in local memory, and the parts of its view.
 */
#pragma once

#include "gen/family/matrix/engine.h"
#include "gen/kernel/term.h"
#include "gen/rules/rules.h"

/* What the family adds to a spec, as `own`. */
struct matrix_spec {
    const struct engine *engine;
    bool emulated;                   /* its lanes exchange through local memory */
    const struct fragment *fragment; /* where the engine has none of the type, its first one */
    bool serves;                     /* whether it has one */
    bool split;                      /* it multiplies parts of elements */
    long long stages;                /* tiles in local memory at once */
    bool async;                      /* tiles are on their way while others are multiplied */
    bool bulk;   /* they are blocks of panels, which a sub-group of its own copies */
    bool tensor; /* they are boxes of the operands in place, which such a sub-group copies */
    bool im2col; /* those of an operand by an index function are pixels of an image */
    bool ring;   /* either of both: it copies into a ring of stages, ahead of the others */
    long long per_unit, raster; /* --persistent, --raster */
    long long sum_depth;        /* --accumulate-k */
    bool in_turns;              /* --take-turns */
    long long kept, taken;      /* --ring-registers; 0: not said */
};

const struct matrix_spec *matrix_spec(const struct spec *spec);

/* Its fragment where the tile of a sub-group is `width` elements wide. */
struct fragment matrix_fragment_for(const struct matrix_spec *own, long long width);

/* Fragments of C side by side that lanes trade their parts of, so that each stores --vec-c contiguous elements, so many times those that it has
 * of one: 2 or 4; 1: they do not. */
long long matrix_traded(const struct spec *spec);

/* Sub-groups of a work-group, along canonical M and N, and fragments of the tile of C that each of them has, of a gated product of both products. */
struct shape matrix_sub_groups(const struct spec *spec);
struct shape matrix_fragments(const struct spec *spec);

/* How many times the places of a tile of C are multiplied along canonical M and N: of a gated product twice those of the caller's B. */
struct shape matrix_halves(const struct spec *spec);

/* Whether fragments are as wide as both halves of the tile of the caller's B: those of an engine that reads it by itself where one sub-group has all of
 * its width. */
bool matrix_straddles(const struct spec *spec);

/* Registers for one of the fragment: heads and rests. Products of fragments for one: all but that of the rests. */
long long matrix_parts(const struct matrix_spec *own);
long long matrix_products(const struct matrix_spec *own);

/* Whether the sums of a block of K, or of several (--accumulate-k), are made by themselves and then added: engines that go on by themselves truncate their sums, which takes the
 * digits that an element split into two numbers has more. A truncated sum loses up to 2^-23 of itself each time, always towards zero: through
 * 3 K / 16 instructions of bf16x3 that is 2^-14 of the result at K = 4096, where its factors leave 2^-16 of a product, with either sign; of the
 * 3 x 64 / 16 for a block of 64 it is 2^-19. */
bool matrix_sums_by_block(const struct matrix_spec *own);

/* How many sums are made of a tile along K: 1, or where it has several groups whose sums have scales, one of each. */
long long matrix_sums_of_block(const struct matrix_spec *own, long long tile_k);

/* The tile of an operand, whose lines lie in local memory as they do in global memory: elements of a line are contiguous,
 * and `pitch` elements from one line to the next. A swizzled tile consists of panels instead, one behind the other, which have `span`
 * elements of every line (at most 128 bytes); the pieces of 16 bytes of a line change places in it. */
struct matrix_tile {
    bool packed;  /* it is a block of a panel: one line in the order of fragments, or swizzled */
    bool split;   /* it has the rests of all elements, then their heads */
    bool along_k; /* lines lie along K, else along the tile of C */
    long long lines, length, pitch;
    long long span; /* 0: not swizzled */
    long long
        half; /* where the tile of D begins in it, in cells, or in lines where it is not swizzled; 0: it is of one operand */
};

enum {
    PIECE_BYTES = 16,      /* that stay together in a swizzled tile */
    LEAST_SPAN_BYTES = 32, /* of a line in a panel */
    MOST_SPAN_BYTES = 128,
    PATTERN_BYTES =
        8 *
        MOST_SPAN_BYTES /* at whose multiples swizzled tiles begin: pieces change places alike in every eighth line */
};

struct matrix_tile matrix_tile_of(const struct spec *spec, const struct operand *operand);

/* Of a tile of two halves the first one; and makes a tile of one operand the first half of one that has D behind it. */
struct matrix_tile matrix_halved(struct matrix_tile tile);
void matrix_add_half(struct matrix_tile *tile);

/* Whether tiles that are no blocks of panels are swizzled: the engine reads them so, or boxes come so. */
bool matrix_swizzles(const struct matrix_spec *own);

/* Elements in one of its parts, and in all of it. */
long long matrix_tile_part(const struct matrix_tile *tile);
long long matrix_tile_cells(const struct matrix_tile *tile);

/* The operand in blocks of quantised elements; NULL: neither is. */
const struct operand *matrix_in_blocks(const struct spec *spec);

/* A tile of that operand as it is stored, which comes into local memory beside the multiplication: so many lines of blocks, in cells of
 * the bytes at whose multiples blocks begin. Elements are made of it there, a tile ahead of the multiplication. */
struct matrix_blocks {
    bool
        staged; /* there is such a tile; else work-items read blocks from global memory, and make elements at once */
    long long lines, length; /* in cells; lines lie without gaps */
    long long cell;          /* bytes of one */
    long long vector;        /* cells that are copied at once */
    long long covers, cells; /* elements and cells of a block */
};

struct matrix_blocks matrix_blocks_of(const struct spec *spec);

/* The type of a cell of that tile: "ushort". */
const char *matrix_block_cell(const struct matrix_blocks *blocks);

/* How many tiles of elements there are in local memory: a stage has one; where blocks are staged, one is made of them while the other is
 * multiplied. */
enum {
    MATRIX_TILES_OF_BLOCKS = 2
};
long long matrix_tiles_at_once(const struct spec *spec, const struct operand *operand);

/* Tiles whose multiplication is under way in an engine that goes on by itself while the next ones are copied or waited for: 0 or 1. */
long long matrix_tiles_under_way(const struct matrix_spec *own);

/* What the family adds to the plan of a kernel. */
struct matrix_plan {
    const struct engine *engine;
    const struct fragment *fragment;
    bool emulated, async, bulk, tensor, im2col, ring;
    bool split;
    bool by_block;            /* see matrix_sums_by_block */
    long long blocks_of_sums; /* so many of them; or so many sums of a block: */
    long long sums_of_block;
    long long traded; /* see matrix_traded */
    long long stages, raster;
    long long ahead;     /* tiles that are copied before they are multiplied */
    long long under_way; /* and those that the engine may still read */
    struct matrix_tile a, b;
    struct matrix_blocks blocks;
    struct shape sub_groups; /* of the work-group, along canonical M and N */
    struct shape tile;       /* of C, that of a sub-group */
    struct shape halves;     /* see matrix_halves */
    struct shape fragments;  /* of that tile, of a gated product of both products */
    bool straddles;          /* see matrix_straddles */
    struct shape cells;      /* fragment_cells */
    long long kept, taken;   /* see matrix_move_registers */
    long long exchanged;     /* cells of local memory in which a sub-group exchanges; 0: none */
    bool pairs; /* lanes load two fragments of B side by side at once, where one instruction can */
};

const struct matrix_plan *matrix_own(const struct kernel *kernel);

/* The tile of A or B; that of D is a half of B's. */
const struct matrix_tile *matrix_operand_tile(const struct matrix_plan *own,
                                              const struct operand *operand);

/* The letter of the array that has an operand's tile, and of the functions for it. */
char matrix_tile_letter(const struct operand *operand);

/* Fragments of one operand along canonical M (`along_m`) or N; those that straddle are all B's. */
long long matrix_fragments_of(const struct matrix_plan *own, bool along_m);

/* The part of the view that says what fragments an operand has: members of `object`, the operand: `fragments`, those of the sub-group's tile,
 * and how a lane has one. */
struct page;
void matrix_view_fragments(const struct page *page, const struct operand *operand,
                           struct value *object);

/* List `elements` of an item: `count` along K, of a tile, that lie `down` places and `deep` elements of K behind those where the lane begins. */
void matrix_view_elements(const struct page *page, const struct operand *operand, long long count,
                          long long down, long long deep, struct value *item);

/* Where a lane's elements of C begin along an axis of a fragment, "lane / 4"; 0: all lanes have its first place. */
const struct term *matrix_place_of_lane(const struct page *page, bool along_m);

/* And the part that says how the operand's tile lies: members of `copy`, the function that fills it (NULL: it has none), and of `object`, the operand:
 * templates of its declaration and elements; for a swizzled one the numbers of its panels, and of descriptors. */
void matrix_view_tile(const struct page *page, const struct operand *operand, struct value *copy,
                      struct value *object);

/* Member `swizzle` of an object, for any tile of panels: what its places are called, its panels, and the numbers of its descriptors, in units of a piece of
 * 16 bytes; elements have so many bytes. */
void matrix_view_swizzle(const struct page *page, const struct matrix_tile *tile, long long bytes,
                         const char *word, struct value *object);

/* Registers of C as one instruction of a described engine names them, two columns of the lane on a line, and those behind them: of A so many
 * (1: its description), of the description of B, and of whether C is added to. */
void matrix_view_registers(struct job *job, long long columns, long long of_a, struct value *view);

/* List `arrays` of an operand: its tile in local memory, and where blocks are staged the tile of these as they are stored. That of D is a half of B's. */
void matrix_view_arrays(const struct page *page, const struct operand *operand,
                        struct value *object);

/* Of engines in columns: members of an operand for the function that loads a fragment of it; members of the view for the one that
 * multiplies; and how their sums are stored, at these rows and columns of the tile. */
void matrix_view_lane(const struct page *page, const struct operand *operand, struct value *object);
void matrix_view_columns(const struct page *page);
void matrix_view_sums(const struct page *page, const long long *rows, const long long *columns);

/* And the function that stores what a lane has side by side of a row of C, where one instruction can. */
void matrix_view_put(const struct page *page);

/* List `companions` of `copy`: buffers from which the function that copies a tile of blocks reads, too. */
void matrix_view_companions(const struct page *page, const struct operand *operand,
                            struct value *copy);

/* And whether the operand is in blocks: members of `copy` and `object`, how elements are made of them, and how many tiles of elements there are;
 * in the view, what that calls. */
void matrix_view_blocks(const struct page *page, const struct operand *operand, struct value *copy,
                        struct value *object);

/* And how the sums of a tile are stored. */
void matrix_view_stored(const struct page *page);

/* The accumulator of row i and, from that place on (NULL: 0, or they are no arrays), column j of those of a lane: "c_0_1", "c_0[j + 1]", of a gated product
 * that of its product: "up_0_1", "c_0[j + 17]"; and the vector that a lane has of row i after trades, "(float4)(c_0_0, c_0_1)". */
const struct term *matrix_sum(struct job *job, const struct kernel *kernel, int product,
                              long long i, const struct term *from, long long j);
const struct term *matrix_vector(struct job *job, const struct kernel *kernel, int product,
                                 long long i, long long j);

/* Whether what lanes have traded moves along rows of C until vectors are aligned in memory; where a lane then begins at that column, after what it
 * needs is declared in `places`; the two ends of a row, which its first lane stores in part, the begin and the end; and member `aligns` of the
 * view, how elements move. */
struct stored_end;
bool matrix_aligns(const struct kernel *kernel);
const struct term *matrix_aligned(const struct page *page, struct value *places,
                                  const struct term *column);
const struct stored_end *matrix_ends_of_row(const struct page *page);
void matrix_view_aligns(const struct page *page);

/* Whether all lines of C begin where its vectors are aligned ("=="), or one does not ("!="): the same for all work-items. */
const struct term *matrix_lines_aligned(const struct page *page, const char *comparison);

/* Whether whole tiles are stored without tests, by member `whole` of the view; and all tiles of the kernel. */
bool matrix_stores_whole(const struct kernel *kernel);
bool matrix_stores_only_whole(const struct kernel *kernel);
void matrix_view_whole(const struct page *page);

/* And the part that waits for an engine that goes on by itself. */
void matrix_view_order(const struct page *page);

/* Whether one instruction loads a pair of fragments of B of such tiles. */
bool matrix_loads_pairs(const struct matrix_plan *own, const struct matrix_tile *tile);

/* The type of a fragment of A (`left`) or B as a lane has it: all of its registers, or what describes it. */
const char *matrix_fragment_type(struct job *job, const struct matrix_plan *own, bool left);

/* A copy of a tile into local memory: of what it is made up there, and how much of it is copied at once. */
struct matrix_copied {
    struct matrix_tile tile;
    bool staged;               /* blocks as they are stored */
    const char *cell, *source; /* type of what it is made up of, and of what is copied */
    long long bytes, vector;   /* bytes of a cell, and cells */
    bool wide;                 /* vectors are moved where lines begin at multiples of their size */
};

/* Whether a copy of the operand's tile asks where the operand ends: as kernels do, and where the tile in local memory is larger. */
bool matrix_copy_guards(const struct kernel *kernel, const struct operand *operand);

struct matrix_copied matrix_copied_of(const struct page *page, const struct operand *operand);
/* Whether all lines begin at multiples of what is copied at once; of an image also whether its map holds. */
const struct term *matrix_wide_test(const struct page *page, const struct operand *operand,
                                    const struct matrix_copied *copied);

/* Of operands by index functions: bytes of local memory for their lines; list `line_tables`, how these are calculated; member `by_index` of `copy` for a call (false: the operand is a matrix), and
 * the same of the function that copies, which `flies` where it does so beside the multiplication. */
long long matrix_line_bytes(const struct spec *spec, const struct operand *operand);
/* Whether an element of it may be outside, which is then zero. */
bool matrix_tests_places(const struct kernel *kernel, const struct operand *operand);
void matrix_view_lines(const struct page *page);
void matrix_view_given(const struct page *page, const struct operand *operand, struct value *copy);
void matrix_view_index_copy(const struct page *page, const struct operand *operand,
                            const struct matrix_copied *copied, bool flies, struct value *copy);

/* And the lists that the pages go through. */
void matrix_view_page(const struct page *page);
