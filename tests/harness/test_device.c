/* Which devices a choice names: numbers count the devices of a platform that have the type. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "harness/opencl/device.h"

static const struct device devices[] = {
    {.platform_number = 0,
     .number = 0,
     .type = CL_DEVICE_TYPE_CPU,
     .platform_name = "Both",
     .name = "slow"},
    {.platform_number = 0,
     .number = 1,
     .type = CL_DEVICE_TYPE_GPU,
     .platform_name = "Both",
     .name = "fast"},
    {.platform_number = 0,
     .number = 2,
     .type = CL_DEVICE_TYPE_CPU,
     .platform_name = "Both",
     .name = "slow 2"},
    {.platform_number = 1,
     .number = 0,
     .type = CL_DEVICE_TYPE_GPU,
     .platform_name = "Other",
     .name = "fast"},
};

enum {
    COUNT = sizeof devices / sizeof *devices
};

static void expect(const char *platform, const char *type, const char *device, unsigned wanted)
{
    const struct device_choice choice = {platform, type, device};
    unsigned found = 0;

    for (size_t i = 0; i < COUNT; i++)
        found |= (unsigned)device_fits(&choice, devices, i) << i;
    assert_int_equal(found, wanted);
}

static void test_fits(void **state)
{
    (void)state;
    expect(NULL, NULL, NULL, 0xf);
    expect("0", NULL, "1", 0x2);
    expect("0", "gpu", "0", 0x2);
    expect("0", "cpu", "1", 0x4);
    expect("0", "cpu", "2", 0);
    expect(NULL, "gpu", "0", 0xa);
    expect("other", "gpu", "0", 0x8);
    expect(NULL, "all", "slow", 0x5);
}

/* The number that is shown is the one that is understood. */
static void test_numbers(void **state)
{
    static const char *const types[] = {NULL, "cpu", "gpu", "all"};

    (void)state;
    for (size_t t = 0; t < sizeof types / sizeof *types; t++)
        for (size_t i = 0; i < COUNT; i++) {
            struct device_choice choice = {.type = types[t]};
            char platform[2] = {(char)('0' + devices[i].platform_number), '\0'}, number[2] = "";

            if (!device_fits(&choice, devices, i))
                continue;
            number[0] = (char)('0' + device_number(&choice, devices, i));
            expect(platform, types[t], number, 1u << i);
        }
}

/* Where none fits, those that there are stand under the numbers that -d takes with this type. */
static void test_none(void **state)
{
    static const struct {
        const char *type, *list;
    } rows[] = {
        {"cpu", "there is: -p 0 (Both) -d 0 (slow, cpu); -p 0 (Both) -d 1 (slow 2, cpu)"},
        {"gpu", "there is: -p 0 (Both) -d 0 (fast, gpu); -p 1 (Other) -d 0 (fast, gpu)"},
        {"accelerator", "-d 1 (fast, gpu); -p 0 (Both) -d 2 (slow 2, cpu); -p 1 (Other) -d 0"},
        {NULL, "-d 1 (fast, gpu); -p 0 (Both) -d 2 (slow 2, cpu); -p 1 (Other) -d 0"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct device_choice choice = {.type = rows[i].type, .device = "9"};
        struct fault fault = {0};

        assert_int_equal(device_none(&choice, devices, COUNT, &fault), -1);
        assert_non_null(strstr(fault.text, rows[i].list));
    }
}

/* NVIDIA's driver tells less than a kernel of its own PTX may have. */
static void test_local_limit(void **state)
{
    char nvidia[] = "cl_khr_fp64 cl_nv_device_attribute_query", other[] = "cl_khr_fp64";
    struct device device = {.extensions = nvidia, .local_bytes = 49152};

    (void)state;
    assert_int_equal(device_local_limit(&device), 0);
    device.extensions = other;
    assert_int_equal(device_local_limit(&device), 49152);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fits),
        cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_none),
        cmocka_unit_test(test_local_limit),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
