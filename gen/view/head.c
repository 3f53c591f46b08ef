/*
 * The comment that a kernel file begins with: what is computed, with which arguments, how it is launched, what it needs.
 */
#include "gen/view/host.h"
#include "gen/view/epilogue.h"
#include "gen/view/expression.h"
#include "gen/view/steps.h"

#include <string.h>

#include "gen/base/c_text.h"
#include "gen/plan/wording.h"

/* What is said of a scalar: its name, the number that it is fixed to, false where that is `neutral`. */
static const char *said(const struct kernel *kernel, enum symbol symbol, double neutral)
{
    const struct setting *const setting = &kernel->problem.values[symbol];
    if (setting->how != FIXED)
        return symbol_in_kernel(symbol);
    return setting->real == neutral ? NULL : setting->text;
}

/* Of a transposed matrix, or one transposed and conjugated; NULL for itself. */
static const char *power(bool transposed, bool conjugated)
{
    return conjugated ? "H" : transposed ? "T" : NULL;
}

static void add_equation(struct job *job, const struct kernel *kernel, struct value *head)
{
    const struct setting *const beta = &kernel->problem.values[SYMBOL_BETA];
    value_set_text(job, head, "said_alpha", said(kernel, SYMBOL_ALPHA, 1));
    const struct problem *const problem = &kernel->problem;
    /* By an index function nothing is transposed. */
    value_set_text(job, head, "power_a",
                   power(problem->transpose_a && !by_index(kernel_operand(kernel, ROLE_A)),
                         problem->conjugate_a));
    value_set_text(job, head, "power_b",
                   power(problem->transpose_b && !by_index(kernel_operand(kernel, ROLE_B)),
                         problem->conjugate_b));
    const bool adds = beta->how != FIXED || beta->real != 0;
    view_add_formula(job, kernel, head, problem->gate ? "formula/gated" : "formula/product", adds);
    value_set_text(job, head, "gate", view_gate_word(problem));
    const struct epilogue *const epilogue = problem->epilogue;
    struct value *const expressions = value_set_list(job, head, "expressions");
    for (size_t i = 0; i < epilogue->count; i++)
        if (epilogue->list[i].expression)
            view_add_expression(job, kernel, epilogue->list[i].expression,
                                value_add(expressions, value_object(job)));
    struct value *const added = value_set_object_if(job, head, "adds", adds);
    if (added)
        value_set_text(job, added, "said_beta", said(kernel, SYMBOL_BETA, 1));
}

/* List of the indices of a class. */
static void list_indices(struct job *job, const struct notation *product, enum product_class class,
                         const char *name, struct value *object)
{
    struct value *const list = value_set_list(job, object, name);
    for (int i = 0; i < product->order_count[class]; i++)
        value_set_text(job, value_add(list, value_object(job)), "index",
                       product->indices[product->order[class][i]].name);
    value_mark_ends(job, list);
}

/* Member `by_index`, false where all operands are matrices: what rows, columns and steps of K count. */
static void add_indices(struct job *job, const struct kernel *kernel, struct value *head)
{
    const struct notation *const product = kernel->product;
    struct value *const object =
        value_set_object_if(job, head, "by_index", product && product->by_index);
    if (!object)
        return;
    list_indices(job, product, CLASS_M, "of_m", object);
    list_indices(job, product, CLASS_N, "of_n", object);
    list_indices(job, product, CLASS_K, "of_k", object);
}

static void add_precision(struct job *job, const struct kernel *kernel, struct value *head)
{
    const struct operand *const a = kernel_operand(kernel, ROLE_A);
    const struct operand *const b = kernel_operand(kernel, ROLE_B);
    const struct numbers *const numbers = &kernel->numbers;
    const bool converts = element_converts(a->given, numbers->compute) ||
                          element_converts(b->given, numbers->compute);
    const struct element *const c = kernel->c.given;
    const bool whole = numbers->compute->whole, whole_c = c->same ? c->same->whole : !c->exponent;
    char *const precision = arena_copy(job->arena, a->given->precision);
    precision[0] += whole ? 0 : 'A' - 'a';
    value_set_text(job, head, "precision", precision);
    value_set_text(job, head, "kind",
                   whole && whole_c          ? "head/integers"
                   : numbers->compute->parts ? "head/complex"
                                             : "head/precision");
    struct value *const mixed =
        value_set_object_if(job, head, "mixed", a->given != b->given || a->given != c);
    if (mixed) {
        value_set_text(job, mixed, "precision_a", a->given->precision);
        value_set_text(job, mixed, "precision_b", b->given->precision);
        value_set_text(job, mixed, "precision_c", c->precision);
    }
    value_set_text(job, head, "role",
                   converts                     ? "computed"
                   : numbers_sum_wider(numbers) ? "summed"
                                                : NULL);
    value_set_text(job, head, "wider",
                   numbers->compute->of ? numbers->compute->precision
                                        : numbers->accumulate->precision);
    value_set_unless(job, head, "products", numbers->compute->products, 0);
    value_set_text(job, head, "factors",
                   kernel->problem.factors ? element_find(kernel->problem.factors)->precision
                                           : NULL);
    value_set_text(job, head, "layout", kernel->column_major ? "column" : "row");
}

