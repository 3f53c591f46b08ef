/*
 * Settings of a host's macros that a file lists.
 */
#pragma once

#include "gen/base/job.h"

struct listed_setting {
    const char *text;  /* "MWG=64,NWG=64", as --setting has it */
    const char *place; /* "settings x.txt:5", "settings x.json: shapes[0]" */
};

/* The settings of a file, *count of them: one on each line, but empty ones and those that begin with '#'; or those of the winners of a profile that clgemm-bench tune has
 * written, each once. Fails the job: CLGEMM_IO (the file), CLGEMM_USAGE (no JSON, a macro that is no whole number, or none is there). */
const struct listed_setting *settings_read(struct job *job, const char *path, size_t *count);
