/* The manifest reader: what is good is read, what is not gets a sentence, nothing crashes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "harness/base/file.h"
#include "harness/run/launch.h"
#include "harness/manifest/manifest.h"
#include "harness/opencl/peak.h"

/* tests/harness/data/NAME of the source tree, in malloc'd memory. */
static char *read_data(const char *name, size_t *length)
{
    const char *folder = getenv("srcdir");
    struct fault fault = {0};
    char path[512], *text = NULL;

    snprintf(path, sizeof path, "%s/tests/harness/data/%s", folder == NULL ? "." : folder, name);
    if (file_read(path, &text, length, &fault))
        fail_msg("%s", fault.text);
    return text;
}

/* Parses; the sentence must contain `part` (NULL: the manifest must be good). */
static void expect(const char *text, size_t length, const char *part)
{
    struct fault fault = {0};
    struct manifest manifest;
    int status = manifest_parse(text, length, &manifest, &fault);

    if (part == NULL) {
        if (status != 0)
            fail_msg("refused: %s", fault.text);
        manifest_release(&manifest);
    } else if (status == 0) {
        fail_msg("accepted, expected: %s", part);
    } else {
        assert_int_equal(fault.code, FAULT_REFUSED);
        if (strstr(fault.text, part) == NULL)
            fail_msg("`%s` does not contain `%s`", fault.text, part);
    }
    fault_clear(&fault);
}

/* The good manifest with the first `old` behind `after` replaced. */
static void edit(const char *name, const char *after, const char *old, const char *replacement,
                 const char *part)
{
    size_t length;
    char *text = read_data(name, &length), *at = strstr(text, after), *edited;

    assert_non_null(at);
    at = strstr(at, old);
    assert_non_null(at);
    edited = malloc(length + strlen(replacement) + 1);
    assert_non_null(edited);
    memcpy(edited, text, (size_t)(at - text));
    strcpy(edited + (at - text), replacement);
    strcat(edited, at + strlen(old));
    expect(edited, strlen(edited), part);
    free(edited);
    free(text);
}

static void test_good(void **state)
{
    size_t length;
    char *text = read_data("plain.json", &length);
    struct fault fault = {0};
    struct manifest manifest;

    (void)state;
    assert_int_equal(manifest_parse(text, length, &manifest, &fault), 0);
    assert_string_equal(manifest.name, "plain");
    assert_int_equal(manifest.step_count, 1);
    assert_int_equal(manifest.steps[0].argument_count, 14);
    assert_int_equal(manifest.steps[0].global[1].per_group, 8);
    assert_int_equal(manifest.programs[0].opencl_c, 102);
    assert_false(manifest.problem.alpha.fixed);
    assert_int_equal(manifest.operand[OPERAND_C], 2);
    assert_int_equal(manifest.problem.arithmetic.product, TYPE_F32);
    manifest_release(&manifest);
    free(text);
    text = read_data("half_products.json", &length);
    assert_int_equal(manifest_parse(text, length, &manifest, &fault), 0);
    assert_int_equal(manifest.problem.type[OPERAND_A], TYPE_F16);
    assert_int_equal(manifest.problem.arithmetic.product, TYPE_F16);
    assert_int_equal(manifest.problem.arithmetic.accumulate, TYPE_F32);
    manifest_release(&manifest);
    free(text);
    text = read_data("steps.json", &length);
    expect(text, length, NULL);
    free(text);
}

static void test_truncated(void **state)
{
    static const char *const names[] = {"plain.json", "steps.json"};

    (void)state;
    for (size_t i = 0; i < 2; i++) {
        size_t length;
        char *text = read_data(names[i], &length);

        while (length > 0 && (text[length - 1] == '\n' || text[length - 1] == ' '))
            length--;
        for (size_t cut = 0; cut < length; cut++) {
            char *part = malloc(cut + 1); /* so that a sanitizer sees reads past the end */

            assert_non_null(part);
            memcpy(part, text, cut);
            expect(part, cut, "not a manifest");
            free(part);
        }
        free(text);
    }
}

