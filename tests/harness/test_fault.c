/*
 * What a fault tells beside its sentence: whose memory is short, and that the first one wins.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "clgemm.h"
#include "harness/opencl/opencl.h"

static void lack_of_memory_is_told_by_status(void **state)
{
    static const struct {
        cl_int status;
        bool no_memory;
    } rows[] = {
        {CL_MEM_OBJECT_ALLOCATION_FAILURE, true},
        {CL_OUT_OF_HOST_MEMORY, true},
        {CL_OUT_OF_RESOURCES, true},
        {CL_INVALID_KERNEL, false},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct fault fault = {.code = FAULT_NONE};

        assert_int_equal(opencl_check(rows[i].status, "clFinish", &fault), -1);
        assert_int_equal(fault.code, FAULT_DEVICE);
        assert_int_equal(fault.no_memory, rows[i].no_memory);
        fault_clear(&fault);
        assert_false(fault.no_memory);
    }
}

/* A file of that name is no lack of memory. */
static void sentences_are_not_read(void **state)
{
    struct fault fault = {.code = FAULT_NONE};

    (void)state;
    fault_set(&fault, FAULT_IO, "cannot read `out of memory CL_OUT_OF_RESOURCES`");
    assert_false(fault.no_memory);
    fault_memory(&fault);
    assert_false(fault.no_memory);
    fault_clear(&fault);
    fault_memory(&fault);
    assert_true(fault.no_memory);
}

/* The generator's sentence begins with the place in a template already. */
static void places_are_told_once(void **state)
{
    struct clgemm_error error = {.code = CLGEMM_TEMPLATE, .source = "a.cl", .line = 3, .column = 1};
    struct fault fault = {.code = FAULT_NONE};

    (void)state;
    snprintf(error.text, sizeof error.text, "a.cl:3:1: tag is not closed");
    assert_int_equal(fault_pass_on(&fault, &error), -1);
    assert_int_equal(fault.code, FAULT_TEMPLATE);
    assert_string_equal(fault.text, "a.cl:3:1: tag is not closed");
    fault_clear(&fault);
}

/* Below the sentence stand the text of a product and its caret. */
static void a_product_is_shown(void **state)
{
    struct clgemm_error error = {.code = CLGEMM_USAGE};
    struct fault fault = {.code = FAULT_NONE};

    (void)state;
    snprintf(error.text, sizeof error.text, "`]` is expected here\n  y[n x\n      ^");
    assert_int_equal(fault_pass_on(&fault, &error), -1);
    assert_string_equal(fault.text, "`]` is expected here");
    assert_string_equal(fault.detail, "  y[n x\n      ^");
    fault_clear(&fault);
}

/* What others have said ends its line, so that what comes next stands alone. */
static void a_driver_without_a_newline(void **state)
{
    static const char *const rows[][2] = {
        {NULL, ""}, {"", ""}, {"said", "said\n"}, {"said\n", "said\n"}};

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[20] = "";
        FILE *stream = fmemopen(text, sizeof text, "w");

        assert_non_null(stream);
        fault_print_detail(rows[i][0], stream);
        fclose(stream);
        assert_string_equal(text, rows[i][1]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lack_of_memory_is_told_by_status),
        cmocka_unit_test(sentences_are_not_read),
        cmocka_unit_test(places_are_told_once),
        cmocka_unit_test(a_product_is_shown),
        cmocka_unit_test(a_driver_without_a_newline),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
