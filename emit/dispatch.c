#include "emit/dispatch.h"

#include <stdint.h>
#include <string.h>

#include "gen/base/c_text.h"
#include "gen/plan/wording.h"

static const char *const parameters[3] = {"m", "n", "k"};

/* ---------------------------------------------------------------- what a kernel serves */

enum test {
    TEST_MULTIPLE_OF,
    TEST_AT_LEAST,
    TEST_AT_MOST,
    TEST_EQUAL,
    TEST_PRODUCT /* at most */
};

/* What a kernel wants of one of m, n and k, or of two. */
struct condition {
    int size;
    enum test test;
    long long number;
    int other; /* TEST_PRODUCT: the second factor */
};

enum {
    MOST_CONDITIONS = 32
};

/* A constraint on sizes alone: on one of them by a number, or on two whose product has an upper
 * bound. There a leading dimension counts as the least that it can be; all else that is asked of
 * these is for the launch to test. */
static bool condition_of(const struct plan *plan, const struct constraint *constraint,
                         struct condition *condition)
{
    const bool at_most = constraint->operator== AT_MOST;
    const struct count right = plan_known(plan, constraint->right);
    int sizes[2] = {0, 0}, count = 0;
    long long factor = 1;
    for (int i = 0; i < 2 && constraint->left[i] != SYMBOL_NONE; i++) {
        const enum symbol symbol = constraint->left[i];
        const struct count left = at_most ? plan_least(plan, symbol)
                                          : plan_known(plan, (struct count){.symbol = symbol});
        if (left.symbol == SYMBOL_NONE)
            factor *= left.number;
        else if (left.symbol <= SYMBOL_K)
            sizes[count++] = left.symbol - SYMBOL_M;
        else
            return false;
    }
    if (count == 0 || factor == 0 || right.symbol != SYMBOL_NONE)
        return false;
    if (!at_most && (count == 2 || factor != 1))
        return false;
    *condition = (struct condition){sizes[0],
                                    count == 2                           ? TEST_PRODUCT
                                    : constraint->operator== MULTIPLE_OF ? TEST_MULTIPLE_OF
                                    : constraint->operator== AT_LEAST    ? TEST_AT_LEAST
                                                                         : TEST_AT_MOST,
                                    right.number / factor, sizes[1]};
    return true;
}

/* Whether one of the conditions says as much already: sizes have limits, and so have the leading
 * dimensions that are as large at least. */
static bool is_implied(const struct condition *conditions, size_t count,
                       const struct condition *condition)
{
    for (size_t i = 0; i < count; i++)
        if (conditions[i].size == condition->size && conditions[i].test == TEST_AT_MOST &&
            condition->test == TEST_AT_MOST && conditions[i].number <= condition->number)
            return true;
    return false;
}

static size_t list_conditions(const struct plan *plan, struct condition *conditions)
{
    size_t count = 0;
    for (int i = 0; i < 3; i++)
        if (plan->problem.values[SYMBOL_M + i].how == FIXED)
            conditions[count++] =
                (struct condition){i, TEST_EQUAL, plan->problem.values[SYMBOL_M + i].whole, i};
    for (size_t i = 0; i < plan->constraint_count && count < MOST_CONDITIONS; i++)
        if (condition_of(plan, &plan->constraints[i], &conditions[count]) &&
            !is_implied(conditions, count, &conditions[count]))
            count++;
    return count;
}

static bool holds(const struct condition *condition, const long long *sizes)
{
    const long long size = sizes[condition->size];
    switch (condition->test) {
    case TEST_MULTIPLE_OF:
        return size % condition->number == 0;
    case TEST_AT_LEAST:
        return size >= condition->number;
    case TEST_AT_MOST:
        return size <= condition->number;
    case TEST_EQUAL:
        return size == condition->number;
    case TEST_PRODUCT: /* divided, not multiplied: no sizes overflow it */
        return size < 1 || sizes[condition->other] <= condition->number / size;
    }
    return false;
}

