#include "emit/dispatch.h"

#include <stdint.h>
#include <string.h>

#include "emit/describe.h"
#include "gen/text.h"

static const char *const parameters[3] = {"m", "n", "k"};

struct writer {
    struct job *job;
    const struct dispatch *dispatch;
    const char *name;   /* prefix of functions and types */
    const char *prefix; /* the same in capitals */
};

/* ---------------------------------------------------------------- what a kernel serves */

enum test {
    TEST_MULTIPLE_OF,
    TEST_AT_LEAST,
    TEST_AT_MOST,
    TEST_EQUAL
};

/* What a kernel wants of one of m, n and k. */
struct condition {
    int size;
    enum test test;
    long long number;
};

enum {
    MOST_CONDITIONS = 32
};

/* A constraint on one size alone, by a number; others, as of leading dimensions, are for the launch
 * to test. */
static bool condition_of(const struct plan *plan, const struct constraint *constraint,
                         struct condition *condition)
{
    const struct count left = describe_count(plan, (struct count){constraint->left[0], 0});
    const struct count right = describe_count(plan, constraint->right);
    if (constraint->left[1] != SYMBOL_NONE || right.symbol != SYMBOL_NONE)
        return false;
    if (left.symbol != SYMBOL_M && left.symbol != SYMBOL_N && left.symbol != SYMBOL_K)
        return false;
    *condition = (struct condition){left.symbol - SYMBOL_M,
                                    constraint->operator== MULTIPLE_OF ? TEST_MULTIPLE_OF
                                    : constraint->operator== AT_LEAST  ? TEST_AT_LEAST
                                                                       : TEST_AT_MOST,
                                    right.number};
    return true;
}

static size_t list_conditions(const struct plan *plan, struct condition *conditions)
{
    size_t count = 0;
    for (int i = 0; i < 3; i++)
        if (plan->problem.values[SYMBOL_M + i].how == FIXED)
            conditions[count++] =
                (struct condition){i, TEST_EQUAL, plan->problem.values[SYMBOL_M + i].whole};
    for (size_t i = 0; i < plan->constraint_count && count < MOST_CONDITIONS; i++)
        count += condition_of(plan, &plan->constraints[i], &conditions[count]);
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
    }
    return false;
}

static const char *condition_text(struct job *job, const struct condition *condition)
{
    static const char *const forms[] = {[TEST_MULTIPLE_OF] = "%s %% %lld == 0",
                                        [TEST_AT_LEAST] = "%s >= %lld",
                                        [TEST_AT_MOST] = "%s <= %lld",
                                        [TEST_EQUAL] = "%s == %lld"};
    return arena_printf(job->arena, forms[condition->test], parameters[condition->size],
                        condition->number);
}

/* A kernel is the fastest for no shape that it refuses. */
static void check_shapes(struct job *job, const struct dispatch *dispatch)
{
    for (size_t i = 0; i < dispatch->shape_count; i++) {
        const struct dispatch_shape *shape = &dispatch->shapes[i];
        const struct plan *plan = dispatch->plans[shape->kernel];
        struct condition conditions[MOST_CONDITIONS];
        const size_t count = list_conditions(plan, conditions);
        for (size_t j = 0; j < count; j++)
            if (!holds(&conditions[j], shape->sizes))
                job_fail(job, CLGEMM_REFUSED, "for",
                         "kernel %s does not serve the shape %lld x %lld x %lld that names it: it "
                         "wants %s",
                         plan->name, shape->sizes[0], shape->sizes[1], shape->sizes[2],
                         condition_text(job, &conditions[j]));
    }
}

/* What the emitted functions do, see add_pick. */
static double times(long long a, long long b)
{
    const double x = a < 1 ? 1.0 : (double)a, y = b < 1 ? 1.0 : (double)b;
    return x > y ? x / y : y / x;
}

static bool serves(const struct plan *plan, const long long *sizes)
{
    struct condition conditions[MOST_CONDITIONS];
    const size_t count = list_conditions(plan, conditions);
    for (size_t i = 0; i < count; i++)
        if (!holds(&conditions[i], sizes))
            return false;
    return true;
}

size_t dispatch_pick(const struct dispatch *dispatch, const long long *sizes, bool *exact)
{
    size_t kernel = SIZE_MAX;
    double nearest = 0;
    *exact = false;
    for (size_t i = 0; i < dispatch->shape_count && !*exact; i++) {
        const struct dispatch_shape *const shape = &dispatch->shapes[i];
        double distance = 1;
        for (int axis = 0; axis < 3; axis++)
            distance *= times(sizes[axis], shape->sizes[axis]);
        if ((kernel != SIZE_MAX && distance >= nearest) ||
            !serves(dispatch->plans[shape->kernel], sizes))
            continue;
        *exact = memcmp(shape->sizes, sizes, sizeof shape->sizes) == 0;
        nearest = distance;
        kernel = shape->kernel;
    }
    return kernel;
}

