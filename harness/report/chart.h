/* Pictures of ladders and studies as SVG: bars one below the other, and lines over sizes. Each is
 * whole in itself, and readable on a light and on a dark page. The pictures of the page are drawn
 * by its script. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum {
    CHART_NOTES = 3,
    CHART_TEXT = 48 /* bytes of a figure in words */
};

struct chart {
    char title[256];
    char notes[CHART_NOTES][512]; /* lines below the title; "": none */
    const char *unit;             /* "GFLOP/s" */
    double peak;                  /* drawn where the values come near it; 0: unknown */
};

/* A figure with four digits, and no exponent where it is not tiny. */
const char *chart_number(double value, char text[CHART_TEXT]);

/* `text`, or in `room` the start of it that fits into `width` pixels, with dots behind it. */
const char *chart_fit(const char *text, double width, double font_size, char *room, size_t size);

struct chart_bar {
    const char *name, *note; /* above the bar */
    char words[256];         /* behind the bar: its value, or why there is none */
    double value;            /* below 0: there is none */
};

void chart_bars(const struct chart *chart, const struct chart_bar *bars, size_t count, FILE *out);

struct chart_line {
    const char *name;
    const double *values; /* one a place; below 0: there is none */
    size_t number;        /* of the line, which its colour and marks follow from ... */
    double x, y, name_y;  /* ... and where it and its name end: chart_lines fills these */
};

/* The abscissae, ascending. */
struct chart_place {
    double number; /* on a logarithmic axis */
    char words[64];
};
struct chart_axis {
    const char *title;
    bool even; /* in equal steps, whatever the numbers are */
    const struct chart_place *places;
    size_t count;
};

/* Sorts the lines by where they end. */
void chart_lines(const struct chart *chart, const struct chart_axis *axis, struct chart_line *lines,
                 size_t count, FILE *out);

/* An axis from 0: its end, and the step between its marks, 1, 2 or 5 times a power of ten. It ends
 * at a mark, or where the best value is above a third of the peak, at the mark above the peak. */
struct chart_scale {
    double most, step;
    bool peak; /* lies on it */
};
struct chart_scale chart_scale(const struct chart *chart, double best);
