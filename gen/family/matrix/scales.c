/*
 * Scales of groups of 8 bits, by which the matrix family multiplies sums (sums_scaled): they lie in local memory beside the tiles, in each stage those
 * of the rows and of the columns of the work-group's tile, copied by the work-items that copy tiles. Part of the view of the family: see view.c.
 */
#include "gen/family/matrix/ring.h"
#include "gen/family/page.h"
#include "gen/view/formats.h"

/* Whether all lines of a tile on multiples of its side share their scales. */
static bool shares_scale(const struct operand *operand, long long side)
{
    return operand->given->group_lines && operand->given->group_lines % side == 0;
}

/* Scales of a group in a stage, and groups. */
static long long scales_beside(const struct operand *operand, struct shape group)
{
    const long long side = shape_side(group, is_a(operand));
    return shares_scale(operand, side) ? 1 : side;
}

static long long groups_of_tile(const struct operand *operand, long long tile_k)
{
    const long long group = operand->given->group;
    return tile_k > group ? tile_k / group : 1;
}

long long matrix_scale_bytes(const struct matrix_spec *own, const struct operand *operand,
                             struct shape group, long long tile_k)
{
    return sums_scaled(operand)
               ? own->stages * (long long)sizeof(float) * groups_of_tile(operand, tile_k) *
                     scales_beside(operand, group)
               : 0;
}

static long long beside(const struct page *page, const struct operand *operand)
{
    return scales_beside(operand, page->kernel->group);
}

static const struct term *scales_of_tile(const struct page *page, const struct operand *operand)
{
    return page_printed(page, "%c_tile_scales", operand_letter(operand));
}

/* Place `i` of the tile in memory: no further than the last one of the matrix. */
static const struct term *line_copied(const struct page *page, const struct operand *operand,
                                      const struct term *i)
{
    struct job *const job = page->job;
    const bool along_m = is_a(operand);
    const struct term *const line = term_add(job, page_axis_name(page, "first", along_m), i);
    return kernel_guards(page->kernel, along_m)
               ? term_min(job, line, term_plus(job, page_limit(page, along_m), -1))
               : line;
}

/* Of the scales of a stage those that a work-item copies as its `number`: which one of the stage it is, and its line of the tile and its group. */
struct copied {
    const struct term *at, *line, *group;
};

static struct copied copied_of(const struct page *page, const struct operand *operand,
                               long long number)
{
    struct job *const job = page->job;
    const struct term *const item =
        page_name(page, matrix_own(page->kernel)->emulated ? "item" : "lane");
    const long long items = matrix_items_that_copy(page->kernel), width = beside(page, operand);
    const struct term *const at = term_plus(job, item, number * items);
    if (width % items == 0)
        return (struct copied){at, term_plus(job, item, number * items % width),
                               term_number(job, number * items / width)};
    return (struct copied){at, term_rest(job, at, width), term_over(job, at, width)};
}

/* Where the scales begin of the line that a scale is of. */
static const struct term *scales_of_line(const struct page *page, const struct operand *operand,
                                         const struct term *line)
{
    struct job *const job = page->job;
    const struct element *const given = operand->given;
    const struct term *const ld = page_name(page, symbol_in_kernel(operand->ld));
    return given->group_lines ? term_mul(job, term_over(job, line, given->group_lines),
                                         term_over(job, ld, given->group))
                              : term_over(job, term_mul_as(job, "long", line, ld), given->group);
}

/* An item of list `loads`: a scale that a work-item copies. */
static void add_load(const struct page *page, struct value *list, const struct operand *operand,
                     long long number)
{
    struct job *const job = page->job;
    const struct kernel *const kernel = page->kernel;
    const long long groups = groups_of_tile(operand, kernel->tile_k);
    const long long count = beside(page, operand) * groups;
    const struct copied copied = copied_of(page, operand, number);
    const bool part = count % matrix_items_that_copy(kernel) != 0;
    const struct term *const line =
        line_copied(page, operand, groups > 1 ? copied.line : copied.at);
    const struct term *const k = page_name(page, "k");
    const struct term *const place =
        groups > 1
            ? term_add(job, k, term_mul(job, copied.group, term_number(job, operand->given->group)))
            : k;
    struct value *const item = value_add(list, value_object(job));
    value_set_term(job, item, "register",
                   page_printed(page, "%c_scale_%lld", operand_letter(operand), number));
    value_set_term(job, item, "guard",
                   part ? term_test(job, copied.at, "<", term_number(job, count)) : NULL);
    value_set_term(job, item, "at", copied.at);
    value_set_term(job, item, "from",
                   term_add(job,
                            page_name(page, arena_printf(job->arena, "%s_scales", operand->name)),
                            scales_of_line(page, operand, line)));
    value_set_term(job, item, "place",
                   groups > 1 && kernel->guard_k
                       ? term_min(job, place, term_plus(job, page_name(page, "K"), -1))
                       : place);
}

