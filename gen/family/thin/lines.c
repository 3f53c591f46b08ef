/*
 * Lines of operands that a lane reads, as the view of the thin family names them. See family.c for the scheme.
 */
#include "gen/family/thin/thin.h"

const struct term *thin_over_lanes(const struct thin_draft *d, const char *operation)
{
    const struct page *const page = &d->page;
    const struct term *const lane = page_name(page, "lane");
    return (*operation == '/' ? term_over : term_rest)(page->job, lane, d->own->engine->of_a.width);
}

const struct term *thin_place_of_lane(const struct thin_draft *d)
{
    return term_times(d->page.job, thin_over_lanes(d, "%"), d->own->lane_span);
}

const struct term *thin_tile_place(const struct thin_draft *d)
{
    return d->own->side_groups > 1 ? page_axis_name(&d->page, "tile", is_a(d->large)) : NULL;
}

long long thin_lines_apart(const struct thin_draft *d, const struct operand *operand)
{
    return operand == d->large ? fragment_rows_apart(d->own->engine, d->own->fragment)
                               : d->own->fragment->n;
}

long long thin_lines(const struct thin_draft *d, const struct operand *operand)
{
    const long long places = fragment_places(d->own->engine, d->own->fragment, true);
    return operand == d->large ? places * d->own->fragments : d->own->thin_ones;
}

const struct term *thin_blocks_of_lines(const struct thin_draft *d, long long fragment)
{
    return page_printed(&d->page, "%c_%ss_%lld", operand_letter(d->large),
                        kernel_axis_word(d->page.kernel, is_a(d->large)), fragment);
}

/* Inside the matrix, `plus` places behind that of the lane, or of blocks that all lanes share, behind the first one of the tile. */
static const struct term *place_of_line(const struct thin_draft *d, const struct operand *operand,
                                        long long plus)
{
    const struct page *const page = &d->page;
    const bool along_m = is_a(operand), together = operand->element->lines > 0;
    const bool guarded = kernel_guards(page->kernel, along_m);
    const struct term *place = page_axis_name(page, "first", along_m);
    if (operand == d->large && thin_tile_place(d))
        place = term_add(page->job, place, thin_tile_place(d));
    if (!together)
        place = term_add(page->job, place, thin_over_lanes(d, "/"));
    place = term_plus(page->job, place, plus);
    return guarded ? term_min(page->job, place, page_last(page, along_m)) : place;
}

/* Where a line begins; and where the blocks begin that several share: "B_repacked + (long)first_column / 16 * (ldb / 256)". */
static const struct term *begin_of_line(const struct thin_draft *d, const struct operand *operand,
                                        long long number)
{
    const struct term *const place =
        place_of_line(d, operand, number * thin_lines_apart(d, operand));
    return page_lines_of(&d->page, page_row(&d->page, operand, place, NULL), operand->ld);
}

static const struct term *begin_of_blocks(const struct thin_draft *d, long long fragment)
{
    const struct page *const page = &d->page;
    struct job *const job = page->job;
    const struct element *const element = d->large->element;
    const struct term *const ld = page_name(page, symbol_in_kernel(d->large->ld));
    const struct term *const place =
        term_cast(job, page->kernel->index_bits == 64 ? "long" : NULL,
                  place_of_line(d, d->large, fragment * element->lines));
    return term_add(
        job, page_name(page, d->large->form.memory),
        term_mul(job, term_over(job, place, element->lines), term_over(job, ld, element->covers)));
}

void thin_view_lines(const struct thin_draft *d, struct value *list, const struct operand *operand)
{
    const struct page *const page = &d->page;
    const bool blocks = operand->element->lines > 0;
    const long long count = blocks ? d->own->fragments : thin_lines(d, operand);
    for (long long i = 0; i < count; i++) {
        page_declare(page, list, blocks ? thin_blocks_of_lines(d, i) : page_line(page, operand, i),
                     blocks ? begin_of_blocks(d, i) : begin_of_line(d, operand, i));
        value_set_text(page->job, list->last, "in_lanes",
                       blocks ? kernel_stored(page->job, page->kernel, operand->element) : NULL);
    }
}
