/*
 * What is to be known of a kernel that can be made, and yet may not be what was wanted.
 */
#pragma once

#include "gen/spec/spec.h"

/* Sentences, NULL ends them: which profile stands for the card that was named, how the kernel was picked and which sizes it serves alone (NULL:
 * there is nothing to say), fixed sizes that are less than what a work-group computes, what gave way of a profile's kernel or of what is
 * computed, and options that the user typed and that change nothing. */
const char *const *notes_of(struct job *job, const struct spec *spec, const char *picked,
                            const char *sizes);
