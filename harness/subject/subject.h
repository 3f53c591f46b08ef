/* What is checked or measured: a manifest from a file, or one made by the generator. */
#ifndef HARNESS_SUBJECT_SUBJECT_H
#define HARNESS_SUBJECT_SUBJECT_H

#include "clgemm.h"
#include "harness/cli/options.h"

/* Where a subject comes from; nothing is read or generated yet. */
struct origin {
    const char *path;               /* a manifest; NULL: generated */
    const char *preset;             /* NULL: none */
    const char *layout;             /* value of --layout all; NULL: as the settings say */
    const char *transpose;          /* value of --transpose all */
    const struct setting *settings; /* options of the generator for this one; the command line's
                                       win */
    size_t setting_count;
    bool apart;      /* of the command line's options only those hold that say what is computed, and
                        `settings` win */
    bool dispatches; /* the profile's dispatch picks the kernel for the sizes */
    const struct problem
        *like; /* of one apart: it computes this where nobody says otherwise; NULL: what
                                   the generator does by itself */
    const struct clgemm_space
        *space; /* of a point, which says all that the settings do not; NULL: none */
    const unsigned *point;
    char label[160]; /* for people: file name, or preset and values */
};

struct origins {
    struct origin *list;
    size_t count;
    char *words; /* the values that layouts and transposes point into */
};

struct subject {
    struct manifest manifest;
    char *source; /* text that the manifest's program has no file for; NULL: files */
    bool nearest; /* picked by a dispatch, for other sizes than were measured */
};

/* The generator's option of a name; all members NULL where there is none. */
struct clgemm_option subject_option(const char *name);

/* Whether an origin says no more of its kernel than a profile with a dispatch, and sizes are given at launch. */
bool subject_dispatches(const struct options *options, const struct origin *origin);

/* Every origin that the command line names: manifests, presets times layouts times transposes. */
int origins_list(const struct options *options, struct origins *origins, struct fault *fault);
void origins_release(struct origins *origins);

/* Name of the generator's profile that fits a device best. */
const char *device_profile(const struct device *device);

/* What the generator is told about the device at hand; as the weaker voice, so that the user's
 * word wins. */
struct device_voice {
    const char *sub_groups; /* how lanes exchange here */
    const char *profile;
};

/* Finds it by probing; to be called only where something is generated. */
void device_voice_find(const struct device *device, struct device_voice *voice);

/* Reads or generates. Errors: those of manifest_load, and the generator's with its code. */
int subject_make(const struct options *options, const struct origin *origin,
                 const struct device_voice *voice, struct subject *subject, struct fault *fault);
void subject_release(struct subject *subject);

#endif
