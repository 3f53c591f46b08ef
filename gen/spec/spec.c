#include "gen/spec/internal.h"

#include <string.h>

#include "gen/base/row.h"
#include "gen/request/interface.h"
#include "gen/spec/family.h"

/* ----------------------------------------------------------------------- operands */

/* Elements a load that somebody asks for, or 0. Complex numbers are read one at a time unless the user or a preset asks for more: a
 * profile's default is that of real ones. */
static long long vector_of(const struct spec *spec, int index)
{
    const struct option_value *const value = &spec->values[OPTION_VEC_A + index];
    const bool complex = spec->numbers.compute->parts != NULL;
    if (value->text && !(complex && value->voice < VOICE_PRESET))
        return value->numbers[0];
    return complex ? 1 : 0;
}

/* What is calculated with, as it lies in memory. */
static const struct element *element_computed(const struct spec *spec)
{
    const struct number *const computed = spec->numbers.compute;
    return element_find(computed->of ? computed->of : computed->type);
}

/* What --decode makes of an operand. */
static const struct element *element_decoded(const struct spec *spec, int index)
{
    const struct element *const other = spec_element(spec->values, !index);
    return family_has_engine(spec->family) && !other->blocks ? other : element_computed(spec);
}

/* Whether the family multiplies the numbers of groups of A and B as they are: scales of both change at the same places. */
static bool multiplies_quants(const struct spec *spec)
{
    const struct element *const a = spec_element(spec->values, 0);
    const struct element *const b = spec_element(spec->values, 1);
    return spec->family->scales_sums && a->quants && b->quants && a->group == b->group;
}

static struct operand operand_of(const struct spec *spec, int index, bool transposed,
                                 bool conjugated)
{
    static const char *const names[] = {"A", "B", "C"};
    const struct option_value *const values = spec->values;
    struct operand operand = {
        .name = names[index],
        .role = (enum role)(ROLE_A + index),
        .given = spec_element(values, index),
        .conjugated = conjugated,
        .transposed = transposed,
        .vector = vector_of(spec, index),
        .ld = (enum symbol)(SYMBOL_LDA + index),
        .offset = (enum symbol)(SYMBOL_OFFSET_A + index),
        .stride = (enum symbol)(SYMBOL_STRIDE_A + index),
    };
    operand.element = operand.given;
    if (spec->product && spec->product->operands[index].by_index) {
        operand.places = &spec->product->operands[index];
        if (spec->product->attends)
            operand.name = operand.places->name;
        operand.vector = operand.vector ? operand.vector : 1;
    }
    if (index < 2) {
        const struct option_value *const own = &values[OPTION_ACCESS_A + index];
        const char *const access = own->text ? own->text : values[OPTION_ACCESS].text;
        const struct element *const repacked =
            family_repacked(spec->family, operand.given, spec_element(values, !index));
        operand.pretransposed = spec_lists(&values[OPTION_PRETRANSPOSE], index);
        operand.prepared = spec_lists(&values[OPTION_PREPARED], index);
        operand.transposed = transposed != operand.pretransposed;
        if (strcmp(access, "image") == 0) {
            operand.form.kind = FORM_IMAGE;
            operand.element = element_find(operand.given->in_image);
        } else if (family_reads(spec->family, OPTION_PANELS) &&
                   spec_lists(&values[OPTION_PANELS], index)) {
            operand.form.kind = FORM_PANELS;
            if (!family_has_engine(spec->family))
                operand.element = element_computed(spec);
        } else if (operand.pretransposed) {
            operand.form.kind = FORM_WORKSPACE;
        } else if (operand.given->blocks && spec_lists(&values[OPTION_DECODE], index)) {
            operand.form.kind = FORM_WORKSPACE;
            operand.decoded = true;
            operand.element = element_decoded(spec, index);
        } else if (operand.prepared && repacked) {
            operand.form.kind = FORM_WORKSPACE;
            operand.repacked = true;
            operand.element = repacked;
        } else if (multiplies_quants(spec)) {
            operand.element = element_find(operand.given->quants);
        }
    }
    return operand;
}

/* Of the operand's lines where the kernel has it. An image holds the canonical matrix, panels the steps of K. */
static struct axes axes_of(const struct spec *spec, const struct operand *operand)
{
    const enum symbol rows = operand == &spec->b ? SYMBOL_K : spec->m;
    const enum symbol columns = operand == &spec->a ? SYMBOL_K : spec->n;
    if (in_panels(operand))
        return (struct axes){SYMBOL_K, is_a(operand) ? rows : columns};
    return operand->transposed && !in_image(operand) ? (struct axes){columns, rows}
                                                     : (struct axes){rows, columns};
}

