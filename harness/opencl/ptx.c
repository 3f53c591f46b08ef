#include "harness/opencl/program.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
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

static const char scheme[] = "ptx:sm_";

bool ptx_finalizes(const char *finalize)
{
    const size_t length = strlen(finalize);

    return strncmp(finalize, scheme, strlen(scheme)) == 0 && length > strlen(scheme) + 1 &&
           length < 40 &&
           strspn(finalize + strlen(scheme), "0123456789") == length - strlen(scheme) - 1 &&
           islower((unsigned char)finalize[length - 1]);
}

/* Finds the end of the target of the text, if it is the wanted one: "sm_90". */
static const char *end_of_target(const char *text, const char *target, size_t length)
{
    static const char directive[] = ".target ";
    const char *at = strstr(text, directive);

    at = at == NULL ? NULL : at + strlen(directive);
    return at == NULL || strncmp(at, target, length) != 0 || isalnum((unsigned char)at[length])
               ? NULL
               : at + length;
}

int ptx_finalize(const char *text, const char *finalize, const char *device, char **finalized,
                 struct fault *fault)
{
    const char *target = finalize + strlen("ptx:");
    const size_t base = strlen(target) - 1; /* without the letter */
    const char *end = end_of_target(text, target, base);
    char mark[60], *to;
    size_t length;

    if (end == NULL)
        return fault_set(
            fault, FAULT_DEVICE,
            "the kernel has instructions of %s (`finalize` is `%s`), and the compiler of %s "
            "writes no PTX for %.*s",
            target, finalize, device, (int)base, target);
    length = (size_t)snprintf(mark, sizeof mark, "//%s: ", target);
    to = *finalized = malloc(strlen(text) + 2);
    if (to == NULL)
        return fault_memory(fault);
    memcpy(to, text, (size_t)(end - text));
    to += end - text;
    *to++ = target[base];
    while (*end != '\0')
        if (strncmp(end, mark, length) == 0)
            end += length;
        else
            *to++ = *end++;
    *to = '\0';
    return 0;
}
