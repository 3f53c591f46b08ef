#include "harness/chart.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "harness/svg.h"

double chart_step(double most)
{
    double step = pow(10, floor(log10(most)));

    if (most / step < 2)
        return step / 5;
    return most / step < 5 ? step / 2 : step;
}

double chart_most(const struct chart *chart, double best)
{
    double most =
        chart->peak > 0 && best > chart->peak / 3 && chart->peak > best ? chart->peak : best;

    return most > 0 ? most : 1;
}

enum {
    LEFT = 20,
    TOP = 34,    /* of the title's base line */
    LINE = 19,   /* of notes */
    ROW = 48,    /* of a bar with its name */
    THICK = 18,  /* of a bar */
    BEHIND = 270 /* room for the words behind the longest bar */
};

/* The start of `text` that fits, with dots in place of the rest. */
static const char *cut(const char *text, size_t letters, char *room, size_t size)
{
    if (letters >= size)
        letters = size - 1;
    if (strlen(text) <= letters || letters < 4)
        return letters < 4 ? "" : text;
    snprintf(room, size, "%.*s...", (int)letters - 3, text);
    return room;
}

static void draw_scale(struct svg *svg, const struct chart *chart, double top, double bottom,
                       double scale, double most)
{
    double step = chart_step(most);
    char text[64];

    for (double at = 0; at <= most * 1.0001; at += step) {
        double x = LEFT + at * scale;

        svg_line(svg, x, top, x, bottom, at == 0 ? "axis" : "grid");
        snprintf(text, sizeof text, "%g", at);
        svg_text(svg, x, bottom + 16, "small", "middle", text);
    }
    svg_text(svg, LEFT + most * scale / 2, bottom + 34, "small", "middle", chart->unit);
    if (most == chart->peak) {
        double x = LEFT + chart->peak * scale;

        snprintf(text, sizeof text, "peak %.4g", chart->peak);
        svg_line(svg, x, top - 4, x, bottom, "peak");
        svg_text(svg, x + 6, bottom - 4, "small", "start", text);
    }
}

int chart_bars(const struct chart *chart, const struct chart_bar *bars, size_t count,
               const char *path, struct fault *fault)
{
    const double width = 860;
    double top = TOP + 14, bottom, best = 0, most, scale;
    struct svg svg;
    char room[200];

    for (int i = 0; i < CHART_NOTES; i++)
        top += chart->notes[i] != NULL ? LINE : 0;
    for (size_t i = 0; i < count; i++)
        best = bars[i].value > best ? bars[i].value : best;
    bottom = top + (double)count * ROW + 8;
    most = chart_most(chart, best);
    scale = (width - LEFT - BEHIND) / most;
    svg_begin(&svg, width, bottom + 50, chart->title);
    svg_text(&svg, LEFT, TOP, "title", "start",
             cut(chart->title, svg_letters(width - 2 * LEFT, 17), room, sizeof room));
    for (int i = 0; i < CHART_NOTES; i++)
        if (chart->notes[i] != NULL)
            svg_text(&svg, LEFT, TOP + (i + 1) * LINE, "note", "start",
                     cut(chart->notes[i], svg_letters(width - 2 * LEFT, 11), room, sizeof room));
    draw_scale(&svg, chart, top, bottom, scale, most);
    for (size_t i = 0; i < count; i++) {
        double y = top + (double)i * ROW;
        double behind = width - 2 * LEFT - svg_width(strlen(bars[i].name), 13);

        svg_name(&svg, LEFT + 4, y + 18, bars[i].name,
                 cut(bars[i].note, svg_letters(behind, 11), room, sizeof room));
        if (bars[i].value >= 0)
            svg_bar(&svg, LEFT, y + 25, bars[i].value * scale, THICK, "c0", bars[i].words);
        svg_text(&svg, LEFT + 8 + (bars[i].value >= 0 ? bars[i].value * scale : 0), y + 38.5,
                 bars[i].value >= 0 ? "value" : "note", "start",
                 cut(bars[i].words, svg_letters(bars[i].value >= 0 ? 1e4 : width - 2 * LEFT, 11),
                     room, sizeof room));
    }
    return svg_save(&svg, path, fault);
}
