/*
 * Shared by the parts of `report`; only files of this folder and its tests include it.
 *
 *     report.c    the command: files in, the model in the frame, one file out
 *     read.c      which kind of file it is; its lines
 *     records.c   records of commands as rows of the model
 *     journal.c   journals of tune and check
 *     page.html, page.css
 *                 the page
 *     elements.js, runs.js, page.js
 *                 what reads and draws the model in a browser, one function
 *     chart.c     pictures of ladder and study, files of their own
 *     picture.css colours and texts of all pictures
 *
 * The model is a JSON object: "version", "peak" and "bandwidth" as the command line states them (0:
 * not), and lists of what files say; the script draws conclusions. A value of "texts", which are
 * often alike, is named by its number.
 *
 *     texts     texts, and objects as the types of a product
 *     elements  [operations of a product and its addition, bytes] by the name of a type
 *     files     path; kind ("results of bench")
 *     sessions  measurements made in one run on one device: file (its number), device, driver,
 *               platform; facts, an object of whatever else is said; type, of a profile
 *     kinds     [record, its members] of rows; a member has its sign behind it (records.c)
 *     records   rows: numbers of their kind and session, then the members
 *     spaces    tries of a search on one problem: session, problem; names of parameters; points, in
 *               order: milliseconds (0: it failed) and the value of each parameter, -1 or none
 *               where it is not said; finals, points that were measured again with their times;
 *               under_way, points begun and not ended
 */
#pragma once

#include <jansson.h>

#include "harness/base/json_read.h"
#include "harness/report/report.h"

enum {
    PAGE_OBJECTS = 4
};

/* An object, as the types of a product, which is likely to come again, and its number in the list
 * of texts. */
struct page_object {
    json_t *value, *number;
};

struct page {
    const struct page_options *options;
    json_t *model; /* owns the lists */
    json_t *files, *sessions, *records, *spaces, *texts;
    json_t *numbers[2]; /* numbers of the texts by themselves, and of objects by what they have */
    struct page_object objects[PAGE_OBJECTS]; /* that came last */
    size_t turn;                              /* of which this one makes room for the next */
    struct fault *fault;
};

/* -------------------------------------------------------------------------------- records.c */

/* Appends an item, whose reference is taken, to a list of the model; NULL: no memory (said). */
json_t *page_add(struct page *page, json_t *list, json_t *item);

/* The number of a value in the list of texts: a new reference; NULL: no memory (said). */
json_t *page_number_of(struct page *page, json_t *value);

/* The file that is read: its path, and what it was. */
const char *page_path(const struct page *page);
void page_set_kind(struct page *page, const char *kind);

/* Adds a session of the file that is read. False: no memory (said). */
bool page_add_session(struct page *page, const char *device, const char *driver,
                      const char *platform, const json_t *facts);

/* Adds a record as a row. False: a member is missing (said). */
bool page_add_record(struct page *page, const char *record, json_int_t session,
                     const struct place *place);

/* Reads a record (`place` is its line) of a file; *opened: a device has come before. */
bool page_read_record(struct page *page, struct place *place, bool *opened);

void page_forget(struct page_object *object);

/* All kinds of records, for the model. */
json_t *page_kinds(void);

/* ----------------------------------------------------------------------------- reading */

int page_read_file(struct page *page, const char *path);
int page_read_journal(struct page *page, const char *path);

/* ---------------------------------------------------------------------------- report.c */

/* The model of the files; page_release is due. Errors: those of page_make. */
int page_read(struct page *page, const struct page_options *options, struct fault *fault);
void page_release(struct page *page);

/* Writes a model so that it can stand in an element `script`: no tag begins in it. False: no
 * memory. */
bool page_write_model(const json_t *model, FILE *out);