/* ---------------------------------------------------------------- the text */

static void add_file_comment(const struct writer *writer, struct text *text)
{
    const struct dispatch *dispatch = writer->dispatch;
    text_printf(text,
                "/*\n"
                " * %s_dispatch.h: which kernel multiplies a shape fastest, from measurements.\n"
                " * Made by clgemm %s.\n"
                " *\n"
                " *     enum %s_pick_level level;\n"
                " *     int kernel = %s_pick(m, n, k, &level);\n"
                " *\n"
                " * C is m x n, and k is what the sum runs over: %s\n"
                " * in %s, %s-major. What is returned is the number of a kernel:\n"
                " *\n",
                writer->name, dispatch->plans[0]->version, writer->name, writer->name,
                describe_formula(writer->job, dispatch->plans[0]), dispatch->plans[0]->problem.type,
                dispatch->plans[0]->problem.layout);
    for (size_t i = 0; i < dispatch->kernel_count; i++)
        text_printf(text, " * %zu: %s\n *    %s\n", i, dispatch->plans[i]->name,
                    dispatch->plans[i]->command);
    text_puts(text,
              " *\n"
              " * NAME.cl holds a kernel. NAME_launch.h, where it was emitted too, has struct "
              "NAME and the\n"
              " * functions NAME_create, NAME_enqueue and NAME_release that launch it.\n"
              " */\n");
}

static void add_kernels(const struct writer *writer, struct text *text)
{
    const struct dispatch *dispatch = writer->dispatch;
    text_printf(
        text,
        "#define %s_KERNEL_COUNT %zu\n"
        "#define %s_SHAPE_COUNT %zu\n\n"
        "/* KERNEL(number, name) for every kernel: whatever is written once a kernel, as the "
        "cases of a\n"
        " * switch. */\n"
        "#define %s_KERNELS(KERNEL)",
        writer->prefix, dispatch->kernel_count, writer->prefix, dispatch->shape_count,
        writer->prefix);
    for (size_t i = 0; i < dispatch->kernel_count; i++)
        text_printf(text, " \\\n    KERNEL(%zu, %s)", i, dispatch->plans[i]->name);
    text_printf(
        text,
        "\n\n"
        "/* How the kernel of a shape was found. */\n"
        "enum %s_pick_level {\n"
        "    %s_PICK_NONE,   /* no kernel serves the shape */\n"
        "    %s_PICK_EXACT,  /* the shape was measured, and this kernel was the fastest */\n"
        "    %s_PICK_NEAREST /* the fastest for the nearest shape that was measured */\n"
        "};\n\n",
        writer->name, writer->prefix, writer->prefix, writer->prefix);
    text_printf(text,
                "/* The name of a kernel; a null pointer where there is no such number. */\n"
                "static inline const char *%s_kernel_name(int kernel)\n"
                "{\n"
                "    static const char *const names[%s_KERNEL_COUNT] = {\n",
                writer->name, writer->prefix);
    for (size_t i = 0; i < dispatch->kernel_count; i++)
        text_printf(text, "        \"%s\",\n", dispatch->plans[i]->name);
    text_printf(text,
                "    };\n"
                "    return kernel >= 0 && kernel < %s_KERNEL_COUNT ? names[kernel] : 0;\n"
                "}\n\n",
                writer->prefix);
}

