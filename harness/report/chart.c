#include "harness/report/chart.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/embedded.h"
#include "harness/base/text.h"

/* -----------------------------------------------------------------------------------------
 * words */

/* Of an average letter, as a part of the font size. */
static const double letter_width = 0.6;

/* Pixels that a text takes, about. */
static double find_width(const char *text, double font_size)
{
    return (double)strlen(text) * letter_width * font_size;
}

const char *chart_fit(const char *text, double width, double font_size, char *room, size_t size)
{
    double letters = width / (letter_width * font_size);

    if ((double)strlen(text) <= letters)
        return text;
    if (letters < 8)
        return "";
    letters = fmin(letters, (double)size - 1);
    snprintf(room, size, "%.*s...", (int)utf8_cut(text, (size_t)letters - 3), text);
    return room;
}

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

/* -----------------------------------------------------------------------------------------
 * shapes */

enum {
    COLOURS = 8 /* classes c0 to c7 of report/picture.css */
};

static void put_words(FILE *out, const char *text)
{
    static const char *const names[] = {['&'] = "amp", ['<'] = "lt", ['>'] = "gt", ['"'] = "quot"};

    for (; *text != '\0'; text++) {
        const unsigned char letter = (unsigned char)*text;

        if (letter < sizeof names / sizeof *names && names[letter] != NULL)
            fprintf(out, "&%s;", names[letter]);
        else if (letter >= ' ')
            fputc(letter, out);
    }
}

/* Classes of text: title, name (monospace), value, note, small. `anchor`: start, middle, end. */
static void put_text(FILE *out, double x, double y, const char *class, const char *anchor,
                     const char *text)
{
    fprintf(out, "  <text x=\"%.1f\" y=\"%.1f\" class=\"%s\" text-anchor=\"%s\">", x, y, class,
            anchor);
    put_words(out, text);
    fputs("</text>\n", out);
}

/* Classes of lines: grid, axis, peak, guide. */
static void put_line(FILE *out, double x1, double y1, double x2, double y2, const char *class)
{
    fprintf(out, "  <line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" class=\"%s\"/>\n", x1, y1,
            x2, y2, class);
}

/* Ends a shape with what is shown under the pointer; NULL: nothing. */
static void end_shape(FILE *out, const char *element, const char *hint)
{
    if (hint == NULL) {
        fputs("/>\n", out);
        return;
    }
    fputs("><title>", out);
    put_words(out, hint);
    fprintf(out, "</title></%s>\n", element);
}

/* Puts a mark, of a shape of its own for each number. */
static void put_mark(FILE *out, double x, double y, size_t number, const char *hint)
{
    static const char *const shapes[] = {
        "-5,0 -3.5,-3.5 0,-5 3.5,-3.5 5,0 3.5,3.5 0,5 -3.5,3.5", /* disc */
        "-4.4,-4.4 4.4,-4.4 4.4,4.4 -4.4,4.4",                   /* square */
        "0,-5.6 5.2,4 -5.2,4",                                   /* triangle */
        "0,-6 6,0 0,6 -6,0",                                     /* diamond */
    };

    fprintf(out, "  <polygon transform=\"translate(%.1f %.1f)\" points=\"%s\" class=\"c%zu\"", x, y,
            shapes[number % (sizeof shapes / sizeof *shapes)], number % COLOURS);
    end_shape(out, "polygon", hint);
}

/* ---------------------------------------------------------------------------------- the picture */

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

/* The base line of the last note, in pixels from the top. */
static double notes_end(const struct chart *chart)
{
    double end = CHART_TITLE;

    for (int i = 0; i < CHART_NOTES; i++)
        end += chart->notes[i][0] != '\0' ? CHART_NOTE : 0;
    return end;
}

/* Begins a picture of that size with its title, which a screen reader says, and notes. */
static void begin(const struct chart *chart, FILE *out, double width, double height)
{
    char room[256];
    int line = 0;

    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %.0f\" width=\"%.0f\" "
            "height=\"%.0f\" role=\"img\">\n  <title>",
            width, height, width, height);
    put_words(out, chart->title);
    fprintf(out,
            "</title>\n  <style>\n%s  </style>\n"
            "  <rect width=\"%.0f\" height=\"%.0f\" class=\"page\"/>\n",
            embedded_text("report/picture.css"), width, height);
    put_text(out, LEFT, CHART_TITLE, "title", "start",
             chart_fit(chart->title, width - 2 * LEFT, 17, room, sizeof room));
    for (int i = 0; i < CHART_NOTES; i++)
        if (chart->notes[i][0] != '\0')
            put_text(out, LEFT, CHART_TITLE + ++line * CHART_NOTE, "note", "start",
                     chart_fit(chart->notes[i], width - 2 * LEFT, NOTE_SIZE, room, sizeof room));
}