static const char *condition_text(struct job *job, const struct condition *condition)
{
    static const char *const forms[] = {[TEST_MULTIPLE_OF] = "%s %% %lld == 0",
                                        [TEST_AT_LEAST] = "%s >= %lld",
                                        [TEST_AT_MOST] = "%s <= %lld",
                                        [TEST_EQUAL] = "%s == %lld"};
    const char *const size = parameters[condition->size];
    if (condition->test == TEST_PRODUCT)
        return arena_printf(job->arena, "(%s < 1 || %s <= %lld / %s)", size,
                            parameters[condition->other], condition->number, size);
    return arena_printf(job->arena, forms[condition->test], size, condition->number);
}

/* The first condition that sizes do not hold; false: they hold all, or the kernel cannot be made. */
static bool find_unheld(const struct plan *plan, const long long *sizes,
                        struct condition *condition)
{
    struct condition conditions[MOST_CONDITIONS];
    const size_t count = plan ? list_conditions(plan, conditions) : 0;
    for (size_t i = 0; i < count; i++)
        if (!holds(&conditions[i], sizes)) {
            *condition = conditions[i];
            return true;
        }
    return false;
}

size_t dispatch_unserved(struct job *job, const struct dispatch *dispatch, const char **wants)
{
    struct condition condition = {.size = 0};
    for (size_t i = dispatch->shape_count; i-- > 0;) {
        const struct dispatch_shape *const shape = &dispatch->shapes[i];
        if (!find_unheld(dispatch->plans[shape->kernel], shape->sizes, &condition))
            return SIZE_MAX;
    }
    *wants = condition_text(job, &condition);
    return 0;
}

/* What the emitted functions do, see add_pick. */
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

size_t dispatch_pick(const struct dispatch *dispatch, const long long *sizes, bool *exact)
{
    size_t kernel = SIZE_MAX;
    double nearest = 0;
    *exact = false;
    if (sizes[0] < 0 || sizes[1] < 0 || sizes[2] < 0)
        return SIZE_MAX;
    for (size_t i = 0; i < dispatch->shape_count && !*exact; i++) {
        const struct dispatch_shape *const shape = &dispatch->shapes[i];
        struct condition unheld;
        double distance = 1;
        for (int axis = 0; axis < 3; axis++)
            distance *= times(sizes[axis], shape->sizes[axis]);
        if ((kernel != SIZE_MAX && distance >= nearest) ||
            find_unheld(dispatch->plans[shape->kernel], sizes, &unheld))
            continue;
        *exact = memcmp(shape->sizes, sizes, sizeof shape->sizes) == 0;
        nearest = distance;
        kernel = shape->kernel;
    }
    return kernel;
}

/* ---------------------------------------------------------------- the text */

struct writer {
    struct job *job;
    const struct dispatch *dispatch;
    struct c_names names;
};

static void add_file_comment(const struct writer *writer, struct text *text)
{
    const struct dispatch *dispatch = writer->dispatch;
    const struct plan *first = dispatch->plans[0];
    c_add(text, &writer->names,
          "/*\n"
          " * @_dispatch.h: the fastest kernel for a shape, from measurements.\n"
          " * Made by clgemm %s.\n"
          " *\n"
          " *     enum @_pick_level level;\n"
          " *     int kernel = @_pick(m, n, k, &level);\n"
          " *\n"
          " * C is m x n, the sum runs over k: %s\n"
          " * in %s, %s-major. The result is the number of a kernel:\n"
          " *\n",
          first->version, plan_formula(writer->job, first), plan_types(writer->job, first),
          first->problem.layout);
    for (size_t i = 0; i < dispatch->kernel_count; i++)
        text_printf(text, " * %zu: %s\n *    %s\n", i, dispatch->plans[i]->name,
                    c_comment(writer->job, dispatch->plans[i]->command));
    if (*dispatch->left_out)
        text_puts(text, " *\n * Left out, as they do not serve what was asked:\n *\n");
    for (const char *const *name = dispatch->left_out; *name; name++)
        text_printf(text, " *    %s\n", *name);
    text_puts(text,
              " *\n"
              " * NAME.cl has the kernel NAME. NAME_launch.h, if it was emitted too, has struct "
              "NAME and the\n"
              " * functions NAME_create, NAME_enqueue and NAME_release.\n"
              " */\n");
}

