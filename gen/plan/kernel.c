#include "gen/plan/kernel.h"

const struct kernel *kernel_plan(struct job *job, const struct spec *spec)
{
    struct kernel *const kernel = arena_allocate(job->arena, sizeof *kernel);
    const struct shape group = spec_group_tile(spec);
    *kernel = (struct kernel){
        .element = spec->element,
        .column_major = spec->column_major,
        .a = spec->a,
        .b = spec->b,
        .c = spec->c,
        .m = spec->m,
        .n = spec->n,
        .index_bits = spec->index_bits,
        .share = spec->share,
        .tile = spec->tile,
        .wg = spec->wg,
        .group = group,
        .stands = spec_stands(spec),
        .tile_k = spec->tile_k,
        .unroll_k = spec->unroll_k,
        .turn_k = spec->turn_k,
        .loop_order = spec->loop_order,
        .group_ids = spec->group_ids,
        .edges = spec->edges,
        .guard_m = spec_guards(spec, spec->m, group.height),
        .guard_n = spec_guards(spec, spec->n, group.width),
        .shift_m = spec_shifts(spec, spec->m, group.height),
        .shift_n = spec_shifts(spec, spec->n, group.width),
        .guard_k = spec_guards_k(spec),
        .turns_none = spec_turns_none(spec),
        .spelling = spec->spelling,
        .exchanges = spec_exchanges(spec),
        .sg_size = spec->sg_size,
        .barrier = spec->barrier,
        .fragments = spec->family->fragments(spec),
        .family = spec->family,
    };
    for (enum symbol symbol = SYMBOL_M; symbol <= SYMBOL_LDC; symbol++)
        kernel->fixed[symbol] = spec_fixed(spec, symbol);
    if (spec->family->plan)
        kernel->own = spec->family->plan(job, spec, kernel);
    return kernel;
}

const char *kernel_axis_word(const struct kernel *kernel, bool along_m)
{
    return along_m != kernel->column_major ? "row" : "column";
}

void value_set_shape(struct job *job, struct value *object, const char *name, struct shape shape)
{
    struct value *const value = value_set_object(job, object, name);
    value_set_integer(job, value, "height", shape.height);
    value_set_integer(job, value, "width", shape.width);
}

bool kernel_ends_within(const struct kernel *kernel, enum symbol axis, long long step)
{
    return kernel->fixed[axis] > 0 && kernel->fixed[axis] < step;
}
