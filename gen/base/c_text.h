/*
 * Words of users as they may stand in C.
 */
#pragma once

#include "gen/base/job.h"

/* Any text as it may stand in a comment: what would end the comment, or begin another one, is taken
 * apart by a blank. A control character becomes a blank: a line break behind a backslash, or behind
 * the trigraph of one, would join the parts again. */
const char *c_comment(struct job *job, const char *text);

/* "multiply" in capitals, as macros are called. */
const char *c_capitals(struct job *job, const char *name);
