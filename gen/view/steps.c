/*
 * The view of the kernels that run before and after the multiplication.
 */
#include "gen/view/epilogue.h"
#include "gen/view/formats.h"
#include "gen/view/steps.h"

#include <string.h>

/* ------------------------------------------------------------------------ copy kernels */

/* The parts of a texel: members `elements`, each with its place in the line and its name in the texel. */
static void add_texel(struct job *job, const struct operand *operand, struct value *copy)
{
    struct value *const elements = value_set_list(job, copy, "elements");
    const long long width = operand->vector;
    value_set_bool(job, copy, "single", width == 1);
    value_set_bool(job, copy, "wide", false);
    value_set_bool(job, copy, "plus", false);
    for (long long i = 0; i < width && width > 1; i++) {
        struct value *const item = value_add(elements, value_object(job));
        value_set_integer(job, item, "wide", width);
        value_set_unless(job, item, "plus", i, 0);
        value_set_text(job, item, "part", component_name(job, width, i));
    }
}

static void add_copy(struct job *job, const struct kernel *kernel, const struct plan *plan,
                     const struct operand *operand, const struct step *step, struct value *list)
{
    struct value *const copy = value_add(list, value_object(job));
    const bool a = is_a(operand);
    const enum symbol rows = a ? kernel->m : SYMBOL_K;
    const enum symbol columns = a ? SYMBOL_K : kernel->n;
    const struct number *const number = element_arrives(operand->element, kernel->numbers.compute);
    const long long width = operand->vector;

    view_add_signature(job, kernel, plan, step, copy);
    view_add_sub_group(job, copy, false, 0);
    value_set_text(job, copy, "operand", operand->name);
    value_set_text(job, copy, "memory", operand->name);
    value_set(copy, "image", value_printf(job, "%s_image", operand->name));
    value_set_text(job, copy, "rows", symbol_in_kernel(rows));
    value_set_text(job, copy, "columns", symbol_in_kernel(columns));
    value_set_text(job, copy, "line", kernel_axis_word(kernel, true));
    value_set_text(job, copy, "texels",
                   width == 4   ? "word/texel_of_four"
                   : width == 2 ? "word/texel_of_two"
                                : "word/texel_of_one");
    value_set_text(job, copy, "meaning", view_copied_argument(step)->meaning);
    value_set_text(job, copy, "ld", symbol_in_kernel(operand->ld));

    struct value *const constants = value_set_list(job, copy, "constants");
    struct value *const offsets = value_set_list(job, copy, "offsets");
    const enum symbol sizes_of_image[] = {rows, columns};
    for (int i = 0; i < 2; i++)
        if (kernel->fixed[sizes_of_image[i]] >= 0)
            view_add_constant(job, constants, symbol_in_kernel(sizes_of_image[i]),
                              view_extent(job, kernel, sizes_of_image[i], 1));
    view_add_ld(job, kernel, operand, constants);
    view_add_offset(job, kernel, operand, offsets);
    view_add_members(job, kernel, false, copy);

    value_set_text(job, copy, "type", number_vector(job, number, width));
    value_set_text(job, copy, "zero", number_literal(job, number, "0"));
    value_set_text(job, copy, "number", number->name);
    value_set_text(job, copy, "read", element_reads(operand->given, number, 1));
    value_set_text(job, copy, "address",
                   operand->transposed ? "at/matrix_transposed" : "at/matrix");
    value_set_text(job, copy, "write_image", number->write_image);
    value_set_text(job, copy, "write",
                   operand->element->most_texel == 2 ? "write/image_bits"
                   : width == 1                      ? "write/image_first"
                   : width == 2                      ? "write/image_pair"
                                                     : "write/image");
    add_texel(job, operand, copy);
}

/* ----------------------------------------------- kernels that pad, transpose and unpad */

void view_add_beta(struct job *job, const struct kernel *kernel, struct setting beta,
                   struct value *view)
{
    const bool fixed = beta.how == FIXED;
    const bool complex = kernel->numbers.scalar->parts != NULL;
    value_set_bool(job, view, "beta_argument", !fixed);
    value_set_text(job, view, "times_beta", complex && !fixed ? "scale/old_complex" : "scale/old");
    value_set_text(job, view, "beta_is_zero",
                   complex ? "scale/beta_zero_complex" : "scale/beta_zero");
    if (fixed && beta.real == 0) {
        value_set_bool(job, view, "beta", false);
        return;
    }
    value_set_text(job, value_set_object(job, view, "beta"), "factor",
                   !fixed           ? "beta"
                   : beta.real == 1 ? NULL
                                    : number_literal(job, kernel->numbers.scalar,
                                                     kernel->problem.values[SYMBOL_BETA].text));
}

