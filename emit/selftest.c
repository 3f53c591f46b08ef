/*
 * STEM_selftest.h: multiplies small whole numbers on a device, by one kernel or by each of a dispatch, and compares the results.
 */
#include "emit/emit.h"

#include <string.h>

#include "emit/calibrate.h"
#include "gen/base/notation.h"

enum {
    WIDTH = 180 /* of the lines of the table of products, which nobody reads one by one */
};

static void view_calls(struct selftest *test, struct value *view)
{
    struct job *const job = test->job;
    struct value *const prepared = value_set_list(job, view, "prepared");
    for (enum role role = ROLE_A; role <= ROLE_B; role++) {
        const struct buffer *const buffer = launcher_prepared(test->plan, role);
        if (!buffer)
            continue;
        struct value *const item = value_add(prepared, value_object(job));
        value_set(item, "letter", value_printf(job, "%c", launcher_letter(buffer)));
        selftest_set_passed(test, item, "fill", JOINT_PREPARE, role);
    }
    value_set_bool(job, view, "prepares", prepared->count > 0);
    selftest_set_passed(test, view, "enqueue", JOINT_ENQUEUE, ROLE_C);
}

/* A product as an initializer: the kernel, where there are several, what is read of the sizes and the like, alpha and beta. */
static const char *case_text(struct selftest *test, size_t kernel, const struct selftest_case *one)
{
    struct arena *const arena = test->job->arena;
    const char *text = test->joint ? arena_printf(arena, "{%zu, ", kernel) : "{";
    for (enum symbol symbol = SYMBOL_M; symbol < SYMBOL_COUNT; symbol++)
        if (test->reads[symbol])
            text = arena_printf(arena, "%s%lld, ", text, one->value[symbol]);
    return arena_printf(arena, "%s%s, %s}", text, selftest_number(test->job, one->alpha),
                        selftest_number(test->job, one->beta));
}

/* Appends a product to the last line of a table where there is room for it, else to a new one. Returns how many lines there are. */
static size_t add_case(struct job *job, struct host_item *lines, size_t count, const char *text)
{
    struct host_item *const last = count ? &lines[count - 1] : NULL;
    if (last && strlen(last->text) + strlen(text) < WIDTH) {
        last->text = arena_printf(job->arena, "%s, %s", last->text, text);
        return count;
    }
    lines[count] = (struct host_item){text, true};
    return count + 1;
}

/* The products of all kernels; the other parts have noted what is read of each. */
static void view_cases(struct selftest *test, struct value *view)
{
    struct job *const job = test->job;
    const size_t kernels = test->dispatch->kernel_count;
    struct host_item members[SYMBOL_COUNT];
    struct host_item *const lines = arena_array(job->arena, kernels * SELFTEST_MOST, sizeof *lines);
    size_t length = 0, line_count = 0, all = 0;
    long long deepest = 0;
    test->reads[SYMBOL_M] = test->reads[SYMBOL_N] = test->reads[SYMBOL_K] = true;
    for (enum symbol symbol = SYMBOL_M; symbol < SYMBOL_COUNT; symbol++)
        if (test->reads[symbol])
            members[length++] = (struct host_item){launcher_symbol(symbol), false};
    host_set_list(job, value_set_object(job, view, "members"), 11, members, length);
    for (size_t kernel = 0; kernel < kernels; kernel++) {
        struct selftest_case list[SELFTEST_MOST];
        const size_t count = selftest_cases(job, test->dispatch->plans[kernel], list);
        for (size_t i = 0; i < count; i++) {
            line_count = add_case(job, lines, line_count, case_text(test, kernel, &list[i]));
            if (list[i].value[SYMBOL_K] > deepest)
                deepest = list[i].value[SYMBOL_K];
        }
        all += count;
    }
    host_set_list(job, value_set_object(job, view, "cases"), 8, lines, line_count);
    value_set_integer(job, view, "count", (long long)all);
    value_set_bool(job, view, "rare",
                   selftest_sums_little(plan_buffer_of(test->plan, ROLE_C)->storage, deepest));
}