/* The axis of values that grow to the right, with its lines through the field above it and the
 * peak. */
static void draw_axis(FILE *out, const struct chart *chart, const struct chart_scale *scale,
                      double top, double bottom, double pixels)
{
    char text[96];
    double x;

    for (double at = 0; at <= scale->most * 1.0001; at += scale->step) {
        x = LEFT + at * pixels;
        put_line(out, x, top, x, bottom, at == 0 ? "axis" : "grid");
        put_text(out, x, bottom + 16, "small", "middle", chart_number(at, text));
    }
    put_text(out, LEFT + scale->most * pixels / 2, bottom + 34, "small", "middle", chart->unit);
    if (scale->peak) {
        x = LEFT + chart->peak * pixels;
        peak_words(chart, text, sizeof text);
        put_line(out, x, top - 4, x, bottom, "peak");
        put_text(out, x + 6, top + 6, "small", "start", text);
    }
}

/* One bar, from y downwards: its name with the note in one line, and itself below. */
static void draw_bar(FILE *out, const struct chart_bar *bar, double y, double length)
{
    const double wide = WIDE - 2 * LEFT;
    double name = find_width(bar->name, WORD_SIZE) + 20;
    char room[256];

    fprintf(out, "  <text x=\"%d.0\" y=\"%.1f\"><tspan class=\"name\">", LEFT + 4, y + 18);
    put_words(out, chart_fit(bar->name, wide, WORD_SIZE, room, sizeof room));
    fputs("</tspan><tspan class=\"note\" dx=\"10\">", out);
    put_words(out, chart_fit(bar->note, wide - name, NOTE_SIZE, room, sizeof room));
    fputs("</tspan></text>\n", out);
    if (bar->value < 0) {
        put_text(out, LEFT + 4, y + 38.5, "note", "start",
                 chart_fit(bar->words, wide, NOTE_SIZE, room, sizeof room));
        return;
    }
    fprintf(out, "  <rect x=\"%d.0\" y=\"%.1f\" width=\"%.1f\" height=\"%d.0\" class=\"c0\"", LEFT,
            y + 25, length, THICK);
    end_shape(out, "rect", bar->words);
    put_text(out, LEFT + GAP + length, y + 38.5, "value", "start",
             chart_fit(bar->words, wide - length, WORD_SIZE, room, sizeof room));
}

/* Pixels a unit of the axis, so that it ends inside the picture, and so do the words that stand
 * behind a value. At least a third of the picture is left to the bars: longer words are cut. */
static double fit_pixels(double pixels, double value, const char *words, double size)
{
    double room = WIDE - 2 * LEFT - GAP - find_width(words, size);

    return value > 0 ? fmin(pixels, fmax(room, WIDE / 3.0) / value) : pixels;
}

void chart_bars(const struct chart *chart, const struct chart_bar *bars, size_t count, FILE *out)
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
    begin(chart, out, WIDE, bottom + 50);
    draw_axis(out, chart, &scale, top, bottom, pixels);
    for (size_t i = 0; i < count; i++)
        draw_bar(out, &bars[i], top + (double)i * ROW, bars[i].value * pixels);
    fputs("</svg>\n", out);
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
    FILE *out;
};

static double place_x(const struct plot *plot, size_t index)
{
    const struct chart_place *first = plot->axis->places, *last = first + plot->axis->count - 1;
    double part = 0.5;

    if (last > first)
        part = plot->axis->even
                   ? (double)index / (double)(last - first)
                   : log(first[index].number / first->number) / log(last->number / first->number);
    return PLOT_LEFT + INSET + part * (PLOT_WIDE - 2 * INSET);
}

static double place_y(const struct plot *plot, double value)
{
    return plot->top + PLOT_HIGH - value / plot->scale.most * PLOT_HIGH;
}

/* The axis of values that stand upright, with its lines across the field and the peak. */
static void draw_values(const struct plot *plot)
{
    char text[96];

    for (double at = 0; at <= plot->scale.most * 1.0001; at += plot->scale.step) {
        double y = place_y(plot, at);

        put_line(plot->out, PLOT_LEFT, y, PLOT_LEFT + PLOT_WIDE, y, at == 0 ? "axis" : "grid");
        put_text(plot->out, PLOT_LEFT - 8, y + 4, "small", "end", chart_number(at, text));
    }
    fprintf(plot->out,
            "  <text transform=\"translate(22.0 %.1f) rotate(-90)\" class=\"small\" "
            "text-anchor=\"middle\">%s</text>\n",
            plot->top + PLOT_HIGH / 2.0, plot->chart->unit);
    if (plot->scale.peak) {
        double y = place_y(plot, plot->chart->peak);

        peak_words(plot->chart, text, sizeof text);
        put_line(plot->out, PLOT_LEFT, y, PLOT_LEFT + PLOT_WIDE, y, "peak");
        put_text(plot->out, PLOT_LEFT + 6, y - 6, "small", "start", text);
    }
}

