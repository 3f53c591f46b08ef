/*
 * Tiles of the local family in the view: their declarations, and where a work-item loads and stores.
 *
 * The work-group is arranged as load.height x load.width over the lines of the operand; work-item
 * (x_line, x_at) loads a vector there and, pass by pass, those load.height lines and load.width
 * vectors further. A last pass may be partial: its loads are moved inside the tile and its stores
 * made conditional.
 */
#include "gen/family/local/view.h"

/* ------------------------------------------------------------------------------ passes */

bool pass_partial_line(const struct pass *p)
{
    return (p->line + 1) * p->tile->load.height > p->tile->lines;
}

bool pass_partial_along(const struct pass *p)
{
    return (p->along + 1) * p->tile->load.width * p->tile->vector > p->tile->length;
}

/* A variable that a tile has: "a_line". */
static const struct term *own(const struct page *page, const struct local_tile *tile,
                              const char *what)
{
    return page_printed(page, "%c_%s", operand_letter(tile->operand), what);
}

/* Whether its work-items load where they load B, and start there, too, as no line counts: those of D of a gated product. */
static bool loads_as_b(const struct local_tile *tile)
{
    return tile->operand->role == ROLE_D;
}

static bool starts_as_b(const struct local_tile *tile)
{
    return loads_as_b(tile) && !tile->along_k;
}

/* What a work-item loads of a tile: "a_line"; 0 where all load the first of `count`. */
static const struct term *own_of(const struct pass *p, const char *what, long long count)
{
    return count <= 1            ? term_number(p->page->job, 0)
           : loads_as_b(p->tile) ? page_printed(p->page, "b_%s", what)
                                 : own(p->page, p->tile, what);
}

const struct term *pass_line(const struct pass *p, bool inside)
{
    struct job *const job = p->page->job;
    const struct term *const line =
        term_plus(job, own_of(p, "line", p->tile->load.height), p->line * p->tile->load.height);
    return inside && pass_partial_line(p)
               ? term_min(job, line, term_number(job, p->tile->lines - 1))
               : line;
}

const struct term *pass_at(const struct pass *p, long long element, bool inside)
{
    struct job *const job = p->page->job;
    const struct term *const at =
        term_plus(job, own_of(p, "at", p->tile->load.width),
                  p->along * p->tile->load.width * p->tile->vector + element);
    return inside && pass_partial_along(p)
               ? term_min(job, at, term_number(job, p->tile->length - p->tile->vector))
               : at;
}

/* ------------------------------------------------------------------------ declarations */

bool local_turned(const struct local_tile *tile)
{
    return tile->local_along_k != tile->along_k;
}

bool local_stores_vectors(const struct local_tile *tile)
{
    return tile->vector > 1 && !local_turned(tile) && tile->pitch % tile->vector == 0;
}

const struct term *local_tile_name(const struct page *page, const struct local_tile *tile,
                                   const char *number)
{
    const struct term *const name = own(page, tile, "tile");
    return number ? term_at(page->job, name, page_name(page, number)) : name;
}

static const struct term *sized(const struct page *page, const struct term *array, long long size)
{
    return term_at(page->job, array, term_number(page->job, size));
}

/* An item of `tiles`: the array that is `declared`; and where a work-group has several members, the one of `own`, a pointer to `pitch`
 * elements a line, and where there are several tiles to `lines_of_several` such lines. */
static void add_declaration(const struct page *page, const struct local_tile *tile,
                            struct value *tiles)
{
    struct job *const job = page->job;
    const struct local_plan *const plan = page->kernel->own;
    const long long members = page->kernel->members, several = plan->stages > 1;
    const long long reads = tile->read.width;
    long long aligned = local_stores_vectors(tile) ? tile->vector : 1;
    if (reads > aligned && tile->pitch % reads == 0)
        aligned = reads;
    const struct term *array = own(page, tile, members > 1 ? "tiles" : "tile");
    if (members > 1)
        array = sized(page, array, members);
    if (several)
        array = sized(page, array, plan->stages);
    array = sized(page, sized(page, array, tile->local_lines), tile->pitch);
    struct value *const item = value_add(tiles, value_object(job));
    value_set_term(job, item, "declared", array);
    value_set_unless(job, item, "alignment",
                     aligned > 1 ? page->kernel->numbers.compute->bytes * aligned : 0, 0);
    value_set_term(job, item, "name", own(page, tile, "tile"));
    value_set_unless(job, item, "lines_of_several", several ? tile->local_lines : 0, 0);
    value_set_integer(job, item, "pitch", tile->pitch);
    value_set_term(job, item, "own",
                   members > 1
                       ? term_at(job, own(page, tile, "tiles"), page_id(page, "get_local_id", 2))
                       : NULL);
}

/* A work-item's own line and its place there; one that is 0 for all has no name. */
static void add_loaders(const struct page *page, const struct local_tile *tile,
                        struct value *loaders)
{
    struct job *const job = page->job;
    const struct term *const item = page_name(page, "item");
    const bool lines = tile->load.height > 1, vectors = tile->load.width > 1;
    if (lines)
        page_declare(page, loaders, own(page, tile, "line"),
                     vectors ? term_over(job, item, tile->load.width) : item);
    if (vectors)
        page_declare(
            page, loaders, own(page, tile, "at"),
            term_times(job, lines ? term_rest(job, item, tile->load.width) : item, tile->vector));
}

bool local_separate_starts(const struct page *page, const struct local_tile *tile)
{
    const bool guard = kernel_guards(page->kernel, is_a(tile->operand));
    if (tile->along_k)
        return by_index(tile->operand) || guard || tile->lines % tile->load.height;
    return (guard && tile->vector == 1) || tile->length % (tile->load.width * tile->vector);
}

