/*
 * The user's own profiles: files NAME.json of folders that the environment names (clgemm.h says which).
 */
#pragma once

#include "gen/base/job.h"

/* The path of the profile's file in the job's arena; NULL: there is none. */
const char *user_profile_find(struct job *job, const char *name);

/* The names of all in alphabetical order; NULL ends them. */
const char *const *user_profile_names(struct job *job);
