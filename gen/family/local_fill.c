/*
 * Tiles of the local family in the view: their declarations, and what fills them.
 *
 * The work-group is arranged as load.height x load.width over the lines of the operand; work-item
 * (x_line, x_at) loads a vector there and, pass by pass, those load.height lines and load.width
 * vectors further. A last pass may be partial: its loads are moved inside the tile and its stores
 * made conditional.
 */
#include "gen/family/local.h"

#include "gen/family/tiled_view.h"

/* A pass of loading. */
struct pass {
    const struct local_draft *d;
    const struct local_tile *tile;
    long long line, along; /* number of the pass on either axis */
};

static bool partial_line(const struct pass *p)
{
    return (p->line + 1) * p->tile->load.height > p->tile->lines;
}

static bool partial_along(const struct pass *p)
{
    return (p->along + 1) * p->tile->load.width * p->tile->vector > p->tile->length;
}

/* Where the pass stores in the tile: members `line_plus` and `at_plus`, from the work-item's own place on. */
static void set_stored_place(const struct pass *p, struct value *item, long long element)
{
    struct job *const job = p->d->job;
    value_set_unless(job, item, "line_plus", p->line * p->tile->load.height, 0);
    value_set_unless(job, item, "at_plus",
                     p->along * p->tile->load.width * p->tile->vector + element, 0);
}

/* Where it loads: the same, moved inside where the pass is partial. */
static void set_loaded_place(const struct pass *p, struct value *item)
{
    struct job *const job = p->d->job;
    set_stored_place(p, item, 0);
    value_set_text(job, item, "load_line",
                   partial_line(p) ? "at/pass_line_inside" : "at/pass_line");
    value_set_text(job, item, "load_at", partial_along(p) ? "at/pass_at_inside" : "at/pass_at");
}

/* ------------------------------------------------------------------------ declarations */

static bool turned(const struct local_tile *tile)
{
    return tile->local_along_k != tile->along_k;
}

static bool stores_vectors(const struct local_tile *tile)
{
    return tile->vector > 1 && !turned(tile) && tile->pitch % tile->vector == 0;
}

/* The tile in local memory. */
static void add_declaration(const struct local_draft *d, const struct local_tile *tile,
                            struct value *view)
{
    struct job *const job = d->job;
    const long long reads = local_read(d->kernel, tile->operand).width;
    long long aligned = stores_vectors(tile) ? tile->vector : 1;
    if (reads > aligned && tile->pitch % reads == 0)
        aligned = reads;
    value_set_unless(job, view, "tiles", d->own->stages, 1);
    value_set_unless(job, view, "members_of_group", d->kernel->members, 1);
    value_set_integer(job, view, "tile_lines", tile->local_lines);
    value_set_integer(job, view, "tile_pitch", tile->pitch);
    value_set_unless(job, view, "alignment",
                     aligned > 1 ? d->kernel->numbers.compute->bytes * aligned : 0, 0);
}

/* Member `loaders`: a work-item's own line and its place there; false where nobody has any. */
static void add_loaders(const struct local_draft *d, const struct local_tile *tile,
                        struct value *view)
{
    struct job *const job = d->job;
    if (d->own->async) {
        value_set_bool(job, view, "loaders", false);
        return;
    }
    struct value *const loaders = value_set_object(job, view, "loaders");
    const bool lines = tile->load.height > 1, vectors = tile->load.width > 1;
    value_set_text(job, loaders, "loader_line",
                   !lines    ? "local/first"
                   : vectors ? "local/own_line"
                             : "local/own");
    value_set_text(job, loaders, "loader_at",
                   !vectors ? "local/first"
                   : lines  ? "local/own_at_in_line"
                            : "local/own_at");
    value_set_integer(job, loaders, "load_width", tile->load.width);
    value_set_unless(job, loaders, "load_vector", tile->vector, 1);
}

/* Whether the loads of each pass along the tile of C start from a variable of its own. */
static bool separate_starts(const struct local_draft *d, const struct local_tile *tile)
{
    const bool guard = local_guarded(d, tile->operand);
    if (tile->along_k)
        return guard || tile->lines % tile->load.height;
    return (guard && tile->vector == 1) || tile->length % (tile->load.width * tile->vector);
}

