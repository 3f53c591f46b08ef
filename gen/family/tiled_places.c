/*
 * Axes, operands and loops of the views of tiled families.
 */
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
    value_set_text(job, object, "stored", element->name);
    value_set_text(job, object, "real", number_real(element->read)->name);
    value_set_text(job, object, "bits", element_bits(element));
    value_set_integer(job, object, "element_bytes", element->bytes);
    value_set_text(job, object, "block_read", element->block_read);
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

static void add_whole_side(struct job *job, const struct kernel *kernel, struct value *sides,
                           bool of_group, bool along_m)
{
    struct value *const side = value_add(sides, value_object(job));
    const struct shape tile = of_group ? kernel->group : kernel->tile;
    value_set_text(job, side, "place",
                   arena_printf(job->arena, "%s%s", of_group ? "first_" : "",
                                kernel_axis_word(kernel, along_m)));
    value_set_integer(job, side, "size", along_m ? tile.height : tile.width);
    value_set_text(job, side, "limit", symbol_in_kernel(along_m ? kernel->m : kernel->n));
}

void add_whole(struct job *job, const struct kernel *kernel, struct value *turn,
               const struct main_loop *main)
{
    if (!main_loop_leaves_tiles(main)) {
        value_set_bool(job, turn, "whole", false);
        return;
    }
    struct value *const sides = value_set_list(job, value_set_object(job, turn, "whole"), "sides");
    if (main->whole_m)
        add_whole_side(job, kernel, sides, main->of_group, true);
    if (main->whole_n)
        add_whole_side(job, kernel, sides, main->of_group, false);
    value_mark_ends(job, sides);
}

/* Why there is a loop of single steps, in words for its comment. */
static const char *why(const struct kernel *kernel, const struct main_loop *main)
{
    const bool tiles = main_loop_leaves_tiles(main);
    return main->idle                     ? "loop/all_of_k"
           : tiles && kernel->turn_k == 1 ? "loop/at_an_edge"
           : tiles                        ? "loop/rest_and_at_an_edge"
                                          : "loop/rest";
}

