/*
 * Names of cards: which one a spelling means, which profile stands for it, and what is emitted for it.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "gen/base/embedded.h"
#include "tests/unit/ask.h"
#include "tests/unit/fixture.h"

static void spellings_mean_a_card(void **state)
{
    static const struct {
        const char *typed, *name, *profile;
    } rows[] = {
        {"RTX 4090", "RTX 4090", "nvidia-ampere"},
        {"rtx4090", "RTX 4090", "nvidia-ampere"},
        {"NVIDIA GeForce RTX 4090 Laptop GPU", "RTX 4090", "nvidia-ampere"},
        {"RTX 3080 Ti 12GB", "RTX 3080", "nvidia-ampere"},
        {"NVIDIA RTX 6000 Ada Generation", "RTX 6000 Ada", "nvidia-ampere"},
        {"Quadro RTX 6000", "RTX 6000", "nvidia-turing"},
        {"RTX PRO 6000 Blackwell", "RTX PRO 6000", "nvidia-ampere"},
        {"GTX 1080 Ti", "GTX 1080", "nvidia-turing"},
        {"Tesla V100-SXM2-16GB", "V100", "nvidia-turing"},
        {"A100-SXM4-80GB", "A100", "nvidia-ampere"},
        {"NVIDIA A40", "A40", "nvidia-ampere"},
        {"H100 PCIe", "H100", "nvidia-hopper"},
        {"AMD Radeon RX 7900 XTX", "RX 7900", "amd-rdna3"},
        {"RX 6800 XT", "RX 6800", "amd-rdna2"},
        {"RX 580", "RX 580", "amd-gcn"},
        {"Radeon VII", "VII", "amd-gcn"},
        {"Radeon RX Vega 64", "Vega 64", "amd-gcn"},
        {"Instinct MI300X", "MI300X", "amd-cdna3"},
        {"MI250X", "MI250", "amd-cdna2"},
        {"Intel Arc A770", "A770", "intel-xe-hpg"},
        {"Arc Pro A40", "PRO A40", "intel-xe-hpg"},
        {"Arc B580", "B580", "intel-xe2"},
        {"Intel(R) UHD Graphics 630", "UHD 630", "intel-gen9"},
        {"Intel Iris Xe Graphics", "Iris Xe", "intel-xe-lp"},
        {"Apple M3", "Apple M3", "apple"},
        {"M2 Ultra", "Apple M2", "apple"},
        {"Mali-G78 MP14", "Mali-G78", "arm-mali"},
        {"Adreno (TM) 740", "Adreno 7xx", "qualcomm-adreno"},
        {"Adreno X1-85", "Adreno X1-xx", "qualcomm-adreno"},
        {"AMD Ryzen 9 7950X3D", "Ryzen 7xxx", "cpu-avx512"},
        {"Ryzen 7 7735HS", "Ryzen 7x3x", "cpu"},
        {"Ryzen AI 9 HX 370", "Ryzen AI 3xx", "cpu-avx512"},
        {"EPYC 7763", "EPYC 7xx3", "cpu"},
        {"EPYC 9654", "EPYC 9xxx", "cpu-avx512"},
        {"Intel(R) Xeon(R) Gold 6248R", "Xeon Gold", "cpu-avx512"},
        {"Xeon E5-2680 v4", "Xeon E5-xxxx v4", "cpu"},
        {"Core i7-4770K", "Core i7-4xxx", "cpu"},
        {"Core i9-10900X", "Core i9-10xxxX", "cpu-avx512"},
        {"i7-1165G7", "Core i7-11xx", "cpu-avx512"},
        {"MI250X/MI250", "MI250", "amd-cdna2"},
        {"sm_89", "sm_89", "nvidia-ampere"},
        {"gfx1100", "gfx11xx", "amd-rdna3"},
        {"Core Ultra 7 155H", "Core Ultra 7 xxx", "cpu"},
        {"Graviton3", "Graviton3", "cpu-sve256"},
        /* Cards that there are not, and words that tell one card from another. */
        {"RTX 9090", "", ""},
        {"RTX 1080", "", ""},
        {"RTX 4090 1234", "", ""},
        {"Grace Hopper", "", ""},
        {"A 4", "", ""},
        {"Radeon", "", ""},
        {"RTX", "", ""},
        {"", "", ""},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct clgemm_card card = {.name = ""};
        const int status = clgemm_card_find(rows[i].typed, &card);
        if (status != (*rows[i].name ? 0 : -1) || strcmp(card.name, rows[i].name) != 0 ||
            strcmp(card.profile, rows[i].profile) != 0)
            fail_msg("%s is %s for profile %s", rows[i].typed, card.name, card.profile);
    }
}

