#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "harness/report/internal.h"

/* Pixels of a picture on a desktop and on a phone. */
static const double widths[] = {960, 358};
static const char *const classes[] = {"wide", "narrow"};

static void put_text(FILE *out, const char *text, size_t length)
{
    for (const char *end = text + length; text < end; text++)
        switch (*text) {
        case '&':
            fputs("&amp;", out);
            break;
        case '<':
            fputs("&lt;", out);
            break;
        case '>':
            fputs("&gt;", out);
            break;
        case '"':
            fputs("&quot;", out);
            break;
        case '\'':
            fputs("&#39;", out);
            break;
        default: /* of control characters those that a log is made of */
            if ((unsigned char)*text >= ' ' || *text == '\n' || *text == '\t')
                fputc(*text, out);
        }
}

void html_text(FILE *out, const char *text)
{
    put_text(out, text, strlen(text));
}

/* A line may break behind each slash of a path. */
static void put_path(FILE *out, const char *text)
{
    for (const char *slash; (slash = strchr(text, '/')) != NULL; text = slash + 1) {
        put_text(out, text, (size_t)(slash + 1 - text));
        fputs("<wbr>", out);
    }
    html_text(out, text);
}

void html_path(FILE *out, const char *path)
{
    fputs("<td>", out);
    put_path(out, path);
    fputs("</td>", out);
}

/* ----------------------------------------------------------------------------------------- tables */

static void put_heads(FILE *out, const char *columns)
{
    while (*columns != '\0') {
        size_t length = strcspn(columns, "|");
        bool number = *columns == '#';

        fprintf(out, "<th scope=\"col\"%s>%.*s</th>", number ? " class=\"n\"" : "",
                (int)(length - number), columns + number);
        columns += length + (columns[length] == '|');
    }
}

/* Up to the heads of its columns. The words of a caption stay in sight where the table scrolls. */
static void begin_table(FILE *out, const char *class, const char *caption)
{
    fputs("<div class=\"box\" tabindex=\"0\" role=\"region\" aria-label=\"", out);
    html_text(out, caption);
    fprintf(out, "\"><table%s%s%s><caption><span>", *class == '\0' ? "" : " class=\"", class,
            *class == '\0' ? "" : "\"");
    html_text(out, caption);
    fputs("</span></caption><thead><tr>", out);
}

void html_table(FILE *out, const char *caption, const char *columns)
{
    begin_table(out, "", caption);
    put_heads(out, columns);
    fputs("</tr></thead><tbody>\n", out);
}

void html_headed_table(FILE *out, const char *class, const char *caption, const char *columns,
                       const char *const *names, size_t count)
{
    begin_table(out, class, caption);
    put_heads(out, columns);
    for (size_t i = 0; i < count; i++) {
        fputs("<th scope=\"col\" class=\"n\">", out);
        put_path(out, names[i]);
        fputs("</th>", out);
    }
    fputs("</tr></thead><tbody>\n", out);
}

void html_row_head(FILE *out, const char *text)
{
    fputs("<tr><th scope=\"row\">", out);
    html_text(out, text);
    fputs("</th>", out);
}

void html_row(FILE *out)
{
    fputs("<tr>", out);
}

void html_cell(FILE *out, const char *text)
{
    fputs("<td>", out);
    html_text(out, text);
    fputs("</td>", out);
}

/* Options stay in one piece where lines break. */
static void put_code(FILE *out, const char *text)
{
    const char *next;

    fputs("<code>", out);
    for (; (next = strstr(text, " --")) != NULL; text = next + 1) {
        fputs("<span>", out);
        put_text(out, text, (size_t)(next - text));
        fputs("</span> ", out);
    }
    fputs("<span>", out);
    html_text(out, text);
    fputs("</span></code>", out);
}

static void put_noted(FILE *out, const char *text, const char *note)
{
    put_code(out, text);
    if (*note != '\0') {
        fputs("<br><small>", out);
        html_text(out, note);
        fputs("</small>", out);
    }
}

void html_code(FILE *out, const char *text, const char *note)
{
    fputs("<td>", out);
    put_noted(out, text, note);
    fputs("</td>", out);
}

/* A long kernel beside figures would make rows of mostly nothing, and on a phone itself be out of sight. */
void html_code_row(FILE *out, int columns, const char *text, const char *note)
{
    fprintf(out, "<tr class=\"more\"><td colspan=\"%d\"><div>", columns);
    put_noted(out, text, note);
    fputs("</div></td></tr>\n", out);
}

/* What is shown is rounded; the element says the value. */
static void put_number(FILE *out, double value, const char *unit)
{
    char text[CHART_TEXT];

    fprintf(out, "<td class=\"n\"><data value=\"%.9g\">%s%s</data></td>", value,
            chart_number(value, text), unit);
}

void html_number(FILE *out, double value)
{
    if (value < 0)
        fputs("<td class=\"n\">\342\200\223</td>", out);
    else
        put_number(out, value, "");
}

void html_percent(FILE *out, double share)
{
    if (share <= 0)
        fputs("<td class=\"n\">\342\200\223</td>", out);
    else
        fprintf(out, "<td class=\"n\"><data value=\"%.9g\">%.1f\302\240%%</data>%s</td>", share,
                100 * share, share > 1 ? " above" : "");
}

void html_whole(FILE *out, uint64_t value)
{
    fprintf(out, "<td class=\"n\">%" PRIu64 "</td>", value);
}

void html_table_end(FILE *out)
{
    fputs("</tbody></table></div>\n", out);
}

void html_fold(FILE *out, const char *words)
{
    fputs("<details><summary>", out);
    html_text(out, words);
    fputs("</summary>\n", out);
}

void html_fold_end(FILE *out)
{
    fputs("</details>\n", out);
}

/* --------------------------------------------------------------------------------------- pictures */

void html_picture(FILE *out, const struct picture *picture)
{
    for (int i = 0; i < 2; i++) {
        struct chart chart = picture->chart;
        struct svg svg = {.page = out};

        chart.width = widths[i];
        fprintf(out, "<div class=\"%s\">", classes[i]);
        picture->draw(picture->self, &chart, &svg);
        svg_end(&svg);
        fputs("</div>\n", out);
    }
}

void html_legend(FILE *out, const char *const *names, size_t count)
{
    struct svg svg = {.page = out, .stream = out};

    fputs("<ul class=\"legend\">", out);
    for (size_t i = 0; i < count; i++) {
        fputs("<li><svg viewBox=\"-7 -7 14 14\" width=\"14\" aria-hidden=\"true\">", out);
        svg_mark(&svg, 0, 0, i, NULL);
        fputs("</svg><span>", out);
        html_text(out, names[i]);
        fputs("</span></li>\n", out);
    }
    fputs("</ul>\n", out);
}

void html_json(FILE *out, const json_t *value)
{
    char *text = json_dumps(value, JSON_COMPACT | JSON_ENSURE_ASCII | JSON_REAL_PRECISION(6));

    /* No tag may begin in it. */
    for (const char *at = text; at != NULL && *at != '\0'; at++)
        if (*at == '<')
            fputs("\\u003c", out);
        else
            fputc(*at, out);
    free(text);
}
