#include "harness/svg.h"

#include <stdlib.h>

#include "harness/file.h"

/* Colours that differ for colour-blind readers too, on white and on black. */
static const char style[] =
    "  <style>\n"
    "    svg { --ink: #1f2328; --pale: #59636e; --grid: #d8dee4; --page: #ffffff; --c0: #2f6fb0;\n"
    "      --c1: #c2540a; --c2: #1a7f52; --c3: #a03a8a; --c4: #8a6a00; --c5: #0f7f93;\n"
    "      --c6: #b3261e; --c7: #5b5f97; }\n"
    "    @media (prefers-color-scheme: dark) {\n"
    "      svg { --ink: #e6edf3; --pale: #9aa4af; --grid: #30363d; --page: #0d1117; --c0: "
    "#6cb0f5;\n"
    "        --c1: #f29a54; --c2: #5bc78f; --c3: #e08ccb; --c4: #d6b43c; --c5: #58c4d6;\n"
    "        --c6: #f4807a; --c7: #a9adec; }\n"
    "    }\n"
    "    text { font-family: sans-serif; fill: var(--ink); font-size: 13px; }\n"
    "    .title { font-size: 17px; font-weight: bold; }\n"
    "    .name { font-family: monospace; }\n"
    "    .note, .small { font-size: 12px; fill: var(--pale); }\n"
    "    .page { fill: var(--page); }\n"
    "    .grid { stroke: var(--grid); }\n"
    "    .axis { stroke: var(--pale); }\n"
    "    .guide { stroke: var(--pale); stroke-dasharray: 2 3; }\n"
    "    .peak { stroke: var(--ink); stroke-dasharray: 6 4; }\n"
    "    path { fill: none; stroke-width: 2; stroke-linejoin: round; }\n";

size_t svg_letters(double width, double font_size)
{
    return width < 0 ? 0 : (size_t)(width / (0.6 * font_size));
}

double svg_width(size_t letters, double font_size)
{
    return (double)letters * 0.6 * font_size;
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
    *svg = (struct svg){NULL, NULL, 0};
    svg->stream = open_memstream(&svg->text, &svg->length);
    if (svg->stream == NULL)
        return;
    fprintf(svg->stream,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %.0f\" width=\"%.0f\" "
            "height=\"%.0f\" role=\"img\">\n  <title>",
            width, height, width, height);
    put_text(svg, title);
    fprintf(svg->stream, "</title>\n%s", style);
    for (int i = 0; i < SVG_COLOURS; i++)
        fprintf(svg->stream,
                "    .c%d { fill: var(--c%d); } path.c%d { fill: none; stroke: "
                "var(--c%d); }\n",
                i, i, i, i);
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
    if (svg->stream != NULL)
        fclose(svg->stream);
    free(svg->text);
    *svg = (struct svg){NULL, NULL, 0};
}

int svg_save(struct svg *svg, const char *path, struct fault *fault)
{
    int status = -1;

    if (svg->stream != NULL) {
        fputs("</svg>\n", svg->stream);
        if (fflush(svg->stream) == 0)
            status = file_write(path, svg->text, svg->length, fault);
    }
    if (status != 0)
        fault_memory(fault);
    svg_drop(svg);
    return status;
}
