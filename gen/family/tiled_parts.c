/*
 * What work-items store of a part of K, for the work-group that adds all of them.
 */
#include "gen/family/page.h"

/* Vector after vector of a work-item, each those of all work-items. */
void list_kept_sums(const struct page *page, const struct kept_sums *kept, struct value *object)
{
    struct job *const job = page->job;
    const struct kernel *const kernel = page->kernel;
    const long long items = kept->items ? kept->items : kernel->wg.height * kernel->wg.width;
    const long long of_product = kept->vectors.height * kept->vectors.width;
    const long long count = of_product * kernel_products(kernel);
    const long long tiles = kept->tiles ? kept->tiles : 1;
    const struct term *const begin =
        kept->turns ? term_times(job, term_name(job, "j"), count) : term_number(job, 0);
    value_set_text(job, object, "type",
                   number_vector(job, kernel->numbers.accumulate, kept->width));
    value_set_integer(job, object, "vectors_of_part",
                      count * (kept->turns ? kept->turns : 1) * tiles * items);
    value_set_unless(job, object, "turns", kept->turns, 0);
    value_set_term(job, object, "held",
                   tiles > 1 ? term_times(job, kept->tile, count * items) : NULL);
    struct value *const registers = value_set_list(job, object, "registers");
    for (long long i = 0; i < count; i++) {
        const long long row = i % of_product / kept->vectors.width;
        const long long column = i % kept->vectors.width;
        struct value *const item = value_add(registers, value_object(job));
        const struct term *const at = term_times(job, term_plus(job, begin, i), items);
        value_set_term(job, item, "sum",
                       kept->sum ? kept->sum(job, kernel, row, column)
                                 : page_sum(page, (int)(i / of_product), row, column));
        value_set_term(job, item, "at", tiles > 1 ? term_add(job, term_name(job, "held"), at) : at);
    }
    value_mark_ends(job, registers);
}

void keep_sums(const struct page *page, const struct kept_sums *kept)
{
    struct job *const job = page->job;
    const struct kernel *const kernel = page->kernel;
    if (!kernel->sums_in_launch)
        return;
    struct value *const object = value_child(page->view, "adds_parts");
    const long long items = kept->items ? kept->items : kernel->wg.height * kernel->wg.width;
    const struct term *const own = term_name(job, "own");
    list_kept_sums(page, kept, object);
    value_set_bool(job, object, "recasts", kept->width > 1);
    value_set_term(job, object, "place", kept->apart ? term_over(job, own, kept->apart) : own);
    value_set_integer(job, object, "items", items);
    value_set_integer(job, object, "vectors_of_tile",
                      value_get(object, "vectors_of_part")->integer * kernel->split_k);
}
