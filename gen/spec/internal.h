/* What the files of the spec share; only files of this folder include it. */
#ifndef GEN_SPEC_INTERNAL_H
#define GEN_SPEC_INTERNAL_H

#include "gen/spec/spec.h"
#include "gen/spec/tuned.h"

/* Fills in what preset, profile, family and the launch of an interface (NULL: there is none) say, and the options' own defaults. Returns the
 * value of every option, and what is calculated with. A source that is NULL is read. */
const struct option_value *spec_values(struct job *job, const struct option_value *said,
                                       const struct interface *interface,
                                       const struct profile_source *source,
                                       const struct profile **profile, struct numbers *numbers);

/* Whether a list of operands, "none", "a", "b" or "ab", has that of an index; no value is "none". */
bool spec_lists(const struct option_value *value, int index);

/* The element of A, B or C (0, 1, 2), and what is calculated with. */
const struct element *spec_element(const struct option_value *values, int index);
struct numbers spec_numbers(const struct option_value *values);

/* Refuses the name of a kernel whose macros would be those of one before it, or the table's own. */
void tuned_check_name(struct job *job, const char *profile, const struct tuned_kernel *kernels,
                      size_t index);

#endif
