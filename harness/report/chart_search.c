#include <stdio.h>
#include <stdlib.h>

#include "harness/report/chart.h"

enum {
    LEFT = 76,
    TOP = 14,
    HIGH = 320,
    RIGHT = 16
};

struct course {
    const struct chart *chart;
    struct chart_scale speed, number;
    struct chart_field field;
};

static double place_x(const struct course *course, double number)
{
    return LEFT + number / course->number.most * course->field.wide;
}

static double place_y(const struct course *course, double speed)
{
    return chart_height(&course->speed, &course->field, speed);
}

static void draw_axes(struct svg *svg, const struct course *course)
{
    const double bottom = TOP + HIGH;
    char figure[CHART_TEXT];

    chart_upright(course->chart, &course->speed, &course->field, svg);
    for (double at = 0; at <= course->number.most * 1.0001; at += course->number.step) {
        double x = place_x(course, at);

        if (at != (double)(long)at)
            continue;
        svg_line(svg, x, bottom, x, bottom + 5, "axis");
        svg_text(svg, x, bottom + 20, "small", "middle", chart_number(at, figure));
    }
    svg_text(svg, LEFT + course->field.wide / 2, bottom + 40, "small", "middle", "evaluations");
}

/* The best so far as stairs: at most two corners an evaluation. */
static void draw_best(struct svg *svg, const struct course *course, const double *speeds,
                      size_t count)
{
    struct svg_point *points = calloc(2 * count + 1, sizeof *points);
    double best = 0;
    size_t used = 0;

    for (size_t i = 0; i < count && points != NULL; i++) {
        double x = place_x(course, (double)(i + 1));

        if (speeds[i] <= best)
            continue;
        if (used > 0)
            points[used++] = (struct svg_point){x, place_y(course, best)};
        best = speeds[i];
        points[used++] = (struct svg_point){x, place_y(course, best)};
    }
    if (used > 0)
        points[used++] = (struct svg_point){place_x(course, (double)count), place_y(course, best)};
    svg_path(svg, points, used, "c1");
    free(points);
}

void chart_search(const struct chart *chart, const double *speeds, size_t count, struct svg *svg)
{
    struct course course = {.chart = chart,
                            .field = {LEFT, TOP, chart->width - LEFT - RIGHT, HIGH}};
    const struct chart plain = {.peak = 0};
    double best = 0;

    for (size_t i = 0; i < count; i++)
        best = speeds[i] > best ? speeds[i] : best;
    course.speed = chart_scale(chart, best);
    course.number = chart_scale(&plain, (double)count);
    svg_begin(svg, chart->width, TOP + HIGH + 52, chart->title);
    draw_axes(svg, &course);
    for (size_t i = 0; i < count; i++) {
        double x = place_x(&course, (double)(i + 1));

        if (speeds[i] > 0)
            svg_dot(svg, x, place_y(&course, speeds[i]), 2.5, "c0");
        else
            svg_bar(svg, x - 1, TOP + HIGH - 9, 2, 9, "c6", NULL);
    }
    draw_best(svg, &course, speeds, count);
}
