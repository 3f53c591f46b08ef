/*
 * Tiles of the local family: their declarations, and the statements that fill them.
 *
 * The work-group is arranged as load.height x load.width over the lines of the operand; work-item
 * (x_line, x_at) loads a vector there and, pass by pass, those load.height lines and load.width
 * vectors further. A last pass may be partial: its loads are moved inside the tile and its stores
 * made conditional.
 */
#include <string.h>

#include "gen/family/local.h"
#include "gen/text.h"

/* A pass of loading. */
struct pass {
    const struct local_draft *d;
    const struct local_tile *tile;
    char letter;
    long long line, along; /* number of the pass on either axis */
};

static const char *joined(struct job *job, const char *left, const char *right)
{
    if (!*left || !*right)
        return *left ? left : right;
    return arena_printf(job->arena, "%s + %s", left, right);
}

/* The work-item's own line and place in it. */
static const char *own_line(const struct pass *p)
{
    return arena_printf(p->d->job->arena, "%c_line", p->letter);
}

static const char *own_place(const struct pass *p)
{
    return arena_printf(p->d->job->arena, "%c_at", p->letter);
}

static bool partial_line(const struct pass *p)
{
    return (p->line + 1) * p->tile->load.height > p->tile->lines;
}

static bool partial_along(const struct pass *p)
{
    return (p->along + 1) * p->tile->load.width * p->tile->vector > p->tile->length;
}

/* Where the pass stores, relative to the tile. */
static const char *tile_line(const struct pass *p)
{
    return sum_text(p->d->job, own_line(p), p->line * p->tile->load.height);
}

static const char *tile_place(const struct pass *p)
{
    return sum_text(p->d->job, own_place(p), p->along * p->tile->load.width * p->tile->vector);
}

/* Where it loads: the same, moved inside where the pass is partial. */
static const char *load_line(const struct pass *p)
{
    const char *const line = tile_line(p);
    return partial_line(p)
               ? arena_printf(p->d->job->arena, "min(%s, %lld)", line, p->tile->lines - 1)
               : line;
}

static const char *load_place(const struct pass *p)
{
    const char *const place = tile_place(p);
    return partial_along(p) ? arena_printf(p->d->job->arena, "min(%s, %lld)", place,
                                           p->tile->length - p->tile->vector)
                            : place;
}

/* ------------------------------------------------------------------------ declarations */

static bool stores_vectors(const struct local_tile *tile)
{
    return tile->vector > 1 && tile->local_along_k == tile->along_k &&
           tile->pitch % tile->vector == 0;
}

static void add_tile(const struct local_draft *d, const struct local_tile *tile,
                     struct value *tiles, struct value *loaders)
{
    struct job *const job = d->job;
    const char letter = operand_letter(tile->operand);
    const long long reads = tile->operand->local_vector;
    long long aligned = stores_vectors(tile) ? tile->vector : 1;
    if (reads > aligned && tile->pitch % reads == 0)
        aligned = reads;
    struct value *const item = value_add(tiles, value_object(job));
    value_set(item, "declaration",
              value_printf(job, "%c_tile%s[%lld][%lld]%s", letter,
                           d->stages > 1 ? arena_printf(job->arena, "[%lld]", d->stages) : "",
                           tile->local_lines, tile->pitch,
                           aligned > 1 ? arena_printf(job->arena, " __attribute__((aligned(%lld)))",
                                                      d->spec->element.compute->bytes * aligned)
                                       : ""));
    if (d->spec->async)
        return;
    const long long width = tile->load.width;
    const long long vector = tile->vector;
    const bool lines = tile->load.height > 1;
    value_set(value_add(loaders, value_object(job)), "loader",
              !lines      ? value_printf(job, "%c_line = 0", letter)
              : width > 1 ? value_printf(job, "%c_line = item / %lld", letter, width)
                          : value_printf(job, "%c_line = item", letter));
    value_set(value_add(loaders, value_object(job)), "loader",
              width == 1
                  ? value_printf(job, "%c_at = 0", letter)
                  : value_printf(job, "%c_at = item%s%s", letter,
                                 lines ? arena_printf(job->arena, " %% %lld", width) : "",
                                 vector > 1 ? arena_printf(job->arena, " * %lld", vector) : ""));
}

