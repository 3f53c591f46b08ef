/*
 * Profiles: the embedded ones, those in files, the chain of inheritance, and the choice for a
 * device.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "gen/base/embedded.h"
#include "gen/base/json.h"
#include "tests/unit/fixture.h"
#include "tests/unit/profiles.h"

/* --------------------------------------------------------------------------- embedded ones */

static void embedded_profiles_are_whole(void **state)
{
    struct clgemm_profile shown;
    size_t index = 0;
    (void)state;
    for (const struct embedded_file *file = clgemm_embedded_profiles; file->name; file++) {
        const struct value *const root = json_read(&job, file->name, file->text, file->length);
        assert_string_equal(value_get(root, "name")->text, file->name);
        assert_string_equal(read_profile(file->name)->name, file->name);
        assert_null(read_profile(file->name)->files[0]);

        assert_int_equal(clgemm_profile_at(index++, &shown), 0);
        assert_string_equal(shown.name, file->name);
        /* The whole help: it is not cut by the room for it. */
        const char *const help = value_get(root, "help")->text;
        const bool measured = profile_is_measured(read_profile(file->name)->source, NULL);
        assert_memory_equal(shown.help, help, strlen(help));
        assert_string_equal(shown.help + strlen(help), measured ? "" : "; kernels not measured");
        assert_true(strlen(shown.help) > 10);
    }
    assert_int_equal(clgemm_profile_at(index, &shown), -1);
    assert_int_equal(clgemm_profile_at(SIZE_MAX, &shown), -1);
}

/* Whatever a profile proposes can be generated; only its own rules apply then. */
static void embedded_profiles_generate(void **state)
{
    (void)state;
    for (const struct embedded_file *file = clgemm_embedded_profiles; file->name; file++) {
        struct clgemm_request *const request = clgemm_request_new();
        struct clgemm_result *result;
        assert_int_equal(clgemm_request_set(request, "for", file->name, &error), 0);
        if (clgemm_generate(request, &result, &error))
            fail_msg("%s: %s", file->name, error.text);
        clgemm_result_free(result);
        clgemm_request_free(request);
    }
}

static void promised_profiles_are_there(void **state)
{
    static const char *const names[] = {
        "amd-cdna2",     "amd-cdna3",     "amd-gcn",       "amd-rdna2",
        "amd-rdna3",     "amd-rdna4",     "apple",         "arm-mali",
        "cpu",           "cpu-avx512",    "cpu-generic",   "cpu-neon",
        "cpu-sve256",    "cpu-sve512",    "generic",       "intel-gen8",
        "intel-gen9",    "intel-xe-lp",   "intel-xe-hpg",  "intel-xe2",
        "nvidia-ampere", "nvidia-hopper", "nvidia-turing", "qualcomm-adreno"};
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        assert_string_equal(read_profile(names[i])->name, names[i]);
}

static void generic_states_no_peak(void **state)
{
    const struct profile *const generic = read_profile("generic");
    (void)state;
    assert_null(generic->peak_formula);
    assert_true(generic->operations_per_cycle == 0);
    assert_string_equal(generic->kernel.options, "");
    assert_string_equal(generic->common.options, "");
    assert_int_equal(generic->register_bytes, 0);
    assert_int_equal(generic->work_group_size, 1024);
    assert_int_equal(generic->local_bytes, 32768);
}

static void profiles_inherit(void **state)
{
    const struct profile *const cpu = read_profile("cpu");
    const struct profile *const avx512 = read_profile("cpu-avx512");
    const struct profile *const gen8 = read_profile("intel-gen8");
    const struct profile *const gen9 = read_profile("intel-gen9");
    (void)state;
    /* Member by member: limits of its own beside those of the parent. */
    assert_int_equal(avx512->register_bytes, 2048);
    assert_int_equal(avx512->work_group_size, cpu->work_group_size);
    assert_int_equal(avx512->local_bytes, cpu->local_bytes);
    assert_string_equal(avx512->common.options, cpu->common.options);
    assert_string_not_equal(avx512->kernel.options, cpu->kernel.options);
    assert_true(avx512->operations_per_cycle == 2 * cpu->operations_per_cycle);
    /* The seed's budget: 128 registers of 32 bytes a hardware thread. */
    assert_int_equal(gen8->register_bytes, 128 * 32);
    assert_true(gen8->registers_by_sub_group);
    assert_string_equal(gen9->kernel.options, gen8->kernel.options);
    assert_string_equal(gen9->sub_group_sizes, "8 16 32");
    assert_int_equal(gen9->lane_count, 3);
    assert_int_equal(gen9->lanes[0], 8);
    assert_int_equal(gen9->lanes[2], 32);
    assert_int_equal(gen9->register_bytes, gen8->register_bytes);
    assert_string_equal(gen9->peak_formula, gen8->peak_formula);
}

