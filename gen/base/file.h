/*
 * Files that a user names.
 */
#pragma once

#include "gen/base/job.h"

/* The whole file, at most 1 MiB, in the arena. `what` names it in errors ("profile ./x.json"), `option` is whose it is. Fails the
 * job: CLGEMM_IO (it cannot be read), CLGEMM_USAGE (it is longer). */
const char *user_file_read(struct job *job, const char *option, const char *what, const char *path,
                           size_t *length);