/* Each byte in turn replaced: good or a sentence, never a crash. */
static void test_flipped(void **state)
{
    size_t length;
    char *text = read_data("steps.json", &length);

    (void)state;
    for (size_t i = 0; i < length; i++) {
        static const char replacements[] = "0\"";
        char kept = text[i];

        for (size_t j = 0; j < sizeof replacements - 1; j++) {
            struct fault fault = {0};
            struct manifest manifest;

            text[i] = replacements[j];
            if (manifest_parse(text, length, &manifest, &fault) == 0)
                manifest_release(&manifest);
            else
                assert_true(fault.text[0] != '\0');
            fault_clear(&fault);
        }
        text[i] = kept;
    }
    free(text);
}

static void test_hostile(void **state)
{
    const char *plain = "plain.json", *steps = "steps.json";

    (void)state;
    edit(plain, "", "clgemm-manifest/1", "clgemm-manifest/3", "schema: is `clgemm-manifest/3`");
    edit(plain, "", "clgemm-manifest/1", "clgemm-manifest/2", NULL);
    edit(plain, "", "\"clgemm-manifest/1\",", "\"clgemm-manifest/1\", \"interface\": {},",
         "unknown member `interface`");
    edit(plain, "", "\"clgemm-manifest/1\",",
         "\"clgemm-manifest/2\", \"interface\": {\"name\": \"x\", \"macros\": {}, \"derived\": "
         "[{\"symbol\": \"alpha\", \"terms\": []}]},",
         "interface.derived[0].symbol: `alpha` is no symbol of a size");
    edit(plain, "", "\"clgemm-manifest/1\",",
         "\"clgemm-manifest/2\", \"interface\": {\"name\": \"x\", \"macros\": {}, \"derived\": "
         "[{\"symbol\": \"lda\", \"formula\": [\"/\", \"rows\", 16]}]},",
         "interface.derived[0].formula[1]: `rows` is no name with a value");
    edit(plain, "\"name\": \"K\"", "\"kind\": \"value\",\n     \"symbol\": \"k\"",
         "\"kind\": \"sum\", \"terms\": [{\"factor\": 2, \"product\": [\"k\"]}]",
         "are of schema 2");
    edit(plain, "", "\"name\": \"plain\"", "\"name\": \"pla in\"", "name: is no C identifier");
    edit(plain, "", "\"name\": \"plain\"", "\"name\": 7", "name: must be a string");
    edit(plain, "", "\"layout\": \"row\"", "\"layout\": \"diagonal\"", "problem.layout");
    edit(plain, "", "\"layout\": \"row\",", "", "problem.layout: is missing");
    edit(plain, "", "\"accumulate\": \"f32\"", "\"accumulate\": \"f32\", \"product\": 7",
         "problem.types.product: must be a string");
    edit(plain, "", "\"edges\":", "\"surprise\": 1, \"edges\":", "unknown member `surprise`");
    edit(plain, "\"sizes\"", "\"m\": null", "\"m\": -1", "problem.sizes.m: is -1");
    edit(plain, "\"sizes\"", "\"m\": null", "\"m\": 1.5", "problem.sizes.m: must be a whole");
    edit(plain, "\"sizes\"", "\"m\": null", "\"m\": 9223372036854775807", "problem.sizes.m");
    edit(plain, "\"sizes\"", "\"m\": null", "\"m\": 99999999999999999999", "not a manifest");
    edit(plain, "\"ld\"", "\"a\": null", "\"a\": \"loose\"", "problem.ld.a: is `loose`");
    edit(plain, "\"epilogue\"", "\"edges\"", "\"edges\": \"guard\", \"edges\"", "not a manifest");
    edit(plain, "", "\"epilogue\": []",
         "\"epilogue\": [{\"op\": \"expression\", \"expression\": \"value/2.0\"}]", NULL);
    edit(plain, "", "\"epilogue\": []",
         "\"epilogue\": [{\"op\": \"expression\", \"expression\": \"value; } void f() { \"}]",
         "expression must be one of OpenCL C");
    edit(plain, "", "\"epilogue\": []",
         "\"epilogue\": [{\"op\": \"expression\", \"expression\": \"value /* \"}]",
         "expression must be one of OpenCL C");
    edit(plain, "", "\"fnv1a64:", "\"sha256:", "programs[0].hash");
    edit(plain, "", "\"sub_group\": null",
         "\"sub_group\": null, \"engine\": {\"name\": \"mma\", \"factors\": \"bf16\", "
         "\"instructions\": 16}",
         NULL);
    edit(plain, "", "\"sub_group\": null",
         "\"sub_group\": null, \"engine\": {\"name\": \"mma\", \"factors\": \"bf16\", "
         "\"instructions\": 0}",
         "steps[0].engine.instructions");
    edit(plain, "", "\"sub_group\": null", "\"sub_group\": null, \"engine\": {\"name\": \"mma\"}",
         "steps[0].engine.factors: is missing");
    edit(plain, "", "\"opencl_c\": \"1.2\"", "\"opencl_c\": \"one\"",
         "programs[0].requires.opencl_c");
    edit(plain, "", "\"role\": \"a\"", "\"role\": \"b\"", "one buffer of role `a`");
    edit(plain, "", "\"role\": \"a\"", "\"role\": \"workspace\"", "contradict");
    edit(plain, "\"buffers\"", "\"name\": \"B\"", "\"name\": \"A\"", "second buffer");
    edit(plain, "\"extents\"", "\"rounded_to\": 1", "\"rounded_to\": 0",
         "buffers[0].extents[0].rounded_to: is 0");
    edit(plain, "\"extents\"", "\"n\": \"m\"", "\"n\": \"alpha\"", "no symbol of a size");
    edit(plain, "\"extents\"", "\"n\": \"m\"", "\"n\": \"q\"", "no symbol of a size");
    edit(plain, "\"steps\"", "\"program\": 0", "\"program\": 1", "steps[0].program: is 1");
    edit(plain, "\"steps\"", "\"symbol\": \"k\"", "\"symbol\": \"kk\"",
         "steps[0].args[2].symbol: `kk` is no symbol");
    edit(plain, "\"steps\"", "\"symbol\": \"alpha\",\n     \"type\": \"f32\"",
         "\"symbol\": \"alpha\",\n     \"type\": \"i32\"", "steps[0].args[3].symbol");
    edit(plain, "\"steps\"", "\"buffer\": \"A\"", "\"buffer\": \"Z\"", "there is no buffer `Z`");
    edit(plain, "\"local\"", "8", "0", "steps[0].local[0]");
    edit(plain, "\"local\"", "8,", "", "steps[0].global: has 2 items");
    edit(plain, "\"global\"", "\"per_group\": 8", "\"per_group\": 0", "per_group: is 0");
    edit(plain, "\"when\"", "\"m\"", "\"x\"", "steps[0].when.nonzero[0]: `x` is no symbol");
    edit(plain, "\"constraints\"", "\"at_most\"", "\"about\"", "constraints[0].op");
    edit(plain, "\"constraints\"", "\"lda\"", "\"beta\"", "scalars are not constrained");
    edit(plain, "\"peak\"", "\"operations_per_cycle\": 32", "\"operations_per_cycle\": 0",
         "operations_per_cycle must be above zero");
    edit(steps, "\"to_image\"", "\"to\": \"dense_image\"", "\"to\": \"packed\"",
         "from a buffer to an image");
    edit(steps, "\"dense_image\"", "\"FLOAT\"", "\"HALF\"", "is `HALF`");
    edit(steps, "\"kind\": \"fill\"", "fill", "sort", "steps[1].kind: is `sort`");
    edit(steps, "\"literal\"", "\"value\": 2", "\"value\": 3000000000", "does not fit 32 bits");
    edit(steps, "\"persistent\"", "2", "-2", "persistent: is -2");
}

