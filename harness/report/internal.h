/*
 * What the parts of `report` share; only files of this folder include it.
 *
 *     report.c           the command: files in, sections in order, one file out
 *     read.c      which kind of file it is; its lines
 *     records.c   what bench, ladder, study, compare, check and devices write with --json
 *     journal.c   journals of tune and check
 *     profile.c   profiles of tune
 *     model.c     lists of what was read, and texts
 *     html.c      text, tables and pictures in HTML
 *     series.c    which of the measurements belong together, and their marks
 *     peak.c      one peak for all of a device and type
 *     summary.c, speed.c, roof.c, comparison.c, space.c, ladder.c,
 *     error.c, search.c, failures.c, protocol.c
 *                      a section each
 *
 * The page's frame, style and script are the files of report/.
 */
#ifndef HARNESS_REPORT_INTERNAL_H
#define HARNESS_REPORT_INTERNAL_H

#include <jansson.h>

#include "harness/report/chart.h"
#include "harness/base/json_read.h"
#include "harness/report/report.h"

/* --------------------------------------------------------------------------------- what was read */

struct page_file {
    const char *path;
    const char *kind; /* "results of bench" */
    bool used;        /* by the section that is being written */
};

/* Measurements made in one run on one device. */
struct page_session {
    size_t file;
    const char *device, *driver, *platform; /* platform: "" where it is not said */
    json_t *facts; /* what else is said, an object that the page keeps; NULL: nothing */
    size_t number; /* of the device; equal names are one */
};

/* The command that a measurement comes from. */
enum page_part {
    PART_BENCH,
    PART_STUDY,
    PART_COMPARE,
    PART_TUNE,
    PART_PROFILE,
    PART_LADDER
};

/* Whose clock took a time. The device's counts what its steps take, the host's what passes from the call
 * to the end of the work: a speed by the one says nothing of a speed by the other. */
enum page_clock {
    CLOCK_DEVICE,
    CLOCK_HOST,
    PAGE_CLOCKS
};

/* A kernel, or a library, on a problem. */
struct page_run {
    size_t session;
    enum page_part part;
    enum page_clock clock;
    const char *of;     /* ladder or study; "" of others */
    const char *kernel; /* for people */
    const char *
        group; /* of runs that are one, though their kernels differ: "picks of the profile"; NULL: none */
    const json_t *times; /* of a finalist: each round's; NULL */
    const char *types;   /* of the elements, and transposes: "f32, B transposed"; "": not said */
    const char *sums;    /* their type; "": not said */
    const char *why;     /* not measured: the reason; NULL: measured */
    const char *note;    /* status of what is not measured; how the time was taken; "" */
    uint64_t m, n, k;
    double ms, gflops;
    double flops;            /* operations of the product */
    double peak;             /* GFLOP/s; 0: not known */
    const char *peak_words;  /* "" */
    double bytes;            /* of memory traffic; 0: not known */
    double worst;            /* error in parts of its bound; below 0: not known */
    double step, cumulative; /* speed-ups of a ladder */
    bool library;
    bool best, untuned; /* of a search, on its problem */
};

/* A kernel against a library, or another kernel, on a problem. */
struct page_ratio {
    size_t session;
    const char *kernel, *group, *library, *types; /* group: as that of a run */
    uint64_t m, n, k;
    double gflops, library_gflops, ratio, q1, q3; /* q1, q3 below 0: not known */
};

/* The greatest error of a kernel in parts of its bound. */
struct page_error {
    size_t session;
    const char *kernel, *words; /* what was tried */
    double worst;
};

struct page_failure {
    size_t session;
    const char *kind;    /* "compile" */
    const char *kernel;  /* what failed */
    const char *problem; /* "512 x 512 x 512"; "" */
    const char *reason, *log;
};

struct page_evaluation {
    const json_t *parameters;
    double gflops; /* 0: it failed */
};