/* Whether the loads of each pass along the tile of C start from a variable of its own. */
static bool separate_starts(const struct local_draft *d, const struct local_tile *tile)
{
    const bool guard = is_a(d->spec, tile->operand) ? d->guard_m : d->guard_n;
    if (tile->along_k)
        return guard || tile->lines % tile->load.height;
    return (guard && tile->vector == 1) || tile->length % (tile->load.width * tile->vector);
}

/* "a_from", "a_from_1": the variable for a pass. */
static const char *start_name(const struct pass *p)
{
    if (!separate_starts(p->d, p->tile))
        return arena_printf(p->d->job->arena, "%c_from", p->letter);
    return arena_printf(p->d->job->arena, "%c_from_%lld", p->letter,
                        p->tile->along_k ? p->line : p->along);
}

static void add_starts(const struct local_draft *d, const struct local_tile *tile,
                       struct value *starts)
{
    struct job *const job = d->job;
    const struct operand *const operand = tile->operand;
    if (operand->image || d->spec->async)
        return;
    const bool a = is_a(d->spec, operand);
    const bool guard = a ? d->guard_m : d->guard_n;
    const bool separate = separate_starts(d, tile);
    const long long passes = tile->along_k ? tile->line_passes : tile->along_passes;
    for (long long i = 0; i < (separate ? passes : 1); i++) {
        const struct pass p = {d, tile, operand_letter(operand), tile->along_k ? i : 0,
                               tile->along_k ? 0 : i};
        const char *const in_tile = tile->along_k ? load_line(&p) : load_place(&p);
        const char *place =
            joined(job, arena_printf(job->arena, "first_%s", a ? d->row : d->column), in_tile);
        if (guard && (tile->along_k || tile->vector == 1))
            place = arena_printf(job->arena, "min(%s, %s - 1)", place,
                                 symbol_in_kernel(a ? d->spec->m : d->spec->n));
        struct value *const start = value_add(starts, value_object(job));
        value_set_text(job, start, "name", start_name(&p));
        value_set_text(job, start, "type",
                       tile->along_k && d->spec->index_bits == 64 ? "long" : "int");
        value_set_text(job, start, "start",
                       tile->along_k ? line_start(job, d->spec, operand, place) : place);
    }
}

void local_add_tiles(const struct local_draft *d)
{
    struct value *const tiles = value_set_list(d->job, d->view, "tiles");
    struct value *const loaders = value_set_list(d->job, d->view, "loaders");
    struct value *const starts = value_set_list(d->job, d->view, "starts");
    const struct operand *const operands[] = {&d->spec->a, &d->spec->b};
    for (int i = 0; i < 2; i++) {
        if (operands[i]->stage == STAGE_NONE)
            continue;
        const struct local_tile tile = local_tile_of(d->spec, operands[i]);
        add_tile(d, &tile, tiles, loaders);
        add_starts(d, &tile, starts);
    }
    value_set_bool(d->job, d->view, "names_item",
                   loaders->count > 0 && d->spec->wg.height * d->spec->wg.width > 1);
}

/* ------------------------------------------------------------------------------- loads */

static const char *line_text(const struct pass *p, const char *line)
{
    return line_start(p->d->job, p->d->spec, p->tile->operand, line);
}

/* A pass of loading fills in its place and names the expression that reads there. */

static const char *straight(const struct pass *p)
{
    return p->tile->vector > 1 ? "expression/vector_buffer" : read_element(p->d->spec);
}

/* From a buffer whose lines lie along K. */
static const char *fetch_along_k(const struct pass *p, struct value *fetch, bool clamped,
                                 const char *k)
{
    struct job *const job = p->d->job;
    const long long further = separate_starts(p->d, p->tile) ? 0 : p->line * p->tile->load.height;
    const char *const start =
        further ? arena_printf(job->arena, "%s + %s", start_name(p),
                               line_text(p, arena_printf(job->arena, "%lld", further)))
                : start_name(p);
    const char *const at = joined(job, k, load_place(p));
    if (clamped && p->d->guard_k && p->tile->vector > 1) {
        value_set_text(job, fetch, "line", start);
        value_set_text(job, fetch, "place", at);
        value_set_text(job, fetch, "last", "K - 1");
        return "expression/vector_clamped";
    }
    value_set(fetch, "index",
              clamped && p->d->guard_k ? value_printf(job, "%s + min(%s, K - 1)", start, at)
                                       : value_printf(job, "%s + %s", start, at));
    return straight(p);
}

