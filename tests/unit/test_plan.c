/*
 * The numbers of plans, against cases computed by hand.
 *
 * In all of them 4 bytes are an element, (tile H x wg H) x (tile W x wg W) the tile of a work-
 * group in canonical (row-major) terms, and for a column-major request canonical rows are the
 * user's columns: M and N change places.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "gen/family.h"
#include "gen/planner.h"
#include "gen/request.h"

static struct arena arena;
static struct clgemm_error error;
static struct job job;

static int set_up(void **state)
{
    (void)state;
    arena_init(&arena, NULL, NULL);
    job_init(&job, &arena, &error);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    arena_free(&arena);
    return 0;
}

static const struct plan *plan_of(const char *line)
{
    struct option_value *const values = arena_array(&arena, OPTION_COUNT, sizeof *values);
    if (setjmp(job.escape))
        fail_msg("%s: %s", line, error.text);
    option_say_line(&job, values, line, VOICE_USER);
    const struct spec *const spec = spec_resolve(&job, values);
    rules_check(&job, spec, NULL, NULL);
    return plan_make(&job, spec);
}

static const struct step *multiply(const struct plan *plan)
{
    return &plan->steps[plan->step_count - 1];
}

/* The OpenCL C text of a request, in the test's arena. */
static const char *text_of(const char *line)
{
    struct clgemm_request *const request = clgemm_request_new();
    struct clgemm_result *result;
    assert_non_null(request);
    job_init(&job, &request->arena, &error);
    if (setjmp(job.escape))
        fail_msg("%s: %s", line, error.text);
    option_say_line(&job, request->values, line, VOICE_USER);
    if (clgemm_generate(request, &result, &error))
        fail_msg("%s: %s", line, error.text);
    job_init(&job, &arena, &error);
    const char *const text = arena_copy(&arena, clgemm_result_text(result, CLGEMM_CL, NULL));
    clgemm_result_free(result);
    clgemm_request_free(request);
    return text;
}

static int count(const char *text, const char *part)
{
    int found = 0;
    for (const char *at = strstr(text, part); at; at = strstr(at + strlen(part), part))
        found++;
    return found;
}

/* "M N K alpha A lda": the names of the arguments, in order. */
static void assert_arguments(const struct step *step, const char *names)
{
    const char *all = "";
    for (size_t i = 0; i < step->argument_count; i++)
        all = arena_printf(&arena, "%s%s%s", all, i ? " " : "", step->arguments[i].name);
    assert_string_equal(all, names);
}

static void assert_dimension(const struct step *step, int which, enum symbol dim,
                             long long rounded_to, long long per_group, long long local)
{
    const struct launch_dimension *const dimension = &step->dimensions[which];
    assert_int_equal(dimension->dim.symbol, dim);
    assert_int_equal(dimension->rounded_to, rounded_to);
    assert_int_equal(dimension->per_group, per_group);
    assert_int_equal(dimension->local, local);
}

/* One extent of a buffer: an axis, what it is rounded up to, and the stride: a symbol or a
 * number. */
static void assert_extent(const struct buffer *buffer, int which, enum symbol axis,
                          long long rounded_to, enum symbol stride, long long number)
{
    const struct extent *const extent = &buffer->extents[which];
    assert_int_equal(extent->n.symbol, axis);
    assert_int_equal(extent->rounded_to, rounded_to);
    assert_int_equal(extent->stride.symbol, stride);
    assert_int_equal(extent->stride.number, number);
}

/* The sentences of the constraints, with | between; besides them there is a limit of every size that
 * is given at launch: 2^31 - 1 less 65535. */
static void assert_constraints(const struct plan *plan, const char *sentences)
{
    const char *all = "";
    for (size_t i = 0; i < plan->constraint_count; i++) {
        const struct constraint *const constraint = &plan->constraints[i];
        if (strcmp(constraint->rule, "size-limit") != 0) {
            all = arena_printf(&arena, "%s%s%s", all, *all ? "|" : "", constraint->sentence);
            continue;
        }
        assert_int_equal(plan->problem.values[constraint->left[0]].how, GIVEN_AT_LAUNCH);
        assert_int_equal(constraint->left[1], SYMBOL_NONE);
        assert_int_equal(constraint->operator, AT_MOST);
        assert_int_equal(constraint->right.number, 2147418112);
    }
    assert_string_equal(all, sentences);
}

/* How many sizes have a limit. */
static int limits(const struct plan *plan)
{
    int found = 0;
    for (size_t i = 0; i < plan->constraint_count; i++)
        found += strcmp(plan->constraints[i].rule, "size-limit") == 0;
    return found;
}

/* ------------------------------------------------------------------------- the default kernel */

/*
 * Column-major, so rows of the canonical tile are columns of C: TILE_M 32 x 1 = 32 along N, TILE_N
 * 2 x 8 = 16 along M, TILE_K = the 8 lanes. A lane holds of A (the user's B) 32 x 8 / 8 elements,
 * of B 2 (one step of K at a time), of C 64: 4 x (32 + 2 + 64) = 392 bytes. The exchange holds 32
 * x 8 elements a row of the work-group: 1024 bytes.
 */
