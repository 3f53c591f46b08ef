#include "harness/cli/setting.h"

#include <stdlib.h>
#include <string.h>

const struct setting *settings_find(const struct settings *settings, const char *name)
{
    for (size_t i = settings->count; i-- > 0;)
        if (strcmp(settings->list[i].name, name) == 0)
            return &settings->list[i];
    return NULL;
}

const char *settings_value(const struct settings *settings, const char *name)
{
    const struct setting *setting = settings_find(settings, name);

    return setting == NULL ? NULL : setting->value;
}

bool settings_attend(const struct settings *settings)
{
    const char *chain = settings_value(settings, "chain");

    return chain != NULL && strcmp(chain, "attention") == 0;
}

bool settings_name_sizes(const struct settings *settings)
{
    return settings_value(settings, "product") != NULL || settings_attend(settings);
}

int settings_say(const struct settings *settings, struct clgemm_request *request,
                 struct clgemm_error *error)
{
    int status = 0;

    for (size_t i = 0; i < settings->count && status == 0; i++)
        status =
            clgemm_request_set(request, settings->list[i].name, settings->list[i].value, error);
    return status;
}

/* Takes an option from a word; true: the next word is its value unless it is an option itself. */
static bool add_option(struct option_line *line, char *word)
{
    struct setting *setting = &line->settings.list[line->settings.count++];
    char *value = strchr(word, '=');

    if (value != NULL)
        *value++ = '\0';
    *setting = (struct setting){word + 2, value};
    return value == NULL;
}

int option_line_read(const char *text, struct option_line *line, struct fault *fault)
{
    char *place = NULL;
    bool takes_value = false;

    *line = (struct option_line){.text = strdup(text)};
    line->settings.list = calloc(strlen(text) / 2 + 1, sizeof *line->settings.list);
    if (line->text == NULL || line->settings.list == NULL) {
        option_line_release(line);
        return fault_memory(fault);
    }
    for (char *word = strtok_r(line->text, " ", &place); word != NULL;
         word = strtok_r(NULL, " ", &place)) {
        if (strncmp(word, "--", 2) == 0) {
            takes_value = add_option(line, word);
        } else {
            if (takes_value)
                line->settings.list[line->settings.count - 1].value = word;
            else if (line->stray == NULL)
                line->stray = word;
            takes_value = false;
        }
    }
    return 0;
}

void option_line_release(struct option_line *line)
{
    free(line->settings.list);
    free(line->text);
    *line = (struct option_line){.text = NULL};
}
