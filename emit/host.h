/*
 * What the views of host text have in common: names, lists that break before column 100, rendering.
 *
 * The text stands in templates/host/, a page for each kind of file. A view holds names, numbers, terms of C and words for comments.
 */
#pragma once

#include <stdbool.h>

#include "gen/base/value.h"
#include "gen/plan/plan.h"
#include "gen/template/templates.h"

/* Upper bound of the items of a list: parameters, comparisons. */
enum {
    HOST_MOST_ITEMS = 128
};

/* An item of a list: a parameter with its type, an argument. */
struct host_item {
    const char *text;
    bool opens; /* a line of its own begins with it */
};

/* The view of a file: an object with `kernel`, the prefix of functions and types, and `KERNEL`, that of macros; `shared` and `SHARED` are those
 * of what the kernels of the file share. What the first comment says of a plan: `stem`, and as words `stem_said`, `formula`, `layout`, `types`,
 * `version`, `command`. And `hash`, that of the kernels' text; `cl` NULL: the file does not name it. */
struct value *host_view(struct job *job, const char *name, const struct plan *plan, const char *cl,
                        size_t cl_length);

/* The first two for one of several kernels. */
void host_set_names(struct job *job, struct value *view, const char *name);

/* Sets the member `arguments` of an object to a list, for the piece host/list. Lines after the first begin with `indent` blanks, where
 * the first one began too. */
void host_set_list(struct job *job, struct value *object, size_t indent,
                   const struct host_item *items, size_t count);

/* An object whose list stands behind `before`, which begins its line. */
struct value *host_row(struct job *job, const char *before, const struct host_item *items,
                       size_t count);

/* Elements of C that a work-group of the product computes along M or N. */
long long host_tile(const struct plan *plan, enum symbol symbol);

/* Renders the page host/NAME. Fails the job (CLGEMM_TEMPLATE). */
const char *host_render(struct job *job, const struct clgemm_templates *templates, const char *page,
                        const struct value *view);
