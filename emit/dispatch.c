#include "emit/dispatch.h"

#include <stdint.h>
#include <string.h>

#include "emit/host.h"
#include "emit/serves.h"
#include "gen/base/c_text.h"

/* ---------------------------------------------------------------- the pick */

/* What the emitted functions do (templates/host/dispatch.h.mustache). */
static double extent(long long size)
{
    const double x = size < 1 ? 1.0 : (double)size;
    return x <= 4096.0 ? x : 8192.0 - 4096.0 * 4096.0 / x;
}

static double times(long long a, long long b)
{
    const double x = extent(a), y = extent(b);
    return x > y ? x / y : y / x;
}

double dispatch_distance(const struct dispatch_shape *shape, const long long *sizes)
{
    double distance = 1;
    for (int axis = 0; axis < 3; axis++)
        distance *= times(sizes[axis], shape->sizes[axis]);
    return distance;
}

bool dispatch_has_rates(const struct dispatch *dispatch, size_t kernel)
{
    return dispatch->device && dispatch->device->units > 0 && dispatch->plans[kernel] &&
           dispatch->models[kernel].rates.groups > 0;
}

/* A kernel that can be made: lines are as its leading dimensions and offsets have them. */
static size_t first_plan(const struct dispatch *dispatch)
{
    size_t first = 0;
    while (!dispatch->plans[first])
        first++;
    return first;
}

bool dispatch_has_model(const struct dispatch *dispatch)
{
    for (size_t i = 0; i < dispatch->kernel_count; i++)
        if (dispatch_has_rates(dispatch, i))
            return true;
    return false;
}

static struct product product_of(const struct dispatch *dispatch, const long long *sizes)
{
    return model_product(dispatch->plans[first_plan(dispatch)], sizes, dispatch->members);
}

bool dispatch_predict(const struct dispatch *dispatch, size_t kernel, const long long *sizes,
                      struct model_time *time)
{
    if (!dispatch_has_rates(dispatch, kernel) || !dispatch_serves(dispatch, kernel, sizes))
        return false;
    const struct product product = product_of(dispatch, sizes);
    if (!model_knows(&dispatch->models[kernel], &product))
        return false;
    *time = model_time(dispatch->device, &dispatch->models[kernel], &product);
    return true;
}

/* The kernel of the least predicted time, of several the first; SIZE_MAX: the model knows none. */
static size_t fastest_predicted(const struct dispatch *dispatch, const long long *sizes)
{
    size_t kernel = SIZE_MAX;
    double least = 0;
    for (size_t i = 0; i < dispatch->kernel_count; i++) {
        struct model_time time;
        if (!dispatch_predict(dispatch, i, sizes, &time) ||
            (kernel != SIZE_MAX && time.total >= least))
            continue;
        kernel = i;
        least = time.total;
    }
    return kernel;
}

/* Whether shapes are measured for one product alone: of several there is a time that is predicted. */
static bool is_of_one(const struct dispatch *dispatch)
{
    return dispatch_has_model(dispatch) && !dispatch->of_members &&
           dispatch->plans[first_plan(dispatch)]->problem.batch != BATCH_NONE;
}

/* The kernel of the nearest sizes; of these very ones, and one product, it is exact. */
static size_t nearest_measured(const struct dispatch *dispatch, const long long *sizes,
                               enum pick_level *level)
{
    const bool exact = !is_of_one(dispatch) || product_of(dispatch, sizes).members <= 1;
    size_t kernel = SIZE_MAX;
    double nearest = 0;
    for (size_t i = 0; i < dispatch->shape_count && *level != PICK_EXACT; i++) {
        const struct dispatch_shape *const shape = &dispatch->shapes[i];
        const double distance = dispatch_distance(shape, sizes);
        if ((kernel != SIZE_MAX && distance >= nearest) ||
            !dispatch_serves(dispatch, shape->kernel, sizes))
            continue;
        *level = exact && memcmp(shape->sizes, sizes, sizeof shape->sizes) == 0 ? PICK_EXACT
                                                                                : PICK_NEAREST;
        nearest = distance;
        kernel = shape->kernel;
    }
    return kernel;
}

size_t dispatch_pick(const struct dispatch *dispatch, const long long *sizes,
                     enum pick_level *level)
{
    *level = PICK_NONE;
    if (sizes[0] < 0 || sizes[1] < 0 || sizes[2] < 0)
        return SIZE_MAX;
    const size_t measured = nearest_measured(dispatch, sizes, level);
    if (*level == PICK_EXACT || (measured != SIZE_MAX && !dispatch_has_rates(dispatch, measured)))
        return measured;
    const size_t kernel = fastest_predicted(dispatch, sizes);
    if (kernel != SIZE_MAX) {
        *level = PICK_MODEL;
        return kernel;
    }
    const size_t last = dispatch->kernel_count - 1;
    if (measured != SIZE_MAX || !dispatch->inherited || !dispatch_serves(dispatch, last, sizes))
        return measured;
    *level = PICK_INHERITED;
    return last;
}

