#include "gen/family/main_loop.h"

struct main_loop main_loop_of(const struct kernel *kernel, bool of_group, bool whole_m,
                              bool whole_n)
{
    const struct shape tile = of_group ? kernel->group : kernel->tile;
    return (struct main_loop){
        .of_group = of_group,
        .whole_m = whole_m,
        .whole_n = whole_n,
        .idle = kernel->turns_none ||
                (whole_m && kernel_ends_within(kernel, kernel->m, tile.height)) ||
                (whole_n && kernel_ends_within(kernel, kernel->n, tile.width)),
    };
}

void main_loop_show(struct job *job, const struct main_loop *main, struct value *object)
{
    value_set_bool(job, object, "main_loop", !main->idle);
}

bool main_loop_leaves_tiles(const struct main_loop *main)
{
    return main->whole_m || main->whole_n;
}
