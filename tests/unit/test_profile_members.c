/*
 * Members of profiles: malformed, misspelt, remarks; and whose fault what they say is.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "gen/rules/rules.h"
#include "tests/unit/ask.h"
#include "tests/unit/fixture.h"
#include "tests/unit/profiles.h"

static void broken_files_are_answered(void **state)
{
    static const struct {
        const char *text;
        const char *says;
    } rows[] = {
        {"", "expected"},
        {"{\n  \"name\": \"x\",\n  \"help\" \"y\"\n}", "made.json:3:"},
        {"{\"name\": \"x\",\n\"name\": \"y\"}", "duplicate"},
        {"[1, 2]", "made.json is not a JSON object"},
        {"{\"name\": 5}", "made.json: name must be a text"},
        {"{\"inherits\": {}}", "made.json: inherits must be a text"},
        {"{\"limits\": []}", "made.json: limits must be an object"},
        {"{\"match\": {\"name\": \"x\"}}", "made.json: match.name must be a list of texts"},
        {"{\"match\": {\"name\": [1]}}", "made.json: match.name must be a list of texts"},
        {"{\"options\": {\"common\": 1}}", "made.json: options.common must be a text"},
        {"{\"options\": {\"f32\": []}}", "made.json: options.f32 must be a text"},
        {"{\"limits\": {\"work_group_size\": \"many\"}}",
         "limits.work_group_size must be a whole number from 0"},
        {"{\"limits\": {\"work_group_size\": 1.5}}",
         "limits.work_group_size must be a whole number from 0"},
        {"{\"limits\": {\"local_bytes\": -1}}", "limits.local_bytes must be a whole number from 0"},
        {"{\"limits\": {\"register_bytes\": true}}",
         "limits.register_bytes must be a whole number from 0"},
        {"{\"limits\": {\"registers_of\": 1}}", "limits.registers_of must be a text"},
        {"{\"limits\": {\"registers_of\": \"thread\"}}",
         "made.json: limits.registers_of is work-item or sub-group, not 'thread'"},
        {"{\"limits\": {\"sub_group_sizes\": [8, 16]}}", "limits.sub_group_sizes must be a text"},
        {"{\"limits\": {\"sub_group_sizes\": \"8, 16\"}}",
         "limits.sub_group_sizes must be whole numbers with blanks between, not '8, 16'"},
        {"{\"limits\": {\"banks\": 32}}", "made.json: limits.banks need bank_bytes"},
        {"{\"peak\": {\"formula\": 1}}", "peak.formula must be a text"},
        {"{\"peak\": {\"operations_per_cycle\": \"fast\"}}",
         "peak.operations_per_cycle must be a number from 0"},
        {"{\"dispatch\": {\"shapes\": [{}, {\"gflops\": \"x\"}]}}",
         "made.json: dispatch.shapes[1].gflops must be a number from 0"},
        {"{\"dispatch\": {\"kernels\": [5]}}", "dispatch.kernels must be a list of objects"},
        {"{\"dispatch\": {\"f32\": []}}", "made.json: dispatch.f32 must be an object"},
        {"{\"dispatch\": {\"f64\": {\"kernels\": [{\"transposes\": 1}]}}}",
         "made.json: dispatch.f64.kernels[0].transposes must be a text"},
        {"{\"build_options\": \"*\\\\\\n/\"}",
         "made.json: build_options take printable ASCII, and character 3 is 0x0a"},
        {"{\"build_options\": \"-I caf\\u00e9\"}", "character 7 is 0xc3"},
        {"{\"build_options\": \"-D\\u007f\"}", "character 3 is 0x7f"},
        {"{\"build_options\": \"-DX\", \"match\": {\"type\": \"fpga\"}}",
         "made.json: match.type must be cpu, gpu or accelerator, not fpga"},
        {"{\"inherits\": \"nobody\"}",
         "made.json inherits from; clgemm-gen --list profiles shows them"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (try_profile_text(rows[i].text))
            fail_msg("%s was taken", rows[i].text);
        assert_int_equal(error.code, CLGEMM_USAGE);
        assert_says(rows[i].says);
    }
}

/* A misspelt member is none, wherever it stands; the nearest one is named. */
static void unknown_members_are_answered(void **state)
{
    static const char *const rows[][2] = {
        {"{\"optionz\": {\"f32\": \"--tile 2x2\"}}",
         "there is no member optionz; did you mean options?"},
        {"{\"options\": {\"f31\": \"\"}}", "there is no member options.f31; did you mean f32?"},
        {"{\"limits\": {\"work_group_sizes\": 1}}",
         "there is no member limits.work_group_sizes; did you mean work_group_size?"},
        {"{\"peak_f46\": {}}", "there is no member peak_f46; did you mean peak_f64?"},
        {"{\"peak_f64\": {\"formul\": \"\"}}",
         "there is no member peak_f64.formul; did you mean formula?"},
        {"{\"match\": {\"vendr\": \"x\"}}", "there is no member match.vendr; did you mean vendor?"},
        {"{\"dispatch\": {\"shape\": []}}",
         "there is no member dispatch.shape; did you mean shapes?"},
        {"{\"dispatch\": {\"kernels\": [{}, {\"option\": \"\"}]}}",
         "there is no member dispatch.kernels[1].option; did you mean options?"},
        {"{\"dispatch\": {\"f31\": {}}}", "there is no member dispatch.f31; did you mean f32?"},
        {"{\"dispatch\": {\"f32\": {\"shape\": []}}}",
         "there is no member dispatch.f32.shape; did you mean shapes?"},
        {"{\"dispatch\": {\"kernels\": [{\"transposes\": \"nn\"}]}}",
         "there is no member dispatch.kernels[0].transposes"},
        {"{\"dispatch\": {\"shapes\": [{\"kernal\": 0}]}}",
         "there is no member dispatch.shapes[0].kernal; did you mean kernel?"},
        {"{\"author\": \"me\"}", "there is no member author; remarks go into a member `comment`"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (try_profile_text(rows[i][0]))
            fail_msg("%s was taken", rows[i][0]);
        assert_int_equal(error.code, CLGEMM_USAGE);
        assert_string_equal(error.option, "for");
        assert_says("made.json: ");
        assert_says(rows[i][1]);
    }
}

/* Remarks may stand in any object, and what a tuner notes down is its own. */
static void remarks_are_passed_over(void **state)
{
    static const char text[] =
        "{\"comment\": \"mine\", \"limits\": {\"comment\": [\"as measured\", 5]},\n"
        " \"peak\": {\"comment\": {}}, \"peak_f64\": null,\n"
        " \"space\": {\"comment\": 1, \"tile\": \"4x4\"},\n"
        " \"tuned\": {\"anything\": 1}, \"shapes\": [{\"whatever\": 2}]}";
    struct clgemm_request *const request = clgemm_request_new();
    struct clgemm_space *space;
    size_t values;
    (void)state;
    assert_non_null(try_profile_text(text));
    write_profile("made.json", text, sizeof text - 1);
    assert_int_equal(clgemm_request_set(request, "for", profile_path("made.json"), &error), 0);
    assert_int_equal(clgemm_space_new(request, CLGEMM_RANGE_KERNEL, &space, &error), 0);
    for (size_t p = 0; clgemm_space_parameter(space, p, &values); p++)
        if (strcmp(clgemm_space_parameter(space, p, NULL), "tile") == 0)
            assert_int_equal(values, 1);
    clgemm_space_free(space);
    clgemm_request_free(request);
    unlink(profile_path("made.json"));
}

/* Every type of elements, and of --compute, may have a kernel of the profile's own, and some for shapes. */
static void every_type_is_a_member_of_options(void **state)
{
    const char *const lists[] = {option_rows[OPTION_TYPE].values,
                                 option_rows[OPTION_COMPUTE].values};
    (void)state;
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++)
        for (const char *types = lists[i]; *types; types += strspn(types, "|")) {
            const int length = (int)strcspn(types, "|");
            const char *const text = arena_printf(
                &arena, "{\"options\": {\"%.*s\": \"\"}, \"dispatch\": {\"%.*s\": {}}}", length,
                types, length, types);
            if (!try_profile_text(text))
                fail_msg("%s: %s", text, error.text);
            types += length;
        }
}

