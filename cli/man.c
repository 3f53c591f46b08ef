#include "cli/cli.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Of the text below: a fixed day, so that the page is the same wherever it is made. */
static const char page_date[] = "2026-11-21";

/* A line of roff source is at most this long. */
enum {
    LONGEST_LINE = 78
};

/* Prints a word as roff reads it: dashes that can be copied, and no backslash, leading dot or
 * leading quote taken for an order. Returns its length; prints nothing where `print` is false. */
static size_t put_word(const char *word, size_t length, bool print)
{
    size_t bytes = 0;
    for (size_t i = 0; i < length; i++) {
        char text[6];
        const bool order = i == 0 && (word[i] == '.' || word[i] == '\'');
        snprintf(text, sizeof text, "%s%s%c", order ? "\\&" : "",
                 word[i] == '-' || word[i] == '\\' ? "\\" : "", word[i] == '\\' ? 'e' : word[i]);
        if (print)
            fputs(text, stdout);
        bytes += strlen(text);
    }
    return bytes;
}

/* Prints text for roff, broken into short lines, a new one for every sentence. `column` is where it
 * begins. Returns the column where it ends. */
static size_t print_text(const char *text, size_t column)
{
    bool sentence_ended = false, first = true;
    while (*text) {
        const size_t length = strcspn(text, " ");
        const size_t bytes = put_word(text, length, false);
        if (!first && (sentence_ended || column + 1 + bytes > LONGEST_LINE)) {
            putchar('\n');
            column = 0;
        } else if (!first) {
            putchar(' ');
            column++;
        }
        column += put_word(text, length, true);
        sentence_ended = length > 0 && text[length - 1] == '.';
        first = false;
        text += length;
        text += strspn(text, " ");
    }
    return column;
}

/* The same with a full stop and a capital, unless that is a letter to type: a sentence on its own
 * line. */
static void print_sentence(const char *text)
{
    const bool small = text[0] >= 'a' && text[0] <= 'z' && text[1] != ' ';
    if (small)
        putchar(text[0] - 'a' + 'A');
    print_text(small ? text + 1 : text, small ? 1 : 0);
    puts(".");
}

static void print_line(const char *before, const char *text, const char *after)
{
    fputs(before, stdout);
    print_text(text, strlen(before));
    puts(after);
}

static void print_heading(const char *group)
{
    printf(".SS %c%s\n", group[0] - 'a' + 'A', group + 1);
}

static void print_option(const struct cli_option *option)
{
    char *const standard = cli_standard(&option->row);
    const char *word;
    size_t length;
    puts(".TP");
    if (option->letter)
        printf("\\fB\\-%c\\fR, ", option->letter);
    printf("\\fB\\-\\-");
    put_word(option->row.name, strlen(option->row.name), true);
    printf("\\fR");
    if (!option->is_switch)
        printf(" \\fI%s\\fR", option->row.metavar);
    putchar('\n');
    print_sentence(option->row.help);
    if (option->row.values[0]) {
        printf("Values: ");
        for (size_t i = 0; (word = cli_word_at(option->row.values, i, &length)); i++) {
            printf("%s\\fB", i ? ", " : "");
            put_word(word, length, true);
            printf("\\fR");
        }
        puts(".");
    }
    if (standard[0])
        print_line("Default: ", standard, ".");
    free(standard);
    if (option->row.explain[0])
        print_line("", option->row.explain, "");
}

static void print_options(void)
{
    struct cli_option option;
    puts(".SH OPTIONS");
    print_line(
        "",
        "A value follows its option, or an equals sign. If an option is given twice, the last "
        "value is used; a list is refused then. Options that are not given are set by the preset, "
        "then by the profile, then "
        "by the defaults.",
        "");
    for (size_t i = 0; cli_option_at(i, &option) == 0; i++) {
        if (cli_option_opens_group(i))
            print_heading(option.row.group);
        print_option(&option);
    }
}

/* What gives way, what is refused and what is noted. */
static void print_conflicts(void)
{
    puts(".SS Options that do not go together");
    print_line(
        "",
        "What is given stands: values of the profile, of the family and of the options themselves "
        "give way to it where a rule refuses both. Where options that are given clash, the request "
        "is refused; the message names them and what to ask, or to leave out, so that it is "
        "served. A preset stands for options that are given. An option that the family does not "
        "have is refused unless its value is the default. A note on standard error names an "
        "option that is given and changes nothing, values of a profile's kernel that gave way, "
        "and a type or --compute that was chosen for a matrix engine.",
        "");
}

static void print_presets(void)
{
    struct clgemm_preset preset;
    puts(".SH PRESETS");
    for (size_t i = 0; clgemm_preset_at(i, &preset) == 0; i++) {
        puts(".TP");
        print_line(".B ", preset.name, "");
        print_sentence(preset.help);
        print_line("Stands for ", preset.options, ".");
    }
}

static void print_products(void)
{
    struct clgemm_product product;
    puts(".SH PRODUCTS");
    print_line("", "Names for --product.", "");
    for (size_t i = 0; clgemm_product_at(i, &product) == 0; i++) {
        puts(".TP");
        print_line(".B ", product.name, "");
        print_sentence(product.help);
        print_line("Stands for ", product.text, product.constants[0] ? ", with \\-\\-fixed" : ".");
        if (product.constants[0])
            print_line("", product.constants, " where it says no others.");
    }
}

