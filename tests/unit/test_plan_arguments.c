/*
 * What a caller passes follows from the problem: it is the same for every family, at all edges and however operands get to the
 * multiplication.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "tests/unit/fixture.h"
#include "tests/unit/plans.h"
#include "tests/unit/specs.h"
#include "tests/unit/texts.h"

/* Adds one to a list "K i32, A buffer, lda i32". */
static void add_argument(const char **list, const struct argument *argument)
{
    *list = arena_printf(&arena, "%s%s%s %s", *list, **list ? ", " : "", argument->name,
                         argument->type ? argument->type : "buffer");
}

static bool is_size(const struct argument *argument)
{
    return argument->kind == ARGUMENT_VALUE && argument->symbol >= SYMBOL_M &&
           argument->symbol <= SYMBOL_K;
}

/* The workspace of an argument; NULL: none. */
static const struct buffer *workspace_of(const struct plan *plan, const struct argument *argument)
{
    const struct buffer *const buffer =
        argument->kind == ARGUMENT_BUFFER ? &plan->buffers[argument->buffer] : NULL;
    return buffer && buffer->role == ROLE_WORKSPACE ? buffer : NULL;
}

/* What a step other than the multiplication takes beside sizes and workspaces. */
static void add_step(const char **list, const struct plan *plan, const struct step *step)
{
    for (size_t i = 0; i < step->argument_count; i++)
        if (!is_size(&step->arguments[i]) && !workspace_of(plan, &step->arguments[i]))
            add_argument(list, &step->arguments[i]);
}

/* The arguments of the multiplication, those of the steps for an operand in the place of its workspace. */
static const char *passed_to(const struct plan *plan)
{
    const struct step *const main = plan_main_step(plan);
    const char *list = "";
    for (size_t i = 0; i < main->argument_count; i++) {
        const struct argument *const argument = &main->arguments[i];
        const struct buffer *const workspace = workspace_of(plan, argument);
        if (!workspace) {
            add_argument(&list, argument);
            continue;
        }
        for (size_t s = 0; s < plan->step_count && !workspace->notes; s++)
            if (&plan->steps[s] != main && plan->steps[s].operand == workspace->operand)
                add_step(&list, plan, &plan->steps[s]);
    }
    return list;
}

static const char *const problems[] = {
    "",
    "--layout row",
    "--layout row --transpose tt --type f64",
    "--transpose tn --alpha 1 --beta 0",
    "--type f16 --alpha arg --beta 1 --index 32",
    "--type c32 --transpose nc",
    "--type i8 --transpose tn",
    "--lda tight --ldb 512 --ldc tight",
    "--offset-a arg --offset-b 16 --offset-c arg",
    "--layout row --fixed 64x64x64",
    "--fixed 64x64x64 --lda arg --offset-c arg",
    "--epilogue bias:row,scale,residual,relu",
    "--batch strided",
    "--batch strided --batch-count 3 --stride-b 0",
    "--batch offsets --layout row --epilogue residual",
    "--type-b q8_0 --transpose tn",
    "--type f16 --type-b u4_128 --transpose tn",
    "--type f16 --type-b q4_0 --transpose tn --type-c f32",
};

static const char *const families[] = {
    "--family naive",
    "--family register --tile 4x4 --wg 2x2",
    "--family register --tile 4x4 --wg 2x2 --access image",
    "--family register --tile 4x4 --wg 2x2 --pretranspose ab",
    "--family register --tile 4x4 --wg 2x2 --pretranspose b --steps separate",
    "--family register --tile 4x4 --wg 2x2 --decode b",
    "--family local --tile 4x4 --wg 4x4 --tile-k 8",
    "--family local --tile 4x4 --wg 4x4 --tile-k 8 --split-k 2",
    "--family local --tile 2x2 --wg 4x4 --tile-k 8 --wg-members 2",
    "--family subgroup --tile 8x2 --wg 1x8",
    "--family subgroup --share block-read --tile 8x2 --wg 1x8",
    "--family blocked --tile 4x8 --block-k 64 --panels ab",
    "--family blocked --tile 4x8 --block-k 64 --panels none",
    "--family gemv --thin m --tile 1x4 --wg 1x16",
    "--family gemv --thin n",
    "--family gemv --prepared b",
    "--family thin --engine emulated:mma",
    "--family matrix --engine emulated:mma --wg 8x4 --tile 2x4 --tile-k 16",
    "--family matrix --engine emulated:mma --wg 8x4 --tile 2x4 --tile-k 16 --panels ab --copy bulk "
    "--stages 2",
    "--family matrix --engine emulated:fma --wg 4x8 --panels ab --copy bulk --stages 2",
};

