/*
 * Requests and kernels of tests, which fail where they cannot be had.
 */
#pragma once

#include "gen/request/request.h"

/* Those that `generate` uses; NULL stands for the embedded ones. */
extern struct clgemm_templates *templates;

/* Group setup and teardown: the embedded templates, compiled once. */
int open_templates(void **state);
int close_templates(void **state);

/* A request of the options in a line; the caller frees it. */
struct clgemm_request *ask(const char *line);

void set_option(struct clgemm_request *request, const char *option, const char *value);

/* The kernel of a line; the caller frees it. */
struct clgemm_result *generate(const char *line);
