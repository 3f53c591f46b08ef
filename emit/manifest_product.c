/*
 * The product of a manifest: its text, indices and positions.
 */
#include "emit/emit.h"

#include "gen/base/notation.h"
#include "gen/base/value.h"

/* A number, or the sizes that it is the product of: "x_1 * c". */
static struct value *measure_value(struct job *job, const struct notation *product,
                                   const struct measure *measure)
{
    const char *text = NULL;
    if (!measure->count)
        return value_integer(job, measure->number);
    if (measure->number != 1)
        text = arena_printf(job->arena, "%lld", measure->number);
    for (int i = 0; i < measure->count; i++)
        text = arena_join(job->arena, text, " * ", product->sizes[measure->size[i]].name);
    return value_text(job, text);
}

static void add_operand(struct job *job, const struct notation *product, int number,
                        struct value *object)
{
    const struct product_operand *const own = &product->operands[number];
    value_set_text(job, object, "name", own->name);
    value_set_bool(job, object, "by_index", own->by_index);
    struct value *const axes = value_set_list(job, object, "axes");
    for (int a = 0; a < own->axis_count; a++) {
        const struct product_axis *const axis = &own->axes[a];
        struct value *const item = value_add(axes, value_object(job));
        value_set(item, "extent", measure_value(job, product, &axis->extent));
        value_set(item, "stride", measure_value(job, product, &axis->stride));
        value_set_integer(job, item, "plus", axis->constant);
        struct value *const sum = value_set_list(job, item, "sum");
        for (int t = 0; t < axis->count; t++) {
            struct value *const term = value_add(sum, value_object(job));
            value_set_text(job, term, "index", product->indices[axis->index[t]].name);
            value_set_integer(job, term, "factor", axis->factor[t]);
        }
    }
}

struct value *emit_product_value(struct job *job, const struct notation *product)
{
    static const char *const classes[] = {
        [CLASS_BATCH] = "batch", [CLASS_M] = "m", [CLASS_N] = "n", [CLASS_K] = "k"};
    static const char *const names[NOTATION_OPERANDS] = {"a",    "b",         "c",        "d",
                                                         "mask", "lengths_q", "lengths_k"};
    struct value *const object = value_object(job);
    value_set_text(job, object, "text", product->text);
    struct value *const sizes = value_set_list(job, object, "sizes");
    for (int i = 0; i < product->size_count; i++) {
        struct value *const item = value_add(sizes, value_object(job));
        value_set_text(job, item, "name", product->sizes[i].name);
        value_set(item, "size",
                  product->sizes[i].fixed < 0 ? value_null(job)
                                              : value_integer(job, product->sizes[i].fixed));
        value_set_text(job, item, "meaning", product->sizes[i].meaning);
    }
    for (int class = 0; class < PRODUCT_CLASSES; class ++) {
        struct value *const list = value_set_list(job, object, classes[class]);
        for (int i = 0; i < product->order_count[class]; i++)
            value_add(list, value_text(job, product->indices[product->order[class][i]].name));
    }
    struct value *const operands = value_set_object(job, object, "operands");
    for (int i = 0; i < NOTATION_OPERANDS; i++)
        if (i < PRODUCT_OPERANDS || product->operands[i].axis_count)
            add_operand(job, product, i, value_set_object(job, operands, names[i]));
    return object;
}
