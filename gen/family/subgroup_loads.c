/*
 * How the lanes of a sub-group read A and B: registers, their loads, and where each element ends up.
 */
#include "gen/family/lanes.h"

enum {
    WIDEST_REGISTER = 8 /* elements: of groups of rows, and of steps of K in a column */
};

/* First row of a group, from the tile's first; rows of a group are row_step apart. */
long long lanes_group_row(const struct lanes *d, long long group)
{
    if (!d->turned)
        return group * d->group;
    const long long blocks = d->groups / d->lanes;
    return group / blocks + d->lanes * d->group * (group % blocks);
}

long long lanes_row_step(const struct lanes *d)
{
    return d->turned ? d->lanes : 1;
}

/* "a_2", or "a_2_1" where there are several for each first number. */
static const char *numbered(const struct lanes *d, const struct operand *operand, long long first,
                            long long second, long long seconds)
{
    const char letter = operand_letter(operand);
    return seconds == 1 ? arena_printf(d->job->arena, "%c_%lld", letter, first)
                        : arena_printf(d->job->arena, "%c_%lld_%lld", letter, first, second);
}

/* A register that the lanes of a sub-group fill in one read of a block: members `block_function`, with its width, and
 * `stored_type`, beside those of all loads. */
static void add_block(const struct lanes *d, struct value *loads, const char *form,
                      const struct operand *operand, const char *name, long long width,
                      struct reading reading)
{
    struct job *const job = d->job;
    const struct element *const storage = operand->element;
    reading.widens = false; /* they are what they are stored as */
    add_load(job, d->kernel, loads, name, width, reading);
    value_child(loads->last, "load")->text = form;
    value_set_text(job, loads->last, "block_function",
                   width == 1 ? storage->block_read
                              : arena_printf(job->arena, "%s%lld", storage->block_read, width));
    value_set_text(job, loads->last, "stored_type", vector_name(job, storage->name, width));
}

static bool converts(const struct operand *operand)
{
    return element_converts(operand->element, operand->computed);
}

static void add_buffer_block(const struct lanes *d, struct value *loads,
                             const struct operand *operand, const char *name, long long width,
                             struct reading reading)
{
    add_block(d, loads, converts(operand) ? "load/block_converted" : "load/block", operand, name,
              width, reading);
}

static void add_image_block(const struct lanes *d, struct value *loads,
                            const struct operand *operand, const char *name, long long width,
                            struct reading reading)
{
    reading.read = converts(operand) ? "read/block_image_converted" : "read/block_image";
    add_block(d, loads, "load/one", operand, name, width, reading);
}

/* ---------------------------------------------------------------------------------- A */

/* Registers of A that a lane fills: where lanes hold steps of K, one for each group (wide lanes: each
 * block of rows) and each `lanes` steps; where they hold rows, one for each step and each block of
 * rows. */
long long lanes_a_registers(const struct lanes *d)
{
    if (d->wide)
        return d->groups / d->depth * (d->kernel->tile_k / d->lanes);
    return d->turned ? d->kernel->tile_k * (d->groups / d->lanes)
                     : d->groups * (d->kernel->tile_k / d->lanes);
}

const char *lanes_a_register(const struct lanes *d, long long index)
{
    const long long seconds = d->turned ? d->groups / d->lanes : d->kernel->tile_k / d->lanes;
    return numbered(d, &d->kernel->a, index / seconds, index % seconds, seconds);
}

/* One element of A. */
static struct reading a_element(const struct lanes *d, long long row, long long k, bool clamped)
{
    const struct operand *const a = &d->kernel->a;
    return in_image(a) ? texel_reading(a, texel_read(a), k, row)
                       : buffer_reading(a, k, row, row, d->guard_m, clamped);
}

/* In the lane's own row. */
static struct reading a_of_own_row(const struct lanes *d, long long row, long long k)
{
    struct reading reading = a_element(d, row, k, false);
    reading.at_place = d->guard_m ? "at/of_lane_clamped" : "at/of_lane";
    return reading;
}

