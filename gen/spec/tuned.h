/*
 * What the member `dispatch` of a profile says: kernels, and the shapes that each is the fastest for.
 *
 *     "dispatch": {
 *       "kernels": [{"name": "k0", "options": "--tile 8x4 --wg 8x8"}],
 *       "shapes": [{"m": 35, "n": 700, "k": 2048, "kernel": "k0", "gflops": 12.3}]
 *     }
 *
 * The options of a kernel are complete: only the profile's common options and limits stand behind them. Type, layout
 * and transposes choose among the kernels, and those that are chosen compute one thing.
 *
 * Of a type ("dispatch": {"f32": {"kernels": ...}}) they are for every layout and transpose, and beside the profile's
 * kernel for that type, which is the one where no sizes are known. Shapes and options are those for row-major matrices:
 * for column-major ones m and n change places, and what is said of A and B. A kernel may name the transposes that it is
 * for, of row-major matrices too: "transposes": "nn tn"; and of blocks where their parts lie: "quants": "apart", or "apart q5_k q6_k". One without options has those of the profile's kernel for that
 * type. Shapes may be left out, see profile_shapes.
 *
 * A kernel may have rates, from which its time is predicted where the profile has those of the device (doc/profile.md).
 */
#pragma once

#include "gen/base/problem.h"
#include "gen/request/profile.h"

/* A kernel as the profile describes it. */
struct tuned_kernel {
    const char *name, *options;
    const struct option_value *values; /* by option; those unsaid without text */
    const char *transposes;            /* row-major ones that it is for; NULL: all */
    const char *quants;                /* "apart", "together": blocks that it is for; NULL: both */
    const char *blocks; /* beside it their types, a blank before and behind each; NULL: all */
    bool own;           /* it is the profile's own kernel for the type, in every layout */
    struct kernel_rates rates; /* what its time is predicted from */
};

/* The kernels that are for what is asked, at least one, and their shapes: at least one, or rates that are estimated. */
struct tuned {
    const char *profile;       /* as it is named */
    bool of_type;              /* beside the profile's kernel for a type, of no device's figures */
    struct device_rates rates; /* of the device */
    const struct tuned_kernel *kernels;
    size_t kernel_count;
    const struct dispatch_shape *shapes;
    size_t shape_count;
};

/* Reads the kernels for what `asked` (array of OPTION_COUNT) says as the user's word: of an option that only
 * one of both says, a kernel is for it. Fails the job: CLGEMM_USAGE (malformed), CLGEMM_REFUSED (no kernel is
 * as asked). */
const struct tuned *tuned_read(struct job *job, const struct profile_source *source,
                               const struct profile_part *dispatch,
                               const struct option_value *asked);

/* The profile's own kernel of a kind, without a name, as a kernel that can be picked; NULL: it has none. */
const struct tuned_kernel *tuned_own(struct job *job, const struct profile_source *source,
                                     const char *kind, const struct option_value *asked);

/* What is asked with a kernel's options: those that the user said win, and the profile's own kernel stands
 * behind none of them. An array of OPTION_COUNT, whose texts are theirs. The first has the options as the user's word, so that the
 * command is that of a kernel of its own; the second as the profile's. */
struct option_value *tuned_say(struct job *job, const struct tuned_kernel *kernel,
                               const struct option_value *asked);
struct option_value *tuned_say_of_profile(struct job *job, const struct tuned_kernel *kernel,
                                          const struct option_value *asked);

/* "kernel k0 of profile FILE: " before the sentence, unless a file or memory is at fault. */
_Noreturn void tuned_fail(struct job *job, const struct tuned *tuned, size_t kernel,
                          const struct clgemm_error *error);
