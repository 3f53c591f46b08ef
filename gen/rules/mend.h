/*
 * A request that rules refuse, mended: what they propose is followed until none is broken.
 */
#pragma once

#include "gen/rules/trial.h"

struct mending {
    const struct option_value *values; /* array of OPTION_COUNT, not changed */
    const struct trial *first;         /* of them; NULL: they are to be tried */
    const struct profile_source *source;
    enum voice voice;   /* that says what is followed */
    int tries;          /* requests that are tried out at most */
    struct arena *keep; /* see trial_of */
    /* Whether a change may be followed; `trial` is that of `values`. */
    bool (*may)(const struct mending *mending, const struct trial *trial,
                const struct change *change);
    bool types; /* for `may`: whether the type of elements may change */
};

/* The trial of a request that is served, the fewest proposals away from the values that are given, as far as that was tried; of those
 * themselves where nothing is to be mended. NULL: there is none. It lives in the job's arena. */
const struct trial *mend(struct job *job, const struct mending *mending);
