/*
 * The matrix family's own shapes: engines and their fragments, tiles in local memory, and the parts of its view.
 */
#ifndef GEN_FAMILY_MATRIX_H
#define GEN_FAMILY_MATRIX_H

#include "gen/family/tiled.h"
#include "gen/rules/rules.h"

/* What a sub-group multiplies at once: C (m x n) += A (m x k) * B (k x n), with elements of one type. */
struct fragment {
    const char *element; /* of A and B: "bf16"; NULL ends a list */
    const char *product; /* number that they are multiplied as: "f32" */
    const char *sum;     /* number that sums are: "f32" */
    long long m, n, k;   /* n is 0 in the table of engines where the tile of a sub-group says it */
    long long beyond;    /* such an n is a multiple of 8, and of 16 where it is larger than this */
    long long together;  /* elements of K that a register of A or B holds */
    const char *held;    /* type of such a register: "uint" */
    /* The same two of A where they differ from those of B; 0 and NULL: they do not. */
    long long together_left;
    const char *held_left;
    const char *cell;     /* of an element in local memory: "ushort" */
    long long cell_bytes; /* of one */
    /* An element is multiplied as the sum of two of this one, its head and its rest, without the product of both rests: "bf16"; NULL: by itself.
     * Lanes that load elements make both; an engine that reads local memory by itself finds cells of them there. */
    const char *part;
    const char *load_along_k,
        *load_across_k; /* templates of the function that loads a fragment from local
                                                 memory, where lines lie along K and across it */
    const char *rounding,
        *emulated_rounding; /* templates of the function `rounded`, which makes a register of its
                                                     elements, or of `head` and `rest`, which make one of each part; NULL: registers hold elements as they are */
    const char *type, *sum_type; /* names that the instruction has for both numbers: "s8" */
    bool turns; /* the engine reads lines that lie across K from local memory too */
    /* Letter by which the instruction names a register of A or B, or the type as which it takes those of a lane; NULL: their own. */
    const char *operand;
    const char *result;    /* letter of a register of C */
    const char *extension; /* of OpenCL C, that `operand` needs; NULL: none */
    long long rows_apart;  /* where it differs from that of the engine; 0: it does not */
};

/* A matrix engine. What its kernels say otherwise than those of other engines stands in the folder and in the table of pieces
 * that have its name. */
struct engine {
    const char *name;       /* "mma" */
    const char *folder;     /* of its templates, where it shares them; NULL: its name */
    enum spelling spelling; /* dialect of the sub-groups that multiply together */
    struct shape
        lanes; /* of a sub-group: a lane has as many rows and columns of each fragment of C */
    long long rows_apart; /* from one row of a lane to its next one in a fragment of C */
    /* Lanes of a fragment of A and of B that have different places (height) and elements of K (width); others have the same as these. */
    struct shape of_a, of_b;
    /* A lane has a column of a fragment of C, as a vector, and elements of A and B that are contiguous along K. Lanes are numbered
     * along the places first. */
    bool columns;
    bool trades; /* neighbouring lanes of a row of C can trade halves, see matrix_trades */
    bool
        alone; /* lanes multiply each for itself: a lane loads of A and B what its own elements of C need, as others do */
    long long beside; /* contiguous elements of a row of C that a lane has */
    bool
        described; /* it reads A and B from local memory, as descriptors say where they lie; tiles are swizzled */
    const char *nearest;   /* see struct engine_use */
    const char *announced; /* extension by which devices announce it; NULL: that of its dialect */
    long long
        registers; /* of a compute unit, of 4 bytes, which its work-items can leave to others; 0: they cannot */
    const char *finalize; /* what the host does to the built program: "ptx:sm_90a"; NULL: nothing */
    const struct fragment *fragments;
};

/* The engine of a word of --engine; *emulated: it begins with "emulated:". */
const struct engine *engine_find(const char *word, bool *emulated);

/* Its fragment for elements of a type that are multiplied as a number; where it has none of that number, or NULL is asked for, the first one of the
 * type; NULL where it has none of the type. */
const struct fragment *engine_fragment(const struct engine *engine, const char *element,
                                       const char *product);

/* The template of that name in its folder. */
const char *engine_template(struct job *job, const struct engine *engine, const char *name);

/* Work-items of its sub-groups. */
long long engine_lanes(const struct engine *engine);

