#include "gen/dump.h"

#include "emit/emit.h"
#include "gen/spec/family.h"
#include "gen/base/json.h"

const char *dump_request(struct job *job, const struct spec *spec)
{
    static const char *const voices[] = {"",       "default", "family", "profile",
                                         "preset", "device",  "user"};
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

static void set_shape(struct job *job, struct value *object, const char *name, struct shape shape)
{
    struct value *const value = value_set_object(job, object, name);
    value_set_integer(job, value, "height", shape.height);
    value_set_integer(job, value, "width", shape.width);
}

const char *dump_plan(struct job *job, const struct spec *spec, const struct plan *plan,
                      const char *cl, size_t cl_length)
{
    struct value *const root = emit_manifest_value(job, plan, cl, cl_length, false);
    struct value *const canonical = value_set_object(job, root, "canonical");
    const struct fragments fragments = spec->family->fragments(spec);
    value_set_text(job, canonical, "a", spec->a.name);
    value_set_text(job, canonical, "b", spec->b.name);
    value_set_text(job, canonical, "m", symbol_in_kernel(spec->m));
    value_set_text(job, canonical, "n", symbol_in_kernel(spec->n));
    value_set_bool(job, canonical, "a_transposed", spec->a.transposed);
    value_set_bool(job, canonical, "b_transposed", spec->b.transposed);
    set_shape(job, canonical, "tile", spec->tile);
    set_shape(job, canonical, "group_tile", spec_group_tile(spec));
    value_set_integer(job, canonical, "tile_k", spec->tile_k);
    struct value *const bytes = value_set_object(job, canonical, "fragment_bytes");
    value_set_integer(job, bytes, "a", fragments.a);
    value_set_integer(job, bytes, "b", fragments.b);
    value_set_integer(job, bytes, "c", fragments.c);
    return json_write(job, root);
}

const char *dump_view(struct job *job, const struct value *view)
{
    return json_write(job, view);
}
