/*
 * A text with a kernel for each of several launches of a host, of which its macros choose.
 */
#pragma once

#include "emit/dispatch.h"

struct clgemm_templates;
struct term;

/* By which macros of the host a kernel is built. */
struct variant_words {
    const struct term *kept;  /* what the macros of its launch must be */
    const struct term *build; /* and those of its build; NULL: anything */
    const char *launch;       /* its launch in words, and in numbers alone */
    const char *numbers;
};

/* NAME.cl of kernels by macros (emit_dispatch_share has shared them), which `command` makes: those of a build follow each other. `only_if`: where there is a
 * kernel at all; NULL: always. */
const char *emit_variants_cl(struct job *job, const struct clgemm_templates *templates,
                             const struct dispatch *kernels, const struct variant_words *words,
                             const struct term *only_if, const char *command);
