/*
 * The view of templates/blocked.cl: the lists that the page goes through. See family.c for the scheme.
 */
#include "gen/family/blocked/view.h"
#include "gen/family/families.h"
#include "gen/view/family.h"

static long long side_of(const struct page *page, const struct operand *operand)
{
    return kernel_side(page->kernel, operand);
}

static long long most_places(const struct page *page, const struct operand *operand)
{
    return side_of(page, operand) * shape_side(page->kernel->tiles, is_a(operand));
}

/* Whether a panel may reach beyond the edge of the matrix that it is packed from. */
static bool guards(const struct page *page, const struct operand *operand)
{
    const struct kernel *const kernel = page->kernel;
    const long long fixed = kernel->fixed[operand->form.axes.along];
    if (in_panels(operand))
        return kernel->edges != EDGES_EXACT && (fixed < 0 || fixed % side_of(page, operand) != 0);
    return kernel_guards(kernel, is_a(operand));
}

/* ------------------------------------------------------------------------------- packing */

/* The last place that there is, of those that a function packs. */
static const struct term *last_place(const struct page *page, const struct operand *operand)
{
    const char *const word = kernel_axis_word(page->kernel, is_a(operand));
    return term_plus(page->job, page_printed(page, "%ss", word), -1);
}

/* An element of memory that is packed, or the first one of a vector: `further` places behind `first`. Of an operand that lies along K and whose last
 * panel may reach beyond the edge, `clamps`, none behind the last one: sums of what lies there are never stored. */
static void add_packed(const struct page *page, struct value *loads, const struct operand *operand,
                       const char *name, long long width, const struct term *further, bool clamps)
{
    struct job *const job = page->job;
    const bool along_k = lies_along_k(operand);
    const struct term *place = term_add(job, page_name(page, "first"), further);
    if (along_k && clamps)
        place = term_min(job, place, last_place(page, operand));
    page_load(
        page, loads, operand, name, width,
        (struct fetch){
            .get = operand_read(operand, width),
            .address = along_k ? term_add(job,
                                          page_lines_of(page, page_row(page, operand, place, NULL),
                                                        operand->ld),
                                          page_k(page, 0))
                               : place,
        });
    if (!along_k)
        value_set_text(job, loads->last, "memory", "line");
}

/* Member `square` of width x width elements, for blocked/squares, or false: `loads` of the operand, a vector along K for each of its
 * places, and `steps`, of which each stores what all of them have of a step. */
static void add_square(const struct page *page, struct value *object, const struct operand *operand,
                       bool clamps)
{
    struct job *const job = page->job;
    const long long width = operand->vector;
    const struct term *const place = page_name(page, "place");
    struct value *const square = value_set_object_if(job, object, "square", width > 1);
    if (!square)
        return;
    value_set_integer(job, square, "width", width);
    const struct term *const ahead =
        term_add(job, term_add(job, page_name(page, "first"), place), page_name(page, "next"));
    const struct term *const row = page_row(page, operand, ahead, last_place(page, operand));
    value_set_term(job, square, "line_ahead",
                   term_add(job, page_lines_of(page, row, operand->ld), page_k(page, 0)));
    value_set_text(job, square, "type", register_type(job, page->kernel, width));
    struct value *const steps = value_set_list(job, square, "steps");
    for (long long i = 0; i < width; i++)
        add_packed(page, value_child(object, "loads"), operand,
                   register_name(job, operand, i, width, 0, 1), width, term_plus(job, place, i),
                   clamps);
    for (long long k = 0; k < width; k++) {
        struct value *const step = value_add(steps, value_object(job));
        const struct term *const line = term_times(job, page_k(page, k), side_of(page, operand));
        struct value *const parts = value_set_list(job, step, "parts");
        value_set_term(job, step, "to", term_add(job, line, place));
        for (long long i = 0; i < width; i++)
            value_set_term(job, value_add(parts, value_object(job)), "part",
                           term_part(job, register_name(job, operand, i, width, 0, 1),
                                     component_name(job, width, k)));
        value_mark_ends(job, parts);
    }
}

