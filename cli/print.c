/*
 * --print and --list templates: pages, and the built-in files.
 */
#include "cli/cli.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gen/base/embedded.h"
#include "gen/base/file.h"
#include "gen/template/templates.h"

static int unknown(const char *kind, const char *name, const struct clgemm_nearest *nearest,
                   struct clgemm_error *error)
{
    char near[160];
    cli_nearest_text(nearest, "", near, sizeof near);
    return cli_fail(error, CLGEMM_USAGE, "there is no %s %.60s%s%s%s%s", kind, name, near,
                    near[0] ? "" : "; --list ", near[0] ? "" : kind, near[0] ? "" : "s shows them");
}

/* Prints the file of a profile of the user's; 1: there is none of that name. */
static int print_user_profile(const char *name, struct clgemm_error *error)
{
    char path[sizeof((struct clgemm_user_profile *)NULL)->path];
    struct arena arena;
    struct job job;
    size_t length;
    if (clgemm_profile_text(name, NULL) || clgemm_user_profile_path(name, path, sizeof path))
        return 1;
    arena_init(&arena, NULL, NULL);
    job_init(&job, &arena, error);
    int volatile status = -1;
    if (setjmp(job.escape) == 0) {
        const char *const text = user_file_read(&job, NULL, path, path, &length);
        fwrite(text, 1, length, stdout);
        status = 0;
    }
    arena_free(&arena);
    return status;
}

static int print_file(const char *kind, const struct embedded_file *file, const char *name,
                      struct clgemm_error *error)
{
    struct clgemm_nearest nearest = {.word = name};
    for (; file->name; file++) {
        clgemm_nearest_offer(&nearest, file->name);
        if (strcmp(file->name, name) != 0)
            continue;
        fwrite(file->text, 1, file->length, stdout);
        return 0;
    }
    return unknown(kind, name, &nearest, error);
}

static int print_template(const char *name, struct clgemm_error *error)
{
    struct clgemm_templates *built_in;
    struct clgemm_nearest nearest = {.word = name};
    struct template_text found;
    int status = 0;
    if (clgemm_templates_open(NULL, &built_in, error))
        return -1;
    if (templates_text(built_in, name, &found)) {
        fwrite(found.text, 1, found.length, stdout);
        if (found.length && found.text[found.length - 1] != '\n')
            putchar('\n');
    } else {
        const char *const page = templates_page_of(built_in, name);
        for (size_t i = 0; templates_at(built_in, i, &found); i++)
            clgemm_nearest_offer(&nearest, found.name);
        status = page ? cli_fail(error, CLGEMM_USAGE,
                                 "there is no template %.60s; its text would be in %s", name, page)
                      : unknown("template", name, &nearest, error);
    }
    clgemm_templates_free(built_in);
    return status;
}

int cli_print(const char *topic, const char *name, struct clgemm_error *error)
{
    const bool named = strcmp(topic, "template") == 0 || strcmp(topic, "profile") == 0 ||
                       strcmp(topic, "interface") == 0;
    if (named && !name)
        return cli_fail(error, CLGEMM_USAGE, "--print %s needs a name; --list %ss shows them",
                        topic, topic);
    if (!named && name)
        return cli_fail(error, CLGEMM_USAGE, "--print %s takes no name, and '%.80s' is no option",
                        topic, name);
    if (strcmp(topic, "profile") == 0) {
        const int status = print_user_profile(name, error);
        return status <= 0 ? status : print_file(topic, clgemm_embedded_profiles, name, error);
    }
    if (strcmp(topic, "interface") == 0)
        return print_file(topic, clgemm_embedded_interfaces, name, error);
    if (strcmp(topic, "template") == 0)
        return print_template(name, error);
    if (strcmp(topic, "man") == 0)
        return cli_man(error);
    return cli_completion(error);
}

/* A piece is a line and shown; of a file the number of its lines is. */
static void print_row(const struct template_text *template)
{
    size_t lines = 0;
    for (size_t i = 0; i < template->length; i++)
        lines += template->text[i] == '\n';
    char *const text = template->piece ? cli_printed("%.*s", (int)template->length, template->text)
                                       : cli_printed("%zu line%s", lines, lines == 1 ? "" : "s");
    cli_print_row(template->name, text);
    free(text);
}

int cli_list_templates(struct clgemm_error *error)
{
    struct clgemm_templates *built_in;
    struct template_text template;
    if (clgemm_templates_open(NULL, &built_in, error))
        return -1;
    for (size_t i = 0; templates_at(built_in, i, &template); i++)
        print_row(&template);
    clgemm_templates_free(built_in);
    return 0;
}