/* At the lane's own step. */
static struct reading a_of_own_k(const struct lanes *d, long long row, long long k)
{
    struct reading reading = a_element(d, row, k, false);
    reading.address = in_image(&d->kernel->a) ? "at/texel_along_own_k" : "at/along_own_k";
    return reading;
}

/* One of a block that all lanes read together. */
static struct reading a_of_block(const struct lanes *d, long long row, long long k)
{
    struct reading reading = a_element(d, row, k, false);
    reading.read = "read/block";
    return reading;
}

void lanes_add_wide_a(const struct lanes *d, struct value *loads, const char *name, long long block,
                      long long k)
{
    const struct operand *const a = &d->kernel->a;
    const struct reading reading = {
        .read = operand_read(a, d->depth),
        .widens = operand_widens(a),
        .address = "at/along_own_line",
        .step = k,
        .line = block,
        .numbered = d->guard_m,
        .further = d->guard_m ? 0 : block * d->depth,
    };
    add_load(d->job, d->kernel, loads, name, d->depth, reading);
}

void lanes_add_a_load(const struct lanes *d, struct value *loads, long long index)
{
    const struct kernel *const kernel = d->kernel;
    const char *const name = lanes_a_register(d, index);
    struct reading readings[WIDEST_REGISTER];
    if (d->turned) {
        const long long blocks = d->groups / d->lanes;
        const long long k = index / blocks;
        const long long row = index % blocks * d->group * d->lanes;
        if (d->blocks) {
            add_buffer_block(d, loads, &d->kernel->a, name, d->group, a_element(d, row, k, false));
            return;
        }
        for (long long i = 0; i < d->group; i++)
            readings[i] = a_of_own_row(d, row + i * d->lanes, k);
        add_load_of(d->job, kernel, loads, name, d->group, readings);
        return;
    }
    const long long chunks = kernel->tile_k / d->lanes;
    const long long k = index % chunks * d->lanes;
    if (d->wide) {
        lanes_add_wide_a(d, loads, name, index / chunks, k);
        return;
    }
    const long long first = index / chunks * d->group;
    if (d->blocks && in_image(&kernel->a)) {
        struct reading corner = a_element(d, first, k, false);
        corner.address = "at/bytes_along_k";
        add_image_block(d, loads, &d->kernel->a, name, d->group, corner);
        return;
    }
    for (long long i = 0; i < d->group; i++)
        readings[i] = d->blocks ? a_of_block(d, first + i, k) : a_of_own_k(d, first + i, k);
    add_load_of(d->job, kernel, loads, name, d->group, readings);
}

void lanes_add_a_group(const struct lanes *d, struct value *loads, const char *name,
                       long long group)
{
    struct reading readings[WIDEST_REGISTER];
    for (long long i = 0; i < d->group; i++)
        readings[i] =
            a_element(d, lanes_group_row(d, group) + i * lanes_row_step(d), 0, d->guard_m);
    add_load_of(d->job, d->kernel, loads, name, d->group, readings);
}

/* ---------------------------------------------------------------------------------- B */

bool lanes_names_columns(const struct lanes *d)
{
    return d->guard_n && lies_across_k(&d->kernel->b);
}

long long lanes_column(const struct lanes *d, long long column)
{
    const long long beside = column % d->columns;
    return (column - beside) * d->lanes + beside;
}

struct reading lanes_b_element(const struct lanes *d, long long column, long long k)
{
    const struct operand *const b = &d->kernel->b;
    const long long place = lanes_column(d, column);
    if (in_image(b))
        return texel_reading(b, texel_read(b), k, place);
    struct reading reading = buffer_reading(b, k, place, column, d->guard_n, false);
    if (lanes_names_columns(d)) {
        reading.at_place = "at/own_column";
        reading.numbered = true;
    }
    return reading;
}

/* Whether one block read brings a step of K for all columns of a lane. */
bool lanes_b_by_rows(const struct lanes *d)
{
    return d->blocks && lies_across_k(&d->kernel->b);
}