enum {
    LINES_AHEAD = 8 /* that are asked for, of an operand that is packed line by line */
};

/* List `loads` of a step of a whole panel across K, in vectors where these are `wide`, and where each of them goes, `to`. */
static void add_line(const struct page *page, struct value *object, const struct operand *operand)
{
    struct job *const job = page->job;
    struct value *const loads = value_child(object, "loads");
    const struct term *const eight = term_number(job, LINES_AHEAD);
    const struct term *const ld = page_name(page, symbol_in_kernel(operand->ld));
    value_set_bool(job, object, "wide", operand->vector > 1);
    value_set_term(job, object, "line_begins", page_lines_of(page, page_k(page, 0), operand->ld));
    value_set_term(
        job, object, "lines_ahead",
        term_add(job,
                 term_mul(job, eight,
                          term_cast(job, page->kernel->index_bits == 64 ? "long" : NULL, ld)),
                 page_name(page, "first")));
    for (long long i = 0; i < side_of(page, operand); i += operand->vector) {
        const struct term *const begin =
            term_mul(job, page_name(page, "first"), page_name(page, "steps"));
        add_packed(page, loads, operand, NULL, operand->vector, term_number(job, i), false);
        value_set_term(job, loads->last, "to", term_plus(job, begin, i));
    }
}

/* What a step of K reads of a panel: registers of `width` elements. */
static void add_reads(const struct page *page, struct value *object, const struct operand *operand)
{
    struct job *const job = page->job;
    const long long width = is_a(operand) ? 1 : page->kernel->c.vector;
    const long long count = side_of(page, operand) / width;
    const struct term *const panel = page_printed(page, "panel_%c", operand_letter(operand));
    struct value *const reads = value_set_list(job, object, "reads");
    for (long long i = 0; i < count; i++) {
        struct value *const read = value_add(reads, value_object(job));
        value_set_text(job, read, "name", register_name(job, operand, i, count, 0, 1));
        value_set_text(job, read, "type", register_type(job, page->kernel, width));
        value_set_bool(job, read, "wide", width > 1);
        value_set_integer(job, read, "width", width);
        value_set_term(job, read, "from",
                       width > 1 ? term_plus(job, panel, i * width)
                                 : term_at(job, panel, term_number(job, i)));
    }
}

/* Members of an operand that the kernel packs from lines or squares of a matrix: how. */
static void add_packing(const struct page *page, struct value *object,
                        const struct operand *operand)
{
    struct job *const job = page->job;
    const struct operand source = packed_from(operand);
    value_set_text(job, object, "ld", symbol_in_kernel(operand->ld));
    view_add_index(job, page->kernel, operand, object);
    value_set_bool(job, object, "along_k", lies_along_k(&source));
    value_set_bool(job, object, "guards", guards(page, operand));
    value_set_text(job, object, "zero", number_literal(job, page->kernel->numbers.compute, "0"));
    view_add_begins(job, page->kernel, operand, symbol_in_kernel(operand->ld), object);
    if (lies_along_k(&source))
        add_square(page, object, &source, guards(page, operand));
    else
        add_line(page, object, &source);
    add_packed(page, value_set_list(job, object, "element"), &source, NULL, 1,
               page_name(page, "place"), guards(page, operand));
}

/* Appends to list `operands`. `by_step`: a step before the multiplication has packed the operand, into `panels`. `element`: of one at a `place` of
 * a panel. */
static void add_operand(const struct page *page, struct value *operands,
                        const struct operand *operand)
{
    struct job *const job = page->job;
    const struct operand source = packed_from(operand);
    page_operand(page, operands, &source);
    struct value *const object = operands->last;
    value_set_text(job, object, "operand", operand->name);
    value_set_term(job, object, "letter", page_letter(page, operand));
    value_set_text(job, object, "place", kernel_axis_word(page->kernel, is_a(operand)));
    value_set_bool(job, object, "by_step", in_panels(operand));
    value_set_text(job, object, "space", in_panels(operand) ? "__global" : "__local");
    value_set_text(job, object, "panels", operand->form.memory);
    value_set_integer(job, object, "side", side_of(page, operand));
    value_set_integer(job, object, "most", most_places(page, operand));
    value_set_bool(job, object, "packs", !by_index(operand) && operand->role != ROLE_D);
    value_set_text(job, object, "second",
                   page->kernel->problem.gate && operand->role == ROLE_B ? page->kernel->d.name
                                                                         : NULL);
    value_set_bool(job, object, "packs_here", !by_index(operand) && !in_panels(operand));
    if (!by_index(operand))
        add_packing(page, object, operand);
    add_reads(page, object, operand);
}

