/*
 * Device profiles: limits, peak and default configurations as data (data/profiles/ *.json).
 */
#pragma once

#include "gen/request/element.h"
#include "gen/request/option.h"
#include "gen/base/rates.h"
#include "gen/base/value.h"

/* The newest schema of profiles; a profile that states none is of the first. */
enum {
    PROFILE_SCHEMA = 1
};

/* A line of options, and the profile that says it, as that is named. */
struct profile_line {
    const char *options; /* "" for none */
    const char *profile;
    const char *member; /* "options.f32" */
};

/* A profile as it is written, with those that it inherits from. */
struct profile_source;

struct profile {
    const char *name;
    bool measured;               /* the kernel was, on its devices */
    const char *const *files;    /* it was read from, inherited ones too; NULL ends them */
    struct profile_line common;  /* for every kernel */
    struct profile_line kernel;  /* of the best known kernel */
    bool for_host;               /* that is the one for a host's interface */
    long long work_group_size;   /* most work-items in a work-group; 0: no limit stated */
    long long local_bytes;       /* of a work-group; 0: no limit stated */
    bool has_more_local;         /* devices have that much local memory at least */
    long long register_bytes;    /* of a hardware thread; 0: no limit stated */
    bool registers_by_sub_group; /* a hardware thread carries a sub-group; else a work-item */
    const char *sub_group_sizes; /* "8 16 32", for sentences */
    const long long *lanes;      /* the same as numbers */
    size_t lane_count;           /* 0: not stated */
    long long compute_units;     /* of the device; 0: not stated */
    long long image_side;        /* most texels of an image along either axis */
    long long banks;             /* of local memory; 0: not stated */
    long long bank_bytes;        /* of a word of a bank */
    long long bank_lanes;        /* work-items that ask the banks at once */
    const char *peak_formula;    /* NULL: not stated */
    const char *ordering;        /* of stores between work-groups: "3.0" */
    const char *build_options;   /* for the compiler; "" for none */
    const char *device_type;     /* what it is for: "cpu"; NULL: it says nothing of that */
    const char *vendor;          /* a part of their vendor's name; NULL: it says nothing of that */
    const char *built_type;      /* of the devices whose compilers take them: "gpu"; NULL: all do */
    const char *built_vendor;    /* a part of their vendor's name; NULL: any */
    double operations_per_cycle; /* of one compute unit */
    const struct profile_source *source;
};

/* The source of that name, or from a file where `name` has a slash or ends in ".json".
 * Fails the job: CLGEMM_USAGE (unknown, malformed, a member that there is not), CLGEMM_IO (file). */
const struct profile_source *profile_load(struct job *job, const char *name);

/* What a profile of the chain (as it is named) inherits from, as a profile of its own; NULL: it inherits from nothing. */
const struct profile_source *profile_behind(struct job *job, const struct profile_source *source,
                                            const char *profile);

/* A member, and the profile that has it, as that is named: a path, where it is a file. */
struct profile_part {
    const struct value *value; /* NULL: none has it */
    const char *profile;
    const char *inherits; /* what that profile inherits from, as it is named; NULL: nothing */
    const char *type;     /* of a dispatch: the elements that it is for; NULL: its kernels say */
    const char *groups;   /* of a dispatch below `groups`: "in_place"; NULL: of any other */
    bool alone;           /* a dispatch of one kernel, see profile_alone */
};

/* The values that tuning chooses from on the device: an object with a text a parameter, values separated
 * by blanks. */
struct profile_part profile_space(const struct profile_source *source);

/* The values that kernels of matrix engines have in place of these: such an object by the name of each engine. */
struct profile_part profile_engine_spaces(const struct profile_source *source);

/* Whether a profile of the chain has kernels of that kind of its own, in its `options` or its `dispatch`. */
bool profile_has_kind(const struct profile_source *source, const char *kind);

