/*
 * Plans made by hand for the artifact writers: one kernel on buffers, and a product whose A is copied
 * into an image first.
 */
#pragma once

#include "gen/plan/plan.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

extern const char kernel_text[];
extern const struct step multiply_step; /* of buffer_plan */

/* One kernel on buffers, everything but two offsets given at launch. */
struct plan buffer_plan(void);

/* A is copied into an image; N is 48, lda tight, beta 0, sub-groups of 8. */
struct plan image_plan(void);
