/*
 * Generation as a whole: the same bytes every time, text as a reader wants it, nothing that is not
 * used, and what happens when templates are missing or broken.
 */
#include <ctype.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>
#include <jansson.h>

#include "gen/option.h"
#include "gen/request.h"

static struct clgemm_templates *templates;
static struct clgemm_error error;
static char folder[] = "test_generate_XXXXXX";

static int open_all(void **state)
{
    (void)state;
    return mkdtemp(folder) ? clgemm_templates_open(NULL, &templates, NULL) : -1;
}

static int close_all(void **state)
{
    (void)state;
    clgemm_templates_free(templates);
    return rmdir(folder);
}

/* A request, or NULL with `error` filled. */
static struct clgemm_request *ask(const char *line)
{
    struct clgemm_request *const request = clgemm_request_new();
    struct job job;
    assert_non_null(request);
    job_init(&job, &request->arena, &error);
    if (setjmp(job.escape))
        fail_msg("%s: %s", line, error.text);
    option_say_line(&job, request->values, line, VOICE_USER);
    clgemm_request_use_templates(request, templates);
    return request;
}

static struct clgemm_result *generate(const char *line)
{
    struct clgemm_request *const request = ask(line);
    struct clgemm_result *result;
    if (clgemm_generate(request, &result, &error))
        fail_msg("%s: %s", line, error.text);
    clgemm_request_free(request);
    return result;
}

static int count(const char *text, const char *part)
{
    int found = 0;
    for (const char *at = strstr(text, part); at; at = strstr(at + strlen(part), part))
        found++;
    return found;
}

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* How often a name occurs as a whole word. */
static int count_word(const char *text, const char *word)
{
    const size_t length = strlen(word);
    int found = 0;
    for (const char *at = strstr(text, word); at; at = strstr(at + length, word))
        found += !(at > text && is_word(at[-1])) && !is_word(at[length]);
    return found;
}

/* The kernels of all kinds that the tests below look at. */
static const char *const kernels[] = {
    "",
    "--tile 32x2 --wg 1x8 --sub-groups intel",
    "--tile 8x2 --wg 4x8 --sub-groups khr --layout row",
    "--tile 4x1 --wg 2x4 --sub-groups emulated --transpose tn",
    "--tile 16x2 --wg 1x8 --transpose nt",
    "--tile 16x3 --wg 1x8 --transpose tt --sub-groups khr",
    "--tile 1x1 --wg 1x8 --sub-groups khr",
    "--tile 1x1 --wg 1x8",
    "--tile 8x2 --wg 1x8 --tile-k 16 --unroll-k 32 --sub-groups intel",
    "--tile 8x2 --wg 2x8 --sg-size 16 --sub-groups intel --barrier",
    "--tile 8x2 --wg 4x8 --sub-groups nvidia --barrier",
    "--tile 8x2 --wg 1x8 --sub-groups nvidia --layout row --vec-a 4 --tile-k 16",
    "--preset block_read_16x2_4x8 --sub-groups nvidia",
    "--type f64 --tile 8x2 --wg 1x8 --sub-groups nvidia --layout row --vec-a 2 --vec-b 2",
    "--type f16 --compute f16 --tile 8x2 --wg 1x8 --sub-groups nvidia --vec-b 4",
    "--type f16 --tile 16x2 --wg 4x8 --sub-groups khr --layout row --edges shift",
    "--type f64 --tile 16x2 --wg 1x8 --sub-groups intel --edges pad --pack ab",
    "--preset cilk_16x16x32",
    "--tile 16x6 --wg 5x8 --layout row --edges exact",
    "--tile 8x2 --wg 1x8 --layout row --transpose nt --vec-b 8",
    "--preset L3_SIMD_8x4_8x8_barrier",
    "--preset block_read_4x1_1x8",
    "--preset block_read_16x4_8x8 --edges guard",
    "--preset block_read_32x2_4x8 --sub-groups emulated",
    "--share block-read --layout row",
    "--share block-read --layout row --transpose nt --tile 8x3",
    "--share block-read --layout row --transpose tn --tile 16x2",
    "--share block-read --layout row --transpose tt --tile 16x2",
    "--share block-read --access-a image --tile 8x2",
    "--family naive",
    "--family naive --layout row --access image --transpose tt",
    "--family naive --access-b image --edges exact",
    "--family register",
    "--family register --layout row --tile 4x8 --vec-c 4",
    "--family register --layout row --tile 4x8 --vec-c 4 --vec-a 4 --transpose tn --tile-k 2",
    "--family register --layout row --tile 4x4 --vec-c 4 --vec-b 4 --vec-a 2 --transpose nt",
    "--family register --layout row --tile 4x8 --vec-c 2 --vec-b 8",
    "--family register --layout row --tile 4x16 --vec-c 16 --vec-b 8 --transpose nt",
    "--family register --layout row --tile 1x1 --wg 16x16",
    "--family register --tile 4x4 --access image --vec-a 4 --vec-b 4 --vec-c 4",
    "--family register --tile 4x4 --access-a image --vec-c 4 --tile-k 4",
    "--family register --mad plain --index 32",
    "--for cpu",
    "--for cpu-avx512 --fixed 96x96x96",
    "--for nvidia-hopper --transpose tt",
    "--for intel-gen9",
};