/* The products that kernels are measured by. */
static void view_calibrate(struct selftest *test, struct value *view)
{
    struct job *const job = test->job;
    struct selftest_case list[CALIBRATE_MOST];
    struct host_item lines[CALIBRATE_MOST];
    size_t line_count = 0;
    struct value *const calibrate =
        value_set_object_if(job, view, "calibrate", test->joint && test->plan->launcher.calibrate);
    if (!calibrate)
        return;
    const size_t count = calibrate_products(test->plan, list);
    for (size_t i = 0; i < count; i++)
        line_count = add_case(job, lines, line_count, case_text(test, 0, &list[i]));
    host_set_list(job, value_set_object(job, calibrate, "samples"), 8, lines, line_count);
}

/* By the launcher, which refuses what it cannot launch. */
static const char *write_selftest(struct selftest *test, const struct clgemm_templates *templates,
                                  const char *cl, size_t cl_length)
{
    struct job *const job = test->job;
    const struct plan *const plan = test->plan;
    struct value *const view = host_view(job, plan->name, plan, cl, cl_length);
    value_set_bool(job, view, "joint", test->joint);
    value_set_bool(job, view, "cache", test->joint && plan->launcher.cache);
    value_set_bool(job, view, "complex", plan->problem.complex);
    value_set_bool(job, view, "gated", plan->problem.gate != NULL);
    value_set_bool(job, view, "offsets", plan->problem.batch == BATCH_OFFSETS);
    value_set_bool(job, view, "batched", plan->problem.batch != BATCH_NONE);
    value_set_integer(job, view, "period", SELFTEST_PERIOD);
    value_set_integer(job, view, "period_along", SELFTEST_PERIOD * (plan->problem.complex ? 2 : 1));
    selftest_view_groups(test, view);
    selftest_view_operands(test, view);
    selftest_view_update(test, view);
    view_calls(test, view);
    view_cases(test, view);
    view_calibrate(test, view);
    return host_render(job, templates, "host/selftest.h", view);
}

/* What partials ask that matrices alone have. */
static void view_none(struct job *job, struct value *view)
{
    static const char *const names[] = {"complex", "groups", "in_parts_apart", "joint", "offsets"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        value_set_bool(job, view, names[i], false);
}

const char *emit_selftest(struct job *job, const struct clgemm_templates *templates,
                          const struct plan *plan, const char *cl, size_t cl_length)
{
    const struct dispatch alone = {.name = plan->name, .plans = &plan, .kernel_count = 1};
    struct selftest test = {.job = job, .dispatch = &alone, .plan = plan};
    const bool by_index = plan->product && plan->product->by_index && !plan->problem.attends;
    emit_launcher(job, templates, plan, cl, cl_length);
    if (!plan->problem.attends && !by_index)
        return write_selftest(&test, templates, cl, cl_length);
    struct value *const view = host_view(job, plan->name, plan, cl, cl_length);
    view_none(job, view);
    if (by_index) {
        selftest_view_product(&test, view);
        selftest_view_update(&test, view);
        view_calls(&test, view);
    } else {
        selftest_view_attention(&test, view);
    }
    return host_render(job, templates,
                       by_index ? "host/selftest_product.h" : "host/selftest_attention.h", view);
}

const char *emit_dispatch_selftest(struct job *job, const struct clgemm_templates *templates,
                                   const struct dispatch *dispatch, const char *cl,
                                   size_t cl_length)
{
    const struct plan plan = joint_plan(dispatch);
    struct selftest test = {.job = job, .dispatch = dispatch, .joint = true, .plan = &plan};
    if (plan.product && plan.product->by_index)
        job_fail(
            job, CLGEMM_REFUSED, "emit",
            "a self-test of a dispatch multiplies matrices, and an operand of --product is found "
            "by an index function; ask --emit selftest of its kernels, without dispatch");
    emit_dispatch_launcher(job, templates, dispatch, cl, cl_length);
    return write_selftest(&test, templates, cl, cl_length);
}
