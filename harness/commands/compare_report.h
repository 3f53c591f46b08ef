/*
 * The figures of `compare`, for kernels against references (other kernels and BLAS libraries), as
 * records; and their tables, which are written from these.
 */
#pragma once

#include "harness/cli/options.h"
#include "harness/engine/suite.h"

/* Parts of the time of a product. */
enum view {
    VIEW_PACKED,   /* packing and preparing, with the multiplication */
    VIEW_PREPARED, /* packing, but no step that runs once for the values of an operand */
    VIEW_ALONE,    /* the kernel's main step only, as if operands were packed */
    VIEW_TRANSFER, /* packing, and the operands' way to the device and back */
    VIEW_COUNT
};
extern const char *const comparison_views[VIEW_COUNT];

/* A reference that kernels are compared with. */
struct comparison_reference {
    const char *name, *words;      /* "openblas", which one, where it runs */
    const struct library *library; /* NULL: a kernel of ours, by its options */
    char title[25];                /* the name, as long as it may be above a column */
};

enum {
    MOST_RIVALS = 16
};

/* A kernel on one shape, and against each reference. */
struct comparison_row {
    char kernel[RECIPE_LABEL + 16];
    char
        group[RECIPE_LABEL]; /* whose rows have a mean: the kernel, or the profile that picked it */
    uint64_t size[3];        /* m, n, k */
    uint64_t members;        /* of a batch; 0: it is none */
    const char *at;          /* sizes of a product in index notation; NULL: it has none */
    const char *rows;        /* as in struct measurement */
    bool packs;              /* some step is not the multiplication itself */
    bool prepares; /* some step, of it or a reference, runs once for the values of an operand */
    const struct peak *peak;   /* of the device */
    json_t *views[VIEW_COUNT]; /* of the kernel alone: gflops, above_peak */
    struct comparison {
        json_t *record;            /* without its views; NULL: it could not be compared */
        const struct peak *peak;   /* of the device; NULL: it runs elsewhere */
        json_t *views[VIEW_COUNT]; /* as records have them */
    } against[MOST_RIVALS];
};

struct comparison_table {
    const struct options *options;
    const struct device *device;
    const struct comparison_reference *references;
    size_t reference_count;
    struct comparison_row *rows;
    size_t row_count;
    const struct peak *stated[PEAK_KINDS]; /* that were shown */
    size_t stated_count;
};

/* Makes the row of a kernel that was measured. Errors: FAULT_IO (memory). */
int comparison_row_make(const struct suite_run *run, const struct candidate *kernel,
                        struct comparison_row *row, struct fault *fault);
void comparison_row_release(struct comparison_row *row);

/* The mean of a group's ratios against a reference, as of speeds that are multiplied; *count: the
 * shapes it is over. */
double comparison_mean(const struct comparison_table *table, const char *group, size_t reference,
                       enum view view, size_t *count);

/* Whether a row, the means of a group, and the tables of text have figures of a view. Text has none
 * for a view without a step of its kind, though rows have. */
bool comparison_has(const struct comparison_table *table, const struct comparison_row *row,
                    enum view view);
bool comparison_mean_has(const struct comparison_table *table, enum view view);
bool comparison_shown(const struct comparison_table *table, enum view view);

/* Whether a row is the first one of its group, where its means are shown. */
bool comparison_opens_group(const struct comparison_table *table, size_t index);

/* Adds the row of a kernel that was measured to the table, and shows it. Errors: FAULT_IO
 * (memory). */
int comparison_add(struct comparison_table *table, const struct suite_run *run,
                   const struct candidate *kernel, struct fault *fault);

/* Show the head of the output; a library that is not here, or a core type of it (NULL: all of it),
 * with the reason; what follows all rows. */
void comparison_begin(const struct comparison_table *table);
void comparison_missing(const struct options *options, const char *name, const char *core,
                        const char *reason);
void comparison_end(const struct comparison_table *table);

/* The same for people, as text or Markdown (compare_text.c): head of the output, titles of the
 * table of a view, a row of it, and what follows the rows of the first view. */
void comparison_text_begin(const struct comparison_table *table);
void comparison_text_head(const struct comparison_table *table, enum view view);
void comparison_text_row(const struct comparison_table *table, const struct comparison_row *row,
                         enum view view);
void comparison_text_end(const struct comparison_table *table);

void comparison_release(struct comparison_table *table);
