/*
 * A job for every test, with an arena of its own.
 */
#pragma once

#include "gen/base/job.h"

extern struct arena arena;
extern struct clgemm_error error; /* of what failed last */
extern struct job job;

/* Setup and teardown of a test: the job begins and ends with it. */
int set_up(void **state);
int tear_down(void **state);

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

/* The job of a test that goes on here must not fail. */
#define SURVIVE()                                                                                  \
    if (setjmp(job.escape))                                                                        \
    fail_msg("the job failed: %s", error.text)

/* The sentence of `error` holds a part. */
void assert_says(const char *part);