static struct value *add_size(struct job *job, struct value *list, enum symbol axis,
                              long long number)
{
    struct value *const item = value_add(list, value_object(job));
    value_set_text(job, item, "size", symbol_in_kernel(axis));
    value_set_integer(job, item, "number", number);
    return item;
}

static void add_sizes(struct job *job, const struct kernel *kernel, const struct plan *plan,
                      struct value *head)
{
    struct value *const fixed = value_set_list(job, head, "fixed");
    struct value *const limits = value_set_list(job, head, "limits");
    struct value *const images = value_set_list(job, head, "image_limits");
    bool narrow = false;
    for (enum symbol axis = SYMBOL_M; axis <= SYMBOL_K; axis++)
        if (kernel->fixed[axis] >= 0)
            add_size(job, fixed, axis, kernel->fixed[axis]);
    for (size_t i = 0; i < plan->constraint_count; i++) {
        const struct constraint *const constraint = &plan->constraints[i];
        /* 32-bit places limit what is given at launch: sizes or a leading dimension. */
        narrow |= constraint->rule == INDEX_WIDTH;
        if (constraint->rule == SIZE_IN_IMAGES) {
            add_size(job, images, constraint->left[0], constraint->right);
            continue;
        }
        /* That limit goes without saying; that of padded matrices does not. What a stride must be stands with it, and lines
         * and members of blocks begin as K ends. */
        if (fixed->count || (constraint->rule == WHOLE_BLOCKS && constraint->left[0] != SYMBOL_K) ||
            constraint->rule == MEMBERS_OF_C ||
            (constraint->operator== AT_MOST && constraint->right> SPEC_SQUARE_SIDE))
            continue;
        value_set_text(job, add_size(job, limits, constraint->left[0], constraint->right), "limit",
                       constraint->operator== AT_LEAST  ? "head/at_least"
                       : constraint->operator== AT_MOST ? "head/at_most"
                                                        : "head/multiple");
    }
    value_mark_ends(job, limits);
    value_mark_ends(job, images);
    value_set_unless(job, head, "image_side", images->count ? kernel->image_side : 0, 0);
    value_set_bool(job, head, "any_sizes", !fixed->count && !limits->count && !images->count);
    value_set_bool(job, head, "narrow", narrow);
}

static void add_words(struct job *job, const struct plan *plan, struct value *head)
{
    const struct step *const step = plan_main_step(plan);
    struct value *const list = value_set_list(job, head, "words");
    int longest = 0;
    for (size_t i = 0; i < step->argument_count; i++) {
        const int length = (int)strlen(step->arguments[i].name);
        longest = length > longest ? length : longest;
    }
    for (size_t i = 0; i < step->argument_count; i++) {
        struct value *const item = value_add(list, value_object(job));
        value_set(item, "padded", value_printf(job, "%-*s", longest + 1, step->arguments[i].name));
        value_set_text(job, item, "meaning", step->arguments[i].meaning);
        value_set_bool(job, item, "unread", step->arguments[i].unread);
    }
}

/* Texels of an image along a side: those of a size, rounded up to `multiple` elements. */
static void add_side(struct job *job, const struct plan *plan, struct value *side,
                     const struct extent *extent, long long multiple, long long covers)
{
    const struct count count = plan_known(plan, extent->n);
    const bool fixed = count.symbol == SYMBOL_NONE;
    value_set_text(job, side, "side",
                   fixed           ? "head/fixed"
                   : multiple == 1 ? "head/lines"
                                   : "head/texels");
    value_set_text(job, side, "size", fixed ? NULL : symbol_in_kernel(count.symbol));
    value_set_integer(job, side, "number", rounded_up(count.number, multiple) / covers);
    value_set_unless(job, side, "times", multiple / covers, 1);
    value_set_integer(job, side, "block", multiple);
}

static void add_images(struct job *job, const struct plan *plan, struct value *head)
{
    struct value *const images = value_set_list(job, head, "images");
    for (size_t i = 0; i < plan->buffer_count; i++) {
        const struct buffer *const buffer = &plan->buffers[i];
        if (!buffer->image)
            continue;
        struct value *const item = value_add(images, value_object(job));
        value_set_text(job, item, "name", buffer->name);
        value_set_text(job, item, "order", buffer->image->order);
        value_set_text(job, item, "channel", buffer->image->type);
        add_side(job, plan, value_set_object(job, item, "width"), &buffer->extents[1],
                 plan_image_row(buffer), buffer->covers);
        add_side(job, plan, value_set_object(job, item, "height"), &buffer->extents[0],
                 buffer->extents[0].rounded_to, 1);
    }
}

