#include "harness/report/chart.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static double find_step(double most)
{
    double step = pow(10, floor(log10(most)));

    if (most / step < 2)
        return step / 5;
    return most / step < 5 ? step / 2 : step;
}

struct chart_scale chart_scale(const struct chart *chart, double best)
{
    struct chart_scale scale = {.peak = chart->peak > 0 && best > chart->peak / 3};
    double most = scale.peak && chart->peak > best ? chart->peak : best > 0 ? best : 1;

    scale.step = find_step(most);
    scale.most = ceil(most / scale.step - 1e-6) * scale.step;
    return scale;
}

enum {
    CHART_TITLE = 34, /* pixels from the top to the title's base line */
    CHART_NOTE = 19,  /* pixels a note */
    LEFT = 20,
    WIDE = 860,
    ROW = 48,   /* of a bar with its name */
    THICK = 18, /* of a bar */
    GAP = 8,    /* between a bar and its words */
    WORD_SIZE = 13,
    PEAK_SIZE = 12,
    NOTE_SIZE = 11 /* letters of notes are narrow */
};

const char *chart_number(double value, char text[CHART_TEXT])
{
    snprintf(text, CHART_TEXT, fabs(value) >= 1000 ? "%.0f" : "%.4g", value);
    return text;
}

/* "peak 831.9" */
static void peak_words(const struct chart *chart, char *text, size_t room)
{
    char figure[CHART_TEXT];

    snprintf(text, room, "peak %s", chart_number(chart->peak, figure));
}

/* The base line of the last note, in pixels from the top. */
static double notes_end(const struct chart *chart)
{
    double end = CHART_TITLE;

    for (int i = 0; i < CHART_NOTES; i++)
        end += chart->notes[i] != NULL ? CHART_NOTE : 0;
    return end;
}

/* Begins a picture of that size with its title and notes. */
static void begin(const struct chart *chart, struct svg *svg, double width, double height)
{
    char room[256];

    svg_begin(svg, width, height, chart->title);
    svg_text(svg, LEFT, CHART_TITLE, "title", "start",
             svg_fit(chart->title, width - 2 * LEFT, 17, room, sizeof room));
    for (int i = 0; i < CHART_NOTES; i++)
        if (chart->notes[i] != NULL)
            svg_text(svg, LEFT, CHART_TITLE + (i + 1) * CHART_NOTE, "note", "start",
                     svg_fit(chart->notes[i], width - 2 * LEFT, NOTE_SIZE, room, sizeof room));
}

/* The axis of values that grow to the right, with its lines through the field above it and the
 * peak. */
static void draw_axis(struct svg *svg, const struct chart *chart, const struct chart_scale *scale,
                      double top, double bottom, double pixels)
{
    char text[96], figure[CHART_TEXT];
    double x;

    for (double at = 0; at <= scale->most * 1.0001; at += scale->step) {
        x = LEFT + at * pixels;
        svg_line(svg, x, top, x, bottom, at == 0 ? "axis" : "grid");
        svg_text(svg, x, bottom + 16, "small", "middle", chart_number(at, figure));
    }
    svg_text(svg, LEFT + scale->most * pixels / 2, bottom + 34, "small", "middle", chart->unit);
    if (scale->peak) {
        x = LEFT + chart->peak * pixels;
        peak_words(chart, text, sizeof text);
        svg_line(svg, x, top - 4, x, bottom, "peak");
        svg_text(svg, x + 6, top + 6, "small", "start", text);
    }
}

/* One bar, from y downwards. */
static void draw_bar(struct svg *svg, const struct chart_bar *bar, double y, double length)
{
    const double wide = WIDE - 2 * LEFT;
    double name = svg_width(strlen(bar->name), WORD_SIZE) + 20;
    char cut[256], room[256];

    svg_name(svg, LEFT + 4, y + 18, svg_fit(bar->name, wide, WORD_SIZE, cut, sizeof cut),
             svg_fit(bar->note, wide - name, NOTE_SIZE, room, sizeof room));
    if (bar->value < 0) {
        svg_text(svg, LEFT + 4, y + 38.5, "note", "start",
                 svg_fit(bar->words, wide, NOTE_SIZE, room, sizeof room));
        return;
    }
    svg_bar(svg, LEFT, y + 25, length, THICK, "c0", bar->words);
    svg_text(svg, LEFT + GAP + length, y + 38.5, "value", "start",
             svg_fit(bar->words, wide - length, WORD_SIZE, room, sizeof room));
}

/* Pixels a unit of the axis, so that it ends inside the picture, and so do the words that stand
 * behind a value. At least a third of the picture is left to the bars: longer words are cut. */