/* Member `variable`: the number of the variable that the pass starts from, where there are several. */
static void set_variable(const struct pass *p, struct value *item)
{
    struct job *const job = p->d->job;
    value_set(item, "variable",
              separate_starts(p->d, p->tile)
                  ? value_integer(job, p->tile->along_k ? p->line : p->along)
                  : value_bool(job, false));
}

/* Member `starts`: these variables, starts of lines that lie along K, else places in lines. */
static void add_starts(const struct local_draft *d, const struct local_tile *tile,
                       struct value *view)
{
    struct job *const job = d->job;
    const bool guard = local_guarded(d, tile->operand);
    const long long passes = tile->along_k ? tile->line_passes : tile->along_passes;
    const long long count = separate_starts(d, tile) ? passes : 1;
    struct value *const starts = value_set_list(job, view, "starts");
    value_set_text(job, view, "start_type",
                   tile->along_k && d->kernel->index_bits == 64 ? "long" : "int");
    value_set_text(job, view, "start",
                   tile->along_k                ? guard ? "start/of_line_inside" : "start/of_line"
                   : guard && tile->vector == 1 ? "start/of_places_inside"
                                                : "start/of_places");
    if (in_image(tile->operand) || d->own->async)
        return;
    for (long long i = 0; i < count; i++) {
        const struct pass p = {d, tile, tile->along_k ? i : 0, tile->along_k ? 0 : i};
        struct value *const start = value_add(starts, value_object(job));
        set_variable(&p, start);
        set_loaded_place(&p, start);
    }
}

/* ------------------------------------------------------------------------------- passes */

/* What is loaded in a pass, into a register of that name. */
static void add_load_of_pass(const struct pass *p, struct value *passes, const char *name)
{
    struct job *const job = p->d->job;
    const bool separate = separate_starts(p->d, p->tile);
    struct value *const pass = value_add(passes, value_object(job));
    value_set_text(job, pass, "name", name);
    set_variable(p, pass);
    set_loaded_place(p, pass);
    value_set_unless(job, pass, "lines_further", separate ? 0 : p->line * p->tile->load.height, 0);
    value_set_unless(job, pass, "places_further",
                     separate ? 0 : p->along * p->tile->load.width * p->tile->vector, 0);
}

/* The template that reads what a pass loads all at once, inside the edges: what is stored, as it is read. */
static const char *whole_fetch(const struct operand *operand)
{
    return in_image(operand) ? texel_read(operand) : operand_read(operand, operand->vector);
}

/* Members `type`, `width`, `address`, `texel_width` and `narrow` of all loads of a tile, and what moves them inside. */
static void add_form_of_loads(const struct local_draft *d, const struct local_tile *tile,
                              struct value *view)
{
    struct job *const job = d->job;
    const struct operand *const operand = tile->operand;
    value_set_text(job, view, "type", register_type(job, d->kernel, tile->vector));
    value_set_integer(job, view, "width", tile->vector);
    value_set_integer(job, view, "reals", tile->vector * number_parts(d->kernel->numbers.compute));
    value_set_text(job, view, "real_number", number_real(d->kernel->numbers.compute)->name);
    value_set_text(job, view, "address",
                   in_image(operand)
                       ? tile->along_k ? "at/pass_texel_along_k" : "at/pass_texel_across_k"
                   : tile->along_k ? "at/pass_along_k"
                                   : "at/pass_across_k");
    value_set_unless(job, view, "texel_width", tile->vector, 1);
    value_set_text(job, view, "narrow", whole_fetch(operand));
    value_set_text(job, view, "narrow_aligned",
                   local_loads_aligned(d->kernel, operand) ? aligned_read(job, operand) : NULL);
    value_set_integer(job, view, "last_line", tile->lines - 1);
    value_set_integer(job, view, "last_at", tile->length - tile->vector);
}

/* Member `registers`: lines of at most four names of what is loaded. */
static void add_registers(const struct local_draft *d, struct value *view)
{
    struct job *const job = d->job;
    struct value *const registers = value_set_list(job, view, "registers");
    struct value *names = NULL;
    for (const struct value *pass = value_get(view, "passes")->first; pass; pass = pass->next) {
        if (!names || names->count == 4)
            names = value_set_list(job, value_add(registers, value_object(job)), "names");
        value_set_text(job, value_add(names, value_object(job)), "name",
                       value_get(pass, "name")->text);
    }
    for (struct value *line = registers->first; line; line = line->next)
        value_mark_ends(job, line->first);
}