static void add_work(struct job *job, const struct kernel *kernel, struct value *head)
{
    const struct shape tiles = kernel->tiles;
    const struct shape group = {kernel->group.height * tiles.height,
                                kernel->group.width * tiles.width};
    value_set_bool(job, head, "single",
                   group.height * group.width == kernel->items.height * kernel->items.width);
    value_set_text(job, head, "height_axis", symbol_in_kernel(kernel->m));
    value_set_text(job, head, "width_axis", symbol_in_kernel(kernel->n));
    value_set_integer(job, head, "item_height", kernel->tile.height * tiles.height);
    value_set_integer(job, head, "item_width", kernel->tile.width * tiles.width);
    value_set_integer(job, head, "tile_height", kernel->tile.height);
    value_set_integer(job, head, "tile_width", kernel->tile.width);
    value_set_unless(job, head, "block_k", kernel->block_k, 0);
    value_set_bool(job, head, "at_most", kernel->block_k || tiles.height * tiles.width > 1);
    value_set_unless(job, head, "parts", kernel->parts, 1);
    value_set_integer(job, head, "group_height", group.height);
    value_set_integer(job, head, "group_width", group.width);
    value_set_unless(job, head, "per_unit", kernel->per_unit, 0);
    value_set_bool(job, head, "several_per_unit", kernel->per_unit > 1);
    value_set_unless(job, head, "in_turns",
                     kernel->in_turns ? kernel->wg.height * kernel->wg.width : 0, 0);
    value_set_unless(job, head, "copiers", kernel->copiers, 0);
}

static void add_other_steps(struct job *job, const struct plan *plan, struct value *head)
{
    const size_t multiply = (size_t)(plan_main_step(plan) - plan->steps);
    struct value *const earlier = value_set_list(job, head, "earlier");
    struct value *const later = value_set_list(job, head, "later");
    for (size_t i = 0; i < plan->step_count; i++)
        if (i != multiply)
            value_set_text(job, value_add(i < multiply ? earlier : later, value_object(job)),
                           "other", plan->steps[i].entry);
    value_mark_ends(job, earlier);
    value_set_bool(job, head, "follows", earlier->count > 0);
    value_set_bool(job, head, "alone", plan->step_count == 1);
}

static void add_needs(struct job *job, const struct kernel *kernel, const struct plan *plan,
                      struct value *head)
{
    const struct requirement *const needs = &plan->requirement;
    const struct step *const multiply = plan_main_step(plan);
    value_set_text(job, head, "build_options",
                   plan->build_options[0] && !plan->by_itself ? c_comment(job, plan->build_options)
                                                              : NULL);
    value_set_text(job, head, "made_for", plan_device(job, plan));
    value_set_text(job, head, "unmeasured",
                   plan->unmeasured ? c_comment(job, plan->profile) : NULL);
    value_set_bool(job, head, "exact", kernel->edges == EDGES_EXACT);
    value_set_text(job, head, "kept", view_host_kept(job, plan));
    value_set_unless(job, head, "host_local_bytes",
                     plan->host && !plan->by_itself ? plan->local_bytes : 0, 0);
    struct value *const object =
        value_set_object_if(job, head, "needs", needs->extension_count > 0);
    if (!object)
        return;
    struct value *const extensions = value_set_list(job, object, "extensions");
    for (size_t i = 0; i < needs->extension_count; i++)
        value_set_text(job, value_add(extensions, value_object(job)), "extension",
                       needs->extensions[i]);
    value_mark_ends(job, extensions);
    value_set_unless(job, object, "sub_groups", multiply->sub_group_size, 0);
    value_set_bool(job, object, "multiple", !multiply->sub_group_equal);
    const enum spelling spelling = kernel->exchanges ? kernel->spelling : SPELLING_AUTO;
    value_set_unless(job, object, "warp",
                     !multiply->sub_group_size && spelling == SPELLING_NVIDIA ? SPEC_WARP : 0, 0);
    value_set_unless(job, object, "wave", spelling == SPELLING_AMD ? kernel->sg_size : 0, 0);
    value_set_bool(job, object, "finalized", multiply->engine.finalize != NULL);
}

void view_add_head(struct job *job, const struct kernel *kernel, const struct plan *plan,
                   struct value *view)
{
    struct value *const head = value_set_object(job, view, "head");
    value_set_text(job, head, "name", plan->name);
    value_set_text(job, head, "version", plan->version);
    value_set_text(job, head, "command", c_comment(job, plan->command));
    value_set_text(job, head, "by_itself",
                   plan->by_itself ? c_comment(job, plan->by_itself) : NULL);
    add_equation(job, kernel, head);
    add_precision(job, kernel, head);
    add_indices(job, kernel, head);
    add_sizes(job, kernel, plan, head);
    view_add_batch(job, kernel, head);
    add_words(job, plan, head);
    add_work(job, kernel, head);
    add_other_steps(job, plan, head);
    add_needs(job, kernel, plan, head);
    add_images(job, plan, head);
}