/* ---------------------------------------------------------------- the page */

/* The sizes that a kernel serves, a condition each; whether there are any. */
static bool view_conditions(struct job *job, struct value *item, const struct plan *plan)
{
    struct value *const list = value_set_list(job, item, "conditions");
    const char *const *const conditions = serves_conditions(job, plan);
    for (size_t i = 0; conditions[i]; i++)
        value_set_text(job, value_add(list, value_object(job)), "condition", conditions[i]);
    value_mark_ends(job, list);
    return conditions[0];
}

/* The kernel for sizes that no other one serves. */
static void view_inherited(struct job *job, struct value *view, const struct dispatch *dispatch)
{
    struct value *const inherited =
        value_set_object_if(job, view, "inherited", dispatch->inherited != NULL);
    if (!inherited)
        return;
    value_set_text(job, inherited, "profile", c_comment(job, dispatch->inherited));
    value_set_integer(job, inherited, "last", (long long)dispatch->kernel_count - 1);
}

/* Names with commas between, in lines of a comment. */
static void view_names(struct job *job, struct value *item, const char *const *names)
{
    enum {
        WIDTH = 90
    };
    struct value *const lines = value_set_list(job, item, "lines");
    for (const char *line = ""; *names; names++) {
        line = arena_join(job->arena, line, " ", *names);
        if (names[1])
            line = arena_printf(job->arena, "%s,", line);
        if (names[1] && strlen(line) + strlen(names[1]) < WIDTH)
            continue;
        value_set_text(job, value_add(lines, value_object(job)), "names", line);
        line = "";
    }
}

/* Those that were left out so that there are few. */
static void view_cut(struct job *job, struct value *view, const struct dispatch *dispatch)
{
    const struct dispatch_cut *const cut = &dispatch->cut;
    struct value *const item = value_set_object_if(job, view, "cut", cut->names && cut->names[0]);
    if (!item)
        return;
    view_names(job, item, cut->names);
    value_set_integer(job, item, "kernels", (long long)cut->kernels);
    value_set_integer(job, item, "left", (long long)(cut->kernels - dispatch->kernel_count));
    value_set_integer(job, item, "shapes", (long long)cut->shapes);
    value_set_bool(job, item, "several", cut->shapes > 1);
    value_set_integer(job, item, "percent", (long long)(cut->share * 100 + 0.5));
    value_set_bool(job, item, "of_request", cut->of_request);
}

static void view_kernels(struct job *job, struct value *view, const struct dispatch *dispatch)
{
    struct value *const kernels = value_set_list(job, view, "kernels");
    bool asks = false;
    for (size_t i = 0; i < dispatch->kernel_count; i++) {
        struct value *const item = value_add(kernels, value_object(job));
        value_set_integer(job, item, "number", (long long)i);
        value_set_text(job, item, "name", dispatch->plans[i]->name);
        value_set_text(job, item, "command", c_comment(job, dispatch->plans[i]->command));
        asks |= view_conditions(job, item, dispatch->plans[i]);
    }
    value_set_bool(job, view, "asks", asks);
    value_set_integer(job, view, "kernel_count", (long long)dispatch->kernel_count);
    view_inherited(job, view, dispatch);
    struct value *const left_out =
        value_set_object_if(job, view, "left_out", dispatch->left_out[0]);
    if (left_out) /* of the profile: they do not serve the request */
        view_names(job, left_out, dispatch->left_out);
    view_cut(job, view, dispatch);
}

/* Whether all kernels of shapes have rates, so that the nearest shape is asked for only where the model knows none. */
static bool are_rated(const struct dispatch *dispatch)
{
    bool rated = dispatch_has_model(dispatch);
    for (size_t i = 0; i < dispatch->shape_count; i++)
        rated &= dispatch_has_rates(dispatch, dispatch->shapes[i].kernel);
    return rated;
}

static void view_shapes(struct job *job, struct value *view, const struct dispatch *dispatch)
{
    struct value *const shapes = value_set_list(job, view, "shapes");
    for (size_t i = 0; i < dispatch->shape_count; i++) {
        const struct dispatch_shape *shape = &dispatch->shapes[i];
        struct value *const item = value_add(shapes, value_object(job));
        /* Not %f: it follows the locale. */
        const long long thousandths = (long long)(shape->gflops * 1000 + 0.5);
        for (int axis = 0; axis < 3; axis++)
            value_set_integer(job, item, symbol_name((enum symbol)(SYMBOL_M + axis)),
                              shape->sizes[axis]);
        value_set_integer(job, item, "number", (long long)shape->kernel);
        value_set(item, "gflops",
                  value_printf(job, "%lld.%03lld", thousandths / 1000, thousandths % 1000));
    }
    value_set_integer(job, view, "shape_count", (long long)dispatch->shape_count);
    value_set_bool(job, view, "some_shapes", dispatch->shape_count > 0);
    value_set_bool(job, view, "of_one", is_of_one(dispatch));
    value_set_bool(job, view, "rated", dispatch->shape_count > 0 && are_rated(dispatch));
}

