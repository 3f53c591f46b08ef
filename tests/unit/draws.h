/*
 * Requests of one to four random options, sensible or not, and what comes of them when the advice of a refusal is taken.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "clgemm.h"

enum {
    DRAW_MOST = 48 /* options that a request gathers by its own and by advice */
};

struct drawn_option {
    char name[24];
    char value[104]; /* "yes" and "no" of a switch */
};

struct draw {
    struct drawn_option options[DRAW_MOST];
    size_t count;
};

/* The next request, of one to four of the options that say what kernel it is, each with a value out of those that it takes. The same
 * seed gives the same requests. */
void draw_request(unsigned long long *seed, struct draw *draw);

/* Its options as a command line has them. */
void draw_line(const struct draw *draw, char *line, size_t size);

/* Generates it, without an artifact: the code, and *error where it is not CLGEMM_OK. */
enum clgemm_code draw_generate(const struct draw *draw, const struct clgemm_templates *templates,
                               struct clgemm_error *error);

/* Takes the first advice of a sentence: "; ask --tile-k 8 --wg 4x8 or ...", "; leave out --pad-a". False where it has none. */
bool draw_follow(struct draw *draw, const char *sentence);

/* Many requests. */
struct draw_tally {
    int requests, served, refused;
    int wrong;     /* that cannot be resolved: values that contradict each other */
    int helped;    /* of those refused: served after the first advice */
    int circles;   /* of those refused: advice led back to a request that was refused before */
    int told_less; /* refused without an advice */
};

/* Adds `count` requests to the tally. Calls `report`, unless it is NULL, for each that the first advice does not serve. */
void draw_many(unsigned long long *seed, int count, const struct clgemm_templates *templates,
               struct draw_tally *tally,
               void (*report)(const struct draw *draw, const char *first, const char *then));
