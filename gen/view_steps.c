/*
 * The view of the kernels that run before and after the multiplication.
 */
#include "gen/view_steps.h"

#include <string.h>

#include "gen/address.h"

/* ------------------------------------------------------------------------ copy kernels */

/* The operand's own argument in the step that copies it. */
static const struct argument *copied_argument(const struct step *step)
{
    size_t i = 0;
    while (step->arguments[i].kind != ARGUMENT_BUFFER)
        i++;
    return &step->arguments[i];
}

static void add_copy(struct job *job, const struct spec *spec, const struct plan *plan,
                     const struct operand *operand, const struct step *step, struct value *list)
{
    struct value *const copy = value_add(list, value_object(job));
    const bool a = is_a(spec, operand);
    const char *const cast = spec->index_bits == 64 ? "(long)" : "";
    const char *const ld = symbol_in_kernel(operand->ld);
    const enum symbol rows = a ? spec->m : SYMBOL_K;
    const enum symbol columns = a ? SYMBOL_K : spec->n;

    view_add_signature(job, plan, step, copy);
    value_set_text(job, copy, "attribute", "");
    value_set_text(job, copy, "operand", operand->name);
    value_set(copy, "image", value_printf(job, "%s_image", operand->name));
    value_set_text(job, copy, "rows", symbol_in_kernel(rows));
    value_set_text(job, copy, "columns", symbol_in_kernel(columns));
    value_set_text(job, copy, "line", axis_word(spec, true));
    value_set_text(job, copy, "texel",
                   operand->vector == 4   ? "four elements a texel"
                   : operand->vector == 2 ? "two elements a texel"
                                          : "an element a texel");
    const struct argument *const source = copied_argument(step);
    value_set_text(job, copy, "stored", source->meaning);
    value_set_text(job, copy, "ld", ld);
    value_set(copy, "launch", value_printf(job, "Launch: %s", view_launch_words(job, spec, step)));

    struct value *const constants = value_set_list(job, copy, "constants");
    struct value *const offsets = value_set_list(job, copy, "offsets");
    const enum symbol sizes_of_image[] = {rows, columns};
    for (int i = 0; i < 2; i++)
        if (spec_fixed(spec, sizes_of_image[i]) >= 0)
            view_add_constant(
                job, constants, symbol_in_kernel(sizes_of_image[i]),
                arena_printf(job->arena, "%lld", spec_fixed(spec, sizes_of_image[i])));
    view_add_ld(job, spec, operand, constants);
    view_add_offset(job, spec, operand, offsets);

    value_set_bool(job, copy, "single", operand->vector == 1);
    value_set_bool(job, copy, "several", operand->vector > 1);
    value_set_integer(job, copy, "width", operand->vector);
    const char *const zero = number_literal(job, spec->element.compute, "0");
    value_set(copy, "written",
              element_most_texel(&spec->element) == 2 ? value_text(job, "as_uint4(value)")
              : operand->vector == 2                  ? value_printf(job, "(%s4)(value, %s, %s)",
                                                                     spec->element.compute->name, zero, zero)
                                                      : value_text(job, "value"));
    value_set(copy, "index",
              operand->transposed ? value_printf(job, "%sx * %s + y", cast, ld)
                                  : value_printf(job, "%sy * %s + x", cast, ld));
    struct value *const components = value_set_list(job, copy, "components");
    for (int i = 0; i < operand->vector && operand->vector > 1; i++) {
        struct value *const component = value_add(components, value_object(job));
        const char *const plus = i ? arena_printf(job->arena, " + %d", i) : "";
        value_set_integer(job, component, "offset", i);
        value_set_text(job, component, "plus", plus);
        value_set(
            component, "index",
            operand->transposed
                ? value_printf(job, i ? "%s(%lld * x%s) * %s + y" : "%s%lld * x%s * %s + y", cast,
                               operand->vector, plus, ld)
                : value_printf(job, "%sy * %s + %lld * x%s", cast, ld, operand->vector, plus));
    }
}

/* ----------------------------------------------- kernels that pad, transpose and unpad */

void view_add_beta(struct job *job, const struct spec *spec, struct setting beta,
                   struct value *view)
{
    const bool fixed = beta.how == FIXED;
    const bool other = fixed && beta.real != 0 && beta.real != 1;
    value_set_bool(job, view, "beta_at_launch", !fixed);
    value_set_bool(job, view, "beta_zero", fixed && beta.real == 0);
    value_set_bool(job, view, "beta_one", fixed && beta.real == 1);
    value_set_text(job, view, "beta_factor",
                   other ? number_literal(job, spec->element.scalar, spec->values[OPTION_BETA].text)
                         : "");
}

