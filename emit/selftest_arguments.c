/*
 * What a self-test passes to functions of the launcher.
 */
#include "emit/selftest.h"
#include "gen/base/c_text.h"
#include "gen/base/notation.h"

/* What the test passes for a buffer. */
static const char *memory(const struct selftest *test, const struct buffer *buffer)
{
    struct arena *const arena = test->job->arena;
    const enum role role = buffer->role;
    if (role >= ROLE_OFFSETS)
        return arena_printf(arena, "lists.memory[%zu]", selftest_list(test->plan, role));
    if (role >= ROLE_SCALES_A && role < ROLE_OFFSETS_A && buffer->storage->apart)
        return arena_printf(arena, "%c->parts[%d]", "AB"[(role - ROLE_SCALES_A) % 2],
                            role < ROLE_ZEROS_A ? 0 : (role - ROLE_ZEROS_A) / 2);
    const char *const operand =
        role == ROLE_SCALES_A || role == ROLE_ZEROS_A || role == ROLE_OFFSETS_A   ? "A"
        : role == ROLE_SCALES_B || role == ROLE_ZEROS_B || role == ROLE_OFFSETS_B ? "B"
        : role == ROLE_OFFSETS_C                                                  ? "C"
                                                                                  : buffer->name;
    const char *const member = role == ROLE_SCALES_A || role == ROLE_SCALES_B ? "scales"
                               : role == ROLE_ZEROS_A || role == ROLE_ZEROS_B ? "zeros"
                               : role >= ROLE_OFFSETS_A                       ? "places"
                                                                              : "memory";
    if (buffer->prepared) /* behind the operands, in their order */
        return arena_printf(arena, "all[%zu].memory", test->prepared[buffer->operand]);
    return arena_printf(arena, "%s->%s", operand, member);
}

/* What the test passes for a parameter of a function of the launcher. */
static const char *argument(struct selftest *test, const struct launcher_parameter *parameter)
{
    struct job *const job = test->job;
    if (parameter->buffer)
        return memory(test, parameter->buffer);
    if (parameter->size)
        return selftest_size(test, (int)(parameter->size - test->plan->product->sizes));
    if (!symbol_is_scalar(parameter->symbol))
        return selftest_symbol(test, parameter->symbol);
    if (test->plan->problem.complex) /* there is no scale of an epilogue */
        return parameter->symbol == SYMBOL_ALPHA ? "alpha" : "beta";
    const char *const value = parameter->symbol == SYMBOL_ALPHA  ? "t->alpha"
                              : parameter->symbol == SYMBOL_BETA ? "t->beta"
                                                                 : "2";
    return arena_printf(job->arena, "%s_CAST(%s, %s)", c_capitals(job, test->plan->name),
                        parameter->type, value);
}

/* What a function of the launcher takes, between the queue and the events. */
static struct joint_parameters parameters(struct selftest *test, enum joint_function function,
                                          enum role operand)
{
    return test->joint ? joint_all(test->job, test->dispatch, function, operand)
                       : joint_own(test->job, test->dispatch, 0, function, operand);
}

const char *selftest_prepared_bytes(struct selftest *test, enum role operand)
{
    struct arena *const arena = test->job->arena;
    const struct joint_parameters all = parameters(test, JOINT_PREPARED_BYTES, operand);
    const char *passed = "";
    for (size_t i = 0; i < all.count; i++)
        passed = arena_join(arena, passed, ", ", argument(test, &all.list[i]));
    return arena_printf(arena, "%s_prepared_%c_bytes(%s)", test->plan->name,
                        operand == ROLE_A ? 'a' : 'b', passed);
}

void selftest_set_passed(struct selftest *test, struct value *view, const char *member,
                         enum joint_function function, enum role operand)
{
    struct job *const job = test->job;
    const struct joint_parameters all = parameters(test, function, operand);
    const char *const null = arena_printf(job->arena, "%s_NULL", c_capitals(job, test->plan->name));
    struct host_item items[HOST_MOST_ITEMS + 6];
    size_t count = 0;
    if (test->joint && function == JOINT_ENQUEUE)
        items[count++] = (struct host_item){"kernel", false};
    items[count++] = (struct host_item){"self", false};
    items[count++] = (struct host_item){"queue", false};
    for (size_t i = 0; i < all.count; i++)
        items[count++] = (struct host_item){argument(test, &all.list[i]), false};
    items[count++] = (struct host_item){"0", false};
    items[count++] = (struct host_item){null, false};
    items[count++] = (struct host_item){null, false};
    host_set_list(job, value_set_object(job, view, member), 12, items, count);
}
