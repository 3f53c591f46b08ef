/*
 * Device profiles: limits, peak and default configurations as data (profiles/ *.json).
 */
#ifndef GEN_PROFILE_H
#define GEN_PROFILE_H

#include "gen/element.h"
#include "gen/option.h"
#include "gen/value.h"

struct profile {
    const char *name;
    const char *const *files;    /* it was read from, inherited ones too; NULL ends them */
    const char *common;          /* option line for every kernel; "" for none */
    const char *kernel;          /* option line of the best known kernel; "" for none */
    long long work_group_size;   /* most work-items in a work-group; 0: no limit stated */
    long long local_bytes;       /* of a work-group; 0: no limit stated */
    long long register_bytes;    /* of a hardware thread; 0: no limit stated */
    bool registers_by_sub_group; /* a hardware thread carries a sub-group; else a work-item */
    const char *sub_group_sizes; /* "8 16 32"; "" : not stated */
    long long image_side;        /* most texels of an image along either axis */
    long long banks;             /* of local memory; 0: not stated */
    long long bank_bytes;        /* of a word of a bank */
    long long bank_lanes;        /* work-items that ask the banks at once */
    const char *peak_formula;    /* NULL: not stated */
    const char *build_options;   /* for the compiler; "" for none */
    const char *built_type;      /* of the devices whose compilers take them: "gpu"; NULL: all do */
    const char *built_vendor;    /* a part of their vendor's name; NULL: any */
    double operations_per_cycle; /* of one compute unit */
};

/* A profile as it was read, without those that it inherits from. Fails the job as profile_load. */
const struct value *profile_value(struct job *job, const char *name);

/* A profile as it is written, with those that it inherits from. */
struct profile_source;

/* The source of that name, or from a file where `name` has a slash or ends in ".json".
 * Fails the job: CLGEMM_USAGE (unknown, malformed), CLGEMM_IO (file). */
const struct profile_source *profile_load(struct job *job, const char *name);

/* The values that tuning chooses from on the device: an object with a text a parameter, values separated by blanks. NULL: not
 * stated. Fails the job: CLGEMM_USAGE (no object). */
const struct value *profile_space(struct job *job, const struct profile_source *source);

/* What it says: its kernel and peak for such elements, where it states them.
 * Fails the job: CLGEMM_USAGE (malformed). */
const struct profile *profile_of(struct job *job, const struct profile_source *source,
                                 const struct element *element);

#endif
