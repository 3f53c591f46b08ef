/* The profile that `fit` writes rates into: a file of the user's own, or a new one that
 * inherits. */
#pragma once

#include <jansson.h>

#include "harness/engine/rates.h"

struct fit_profile {
    char *path;       /* of the file to write */
    json_t *root;     /* what it is to hold */
    json_t *rates;    /* rates of the device that hold so far, its own or inherited; NULL: none */
    json_t *kernels;  /* its kernels, to which rates are added, borrowed */
    size_t forgotten; /* kernels whose rates were of another device */
};

/* Opens what `name` of --for means; `output` (NULL: not said) is a new file that inherits from it.
 * On failure nothing is to be released. Errors: FAULT_USAGE, FAULT_IO, FAULT_REFUSED. */
int fit_profile_open(const char *name, const char *output, struct fit_profile *profile,
                     struct fault *fault);
void fit_profile_release(struct fit_profile *profile);

/* Finds the kernels of a dispatch, and copies them where they are inherited. Errors: FAULT_REFUSED,
 * FAULT_IO. */
int fit_profile_find(struct fit_profile *profile, const struct clgemm_dispatch *dispatch,
                     struct fault *fault);

/* Whether a kernel is one of these; a dispatch may have one more, which it inherits for some sizes. */
bool fit_profile_has(const struct fit_profile *profile, const char *kernel);

/* Whether there are rates of this very device, which others can stand beside. */
bool fit_profile_is_of(const struct fit_profile *profile, const char *device);

/* The rates of the device, where there are any. */
void fit_profile_read(const struct fit_profile *profile, struct clgemm_rates *rates);

/* Puts in the rates of the device that were found by a command; those of kernels on another device
 * go. */
void fit_profile_set_device(struct fit_profile *profile, const struct clgemm_rates *rates,
                            const char *device, const char *command);

/* Puts in those of a kernel; one that has none loses those that it had. */
void fit_profile_set(struct fit_profile *profile, const struct rates_kernel *kernel);

/* Writes it as people write JSON: an item of a list is a line, and so is what fits into one.
 * Errors: FAULT_IO. */
int fit_profile_write(const struct fit_profile *profile, struct fault *fault);