/* The kernels for shapes (`dispatch`, or its member of that kind) that stand for a kind: of the nearest
 * profile of the chain that has any, unless one before it says a kernel of that kind in its `options`: where that one was not
 * measured, its kernel joins those that have a place for it. A kind of which no profile says either has those of the one whose
 * options serve it. */
struct profile_part profile_dispatch(const struct profile_source *source, const char *kind);

/* A dispatch of the profile's own kernel of a kind alone. */
struct profile_part profile_alone(struct job *job, const struct profile_source *source,
                                  const char *kind);

/* The kernels of a kind for groups of rows, where they lie as the member of `groups` says, "in_place" or "gathered", or "by_index" for index functions, "attention", "gated" for what is chained: of the
 * nearest profile of the chain that has any, unless one before it has kernels for shapes that say themselves what they compute. */
struct profile_part profile_groups(const struct profile_source *source, const char *where,
                                   const char *kind);

/* The shapes of that dispatch, or of one for groups. One of a type that lists none has those that the profile's `dispatch` lists for all types,
 * else those of the profile that it inherits from, whose kernels stand in the same order. NULL: there are none that were measured on such
 * devices. */
const struct value *profile_shapes(const struct profile_source *source,
                                   const struct profile_part *dispatch);

/* Rates of the device that stand beside those of a dispatch's kernels: of its profile, or inherited by that. Where it states none, or an heir has
 * those of another device, they have no units if there are `shapes` that were measured; else a clock, as those of a device that nobody
 * measured. Fails the job (CLGEMM_USAGE) where some are missing. */
struct device_rates profile_rates(struct job *job, const struct profile_source *source,
                                  const struct profile_part *dispatch, bool shapes);

/* Rates of a kernel, an object of a dispatch; without groups where it states none. Fails the job (CLGEMM_USAGE) where some are missing. */
struct kernel_rates profile_kernel_rates(struct job *job, const char *profile,
                                         const struct value *kernel);

/* What it says of itself, "" for nothing. */
const char *profile_help(const struct profile_source *source);

/* Whether the kernels that a profile of the chain states (as it is named; NULL: the first) were measured on the devices of the first: not
 * where one on the way there says that they were not. Else as it says, or the nearest of those that it inherits from; they were where
 * none says it. */
bool profile_is_measured(const struct profile_source *source, const char *profile);

/* The profile's own kernel of a kind; without a profile where none says one. */
struct profile_line profile_kernel(struct job *job, const struct profile_source *source,
                                   const char *kind);

/* The same for the launch of a host, the name of whose interface is given (NULL: none), and a kind: of the nearest profile of the chain that says
 * one, unless one before it has kernels for shapes that say themselves what they compute. */
struct profile_line profile_host_kernel(struct job *job, const struct profile_source *source,
                                        const char *interface, const char *kind);

/* Whether a member of an object of a profile is a remark for people, which may stand in any of them. */
bool profile_is_comment(const char *member);

/* Fails the job with CLGEMM_USAGE where a profile (as it is named) is no object, holds a member that
 * there is not, or one that is no text, number or object where it must be. */
void profile_check(struct job *job, const char *name, const struct value *profile);

/* Says a line of options of a profile, whom a failure names. */
void profile_say(struct job *job, struct option_value *values, const struct profile_line *line);

/* What it says: its options for a kind, in place of which a host's count (`host`: NULL or without a profile where there are none), and its limits; no
 * peak yet, since its options may say what is calculated with. Fails the job: CLGEMM_USAGE (malformed). */
struct profile *profile_of(struct job *job, const struct profile_source *source, const char *kind,
                           const struct profile_line *host);

/* Whether profiles may state a peak of `of` beside that of f32. */
bool profile_knows_peak(const char *of);

/* Takes over its peak, where it states one: of products that are calculated in a type ("f64"), or of a matrix engine and what
 * that multiplies ("mma_bf16"). */
void profile_take_peak(struct job *job, struct profile *profile, const char *of);
