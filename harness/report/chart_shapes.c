#include <math.h>
#include <stdio.h>
#include <string.h>

#include "harness/report/chart.h"

enum {
    TOP = 14,
    INSET = 20,
    ROW = 26,        /* where its name stands beside it */
    NARROW_ROW = 40, /* where it stands above it */
    NARROW = 600,    /* pixels */
    NAME_SIZE = 12,
    GAP = 12,       /* between a name and the field */
    PEAK_WORDS = 8, /* pixels above the field */
};

struct plot {
    const struct chart *chart;
    const struct chart_row *rows;
    struct chart_scale scale;
    struct chart_field field;
    bool narrow;
    double row; /* pixels of one */
};

static double place_x(const struct plot *plot, double value)
{
    return plot->field.left + value / plot->scale.most * plot->field.wide;
}

/* The least and the greatest value of a row; false: it has none. */
static bool find_ends(const struct chart_row *row, size_t series, double *least, double *most)
{
    *least = INFINITY;
    *most = -1;
    for (size_t i = 0; i < series; i++)
        if (row->values[i] >= 0) {
            *least = fmin(*least, row->values[i]);
            *most = fmax(*most, row->values[i]);
        }
    return *most >= 0;
}

static void draw_row(struct svg *svg, const struct plot *plot, size_t number, size_t series)
{
    const struct chart_row *row = &plot->rows[number];
    const struct chart_field *field = &plot->field;
    const double top = field->top + (double)number * plot->row;
    const double y = top + (plot->narrow ? plot->row - 12 : plot->row / 2);
    double least, most;

    if (plot->narrow)
        svg_text(svg, field->left + 4, top + 14, "small", "start", row->name);
    else
        svg_text(svg, field->left - GAP, y + 4, "small", "end", row->name);
    if (find_ends(row, series, &least, &most))
        svg_line(svg, place_x(plot, least), y, place_x(plot, most), y, "guide");
    for (size_t i = series; i-- > 0;) /* the first one lies on top */
        if (row->values[i] >= 0)
            svg_mark(svg, place_x(plot, row->values[i]), y, i, row->hints[i]);
}

/* The longest name stands left of the field. */
static double find_left(const struct plot *plot, size_t count)
{
    double longest = 0;

    for (size_t i = 0; i < count && !plot->narrow; i++)
        longest = fmax(longest, svg_width(strlen(plot->rows[i].name), NAME_SIZE));
    return plot->narrow ? INSET : INSET + longest;
}

void chart_shapes(const struct chart *chart, const struct chart_row *rows, size_t count,
                  size_t series, struct svg *svg)
{
    struct plot plot = {.chart = chart, .rows = rows, .narrow = chart->width < NARROW};
    double best = 0, least, most;

    plot.row = plot.narrow ? NARROW_ROW : ROW;
    for (size_t i = 0; i < count; i++)
        if (find_ends(&rows[i], series, &least, &most))
            best = fmax(best, most);
    plot.scale = chart_scale(chart, best);
    plot.field.left = find_left(&plot, count);
    plot.field.top = TOP + (plot.scale.peak ? PEAK_WORDS : 0);
    plot.field.wide = chart->width - INSET - plot.field.left;
    plot.field.high = (double)count * plot.row;
    svg_begin(svg, chart->width, plot.field.top + plot.field.high + 42, chart->title);
    chart_across(chart, &plot.scale, &plot.field, svg);
    for (size_t i = 0; i < count; i++)
        draw_row(svg, &plot, i, series);
}