/* Bytes of memory follow the stored type, bytes of registers the types of the arithmetic. */
static void element_types(void **state)
{
    static const struct {
        const char *options;
        const char *type, *product, *accumulate, *scalar;
        long long bytes;
        long long register_bytes; /* 1 of A, 2 of B, 2 of C */
        const char *extension;
    } rows[] = {
        {"", "f32", "f32", "f32", "f32", 4, 20, NULL},
        {"--type f64", "f64", "f64", "f64", "f64", 8, 40, "cl_khr_fp64"},
        {"--type f16", "f16", "f32", "f32", "f32", 2, 20, NULL},
        {"--type f16 --compute f16", "f16", "f16", "f16", "f32", 2, 10, "cl_khr_fp16"},
        {"--type f16 --compute f16 --accumulate f32", "f16", "f16", "f32", "f32", 2, 14,
         "cl_khr_fp16"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char line[256];
        snprintf(line, sizeof line, "--family register --layout row --tile 1x2 %s",
                 rows[i].options);
        const struct plan *const plan = plan_of(line);
        const struct step *const step = multiply(plan);
        assert_string_equal(plan->problem.type, rows[i].type);
        assert_string_equal(plan->problem.product, rows[i].product);
        assert_string_equal(plan->problem.accumulate, rows[i].accumulate);
        assert_string_equal(plan->buffers[0].element_type, rows[i].type);
        assert_int_equal(plan->buffers[0].element_bytes, rows[i].bytes);
        assert_int_equal(plan->register_bytes, rows[i].register_bytes);
        assert_int_equal(step->arguments[3].symbol, SYMBOL_ALPHA);
        assert_string_equal(step->arguments[3].type, rows[i].scalar);
        assert_true(step->bytes[0].factor == (double)rows[i].bytes);
        if (rows[i].extension)
            assert_string_equal(plan->requirement.extensions[0], rows[i].extension);
        else
            assert_null(plan->requirement.extensions[0]);
    }
}

static void assert_image(const char *line, const char *order, const char *type, long long bytes,
                         long long covers, long long width)
{
    const struct plan *const plan = plan_of(line);
    const struct buffer *const image = &plan->buffers[3];
    assert_string_equal(image->image->order, order);
    assert_string_equal(image->image->type, type);
    assert_int_equal(image->element_bytes, bytes);
    assert_int_equal(image->covers, covers);
    assert_int_equal(image->extents[1].rounded_to, width);
}

/* Rows of images are whole blocks of 64 bytes. */
static void images_of_element_types(void **state)
{
    (void)state;
    assert_image("--family register --layout row --access-a image", "R", "FLOAT", 4, 1, 16);
    assert_image("--family register --layout row --access-a image --type f16", "R", "HALF_FLOAT", 2,
                 1, 32);
    assert_image("--family register --layout row --access-a image --vec-a 4 --type f16", "RGBA",
                 "HALF_FLOAT", 8, 4, 32);
    assert_image("--family register --layout row --access-a image --type f64", "RGBA",
                 "UNSIGNED_INT32", 16, 2, 8);
}

static void default_kernel(void **state)
{
    const struct plan *const plan = plan_of("--tile 32x2 --wg 1x8");
    const struct step *const step = multiply(plan);
    (void)state;
    assert_string_equal(plan->name, "gemm_32x2_1x8");
    assert_string_equal(plan->stem, "gemm_32x2_1x8");
    assert_string_equal(plan->command, "clgemm-gen --tile 32x2 --wg 1x8");
    assert_string_equal(plan->version, CLGEMM_VERSION);
    assert_string_equal(plan->problem.type, "f32");
    assert_string_equal(plan->problem.layout, "column");
    assert_string_equal(plan->problem.edges, "guard");
    assert_int_equal(plan->register_bytes, 448);
    assert_int_equal(plan->local_bytes, 1024);

    assert_int_equal(plan->step_count, 1);
    assert_string_equal(step->name, "multiply");
    assert_string_equal(step->entry, plan->name);
    assert_dimension(step, 0, SYMBOL_M, 1, 16, 8);
    assert_dimension(step, 1, SYMBOL_N, 1, 32, 1);
    assert_arguments(step, "M N K alpha A lda B ldb beta C ldc");
    assert_int_equal(step->nonzero[0], SYMBOL_M);
    assert_int_equal(step->nonzero[1], SYMBOL_N);
    assert_int_equal(step->nonzero[2], SYMBOL_NONE);
    assert_true(step->flops[0].factor == 2);
    assert_true(step->flops[1].factor == 0);

    /* A is M x K, column-major: lines are columns, K of them, lda apart. */
    assert_int_equal(plan->buffer_count, 3);
    assert_extent(&plan->buffers[0], 0, SYMBOL_K, 1, SYMBOL_LDA, 0);
    assert_extent(&plan->buffers[0], 1, SYMBOL_M, 1, SYMBOL_NONE, 1);
    assert_extent(&plan->buffers[1], 0, SYMBOL_N, 1, SYMBOL_LDB, 0);
    assert_extent(&plan->buffers[1], 1, SYMBOL_K, 1, SYMBOL_NONE, 1);
    assert_extent(&plan->buffers[2], 0, SYMBOL_N, 1, SYMBOL_LDC, 0);
    assert_extent(&plan->buffers[2], 1, SYMBOL_M, 1, SYMBOL_NONE, 1);
    assert_int_equal(plan->buffers[0].access, ACCESS_READ);
    assert_int_equal(plan->buffers[2].access, ACCESS_READ_WRITE);

    assert_false(plan->requirement.images);
    assert_null(plan->requirement.extensions[0]);
    assert_int_equal(plan->requirement.local_bytes, 1024);
    assert_int_equal(plan->requirement.work_group_size, 8);
    assert_int_equal(step->sub_group_size, 0);
    assert_constraints(plan, "");
    assert_int_equal(limits(plan), 3);
}

/* ------------------------------------------------------------ the worked example of the article */

/*
 * TILE_M 4 x 1, TILE_N 1 x 8, TILE_K 8. A lane holds of A 4 x 8 / 8, of B the block of 8 steps of
 * its column, of C 4 elements: 16 + 32 + 16 bytes. The canonical A is the user's B: its image is N
 * x K, rounded to the tile's 4 and to the smallest multiple of TILE_K = 8 that fills 64 bytes: 16.
 * The other is K x M, to 8 and to lcm(8, 16) = 16.
 */
static void worked_example(void **state)
{
    const struct plan *const plan = plan_of("--preset block_read_4x1_1x8");
    const struct step *const copy_a = &plan->steps[0];
    const struct step *const copy_b = &plan->steps[1];
    const struct step *const step = multiply(plan);
    (void)state;
    assert_string_equal(plan->name, "block_read_4x1_1x8");
    assert_string_equal(plan->command, "clgemm-gen --preset block_read_4x1_1x8");
    assert_int_equal(plan->register_bytes, 64);
    assert_int_equal(plan->local_bytes, 0);

    assert_int_equal(plan->buffer_count, 5);
    const struct buffer *const a_image = &plan->buffers[3];
    const struct buffer *const b_image = &plan->buffers[4];
    assert_string_equal(a_image->name, "A_image");
    assert_string_equal(b_image->name, "B_image");
    assert_extent(b_image, 0, SYMBOL_N, 4, SYMBOL_NONE, 0);
    assert_extent(b_image, 1, SYMBOL_K, 16, SYMBOL_NONE, 1);
    assert_extent(a_image, 0, SYMBOL_K, 8, SYMBOL_NONE, 0);
    assert_extent(a_image, 1, SYMBOL_M, 16, SYMBOL_NONE, 1);
    assert_int_equal(a_image->role, ROLE_WORKSPACE);
    assert_int_equal(a_image->covers, 1);
    assert_int_equal(a_image->element_bytes, 4);
    assert_string_equal(a_image->image->order, "R");
    assert_string_equal(a_image->image->type, "FLOAT");
    assert_int_equal(a_image->image->pitch_bytes, 64);

    /* Copies: work-groups of at most 16 x 16 that divide the rounded image. */
    assert_int_equal(plan->step_count, 3);
    assert_string_equal(copy_a->name, "copy_a");
    assert_string_equal(copy_a->entry, "block_read_4x1_1x8_copy_a");
    assert_arguments(copy_a, "M K A lda A_image");
    assert_dimension(copy_a, 0, SYMBOL_M, 16, 16, 16);
    assert_dimension(copy_a, 1, SYMBOL_K, 8, 8, 8);
    assert_int_equal(copy_a->nonzero[0], SYMBOL_M);
    assert_int_equal(copy_a->nonzero[3], SYMBOL_ALPHA);
    assert_arguments(copy_b, "N K B ldb B_image");
    assert_dimension(copy_b, 0, SYMBOL_K, 16, 16, 16);
    assert_dimension(copy_b, 1, SYMBOL_N, 4, 4, 4);

    assert_arguments(step, "K alpha A_image B_image beta C ldc");
    assert_dimension(step, 0, SYMBOL_M, 1, 8, 8);
    assert_dimension(step, 1, SYMBOL_N, 1, 4, 1);
    assert_int_equal(step->sub_group_size, 8);
    assert_true(step->sub_group_equal);
    assert_int_equal(copy_a->sub_group_size, 0);

    assert_true(plan->requirement.images);
    assert_string_equal(plan->requirement.extensions[0], "cl_intel_subgroups");
    assert_string_equal(plan->requirement.extensions[1], "cl_intel_required_subgroup_size");
    assert_null(plan->requirement.extensions[2]);
    /* The largest work-group is that of copy_a: 16 x 8. */
    assert_int_equal(plan->requirement.work_group_size, 128);
    assert_constraints(plan, "M must be a multiple of 8|N must be a multiple of 4|"
                             "K must be a multiple of 8");
    assert_int_equal(limits(plan), 3);
}

static void worked_example_as_text(void **state)
{
    const char *const text = text_of("--preset block_read_4x1_1x8");
    (void)state;
    assert_int_equal(count(text, "intel_sub_group_block_read4("), 1);
    assert_int_equal(count(text, "intel_sub_group_block_read8("), 1);
    assert_int_equal(count(text, "intel_sub_group_block_read"), 2);
    assert_int_equal(count(text, "intel_sub_group_shuffle("), 8);
    assert_int_equal(count(text, "mad("), 8);
    assert_int_equal(count(text, "float4 c_"), 1);
    assert_int_equal(count(text, "A work-group computes 8 rows x 4 columns of C"), 1);
}

/* ------------------------------------------------------------------------ a sample with barrier */

/*
 * TILE_M 8 x 8 = 64 along N, TILE_N 4 x 8 = 32 along M. A lane: 8 x 8 / 8 + 4 + 32 elements = 176
 * bytes. Local: 8 x 8 elements for each of 8 rows of the work-group = 2048 bytes. Indices have 32
 * bits.
 */
static void sample_with_barrier(void **state)
{
    const struct plan *const plan = plan_of("--preset L3_SIMD_8x4_8x8_barrier");
    const struct step *const step = multiply(plan);
    (void)state;
    assert_string_equal(plan->name, "L3_SIMD_8x4_8x8_barrier");
    assert_int_equal(plan->register_bytes, 288);
    assert_int_equal(plan->local_bytes, 2048);
    assert_int_equal(plan->requirement.work_group_size, 64);
    assert_int_equal(plan->step_count, 1);
    assert_dimension(step, 0, SYMBOL_M, 1, 32, 8);
    assert_dimension(step, 1, SYMBOL_N, 1, 64, 8);
    assert_arguments(step, "K alpha A lda B ldb beta C ldc");
    assert_constraints(plan, "M must be a multiple of 32|N must be a multiple of 64|"
                             "K must be a multiple of 8|"
                             "B must have less than 2^31 elements: ldb x N at most 2147483647|"
                             "A must have less than 2^31 elements: lda x K at most 2147483647|"
                             "C must have less than 2^31 elements: ldc x N at most 2147483647");
    const struct constraint *const last = &plan->constraints[plan->constraint_count - 1];
    assert_int_equal(last->left[0], SYMBOL_LDC);
    assert_int_equal(last->left[1], SYMBOL_N);
    assert_int_equal(last->operator, AT_MOST);
    assert_int_equal(last->right.number, 2147483647);
    assert_int_equal(plan->constraints[0].operator, MULTIPLE_OF);
    assert_int_equal(plan->constraints[0].left[0], SYMBOL_M);
    assert_int_equal(plan->constraints[0].right.number, 32);
    /* One barrier in the macro of the exchange; to keep in step, one in each of three native branches,
     * none where the exchange does so. */
    const char *const text = text_of("--preset L3_SIMD_8x4_8x8_barrier");
    assert_int_equal(count(text, "define SYNCHRONISE barrier(CLK"), 1);
    assert_int_equal(count(text, "define IN_STEP barrier(CLK"), 3);
    assert_int_equal(count(text, "define IN_STEP\n"), 1);
    assert_int_equal(count(text, "barrier(CLK"), 4);
    assert_int_equal(count(text_of("--preset L3_SIMD_8x4_8x8"), "barrier(CLK"), 1);
}

/* -------------------------------------------------------------------- register, sizes compiled
 * in */

/*
 * TILE_M 4 x 8, TILE_N 4 x 8. A work-item: one element of A, 4 of B, 16 of C: 84 bytes. Nothing of
 * the problem is left to the launch but alpha and beta.
 */
static void register_kernel_of_fixed_sizes(void **state)
{
    const struct plan *const plan =
        plan_of("--family register --layout row --tile 4x4 --wg 8x8 --fixed 100x64x50");
    const struct step *const step = multiply(plan);
    (void)state;
    assert_string_equal(plan->name, "gemm_4x4_8x8");
    assert_string_equal(plan->command,
                        "clgemm-gen --layout row --fixed 100x64x50 --family register "
                        "--tile 4x4 --wg 8x8");
    assert_int_equal(plan->register_bytes, 84);
    assert_int_equal(plan->local_bytes, 0);
    assert_arguments(step, "alpha A B beta C");
    assert_dimension(step, 0, SYMBOL_N, 1, 32, 8);
    assert_dimension(step, 1, SYMBOL_M, 1, 32, 8);
    assert_constraints(plan, "");
    assert_int_equal(limits(plan), 0);
    assert_int_equal(plan->problem.values[SYMBOL_M].whole, 100);
    assert_int_equal(plan->problem.values[SYMBOL_LDA].how, TIGHT);
    assert_string_equal(value_get(plan->config, "index")->text, "32");
    /* M = 100 is no multiple of 32, N = 64 is: the kernel guards M, not N. */
    const char *const text =
        text_of("--family register --layout row --tile 4x4 --wg 8x8 --fixed 100x64x50");
    assert_non_null(strstr(text, "global size {16, 32}"));
    assert_non_null(strstr(text, "row + 3 < M"));
    assert_null(strstr(text, "< N"));
}

static void naive_kernel(void **state)
{
    const struct plan *const plan = plan_of("--family naive");
    const struct step *const step = multiply(plan);
    (void)state;
    assert_string_equal(plan->name, "gemm_1x1_8x8");
    assert_int_equal(plan->register_bytes, 12);
    assert_int_equal(plan->local_bytes, 0);
    assert_dimension(step, 0, SYMBOL_M, 1, 8, 8);
    assert_dimension(step, 1, SYMBOL_N, 1, 8, 8);
    assert_int_equal(plan->requirement.work_group_size, 64);
    assert_constraints(plan, "");
    assert_int_equal(limits(plan), 3);
    assert_string_equal(value_get(plan->config, "tile-k")->text, "1");
    assert_null(value_get(plan->config, "sub-groups"));
}

/* ------------------------------------------------------------------------------------- details */

/* Texels of four elements: A's image is M x K, to 4 x 8 = 32 rows and lcm(4, 16) = 16 columns;
 * B's is K x N, to 4 rows and lcm(32, 16) = 32 columns. The copy of A's 16 columns is 4 texels
 * wide. */
static void images_of_four_elements_a_texel(void **state)
{
    const struct plan *const plan = plan_of(
        "--family register --layout row --access image --tile 4x4 --vec-a 4 --vec-b 4 --vec-c 4");
    (void)state;
    assert_extent(&plan->buffers[3], 0, SYMBOL_M, 32, SYMBOL_NONE, 0);
    assert_extent(&plan->buffers[3], 1, SYMBOL_K, 16, SYMBOL_NONE, 1);
    assert_extent(&plan->buffers[4], 0, SYMBOL_K, 4, SYMBOL_NONE, 0);
    assert_extent(&plan->buffers[4], 1, SYMBOL_N, 32, SYMBOL_NONE, 1);
    assert_int_equal(plan->buffers[3].covers, 4);
    assert_int_equal(plan->buffers[3].element_bytes, 16);
    assert_string_equal(plan->buffers[3].image->order, "RGBA");
    assert_dimension(&plan->steps[0], 0, SYMBOL_K, 16, 16, 4);
    assert_dimension(&plan->steps[0], 1, SYMBOL_M, 32, 16, 16);
    assert_dimension(&plan->steps[1], 0, SYMBOL_N, 32, 32, 8);
    assert_dimension(&plan->steps[1], 1, SYMBOL_K, 4, 4, 4);
    assert_int_equal(plan->requirement.work_group_size, 64);
}

/* A tile of 3 x 8 = 24 columns: the image's rows hold lcm(24, 16) = 48. Only the operand in an
 * image has a copy. */
static void image_of_an_odd_tile(void **state)
{
    const struct plan *const plan =
        plan_of("--layout row --share block-read --access-b image --tile 8x3 --wg 1x8");
    (void)state;
    assert_int_equal(plan->step_count, 2);
    assert_int_equal(plan->buffer_count, 4);
    assert_string_equal(plan->steps[0].name, "copy_b");
    assert_extent(&plan->buffers[3], 1, SYMBOL_N, 48, SYMBOL_NONE, 1);
    assert_dimension(&plan->steps[0], 0, SYMBOL_N, 48, 16, 16);
    assert_arguments(multiply(plan), "M N K alpha A lda B_image beta C ldc");
}

/* Six turns of the inner loop, 8 steps each: K is taken 48 at a time, and images are rounded to
 * that: in rows of K to 48, in columns to lcm(48, 16) = 48. */
static void unrolled_loops_take_more_of_k(void **state)
{
    const struct plan *const plan =
        plan_of("--layout row --preset block_read_16x2_4x8 --unroll-k 48");
    (void)state;
    assert_extent(&plan->buffers[3], 1, SYMBOL_K, 48, SYMBOL_NONE, 1);
    assert_extent(&plan->buffers[4], 0, SYMBOL_K, 48, SYMBOL_NONE, 0);
    assert_constraints(plan, "M must be a multiple of 64|N must be a multiple of 16|"
                             "K must be a multiple of 48");
}

static void arguments_in_order_with_their_types(void **state)
{
    const struct plan *const plan =
        plan_of("--offset-a arg --offset-b arg --offset-c arg --family naive");
    const struct step *const step = multiply(plan);
    static const char types[] = "iiifbLibLifbLi"; /* i32, i64 (L), f32, buffer */
    (void)state;
    assert_arguments(step, "M N K alpha A offset_a lda B offset_b ldb beta C offset_c ldc");
    for (size_t i = 0; i < step->argument_count; i++) {
        const struct argument *const argument = &step->arguments[i];
        assert_int_equal(argument->kind, types[i] == 'b' ? ARGUMENT_BUFFER : ARGUMENT_VALUE);
        assert_true(argument->meaning[0] != '\0');
        if (types[i] != 'b')
            assert_string_equal(argument->type, types[i] == 'i'   ? "i32"
                                                : types[i] == 'L' ? "i64"
                                                                  : "f32");
    }
    assert_string_equal(step->arguments[4].meaning, "M x K, column-major");
    assert_string_equal(step->arguments[6].meaning,
                        "elements from one column of A to the next, at least M");
    assert_int_equal(plan->buffers[0].offset.symbol, SYMBOL_OFFSET_A);
}

static void what_is_compiled_in_is_no_argument(void **state)
{
    (void)state;
    assert_arguments(multiply(plan_of("--alpha 1 --beta 0")), "M N K A lda B ldb C ldc");
    assert_arguments(multiply(plan_of("--lda tight --ldb 512 --ldc tight")),
                     "M N K alpha A B beta C");
    assert_arguments(multiply(plan_of("--offset-a 5 --layout row --edges exact --ldc tight")),
                     "N K alpha A lda B ldb beta C");
    assert_arguments(multiply(plan_of("--fixed 64x64x64 --alpha 2.5 --beta 1")), "A B C");
    assert_arguments(multiply(plan_of("--fixed 64x64x64 --lda arg")), "alpha A lda B beta C");
    assert_int_equal(plan_of("--beta 0")->buffers[2].access, ACCESS_WRITE);
    assert_int_equal(plan_of("--beta 1")->buffers[2].access, ACCESS_READ_WRITE);
    assert_int_equal(plan_of("--offset-c 7")->buffers[2].offset.number, 7);
}

static void sub_group_sizes_of_the_launch(void **state)
{
    static const struct {
        const char *line;
        long long size;
        bool equal;
        const char *extension;
        long long local_bytes;
    } rows[] = {
        {"--tile 8x2 --wg 1x8 --sub-groups intel", 8, true, "cl_intel_subgroups", 0},
        {"--tile 8x2 --wg 2x8 --sub-groups intel --sg-size 16", 16, true, "cl_intel_subgroups", 0},
        {"--tile 8x2 --wg 1x8 --sub-groups khr", 8, false, "cl_khr_subgroup_shuffle", 0},
        {"--tile 8x2 --wg 4x8 --sub-groups nvidia", 0, false, "cl_nv_compiler_options", 0},
        {"--tile 8x2 --wg 1x8 --share block-read --sub-groups nvidia", 0, false,
         "cl_nv_compiler_options", 0},
        {"--tile 8x2 --wg 4x8 --sub-groups khr --sg-size 32", 8, false, "cl_khr_subgroup_shuffle",
         0},
        /* 4 bytes x 8 rows x 16 steps of K x 2 rows of the work-group. */
        {"--tile 8x2 --wg 2x8 --sub-groups emulated --tile-k 16", 0, false, NULL, 1024},
        {"--tile 8x2 --wg 1x8 --share block-read --sub-groups emulated", 0, false, NULL, 256},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct plan *const plan = plan_of(rows[i].line);
        assert_int_equal(multiply(plan)->sub_group_size, rows[i].size);
        assert_int_equal(multiply(plan)->sub_group_equal, rows[i].equal);
        assert_int_equal(plan->local_bytes, rows[i].local_bytes);
        if (rows[i].extension)
            assert_string_equal(plan->requirement.extensions[0], rows[i].extension);
        else
            assert_null(plan->requirement.extensions[0]);
    }
}

/* Up to four elements, and no more than 16 bytes of registers; of A only next to a B that is held, of
 * neither where nothing is exchanged natively. */
static void lanes_read_wide_by_type(void **state)
{
    static const struct {
        const char *line, *a, *b;
    } expected[] = {
        {"--tile 16x4", "4", "4"},
        {"--type f16 --tile 16x4", "4", "4"},
        {"--type f16 --compute f16 --tile 16x4", "4", "4"},
        {"--type f64 --tile 8x4", "1", "2"},
        {"--type f64 --tile 8x2", "2", "2"},
        {"--tile 16x2", "4", "2"},
        {"--tile 16x3", "1", "1"},
        {"--tile 32x4", "1", "4"},
        {"--tile 16x4 --sub-groups emulated", "1", "1"},
        {"--tile 16x4 --sub-groups nvidia", "1", "1"},
        {"--tile 16x4 --transpose tn", "1", "1"},
        {"--tile 16x4 --transpose tn --pack a", "4", "4"},
        {"--tile 16x4 --edges shift", "4", "4"},
        {"--tile 16x4 --edges pad", "4", "4"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        char line[128];
        snprintf(line, sizeof line, "--layout row --wg 1x8 %s", expected[i].line);
        const struct plan *const plan = plan_of(line);
        assert_string_equal(value_get(plan->config, "vec-a")->text, expected[i].a);
        assert_string_equal(value_get(plan->config, "vec-b")->text, expected[i].b);
    }
}

/* The article's sum of one hardware thread, 8 lanes: 1 KB + 128 B + 2 KB. */
static void register_tiles_of_the_article(void **state)
{
    (void)state;
    assert_int_equal(plan_of("--preset cilk_16x16x32")->register_bytes * 8, 1024 + 128 + 2048);
    assert_string_equal(plan_of("--preset cilk_16x16x32")->build_options, "");
    assert_string_equal(plan_of("--preset cilk_16x16x32 --for intel-xe-hpg")->build_options,
                        "-cl-intel-256-GRF-per-thread");
}

static void names(void **state)
{
    (void)state;
    assert_string_equal(plan_of("")->name, "gemm_32x2_1x8");
    assert_string_equal(plan_of("--tile 8x4")->name, "gemm_8x4_1x8");
    assert_string_equal(plan_of("--preset naive")->name, "naive");
    assert_string_equal(plan_of("--preset naive --name mine")->name, "mine");
    assert_string_equal(plan_of("--name mine")->stem, "mine");
    assert_string_equal(plan_of("--name mine --stem file")->stem, "file");
    assert_string_equal(plan_of("--name mine --stem file")->name, "mine");
    assert_string_equal(plan_of("--name mine --access image --share block-read")->steps[0].entry,
                        "mine_copy_a");
    /* A stem is the caller's business: it is no part of the command. */
    assert_string_equal(plan_of("--stem file")->command, "clgemm-gen");
}

/* The same request has one command, in whatever order and spelling it was asked. */
static void command_is_canonical(void **state)
{
    (void)state;
    const char *const expected =
        "clgemm-gen --layout column --alpha 2.5 --edges guard --tile 8x2 --wg 1x8 --barrier "
        "--sub-groups intel --name mine --for intel-gen9";
    assert_string_equal(plan_of("--layout col --alpha 2.50 --edges guard --tile 8x2 --wg 1x8 "
                                "--barrier --sub-groups intel --name mine --for intel-gen9")
                            ->command,
                        expected);
    assert_string_equal(
        plan_of("--for intel-gen9 --name mine --sub-groups intel --barrier yes --wg 1x8 "
                "--tile 8x2 --edges guard --alpha 25e-1 --layout column")
            ->command,
        expected);
    assert_string_equal(plan_of("--tile 4x4 --for generic --tile 8x2")->command,
                        "clgemm-gen --tile 8x2 --for generic");
    assert_string_equal(plan_of("--barrier no")->command, "clgemm-gen --barrier=no");
    /* What others than the user said follows from the rest, and is left out. */
    assert_string_equal(plan_of("--preset L3_SIMD_8x4_8x8 --for cpu")->command,
                        "clgemm-gen --preset L3_SIMD_8x4_8x8 --for cpu");
}

static void configuration_is_resolved(void **state)
{
    const struct plan *const plan =
        plan_of("--transpose tn --tile 8x2 --wg 1x8 --vec-a 8 --for intel-gen8 --family subgroup "
                "--share shuffle --access buffer");
    static const char *const expected[][2] = {
        {"family", "subgroup"}, {"share", "shuffle"},
        {"access-a", "buffer"}, {"access-b", "buffer"},
        {"tile", "8x2"},        {"wg", "1x8"},
        {"tile-k", "8"},        {"unroll-k", "8"},
        {"vec-a", "8"},         {"vec-b", "1"},
        {"vec-c", "1"},         {"barrier", "no"},
        {"sub-groups", "auto"}, {"sg-size", "8"},
        {"mad", "mad"},         {"index", "64"},
        {"edges", "guard"},     {"pack", "none"},
        {"steps", "combined"},  {"profile", "intel-gen8"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        const struct value *const value = value_get(plan->config, expected[i][0]);
        assert_non_null(value);
        assert_string_equal(value->text, expected[i][1]);
    }
    assert_string_equal(plan->profile, "intel-gen8");
    assert_true(plan->operations_per_cycle == 16);
    assert_non_null(plan->peak_formula);
    assert_null(plan_of("")->peak_formula);
}

/* ------------------------------------------------------------- padding, packing, moving inside */

/* "pad_a pad_b": the names of the steps. */
static const char *step_names(const struct plan *plan)
{
    const char *all = "";
    for (size_t i = 0; i < plan->step_count; i++)
        all = arena_printf(&arena, "%s%s%s", all, i ? " " : "", plan->steps[i].name);
    return all;
}

/* The workspaces: "A_padded M/160 K/1": name, and axes with what they are rounded up to. */
static const char *workspaces(const struct plan *plan)
{
    const char *all = "";
    for (size_t i = 3; i < plan->buffer_count; i++) {
        const struct buffer *const buffer = &plan->buffers[i];
        const struct extent *const e = buffer->extents;
        assert_int_equal(buffer->role, ROLE_WORKSPACE);
        assert_null(buffer->image);
        assert_true(e[0].dense);
        assert_int_equal(e[1].stride.number, 1);
        all = arena_printf(&arena, "%s%s%s %s/%lld %s/%lld", all, *all ? ", " : "", buffer->name,
                           symbol_name(e[0].n.symbol), e[0].rounded_to, symbol_name(e[1].n.symbol),
                           e[1].rounded_to);
    }
    return all;
}

/* The tutorial's kernel 10: five kernels, tiles of 160 x 160. */
static void padded_in_separate_steps(void **state)
{
    const struct plan *const plan =
        plan_of("--layout row --family register --tile 10x10 --wg 16x16 "
                "--unroll-k 16 --edges pad --pack b --steps separate");
    (void)state;
    assert_string_equal(step_names(plan), "pad_a pad_b transpose_b multiply unpad_c");
    assert_string_equal(workspaces(plan), "A_padded m/160 k/16, B_padded k/16 n/160, "
                                          "B_transposed n/160 k/16, C_padded m/160 n/160");
    assert_arguments(&plan->steps[0], "M K A lda A_padded");
    assert_arguments(&plan->steps[1], "N K B ldb B_padded");
    assert_arguments(&plan->steps[2], "N K B_padded B_transposed");
    assert_arguments(&plan->steps[3], "N K alpha A_padded B_transposed C_padded");
    assert_arguments(&plan->steps[4], "M N C_padded beta C ldc");
    assert_ptr_equal(plan_main_step(plan), &plan->steps[3]);
    assert_dimension(&plan->steps[0], 0, SYMBOL_K, 16, 16, 16);
    assert_dimension(&plan->steps[0], 1, SYMBOL_M, 160, 16, 16);
    /* A transposition walks what it reads. */
    assert_dimension(&plan->steps[2], 0, SYMBOL_N, 160, 16, 16);
    assert_dimension(&plan->steps[2], 1, SYMBOL_K, 16, 16, 16);
    assert_dimension(&plan->steps[4], 0, SYMBOL_N, 1, 16, 16);
    assert_int_equal(plan->steps[0].nonzero[3], SYMBOL_ALPHA);
    assert_int_equal(plan->steps[4].nonzero[2], SYMBOL_NONE);
    assert_int_equal(plan->requirement.local_bytes, 16 * 17 * 4);
    assert_int_equal(plan->local_bytes, 0);
    assert_constraints(plan, "");
}

static void padded_in_combined_steps(void **state)
{
    const struct plan *plan =
        plan_of("--family register --tile 4x4 --wg 2x2 --edges pad --pack ab --unroll-k 4");
    (void)state;
    assert_string_equal(step_names(plan), "pack_a pack_b multiply unpad_c");
    /* Column-major lines are columns: A is stored as K lines of M, and packed as M lines of K. */
    assert_string_equal(workspaces(plan), "A_packed m/8 k/4, B_packed k/4 n/8, C_padded n/8 m/8");
    plan = plan_of("--family register --tile 4x4 --wg 2x2 --pack a --offset-a arg");
    assert_string_equal(step_names(plan), "transpose_a multiply");
    assert_string_equal(workspaces(plan), "A_transposed m/1 k/1");
    assert_arguments(&plan->steps[0], "M K A offset_a lda A_transposed");
    plan = plan_of("--family register --tile 4x4 --wg 2x2 --edges pad --access image");
    assert_string_equal(step_names(plan), "copy_a copy_b multiply unpad_c");
}

/* Sizes that tiles divide need no padding. */
static void fixed_sizes_leave_padding_out(void **state)
{
    const char *const line =
        "--layout row --family register --tile 4x4 --wg 2x2 --edges pad --pack b";
    (void)state;
    const struct plan *plan = plan_of(arena_printf(&arena, "%s --fixed 8x16x3", line));
    assert_string_equal(step_names(plan), "transpose_b multiply");
    assert_arguments(&plan->steps[1], "alpha A B_transposed beta C");
    plan = plan_of(arena_printf(&arena, "%s --fixed 9x16x3", line));
    assert_string_equal(step_names(plan), "pad_a transpose_b multiply unpad_c");
}

static void limits_of_padded_sizes(void **state)
{
    const struct plan *const plan =
        plan_of("--family register --tile 10x10 --wg 16x16 --edges pad --index 32");
    (void)state;
    assert_string_equal(plan->constraints[0].sentence, "M must be at most 46240");
    assert_int_equal(plan->constraints[0].right.number, 46240);
    assert_string_equal(plan->constraints[2].sentence, "K must be at most 46340");
}

static void tiles_that_move_inside(void **state)
{
    const char *const line = "--layout row --family register --tile 2x4 --wg 4x2 --vec-c 4 "
                             "--tile-k 2 --edges shift";
    const struct plan *const plan = plan_of(line);
    const char *const text = text_of(line);
    (void)state;
    assert_constraints(plan, "M must be at least 8|N must be at least 8");
    assert_int_equal(plan->step_count, 1);
    assert_int_equal(count(text, "min(own_row, M - 8)"), 1);
    assert_int_equal(count(text, "min(own_column, N - 8)"), 1);
    assert_int_equal(count(text, ">= own_row"), 2);
    assert_int_equal(count(text, ", own_column - column,"), 2);
    /* K is guarded, M and N are not. */
    assert_int_equal(count(text, "What is left of K"), 1);
    assert_int_equal(count(text, "clamped"), 0);
    assert_constraints(plan_of(arena_printf(&arena, "%s --fixed 16x12x4", line)), "");
    assert_int_equal(count(text_of(arena_printf(&arena, "%s --fixed 16x12x4", line)), "own_row"),
                     0);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(default_kernel),
        TEST(element_types),
        TEST(images_of_element_types),
        TEST(worked_example),
        TEST(worked_example_as_text),
        TEST(sample_with_barrier),
        TEST(register_kernel_of_fixed_sizes),
        TEST(naive_kernel),
        TEST(images_of_four_elements_a_texel),
        TEST(image_of_an_odd_tile),
        TEST(unrolled_loops_take_more_of_k),
        TEST(arguments_in_order_with_their_types),
        TEST(what_is_compiled_in_is_no_argument),
        TEST(sub_group_sizes_of_the_launch),
        TEST(register_tiles_of_the_article),
        TEST(lanes_read_wide_by_type),
        TEST(names),
        TEST(command_is_canonical),
        TEST(configuration_is_resolved),
        TEST(padded_in_separate_steps),
        TEST(padded_in_combined_steps),
        TEST(fixed_sizes_leave_padding_out),
        TEST(limits_of_padded_sizes),
        TEST(tiles_that_move_inside),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