/* One axis of the matrix that a step moves: work-items walk it, in work-groups of `side`. */
struct walk {
    struct extent_words read;    /* how far the matrix reaches in the buffer that is read */
    struct extent_words written; /* and in the one that is written */
    bool grows;                  /* what is written reaches further */
    bool overshoots;             /* work-items may lie beyond what is written */
};

static struct walk walk_of(struct job *job, const struct kernel *kernel, const struct extent *read,
                           const struct extent *written, long long side)
{
    const enum symbol axis = read->n.symbol;
    const long long fixed = kernel->fixed[axis];
    const long long whole = written->rounded_to;
    const long long covered = fixed < 0 ? whole : (fixed + whole - 1) / whole * whole;
    return (struct walk){
        .read = view_extent(job, kernel, axis, read->rounded_to),
        .written = view_extent(job, kernel, axis, whole),
        .grows = whole > read->rounded_to && (fixed < 0 || fixed % whole != 0),
        .overshoots = covered % side != 0,
    };
}

/* A guard: the places that have a limit, for test/inside and test/outside. A NULL extent: no limit. */
struct limit {
    const char *place;
    const struct extent_words *extent;
};

/* The member of that name: an object with `limits`, or false where there are none. */
static void add_guard(struct job *job, struct value *rewrite, const char *name, struct limit x,
                      struct limit y)
{
    const struct limit limits[] = {x, y};
    if (!x.extent && !y.extent) {
        value_set_bool(job, rewrite, name, false);
        return;
    }
    struct value *const list = value_set_list(job, value_set_object(job, rewrite, name), "limits");
    for (int i = 0; i < 2; i++) {
        if (!limits[i].extent)
            continue;
        struct value *const item = value_add(list, value_object(job));
        value_set_text(job, item, "place", limits[i].place);
        view_set_extent(job, item, *limits[i].extent);
    }
    value_mark_ends(job, list);
}

/* The leading dimension of one of the step's buffers: a name for the kernel, which an argument or a
 * constant bears. That of a workspace is `name`. */
static const char *rewrite_ld(struct job *job, const struct kernel *kernel,
                              const struct operand *operand, const struct buffer *buffer,
                              const char *name, struct value *constants, struct value *offsets)
{
    if (buffer->role != ROLE_WORKSPACE) {
        if (kernel->fixed[operand->ld] >= 0)
            view_add_constant(job, constants, symbol_in_kernel(operand->ld),
                              view_extent(job, kernel, operand->ld, 1));
        else
            view_add_ld(job, kernel, operand, constants);
        view_add_offset(job, kernel, operand, offsets);
        return symbol_in_kernel(operand->ld);
    }
    const struct extent *const along = &buffer_lines(buffer)[1];
    const struct extent_words extent = view_extent(job, kernel, along->n.symbol, along->rounded_to);
    if (extent.whole == 1 && extent.size == symbol_in_kernel(along->n.symbol))
        return extent.size;
    view_add_constant(job, constants, name, extent);
    return name;
}

/* The comment of such a kernel. */
static void add_rewrite_words(struct job *job, const struct operand *operand,
                              const struct argument *caller, const char *workspace,
                              const char *stride, struct value *rewrite)
{
    value_set_text(job, rewrite, "operand", operand->name);
    value_set_text(job, rewrite, "workspace", workspace);
    value_set_bool(job, rewrite, "names_stride", strcmp(stride, "stride") == 0);
    value_set_text(job, rewrite, "stride", stride);
    value_set_text(job, rewrite, "ld", symbol_in_kernel(operand->ld));
    if (!caller) {
        value_set_bool(job, rewrite, "caller", false);
        return;
    }
    struct value *const object = value_set_object(job, rewrite, "caller");
    value_set_text(job, object, "name", caller->name);
    value_set_text(job, object, "meaning", caller->meaning);
}

/* Such a kernel applies the epilogue to the element at (y, x). */
static void add_finish(struct job *job, const struct kernel *kernel, struct value *rewrite)
{
    const bool finishes = kernel->problem.epilogue->count > 0;
    value_set_bool(job, rewrite, "finishes", finishes);
    value_set_text(job, rewrite, "written", finishes ? "write/finish" : "write/update");
    view_add_epilogue_call(job, kernel, rewrite, 1, NULL);
    view_add_given(job, kernel, rewrite, finishes, term_name(job, "y"), term_name(job, "x"));
}

