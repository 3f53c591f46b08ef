#include "harness/cli/table.h"

#include <stdlib.h>
#include <string.h>

#include "clgemm.h"

static const struct command_row command_rows[] = {
    {"devices", COMMAND_DEVICES, "[options]", "what there is, and what works on it", NULL},
    {"check", COMMAND_CHECK, "MANIFEST... [options]", "is the result right?",
     "With -M, -N and -K, all three, that size alone is checked."},
    {"bench", COMMAND_BENCH, "MANIFEST... [options]", "how fast is it?",
     "-M, -N and -K are 1024 each unless given."},
    {"compare", COMMAND_COMPARE, "MANIFEST... [options]", "how fast beside BLAS libraries?",
     "-M, -N and -K are 1024 each unless given."},
    {"ladder", COMMAND_LADDER, "NAME [options]", "what does each step of a tale gain?",
     "-M, -N and -K take the place of the ladder's own sizes."},
    {"study", COMMAND_STUDY, "NAME [options]", "how does speed depend on the size?",
     "-M, -N and -K take the place of the study's own sizes; all three leave one size."},
    {"offline", COMMAND_OFFLINE, "MANIFEST... [options]",
     "what do compilers for other devices make of it?", NULL},
    {"tune", COMMAND_TUNE, "[options]", "which kernel is the fastest?",
     "What clgemm-gen's own options say stays fixed."},
    {"replay", COMMAND_REPLAY, "FILE... [options]", "how soon do searches find what is fast?",
     "FILE is a journal or a table of times (man clgemm-bench)."},
    {"report", COMMAND_REPORT, "FILE... -o report.html",
     "what do all these files say, on one page?",
     "FILE is a journal or profile of tune, or what other commands write with --json."},
    {"worker", COMMAND_WORKER, "", NULL, NULL},
};

enum {
    DEVICES = 1 << COMMAND_DEVICES,
    CHECK = 1 << COMMAND_CHECK,
    BENCH = 1 << COMMAND_BENCH,
    COMPARE = 1 << COMMAND_COMPARE,
    LADDER = 1 << COMMAND_LADDER,
    STUDY = 1 << COMMAND_STUDY,
    OFFLINE = 1 << COMMAND_OFFLINE,
    REPLAY = 1 << COMMAND_REPLAY,
    TUNE = 1 << COMMAND_TUNE,
    REPORT = 1 << COMMAND_REPORT,
    WORKER = 1 << COMMAND_WORKER,
    SUBJECTS = CHECK | BENCH | COMPARE | OFFLINE,
    TIMED = BENCH | COMPARE | LADDER | STUDY,
    DRAWN = LADDER | STUDY,
    ON_DEVICE = DEVICES | CHECK | TIMED | TUNE | WORKER,
    SIZED = CHECK | TIMED | TUNE
};

/* An option that means different things in different commands has a row for each meaning, one below
 * the other. */