/* ------------------------------------------------------------------------------ in place */

/* Where the places of a tile begin that are read in place, at the first step of the block of K; and how far a step of K is from it. Beyond the edge
 * another place is read, whose sums are never stored. */
static const struct term *begin_in_place(const struct page *page, const struct operand *operand,
                                         long long i)
{
    struct job *const job = page->job;
    const struct term *const first_k =
        page->kernel->in_blocks ? page_name(page, "first_k") : term_number(job, 0);
    const struct term *const place = page_place(page, is_a(operand), i, guards(page, operand));
    if (blocked_in_lines(operand))
        return blocked_line(page, term_plus(job, page_axis_name(page, "tile", is_a(operand)), i));
    return lies_along_k(operand)
               ? term_add(job,
                          page_lines_of(page, page_row(page, operand, place, NULL), operand->ld),
                          first_k)
               : term_add(job, page_lines_of(page, first_k, operand->ld), place);
}

/* Appends to list `in_place` an operand that no panel holds, but its lines in memory, or copies of these: its `loads`, an element of each place of a tile at a step of K, and the `lines` that
 * they begin at. */
static void add_in_place(const struct page *page, struct value *list, const struct operand *operand)
{
    struct job *const job = page->job;
    const long long side = side_of(page, operand);
    const struct term *const k = page_k(page, 0);
    const struct term *const further =
        lies_along_k(operand) ? k : page_lines_of(page, k, operand->ld);
    struct value *const loads = page_operand(page, list, operand);
    struct value *const lines = value_set_list(job, list->last, "lines");
    const bool copied = blocked_in_lines(operand);
    for (long long i = 0; i < side; i++) {
        const char *const line = arena_printf(job->arena, "%c_%s_%lld", operand_letter(operand),
                                              kernel_axis_word(page->kernel, is_a(operand)), i);
        page_declare(page, lines, page_name(page, line), begin_in_place(page, operand, i));
        page_load(page, loads, operand, register_name(job, operand, i, side, 0, 1), 1,
                  copied ? (struct fetch){.get = "get/value",
                                          .as_is = true,
                                          .value = term_at(job, page_name(page, line), k)}
                         : (struct fetch){.get = operand_read(operand, 1), .address = further});
        value_set_text(job, loads->last, "memory", line);
    }
    value_set_text(job, list->last, "space", copied ? "__local" : "__global");
    value_set_text(job, list->last, "lies",
                   copied ? page->kernel->numbers.compute->name
                          : value_get(list->last, "stored")->text);
    value_set_term(job, list->last, "operand",
                   page_printed(page, copied ? "copied_%s" : "%s",
                                copied ? arena_printf(job->arena, "%c", operand_letter(operand))
                                       : operand->form.memory));
}

/* ------------------------------------------------------------------------------- a tile */

/* Appends to list `places`: where a work-item's places begin, and how many they are. */
static void add_places(const struct page *page, struct value *places, const struct operand *operand)
{
    struct job *const job = page->job;
    const bool along_m = is_a(operand), limits = !in_panels(operand) && guards(page, operand);
    const long long side = side_of(page, operand), most = most_places(page, operand);
    const char *const word = kernel_axis_word(page->kernel, along_m);
    const struct term *const first = page_axis_name(page, "first", along_m);
    const struct term *const group = page_id(page, "get_group_id", along_m);
    const struct term *const left = term_sub(job, page_limit(page, along_m), first);
    const struct term *const whole = term_number(job, side);
    if (most > side) {
        page_even_share(page, places, along_m, most);
        return;
    }
    page_declare(page, places, first, term_times(job, group, side));
    page_declare(page, places, page_printed(page, "%ss", word),
                 limits ? term_min(job, left, whole) : whole);
}

