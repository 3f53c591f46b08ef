/*
 * Searches for the fastest point of a space: iterated local search, coordinate line search, two
 * blocks, random, exhaustive. A search never measures; its owner does:
 *
 *     search_propose gives a point  ->  the owner measures it  ->  search_report takes the time
 *
 * Points may be out for measurement at the same time and be reported in any order. No point is
 * proposed twice, and none that was reported before. The same kind, seed, space, starts and order
 * of reports give the same proposals; to go on after an interruption, run the search again and
 * report at once what is known already.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "harness/base/fault.h"

/* A point is an array of parameter_count numbers, each the index of its parameter's value. */
struct search_space {
    size_t parameter_count;
    const unsigned *value_counts; /* of each parameter, above 0 */
    void *context;                /* given to the functions */
    /* Whether a point belongs to the space. */
    bool (*valid)(void *context, const unsigned *point);
    /* A random valid point, best all of them about as likely; false: there is none, or none was found. */
    bool (*draw)(void *context, uint64_t *random, unsigned *point);
    /* Goes from a valid point to the valid one behind it, in the order of an odometer whose last
     * wheel is the fastest, or to the first one; false: there is none. */
    bool (*next)(void *context, unsigned *point, bool first);
};

struct search_options {
    const char *kind; /* one of search_name */
    uint64_t seed;
    const unsigned *starts; /* start_count points one behind another, best guess first, or NULL */
    size_t start_count;     /* invalid ones are left out */
};

/* Answer of a search. */
enum search_answer {
    SEARCH_POINT, /* here is a point to measure */
    SEARCH_WAIT,  /* nothing before one of the points that are out is reported */
    SEARCH_DONE   /* nothing any more */
};

struct search;

/* The name of the index-th kind, the default first; NULL past the last one. */
const char *search_name(size_t index);

/* Whether searches of a kind propose the same, whatever is reported. */
bool search_is_blind(const char *kind);

/* Starts a search of a space, which must outlive it; NULL and an error: FAULT_USAGE (unknown
 * kind), FAULT_IO (memory). search_close takes NULL too. */
struct search *search_open(const struct search_options *options, const struct search_space *space,
                           struct fault *fault);
void search_close(struct search *search);

/* The next point to measure, where the answer is that there is one. Without memory, which is noted
 * (memory_note), the search is over. */
enum search_answer search_propose(struct search *search, unsigned *point);

/* Says how long a point took, in milliseconds, or INFINITY for one that failed. Points that were
 * not proposed may be reported as well; without memory, which is noted, these count for nothing. */
void search_report(struct search *search, const unsigned *point, double ms);
