/*
 * One request is resolved, and walks through the rules, once: counted by families that stand in for those of gen/family/table.c. Of those that
 * are tried none is tried twice.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "gen/family/families.h"
#include "gen/rules/family.h"
#include "tests/unit/ask.h"
#include "tests/unit/fixture.h"
#include "tests/unit/profiles.h"

enum {
    FAMILIES = 8,
    MOST_RULES = 64,
    MOST_SPECS = 1024
};

static struct family counted[FAMILIES];

const struct family *const family_table[] = {
    &counted[0], &counted[1], &counted[2], &counted[3], &counted[4],
    &counted[5], &counted[6], &counted[7], NULL,
};

const struct family *const family_order[] = {
    &counted[5], &counted[4], &counted[7], &counted[1], &counted[2],
    &counted[6], &counted[3], &counted[0], NULL,
};

static const struct family *const families[FAMILIES] = {
    &family_naive,    &family_blocked,  &family_gemv,   &family_thin,
    &family_register, &family_subgroup, &family_matrix, &family_local,
};

/* What was resolved, and how often rules were asked. */
static char *specs[MOST_SPECS];
static size_t spec_count, walks;

/* Every value and who says it. */
static char *text_of(const struct spec *spec)
{
    size_t size = 1, used = 0;
    for (int id = 0; id < OPTION_COUNT; id++)
        size += (spec->values[id].text ? strlen(spec->values[id].text) : 0) + 2;
    char *const text = malloc(size);
    for (int id = 0; id < OPTION_COUNT; id++) {
        const char *const value = spec->values[id].text;
        const size_t length = value ? strlen(value) : 0;
        memcpy(text + used, value ? value : "", length);
        used += length;
        text[used++] = (char)('0' + spec->values[id].voice);
        text[used++] = ' ';
    }
    text[used] = '\0';
    return text;
}

static void complete(struct job *own, struct spec *spec)
{
    assert_true(spec_count < MOST_SPECS);
    specs[spec_count++] = text_of(spec);
    families[spec->family - counted]->spec->complete(own, spec);
}

static const struct refusal *count_walk(struct job *own, const struct spec *spec)
{
    (void)own, (void)spec;
    walks++;
    return NULL;
}

static int count_families(void **state)
{
    static struct family_spec of_spec[FAMILIES];
    static struct family_rules of_rules[FAMILIES];
    static struct rule tables[FAMILIES][MOST_RULES];
    for (size_t f = 0; f < FAMILIES; f++) {
        const struct rule *const rules = families[f]->rules->table;
        size_t count = 0;
        tables[f][0] = (struct rule){.name = "counted", .broken = count_walk};
        while (rules[count].name)
            count++;
        assert_true(count + 2 <= MOST_RULES);
        memcpy(&tables[f][1], rules, (count + 1) * sizeof *rules);
        of_spec[f] = *families[f]->spec;
        of_spec[f].complete = complete;
        of_rules[f] = *families[f]->rules;
        of_rules[f].table = tables[f];
        counted[f] = *families[f];
        counted[f].spec = &of_spec[f];
        counted[f].rules = &of_rules[f];
    }
    return make_profile_folder(state);
}

static void forget(void)
{
    for (size_t i = 0; i < spec_count; i++)
        free(specs[i]);
    spec_count = walks = 0;
}

static void make(const char *line)
{
    forget();
    clgemm_result_free(generate(line));
}

static void assert_all_differ(const char *line)
{
    for (size_t i = 0; i < spec_count; i++)
        for (size_t j = 0; j < i; j++)
            if (strcmp(specs[i], specs[j]) == 0)
                fail_msg("%s: request %zu of %zu that are tried is request %zu: %s", line, i,
                         spec_count, j, specs[i]);
}

static void what_is_served_as_it_stands(void **state)
{
    static const char *const lines[] = {"",
                                        "--tile 32x2",
                                        "--for generic",
                                        "--for amd-rdna3 --type f16",
                                        "--preset kepler_4",
                                        "--family local --fixed 100x100x100 --prefetch",
                                        "--type-b q8_0"};
    (void)state;
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        make(lines[i]);
        if (spec_count != 1 || walks != 1)
            fail_msg("%s: resolved %zu times, rules were asked %zu times", lines[i], spec_count,
                     walks);
    }
    forget();
}

static void what_defaults_yield_to(void **state)
{
    static const char *const lines[] = {"--vec-c 8",
                                        "--engine mma",
                                        "--tile-k 3 --vec-a 4",
                                        "--edges shift --vec-c 8 --transpose tt",
                                        "--prepared ab --type-b q8_0",
                                        "--local-limit 1024 --share local --type f64"};
    size_t tried = 0;
    (void)state;
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        make(lines[i]);
        assert_all_differ(lines[i]);
        tried += spec_count;
        if (walks > spec_count)
            fail_msg("%s: resolved %zu times, rules were asked %zu times", lines[i], spec_count,
                     walks);
    }
    assert_true(tried > sizeof lines / sizeof *lines);
    forget();
}

/* Where the kernel of a profile is refused, it is no other kernel that may serve. */
static void what_a_profile_has_one_kernel_for(void **state)
{
    static const char text[] = "{\"inherits\": \"generic\", \"options\": "
                               "{\"f32\": \"--family register --tile 4x4 --wg 16x16\"}}";
    char line[256];
    (void)state;
    write_profile("made.json", text, sizeof text - 1);
    snprintf(line, sizeof line, "--for %s --wg-limit 64", profile_path("made.json"));
    make(line);
    assert_true(spec_count > 1);
    assert_all_differ(line);
    remove(profile_path("made.json"));
    forget();
}

static void what_a_profile_has_kernels_for(void **state)
{
    static const char text[] =
        "{\"inherits\": \"generic\", \"dispatch\": {\"kernels\": ["
        "{\"name\": \"k0\", \"options\": \"--tile 4x4 --wg 8x8\"},"
        "{\"name\": \"k1\", \"options\": \"--tile 8x4 --wg 8x8\"}], \"shapes\": ["
        "{\"m\": 64, \"n\": 64, \"k\": 64, \"kernel\": 0},"
        "{\"m\": 512, \"n\": 512, \"k\": 512, \"kernel\": 1}]}}";
    char line[256];
    struct clgemm_dispatch *dispatch;
    (void)state;
    write_profile("made.json", text, sizeof text - 1);
    snprintf(line, sizeof line, "--for %s --fixed 64x64x64", profile_path("made.json"));
    make(line);
    assert_int_equal(spec_count, 3);
    assert_int_equal(walks, 3);
    assert_all_differ(line);

    /* All kernels of the dispatch. */
    forget();
    snprintf(line, sizeof line, "--for %s", profile_path("made.json"));
    struct clgemm_request *const request = ask(line);
    if (clgemm_dispatch_make(request, &dispatch, &error))
        fail_msg("%s: %s", line, error.text);
    assert_int_equal(spec_count, 2);
    assert_int_equal(walks, 2);
    assert_all_differ(line);
    clgemm_dispatch_free(dispatch);
    clgemm_request_free(request);
    remove(profile_path("made.json"));
    forget();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(what_is_served_as_it_stands),
        TEST(what_defaults_yield_to),
        TEST(what_a_profile_has_one_kernel_for),
        TEST(what_a_profile_has_kernels_for),
    };
    return cmocka_run_group_tests(tests, count_families, remove_profile_folder);
}