static const struct term *factor_a(const void *self, int product, long long row, long long k)
{
    const struct page *const page = self;
    const struct kernel *const kernel = page->kernel;
    (void)k;
    return page_name(page, register_name(page->job, kernel_factor(kernel, product, true), row,
                                         kernel->tile.height, 0, 1));
}

static const struct term *factor_b(const void *self, int product, long long k, long long column,
                                   long long count)
{
    const struct page *const page = self;
    const struct kernel *const kernel = page->kernel;
    (void)k;
    return page_name(page, register_name(page->job, kernel_factor(kernel, product, false),
                                         column / count, kernel->tile.width / count, 0, 1));
}

/*
 * Says where what is read next begins: the next steps of K, `next_steps`, and what the next work-group begins with, `next_panels`; where K is one block
 * alone `next`, a pointer. The next work-group reads the panels that follow; it is the next one along canonical N, and so reads the same of A.
 */
static void add_next(const struct page *page, struct value *ahead, const struct operand *operand)
{
    struct job *const job = page->job;
    const bool along_m = is_a(operand);
    const char *const word = kernel_axis_word(page->kernel, along_m);
    const char *const wide = page->kernel->index_bits == 64 ? "long" : NULL;
    const struct term *const first = page_axis_name(page, "first", along_m);
    const struct term *const places = page_printed(page, "%ss", word);
    const struct term *const panels = page_printed(page, "panels_%c", operand_letter(operand));
    const struct term *const next_k = page_name(page, "next_k");
    const struct term *const of_block = page_name(page, "steps_of_block");
    const struct term *const left = term_sub(job, page_depth(page), next_k);
    const struct term *const of_all = term_mul(job, places, page_name(page, "steps"));
    value_set_term(job, ahead, "next_steps",
                   term_add(job, page_lines_of(page, next_k, operand->ld),
                            term_mul_as(job, wide, first, term_min(job, left, of_block))));
    value_set_term(
        job, ahead, "next_panels",
        term_mul_as(job, wide, along_m ? first : term_add(job, first, places), of_block));
    value_set_term(job, ahead, "next", along_m ? panels : term_add(job, panels, of_all));
}

/*
 * Member `ahead` of a loop over tiles, or false: the panels of its operand that are read next. All steps of K together ask for one panel of the
 * outer loop's operand while they go through its present one, and for one block of the inner loop's: list `read_next`, `bytes` for each that are unrolled.
 */
static void add_ahead(const struct page *page, struct value *loop, const struct operand *operand)
{
    struct job *const job = page->job;
    const struct kernel *const kernel = page->kernel;
    const struct blocked_own *const own = kernel->own;
    struct value *const ahead =
        value_set_object_if(job, loop, "ahead", own->prefetch && in_panels(operand));
    if (!ahead)
        return;
    const long long panel = side_of(page, operand) * kernel->numbers.compute->bytes;
    const long long tiles = shape_side(kernel->tiles, !is_a(operand));
    const struct term *const letter = page_letter(page, operand);
    value_set_term(job, ahead, "letter", letter);
    value_set_text(job, ahead, "panels", operand->form.memory);
    add_next(page, ahead, operand);
    struct value *const next = value_add(value_child(page->view, "read_next"), value_object(job));
    value_set_term(job, next, "letter", letter);
    value_set_integer(job, next, "bytes", (panel + tiles - 1) / tiles * kernel->unroll_k);
}

/* Members `outer` and `inner`: the loops over tiles, by what they walk along, `place`, how far a tile goes there, `side`, and
 * what is prefetched meanwhile, `ahead`. */
static void add_tile_loops(const struct page *page)
{
    struct job *const job = page->job;
    const struct kernel *const kernel = page->kernel;
    const struct blocked_own *const own = kernel->own;
    value_set_list(job, page->view, "read_next");
    for (int i = 0; i < 2; i++) {
        const bool along_m = (i == 0) != own->wide_outside;
        const struct operand *const operand = along_m ? &kernel->a : &kernel->b;
        struct value *const loop = value_set_object(job, page->view, i == 0 ? "outer" : "inner");
        value_set_text(job, loop, "place", kernel_axis_word(kernel, along_m));
        value_set_integer(job, loop, "side", side_of(page, operand));
        add_ahead(page, loop, operand);
    }
}