enum {
    KERNELS = sizeof kernels / sizeof kernels[0]
};

/* Each of them with everything given at launch, compiled in, or moved away from the start. */
static const char *const problems[] = {
    "",
    " --alpha 1 --beta 0",
    " --alpha -0.5 --beta 1",
    " --beta 2.5 --offset-a arg --offset-b 16 --offset-c arg",
    " --lda 512 --ldb tight --ldc arg",
    " --fixed 64x64x64",
    " --fixed 63x65x67 --edges guard",
    " --fixed 64x64x64 --alpha 1 --beta 0 --lda 80 --offset-c 3",
};

enum {
    PROBLEMS = sizeof problems / sizeof problems[0]
};

/* Calls `check` for every kernel of every problem that a rule does not refuse. */
static void for_all(void (*check)(const char *line, const char *text))
{
    int made = 0;
    for (int k = 0; k < KERNELS; k++) {
        for (int p = 0; p < PROBLEMS; p++) {
            char line[512];
            snprintf(line, sizeof line, "%s%s", kernels[k], problems[p]);
            struct clgemm_request *const request = ask(line);
            struct clgemm_result *result;
            if (clgemm_generate(request, &result, &error) == 0) {
                check(line, clgemm_result_text(result, CLGEMM_CL, NULL));
                made++;
            } else if (error.code != CLGEMM_REFUSED) {
                fail_msg("%s: %s", line, error.text);
            }
            clgemm_result_free(result);
            clgemm_request_free(request);
        }
    }
    assert_true(made > KERNELS * PROBLEMS * 3 / 4);
}

/* ------------------------------------------------------------------------------- the same bytes */

static void assert_same(struct clgemm_result *left, struct clgemm_result *right)
{
    assert_string_equal(clgemm_result_name(left), clgemm_result_name(right));
    assert_string_equal(clgemm_result_command(left), clgemm_result_command(right));
    for (int artifact = 0; artifact < CLGEMM_ARTIFACT_COUNT; artifact++) {
        size_t left_length, right_length;
        const char *const text =
            clgemm_result_text(left, (enum clgemm_artifact)artifact, &left_length);
        const char *const other =
            clgemm_result_text(right, (enum clgemm_artifact)artifact, &right_length);
        assert_non_null(text);
        assert_non_null(other);
        assert_int_equal(left_length, right_length);
        assert_int_equal(left_length, strlen(text));
        assert_string_equal(text, other);
    }
}

static void twice_is_the_same(void **state)
{
    (void)state;
    for (int k = 0; k < KERNELS; k++) {
        struct clgemm_result *const first = generate(kernels[k]);
        struct clgemm_result *const second = generate(kernels[k]);
        assert_same(first, second);
        clgemm_result_free(first);
        clgemm_result_free(second);
    }
}

/* Options set in any order, or set twice, or by way of a copy, with or without a template set. */
static void order_of_setting_does_not_matter(void **state)
{
    static const char *const options[][2] = {
        {"layout", "row"}, {"transpose", "tn"}, {"tile", "16x2"},   {"wg", "2x8"},
        {"alpha", "2.5"},  {"lda", "tight"},    {"for", "generic"},
    };
    enum {
        COUNT = sizeof options / sizeof options[0]
    };
    struct clgemm_result *const expected = generate(
        "--layout row --transpose tn --tile 16x2 --wg 2x8 --alpha 2.5 --lda tight --for generic");
    (void)state;
    for (int first = 0; first < COUNT; first++) {
        for (int step = 1; step < COUNT; step++) { /* COUNT is prime: all are visited */
            struct clgemm_request *const request = clgemm_request_new();
            struct clgemm_result *result;
            assert_int_equal(clgemm_request_set(request, "tile", "1x1", NULL), 0);
            for (int i = 0; i < COUNT; i++) {
                const char *const *const option = options[(first + i * step) % COUNT];
                assert_int_equal(clgemm_request_set(request, option[0], option[1], NULL), 0);
            }
            struct clgemm_request *const copy = clgemm_request_copy(request);
            clgemm_request_free(request);
            clgemm_request_use_templates(copy, step % 2 ? templates : NULL);
            assert_int_equal(clgemm_generate(copy, &result, &error), 0);
            assert_same(result, expected);
            clgemm_result_free(result);
            clgemm_request_free(copy);
        }
    }
    clgemm_result_free(expected);
}

