/*
 * Matrices and vectors of a self-test, and what is computed from them.
 */
#include "emit/selftest.h"

#include <string.h>

#include "gen/base/c_text.h"
#include "gen/base/epilogue.h"
#include "gen/base/notation.h"
#include "gen/plan/wording.h"

/* A number that takes two shorter ones. Its multiples, and sums of few, are exact in single precision. */
#define IN_PARTS "4097"

static const struct count one = {SYMBOL_NONE, 1};

/* A, B or C: whose members those of a buffer follow; D those of B. */
static enum role leader(const struct buffer *buffer)
{
    return buffer->role == ROLE_D ? ROLE_B : buffer->role < ROLE_C ? buffer->role : ROLE_C;
}

static bool is_vector(const struct buffer *buffer)
{
    return buffer->extent_count == 1;
}

/* Members that lie apart: those of a stride of 0, and vectors, are one. */
static struct count members_of(const struct plan *plan, const struct buffer *buffer)
{
    const enum symbol stride = SYMBOL_STRIDE_A + (leader(buffer) - ROLE_A);
    if (plan->problem.batch == BATCH_GROUPS) /* vectors of matrices are the lines of one */
        return buffer->extent_count > 2 ? plan_known(plan, buffer->extents[0].n) : one;
    const struct count known = plan_known(plan, (struct count){stride, 0});
    const bool alone =
        plan->problem.batch == BATCH_NONE || is_vector(buffer) ||
        (plan->problem.batch == BATCH_STRIDED && known.symbol == SYMBOL_NONE && known.number == 0);
    return alone ? one : (struct count){SYMBOL_BATCH, 0};
}

/* "row", where it is an index of that axis of C: "k" of K. Of groups the rows of A, those of C and vectors of matrices have others. */
static const char *index_of(enum symbol axis)
{
    return axis == SYMBOL_M        ? "row"
           : axis == SYMBOL_N      ? "column"
           : axis == SYMBOL_K      ? "k"
           : axis == SYMBOL_ROWS_A ? "row_of_a"
                                   : "member";
}

/* Where the element of that member, row and column is among the numbers of a buffer. */
static const char *number_at(struct selftest *test, const struct buffer *buffer)
{
    struct arena *const arena = test->job->arena;
    const struct extent *const along = &buffer->extents[buffer->extent_count - 1];
    if (is_vector(buffer))
        return index_of(along->n.symbol);
    if (test->plan->product && test->plan->product->by_index) /* a residual, as C lies */
        return "i";
    const struct extent *const lines = buffer_lines(buffer);
    const struct count members = members_of(test->plan, buffer);
    const char *line = index_of(lines->n.symbol);
    if (members.symbol != SYMBOL_NONE)
        line = arena_printf(arena, "(member * %s + %s)", selftest_count(test, lines->n), line);
    return arena_printf(arena, "%s * %s + %s", line, selftest_count(test, along->n),
                        index_of(along->n.symbol));
}

static bool has_groups(const struct plan *plan)
{
    return plan_buffer_of(plan, ROLE_A)->storage->group ||
           plan_buffer_of(plan, ROLE_B)->storage->group;
}

static bool has_apart(const struct plan *plan)
{
    return plan_buffer_of(plan, ROLE_A)->storage->apart ||
           plan_buffer_of(plan, ROLE_B)->storage->apart;
}

static bool has_packed(const struct plan *plan)
{
    return selftest_packs(plan_buffer_of(plan, ROLE_A)) ||
           selftest_packs(plan_buffer_of(plan, ROLE_B));
}

/* Whether numbers of one type have no sign. */
static bool has_above(const struct plan *plan)
{
    bool above = false;
    for (enum role role = ROLE_A; role <= ROLE_C; role++)
        above |= plan_buffer_of(plan, role)->storage->above;
    return above;
}

static const char *null_of(struct selftest *test)
{
    return arena_printf(test->job->arena, "%s_NULL", c_capitals(test->job, test->plan->name));
}

/* Elements as what they are stored in: two real parts each where numbers are complex. */
static const char *parts_of(struct selftest *test, const char *elements)
{
    const bool twice = test->plan->problem.complex && strcmp(elements, "0") != 0;
    return twice ? arena_printf(test->job->arena, "2 * %s", elements) : elements;
}

