/* Core types of a library that a processor can run, by its features alone. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "harness/run/blas_internal.h"

/* The types that fit, as "Haswell Prescott ". */
static void list(const char *features, char *text, size_t room)
{
    const char *names[32];
    size_t count = core_types_fit(openblas_core_types, features, names, 32);

    *text = '\0';
    for (size_t i = 0; i < count; i++) {
        strncat(text, names[i], room - strlen(text) - 1);
        strncat(text, " ", room - strlen(text) - 1);
    }
}

static void expect(const char *features, const char *types)
{
    char text[400];

    list(features, text, sizeof text);
    assert_string_equal(text, types);
}

static void a_type_needs_all_its_features(void **state)
{
    (void)state;
    expect("", "");
    expect("fpu vme", "");
    expect(" fpu pni ssse3\n", "Prescott ");
    expect("pni sse4_1 sse4_2 avx f16c", "Sandybridge Nehalem Prescott ");
    expect("pni sse4_2 avx fma avx2 bmi2", "Zen Haswell Sandybridge Nehalem Prescott ");
    expect("pni sse4_2 avx fma avx2 bmi2 avx512f avx512dq avx512cd avx512bw",
           "Zen Haswell Sandybridge Nehalem Prescott ");
    expect("pni sse4_2 avx fma avx2 bmi2 avx512f avx512dq avx512cd avx512bw avx512vl",
           "SkylakeX Zen Haswell Sandybridge Nehalem Prescott ");
    expect("fp asimd evtstrm atomics asimddp", "neoversen1 cortexa57 armv8 ");
    expect("fp asimd atomics asimddp sve", "armv8sve neoversen1 cortexa57 armv8 ");
}

/* avx is no avx2, and avx2 stands for no avx. */
static void a_feature_is_a_whole_word(void **state)
{
    (void)state;
    expect("avx2", "");
    expect("avx512_bf16 sse4_2a xpni", "");
    expect("sse4_2\tavx", "Sandybridge Nehalem ");
}

static void names_end_where_there_is_no_room(void **state)
{
    const char *names[1];

    (void)state;
    assert_int_equal(core_types_fit(openblas_core_types, "pni sse4_2", names, 1), 1);
    assert_string_equal(names[0], "Nehalem");
    assert_int_equal(core_types_fit(openblas_core_types, "pni sse4_2", NULL, 0), 0);
}

static void this_machine_has_features_or_none(void **state)
{
    char *features = processor_features();

    (void)state;
    assert_non_null(features);
    free(features);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_type_needs_all_its_features),
        cmocka_unit_test(a_feature_is_a_whole_word),
        cmocka_unit_test(names_end_where_there_is_no_room),
        cmocka_unit_test(this_machine_has_features_or_none),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
