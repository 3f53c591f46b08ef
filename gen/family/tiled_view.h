/*
 * What the views of tiled families are made of: axes, operands, loops over K, loads, factors.
 *
 * Nothing here is code: names, numbers, and names of templates. A helper sets every member of its kind of item, as a
 * name that an item lacks would be found further out, as that of something else. A number that would stand in the
 * kernel as "+ 0" or "* 1" is false.
 */
#ifndef GEN_FAMILY_TILED_VIEW_H
#define GEN_FAMILY_TILED_VIEW_H

#include "gen/family/tiled.h"
#include "gen/view/formats.h"

/* Members `m` and `n`, the axes of canonical C: `place` ("row"), `limit` ("M"), `dimension` of the launch, `side` of a
 * work-item's tile, `items` and `group` of a work-group, `shifts`, and `start`, the template of the tile's first
 * place. */
void add_axes(struct job *job, const struct kernel *kernel, struct value *view);

/* Members `a` and `b`, canonical A and B: `letter`, `memory`, `ld`, `place`, `limit`; how elements are stored, `stored`,
 * `element_bytes`, `read_image`, `texel_number`, `whole_texel` and `type_of_load` (see set_type_of_load); `address`, the template of where
 * an element lies; `across_k`, whether the loop names the line of its k. `lines` and `line_place` come from
 * add_line_starts. */
void add_operands(struct job *job, const struct kernel *kernel, struct value *view);

/* Members of an operand: `lines`, those along K that the kernel names (of all `count` places, `stride` apart, where they are
 * clamped, else of the first one; none of an operand that lies otherwise), and `line_place`, the template of where a line
 * lies. */
void add_line_starts(struct job *job, struct value *view, const struct operand *operand,
                     long long count, long long stride, bool clamped);

/* ---------------------------------------------------------------------------------- loads */

/* How an element, or the first of a vector, is read, and where it lies: at k + step and the tile's first place + plus. */
struct reading {
    const char *read;     /* "read/element" */
    const char *address;  /* "at/in_panel"; NULL: that of the operand */
    const char *at_place; /* "at/clamped"; NULL: "at/place" */
    long long step;
    long long plus;
    long long line;        /* number of the variable of the line, or of the place */
    bool numbered;         /* whether there are several */
    long long further;     /* lines beyond that one */
    long long texel_width; /* elements of a texel; 0: of no image */
    const char *part;      /* component that is taken of what is read; NULL: all */
    const char *run;       /* register that it is a part of; NULL: memory is read */
    const char *scale;     /* register of the scale that quants are multiplied by, and */
    const char *quants;    /* how these are read; NULL: elements are read at once */
    bool widens;           /* `read` gives something narrower than what is calculated with */
};

/* A reading of an element in a buffer at (step, plus): `clamped` moves the place inside. Lines that are `numbered` have a
 * variable each, which counts as `line`. */
struct reading buffer_reading(const struct operand *operand, long long step, long long plus,
                              long long line, bool numbered, bool clamped);

/* The same of a vector of that width. */
struct reading vector_reading(const struct operand *operand, struct reading reading,
                              long long width);

/* A reading of a texel that holds (step, plus), in an image of the operand's own vectors. */
struct reading texel_reading(const struct operand *operand, const char *read, long long step,
                             long long plus);

/* The template that reads a texel of the operand whole. */
const char *texel_read(const struct operand *operand);

/* Appends a register that one reading fills. */
void add_load(struct job *job, const struct kernel *kernel, struct value *loads, const char *name,
              long long width, struct reading reading);

/* Appends a register of `width` readings, one for each element. */
void add_load_of(struct job *job, const struct kernel *kernel, struct value *loads,
                 const char *name, long long width, const struct reading *readings);

/* The same for readings that come one by one, two at least, to be added to the list that is returned; loads_done at
 * last. */
struct value *add_gathered(struct job *job, const struct kernel *kernel, struct value *loads,
                           const char *name, long long width);
void add_part(struct job *job, struct value *elements, struct reading reading);
void loads_done(struct job *job, struct value *elements);

/* ------------------------------------------------------------------------------- products */

/* A factor of the multiply-adds: a register or a component of one. */
struct factor {
    const char *name;
    const char *part; /* NULL: all of it */
};

/* What the multiply-adds of a loop have in common. */
struct product_form {
    const char *order;         /* template of their order; NULL: "products/by_step" */
    const char *sum;           /* template of what is added to: "sum/cell" */
    long long width;           /* elements of that */
    struct factor a, b;        /* factors like all of them */
    bool spreads_a, spreads_b; /* which ones are widened to that width */
};

/* The template of a factor: of canonical A or B, a component of a register, widened to a vector. */
const char *factor_form(bool a, bool part, bool spreads);

/* Members of a loop for its multiply-adds: `products` (the template of their order), `factor_a` and `factor_b` (that of
 * the factors), `spread` (the type that they are widened to), `sum`, `sum_type`, and the empty list `steps`. */
void add_products_form(struct job *job, const struct kernel *kernel, struct value *turn,
                       const struct product_form *form);

/* Appends a step of K, then its rows and columns: every row is multiplied with every column. */
struct value *add_step(struct job *job, struct value *turn);
void add_row(struct job *job, struct value *step, long long i, struct factor a);
void add_column(struct job *job, struct value *step, long long j, struct factor b);

/* Lists the multiply-adds of a tile element by element, in the order that kernel->loop_order names: j rows, k steps of
 * `depth`, l columns: the members of add_products_form with `leaves` in place of `steps`. `a` and `b` give the scalars. */
void add_leaves(struct job *job, const struct kernel *kernel, struct value *turn, long long depth,
                const void *self, struct factor (*a)(const void *self, long long row, long long k),
                struct factor (*b)(const void *self, long long k, long long column));

#endif
