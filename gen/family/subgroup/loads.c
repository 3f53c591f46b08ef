/*
 * How the lanes of a sub-group read A and B: registers, their loads, and where each element ends up.
 */
#include "gen/family/subgroup/lanes.h"

const struct term *lanes_lane(const struct lanes *d)
{
    return page_name(d->page, "lane");
}

enum {
    WIDEST_REGISTER = 16 /* elements: of rows, of steps of K in a column, of contiguous columns */
};

/* "a_2", or "a_2_1" where there are several for each first number. */
static const char *numbered(const struct lanes *d, const struct operand *operand, long long first,
                            long long second, long long seconds)
{
    struct arena *const arena = d->page->job->arena;
    const char letter = operand_letter(operand);
    return seconds == 1 ? arena_printf(arena, "%c_%lld", letter, first)
                        : arena_printf(arena, "%c_%lld_%lld", letter, first, second);
}

const char *lanes_single(const struct lanes *d, const struct operand *operand, long long number)
{
    return numbered(d, operand, number, 0, 1);
}

/* A register that the lanes of a sub-group fill in one read of a block. In an image it begins at (x, y), x in bytes. */
static void load_block(const struct lanes *d, struct value *loads, const struct operand *operand,
                       const char *name, long long width, struct fetch fetch)
{
    struct job *const job = d->page->job;
    const struct element *const storage = operand->element;
    const bool converts = element_converts(storage, operand->computed);
    fetch.as_is = true; /* they are what they are stored as */
    fetch.get = in_image(operand) ? converts ? "get/block_image_converted" : "get/block_image"
                : converts        ? "get/block_converted"
                                  : "get/block_vector";
    fetch.block_in = in_image(operand) ? NULL : converts ? "convert" : "as";
    page_load(d->page, loads, operand, name, width, fetch);
    value_set_text(job, loads->last, "block_function",
                   width == 1 ? storage->block_read
                              : arena_printf(job->arena, "%s%lld", storage->block_read, width));
    value_set_text(job, loads->last, "stored_type", vector_name(job, storage->name, width));
}

static const struct term *bytes(const struct lanes *d, const struct operand *operand,
                                const struct term *elements)
{
    return term_times(d->page->job, elements, operand->element->bytes);
}

/* ---------------------------------------------------------------------------------- A */

long long lanes_vector_row(const struct lanes *d, long long number)
{
    if (!d->own->turned)
        return number * d->own->vector.height;
    const long long blocks = d->own->vectors.height / d->own->lanes;
    return number / blocks + d->own->lanes * d->own->vector.height * (number % blocks);
}

long long lanes_row_step(const struct lanes *d)
{
    return d->own->turned ? d->own->lanes : 1;
}

/* Registers for each first number: blocks of rows, or of steps of K. */
static long long parts_of_a(const struct lanes *d)
{
    return (d->own->turned ? d->own->vectors.height : d->page->kernel->tile_k) / d->own->lanes;
}

long long lanes_a_registers(const struct lanes *d)
{
    return (d->own->turned ? d->page->kernel->tile_k : d->own->vectors.height / d->own->depth) *
           parts_of_a(d);
}

const char *lanes_a_register(const struct lanes *d, long long index)
{
    const long long parts = parts_of_a(d);
    return numbered(d, &d->page->kernel->a, index / parts, index % parts, parts);
}

/* One element of A. */
static struct fetch a_element(const struct lanes *d, long long row, long long k, bool clamped)
{
    const struct operand *const a = &d->page->kernel->a;
    return in_image(a)
               ? page_texel(d->page, a, k, row)
               : page_buffer(d->page, a, k, row, d->page->kernel->guard_m ? row : -1, clamped);
}

