/*
 * The thin family's own numbers, and its view: see family.c for the scheme.
 */
#pragma once

#include "gen/family/matrix/engine.h"
#include "gen/family/page.h"
#include "gen/family/sides.h"

enum {
    THIN_LOAD_BYTES = 16 /* that a lane loads of a line at once */
};

/* What a request says of this family alone. */
struct thin_spec {
    const struct engine *engine; /* mma */
    bool asked;                  /* or another one is */
    bool emulated;
    const struct fragment *fragment; /* where the engine has none of the type, its first one */
    bool serves;                     /* whether it has one */
};

const struct thin_spec *thin_spec(const struct spec *spec);

/* Lanes of a fragment along both of its sides, that of the large operand first, and elements of C that each has there. */
struct shape thin_lanes(const struct spec *spec);
struct shape thin_cells(const struct spec *spec);

/* Whether quants are multiplied, and sums of a run by its scale: of blocks for lanes that have no least values. */
bool thin_sums_runs(const struct spec *spec);

/* Elements of a line that a lane multiplies in a step; and elements of K that all lanes of a line have of one load of words, or one behind
 * another. */
long long thin_lane_elements(const struct spec *spec);
long long thin_span(const struct spec *spec);

/* And elements of K that all lanes of a line multiply in a step; elements of a line that a lane has one behind another. */
long long thin_step(const struct spec *spec);
long long thin_lane_span(const struct spec *spec);

/* Sub-groups of a work-group, and cells of local memory in which an emulated one exchanges. */
long long thin_sub_groups(const struct spec *spec);
long long thin_exchanged(const struct spec *spec);

/* What its view needs beside the kernel. Places are those of the large operand. */
struct thin_plan {
    const struct engine *engine;
    const struct fragment *fragment;
    bool emulated, thin_m;
    long long exchanged;   /* cells of local memory in which an emulated sub-group exchanges */
    long long sub_groups;  /* of a work-group, */
    long long side_groups; /* and of these side by side: they have different places */
    long long places, thin_places;  /* of the tile of a sub-group */
    long long fragments, thin_ones; /* along both sides of it */
    long long lane_elements;        /* of a line that a lane multiplies in a step, */
    long long step;                 /* and all lanes of it */
    long long
        lane_span; /* that a lane has one behind another: for several steps where they share a scale */
    long long span; /* elements of K that all lanes have so, or load at once as words */
    long long
        words; /* of blocks in the order of lanes: those that a lane loads at once; 0: no such blocks */
    bool by_runs; /* thin_sums_runs */
};

/* The view's draft. */
struct thin_draft {
    struct page page;
    const struct thin_plan *own;
    const struct operand *large, *thin;
};

/* The part of the view that loads and multiplies: loops over K and what they call. */
void thin_view_loops(const struct thin_draft *d);

/* "lane / 4", the place of a lane along a fragment, or with "%" its number among those that have the same; and of these where it begins in
 * what they have of K, "lane % 4 * 8". */
const struct term *thin_over_lanes(const struct thin_draft *d, const char *operation);
const struct term *thin_place_of_lane(const struct thin_draft *d);

/* "tile_row": where the tile of a sub-group begins in that of the work-group; NULL: where this one does. */
const struct term *thin_tile_place(const struct thin_draft *d);

/* Lines of an operand that a lane reads, and from one of them to the next one, in places. */
long long thin_lines(const struct thin_draft *d, const struct operand *operand);
long long thin_lines_apart(const struct thin_draft *d, const struct operand *operand);

/* "b_columns_1": the blocks that the lines of a fragment of the large operand share. */
const struct term *thin_blocks_of_lines(const struct thin_draft *d, long long fragment);

/* Appends to a list where the lines of an operand begin, or such blocks. */
void thin_view_lines(const struct thin_draft *d, struct value *list, const struct operand *operand);
