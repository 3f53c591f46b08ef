/*
 * Operands that one kernel of a dispatch prepares for all of them.
 */
#include "emit/joint.h"

#include <string.h>

/* "panels of 24, in blocks of 256 along K", "multiples of 64 x 32". */
static const char *form_of(struct job *job, const struct buffer *prepared)
{
    const struct extent *const sides = buffer_lines(prepared);
    const char *const rounded = arena_printf(job->arena, "multiples of %lld x %lld",
                                             sides[0].rounded_to, sides[1].rounded_to);
    if (prepared->panel == 0)
        return rounded;
    const char *const reader =
        prepared->reader ? arena_printf(job->arena, " for %s", prepared->reader) : "";
    return arena_printf(job->arena, "panels of %lld, in blocks of %lld along K%s, %s",
                        prepared->panel, prepared->block, reader, rounded);
}

static bool same_form(const struct buffer *a, const struct buffer *b)
{
    bool same = strcmp(a->name, b->name) == 0 && strcmp(a->element_type, b->element_type) == 0 &&
                a->covers == b->covers && a->extent_count == b->extent_count &&
                a->panel == b->panel && a->block == b->block && !a->reader == !b->reader &&
                (!a->reader || strcmp(a->reader, b->reader) == 0);
    for (size_t i = 0; i < a->extent_count && same; i++)
        same = a->extents[i].n.symbol == b->extents[i].n.symbol &&
               a->extents[i].rounded_to == b->extents[i].rounded_to;
    return same;
}

bool dispatch_prepares_alike(const struct plan *one, const struct plan *other)
{
    for (enum role operand = ROLE_A; operand <= ROLE_B; operand++) {
        const struct buffer *const first = launcher_prepared(one, operand);
        const struct buffer *const second = launcher_prepared(other, operand);
        if (!first != !second || (first && !same_form(first, second)))
            return false;
    }
    return true;
}

/* The memory of an operand that is prepared serves all kernels. */
static void check_prepared(const struct joint *joint, enum role operand)
{
    const struct dispatch *const dispatch = joint->dispatch;
    const struct buffer *const first = launcher_prepared(dispatch->plans[0], operand);
    for (size_t i = 1; i < dispatch->kernel_count && first; i++) {
        const struct buffer *const other = launcher_prepared(dispatch->plans[i], operand);
        if (!same_form(first, other))
            job_fail(joint->job, CLGEMM_REFUSED, "prepared",
                     "kernel %s multiplies %s (%s) and kernel %s multiplies %s (%s), and what is "
                     "prepared once serves every kernel of a dispatch; ask --prepared none, or a "
                     "profile whose kernels read one form",
                     dispatch->plans[0]->name, first->name, form_of(joint->job, first),
                     dispatch->plans[i]->name, other->name, form_of(joint->job, other));
    }
}

/* One kernel prepares for all of them: the first one. */
void joint_add_prepare(const struct joint *joint, struct text *text, enum role operand)
{
    struct arena *const arena = joint->job->arena;
    const struct plan *const first = joint->dispatch->plans[0];
    const struct buffer *const prepared = launcher_prepared(first, operand);
    if (!prepared)
        return;
    check_prepared(joint, operand);
    const char letter = launcher_letter(prepared);
    const char *const function = arena_printf(arena, "prepare_%c", letter);
    const struct joint_parameters sizes = joint_all(joint, JOINT_PREPARED_BYTES, operand);
    const struct joint_parameters all = joint_all(joint, JOINT_PREPARE, operand);
    const struct joint_parameters own = joint_own(joint, 0, JOINT_PREPARE, operand);
    const struct joint_parameters own_sizes = joint_own(joint, 0, JOINT_PREPARED_BYTES, operand);
    const char *heads[LAUNCHER_MOST_ITEMS] = {"void"}, *names[LAUNCHER_MOST_ITEMS];
    if (own.count != all.count || own_sizes.count != sizes.count)
        job_fail(joint->job, CLGEMM_REFUSED, "fixed",
                 "kernel %s fixes a size of %s, and what is prepared once serves every kernel of a "
                 "dispatch; ask --prepared none, or a profile whose kernels are for any sizes",
                 first->name, launcher_operand(prepared));
    for (size_t i = 0; i < sizes.count; i++) {
        names[i] = sizes.list[i].name;
        heads[i] = arena_printf(arena, "size_t %s", names[i]);
    }
    c_add(text, &joint->names,
          "/* Bytes of %s, the buffer that @_%s fills; the largest size_t where they are\n"
          " * too many. */\n",
          prepared->name, function);
    c_add_head(text, &joint->names, "size_t", arena_printf(arena, "prepared_%c_bytes", letter),
               heads, sizes.count ? sizes.count : 1);
    text_puts(text, "{\n");
    c_add_row(text, arena_printf(arena, "    return %s_prepared_%c_bytes(", first->name, letter),
              names, sizes.count, ");");
    text_puts(text, "}\n\n");

    c_add(
        text, &joint->names,
        "/* Enqueues what fills %s, which @_enqueue reads in place of %s: once for the values\n"
        " * of %s, for any number of products and by any of the kernels. Sizes are in elements.\n",
        prepared->name, launcher_operand(prepared), launcher_operand(prepared));
    joint_add_meanings(joint, text, &all);
    joint_add_head(joint, text, function, &all);
    c_add(text, &joint->names,
          "{\n"
          "    cl_int status = @_build(self, 0);\n"
          "    if (status == CL_SUCCESS)\n");
    joint_add_call(joint, text, 0, "        status = ", function, &own);
    c_add(text, &joint->names,
          "    if (status != CL_SUCCESS)\n"
          "        return status;\n"
          "    /* Another kernel may be the next to read it, and a queue may execute out of order. "
          "*/\n"
          "    if (self->barrier)\n"
          "        clReleaseEvent(self->barrier);\n"
          "    self->barrier = $_NULL;\n"
          "    return clEnqueueBarrierWithWaitList(queue, 0, $_NULL, &self->barrier);\n"
          "}\n\n");
}
