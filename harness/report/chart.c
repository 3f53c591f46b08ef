#include "harness/report/chart.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "harness/report/svg.h"

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

void chart_peak_words(const struct chart *chart, char *text, size_t room)
{
    char figure[CHART_TEXT];

    snprintf(text, room, "peak %s", chart_number(chart->peak, figure));
}

double chart_notes_end(const struct chart *chart)
{
    double end = CHART_TITLE;

    for (int i = 0; i < CHART_NOTES; i++)
        end += chart->notes[i] != NULL ? CHART_NOTE : 0;
    return end;
}

void chart_begin(const struct chart *chart, struct svg *svg, double width, double height)
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
        chart_peak_words(chart, text, sizeof text);
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
    const double top = chart_notes_end(chart) + 14, bottom = top + (double)count * ROW + 8;
    double best = 0, pixels;
    struct chart_scale scale;
    char peak[96];

    for (size_t i = 0; i < count; i++)
        best = fmax(best, bars[i].value);
    scale = chart_scale(chart, best);
    pixels = (WIDE - 2 * LEFT) / scale.most;
    chart_peak_words(chart, peak, sizeof peak);
    if (scale.peak)
        pixels = fit_pixels(pixels, chart->peak, peak, PEAK_SIZE);
    for (size_t i = 0; i < count; i++)
        pixels = fit_pixels(pixels, bars[i].value, bars[i].words, WORD_SIZE);
    chart_begin(chart, svg, WIDE, bottom + 50);
    draw_axis(svg, chart, &scale, top, bottom, pixels);
    for (size_t i = 0; i < count; i++)
        draw_bar(svg, &bars[i], top + (double)i * ROW, bars[i].value * pixels);
}