static void *generate_in_thread(void *line)
{
    struct clgemm_request *const request = ask(line);
    struct clgemm_result *result = NULL;
    clgemm_request_use_templates(request, NULL);
    if (clgemm_generate(request, &result, NULL))
        result = NULL;
    clgemm_request_free(request);
    return result;
}

static void another_thread_makes_the_same(void **state)
{
    static char line[] = "--preset block_read_4x1_1x8 --edges guard";
    struct clgemm_result *const expected = generate(line);
    pthread_t thread;
    void *result;
    (void)state;
    assert_int_equal(pthread_create(&thread, NULL, generate_in_thread, line), 0);
    assert_int_equal(pthread_join(thread, &result), 0);
    assert_non_null(result);
    assert_same(result, expected);
    clgemm_result_free(result);
    clgemm_result_free(expected);
}

/* The canonical command makes what it names. */
static void commands_reproduce_their_kernels(void **state)
{
    (void)state;
    for (int k = 0; k < KERNELS; k++) {
        struct clgemm_result *const result = generate(kernels[k]);
        char line[512];
        snprintf(line, sizeof line, "%s", clgemm_result_command(result) + strlen("clgemm-gen"));
        assert_memory_equal(clgemm_result_command(result), "clgemm-gen", 10);
        struct clgemm_result *const again = generate(line);
        assert_same(result, again);
        clgemm_result_free(again);
        clgemm_result_free(result);
    }
}

static void results_outlive_their_requests(void **state)
{
    struct clgemm_request *const request =
        ask("--name lasting --preset block_read_4x1_1x8 --for intel-gen8 --alpha 2.5 --stem file");
    struct clgemm_result *result;
    (void)state;
    clgemm_request_use_templates(request, NULL);
    assert_int_equal(clgemm_generate(request, &result, &error), 0);
    clgemm_request_free(request);
    assert_string_equal(clgemm_result_name(result), "lasting");
    for (int artifact = 0; artifact < CLGEMM_ARTIFACT_COUNT; artifact++) {
        size_t length;
        const char *const text =
            clgemm_result_text(result, (enum clgemm_artifact)artifact, &length);
        assert_non_null(text);
        assert_non_null(artifact == CLGEMM_CL ? strstr(text, "lasting") : text);
        /* Written once: the same text is given again. */
        assert_ptr_equal(clgemm_result_text(result, (enum clgemm_artifact)artifact, NULL), text);
    }
    assert_null(clgemm_result_text(result, CLGEMM_ARTIFACT_COUNT, NULL));
    assert_null(clgemm_result_text(result, (enum clgemm_artifact) - 1, NULL));
    clgemm_result_free(result);
    clgemm_result_free(NULL);
    clgemm_request_free(NULL);
    clgemm_templates_free(NULL);
}

/* ----------------------------------------------------------------------------- text as it reads */

static void check_lines(const char *line, const char *text)
{
    int number = 1;
    bool was_empty = false;
    assert_int_equal(text[strlen(text) - 1], '\n');
    for (const char *at = text; *at; number++) {
        const size_t length = strcspn(at, "\n");
        /* The command has to stay in one piece. */
        if (length > 120 && strncmp(at, " * Made by clgemm", 17) != 0)
            fail_msg("%s: line %d has %zu columns: %.*s", line, number, length, (int)length, at);
        if (length && at[length - 1] == ' ')
            fail_msg("%s: line %d ends in a blank", line, number);
        if (!length && was_empty)
            fail_msg("%s: two empty lines at %d", line, number);
        for (size_t i = 0; i < length; i++)
            if (at[i] < ' ' || at[i] > '~')
                fail_msg("%s: line %d has byte %d", line, number, at[i]);
        was_empty = length == 0;
        at += length + 1;
    }
}

static void lines_are_clean(void **state)
{
    (void)state;
    for_all(check_lines);
}

