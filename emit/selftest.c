/*
 * STEM_selftest.h: multiplies small whole numbers on a device and compares the results.
 */
#include "emit/emit.h"

#include "emit/selftest.h"
#include "gen/base/c_text.h"
#include "gen/base/real.h"
#include "gen/plan/wording.h"

/* What the test passes for a buffer. */
static const char *memory(struct job *job, const struct buffer *buffer)
{
    const enum role role = buffer->role;
    const char *const operand =
        role == ROLE_SCALES_A || role == ROLE_ZEROS_A || role == ROLE_OFFSETS_A   ? "A"
        : role == ROLE_SCALES_B || role == ROLE_ZEROS_B || role == ROLE_OFFSETS_B ? "B"
        : role == ROLE_OFFSETS_C                                                  ? "C"
        : buffer->prepared ? launcher_operand(buffer)
                           : buffer->name;
    const char *const member = role == ROLE_SCALES_A || role == ROLE_SCALES_B ? "scales"
                               : role == ROLE_ZEROS_A || role == ROLE_ZEROS_B ? "zeros"
                               : role >= ROLE_OFFSETS_A                       ? "places"
                               : buffer->prepared                             ? "prepared"
                                                                              : "memory";
    return arena_printf(job->arena, "%s->%s", operand, member);
}

/* What the test passes for a parameter of a function of the launcher. */
static const char *argument(struct selftest *test, const struct launcher_parameter *parameter)
{
    struct job *const job = test->job;
    if (parameter->buffer)
        return memory(job, parameter->buffer);
    if (!symbol_is_scalar(parameter->symbol))
        return selftest_symbol(test, parameter->symbol);
    if (test->plan->problem.complex)
        return parameter->symbol == SYMBOL_ALPHA  ? "alpha"
               : parameter->symbol == SYMBOL_BETA ? "beta"
                                                  : "twice";
    const char *const value = parameter->symbol == SYMBOL_ALPHA  ? "t->alpha"
                              : parameter->symbol == SYMBOL_BETA ? "t->beta"
                                                                 : "2";
    return arena_printf(job->arena, "%s_CAST(%s, %s)", c_capitals(job, test->plan->name),
                        parameter->type, value);
}

/* A call of a function of the launcher behind `before`, as the list of its arguments. */
static struct value *call(struct selftest *test, const char *before,
                          const struct launcher_parameter *list, size_t count, bool enqueues)
{
    struct host_item items[HOST_MOST_ITEMS + 5] = {{"self", false}, {"queue", false}};
    size_t length = enqueues ? 2 : 0;
    for (size_t i = 0; i < count; i++)
        items[length++] = (struct host_item){argument(test, &list[i]), false};
    if (enqueues) {
        const char *const null =
            arena_printf(test->job->arena, "%s_NULL", c_capitals(test->job, test->plan->name));
        items[length++] = (struct host_item){"0", false};
        items[length++] = (struct host_item){null, false};
        items[length++] = (struct host_item){null, false};
    }
    return host_row(test->job, before, items, length);
}

static void view_calls(struct selftest *test, struct value *view)
{
    struct job *const job = test->job;
    const char *const name = test->plan->name;
    struct launcher_parameter list[HOST_MOST_ITEMS];
    struct value *const prepared = value_set_list(job, view, "prepared");
    for (enum role role = ROLE_A; role <= ROLE_B; role++) {
        const struct buffer *const buffer = launcher_prepared(test->plan, role);
        if (!buffer)
            continue;
        struct value *const item = value_add(prepared, value_object(job));
        const char letter = launcher_letter(buffer);
        value_set_text(job, item, "operand", launcher_operand(buffer));
        value_set(item, "letter", value_printf(job, "%c", letter));
        const size_t sizes = launcher_bytes_parameters(job, test->plan, buffer, list);
        value_set(
            item, "sizes",
            call(test,
                 arena_printf(job->arena, "                %s_prepared_%c_bytes(", name, letter),
                 list, sizes, false));
        const size_t count = launcher_parameters(job, test->plan, buffer, list);
        value_set(
            item, "fill",
            call(test,
                 arena_printf(job->arena, "            status = %s_prepare_%c(", name, letter),
                 list, count, true));
    }
    value_set_bool(job, view, "prepares", prepared->count > 0);
    const size_t count = launcher_parameters(job, test->plan, NULL, list);
    value_set(view, "enqueue",
              call(test,
                   arena_printf(job->arena, "        status = status ? status : %s_enqueue(", name),
                   list, count, true));
}

/* The products, with what is read of each. */
/* A number as C writes it, whatever the locale. */
static const char *number_text(struct job *job, double number)
{
    char text[REAL_TEXT];
    real_shortest(number, false, text);
    return arena_printf(job->arena, "%s", text);
}

static void view_cases(struct selftest *test, struct value *view)
{
    struct job *const job = test->job;
    struct selftest_case list[SELFTEST_MOST];
    const size_t count = selftest_cases(job, test->plan, list);
    struct host_item items[SYMBOL_COUNT + 2];
    struct value *const cases = value_set_list(job, view, "cases");
    size_t length = 0;
    test->reads[SYMBOL_M] = test->reads[SYMBOL_N] = test->reads[SYMBOL_K] = true;
    for (enum symbol symbol = SYMBOL_M; symbol < SYMBOL_COUNT; symbol++)
        if (test->reads[symbol])
            items[length++] = (struct host_item){launcher_symbol(symbol), false};
    value_set(view, "members", host_row(job, "    size_t ", items, length));
    for (size_t i = 0; i < count; i++) {
        length = 0;
        for (enum symbol symbol = SYMBOL_M; symbol < SYMBOL_COUNT; symbol++)
            if (test->reads[symbol])
                items[length++] = (struct host_item){
                    arena_printf(job->arena, "%lld", list[i].value[symbol]), false};
        items[length++] = (struct host_item){number_text(job, list[i].alpha), false};
        items[length++] = (struct host_item){number_text(job, list[i].beta), false};
        struct value *const item = value_add(cases, host_row(job, "        {", items, length));
        value_set_bool(job, item, "last_case", i + 1 == count);
    }
    value_set_integer(job, view, "count", (long long)count);
}

const char *emit_selftest(struct job *job, const struct clgemm_templates *templates,
                          const struct plan *plan, const char *cl, size_t cl_length)
{
    struct selftest test = {.job = job, .plan = plan};
    struct value *const view = host_view(job, plan->name);
    /* It refuses what no launcher serves. */
    emit_launcher(job, templates, plan, cl, cl_length);
    host_view_head(job, view, plan);
    value_set_bool(job, view, "complex", plan->problem.complex);
    value_set_bool(job, view, "offsets", plan->problem.batch == BATCH_OFFSETS);
    value_set_integer(job, view, "period", SELFTEST_PERIOD);
    selftest_view_operands(&test, view);
    selftest_view_update(&test, view);
    view_calls(&test, view);
    view_cases(&test, view);
    return host_render(job, templates, "host/selftest.h", view);
}