/* Whether --engine-along lays canonical M, along which tiles of an engine are long, along C's contiguous axis. */
static bool lies_across_c(const struct spec *spec)
{
    const char *const along = spec->values[OPTION_ENGINE_ALONG].text;
    return along && family_reads(spec->family, OPTION_ENGINE_ALONG) &&
           (along[0] == 'm') == spec->column_major;
}

static void resolve_operands(struct spec *spec)
{
    const struct problem *const problem = &spec->problem;
    spec->column_major = strcmp(spec->problem.layout, "column") == 0;
    const bool across = lies_across_c(spec);
    const struct operand a =
        operand_of(spec, 0, problem->transpose_a != across, problem->conjugate_a);
    const struct operand b =
        operand_of(spec, 1, problem->transpose_b != across, problem->conjugate_b);
    spec->exchanged = spec->column_major != across;
    spec->a = spec->exchanged ? b : a;
    spec->b = spec->exchanged ? a : b;
    spec->a.left = true;
    spec->c = operand_of(spec, 2, across, false);
    spec->m = spec->exchanged ? SYMBOL_N : SYMBOL_M;
    spec->n = spec->exchanged ? SYMBOL_M : SYMBOL_N;
    spec->a.form.axes = axes_of(spec, &spec->a);
    spec->b.form.axes = axes_of(spec, &spec->b);
    spec->c.form.axes = axes_of(spec, &spec->c);
}

/* ------------------------------------------------------------------ configuration */

static enum share share_of(const struct spec *spec)
{
    const char *const said = spec->values[OPTION_SHARE].text;
    return said ? share_find(said) : family_share(spec->family);
}

static enum spelling spelling_of(const struct spec *spec)
{
    const char *const word = spec->values[OPTION_SUB_GROUPS].text;
    if (!word)
        return spec->share == SHARE_BLOCK_READ ? SPELLING_INTEL : SPELLING_AUTO;
    for (int i = 0; i < 5; i++)
        if (strcmp(spelling_word((enum spelling)i), word) == 0)
            return (enum spelling)i;
    return SPELLING_AUTO;
}

/* Elements from the first one of an operand to one past its last, in the caller's memory and in a
 * workspace, where the sizes are fixed; -1 otherwise. No rule has looked at the sides yet: their product may
 * be beyond any whole number. */
static double elements_of(const struct spec *spec, const struct operand *operand)
{
    const long long lines = spec_fixed(spec, spec_line_axis(spec, operand));
    const long long length = spec_fixed(spec, operand->ld);
    if (by_index(operand))
        return (double)measure_known(&operand->places->elements);
    if (lines < 0 || length < 0)
        return -1;
    const struct shape extents = spec_extents(spec, operand);
    const double workspace =
        in_workspace(operand) ? (double)extents.height * (double)extents.width : 0;
    const double own = (double)lines * (double)length;
    return workspace > own ? workspace : own;
}

static int index_bits_of(const struct spec *spec)
{
    const char *const index = spec->values[OPTION_INDEX].text;
    if (strcmp(index, "auto") != 0)
        return strcmp(index, "32") == 0 ? 32 : 64;
    for (const struct operand *operand = &spec->a; operand;
         operand = operand_after(spec, operand)) {
        const double elements = elements_of(spec, operand);
        if (elements < 0 || elements > 2147483647)
            return 64;
    }
    return 32;
}

static enum edges edges_of(const char *word)
{
    static const char *const words[] = {"exact", "guard", "pad", "shift"};
    return (enum edges)row_of_word(words, word);
}

static struct shape shape_of(const struct option_value *value)
{
    return (struct shape){value->numbers[0], value->numbers[1]};
}

/* Finds by what stores are ordered: an engine that is written in PTX has that, whatever the profile says. */
static enum ordering ordering_of(const struct spec *spec)
{
    static const char *const words[] = {"none", "ptx", "2.0", "3.0"};
    if (spec->spelling == SPELLING_NVIDIA && spec_exchanges(spec))
        return ORDERING_PTX;
    return (enum ordering)row_of_word(words, spec->profile->ordering);
}