static void test_nested(void **state)
{
    const size_t depth = 1000000;
    char *text = malloc(depth);

    (void)state;
    assert_non_null(text);
    memset(text, '[', depth);
    expect(text, depth, "not a manifest");
    for (size_t i = 0; i < depth; i += 5)
        memcpy(text + i, "{\"a\":", 5);
    expect(text, depth, "not a manifest");
    free(text);
    expect("", 0, "not a manifest");
    expect("[]", 2, "must be an object, is a list");
    expect("null", 4, "not a manifest");
    expect("{}", 2, "schema: is missing");
}

/* Of a file with this text both its names and its kernel of that number are read: the first that is wrong must contain `part`. */
static void load(const char *text, size_t kernel, const char *part)
{
    char path[] = "test_manifest.XXXXXX";
    FILE *file = fdopen(mkstemp(path), "w");
    struct fault fault = {0};
    struct manifest manifest;
    struct manifest_names names;

    assert_non_null(file);
    assert_int_equal(fputs(text, file) < 0 || fclose(file) != 0, 0);
    if (manifest_names(path, &names, &fault) == 0 &&
        manifest_load(path, kernel, &manifest, &fault) == 0)
        manifest_release(&manifest);
    free(names.list);
    remove(path);
    if (strstr(fault.text, part) == NULL)
        fail_msg("`%s` does not contain `%s`", fault.text, part);
    fault_clear(&fault);
}

