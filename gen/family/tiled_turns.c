/*
 * Loops over K of the views of tiled families, and the functions that these call for blocks.
 */
#include "gen/family/page.h"
#include "gen/view/formats.h"

/* -------------------------------------------------------------------------------- loops */

/* Why there is a loop of single steps, in words for its comment. */
static const char *why(const struct kernel *kernel, const struct main_loop *main)
{
    const bool tiles = main_loop_leaves_tiles(main);
    return main->idle                     ? "loop/all_of_k"
           : tiles && kernel->turn_k == 1 ? "loop/at_an_edge"
           : tiles                        ? "loop/rest_and_at_an_edge"
                                          : "loop/rest";
}

/* Where a remainder follows, the loop ends before an iteration of `turn` steps would not be whole. */
static void add_main_loop(const struct page *page, struct value *object,
                          const struct main_loop *main, long long turn)
{
    struct job *const job = page->job;
    const struct kernel *const kernel = page->kernel;
    const struct term *const whole = page_whole(page, main, false);
    const struct term *const depth = page_depth(page);
    const struct term *const left = turn > 1 ? term_test(job, page_k(page, turn), "<=", depth)
                                             : term_test(job, page_k(page, 0), "<", depth);
    value_set_term(job, object, "whole", whole);
    value_set_term(job, object, "goes_on",
                   term_and(job, whole ? page_name(page, "whole") : NULL, left));
    value_set_unless(job, object, "unrolls", kernel->unroll_k / kernel->tile_k, 1);
}

struct turns add_turns(const struct page *page, const struct main_loop *main)
{
    struct job *const job = page->job;
    const struct kernel *const kernel = page->kernel;
    struct value *const view = page->view;
    const bool remains = main_loop_leaves_tiles(main) || kernel->guard_k;
    struct turns turns;
    value_set_unless(job, view, "advance", kernel->tile_k * kernel->parts, 1);
    turns.main = value_set_object_if(job, view, "main", !main->idle);
    if (turns.main)
        add_main_loop(page, turns.main, main, remains ? kernel->unroll_k : 1);
    turns.remainder = value_set_object_if(job, view, "remainder", remains);
    if (!remains)
        return turns;
    value_set_bool(job, turns.remainder, "behind_loop", !main->idle);
    value_set_text(job, turns.remainder, "why", why(kernel, main));
    return turns;
}

/* ------------------------------------------------------------------------------- blocks */

void add_format(const struct page *page, const struct operand *operand, long long width)
{
    if (in_blocks(operand))
        view_add_format(page->job, page->kernel, page->view, operand->element, width, false);
}

void add_formats(const struct page *page, const struct turns *turns)
{
    for (int i = 0; i < 2; i++) {
        const struct operand *const operand = page->kernel->factors[i];
        if (turns->main)
            add_format(page, operand, operand->vector);
        if (turns->remainder)
            add_format(page, operand, 1);
    }
}
