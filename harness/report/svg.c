#include "harness/report/svg.h"

#include <stdlib.h>
#include <string.h>

#include "harness/base/output_file.h"
#include "harness/base/text.h"

static const char shapes_of_text[] =
    "    text { font-family: sans-serif; font-size: 13px; }\n"
    "    .title { font-size: 17px; font-weight: bold; }\n"
    "    .name { font-family: monospace; }\n"
    "    .note, .small { font-size: 12px; }\n"
    "    text { paint-order: stroke; stroke-width: 4px; stroke-linejoin: round; }\n"
    "    .guide { stroke-dasharray: 2 3; }\n"
    "    .peak { stroke-dasharray: 6 4; }\n"
    "    path { stroke-width: 2; stroke-linejoin: round; }\n";

/* Colours of a page. Those of lines, c0 to c7, differ for colour-blind readers too. They are
 * written out rule by rule: not every program that shows SVG knows CSS variables. */
struct page {
    const char *paper, *ink, *pale, *grid;
    const char *lines[SVG_COLOURS];
};

static const struct page light = {
    "#ffffff",
    "#1f2328",
    "#59636e",
    "#d8dee4",
    {"#2f6fb0", "#c2540a", "#1a7f52", "#a03a8a", "#8a6a00", "#0f7f93", "#b3261e", "#5b5f97"}};
static const struct page dark = {
    "#0d1117",
    "#e6edf3",
    "#9aa4af",
    "#30363d",
    {"#6cb0f5", "#f29a54", "#5bc78f", "#e08ccb", "#d6b43c", "#58c4d6", "#f4807a", "#a9adec"}};

static void put_page(FILE *stream, const struct page *page)
{
    fprintf(stream,
            "    .page { fill: %s; } text { fill: %s; stroke: %s; } .note, .small { fill: %s; }\n"
            "    .grid { stroke: %s; } .axis, .guide { stroke: %s; } .peak { stroke: %s; }\n",
            page->paper, page->ink, page->paper, page->pale, page->grid, page->pale, page->ink);
    for (int i = 0; i < SVG_COLOURS; i++)
        fprintf(stream, "    .c%d { fill: %s; } path.c%d { fill: none; stroke: %s; }\n", i,
                page->lines[i], i, page->lines[i]);
}

static void put_variables(FILE *stream, const struct page *page)
{
    fprintf(stream, "--page:%s;--ink:%s;--pale:%s;--grid:%s", page->paper, page->ink, page->pale,
            page->grid);
    for (int i = 0; i < SVG_COLOURS; i++)
        fprintf(stream, ";--c%d:%s", i, page->lines[i]);
}

void svg_page_style(FILE *page)
{
    fputs(":root{color-scheme:light;", page);
    put_variables(page, &light);
    fputs("}\n@media screen and (prefers-color-scheme:dark){"
          ":root:not([data-theme=light]){color-scheme:dark;",
          page);
    put_variables(page, &dark);
    fputs("}}\n@media screen{:root[data-theme=dark]{color-scheme:dark;", page);
    put_variables(page, &dark);
    fprintf(page,
            "}}\n%s    text { fill: var(--ink); stroke: var(--page); } .note, .small { fill: "
            "var(--pale); }\n    .grid { stroke: var(--grid); } .axis, .guide { stroke: "
            "var(--pale); } .peak { stroke: var(--ink); }\n",
            shapes_of_text);
    for (int i = 0; i < SVG_COLOURS; i++)
        fprintf(page,
                "    .c%d { fill: var(--c%d); } path.c%d { fill: none; stroke: var(--c%d); }\n", i,
                i, i, i);
}

/* Of an average letter, as a part of the font size. */
static const double letter_width = 0.6;

double svg_width(size_t letters, double font_size)
{
    return (double)letters * letter_width * font_size;
}

const char *svg_fit(const char *text, double width, double font_size, char *room, size_t size)
{
    double letters = width / (letter_width * font_size);

    if ((double)strlen(text) <= letters)
        return text;
    if (letters < 8)
        return "";
    if (letters > (double)size - 1)
        letters = (double)size - 1;
    snprintf(room, size, "%.*s...", (int)utf8_cut(text, (size_t)letters - 3), text);
    return room;
}

static void put_text(struct svg *svg, const char *text)
{
    for (; *text != '\0'; text++)
        switch (*text) {
        case '&':
            fputs("&amp;", svg->stream);
            break;
        case '<':
            fputs("&lt;", svg->stream);
            break;
        case '>':
            fputs("&gt;", svg->stream);
            break;
        case '"':
            fputs("&quot;", svg->stream);
            break;
        default:
            if ((unsigned char)*text >= ' ')
                fputc(*text, svg->stream);
        }
}