/* What one search has tried on one problem, in order. */
struct page_space {
    size_t session;
    const json_t *problem; /* as in the journal */
    uint64_t m, n, k;
    const char *types, *sums;
    double flops; /* as that of a run */
    double peak;  /* 0: not known */
    struct page_evaluation *evaluations;
    size_t count;
    size_t under_way; /* begun and not ended when the file was read */
};

struct page {
    const struct page_options *options;
    double bandwidth, peak; /* that the command line states; 0: none */
    struct page_file *files;
    size_t file_count;
    struct page_session *sessions;
    size_t session_count;
    struct page_run *runs;
    size_t run_count;
    struct page_ratio *ratios;
    size_t ratio_count;
    struct page_error *errors;
    size_t error_count;
    struct page_failure *failures;
    size_t failure_count;
    struct page_space *spaces;
    size_t space_count;
    json_t *keep; /* owns every text and every line that was read */
    FILE *out;    /* the section that is being written */
    struct fault *fault;
};

/* ---------------------------------------------------------------------------------- model.c */

/* A text in UTF-8 that lives as long as the page; "" where memory is short, which the fault then says. */
const char *page_text(struct page *page, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Makes room for one more item of `size` bytes behind `count`; NULL: no memory (said). */
void *page_grow(struct page *page, void *list, size_t count, size_t size);

struct page_session *page_add_session(struct page *page, size_t file, const char *device,
                                      const char *driver, const char *platform, json_t *facts);
struct page_run *page_add_run(struct page *page, const struct page_run *run);
struct page_failure *page_add_failure(struct page *page, const struct page_failure *failure);
struct page_error *page_add_error(struct page *page, const struct page_error *error);
struct page_ratio *page_add_ratio(struct page *page, const struct page_ratio *ratio);
struct page_space *page_add_space(struct page *page, const struct page_space *space);
void page_add_evaluation(struct page *page, struct page_space *space, const json_t *parameters,
                         double gflops);
void page_release(struct page *page);

/* The type of the sums, as manifests say types; "" where it is not known. */
const char *page_sums(struct page *page, const json_t *types);

/* Types of A, B and C, and what is transposed and conjugated, of an object that says them as manifests do, each of which may be missing. */
const char *page_types(struct page *page, const json_t *problem);

/* Bytes of A, B and C, each moved once; 0 where the types are not known. */
double page_traffic(const json_t *types, uint64_t m, uint64_t n, uint64_t k);

const char *page_size(struct page *page, uint64_t m, uint64_t n, uint64_t k);

/* Operations of a product of such types, which may be NULL: real ones. */
double page_flops(const json_t *types, uint64_t m, uint64_t n, uint64_t k);

/* The number of the device that a session was on; how many there are. */
size_t page_device(const struct page *page, size_t session);
size_t page_device_count(const struct page *page);

/* ----------------------------------------------------------- read.c, records.c, ... */

int page_read_file(struct page *page, const char *path);

/* A record (`place` is its line) of the file; *session: the one that is open, SIZE_MAX: none. */
bool page_read_record(struct page *page, size_t file, struct place *place, size_t *session);

int page_read_journal(struct page *page, size_t file);
bool page_read_profile(struct page *page, size_t file, struct place *place);

/* ----------------------------------------------------------------------------------- html.c */

/* Text with its markup characters written out, for elements and quoted attributes. */
void html_text(FILE *out, const char *text);

/* A table in a box that scrolls by itself. Titles of columns are separated by |; those that begin
 * with # have numbers. */
void html_table(FILE *out, const char *caption, const char *columns);
void html_row(FILE *out);

/* One whose rows have heads, of the style `class`, with a column of numbers for each name behind its
 * columns. */
void html_headed_table(FILE *out, const char *class, const char *caption, const char *columns,
                       const char *const *names, size_t count);
void html_row_head(FILE *out, const char *text);
void html_cell(FILE *out, const char *text);
void html_path(FILE *out, const char *path); /* a cell that may break behind slashes */
void html_code(FILE *out, const char *text, const char *note); /* note: below it, maybe "" */
void html_code_row(FILE *out, int columns, const char *text, const char *note); /* below a row */
void html_number(FILE *out, double value);                                      /* below 0: none */
void html_percent(FILE *out, double share); /* 0 or below: none; greater than 1: marked */
void html_whole(FILE *out, uint64_t value);
void html_table_end(FILE *out);

/* Folds what comes until html_fold_end away behind a sentence. */
void html_fold(FILE *out, const char *words);
void html_fold_end(FILE *out);

/* A picture, once for wide and once for narrow pages. */
struct picture {
    struct chart chart;
    void *self;
    void (*draw)(void *self, const struct chart *chart, struct svg *svg);
};
void html_picture(FILE *out, const struct picture *picture);

/* Marks and names, as many as there are. */
void html_legend(FILE *out, const char *const *names, size_t count);

/* A text as JSON that can stand in a script element. */
void html_json(FILE *out, const json_t *value);

/* --------------------------------------------------------------------------------- series.c */

enum {
    PAGE_SERIES = 8 /* at most in a picture: as many as there are marks */
};

/* Kernels of one device, each a line or a mark; the fastest ones first. */
struct page_series {
    const char **names;
    size_t *of;            /* by run: its series; SIZE_MAX: in none */
    size_t count, dropped; /* dropped: slower ones, beyond PAGE_SERIES */
};

/* Of the device's runs by a clock that `fits` takes. page_series_release is due. */
void page_series_make(struct page *page, size_t device, enum page_clock clock,
                      bool (*fits)(const struct page *page, const struct page_run *run),
                      struct page_series *series);
void page_series_release(struct page_series *series);

/* Says that slower kernels are in the table alone. */
void page_series_tell(const struct page *page, const struct page_series *series);

/* A row of a table begins with the run's kernel (and a note below it, maybe ""), problem and elements, and
 * ends with its file. */
void page_begin_row(struct page *page, const struct page_run *run, const char *note);
void page_end_row(struct page *page, size_t session);

/* A heading with the device's name, where there are several. */
void page_device_heading(struct page *page, size_t device);

/* Writes the part of a section that is a device's and a clock's, for each device that has runs that `fits`
 * takes, below a heading with its name where there are several. */
void page_write_clocks(struct page *page,
                       bool (*fits)(const struct page *page, const struct page_run *run),
                       void (*write)(struct page *page, size_t device, enum page_clock clock));

/* Says which clock a picture's times are of. */
void page_tell_clock(const struct page *page, enum page_clock clock);

/* A heading with the problem of a space, the number-th that is shown; past the first few it and what
 * comes until page_space_end are folded away. */
void page_space_begin(struct page *page, const struct page_space *space, size_t number);
void page_space_end(struct page *page, size_t number);

/* Marks the file of a session as one that the section stands on. */
void page_use(struct page *page, size_t session);

/* GB/s of a device's memory; 0: not known. What the command line states goes first. */
double page_bandwidth(const struct page *page, size_t device);

/* ----------------------------------------------------------------------------------- peak.c */

/* Gives all kernels of a device whose sums are of one type the same peak: what the command line states,
 * else the greatest that a file has. */
void page_share_peaks(struct page *page);

/* The peak of the kernels in a picture, the greatest of their types, and its words; 0: none. */
double page_peak(const struct page *page, const struct page_series *series, const char **words);

/* Says what "above" behind a percentage means, where a kernel of the device is faster than the peak. */
void page_tell_above(const struct page *page, size_t device);

/* ---------------------------------------------------------------------------------- the sections */

/* Each writes to page->out, or nothing where there is no data for it. */
void page_write_summary(struct page *page);
void page_write_speed(struct page *page);
void page_write_roof(struct page *page);
void page_write_space(struct page *page);
void page_write_search(struct page *page);
void page_write_ladder(struct page *page);
void page_write_comparison(struct page *page);
void page_write_error(struct page *page);
void page_write_failures(struct page *page);
void page_write_protocol(struct page *page);

#endif