/* Whether two passes store under the same condition. */
static bool under_same(const struct pass *p, const struct pass *q)
{
    return partial_line(p) == partial_line(q) && partial_along(p) == partial_along(q) &&
           (!partial_line(p) || p->line == q->line) && (!partial_along(p) || p->along == q->along);
}

/* Stores of passes under one condition, that of this pass. */
static struct value *add_put(const struct pass *p, struct value *puts)
{
    struct job *const job = p->d->job;
    struct value *const put = value_add(puts, value_object(job));
    value_set_text(job, put, "inside",
                   partial_line(p) && partial_along(p) ? "test/both_in_tile"
                   : partial_line(p)                   ? "test/line_in_tile"
                   : partial_along(p)                  ? "test/at_in_tile"
                                                       : NULL);
    set_stored_place(p, put, 0);
    return value_set_list(job, put, "stored");
}

/* What a pass stores: the vector, or its elements one by one. */
static void add_stored(const struct pass *p, struct value *stored, const char *name)
{
    struct job *const job = p->d->job;
    const long long vector = p->tile->vector;
    const bool whole = vector > 1 && !turned(p->tile);
    for (long long i = 0; i < (whole ? 1 : vector); i++) {
        struct value *const item = value_add(stored, value_object(job));
        set_stored_place(p, item, i);
        value_set_text(job, item, "name", name);
        value_set_text(job, item, "part",
                       whole ? NULL
                             : number_component(job, p->d->kernel->numbers.compute, vector, i, 1));
    }
}

/* Members `passes` and `puts`: the loads of a tile and the stores of what they loaded; `write` and `cell`, how and
 * where. */
static void add_passes(const struct local_draft *d, const struct local_tile *tile,
                       struct value *view)
{
    struct job *const job = d->job;
    struct value *const passes = value_set_list(job, view, "passes");
    struct value *const puts = value_set_list(job, view, "puts");
    struct value *stored = NULL;
    struct pass last = {d, tile, 0, 0};
    value_set_text(job, view, "write",
                   tile->vector == 1 || turned(tile)   ? "write/tile"
                   : stores_vectors(tile)              ? "write/tile_vector"
                   : d->kernel->numbers.compute->parts ? "write/tile_complex_vstore"
                                                       : "write/tile_vstore");
    value_set_text(job, view, "cell", turned(tile) ? "at/cell_turned" : "at/cell");
    for (long long line = 0; line < tile->line_passes; line++) {
        for (long long along = 0; along < tile->along_passes; along++) {
            const struct pass p = {d, tile, line, along};
            const char *const name = arena_printf(job->arena, "%c_load_%zu",
                                                  operand_letter(tile->operand), passes->count);
            add_load_of_pass(&p, passes, name);
            if (!stored || !under_same(&p, &last))
                stored = add_put(&p, puts);
            add_stored(&p, stored, name);
            last = p;
        }
    }
    add_registers(d, view);
}

/* What is copied asynchronously: members `source`, a line in global memory, and `length`. */
static void add_copy(const struct local_draft *d, const struct local_tile *tile, struct value *view)
{
    struct job *const job = d->job;
    const bool guard = local_guarded(d, tile->operand);
    value_set_text(job, view, "load_line", "at/copied_line");
    value_set_text(job, view, "source", tile->along_k ? "at/copy_along_k" : "at/copy_across_k");
    value_set_text(job, view, "length",
                   tile->along_k ? "local/length_along_k"
                   : guard       ? "local/length_to_limit"
                                 : "local/length");
}