static void test_kernels(void **state)
{
    static const struct {
        const char *kernels;
        size_t kernel;
        const char *part;
    } rows[] = {
        {"[]", 1, "kernels: has 0 items"},
        {"{\"a\": 1}", 1, "kernels: must be a list"},
        {"[7]", 1, "kernels[0]: must be an object"},
        {"[{}]", 1, "kernels[0].name: is missing"},
        {"[{\"name\": 7}]", 1, "kernels[0].name: must be a string"},
        {"[{\"name\": \"a\"}, {\"name\": \"a\"}]", 1, "kernels[1]: has the name `a` of one"},
        {"[{\"name\": \"a\"}]", 0, "has several kernels"},
        {"[{\"name\": \"a\"}]", 2, "kernels[1]: is no kernel of several"},
        {"[{\"name\": \"a\"}]", 1, "kernels[0].problem: is missing"},
        {"[{\"name\": \"a\", \"schema\": \"clgemm-manifest/2\"}]", 1, "no kernel of several"},
        {"[{\"name\": \"a\", \"kernels\": [{\"name\": \"b\"}]}]", 1, "unknown member `kernels`"},
        {"[{\"name\": \"a\"}], \"problem\": {}", 1, "unknown member `problem`"},
    };
    char text[256];

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        snprintf(text, sizeof text,
                 "{\"schema\": \"clgemm-manifest/2\", \"name\": \"d\", \"kernels\": %s}",
                 rows[i].kernels);
        load(text, rows[i].kernel, rows[i].part);
    }
    load("{\"schema\": \"clgemm-manifest/1\", \"name\": \"d\", \"kernels\": [{\"name\": \"a\"}]}",
         1, "schema: is `clgemm-manifest/1`");
    load("{\"schema\": \"clgemm-manifest/2\", \"kernels\": [{\"name\": \"a\"}]}", 1,
         "name: is missing");
}

static void resolve(const char *after, const char *old, const char *replacement, uint64_t size,
                    const char *part)
{
    size_t length;
    char *text = read_data("plain.json", &length), *at = strstr(text, after);
    char *edited = malloc(length + 256);
    struct fault fault = {0};
    struct manifest manifest;
    struct launch launch;
    struct test_case test_case = {.size = {size, size, size}, .has_size = {true, true, true}};
    uint64_t elements, groups[3];

    assert_non_null(edited);
    assert_non_null(at);
    at = strstr(at, old);
    assert_non_null(at);
    sprintf(edited, "%.*s%s%s", (int)(at - text), text, replacement, at + strlen(old));
    assert_int_equal(manifest_parse(edited, strlen(edited), &manifest, &fault), 0);
    if (launch_resolve(&manifest, &test_case, &launch, &fault) == 0 &&
        launch_elements(&launch, &manifest.buffers[0], &elements, &fault) == 0)
        launch_groups(&launch, &manifest.steps[0], 4, groups, &fault);
    if (part == NULL && fault.code != FAULT_NONE)
        fail_msg("refused: %s", fault.text);
    if (part != NULL && strstr(fault.text, part) == NULL)
        fail_msg("`%s` does not contain `%s`", fault.text, part);
    fault_clear(&fault);
    manifest_release(&manifest);
    free(edited);
    free(text);
}

