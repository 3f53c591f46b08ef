/*
 * An operand of the canonical product: what it is, and how it lies where the multiplying kernel reads or writes it.
 */
#pragma once

#include "gen/base/problem.h"
#include "gen/base/whole.h"
#include "gen/request/element.h"

struct shape {
    long long height; /* along canonical M */
    long long width;  /* along canonical N: C's contiguous axis */
};

/* Its side along canonical M (`along_m`) or N. */
long long shape_side(struct shape shape, bool along_m);

/* The axis along which the elements of a row of memory are contiguous, and the other one, in the user's terms. */
struct axes {
    enum symbol lines, along;
};

/* The order of elements in a block of panels that a matrix engine reads: one fragment behind the other, those along the panel first.
 * In a fragment stands what all of its lanes load first, lane by lane, then what they load second; of lanes that load the same one.
 * An engine that reads local memory by itself has a swizzled order: "lanes" are pieces of `count` elements, those of a place change
 * positions: number p is at p ^ lane / 8 % lanes_of_place. */
struct fragment_order {
    bool swizzled;
    long long places, steps;                /* of a fragment: along the panel, and of K */
    long long lanes, lanes_of_place, apart; /* lane l begins at place l / lanes_of_place * apart, */
    long long
        together; /* and at step l % lanes_of_place times as many: elements along K that it holds together */
    long long loads; /* of a lane, each `further` steps beyond the one before */
    long long further;
    long long
        count; /* elements of a load, so far behind the place and the step at which it begins */
    struct {
        long long down, deep;
    } elements[16];
};

struct product_operand;

/* How an operand lies where the multiplying kernel reads or writes it. The step that brings it there writes this form and the
 * kernel reads it; nothing else says how a workspace or an image lies. */
struct form {
    enum {
        FORM_MATRIX,    /* as the caller has it: any leading dimension and offset */
        FORM_WORKSPACE, /* without gaps, on whole tiles where it is padded */
        FORM_IMAGE,     /* texels along the canonical columns */
        FORM_PANELS     /* tile after tile, for one block of K after another */
    } kind;
    const char *memory; /* what the kernel reads or writes: "A", "A_image", "B_transposed" */
    struct axes axes;
    struct shape
        multiple; /* lines (height) and elements of a line (width) are rounded up to multiples of these */
    /* Of panels: places along the tile that each has, and steps of K that a block has at most; blocks are equally long, but for
     * the last one. A line is one step of K of all panels, and a block begins where its first line would. In it, panels are
     * one behind the other; each has its places of one step after another. With `fragments` all blocks of a panel are one behind the
     * other, each whole and in that order; with several `parts` a block has so many numbers of an element, one part behind the other. */
    long long panel, block;
    long long parts;    /* 0 is 1 */
    const char *reader; /* the engine for which elements have that order: "mma" */
    const struct fragment_order *fragments;
};

/* One operand of the canonical product, as the multiplying kernel reads it. */
struct operand {
    const char *name; /* "A", "B", "C": the user's */
    bool left;        /* canonical A */
    enum role role;
    const struct element *given;   /* how the caller has its elements */
    const struct element *element; /* how they lie where the kernel reads or writes them */
    const struct number
        *computed; /* what is calculated with: of A and B registers and products, of C the update */
    bool conjugated;    /* the product needs the conjugates of its elements */
    bool transposed;    /* stored as the transpose of what the product needs, in row-major terms */
    bool pretransposed; /* from a workspace with the axes of the caller's memory exchanged */
    bool padded;        /* from or to a workspace of whole tiles */
    bool prepared; /* the steps that write what is multiplied run once for the operand's values */
    bool repacked; /* one of them makes `element` of blocks that are `given` */
    bool decoded;  /* the same, and `element` is no block */
    const struct product_operand *
        places; /* of a product: by which index function its elements are found; NULL: it is a matrix */
    struct form
        form; /* what follows from these: kind and axes at once, the rest by resolve_memory */
    long long vector; /* elements a load; of C: a vector of accumulators */
    enum symbol ld;
    enum symbol offset;
    enum symbol stride; /* of the members of a batch */
};

/* 'a', 'b', 'c': the operand in options and variables. */
char operand_letter(const struct operand *operand);

/* Whether the caller has its elements in blocks of quantised ones; and whether the multiplying kernel has them so, too. */
bool is_quantised(const struct operand *operand);
bool in_blocks(const struct operand *operand);

/* Whether the kernel multiplies the numbers of its groups as they are, and sums of products of a group by the scales. */
bool sums_scaled(const struct operand *operand);

/* Elements that a work-item makes of a decoded operand: 16 bytes of them, or in halves those that are calculated at once. */
bool decoded_in_halves(const struct operand *operand);
long long decoded_at_once(const struct operand *operand);

/* Whether the multiplying kernel has the operand in a plain buffer that a step fills or empties. */
bool in_workspace(const struct operand *operand);

/* Whether that holds panels, which a step packs. */
bool in_panels(const struct operand *operand);

/* The operand as it lies where panels are packed from: in the caller's memory where a step does that, else where the multiplying
 * kernel has it. */
struct operand packed_from(const struct operand *operand);

/* Whether it reads the operand from an image. */
bool in_image(const struct operand *operand);

/* Whether the operand is canonical A: its places are rows of canonical C, else columns. */
bool is_a(const struct operand *operand);

/* Whether elements of the operand are contiguous along K where the kernel reads it, else along the tile of C. Of images,
 * which hold the canonical matrix, those of A are. */
bool contiguous_along_k(const struct operand *operand);

/* Whether the operand lies in a buffer, in lines along K: the element at (place, k) is X[line + k], with a start of the
 * line for each place; or across K: X[k * ld + place]. One in an image does neither, it is addressed by texel. */
bool lies_along_k(const struct operand *operand);
bool lies_across_k(const struct operand *operand);

/* Whether an element is found by an index function of its place and its step: neither lines nor a leading dimension count then. */
bool by_index(const struct operand *operand);