/* One axis of the matrix that a step moves: work-items walk it, in work-groups of `side`. */
struct walk {
    const char *read;    /* how far the matrix reaches in the buffer that is read */
    const char *written; /* and in the one that is written */
    bool grows;          /* what is written reaches further */
    bool overshoots;     /* work-items may lie beyond what is written */
};

static struct walk walk_of(struct job *job, const struct spec *spec, const struct extent *read,
                           const struct extent *written, long long side)
{
    const enum symbol axis = read->n.symbol;
    const long long fixed = spec_fixed(spec, axis);
    const long long whole = written->rounded_to;
    const long long covered = fixed < 0 ? whole : (fixed + whole - 1) / whole * whole;
    return (struct walk){
        .read = view_extent_text(job, spec, axis, read->rounded_to),
        .written = view_extent_text(job, spec, axis, whole),
        .grows = whole > read->rounded_to && (fixed < 0 || fixed % whole != 0),
        .overshoots = covered % side != 0,
    };
}

/* "x < M && y < K", the sides that have a limit; false where none has. */
static struct value *both(struct job *job, const char *x, const char *x_limit, const char *y,
                          const char *y_limit)
{
    const char *const by_x = x_limit ? arena_printf(job->arena, "%s < %s", x, x_limit) : "";
    const char *const by_y = y_limit ? arena_printf(job->arena, "%s < %s", y, y_limit) : "";
    return x_limit || y_limit
               ? value_printf(job, "%s%s%s", by_x, x_limit && y_limit ? " && " : "", by_y)
               : value_bool(job, false);
}

/* The contrary: "x >= M || y >= K". */
static struct value *either(struct job *job, const char *x_limit, const char *y_limit)
{
    const char *const by_x = x_limit ? arena_printf(job->arena, "x >= %s", x_limit) : "";
    const char *const by_y = y_limit ? arena_printf(job->arena, "y >= %s", y_limit) : "";
    return x_limit || y_limit
               ? value_printf(job, "%s%s%s", by_x, x_limit && y_limit ? " || " : "", by_y)
               : value_bool(job, false);
}

/* The leading dimension of one of the step's buffers: a name for the kernel, which an argument or a
 * constant bears. That of a workspace is `name`. */
static const char *pack_ld(struct job *job, const struct spec *spec, const struct operand *operand,
                           const struct buffer *buffer, const char *name, struct value *constants,
                           struct value *offsets)
{
    if (buffer->role != ROLE_WORKSPACE) {
        const long long fixed = spec_fixed(spec, operand->ld);
        if (fixed >= 0)
            view_add_constant(job, constants, symbol_in_kernel(operand->ld),
                              arena_printf(job->arena, "%lld", fixed));
        else
            view_add_ld(job, spec, operand, constants);
        view_add_offset(job, spec, operand, offsets);
        return symbol_in_kernel(operand->ld);
    }
    const struct extent *const along = &buffer->extents[1];
    const char *const text = view_extent_text(job, spec, along->n.symbol, along->rounded_to);
    if (text == symbol_in_kernel(along->n.symbol))
        return text;
    view_add_constant(job, constants, name, text);
    return name;
}

static const char *pack_words(struct job *job, const struct operand *operand, const char *from,
                              bool turned, bool pads, bool unpads)
{
    if (unpads)
        return arena_printf(job->arena, "Takes %s from whole tiles", operand->name);
    return arena_printf(job->arena, "%s %s%s", turned ? "Transposes" : "Copies", from,
                        pads ? " onto whole tiles, zero beyond its edges" : "");
}