static void draw_sizes(const struct plot *plot)
{
    double bottom = plot->top + PLOT_HIGH, free_from = 0;

    for (size_t i = 0; i < plot->axis->count; i++) {
        const char *words = plot->axis->places[i].words;
        double x = place_x(plot, i), half = find_width(words, 12) / 2;

        put_line(plot->out, x, bottom, x, bottom + 5, "axis");
        if (x - half < free_from)
            continue;
        x = fmin(x, plot->width - half);
        put_text(plot->out, x, bottom + 20, "small", "middle", words);
        free_from = x + half + 6;
    }
    put_text(plot->out, PLOT_LEFT + PLOT_WIDE / 2.0, bottom + 40, "small", "middle",
             plot->axis->title);
}

/* Draws a line with its marks. False: it has no value. */
static bool draw_line(const struct plot *plot, struct chart_line *line)
{
    char hint[200], figure[CHART_TEXT];
    const char *lead = "M";

    fprintf(plot->out, "  <path class=\"c%zu\" d=\"", line->number % COLOURS);
    for (size_t i = 0; i < plot->axis->count; i++)
        if (line->values[i] >= 0) {
            line->x = place_x(plot, i);
            line->y = place_y(plot, line->values[i]);
            fprintf(plot->out, "%s%.1f %.1f", lead, line->x, line->y);
            lead = " L";
        }
    fputs("\"/>\n", plot->out);
    for (size_t i = 0; i < plot->axis->count; i++) {
        if (line->values[i] < 0)
            continue;
        snprintf(hint, sizeof hint, "%.64s, %.32s: %s %.20s", line->name,
                 plot->axis->places[i].words, chart_number(line->values[i], figure),
                 plot->chart->unit);
        put_mark(plot->out, place_x(plot, i), place_y(plot, line->values[i]), line->number, hint);
    }
    return *lead == ' ';
}

static int by_height(const void *left, const void *right)
{
    double a = ((const struct chart_line *)left)->y, b = ((const struct chart_line *)right)->y;

    return (a > b) - (a < b);
}

/* Names beside the ends of their lines, moved apart where they would overlap: downwards first,
 * then upwards from the bottom of the field. */
static void draw_names(const struct plot *plot, struct chart_line *lines, size_t count)
{
    double x = PLOT_LEFT + PLOT_WIDE + LEADER, lowest = plot->top + PLOT_HIGH;

    qsort(lines, count, sizeof *lines, by_height);
    for (size_t i = 0; i < count; i++)
        lines[i].name_y = i == 0 ? lines[i].y : fmax(lines[i].y, lines[i - 1].name_y + APART);
    for (size_t i = count; i-- > 0; lowest -= APART)
        lines[i].name_y = fmin(lines[i].name_y, lowest);
    for (size_t i = 0; i < count; i++) {
        put_line(plot->out, lines[i].x + 7, lines[i].y, x - 14, lines[i].name_y, "guide");
        put_mark(plot->out, x - 6, lines[i].name_y, lines[i].number, NULL);
        put_text(plot->out, x + 6, lines[i].name_y + 4.5, "name", "start", lines[i].name);
    }
}

void chart_lines(const struct chart *chart, const struct chart_axis *axis, struct chart_line *lines,
                 size_t count, FILE *out)
{
    struct plot plot = {.chart = chart, .axis = axis, .top = notes_end(chart) + 32, .out = out};
    double best = 0, longest = 0;
    size_t named = 0;

    for (size_t i = 0; i < count; i++) {
        longest = fmax(longest, find_width(lines[i].name, WORD_SIZE));
        for (size_t j = 0; j < axis->count; j++)
            best = fmax(best, lines[i].values[j]);
    }
    plot.scale = chart_scale(chart, best);
    plot.width = PLOT_LEFT + PLOT_WIDE + LEADER + 6 + longest + 16;
    begin(chart, out, plot.width, plot.top + PLOT_HIGH + 58);
    draw_values(&plot);
    draw_sizes(&plot);
    for (size_t i = 0; i < count; i++) {
        lines[i].number = i;
        if (draw_line(&plot, &lines[i]))
            lines[named++] = lines[i];
    }
    draw_names(&plot, lines, named);
    fputs("</svg>\n", out);
}
