/* Refuses an output that is a file which the command reads, or another output, by whatever name. */
#include <stdlib.h>
#include <string.h>

#include "clgemm.h"
#include "harness/base/file.h"
#include "harness/commands/commands.h"
#include "harness/engine/experiment.h"

enum {
    MOST_OUTPUTS = 5
};

struct files {
    enum command command;
    struct {
        const char *option, *path;
    } outputs[MOST_OUTPUTS];
    size_t count;
    struct fault *fault;
};

static const char positional[] = "the command";

static void refuse(const struct files *files, size_t output, const char *path, const char *other,
                   const char *verb)
{
    fault_set(files->fault, FAULT_USAGE,
              "%s: %.300s is the file %.300s that %s %s; name another one",
              files->outputs[output].option, files->outputs[output].path, path, other, verb);
}

static void writes(struct files *files, const char *option, const char *path)
{
    if (path == NULL)
        return;
    files->outputs[files->count].option = option;
    files->outputs[files->count].path = path;
    for (size_t i = 0; i < files->count; i++)
        if (file_same(path, files->outputs[i].path))
            refuse(files, files->count, files->outputs[i].path, files->outputs[i].option, "writes");
    files->count++;
}

/* A baseline is read before it is written anew. */
static bool may_replace(const char *output, const char *reader)
{
    return strcmp(output, "--baseline") == 0 && strcmp(reader, "--compare-to") == 0;
}

static void reads(const struct files *files, const char *reader, const char *path)
{
    if (path != NULL && strcmp(path, "-") == 0)
        path = "/dev/stdin";
    for (size_t i = 0; i < files->count && path != NULL; i++)
        if (!may_replace(files->outputs[i].option, reader) &&
            file_same(files->outputs[i].path, path))
            refuse(files, i, path, reader, "reads");
}

/* A profile and what it inherits from, as far as they are files. */
static void reads_profile(const struct files *files, const char *reader, const char *name)
{
    char *at = name == NULL ? NULL : strdup(name), *file;

    for (int depth = 0; depth < PROFILE_CHAIN && at != NULL && (file = profile_file(at)) != NULL;
         depth++) {
        /* The command says itself that it needs no -o for that one. */
        if (depth > 0 || files->command != COMMAND_FIT)
            reads(files, reader, file);
        free(file);
        json_decref(profile_step(&at, NULL));
    }
    free(at);
}

static void reads_settings(const struct files *files, const struct settings *settings,
                           const char *reader)
{
    const char *interface = settings_value(settings, "interface");

    reads_profile(files, reader == NULL ? "--for" : reader, settings_value(settings, "for"));
    if (interface != NULL && file_is_named(interface))
        reads(files, reader == NULL ? "--interface" : reader, interface);
}

/* A kernel that reads no other file tells which templates there are. */
static void reads_templates(const struct files *files, const char *folder)
{
    struct clgemm_request *request = folder == NULL ? NULL : clgemm_request_new();
    struct clgemm_templates *templates = NULL;
    struct clgemm_result *result = NULL;
    const char *path;

    if (request != NULL && clgemm_templates_open(folder, &templates, NULL) == 0) {
        clgemm_request_use_templates(request, templates);
        if (clgemm_generate(request, &result, NULL) == 0)
            for (size_t i = 0; (path = clgemm_result_dependency(result, i)) != NULL; i++)
                reads(files, "--template-dir", path);
    }
    clgemm_result_free(result);
    clgemm_templates_free(templates);
    clgemm_request_free(request);
}

static void reads_sources(const struct files *files, const struct manifest *manifest)
{
    for (size_t i = 0; i < manifest->program_count; i++) {
        const struct program *program = &manifest->programs[i];
        char *path = program->source == NULL ? file_join(manifest->folder, program->file) : NULL;

        reads(files, positional, path);
        free(path);
    }
}

/* A manifest and the kernels beside it. An error in them is told when they are used. */
static void reads_manifest(const struct files *files, const char *path)
{
    struct manifest_names names = {.count = 0};
    struct fault unread = {.code = FAULT_NONE};
    struct manifest manifest;

    reads(files, positional, path);
    if (strcmp(path, "-") != 0 && manifest_names(path, &names, &unread) == 0)
        for (size_t kernel = names.count > 0; kernel <= names.count; kernel++)
            if (manifest_load(path, kernel, &manifest, &unread) == 0) {
                reads_sources(files, &manifest);
                manifest_release(&manifest);
            }
    free(names.list);
    fault_clear(&unread);
}

/* A ladder or a study that is a file, and what its kernels are made of. */
static void reads_experiment(const struct files *files, const char *name)
{
    static const struct embedded_file none = {.name = NULL};
    struct fault unread = {.code = FAULT_NONE};
    struct experiment experiment;

    if (!file_is_named(name))
        return;
    reads(files, positional, name);
    if (experiment_read(name, &none, &experiment, &unread) == 0) {
        for (size_t i = 0; i < experiment.kernel_count; i++) {
            if (experiment.kernels[i].path != NULL)
                reads_manifest(files, experiment.kernels[i].path);
            reads_settings(files, &experiment.kernels[i].settings, positional);
        }
        experiment_release(&experiment);
    }
    fault_clear(&unread);
}

static void reads_positional(const struct files *files, const char *word)
{
    if (files->command == COMMAND_LADDER || files->command == COMMAND_STUDY)
        reads_experiment(files, word);
    else if (files->command == COMMAND_REPORT)
        reads(files, positional, word);
    else
        reads_manifest(files, word);
}

/* The journal that tune keeps beside a profile unless another one is said, or none, and its name when it is finished. Before a run has ended
 * it is resumed, and may be there. */
static bool writes_journals(struct files *files, const struct options *options, char *beside[2])
{
    static const char *const endings[] = {".journal", ".journal.done"};

    if (options->journal != NULL && strcmp(options->journal, "none") != 0)
        writes(files, "--journal", options->journal);
    if ((options->command != COMMAND_TUNE && options->command != COMMAND_PROFILE) ||
        options->journal != NULL || options->output == NULL)
        return true;
    for (int i = 0; i < 2; i++) {
        beside[i] = file_beside(options->output, endings[i]);
        if (beside[i] == NULL)
            return false;
        writes(files, "the journal of -o", beside[i]);
    }
    return true;
}

static void check_inputs(struct files *files, const struct options *options)
{
    struct option_line line;

    reads(files, "--shapes", options->shapes);
    reads(files, "--groups", options->groups);
    reads(files, "--compare-to", options->compare_to);
    reads(files, "--source", options->source);
    reads_profile(files, "--start", options->start);
    reads_settings(files, &options->settings, NULL);
    reads_templates(files, options->templates);
    for (size_t i = 0; i < options->against.count; i++)
        if (option_line_read(options->against.list[i], &line, files->fault) == 0) {
            reads_settings(files, &line.settings, "--against");
            option_line_release(&line);
        }
    for (size_t i = 0; i < options->selection.manifests.count; i++)
        reads_positional(files, options->selection.manifests.list[i]);
}

int files_check(const struct options *options, struct fault *fault)
{
    struct files files = {.command = options->command, .fault = fault};
    char *beside[2] = {NULL, NULL};

    writes(&files, "-o", options->output);
    writes(&files, "--svg", options->svg);
    writes(&files, "--baseline", options->baseline);
    if (!writes_journals(&files, options, beside))
        fault_memory(fault);
    if (files.count > 0)
        check_inputs(&files, options);
    free(beside[0]);
    free(beside[1]);
    return fault->code == FAULT_NONE ? 0 : -1;
}
