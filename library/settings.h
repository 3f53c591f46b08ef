/*
 * Which settings of a host's macros a text has kernels for.
 */
#pragma once

#include "gen/request/interface.h"

/* Elements of C that a work-group of the device's own kernel computes along M and N, and its work-items, also along the host's dimensions; 0: any, as one of them does all. */
struct launch_wish {
    double extent[2], items, local[2];
};

enum settings_answer {
    SETTING_REFUSED,
    SETTING_LONG, /* it may be taken where kernels need not be short */
    SETTING_TAKEN
};

/* Whoever makes the kernels. */
struct settings_for {
    const struct launch_wish *wishes; /* for the interface's shapes, or for one that is large */
    size_t wish_count;
    /* Takes a setting whose launch no kernel has yet; `brief`: if its kernels are short. */
    enum settings_answer (*serves)(void *self, const char *setting, bool brief);
    void *self;
};

/* Offers the untuned setting, then for each wish that whose launch is the nearest to it, then those that have the most pairs of
 * numbers that none before them has, with kernels that are short while there are such: until `most` are taken. How many are; 0: not even the untuned one. Fails the job (CLGEMM_USAGE): the interface
 * lists no macros. */
size_t settings_choose(struct job *job, const struct interface *interface, size_t most,
                       const struct settings_for *to);
