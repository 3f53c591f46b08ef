/*
 * Loads and multiply-adds of the views of tiled families.
 */
#include "gen/family/tiled_view.h"
#include "gen/view/steps.h"

/* -------------------------------------------------------------------------------- readings */

struct reading buffer_reading(const struct operand *operand, long long step, long long plus,
                              long long line, bool numbered, bool clamped)
{
    const bool along_k = lies_along_k(operand);
    return (struct reading){
        .read = operand_read(operand, 1),
        .widens = operand_widens(operand),
        .at_place = clamped ? "at/clamped" : NULL,
        .step = along_k ? step : 0,
        .plus = plus,
        .line = line,
        .numbered = along_k && numbered,
        .further = !along_k   ? step
                   : numbered ? 0
                              : plus,
    };
}

struct reading vector_reading(const struct operand *operand, struct reading reading,
                              long long width)
{
    if (width > 1)
        reading.read = operand_read(operand, width);
    return reading;
}

struct reading texel_reading(const struct operand *operand, const char *read, long long step,
                             long long plus)
{
    const bool a = is_a(operand);
    const long long width = operand->vector;
    return (struct reading){
        .read = read,
        .widens = operand_widens(operand),
        .step = a ? step / width : step,
        .plus = a ? plus : plus / width,
        .texel_width = width,
    };
}

const char *texel_read(const struct operand *operand)
{
    return operand->element->most_texel == 2 ? "read/texel_bits"
           : operand->vector == 1            ? "read/texel_first"
           : operand->vector == 2            ? "read/texel_pair"
                                             : "read/texel";
}

static void set_reading(struct job *job, struct value *item, const struct reading *reading,
                        long long width)
{
    if (reading->widens) {
        value_set_text(job, item, "read", width > 1 ? "read/wider_vector" : "read/wider");
        value_set_text(job, item, "narrow", reading->read);
    } else {
        value_set_text(job, item, "read", reading->read);
    }
    if (reading->address)
        value_set_text(job, item, "address", reading->address);
    value_set_text(job, item, "at_place", reading->at_place ? reading->at_place : "at/place");
    value_set_unless(job, item, "step", reading->step, 0);
    value_set_unless(job, item, "plus", reading->plus, 0);
    value_set(item, "line",
              reading->numbered ? value_integer(job, reading->line) : value_bool(job, false));
    if (reading->further)
        value_set_unless(job, value_set_object(job, item, "further"), "times", reading->further, 1);
    else
        value_set_bool(job, item, "further", false);
    value_set_unless(job, item, "texel_width", reading->texel_width ? reading->texel_width : 1, 1);
    value_set_text(job, item, "part", reading->part);
    value_set_text(job, item, "run", reading->run);
    value_set_text(job, item, "scale", reading->scale);
    value_set_text(job, item, "quants", reading->quants);
}

static struct value *new_load(struct job *job, const struct kernel *kernel, struct value *loads,
                              const char *form, const char *name, long long width)
{
    struct value *const load = value_add(loads, value_object(job));
    value_set_text(job, load, "load", form);
    value_set_text(job, load, "name", name);
    value_set_text(job, load, "type", register_type(job, kernel, width));
    value_set_integer(job, load, "width", width);
    value_set_integer(job, load, "reals", width * number_parts(kernel->numbers.compute));
    value_set_text(job, load, "real_number", number_real(kernel->numbers.compute)->name);
    return load;
}

void add_load(struct job *job, const struct kernel *kernel, struct value *loads, const char *name,
              long long width, struct reading reading)
{
    set_reading(job, new_load(job, kernel, loads, "load/one", name, width), &reading, width);
}

struct value *add_gathered(struct job *job, const struct kernel *kernel, struct value *loads,
                           const char *name, long long width)
{
    return value_set_list(job, new_load(job, kernel, loads, "load/gathered", name, width),
                          "elements");
}

void add_part(struct job *job, struct value *elements, struct reading reading)
{
    set_reading(job, value_add(elements, value_object(job)), &reading, 1);
}

void loads_done(struct job *job, struct value *elements)
{
    value_mark_ends(job, elements);
}

void add_load_of(struct job *job, const struct kernel *kernel, struct value *loads,
                 const char *name, long long width, const struct reading *readings)
{
    if (width == 1) {
        add_load(job, kernel, loads, name, 1, *readings);
        return;
    }
    struct value *const elements = add_gathered(job, kernel, loads, name, width);
    for (long long i = 0; i < width; i++)
        add_part(job, elements, readings[i]);
    loads_done(job, elements);
}