/* The profile that has the kernel says whether that was measured, or what it inherits from. */
static void profiles_say_what_was_not_measured(void **state)
{
    (void)state;
    assert_true(read_profile("cpu")->measured);
    assert_true(read_profile("nvidia-hopper")->measured);
    assert_true(read_profile("generic")->measured);
    assert_false(read_profile("cpu-neon")->measured);
    assert_false(read_profile("intel-gen8")->measured);
    assert_false(read_profile("intel-xe-hpg")->measured);
    assert_false(read_profile("amd-rdna4")->measured);
    assert_false(try_profile_text("{\"inherits\": \"cpu-neon\"}")->measured);
    assert_false(try_profile_text("{\"inherits\": \"cpu-neon\", \"measured\": true}")->measured);
    assert_true(try_profile_text("{\"inherits\": \"cpu-neon\", \"measured\": true, "
                                 "\"options\": {\"f32\": \"--family naive\"}}")
                    ->measured);
    assert_false(try_profile_text("{\"inherits\": \"cpu\", \"measured\": false, "
                                  "\"options\": {\"f32\": \"--family naive\"}}")
                     ->measured);
    assert_null(try_profile_text("{\"measured\": \"no\"}"));
    assert_int_equal(error.code, CLGEMM_USAGE);
    assert_says("measured must be true or false");
}

/* What is emitted for a profile and --compute has these words; NULL: it is refused. */
static void expect_words(const char *profile, const char *compute, const char *words)
{
    struct clgemm_request *const request = clgemm_request_new();
    struct clgemm_result *result = NULL;
    assert_int_equal(clgemm_request_set(request, "for", profile, &error), 0);
    assert_int_equal(clgemm_request_set(request, "compute", compute, &error), 0);
    if (clgemm_generate(request, &result, &error)) {
        if (words)
            fail_msg("%s, %s: %s", profile, compute, error.text);
    } else {
        size_t length;
        assert_non_null(words);
        assert_non_null(strstr(clgemm_result_text(result, CLGEMM_CL, &length), words));
    }
    clgemm_result_free(result);
    clgemm_request_free(request);
}

/* A profile may have a kernel for what engines take of single precision; others have that of single, which may have no engine. */
static void kinds_have_kernels_of_their_own(void **state)
{
    (void)state;
    expect_words("nvidia-hopper", "tf32", "wgmma.mma_async");
    expect_words("nvidia-hopper", "3xtf32", "wgmma.mma_async");
    expect_words("nvidia-hopper", "bf16x3", "wgmma.mma_async");
    expect_words("nvidia-hopper", "f32", "__local float");
    /* Another kernel, on an engine or in place of one. */
    expect_words("nvidia-ampere", "tf32", "mma.sync");
    expect_words("nvidia-ampere", "bf16x3", "mma.sync");
    expect_words("cpu", "3xtf32", "_head(const float value)");
}

static void unknown_names_get_the_nearest(void **state)
{
    (void)state;
    assert_null(try_profile("intel-gen7"));
    assert_int_equal(error.code, CLGEMM_USAGE);
    assert_string_equal(error.option, "for");
    assert_string_equal(error.text,
                        "there is no profile intel-gen7; did you mean intel-gen8 or intel-gen9?");
    assert_null(try_profile("toaster"));
    assert_string_equal(error.text, "there is no profile or card toaster; clgemm-gen --list "
                                    "profiles and --list cards show all");
}

/* ------------------------------------------------------------------------------- from files */

static void profiles_from_files(void **state)
{
    const struct profile *made = try_profile_text(
        "{\"name\": \"mine\", \"help\": \"mine\", \"inherits\": \"cpu\",\n"
        " \"limits\": {\"work_group_size\": 16, \"registers_of\": \"sub-group\"},\n"
        " \"peak\": {\"formula\": \"a guess\", \"operations_per_cycle\": 12.5}}");
    (void)state;
    assert_non_null(made);
    assert_string_equal(made->name, "mine");
    assert_string_equal(made->files[0], profile_path("made.json"));
    assert_null(made->files[1]);
    assert_int_equal(made->work_group_size, 16);
    assert_true(made->registers_by_sub_group);
    assert_string_equal(made->peak_formula, "a guess");
    assert_true(made->operations_per_cycle == 12.5);
    assert_int_equal(made->local_bytes, read_profile("cpu")->local_bytes);
    assert_string_equal(made->kernel.options, read_profile("cpu")->kernel.options);

    /* Everything may be left out; then there are no limits, and the path is the name. */
    made = try_profile_text("{}");
    assert_non_null(made);
    assert_string_equal(made->name, profile_path("made.json"));
    assert_int_equal(made->work_group_size, 0);
    assert_int_equal(made->lane_count, 0);
}

