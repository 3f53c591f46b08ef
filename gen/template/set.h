/*
 * Inside of a template set: what loading and rendering share.
 *
 * A file FOLDER/NAME.mustache is the template "FOLDER/NAME". A file SET.pieces is a table of templates that stand
 * inside a line, one a line: a name, blanks, a text. Its line "place   {{row}} + 1" is the template "SET/place". Lines
 * that begin with # and empty ones are for the reader.
 */
#pragma once

#include "gen/mustache/mustache.h"
#include "gen/template/templates.h"

struct template_entry {
    const char *name;   /* "register.cl", "get/element" */
    const char *source; /* the file that errors name */
    const char *whole;  /* the text of that file */
    const char *text;   /* its own part of it */
    size_t length;
    bool piece;                               /* of a table */
    bool named;                               /* a template names it; see template_check_named */
    const struct mustache_template *compiled; /* NULL: not yet */
};

/* A file of a folder. */
struct template_file {
    const char *name;   /* in the folder: "register/kernel.cl.mustache" */
    const char *source; /* with the folder */
    const char *text;
    size_t length;
};

struct clgemm_templates {
    struct arena arena; /* of a set that was opened; a job's set lives in the job's arena */
    struct arena *memory;
    struct clgemm_templates
        *lazy; /* of a job: itself, compiled as it is asked for; NULL: compiled */
    struct template_entry *entries;
    size_t count;
    size_t capacity;
    unsigned short *slots;       /* by the hash of the name: number of an entry + 1; 0: none */
    size_t slot_count;           /* a power of two, more than twice the entries */
    struct template_file *files; /* of the folder that it was opened with */
    size_t file_count;
    size_t file_capacity;
};

/* Whether a file of that name is a template or a table of them. */
bool template_is_file(const char *name);

/* Adds the templates of such a file, "register.cl.mustache" or "get.pieces", in place of those of the same
 * names. `text` must outlive the set. Fails the job: CLGEMM_TEMPLATE (a malformed table). */
void template_add_file(struct job *job, struct clgemm_templates *set, const char *path,
                       const char *source, const char *text, size_t length);

/* Adds a file of a folder, which is listed too; the set takes its texts as they are. Fails the job: CLGEMM_TEMPLATE. */
void template_list_file(struct job *job, struct clgemm_templates *set,
                        const struct template_file *file);

/* Adds the files of a folder and of those in it. Fails the job: CLGEMM_IO, CLGEMM_TEMPLATE. */
void template_add_folder(struct job *job, struct clgemm_templates *set, const char *folder);

/* Fails the job with CLGEMM_TEMPLATE where a template of a folder serves nothing: its name is not among the
 * `built_in` first entries, and no template names it. All entries are compiled. */
void template_check_named(struct job *job, struct clgemm_templates *set, size_t built_in);

/* The entry of that name (`length` bytes), or NULL. */
struct template_entry *template_find(const struct clgemm_templates *set, const char *name,
                                     size_t length);

/* Compiles an entry into the set's memory; -1 with *error. */
int template_compile(struct clgemm_templates *set, struct template_entry *entry,
                     struct mustache_error *error);

/* The engine's error as the library's. */
void template_error(struct clgemm_error *error, const struct mustache_error *from);