/* 5 x 9, rounded up to 8 x 16, with nothing between the lines. */
static void test_dense(void **state)
{
    struct buffer buffer = {
        .extent = {{{SYMBOL_M, 0}, 4, {SYMBOL_NONE, 0}, true, {SYMBOL_NONE, 0}},
                   {{SYMBOL_K, 0}, 8, {SYMBOL_NONE, 1}, false, {SYMBOL_NONE, 0}}},
        .extent_count = 2,
        .offset = {SYMBOL_NONE, 0}};
    struct launch launch = {.value = {[SYMBOL_M] = 5, [SYMBOL_K] = 9}};
    struct fault fault = {0};
    uint64_t elements;

    (void)state;
    assert_int_equal(launch_elements(&launch, &buffer, &elements, &fault), 0);
    assert_int_equal(elements, 128);
    /* And so many times more as another size says: 20 x 16. */
    buffer.extent[0].more = (struct count){SYMBOL_BATCH, 0};
    launch.value[SYMBOL_BATCH] = 3;
    assert_int_equal(launch_elements(&launch, &buffer, &elements, &fault), 0);
    assert_int_equal(elements, 320);
    launch.value[SYMBOL_BATCH] = 0;
    /* Rounded up, no extent is zero; unrounded, it is. */
    launch.value[SYMBOL_K] = 0;
    assert_int_equal(launch_elements(&launch, &buffer, &elements, &fault), 0);
    assert_int_equal(elements, 64);
    buffer.extent[1].rounded_to = 1;
    assert_int_equal(launch_elements(&launch, &buffer, &elements, &fault), 0);
    assert_int_equal(elements, 0);
}

/* Numbers that are fine each for itself and overflow together. */
static void test_overflow(void **state)
{
    const char *same = "\"constraints\"";

    (void)state;
    resolve("", same, same, 8, NULL);
    resolve("", same, same, 100000, "M x lda must be below 2^31");
    resolve("", same, same, (uint64_t)1 << 40, "M x lda must be below 2^31");
    resolve("", same, same, (uint64_t)1 << 49, "is above 2^48");
    resolve("\"constraints\"", "2147483647", "281474976710656", (uint64_t)1 << 24,
            "more than 2^46 work-items");
    resolve("\"extents\"", "\"stride\": \"lda\"", "\"stride\": 281474976710656", 40000,
            "does not fit 63 bits");
    resolve("\"extents\"", "\"stride\": \"lda\"", "\"stride\": \"dense\"", 8, NULL);
    resolve("\"sizes\"", "\"m\": null", "\"m\": 16", 8, "made for M = 16, not for 8");
    resolve("\"ld\"", "\"a\": null", "\"a\": 4", 8, "lda = 4 is too small");
    resolve("\"constraints\"", "\"at_most\"", "\"multiple_of\"", 8, "is not a multiple of");
}

/* The peak of a kernel is that of the engine that one of its steps uses, else of its sums. */
static void test_peak_kind(void **state)
{
    struct step steps[] = {{.kind = STEP_KERNEL}, {.engine = "mma", .engine_factors = "bf16"}};
    struct manifest manifest = {.steps = steps, .step_count = 1};
    struct peaks peaks = {.count = 0};
    struct peak *single;
    char kind[PEAK_KIND];

    (void)state;
    manifest.problem.arithmetic.accumulate = TYPE_F32;
    peak_kind(&manifest, kind);
    assert_string_equal(kind, "f32");
    single = peaks_at(&peaks, kind);
    single->gflops = 1;
    manifest.step_count = 2;
    peak_kind(&manifest, kind);
    assert_string_equal(kind, "mma_bf16");
    assert_true(peaks_at(&peaks, kind)->gflops == 0);
    assert_ptr_equal(peaks_at(&peaks, "f32"), single);
    assert_int_equal(peaks.count, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_good),      cmocka_unit_test(test_truncated),
        cmocka_unit_test(test_flipped),   cmocka_unit_test(test_hostile),
        cmocka_unit_test(test_nested),    cmocka_unit_test(test_kernels),
        cmocka_unit_test(test_overflow),  cmocka_unit_test(test_dense),
        cmocka_unit_test(test_peak_kind),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
