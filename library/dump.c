#include "library/dump.h"

#include "emit/emit.h"
#include "gen/plan/kernel.h"
#include "gen/spec/family.h"
#include "gen/base/json.h"

const char *dump_request(struct job *job, const struct spec *spec)
{
    static const char *const voices[] = {"",      "default", "family", "profile",
                                         "yield", "preset",  "device", "user"};
    struct value *const root = value_object(job);
    for (int id = 0; id < OPTION_COUNT; id++) {
        const struct option_value *const value = &spec->values[id];
        if (!value->text)
            continue;
        struct value *const option = value_set_object(job, root, option_rows[id].name);
        value_set_text(job, option, "value", value->text);
        value_set_text(job, option, "said_by", voices[value->voice]);
    }
    return json_write(job, root);
}

/* The kernel as the views see it. */
static void show_kernel(struct job *job, const struct kernel *kernel, struct value *object)
{
    value_set_text(job, object, "family", kernel->family->name);
    value_set_text(job, object, "a", kernel->a.name);
    value_set_text(job, object, "b", kernel->b.name);
    value_set_text(job, object, "m", symbol_in_kernel(kernel->m));
    value_set_text(job, object, "n", symbol_in_kernel(kernel->n));
    value_set_bool(job, object, "a_transposed", kernel->a.transposed);
    value_set_bool(job, object, "b_transposed", kernel->b.transposed);
    value_set_shape(job, object, "tile", kernel->tile);
    value_set_shape(job, object, "wg", kernel->wg);
    value_set_shape(job, object, "group_tile", kernel->group);
    value_set_integer(job, object, "tile_k", kernel->tile_k);
    value_set_integer(job, object, "unroll_k", kernel->unroll_k);
    value_set_bool(job, object, "guard_m", kernel->guard_m);
    value_set_bool(job, object, "guard_n", kernel->guard_n);
    value_set_bool(job, object, "guard_k", kernel->guard_k);
    value_set_bool(job, object, "shift_m", kernel->shift_m);
    value_set_bool(job, object, "shift_n", kernel->shift_n);
    value_set_bool(job, object, "turns_none", kernel->turns_none);
    value_set_integer(job, object, "vector_a", kernel->a.vector);
    value_set_integer(job, object, "vector_b", kernel->b.vector);
    value_set_integer(job, object, "vector_c", kernel->c.vector);
    struct value *const bytes = value_set_object(job, object, "fragment_bytes");
    value_set_integer(job, bytes, "a", kernel->fragments.a);
    value_set_integer(job, bytes, "b", kernel->fragments.b);
    value_set_integer(job, bytes, "c", kernel->fragments.c);
    kernel_show_own(job, kernel, object);
}

const char *dump_plan(struct job *job, const struct plan *plan, const char *cl, size_t cl_length)
{
    struct value *const root = emit_manifest_value(job, plan, cl, cl_length, false);
    show_kernel(job, plan->kernel, value_set_object(job, root, "canonical"));
    return json_write(job, root);
}

const char *dump_view(struct job *job, const struct value *view)
{
    return json_write(job, view);
}