static const struct option_row option_rows[] = {
    {"platform", 'p', "P", "platform: number or part of its name", ON_DEVICE},
    {"device-type", 't', "T", "cpu, gpu, acc, all or default (a GPU if there is one, else the CPU)",
     ON_DEVICE},
    {"device", 'd', "D", "device: number or part of its name", ON_DEVICE},
    {"device", 'd', "NAME", "with --t4, one of the journal's devices: its name or a part of it",
     REPLAY},
    {NULL, 'M', "N", "rows of op(A) and C", SIZED},
    {NULL, 'N', "N", "columns of op(B) and C", SIZED},
    {NULL, 'K', "N", "columns of op(A), rows of op(B)", SIZED},
    {"size1", 'M', "N", NULL, SIZED}, /* as a sample of Intel's calls them */
    {"size3", 'N', "N", NULL, SIZED},
    {"size2", 'K', "N", NULL, SIZED},
    {"iterations", 'i', "N", "timed runs, each is shown (10); 0: everything but the launch", BENCH},
    {"iterations", 'i', "N", "timed runs (10)", COMPARE},
    {"iterations", 'i', "N", "timed runs (as the file says, else 10)", DRAWN},
    {"kernel", 'k', "NAME", "a preset of the generator; may be repeated", SUBJECTS},
    {"kernel", 'k', "NAME", "a preset of the generator, for what it fixes", TUNE},
    {"validate", 'v', "", "compare every iteration with the host", TIMED},
    {"validation", 'v', "", NULL, TIMED},
    {"warm-up", LONG_WARM_UP, "N", "runs before those that count (2)", TIMED},
    {"with-transfer", LONG_WITH_TRANSFER, "", "also time the operands' way to the device and back",
     BENCH | COMPARE},
    {"trials", LONG_TRIALS, "N", "times that each case runs (2)", CHECK},
    {"trials", LONG_TRIALS, "N", "launches of each of the best when they are measured again (10)",
     TUNE},
    {"with", LONG_WITH, "LIST",
     "clblast, openblas, cublas: those that are to be compared with (all)", COMPARE},
    {"against", LONG_AGAINST, "OPTIONS",
     "a kernel of these options, as '--for cpu', takes turns too", COMPARE},
    {"shapes", LONG_SHAPES, "FILE",
     "shapes in CSV: columns m, n, k, maybe trans_a and trans_b (n, t)", COMPARE | TUNE},
    {"output", 'o', "FILE", "the profile, for clgemm-gen --for FILE", TUNE},
    {"output", 'o', "FILE", "the page", REPORT},
    {"t4", LONG_T4, "FILE", "what the journal has, in T4 1.0.0, for the tools of other tuners",
     TUNE},
    {"t4", LONG_T4, "FILE", "write what the journal has in T4 1.0.0, and search nothing", REPLAY},
    {"top", LONG_TOP, "N", "so many of the best are measured again, taking turns (5)", TUNE},
    {"within", LONG_WITHIN, "P", "kernels of a list are within P % of each shape's best (5)", TUNE},
    {"show-space", LONG_SHOW_SPACE, "", "what there is to choose from, and how much", TUNE},
    {"template-dir", LONG_TEMPLATES, "FOLDER", "take the templates in this folder first", TUNE},
    {"paranoid", LONG_PARANOID, "", "verify every kernel with random data too", TUNE},
    {"sizes", LONG_SIZES, "WHAT",
     "default (a few), edge (all edges of tiles) or quick (the fewest)", CHECK},
    {"sizes", LONG_SIZES, "LIST", "N or MxNxK, separated by commas, in place of its own", STUDY},
    {"covering", LONG_COVERING, "", "kernels that have every pair of option values", CHECK},
    {"sample", LONG_SAMPLE, "N", "N random kernels of the parameter space", CHECK},
    {"param", LONG_PARAM, "NAME=V1,V2", "with --covering or --sample: values of an option", CHECK},
    {"param", LONG_PARAM, "NAME=V1,V2", "values of an option, in place of the space's", TUNE},
    {"journal", LONG_JOURNAL, "FILE", "with --covering or --sample: go on where FILE ends", CHECK},
    {"journal", LONG_JOURNAL, "FILE", "written as it goes; a run goes on where FILE ends", TUNE},
    {"peak", LONG_PEAK, "WHAT",
     "what efficiency is measured against: profile, measured, or GFLOP/s", TIMED | TUNE},
    {"peak", LONG_PEAK, "GFLOP/s", "in place of what the files say", REPORT},
    {"bandwidth", LONG_BANDWIDTH, "GB/s", "of the device's memory, for the roofline", REPORT},
    {"explain", LONG_EXPLAIN, "peak", "the formula of the peak, with the figures of the device",
     BENCH},
    {"data", LONG_DATA, "WHAT", "random, ones or small", TIMED | TUNE | WORKER},
    {"format", LONG_FORMAT, "WHAT", "text or json (one object a line)", DEVICES | CHECK},
    {"format", LONG_FORMAT, "WHAT", "text, json (one object a line), csv or gatlas", BENCH},
    {"format", LONG_FORMAT, "WHAT", "text, json (one object a line) or csv",
     COMPARE | DRAWN | OFFLINE | REPLAY},
    {"format", LONG_FORMAT, "WHAT", NULL, TUNE | REPORT}, /* text is what they write */
    {"json", LONG_JSON, "", "the same as --format json",
     DEVICES | CHECK | TIMED | OFFLINE | REPLAY},
    {"svg", LONG_SVG, "FILE", "draw the picture", DRAWN},
    {"list", LONG_LIST, "", "the names there are", DRAWN},
    {"memory", LONG_MEMORY, "BYTES", "host memory for matrices (half of what there is)",
     CHECK | TIMED | WORKER},
    {"memory", LONG_MEMORY, "BYTES",
     "what a worker and its matrices may take (half of what there is)", TUNE},
    {"seed", LONG_SEED, "N", "start of the pseudo-random data (1)", CHECK | TIMED},
    {"seed", LONG_SEED, "N", "start of the pseudo-random search and data (1)", TUNE},
    {"seed", LONG_SEED, "N", "start of the pseudo-random searches (1)", REPLAY},
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
    {"search", LONG_SEARCH, "NAME", "ils, coordinate, blocks, random or exhaustive (ils)", TUNE},
    {"search", LONG_SEARCH, "NAME", "ils, coordinate, blocks, random, exhaustive or all (all)",
     REPLAY},
    {"runs", LONG_RUNS, "N", "runs of each search, each with a seed of its own (100)", REPLAY},
    {"reach", LONG_REACH, "PERCENT", "speed to reach, of the best one there is (95)", REPLAY},
    {"budget", LONG_BUDGET, "N", "evaluations (250), or a time as 90s, 10m, 2h; 0: no limit", TUNE},
    {"budget", LONG_BUDGET, "N", "evaluations after which a run ends (0: none)", REPLAY},
    {"help", 'h', "", "this text", 0},
    {"version", LONG_VERSION, "", NULL, 0},
};
enum {
    COMMAND_COUNT = sizeof command_rows / sizeof *command_rows,
    OPTION_COUNT = sizeof option_rows / sizeof *option_rows
};
_Static_assert((int)OPTION_COUNT <= (int)OPTION_ROOM,
               "struct options has no room for all that may be said");

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

bool option_value_serves(int value, enum command command)
{
    for (size_t i = 0; i < OPTION_COUNT; i++)
        if (option_rows[i].value == value && option_serves(&option_rows[i], command))
            return true;
    return false;
}

bool option_generates(enum command command)
{
    return ((SUBJECTS | DRAWN | TUNE) & 1u << command) != 0;
}

/* Whether a row is one more meaning of the option above it. */
static bool repeats(size_t index)
{
    return index > 0 && option_rows[index - 1].name != NULL &&
           strcmp(option_rows[index].name, option_rows[index - 1].name) == 0;
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
        if (option_rows[i].name != NULL && !repeats(i))
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
