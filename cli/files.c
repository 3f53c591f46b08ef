/*
 * What is written for one kernel and for several alike: files, their texts, the make rule.
 */
/* stat. */
#define _XOPEN_SOURCE 700

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "emit/depfile.h"
#include "emit/sink.h"
#include "gen/request/request.h"
#include "gen/template/templates.h"
#include "cli/cli.h"

const struct cli_suffix cli_suffixes[CLI_FILES] = {
    [CLI_FILE_CL] = {".cl", CLGEMM_CL},
    [CLI_FILE_JSON] = {".json", CLGEMM_MANIFEST},
    [CLI_FILE_HEADER] = {".h", CLGEMM_HEADER},
    [CLI_FILE_LAUNCHER] = {"_launch.h", CLGEMM_LAUNCHER},
    [CLI_FILE_SELFTEST] = {"_selftest.h", CLGEMM_SELFTEST},
};

bool cli_is_folder(const char *output)
{
    const size_t length = strlen(output);
    struct stat found;
    return (length && output[length - 1] == '/') ||
           (stat(output, &found) == 0 && S_ISDIR(found.st_mode));
}

const char *cli_text(struct clgemm_result *result, enum clgemm_artifact artifact, size_t *length,
                     struct clgemm_error *error)
{
    const char *const text = clgemm_result_text(result, artifact, length);
    if (!text)
        *error = *clgemm_result_error(result);
    return text;
}

char *cli_wrapped(const char *text, size_t *length, struct clgemm_error *error)
{
    static const char begin[] = "R\"clgemm(", end[] = ")clgemm\"\n";
    enum {
        MOST = 16000
    };
    const size_t parts = *length / (MOST / 2) + 1;
    char *const wrapped = malloc(*length + parts * (sizeof begin + sizeof end));
    if (!wrapped) {
        cli_fail(error, CLGEMM_IO, "out of memory");
        return NULL;
    }
    char *at = wrapped;
    for (size_t left = *length; left;) {
        size_t part = left < MOST ? left : MOST;
        while (part < left && part > MOST / 2 && text[part - 1] != '\n')
            part--;
        at += sprintf(at, "%s%.*s%s", begin, (int)part, text, end);
        text += part;
        left -= part;
    }
    *length = (size_t)(at - wrapped);
    return wrapped;
}

int cli_open_templates(struct cli *cli, struct clgemm_error *error)
{
    if (!cli->template_folder)
        return 0;
    if (clgemm_templates_open(cli->template_folder, &cli->templates, error))
        return -1;
    clgemm_request_use_templates(cli->request, cli->templates);
    return 0;
}

/* The index-th file that a result was made from, then that of the shapes; NULL past the last one. */
static const char *input_at(const struct cli *cli, const struct clgemm_result *result, size_t index)
{
    size_t count = 0;
    while (count <= index && clgemm_result_dependency(result, count))
        count++;
    return index < count    ? clgemm_result_dependency(result, index)
           : index == count ? cli->request->values[OPTION_SHAPES].text
                            : NULL;
}

/* The option by which the index-th file was read. */
static const char *reader_of(const struct cli *cli, size_t index, const char *path)
{
    const char *const interface = cli->request->values[OPTION_INTERFACE].text;
    if (cli->templates && templates_file(cli->templates, index))
        return "--template-dir";
    if (path == cli->request->values[OPTION_SHAPES].text)
        return "--shapes";
    return interface && strcmp(path, interface) == 0 ? "--interface" : "--for";
}

int cli_keep_inputs(const struct cli *cli, const struct clgemm_result *result, struct sink *sink,
                    struct clgemm_error *error)
{
    const char *path;
    int status = 0;
    for (size_t i = 0; status == 0 && (path = input_at(cli, result, i)); i++)
        status = sink_keep(sink, reader_of(cli, i, path), path, error);
    return status;
}

/* The make rule: the artifacts that were written, from the files that were read. */
char *cli_rule_text(const struct cli *cli, const char *const *targets,
                    const struct clgemm_result *result, struct clgemm_error *error)
{
    size_t dependencies = 0;
    while (input_at(cli, result, dependencies))
        dependencies++;
    const char **names = calloc(dependencies + 1, sizeof *names);
    char *text = NULL;
    if (!names) {
        cli_fail(error, CLGEMM_IO, "out of memory");
        return NULL;
    }
    for (size_t i = 0; i < dependencies; i++)
        names[i] = input_at(cli, result, i);
    if (depfile_can_name(targets) && depfile_can_name(names)) {
        text = depfile_text(targets, names);
        if (!text)
            cli_fail(error, CLGEMM_IO, "out of memory");
    } else {
        cli_fail(error, CLGEMM_USAGE,
                 "--depfile: a make rule cannot have a name with a line break, and a file or "
                 "folder has one");
    }
    free(names);
    return text;
}
