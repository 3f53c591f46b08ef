/* Pictures of ladders and studies, files of their own: bars one below the other, and lines over
 * sizes. Each draws into a picture that svg_save finishes. The pictures of the page are drawn by
 * its script. */
#ifndef HARNESS_REPORT_CHART_H
#define HARNESS_REPORT_CHART_H

#include <stdbool.h>

#include "harness/report/svg.h"

enum {
    CHART_NOTES = 3
};

struct chart {
    const char *title;
    const char *notes[CHART_NOTES]; /* lines below the title; NULL: none */
    const char *unit;               /* "GFLOP/s" */
    double peak;                    /* drawn where the values come near it; 0: unknown */
};

enum {
    CHART_TEXT = 48 /* bytes of a figure in words */
};

/* A figure with four digits, and no exponent where it is not tiny. */
const char *chart_number(double value, char text[CHART_TEXT]);

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

/* The abscissae, ascending. `places`: numbers shown on a logarithmic axis; NULL: in equal steps. */
struct chart_axis {
    const char *title;
    const double *places;
    const char *const *words;
    size_t count;
};

/* Errors: FAULT_IO (memory). */
int chart_lines(const struct chart *chart, const struct chart_axis *axis,
                const struct chart_line *lines, size_t count, struct svg *svg, struct fault *fault);

/* An axis from 0: its end, and the step between its marks, 1, 2 or 5 times a power of ten. It ends
 * at a mark, or where the best value is above a third of the peak, at the mark above the peak. */
struct chart_scale {
    double most, step;
    bool peak; /* lies on it */
};
struct chart_scale chart_scale(const struct chart *chart, double best);

#endif
