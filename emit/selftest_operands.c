/*
 * Matrices and vectors of a self-test, and what is computed from them.
 */
#include "emit/selftest.h"

#include <string.h>

#include "gen/base/c_text.h"
#include "gen/base/epilogue.h"
#include "gen/plan/wording.h"

static const struct count one = {SYMBOL_NONE, 1};

/* A, B or C: whose members those of a buffer follow. */
static enum role leader(const struct buffer *buffer)
{
    return buffer->role <= ROLE_C ? buffer->role : ROLE_C;
}

static bool is_vector(const struct buffer *buffer)
{
    return buffer->extent_count == 1;
}

/* Members that lie apart: those of a stride of 0, and vectors, are one. */
static struct count members_of(const struct plan *plan, const struct buffer *buffer)
{
    const enum symbol stride = SYMBOL_STRIDE_A + (leader(buffer) - ROLE_A);
    const struct count known = plan_known(plan, (struct count){stride, 0});
    const bool alone =
        plan->problem.batch == BATCH_NONE || is_vector(buffer) ||
        (plan->problem.batch == BATCH_STRIDED && known.symbol == SYMBOL_NONE && known.number == 0);
    return alone ? one : (struct count){SYMBOL_BATCH, 0};
}

/* "row", where it is an index of that axis of C: "k" of K. */
static const char *index_of(enum symbol axis)
{
    return axis == SYMBOL_M ? "row" : axis == SYMBOL_N ? "column" : "k";
}

/* Where the element of that member, row and column is among the numbers of a buffer. */
static const char *number_at(struct selftest *test, const struct buffer *buffer)
{
    struct arena *const arena = test->job->arena;
    const struct extent *const along = &buffer->extents[buffer->extent_count - 1];
    if (is_vector(buffer))
        return index_of(along->n.symbol);
    const struct extent *const lines = buffer_lines(buffer);
    const struct count members = members_of(test->plan, buffer);
    const char *line = index_of(lines->n.symbol);
    if (members.symbol != SYMBOL_NONE)
        line = arena_printf(arena, "(member * %s + %s)", selftest_count(test, lines->n), line);
    return arena_printf(arena, "%s * %s + %s", line, selftest_count(test, along->n),
                        index_of(along->n.symbol));
}

/* Rows of A and columns of B repeat; what lies along K does not. */
static const char *period(struct selftest *test, const struct buffer *buffer, enum symbol axis)
{
    return buffer->role <= ROLE_B && axis != SYMBOL_K
               ? arena_printf(test->job->arena, "%d", SELFTEST_PERIOD)
               : selftest_count(test, (struct count){axis, 0});
}

static bool has_groups(const struct plan *plan)
{
    return launcher_buffer(plan, ROLE_SCALES_A) || launcher_buffer(plan, ROLE_SCALES_B);
}

static bool has_packed(const struct plan *plan)
{
    return selftest_packs(plan->problem.types[ROLE_A]) ||
           selftest_packs(plan->problem.types[ROLE_B]);
}

static void view_operand(struct selftest *test, struct value *item, const struct buffer *buffer)
{
    struct job *const job = test->job;
    const enum role role = leader(buffer);
    const struct extent *const along = &buffer->extents[buffer->extent_count - 1];
    const struct extent *const lines = buffer_lines(buffer);
    const bool vector = is_vector(buffer);
    const char *const length = selftest_count(test, along->n);
    const struct count stride = {SYMBOL_STRIDE_A + (role - ROLE_A), 0};
    const bool listed = test->plan->problem.batch == BATCH_OFFSETS;
    const bool alone = members_of(test->plan, buffer).symbol == SYMBOL_NONE;
    const struct host_item items[] = {
        {arena_printf(job->arena, "%lld", buffer->element_bytes), false},
        {arena_printf(job->arena, "%lld", buffer->covers), false},
        {selftest_count(test, buffer->offset), false},
        {selftest_count(test, members_of(test->plan, buffer)), false},
        {alone    ? "0"
         : listed ? selftest_symbol(test, stride.symbol)
                  : selftest_count(test, stride),
         false},
        {vector ? "1" : selftest_count(test, lines->n), false},
        {vector ? length : selftest_count(test, lines->stride), false},
        {length, false},
        {vector ? "1" : period(test, buffer, lines->n.symbol), false},
        {period(test, buffer, along->n.symbol), false},
        {arena_printf(job->arena, "%s_put_%s", test->plan->name, buffer->element_type), false},
    };
    host_set_list(job, value_set_object(job, item, "places"), 13, items,
                  sizeof items / sizeof items[0]);
}

