/*
 * Axes, operands and loops of the views of tiled families.
 */
#include "gen/family/page.h"
#include "gen/family/tiled_view.h"

#include <string.h>

static void add_axis(struct job *job, const struct kernel *kernel, struct value *view, bool along_m)
{
    struct value *const axis = value_set_object(job, view, along_m ? "m" : "n");
    const enum symbol symbol = along_m ? kernel->m : kernel->n;
    const struct shape groups = kernel->group;
    const long long group = along_m ? groups.height : groups.width;
    const long long items = along_m ? kernel->items.height : kernel->items.width;
    const bool shifts = along_m ? kernel->shift_m : kernel->shift_n;
    value_set_text(job, axis, "place", kernel_axis_word(kernel, along_m));
    value_set_text(job, axis, "limit", symbol_in_kernel(symbol));
    value_set_integer(job, axis, "dimension", along_m);
    value_set_unless(job, axis, "side", along_m ? kernel->tile.height : kernel->tile.width, 1);
    value_set_integer(job, axis, "items", items);
    value_set_bool(job, axis, "several_items", items > 1);
    value_set_integer(job, axis, "group", group);
    value_set_unless(job, axis, "group_times", group, 1);
    value_set_bool(job, axis, "shifts", shifts);
    value_set_text(job, axis, "start",
                   shifts              ? "start/shifted"
                   : kernel->group_ids ? "start/in_group"
                                       : "start/global");
}

void add_axes(struct job *job, const struct kernel *kernel, struct value *view)
{
    add_axis(job, kernel, view, true);
    add_axis(job, kernel, view, false);
}

/* How the operand's elements are stored where the kernel reads them. */
static void add_storage(struct job *job, const struct kernel *kernel, struct value *object,
                        const struct operand *operand)
{
    const struct element *const element = operand->element;
    const struct number *const number = element_arrives(element, operand->computed);
    value_set_text(job, object, "stored", kernel_stored(job, kernel, element));
    value_set_text(job, object, "real", number_real(element->read)->name);
    value_set_integer(job, object, "element_bytes", element->bytes);
    value_set_text(job, object, "read_image", number->read_image);
    value_set_text(job, object, "texel_number", number->name);
    value_set_text(job, object, "whole_texel",
                   element->most_texel == 2 ? "read/texel_bits" : "read/texel");
    set_type_of_load(job, kernel, operand, object);
}

static void add_operand(struct job *job, const struct kernel *kernel, struct value *view,
                        const struct operand *operand)
{
    const bool a = is_a(operand);
    struct value *const object = value_set_object(job, view, a ? "a" : "b");
    const bool along_k = lies_along_k(operand);
    value_set(object, "letter", value_printf(job, "%c", operand_letter(operand)));
    value_set_text(job, object, "memory", operand->form.memory);
    value_set_text(job, object, "ld", symbol_in_kernel(operand->ld));
    value_set_text(job, object, "place", kernel_axis_word(kernel, a));
    value_set_text(job, object, "limit", symbol_in_kernel(a ? kernel->m : kernel->n));
    value_set_bool(job, object, "across_k", lies_across_k(operand));
    value_set_text(job, object, "address",
                   in_image(operand) ? a ? "at/texel_along_k" : "at/texel_across_k"
                   : along_k         ? "at/along_k"
                                     : "at/across_k");
    value_set_bool(job, object, "step", false);
    value_set_integer(job, object, "elements_of_block", operand->element->covers);
    value_set_integer(job, object, "elements_of_group", operand->element->group);
    add_storage(job, kernel, object, operand);
}

void add_operands(struct job *job, const struct kernel *kernel, struct value *view)
{
    add_operand(job, kernel, view, &kernel->a);
    add_operand(job, kernel, view, &kernel->b);
}

void add_line_starts(struct job *job, struct value *view, const struct operand *operand,
                     long long count, long long stride, bool clamped)
{
    struct value *const object = value_child(view, is_a(operand) ? "a" : "b");
    struct value *const lines = value_set_list(job, object, "lines");
    const long long named = !lies_along_k(operand) ? 0 : clamped ? count : 1;
    value_set_text(job, object, "line_place", clamped ? "at/clamped" : "at/place");
    for (long long i = 0; i < named; i++) {
        struct value *const line = value_add(lines, value_object(job));
        value_set(line, "line", clamped ? value_integer(job, i) : value_bool(job, false));
        value_set_unless(job, line, "plus", i * stride, 0);
    }
}

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
    const struct term *const depth = page_name(page, value_get(page->view, "depth")->text);
    const struct term *const left = turn > 1 ? term_test(job, page_k(page, turn), "<=", depth)
                                             : term_test(job, page_k(page, 0), "<", depth);
    value_set_term(job, object, "whole", whole);
    value_set_term(job, object, "goes_on",
                   term_and(job, whole ? page_name(page, "whole") : NULL, left));
    value_set_unless(job, object, "unrolls", kernel->unroll_k / kernel->tile_k, 1);
    value_set_text(job, object, "loop",
                   kernel->unroll_k > kernel->tile_k ? "loop/unrolled" : "loop/steps");
}

struct turns add_turns(struct job *job, const struct kernel *kernel, struct value *view,
                       const struct main_loop *main)
{
    const bool remains = main_loop_leaves_tiles(main) || (kernel->turn_k > 1 && kernel->guard_k);
    const struct page page = {job, kernel, view};
    struct turns turns = {NULL, NULL};
    value_set_unless(job, view, "advance", kernel->tile_k, 1);
    if (main->idle) {
        value_set_bool(job, view, "main", false);
    } else {
        turns.main = value_set_object(job, view, "main");
        add_main_loop(&page, turns.main, main, remains ? kernel->unroll_k : 1);
    }
    if (!remains) {
        value_set_bool(job, view, "remainder", false);
        return turns;
    }
    turns.remainder = value_set_object(job, view, "remainder");
    value_set_bool(job, turns.remainder, "behind_loop", !main->idle);
    value_set_text(job, turns.remainder, "why", why(kernel, main));
    return turns;
}

/* ------------------------------------------------------------------------------- blocks */

void add_format(struct job *job, const struct kernel *kernel, struct value *view,
                const struct operand *operand, long long width, bool in_local)
{
    if (in_blocks(operand))
        view_add_format(job, kernel, view, operand->element, width, in_local);
}

void add_formats(struct job *job, const struct kernel *kernel, struct value *view,
                 const struct turns *turns)
{
    const struct operand *const operands[] = {&kernel->a, &kernel->b};
    for (int i = 0; i < 2; i++) {
        if (turns->main)
            add_format(job, kernel, view, operands[i], operands[i]->vector, false);
        if (turns->remainder)
            add_format(job, kernel, view, operands[i], 1, false);
    }
}