/* From a buffer whose lines lie along the tile of C. */
static const char *fetch_across_k(const struct pass *p, struct value *fetch, bool clamped,
                                  const char *k)
{
    struct job *const job = p->d->job;
    const bool a = is_a(p->d->spec, p->tile->operand);
    const bool guard = a ? p->d->guard_m : p->d->guard_n;
    const char *line = joined(job, k, load_line(p));
    if (clamped && p->d->guard_k)
        line = arena_printf(job->arena, "min(%s, K - 1)", line);
    const long long further =
        separate_starts(p->d, p->tile) ? 0 : p->along * p->tile->load.width * p->tile->vector;
    const char *const place = sum_text(job, start_name(p), further);
    if (clamped && guard && p->tile->vector > 1) {
        value_set_text(job, fetch, "line", line_text(p, line));
        value_set_text(job, fetch, "place", place);
        value_set(fetch, "last",
                  value_printf(job, "%s - 1", symbol_in_kernel(a ? p->d->spec->m : p->d->spec->n)));
        return "expression/vector_clamped";
    }
    value_set(fetch, "index", value_printf(job, "%s + %s", line_text(p, line), place));
    return straight(p);
}

static const char *fetch_texel(const struct pass *p, struct value *fetch, const char *k)
{
    struct job *const job = p->d->job;
    const bool a = is_a(p->d->spec, p->tile->operand);
    const char *const first = arena_printf(job->arena, "first_%s", a ? p->d->row : p->d->column);
    const char *const x = joined(job, a ? k : first, load_place(p));
    value_set(fetch, "x",
              p->tile->vector == 1 ? value_text(job, x)
                                   : value_printf(job, "(%s) / %lld", x, p->tile->vector));
    value_set_text(job, fetch, "y", joined(job, a ? first : k, load_line(p)));
    return p->tile->vector == 1 ? "expression/element_image"
                                : read_texel(p->d->spec, p->tile->operand);
}

static void add_fetch(const struct pass *p, struct value *fetches, const char *name, bool clamped,
                      const char *k)
{
    struct job *const job = p->d->job;
    const struct operand *const operand = p->tile->operand;
    struct value *const fetch = value_add(fetches, value_object(job));
    value_set_text(job, fetch, "name", name);
    value_set_text(job, fetch, "type", register_type(job, p->d->spec, p->tile->vector));
    value_set_integer(job, fetch, "width", p->tile->vector);
    value_set_text(job, fetch, "operand", operand->memory);
    value_set_text(job, fetch, "from",
                   operand->image     ? fetch_texel(p, fetch, k)
                   : p->tile->along_k ? fetch_along_k(p, fetch, clamped, k)
                                      : fetch_across_k(p, fetch, clamped, k));
}

/* ------------------------------------------------------------------------------ stores */

static const char *partial_condition(const struct pass *p)
{
    struct job *const job = p->d->job;
    const char *const line = arena_printf(job->arena, "%s < %lld", tile_line(p), p->tile->lines);
    const char *const along = arena_printf(job->arena, "%s < %lld", tile_place(p), p->tile->length);
    return partial_line(p) && partial_along(p) ? arena_printf(job->arena, "%s && %s", line, along)
           : partial_line(p)                   ? line
           : partial_along(p)                  ? along
                                               : NULL;
}

/* The statements of a put under that condition (NULL: always): of the last one, where it has the same. */
static struct value *statements_under(struct job *job, struct value *puts, const char *condition)
{
    const char *const last = puts->last ? value_get(puts->last, "condition")->text : NULL;
    if (condition && last && strcmp(condition, last) == 0)
        return value_child(puts->last, "statements");
    struct value *const put = value_add(puts, value_object(job));
    value_set(put, "condition", condition ? value_text(job, condition) : value_bool(job, false));
    return value_set_list(job, put, "statements");
}