/* What a profile's lines of options and its space have wrong is told with its file, and of one that it inherits
 * from with that one's. An option line is read only once it is used. */
static void options_of_profiles_are_checked(void **state)
{
    static const char *const rows[][2] = {
        {"{\"options\": {\"f32\": \"--tile 32\"}}", "made.json: options.f32: --tile takes HxW"},
        {"{\"options\": {\"common\": \"--wgg 4x4\"}}",
         "made.json: options.common: unknown option --wgg; did you mean --wg?"},
        {"{\"space\": {\"tle\": \"4x4\"}}",
         "made.json: space: unknown option --tle; did you mean --tile?"},
        {"{\"space\": {\"tile\": 4}}", "made.json: space: tile must be a text of values"},
        {"{\"space\": {\"tile\": \"4x4 4x4\"}}", "made.json: space: "},
    };
    static const char child[] = "{\"inherits\": \"made.json\"}";
    (void)state;
    write_profile("child.json", child, sizeof child - 1);
    for (size_t i = 0; i < 2 * sizeof rows / sizeof rows[0]; i++) {
        const char *const *const row = rows[i / 2];
        struct clgemm_request *const request = clgemm_request_new();
        struct clgemm_result *result = NULL;
        struct clgemm_space *space = NULL;
        write_profile("made.json", row[0], strlen(row[0]));
        assert_int_equal(clgemm_request_set(request, "for",
                                            profile_path(i % 2 ? "child.json" : "made.json"),
                                            &error),
                         0);
        if (strstr(row[0], "space"))
            assert_int_equal(clgemm_space_new(request, CLGEMM_RANGE_KERNEL, &space, &error), -1);
        else
            assert_int_equal(clgemm_generate(request, &result, &error), -1);
        assert_int_equal(error.code, CLGEMM_USAGE);
        assert_says(row[1]);
        clgemm_request_free(request);
    }
    unlink(profile_path("made.json"));
    unlink(profile_path("child.json"));
}