static void check_brackets(const char *line, const char *text)
{
    int depth = 0;
    static char open[64];
    for (const char *at = text; *at; at++) {
        const char *const closing = strchr(")]}", *at);
        if (strchr("([{", *at)) {
            assert_in_range(depth, 0, 62);
            open[depth++] = *at == '(' ? ')' : *at == '[' ? ']' : '}';
        } else if (closing && (depth == 0 || open[--depth] != *at)) {
            fail_msg("%s: brackets do not match near: %.40s", line, at);
        }
    }
    assert_int_equal(depth, 0);
    assert_null(strstr(text, "{{"));
    assert_null(strstr(text, "}}"));
    assert_null(strstr(text, "(null)"));
    assert_null(strstr(text, ";;"));
}

static void brackets_match(void **state)
{
    (void)state;
    for_all(check_brackets);
}

/* One file for all devices needs the preprocessor once; a file for one spelling not at all. */
static void check_preprocessor(const char *line, const char *text)
{
    const bool is_auto = strstr(text, "SHARED(slot, value, lane)") != NULL;
    if (count(text, "\n#if") != is_auto || count(text, "\n#endif") != is_auto)
        fail_msg("%s: #if where there should%s be", line, is_auto ? "" : " not");
    if (!is_auto && strstr(text, "#define"))
        fail_msg("%s: a macro", line);
}

static void preprocessor_is_left_alone(void **state)
{
    (void)state;
    for_all(check_preprocessor);
    /* The default is the portable file; block reads and named spellings are not. */
    struct clgemm_result *const result = generate("--tile 32x2 --wg 1x8");
    assert_int_equal(count(clgemm_result_text(result, CLGEMM_CL, NULL), "\n#if"), 1);
    clgemm_result_free(result);
}

/* The declared name that ends at `end`, as in "const float4 a_0 = ", or false where none does. */
static bool name_before(const char *start, const char *end, char *name, size_t size)
{
    const char *from = end;
    while (from > start && is_word(from[-1]))
        from--;
    snprintf(name, size, "%.*s", (int)(end - from), from);
    return end > from && !isdigit((unsigned char)*from);
}

/* Every variable and argument that is declared is also used: its name occurs again. */
static void check_names(const char *line, const char *text)
{
    static const char *const types[] = {
        "const int ", "const long ", "const float", "const bool ",  "const uint ",  "float",
        "int ",       "__local ",    "__global ",   "__read_only ", "__write_only "};
    for (const char *at = text; *at; at += strcspn(at, "\n") + 1) {
        const char *const start = at + strspn(at, " ");
        const size_t length = strcspn(start, "\n");
        bool declares = false;
        for (size_t i = 0; i < sizeof types / sizeof types[0]; i++)
            declares = declares || strncmp(start, types[i], strlen(types[i])) == 0;
        if (!declares)
            continue;
        /* A name stands before " = ", ",", "[" or the ")" that ends a signature. */
        for (size_t i = 0; i < length; i++) {
            char name[64];
            const bool ends = strncmp(start + i, " = ", 3) == 0 || start[i] == ',' ||
                              start[i] == '[' || (start[i] == ')' && i + 1 == length);
            if (ends && name_before(start, start + i, name, sizeof name) &&
                count_word(text, name) < 2)
                fail_msg("%s: %s is not used", line, name);
            if (strncmp(start + i, " = ", 3) == 0 && strncmp(start, "float", 5) != 0)
                break;
        }
    }
}

static void nothing_is_declared_in_vain(void **state)
{
    (void)state;
    for_all(check_names);
}

/* An argument that the head explains is one of the kernel's, and the other way round. */
static void check_head(const char *line, const char *text)
{
    const char *const end_of_head = strstr(text, "\n */\n");
    const char *kernel = text;
    for (const char *at = strstr(text, "__kernel"); at; at = strstr(at + 1, "__kernel"))
        kernel = at;
    const char *const body = strstr(kernel, "\n{");
    int explained = 0;
    for (const char *at = strstr(text, "\n *   "); at && at < end_of_head;
         at = strstr(at + 1, "\n *   ")) {
        char name[64];
        if (sscanf(at, "\n *   %63[A-Za-z_]", name) != 1 || strcmp(name, "local") == 0)
            continue;
        char signature[4096];
        snprintf(signature, sizeof signature, "%.*s", (int)(body - kernel), kernel);
        if (count_word(signature, name) != 1)
            fail_msg("%s: %s is explained, but no argument", line, name);
        explained++;
    }
    int arguments = 0;
    for (const char *at = strchr(kernel, '\n'); at < body; at++)
        arguments += *at == ',';
    assert_int_equal(explained, arguments + 1);
}

