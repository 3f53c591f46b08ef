#include <stdio.h>
#include <string.h>

#include "harness/cli/table.h"

enum {
    NAME_WIDTH = 26
};

/* Whether the option is the one that its letter stands for, and not another name of it. */
static bool has_letter(const struct option_row *row)
{
    const char *first = row->letter == 0 ? NULL : option_letter(row->letter)->name;

    return first != NULL && strcmp(first, row->name) == 0;
}

static void print_option(const struct option_row *row)
{
    char name[80];

    if (row->help == NULL)
        return;
    if (row->name == NULL)
        snprintf(name, sizeof name, "-%c %s", row->letter, row->metavar);
    else if (has_letter(row))
        snprintf(name, sizeof name, "-%c, --%s %s", row->letter, row->name, row->metavar);
    else
        snprintf(name, sizeof name, "--%s %s", row->name, row->metavar);
    if (strlen(name) > NAME_WIDTH)
        printf("  %s\n  %-*s %s\n", name, NAME_WIDTH, "", row->help);
    else
        printf("  %-*s %s\n", NAME_WIDTH, name, row->help);
}

void option_commands(char *text, size_t room)
{
    const struct command_row *row;
    size_t used = 0;

    *text = '\0';
    for (size_t i = 0; (row = command_at(i)) != NULL && used < room; i++)
        if (row->help != NULL)
            used +=
                (size_t)snprintf(text + used, room - used, "%s%s", used == 0 ? "" : " ", row->name);
}

static void print_commands(void)
{
    const struct command_row *row;

    printf("clgemm-bench compiles, checks and measures kernels that clgemm-gen emits.\n\n");
    for (size_t i = 0; (row = command_at(i)) != NULL; i++)
        if (row->help != NULL)
            printf("  clgemm-bench %-8s %-22s %s\n", row->name, row->words, row->help);
    printf("\nclgemm-bench COMMAND --help lists the options of a command, clgemm-bench --version "
           "shows the\nversion.\n");
    printf("\nExit code: 0 success, 1 usage, 2 file or memory, 3 template, 4 refused by a rule, "
           "5 device,\n6 a wrong result, or a missed --require-..., 7 slower than in --compare-to "
           "FILE.\n");
}

/* Prints the arguments behind the command's name, and those in its place. */
static void print_arguments(const struct command_row *row)
{
    printf("clgemm-bench %s%s%s: %s\n", row->name, *row->words == '\0' ? "" : " ", row->words,
           row->help == NULL ? "started by others" : row->help);
    if (strncmp(row->words, "MANIFEST", 8) == 0)
        printf(
            "\nMANIFEST is a NAME.json of clgemm-gen (-: standard input). Options of clgemm-gen "
            "can\n"
            "take its place, as --preset NAME; --preset all, --layout all and --transpose all\nuse "
            "every value.\n");
    if (strncmp(row->words, "NAME", 4) == 0)
        printf("\nNAME is one of --list, or a file (./mine.json). Options of clgemm-gen, as\n"
               "--sub-groups emulated, apply to each of its kernels.\n");
    if (row->notes != NULL)
        printf("\n%s\n", row->notes);
}

void options_help(enum command command)
{
    const struct command_row *row = command_row(command);

    if (row == NULL) {
        print_commands();
        return;
    }
    print_arguments(row);
    printf("\n");
    for (size_t i = 0; option_at(i) != NULL; i++)
        if (option_serves(option_at(i), command))
            print_option(option_at(i));
}