static const char *const edges[] = {"exact", "guard", "pad", "shift"};

enum {
    PROBLEMS = sizeof problems / sizeof *problems,
    FAMILIES = sizeof families / sizeof *families
};

static void callers_pass_what_the_problem_says(void **state)
{
    int served[FAMILIES] = {0};
    (void)state;
    for (int p = 0; p < PROBLEMS; p++) {
        const char *const expected =
            passed_to(plan_of(arena_printf(&arena, "%s --family naive", problems[p])));
        for (int f = 0; f < FAMILIES; f++)
            for (int e = 0; e < 4; e++) {
                const char *const line =
                    arena_printf(&arena, "%s %s --edges %s", problems[p], families[f], edges[e]);
                const struct spec *const spec = try_line(line);
                if (!spec)
                    continue;
                const char *const passed = passed_to(planned(spec));
                if (strcmp(passed, expected) != 0)
                    fail_msg("%s: %s, not %s", line, passed, expected);
                served[f]++;
            }
    }
    for (int f = 0; f < FAMILIES; f++)
        if (!served[f])
            fail_msg("%s serves none", families[f]);
}

/* The text behind the signature of the multiplication. */
static const char *body_of(const struct plan *plan, const char *text)
{
    const char *at = strstr(text, arena_printf(&arena, "void %s(", plan->name));
    return at ? strchr(at, '{') : NULL;
}

/* The first comment says of an argument that it is not read, and then it is not. */
static void what_is_not_read_is_told(void **state)
{
    int unread = 0;
    (void)state;
    for (int p = 0; p < PROBLEMS; p++)
        for (int f = 0; f < FAMILIES; f++) {
            const char *const line =
                arena_printf(&arena, "%s %s --edges exact", problems[p], families[f]);
            if (!try_line(line))
                continue;
            const struct plan *const plan = plan_of(line);
            const struct step *const main = plan_main_step(plan);
            const char *const text = text_of(line), *const body = body_of(plan, text);
            int told = 0;
            assert_non_null(body);
            for (size_t i = 0; i < main->argument_count; i++) {
                const struct argument *const argument = &main->arguments[i];
                if (argument->unread && count_word(body, argument->name) > 0)
                    fail_msg("%s reads %s", line, argument->name);
                told += argument->unread;
            }
            assert_int_equal(count(text, "; not read here\n"), told);
            unread += told;
        }
    assert_true(unread > 20);
}

/* Presets have the lists of the programs that they are from. */
static void presets_take_what_they_read(void **state)
{
    (void)state;
    assert_arguments(multiply(plan_of("--preset naive")), "K alpha A lda B ldb beta C ldc");
    assert_arguments(multiply(plan_of("--preset kepler_3")), "K A lda B ldb C ldc");
    assert_arguments(multiply(plan_of("--preset dpcpp_v5 --batch strided")),
                     "K alpha A lda stride_a B ldb stride_b beta C ldc stride_c");
    assert_arguments(multiply(plan_of("--preset naive --edges guard")),
                     "M N K alpha A lda B ldb beta C ldc");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(callers_pass_what_the_problem_says),
        TEST(what_is_not_read_is_told),
        TEST(presets_take_what_they_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
