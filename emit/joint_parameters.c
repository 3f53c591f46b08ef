/*
 * The parameters of a dispatch's functions: what those of its kernels take.
 */
#include "emit/joint.h"

#include <string.h>

struct joint_parameters joint_own(const struct joint *joint, size_t kernel,
                                  enum joint_function function, enum role operand)
{
    struct job *const job = joint->job;
    const struct plan *const plan = joint->dispatch->plans[kernel];
    const struct buffer *const prepared =
        function == JOINT_ENQUEUE ? NULL : launcher_prepared(plan, operand);
    struct joint_parameters own;
    own.count = function == JOINT_PREPARED_BYTES
                    ? launcher_bytes_parameters(job, plan, prepared, own.list)
                    : launcher_parameters(job, plan, prepared, own.list);
    return own;
}

size_t joint_place(const struct joint_parameters *parameters, const char *name)
{
    size_t i = 0;
    while (i < parameters->count && strcmp(parameters->list[i].name, name) != 0)
        i++;
    return i;
}

/* Adds what another kernel takes besides. All have the same order. */
static void join(struct joint_parameters *all, const struct joint_parameters *own)
{
    size_t next = 0;
    for (size_t i = 0; i < own->count; i++) {
        size_t place = joint_place(all, own->list[i].name);
        if (place == all->count) {
            place = next;
            memmove(&all->list[place + 1], &all->list[place],
                    (all->count++ - place) * sizeof *all->list);
            all->list[place] = own->list[i];
        }
        if (!all->list[place].meaning)
            all->list[place].meaning = own->list[i].meaning;
        next = place + 1;
    }
}

struct joint_parameters joint_all(const struct joint *joint, enum joint_function function,
                                  enum role operand)
{
    struct joint_parameters all = {.count = 0};
    for (enum symbol size = SYMBOL_M; size <= SYMBOL_K && function == JOINT_ENQUEUE; size++)
        all.list[all.count++] = (struct launcher_parameter){
            .symbol = size, .type = "size_t", .name = launcher_symbol(size)};
    for (size_t i = 0; i < joint->dispatch->kernel_count; i++) {
        const struct joint_parameters own = joint_own(joint, i, function, operand);
        join(&all, &own);
    }
    return all;
}

void joint_check(const struct joint *joint, const struct joint_parameters *all)
{
    for (size_t i = 0; i < joint->dispatch->kernel_count; i++) {
        const struct joint_parameters own = joint_own(joint, i, JOINT_ENQUEUE, ROLE_C);
        for (size_t j = 0; j < all->count; j++) {
            const struct launcher_parameter *const wanted = &all->list[j];
            const size_t place = joint_place(&own, wanted->name);
            const bool size = !wanted->buffer && !symbol_is_scalar(wanted->symbol);
            if (place < own.count ? strcmp(own.list[place].type, wanted->type) == 0 : size)
                continue;
            job_fail(joint->job, CLGEMM_REFUSED, "emit",
                     "the launchers of kernel %s and of the others of the dispatch differ in the "
                     "argument %s, and one function calls them all; ask --emit without launcher",
                     joint->dispatch->plans[i]->name, wanted->name);
        }
    }
}

const char *joint_member(const struct joint *joint, size_t kernel)
{
    /* The name of the dispatch stands before that of a kernel. */
    const char *const name = joint->dispatch->plans[kernel]->name;
    return arena_printf(joint->job->arena, "k_%s", name + strlen(joint->dispatch->name) + 1);
}

void joint_add_meanings(const struct joint *joint, struct text *text,
                        const struct joint_parameters *all)
{
    text_puts(text, " *\n");
    for (size_t i = 0; i < all->count; i++)
        if (all->list[i].meaning)
            text_printf(text, " * %-10s %s\n", all->list[i].name, all->list[i].meaning);
    c_add(
        text, &joint->names,
        " * num_events, events: events to wait for; event: NULL, or receives the event of the last "
        "step\n"
        " *\n"
        " * Errors, besides those of OpenCL and of @_build: CL_INVALID_VALUE if no kernel supports "
        "the\n"
        " * sizes, the one that is picked does not support another value, or a leading dimension "
        "is "
        "too\n"
        " * small; CL_INVALID_BUFFER_SIZE if a buffer is too small. Nothing is enqueued then. "
        "*/\n");
}

void joint_add_head(const struct joint *joint, struct text *text, const char *function,
                    const struct joint_parameters *all)
{
    const char *heads[LAUNCHER_MOST_ITEMS + 5] = {"struct @ *self", "cl_command_queue queue"};
    size_t count = 2;
    for (size_t i = 0; i < all->count; i++)
        heads[count++] =
            arena_printf(joint->job->arena, "%s %s", all->list[i].type, all->list[i].name);
    heads[count++] = "cl_uint num_events";
    heads[count++] = "const cl_event *events";
    heads[count++] = "cl_event *event";
    c_add_head(text, &joint->names, "cl_int", function, heads, count);
}

void joint_add_call(const struct joint *joint, struct text *text, size_t kernel, const char *begin,
                    const char *function, const struct joint_parameters *own)
{
    const char *arguments[LAUNCHER_MOST_ITEMS + 5];
    size_t count = 0;
    arguments[count++] = arena_printf(joint->job->arena, "&self->%s", joint_member(joint, kernel));
    arguments[count++] = "queue";
    for (size_t i = 0; i < own->count; i++)
        arguments[count++] = own->list[i].name;
    arguments[count++] = "num_events";
    arguments[count++] = "events";
    arguments[count++] = "event";
    c_add_row(text,
              arena_printf(joint->job->arena, "%s%s_%s(", begin,
                           joint->dispatch->plans[kernel]->name, function),
              arguments, count, ");");
}