/* What of a kernel that empties a workspace is like the multiplying one: how it updates C. */
static void add_unpad(struct job *job, const struct kernel *kernel, const char *target,
                      struct value *rewrite)
{
    value_set_text(job, rewrite, "value", "value");
    value_set_bool(job, rewrite, "part", false);
    value_set_text(job, rewrite, "target", target);
    value_set_term(job, rewrite, "place", term_name(job, "place"));
    value_set_text(job, rewrite, "element", kernel->c.given->name);
    view_add_write(job, kernel->c.given, kernel->numbers.scalar, false, rewrite);
    view_add_beta(job, kernel, kernel->problem.values[SYMBOL_BETA], rewrite);
    add_finish(job, kernel, rewrite);
}

static void add_rewrite(struct job *job, const struct kernel *kernel, const struct plan *plan,
                        const struct operand *operand, const struct step *step, struct value *list)
{
    struct value *const rewrite = value_add(list, value_object(job));
    const struct argument *const source = view_copied_argument(step);
    const struct argument *const target = view_written_argument(plan, step);
    const struct buffer *const from = &plan->buffers[source->buffer];
    const struct buffer *const to = &plan->buffers[target->buffer];
    const struct extent *const read = buffer_lines(from), *const written = buffer_lines(to);
    const bool transposes = read[0].n.symbol != written[0].n.symbol;
    const bool unpads = to->role == ROLE_C;
    const long long side = step->dimensions[0].local; /* of the squares of a transposition */
    const struct walk x = walk_of(job, kernel, &read[1], &written[!transposes], side);
    const struct walk y =
        walk_of(job, kernel, &read[0], &written[transposes], step->dimensions[1].local);
    const bool pads = x.grows || y.grows;

    view_add_signature(job, kernel, plan, step, rewrite);
    view_add_sub_group(job, rewrite, false, 0);
    struct value *const constants = value_set_list(job, rewrite, "constants");
    struct value *const offsets = value_set_list(job, rewrite, "offsets");
    const char *const from_ld =
        rewrite_ld(job, kernel, operand, from, unpads ? "stride" : symbol_in_kernel(operand->ld),
                   constants, offsets);
    const char *const to_ld = rewrite_ld(job, kernel, operand, to, "stride", constants, offsets);
    struct value *const moves = view_add_members(job, kernel, false, rewrite);
    view_add_member_start(job, kernel, operand, from, from_ld, moves);
    view_add_member_start(job, kernel, operand, to, to_ld, moves);
    if (unpads)
        view_add_residual_starts(job, kernel, plan, moves);
    add_rewrite_words(job, operand,
                      (unpads ? to : from)->role == ROLE_WORKSPACE ? NULL
                      : unpads                                     ? target
                                                                   : source,
                      (unpads ? from : to)->name, unpads ? from_ld : to_ld, rewrite);
    value_set_bool(job, rewrite, "prepares", step->prepares);
    value_set_text(job, rewrite, "line", kernel_axis_word(kernel, true));
    value_set_text(job, rewrite, "verb", transposes ? "Transposes" : "Copies");
    value_set_bool(job, rewrite, "unpads", unpads);
    value_set_bool(job, rewrite, "pads", pads);
    value_set_text(job, rewrite, "rewrite",
                   unpads       ? "rewrite/unpad"
                   : transposes ? "rewrite/transpose"
                                : "rewrite/copy");

    const bool bits = view_moves_bits(plan, step);
    const struct element *const element = element_find(to->element_type);
    value_set_integer(job, rewrite, "side", side);
    value_set_integer(job, rewrite, "pitch", side + 1);
    value_set_text(job, rewrite, "moved", bits ? element_bits(element) : element->name);
    value_set_text(job, rewrite, "nothing", bits ? "0" : element_zero(job, element));
    value_set_text(job, rewrite, "product", element_find(from->element_type)->name);
    value_set_text(job, rewrite, "from", from->name);
    value_set_text(job, rewrite, "to", to->name);
    value_set_text(job, rewrite, "from_ld", from_ld);
    value_set_text(job, rewrite, "to_ld", to_ld);

    /* In a copy, what is written guards what is read where both reach as far. */
    const bool guards_x = x.grows || (transposes && x.overshoots);
    const bool guards_y = y.grows || (transposes && y.overshoots);
    const struct extent_words end = {to_ld, 1};
    add_guard(job, rewrite, "guards_source", (struct limit){"x", guards_x ? &x.read : NULL},
              (struct limit){"y", guards_y ? &y.read : NULL});
    value_set_bool(job, rewrite, "skips", (guards_x || guards_y) && !pads);
    const struct extent_words *const x_end = transposes || unpads ? &x.written : &end;
    const struct extent_words *const y_end = transposes ? &end : &y.written;
    add_guard(job, rewrite, "guards_target",
              (struct limit){transposes ? "line" : "x", x.overshoots ? x_end : NULL},
              (struct limit){transposes ? "place" : "y", y.overshoots ? y_end : NULL});
    if (unpads)
        view_add_epilogue_constants(job, kernel, constants);
    if (unpads)
        view_add_sum_of_parts(job, kernel, buffer_lines(from), rewrite);
    else
        value_set_bool(job, rewrite, "sums", false);
    add_unpad(job, kernel, to->name, rewrite);
}

