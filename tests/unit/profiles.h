/*
 * Profiles of tests, built-in ones and files of a folder of their own.
 */
#pragma once

#include "gen/request/profile.h"

extern char profile_folder[];

/* Setup and teardown of a group: the folder, which tests leave empty. */
int make_profile_folder(void **state);
int remove_profile_folder(void **state);

/* "./FOLDER/NAME". */
const char *profile_path(const char *name);

void write_profile(const char *name, const char *text, size_t length);

/* What a profile says for single precision; NULL with `error` filled. */
const struct profile *try_profile(const char *name);

/* The same for what must be read. */
const struct profile *read_profile(const char *name);

/* Reads a profile out of a file made.json that is removed again. */
const struct profile *try_profile_text(const char *text);