/* Whether anything is prefetched: by the loops over tiles of panels that a step has packed, and where whole lines or squares are packed. */
static bool prefetches(const struct kernel *kernel)
{
    const struct blocked_own *const own = kernel->own;
    bool any = false;
    for (int i = 0; i < 2; i++) {
        const struct operand *const operand = kernel->factors[i];
        any |= !blocked_in_place(own, operand) && !by_index(operand) &&
               (in_panels(operand) || !lies_along_k(operand) || operand->vector > 1);
    }
    return own->prefetch && any;
}

/* Finds the number of a tile among those of its work-item. */
static const struct term *number_of_tile(const struct page *page)
{
    struct job *const job = page->job;
    const struct kernel *const kernel = page->kernel;
    const struct term *numbers[2];
    for (int i = 0; i < 2; i++)
        numbers[i] = term_over(job, page_axis_name(page, "tile", !i), shape_side(kernel->tile, !i));
    return term_add(job, term_times(job, numbers[0], kernel->tiles.width), numbers[1]);
}

static void fill(struct job *job, const struct kernel *kernel, struct value *view)
{
    const struct page page = {job, kernel, view};
    const long long width = kernel->c.vector;
    const struct shape tile = kernel->tile, vectors = {tile.height, tile.width / width};
    struct value *const operands = value_set_list(job, view, "operands");
    struct value *const places = value_set_list(job, view, "places");
    struct value *const in_place = value_set_list(job, view, "in_place");
    blocked_add_index_lists(&page);
    for (int i = 0; i < kernel->factor_count; i++) {
        const struct operand *const operand = kernel->factors[i];
        const bool packed = !blocked_in_place(kernel->own, operand) && !blocked_in_lines(operand);
        if (by_index(operand))
            blocked_add_index_copy(&page, operand, guards(&page, operand),
                                   most_places(&page, operand));
        (packed ? add_operand : add_in_place)(&page, packed ? operands : in_place, operand);
        if (operand->role != ROLE_D)
            add_places(&page, places, operand);
    }
    value_mark_ends(job, operands);
    value_set_integer(job, view, "block_k", kernel->block_k);
    value_set_integer(job, view, "last_of_block", kernel->block_k - 1);
    value_set_bool(job, view, "shares_out", kernel->tiles.height * kernel->tiles.width > 1);
    value_set_bool(job, view, "in_blocks", kernel->in_blocks);
    value_set_bool(job, view, "prefetches", prefetches(kernel));
    add_accumulators(&page, vectors, width);
    const struct kept_sums kept = {.vectors = vectors,
                                   .width = width,
                                   .tiles = kernel->tiles.height * kernel->tiles.width,
                                   .tile = number_of_tile(&page)};
    keep_sums(&page, &kept);
    struct value *const between =
        value_set_object_if(job, view, "between", kernel->problem.gate && kernel->in_blocks);
    if (between)
        list_kept_sums(&page, &kept, between);
    value_set_integer(job, view, "tile_height", tile.height);
    value_set_integer(job, view, "tile_width", tile.width);
    add_tile_loops(&page);
    value_set_unless(job, view, "unrolls", kernel->unroll_k, 1);
    value_set_text(job, view, "why", kernel->in_blocks ? "loop/rest_of_block" : "loop/rest");
    value_set_bool(job, view, "remainder", false);
    page_products(&page, value_set_object(job, view, "step_of_k"), 1, false,
                  &(struct factors){&page, factor_a, factor_b});
    add_stores(&page, &(struct stored_tile){.width = width,
                                            .vectors = vectors,
                                            .rows = places_apart(job, vectors.height, 1),
                                            .columns = places_apart(job, vectors.width, width)});
}

const struct family_view family_blocked_view = {
    .page = "blocked.cl",
    .fill = fill,
};