static void head_explains_every_argument(void **state)
{
    (void)state;
    for_all(check_head);
}

/* ------------------------------------------------------------------------------- the user's
 * terms */

static void column_major_speaks_of_the_users_matrices(void **state)
{
    static const struct {
        const char *line;
        const char *equation;
        const char *says[4];
    } rows[] = {
        {"--transpose nn",
         "C = alpha * A * B + beta * C",
         {"A      M x K, column-major", "B      K x N, column-major",
          "lda    elements from one column of A to the next, at least M",
          "ldb    elements from one column of B to the next, at least K"}},
        {"--transpose tn",
         "C = alpha * A^T * B + beta * C",
         {"A      K x M, column-major", "B      K x N, column-major",
          "lda    elements from one column of A to the next, at least K",
          "ldc    elements from one column of C to the next, at least M"}},
        {"--transpose nt --tile 16x2",
         "C = alpha * A * B^T + beta * C",
         {"A      M x K, column-major", "B      N x K, column-major",
          "ldb    elements from one column of B to the next, at least N",
          "M      rows of op(A) and C"}},
        {"--layout row --transpose tt --tile 16x2",
         "C = alpha * A^T * B^T + beta * C",
         {"A      K x M, row-major", "B      N x K, row-major",
          "lda    elements from one row of A to the next, at least M",
          "ldb    elements from one row of B to the next, at least K"}},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct clgemm_result *const result = generate(rows[i].line);
        const char *const text = clgemm_result_text(result, CLGEMM_CL, NULL);
        const bool row = strstr(rows[i].line, "row") != NULL;
        assert_non_null(strstr(text, rows[i].equation));
        for (int j = 0; j < 4; j++)
            if (!strstr(text, rows[i].says[j]))
                fail_msg("'%s' does not say '%s'", rows[i].line, rows[i].says[j]);
        assert_null(strstr(text, row ? "column-major" : "row-major"));
        clgemm_result_free(result);
    }
}

/* Rows of C are rows in the text: a row index goes with M, a column index with N. */
static void rows_and_columns_are_the_users(void **state)
{
    static const char *const layouts[] = {"--layout row", "--layout column"};
    (void)state;
    for (int i = 0; i < 2; i++) {
        char line[128];
        snprintf(line, sizeof line, "--family naive %s", layouts[i]);
        struct clgemm_result *const result = generate(line);
        const char *const text = clgemm_result_text(result, CLGEMM_CL, NULL);
        assert_non_null(strstr(text, "row >= M"));
        assert_non_null(strstr(text, "column >= N"));
        assert_non_null(strstr(text, i ? "column * ldc + row" : "row * ldc + column"));
        assert_non_null(strstr(text, i ? "const int row = get_global_id(0)"
                                       : "const int row = get_global_id(1)"));
        clgemm_result_free(result);
    }
}

/* -------------------------------------------------------------------------- what is compiled in */

static void scalars_that_are_known_are_gone(void **state)
{
    static const struct {
        const char *options;
        bool alpha, beta, reads_c;
        const char *says;
    } rows[] = {
        {"", true, true, true, "C = alpha * A * B + beta * C"},
        {" --alpha 1", false, true, true, "C = A * B + beta * C"},
        {" --beta 0", true, false, false, "C = alpha * A * B\n"},
        {" --alpha 1 --beta 0", false, false, false, "C = A * B\n"},
        {" --alpha 1.0 --beta 1e0", false, false, true, "C = A * B + C\n"},
        {" --alpha 2.50 --beta -3", false, false, true, "C = 2.5 * A * B + -3 * C\n"},
    };
    static const char *const families[] = {"--family naive", "--family register", "--for cpu",
                                           "--tile 8x2 --sub-groups emulated"};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        for (int f = 0; f < 4; f++) {
            char line[128];
            snprintf(line, sizeof line, "%s%s", families[f], rows[i].options);
            struct clgemm_result *const result = generate(line);
            const char *const text = clgemm_result_text(result, CLGEMM_CL, NULL);
            const char *const command = strstr(text, "Made by");
            const char *const code = command + strcspn(command, "\n");
            assert_non_null(strstr(text, rows[i].says));
            assert_int_equal(count_word(code, "alpha") > 0, rows[i].alpha);
            assert_int_equal(count_word(code, "beta") > 0, rows[i].beta);
            /* C is read where an element or a vector of it stands right of a sign. */
            const bool reads =
                strstr(code, "* c[") || strstr(code, "+ c[") || strstr(code, "(0, c)");
            assert_int_equal(reads, rows[i].reads_c);
            assert_int_equal(strstr(code, "depth") != NULL, rows[i].alpha);
            clgemm_result_free(result);
        }
    }
    struct clgemm_result *const result = generate("--family naive --alpha 2.50 --beta -3");
    const char *const text = clgemm_result_text(result, CLGEMM_CL, NULL);
    assert_non_null(strstr(text, "2.5f * product"));
    assert_non_null(strstr(text, "-3.0f * c[0]"));
    clgemm_result_free(result);
}

