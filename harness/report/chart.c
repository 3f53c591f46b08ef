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
    struct chart_scale scale = {.peak =
                                    chart->peak > 0 && (chart->to_peak || best > chart->peak / 3)};
    double most = scale.peak && chart->peak > best ? chart->peak : best > 0 ? best : 1;

    scale.step = find_step(most);
    scale.most = ceil(most / scale.step - 1e-6) * scale.step;
    return scale;
}

enum {
    LEFT = 20,
    TOP = CHART_TITLE,
    LINE = CHART_NOTE,
    ROW = 48,     /* of a bar with its name */
    WORDS = 18,   /* more for words below the bar, where the picture is narrow */
    NARROW = 600, /* pixels */
    THICK = 18,   /* of a bar */
    GAP = 8,      /* between a bar and its words */
    WORD_SIZE = 13,
    PEAK_SIZE = 12,
    NOTE_SIZE = 11 /* letters of notes are narrow */
};

void chart_across(const struct chart *chart, const struct chart_scale *scale,
                  const struct chart_field *field, struct svg *svg)
{
    const double bottom = field->top + field->high, pixels = field->wide / scale->most;
    char text[96], figure[CHART_TEXT];

    for (double at = 0; at <= scale->most * 1.0001; at += scale->step) {
        double x = field->left + at * pixels;

        svg_line(svg, x, field->top, x, bottom, at == 0 ? "axis" : "grid");
        svg_text(svg, x, bottom + 16, "small", "middle", chart_number(at, figure));
    }
    svg_text(svg, field->left + field->wide / 2, bottom + 34, "small", "middle", chart->unit);
    if (scale->peak) {
        double x = field->left + chart->peak * pixels;
        bool left;

        chart_peak_words(chart, text, sizeof text);
        left = chart->width > 0 && x + 6 + svg_width(strlen(text), PEAK_SIZE) > chart->width;
        svg_line(svg, x, field->top - 4, x, bottom, "peak");
        svg_text(svg, left ? x - 6 : x + 6, field->top + 6, "small", left ? "end" : "start", text);
    }
}

void chart_heading(const struct chart *chart, struct svg *svg, double width)
{
    char room[256];

    svg_text(svg, LEFT, TOP, "title", "start",
             svg_fit(chart->title, width - 2 * LEFT, 17, room, sizeof room));
    for (int i = 0; i < CHART_NOTES; i++)
        if (chart->notes[i] != NULL)
            svg_text(svg, LEFT, TOP + (i + 1) * LINE, "note", "start",
                     svg_fit(chart->notes[i], width - 2 * LEFT, NOTE_SIZE, room, sizeof room));
}

const char *chart_number(double value, char text[CHART_TEXT])
{
    snprintf(text, CHART_TEXT, fabs(value) >= 1000 ? "%.0f" : "%.4g", value);
    return text;
}

void chart_peak_words(const struct chart *chart, char *text, size_t room)
{
    char figure[CHART_TEXT];

    snprintf(text, room, "%.20s %s", chart->peak_name == NULL ? "peak" : chart->peak_name,
             chart_number(chart->peak, figure));
}

double chart_height(const struct chart_scale *scale, const struct chart_field *field, double value)
{
    return field->top + field->high - value / scale->most * field->high;
}

void chart_upright(const struct chart *chart, const struct chart_scale *scale,
                   const struct chart_field *field, struct svg *svg)
{
    const double right = field->left + field->wide;
    char text[96], figure[CHART_TEXT];

    for (double at = 0; at <= scale->most * 1.0001; at += scale->step) {
        double y = chart_height(scale, field, at);

        svg_line(svg, field->left, y, right, y, at == 0 ? "axis" : "grid");
        svg_text(svg, field->left - 8, y + 4, "small", "end", chart_number(at, figure));
    }
    svg_text_upwards(svg, 22, field->top + field->high / 2, "small", chart->unit);
    if (scale->peak) {
        double y = chart_height(scale, field, chart->peak);

        chart_peak_words(chart, text, sizeof text);
        svg_line(svg, field->left, y, right, y, "peak");
        svg_text(svg, field->left + 6, y - 6, "small", "start", text);
    }
}

/* One bar, from y downwards. */
static void draw_bar(struct svg *svg, const struct chart_bar *bar, double y, double width,
                     double length)
{
    double name = svg_width(strlen(bar->name), WORD_SIZE) + 20;
    bool narrow = width < NARROW;
    char cut[256], room[256];

    svg_name(svg, LEFT + 4, y + 18,
             svg_fit(bar->name, width - 2 * LEFT, WORD_SIZE, cut, sizeof cut),
             svg_fit(bar->note, width - 2 * LEFT - name, NOTE_SIZE, room, sizeof room));
    if (bar->value < 0) {
        svg_text(svg, LEFT + 4, y + 38.5, "note", "start",
                 svg_fit(bar->words, width - 2 * LEFT, NOTE_SIZE, room, sizeof room));
        return;
    }
    svg_bar(svg, LEFT, y + 25, length, THICK, "c0", bar->words);
    svg_text(svg, narrow ? LEFT + 4 : LEFT + GAP + length, narrow ? y + 57 : y + 38.5, "value",
             "start",
             svg_fit(bar->words, width - 2 * LEFT - (narrow ? 0 : length), WORD_SIZE, room,
                     sizeof room));
}

/* Pixels a unit of the axis, so that it ends inside the picture, and so do the words that stand
 * behind a value. At least a third of the picture is left to the bars: longer words are cut. */
static double fit_pixels(double pixels, double width, double value, const char *words, double size)
{
    double room = width - 2 * LEFT - GAP - svg_width(strlen(words), size);

    return value > 0 ? fmin(pixels, fmax(room, width / 3) / value) : pixels;
}

static double find_pixels(const struct chart *chart, const struct chart_scale *scale, double width,
                          const struct chart_bar *bars, size_t count)
{
    double pixels = (width - 2 * LEFT) / scale->most;
    char peak[96];

    chart_peak_words(chart, peak, sizeof peak);
    if (scale->peak)
        pixels = fit_pixels(pixels, width, chart->peak, peak, PEAK_SIZE);
    for (size_t i = 0; i < count && width >= NARROW; i++)
        pixels = fit_pixels(pixels, width, bars[i].value, bars[i].words, WORD_SIZE);
    return pixels;
}

void chart_bars(const struct chart *chart, const struct chart_bar *bars, size_t count,
                struct svg *svg)
{
    const double width = chart->width > 0 ? chart->width : 860;
    const bool narrow = width < NARROW;
    const double row = narrow ? ROW + WORDS : ROW;
    double top = chart->width > 0 ? 14 : TOP + 14, bottom, best = 0, pixels;
    struct chart_scale scale;
    struct chart_field field;

    for (int i = 0; i < CHART_NOTES && chart->width <= 0; i++)
        top += chart->notes[i] != NULL ? LINE : 0;
    for (size_t i = 0; i < count; i++)
        best = bars[i].value > best ? bars[i].value : best;
    bottom = top + (double)count * row + 8;
    scale = chart_scale(chart, best);
    pixels = find_pixels(chart, &scale, width, bars, count);
    svg_begin(svg, width, bottom + 50, chart->title);
    if (chart->width <= 0)
        chart_heading(chart, svg, width);
    field = (struct chart_field){LEFT, top, scale.most * pixels, bottom - top};
    chart_across(chart, &scale, &field, svg);
    for (size_t i = 0; i < count; i++)
        draw_bar(svg, &bars[i], top + (double)i * row, width, bars[i].value * pixels);
}
