/*
 * Sets of compiled templates, and rendering with them.
 */
#pragma once

#include "gen/base/value.h"

struct clgemm_templates;

/* The embedded templates for one job, and in their places those of the folder that `from` (NULL: none) was opened with, which may be
 * gone before it: compiled as they are asked for, in the job's arena. Fails the job: CLGEMM_TEMPLATE. */
struct clgemm_templates *templates_for_job(struct job *job, const struct clgemm_templates *from);

/* Renders the template `name` ("register.cl") of a set (NULL: the embedded ones) with the view. Fails the job with source, line
 * and column. */
const char *templates_render(struct job *job, const struct clgemm_templates *templates,
                             const char *name, const struct value *view, size_t *length);

/* The text of a template as it was written. */
struct template_text {
    const char *name; /* "register.cl", "get/element" */
    const char *text; /* not NUL-terminated */
    size_t length;
    bool piece; /* a line of a table */
};

/* The index-th template of a set; false past the last one. */
bool templates_at(const struct clgemm_templates *templates, size_t index,
                  struct template_text *found);

/* The template of that name, or the built-in file of that name as it is ("get.pieces"); false where there is none. */
bool templates_text(const struct clgemm_templates *templates, const char *name,
                    struct template_text *found);

/* The name of the template that has the text of one that is no more, "pad.cl" for "rewrite/copy"; of a name in the folder of a family or a step
 * ("local/tile") its page, "local.cl". NULL: there is none. It lives as long as the set. */
const char *templates_page_of(const struct clgemm_templates *templates, const char *name);

/* The index-th file of the folder that the set was opened with; NULL past the last. */
const char *templates_file(const struct clgemm_templates *templates, size_t index);
