/*
 * What is to be known of a kernel that can be made, and yet may not be what was wanted.
 */
#ifndef GEN_SPEC_NOTES_H
#define GEN_SPEC_NOTES_H

#include "gen/spec/spec.h"

/* Sentences, NULL ends them: how the kernel was picked (NULL: there is nothing to say), and fixed sizes that
 * are less than what a work-group computes. */
const char *const *notes_of(struct job *job, const struct spec *spec, const char *picked);

#endif