/* Member `tile` of an operand; false where it is not staged. */
static void add_tile(const struct local_draft *d, const struct operand *operand)
{
    struct job *const job = d->job;
    struct value *const object = value_child(d->view, is_a(operand) ? "a" : "b");
    const struct local_tile *const tile = local_tile(d->kernel, operand);
    if (!tile->staged) {
        value_set_bool(job, object, "tile", false);
        return;
    }
    struct value *const view = value_set_object(job, object, "tile");
    add_declaration(d, tile, view);
    add_loaders(d, tile, view);
    add_starts(d, tile, view);
    value_set_integer(job, view, "lines_of_tile", tile->lines);
    value_set_integer(job, view, "length_of_tile", tile->length);
    if (d->own->async) {
        add_copy(d, tile, view);
        return;
    }
    add_form_of_loads(d, tile, view);
    add_passes(d, tile, view);
}

void local_add_tiles(const struct local_draft *d)
{
    const struct kernel *const kernel = d->kernel;
    const bool staged = d->own->a.staged || d->own->b.staged;
    add_tile(d, &kernel->a);
    add_tile(d, &kernel->b);
    value_set_text(d->job, d->view, "item",
                   !staged || d->own->async || kernel->wg.height * kernel->wg.width == 1 ? NULL
                   : kernel->wg.height == 1 || kernel->stands ? "local/item_of_line"
                                                              : "local/item");
}

/* -------------------------------------------------------------------------------- turns */

/* Whether vectors of the operand are loaded inside the edges that their lines may cross. */
static bool clamps_vectors(const struct local_draft *d, const struct operand *operand, bool clamped)
{
    return clamped && local_tile(d->kernel, operand)->staged && !in_image(operand) &&
           !d->own->async && operand->vector > 1 &&
           (contiguous_along_k(operand) ? d->guard_k : local_guarded(d, operand));
}

bool local_fetches_clamped(const struct local_draft *d, const struct operand *operand,
                           long long width)
{
    return operand->vector == width && clamps_vectors(d, operand, true);
}

/* Whether a pass loads more than four elements that are converted four at a time, as halves are: what it loads stays in
 * registers across a barrier, and for that PoCL 3.1 loads 8 or 16 halves as if they were aligned, before it converts them. */
static bool loads_in_fours(const struct local_draft *d, const struct operand *operand, bool clamped)
{
    return local_tile(d->kernel, operand)->staged && !in_image(operand) && !d->own->async &&
           operand->vector >= 8 && operand->element->fours &&
           element_converts(operand->element, operand->computed) &&
           !clamps_vectors(d, operand, clamped);
}

bool local_fetches_in_fours(const struct local_draft *d, const struct operand *operand,
                            long long width, bool remains)
{
    return operand->vector == width && ((!d->own->main.idle && loads_in_fours(d, operand, false)) ||
                                        (remains && loads_in_fours(d, operand, true)));
}

/* The template that reads what a pass loads, as it is calculated with. */
static const char *fetch_of(const struct local_draft *d, const struct operand *operand,
                            enum local_reach reach)
{
    const bool clamped = reach == REACH_CLAMPED;
    if (clamps_vectors(d, operand, clamped))
        return contiguous_along_k(operand) ? "read/pass_clamped_along_k" : "read/pass_clamped";
    if (reach == REACH_ALIGNED && local_loads_aligned(d->kernel, operand))
        return operand_widens(operand) ? "read/wider_vector_aligned"
                                       : aligned_read(d->job, operand);
    if (loads_in_fours(d, operand, clamped))
        return "read/in_fours";
    if (operand_widens(operand))
        return operand->vector > 1 ? "read/wider_vector" : "read/wider";
    return whole_fetch(operand);
}

void local_add_fill(const struct local_draft *d, struct value *turn, enum local_reach reach,
                    const char *k)
{
    struct job *const job = d->job;
    const bool inside = reach == REACH_CLAMPED && d->guard_k;
    value_set_text(job, turn, "first_k", k);
    value_set_text(job, turn, "fetch_a", fetch_of(d, &d->kernel->a, reach));
    value_set_text(job, turn, "fetch_b", fetch_of(d, &d->kernel->b, reach));
    value_set_text(job, turn, "place_in_k", inside ? "at/pass_k_inside" : "at/pass_k");
    value_set_text(job, turn, "line_of_k", inside ? "at/pass_k_line_inside" : "at/pass_k_line");
    value_set_text(job, turn, "length_of_k",
                   !inside ? "local/length"
                   : k     ? "local/length_to_k"
                           : "local/length_of_all_k");
}