static double fit_pixels(double pixels, double value, const char *words, double size)
{
    double room = WIDE - 2 * LEFT - GAP - svg_width(strlen(words), size);

    return value > 0 ? fmin(pixels, fmax(room, WIDE / 3.0) / value) : pixels;
}

void chart_bars(const struct chart *chart, const struct chart_bar *bars, size_t count,
                struct svg *svg)
{
    const double top = notes_end(chart) + 14, bottom = top + (double)count * ROW + 8;
    double best = 0, pixels;
    struct chart_scale scale;
    char peak[96];

    for (size_t i = 0; i < count; i++)
        best = fmax(best, bars[i].value);
    scale = chart_scale(chart, best);
    pixels = (WIDE - 2 * LEFT) / scale.most;
    peak_words(chart, peak, sizeof peak);
    if (scale.peak)
        pixels = fit_pixels(pixels, chart->peak, peak, PEAK_SIZE);
    for (size_t i = 0; i < count; i++)
        pixels = fit_pixels(pixels, bars[i].value, bars[i].words, WORD_SIZE);
    begin(chart, svg, WIDE, bottom + 50);
    draw_axis(svg, chart, &scale, top, bottom, pixels);
    for (size_t i = 0; i < count; i++)
        draw_bar(svg, &bars[i], top + (double)i * ROW, bars[i].value * pixels);
}

/* ---------------------------------------------------------------------------------------- lines */

enum {
    PLOT_LEFT = 76,
    PLOT_HIGH = 360, /* of the field */
    PLOT_WIDE = 560, /* of the field */
    INSET = 14,      /* of the first and last abscissa */
    APART = 17,      /* of the names behind the lines */
    LEADER = 34      /* between field and names */
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
    return PLOT_LEFT + INSET + part * (PLOT_WIDE - 2 * INSET);
}

static double place_y(const struct plot *plot, double value)
{
    return plot->top + PLOT_HIGH - value / plot->scale.most * PLOT_HIGH;
}

/* The axis of values that stand upright, with its lines across the field and the peak. */
static void draw_values(struct svg *svg, const struct plot *plot)
{
    char text[96];

    for (double at = 0; at <= plot->scale.most * 1.0001; at += plot->scale.step) {
        double y = place_y(plot, at);

        svg_line(svg, PLOT_LEFT, y, PLOT_LEFT + PLOT_WIDE, y, at == 0 ? "axis" : "grid");
        svg_text(svg, PLOT_LEFT - 8, y + 4, "small", "end", chart_number(at, text));
    }
    svg_text_upwards(svg, 22, plot->top + PLOT_HIGH / 2.0, "small", plot->chart->unit);
    if (plot->scale.peak) {
        double y = place_y(plot, plot->chart->peak);

        peak_words(plot->chart, text, sizeof text);
        svg_line(svg, PLOT_LEFT, y, PLOT_LEFT + PLOT_WIDE, y, "peak");
        svg_text(svg, PLOT_LEFT + 6, y - 6, "small", "start", text);
    }
}

static void draw_sizes(struct svg *svg, const struct plot *plot)
{
    double bottom = plot->top + PLOT_HIGH, free_from = 0;

    for (size_t i = 0; i < plot->axis->count; i++) {
        double x = place_x(plot, i), half = svg_width(strlen(plot->axis->words[i]), 12) / 2;

        svg_line(svg, x, bottom, x, bottom + 5, "axis");
        if (x - half < free_from)
            continue;
        x = fmin(x, plot->width - half);
        svg_text(svg, x, bottom + 20, "small", "middle", plot->axis->words[i]);
        free_from = x + half + 6;
    }
    svg_text(svg, PLOT_LEFT + PLOT_WIDE / 2.0, bottom + 40, "small", "middle", plot->axis->title);
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
    double x = PLOT_LEFT + PLOT_WIDE + LEADER, lowest = plot->top + PLOT_HIGH;

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
    struct plot plot = {.chart = chart, .axis = axis, .top = notes_end(chart) + 32};
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
    plot.width = PLOT_LEFT + PLOT_WIDE + LEADER + 6 + svg_width(longest, WORD_SIZE) + 16;
    begin(chart, svg, plot.width, plot.top + PLOT_HIGH + 58);
    draw_values(svg, &plot);
    draw_sizes(svg, &plot);
    for (size_t i = 0; i < count; i++)
        if (draw_line(svg, &plot, &lines[i], i, &tags[named].from))
            tags[named++].line = i;
    draw_names(svg, &plot, lines, tags, named);
    free(tags);
    return 0;
}
