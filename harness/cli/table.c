#include "harness/cli/table.h"

#include <stdlib.h>
#include <string.h>

#include "clgemm.h"

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
    {"report", COMMAND_REPORT, "FILE... -o report.html", "make an HTML page from result files",
     "FILE is a journal or profile of tune, or the --json output of other commands."},
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
    {"device-type", 't', "cpu|gpu|acc|all|default",
     "type of the device, also --type (default: a GPU if any, else the CPU)", ON_DEVICE},
    {"device", 'd', "D", "device: number or part of its name", ON_DEVICE},
    {NULL, 'M', "N", "rows of op(A) and C", SIZED},
    {NULL, 'N', "N", "columns of op(B) and C", SIZED},
    {NULL, 'K', "N", "columns of op(A), rows of op(B)", SIZED},
    {"members", LONG_MEMBERS, "N", "members of a batch, of kernels with --batch (3)",
     SIZED | WORKER},
    {"size1", 'M', "N", "the same as -M, as a sample of Intel's calls it", SIZED},
    {"size3", 'N', "N", "the same as -N", SIZED},
    {"size2", 'K', "N", "the same as -K", SIZED},
    {"iterations", 'i', "N", "timed runs, each is shown (10); 0: everything except the launch",
     BENCH},
    {"iterations", 'i', "N", "timed runs (10)", COMPARE},
    {"iterations", 'i', "N", "timed runs (default: of the file, else 10)", DRAWN},
    {"kernel", 'k', "NAME", "a preset of the generator; may be repeated", SUBJECTS},
    {"kernel", 'k', "NAME", "a preset of the generator: its options are fixed", TUNE},
    {"validate", 'v', "", "compare the result of every run with the host", TIMED},
    {"validation", 'v', "", "the same as --validate", TIMED},
    {"warm-up", LONG_WARM_UP, "N", "untimed runs before the timed ones (2)", TIMED},
    {"with-transfer", LONG_WITH_TRANSFER, "", "also time the transfers to and from the device",
     BENCH | COMPARE},
    {"trials", LONG_TRIALS, "N", "runs of each case (2)", CHECK},
    {"trials", LONG_TRIALS, "N", "launches of each of the best kernels when measured again (10)",
     TUNE},
    {"with", LONG_WITH, "clblast|openblas|blis|cublas[,...]", "libraries to compare with (all)",
     COMPARE},
    {"against", LONG_AGAINST, "OPTIONS", "also measure a kernel with these options, as '--for cpu'",
     COMPARE},
    {"baseline", LONG_BASELINE, "FILE", "write the results to FILE, for a later --compare-to FILE",
     BENCH},
    {"compare-to", LONG_COMPARE_TO, "FILE",
     "compare with the results in FILE; exit code 7: a kernel is slower", BENCH},
    {"within", LONG_WITHIN, "P", "with --compare-to: medians that differ by P % are the same (2)",
     BENCH},
    {"shapes", LONG_SHAPES, "FILE",
     "shapes in CSV: columns m, n, k, optionally trans_a and trans_b (n, t)", COMPARE | TUNE},
    {"output", 'o', "FILE", "the profile to write, for clgemm-gen --for FILE", TUNE},
    {"output", 'o', "FILE", "the page to write", REPORT},
    {"top", LONG_TOP, "N", "number of best kernels that are measured again, alternately (5)", TUNE},
    {"jobs", LONG_JOBS, "N", "processes that build kernels ahead (GPU: one a processor, else 0)",
     TUNE},
    {"within", LONG_WITHIN, "P", "chosen kernels of a list are within P % of each shape's best (5)",
     TUNE},
    {"show-space", LONG_SHOW_SPACE, "", "print the space and the number of its points", TUNE},
    {"template-dir", LONG_TEMPLATES, "FOLDER", "templates in this folder replace the built-in ones",
     TUNE},
    {"paranoid", LONG_PARANOID, "", "verify every kernel with random data too", TUNE},
    {"sizes", LONG_SIZES, "default|edge|quick", "a few sizes, all edges of tiles, or the fewest",
     CHECK},
    {"sizes", LONG_SIZES, "LIST", "N or MxNxK, separated by commas, replace those of the study",
     STUDY},
    {"covering", LONG_COVERING, "", "a covering set: every pair of option values in some kernel",
     CHECK},
    {"sample", LONG_SAMPLE, "N", "N random kernels of the parameter space", CHECK},
    {"param", LONG_PARAM, "NAME=V1,V2", "with --covering or --sample: values of an option", CHECK},
    {"param", LONG_PARAM, "NAME=V1,V2", "values of an option, replace those of the space", TUNE},
    {"journal", LONG_JOURNAL, "FILE", "with --covering or --sample: resume from FILE", CHECK},
    {"journal", LONG_JOURNAL, "FILE",
     "written during the run; an interrupted run resumes from FILE", TUNE},
    {"peak", LONG_PEAK, "profile|measured|GFLOP/s", "peak for efficiency", TIMED | TUNE},
    {"peak", LONG_PEAK, "GFLOP/s", "peak for efficiency, in place of that of the files", REPORT},
    {"bandwidth", LONG_BANDWIDTH, "GB/s", "bandwidth of the device's memory, for the roofline",
     REPORT},
    {"explain", LONG_EXPLAIN, "peak", "the formula of the peak, with the numbers of the device",
     BENCH},
    {"data", LONG_DATA, "random|ones|small", "values of A and B", TIMED | TUNE | WORKER},
    {"format", LONG_FORMAT, "text|json", "json: one object per line", DEVICES | CHECK},
    {"format", LONG_FORMAT, "text|json|csv|markdown|gatlas", "json: one object per line", BENCH},
    {"format", LONG_FORMAT, "text|json|csv|markdown", "json: one object per line", COMPARE | DRAWN},
    {"format", LONG_FORMAT, "text|json|csv", "json: one object per line", OFFLINE},
    {"format", LONG_FORMAT, "text", NULL, TUNE | REPORT}, /* what they write */
    {"json", LONG_JSON, "", "the same as --format json", DEVICES | CHECK | TIMED | OFFLINE},
    {"svg", LONG_SVG, "FILE", "write the picture", DRAWN},
    {"list", LONG_LIST, "", "list the available names", DRAWN},
    {"memory", LONG_MEMORY, "BYTES",
     "limit of host memory for matrices (half of the installed memory)", CHECK | TIMED | WORKER},
    {"memory", LONG_MEMORY, "BYTES", "memory limit of a worker (half of the installed memory)",
     TUNE},
    {"seed", LONG_SEED, "N", "seed of the pseudo-random data (1)", CHECK | TIMED},
    {"seed", LONG_SEED, "N", "seed of the pseudo-random search and data (1)", TUNE},
    {"exact-length", LONG_EXACT_LENGTH, "", "no margins around buffers, for memory checkers",
     CHECK},
    {"edited", LONG_EDITED, "", "accept a source file that does not match the manifest's hash",
     SUBJECTS | TIMED},
    {"target", LONG_TARGET, "VENDOR:NAME", "intel:skl, amd:gfx90a, nvidia:sm_90, intel:all, ...",
     OFFLINE},
    {"require-share", LONG_REQUIRE_SHARE, "P", "at least P % multiply-adds in the inner loop",
     OFFLINE},
    {"require-no-spills", LONG_REQUIRE_NO_SPILLS, "", "no register spills", OFFLINE},
    {"require-simd", LONG_REQUIRE_SIMD, "N", "N work-items per hardware thread", OFFLINE},
    {"require-engine", LONG_REQUIRE_ENGINE, "",
     "the matrix engine's instructions in the inner loop, as many as planned",
     OFFLINE | CHECK | BENCH},
    {"compile-limit", LONG_COMPILE_LIMIT, "SECONDS", "time limit of a compiler (120)",
     OFFLINE | TUNE},
    {"compile-limit", LONG_COMPILE_LIMIT, "SECONDS", "time limit of the device's compiler (600)",
     CHECK | TIMED},
    {"run-limit", LONG_RUN_LIMIT, "SECONDS", "time limit of a case (600)", CHECK},
    {"run-limit", LONG_RUN_LIMIT, "SECONDS",
     "time limit of a verification or run of a kernel (600)", TIMED},
    {"run-limit", LONG_RUN_LIMIT, "SECONDS", "time limit of a verification or run of a kernel (60)",
     TUNE},
    {"worker", LONG_WORKER, "PROGRAM", "program that builds and measures in place of clgemm-bench",
     CHECK | TIMED | TUNE},
    {"search", LONG_SEARCH, "ils|coordinate|blocks|random|exhaustive", "which points next (ils)",
     TUNE},
    {"budget", LONG_BUDGET, "N", "evaluations (250), or a time as 90s, 10m, 2h; 0: no limit", TUNE},
    {"start", LONG_START, "FILE",
     "a profile of another device or of other shapes: its kernels come first", TUNE},
    {"least-gain", LONG_LEAST_GAIN, "P",
     "end when as many points again would likely gain less than P %", TUNE},
    {"help", 'h', "", "print this text", 0},
    {"version", LONG_VERSION, "", NULL, 0},
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

const struct option_row *option_row(int value)
{
    for (size_t i = 0; i < OPTION_COUNT; i++)
        if (option_rows[i].value == value)
            return &option_rows[i];
    return NULL;
}

const struct option_row *option_row_of(int value, enum command command)
{
    for (size_t i = 0; i < OPTION_COUNT; i++)
        if (option_rows[i].value == value && option_serves(&option_rows[i], command))
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
