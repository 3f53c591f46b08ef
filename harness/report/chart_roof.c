#include <math.h>
#include <stdio.h>
#include <string.h>

#include "harness/report/chart.h"

enum {
    LEFT = 76,
    TOP = 14,
    HIGH = 360,
    RIGHT = 16,
    MOST_LABELS = 9 /* of the axis below */
};

/* Exponents at the ends of the axes: of two for operations a byte, of ten for speeds. */
struct plane {
    const struct chart *chart;
    double wide, bandwidth;
    double x0, x1, y0, y1;
};

static double place_x(const struct plane *plane, double intensity)
{
    return LEFT + (log2(intensity) - plane->x0) / (plane->x1 - plane->x0) * plane->wide;
}

static double place_y(const struct plane *plane, double gflops)
{
    return TOP + HIGH - (log10(gflops) - plane->y0) / (plane->y1 - plane->y0) * HIGH;
}

static void take_in(double value, double *least, double *most)
{
    if (!(value > 0))
        return;
    *least = value < *least ? value : *least;
    *most = value > *most ? value : *most;
}

static void find_ends(struct plane *plane, const struct chart_spot *spots, size_t count)
{
    double left = INFINITY, right = 0, low = INFINITY, high = 0;
    double peak = plane->chart->peak;

    for (size_t i = 0; i < count; i++) {
        take_in(spots[i].intensity, &left, &right);
        take_in(spots[i].gflops, &low, &high);
    }
    take_in(peak, &low, &high);
    if (peak > 0 && plane->bandwidth > 0)
        take_in(peak / plane->bandwidth, &left, &right);
    plane->x0 = floor(log2(left)) - 1;
    plane->x1 = ceil(log2(right)) + 1;
    plane->y0 = floor(log10(low) - 0.1);
    plane->y1 = log10(high) + 0.25;
}

static void draw_speeds(struct svg *svg, const struct plane *plane)
{
    static const double marks[] = {1, 2, 5};
    char text[CHART_TEXT];

    for (double decade = plane->y0; decade < plane->y1; decade++)
        for (int i = 0; i < 3; i++) {
            double value = marks[i] * pow(10, decade), y = place_y(plane, value);

            if (log10(value) > plane->y1)
                continue;
            svg_line(svg, LEFT, y, LEFT + plane->wide, y,
                     i == 0 && decade == plane->y0 ? "axis" : "grid");
            snprintf(text, sizeof text, value < 1e6 ? "%.6g" : "%.0f", value);
            if (i == 0 || plane->y1 - plane->y0 < 3.5)
                svg_text(svg, LEFT - 8, y + 4, "small", "end", text);
        }
    svg_text_upwards(svg, 22, TOP + HIGH / 2, "small", plane->chart->unit);
}

static void draw_intensities(struct svg *svg, const struct plane *plane)
{
    double step = ceil((plane->x1 - plane->x0) / (plane->wide < 400 ? 5 : MOST_LABELS));
    const double bottom = TOP + HIGH;
    char text[CHART_TEXT];

    for (double at = plane->x0; at <= plane->x1; at += step) {
        double x = place_x(plane, exp2(at)), half;

        svg_line(svg, x, TOP, x, bottom, "grid");
        if (at < 0)
            snprintf(text, sizeof text, "1/%.0f", exp2(-at));
        else
            snprintf(text, sizeof text, "%.0f", exp2(at));
        half = svg_width(strlen(text), 12) / 2;
        svg_text(svg, fmin(x, plane->chart->width - half - 4), bottom + 20, "small", "middle",
                 text);
    }
    svg_text(svg, LEFT + plane->wide / 2, bottom + 40, "small", "middle",
             "operations a byte of memory traffic");
}

/* The slope, where the bandwidth is known, and the roof. */
static void draw_limits(struct svg *svg, const struct plane *plane)
{
    const double peak = plane->chart->peak, bandwidth = plane->bandwidth;
    double left = exp2(plane->x0), right = exp2(plane->x1), ridge = left;
    char figure[CHART_TEXT], text[96];

    if (bandwidth > 0) {
        double end = peak > 0 ? peak / bandwidth : right;
        double low = pow(10, plane->y0), high = pow(10, plane->y1);

        if (end * bandwidth > high)
            end = high / bandwidth;
        left = left * bandwidth < low ? low / bandwidth : left;
        svg_line(svg, place_x(plane, left), place_y(plane, left * bandwidth), place_x(plane, end),
                 place_y(plane, end * bandwidth), "peak");
        snprintf(text, sizeof text, "memory %s GB/s", chart_number(bandwidth, figure));
        svg_text(svg, place_x(plane, sqrt(left * end)) + 10,
                 place_y(plane, sqrt(left * end) * bandwidth) + 10, "small", "start", text);
        ridge = end;
    }
    if (peak > 0) {
        svg_line(svg, place_x(plane, ridge), place_y(plane, peak), LEFT + plane->wide,
                 place_y(plane, peak), "peak");
        chart_peak_words(plane->chart, text, sizeof text);
        svg_text(svg, LEFT + plane->wide - 4, place_y(plane, peak) - 7, "small", "end", text);
    }
}

void chart_roof(const struct chart *chart, double bandwidth, const struct chart_spot *spots,
                size_t count, struct svg *svg)
{
    struct plane plane = {chart, chart->width - LEFT - RIGHT, bandwidth, 0, 1, 0, 1};

    find_ends(&plane, spots, count);
    svg_begin(svg, chart->width, TOP + HIGH + 52, chart->title);
    draw_speeds(svg, &plane);
    draw_intensities(svg, &plane);
    draw_limits(svg, &plane);
    for (size_t i = 0; i < count; i++)
        svg_mark(svg, place_x(&plane, spots[i].intensity), place_y(&plane, spots[i].gflops),
                 spots[i].series, spots[i].hint);
}
