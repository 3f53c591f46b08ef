/*
 * Options of the generator: what a request comes to, who chose it, and how it stands on a command
 * line.
 */
#ifndef HARNESS_TUNE_OPTIONS_H
#define HARNESS_TUNE_OPTIONS_H

#include "clgemm.h"
#include "harness/base/json_read.h"
#include "harness/base/shapes.h"

/* A copy of a request with the profile, the sizes and the options (name to value; "-": not said)
 * that are given, as the user's word; each may be NULL. NULL: one is refused, see *error, or no
 * memory. */
struct clgemm_request *tune_request(const struct clgemm_request *base, const char *profile,
                                    const struct shape *fixed, const json_t *options,
                                    struct clgemm_error *error);

/* A copy of a request that says a point of a space, too. */
struct clgemm_request *tune_point_request(const struct clgemm_request *base,
                                          const struct clgemm_space *space, const unsigned *point,
                                          struct clgemm_error *error);

/* The options of a request's kernel: {"tile": {"value": ..., "said_by": ...}, ...}; the values of
 * all, said or chosen by the generator, {"tile": ..., ...}; its manifest with its source. New
 * references; NULL: no request, refused, or no memory. */
json_t *tune_resolve(const struct clgemm_request *request);
json_t *tune_config(const struct clgemm_request *request);
json_t *tune_generate(const struct clgemm_request *request, struct clgemm_error *error);

/* Selects the resolved options that somebody chose: how a product is computed (`how`), or which. A
 * new object, name to value. */
json_t *tune_chosen(const json_t *resolved, bool how);

/* Options as on a command line, in malloc'd memory, and back; a switch without a value is "yes".
 * NULL: no line, or no memory. */
char *tune_write_options(const json_t *options);
json_t *tune_read_options(const char *line);

#endif
