/*
 * The thin family's own numbers, and its view: see thin.c for the scheme.
 */
#ifndef GEN_FAMILY_THIN_H
#define GEN_FAMILY_THIN_H

#include "gen/family/matrix.h"

enum {
    THIN_LOAD_BYTES = 16 /* that a lane loads of a line at once */
};

/* What a request says of this family alone. */
struct thin_spec {
    bool thin_m; /* canonical M is the thin side and B the large operand; else N and A */
    const struct engine *engine; /* mma */
    bool asked;                  /* or another one is */
    bool emulated;
    const struct fragment *fragment; /* where the engine has none of the type, its first one */
    bool serves;                     /* whether it has one */
};

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
    long long lane_elements;        /* of a line that a lane multiplies in a step */
    long long step;                 /* elements of K that all lanes multiply in it */
    long long words; /* of blocks: those that a lane loads of a line at once; 0: no blocks */
    long long span;  /* elements of K that all lanes load at once of blocks; else a step */
};

void thin_view(struct job *job, const struct kernel *kernel, struct value *view);

#endif