/* Calls `check` with the signature of every kernel of a text. */
static void for_signatures(const char *line, const char *text,
                           void (*check)(const char *line, const char *signature))
{
    for (const char *at = strstr(text, "__kernel"); at; at = strstr(at + 1, "__kernel")) {
        char signature[4096];
        snprintf(signature, sizeof signature, "%.*s", (int)(strstr(at, "\n{") - at), at);
        check(line, signature);
    }
}

static void check_that_no_size_is_asked(const char *line, const char *signature)
{
    static const char *const names[] = {"M", "N", "K", "lda", "ldb", "ldc"};
    for (int i = 0; i < 6; i++)
        if (count_word(signature, names[i]))
            fail_msg("%s: %s is an argument", line, names[i]);
}

static void sizes_that_are_known_are_no_arguments(void **state)
{
    static const char *const families[] = {"--family naive", "--family register", "--for cpu",
                                           "--tile 8x2", "--preset block_read_4x1_1x8"};
    (void)state;
    for (int f = 0; f < 5; f++) {
        char line[128];
        snprintf(line, sizeof line, "%s --fixed 96x96x96", families[f]);
        struct clgemm_result *const result = generate(line);
        const char *const text = clgemm_result_text(result, CLGEMM_CL, NULL);
        for_signatures(line, text, check_that_no_size_is_asked);
        assert_null(strstr(text, "(long)"));
        /* Tiles divide the sizes: nothing is guarded, though any size would be allowed. */
        assert_null(strstr(text, "min("));
        if (!strstr(text, "image2d_t"))
            assert_null(strstr(text, "if ("));
        assert_null(strstr(text, "room"));
        clgemm_result_free(result);
    }
}

static void exact_kernels_have_no_guards(void **state)
{
    (void)state;
    for (int k = 0; k < KERNELS; k++) {
        char line[512];
        snprintf(line, sizeof line, "%s --edges exact", kernels[k]);
        struct clgemm_result *const result = generate(line);
        const char *const text = clgemm_result_text(result, CLGEMM_CL, NULL);
        const char *at = text;
        for (const char *next = at; next; next = strstr(at + 1, "__kernel"))
            at = next;
        /* The copies into images are the first kernels; the last one multiplies. */
        if (strstr(at, "min(") || strstr(at, "if (") || strstr(text, "room"))
            fail_msg("%s: guards", line);
        assert_non_null(strstr(text, "No guards"));
        clgemm_result_free(result);
    }
}

/* ------------------------------------------------------------------------------------------
 * dumps */

static json_t *parse(const char *text)
{
    json_error_t problem;
    json_t *const root = json_loads(text, JSON_REJECT_DUPLICATES, &problem);
    if (!root)
        fail_msg("line %d: %s", problem.line, problem.text);
    assert_true(json_is_object(root));
    return root;
}

static void dumps_are_json(void **state)
{
    static const enum clgemm_artifact artifacts[] = {CLGEMM_DUMP_REQUEST, CLGEMM_DUMP_PLAN,
                                                     CLGEMM_DUMP_VIEW, CLGEMM_MANIFEST,
                                                     CLGEMM_MANIFEST_WITH_SOURCE};
    (void)state;
    for (int k = 0; k < KERNELS; k++) {
        struct clgemm_result *const result = generate(kernels[k]);
        for (size_t a = 0; a < sizeof artifacts / sizeof artifacts[0]; a++) {
            size_t length;
            const char *const text = clgemm_result_text(result, artifacts[a], &length);
            assert_int_equal(text[length - 1], '\n');
            json_decref(parse(text));
        }
        clgemm_result_free(result);
    }
}

