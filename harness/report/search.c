#include <stdlib.h>

#include "harness/report/internal.h"

struct drawing {
    double *speeds;
    size_t count;
};

static void draw(void *self, const struct chart *chart, struct svg *svg)
{
    const struct drawing *drawing = self;

    chart_search(chart, drawing->speeds, drawing->count, svg);
}

static void write_head(struct page *page, const struct page_space *space, size_t failed)
{
    fprintf(page->out, "<p class=\"hint\">%zu evaluations, %zu of them failed", space->count,
            failed);
    if (space->under_way > 0)
        fprintf(page->out, "; %zu under way, or cut off, when the journal was read",
                space->under_way);
    fputs(".</p>\n", page->out);
}

/* Each evaluation that was better than all before it. */
static void write_table(struct page *page, const struct page_space *space)
{
    double best = 0, so_far = 0;

    html_fold(page->out, "The numbers");
    html_table(page->out, "Evaluations that were better than all before them",
               "#evaluation|#GFLOP/s|#of peak|#of the end");
    for (size_t i = 0; i < space->count; i++)
        best = space->evaluations[i].gflops > best ? space->evaluations[i].gflops : best;
    for (size_t i = 0; i < space->count; i++) {
        double speed = space->evaluations[i].gflops;

        if (!(speed > so_far))
            continue;
        so_far = speed;
        html_row(page->out);
        html_whole(page->out, i + 1);
        html_number(page->out, speed);
        html_percent(page->out, space->peak > 0 ? speed / space->peak : 0);
        html_percent(page->out, speed / best);
        fputs("</tr>\n", page->out);
    }
    html_table_end(page->out);
    html_fold_end(page->out);
}

static void write_space(struct page *page, const struct page_space *space, size_t number)
{
    struct drawing drawing = {calloc(space->count + 1, sizeof *drawing.speeds), space->count};
    struct picture picture = {.self = &drawing, .draw = draw};
    size_t failed = 0;

    if (drawing.speeds == NULL) {
        fault_memory(page->fault);
        return;
    }
    for (size_t i = 0; i < space->count; i++) {
        drawing.speeds[i] = space->evaluations[i].gflops;
        failed += !(drawing.speeds[i] > 0);
    }
    picture.chart.title = "Best speed so far against the number of evaluations";
    picture.chart.unit = "GFLOP/s";
    picture.chart.peak = space->peak;
    page_use(page, space->session);
    page_space_begin(page, space, number);
    write_head(page, space, failed);
    fputs("<ul class=\"legend\"><li><i class=\"stairs\"></i><span>best so far</span></li>"
          "<li><i class=\"dot\"></i><span>an evaluation</span></li><li><i class=\"tick\">"
          "</i><span>one that failed</span></li></ul>\n",
          page->out);
    html_picture(page->out, &picture);
    write_table(page, space);
    page_space_end(page, number);
    free(drawing.speeds);
}

void page_write_search(struct page *page)
{
    size_t shown = 0;

    for (size_t i = 0; i < page->space_count; i++)
        if (page->spaces[i].count > 0)
            write_space(page, &page->spaces[i], shown++);
}
