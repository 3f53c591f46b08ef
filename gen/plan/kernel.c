#include "gen/plan/kernel.h"

#include <string.h>

#include "gen/plan/family.h"

const struct kernel *kernel_plan(struct job *job, const struct spec *spec, const char *name,
                                 const struct host *host)
{
    struct kernel *const kernel = arena_allocate(job->arena, sizeof *kernel);
    const char *const device = spec->profile->device_type;
    const struct shape group = spec_group_tile(spec);
    *kernel = (struct kernel){
        .name = name,
        .problem = spec->problem,
        .beta = spec_beta(spec),
        .finishes = spec_finishes(spec),
        .numbers = spec->numbers,
        .column_major = spec->column_major,
        .exchanged = spec->exchanged,
        .product = spec->product,
        .a = spec->a,
        .b = spec->b,
        .c = spec->c,
        .d = spec_d(spec),
        .factor_count = spec->problem.gate ? 3 : 2,
        .m = spec->m,
        .n = spec->n,
        .image_side = spec->profile->image_side,
        .index_bits = spec->index_bits,
        .share = spec->share,
        .tile = spec->tile,
        .wg = spec->wg,
        .items = spec_items(spec),
        .members = spec->members,
        .split_k = spec->split_k,
        .sums_in_launch = spec->sums_in_launch,
        .row_numbers = spec->row_numbers,
        .ordering = spec->ordering,
        .walks = spec_walks(spec),
        .numbered = spec->numbered,
        .per_unit = spec->per_unit,
        .in_turns = spec->in_turns,
        .copiers = spec->copiers,
        .parts = spec_parts(spec),
        .tiles = spec->tiles,
        .group = group,
        .block_k = spec->block_k,
        .in_blocks = spec_sums_in_blocks(spec),
        .stands = spec_stands(spec),
        .tile_k = spec->tile_k,
        .unroll_k = spec->unroll_k,
        .turn_k = spec->turn_k,
        .loop_order = spec->loop_order,
        .group_ids = spec->group_ids || problem_shares_c(&spec->problem),
        .h_first = spec->h_first,
        .aligned = spec->aligned,
        .edges = spec->edges,
        .guard_m = spec_guards(spec, spec->m, group.height),
        .guard_n = spec_guards(spec, spec->n, group.width),
        .shift_m = spec_shifts(spec, spec->m, group.height),
        .shift_n = spec_shifts(spec, spec->n, group.width),
        .guard_k = spec_guards_k(spec),
        .turns_none = spec_turns_none(spec),
        .mad = spec->mad,
        .of_cpu = device && strcmp(device, "cpu") == 0,
        .spelling = spec->spelling,
        .exchanges = spec_exchanges(spec),
        .nearest = spec_engine(spec).nearest,
        .sg_size = spec->sg_size,
        .fragments = spec_fragments(spec),
        .host = host,
        .family = spec->family,
    };
    for (enum role role = ROLE_A; role <= ROLE_B; role++)
        kernel->factors[role - ROLE_A] = kernel_operand(kernel, role);
    kernel->factors[2] = &kernel->d;
    kernel->extension_count = spec_type_extensions(spec, kernel->extensions);
    for (enum symbol symbol = SYMBOL_M; symbol <= SYMBOL_LDC; symbol++)
        kernel->fixed[symbol] = spec_fixed(spec, symbol);
    kernel->fixed[SYMBOL_LDD] = spec_fixed(spec, SYMBOL_LDD);
    for (enum symbol symbol = SYMBOL_BATCH; symbol < SYMBOL_COUNT; symbol++)
        kernel->fixed[symbol] = spec_fixed(spec, symbol);
    for (enum symbol axis = SYMBOL_M; axis <= SYMBOL_K; axis++)
        kernel->names[axis] = spec_names_size(spec, axis);
    for (enum role role = ROLE_A; role <= ROLE_C; role++)
        kernel->along[role] = spec_contiguous_axis(spec, spec_operand(spec, role));
    kernel->along[ROLE_D] = kernel->along[ROLE_B];
    if (spec->family->plan->derive)
        kernel->own = spec->family->plan->derive(job, spec, kernel);
    return kernel;
}

const char *kernel_stored(struct job *job, const struct kernel *kernel,
                          const struct element *element)
{
    return element->blocks ? arena_printf(job->arena, "%s_%s", kernel->name, element->name)
                           : element->name;
}

bool kernel_updates_often(const struct kernel *kernel)
{
    return kernel->in_blocks && !kernel->sums_in_launch && !kernel->problem.gate;
}

int kernel_products(const struct kernel *kernel)
{
    return kernel->factor_count - 1;
}

const char *kernel_sum_word(const struct kernel *kernel, int product, const char *alone)
{
    return product ? "up" : kernel_products(kernel) > 1 ? "gate" : alone;
}

const struct operand *kernel_factor(const struct kernel *kernel, int product, bool left)
{
    const struct operand *const first = left ? &kernel->a : &kernel->b;
    return product && first->role == ROLE_B ? &kernel->d : first;
}

const struct operand *kernel_operand(const struct kernel *kernel, enum role role)
{
    return role == kernel->c.role ? &kernel->c : role == kernel->a.role ? &kernel->a : &kernel->b;
}

void kernel_show_own(struct job *job, const struct kernel *kernel, struct value *object)
{
    const struct family *const family = kernel->family;
    if (family->plan->show)
        family->plan->show(job, kernel, value_set_object(job, object, family->name));
}

bool kernel_is_ragged(const struct kernel *kernel, bool along_m)
{
    return problem_is_ragged(&kernel->problem, along_m ? kernel->m : kernel->n);
}

enum symbol kernel_listed_rows(const struct kernel *kernel, const struct operand *operand)
{
    return operand->role == ROLE_A && kernel->problem.gathers    ? SYMBOL_ROWS_A
           : operand->role == ROLE_C && kernel->problem.scatters ? SYMBOL_ROWS_C
                                                                 : SYMBOL_NONE;
}

const char *kernel_index(const struct operand *operand)
{
    return operand->role == ROLE_A ? "index_a" : "index_c";
}

bool kernel_steps_through_groups(const struct kernel *kernel)
{
    return problem_shares_c(&kernel->problem) && kernel->numbered;
}

bool kernel_guards(const struct kernel *kernel, bool along_m)
{
    return along_m ? kernel->guard_m : kernel->guard_n;
}

bool kernel_shifts(const struct kernel *kernel, bool along_m)
{
    return along_m ? kernel->shift_m : kernel->shift_n;
}

long long kernel_side(const struct kernel *kernel, const struct operand *operand)
{
    return shape_side(kernel->tile, is_a(operand));
}

const char *kernel_axis_word(const struct kernel *kernel, bool along_m)
{
    return along_m != kernel->exchanged ? "row" : "column";
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
