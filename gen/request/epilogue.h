/* Reading --epilogue. */
#pragma once

#include "gen/base/epilogue.h"
#include "gen/base/job.h"

/* What a value of --epilogue means: operations with commas between them, or "none". It lives in the job's arena. Fails the job
 * with a sentence that names the operation at fault and what it takes. */
const struct epilogue *epilogue_read(struct job *job, const char *text);