/* The distance of the members of a buffer; that of listed ones is no argument of the kernel. */
static const char *stride_of(struct selftest *test, const struct buffer *buffer)
{
    const struct count stride = {SYMBOL_STRIDE_A + (leader(buffer) - ROLE_A), 0};
    if (members_of(test->plan, buffer).symbol == SYMBOL_NONE)
        return "0";
    return test->plan->problem.batch == BATCH_OFFSETS ? selftest_symbol(test, stride.symbol)
                                                      : selftest_count(test, stride);
}

/* Members of a layout as terms of C. */
struct layout {
    const char *covers, *put, *parts, *bytes, *offset, *members, *stride, *lines, *ld, *length,
        *five;
    const char *times, *least;
};

/* Those that the product needs, as an initializer. */
static void set_layout(struct selftest *test, struct value *item, const struct layout *layout)
{
    const bool packs = has_packed(test->plan), batched = test->plan->problem.batch != BATCH_NONE;
    const bool above = has_above(test->plan);
    const char *const terms[] = {
        packs ? layout->covers : NULL,
        packs ? layout->put : NULL,
        has_apart(test->plan) ? layout->parts : NULL,
        layout->bytes,
        layout->offset,
        batched ? layout->members : NULL,
        batched ? layout->stride : NULL,
        layout->lines,
        layout->ld,
        layout->length,
        layout->five,
        test->plan->problem.in_parts ? layout->times : NULL,
        above ? layout->least : NULL,
    };
    struct host_item items[sizeof terms / sizeof terms[0]];
    size_t count = 0;
    for (size_t i = 0; i < sizeof terms / sizeof terms[0]; i++)
        if (terms[i])
            items[count++] = (struct host_item){terms[i], false};
    host_set_list(test->job, value_set_object(test->job, item, "places"), 13, items, count);
}

/* Products are of two parts of A, or of B and D: numbers that have two are those of one of them in turn. */
static const char *in_turn(struct selftest *test, const struct buffer *buffer, const char *parts,
                           const char *whole)
{
    const bool turns = test->plan->problem.in_parts && buffer->role <= ROLE_D &&
                       buffer->role != ROLE_C && strcmp(buffer->element_type, "f32") == 0;
    return turns ? arena_printf(test->job->arena, "(t - cases) %% 2 == %d ? %s : %s",
                                buffer->role != ROLE_A, parts, whole)
                 : whole;
}

const char *selftest_five(struct selftest *test, const struct buffer *buffer)
{
    return in_turn(test, buffer, "in_parts",
                   arena_printf(test->job->arena, "in_%s", buffer->element_type));
}

const char *selftest_times(struct selftest *test, const struct buffer *buffer)
{
    return in_turn(test, buffer, IN_PARTS, "1");
}

const char *selftest_in_parts(const struct plan *plan)
{
    return plan->problem.in_parts ? IN_PARTS : NULL;
}

static void view_operand(struct selftest *test, struct value *item, const struct buffer *buffer)
{
    struct arena *const arena = test->job->arena;
    const struct plan *const plan = test->plan;
    const char *const type = buffer->element_type;
    const bool vector = is_vector(buffer), packs = selftest_packs(buffer);
    const bool apart = buffer->storage->apart;
    const struct extent *const along = &buffer->extents[buffer->extent_count - 1];
    const struct extent *const lines = vector ? along : buffer_lines(buffer);
    const char *const length = parts_of(test, selftest_count(test, along->n));
    const char *const null = null_of(test);
    const int parts = plan->problem.complex ? 2 : 1;
    const struct layout layout = {
        .covers = arena_printf(arena, "%lld", buffer->covers),
        .put = packs ? arena_printf(arena, "%s_put_%s", plan->name, type) : null,
        .parts = apart ? arena_printf(arena, "%s_parts_of_%s", plan->name, type) : null,
        .bytes = arena_printf(arena, "%lld",
                              (apart ? buffer->storage->bytes : buffer->element_bytes) / parts),
        .offset = parts_of(test, selftest_count(test, buffer->offset)),
        .members = selftest_count(test, members_of(plan, buffer)),
        .stride = parts_of(test, stride_of(test, buffer)),
        .lines = vector ? "1" : selftest_count(test, lines->n),
        .ld = vector ? length : parts_of(test, selftest_count(test, lines->stride)),
        .length = length,
        .five = packs ? null : selftest_five(test, buffer),
        .times = selftest_times(test, buffer),
        .least = buffer->storage->above ? "0" : "-2",
    };
    set_layout(test, item, &layout);
}

