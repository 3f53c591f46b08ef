#include "harness/report/report.h"

#include <stdlib.h>
#include <string.h>

#include "clgemm.h"
#include "harness/base/embedded.h"
#include "harness/base/file.h"
#include "harness/base/output_file.h"
#include "harness/base/text.h"
#include "harness/report/internal.h"

struct section {
    const char *id, *title;
    void (*write)(struct page *page);
};

static const struct section sections[] = {
    {"summary", "Summary", page_write_summary},
    {"speed", "Speed against size", page_write_speed},
    {"roofline", "Roofline", page_write_roof},
    {"comparison", "Comparison by shape", page_write_comparison},
    {"space", "Heat map of the space", page_write_space},
    {"search", "Convergence of the search", page_write_search},
    {"ladder", "Ladder", page_write_ladder},
    {"error", "Numerical error", page_write_error},
    {"failures", "Failures", page_write_failures},
    {"protocol", "Environment and protocol", page_write_protocol},
};

enum {
    SECTIONS = sizeof sections / sizeof *sections
};

/* False: no memory, which is the page's error. */
static bool text_open(struct page *page, struct text *text)
{
    return text_begin(text) || fault_memory(page->fault) == 0;
}

static bool text_close(struct page *page, struct text *text)
{
    return text_end(text) || fault_memory(page->fault) == 0;
}

static void write_sources(struct page *page)
{
    const char *before = "<p class=\"from\">From ";

    for (size_t i = 0; i < page->file_count; i++)
        if (page->files[i].used) {
            fprintf(page->out, "%s<code>", before);
            html_text(page->out, page->files[i].path);
            fputs("</code>", page->out);
            before = ", ";
        }
    if (*before == ',')
        fputs(".</p>\n", page->out);
}

/* Adds a section, and its link, where there is something to show. */
static void write_section(struct page *page, const struct section *section, FILE *body, FILE *links)
{
    struct text text;

    for (size_t i = 0; i < page->file_count; i++)
        page->files[i].used = false;
    if (!text_open(page, &text))
        return;
    page->out = text.stream;
    section->write(page);
    fflush(text.stream);
    if (text.length > 0)
        write_sources(page);
    if (text_close(page, &text) && text.length > 0) {
        fprintf(links, "<li><a href=\"#%s\">%s</a></li>\n", section->id, section->title);
        fprintf(body,
                "<section id=\"%s\" aria-labelledby=\"%s-title\">\n<h2 id=\"%s-title\">%s</h2>\n",
                section->id, section->id, section->id, section->title);
        fwrite(text.bytes, 1, text.length, body);
        fputs("</section>\n", body);
    }
    free(text.bytes);
}

static const char *part_of_page(const char *name)
{
    for (const struct embedded_file *file = bench_embedded_report; file->name != NULL; file++)
        if (strcmp(file->name, name) == 0)
            return file->text;
    return "";
}

static void write_title(const struct page *page, FILE *out)
{
    size_t devices = page_device_count(page);

    fputs("clgemm: ", out);
    if (devices == 1)
        html_text(out, page->sessions[0].device);
    else
        fprintf(out, "%zu devices", devices);
}

/* Puts what a name in the frame stands for. */
static void write_part(const struct page *page, const char *name, size_t length,
                       const struct text *body, const struct text *links, FILE *out)
{
    if (strncmp(name, "title", length) == 0) {
        write_title(page, out);
    } else if (strncmp(name, "style", length) == 0) {
        svg_page_style(out);
        fputs(part_of_page("style.css"), out);
    } else if (strncmp(name, "links", length) == 0) {
        fwrite(links->bytes, 1, links->length, out);
    } else if (strncmp(name, "sections", length) == 0) {
        fwrite(body->bytes, 1, body->length, out);
    } else if (strncmp(name, "script", length) == 0) {
        fputs(part_of_page("script.js"), out);
    } else {
        fputs(clgemm_version(), out);
    }
}

/* The frame, whose names between @ stand for what is made here. */
static void write_frame(const struct page *page, const struct text *body, const struct text *links,
                        FILE *out)
{
    const char *at = part_of_page("page.html");

    for (;;) {
        const char *begin = strchr(at, '@'), *end = begin == NULL ? NULL : strchr(begin + 1, '@');

        if (end == NULL) {
            fputs(at, out);
            return;
        }
        fwrite(at, 1, (size_t)(begin - at), out);
        write_part(page, begin + 1, (size_t)(end - begin - 1), body, links, out);
        at = end + 1;
    }
}

static void write_page(struct page *page)
{
    struct text body, links, whole;

    if (!text_open(page, &body))
        return;
    if (text_open(page, &links)) {
        for (size_t i = 0; i < SECTIONS; i++)
            write_section(page, &sections[i], body.stream, links.stream);
        bool good = text_close(page, &links);

        good = text_close(page, &body) && good;
        if (good && text_open(page, &whole)) {
            write_frame(page, &body, &links, whole.stream);
            if (text_close(page, &whole) && page->fault->code == FAULT_NONE)
                output_write(page->options->output, whole.bytes, whole.length, page->fault);
            free(whole.bytes);
        }
        free(links.bytes);
    } else {
        text_close(page, &body);
    }
    free(body.bytes);
}

/* A bandwidth or a peak is one device's. */
static int check_limits(const struct page *page)
{
    size_t devices = page_device_count(page);

    if (devices < 2 || (page->peak <= 0 && page->bandwidth <= 0))
        return 0;
    return fault_set(page->fault, FAULT_USAGE,
                     "--%s is one device's, and the files are of %zu devices; ask for a report of "
                     "each",
                     page->bandwidth > 0 ? "bandwidth" : "peak", devices);
}

/* A page would replace a file that it is made of, and perhaps is the only one that knows a run. */
static int refuse_same(const struct page_options *options, struct fault *fault)
{
    for (size_t i = 0; i < options->file_count; i++)
        if (file_same(options->files[i], options->output))
            return fault_set(fault, FAULT_USAGE,
                             "-o %.300s is a file that the page is made of; the page needs another",
                             options->output);
    return 0;
}

int page_make(const struct page_options *options, struct fault *fault)
{
    struct page page = {.options = options,
                        .peak = options->peak,
                        .bandwidth = options->bandwidth,
                        .keep = json_array(),
                        .fault = fault};
    int status = page.keep == NULL ? fault_memory(fault) : refuse_same(options, fault);

    for (size_t i = 0; i < options->file_count && status == 0; i++)
        status = page_read_file(&page, options->files[i]);
    if (status == 0 && check_limits(&page) == 0) {
        page_share_peaks(&page);
        write_page(&page);
    }
    page_release(&page);
    return fault->code == FAULT_NONE ? 0 : -1;
}