static void dumps_say_what_they_should(void **state)
{
    struct clgemm_result *const result =
        generate("--preset L3_SIMD_16x2_4x8 --transpose tn --for cpu --edges guard");
    json_t *root = parse(clgemm_result_text(result, CLGEMM_DUMP_REQUEST, NULL));
    const char *value, *said_by;
    static const char *const said[][3] = {
        {"transpose", "tn", "user"}, {"edges", "guard", "user"},  {"tile", "16x2", "preset"},
        {"mad", "fma", "profile"},   {"alpha", "arg", "default"}, {"share", "shuffle", "preset"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof said / sizeof said[0]; i++) {
        assert_int_equal(
            json_unpack(root, "{s:{s:s, s:s}}", said[i][0], "value", &value, "said_by", &said_by),
            0);
        assert_string_equal(value, said[i][1]);
        assert_string_equal(said_by, said[i][2]);
    }
    json_decref(root);

    const char *a, *m;
    int height, width, tile_k, a_transposed, b_transposed;
    root = parse(clgemm_result_text(result, CLGEMM_DUMP_PLAN, NULL));
    assert_int_equal(json_unpack(root, "{s:{s:s, s:s, s:b, s:b, s:{s:i, s:i}, s:i}}", "canonical",
                                 "a", &a, "m", &m, "a_transposed", &a_transposed, "b_transposed",
                                 &b_transposed, "group_tile", "height", &height, "width", &width,
                                 "tile_k", &tile_k),
                     0);
    assert_string_equal(a, "B");
    assert_string_equal(m, "N");
    assert_false(a_transposed);
    assert_true(b_transposed);
    assert_int_equal(height, 64);
    assert_int_equal(width, 16);
    assert_int_equal(tile_k, 8);
    json_decref(root);

    root = parse(clgemm_result_text(result, CLGEMM_DUMP_VIEW, NULL));
    assert_string_equal(json_string_value(json_object_get(root, "name")), "L3_SIMD_16x2_4x8");
    json_decref(root);
    clgemm_result_free(result);
}

/* --------------------------------------------------------------------------------------
 * templates */

static void write_template(const char *path, const char *text)
{
    char whole[256];
    snprintf(whole, sizeof whole, "%s/%s", folder, path);
    FILE *const file = fopen(whole, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static void remove_template(const char *path)
{
    char whole[256];
    snprintf(whole, sizeof whole, "%s/%s", folder, path);
    assert_int_equal(remove(whole), 0);
}

static void make_folder(const char *path)
{
    char whole[256];
    snprintf(whole, sizeof whole, "%s/%s", folder, path);
    assert_int_equal(mkdir(whole, 0777), 0);
}

static void assert_cannot_open(const char *path, enum clgemm_code code, const char *says)
{
    struct clgemm_templates *set = templates;
    error = (struct clgemm_error){.code = CLGEMM_OK};
    assert_int_equal(clgemm_templates_open(path, &set, &error), -1);
    assert_null(set);
    assert_int_equal(error.code, code);
    if (!strstr(error.text, says))
        fail_msg("'%s' does not say '%s'", error.text, says);
    assert_int_equal(clgemm_templates_open(path, &set, NULL), -1);
}

static void missing_folders_are_answered(void **state)
{
    (void)state;
    assert_cannot_open("./no such folder", CLGEMM_IO,
                       "cannot read ./no such folder: No such file or directory");
    assert_string_equal(error.option, "template-dir");
    assert_string_equal(error.source, "./no such folder");
    assert_cannot_open("/dev/null", CLGEMM_IO, "cannot read /dev/null: Not a directory");
    assert_cannot_open(folder, CLGEMM_IO, "holds no template (no *.mustache)");
    /* Files of other names, and hidden ones, are none of ours. */
    write_template("README", "{{#broken}}");
    write_template(".hidden.mustache", "{{#broken}}");
    write_template(".mustache", "{{#broken}}");
    assert_cannot_open(folder, CLGEMM_IO, "holds no template (no *.mustache)");
    remove_template("README");
    remove_template(".hidden.mustache");
    remove_template(".mustache");
}

static void broken_templates_are_answered(void **state)
{
    char source[64];
    (void)state;
    snprintf(source, sizeof source, "%s/broken.mustache", folder);
    write_template("broken.mustache", "first\n  {{#section}}\nnever closed\n");
    assert_cannot_open(folder, CLGEMM_TEMPLATE, "broken.mustache:2:");
    assert_string_equal(error.source, source);
    assert_int_equal(error.line, 2);
    assert_true(error.column > 0);
    write_template("broken.mustache", "\n\n{{name");
    assert_cannot_open(folder, CLGEMM_TEMPLATE, "broken.mustache:3:");
    remove_template("broken.mustache");
}

static void templates_of_a_folder_replace_the_embedded_ones(void **state)
{
    struct clgemm_templates *set;
    struct clgemm_result *result;
    char source[64];
    (void)state;
    make_folder("naive");
    snprintf(source, sizeof source, "%s/naive/kernel.cl.mustache", folder);
    write_template("naive/kernel.cl.mustache", "/* {{name}} of mine */\n{{>common/signature}};\n");
    assert_int_equal(clgemm_templates_open(folder, &set, &error), 0);

    struct clgemm_request *const request = ask("--family naive");
    clgemm_request_use_templates(request, set);
    assert_int_equal(clgemm_generate(request, &result, &error), 0);
    const char *const text = clgemm_result_text(result, CLGEMM_CL, NULL);
    assert_memory_equal(text, "/* gemm_1x1_8x8 of mine */\n__kernel", 34);
    /* What a make rule depends on. */
    assert_string_equal(clgemm_result_dependency(result, 0), source);
    assert_null(clgemm_result_dependency(result, 1));
    clgemm_result_free(result);

    /* Other families are as they were. */
    struct clgemm_request *const other = ask("--family register");
    struct clgemm_result *const expected = generate("--family register");
    clgemm_request_use_templates(other, set);
    assert_int_equal(clgemm_generate(other, &result, &error), 0);
    assert_string_equal(clgemm_result_text(result, CLGEMM_CL, NULL),
                        clgemm_result_text(expected, CLGEMM_CL, NULL));
    assert_null(clgemm_result_dependency(expected, 0));
    clgemm_result_free(expected);
    clgemm_result_free(result);
    clgemm_request_free(other);
    clgemm_request_free(request);
    clgemm_templates_free(set);
    remove_template("naive/kernel.cl.mustache");
    remove_template("naive");
}

/* What only shows while a kernel is made: an unknown name, a partial that is not there. */
static void templates_that_ask_too_much_are_answered(void **state)
{
    static const struct {
        const char *text;
        unsigned line, column;
        const char *says;
    } rows[] = {
        {"/* {{name}} */\n  {{nmae}}\n", 2, 3, "nmae"},
        {"\n{{#nothing}}x{{/nothing}}\n", 2, 1, "nothing"},
        {"{{>common/haed}}\n", 1, 1, "common/haed"},
    };
    (void)state;
    make_folder("naive");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct clgemm_templates *set;
        struct clgemm_result *result;
        write_template("naive/kernel.cl.mustache", rows[i].text);
        assert_int_equal(clgemm_templates_open(folder, &set, &error), 0);
        struct clgemm_request *const request = ask("--family naive");
        clgemm_request_use_templates(request, set);
        assert_int_equal(clgemm_generate(request, &result, &error), -1);
        assert_null(result);
        assert_int_equal(error.code, CLGEMM_TEMPLATE);
        assert_int_equal(error.line, rows[i].line);
        assert_int_equal(error.column, rows[i].column);
        assert_non_null(strstr(error.text, rows[i].says));
        assert_non_null(strstr(error.source, "naive/kernel.cl.mustache"));
        clgemm_request_free(request);
        clgemm_templates_free(set);
    }
    remove_template("naive/kernel.cl.mustache");
    remove_template("naive");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(twice_is_the_same),
        cmocka_unit_test(order_of_setting_does_not_matter),
        cmocka_unit_test(another_thread_makes_the_same),
        cmocka_unit_test(commands_reproduce_their_kernels),
        cmocka_unit_test(results_outlive_their_requests),
        cmocka_unit_test(lines_are_clean),
        cmocka_unit_test(brackets_match),
        cmocka_unit_test(preprocessor_is_left_alone),
        cmocka_unit_test(nothing_is_declared_in_vain),
        cmocka_unit_test(head_explains_every_argument),
        cmocka_unit_test(column_major_speaks_of_the_users_matrices),
        cmocka_unit_test(rows_and_columns_are_the_users),
        cmocka_unit_test(scalars_that_are_known_are_gone),
        cmocka_unit_test(sizes_that_are_known_are_no_arguments),
        cmocka_unit_test(exact_kernels_have_no_guards),
        cmocka_unit_test(dumps_are_json),
        cmocka_unit_test(dumps_say_what_they_should),
        cmocka_unit_test(missing_folders_are_answered),
        cmocka_unit_test(broken_templates_are_answered),
        cmocka_unit_test(templates_of_a_folder_replace_the_embedded_ones),
        cmocka_unit_test(templates_that_ask_too_much_are_answered),
    };
    return cmocka_run_group_tests(tests, open_all, close_all);
}