/* A row of the lane's own, `plus` rows from the first; as many lanes as `lanes_of_row` have the same one. */
static const struct term *row_of_lane(const struct lanes *d, long long lanes_of_row, long long plus)
{
    struct job *const job = d->page->job;
    const struct term *const lane = term_over(job, lanes_lane(d), lanes_of_row);
    const struct term *const row =
        term_plus(job, term_add(job, page_place(d->page, true, 0, false), lane), plus);
    return d->page->kernel->guard_m ? term_min(job, row, page_last(d->page, true)) : row;
}

/* What a lane has of the row and step where a register begins: where lanes hold rows, its own row, else its own step. */
static struct fetch a_of_lane(const struct lanes *d, long long row, long long k)
{
    struct job *const job = d->page->job;
    const struct operand *const a = &d->page->kernel->a;
    const bool guard = d->page->kernel->guard_m;
    struct fetch fetch = a_element(d, row, k, false);
    if (d->own->turned) {
        const struct term *const line = page_line(d->page, a, -1);
        fetch.address = term_add(job, term_add(job, line, row_of_lane(d, 1, row)),
                                 page_lines_further(d->page, a->ld, k));
        return fetch;
    }
    const struct term *const own_k = term_plus(job, page_name(d->page, "own_k"), k);
    const struct term *const line = page_line(d->page, a, guard ? row : -1);
    if (in_image(a))
        fetch.x = own_k;
    else
        fetch.address = term_add(job, term_add(job, line, own_k),
                                 page_lines_further(d->page, a->ld, guard ? 0 : row));
    return fetch;
}

/* A register of the rows of a vector, or of wide lanes of steps of K, from (row, k) on. */
static void load_a(const struct lanes *d, struct value *loads, const char *name, long long row,
                   long long k)
{
    const struct operand *const a = &d->page->kernel->a;
    const long long height = d->own->vector.height, step = lanes_row_step(d);
    struct fetch rows[WIDEST_REGISTER];
    if (d->own->blocks && in_image(a)) {
        load_block(d, loads, a, name, height,
                   (struct fetch){.x = bytes(d, a, page_k(d->page, k)),
                                  .y = page_place(d->page, true, row, false)});
        return;
    }
    if (d->own->blocks && d->own->turned) {
        load_block(d, loads, a, name, height, a_element(d, row, k, false));
        return;
    }
    for (long long i = 0; i < height; i++) {
        rows[i] = d->own->blocks ? a_element(d, row + i * step, k, false)
                                 : a_of_lane(d, row + i * step, k);
        if (d->own->blocks)
            rows[i].get = "get/block";
    }
    page_gather(d->page, loads, a, name, height, rows);
}

/* "a_own_2": a line of A in which the lane has steps of its own. */
static const struct term *own_line(const struct lanes *d, long long number)
{
    const char letter = operand_letter(&d->page->kernel->a);
    return d->page->kernel->guard_m ? page_printed(d->page, "%c_own_%lld", letter, number)
                                    : page_printed(d->page, "%c_own", letter);
}

void lanes_add_own_lines(const struct lanes *d, struct value *lines)
{
    struct job *const job = d->page->job;
    const struct kernel *const kernel = d->page->kernel;
    const long long depth = d->own->depth;
    const long long lanes_of_row = d->own->lanes / depth;
    const long long count = kernel->guard_m ? d->own->vectors.height / depth : 1;
    for (long long i = 0; i < count; i++) {
        const struct term *const row = depth == 1 ? page_place(d->page, true, i, kernel->guard_m)
                                                  : row_of_lane(d, lanes_of_row, i * depth);
        const struct term *const part = term_rest(job, lanes_lane(d), lanes_of_row);
        page_declare(d->page, lines, own_line(d, i),
                     term_add(job, page_lines_of(d->page, row, kernel->a.ld),
                              depth == 1 ? lanes_lane(d) : term_times(job, part, depth)));
    }
}