/* Ends an element that was begun up to its last attribute. */
static void end_element(struct svg *svg, const char *name, const char *hint)
{
    if (hint == NULL) {
        fputs("/>\n", svg->stream);
        return;
    }
    fputs("><title>", svg->stream);
    put_text(svg, hint);
    fprintf(svg->stream, "</title></%s>\n", name);
}

void svg_begin(struct svg *svg, double width, double height, const char *title)
{
    *svg = (struct svg){.stream = NULL};
    if (!text_begin(&svg->text))
        return;
    svg->stream = svg->text.stream;
    fprintf(svg->stream,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %.0f\" width=\"%.0f\" "
            "height=\"%.0f\" role=\"img\">\n  <title>",
            width, height, width, height);
    put_text(svg, title);
    fprintf(svg->stream, "</title>\n  <style>\n%s", shapes_of_text);
    put_page(svg->stream, &light);
    fputs("    @media (prefers-color-scheme: dark) {\n", svg->stream);
    put_page(svg->stream, &dark);
    fputs("    }\n", svg->stream);
    fprintf(svg->stream, "  </style>\n  <rect width=\"%.0f\" height=\"%.0f\" class=\"page\"/>\n",
            width, height);
}

void svg_text(struct svg *svg, double x, double y, const char *class, const char *anchor,
              const char *text)
{
    if (svg->stream == NULL)
        return;
    fprintf(svg->stream, "  <text x=\"%.1f\" y=\"%.1f\" class=\"%s\" text-anchor=\"%s\">", x, y,
            class, anchor);
    put_text(svg, text);
    fputs("</text>\n", svg->stream);
}

void svg_name(struct svg *svg, double x, double y, const char *name, const char *note)
{
    if (svg->stream == NULL)
        return;
    fprintf(svg->stream, "  <text x=\"%.1f\" y=\"%.1f\"><tspan class=\"name\">", x, y);
    put_text(svg, name);
    fputs("</tspan><tspan class=\"note\" dx=\"10\">", svg->stream);
    put_text(svg, note);
    fputs("</tspan></text>\n", svg->stream);
}

void svg_text_upwards(struct svg *svg, double x, double y, const char *class, const char *text)
{
    if (svg->stream == NULL)
        return;
    fprintf(svg->stream,
            "  <text transform=\"translate(%.1f %.1f) rotate(-90)\" class=\"%s\" "
            "text-anchor=\"middle\">",
            x, y, class);
    put_text(svg, text);
    fputs("</text>\n", svg->stream);
}

void svg_line(struct svg *svg, double x1, double y1, double x2, double y2, const char *class)
{
    if (svg->stream == NULL)
        return;
    fprintf(svg->stream, "  <line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" class=\"%s\"/>\n",
            x1, y1, x2, y2, class);
}

void svg_bar(struct svg *svg, double x, double y, double width, double height, const char *class,
             const char *hint)
{
    if (svg->stream == NULL)
        return;
    fprintf(svg->stream,
            "  <rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" class=\"%s\"", x, y,
            width, height, class);
    end_element(svg, "rect", hint);
}

void svg_path(struct svg *svg, const struct svg_point *points, size_t count, const char *class)
{
    if (svg->stream == NULL || count < 2)
        return;
    fprintf(svg->stream, "  <path class=\"%s\" d=\"", class);
    for (size_t i = 0; i < count; i++)
        fprintf(svg->stream, "%s%.1f %.1f", i == 0 ? "M" : " L", points[i].x, points[i].y);
    fputs("\"/>\n", svg->stream);
}

void svg_mark(struct svg *svg, double x, double y, size_t number, const char *hint)
{
    static const char *const shapes[] = {
        "-5,0 -3.5,-3.5 0,-5 3.5,-3.5 5,0 3.5,3.5 0,5 -3.5,3.5", /* disc */
        "-4.4,-4.4 4.4,-4.4 4.4,4.4 -4.4,4.4",                   /* square */
        "0,-5.6 5.2,4 -5.2,4",                                   /* triangle */
        "0,-6 6,0 0,6 -6,0",                                     /* diamond */
    };

    if (svg->stream == NULL)
        return;
    fprintf(svg->stream,
            "  <polygon transform=\"translate(%.1f %.1f)\" points=\"%s\" class=\"c%zu\"", x, y,
            shapes[number % (sizeof shapes / sizeof *shapes)], number % SVG_COLOURS);
    end_element(svg, "polygon", hint);
}

void svg_drop(struct svg *svg)
{
    if (svg->text.stream != NULL)
        text_end(&svg->text);
    free(svg->text.bytes);
    *svg = (struct svg){.stream = NULL};
}

int svg_save(struct svg *svg, const char *path, struct fault *fault)
{
    if (svg->stream != NULL)
        fputs("</svg>\n", svg->stream);
    if (svg->stream == NULL || !text_end(&svg->text))
        fault_memory(fault);
    else
        output_write(path, svg->text.bytes, svg->text.length, fault);
    svg_drop(svg);
    return fault->code == FAULT_NONE ? 0 : -1;
}
