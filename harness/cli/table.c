#include "harness/cli/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clgemm.h"
#include "harness/base/text.h"

static const struct command_row command_rows[] = {
    {"devices", COMMAND_DEVICES, "[options]", "list devices and their features", NULL},
    {"check", COMMAND_CHECK, "MANIFEST... [options]", "check results",
     "With -M, -N and -K (all three) only that size is checked."},
    {"bench", COMMAND_BENCH, "MANIFEST... [options]", "measure kernels",
     "The default of -M, -N and -K is 1024 each."},
    {"compare", COMMAND_COMPARE, "MANIFEST... [options]", "compare with BLAS libraries",
     "The default of -M, -N and -K is 1024 each."},
    {"ladder", COMMAND_LADDER, "NAME [options]",
     "measure a series of kernels, one optimisation each",
     "-M, -N and -K replace the sizes of the ladder."},
    {"study", COMMAND_STUDY, "NAME [options]", "measure kernels over a range of sizes",
     "-M, -N and -K replace the sizes of the study; all three together: one size."},
    {"offline", COMMAND_OFFLINE, "MANIFEST... [options]",
     "compile for other devices: registers, spills", NULL},
    {"tune", COMMAND_TUNE, "[options]", "search for the fastest kernel",
     "Options of clgemm-gen are fixed; the others are searched."},
    {"fit", COMMAND_FIT, "--for PROFILE [options]", "measure rates, by which kernels are picked",
     "Options of clgemm-gen say which kernels of the profile's dispatch: --type, --transpose."},
    {"profile", COMMAND_PROFILE, "-o FILE.json|NAME [options]", "make a profile of this device",
     "--type and --transpose take lists, as f32,f64 (f32, f16 where the device has it; nn,nt)."},
    {"report", COMMAND_REPORT, "FILE... -o report.html", "make an HTML page from result files",
     "FILE is a journal or profile of tune, or the --json output of other commands."},
    {"worker", COMMAND_WORKER, "", NULL, NULL},
};

/* How a value is read, and its places in struct options. */
#define AT(member) offsetof(struct options, member)
#define OTHER(kind, member) KIND_##kind, AT(member), 0, 0, 0
#define TEXT(member) OTHER(TEXT, member)
#define SWITCH(member) OTHER(SWITCH, member)
#define ITEM(member) OTHER(ITEM, member)
#define WORD(member) OTHER(WORD, member)
#define PERCENT(member) OTHER(PERCENT, member)
#define NUMBER(member, least, most) KIND_NUMBER, AT(member), 0, least, most
#define NOTED(kind, member, flag, least, most) KIND_##kind, AT(member), AT(flag), least, most
#define SAME KIND_SAME, 0, 0, 0, 0

/* Bounds: of most numbers, and of those that say how often something is done. */
#define MOST INT64_MAX
#define OFTEN 1000000

/* An option that means different things in different commands has a row for each meaning, of which
 * the first one says how its value is read. */