static void add_table(const struct writer *writer, struct text *text)
{
    const struct dispatch *dispatch = writer->dispatch;
    text_printf(text,
                "/* A shape that was measured. */\n"
                "struct %s_shape {\n"
                "    long long m, n, k;\n"
                "    int kernel;    /* the fastest one */\n"
                "    double gflops; /* 2 m n k / time; 0: not told */\n"
                "};\n\n"
                "static inline const struct %s_shape *%s_shapes(void)\n"
                "{\n"
                "    static const struct %s_shape shapes[%s_SHAPE_COUNT] = {\n",
                writer->name, writer->name, writer->name, writer->name, writer->prefix);
    for (size_t i = 0; i < dispatch->shape_count; i++) {
        const struct dispatch_shape *shape = &dispatch->shapes[i];
        /* Not %f: it follows the locale. */
        const long long thousandths = (long long)(shape->gflops * 1000 + 0.5);
        text_printf(text, "        {%lld, %lld, %lld, %zu, %lld.%03lld},\n", shape->sizes[0],
                    shape->sizes[1], shape->sizes[2], shape->kernel, thousandths / 1000,
                    thousandths % 1000);
    }
    text_puts(text, "    };\n    return shapes;\n}\n\n");
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
    struct text cases;
    text_init(&cases, writer->job);
    const size_t count = add_cases(writer, &cases);
    text_printf(
        text,
        "/* Whether a kernel takes such sizes. What it wants of leading dimensions besides is "
        "for its launch\n"
        " * to refuse. */\n"
        "static inline int %s_serves(int kernel, long long m, long long n, long long k)\n"
        "{\n",
        writer->name);
    if (count == 0)
        text_printf(text,
                    "    (void)m;\n    (void)n;\n    (void)k;\n"
                    "    return kernel >= 0 && kernel < %s_KERNEL_COUNT;\n"
                    "}\n\n",
                    writer->prefix);
    else
        text_printf(text,
                    "    /* Not every one of them is asked for by some kernel. */\n"
                    "    (void)m;\n    (void)n;\n    (void)k;\n"
                    "    switch (kernel) {\n%s"
                    "    default:\n"
                    "        return kernel >= 0 && kernel < %s_KERNEL_COUNT;\n"
                    "    }\n"
                    "}\n\n",
                    text_string(&cases), writer->prefix);
}

static void add_pick(const struct writer *writer, struct text *text)
{
    const char *name = writer->name, *prefix = writer->prefix;
    text_printf(
        text,
        "/* How many times one size is the other, at least 1; sizes below 1 count as 1. */\n"
        "static inline double %s_times(long long a, long long b)\n"
        "{\n"
        "    const double x = a < 1 ? 1.0 : (double)a, y = b < 1 ? 1.0 : (double)b;\n"
        "    return x > y ? x / y : y / x;\n"
        "}\n\n",
        name);
    text_printf(
        text,
        "/* The number of the kernel for a shape, -1 where none serves it; *level, unless level is "
        "a null\n"
        " * pointer: how it was found.\n"
        " *\n"
        " * The nearest shape is the one with the least |log2(m / m')| + |log2(n / n')| + |log2(k "
        "/ "
        "k')|:\n"
        " * twice as many rows are as far as half as many, and as twice the depth of the sum. The "
        "product\n"
        " * of the quotients has the same order, without a logarithm. Of several the first in the "
        "table\n"
        " * counts; shapes whose kernel does not serve this one are passed over. */\n"
        "static inline int %s_pick(long long m, long long n, long long k, enum %s_pick_level "
        "*level)\n"
        "{\n"
        "    const struct %s_shape *shapes = %s_shapes();\n"
        "    enum %s_pick_level found = %s_PICK_NONE;\n"
        "    double nearest = 0.0;\n"
        "    int kernel = -1;\n"
        "    for (int i = 0; i < %s_SHAPE_COUNT && found != %s_PICK_EXACT; i++) {\n"
        "        const struct %s_shape *shape = &shapes[i];\n"
        "        const double distance = %s_times(m, shape->m) * %s_times(n, shape->n) *\n"
        "                           %s_times(k, shape->k);\n"
        "        if ((found != %s_PICK_NONE && distance >= nearest) ||\n"
        "            !%s_serves(shape->kernel, m, n, k))\n"
        "            continue;\n"
        "        found = shape->m == m && shape->n == n && shape->k == k ? %s_PICK_EXACT\n"
        "                                                                : %s_PICK_NEAREST;\n"
        "        nearest = distance;\n"
        "        kernel = shape->kernel;\n"
        "    }\n"
        "    if (level)\n"
        "        *level = found;\n"
        "    return kernel;\n"
        "}\n\n",
        name, name, name, name, name, prefix, prefix, prefix, name, name, name, name, prefix, name,
        prefix, prefix);
}

const char *emit_dispatch(struct job *job, const struct dispatch *dispatch)
{
    const struct plan named = {.name = dispatch->name};
    const struct writer writer = {job, dispatch, dispatch->name, describe_prefix(job, &named)};
    struct text text;
    check_shapes(job, dispatch);
    text_init(&text, job);
    add_file_comment(&writer, &text);
    text_printf(&text, "#ifndef %s_DISPATCH_H\n#define %s_DISPATCH_H\n\n", writer.prefix,
                writer.prefix);
    add_kernels(&writer, &text);
    add_table(&writer, &text);
    add_serves(&writer, &text);
    add_pick(&writer, &text);
    text_puts(&text, "#endif\n");
    return text_string(&text);
}