/* A rule that refuses what a profile says tells who chose that: the user, or a program for the device. */
static void sentences_say_whose_profile_it_is(void **state)
{
    static const char text[] = "{\"name\": \"mine\", \"options\": {\"common\": \"--vec-c 8\"}}";
    static const enum voice voices[] = {VOICE_DEVICE, VOICE_USER};
    (void)state;
    write_profile("made.json", text, sizeof text - 1);
    for (size_t i = 0; i < 2; i++) {
        struct clgemm_request *const request = ask("--family register --tile 8x4");
        const char *const path = profile_path("made.json");
        option_say(&job, request->values, OPTION_FOR, path, voices[i]);
        if (setjmp(job.escape) == 0) {
            rules_check(&job, spec_resolve(&job, request->values));
            fail();
        }
        assert_int_equal(error.code, CLGEMM_REFUSED);
        job_init(&job, &arena, &error);
        assert_says(i ? arena_printf(&arena, "--vec-c 8 (from --for %s); ask --vec-c 4", path)
                      : "--vec-c 8 (from the device's profile mine); ask --vec-c 4");
        clgemm_request_free(request);
    }
    unlink(profile_path("made.json"));
}

/* A voice is the user's or the device's. */
static void other_voices_are_refused(void **state)
{
    struct clgemm_request *const request = clgemm_request_new();
    (void)state;
    assert_int_equal(clgemm_request_set_by(request, (enum clgemm_voice)99, "for", "cpu", &error),
                     -1);
    assert_int_equal(error.code, CLGEMM_USAGE);
    clgemm_request_free(request);
}