static void add_put(const struct pass *p, struct value *puts, const char *name, const char *buffer)
{
    struct job *const job = p->d->job;
    const struct local_tile *const tile = p->tile;
    struct value *const statements = statements_under(job, puts, partial_condition(p));
    const char *const tile_name = arena_printf(job->arena, "%c_tile%s", p->letter, buffer);
    const char *const line = tile_line(p);
    const bool turned = tile->local_along_k != tile->along_k;
    if (!turned && tile->vector > 1) {
        value_set(value_add(statements, value_object(job)), "statement",
                  stores_vectors(tile)
                      ? value_printf(job, "*(__local %s *)&%s[%s][%s] = %s",
                                     register_type(job, p->d->spec, tile->vector), tile_name, line,
                                     tile_place(p), name)
                      : value_printf(job, "vstore%lld(%s, 0, &%s[%s][%s])", tile->vector, name,
                                     tile_name, line, tile_place(p)));
    }
    for (long long i = 0; i < tile->vector && (turned || tile->vector == 1); i++) {
        const char *const place =
            sum_text(job, own_place(p), p->along * tile->load.width * tile->vector + i);
        value_set(value_add(statements, value_object(job)), "statement",
                  value_printf(job, "%s[%s][%s] = %s%s", tile_name, turned ? place : line,
                               turned ? line : place, name, component(job, tile->vector, i)));
    }
}

/* ------------------------------------------------------------------ asynchronous copies */

static void add_copy(const struct local_draft *d, const struct local_tile *tile,
                     struct value *copies, bool clamped, const char *k, const char *buffer)
{
    struct job *const job = d->job;
    const struct operand *const operand = tile->operand;
    const bool a = is_a(d->spec, operand);
    const bool guard = a ? d->guard_m : d->guard_n;
    const char *const first = arena_printf(job->arena, "first_%s", a ? d->row : d->column);
    const char *const size = symbol_in_kernel(a ? d->spec->m : d->spec->n);
    const char *const start = tile->along_k ? k : first;
    const char *line = joined(job, tile->along_k ? first : k, "line");
    const bool last_k = clamped && d->guard_k;
    if (tile->along_k ? guard : last_k)
        line = arena_printf(job->arena, "min(%s, %s - 1)", line, tile->along_k ? size : "K");
    const bool shortened = tile->along_k ? last_k : guard;
    struct value *const copy = value_add(copies, value_object(job));
    value_set_integer(job, copy, "lines", tile->lines);
    value_set(copy, "to", value_printf(job, "%c_tile%s[line]", operand_letter(operand), buffer));
    value_set(copy, "from",
              value_printf(job, "%s + %s", operand->memory,
                           joined(job, line_start(job, d->spec, operand, line), start)));
    value_set(copy, "length",
              !shortened ? value_integer(job, tile->length)
              : *start   ? value_printf(job, "min(%lld, %s - %s)", tile->length,
                                      tile->along_k ? "K" : size, start)
                         : value_text(job, "K"));
}

/* Member `registers`: declarations of what is fetched, four names of an operand a line. */
static void add_registers(struct job *job, struct value *turn)
{
    struct value *const registers = value_set_list(job, turn, "registers");
    const struct value *fetch = value_get(turn, "fetches")->first;
    while (fetch) {
        const char *const type = value_get(fetch, "type")->text;
        const char letter = value_get(fetch, "name")->text[0];
        struct text line;
        text_init(&line, job);
        text_printf(&line, "%s ", type);
        for (int i = 0; fetch && i < 4 && value_get(fetch, "name")->text[0] == letter; i++) {
            text_printf(&line, "%s%s", i ? ", " : "", value_get(fetch, "name")->text);
            fetch = fetch->next;
        }
        value_set_text(job, value_add(registers, value_object(job)), "line", text_string(&line));
    }
}

void local_add_fill(const struct local_draft *d, struct value *turn, bool clamped, const char *k,
                    const char *buffer)
{
    struct job *const job = d->job;
    struct value *const fetches = value_set_list(job, turn, "fetches");
    struct value *const puts = value_set_list(job, turn, "puts");
    struct value *const copies = value_set_list(job, turn, "copies");
    value_set_bool(job, turn, "copies_any", d->spec->async);
    const struct operand *const operands[] = {&d->spec->a, &d->spec->b};
    for (int i = 0; i < 2; i++) {
        if (operands[i]->stage == STAGE_NONE)
            continue;
        const struct local_tile tile = local_tile_of(d->spec, operands[i]);
        if (d->spec->async) {
            add_copy(d, &tile, copies, clamped, k, buffer);
            continue;
        }
        long long number = 0;
        for (long long line = 0; line < tile.line_passes; line++) {
            for (long long along = 0; along < tile.along_passes; along++) {
                const struct pass p = {d, &tile, operand_letter(operands[i]), line, along};
                const char *const name =
                    arena_printf(job->arena, "%c_load_%lld", p.letter, number++);
                add_fetch(&p, fetches, name, clamped, k);
                add_put(&p, puts, name, buffer);
            }
        }
    }
    add_registers(job, turn);
}
