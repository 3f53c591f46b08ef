/*
 * A small writer of SVG. A picture is one file that needs nothing else, and is readable on a light
 * and on a dark page. Lengths are pixels; y grows downwards; a file appears whole or not at all.
 * Failures of writing are kept and come out of svg_save.
 */
#ifndef HARNESS_REPORT_SVG_H
#define HARNESS_REPORT_SVG_H

#include <stddef.h>
#include <stdio.h>

#include "harness/base/fault.h"
#include "harness/base/text.h"

struct svg {
    FILE *stream; /* into `text`; NULL: out of memory */
    struct text text;
};

struct svg_point {
    double x, y;
};

enum {
    SVG_COLOURS = 8 /* classes c0 to c7, of lines, bars and marks */
};

/* Pixels that letters take, about, at a font size. */
double svg_width(size_t letters, double font_size);

/* `text`, or in `room` the start of it that fits into `width` pixels, with dots behind it. */
const char *svg_fit(const char *text, double width, double font_size, char *room, size_t size);

/* `title` is what a screen reader says. svg_save or svg_drop is due. */
void svg_begin(struct svg *svg, double width, double height, const char *title);

/* Classes of text: title, name (monospace), value, note, small. `anchor`: start, middle, end. */
void svg_text(struct svg *svg, double x, double y, const char *class, const char *anchor,
              const char *text);

/* A name, and a note behind it in the same line. */
void svg_name(struct svg *svg, double x, double y, const char *name, const char *note);

/* Text that reads upwards, its middle at x, y. */
void svg_text_upwards(struct svg *svg, double x, double y, const char *class, const char *text);

/* Classes: grid, axis, peak, guide, and colours. `hint`: shown under the pointer; NULL: none. */
void svg_line(struct svg *svg, double x1, double y1, double x2, double y2, const char *class);
void svg_bar(struct svg *svg, double x, double y, double width, double height, const char *class,
             const char *hint);
void svg_path(struct svg *svg, const struct svg_point *points, size_t count, const char *class);

/* A mark, of a shape of its own for each number. */
void svg_mark(struct svg *svg, double x, double y, size_t number, const char *hint);

/* Ends the picture and writes it. Errors: FAULT_IO. */
int svg_save(struct svg *svg, const char *path, struct fault *fault);
void svg_drop(struct svg *svg);

/* What the style of a page with pictures needs: their rules, and the colours of the whole page as
 * variables (--page, --ink, --pale, --grid, --c0 to --c7), light, or on a screen dark where the
 * reader's system or the attribute data-theme of the page wants it. */
void svg_page_style(FILE *page);

#endif
