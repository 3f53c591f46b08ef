#include "cli/cli.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* "--tile HxW", "-o, --output FILE|FOLDER/". */
static char *option_head(const struct cli_option *option)
{
    const char letter[] = {'-', option->letter, ',', ' ', '\0'};
    return cli_printed("%s--%s%s%s", option->letter ? letter : "", option->row.name,
                       option->is_switch ? "" : " ", option->row.metavar);
}

static void print_option(const struct cli_option *option)
{
    char *const head = option_head(option);
    char *const words = cli_word_list(option->row.values);
    char *const standard = cli_standard(&option->row);
    char *const text = cli_printed("%s%s%s%s%s%s", option->row.help, words[0] ? ": " : "", words,
                                   standard[0] ? " [" : "", standard, standard[0] ? "]" : "");
    cli_print_row(head, text);
    free(text);
    free(standard);
    free(words);
    free(head);
}

static void print_options(bool library_only)
{
    struct cli_option option;
    for (size_t i = 0; cli_option_at(i, &option) == 0; i++) {
        if (library_only && option.own >= 0)
            continue;
        if (cli_option_opens_group(i))
            printf("%s%c%s:\n", i ? "\n" : "", option.row.group[0] - 'a' + 'A',
                   option.row.group + 1);
        print_option(&option);
    }
}

void cli_help(void)
{
    puts("Usage: clgemm-gen [OPTION...]\n"
         "Writes an OpenCL C kernel that computes C = alpha * op(A) * op(B) + beta * C.\n"
         "\n"
         "  clgemm-gen --tile 32x2 --wg 1x8                      the kernel, on standard output\n"
         "  clgemm-gen --for cpu -o gemm.cl --emit cl,json       kernel and manifest, in files\n"
         "  clgemm-gen --explain tile                            more about an option\n"
         "\n"
         "Without options it writes the default kernel or, on a terminal, how to begin.\n"
         "Words after a colon are the possible values; the default is in brackets.\n");
    print_options(false);
    puts("\n"
         "Exit status: 0 success, 1 wrong usage, 2 a file cannot be read or written, 3 a template "
         "is\n"
         "invalid, 4 a rule refuses the request.");
}

/* The page as it was installed, else as it lies in the source. */
static const char *tutorial(void)
{
    static const char installed[] = CLGEMM_DOCUMENTS "/doc/tutorial.md";
    return access(installed, R_OK) == 0 ? installed : "doc/tutorial.md of the source";
}

void cli_welcome(void)
{
    printf("clgemm-gen writes OpenCL C kernels for C = alpha * op(A) * op(B) + beta * C.\n"
           "\n"
           "A kernel, whose first comment says how to launch it:\n"
           "  clgemm-gen --tile 32x2 --wg 1x8 -o gemm.cl\n"
           "\n"
           "C functions that build and launch it (gemm_create, gemm_enqueue), for a CPU:\n"
           "  clgemm-gen --layout row --for cpu --name gemm --emit header,launcher -o ./\n"
           "\n"
           "From there to a product in a C program of your own takes ten minutes:\n"
           "  %s\n"
           "\n"
           "clgemm-gen --help lists the options, --explain tile says more of one, --list profiles "
           "names devices.\n",
           tutorial());
}

void cli_version(void)
{
    printf("clgemm-gen %s\n", clgemm_version());
}

/* Behind the built-in ones, with where they are. What cannot be used is noted, and ends nothing. */
static void list_user_profiles(void)
{
    struct clgemm_user_profile profile;
    for (size_t i = 0; clgemm_user_profile_at(i, &profile) == 0; i++) {
        char *text;
        if (profile.fault[0]) {
            text = cli_printed("%s: %s", profile.path, profile.fault);
            cli_print_note(text);
        } else {
            text = cli_printed("%s%s%s", profile.help, profile.help[0] ? "; " : "", profile.path);
            cli_print_row(profile.name, text);
        }
        free(text);
    }
}

int cli_list(const char *topic, struct clgemm_error *error)
{
    struct clgemm_preset preset;
    struct clgemm_profile profile;
    struct clgemm_card card;
    const char *family, *help;
    if (strcmp(topic, "templates") == 0)
        return cli_list_templates(error);
    if (strcmp(topic, "params") == 0)
        print_options(true);
    if (strcmp(topic, "presets") == 0)
        for (size_t i = 0; clgemm_preset_at(i, &preset) == 0; i++)
            cli_print_row(preset.name, preset.help);
    int more = strcmp(topic, "profiles") == 0;
    for (size_t i = 0; more && (more = cli_profile_at(i, &profile, error)) > 0; i++)
        cli_print_row(profile.name, profile.help);
    if (more == 0 && strcmp(topic, "profiles") == 0)
        list_user_profiles();
    if (strcmp(topic, "cards") == 0)
        for (size_t i = 0; clgemm_card_at(i, &card) == 0; i++)
            cli_print_row(card.name, card.profile);
    struct clgemm_interface interface;
    if (strcmp(topic, "interfaces") == 0)
        for (size_t i = 0; (more = cli_interface_at(i, &interface, error)) > 0; i++)
            cli_print_row(interface.name, interface.help);
    struct clgemm_product product;
    if (strcmp(topic, "products") == 0)
        for (size_t i = 0; clgemm_product_at(i, &product) == 0; i++)
            cli_print_row(product.name, product.help);
    if (strcmp(topic, "families") == 0)
        for (size_t i = 0; (family = clgemm_family_at(i, &help)); i++)
            cli_print_row(family, help);
    return more;
}