static const struct option_row option_rows[] = {
    {"platform", 'p', "P", "platform: number or part of its name", ON_DEVICE,
     TEXT(device.platform)},
    {"device-type", 't', "cpu|gpu|acc|all|default",
     "type of the device, also --type (default: a GPU if any, else the CPU)", ON_DEVICE,
     OTHER(TYPE, device.type)},
    {"device", 'd', "D", "device: number or part of its name", ON_DEVICE, TEXT(device.device)},
    {NULL, 'M', "N", "rows of op(A) and C", SIZED,
     NOTED(SIZE, test_case.size[0], test_case.has_size[0], 0, MOST)},
    {NULL, 'N', "N", "columns of op(B) and C", SIZED,
     NOTED(SIZE, test_case.size[1], test_case.has_size[1], 0, MOST)},
    {NULL, 'K', "N", "columns of op(A), rows of op(B)", SIZED,
     NOTED(SIZE, test_case.size[2], test_case.has_size[2], 0, MOST)},
    {"at", 0, "NAME=N,...", "sizes of a product (--product) or of attention, by their names",
     CHECK | BENCH | COMPARE | TUNE, TEXT(settings.at)},
    {"members", 0, "N", "members of a batch, of kernels with --batch (3)", SIZED | WORKER,
     NOTED(NUMBER, test_case.members, test_case.has_members, 0, MOST)},
    {"groups", 0, "even|zipf:GROUPSxROWS|FILE",
     "groups, and the rows (--ragged: columns, k) that each has on average", BENCH | COMPARE,
     OTHER(GROUPS, test_case)},
    {"size1", 'M', "N", "the same as -M, as a sample of Intel's calls it", SIZED,
     NOTED(SIZE, test_case.size[0], test_case.has_size[0], 0, MOST)},
    {"size3", 'N', "N", "the same as -N", SIZED,
     NOTED(SIZE, test_case.size[1], test_case.has_size[1], 0, MOST)},
    {"size2", 'K', "N", "the same as -K", SIZED,
     NOTED(SIZE, test_case.size[2], test_case.has_size[2], 0, MOST)},
    {"iterations", 'i', "N", "timed runs, each is shown (10); 0: everything except the launch",
     BENCH, NOTED(NUMBER, schedule.iterations, has_iterations, 0, OFTEN)},
    {"iterations", 'i', "N", "timed runs (10)", COMPARE, SAME},
    {"iterations", 'i', "N", "timed runs of each product (10)", FIT, SAME},
    {"iterations", 'i', "N", "timed runs (default: of the file, else 10)", DRAWN, SAME},
    {"kernel", 'k', "NAME", "a preset of the generator; may be repeated", SUBJECTS,
     OTHER(PRESET, selection.presets)},
    {"kernel", 'k', "NAME", "a preset of the generator: its options are fixed", TUNE, SAME},
    {"validate", 'v', "", "compare the result of every run with the host", TIMED,
     SWITCH(schedule.validate)},
    {"validation", 'v', "", "the same as --validate", TIMED, SWITCH(schedule.validate)},
    {"warm-up", 0, "N", "untimed runs before the timed ones (2)", TIMED | FIT,
     NUMBER(schedule.warm_up, 0, OFTEN)},
    {"with-transfer", 0, "", "also time the transfers to and from the device", BENCH | COMPARE,
     SWITCH(schedule.with_transfer)},
    {"trials", 0, "N", "runs of each case (2)", CHECK, NOTED(NUMBER, trials, has_trials, 1, OFTEN)},
    {"trials", 0, "N", "launches of each of the best kernels when measured again (10)", TUNE, SAME},
    {"with", 0, "clblast|openblas|blis|cublas|cublas-grouped|onednn[,...]|none",
     "libraries to compare with (the first four); none: other kernels alone", COMPARE, TEXT(with)},
    {"against", 0, "OPTIONS", "also measure a kernel with these options, as '--for cpu'", COMPARE,
     ITEM(against)},
    {"baseline", 0, "FILE", "write the results to FILE, for a later --compare-to FILE", BENCH,
     TEXT(baseline)},
    {"compare-to", 0, "FILE", "compare with the results in FILE; exit code 7: a kernel is slower",
     BENCH, TEXT(compare_to)},
    {"within", 0, "P", "with --compare-to: medians that differ by P % are the same (2)", BENCH,
     PERCENT(within)},
    {"shapes", 0, "FILE", "shapes in CSV: columns m, n, k, trans_a, trans_b (n, t), or as --at",
     COMPARE | TUNE, TEXT(shapes)},
    {"shapes", 0, "FILE", "your shapes in CSV, which count as much as all others", PROFILE, SAME},
    {"output", 'o', "FILE", "the profile to write, for clgemm-gen --for FILE", TUNE, TEXT(output)},
    {"output", 'o', "FILE|NAME",
     "the profile to write, for --for FILE; a NAME: among your profiles", PROFILE, SAME},
    {"output", 'o', "FILE", "the page to write", REPORT, SAME},
    {"output", 'o', "FILE", "a new profile that inherits from that of --for (that itself)", FIT,
     SAME},
    {"top", 0, "N", "number of best kernels that are measured again, alternately (5)", TUNE,
     NUMBER(top, 1, TOP_LIMIT)},
    {"jobs", 0, "N", "processes that build kernels ahead (GPU: one a processor, else 0)",
     TUNE | PROFILE, NOTED(NUMBER, jobs, has_jobs, 0, JOBS_LIMIT)},
    {"within", 0, "P", "chosen kernels of a list are within P % of each shape's best (5)", TUNE,
     SAME},
    {"show-space", 0, "", "print the space and the number of its points", TUNE, SWITCH(show_space)},
    {"template-dir", 0, "FOLDER", "templates in this folder replace the built-in ones", TUNE,
     TEXT(templates)},
    {"paranoid", 0, "", "verify every kernel with random data too", TUNE, SWITCH(paranoid)},
    {"sizes", 0, "default|edge|quick", "a few sizes, all edges of tiles, or the fewest", CHECK,
     TEXT(size_words)},
    {"sizes", 0, "LIST", "N or MxNxK, separated by commas, replace those of the study", STUDY,
     SAME},
    {"covering", 0, "", "a covering set: every pair of option values in some kernel", CHECK,
     SWITCH(covering)},
    {"sample", 0, "N", "N random kernels of the parameter space", CHECK, NUMBER(sample, 1, OFTEN)},
    {"param", 0, "NAME=V1,V2", "with --covering or --sample: values of an option", CHECK,
     ITEM(params)},
    {"param", 0, "NAME=V1,V2", "values of an option, replace those of the space", TUNE, SAME},
    {"journal", 0, "FILE", "with --covering or --sample: resume from FILE", CHECK, TEXT(journal)},
    {"journal", 0, "FILE",
     "an interrupted run resumes from FILE (OUTPUT.journal); none: no journal", TUNE | PROFILE,
     SAME},
    {"peak", 0, "profile|measured|GFLOP/s", "peak for efficiency", TIMED | TUNE | PROFILE,
     TEXT(schedule.peak)},
    {"peak", 0, "GFLOP/s", "peak for efficiency, in place of that of the files", REPORT, SAME},
    {"bandwidth", 0, "GB/s", "bandwidth of the device's memory, for the roofline", REPORT,
     TEXT(bandwidth)},
    {"explain", 0, "peak", "the formula of the peak, with the numbers of the device", BENCH,
     OTHER(CHOICE, explain)},
    {"data", 0, "random|ones|small", "values of A and B", TIMED | TUNE | FIT | WORKER,
     WORD(schedule.data)},
    {"format", 0, "text|json|csv|markdown|gatlas", "json: one object per line", BENCH,
     WORD(format)},
    {"format", 0, "text|json", "json: one object per line", DEVICES | CHECK | FIT, SAME},
    {"format", 0, "text|json|csv|markdown", "json: one object per line", COMPARE | DRAWN, SAME},
    {"format", 0, "text|json|csv", "json: one object per line", OFFLINE, SAME},
    {"format", 0, "text", NULL, TUNE | PROFILE | REPORT, SAME},
    {"json", 0, "", "the same as --format json", DEVICES | CHECK | TIMED | OFFLINE | FIT,
     OTHER(JSON, format)},
    {"svg", 0, "FILE", "write the picture", DRAWN, TEXT(svg)},
    {"list", 0, "", "list the available names", DRAWN, SWITCH(list)},
    {"memory", 0, "BYTES", "limit of host memory for matrices (half of the installed memory)",
     CHECK | TIMED | FIT | WORKER, NOTED(NUMBER, schedule.memory, has_memory, 1, MOST)},
    {"memory", 0, "BYTES", "memory limit of a worker (half of the installed memory)",
     TUNE | PROFILE, SAME},
    {"seed", 0, "N", "seed of the pseudo-random data (1)", CHECK | TIMED | FIT,
     NUMBER(schedule.seed, 0, MOST)},
    {"seed", 0, "N", "seed of the pseudo-random search and data (1)", TUNE | PROFILE, SAME},
    {"exact-length", 0, "", "no margins around buffers, for memory checkers", CHECK,
     SWITCH(exact_length)},
    {"edited", 0, "", "accept a source file that does not match the manifest's hash",
     SUBJECTS | TIMED, SWITCH(edited)},
    {"source", 0, "FILE", "with --interface: check the program's own kernel, which FILE has", CHECK,
     TEXT(source)},
    {"target", 0, "VENDOR:NAME", "intel:skl, amd:gfx90a, nvidia:sm_90, intel:all, ...", OFFLINE,
     ITEM(targets)},
    {"require-share", 0, "P", "at least P % multiply-adds in the inner loop", OFFLINE,
     PERCENT(require_share)},
    {"require-no-spills", 0, "", "no register spills", OFFLINE, SWITCH(require_no_spills)},
    {"require-simd", 0, "N", "N work-items per hardware thread", OFFLINE,
     NUMBER(require_lanes, 1, 1024)},
    {"require-engine", 0, "",
     "the matrix engine's instructions in the inner loop, as many as planned",
     OFFLINE | CHECK | BENCH, SWITCH(require_engine)},
    {"compile-limit", 0, "SECONDS", "time limit of a compiler (120)", OFFLINE | TUNE | PROFILE,
     NUMBER(compile_limit, 1, OFTEN)},
    {"compile-limit", 0, "SECONDS", "time limit of the device's compiler (600)",
     CHECK | TIMED | FIT, SAME},
    {"run-limit", 0, "SECONDS", "time limit of a case (600)", CHECK, NUMBER(run_limit, 1, OFTEN)},
    {"run-limit", 0, "SECONDS", "time limit of a verification or run of a kernel (600)",
     TIMED | FIT, SAME},
    {"run-limit", 0, "SECONDS", "time limit of a verification or run of a kernel (60)",
     TUNE | PROFILE, SAME},
    {"worker", 0, "PROGRAM", "program that builds and measures in place of clgemm-bench",
     CHECK | TIMED | TUNE | FIT | PROFILE, TEXT(worker)},
    {"search", 0, "ils|coordinate|blocks|random|exhaustive", "which points next (ils)", TUNE,
     TEXT(search)},
    {"budget", 0, "N", "evaluations (250), or a time as 90s, 10m, 2h; 0: no limit", TUNE,
     NOTED(BUDGET, budget, has_budget, 0, 0)},
    {"budget", 0, "TIME", "all that it may take: seconds, or 90s, 10m, 2h (10m)", PROFILE, SAME},
    {"leave-out", 0, "PATTERN,...", "do without profiles of such names, and those that inherit",
     PROFILE, TEXT(leave_out)},
    {"start", 0, "FILE", "a profile of another device or of other shapes: its kernels come first",
     TUNE, TEXT(start)},
    {"least-gain", 0, "P", "end when as many points again would likely gain less than P %", TUNE,
     PERCENT(least_gain)},
    {"help", 'h', "", "print this text", 0, SWITCH(help)},
    {"version", 0, "", NULL, 0, OTHER(VERSION, command)},
};
enum {
    COMMAND_COUNT = sizeof command_rows / sizeof *command_rows,
    OPTION_COUNT = sizeof option_rows / sizeof *option_rows
};
_Static_assert((int)OPTION_COUNT <= (int)OPTION_ROOM, "struct options has no room for all options");

