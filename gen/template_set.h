/*
 * Inside of a template set: what loading and rendering share.
 */
#ifndef GEN_TEMPLATE_SET_H
#define GEN_TEMPLATE_SET_H

#include "gen/mustache/mustache.h"
#include "gen/templates.h"

struct template_entry {
    const char *name; /* "register/kernel.cl": the path without ".mustache" */
    const char *source;
    const char *text;
    size_t length;
    bool from_folder;
    const struct mustache_template *compiled; /* NULL: not yet */
};

struct clgemm_templates {
    struct arena arena; /* of a set that was opened; a job's set lives in the job's arena */
    struct arena *memory;
    struct template_entry *entries;
    size_t count;
    size_t capacity;
};

/* The entry of that name (`length` bytes), or NULL. */
struct template_entry *template_find(const struct clgemm_templates *set, const char *name,
                                     size_t length);

/* Compiles an entry into the set's memory; -1 with *error. */
int template_compile(struct clgemm_templates *set, struct template_entry *entry,
                     struct mustache_error *error);

/* The engine's error as the library's. */
void template_error(struct clgemm_error *error, const struct mustache_error *from);

#endif
