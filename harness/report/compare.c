#include "harness/report/internal.h"

void page_write_compare(struct page *page)
{
    FILE *out = page->out;

    if (page->ratio_count == 0)
        return;
    fputs("<p class=\"hint\">Ratio of the speeds, kernel to library, median of the rounds; above 1 "
          "the kernel is faster; 25 % and 75 % are its quartiles. Times are the host's, from the "
          "call to the end of the work.</p>\n",
          out);
    html_table(out, "Kernels and BLAS libraries",
               "kernel|library|M \303\227 N \303\227 K|elements|#GFLOP/s|#library's|#ratio|#25 "
               "%|#75 %|file");
    for (size_t i = 0; i < page->ratio_count; i++) {
        const struct page_ratio *ratio = &page->ratios[i];

        page_use(page, ratio->session);
        html_row(out);
        html_code(out, ratio->kernel, "");
        html_cell(out, ratio->library);
        html_cell(out, page_size(page, ratio->m, ratio->n, ratio->k));
        html_cell(out, ratio->types);
        html_number(out, ratio->gflops);
        html_number(out, ratio->library_gflops);
        html_number(out, ratio->ratio);
        html_number(out, ratio->q1);
        html_number(out, ratio->q3);
        page_end_row(page, ratio->session);
    }
    html_table_end(out);
}
