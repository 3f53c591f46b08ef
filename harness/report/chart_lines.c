#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/report/chart.h"

enum {
    LEFT = 76,
    HIGH = 360,  /* of the field */
    WIDE = 560,  /* of the field */
    INSET = 14,  /* of the first and last abscissa */
    APART = 17,  /* of the names behind the lines */
    LEADER = 34, /* between field and names */
    NAME_SIZE = 13
};

struct plot {
    const struct chart *chart;
    const struct chart_axis *axis;
    struct chart_scale scale;
    double top;   /* of the field */
    double width; /* of the picture */
};

static double place_x(const struct plot *plot, size_t index)
{
    const double *places = plot->axis->places;
    double part = 0.5;

    if (plot->axis->count > 1)
        part = places == NULL ? (double)index / (double)(plot->axis->count - 1)
                              : log(places[index] / places[0]) /
                                    log(places[plot->axis->count - 1] / places[0]);
    return LEFT + INSET + part * (WIDE - 2 * INSET);
}

static double place_y(const struct plot *plot, double value)
{
    return plot->top + HIGH - value / plot->scale.most * HIGH;
}

/* The axis of values that stand upright, with its lines across the field and the peak. */
static void draw_values(struct svg *svg, const struct plot *plot)
{
    char text[96];

    for (double at = 0; at <= plot->scale.most * 1.0001; at += plot->scale.step) {
        double y = place_y(plot, at);

        svg_line(svg, LEFT, y, LEFT + WIDE, y, at == 0 ? "axis" : "grid");
        svg_text(svg, LEFT - 8, y + 4, "small", "end", chart_number(at, text));
    }
    svg_text_upwards(svg, 22, plot->top + HIGH / 2.0, "small", plot->chart->unit);
    if (plot->scale.peak) {
        double y = place_y(plot, plot->chart->peak);

        chart_peak_words(plot->chart, text, sizeof text);
        svg_line(svg, LEFT, y, LEFT + WIDE, y, "peak");
        svg_text(svg, LEFT + 6, y - 6, "small", "start", text);
    }
}

static void draw_sizes(struct svg *svg, const struct plot *plot)
{
    double bottom = plot->top + HIGH, free_from = 0;

    for (size_t i = 0; i < plot->axis->count; i++) {
        double x = place_x(plot, i), half = svg_width(strlen(plot->axis->words[i]), 12) / 2;

        svg_line(svg, x, bottom, x, bottom + 5, "axis");
        if (x - half < free_from)
            continue;
        x = fmin(x, plot->width - half);
        svg_text(svg, x, bottom + 20, "small", "middle", plot->axis->words[i]);
        free_from = x + half + 6;
    }
    svg_text(svg, LEFT + WIDE / 2.0, bottom + 40, "small", "middle", plot->axis->title);
}

static bool draw_line(struct svg *svg, const struct plot *plot, const struct chart_line *line,
                      size_t number, struct svg_point *last)
{
    struct svg_point *points = calloc(plot->axis->count, sizeof *points);
    char class[24], hint[200], figure[CHART_TEXT];
    size_t count = 0;

    if (points == NULL)
        return false;
    for (size_t i = 0; i < plot->axis->count; i++)
        if (line->values[i] >= 0)
            points[count++] = (struct svg_point){place_x(plot, i), place_y(plot, line->values[i])};
    snprintf(class, sizeof class, "c%zu", number % SVG_COLOURS);
    svg_path(svg, points, count, class);
    for (size_t i = 0; i < plot->axis->count; i++) {
        if (line->values[i] < 0)
            continue;
        snprintf(hint, sizeof hint, "%.64s, %.32s: %s %.20s", line->name, plot->axis->words[i],
                 chart_number(line->values[i], figure), plot->chart->unit);
        svg_mark(svg, place_x(plot, i), place_y(plot, line->values[i]), number, hint);
    }
    if (count > 0)
        *last = points[count - 1];
    free(points);
    return count > 0;
}

struct tag {
    size_t line;
    struct svg_point from;
    double y;
};

static int by_height(const void *left, const void *right)
{
    double a = ((const struct tag *)left)->from.y, b = ((const struct tag *)right)->from.y;

    return (a > b) - (a < b);
}

/* Names beside the ends of their lines, moved apart where they would overlap: downwards first,
 * then upwards from the bottom of the field. */
static void draw_names(struct svg *svg, const struct plot *plot, const struct chart_line *lines,
                       struct tag *tags, size_t count)
{
    double x = LEFT + WIDE + LEADER, lowest = plot->top + HIGH;

    qsort(tags, count, sizeof *tags, by_height);
    for (size_t i = 0; i < count; i++) {
        tags[i].y = tags[i].from.y;
        if (i > 0 && tags[i].y < tags[i - 1].y + APART)
            tags[i].y = tags[i - 1].y + APART;
    }
    for (size_t i = count; i-- > 0; lowest -= APART)
        if (tags[i].y > lowest)
            tags[i].y = lowest;
    for (size_t i = 0; i < count; i++) {
        svg_line(svg, tags[i].from.x + 7, tags[i].from.y, x - 14, tags[i].y, "guide");
        svg_mark(svg, x - 6, tags[i].y, tags[i].line, NULL);
        svg_text(svg, x + 6, tags[i].y + 4.5, "name", "start", lines[tags[i].line].name);
    }
}

int chart_lines(const struct chart *chart, const struct chart_axis *axis,
                const struct chart_line *lines, size_t count, struct svg *svg, struct fault *fault)
{
    struct plot plot = {.chart = chart, .axis = axis, .top = chart_notes_end(chart) + 32};
    struct tag *tags = calloc(count + 1, sizeof *tags);
    double best = 0;
    size_t longest = 0, named = 0;

    if (tags == NULL)
        return fault_memory(fault);
    for (size_t i = 0; i < count; i++) {
        longest = strlen(lines[i].name) > longest ? strlen(lines[i].name) : longest;
        for (size_t j = 0; j < axis->count; j++)
            best = fmax(best, lines[i].values[j]);
    }
    plot.scale = chart_scale(chart, best);
    plot.width = LEFT + WIDE + LEADER + 6 + svg_width(longest, NAME_SIZE) + 16;
    chart_begin(chart, svg, plot.width, plot.top + HIGH + 58);
    draw_values(svg, &plot);
    draw_sizes(svg, &plot);
    for (size_t i = 0; i < count; i++)
        if (draw_line(svg, &plot, &lines[i], i, &tags[named].from))
            tags[named++].line = i;
    draw_names(svg, &plot, lines, tags, named);
    free(tags);
    return 0;
}
