/*
 * Matrix engines and their fragments, for all families that multiply on one.
 */
#pragma once

#include "gen/plan/kernel.h"

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
    bool load_boxes; /* lanes load from boxes of a ring, whose pieces change places */
    const char *rounding,
        *emulated_rounding; /* templates of the function `rounded`, which makes a register of its
                                                     elements, or of `head` and `rest`, which make one of each part; NULL: registers hold elements as they are */
    long long
        sum_digits; /* binary digits of a sum of an instruction: beyond those of its largest addend it drops others'; 0: those of the sum */
    const char *type, *sum_type; /* names that the instruction has for both numbers: "s8" */
    bool turns; /* the engine reads lines that lie across K from local memory too */
    const char *
        taken_as; /* type as which the instruction takes the registers of a lane; NULL: their own */
    const char *extension; /* of OpenCL C, that this type needs; NULL: none */
    long long rows_apart;  /* where it differs from that of the engine; 0: it does not */
    /* Of A in a row of a pair of two: the element, and the name that the instruction has for it; NULL: those of B. */
    const char *element_left, *type_left;
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
    bool trades; /* the four lanes of a row of C can trade, see matrix_traded */
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

/* Its fragment for elements of A (`left`) and B of these types that are multiplied as a number; where it has none of that number, or NULL is asked
 * for, the first one of the types; NULL where it has none of them. */
const struct fragment *engine_fragment(const struct engine *engine, const char *left,
                                       const char *right, const char *product);

/* The type of the elements of A (`left`) or B, and whether both have the same. */
const char *fragment_element(const struct fragment *fragment, bool left);
bool fragment_is_alike(const struct fragment *fragment);

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

/* Whether the engine multiplies and sums what a request asks for by that fragment (NULL: it has none), whose A is `left`: elements as they are,
 * or what blocks are read as. */
bool fragment_serves(const struct fragment *fragment, const struct operand *left,
                     const struct operand *right, const struct numbers *numbers);

/* Elements in them. */
long long fragment_elements(const struct engine *engine, const struct fragment *fragment,
                            bool left);

/* What registers of A (`left`) or B hold and the engine multiplies, once it is rounded: the element, or its parts. And the cell as which lanes of an
 * emulated engine exchange one. */
const struct element *fragment_factor(const struct fragment *fragment, bool left);
const char *fragment_exchanged(const struct fragment *fragment);

/* The function that makes a register of elements of a tile, or of their heads where they have two parts, or of their rests; NULL: none does. */
const char *fragment_made_by(const struct fragment *fragment, bool heads);

/* Of these as many as 32 bits hold: what the functions that split elements make at once. */
long long fragment_word(const struct fragment *fragment);

/* Whether elements of that type are narrower than what blocks of quantised ones are read as, so that these are rounded. */
bool fragment_rounds_blocks(const struct fragment *fragment);

/* The letter by which inline PTX names a register of that type, or of numbers of it: "uint", "f32". */
const char *ptx_letter(const char *type);

/* Cells of local memory in which an emulated sub-group exchanges a fragment of A and one of B. */
long long fragment_exchange_cells(const struct engine *engine, const struct fragment *fragment,
                                  bool emulated);

/* Members of an object: how an element of A (`left`) or B is read in local memory, where an emulated engine multiplies it. */
void fragment_view_exchanged(struct job *job, const struct kernel *kernel,
                             const struct fragment *fragment, bool left, struct value *object);

/* Members of the view for the function that multiplies two fragments, of the engine or `emulated`: the fragments' sides, what registers
 * hold and are called, and what emulated lanes exchange. */
void fragment_view_multiplication(struct job *job, const struct kernel *kernel,
                                  const struct engine *engine, const struct fragment *fragment,
                                  bool emulated, struct value *view);
