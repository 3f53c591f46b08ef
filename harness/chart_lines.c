#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/chart.h"

enum {
    LEFT = 76,
    HIGH = 360,  /* of the field */
    WIDE = 560,  /* of the field, in a file */
    RIGHT = 12,  /* of it, in a page */
    INSET = 14,  /* of the first and last abscissa */
    APART = 17,  /* of the names behind the lines */
    LEADER = 34, /* between field and names */
    NAME_SIZE = 13
};

struct field {
    const struct chart *chart;
    const struct chart_axis *axis;
    struct chart_scale scale;
    double top, wide;
};

static double place_x(const struct field *field, size_t index)
{
    const double *places = field->axis->places;
    double part = 0.5;

    if (field->axis->count > 1)
        part = places == NULL ? (double)index / (double)(field->axis->count - 1)
                              : log(places[index] / places[0]) /
                                    log(places[field->axis->count - 1] / places[0]);
    return LEFT + INSET + part * (field->wide - 2 * INSET);
}

static double place_y(const struct field *field, double value)
{
    return field->top + HIGH - value / field->scale.most * HIGH;
}

static void draw_axes(struct svg *svg, const struct field *field)
{
    double bottom = field->top + HIGH, free_from = 0;
    char text[96];

    for (double at = 0; at <= field->scale.most * 1.0001; at += field->scale.step) {
        double y = place_y(field, at);

        svg_line(svg, LEFT, y, LEFT + field->wide, y, at == 0 ? "axis" : "grid");
        snprintf(text, sizeof text, "%g", at);
        svg_text(svg, LEFT - 8, y + 4, "small", "end", text);
    }
    for (size_t i = 0; i < field->axis->count; i++) {
        double x = place_x(field, i), half = svg_width(strlen(field->axis->words[i]), 12) / 2;

        svg_line(svg, x, bottom, x, bottom + 5, "axis");
        if (x - half < free_from)
            continue;
        svg_text(svg, x, bottom + 20, "small", "middle", field->axis->words[i]);
        free_from = x + half + 6;
    }
    svg_text(svg, LEFT + field->wide / 2, bottom + 40, "small", "middle", field->axis->title);
    svg_text_upwards(svg, 22, field->top + HIGH / 2, "small", field->chart->unit);
    if (field->scale.peak) {
        double y = place_y(field, field->chart->peak);

        chart_peak_words(field->chart, text, sizeof text);
        svg_line(svg, LEFT, y, LEFT + field->wide, y, "peak");
        svg_text(svg, LEFT + 6, y - 6, "small", "start", text);
    }
}

static bool draw_line(struct svg *svg, const struct field *field, const struct chart_line *line,
                      size_t number, struct svg_point *last)
{
    struct svg_point *points = calloc(field->axis->count, sizeof *points);
    char class[24], hint[200], figure[CHART_TEXT];
    size_t count = 0;

    if (points == NULL)
        return false;
    for (size_t i = 0; i < field->axis->count; i++)
        if (line->values[i] >= 0 && (field->axis->apart == NULL || !field->axis->apart[i]))
            points[count++] =
                (struct svg_point){place_x(field, i), place_y(field, line->values[i])};
    snprintf(class, sizeof class, "c%zu", number % SVG_COLOURS);
    svg_path(svg, points, count, class);
    for (size_t i = 0; i < field->axis->count; i++) {
        if (line->values[i] < 0)
            continue;
        snprintf(hint, sizeof hint, "%.64s, %.32s: %s %.20s", line->name, field->axis->words[i],
                 chart_number(line->values[i], figure), field->chart->unit);
        svg_mark(svg, place_x(field, i), place_y(field, line->values[i]), number, hint);
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
static void draw_names(struct svg *svg, const struct field *field, const struct chart_line *lines,
                       struct tag *tags, size_t count)
{
    double x = LEFT + field->wide + LEADER, lowest = field->top + HIGH;

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
    const bool in_page = chart->width > 0;
    struct field field = {.chart = chart,
                          .axis = axis,
                          .top = in_page ? 14 : CHART_TITLE + 32,
                          .wide = in_page ? chart->width - LEFT - RIGHT : WIDE};
    struct tag *tags = calloc(count + 1, sizeof *tags);
    double best = 0, width = chart->width;
    size_t longest = 0, named = 0;

    if (tags == NULL)
        return fault_memory(fault);
    for (int i = 0; i < CHART_NOTES && !in_page; i++)
        field.top += chart->notes[i] != NULL ? CHART_NOTE : 0;
    for (size_t i = 0; i < count; i++) {
        longest = strlen(lines[i].name) > longest ? strlen(lines[i].name) : longest;
        for (size_t j = 0; j < axis->count; j++)
            best = lines[i].values[j] > best ? lines[i].values[j] : best;
    }
    field.scale = chart_scale(chart, best);
    if (!in_page)
        width = LEFT + WIDE + LEADER + 6 + svg_width(longest, NAME_SIZE) + 16;
    svg_begin(svg, width, field.top + HIGH + 58, chart->title);
    if (!in_page)
        chart_heading(chart, svg, width);
    draw_axes(svg, &field);
    for (size_t i = 0; i < count; i++)
        if (draw_line(svg, &field, &lines[i], i, &tags[named].from))
            tags[named++].line = i;
    if (!in_page)
        draw_names(svg, &field, lines, tags, named);
    free(tags);
    return 0;
}
