/* Options of the generator as they were said: on the command line, in a line of text, in a file. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "clgemm.h"
#include "harness/base/fault.h"

/* An option of the generator, passed on as it came. */
struct setting {
    const char *name;
    const char *value; /* NULL: a switch without a value */
};

struct settings {
    struct setting *list;
    size_t count;
    const char *at; /* sizes of a product at launch: "n=16,x_1=56"; NULL: none are said */
};

struct texts {
    const char **list;
    size_t count;
};

/* The kernels that a command line names. */
struct selection {
    struct texts manifests; /* paths; "-": standard input */
    struct texts presets;
    bool all_presets, all_layouts, all_transposes;
};

/* The setting of a name, of several the last one; NULL: there is none. */
const struct setting *settings_find(const struct settings *settings, const char *name);

/* The value of that; NULL: there is none. */
const char *settings_value(const struct settings *settings, const char *name);

/* Whether they ask for attention; for what has sizes with names, attention or a --product. */
bool settings_attend(const struct settings *settings);
bool settings_name_sizes(const struct settings *settings);

/* Says all settings to the generator. Errors: the generator's. */
int settings_say(const struct settings *settings, struct clgemm_request *request,
                 struct clgemm_error *error);

/* A line of options, "--tile 8x4 --barrier=no", taken apart. */
struct option_line {
    struct settings settings;
    const char *stray; /* the first word that is no option and no value of one; NULL: none */
    char *text;        /* that all of this points into */
};

/* Takes a line apart; a switch takes a value behind `=` alone, which the generator judges. Words
 * that are no option are passed over. option_line_release is due. Errors: FAULT_IO (memory). */
int option_line_read(const char *text, struct option_line *line, struct fault *fault);
void option_line_release(struct option_line *line);