void selftest_view_operands(struct selftest *test, struct value *view)
{
    struct job *const job = test->job;
    const struct plan *const plan = test->plan;
    struct value *const operands = value_set_list(job, view, "operands");
    struct value *const puts = value_set_list(job, view, "puts");
    struct host_item names[HOST_MOST_ITEMS];
    for (size_t i = 0; i < plan->buffer_count; i++) {
        const struct buffer *const buffer = &plan->buffers[i];
        bool known = false;
        if (buffer->role >= ROLE_WORKSPACE)
            continue;
        struct value *const item = value_add(operands, value_object(job));
        names[operands->count - 1] = (struct host_item){
            arena_printf(job->arena, "*const %s = &all[%zu]", buffer->name, operands->count - 1),
            false};
        view_operand(test, item, buffer);
        for (size_t j = 0; j < i; j++)
            known |= strcmp(plan->buffers[j].element_type, buffer->element_type) == 0;
        if (!known)
            selftest_view_put(job, value_add(puts, value_object(job)), buffer->element_type);
    }
    host_set_list(job, value_set_object(job, view, "declared"), 8, names, operands->count);
    value_set_integer(job, view, "operand_count", (long long)operands->count);
    value_set_bool(job, view, "groups", has_groups(plan));
    value_set_bool(job, view, "made", has_groups(plan) || plan->problem.batch == BATCH_OFFSETS);
    value_set_bool(job, view, "packs", has_packed(plan));
    const struct buffer *const c = launcher_buffer(plan, ROLE_C);
    const bool by_column = buffer_lines(c)->n.symbol == SYMBOL_N;
    value_set_text(job, view, "line", by_column ? "column" : "row");
    value_set_text(job, view, "along", by_column ? "row" : "column");
    value_set_bool(job, view, "unlike", plan->problem.conjugate_a != plan->problem.conjugate_b);
    value_set_bool(job, view, "conjugate_a", plan->problem.conjugate_a);
    value_set_bool(job, view, "conjugate_b", plan->problem.conjugate_b);
    value_set_text(job, view, "at_a", number_at(test, launcher_buffer(plan, ROLE_A)));
    value_set_text(job, view, "at_b", number_at(test, launcher_buffer(plan, ROLE_B)));
    value_set_text(job, view, "at_c", number_at(test, c));
    selftest_view_get(job, view, plan->problem.types[ROLE_C]);
}

static bool is_whole(double real)
{
    return real == (double)(long long)real;
}

static void view_operation(struct selftest *test, struct value *item,
                           const struct operation *operation)
{
    struct job *const job = test->job;
    const char *operand = "2";
    for (size_t i = 0; i < test->plan->buffer_count && operation_has_buffer(operation); i++)
        if (strcmp(test->plan->buffers[i].name, operation->operand) == 0)
            operand = arena_printf(job->arena, "%s->numbers[%s]", operation->operand,
                                   number_at(test, &test->plan->buffers[i]));
    value_set_text(job, item, "piece",
                   arena_printf(job->arena, "selftest/%s", operation->row->name));
    value_set_text(job, item, "operand", operand);
    for (size_t i = 0; i < operation->row->numbers; i++)
        value_set_text(job, item, i ? "second" : "first_number", operation->number[i]);
}

void selftest_view_update(struct selftest *test, struct value *view)
{
    static const char *const exact[] = {"bias", "scale", "residual", "relu", "clamp"};
    struct job *const job = test->job;
    const struct problem *const problem = &test->plan->problem;
    struct value *const operations = value_set_list(job, view, "operations");
    bool rounds = false, calls = false;
    for (enum symbol symbol = SYMBOL_ALPHA; symbol <= SYMBOL_BETA; symbol++)
        rounds |= problem->values[symbol].how == FIXED && !is_whole(problem->values[symbol].real);
    for (size_t i = 0; i < problem->epilogue->count; i++) {
        const struct operation *const operation = &problem->epilogue->list[i];
        bool known = false;
        if (operation->expression)
            job_fail(job, CLGEMM_REFUSED, "emit",
                     "a self-test cannot compute the expression %.60s of --epilogue on the host; "
                     "ask --emit without selftest",
                     operation->expression->text);
        for (size_t j = 0; j < sizeof exact / sizeof exact[0]; j++)
            known |= strcmp(exact[j], operation->row->name) == 0;
        rounds |= !known || !is_whole(operation->real[0]) || !is_whole(operation->real[1]);
        calls |= !known && strcmp(operation->row->name, "leaky_relu") != 0;
        view_operation(test, value_add(operations, value_object(job)), operation);
    }
    value_set_bool(job, view, "rounds", rounds);
    value_set_bool(job, view, "math", calls);
    const bool is_double =
        strcmp(problem->scalar, "f64") == 0 || strcmp(problem->scalar, "c64") == 0;
    value_set_text(job, view, "stored_scalar", is_double ? "cl_double2" : "cl_float2");
    value_set_text(job, view, "part", is_double ? "cl_double" : "cl_float");
    value_set_bool(job, view, "alpha_turns", problem->values[SYMBOL_ALPHA].how != FIXED);
    value_set_bool(job, view, "beta_turns", problem->values[SYMBOL_BETA].how != FIXED);
}