/* Options stand for the devices of the profile that states them, and for all where it names none. */
static void build_options_are_for_some_devices(void **state)
{
    (void)state;
    const struct profile *made = read_profile("intel-xe-hpg");
    assert_string_equal(made->built_type, "gpu");
    assert_string_equal(made->built_vendor, "Intel");
    made = try_profile_text("{\"inherits\": \"intel-xe-hpg\"}");
    assert_string_equal(made->build_options, "-cl-intel-256-GRF-per-thread");
    assert_string_equal(made->built_type, "gpu");
    made = try_profile_text("{\"inherits\": \"intel-xe-hpg\", \"build_options\": \"-DX\"}");
    assert_null(made->built_type);
    assert_null(made->built_vendor);
    assert_null(read_profile("intel-xe-lp")->built_type);
}

static void circles_end(void **state)
{
    const char *const text = arena_printf(&arena, "{\"inherits\": \"%s\"}", "./made.json");
    (void)state;
    assert_null(try_profile_text(text));
    assert_int_equal(error.code, CLGEMM_USAGE);
    assert_says("inherits through more than 8 others");
}

static void chains_of_eight_are_taken(void **state)
{
    (void)state;
    for (int i = 0; i < 8; i++) {
        const char *const text =
            i == 7       ? "{\"limits\": {\"local_bytes\": 77}}"
            : i % 2 == 0 ? arena_printf(&arena, "{\"inherits\": \"%d.json\"}", i + 1)
                         : arena_printf(&arena, "{\"inherits\": \"././%d.json\"}", i + 1);
        write_profile(arena_printf(&arena, "%d.json", i), text, strlen(text));
    }
    const struct profile *const last = read_profile(profile_path("0.json"));
    assert_int_equal(last->local_bytes, 77);
    for (int i = 0; i < 8; i++)
        assert_string_equal(last->files[i], profile_path(arena_printf(&arena, "%d.json", i)));
    assert_null(last->files[8]);
    for (int i = 0; i < 8; i++)
        unlink(profile_path(arena_printf(&arena, "%d.json", i)));
}

static void unreadable_files_are_answered(void **state)
{
    static char long_text[(1 << 20) + 1];
    (void)state;
    assert_null(try_profile(profile_path("absent.json")));
    assert_int_equal(error.code, CLGEMM_IO);
    assert_string_equal(error.option, "for");
    assert_says("absent.json: No such file or directory");

    assert_null(try_profile(arena_printf(&arena, "./%s", profile_folder)));
    assert_int_equal(error.code, CLGEMM_IO);
    assert_says("cannot read profile");

    memset(long_text, ' ', sizeof long_text);
    write_profile("long.json", long_text, sizeof long_text);
    assert_null(try_profile(profile_path("long.json")));
    assert_int_equal(error.code, CLGEMM_USAGE);
    assert_says("longer than 1048576 bytes");
    unlink(profile_path("long.json"));
}

/* ------------------------------------------------------------------------------ for a device */