/* What is prepared of A or B: bytes without numbers. */
static void view_prepared(struct selftest *test, struct value *item, enum role operand)
{
    const struct layout layout = {
        .covers = "1",
        .put = null_of(test),
        .parts = null_of(test),
        .bytes = "1",
        .offset = "0",
        .members = "1",
        .stride = "0",
        .lines = "1",
        .ld = selftest_prepared_bytes(test, operand),
        .length = "0",
        .five = null_of(test),
        .times = "1",
        .least = "0",
    };
    set_layout(test, item, &layout);
}

/* Whether elements of the type stand in a buffer before that one. */
static bool is_known(const struct plan *plan, size_t buffer)
{
    bool known = false;
    for (size_t i = 0; i < buffer; i++)
        known |= strcmp(plan->buffers[i].element_type, plan->buffers[buffer].element_type) == 0;
    return known;
}

/* Where elements of C lie, and which elements of A and B they are of. */
static void view_comparison(struct selftest *test, struct value *view)
{
    struct job *const job = test->job;
    const struct plan *const plan = test->plan;
    const struct buffer *const c = plan_buffer_of(plan, ROLE_C);
    const struct extent *const lines = buffer_lines(c), *const along =
                                                            &c->extents[c->extent_count - 1];
    const bool by_column = lines->n.symbol == SYMBOL_N;
    const bool shares = problem_shares_c(&plan->problem);
    const char *const row = shares && plan->problem.ragged == SYMBOL_M ? "target" : "row";
    const char *const column = shares && plan->problem.ragged == SYMBOL_N ? "target" : "column";
    const char *const offset = selftest_count(test, c->offset);
    value_set_text(job, view, "line", by_column ? column : row);
    value_set_text(job, view, "along", by_column ? row : column);
    value_set_text(job, view, "c_members", selftest_count(test, members_of(plan, c)));
    value_set_text(job, view, "c_lines", selftest_count(test, lines->n));
    value_set_text(job, view, "c_length", selftest_count(test, along->n));
    value_set_text(job, view, "c_offset", strcmp(offset, "0") == 0 ? NULL : offset);
    value_set_text(job, view, "c_stride", stride_of(test, c));
    value_set_text(job, view, "c_ld", selftest_count(test, lines->stride));
    value_set_bool(job, view, "unlike", plan->problem.conjugate_a != plan->problem.conjugate_b);
    value_set_bool(job, view, "conjugate_a", plan->problem.conjugate_a);
    value_set_bool(job, view, "conjugate_b", plan->problem.conjugate_b);
    value_set_text(job, view, "at_a", number_at(test, plan_buffer_of(plan, ROLE_A)));
    value_set_text(job, view, "at_b", number_at(test, plan_buffer_of(plan, ROLE_B)));
    value_set_text(job, view, "at_d",
                   plan->problem.gate ? number_at(test, plan_buffer_of(plan, ROLE_D)) : NULL);
    selftest_view_get(job, view, c->storage);
}

void selftest_view_types(struct selftest *test, struct value *view)
{
    struct job *const job = test->job;
    const struct plan *const plan = test->plan;
    struct value *const puts = value_set_list(job, view, "puts");
    struct value *const tables = value_set_list(job, view, "tables");
    const char *declared = NULL;
    size_t count = 0;
    for (size_t i = 0; i < plan->buffer_count; i++) {
        const struct buffer *const buffer = &plan->buffers[i];
        if (buffer->role >= ROLE_WORKSPACE)
            continue;
        declared =
            arena_join(job->arena, declared, ", ",
                       arena_printf(job->arena, "*const %s = &all[%zu]", buffer->name, count++));
        if (!is_known(plan, i) && selftest_packs(buffer))
            selftest_view_put(job, value_add(puts, value_object(job)), buffer);
        else if (!is_known(plan, i))
            selftest_view_table(job, value_add(tables, value_object(job)), buffer);
    }
    value_set_text(job, view, "declared", declared);
}

/* Where D stands among the operands of a gated product; 0: there is none. */
static long long number_of_d(const struct plan *plan)
{
    const struct buffer *const d = plan->problem.gate ? plan_buffer_of(plan, ROLE_D) : NULL;
    long long number = 0;
    for (const struct buffer *buffer = plan->buffers; d && buffer < d; buffer++)
        number += buffer->role < ROLE_WORKSPACE;
    return number;
}

