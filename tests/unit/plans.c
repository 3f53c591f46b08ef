#include "tests/unit/plans.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "tests/unit/ask.h"
#include "tests/unit/fixture.h"
#include "tests/unit/specs.h"

const struct plan *planned(const struct spec *spec)
{
    if (setjmp(job.escape))
        fail_msg("%s", error.text);
    return plan_make(&job, spec);
}

const struct plan *plan_of(const char *line)
{
    return planned(resolved_line(line));
}

const struct step *multiply(const struct plan *plan)
{
    return &plan->steps[plan->step_count - 1];
}

const char *text_of(const char *line)
{
    struct clgemm_result *const result = generate(line);
    const char *const text = arena_copy(&arena, clgemm_result_text(result, CLGEMM_CL, NULL));
    clgemm_result_free(result);
    return text;
}

void assert_arguments(const struct step *step, const char *names)
{
    const char *all = "";
    for (size_t i = 0; i < step->argument_count; i++)
        all = arena_printf(&arena, "%s%s%s", all, i ? " " : "", step->arguments[i].name);
    assert_string_equal(all, names);
}

void assert_dimension(const struct step *step, int which, enum symbol dim, long long rounded_to,
                      long long per_group, long long local)
{
    const struct launch_dimension *const dimension = &step->dimensions[which];
    assert_int_equal(dimension->dim.symbol, dim);
    assert_int_equal(dimension->rounded_to, rounded_to);
    assert_int_equal(dimension->per_group, per_group);
    assert_int_equal(dimension->local, local);
}

void assert_extent(const struct buffer *buffer, int which, enum symbol axis, long long rounded_to,
                   enum symbol stride, long long number)
{
    const struct extent *const extent = &buffer->extents[which];
    assert_int_equal(extent->n.symbol, axis);
    assert_int_equal(extent->rounded_to, rounded_to);
    assert_int_equal(extent->stride.symbol, stride);
    assert_int_equal(extent->stride.number, number);
}

/* The limit of 32-bit numbers that a rule states, -1 for other rules. */
static long long limit_of(enum size_rule rule)
{
    return rule == SIZE_LIMIT ? 2147418112 : rule == LEADING_DIMENSION_LIMIT ? 2147483647 : -1;
}

void assert_constraints(const struct plan *plan, const char *sentences)
{
    const char *all = "";
    for (size_t i = 0; i < plan->constraint_count; i++) {
        const struct constraint *const constraint = &plan->constraints[i];
        const long long limit = limit_of(constraint->rule);
        if (limit < 0) {
            all = arena_printf(&arena, "%s%s%s", all, *all ? "|" : "", constraint->sentence);
            continue;
        }
        assert_int_equal(plan->problem.values[constraint->left[0]].how, GIVEN_AT_LAUNCH);
        assert_int_equal(constraint->left[1], SYMBOL_NONE);
        assert_int_equal(constraint->operator, AT_MOST);
        assert_int_equal(constraint->right, limit);
    }
    assert_string_equal(all, sentences);
}

int limits(const struct plan *plan)
{
    int found = 0;
    for (size_t i = 0; i < plan->constraint_count; i++)
        found += plan->constraints[i].rule == SIZE_LIMIT;
    return found;
}