static void profiles_for_devices(void **state)
{
    static const struct {
        struct clgemm_device device;
        const char *profile;
    } rows[] = {
        {{"cpu", "GenuineIntel", "cpu-skylake-avx512-Intel(R) Xeon(R)", 16}, "cpu-avx512"},
        {{"cpu", "AuthenticAMD", "AMD EPYC 7B12", 8}, "cpu"},
        {{"cpu", "Intel(R) Corporation", "Intel(R) Core(TM) i5-4200U", 8}, "cpu"},
        {{"cpu", "GenuineIntel", "cpu-x86-64-Intel(R) Xeon(R)", 4}, "cpu-generic"},
        {{"cpu", "Unknown x86", "pthread", 4}, "cpu-generic"},
        {{"cpu", "AIM", "cpu-pwr9-POWER9", 4}, "cpu-generic"},
        /* PoCL: the vendor that it knows, or the number of one; some versions know no width. */
        {{"cpu", "ARM", "cpu-neoverse-n1-0xd0c", 4}, "cpu-neon"},
        {{"cpu", "ARM", "pthread-cortex-a72", 1}, "cpu-neon"},
        {{"cpu", "Cavium", "pthread-0x0a1", 4}, "cpu-neon"},
        {{"cpu", "0xc0", "cpu-ampere1-0xac3", 4}, "cpu-neon"},
        {{"cpu", "ARM", "cpu-neoverse-v1-0xd40", 8}, "cpu-sve256"},
        {{"cpu", "0x46", "cpu-a64fx-0x001", 16}, "cpu-sve512"},
        {{"gpu", "ARM", "Mali-T628", 4}, "generic"},
        {{"cpu", "somebody", "scalar", 1}, "generic"},
        {{"gpu", "Intel(R) Corporation", "Intel(R) HD Graphics 5500", 1}, "intel-gen8"},
        {{"gpu", "Intel(R) Corporation", "Intel(R) Iris(TM) Pro Graphics 6200", 1}, "intel-gen8"},
        {{"gpu", "Intel(R) Corporation", "Intel(R) HD Graphics 530", 1}, "intel-gen9"},
        {{"gpu", "Intel(R) Corporation", "Intel(R) UHD Graphics 620", 1}, "intel-gen9"},
        {{"gpu", "Intel(R) Corporation", "Intel(R) Iris(R) Xe Graphics", 1}, "intel-xe-lp"},
        {{"gpu", "Intel(R) Corporation", "Intel(R) Arc(TM) A770 Graphics", 1}, "intel-xe-hpg"},
        {{"gpu", "NVIDIA Corporation", "NVIDIA H200", 1}, "nvidia-hopper"},
        {{"gpu", "NVIDIA Corporation", "NVIDIA H100 80GB HBM3", 1}, "nvidia-hopper"},
        {{"gpu", "NVIDIA Corporation", "NVIDIA A100-SXM4-80GB", 1}, "nvidia-ampere"},
        {{"gpu", "NVIDIA Corporation", "NVIDIA A30", 1}, "nvidia-ampere"},
        {{"gpu", "NVIDIA Corporation", "NVIDIA RTX A3000 Laptop GPU", 1}, "generic"},
        {{"gpu", "NVIDIA Corporation", "NVIDIA GeForce GTX 1080", 1}, "nvidia-turing"},
        {{"gpu", "NVIDIA Corporation", "NVIDIA GeForce GTX 970", 1}, "generic"},
        {{"gpu", "Advanced Micro Devices, Inc.", "gfx90a:sramecc+:xnack-", 1}, "amd-cdna2"},
        {{"gpu", "Advanced Micro Devices, Inc.", "gfx942", 1}, "amd-cdna3"},
        {{"gpu", "Advanced Micro Devices, Inc.", "gfx1100", 1}, "amd-rdna3"},
        {{"gpu", "Advanced Micro Devices, Inc.", "gfx1151", 1}, "amd-rdna3"},
        {{"gpu", "Advanced Micro Devices, Inc.", "gfx1201", 1}, "amd-rdna4"},
        {{"gpu", "Advanced Micro Devices, Inc.", "gfx1030", 1}, "amd-rdna2"},
        {{"gpu", "Advanced Micro Devices, Inc.", "gfx906:sramecc-:xnack-", 1}, "amd-gcn"},
        {{"gpu", "Advanced Micro Devices, Inc.", "gfx801", 1}, "generic"},
        {{"gpu", "Apple", "Apple M3 Max", 1}, "apple"},
        {{"gpu", "Intel(R) Corporation", "Intel(R) Arc(TM) B580 Graphics", 1}, "intel-xe2"},
        {{"gpu", "QUALCOMM", "QUALCOMM Adreno(TM) 740", 1}, "qualcomm-adreno"},
        {{"gpu", "QUALCOMM", "Qualcomm(R) Adreno(TM) X1-85 GPU", 1}, "qualcomm-adreno"},
        {{"gpu", "QUALCOMM", "QUALCOMM Adreno(TM) 540", 1}, "generic"},
        {{"gpu", "ARM", "Mali-G610 MC6 r0p0", 4}, "arm-mali"},
        {{"gpu", "NVIDIA Corporation", "Graphics 530", 1}, "generic"},
        {{"accelerator", "Intel(R) Corporation", "Intel(R) HD Graphics 530", 16}, "generic"},
        {{"", "", "", 0}, "generic"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        assert_string_equal(clgemm_profile_for(&rows[i].device), rows[i].profile);
}

/* As --for and --compute take profile and type; the numbers are those of the profiles. */
static void peaks_of_profiles(void **state)
{
    struct clgemm_peak peak;
    (void)state;
    for (const struct embedded_file *file = clgemm_embedded_profiles; file->name; file++) {
        const struct profile *const profile = read_profile(file->name);
        assert_int_equal(clgemm_profile_peak(file->name, "f32", &peak, &error), 0);
        assert_true(peak.operations_per_cycle == profile->operations_per_cycle);
        /* The whole formula: it is not cut by the room for it. */
        assert_string_equal(peak.formula, profile->peak_formula ? profile->peak_formula : "");
    }
    assert_int_equal(clgemm_profile_peak("cpu", "f32", &peak, &error), 0);
    assert_true(peak.operations_per_cycle == 32);
    assert_int_equal(clgemm_profile_peak("cpu", "f64", &peak, &error), 0);
    assert_true(peak.operations_per_cycle == 16);
    /* Of a matrix engine, by the elements that it multiplies. */
    assert_int_equal(clgemm_profile_peak("nvidia-hopper", "mma_bf16", &peak, &error), 0);
    assert_true(peak.operations_per_cycle == 4096);
    assert_int_equal(clgemm_profile_peak("nvidia-hopper", "mma_tf32", &peak, &error), 0);
    assert_true(peak.operations_per_cycle == 2048);
    assert_int_equal(clgemm_profile_peak("amd-rdna4", "wmma12_i8", &peak, &error), 0);
    assert_true(peak.operations_per_cycle == 4096);
    assert_int_equal(clgemm_profile_peak("amd-cdna3", "mfma94_bf16", &peak, &error), 0);
    assert_true(peak.operations_per_cycle == 2048);
    /* No figure of one vendor or family reaches another. */
    assert_int_equal(clgemm_profile_peak("amd-cdna3", "wmma_bf16", &peak, &error), 0);
    assert_true(peak.operations_per_cycle == 0);
    assert_int_equal(clgemm_profile_peak("cpu", "mma_i8", &peak, &error), 0);
    assert_true(peak.operations_per_cycle == 0);
    assert_int_equal(clgemm_profile_peak("nvidia-hopper", "mma_f32", &peak, &error), -1);
    assert_int_equal(error.code, CLGEMM_USAGE);

    const char *const text =
        "{\"peak_f16\": {\"formula\": \"a guess\", \"operations_per_cycle\": 12.5}}";
    write_profile("made.json", text, strlen(text));
    assert_int_equal(clgemm_profile_peak(profile_path("made.json"), "f16", &peak, &error), 0);
    assert_string_equal(peak.formula, "a guess");
    assert_true(peak.operations_per_cycle == 12.5);
    assert_int_equal(clgemm_profile_peak(profile_path("made.json"), "f32", &peak, &error), 0);
    assert_string_equal(peak.formula, "");
    assert_true(peak.operations_per_cycle == 0);
    unlink(profile_path("made.json"));

    /* Integers have a peak only where a profile states one. */
    assert_int_equal(clgemm_profile_peak("cpu", "i32", &peak, &error), 0);
    assert_true(peak.operations_per_cycle == 0);

    assert_int_equal(clgemm_profile_peak("toaster", "f32", &peak, &error), -1);
    assert_int_equal(error.code, CLGEMM_USAGE);
    assert_string_equal(error.option, "for");
    assert_int_equal(clgemm_profile_peak("cpu", "bf16", &peak, &error), -1);
    assert_int_equal(error.code, CLGEMM_USAGE);
    assert_string_equal(error.option, "compute");
    assert_int_equal(clgemm_profile_peak("./nowhere.json", "f32", &peak, NULL), -1);
    assert_true(peak.operations_per_cycle == 0 && !peak.formula[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(embedded_profiles_are_whole),
        TEST(embedded_profiles_generate),
        TEST(promised_profiles_are_there),
        TEST(generic_states_no_peak),
        TEST(profiles_inherit),
        TEST(profiles_say_what_was_not_measured),
        TEST(kinds_have_kernels_of_their_own),
        TEST(unknown_names_get_the_nearest),
        TEST(profiles_from_files),
        TEST(build_options_are_for_some_devices),
        TEST(circles_end),
        TEST(chains_of_eight_are_taken),
        TEST(unreadable_files_are_answered),
        TEST(profiles_for_devices),
        TEST(peaks_of_profiles),
    };
    return cmocka_run_group_tests(tests, make_profile_folder, remove_profile_folder);
}
