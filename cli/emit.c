/* stat, strdup. */
#define _XOPEN_SOURCE 700

#include "cli/cli.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "emit/sink.h"
#include "gen/base/text.h"

/* Where the artifacts go: FOLDER and STEM with their suffixes, or one file of any name. */
struct place {
    char *folder;      /* "out/", "" */
    char *stem;        /* "gemm"; NULL: the kernel's name */
    const char *exact; /* the path of the only artifact */
    bool make_folder;
    char *paths[CLI_FILES];
};

static void place_free(struct place *place)
{
    free(place->folder);
    free(place->stem);
    for (int i = 0; i < CLI_FILES; i++)
        free(place->paths[i]);
}

static bool ends_with(const char *text, const char *end)
{
    const size_t length = strlen(text), end_length = strlen(end);
    return length >= end_length && strcmp(text + length - end_length, end) == 0;
}

static int count_files(const struct cli *cli)
{
    int count = 0;
    for (int i = 0; i < CLI_FILES; i++)
        count += cli->files[i];
    return count;
}

/* The length of a file's name without the suffix that its artifact has, or else without its last
 * one. */
static size_t stem_length(const struct cli *cli, const char *base)
{
    for (int i = CLI_FILES - 1; i >= 0; i--)
        if (cli->files[i] && ends_with(base, cli_suffixes[i].suffix))
            return strlen(base) - strlen(cli_suffixes[i].suffix);
    const char *dot = strrchr(base, '.');
    return dot ? (size_t)(dot - base) : strlen(base);
}

/* Whether there is something of that name that is written to, not replaced: a device, a pipe. */
static bool is_no_file(const char *output)
{
    struct stat found;
    return strncmp(output, "/dev/", 5) == 0 ||
           (stat(output, &found) == 0 && !S_ISREG(found.st_mode));
}

/* That a launcher and a self-test can include the file beside them, whose stem is the first `length` bytes of `base`. */
static int check_includes(const struct cli *cli, const struct place *place, const char *base,
                          size_t length, struct clgemm_error *error)
{
    const bool tests = cli->files[CLI_FILE_SELFTEST];
    const char *const suffix = cli_suffixes[tests ? CLI_FILE_SELFTEST : CLI_FILE_LAUNCHER].suffix;
    if (!tests && !cli->files[CLI_FILE_LAUNCHER])
        return 0;
    if (strcspn(base, "\"\\\n") < length)
        return cli_fail(error, CLGEMM_USAGE,
                        "the %s cannot include a header named like %s: quotes, backslashes "
                        "and line breaks do not go into an #include",
                        tests ? "self-test" : "launcher", cli->output);
    if (!place->exact || ends_with(base, suffix))
        return 0;
    return cli_fail(error, CLGEMM_USAGE,
                    "a %s includes the header beside it, and %s does not say which: "
                    "NAME%s includes NAME%s; ask --output %.*s%s, or --emit "
                    "header,launcher%s and a folder",
                    tests ? "self-test" : "launcher", cli->output, suffix,
                    tests ? "_launch.h" : ".h", (int)(base - cli->output + (ptrdiff_t)length),
                    cli->output, suffix, tests ? ",selftest" : "");
}

/* Takes --output apart. */
static int find_place(const struct cli *cli, struct place *place, struct clgemm_error *error)
{
    const char *output = cli->output;
    if (cli_is_folder(output)) {
        place->make_folder = true;
        place->folder = cli_printed("%s%s", output, ends_with(output, "/") ? "" : "/");
        return 0;
    }
    const char *slash = strrchr(output, '/');
    const char *base = slash ? slash + 1 : output;
    const bool names_kernel = ends_with(base, ".cl");
    if (!names_kernel) {
        if (count_files(cli) > 1)
            return cli_fail(error, CLGEMM_USAGE,
                            "several artifacts need --output FILE.cl or a folder, not %s", output);
        place->exact = output;
    }
    if (has_control(base))
        return cli_fail(error, CLGEMM_USAGE,
                        "--output takes the name of a file without control characters, such as "
                        "line breaks");
    /* /dev/stdout, a pipe of the shell: its name is nobody's stem. */
    if (place->exact && is_no_file(output)) {
        place->folder = cli_printed("%s", "");
        return 0;
    }
    const size_t length = names_kernel ? strlen(base) - 3 : stem_length(cli, base);
    if (names_kernel && length == 0)
        return cli_fail(error, CLGEMM_USAGE, "--output %s has no name before its suffix", output);
    if (check_includes(cli, place, base, length, error))
        return -1;
    place->folder = cli_printed("%.*s", (int)(base - output), output);
    if (length > 0)
        place->stem = cli_printed("%.*s", (int)length, base);
    return 0;
}