static void add_kernel_name(const struct writer *writer, struct text *text)
{
    static const char *const parameters[] = {"int kernel"};
    const struct dispatch *dispatch = writer->dispatch;
    struct text body;
    text_init(&body, writer->job);
    text_puts(&body, "{\n    static const char *const names[$_KERNEL_COUNT + 1] = {\n");
    for (size_t i = 0; i < dispatch->kernel_count; i++)
        text_printf(&body, "        \"%s\",\n", dispatch->plans[i]->name);
    text_puts(
        &body,
        "    }; /* and a null pointer */\n"
        "    return names[kernel >= 0 && kernel < $_KERNEL_COUNT ? kernel : $_KERNEL_COUNT];\n"
        "}\n\n");
    c_add_function(text, &writer->names,
                   "/* The name of a kernel; a null pointer if there is no such number. */\n",
                   "const char *", "kernel_name", parameters, 1, text_string(&body));
}

static void add_kernels(const struct writer *writer, struct text *text)
{
    const struct dispatch *dispatch = writer->dispatch;
    c_add(text, &writer->names,
          "#define $_KERNEL_COUNT %zu\n"
          "#define $_SHAPE_COUNT %zu\n\n"
          "/* KERNEL(number, name) for every kernel: for text that is repeated per kernel, as the "
          "cases\n"
          " * of a switch. */\n"
          "#define $_KERNELS(KERNEL)",
          dispatch->kernel_count, dispatch->shape_count);
    for (size_t i = 0; i < dispatch->kernel_count; i++)
        text_printf(text, " \\\n    KERNEL(%zu, %s)", i, dispatch->plans[i]->name);
    c_add(text, &writer->names,
          "\n\n"
          "/* How the kernel was selected. */\n"
          "enum @_pick_level {\n"
          "    $_PICK_NONE,   /* no kernel supports the shape */\n"
          "    $_PICK_EXACT,  /* the shape was measured, and this kernel was the fastest */\n"
          "    $_PICK_NEAREST /* the fastest for the nearest shape that was measured */\n"
          "};\n\n");
    add_kernel_name(writer, text);
}

static void add_table(const struct writer *writer, struct text *text)
{
    static const char *const parameters[] = {"void"};
    const struct dispatch *dispatch = writer->dispatch;
    struct text body;
    text_init(&body, writer->job);
    text_puts(&body, "{\n    static const struct @_shape shapes[$_SHAPE_COUNT] = {\n");
    for (size_t i = 0; i < dispatch->shape_count; i++) {
        const struct dispatch_shape *shape = &dispatch->shapes[i];
        /* Not %f: it follows the locale. */
        const long long thousandths = (long long)(shape->gflops * 1000 + 0.5);
        text_printf(&body, "        {%lld, %lld, %lld, %zu, %lld.%03lld},\n", shape->sizes[0],
                    shape->sizes[1], shape->sizes[2], shape->kernel, thousandths / 1000,
                    thousandths % 1000);
    }
    text_puts(&body, "    };\n    return shapes;\n}\n\n");
    c_add_function(text, &writer->names,
                   "/* A shape that was measured. */\n"
                   "struct @_shape {\n"
                   "    long long m, n, k;\n"
                   "    int kernel;    /* the fastest one */\n"
                   "    double gflops; /* 2 m n k / time; 0: unknown */\n"
                   "};\n\n",
                   "const struct @_shape *", "shapes", parameters, 1, text_string(&body));
}

/* The cases of kernels that do not serve every shape. */
static size_t add_cases(const struct writer *writer, struct text *text)
{
    const struct dispatch *dispatch = writer->dispatch;
    size_t cases = 0;
    for (size_t i = 0; i < dispatch->kernel_count; i++) {
        struct condition conditions[MOST_CONDITIONS];
        const size_t count = list_conditions(dispatch->plans[i], conditions);
        if (count == 0)
            continue;
        text_printf(text, "    case %zu:\n        return ", i);
        for (size_t j = 0; j < count; j++)
            text_printf(text, "%s%s", j == 0 ? "" : " &&\n               ",
                        condition_text(writer->job, &conditions[j]));
        text_puts(text, ";\n");
        cases++;
    }
    return cases;
}

