#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "emit/sink.h"
#include "gen/request/request.h"
#include "cli/cli.h"

/* What is written: the paths are owned, the texts are the dispatch's. */
struct files {
    char **paths;
    size_t count;
    struct sink *sink;
    char *folder; /* with a slash at its end */
    char *rule;
};

static int out_of_memory(struct clgemm_error *error)
{
    return cli_fail(error, CLGEMM_IO, "out of memory");
}

static void close_files(struct files *files)
{
    sink_close(files->sink);
    for (size_t i = 0; i < files->count; i++)
        free(files->paths[i]);
    free(files->paths);
    free(files->folder);
    free(files->rule);
}

static int add_file(struct files *files, const char *name, const char *suffix, const char *text,
                    size_t text_length, struct clgemm_error *error)
{
    const size_t room = strlen(files->folder) + strlen(name) + strlen(suffix) + 1;
    char **const paths = realloc(files->paths, (files->count + 2) * sizeof *paths);
    if (!paths)
        return out_of_memory(error);
    files->paths = paths;
    char *const path = malloc(room);
    if (!path)
        return out_of_memory(error);
    snprintf(path, room, "%s%s%s", files->folder, name, suffix);
    paths[files->count++] = path;
    paths[files->count] = NULL;
    return sink_add(files->sink, "--output", path, text, text_length, error);
}

/* Kernels and table, without which the other files are of no use, and what was asked beside them. */
static int add_all(const struct cli *cli, struct files *files, struct clgemm_dispatch *dispatch,
                   struct clgemm_error *error)
{
    static const struct {
        enum cli_file file;
        const char *(*text)(struct clgemm_dispatch *dispatch, size_t *length,
                            struct clgemm_error *error);
    } asked[] = {{CLI_FILE_JSON, clgemm_dispatch_manifest},
                 {CLI_FILE_LAUNCHER, clgemm_dispatch_launcher},
                 {CLI_FILE_SELFTEST, clgemm_dispatch_selftest}};
    const char *const name = clgemm_dispatch_name(dispatch);
    size_t length;
    const char *text = clgemm_dispatch_cl(dispatch, &length);
    if (add_file(files, name, cli_suffixes[CLI_FILE_CL].suffix, text, length, error))
        return -1;
    text = clgemm_dispatch_text(dispatch, &length);
    if (add_file(files, name, "_dispatch.h", text, length, error))
        return -1;
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
        if (!cli->files[asked[i].file])
            continue;
        text = asked[i].text(dispatch, &length, error);
        if (!text || add_file(files, name, cli_suffixes[asked[i].file].suffix, text, length, error))
            return -1;
    }
    return 0;
}

/* The make rule, from the templates and the profile, which are the same for every kernel, and the shapes. */
static int add_rule(const struct cli *cli, struct files *files, struct clgemm_dispatch *dispatch,
                    struct clgemm_error *error)
{
    if (!cli->depfile)
        return 0;
    files->rule = cli_rule_text(cli, (const char *const *)files->paths,
                                clgemm_dispatch_kernel(dispatch, 0), error);
    if (!files->rule)
        return -1;
    return sink_add(files->sink, "--depfile", cli->depfile, files->rule, strlen(files->rule),
                    error);
}

static int write_files(const struct cli *cli, struct clgemm_dispatch *dispatch,
                       struct clgemm_error *error)
{
    const size_t length = strlen(cli->output);
    const char *const slash = cli->output[length - 1] == '/' ? "" : "/";
    struct files files = {.folder = cli_printed("%s%s", cli->output, slash)};
    files.sink = sink_open(cli->if_changed, error);
    int status = files.sink
                     ? cli_keep_inputs(cli, clgemm_dispatch_kernel(dispatch, 0), files.sink, error)
                     : -1;
    if (status == 0)
        status = sink_make_folder(files.sink, files.folder, error);
    if (status == 0)
        status = add_all(cli, &files, dispatch, error);
    if (status == 0)
        status = add_rule(cli, &files, dispatch, error);
    if (status == 0)
        status = sink_commit(files.sink, error);
    close_files(&files);
    return status;
}

/* Which profile stands for the card that is asked for: the first note of each kernel. */
static void note_card(const struct cli *cli, struct clgemm_dispatch *dispatch)
{
    if (cli->request->values[OPTION_FOR].card)
        cli_print_note(clgemm_result_note(clgemm_dispatch_kernel(dispatch, 0), 0));
}

int cli_emit_dispatch(struct cli *cli, struct clgemm_error *error)
{
    struct clgemm_dispatch *dispatch = NULL;
    if (!cli->output || !cli_is_folder(cli->output))
        return cli_fail(error, CLGEMM_USAGE,
                        "--emit dispatch writes several files; ask --output FOLDER/");
    /* A launcher that calibrates includes the self-test. */
    cli->files[CLI_FILE_SELFTEST] |=
        cli->files[CLI_FILE_LAUNCHER] &&
        option_lists(&cli->request->values[OPTION_LAUNCHER], "calibrate");
    if (cli_open_templates(cli, error) || clgemm_dispatch_make(cli->request, &dispatch, error))
        return -1;
    const int status = write_files(cli, dispatch, error);
    if (status == 0)
        note_card(cli, dispatch);
    clgemm_dispatch_free(dispatch);
    return status;
}