void selftest_view_operands(struct selftest *test, struct value *view)
{
    struct job *const job = test->job;
    const struct plan *const plan = test->plan;
    struct value *const operands = value_set_list(job, view, "operands");
    selftest_view_types(test, view);
    for (size_t i = 0; i < plan->buffer_count; i++)
        if (plan->buffers[i].role < ROLE_WORKSPACE)
            view_operand(test, value_add(operands, value_object(job)), &plan->buffers[i]);
    for (enum role role = ROLE_A; role <= ROLE_B; role++)
        if (launcher_prepared(plan, role)) {
            test->prepared[role] = operands->count;
            view_prepared(test, value_add(operands, value_object(job)), role);
        }
    value_set_integer(job, view, "operand_count", (long long)operands->count);
    value_set_bool(job, view, "further", operands->count > (plan->problem.gate ? 4 : 3));
    value_set_unless(job, view, "number_of_d", number_of_d(plan), 0);
    value_set_text(job, view, "in_parts", selftest_in_parts(plan));
    value_set_bool(job, view, "groups", has_groups(plan));
    value_set_bool(job, view, "in_parts_apart", has_apart(plan));
    value_set_bool(job, view, "packs", has_packed(plan));
    value_set_bool(job, view, "above", has_above(plan));
    view_comparison(test, view);
}

static bool is_whole(double real)
{
    return real == (double)(long long)real;
}

static void view_operation(struct selftest *test, struct value *list,
                           const struct operation *operation)
{
    struct job *const job = test->job;
    struct value *const item = value_add(list, value_object(job));
    const char *name = "2";
    for (size_t i = 0; i < test->plan->buffer_count && operation_has_buffer(operation); i++)
        if (strcmp(test->plan->buffers[i].name, operation->operand) == 0)
            name = arena_printf(job->arena, "%s->numbers[%s]", operation->operand,
                                number_at(test, &test->plan->buffers[i]));
    value_set_text(job, item, "operation", operation->row->piece);
    value_set_text(job, item, "operand", "epilogue/operand");
    value_set_text(job, item, "name", name);
    value_set_text(job, item, "zero", "0");
    value_set_text(job, item, "suffix", "");
    value_set_bool(job, item, "lanes", false);
    for (size_t i = 0; i < operation->row->numbers; i++)
        value_set_text(job, item, operation_parameter(job, operation->row, i),
                       operation->number[i]);
}

/* List `name` of operations; whether one of them rounds. */
static bool view_operations(struct selftest *test, struct value *view, const char *name,
                            const struct epilogue *epilogue)
{
    struct job *const job = test->job;
    struct value *const list = value_set_list(job, view, name);
    bool rounds = false;
    for (size_t i = 0; epilogue && i < epilogue->count; i++) {
        const struct operation *const operation = &epilogue->list[i];
        if (operation->expression)
            job_fail(job, CLGEMM_REFUSED, "emit",
                     "a self-test cannot compute the expression %.60s of --epilogue on the host; "
                     "ask --emit without selftest",
                     operation->expression->text);
        rounds |= !operation->row->exact || !is_whole(operation->real[0]) ||
                  !is_whole(operation->real[1]);
        view_operation(test, list, operation);
    }
    return rounds;
}

void selftest_view_update(struct selftest *test, struct value *view)
{
    struct job *const job = test->job;
    const struct problem *const problem = &test->plan->problem;
    /* A product of two sums that take two numbers each takes four. */
    bool rounds = problem->gate && problem->in_parts;
    for (enum symbol symbol = SYMBOL_ALPHA; symbol <= SYMBOL_BETA; symbol++)
        rounds |= problem->values[symbol].how == FIXED && !is_whole(problem->values[symbol].real);
    rounds |= view_operations(test, view, "operations_of_gate", problem->gate);
    rounds |= view_operations(test, view, "operations", problem->epilogue);
    value_set_bool(job, view, "rounds", rounds);
    const bool nearest = !rounds && selftest_is_narrow(plan_buffer_of(test->plan, ROLE_C)->storage);
    value_set_bool(job, view, "nearest", nearest);
    value_set_text(job, view, "rounded", nearest ? "nearest" : "value");
    const bool is_double =
        strcmp(problem->scalar, "f64") == 0 || strcmp(problem->scalar, "c64") == 0;
    value_set_text(job, view, "stored_scalar", is_double ? "cl_double2" : "cl_float2");
    value_set_text(job, view, "part", is_double ? "cl_double" : "cl_float");
    value_set_bool(job, view, "alpha_turns", problem->values[SYMBOL_ALPHA].how != FIXED);
    value_set_bool(job, view, "beta_turns", problem->values[SYMBOL_BETA].how != FIXED);
}
