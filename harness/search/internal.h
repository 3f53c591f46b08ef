/*
 * Shared by the kinds of search. A search is a sequence of scans: a scan proposes every point
 * that differs from its origin in one group of parameters only, as far as it is valid and new, and
 * ends with the fastest of them (and of those known before). A kind decides which scan comes next.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "harness/base/random.h"
#include "harness/search/search.h"
#include "harness/base/hash.h"

struct scan {
    unsigned *cursor;    /* the point that comes next */
    const size_t *group; /* the parameters that vary */
    size_t group_size;   /* 0: the origin alone */
    unsigned stride;     /* of a single parameter: every so many values */
    bool running;        /* the cursor has points left */
    bool whole;          /* every valid point of the space; group is not used */
    unsigned *best;      /* fastest of the scan, its origin to begin with */
    double best_ms;      /* INFINITY: not known, or failed */
};

/* Place of a walk through the space. */
struct walk {
    enum {
        WALK_BEGINS,
        WALK_SAMPLES,  /* measures where it could begin */
        WALK_DESCENDS, /* improves `here`, group by group */
        WALK_KICKED    /* measures a random change of `home` */
    } step;
    bool starts;             /* the sample is a start that the owner gave */
    unsigned *here, *home;   /* points: of the walk, and to come back to */
    double here_ms, home_ms; /* INFINITY: not known, or failed */
    size_t *order;           /* of the parameters */
    size_t at, idle;         /* group under scan; groups since the last one that improved `here` */
    size_t samples, kicks;   /* taken; without effect */
};

struct search_kind {
    const char *name;
    bool blind;     /* does not look at times: nothing has to be waited for */
    bool in_blocks; /* two groups of parameters instead of one for each */
    /* Starts the next scan; false: the search is over. */
    bool (*next)(struct search *search);
};

extern const struct search_kind search_ils, search_coordinate, search_blocks, search_random,
    search_exhaustive;

/* Points of a search space and what is known of them. */
struct point_record {
    bool pending; /* proposed and not yet reported */
    double ms;    /* INFINITY: failed */
};

struct point_table {
    size_t length; /* numbers of a point */
    size_t count;
    unsigned *points; /* one behind another */
    struct point_record *records;
    struct hash_index index;
};

struct search {
    const struct search_kind *kind;
    const struct search_space *space;
    uint64_t random;
    struct point_table table; /* every point proposed or reported */
    size_t pending;           /* points that are out */
    unsigned *scratch;
    size_t *parameters; /* 0, 1, 2, ... */
    size_t split;       /* of them in the first of two blocks */
    const unsigned *starts;
    size_t start_count;
    struct scan scan;
    struct walk walk;
};

/* Starts a scan from `origin`, of a group of parameters; of the origin alone where group_size
 * is 0. */
void scan_start(struct search *search, const unsigned *origin, const size_t *group,
                size_t group_size);

/* Starts a scan of the whole space; false: it is empty. */
bool scan_start_whole(struct search *search);

/* The next new point of the scan; false: the scan has no more. */
bool scan_next(struct search *search, unsigned *point);

/* Tells the scan the time of a point. */
void scan_note(struct search *search, const unsigned *point, double ms);

/* A random valid point that is new; false: there is none. */
bool search_draw_new(struct search *search, unsigned *point);

/* The next start that the owner gave and that is valid; false: none is left. */
bool search_take_start(struct search *search, unsigned *point);

void search_shuffle(struct search *search, size_t *items, size_t count);
void search_copy(const struct search *search, unsigned *to, const unsigned *from);

/* An empty table for points of `length` numbers. point_table_release is due. */
void point_table_init(struct point_table *table, size_t length);
void point_table_release(struct point_table *table);

/* The record of a point, or NULL. Good until a point is added. */
struct point_record *point_table_find(const struct point_table *table, const unsigned *point);

/* Adds a point that is not there; NULL: no memory, and the table is as before. */
struct point_record *point_table_add(struct point_table *table, const unsigned *point);