/* Rows (height) and columns (width) that a lane has of a fragment of C. */
struct shape fragment_cells(const struct engine *engine, const struct fragment *fragment);

/* Places of a fragment of A (`left`) or B, m or n. */
long long fragment_side(const struct fragment *fragment, bool left);

/* Lanes that have different places (height) and elements of K (width) of a fragment of A (`left`) or B. */
struct shape engine_lanes_of(const struct engine *engine, bool left);

/* From one of these rows to the next one. */
long long fragment_rows_apart(const struct engine *engine, const struct fragment *fragment);

/* Elements of K that a register of A (`left`) or B holds, and its type. */
long long fragment_together(const struct fragment *fragment, bool left);
const char *fragment_held(const struct fragment *fragment, bool left);

/* Places along a fragment of A (`left`) or B that a lane has elements of. */
long long fragment_places(const struct engine *engine, const struct fragment *fragment, bool left);

/* The fragment as a sub-group has it whose tile is `width` elements wide: n is as much of that as the engine multiplies at once. */
struct fragment fragment_of_width(const struct fragment *fragment, long long width);

/* Registers of a lane for a fragment of A (`left`) or B; of one that is described, 0. */
long long fragment_registers(const struct engine *engine, const struct fragment *fragment,
                             bool left);

/* Whether the engine multiplies and sums what a request asks for by that fragment (NULL: it has none): elements of A and B as they are, or
 * what blocks are read as. */
bool fragment_serves(const struct fragment *fragment, const struct spec *spec);

/* Elements in them. */
long long fragment_elements(const struct engine *engine, const struct fragment *fragment,
                            bool left);

/* What registers of A and B hold and the engine multiplies, once it is rounded: the element, or its parts. And the cell as which lanes of an emulated
 * engine exchange one. */
const struct element *fragment_factor(const struct fragment *fragment);
const char *fragment_exchanged(const struct fragment *fragment);

/* The function that makes a register of elements of a tile, or of their heads where they have two parts, or of their rests; NULL: none does. */
const char *fragment_made_by(const struct fragment *fragment, bool heads);

/* Of these as many as 32 bits hold: what the functions that split elements make at once. */
long long fragment_word(const struct fragment *fragment);

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
    bool ring;   /* either of both: it copies into a ring of stages, ahead of the others */
    long long groups, raster; /* --persistent, --raster */
};

const struct matrix_spec *matrix_spec(const struct spec *spec);

/* Its fragment where the tile of a sub-group is `width` elements wide. */
struct fragment matrix_fragment_for(const struct matrix_spec *own, long long width);

/* Whether lanes trade half of what they have of neighbouring fragments of C, so that each stores --vec-c contiguous elements, twice as many
 * as it multiplies. */
bool matrix_trades(const struct spec *spec);

/* Sub-groups of a work-group, along canonical M and N, and fragments of the tile of C that each of them has. */
struct shape matrix_sub_groups(const struct spec *spec);
struct shape matrix_fragments(const struct spec *spec);

/* Registers for one of the fragment: heads and rests. Products of fragments for one: all but that of the rests. */
long long matrix_parts(const struct matrix_spec *own);
long long matrix_products(const struct matrix_spec *own);

/* Whether the sums of a block of K are made by themselves and then added: engines that go on by themselves truncate their sums, which takes the
 * digits that an element split into two numbers has more. A truncated sum loses up to 2^-23 of itself each time, always towards zero: through
 * 3 K / 16 instructions of bf16x3 that is 2^-14 of the result at K = 4096, where its factors leave 2^-16 of a product, with either sign; of the
 * 3 x 64 / 16 for a block of 64 it is 2^-19. */
bool matrix_sums_by_block(const struct matrix_spec *own);

/* The tile of an operand, whose lines lie in local memory as they do in global memory: elements of a line are contiguous,
 * and `pitch` elements from one line to the next. A swizzled tile consists of panels instead, one behind the other, which have `span`
 * elements of every line (at most 128 bytes); the pieces of 16 bytes of a line change places in it. */
