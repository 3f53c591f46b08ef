/*
 * Options of the generator: what a request comes to, who chose it, and how it stands on a command
 * line.
 */
#ifndef HARNESS_TUNE_OPTIONS_H
#define HARNESS_TUNE_OPTIONS_H

#include <stdbool.h>
#include <stdio.h>

#include "harness/base/json_read.h"
#include "clgemm.h"

/* The options of a request's kernel: {"tile": {"value": ..., "said_by": ...}, ...}. A new
 * reference; NULL: a rule refuses it. */
json_t *tune_resolve(const struct clgemm_request *request);

/* The manifest of a request with its source. A new reference; NULL: refused, see *error, or no
 * memory. */
json_t *tune_generate(const struct clgemm_request *request, struct clgemm_error *error);

/* The values of all options of a request's kernel, said or chosen by the generator. A new
 * reference; NULL: refused, or no memory. */
json_t *tune_config(const struct clgemm_request *request);

/* Selects the resolved options that somebody chose: how a product is computed (`how`), or which. A
 * new object, name to value. */
json_t *tune_chosen(const json_t *resolved, bool how);

/* Says options, name to value, as the user's word. Errors: the generator's. */
int tune_say(struct clgemm_request *request, json_t *options, struct clgemm_error *error);

/* Writes an option as on a command line, behind a blank where something is written already. */
void tune_put_option(FILE *stream, const char *name, const char *value);

#endif