/* A block of B: all lanes' columns from `column` on. */
static void add_b_block(const struct lanes *d, struct value *loads, const char *name,
                        long long width, long long column, long long k)
{
    const struct operand *const b = &d->kernel->b;
    const long long place = column * d->lanes;
    if (in_image(b)) {
        struct reading corner = texel_reading(b, NULL, k, place);
        corner.address = "at/bytes_across_k";
        add_image_block(d, loads, b, name, width, corner);
        return;
    }
    struct reading reading = buffer_reading(b, k, place, 0, false, false);
    reading.at_place = "at/first_place";
    add_buffer_block(d, loads, b, name, width, reading);
}

/* Steps of K from `k` on in one of the lane's columns. */
static void add_b_column(const struct lanes *d, struct value *loads, const char *name,
                         long long column, long long k)
{
    const struct kernel *const kernel = d->kernel;
    const long long depth = d->own->lane_depth;
    struct reading readings[WIDEST_REGISTER];
    for (long long i = 0; i < depth; i++)
        readings[i] = lanes_b_element(d, column, k + i);
    if (kernel->b.vector == 1) {
        add_load_of(d->job, kernel, loads, name, depth, readings);
        return;
    }
    add_load(d->job, kernel, loads, name, depth, vector_reading(&kernel->b, readings[0], depth));
}

void lanes_add_b_rows(const struct lanes *d, struct value *loads, long long k, long long rows)
{
    struct job *const job = d->job;
    const struct kernel *const kernel = d->kernel;
    const long long vectors = kernel->tile.width / d->columns;
    for (long long row = k; row < k + rows; row++) {
        for (long long i = 0; i < vectors; i++) {
            const char *const name = lanes_b_value(d, row, i).name;
            const long long first = i * d->columns;
            if (!d->guard_n || d->columns == 1) {
                add_load(job, kernel, loads, name, d->columns,
                         vector_reading(&kernel->b, lanes_b_element(d, first, row), d->columns));
                continue;
            }
            /* Columns beyond the edge are the last one again. */
            struct value *const elements = add_gathered(job, kernel, loads, name, d->columns);
            for (long long c = first; c < first + d->columns; c++)
                add_part(job, elements, lanes_b_element(d, c, row));
            loads_done(job, elements);
        }
    }
}

void lanes_add_b_loads(const struct lanes *d, struct value *loads)
{
    const struct kernel *const kernel = d->kernel;
    const struct operand *const b = &kernel->b;
    const long long depth = d->own->lane_depth;
    const long long width = kernel->tile.width;
    if (d->wide) {
        lanes_add_b_rows(d, loads, 0, kernel->tile_k);
        return;
    }
    if (lanes_b_by_rows(d)) {
        const long long wide = vector_that_divides(width);
        for (long long k = 0; k < kernel->tile_k; k++)
            for (long long c = 0; c < width; c += wide)
                add_b_block(d, loads, numbered(d, b, k, c / wide, width / wide), wide, c, k);
        return;
    }
    for (long long c = 0; c < width; c++)
        for (long long k = 0; k < kernel->tile_k; k += depth) {
            const char *const name = numbered(d, b, c, k / depth, kernel->tile_k / depth);
            if (d->blocks && in_image(b))
                add_b_block(d, loads, name, depth, c, k);
            else
                add_b_column(d, loads, name, c, k);
        }
}

struct factor lanes_b_value(const struct lanes *d, long long k, long long column)
{
    const struct kernel *const kernel = d->kernel;
    const struct operand *const b = &kernel->b;
    const long long width = kernel->tile.width;
    if (d->wide)
        return (struct factor){numbered(d, b, k, column, width / d->columns), NULL};
    if (lanes_b_by_rows(d)) {
        const long long wide = vector_that_divides(width);
        return (struct factor){numbered(d, b, k, column / wide, width / wide),
                               component_name(d->job, wide, column % wide)};
    }
    const long long depth = d->own->lane_depth;
    return (struct factor){numbered(d, b, column, k / depth, kernel->tile_k / depth),
                           component_name(d->job, depth, k % depth)};
}
