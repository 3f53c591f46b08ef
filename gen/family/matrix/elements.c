/*
 * The registers of a fragment, and the elements of a tile that a lane reads into one. Part of the view of the matrix family: see
 * view.c.
 */
#include "gen/family/matrix/ring.h"

#include "gen/family/page.h"

const char *matrix_fragment_type(struct job *job, const struct matrix_plan *own, bool left)
{
    const long long registers =
        own->engine->described ? 1 : fragment_registers(own->engine, own->fragment, left);
    return vector_name(job, fragment_held(own->fragment, left),
                       own->split ? 2 * registers : registers);
}

void matrix_view_elements(const struct page *page, const struct operand *operand, long long count,
                          long long down, long long deep, struct value *item)
{
    struct job *const job = page->job;
    const struct matrix_plan *const own = page->kernel->own;
    const struct term *const tile = page_name(page, "tile");
    const struct term *const place = page_place(page, is_a(operand), down, false);
    struct value *const elements = value_set_list(job, item, "elements");
    for (long long i = 0; i < count; i++) {
        const struct term *const k =
            term_plus(job, page_name(page, own->engine->alone ? "step" : "k"), deep + i);
        value_set_term(job, value_add(elements, value_object(job)), "element",
                       matrix_operand_tile(own, operand)->along_k
                           ? term_at(job, term_at(job, tile, place), k)
                           : term_at(job, term_at(job, tile, k), place));
    }
    value_mark_ends(job, elements);
}