static void load_wide_a(const struct lanes *d, struct value *loads, const char *name,
                        long long block, long long k)
{
    struct job *const job = d->page->job;
    const struct operand *const a = &d->page->kernel->a;
    const long long depth = d->own->depth;
    const long long further = d->page->kernel->guard_m ? 0 : block * depth;
    page_load(d->page, loads, a, name, depth,
              (struct fetch){
                  .get = operand_read(a, depth),
                  .address = term_add(job, term_add(job, own_line(d, block), page_k(d->page, k)),
                                      page_lines_further(d->page, a->ld, further))});
}

void lanes_load_a(const struct lanes *d, struct value *loads)
{
    const long long parts = parts_of_a(d);
    for (long long i = 0; i < lanes_a_registers(d); i++) {
        const char *const name = lanes_a_register(d, i);
        if (d->own->turned)
            load_a(d, loads, name, i % parts * d->own->vector.height * d->own->lanes, i / parts);
        else if (d->own->wide)
            load_wide_a(d, loads, name, i / parts, i % parts * d->own->lanes);
        else
            load_a(d, loads, name, i / parts * d->own->vector.height, i % parts * d->own->lanes);
    }
}

void lanes_load_all_of_a(const struct lanes *d, struct value *loads)
{
    const struct operand *const a = &d->page->kernel->a;
    struct fetch rows[WIDEST_REGISTER];
    for (long long g = 0; g < d->own->vectors.height; g++) {
        for (long long i = 0; i < d->own->vector.height; i++)
            rows[i] = a_element(d, lanes_vector_row(d, g) + i * lanes_row_step(d), 0,
                                d->page->kernel->guard_m);
        page_gather(d->page, loads, a, lanes_single(d, a, g), d->own->vector.height, rows);
    }
}

/* ---------------------------------------------------------------------------------- B */

bool lanes_names_columns(const struct lanes *d)
{
    return d->page->kernel->guard_n && lies_across_k(&d->page->kernel->b);
}

const struct term *lanes_own_column(const struct lanes *d, long long column)
{
    return page_printed(d->page, "%s_%lld", kernel_axis_word(d->page->kernel, false), column);
}

long long lanes_column(const struct lanes *d, long long column)
{
    const long long beside = column % d->own->vector.width;
    return (column - beside) * d->own->lanes + beside;
}

/* The element of B in one of the lane's own columns, at k + `k`. */
static struct fetch b_element(const struct lanes *d, long long column, long long k)
{
    struct job *const job = d->page->job;
    const struct operand *const b = &d->page->kernel->b;
    const long long place = lanes_column(d, column);
    if (in_image(b))
        return page_texel(d->page, b, k, place);
    struct fetch fetch =
        page_buffer(d->page, b, k, place, d->page->kernel->guard_n ? column : -1, false);
    if (lanes_names_columns(d))
        fetch.address =
            term_add(job, term_add(job, page_line(d->page, b, -1), lanes_own_column(d, column)),
                     page_lines_further(d->page, b->ld, k));
    return fetch;
}

/* A block of B: all lanes' columns from `column` on. */
static void load_b_block(const struct lanes *d, struct value *loads, const char *name,
                         long long width, long long column, long long k)
{
    struct job *const job = d->page->job;
    const struct operand *const b = &d->page->kernel->b;
    const struct term *const place =
        term_plus(job, page_axis_name(d->page, "first", false), column * d->own->lanes);
    const struct term *const line = page_line(d->page, b, -1);
    load_block(d, loads, b, name, width,
               in_image(b)
                   ? (struct fetch){.x = bytes(d, b, place), .y = page_k(d->page, k)}
                   : (struct fetch){.address = term_add(job, term_add(job, line, place),
                                                        page_lines_further(d->page, b->ld, k))});
}

/* Steps of K from `k` on in one of the lane's columns. */
static void load_b_column(const struct lanes *d, struct value *loads, const char *name,
                          long long column, long long k)
{
    const struct operand *const b = &d->page->kernel->b;
    const long long depth = d->own->lane_depth;
    struct fetch steps[WIDEST_REGISTER];
    for (long long i = 0; i < depth; i++)
        steps[i] = b_element(d, column, k + i);
    if (b->vector == 1) {
        page_gather(d->page, loads, b, name, depth, steps);
        return;
    }
    steps[0].get = operand_read(b, depth);
    page_load(d->page, loads, b, name, depth, steps[0]);
}

