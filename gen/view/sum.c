/*
 * How the last work-group of a tile adds the parts of K, in the kernel that multiplies.
 */
#include "gen/view/steps.h"

/* Finds the number of the tile among those of all members: its counter, and where its parts lie. */
static const struct term *tile_of_c(struct job *job, const struct kernel *kernel)
{
    if (kernel->problem.attends)
        return term_add(job,
                        term_mul(job, term_call(job, "get_global_id", term_number(job, 2)),
                                 term_call(job, "get_num_groups", term_number(job, 1))),
                        term_call(job, "get_group_id", term_number(job, 1)));
    const bool members = kernel->problem.batch != BATCH_NONE;
    const struct term *const member = members ? term_name(job, "member") : term_number(job, 0);
    if (kernel->numbered)
        return term_add(job, term_mul(job, member, term_name(job, "tiles")),
                        term_name(job, "tile"));
    const struct term *tile = member;
    for (int dimension = 1; dimension >= 0; dimension--) {
        const struct term *const number = term_number(job, dimension);
        tile = term_add(job, term_mul(job, tile, term_call(job, "get_num_groups", number)),
                        term_call(job, "get_group_id", number));
    }
    return tile;
}

void view_add_sum_in_launch(struct job *job, const struct kernel *kernel, const struct plan *plan,
                            struct value *view)
{
    static const char *const arrivals[] = {[ORDERING_PTX] = "arrive/ptx",
                                           [ORDERING_2_0] = "arrive/atomics",
                                           [ORDERING_3_0] = "arrive/atomics"};
    struct value *const object =
        value_set_object_if(job, view, "adds_parts", kernel->sums_in_launch);
    value_set_text(job, view, "arrival", object ? arrivals[kernel->ordering] : NULL);
    if (!object)
        return;
    const struct launch_dimension *const dimensions = plan_main_step(plan)->dimensions;
    value_set_text(job, object, "memory", PLAN_PARTS);
    const struct term *const line = term_call(job, "get_local_id", term_number(job, 1));
    const struct term *const own = term_call(job, "get_local_id", term_number(job, 0));
    value_set_term(job, object, "own",
                   dimensions[1].local == 1
                       ? own
                       : term_add(job, term_times(job, line, dimensions[0].local), own));
    value_set_term(job, object, "tile_of_c", tile_of_c(job, kernel));
    value_set_integer(job, object, "count", kernel->split_k);
    value_set_integer(job, object, "last_part", kernel->split_k - 1);
    value_set_bool(job, object, "in_sequence", kernel->numbered);
    value_set_bool(job, object, "gathers", kernel->copiers > 0);
}