/* -------------------------------------------------------------------------------- products */

const char *factor_form(bool a, bool part, bool spreads)
{
    static const char *const forms[2][2][2] = {
        {{"factor/b", "factor/b_spread"}, {"factor/b_part", "factor/b_part_spread"}},
        {{"factor/a", "factor/a_spread"}, {"factor/a_part", "factor/a_part_spread"}},
    };
    return forms[a][part][spreads];
}

/* Members of a loop that all of its multiply-adds share. */
static void add_form(struct job *job, const struct kernel *kernel, struct value *turn,
                     const struct product_form *form)
{
    const bool vectors = form->width > 1 && !kernel->numbers.compute->parts;
    value_set_text(job, turn, "products", form->order ? form->order : "products/by_step");
    value_set_text(job, turn, "factor_a",
                   factor_form(true, form->a.part, form->spreads_a && vectors));
    value_set_text(job, turn, "factor_b",
                   factor_form(false, form->b.part, form->spreads_b && vectors));
    view_add_vector_of_sums(job, kernel, turn, form->width);
    value_set_text(job, turn, "sum", form->sum);
    value_set_text(job, turn, "sum_type", accumulator_type(job, kernel, form->width));
}

void add_products_form(struct job *job, const struct kernel *kernel, struct value *turn,
                       const struct product_form *form)
{
    add_form(job, kernel, turn, form);
    value_set_list(job, turn, "steps");
}

struct value *add_step(struct job *job, struct value *turn)
{
    struct value *const step = value_add(value_child(turn, "steps"), value_object(job));
    value_set_list(job, step, "rows");
    value_set_list(job, step, "columns");
    return step;
}

void add_row(struct job *job, struct value *step, long long i, struct factor a)
{
    struct value *const row = value_add(value_child(step, "rows"), value_object(job));
    value_set_integer(job, row, "i", i);
    value_set_text(job, row, "a", a.name);
    value_set_text(job, row, "part_a", a.part);
}

void add_column(struct job *job, struct value *step, long long j, struct factor b)
{
    struct value *const column = value_add(value_child(step, "columns"), value_object(job));
    value_set_integer(job, column, "j", j);
    value_set_text(job, column, "b", b.name);
    value_set_text(job, column, "part_b", b.part);
}

static void add_leaf(struct job *job, const struct kernel *kernel, struct value *leaves,
                     long long row, long long column, struct factor a, struct factor b)
{
    const long long width = kernel->c.vector;
    struct value *const leaf = value_add(leaves, value_object(job));
    value_set_integer(job, leaf, "i", row);
    value_set_integer(job, leaf, "j", column / width);
    value_set_text(job, leaf, "cell",
                   number_component(job, kernel->numbers.accumulate, width, column % width, 1));
    value_set_text(job, leaf, "a", a.name);
    value_set_text(job, leaf, "part_a", a.part);
    value_set_text(job, leaf, "b", b.name);
    value_set_text(job, leaf, "part_b", b.part);
}

/* The three loops of an order such as "kjl", outermost first: which index each runs over. */
void add_leaves(struct job *job, const struct kernel *kernel, struct value *turn, long long depth,
                const void *self, struct factor (*a)(const void *self, long long row, long long k),
                struct factor (*b)(const void *self, long long k, long long column))
{
    const long long width = kernel->c.vector;
    const long long ends[] = {kernel->tile.height, depth, kernel->tile.width}; /* of j, k, l */
    /* Elements, where the kernel's other sums are vectors. */
    add_form(job, kernel, turn,
             &(struct product_form){.order = "products/in_order",
                                    .sum = width > 1 ? "sum/part" : "sum/cell",
                                    .width = 1,
                                    .a = a(self, 0, 0),
                                    .b = b(self, 0, 0)});
    struct value *const leaves = value_set_list(job, turn, "leaves");
    int axes[3];
    for (int loop = 0; loop < 3; loop++)
        axes[loop] = kernel->loop_order[loop] - 'j';
    long long at[3];
    for (at[axes[0]] = 0; at[axes[0]] < ends[axes[0]]; at[axes[0]]++)
        for (at[axes[1]] = 0; at[axes[1]] < ends[axes[1]]; at[axes[1]]++)
            for (at[axes[2]] = 0; at[axes[2]] < ends[axes[2]]; at[axes[2]]++)
                add_leaf(job, kernel, leaves, at[0], at[2], a(self, at[0], at[1]),
                         b(self, at[1], at[2]));
}