struct turns add_turns(struct job *job, const struct kernel *kernel, struct value *view,
                       const struct main_loop *main)
{
    const bool remains = main_loop_leaves_tiles(main) || (kernel->turn_k > 1 && kernel->guard_k);
    struct turns turns = {NULL, NULL};
    value_set_unless(job, view, "advance", kernel->tile_k, 1);
    if (main->idle) {
        value_set_bool(job, view, "main", false);
    } else {
        turns.main = value_set_object(job, view, "main");
        value_set_text(job, turns.main, "loop",
                       kernel->unroll_k > kernel->tile_k ? "loop/unrolled" : "loop/steps");
        value_set_text(job, turns.main, "left",
                       remains && kernel->unroll_k > 1 ? "loop/turn_left" : "loop/step_left");
        value_set_integer(job, turns.main, "turn", kernel->unroll_k);
        value_set_integer(job, turns.main, "turns", kernel->unroll_k / kernel->tile_k);
        add_whole(job, kernel, turns.main, main);
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

/* The item of an element in the list of formats; a new one has the function that calculates elements of a block in local memory `in_halves`,
 * or functions that load them as singles. */
static struct value *format_of(struct job *job, const struct element *element, bool in_halves,
                               struct value *formats)
{
    for (struct value *item = formats->first; item; item = item->next)
        if (strcmp(value_get(item, "stored")->text, element->name) == 0)
            return item;
    struct value *const item = value_add(formats, value_object(job));
    value_set_text(job, item, "format", element->blocks);
    value_set_text(job, item, "stored", element->name);
    value_set_integer(job, item, "count", element->covers);
    value_set_integer(job, item, "bytes_of_all", element->bytes);
    value_set_unless(job, item, "group", element->group, 0);
    value_set_bool(job, item, "zeros", element->zeros);
    value_set_list(job, item, "loads");
    if (in_halves)
        value_set_bool(job, value_set_object(job, item, "halves"), "in_local", true);
    else
        value_set_bool(job, item, "halves", false);
    return item;
}

static bool has_width(const struct value *loads, const char *type)
{
    for (const struct value *load = loads->first; load; load = load->next)
        if (strcmp(value_get(load, "type")->text, type) == 0)
            return true;
    return false;
}

/* Members for the function that loads the bytes of a vector of elements: in numbers as large as the alignment of blocks allows. `several`:
 * how many they are, one for each element, or of groups for every two; false of a single one. */
static void add_bytes(struct job *job, const struct element *element, long long width,
                      struct value *load)
{
    const long long count = element->group ? width / 2 : width;
    const long long unit = count < element->alignment ? count : element->alignment;
    value_set_unless(job, load, "several", count > 1 ? count : 0, 0);
    value_set_text(job, load, "half", vector_name(job, "int", count > 1 ? count : 1));
    value_set_text(job, load, "bytes",
                   unit <= 1       ? "blocks/by_bytes"
                   : count == unit ? "blocks/by_number"
                                   : "blocks/by_numbers");
    value_set_text(job, load, "unit", unit == 8 ? "ulong" : unit == 4 ? "uint" : "ushort");
    value_set_integer(job, load, "unit_bytes", unit);
    value_set_integer(job, load, "units", unit ? count / unit : 0);
}

/* The same for blocks that are repacked, whose quants are in words: `word`, as many bits as the vector has, and the pieces that make singles of
 * them; and whether they are multiplied by fma(). */
static void add_words(struct job *job, const struct kernel *kernel, const struct element *element,
                      long long width, struct value *load)
{
    static const char *const words[] = {"uchar", "uchar", "ushort", "uint", "uint2", "uint4"};
    const long long bits = element->quant_bits;
    int size = 0;
    while (8LL << size < 2 * width * (bits == 8 ? 8 : 4))
        size++;
    value_set_bool(job, load, "several", false);
    value_set_text(job, load, "word", words[size]);
    value_set_bool(job, load, "fused", strcmp(kernel->mad, "fma") == 0);
    if (width == 1)
        return;
    value_set_text(job, load, "numbers",
                   arena_printf(job->arena, "blocks/%lld_of_%lld_bits", width, bits));
    value_set_text(job, load, "beyond", arena_printf(job->arena, "blocks/beyond_%lld", width));
}

void add_format(struct job *job, const struct kernel *kernel, struct value *view,
                const struct operand *operand, long long width, bool in_local)
{
    if (!is_quantised(operand))
        return;
    const struct element *const element = operand->element;
    struct value *const formats = value_child(view, "formats");
    if (operand->repacked)
        format_of(job, operand->given, false, formats); /* what it is repacked from */
    struct value *const loads = value_child(format_of(job, element, false, formats), "loads");
    const char *const type = number_vector(job, element->read, width);
    if (has_width(loads, type))
        return;
    struct value *const load = value_add(loads, value_object(job));
    value_set_text(job, load, "type", type);
    value_set_text(job, load, "whole", vector_name(job, "int", width));
    value_set_text(job, load, "index",
                   kernel->index_bits == 64 && !operand->repacked ? "ulong" : "uint");
    value_set_text(job, load, "span", operand->repacked ? "line" : "matrix");
    value_set_integer(job, load, "width", width);
    value_set_bool(job, load, "vector", width > 1);
    value_set_bool(job, load, "in_local", in_local);
    if (operand->repacked)
        add_words(job, kernel, element, width, load);
    else
        add_bytes(job, element, width, load);
    struct value *const numbers = value_set_list(job, load, "numbers");
    for (long long i = 0; i < width; i++)
        value_set_integer(job, value_add(numbers, value_object(job)), "number", i);
    value_mark_ends(job, numbers);
}

void add_format_in_halves(struct job *job, struct value *view, const struct operand *operand,
                          bool nvidia)
{
    const struct element *const element = operand->element;
    format_of(job, element, true, value_child(view, "formats"));
    struct value *const functions =
        value_add(value_child(view, "formats_in_halves"), value_object(job));
    value_set_bool(job, functions, "nvidia", nvidia);
    value_set_bool(job, functions, "fifths", strncmp(element->type, "q5", 2) == 0);
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
