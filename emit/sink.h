/*
 * Where artifacts go: files that appear whole or not at all.
 *
 * A sink takes the files of one emission. Each is first written to a temporary file in the folder
 * of its target; sink_commit then renames all of them. Whatever goes wrong before the first of
 * these takes its place, no target was touched. Every file that was added is new then, also one whose bytes
 * are the old ones: make would make it again at every build, were it older than what it is made from. On
 * request such a file is left alone, and keeps its time.
 *
 *     struct sink *sink = sink_open(false, &error);
 *     if (!sink || sink_keep(sink, "--for", "mine.json", &error) ||
 *         sink_add(sink, "--output", "gemm.cl", text, length, &error) || sink_commit(sink, &error))
 *         fprintf(stderr, "%s\n", error.text);
 *     sink_close(sink);
 *
 * A file that exists keeps its permissions; a new one gets those of the umask. A symbolic link
 * stays one: the file that it names is replaced, or made. What is no regular file (/dev/stdout, a
 * pipe) is written to directly, at the commit, before any file takes its place.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "clgemm.h"

struct sink;

/* An empty sink; `if_changed`: files that have the same bytes already are left alone. NULL with CLGEMM_IO
 * when out of memory. */
struct sink *sink_open(bool if_changed, struct clgemm_error *error) CLGEMM_MUST_CHECK;

/* Notes a file that was read, before any is added: none takes its place, by whatever name. What is no regular file is not noted.
 * `option`, who names it, and `path` must live until sink_close. 0, or -1 with CLGEMM_IO. */
int sink_keep(struct sink *sink, const char *option, const char *path, struct clgemm_error *error)
    CLGEMM_MUST_CHECK;

/* Prepares a file that `option` names, a text that lives until sink_close; `bytes` until sink_commit. 0, or -1 with CLGEMM_IO and a
 * sentence that names the path: no such folder, no permission, disk full, the path is a folder; or with CLGEMM_USAGE: it is a file
 * that is kept, or was added before. */
int sink_add(struct sink *sink, const char *option, const char *path, const char *bytes,
             size_t length, struct clgemm_error *error) CLGEMM_MUST_CHECK;

/* Puts all prepared files in their places. 0, or -1 with CLGEMM_IO. */
int sink_commit(struct sink *sink, struct clgemm_error *error) CLGEMM_MUST_CHECK;

/* Removes the temporary files that were not committed, with the folder that was made for them, and the sink; NULL is allowed. */
void sink_close(struct sink *sink);

/* Makes the folder `path` where there is none (one level); it must live until sink_close. 0, or -1 with CLGEMM_IO. */
int sink_make_folder(struct sink *sink, const char *path, struct clgemm_error *error)
    CLGEMM_MUST_CHECK;