const struct term *pass_start(const struct pass *p)
{
    const char letter = starts_as_b(p->tile) ? 'b' : operand_letter(p->tile->operand);
    return local_separate_starts(p->page, p->tile)
               ? page_printed(p->page, "%c_from_%lld", letter,
                              p->tile->along_k ? p->line : p->along)
               : page_printed(p->page, "%c_from", letter);
}

const struct term *local_place_of_group(const struct page *page, const struct operand *operand,
                                        const struct term *plus, bool clamped)
{
    const bool a = is_a(operand);
    const struct term *const place = term_add(page->job, page_axis_name(page, "first", a), plus);
    return clamped ? term_min(page->job, place, page_last(page, a)) : place;
}

const struct term *local_start_of_line(const struct page *page, const struct local_tile *tile,
                                       const struct term *line)
{
    const struct operand *const operand = tile->operand;
    const struct term *const place =
        local_place_of_group(page, operand, line, kernel_guards(page->kernel, is_a(operand)));
    return page_lines_of(page, page_row(page, operand, place, NULL), operand->ld);
}

/* Where the lines of an operand begin that an index function finds, with what its elements are apart; the positions that are checked. */
static void add_index_starts(const struct page *page, const struct local_tile *tile,
                             struct value *positions, struct value *starts)
{
    const struct operand *const operand = tile->operand;
    const bool clamped = kernel_guards(page->kernel, is_a(operand));
    struct value *const before = starts->last;
    page_add_strides(page, starts, operand);
    for (long long i = 0; i < tile->line_passes; i++) {
        const struct pass p = {page, tile, i, 0};
        page_add_place(page, positions, starts, operand,
                       local_place_of_group(page, operand, pass_line(&p, true), clamped), i,
                       pass_start(&p));
    }
    for (struct value *start = before ? before->next : starts->first; start; start = start->next)
        value_set_text(page->job, start, "type", page->kernel->index_bits == 64 ? "long" : "int");
}

static void add_start(const struct page *page, struct value *starts, bool line,
                      const struct term *name, const struct term *begins)
{
    page_declare(page, starts, name, begins);
    value_set_text(page->job, starts->last, "type",
                   line && page->kernel->index_bits == 64 ? "long" : "int");
}

/* Starts of lines that lie along K, else places in lines. */
static void add_starts(const struct page *page, const struct local_tile *tile, struct value *starts)
{
    const struct operand *const operand = tile->operand;
    const long long passes = tile->along_k ? tile->line_passes : tile->along_passes;
    const bool clamped = kernel_guards(page->kernel, is_a(operand)) && tile->vector == 1;
    for (long long i = 0; i < (local_separate_starts(page, tile) ? passes : 1); i++) {
        const struct pass p = {page, tile, tile->along_k ? i : 0, tile->along_k ? 0 : i};
        add_start(page, starts, tile->along_k, pass_start(&p),
                  tile->along_k
                      ? local_start_of_line(page, tile, pass_line(&p, true))
                      : local_place_of_group(page, operand, pass_at(&p, 0, true), clamped));
    }
}

/* The lines of an operand that is read straight from global memory, where it lies along K. */
static void add_direct_lines(const struct page *page, const struct operand *operand,
                             struct value *starts)
{
    const bool a = is_a(operand), clamped = kernel_guards(page->kernel, a);
    for (long long i = 0; i < (clamped ? kernel_side(page->kernel, operand) : 1); i++)
        add_start(
            page, starts, true, page_line(page, operand, clamped ? i : -1),
            page_lines_of(
                page,
                page_row(page, operand,
                         page_place(page, a, local_place(page->kernel, operand, i), clamped), NULL),
                operand->ld));
}

/* The number of the work-item among those that load. */
static const struct term *item_of_group(const struct page *page)
{
    struct job *const job = page->job;
    const struct kernel *const kernel = page->kernel;
    const struct term *const across = page_id(page, "get_local_id", 0);
    const struct term *const rows =
        term_times(job, page_id(page, "get_local_id", 1), kernel->wg.width);
    return kernel->wg.height == 1 || kernel->stands ? across : term_add(job, rows, across);
}

void local_add_tiles(const struct page *page)
{
    struct job *const job = page->job;
    const struct kernel *const kernel = page->kernel;
    const struct local_plan *const plan = kernel->own;
    struct value *const loaders = value_set_list(job, page->view, "loaders");
    struct value *const positions = value_set_list(job, page->view, "positions");
    struct value *const starts = value_set_list(job, page->view, "starts");
    struct value *const tiles = value_set_list(job, page->view, "tiles");
    if ((plan->a.staged || plan->b.staged) && !plan->async &&
        kernel->wg.height * kernel->wg.width > 1)
        page_declare(page, loaders, page_name(page, "item"), item_of_group(page));
    for (int i = 0; i < kernel->factor_count; i++) {
        const struct local_tile *const tile = local_tile(kernel, kernel->factors[i]);
        if (tile->staged)
            add_declaration(page, tile, tiles);
        if (tile->staged && !plan->async && !loads_as_b(tile))
            add_loaders(page, tile, loaders);
        if (tile->staged && by_index(tile->operand))
            add_index_starts(page, tile, positions, starts);
        else if (tile->staged && !plan->async && !in_image(tile->operand) && !starts_as_b(tile))
            add_starts(page, tile, starts);
    }
    for (int i = 0; i < kernel->factor_count; i++) {
        const struct local_tile *const tile = local_tile(kernel, kernel->factors[i]);
        if (!tile->staged && lies_along_k(tile->operand))
            add_direct_lines(page, tile->operand, starts);
    }
}
