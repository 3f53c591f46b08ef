/*
 * Kernels that are tried before a search proposes any; only files of this folder include it.
 *
 *     shipped.c  the kernels that there are without tuning: for each shape what `clgemm-gen --for
 *                PROFILE --fixed MxNxK` makes, for sizes that are given at launch; what tuning gains
 *     start.c    where a search starts: at kernels of near shapes
 *     predicted.c  the points of a start, and those of the least predicted times
 *     every.c    kernels of all profiles as candidates
 *     engines.c  matrix engines that work on the device, and first kernels of each or of a CPU
 */
#pragma once

#include "harness/tune/internal.h"

enum {
    TUNE_STARTS = 4,   /* kernels of near shapes that a search starts with at most, ... */
    TUNE_PREDICTED = 8 /* ... and of the least predicted times */
};

/* Points that a search starts with, one behind another. */
struct starts {
    unsigned *points;
    size_t count;
};

/* A kernel that there is without tuning: that of all shapes, or what the profile picks for some. */
struct shipped {
    json_t *config;   /* the values of all options */
    json_t *options;  /* what is said for it beside the request, name to value */
    unsigned *point;  /* of the space; NULL: it is none */
    bool fails;       /* it does not work here */
    size_t candidate; /* SIZE_MAX: none yet */
};

/* ------------------------------------------------------------------------------------ engines.c */

/* Options of the kernels that a search on the engines of the space, or on a CPU, starts from, malloc'd; NULL: that one is for other devices,
 * there is no memory, or (*is_past) there are no more. */
char *tune_first_kernel(const struct tuning *tuning, size_t index, bool *is_past);

/* ------------------------------------------------------------------------------------ shipped.c */

/* The profile's table of kernels for shapes, to be freed; NULL: it has none for this request, or
 * none that can be generated. `all_alike` says that it has none, so that the kernel is the same for
 * all shapes. */
struct clgemm_dispatch *tune_open_table(const struct tuning *tuning, bool *all_alike);

/* Lists the kernels that there are without tuning; `works`: whether that of all shapes does.
 * Errors: FAULT_IO (memory). */
int tune_find_shipped(struct tuning *tuning, bool works, struct fault *fault);
void tune_free_shipped(struct tuning *tuning);

/* Adds the points of those that are points: of the ones that the profile picks, and says which, or
 * of the one of all shapes. */
void tune_shipped_starts(const struct tuning *tuning, bool picked, struct starts *starts);

/* Tries those that are no points, unless the user says what points are. Errors: those of
 * tune_evaluate. */
int tune_enter_shipped(struct tuning *tuning, struct fault *fault);

/* Finds them among the candidates, for each shape its own. One that was not tried is added, to be
 * compared with the best; apart from these where the user has left it out of the space. Errors:
 * FAULT_IO (memory). */
int tune_find_untuned(struct tuning *tuning, struct fault *fault);

/* Whether the winner of a shape is slower than the kernel without tuning, by their turns one by one. */
bool tune_is_loss(const struct tuning *tuning, size_t shape);

/* Prints the gain of tuning on a shape, and over all of several. */
void tune_show_gain(const struct tuning *tuning, size_t shape);
void tune_show_gains(const struct tuning *tuning);

/* Why the best figure of the search on a shape is not reached any more, where it is not. */
void tune_show_fall(const struct tuning *tuning, size_t shape);

/* ---------------------------------------------------------------------------------- predicted.c */

/* The place of the next point of the starts; and takes what stands there for one of them: false, it is one already. */
unsigned *tune_next_start(const struct tuning *tuning, const struct starts *starts);
bool tune_take_start(const struct tuning *tuning, struct starts *starts);

/* Adds the profile's kernels of the least predicted times for the shapes, TUNE_PREDICTED at most, and says which. */
void tune_predicted_starts(const struct tuning *tuning, struct starts *starts);

/* -------------------------------------------------------------------------------------- start.c */

/* Finds what a search starts with, and says so: kernels that the profile picks for the shapes, its
 * others in the order of their predicted times, TUNE_PREDICTED at most, the one of all shapes, and
 * the fastest for near shapes, TUNE_STARTS at most, of profiles and of the journal. Their points
 * are to be freed. Errors: FAULT_IO, FAULT_REFUSED (--start). */
int tune_find_starts(struct tuning *tuning, struct starts *starts, struct fault *fault);

/* -------------------------------------------------------------------------------------- every.c */

/* Tries the kernels for shapes of all profiles for what the tuning computes, each text once: those
 * of the device's profile first. They have half of the time of a search that has one, which then
 * starts with the best of them on each shape that are points of the space; the points are to be freed. Errors: those of
 * tune_evaluate. */
int tune_enter_every(struct tuning *tuning, struct starts *starts, struct fault *fault);