static void names_of_devices_have_their_profile(void **state)
{
    static const struct {
        const char *profile, *name;
    } rows[] = {
#define NAME(profile, source, name) {profile, name},
#include "tests/unit/device_names.def"
#undef NAME
    };
    size_t wrong = 0;
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct clgemm_card card = {.name = ""};
        if (clgemm_card_find(rows[i].name, &card) == 0 &&
            strcmp(card.profile, rows[i].profile) == 0)
            continue;
        print_error("%s is '%s' for '%s', not %s\n", rows[i].name, card.name, card.profile,
                    rows[i].profile);
        wrong++;
    }
    assert_int_equal(wrong, 0);
    assert_true(sizeof rows / sizeof *rows >= 200);
}

/* A row that no spelling reaches, or with cells that are cut off, helps nobody. */
static void each_row_is_found_by_its_name(void **state)
{
    struct clgemm_card card, found;
    size_t count = 0;
    (void)state;
    for (; clgemm_card_at(count, &card) == 0; count++) {
        char name[sizeof card.name];
        size_t length = strlen(card.name);
        memcpy(name, card.name, sizeof name);
        /* Any digit is one for a pattern. */
        for (size_t i = 1; i < length; i++)
            if (name[i] == 'x' && strchr("0123456789- ", name[i - 1]))
                name[i] = '4';
        if (clgemm_card_find(name, &found) || strcmp(found.profile, card.profile) != 0)
            fail_msg("%s (%s) is not found", card.name, name);
        assert_true(length + 1 < sizeof card.name);
        assert_true(strlen(card.architecture) &&
                    strlen(card.architecture) + 1 < sizeof card.architecture);
        assert_true(strlen(card.measured) && strlen(card.measured) + 1 < sizeof card.measured);
        bool known = false;
        for (const struct embedded_file *file = clgemm_embedded_profiles; file->name; file++)
            known |= strcmp(file->name, card.profile) == 0;
        if (!known)
            fail_msg("%s: there is no profile %s", card.name, card.profile);
    }
    assert_true(count > 200);
    assert_int_equal(clgemm_card_at(count, &card), -1);
}

/* Bytes depend on the profile alone; the note tells the card. */
static void a_card_is_its_profile(void **state)
{
    static const enum clgemm_artifact artifacts[] = {CLGEMM_CL, CLGEMM_MANIFEST, CLGEMM_HEADER,
                                                     CLGEMM_LAUNCHER};
    struct clgemm_request *const request = clgemm_request_new();
    (void)state;
    set_option(request, "for", "NVIDIA GeForce RTX 4090");
    struct clgemm_request *const copy = clgemm_request_copy(request);
    clgemm_request_free(request);
    struct clgemm_result *result, *other = generate("--for nvidia-ampere");
    assert_int_equal(clgemm_generate(copy, &result, &error), 0);
    for (size_t i = 0; i < sizeof artifacts / sizeof *artifacts; i++)
        assert_string_equal(clgemm_result_text(result, artifacts[i], NULL),
                            clgemm_result_text(other, artifacts[i], NULL));
    assert_string_equal(
        clgemm_result_note(result, 0),
        "the nearest profile for NVIDIA GeForce RTX 4090 is nvidia-ampere (RTX 4090: "
        "Ada, sm_89); its kernels were measured on no such card");
    assert_null(clgemm_result_note(other, 0));
    clgemm_result_free(result);
    clgemm_result_free(other);
    clgemm_request_free(copy);
}

/* refuse_card NAME, NEAR: it is refused, and these cards are told; NULL: none. */
static void refuse_card(const char *name, const char *near)
{
    struct clgemm_request *const request = clgemm_request_new();
    struct clgemm_result *result;
    char text[700];
    set_option(request, "for", name);
    assert_int_equal(clgemm_generate(request, &result, &error), -1);
    assert_int_equal(error.code, CLGEMM_USAGE);
    snprintf(text, sizeof text,
             "there is no profile or card %s%s%s; clgemm-gen --list profiles and --list cards show "
             "all",
             name, near ? "; such cards are " : "", near ? near : "");
    assert_string_equal(error.text, text);
    clgemm_request_free(request);
}

static void an_unknown_card_is_told_such_as_there_are(void **state)
{
    (void)state;
    refuse_card("RTX 4095", "RTX 4090");
    refuse_card("Intel UHD",
                "UHD 710, UHD 730, UHD 750, UHD 770, UHD 600, UHD 605, UHD 610, UHD 615, "
                "UHD 617, UHD 620, UHD 630, UHD G1");
    refuse_card("Radeon", NULL);
    refuse_card("Voodoo 2", NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(spellings_mean_a_card),
        cmocka_unit_test(names_of_devices_have_their_profile),
        cmocka_unit_test(each_row_is_found_by_its_name),
        cmocka_unit_test(a_card_is_its_profile),
        cmocka_unit_test(an_unknown_card_is_told_such_as_there_are),
    };
    return cmocka_run_group_tests(tests, open_templates, close_templates);
}