const struct command_row *command_at(size_t index)
{
    return index < COMMAND_COUNT ? &command_rows[index] : NULL;
}

const struct command_row *command_row(enum command command)
{
    for (size_t i = 0; i < COMMAND_COUNT; i++)
        if (command_rows[i].command == command)
            return &command_rows[i];
    return NULL;
}

const struct option_row *option_at(size_t index)
{
    return index < OPTION_COUNT ? &option_rows[index] : NULL;
}

const struct option_row *option_row(const char *name)
{
    for (size_t i = 0; i < OPTION_COUNT; i++)
        if (option_rows[i].name != NULL && strcmp(option_rows[i].name, name) == 0)
            return &option_rows[i];
    return NULL;
}

const struct option_row *option_letter(int letter)
{
    for (size_t i = 0; i < OPTION_COUNT; i++)
        if (option_rows[i].letter == letter)
            return &option_rows[i];
    return NULL;
}

/* Whether a row serves a command. */
static bool option_serves(const struct option_row *row, enum command command)
{
    return command == COMMAND_NONE || row->commands == 0 || (row->commands & 1u << command) != 0;
}

const struct option_row *option_meaning(const struct option_row *row, enum command command)
{
    for (size_t i = 0; i < OPTION_COUNT; i++) {
        const struct option_row *other = &option_rows[i];
        const bool is_same = other == row || (row->name != NULL && other->name != NULL &&
                                              strcmp(row->name, other->name) == 0);

        if (is_same && option_serves(other, command))
            return other;
    }
    return NULL;
}