static void set_numbers(struct job *job, struct value *row, const char *name, const double *numbers)
{
    struct value *const list = value_set_list(job, row, name);
    for (int i = 0; i < 3; i++)
        value_set(value_add(list, value_object(job)), "number", value_real(job, numbers[i]));
    value_mark_ends(job, list);
}

/* The rates of a kernel; the row of one without has groups of 0. */
static void view_rates(struct job *job, struct value *row, const struct model_kernel *kernel)
{
    const struct kernel_rates *const rates = &kernel->rates;
    value_set_integer(job, row, "m", kernel->tile[0]);
    value_set_integer(job, row, "n", kernel->tile[1]);
    value_set_integer(job, row, "share_m", kernel->share[0]);
    value_set_integer(job, row, "share_n", kernel->share[1]);
    value_set_integer(job, row, "even", kernel->even);
    value_set_integer(job, row, "row", kernel->row);
    value_set_integer(job, row, "parts", kernel->parts);
    value_set_integer(job, row, "groups", rates->groups);
    value_set(row, "alone", value_real(job, rates->alone_ns));
    value_set(row, "shared", value_real(job, rates->shared_ns));
    value_set(row, "tile", value_real(job, rates->tile_ns));
    value_set(row, "idle", value_real(job, kernel->idle_us));
    value_set(row, "odd_lines", value_real(job, rates->odd_lines));
    value_set(row, "partial_tiles", value_real(job, rates->partial_tiles));
    set_numbers(job, row, "bytes", kernel->bytes);
    set_numbers(job, row, "steps", kernel->steps);
    set_numbers(job, row, "step_bytes", kernel->step_bytes);
}

const char *dispatch_odd_lines(struct job *job, const struct plan *plan)
{
    const char *tests = NULL;
    for (int operand = 0; operand < 2; operand++) {
        const struct line_rule rule = model_lines(plan, operand);
        if (rule.never)
            return "1";
        if (rule.symbol == SYMBOL_NONE || rule.multiple == 1)
            continue;
        const char *const test =
            arena_printf(job->arena, "%s %% %lld != 0", symbol_name(rule.symbol), rule.multiple);
        if (!tests || strcmp(tests, test) != 0)
            tests = arena_join(job->arena, tests, " || ", test);
    }
    return tests ? tests : "0";
}

/* What predicts times, where a kernel has rates. */
static void view_model(struct job *job, struct value *view, const struct dispatch *dispatch)
{
    const struct device_rates *const device = dispatch->device;
    struct value *const model =
        value_set_object_if(job, view, "model", dispatch_has_model(dispatch));
    if (!model)
        return;
    struct value *const rates = value_set_list(job, model, "rates");
    const bool along = dispatch->models[first_plan(dispatch)].along == 1;
    for (size_t i = 0; i < dispatch->kernel_count; i++)
        view_rates(job, value_add(rates, value_object(job)), &dispatch->models[i]);
    value_set_integer(job, model, "units", device->units);
    value_set(model, "start", value_real(job, device->start_us));
    value_set(model, "step", value_real(job, device->step_us));
    value_set(model, "memory", value_real(job, device->memory_gbs));
    value_set(model, "overlap", value_real(job, device->overlap));
    struct value *const beyond = value_set_object_if(job, model, "beyond", device->beyond_gbs > 0);
    if (beyond) {
        value_set(beyond, "kept", value_real(job, device->cache_kb * 1024));
        value_set(beyond, "gbs", value_real(job, device->beyond_gbs));
    }
    value_set_bool(job, model, "estimated", device->clock_ghz > 0);
    value_set_text(job, model, "along", along ? "N" : "M");
    value_set_text(job, model, "along_word", along ? "n" : "m");
    value_set_text(job, model, "size_along", along ? "y" : "x");
    value_set_text(job, model, "odd_lines", dispatch_odd_lines(job, dispatch->plans[0]));
}

const char *emit_dispatch(struct job *job, const struct clgemm_templates *templates,
                          const struct dispatch *dispatch, const char *cl, size_t cl_length)
{
    struct value *const view = host_view(job, dispatch->name, dispatch->plans[0], cl, cl_length);
    view_kernels(job, view, dispatch);
    dispatch_view_sources(job, view, dispatch);
    view_shapes(job, view, dispatch);
    view_model(job, view, dispatch);
    return host_render(job, templates, "host/dispatch.h", view);
}