/* Of a file that is not there it is told which file names it. */
static void a_file_that_is_not_there_has_an_heir(void **state)
{
    static const char text[] = "{\"name\": \"child\", \"inherits\": \"./gone.json\"}";
    struct clgemm_request *const request = clgemm_request_new();
    struct clgemm_result *result;
    (void)state;
    write_profile("child.json", text, sizeof text - 1);
    assert_int_equal(clgemm_request_set(request, "for", profile_path("child.json"), &error), 0);
    assert_int_equal(clgemm_generate(request, &result, &error), -1);
    assert_says(arena_printf(&arena, "gone.json, which profile %s inherits from: No such file",
                             profile_path("child.json")));
    clgemm_request_free(request);
    unlink(profile_path("child.json"));
}

/* A space to which a device's engines are added has their values too; another name is refused. */
static void engines_are_added(void **state)
{
    struct clgemm_request *const request =
        ask("--for generic --type f16 --layout row --transpose nt --local-limit 232448");
    struct clgemm_space *space;
    size_t before = 0, after = 0, engines = 0;
    (void)state;
    assert_int_equal(clgemm_space_new(request, CLGEMM_RANGE_KERNEL, &space, &error), 0);
    while (clgemm_space_parameter(space, before, NULL))
        before++;
    for (const char *name; (name = clgemm_space_engine(engines)); engines++)
        assert_int_equal(clgemm_space_add_engine(space, name, &error), 0);
    assert_int_equal(engines, 8);
    assert_int_equal(clgemm_space_add_engine(space, "none", &error), -1);
    assert_says("engine none has no values to choose from");
    while (clgemm_space_parameter(space, after, NULL))
        after++;
    assert_true(after > before);
    clgemm_space_free(space);
    clgemm_request_free(request);
}

/* First kernels are kernels of some transposes, whatever the letters stand for, with more local memory than generic is sure of. */
static void first_kernels_are_made(void **state)
{
    const char *on, *line;
    (void)state;
    for (size_t i = 0; (line = clgemm_space_start(i, &on)); i++) {
        struct clgemm_result *result = NULL;
        char text[400];
        int at = sprintf(text, "--for generic --type %s --layout row --local-limit 232448 ",
                         strcmp(on, "cpu") == 0 ? "f32" : "f16");
        for (unsigned number; *line; line++)
            at += *line == 'L'   ? sprintf(text + at, "64")
                  : *line == 'V' ? sprintf(text + at, "16")
                  : sscanf(line, "R%1u", &number) == 1
                      ? (line++, sprintf(text + at, "%u", 24 / number))
                  : *line >= '1' && *line <= '9' && line[1] == 'V'
                      ? (line++, sprintf(text + at, "%d", 16 * (line[-1] - '0')))
                      : sprintf(text + at, "%c", *line);
        static const char *const transposes[] = {"nn", "nt", "tn", "tt"};
        struct clgemm_request *const request = ask(text);
        for (size_t t = 0; t < 4 && !result; t++) {
            set_option(request, "transpose", transposes[t]);
            if (clgemm_generate(request, &result, &error))
                result = NULL;
        }
        if (!result)
            fail_msg("%s: %s", text, error.text);
        clgemm_result_free(result);
        clgemm_request_free(request);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(broken_files_are_answered),
        TEST(unknown_members_are_answered),
        TEST(remarks_are_passed_over),
        TEST(every_type_is_a_member_of_options),
        TEST(options_of_profiles_are_checked),
        TEST(sentences_say_whose_profile_it_is),
        TEST(a_file_that_is_not_there_has_an_heir),
        TEST(other_voices_are_refused),
        TEST(engines_are_added),
        TEST(first_kernels_are_made),
    };
    return cmocka_run_group_tests(tests, make_profile_folder, remove_profile_folder);
}
