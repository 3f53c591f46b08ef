/*
 * The view of the blocked family: see blocked.c for the scheme.
 */
#include "gen/family/blocked.h"

#include "gen/family/tiled_view.h"

/* ------------------------------------------------------------------------------- packing */

/* An element of memory that is packed, or the first of a vector: `plus` places behind the first one of a whole panel, or
 * behind the place that a loop over a panel is at. */
static void add_packed(struct job *job, const struct kernel *kernel, struct value *loads,
                       const struct operand *operand, const char *name, long long width,
                       long long plus, bool whole_panel)
{
    const bool along_k = lies_along_k(operand);
    add_load(job, kernel, loads, name, width,
             (struct reading){.read = operand_read(operand, width),
                              .widens = operand_widens(operand),
                              .address = along_k       ? "at/packed_along_k"
                                         : whole_panel ? "at/packed_across_k"
                                                       : "at/packed_place",
                              .plus = plus});
    value_set_text(job, loads->last, "memory", along_k ? operand->form.memory : "line");
}

/* Members of a square of vector x vector elements: `loads`, a vector along K for each of its places, and `steps`, of which each
 * stores what all of them have of a step. */
static void add_square(struct job *job, const struct kernel *kernel, struct value *square,
                       const struct operand *operand)
{
    const long long vector = operand->vector;
    struct value *const loads = value_set_list(job, square, "loads");
    struct value *const steps = value_set_list(job, square, "steps");
    for (long long place = 0; place < vector; place++)
        add_packed(job, kernel, loads, operand, register_name(job, operand, place, vector, 0, 1),
                   vector, place, false);
    for (long long step = 0; step < vector; step++) {
        struct value *const stored = value_add(steps, value_object(job));
        value_set_unless(job, stored, "step", step, 0);
        struct value *const parts = value_set_list(job, stored, "parts");
        for (long long place = 0; place < vector; place++) {
            struct value *const part = value_add(parts, value_object(job));
            value_set_text(job, part, "run", register_name(job, operand, place, vector, 0, 1));
            value_set_text(job, part, "part", component_name(job, vector, step));
        }
        value_mark_ends(job, parts);
    }
}

/* Member `vectors`: how a whole panel is packed by vectors; false where it is packed element by element. */
static void add_vectors(struct job *job, const struct kernel *kernel, struct value *pack,
                        const struct operand *operand, long long side)
{
    const long long vector = operand->vector;
    if (vector == 1 && lies_along_k(operand)) {
        value_set_bool(job, pack, "vectors", false);
        return;
    }
    struct value *const vectors = value_set_object(job, pack, "vectors");
    value_set_integer(job, vectors, "width", vector);
    value_set_text(job, vectors, "type", register_type(job, kernel, vector));
    value_set_text(job, vectors, "put", vector > 1 ? "blocked/put_vector" : "blocked/put");
    if (lies_along_k(operand)) {
        add_square(job, kernel, vectors, operand);
        return;
    }
    struct value *const loads = value_set_list(job, vectors, "loads");
    for (long long place = 0; place < side; place += vector)
        add_packed(job, kernel, loads, operand, NULL, vector, place, true);
}

/* Whether a panel may reach beyond the edge of the matrix that it is packed from. */
static bool guards(const struct kernel *kernel, const struct operand *operand, long long side)
{
    const long long fixed = kernel->fixed[operand->form.axes.along];
    if (in_panels(operand))
        return kernel->edges != EDGES_EXACT && (fixed < 0 || fixed % side != 0);
    return is_a(operand) ? kernel->guard_m : kernel->guard_n;
}

/* Members of an operand: `pack`, the function that packs it. `by_step`: a step before the multiplication calls it, which reads
 * `panels`; a block of K begins there at its first step times `stride`. */
