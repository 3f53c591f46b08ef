#include <stdlib.h>

#include "harness/report/internal.h"

enum {
    MOST_BARS = 24
};

static int by_error(const void *left, const void *right)
{
    double a = ((const struct page_error *)left)->worst,
           b = ((const struct page_error *)right)->worst;

    return (a < b) - (a > b);
}

static void draw(void *self, const struct chart *chart, struct svg *svg)
{
    const struct page *page = self;
    struct chart_bar bars[MOST_BARS];
    char words[MOST_BARS][64];
    size_t count = page->error_count < MOST_BARS ? page->error_count : MOST_BARS;

    for (size_t i = 0; i < count; i++) {
        const struct page_error *error = &page->errors[i];

        snprintf(words[i], sizeof words[i], "%.3g of the bound", error->worst);
        bars[i] = (struct chart_bar){error->kernel, error->words, words[i], error->worst};
    }
    chart_bars(chart, bars, count, svg);
}

void page_write_error(struct page *page)
{
    struct picture picture = {.self = page, .draw = draw};
    FILE *out = page->out;

    if (page->error_count == 0)
        return;
    qsort(page->errors, page->error_count, sizeof *page->errors, by_error);
    picture.chart = (struct chart){.title = "Greatest error of each kernel in parts of its bound",
                                   .unit = "greatest error / bound",
                                   .peak = 1,
                                   .peak_name = "bound",
                                   .to_peak = true};
    fputs("<p class=\"hint\">The bound is what rounding can do at most; above 1 a result is wrong. "
          "Results of whole numbers are compared bit by bit and have no error.</p>\n",
          out);
    html_picture(out, &picture);
    if (page->error_count > MOST_BARS)
        fprintf(out, "<p class=\"hint\">The %d greatest of %zu are drawn; the table has all.</p>\n",
                MOST_BARS, page->error_count);
    html_fold(out, "The numbers");
    html_table(out, "Greatest error of each kernel", "kernel|compared|#error / bound|file");
    for (size_t i = 0; i < page->error_count; i++) {
        const struct page_error *error = &page->errors[i];

        page_use(page, error->session);
        html_row(out);
        html_code(out, error->kernel, "");
        html_cell(out, error->words);
        html_number(out, error->worst);
        page_end_row(page, error->session);
    }
    html_table_end(out);
    html_fold_end(out);
}