static void name_paths(const struct cli *cli, struct place *place, const char *kernel)
{
    for (int i = 0; i < CLI_FILES; i++)
        if (cli->files[i])
            place->paths[i] = place->exact ? cli_printed("%s", place->exact)
                                           : cli_printed("%s%s%s", place->folder,
                                                         place->stem ? place->stem : kernel,
                                                         cli_suffixes[i].suffix);
}

static int generate(struct cli *cli, struct clgemm_result **result, struct clgemm_error *error)
{
    return cli_open_templates(cli, error) ? -1 : clgemm_generate(cli->request, result, error);
}

static char *rule_text(const struct cli *cli, const struct place *place,
                       const struct clgemm_result *result, struct clgemm_error *error)
{
    const char *targets[CLI_FILES + 1];
    size_t count = 0;
    for (int i = 0; i < CLI_FILES; i++)
        if (place->paths[i])
            targets[count++] = place->paths[i];
    targets[count] = NULL;
    return cli_rule_text(cli, targets, result, error);
}

/* The text of a file; *made: what the caller frees when it is written. NULL and an error where there is none. */
static const char *text_of(const struct cli *cli, struct clgemm_result *result,
                           enum clgemm_artifact artifact, char **made, size_t *length,
                           struct clgemm_error *error)
{
    const char *const text = cli_text(result, artifact, length, error);
    if (!text || !cli->wraps || artifact != CLGEMM_CL)
        return text;
    return *made = cli_wrapped(text, length, error);
}

static int write_files(const struct cli *cli, const struct place *place,
                       struct clgemm_result *result, struct clgemm_error *error)
{
    char *rule = NULL, *wrapped = NULL;
    struct sink *sink = sink_open(cli->if_changed, error);
    int status = sink ? cli_keep_inputs(cli, result, sink, error) : -1;
    if (status == 0 && place->make_folder)
        status = sink_make_folder(sink, place->folder, error);
    for (int i = 0; i < CLI_FILES && status == 0; i++) {
        if (!cli->files[i])
            continue;
        size_t length;
        const char *text = text_of(cli, result, cli_suffixes[i].artifact, &wrapped, &length, error);
        status = text ? sink_add(sink, "--output", place->paths[i], text, length, error) : -1;
    }
    if (status == 0 && cli->depfile) {
        rule = rule_text(cli, place, result, error);
        status = rule ? sink_add(sink, "--depfile", cli->depfile, rule, strlen(rule), error) : -1;
    }
    if (status == 0)
        status = sink_commit(sink, error);
    sink_close(sink);
    free(rule);
    free(wrapped);
    return status;
}

static int print_artifact(const struct cli *cli, struct clgemm_result *result,
                          enum clgemm_artifact artifact, struct clgemm_error *error)
{
    size_t length;
    char *wrapped = NULL;
    const char *text = text_of(cli, result, artifact, &wrapped, &length, error);
    const bool written = text && fwrite(text, 1, length, stdout) == length;
    free(wrapped);
    if (!text)
        return -1;
    if (!written)
        return cli_fail(error, CLGEMM_IO, "cannot write to standard output: %s", strerror(errno));
    return cli_flush(error);
}

/* Notes a file that one that was written includes, and which is not there. */
static void print_notes(const struct clgemm_result *result)
{
    const char *note;
    for (size_t i = 0; (note = clgemm_result_note(result, i)); i++)
        cli_print_note(note);
}

