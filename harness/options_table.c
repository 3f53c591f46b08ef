#include "harness/options_table.h"

#include <stdlib.h>
#include <string.h>

#include "clgemm.h"

static const struct command_row command_rows[] = {
    {"devices", COMMAND_DEVICES, "[--json]", "what there is, and what works on it"},
    {"check", COMMAND_CHECK, "MANIFEST... [options]", "is the result right?"},
    {"bench", COMMAND_BENCH, "MANIFEST... [options]", "how fast is it?"},
    {"compare", COMMAND_COMPARE, "MANIFEST... [options]", "how fast beside BLAS libraries?"},
    {"ladder", COMMAND_LADDER, "NAME [options]", "what does each step of a tale gain?"},
    {"study", COMMAND_STUDY, "NAME [options]", "how does speed depend on the size?"},
    {"offline", COMMAND_OFFLINE, "MANIFEST... [options]",
     "what do compilers for other devices make of it?"},
    {"tune", COMMAND_TUNE, "[options]", "which kernel is the fastest?"},
    {"replay", COMMAND_REPLAY, "FILE... [options]", "how soon do searches find what is fast?"},
    {"report", COMMAND_REPORT, "FILE... -o report.html",
     "what do all these files say, on one page?"},
    {"worker", COMMAND_WORKER, "", NULL},
};

enum {
    CHECK = 1 << COMMAND_CHECK,
    BENCH = 1 << COMMAND_BENCH,
    COMPARE = 1 << COMMAND_COMPARE,
    LADDER = 1 << COMMAND_LADDER,
    STUDY = 1 << COMMAND_STUDY,
    OFFLINE = 1 << COMMAND_OFFLINE,
    SUBJECTS = CHECK | BENCH | COMPARE | OFFLINE,
    REPLAY = 1 << COMMAND_REPLAY,
    TIMED = BENCH | COMPARE | LADDER | STUDY,
    DRAWN = LADDER | STUDY,
    TUNE = 1 << COMMAND_TUNE,
    REPORT = 1 << COMMAND_REPORT,
    WORKER = 1 << COMMAND_WORKER
};