#define PROFILE_FILES                                                                              \
    "Your own profile is a JSON object, in a file, or in a folder that --for finds it in by its "  \
    "name; --print profile NAME prints one to start from. Its "                                    \
    "members are name, help, inherits (a profile whose members are used where it has none), "      \
    "measured (false: its kernels were not measured), match (the devices it is for), limits, "     \
    "peak, peak_f64, peak_f16, peak_i32, "                                                         \
    "peak_ENGINE_TYPE (of a matrix engine that multiplies such factors: peak_mma_bf16, "           \
    "peak_wgmma_i8), build_options, "                                                              \
    "options (common, and a kernel for each type), space (the values that clgemm-bench tune "      \
    "chooses from) and "                                                                           \
    "dispatch (kernels, each with name and options, and shapes, each with m, n, k, the name of "   \
    "its kernel and gflops). tuned and shapes are notes of tune, and are ignored. "                \
    "Any object may have a member comment. Another member is an error."

static int print_profiles(struct clgemm_error *error)
{
    struct clgemm_profile profile;
    int more;
    puts(".SH PROFILES");
    print_line("",
               "--for takes the name of a card or processor too, and resolves it to the nearest of "
               "these: --list cards.",
               "");
    for (size_t i = 0; (more = cli_profile_at(i, &profile, error)) > 0; i++) {
        puts(".TP");
        print_line(".B ", profile.name, "");
        print_sentence(profile.help);
    }
    puts(".SS Files");
    print_line("", PROFILE_FILES, "");
    return more;
}

static int print_interfaces(struct clgemm_error *error)
{
    struct clgemm_interface interface;
    int more;
    puts(".SH INTERFACES");
    print_line("",
               "--interface takes one of these, or a JSON file of your own (doc/interface.md); "
               "--print interface NAME prints one to start from.",
               "");
    for (size_t i = 0; (more = cli_interface_at(i, &interface, error)) > 0; i++) {
        puts(".TP");
        print_line(".B ", interface.name, "");
        print_sentence(interface.help);
    }
    return more;
}

static void print_exit_status(void)
{
    static const char *const meanings[] = {
        "Success.",
        "The command line is invalid, or contradicts itself.",
        "A file or folder cannot be read or written, or memory is exhausted.",
        "A template is missing or invalid.",
        "The request is valid, but a rule refuses it: the message has the numbers.",
    };
    puts(".SH EXIT STATUS");
    for (size_t i = 0; i < sizeof meanings / sizeof meanings[0]; i++)
        printf(".TP\n.B %zu\n%s\n", i, meanings[i]);
    puts(".PP\n"
         "Each error is one line on standard error. Output files replace existing ones only\n"
         "after all of them are written, and after everything else, as /dev/stdout, is\n"
         "written: an error before that changes no file. A file that was read (a profile, an\n"
         "interface, a template) is never replaced, by whatever name or link.");
}

/* The commands are executed by the tests. */
static void print_examples(void)
{
    static const char *const examples[][2] = {
        {"A portable kernel on standard output. --tile 32x2 is 32 along N by 2 along M for a "
         "column-major C (the default), 32 along M by 2 along N for a row-major C:",
         "clgemm-gen --tile 32x2 --wg 1x8"},
        {"A preset and its manifest, for clgemm-bench to check and measure:",
         "clgemm-gen --preset L3_SIMD_32x2_1x8 -o gemm.cl --emit cl,json"},
        {"Everything that a C program needs to launch the kernel for a CPU:",
         "clgemm-gen --for cpu --layout row -o kernels/ --emit cl,header,launcher"},
        {"A kernel for one size, in a build that tracks its dependencies:",
         "clgemm-gen --fixed 512x512x64 --name head -o head.cl --depfile head.d"},
        {"Why a request is refused (the exit status is 4):",
         "clgemm-gen --why-not --family register --tile 8x4 --vec-c 8"},
        {"The description of an option:", "clgemm-gen --explain tile"},
    };
    puts(".SH EXAMPLES");
    for (size_t i = 0; i < sizeof examples / sizeof examples[0]; i++) {
        if (i > 0)
            puts(".PP");
        print_line("", examples[i][0], "");
        puts(".PP\n.EX");
        put_word(examples[i][1], strlen(examples[i][1]), true);
        puts("\n.EE");
    }
}

int cli_man(struct clgemm_error *error)
{
    printf(".TH CLGEMM\\-GEN 1 %s \"clgemm %s\" \"User Commands\"\n", page_date, clgemm_version());
    puts(".SH NAME\n"
         "clgemm\\-gen \\- write OpenCL C kernels for matrix multiplication\n"
         ".SH SYNOPSIS\n"
         ".B clgemm\\-gen\n"
         ".RI [ option ...]\n"
         ".SH DESCRIPTION\n"
         ".B clgemm\\-gen");
    print_line(
        "",
        "writes a kernel in OpenCL C that computes C = alpha * op(A) * op(B) + beta * C. Options "
        "set the layout, sizes, tiles, work-groups, and how operands are read and "
        "shared. op(A) is M x K, op(B) K x N, and C M x N. The file is self-contained: its first "
        "comment describes the arguments and the launch. On request it also writes a "
        "manifest in JSON with everything that a host needs, a C header with the kernel as data, "
        "C functions that launch it, and a make rule. The same options give the same bytes on "
        "every machine. Without options it writes the default kernel or, on a terminal, how "
        "to begin.",
        "");
    print_options();
    print_conflicts();
    print_presets();
    print_products();
    int status = print_profiles(error);
    if (status == 0)
        status = print_interfaces(error);
    print_exit_status();
    print_examples();
    puts(".SH SEE ALSO\n"
         ".BR clgemm\\-bench (1),\n"
         ".BR libclgemm (3),\n"
         ".BR clgemm\\-manifest (5),\n"
         ".BR clgemm\\-profile (5)");
    return status;
}