static void add_pack(struct job *job, const struct spec *spec, const struct plan *plan,
                     const struct operand *operand, const struct step *step, struct value *list)
{
    struct value *const pack = value_add(list, value_object(job));
    const struct argument *const source = copied_argument(step);
    const struct argument *const target = view_written_argument(step);
    const struct buffer *const from = &plan->buffers[source->buffer];
    const struct buffer *const to = &plan->buffers[target->buffer];
    const bool turned = from->extents[0].n.symbol != to->extents[0].n.symbol;
    const bool unpads = to->role == ROLE_C;
    const long long side = step->dimensions[0].local;
    const struct walk x = walk_of(job, spec, &from->extents[1], &to->extents[!turned], side);
    const struct walk y = walk_of(job, spec, &from->extents[0], &to->extents[turned], side);
    const char *const cast = spec->index_bits == 64 ? "(long)" : "";

    view_add_signature(job, plan, step, pack);
    value_set_text(job, pack, "attribute", "");
    struct value *const constants = value_set_list(job, pack, "constants");
    struct value *const offsets = value_set_list(job, pack, "offsets");
    const char *const from_ld =
        pack_ld(job, spec, operand, from, unpads ? "stride" : symbol_in_kernel(operand->ld),
                constants, offsets);
    const char *const to_ld = pack_ld(job, spec, operand, to, "stride", constants, offsets);

    const struct buffer *const workspace = unpads ? from : to;
    value_set_text(job, pack, "what",
                   pack_words(job, operand, source->name, turned, x.grows || y.grows, unpads));
    value_set_text(job, pack, "workspace", workspace->name);
    const char *const pitch = unpads ? from_ld : to_ld;
    value_set(pack, "stride",
              value_printf(job, strcmp(pitch, "stride") == 0 ? "`%s`" : "%s", pitch));
    value_set_text(job, pack, "line", axis_word(spec, true));
    const struct argument *const caller = unpads ? target : source;
    value_set(pack, "stored",
              (unpads ? to : from)->role == ROLE_WORKSPACE
                  ? value_bool(job, false)
                  : value_printf(job, "%s is %s, %s elements from one %s to the next.",
                                 caller->name, caller->meaning, symbol_in_kernel(operand->ld),
                                 axis_word(spec, true)));
    value_set(pack, "launch", value_printf(job, "Launch: %s", view_launch_words(job, spec, step)));

    value_set_bool(job, pack, "turned", turned);
    value_set_bool(job, pack, "straight", !turned && !unpads);
    value_set_bool(job, pack, "unpads", unpads);
    value_set_bool(job, pack, "pads", x.grows || y.grows);
    value_set_integer(job, pack, "side", side);
    value_set_integer(job, pack, "pitch", side + 1);
    const struct number *const number = number_find(to->element_type);
    value_set_text(job, pack, "moved", view_moves_bits(plan, step) ? number->bits : number->name);
    value_set_text(job, pack, "nothing",
                   view_moves_bits(plan, step) ? "0" : number_literal(job, number, "0"));
    value_set_text(job, pack, "product", number_find(from->element_type)->name);
    value_set_text(job, pack, "from", from->name);
    value_set_text(job, pack, "to", to->name);
    value_set(pack, "index", value_printf(job, "%sy * %s + x", cast, from_ld));
    value_set(pack, "target",
              value_printf(job, turned ? "%sline * %s + place" : "%sy * %s + x", cast, to_ld));
    /* Straight, what is written guards what is read where both reach as far. */
    value_set(pack, "inside",
              both(job, "x", x.grows || (turned && x.overshoots) ? x.read : NULL, "y",
                   y.grows || (turned && y.overshoots) ? y.read : NULL));
    const char *const x_limit = !x.overshoots ? NULL : turned || unpads ? x.written : to_ld;
    const char *const y_limit = !y.overshoots ? NULL : turned ? to_ld : y.written;
    value_set(pack, "within",
              both(job, turned ? "line" : "x", x_limit, turned ? "place" : "y", y_limit));
    value_set(pack, "beyond", either(job, x_limit, y_limit));
    value_set_text(job, pack, "value", "value");
    const bool converts = unpads && from->element_type != to->element_type;
    value_set_bool(job, pack, "rounds", converts);
    value_set(pack, "old",
              value_printf(job, converts ? "vload_half(place, %s)" : "%s[place]", to->name));
    view_add_beta(job, spec, spec->problem.values[SYMBOL_BETA], pack);
}

void view_add_steps(struct job *job, const struct spec *spec, const struct plan *plan,
                    struct value *view)
{
    struct value *const copies = value_set_list(job, view, "copies");
    struct value *const packs = value_set_list(job, view, "packs");
    for (size_t i = 0; i < plan->step_count; i++) {
        const struct step *const step = &plan->steps[i];
        if (step == plan_main_step(plan))
            continue;
        const char operand_name = step->name[strlen(step->name) - 1];
        const struct operand *const operand = operand_name == 'c' ? &spec->c
                                              : (operand_name == 'a') == (spec->a.role == ROLE_A)
                                                  ? &spec->a
                                                  : &spec->b;
        if (operand->image)
            add_copy(job, spec, plan, operand, step, copies);
        else
            add_pack(job, spec, plan, operand, step, packs);
    }
}
