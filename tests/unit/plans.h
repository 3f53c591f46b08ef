/*
 * Plans of lines of options, and what is asserted of them.
 */
#pragma once

#include "gen/plan/planner.h"

/* Plans in the arena of the fixture. */
const struct plan *planned(const struct spec *spec);
const struct plan *plan_of(const char *line);

/* The last step. */
const struct step *multiply(const struct plan *plan);

/* The OpenCL C text of a request, in the test's arena. */
const char *text_of(const char *line);

/* "M N K alpha A lda": the names of the arguments, in order. */
void assert_arguments(const struct step *step, const char *names);

void assert_dimension(const struct step *step, int which, enum symbol dim, long long rounded_to,
                      long long per_group, long long local);

/* One extent of a buffer: an axis, what it is rounded up to, and the stride: a symbol or a
 * number. */
void assert_extent(const struct buffer *buffer, int which, enum symbol axis, long long rounded_to,
                   enum symbol stride, long long number);

/* The sentences of the constraints, with | between; besides them there is a limit of every size and
 * leading dimension that is given at launch: 2^31 - 1, of a size less 65535. */
void assert_constraints(const struct plan *plan, const char *sentences);

/* How many sizes have a limit. */
int limits(const struct plan *plan);
