/*
 * What stands in a profile and in those that it inherits from.
 */
#pragma once

#include "gen/request/profile.h"

enum {
    LONGEST_CHAIN = 8 /* of profiles that inherit from one another */
};

struct profile_source {
    const char *name;
    /* Itself, then what it inherits from; NULL ends it. */
    const struct value *chain[LONGEST_CHAIN + 1];
    const char *names[LONGEST_CHAIN + 1]; /* of the chain: paths, where they are named as files */
    const char *files[LONGEST_CHAIN + 1]; /* paths of those that are files; NULL ends them */
};

/* The member `part`.`name` (or `name` where part is NULL) of the first profile of the chain that has it. */
struct profile_part profile_find(const struct profile_source *source, const char *part,
                                 const char *name);

/* A member of an object of a profile; NULL: it is null, or there is none. */
const struct value *profile_member(const struct value *object, const char *name);

/* A whole number of `limits`; 0: not stated. */
long long profile_limit(const struct profile_source *source, const char *name);