static const struct option_row option_rows[] = {
    {"platform", 'p', "P", "platform: number or part of its name", 0},
    {"device-type", 't', "T", "cpu, gpu, acc, all or default (a GPU if there is one, else the CPU)",
     0},
    {"device", 'd', "D", "device: number or part of its name", 0},
    {"size1", 'M', "N", "rows of op(A) and C (bench: 1024)", CHECK | TIMED | TUNE},
    {"size3", 'N', "N", "columns of op(B) and C (bench: 1024)", CHECK | TIMED | TUNE},
    {"size2", 'K', "N", "columns of op(A), rows of op(B) (bench: 1024)", CHECK | TIMED | TUNE},
    {"iterations", 'i', "N", "timed runs, each is shown (10); 0: everything but the launch", TIMED},
    {"kernel", 'k', "NAME", "a preset of the generator; may be repeated", SUBJECTS | TUNE},
    {"validate", 'v', "", "compare every iteration with the host", TIMED},
    {"validation", 'v', "", NULL, TIMED},
    {"warm-up", LONG_WARM_UP, "N", "runs before those that count (2)", TIMED},
    {"with-transfer", LONG_WITH_TRANSFER, "", "also time the operands' way to the device and back",
     BENCH | COMPARE},
    {"trials", LONG_TRIALS, "N", "times that each case runs (2); tune: launches of the best (10)",
     CHECK | TUNE},
    {"with", LONG_WITH, "LIST",
     "clblast, openblas, cublas: those that are to be compared with (all)", COMPARE},
    {"against", LONG_AGAINST, "OPTIONS",
     "a kernel of these options of the generator, as '--for cpu'; may be repeated", COMPARE},
    {"shapes", LONG_SHAPES, "FILE",
     "table of shapes in CSV: columns m, n, k, maybe trans_a and trans_b (n, t)", COMPARE | TUNE},
    {"output", 'o', "FILE", "tune: the profile, for clgemm-gen --for FILE; report: the page",
     TUNE | REPORT},
    {"t4", LONG_T4, "FILE", "the journal's results in T4 1.0.0, for the tools of other tuners",
     REPLAY | TUNE},
    {"top", LONG_TOP, "N", "so many of the best are measured again, taking turns (5)", TUNE},
    {"within", LONG_WITHIN, "P", "kernels of a list are within P % of each shape's best (5)", TUNE},
    {"show-space", LONG_SHOW_SPACE, "", "what there is to choose from, and how much", TUNE},
    {"template-dir", LONG_TEMPLATES, "FOLDER", "take the templates in this folder first", TUNE},
    {"paranoid", LONG_PARANOID, "", "verify every kernel with random data too", TUNE},
    {"sizes", LONG_SIZES, "WHAT",
     "check: default (a few), edge (all edges of tiles and types) or quick (the fewest); "
     "study: N,MxNxK,...",
     CHECK | STUDY},
    {"covering", LONG_COVERING, "", "kernels that have every pair of option values", CHECK},
    {"sample", LONG_SAMPLE, "N", "N random kernels of the parameter space", CHECK},
    {"param", LONG_PARAM, "NAME=V1,V2", "tune, --covering, --sample: values of an option",
     CHECK | TUNE},
    {"journal", LONG_JOURNAL, "FILE", "tune, --covering, --sample: go on where FILE ends",
     CHECK | TUNE},
    {"peak", LONG_PEAK, "WHAT", "profile, measured, or GFLOP/s; report: GFLOP/s",
     TIMED | TUNE | REPORT},
    {"bandwidth", LONG_BANDWIDTH, "GB/s", "of the device's memory, for the roofline", REPORT},
    {"explain", LONG_EXPLAIN, "peak", "the formula of the peak, with the figures of the device",
     BENCH},
    {"data", LONG_DATA, "WHAT", "random, ones or small", TIMED | TUNE | WORKER},
    {"format", LONG_FORMAT, "WHAT", "text, json (one object a line), csv; bench: gatlas", 0},
    {"json", LONG_JSON, "", "the same as --format json", 0},
    {"svg", LONG_SVG, "FILE", "draw the picture", DRAWN},
    {"list", LONG_LIST, "", "the names there are", DRAWN},
    {"memory", LONG_MEMORY, "BYTES", "host memory for matrices (half of what there is)",
     CHECK | TIMED | TUNE | WORKER},
    {"seed", LONG_SEED, "N", "start of the pseudo-random data or searches (1)",
     CHECK | TIMED | REPLAY | TUNE},
    {"exact-length", LONG_EXACT_LENGTH, "",
     "no margins around buffers: what a tool that watches memory shall see", CHECK},
    {"edited", LONG_EDITED, "", "take a source file that differs from the manifest's hash",
     SUBJECTS | TIMED},
    {"target", LONG_TARGET, "VENDOR:NAME", "intel:skl, amd:gfx90a, nvidia:sm_90, intel:all, ...",
     OFFLINE},
    {"require-share", LONG_REQUIRE_SHARE, "P",
     "P % of the inner loop's instructions multiply and add", OFFLINE},
    {"require-no-spills", LONG_REQUIRE_NO_SPILLS, "", "registers are enough", OFFLINE},
    {"require-simd", LONG_REQUIRE_SIMD, "N", "N work-items share a hardware thread", OFFLINE},
    {"compile-limit", LONG_COMPILE_LIMIT, "SECONDS", "time that a compiler may take (120)",
     OFFLINE | TUNE},
    {"run-limit", LONG_RUN_LIMIT, "SECONDS",
     "time that a kernel's verification or run may take (60)", TUNE},
    {"worker", LONG_WORKER, "PROGRAM", "builds and measures in this program's place", TUNE},
    {"search", LONG_SEARCH, "NAME",
     "ils, coordinate, blocks, random, exhaustive; replay: all (all; tune: ils)", REPLAY | TUNE},
    {"runs", LONG_RUNS, "N", "runs of each search, each with a seed of its own (100)", REPLAY},
    {"reach", LONG_REACH, "PERCENT", "speed to reach, of the best one there is (95)", REPLAY},
    {"budget", LONG_BUDGET, "N",
     "evaluations after which a run ends; 0: never (0; tune: 250, or a time as 90s, 10m, 2h)",
     REPLAY | TUNE},
    {"help", 'h', "", "this text, or that of a command", 0},
    {"version", LONG_VERSION, "", "version", 0},
};
enum {
    COMMAND_COUNT = sizeof command_rows / sizeof *command_rows,
    OPTION_COUNT = sizeof option_rows / sizeof *option_rows
};

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