bool option_generates(enum command command)
{
    return ((SUBJECTS | DRAWN | TUNE | FIT | PROFILE) & 1u << command) != 0;
}

struct option *option_table(struct fault *fault)
{
    struct clgemm_option option;
    size_t generator_count = 0, used = 0;
    struct option *table;

    while (clgemm_option_at(generator_count, &option) == 0)
        generator_count++;
    table = calloc(OPTION_COUNT + generator_count + 1, sizeof *table);
    if (table == NULL) {
        fault_memory(fault);
        return NULL;
    }
    for (size_t i = 0; i < OPTION_COUNT; i++)
        if (option_rows[i].name != NULL && option_rows[i].kind != KIND_SAME)
            table[used++] =
                (struct option){option_rows[i].name,
                                option_rows[i].metavar[0] == '\0' ? no_argument : required_argument,
                                NULL, LONG_OURS + (int)i};
    for (size_t i = 0; i < generator_count && clgemm_option_at(i, &option) == 0; i++)
        table[used++] = (struct option){
            option.name, option.metavar[0] == '\0' ? optional_argument : required_argument, NULL,
            LONG_GENERATOR + (int)i};
    return table;
}

/* ---------------------------------------------------------------------------------------- help */

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

    *text = '\0';
    for (size_t i = 0; (row = command_at(i)) != NULL; i++)
        if (row->help != NULL)
            text_append(text, room, "%s%s", *text == '\0' ? "" : " ", row->name);
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
