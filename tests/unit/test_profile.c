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

#include "gen/embedded.h"
#include "gen/json.h"
#include "gen/profile.h"
#include "tests/unit/fixture.h"

static char folder[] = "test_profile_XXXXXX";

static int make_folder(void **state)
{
    (void)state;
    return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state)
{
    (void)state;
    return rmdir(folder);
}

/* The profile, or NULL with `error` filled. */
static const struct profile *try(const char *name)
{
    error = (struct clgemm_error){.code = CLGEMM_OK};
    if (setjmp(job.escape))
        return NULL;
    const struct element single = element_of("f32", NULL, NULL);
    return profile_of(&job, profile_load(&job, name), &single);
}

static const struct profile *profile(const char *name)
{
    const struct profile *const profile = try(name);
    if (!profile)
        fail_msg("%s: %s", name, error.text);
    return profile;
}

static const char *path_of(const char *name)
{
    return arena_printf(&arena, "./%s/%s", folder, name);
}

static void write_file(const char *name, const char *text, size_t length)
{
    FILE *const file = fopen(path_of(name), "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, length, file), length);
    assert_int_equal(fclose(file), 0);
}

/* Reads a profile out of a file that is removed again. */
static const struct profile *try_text(const char *text)
{
    write_file("made.json", text, strlen(text));
    const struct profile *const made = try(path_of("made.json"));
    unlink(path_of("made.json"));
    return made;
}

/* --------------------------------------------------------------------------- embedded ones */

static void embedded_profiles_are_whole(void **state)
{
    struct clgemm_profile shown;
    size_t index = 0;
    (void)state;
    for (const struct embedded_file *file = clgemm_embedded_profiles; file->name; file++) {
        const struct value *const root = json_read(&job, file->name, file->text, file->length);
        assert_string_equal(value_get(root, "name")->text, file->name);
        assert_string_equal(profile(file->name)->name, file->name);
        assert_null(profile(file->name)->files[0]);

        assert_int_equal(clgemm_profile_at(index++, &shown), 0);
        assert_string_equal(shown.name, file->name);
        /* The whole help: it is not cut by the room for it. */
        assert_string_equal(shown.help, value_get(root, "help")->text);
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
    static const char *const names[] = {"cpu",         "cpu-avx512",   "cpu-generic",
                                        "generic",     "intel-gen8",   "intel-gen9",
                                        "intel-xe-lp", "intel-xe-hpg", "nvidia-hopper"};
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        assert_string_equal(profile(names[i])->name, names[i]);
}

static void generic_states_no_peak(void **state)
{
    const struct profile *const generic = profile("generic");
    (void)state;
    assert_null(generic->peak_formula);
    assert_true(generic->operations_per_cycle == 0);
    assert_string_equal(generic->kernel, "");
    assert_string_equal(generic->common, "");
    assert_int_equal(generic->register_bytes, 0);
    assert_int_equal(generic->work_group_size, 1024);
    assert_int_equal(generic->local_bytes, 32768);
}

static void profiles_inherit(void **state)
{
    const struct profile *const cpu = profile("cpu");
    const struct profile *const avx512 = profile("cpu-avx512");
    const struct profile *const gen8 = profile("intel-gen8");
    const struct profile *const gen9 = profile("intel-gen9");
    (void)state;
    /* Member by member: limits of its own beside those of the parent. */
    assert_int_equal(avx512->register_bytes, 2048);
    assert_int_equal(avx512->work_group_size, cpu->work_group_size);
    assert_int_equal(avx512->local_bytes, cpu->local_bytes);
    assert_string_equal(avx512->common, cpu->common);
    assert_string_not_equal(avx512->kernel, cpu->kernel);
    assert_true(avx512->operations_per_cycle == 2 * cpu->operations_per_cycle);
    /* The seed's budget: 128 registers of 32 bytes a hardware thread. */
    assert_int_equal(gen8->register_bytes, 128 * 32);
    assert_true(gen8->registers_by_sub_group);
    assert_string_equal(gen9->kernel, gen8->kernel);
    assert_string_equal(gen9->sub_group_sizes, "8 16 32");
    assert_int_equal(gen9->register_bytes, gen8->register_bytes);
    assert_string_equal(gen9->peak_formula, gen8->peak_formula);
}

static void unknown_names_get_the_nearest(void **state)
{
    (void)state;
    assert_null(try("intel-gen7"));
    assert_int_equal(error.code, CLGEMM_USAGE);
    assert_string_equal(error.option, "for");
    assert_string_equal(error.text, "there is no profile intel-gen7; did you mean intel-gen8?");
    assert_null(try("toaster"));
    assert_string_equal(error.text, "there is no profile toaster; --list profiles shows them");
}

/* ------------------------------------------------------------------------------- from files */

static void profiles_from_files(void **state)
{
    const struct profile *made =
        try_text("{\"name\": \"mine\", \"help\": \"mine\", \"inherits\": \"cpu\",\n"
                 " \"limits\": {\"work_group_size\": 16, \"registers_of\": \"sub-group\"},\n"
                 " \"peak\": {\"formula\": \"a guess\", \"operations_per_cycle\": 12.5}}");
    (void)state;
    assert_non_null(made);
    assert_string_equal(made->name, "mine");
    assert_string_equal(made->files[0], path_of("made.json"));
    assert_null(made->files[1]);
    assert_int_equal(made->work_group_size, 16);
    assert_true(made->registers_by_sub_group);
    assert_string_equal(made->peak_formula, "a guess");
    assert_true(made->operations_per_cycle == 12.5);
    assert_int_equal(made->local_bytes, profile("cpu")->local_bytes);
    assert_string_equal(made->kernel, profile("cpu")->kernel);

    /* Everything may be left out; then there are no limits, and the path is the name. */
    made = try_text("{}");
    assert_non_null(made);
    assert_string_equal(made->name, path_of("made.json"));
    assert_int_equal(made->work_group_size, 0);
    assert_string_equal(made->sub_group_sizes, "");
}

static void broken_files_are_answered(void **state)
{
    static const struct {
        const char *text;
        const char *says;
    } rows[] = {
        {"", "expected"},
        {"{\n  \"name\": \"x\",\n  \"help\" \"y\"\n}", "made.json:3:"},
        {"{\"name\": \"x\",\n\"name\": \"y\"}", "duplicate"},
        {"[1, 2]", "is not a JSON object"},
        {"{\"name\": 5}", "profile: name must be a text"},
        {"{\"options\": {\"common\": 1}}", "profile: common must be a text"},
        {"{\"options\": {\"f32\": []}}", "profile: f32 must be a text"},
        {"{\"limits\": {\"work_group_size\": \"many\"}}", "work_group_size must be a whole number"},
        {"{\"limits\": {\"work_group_size\": 1.5}}", "work_group_size must be a whole number"},
        {"{\"limits\": {\"local_bytes\": -1}}", "local_bytes must be a whole number"},
        {"{\"limits\": {\"register_bytes\": true}}", "register_bytes must be a whole number"},
        {"{\"limits\": {\"registers_of\": 1}}", "registers_of must be a text"},
        {"{\"limits\": {\"sub_group_sizes\": [8, 16]}}", "sub_group_sizes must be a text"},
        {"{\"peak\": {\"formula\": 1}}", "formula must be a text"},
        {"{\"peak\": {\"operations_per_cycle\": \"fast\"}}",
         "operations_per_cycle must be a number"},
        {"{\"inherits\": \"nobody\"}", "there is no profile nobody"},
        {"{\"build_options\": \"*\\\\\\n/\"}",
         "build_options take printable ASCII, and character 3 is 0x0a"},
        {"{\"build_options\": \"-I caf\\u00e9\"}", "character 7 is 0xc3"},
        {"{\"build_options\": \"-D\\u007f\"}", "character 3 is 0x7f"},
        {"{\"build_options\": \"-DX\", \"match\": {\"type\": \"fpga\"}}",
         "match.type must be cpu, gpu or accelerator, not fpga"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (try_text(rows[i].text))
            fail_msg("%s was taken", rows[i].text);
        assert_int_equal(error.code, CLGEMM_USAGE);
        assert_says(rows[i].says);
    }
}

/* Options stand for the devices of the profile that states them, and for all where it names none. */
static void build_options_are_for_some_devices(void **state)
{
    (void)state;
    const struct profile *made = profile("intel-xe-hpg");
    assert_string_equal(made->built_type, "gpu");
    assert_string_equal(made->built_vendor, "Intel");
    made = try_text("{\"inherits\": \"intel-xe-hpg\"}");
    assert_string_equal(made->build_options, "-cl-intel-256-GRF-per-thread");
    assert_string_equal(made->built_type, "gpu");
    made = try_text("{\"inherits\": \"intel-xe-hpg\", \"build_options\": \"-DX\"}");
    assert_null(made->built_type);
    assert_null(made->built_vendor);
    assert_null(profile("intel-xe-lp")->built_type);
}

/* An option line is read only once it is used. */
static void option_lines_of_profiles_are_checked(void **state)
{
    static const char text[] = "{\"options\": {\"f32\": \"--tile 32\"}}";
    struct clgemm_request *const request = clgemm_request_new();
    struct clgemm_result *result;
    (void)state;
    write_file("made.json", text, sizeof text - 1);
    assert_int_equal(clgemm_request_set(request, "for", path_of("made.json"), &error), 0);
    assert_int_equal(clgemm_generate(request, &result, &error), -1);
    assert_null(result);
    assert_int_equal(error.code, CLGEMM_USAGE);
    assert_says("--tile takes HxW");
    unlink(path_of("made.json"));
    clgemm_request_free(request);
}

static void circles_end(void **state)
{
    const char *const text = arena_printf(&arena, "{\"inherits\": \"%s\"}", "./made.json");
    (void)state;
    assert_null(try_text(text));
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
        write_file(arena_printf(&arena, "%d.json", i), text, strlen(text));
    }
    const struct profile *const last = profile(path_of("0.json"));
    assert_int_equal(last->local_bytes, 77);
    for (int i = 0; i < 8; i++)
        assert_string_equal(last->files[i], path_of(arena_printf(&arena, "%d.json", i)));
    assert_null(last->files[8]);
    for (int i = 0; i < 8; i++)
        unlink(path_of(arena_printf(&arena, "%d.json", i)));
}

static void unreadable_files_are_answered(void **state)
{
    static char long_text[(1 << 20) + 1];
    (void)state;
    assert_null(try(path_of("absent.json")));
    assert_int_equal(error.code, CLGEMM_IO);
    assert_string_equal(error.option, "for");
    assert_says("absent.json: No such file or directory");

    assert_null(try(arena_printf(&arena, "./%s", folder)));
    assert_int_equal(error.code, CLGEMM_IO);
    assert_says("cannot read profile");

    memset(long_text, ' ', sizeof long_text);
    write_file("long.json", long_text, sizeof long_text);
    assert_null(try(path_of("long.json")));
    assert_int_equal(error.code, CLGEMM_USAGE);
    assert_says("longer than 1048576 bytes");
    unlink(path_of("long.json"));
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
        {{"cpu", "ARM", "Neoverse-N1", 4}, "cpu-generic"},
        {{"cpu", "somebody", "scalar", 1}, "generic"},
        {{"gpu", "Intel(R) Corporation", "Intel(R) HD Graphics 5500", 1}, "intel-gen8"},
        {{"gpu", "Intel(R) Corporation", "Intel(R) Iris(TM) Pro Graphics 6200", 1}, "intel-gen8"},
        {{"gpu", "Intel(R) Corporation", "Intel(R) HD Graphics 530", 1}, "intel-gen9"},
        {{"gpu", "Intel(R) Corporation", "Intel(R) UHD Graphics 620", 1}, "intel-gen9"},
        {{"gpu", "Intel(R) Corporation", "Intel(R) Iris(R) Xe Graphics", 1}, "intel-xe-lp"},
        {{"gpu", "Intel(R) Corporation", "Intel(R) Arc(TM) A770 Graphics", 1}, "intel-xe-hpg"},
        {{"gpu", "NVIDIA Corporation", "NVIDIA H200", 1}, "nvidia-hopper"},
        {{"gpu", "NVIDIA Corporation", "NVIDIA H100 80GB HBM3", 1}, "nvidia-hopper"},
        {{"gpu", "NVIDIA Corporation", "NVIDIA GeForce GTX 1080", 1}, "generic"},
        {{"gpu", "Advanced Micro Devices, Inc.", "gfx90a", 1}, "generic"},
        {{"gpu", "NVIDIA Corporation", "Graphics 530", 1}, "generic"},
        {{"accelerator", "Intel(R) Corporation", "Intel(R) HD Graphics 530", 16}, "generic"},
        {{"", "", "", 0}, "generic"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        assert_string_equal(clgemm_profile_for(&rows[i].device), rows[i].profile);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(embedded_profiles_are_whole),
        TEST(embedded_profiles_generate),
        TEST(promised_profiles_are_there),
        TEST(generic_states_no_peak),
        TEST(profiles_inherit),
        TEST(unknown_names_get_the_nearest),
        TEST(profiles_from_files),
        TEST(broken_files_are_answered),
        TEST(build_options_are_for_some_devices),
        TEST(option_lines_of_profiles_are_checked),
        TEST(circles_end),
        TEST(chains_of_eight_are_taken),
        TEST(unreadable_files_are_answered),
        TEST(profiles_for_devices),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