const struct option_row *option_row(int value)
{
    for (size_t i = 0; i < OPTION_COUNT; i++)
        if (option_rows[i].value == value)
            return &option_rows[i];
    return NULL;
}

bool option_serves(const struct option_row *row, enum command command)
{
    return command == COMMAND_NONE || row->commands == 0 || (row->commands & 1u << command) != 0;
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
        if (option_rows[i].name != NULL)
            table[used++] =
                (struct option){option_rows[i].name,
                                option_rows[i].metavar[0] == '\0' ? no_argument : required_argument,
                                NULL, option_rows[i].value};
    for (size_t i = 0; i < generator_count && clgemm_option_at(i, &option) == 0; i++)
        table[used++] = (struct option){
            option.name, option.metavar[0] == '\0' ? optional_argument : required_argument, NULL,
            LONG_GENERATOR + (int)i};
    return table;
}

static void print_option(const struct option_row *row)
{
    char name[64];

    if (row->help == NULL)
        return;
    if (row->name == NULL)
        snprintf(name, sizeof name, "-%c %s", row->value, row->metavar);
    else if (row->value < 256)
        snprintf(name, sizeof name, "-%c, --%s %s", row->value, row->name, row->metavar);
    else
        snprintf(name, sizeof name, "--%s %s", row->name, row->metavar);
    printf("  %-26s %s\n", name, row->help);
}

static void print_commands(void)
{
    printf("clgemm-bench compiles, checks and measures kernels that clgemm-gen emits.\n\n");
    for (size_t i = 0; i < COMMAND_COUNT; i++)
        if (command_rows[i].help != NULL)
            printf("  clgemm-bench %-8s %-22s %s\n", command_rows[i].name, command_rows[i].words,
                   command_rows[i].help);
}

void options_help(enum command command)
{
    const struct command_row *row = command_row(command);

    if (row == NULL)
        print_commands();
    else
        printf("clgemm-bench %s %s: %s\n", row->name, row->words, row->help);
    if (command == COMMAND_NONE || (SUBJECTS & 1u << command) != 0)
        printf("\nMANIFEST is what clgemm-gen writes (NAME.json; -: standard input). In its place "
               "stand\nclgemm-gen's own options, --preset NAME, or --preset all; --layout all and\n"
               "--transpose all go through every value.\n");
    if (command == COMMAND_NONE || (DRAWN & 1u << command) != 0)
        printf("\nNAME is one of --list, or a file (./mine.json). clgemm-gen's own options, as\n"
               "--sub-groups emulated, hold for every kernel of it.\n");
    if (command == COMMAND_NONE || command == COMMAND_REPLAY)
        printf("\nFILE is a journal or a table of times (man clgemm-bench).\n");
    printf("\n");
    for (size_t i = 0; i < OPTION_COUNT; i++)
        if (option_serves(&option_rows[i], command))
            print_option(&option_rows[i]);
    printf("\nExit code: 0 right, 1 usage, 2 file or memory, 3 template, 4 refused by a rule, "
           "5 device,\n6 a wrong result, or short of a --require.\n");
}
