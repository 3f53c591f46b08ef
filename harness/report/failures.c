#include <string.h>

#include "harness/report/internal.h"
#include "harness/base/utf8.h"

enum {
    MOST_LOG = 8000 /* bytes of a log that are shown */
};

static bool is_first(const struct page *page, size_t index)
{
    for (size_t i = 0; i < index; i++)
        if (strcmp(page->failures[i].kind, page->failures[index].kind) == 0)
            return false;
    return true;
}

static size_t count_kind(const struct page *page, const char *kind)
{
    size_t count = 0;

    for (size_t i = 0; i < page->failure_count; i++)
        count += strcmp(page->failures[i].kind, kind) == 0;
    return count;
}

/* The start of a log, cut between characters. */
static void write_log(struct page *page, const char *log)
{
    size_t length = strlen(log), shown = utf8_cut(log, MOST_LOG);

    fputs("<details><summary>log</summary><pre tabindex=\"0\">", page->out);
    html_text(page->out, page_text(page, "%.*s", (int)shown, log));
    fputs("</pre>", page->out);
    if (shown < length)
        fprintf(page->out, "<p>%zu bytes more are in the file.</p>", length - shown);
    fputs("</details>", page->out);
}

static void write_failure(struct page *page, const struct page_failure *failure)
{
    FILE *out = page->out;

    page_use(page, failure->session);
    html_row(out);
    html_code(out, failure->kernel, "");
    html_cell(out, failure->problem);
    fputs("<td>", out);
    html_text(out, failure->reason);
    if (*failure->log != '\0')
        write_log(page, failure->log);
    fputs("</td>", out);
    page_end_row(page, failure->session);
}

void page_write_failures(struct page *page)
{
    for (size_t i = 0; i < page->failure_count; i++) {
        const char *kind = page->failures[i].kind;

        if (!is_first(page, i))
            continue;
        html_fold(page->out, page_text(page, "%s: %zu", kind, count_kind(page, kind)));
        html_table(page->out, page_text(page, "What failed: %s", kind),
                   "kernel|M \303\227 N \303\227 K|reason|file");
        for (size_t j = i; j < page->failure_count; j++)
            if (strcmp(page->failures[j].kind, kind) == 0)
                write_failure(page, &page->failures[j]);
        html_table_end(page->out);
        html_fold_end(page->out);
    }
}