struct matrix_tile {
    bool packed;  /* it is a block of a panel: one line in the order of fragments, or swizzled */
    bool split;   /* it has the rests of all elements, then their heads */
    bool along_k; /* lines lie along K, else along the tile of C */
    long long lines, length, pitch;
    long long span; /* 0: not swizzled */
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

/* Elements in one of its parts, and in all of it. */
long long matrix_tile_part(const struct matrix_tile *tile);
long long matrix_tile_cells(const struct matrix_tile *tile);

/* The operand in blocks of quantised elements; NULL: neither is. Its tile holds the elements that the engine multiplies, which may be
 * narrower than what blocks are read as. */
const struct operand *matrix_in_blocks(const struct spec *spec);
bool matrix_rounds_blocks(const struct fragment *fragment);

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

/* That tile, counted in cells, and the type of a cell: "ushort". */
struct matrix_tile matrix_tile_of_blocks(const struct matrix_blocks *blocks);
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
    bool emulated, async, bulk, tensor, ring;
    bool split;
    bool by_block; /* see matrix_sums_by_block */
    bool trades;   /* see matrix_trades */
    long long stages, raster;
    long long ahead;     /* tiles that are copied before they are multiplied */
    long long under_way; /* and those that the engine may still read */
    struct matrix_tile a, b;
    struct matrix_blocks blocks;
    struct shape sub_groups; /* of the work-group, along canonical M and N */
    struct shape tile;       /* of C, that of a sub-group */
    struct shape fragments;  /* of that tile */
    struct shape cells;      /* fragment_cells */
    long long kept, taken;   /* see matrix_move_registers */
    long long exchanged;     /* cells of local memory in which a sub-group exchanges; 0: none */
};

/* The tile of A or B. */
const struct matrix_tile *matrix_operand_tile(const struct matrix_plan *own,
                                              const struct operand *operand);

/* Cells of local memory in which an emulated sub-group exchanges a fragment of A and one of B. */
long long matrix_exchange_cells(const struct engine *engine, const struct fragment *fragment,
                                bool emulated);

/* The part of the view that says what fragments an operand has: members of `object`, the operand: `fragments`, those of the sub-group's tile,
 * and how a lane has one. */
struct page;
void matrix_view_fragments(const struct page *page, const struct operand *operand,
                           struct value *object);

/* List `elements` of an item: `count` along K, of a tile, that lie `down` places and `deep` elements of K behind those where the lane begins. */
void matrix_view_elements(const struct page *page, const struct operand *operand, long long count,
                          long long down, long long deep, struct value *item);

/* "first", or the value of it that a work-group has of as many in a row: "first / 4" (operation "/"), "first % 4" ("%"). */
const struct term *matrix_over(const struct page *page, const struct term *of,
                               const char *operation, long long number);

/* Where a lane's elements of C begin along an axis of a fragment, "lane / 4"; 0: all lanes have its first place. */
const struct term *matrix_place_of_lane(const struct page *page, bool along_m);

/* And members of the view for the function that multiplies two fragments, of the engine or `emulated`: the fragments' sides, what registers
 * hold and are called, and what emulated lanes exchange. */
void matrix_view_multiplication(struct job *job, const struct kernel *kernel,
                                const struct engine *engine, const struct fragment *fragment,
                                bool emulated, struct value *view);

/* And the part that says how the operand's tile lies: members of `copy`, the function that fills it (NULL: it has none), and of `object`, the operand:
 * templates of its declaration and elements; for a swizzled one the numbers of its panels, and of descriptors. */
void matrix_view_tile(const struct page *page, const struct operand *operand, struct value *copy,
                      struct value *object);

/* Of engines in columns: members of an operand for the function that loads a fragment of it; members of the view for the one that
 * multiplies; and how their sums are stored, at these rows and columns of the tile. */
void matrix_view_lane(const struct page *page, const struct operand *operand, struct value *object);
void matrix_view_columns(const struct page *page);
void matrix_view_sums(const struct page *page, const long long *rows, const long long *columns);

/* And the function that stores what a lane has side by side of a row of C, where one instruction can. */
void matrix_view_put(const struct page *page);

/* And whether the operand is in blocks: members of `copy` and `object`, how elements are made of them, and how many tiles of elements there are;
 * in the view, what that calls. */
void matrix_view_blocks(const struct page *page, const struct operand *operand, struct value *copy,
                        struct value *object);

/* And how the sums of a tile are stored. */
void matrix_view_stored(const struct page *page);

/* And the part that waits for an engine that goes on by itself. */
void matrix_view_order(const struct page *page);

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

struct matrix_copied matrix_copied_of(const struct page *page, const struct operand *operand);

/* And the lists that the pages go through. */
void matrix_view_page(const struct page *page);

#endif