static void add_serves(const struct writer *writer, struct text *text)
{
    static const char *const parameters[] = {"int kernel", "long long m", "long long n",
                                             "long long k"};
    static const char *const is_kernel = "return kernel >= 0 && kernel < $_KERNEL_COUNT;\n";
    static const char *const are_sizes = "    if (m < 0 || n < 0 || k < 0)\n"
                                         "        return 0;\n";
    struct text cases, body;
    text_init(&cases, writer->job);
    text_init(&body, writer->job);
    if (add_cases(writer, &cases) == 0)
        text_printf(&body, "{\n%s    %s}\n\n", are_sizes, is_kernel);
    else
        text_printf(&body,
                    "{\n%s"
                    "    switch (kernel) {\n%s"
                    "    default:\n"
                    "        %s"
                    "    }\n"
                    "}\n\n",
                    are_sizes, text_string(&cases), is_kernel);
    c_add_function(
        text, &writer->names,
        "/* Whether a kernel supports these sizes. Conditions on leading dimensions are checked at "
        "launch. */\n",
        "int", "serves", parameters, 4, text_string(&body));
}

static void add_pick(const struct writer *writer, struct text *text)
{
    static const char *const size[] = {"long long size"};
    static const char *const sizes[] = {"long long a", "long long b"};
    static const char *const parameters[] = {"long long m", "long long n", "long long k",
                                             "enum @_pick_level *level"};
    c_add_function(text, &writer->names,
                   "/* A size as it counts: beyond 4096 what is longer is more of the same. It is "
                   "at least 1,\n"
                   " * and less than 8192. */\n",
                   "double", "extent", size, 1,
                   "{\n"
                   "    const double x = size < 1 ? 1.0 : $_CAST(double, size);\n"
                   "    return x <= 4096.0 ? x : 8192.0 - 4096.0 * 4096.0 / x;\n"
                   "}\n\n");
    c_add_function(text, &writer->names,
                   "/* The ratio of two sizes as they count, at least 1. */\n", "double", "times",
                   sizes, 2,
                   "{\n"
                   "    const double x = @_extent(a), y = @_extent(b);\n"
                   "    return x > y ? x / y : y / x;\n"
                   "}\n\n");
    c_add_function(
        text, &writer->names,
        "/* The number of the kernel for a shape, -1 if none supports it; *level, unless level is "
        "a "
        "null\n"
        " * pointer: how it was selected.\n"
        " *\n"
        " * The nearest shape is the one with the least |log2(m / m')| + |log2(n / n')| + |log2(k "
        "/ k')|\n"
        " * of sizes as they count: a factor of two in m, n or k is the same distance. The product "
        "of the\n"
        " * ratios has the same order and needs no logarithm. Of equal distances the first one is "
        "used;\n"
        " * shapes whose kernel does not support this shape are skipped. */\n",
        "int", "pick", parameters, 4,
        "{\n"
        "    const struct @_shape *shapes = @_shapes();\n"
        "    enum @_pick_level found = $_PICK_NONE;\n"
        "    double nearest = 0.0;\n"
        "    int kernel = -1;\n"
        "    for (int i = 0; i < $_SHAPE_COUNT && found != $_PICK_EXACT; i++) {\n"
        "        const struct @_shape *shape = &shapes[i];\n"
        "        const double distance = @_times(m, shape->m) * @_times(n, shape->n) *\n"
        "                           @_times(k, shape->k);\n"
        "        if ((found != $_PICK_NONE && distance >= nearest) ||\n"
        "            !@_serves(shape->kernel, m, n, k))\n"
        "            continue;\n"
        "        found = shape->m == m && shape->n == n && shape->k == k ? $_PICK_EXACT\n"
        "                                                                : $_PICK_NEAREST;\n"
        "        nearest = distance;\n"
        "        kernel = shape->kernel;\n"
        "    }\n"
        "    if (level)\n"
        "        *level = found;\n"
        "    return kernel;\n"
        "}\n\n");
}

const char *emit_dispatch(struct job *job, const struct dispatch *dispatch)
{
    const struct writer writer = {job, dispatch, c_names_of(job, dispatch->name)};
    struct text text;
    text_init(&text, job);
    add_file_comment(&writer, &text);
    c_add(&text, &writer.names, "#ifndef $_DISPATCH_H\n#define $_DISPATCH_H\n\n");
    c_add_cast(&text, &writer.names);
    add_kernels(&writer, &text);
    add_table(&writer, &text);
    add_serves(&writer, &text);
    add_pick(&writer, &text);
    text_puts(&text, "#endif\n");
    return text_string(&text);
}