/* An item of list `scales_of_stage`: what a stage has of an operand. */
static void add_copied(const struct page *page, struct value *list, const struct operand *operand)
{
    struct job *const job = page->job;
    const struct kernel *const kernel = page->kernel;
    const long long count = beside(page, operand) * groups_of_tile(operand, kernel->tile_k);
    const long long items = matrix_items_that_copy(kernel);
    struct value *const item = value_add(list, value_object(job));
    view_add_scale(job, kernel, page->view, operand->given);
    value_set_text(job, item, "stored", kernel_stored(job, kernel, operand->given));
    value_set_text(job, item, "along", kernel_axis_word(kernel, is_a(operand)));
    value_set_term(job, item, "name", scales_of_tile(page, operand));
    value_set_bool(job, item, "one", count == 1);
    value_set_integer(job, item, "count", count);
    value_set_integer(job, item, "stages", matrix_own(page->kernel)->stages);
    struct value *const loads = value_set_list(job, item, "loads");
    for (long long number = 0; number * items < count; number++)
        add_load(page, loads, operand, number);
}

/* The scale in the stage that is used of the lane's place that lies `further` than its first one. */
static const struct term *scale_used(const struct page *page, const struct operand *operand,
                                     const struct term *further)
{
    struct job *const job = page->job;
    const bool along_m = is_a(operand);
    const struct term *const of_group =
        matrix_own(page->kernel)->sums_of_block == 1
            ? term_number(job, 0)
            : term_times(job, term_over(job, page_name(page, "sum"), operand->given->group),
                         beside(page, operand));
    const struct term *const inside =
        term_add(job, page_axis_name(page, "tile", along_m), matrix_place_of_lane(page, along_m));
    const bool one = beside(page, operand) == 1;
    return term_at(job, term_at(job, scales_of_tile(page, operand), page_name(page, "used")),
                   one ? of_group : term_add(job, of_group, term_add(job, inside, further)));
}

static void add_used(const struct page *page, struct value *rows, struct value *columns)
{
    struct job *const job = page->job;
    const struct kernel *const kernel = page->kernel;
    const struct matrix_plan *const own = page->kernel->own;
    const struct engine *const engine = own->engine;
    for (long long i = 0; i < kernel->tile.height; i++) {
        struct value *const item = value_add(rows, value_object(job));
        const long long further =
            i / own->cells.height * own->fragment->m +
            i % own->cells.height * fragment_rows_apart(engine, own->fragment);
        value_set_integer(job, item, "i", i);
        value_set_term(job, item, "at", scale_used(page, &kernel->a, term_number(job, further)));
    }
    value_set_term(
        job, value_add(columns, value_object(job)), "at",
        scale_used(page, &kernel->b,
                   term_times(job, page_name(page, "j"), engine->beside * engine->lanes.width)));
}

void matrix_view_scales(const struct page *page)
{
    struct job *const job = page->job;
    const struct kernel *const kernel = page->kernel;
    struct value *const list = value_set_list(job, page->view, "scales_of_stage");
    struct value *const rows = value_set_list(job, page->view, "scales_of_rows");
    struct value *const columns = value_set_list(job, page->view, "scales_of_columns");
    struct value *const one = value_set_list(job, page->view, "scale_of_columns");
    const bool scaled = sums_scaled(&kernel->a);
    value_set_bool(job, page->view, "scaled", scaled);
    if (!scaled)
        return;
    add_copied(page, list, &kernel->a);
    add_copied(page, list, &kernel->b);
    add_used(page, rows, beside(page, &kernel->b) == 1 ? one : columns);
}
