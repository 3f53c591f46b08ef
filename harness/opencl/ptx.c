#include "harness/opencl/ptx.h"

#include <stdio.h>
#include <string.h>

/* mma.sync, wgmma.mma_async, and not what waits for these. */
static bool uses_matrix_engine(const struct instruction *instruction)
{
    return operation_holds(instruction, "mma.") && !operation_holds(instruction, "fence") &&
           !operation_holds(instruction, "commit") && !operation_holds(instruction, "wait");
}

/* fma.rn.f32, mad.f32, dp4a; mad.lo.s32 and mad.wide are index arithmetic. */
static bool is_multiply_add(const struct instruction *instruction, bool whole)
{
    if (operation_begins(instruction, "fma.") || uses_matrix_engine(instruction) ||
        operation_begins(instruction, "dp4a") || operation_begins(instruction, "dp2a"))
        return true;
    return operation_begins(instruction, "mad") && (whole || operation_holds(instruction, ".f"));
}

/* The kernel is from its name to the brace that closes it. */
int ptx_inner_loop(const char *text, const char *entry, bool whole, bool *found,
                   struct inner_loop *loop, struct fault *fault)
{
    char head[200];
    const char *begin, *end;

    snprintf(head, sizeof head, ".entry %.150s(", entry);
    begin = strstr(text, head);
    begin = begin == NULL ? NULL : strstr(begin, "\n{");
    end = begin == NULL ? NULL : strstr(begin, "\n}");
    *found = end != NULL;
    return end == NULL ? 0
                       : listing_inner_loop(begin, end, is_multiply_add, uses_matrix_engine, whole,
                                            loop, fault);
}
