/*
 * Pictures of measurements: bars one below the other, lines over sizes, speeds below a roof, speeds
 * problem by problem, the course of a search. Each draws into a picture that svg_save or svg_end finishes.
 */
#ifndef HARNESS_REPORT_CHART_H
#define HARNESS_REPORT_CHART_H

#include <stdbool.h>

#include "harness/report/svg.h"

enum {
    CHART_NOTES = 3,
    CHART_TITLE = 34, /* pixels from the top to the title's base line */
    CHART_NOTE = 19   /* pixels a note */
};

struct chart {
    const char *title;
    const char *notes[CHART_NOTES]; /* lines below the title; NULL: none */
    const char *unit;               /* "GFLOP/s" */
    double peak;                    /* drawn where the values come near it; 0: unknown */
    const char *peak_name;          /* NULL: "peak" */
    bool to_peak; /* drawn always: the scale reaches it, however small the values */
    double width; /* pixels of a picture in a page, which shows heading and names
                                       itself; 0: a file of its own */
};

enum {
    CHART_TEXT = 48 /* bytes of a figure in words */
};

/* A figure with four digits, and no exponent where it is not tiny. */
const char *chart_number(double value, char text[CHART_TEXT]);

/* "peak 831.9" */
void chart_peak_words(const struct chart *chart, char *text, size_t room);

struct chart_bar {
    const char *name, *note; /* above the bar */
    const char *words;       /* behind the bar: its value, or why there is none */
    double value;            /* below 0: there is none */
};

void chart_bars(const struct chart *chart, const struct chart_bar *bars, size_t count,
                struct svg *svg);

struct chart_line {
    const char *name;
    const double *values; /* one an abscissa; below 0: there is none */
};

/* The abscissae, ascending. `places`: numbers shown on a logarithmic axis; NULL: in equal steps.
 * `apart`: those that lines pass by, since they are of another kind; NULL: none. */
struct chart_axis {
    const char *title;
    const double *places;
    const char *const *words;
    size_t count;
    const bool *apart;
};

/* Errors: FAULT_IO (memory). */
int chart_lines(const struct chart *chart, const struct chart_axis *axis,
                const struct chart_line *lines, size_t count, struct svg *svg, struct fault *fault);

/* A speed below the roof: operations a byte, and GFLOP/s. */
struct chart_spot {
    double intensity, gflops;
    size_t series; /* its mark */
    const char *hint;
};

/* The roof is chart.peak (0: not known) and `bandwidth`, GB/s (0: not known), both axes are
 * logarithmic. For pages. */
void chart_roof(const struct chart *chart, double bandwidth, const struct chart_spot *spots,
                size_t count, struct svg *svg);

/* A problem: the speed that each series has on it. */
struct chart_row {
    const char *name;
    const double *values;     /* one a series; below 0: there is none */
    const char *const *hints; /* one a series */
};

/* Rows one below the other, each with a mark for each series. For pages. */
void chart_shapes(const struct chart *chart, const struct chart_row *rows, size_t count,
                  size_t series, struct svg *svg);

/* A search: the speed of each evaluation in order (0: it failed), and the best so far. For pages. */
void chart_search(const struct chart *chart, const double *speeds, size_t count, struct svg *svg);

/* Draws title and notes at the top of a picture of that width. */
void chart_heading(const struct chart *chart, struct svg *svg, double width);

/* An axis from 0: its end, and the step between its marks, 1, 2 or 5 times a power of ten. It ends
 * at a mark, or where the best value is above a third of the peak, at the mark above the peak. */
struct chart_scale {
    double most, step;
    bool peak; /* lies on it */
};
struct chart_scale chart_scale(const struct chart *chart, double best);

/* The field of a picture, in pixels. */
struct chart_field {
    double left, top, wide, high;
};

/* Draws the axis of values that grow to the right, below the field, with its lines through the field
 * and the peak. */
void chart_across(const struct chart *chart, const struct chart_scale *scale,
                  const struct chart_field *field, struct svg *svg);

/* Draws the axis of values that stand upright, with its lines across the field and the peak. */
void chart_upright(const struct chart *chart, const struct chart_scale *scale,
                   const struct chart_field *field, struct svg *svg);

/* Where a value lies, from the top of the picture. */
double chart_height(const struct chart_scale *scale, const struct chart_field *field, double value);

#endif