static void resolve_config(struct job *job, struct spec *spec)
{
    const struct option_value *const values = spec->values;
    spec->share = share_of(spec);
    spec->spelling = spelling_of(spec);
    spec->tile = shape_of(&values[OPTION_TILE]);
    spec->wg = shape_of(&values[OPTION_WG]);
    spec->part_items = 1;
    spec->members = values[OPTION_WG_MEMBERS].numbers[0];
    spec->tiles = shape_of(&values[OPTION_BLOCK_TILES]);
    if (family_reads(spec->family, OPTION_BLOCK_K))
        spec->block_k = values[OPTION_BLOCK_K].numbers[0];
    spec->split_k = values[OPTION_SPLIT_K].numbers[0];
    spec->tile_k = values[OPTION_TILE_K].numbers[0];
    spec->unroll_k = values[OPTION_UNROLL_K].numbers[0];
    spec->loop_order = values[OPTION_LOOP_ORDER].text;
    spec->group_ids = strcmp(values[OPTION_IDS].text, "group") == 0;
    spec->h_first =
        spec->family->orders_groups && strcmp(values[OPTION_TILE_ORDER].text, "wh") == 0;
    spec->aligned = values[OPTION_ALIGNED].on;
    spec->sg_size = values[OPTION_SG_SIZE].text         ? values[OPTION_SG_SIZE].numbers[0]
                    : spec->spelling == SPELLING_NVIDIA ? SPEC_WARP
                                                        : spec->wg.width;
    /* OpenCL C has no other form for whole numbers, which are exact in any. */
    spec->mad = spec->numbers.compute->whole ? "plain" : values[OPTION_MAD].text;
    spec->edges = edges_of(values[OPTION_EDGES].text);
    spec->separate = strcmp(values[OPTION_STEPS].text, "separate") == 0;
    spec->family->spec->complete(job, spec);
    if (!spec->unroll_k)
        spec->unroll_k = spec->tile_k;
    if (!spec->turn_k)
        spec->turn_k = spec->unroll_k;
    if (!spec->split_k)
        spec->split_k = spec_parts_that_fill(spec);
    spec->sums_in_launch =
        spec->split_k > 1 && strcmp(values[OPTION_SPLIT_K_SUM].text, "launch") == 0;
    spec->ordering = ordering_of(spec);
}

/* Where the multiplying kernel has an operand. Padding that fixed sizes do not need is left out, unless a caller prepares the
 * operand by it, or C cannot hold the sums that a workspace does; and an image is padded anyway. */
static void resolve_memory(struct job *job, const struct spec *spec, struct operand *operand)
{
    struct form *const form = &operand->form;
    const enum symbol sides[] = {form->axes.lines, form->axes.along};
    for (int i = 0; i < 2 && !in_image(operand); i++) {
        const long long fixed = spec_fixed(spec, sides[i]);
        const long long whole = spec_axis_rounding(spec, sides[i]);
        operand->padded |= whole > 1 && (fixed < 0 || fixed % whole != 0);
    }
    const bool wanted = operand->prepared || (operand == &spec->c && spec_rounds_sums(spec));
    operand->padded |= wanted && spec->edges == EDGES_PAD && !in_image(operand);
    if (in_panels(operand)) {
        form->memory = arena_printf(job->arena, "%s_panels", operand->name);
        spec->family->spec->lay_panels(job, spec, form, operand);
        return;
    }
    const bool in_parts = operand == &spec->c && spec->split_k > 1 && !spec->sums_in_launch;
    if (operand->padded || in_parts)
        form->kind = FORM_WORKSPACE;
    form->memory = arena_printf(job->arena, "%s%s", operand->name,
                                in_image(operand)        ? "_image"
                                : operand->pretransposed ? "_transposed"
                                : operand->repacked      ? "_repacked"
                                : operand->decoded       ? "_decoded"
                                : in_parts               ? "_parts"
                                : operand->padded        ? "_padded"
                                                         : "");
    form->multiple = in_image(operand) ? spec_image_rounding(spec, operand)
                     : operand->repacked
                         ? (struct shape){element_lines(operand->element), operand->element->covers}
                     : operand->padded ? (struct shape){spec_axis_rounding(spec, sides[0]),
                                                        spec_axis_rounding(spec, sides[1])}
                                       : (struct shape){1, 1};
}

const struct spec *spec_resolve(struct job *job, const struct option_value *said)
{
    return spec_resolve_for(job, said, NULL, NULL);
}

const struct spec *spec_resolve_for(struct job *job, const struct option_value *said,
                                    const struct profile_source *source,
                                    const struct interface *interface)
{
    struct spec *const spec = arena_allocate(job->arena, sizeof *spec);
    spec->interface = interface;
    said = interface_say(job, said, &spec->interface);
    spec->product = product_of(job, said);
    spec->values = spec_values(job, said, spec->interface, source, &spec->profile, &spec->numbers);
    spec->family = family_find(spec->values[OPTION_FAMILY].text);
    spec_resolve_problem(job, spec);
    resolve_operands(spec);
    spec->a.computed = spec->b.computed = spec->numbers.compute;
    spec->c.computed = spec->numbers.scalar;
    resolve_config(job, spec);
    resolve_memory(job, spec, &spec->a);
    resolve_memory(job, spec, &spec->b);
    resolve_memory(job, spec, &spec->c);
    /* What becomes C in a later step is rounded there, once. */
    if (in_workspace(&spec->c))
        spec->c.element = element_find(spec->numbers.scalar->type);
    spec->index_bits = index_bits_of(spec);
    return spec;
}