/* Whether one block read brings a step of K for all columns of a lane. */
static bool b_by_rows(const struct lanes *d)
{
    return d->own->blocks && lies_across_k(&d->page->kernel->b);
}

/* The name of what of B is multiplied at step k, and the component of it, NULL: all. */
static const char *b_register(const struct lanes *d, long long k, long long column,
                              const char **part)
{
    struct job *const job = d->page->job;
    const struct kernel *const kernel = d->page->kernel;
    const struct operand *const b = &kernel->b;
    const long long width = kernel->tile.width, depth = d->own->lane_depth;
    *part = NULL;
    if (d->own->wide)
        return numbered(d, b, k, column, width / d->own->vector.width);
    if (b_by_rows(d)) {
        const long long wide = widest_vector(width, SUBGROUP_WIDEST);
        *part = component_name(job, wide, column % wide);
        return numbered(d, b, k, column / wide, width / wide);
    }
    *part = component_name(job, depth, k % depth);
    return numbered(d, b, column, k / depth, kernel->tile_k / depth);
}

const struct term *lanes_b_value(const struct lanes *d, long long k, long long column)
{
    const char *part;
    const char *const name = b_register(d, k, column, &part);
    return term_part(d->page->job, name, part);
}

void lanes_load_b_rows(const struct lanes *d, struct value *loads, long long k, long long rows)
{
    const struct kernel *const kernel = d->page->kernel;
    const struct operand *const b = &kernel->b;
    const long long columns = d->own->vector.width;
    const char *part;
    struct fetch elements[WIDEST_REGISTER];
    for (long long row = k; row < k + rows; row++)
        for (long long i = 0; i < d->own->vectors.width; i++) {
            const char *const name = b_register(d, row, i, &part);
            for (long long c = 0; c < columns; c++)
                elements[c] = b_element(d, i * columns + c, row);
            /* Columns beyond the edge are the last one again. */
            if (kernel->guard_n) {
                page_gather(d->page, loads, b, name, columns, elements);
                continue;
            }
            elements[0].get = operand_read(b, columns);
            page_load(d->page, loads, b, name, columns, elements[0]);
        }
}

void lanes_load_b(const struct lanes *d, struct value *loads)
{
    const struct kernel *const kernel = d->page->kernel;
    const struct operand *const b = &kernel->b;
    const bool rows = b_by_rows(d), blocks = rows || (d->own->blocks && in_image(b));
    const long long height = rows ? 1 : d->own->lane_depth;
    const long long width = rows ? widest_vector(kernel->tile.width, SUBGROUP_WIDEST) : 1;
    const char *part;
    if (d->own->wide) {
        lanes_load_b_rows(d, loads, 0, kernel->tile_k);
        return;
    }
    const long long ks = kernel->tile_k / height, columns = kernel->tile.width / width;
    for (long long i = 0; i < ks * columns; i++) {
        const long long k = (rows ? i / columns : i % ks) * height;
        const long long column = (rows ? i % columns : i / ks) * width;
        const char *const name = b_register(d, k, column, &part);
        if (blocks)
            load_b_block(d, loads, name, height * width, column, k);
        else
            load_b_column(d, loads, name, column, k);
    }
}

void lanes_load_step_of_b(const struct lanes *d, struct value *loads)
{
    const struct operand *const b = &d->page->kernel->b;
    if (d->own->wide) {
        lanes_load_b_rows(d, loads, 0, 1);
        return;
    }
    for (long long c = 0; c < d->page->kernel->tile.width; c++)
        page_load(d->page, loads, b, lanes_single(d, b, c), 1, b_element(d, c, 0));
}