static void note_absent(const struct cli *cli, const struct place *place, const char *kernel)
{
    static const struct {
        enum cli_file file, needed;
        const char *word; /* of --emit, for the one that is needed */
    } rows[] = {{CLI_FILE_LAUNCHER, CLI_FILE_HEADER, "header"},
                {CLI_FILE_SELFTEST, CLI_FILE_LAUNCHER, "launcher"}};
    const char *const stem = place->stem ? place->stem : kernel;
    struct stat found;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char *const path =
            cli_printed("%s%s%s", place->folder, stem, cli_suffixes[rows[i].needed].suffix);
        if (cli->files[rows[i].file] && !cli->files[rows[i].needed] && stat(path, &found)) {
            fputs("clgemm-gen: note: ", stderr);
            cli_print_said(stderr, place->paths[rows[i].file]);
            fputs(" includes ", stderr);
            cli_print_said(stderr, path);
            fprintf(stderr, ", which is not there; --emit %s writes it\n", rows[i].word);
        }
        free(path);
    }
}

static int emit_to_files(struct cli *cli, struct clgemm_error *error)
{
    struct place place = {.folder = NULL};
    struct clgemm_result *result = NULL;
    int status = find_place(cli, &place, error);
    if (status == 0 && place.stem)
        status = clgemm_request_set(cli->request, "stem", place.stem, error);
    if (status == 0)
        status = generate(cli, &result, error);
    if (status == 0) {
        name_paths(cli, &place, clgemm_result_name(result));
        status = write_files(cli, &place, result, error);
    }
    if (status == 0) {
        print_notes(result);
        if (place.stem || !place.exact)
            note_absent(cli, &place, clgemm_result_name(result));
    }
    clgemm_result_free(result);
    place_free(&place);
    return status;
}

static int emit_to_standard_output(struct cli *cli, struct clgemm_error *error)
{
    if (cli->depfile)
        return cli_fail(error, CLGEMM_USAGE, "--depfile needs --output: a make rule needs files");
    if (count_files(cli) > 1)
        return cli_fail(error, CLGEMM_USAGE,
                        "several artifacts need --output FILE.cl or a folder; standard output "
                        "takes only one");
    int file = 0;
    while (!cli->files[file])
        file++;
    /* A manifest in a pipe has no kernel beside it, so it carries it. */
    const enum clgemm_artifact artifact =
        file == CLI_FILE_JSON ? CLGEMM_MANIFEST_WITH_SOURCE : cli_suffixes[file].artifact;
    struct clgemm_result *result = NULL;
    int status = generate(cli, &result, error);
    if (status == 0)
        status = print_artifact(cli, result, artifact, error);
    if (status == 0)
        print_notes(result);
    clgemm_result_free(result);
    return status;
}

int cli_emit(struct cli *cli, struct clgemm_error *error)
{
    for (int i = 0; cli->wraps && i < CLI_ARTIFACTS; i++)
        if (cli->files[i] && i != CLI_FILE_CL)
            return cli_fail(error, CLGEMM_USAGE,
                            "--wrap writes a kernel as a string, and the other artifacts of --emit "
                            "are of the kernel itself; ask --emit cl");
    if (cli->files[CLI_DISPATCH])
        return cli_emit_dispatch(cli, error);
    const bool to_files = cli->output && strcmp(cli->output, "-") != 0;
    return to_files ? emit_to_files(cli, error) : emit_to_standard_output(cli, error);
}

int cli_dump(struct cli *cli, struct clgemm_error *error)
{
    const enum clgemm_artifact stage = strcmp(cli->topic, "request") == 0 ? CLGEMM_DUMP_REQUEST
                                       : strcmp(cli->topic, "plan") == 0  ? CLGEMM_DUMP_PLAN
                                                                          : CLGEMM_DUMP_VIEW;
    if (cli->output)
        return cli_fail(error, CLGEMM_USAGE,
                        "--dump prints to standard output and takes no "
                        "--output");
    struct clgemm_result *result = NULL;
    int status = generate(cli, &result, error);
    if (status == 0)
        status = print_artifact(cli, result, stage, error);
    clgemm_result_free(result);
    return status;
}

static void print_broken(void *self, const struct clgemm_error *broken)
{
    (void)self;
    printf("%s: ", broken->rule);
    cli_print_said(stdout, broken->text);
    putchar('\n');
}

int cli_why_not(struct cli *cli, struct clgemm_error *error)
{
    const int broken = clgemm_why_not(cli->request, print_broken, NULL, error);
    if (broken < 0)
        return -1;
    if (broken > 0)
        return cli_fail(error, CLGEMM_REFUSED, "%s", "");
    puts("no rule refuses this request");
    return 0;
}
