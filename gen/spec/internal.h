/* What the files of the spec share; only files of this folder include it. */
#pragma once

#include "gen/spec/spec.h"
#include "gen/spec/tuned.h"

/* Fills in what preset, profile, family and the launch of an interface (NULL: there is none) say, and the options' own defaults. Returns the
 * value of every option, and what is calculated with. A source that is NULL is read. */
const struct option_value *spec_values(struct job *job, const struct option_value *said,
                                       const struct interface *interface,
                                       const struct profile_source *source,
                                       const struct profile **profile, struct numbers *numbers);

/* Says the problem of a spec that has values, numbers, product and interface. Fails the job: CLGEMM_USAGE. */
void spec_resolve_problem(struct job *job, struct spec *spec);

/* Whether the user says anything of the kernel but its name and the dialect of sub-groups, and unless `shaped` its tile and work-group. */
bool spec_says_kernel(const struct option_value *values, bool shaped);

/* Puts a tile in the place of --tile auto, and the work-group and vectors of it where nobody says them, where sizes are fixed and the profile states its
 * registers; elsewhere it stays, as 1 x 1 that a rule refuses. `bytes`: of what is calculated with. */
void spec_fill_tile(struct job *job, struct option_value *values, const struct profile *profile,
                    long long bytes);

/* Whether a list of operands, "none", "a", "b" or "ab", has that of an index; no value is "none". */
bool spec_lists(const struct option_value *value, int index);

/* The element of A, B or C (0, 1, 2), and what is calculated with. */
const struct element *spec_element(const struct option_value *values, int index);
struct numbers spec_numbers(const struct option_value *values);

/* Refuses the name of a kernel whose macros would be those of one before it, or the table's own. */
void tuned_check_name(struct job *job, const char *profile, const struct tuned_kernel *kernels,
                      size_t index);

/* Reads for which requests a kernel of a type is: members `transposes` and `quants` of what the profile says of it at that path. Fails the job: CLGEMM_USAGE. */
void tuned_read_limits(struct job *job, const char *profile, const char *path,
                       const struct value *said, struct tuned_kernel *kernel);