static void add_pack(struct job *job, const struct kernel *kernel, struct value *view,
                     const struct operand *operand)
{
    struct value *const object = value_child(view, is_a(operand) ? "a" : "b");
    const struct shape tiles = kernel->tiles, tile = kernel->tile;
    const long long side = is_a(operand) ? tile.height : tile.width;
    const long long places = side * (is_a(operand) ? tiles.height : tiles.width);
    const struct operand source = packed_from(operand);
    value_set_bool(job, object, "by_step", in_panels(operand));
    value_set_text(job, object, "panels", operand->form.memory);
    value_set_text(job, object, "stride", symbol_in_kernel(operand->ld));
    struct value *const pack = value_set_object(job, object, "pack");
    value_set_text(job, pack, "form",
                   lies_along_k(&source) ? "blocked/pack_along_k" : "blocked/pack_across_k");
    value_set_text(job, pack, "name", operand->name);
    value_set_text(job, pack, "memory", source.form.memory);
    value_set_text(job, pack, "stored", source.element->name);
    value_set_text(job, pack, "start",
                   lies_along_k(&source) ? "blocked/start_along_k" : "blocked/start_across_k");
    value_set_integer(job, pack, "side", side);
    value_set_bool(job, pack, "wide", side > 1);
    value_set_bool(job, pack, "several", places > side);
    value_set_integer(job, pack, "last_of_side", side - 1);
    value_set_integer(job, pack, "places", places);
    value_set_integer(job, pack, "last", places - 1);
    value_set_integer(job, pack, "dimension", is_a(operand));
    value_set_bool(job, pack, "guards", guards(kernel, operand, side));
    value_set_bool(job, pack, "limits", !in_panels(operand) && guards(kernel, operand, side));
    value_set_text(job, pack, "zero", number_literal(job, kernel->numbers.compute, "0"));
    add_packed(job, kernel, value_set_list(job, pack, "element"), &source, NULL, 1, 0, false);
    add_vectors(job, kernel, pack, &source, side);
}

/* ------------------------------------------------------------------------------- a tile */

/* What a step reads of a panel: registers of `width` elements. */
static void add_reads(struct job *job, const struct kernel *kernel, struct value *view,
                      const struct operand *operand, long long count, long long width)
{
    struct value *const object = value_child(view, is_a(operand) ? "a" : "b");
    struct value *const loads = value_set_list(job, object, "reads");
    for (long long i = 0; i < count; i++) {
        add_load(job, kernel, loads, register_name(job, operand, i, count, 0, 1), width,
                 (struct reading){.read = width > 1 ? "read/vector_of_panel" : "read/element",
                                  .address = "at/in_panel",
                                  .plus = i * width});
        value_set(loads->last, "memory", value_printf(job, "panel_%c", operand_letter(operand)));
    }
    value_set_integer(job, object, "panel_width", count * width);
}

/* Member `multiply`: the multiply-adds of a step. */
static void add_multiply(struct job *job, const struct kernel *kernel, struct value *view)
{
    const long long rows = kernel->tile.height, width = kernel->c.vector;
    const long long columns = kernel->tile.width / width;
    struct value *const multiply = value_set_object(job, view, "step_of_k");
    add_reads(job, kernel, view, &kernel->a, rows, 1);
    add_reads(job, kernel, view, &kernel->b, columns, width);
    add_products_form(job, kernel, multiply,
                      &(struct product_form){.sum = "sum/cell", .width = width, .spreads_a = true});
    struct value *const step = add_step(job, multiply);
    for (long long i = 0; i < rows; i++)
        add_row(job, step, i, (struct factor){register_name(job, &kernel->a, i, rows, 0, 1), NULL});
    for (long long j = 0; j < columns; j++)
        add_column(job, step, j,
                   (struct factor){register_name(job, &kernel->b, j, columns, 0, 1), NULL});
}

/*
 * Member `ahead` of a loop over tiles: how many `bytes` of the panels of its operand that are read next a step of K asks for. All steps
 * together ask for one panel of the outer loop's operand while they go through its present one, and for one block of the inner loop's.
 * `follows`: the next work-group reads the panels that follow; it is the next one along canonical N, and so reads the same of A.
 */
