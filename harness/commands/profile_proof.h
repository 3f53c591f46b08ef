/* The proof of a profile that was made: its kernels on the edges of tiles, its pick on shapes that took no part. */
#pragma once

#include <jansson.h>

#include "harness/commands/commands.h"

/* Checks the kernels of the dispatch that the settings of `options` name, and measures the pick beside the best of
 * them; prints both. Takes kernels that are not right out of the profile; *lost: there are such. Errors: the
 * generator's, those of suites; stop_fault. */
int profile_prove(const struct options *options, struct executor *executor, json_t *profile,
                  const char *type, bool *lost, struct fault *fault);