static void explain_option(const struct cli_option *option)
{
    char *const words = cli_word_list(option->row.values);
    char *const values = cli_printed("values: %s", words);
    char *const standard = cli_standard(&option->row);
    printf("--%s%s%s\n    ", option->row.name, option->is_switch ? "" : " ", option->row.metavar);
    cli_print_wrapped(option->row.help, 4, 4);
    if (words[0]) {
        fputs("    ", stdout);
        cli_print_wrapped(values, 4, 4);
    }
    if (standard[0])
        printf("    default: %s\n", standard);
    if (option->row.explain[0]) {
        printf("\n    ");
        cli_print_wrapped(option->row.explain, 4, 4);
    }
    free(standard);
    free(values);
    free(words);
}

/* What kind of thing has the name, and what it is: "the family naive: ...". */
static void explain_name(const char *kind, const char *name, const char *help, const char *options)
{
    const int printed = printf("the %s %s: ", kind, name);
    cli_print_wrapped(help, printed < 0 ? 0 : (size_t)printed, 4);
    if (options[0]) {
        printf("    ");
        cli_print_wrapped(options, 4, 4);
    }
}

int cli_explain(const char *topic, struct clgemm_error *error)
{
    const char *name = topic + strspn(topic, "-");
    struct clgemm_nearest nearest = {.word = name};
    struct cli_option option;
    struct clgemm_preset preset;
    struct clgemm_profile profile;
    const char *family, *help;
    bool found = false;

    /* One name may belong to several things: all are told. */
    for (size_t i = 0; cli_option_at(i, &option) == 0; i++) {
        clgemm_nearest_offer(&nearest, option.row.name);
        if (strcmp(option.row.name, name) == 0) {
            explain_option(&option);
            found = true;
        }
    }
    for (size_t i = 0; clgemm_preset_at(i, &preset) == 0; i++) {
        clgemm_nearest_offer(&nearest, preset.name);
        if (strcmp(preset.name, name) == 0) {
            explain_name("preset", name, preset.help, preset.options);
            found = true;
        }
    }
    struct clgemm_product product;
    for (size_t i = 0; clgemm_product_at(i, &product) == 0; i++) {
        clgemm_nearest_offer(&nearest, product.name);
        if (strcmp(product.name, name) == 0) {
            char *const line =
                cli_printed("--product '%s'%s%s", product.text,
                            product.constants[0] ? " --fixed " : "", product.constants);
            explain_name("product", name, product.help, line);
            free(line);
            found = true;
        }
    }
    int more;
    for (size_t i = 0; (more = cli_profile_at(i, &profile, error)) > 0; i++) {
        clgemm_nearest_offer(&nearest, profile.name);
        if (strcmp(profile.name, name) == 0) {
            explain_name("profile", name, profile.help, "");
            found = true;
        }
    }
    struct clgemm_user_profile own;
    for (size_t i = 0; !found && clgemm_user_profile_at(i, &own) == 0; i++)
        if (strcmp(own.name, name) == 0) {
            explain_name("profile", name, own.fault[0] ? own.fault : own.help, own.path);
            found = true;
        }
    for (size_t i = 0; (family = clgemm_family_at(i, &help)); i++) {
        clgemm_nearest_offer(&nearest, family);
        if (strcmp(family, name) == 0) {
            explain_name("family", name, help, "");
            found = true;
        }
    }
    struct clgemm_interface interface;
    for (size_t i = 0; more >= 0 && (more = cli_interface_at(i, &interface, error)) > 0; i++) {
        clgemm_nearest_offer(&nearest, interface.name);
        if (strcmp(interface.name, name) == 0) {
            explain_name("interface", name, interface.help, "");
            found = true;
        }
    }
    struct clgemm_card card;
    if (!found && !more && clgemm_card_find(name, &card) == 0) {
        char *const text =
            cli_printed("%s; the nearest profile is %s, whose kernels were measured %s",
                        card.architecture, card.profile, card.measured);
        explain_name("card", card.name, text, "");
        free(text);
        found = true;
    }
    if (found || more)
        return more;
    const char *const renamed = clgemm_option_renamed(name);
    if (renamed)
        return cli_fail(error, CLGEMM_USAGE, "--%s is called --%s now", name, renamed);
    char near[200];
    cli_nearest_text(&nearest, "", near, sizeof near);
    return cli_fail(
        error, CLGEMM_USAGE,
        "no option, preset, product, profile, family, interface or card is called '%.60s'%s", topic,
        near);
}