static void add_ahead(struct job *job, const struct kernel *kernel, struct value *loop,
                      const struct operand *operand)
{
    const struct blocked_own *const own = kernel->own;
    if (!own->prefetch || !in_panels(operand)) {
        value_set_bool(job, loop, "ahead", false);
        return;
    }
    struct value *const ahead = value_set_object(job, loop, "ahead");
    const long long panel =
        (is_a(operand) ? kernel->tile.height : kernel->tile.width) * kernel->numbers.compute->bytes;
    const long long tiles = is_a(operand) ? kernel->tiles.width : kernel->tiles.height;
    value_set_text(job, ahead, "letter", value_printf(job, "%c", operand_letter(operand))->text);
    value_set_text(job, ahead, "panels", operand->form.memory);
    value_set_text(job, ahead, "stride", symbol_in_kernel(operand->ld));
    value_set_integer(job, ahead, "bytes", (panel + tiles - 1) / tiles);
    value_set_bool(job, ahead, "follows", !is_a(operand));
}

/* Whether anything is prefetched: by the loops over tiles of panels that a step has packed, and where whole lines or squares are packed. */
static bool prefetches(const struct kernel *kernel)
{
    const struct operand *const operands[] = {&kernel->a, &kernel->b};
    const struct blocked_own *const own = kernel->own;
    bool any = false;
    for (int i = 0; i < 2; i++)
        any =
            any || in_panels(operands[i]) || !lies_along_k(operands[i]) || operands[i]->vector > 1;
    return own->prefetch && any;
}

/* Members `outer` and `inner`: the loops over tiles, by what they walk along, `place`, how far a tile goes there, `side`, and
 * what is prefetched meanwhile, `ahead`. */
static void add_tile_loops(struct job *job, const struct kernel *kernel, struct value *view)
{
    const struct blocked_own *const own = kernel->own;
    for (int i = 0; i < 2; i++) {
        const bool along_m = (i == 0) != own->wide_outside;
        struct value *const loop = value_set_object(job, view, i == 0 ? "outer" : "inner");
        value_set_text(job, loop, "place", kernel_axis_word(kernel, along_m));
        value_set_integer(job, loop, "side", along_m ? kernel->tile.height : kernel->tile.width);
        add_ahead(job, kernel, loop, along_m ? &kernel->a : &kernel->b);
    }
}

static void add_stored(struct job *job, const struct kernel *kernel, struct value *view)
{
    const long long width = kernel->c.vector;
    const struct shape vectors = {kernel->tile.height, kernel->tile.width / width};
    add_stores(job, kernel, view,
               &(struct stored_tile){.width = width,
                                     .vectors = vectors,
                                     .rows = places_apart(job, vectors.height, 1),
                                     .columns = places_apart(job, vectors.width, width)});
}

void blocked_view(struct job *job, const struct kernel *kernel, struct value *view)
{
    view_add_sub_group(job, view, false, 0);
    add_axes(job, kernel, view);
    add_operands(job, kernel, view);
    add_pack(job, kernel, view, &kernel->a);
    add_pack(job, kernel, view, &kernel->b);
    value_set_integer(job, view, "block_k", kernel->block_k);
    value_set_integer(job, view, "last_of_block", kernel->block_k - 1);
    value_set_bool(job, view, "shares_out", kernel->tiles.height * kernel->tiles.width > 1);
    value_set_bool(job, view, "in_blocks", kernel->in_blocks);
    value_set_bool(job, view, "remainder", false);
    value_set_bool(job, view, "step", false);
    value_set_bool(job, view, "prefetches", prefetches(kernel));
    add_accumulators(job, kernel, view, kernel->tile.height, kernel->tile.width / kernel->c.vector,
                     kernel->c.vector);
    add_tile_loops(job, kernel, view);
    add_multiply(job, kernel, view);
    add_stored(job, kernel, view);
}
