/*
 * The kernels that there are without tuning: for each shape what `clgemm-gen --for PROFILE --fixed
 * MxNxK` makes, for sizes that are given at launch.
 */
#ifndef HARNESS_TUNE_SHIPPED_H
#define HARNESS_TUNE_SHIPPED_H

#include "harness/tune/internal.h"

/* A kernel that there is without tuning: that of all shapes, or what the profile picks for some. */
struct shipped {
    json_t *config;   /* the values of all options */
    json_t *options;  /* what is said for it beside the request, name to value */
    unsigned *point;  /* of the space; NULL: it is none */
    bool fails;       /* it does not work here */
    size_t candidate; /* SIZE_MAX: none yet */
};

/* The profile's table of kernels for shapes, to be freed; NULL: it has none for this request, or none
 * that can be generated. `all_alike` says that it has none, so that the kernel is the same for all
 * shapes. */
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

/* Prints the gain of tuning on a shape, and over all of several. */
void tune_show_gain(const struct tuning *tuning, size_t shape);
void tune_show_gains(const struct tuning *tuning);

/* Why the best figure of the search on a shape is not reached any more, where it is not. */
void tune_show_fall(const struct tuning *tuning, size_t shape);

/* Adds the profile's kernels of the least predicted times for the shapes, TUNE_PREDICTED at most,
 * and says which. */
void tune_predicted_starts(const struct tuning *tuning, struct starts *starts);

#endif