/* A kernel that makes blocks of an operand into larger ones (`to`), each of `several`. */
static void add_repacking(struct job *job, const struct kernel *kernel, const struct plan *plan,
                          const struct operand *operand, const struct step *step,
                          struct value *view)
{
    struct value *const repacking = value_add(value_child(view, "repackings"), value_object(job));
    const struct argument *const source = view_copied_argument(step);
    const struct buffer *const from = &plan->buffers[source->buffer];
    const struct buffer *const to = &plan->buffers[view_written_argument(plan, step)->buffer];
    const enum symbol lines = operand->form.axes.lines;

    view_add_signature(job, kernel, plan, step, repacking);
    view_add_sub_group(job, repacking, false, 0);
    struct value *const constants = value_set_list(job, repacking, "constants");
    struct value *const offsets = value_set_list(job, repacking, "offsets");
    if (kernel->fixed[lines] >= 0)
        view_add_constant(job, constants, symbol_in_kernel(lines),
                          view_extent(job, kernel, lines, 1));
    if (kernel->fixed[SYMBOL_K] >= 0)
        view_add_constant(job, constants, symbol_in_kernel(SYMBOL_K),
                          view_extent(job, kernel, SYMBOL_K, 1));
    view_add_ld(job, kernel, operand, constants);
    view_add_offset(job, kernel, operand, offsets);
    view_add_constant(job, constants, "stride",
                      view_extent(job, kernel, SYMBOL_K, operand->form.multiple.width));
    struct value *const moves = view_add_members(job, kernel, false, repacking);
    view_add_member_start(job, kernel, operand, from, symbol_in_kernel(operand->ld), moves);
    view_add_member_start(job, kernel, operand, to, "stride", moves);
    value_set_text(job, repacking, "operand", operand->name);
    value_set_text(job, repacking, "meaning", source->meaning);
    value_set_text(job, repacking, "ld", symbol_in_kernel(operand->ld));
    value_set_text(job, repacking, "limit", symbol_in_kernel(lines));
    value_set_text(job, repacking, "blocks", operand->given->name);
    value_set_text(job, repacking, "to", to->name);
    value_set_integer(job, repacking, "given", operand->given->covers);
    value_set_integer(job, repacking, "made", operand->element->covers);
    value_set_unless(job, repacking, "lines_of_block", operand->element->lines, 0);
    value_set_text(job, repacking, "line_word", kernel_axis_word(kernel, is_a(operand)));
    value_set_integer(job, repacking, "several", operand->element->covers / operand->given->covers);
    view_add_blocks(job, kernel, operand->given, view);
}

/* What a step that stores C calls. */
static void add_c_functions(struct job *job, const struct kernel *kernel, struct value *view)
{
    view_add_rounding(job, kernel, kernel->c.given, kernel->numbers.scalar, 1, view);
    if (kernel->problem.epilogue->count)
        view_add_epilogue(job, kernel, 1, false, view);
}

void view_add_steps(struct job *job, const struct kernel *kernel, const struct plan *plan,
                    struct value *view)
{
    struct value *const copies = value_set_list(job, view, "copies");
    struct value *const rewrites = value_set_list(job, view, "rewrites");
    struct value *const packings = value_set_list(job, view, "packings");
    value_set_list(job, view, "repackings");
    value_set_list(job, view, "decodings");
    for (size_t i = 0; i < plan->step_count; i++) {
        const struct step *const step = &plan->steps[i];
        if (step == plan_main_step(plan))
            continue;
        const struct operand *const operand = kernel_operand(kernel, step->operand);
        if (operand == &kernel->c)
            add_c_functions(job, kernel, view);
        if (in_image(operand))
            add_copy(job, kernel, plan, operand, step, copies);
        else if (in_panels(operand))
            view_add_packing(job, kernel, plan, operand, step, packings);
        else if (operand->decoded)
            view_add_decoding(job, kernel, plan, operand, step, view);
        else if (operand->repacked)
            add_repacking(job, kernel, plan, operand, step, view);
        else
            add_rewrite(job, kernel, plan, operand, step, rewrites);
    }
}
