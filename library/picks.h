/*
 * Kernels of a profile for shapes, each with its plan.
 */
#pragma once

#include "emit/dispatch.h"
#include "gen/spec/spec.h"
#include "gen/spec/tuned.h"

/* What is asked with a kernel's options: tuned_say or tuned_say_of_profile. */
typedef struct option_value *say_kernel(struct job *job, const struct tuned_kernel *kernel,
                                        const struct option_value *asked);

/* What kernels are made for. */
struct picking {
    const struct profile_source *source;
    struct profile_part dispatch; /* of that: where they stand */
    const struct option_value *asked;
    say_kernel *say;
    const char *prefix; /* before their names; NULL: these are as asked */
};

/* Kernels of a profile as a request makes them, and their shapes: which of them serves which. One that a rule
 * refuses has no plan; nor has one of a type, once those are left out, that reads another form of a prepared operand than the first one. */
struct picks {
    struct picking of;
    struct tuned *tuned;
    const struct spec **specs;     /* what is asked with each kernel's options */
    struct dispatch_shape *shapes; /* of the table, */
    const struct plan **plans;     /* as these are, */
    struct model_kernel *models;   /* and these */
    struct dispatch table;
    const struct clgemm_error **refusals; /* why a rule refuses a kernel; NULL: none does */
};

/* Resolves and plans every kernel of a profile, named PREFIX_NAME where there is a prefix. Fails the job: as tuned_read and spec_resolve, and with
 * CLGEMM_REFUSED where two kernels differ in what they compute. */
struct picks *picks_make(struct job *job, const struct picking *picking);

/* The plan of the first kernel that can be made, whose prepared operands the others multiply; NULL: none can. */
const struct plan *picks_first_plan(const struct picks *picks);

/* Adds a kernel behind the others, without a shape; there is room for one. False: a rule refuses it, one of these kinds of `narrowing` keeps it from serving
 * all sizes, it computes something else than the others, or it multiplies other prepared operands. Fails the job: as picks_make. */
bool picks_add(struct job *job, struct picks *picks, const struct tuned_kernel *kernel,
               unsigned narrowing);

/* Whether a kernel was measured with another tile than the launch of the interface has that is asked for: its other options, as the depth of its loads, suit that
 * tile alone. */
bool picks_for_other_launch(const struct tuned_kernel *kernel, const struct option_value *asked);

/* What may keep a profile's kernels from serving all sizes: but for what the request (an array of OPTION_COUNT) says itself; kinds of `narrowing`. */
unsigned picks_narrowing(const struct option_value *asked);

/* Leaves out the shapes and the rates of the kernels that are not `kept`; an inherited one that is not is none. */
void picks_keep_shapes(struct picks *picks, const bool *kept);

/* Leaves out the shapes of the kernels that a rule refuses, so that those of the same sizes that come next, or else the nearest,
 * take their places. False, and nothing is left out, where no shape would be left. */
bool picks_leave_out_refused(struct job *job, struct picks *picks);

/* Fails the job with CLGEMM_REFUSED where no kernel serves a shape that names it as the fastest. */
void picks_check(struct job *job, const struct picks *picks);

/* Whether one of the kernels serves all sizes, as far as the request leaves them open. */
bool picks_serve_all(struct job *job, const struct picks *picks);

/* Adds the kernel that the profile inherits for the sizes that none of its own serves: the first one that serves all, of the kernels for shapes of the
 * nearest profile behind it, then of those behind that; else the kernel of their `options`; else the family's own. None where there is
 * none, a host calls them by its interface, the request itself narrows the sizes, or the profile's kernels serve all. Fails the job: CLGEMM_USAGE (malformed). */
void picks_inherit(struct job *job, struct picks *picks);

/* The kernels for shapes that a request with fixed sizes means, and the inherited one: planned with the sizes open, or as the profile fixes them, which shows
 * what they serve. */
struct picks *picks_open(struct job *job, const struct profile_source *source,
                         const struct profile_part *dispatch, const struct option_value *asked);

/* All kernels that a request has a dispatch of: planned, without those that a rule refuses and with the one that is inherited. Fails the job: as
 * clgemm_dispatch_make. */
struct picks *picks_of_request(struct job *job, const struct clgemm_request *request);

/* The kernel for all sizes, where no sizes are known: of those that serve every size, as far as the request leaves them open, the one with the best
 * mean share of the picked kernel's speed on large and middle products. First come those that have nearly all of it at squares of 2,048 and of
 * 4,096, of these the ones that were measured to be the fastest there, then those of one launch. SIZE_MAX: none serves every size, or the profile has
 * no figures of these squares. */
size_t picks_single(struct job *job, const struct picks *picks);

/* M, N and K that a kernel is picked for: those that a request fixes; of groups whose number it fixes too, what they have on average. */
void picks_sizes(const struct option_value *asked, long long sizes[3]);
