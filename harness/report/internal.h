/*
 * What the parts of `report` share; only files of this folder and its tests include it.
 *
 *     report.c    the command: files in, the model in the frame, one file out
 *     read.c      which kind of file it is; its lines
 *     records.c   what bench, ladder, study, compare, check and devices write with --json
 *     journal.c   journals of tune and check
 *     profile.c   profiles of tune
 *     model.c     lists of what was read
 *     peak.c      one peak for all of a device and type
 *     page.html, page.css, page.js
 *                 the page, and what draws the model in a browser
 *     svg.c, chart.c, chart_lines.c
 *                 pictures of ladder and study, files of their own
 *
 * The model is a JSON object: "version", "peak" and "bandwidth" as the command line states them (0:
 * not), and lists of objects whose members are those of the structs below, without what is not
 * known. A session is the number of an item of "sessions", a file that of one of "files", and all
 * texts but those of files and sessions are numbers of items of "texts": many are alike.
 *
 *     files     path; kind ("results of bench")
 *     sessions  measurements made in one run on one device: file, device, driver, platform; facts,
 *               an object of whatever else is said
 *     peaks     gflops; words, where it is from; number, its own
 *     runs, ratios, errors, failures
 *               the peak of a run is the number of an item of "peaks"
 *     spaces    what a search has tried on one problem, in order: session, m, n, k, types, sums,
 *               peak (as that of a run); under_way, points begun and not ended; names of
 *               parameters; values, a list of {"a value": its index} for each name; points, lists
 *               of GFLOP/s (0: it failed) and the index of the value of each parameter, of those at
 *               the end perhaps none; a point without parameters is what is made where nothing is
 *               chosen
 */
#ifndef HARNESS_REPORT_INTERNAL_H
#define HARNESS_REPORT_INTERNAL_H

#include <jansson.h>

#include "harness/base/json_read.h"
#include "harness/report/report.h"

enum {
    PAGE_SIZE = 1 << 30 /* greatest size of a matrix in files */
};

/* A product, as manifests describe it. Texts live as long as what they were read from. */
struct page_problem {
    uint64_t m, n, k;
    const char *types; /* elements, and transposes: "f32, B transposed"; "": not said */
    const char *sums;  /* type of the sums; "": not said */
    double flops;      /* operations */
    double bytes;      /* of A, B and C, each moved once; 0: not known */
};

/* A kernel, or a library, on a problem. */
struct page_run {
    size_t session;
    const char *part; /* command: bench, study, compare, tune, profile, ladder */
    bool host;        /* timed by the clock of the host, from the call to the end of the work */
    const char *of;   /* ladder or study */
    const char *kernel;
    const char
        *group;      /* of runs that are one, though their kernels differ: "picks of the profile" */
    const char *why; /* not measured: the reason */
    const char *note; /* status of what is not measured; how the time was taken */
    struct page_problem problem;
    double ms, gflops, peak; /* peak: GFLOP/s; 0: not known */
    const char *peak_words;
    double worst;            /* error in parts of its bound; below 0: not known */
    double step, cumulative; /* speed-ups of a ladder */
    bool library;
    bool best, untuned; /* of a search, on its problem */
};

/* A kernel against a library, or another kernel, on a problem. */
struct page_ratio {
    size_t session;
    const char *kernel, *group, *library; /* group: as that of a run */
    const struct page_problem *problem;
    double gflops, library_gflops, ratio, q1, q3; /* q1, q3 below 0: not known */
};

struct page_failure {
    size_t session;
    const char *kind;                   /* "compile" */
    const char *kernel;                 /* what failed */
    const struct page_problem *problem; /* NULL: none */
    const char *reason, *log; /* of the log the page has the start, and the bytes left out */
};

struct page {
    const struct page_options *options;
    json_t *model; /* owns the lists */
    json_t *files, *sessions, *peaks, *runs, *ratios, *errors, *failures, *spaces;
    json_t *texts;   /* of the model */
    json_t *numbers; /* by text: its number in that list */
    json_t *words;   /* texts that were made, by themselves */
    json_t *seen;    /* of comparisons: kernels and libraries on a problem that runs have */
    struct fault *fault;
};

/* ---------------------------------------------------------------------------------- model.c */

/* A text in UTF-8 that lives as long as the page; "" where memory is short, which the fault then
 * says. */
const char *page_text(struct page *page, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Appends an item, whose reference is taken, to a list of the model; NULL: no memory (said). */
json_t *page_add(struct page *page, json_t *list, json_t *item);

/* Says what a file was. */
void page_set_kind(struct page *page, size_t file, const char *kind);

json_t *page_add_session(struct page *page, size_t file, const char *device, const char *driver,
                         const char *platform, const json_t *facts);
json_t *page_add_run(struct page *page, const struct page_run *run);
json_t *page_add_ratio(struct page *page, const struct page_ratio *ratio);
json_t *page_add_failure(struct page *page, const struct page_failure *failure);

/* The greatest error of a kernel, of a run or of what `words` tells, in parts of its bound; below
 * 0: not known, and nothing is added. */
bool page_add_error(struct page *page, size_t session, const char *kernel, const char *words,
                    const struct page_problem *problem, double worst);

/* Adds the members of a problem to an object; a number, or a text, where it is known. */
void page_put_problem(struct page *page, json_t *object, const struct page_problem *problem);
void page_put_number(json_t *object, const char *name, double value);
void page_put_text(struct page *page, json_t *object, const char *name, const char *text);

/* A problem of that size, with the types, transposes and conjugates of an object that has them as
 * manifests do, each of which may be missing. */
struct page_problem page_problem(struct page *page, const json_t *value, uint64_t m, uint64_t n,
                                 uint64_t k);

/* A member of an object; "" or 0 where it is none. */
const char *page_string(const json_t *object, const char *name);
double page_number(const json_t *object, const char *name);

/* ----------------------------------------------------------------------------- reading */

int page_read_file(struct page *page, const char *path);

/* A record (`place` is its line) of the file; *session: the one that is open, SIZE_MAX: none. */
bool page_read_record(struct page *page, size_t file, struct place *place, size_t *session);

int page_read_journal(struct page *page, size_t file, const char *path);
bool page_read_profile(struct page *page, size_t file, struct place *place);

/* Gives all kernels of a device whose sums are of one type the same peak: what the command line
 * states, else the greatest that a file has. */
void page_share_peaks(struct page *page);

/* ---------------------------------------------------------------------------- report.c */

/* The model of the files; page_release is due. Errors: those of page_make. */
int page_read(struct page *page, const struct page_options *options, struct fault *fault);
void page_release(struct page *page);

/* Writes a model so that it can stand in an element `script`: no tag begins in it. False: no
 * memory. */
bool page_write_model(const json_t *model, FILE *out);

#endif
