/*
 * clgemm-gen's own parts: what stands between the command line and the library.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "clgemm.h"

struct sink;

/* What can be emitted, in the order of --emit's values. */
enum cli_file {
    CLI_FILE_CL,
    CLI_FILE_JSON,
    CLI_FILE_HEADER,
    CLI_FILE_LAUNCHER,
    CLI_FILE_SELFTEST,
    CLI_FILES,
    CLI_DISPATCH = CLI_FILES, /* beside the files of each kernel: the table */
    CLI_ARTIFACTS
};

enum cli_action {
    CLI_EMIT,
    CLI_DUMP,
    CLI_WHY_NOT,
    CLI_EXPLAIN_PICK,
    CLI_SHOW_SPACE,
    CLI_LIST,
    CLI_EXPLAIN,
    CLI_PRINT,
    CLI_HELP,
    CLI_WELCOME,
    CLI_VERSION
};

/* What the command line asks for. The texts are the caller's argv. */
struct cli {
    enum cli_action action;
    const char *topic; /* of CLI_DUMP, CLI_EXPLAIN_PICK, CLI_LIST, CLI_EXPLAIN and CLI_PRINT */
    const char *name;  /* of CLI_PRINT: which template, profile or interface; else NULL */
    bool files[CLI_ARTIFACTS];
    const char *output; /* NULL: standard output */
    const char *depfile;
    bool if_changed;
    bool wraps; /* the kernel is written as a raw string of C++ */
    const char *template_folder;
    const char **params; /* of --show-space: "tile=8x8,16x2" */
    size_t param_count;
    struct clgemm_request *request;
    struct clgemm_templates *templates;
};

/* ------------------------------------------------------------------------- the options */

/* An option of the program itself or of the library: one table for the parser, --help, the man page
 * and the completion. */
struct cli_option {
    struct clgemm_option row;
    char letter;    /* short name, or '\0' */
    bool is_switch; /* takes no value */
    int own;        /* enum cli_own; -1: an option of the library */
};

enum cli_own {
    CLI_OWN_OUTPUT,
    CLI_OWN_EMIT,
    CLI_OWN_DEPFILE,
    CLI_OWN_IF_CHANGED,
    CLI_OWN_WRAP,
    CLI_OWN_TEMPLATES,
    CLI_OWN_WHY_NOT,
    CLI_OWN_EXPLAIN_PICK,
    CLI_OWN_SHOW_SPACE,
    CLI_OWN_PARAM,
    CLI_OWN_DUMP,
    CLI_OWN_LIST,
    CLI_OWN_EXPLAIN,
    CLI_OWN_PRINT,
    CLI_OWN_HELP,
    CLI_OWN_VERSION
};

/* The index-th option, the library's first; 0, or -1 past the last one. */
int cli_option_at(size_t index, struct cli_option *option);

/* The option of that long name (`length` bytes); 0 or -1. */
int cli_option_find(const char *name, size_t length, struct cli_option *option);

/* Whether the option is the first of its group: where a heading belongs. */
bool cli_option_opens_group(size_t index);

/* The index-th word of a list like "column|row|col=column", which is the words column, row and col;
 * its length in *length. NULL past the last one. */
const char *cli_word_at(const char *values, size_t index, size_t *length);

/* All of them, in malloc'd memory: "column, row, col". */
char *cli_word_list(const char *values);

/* Whether the word is in the list. */
bool cli_word_known(const char *values, const char *word, size_t length);

/* "[launch]" and "launch" both give "launch": the default in words, in malloc'd memory. */
char *cli_standard(const struct clgemm_option *row);

/* ------------------------------------------------------------------------------ stages */

/* Reads the command line into *cli, all values of options into its request. 0, or -1 with
 * *error. */
int cli_parse(struct cli *cli, int argc, char *const *argv, struct clgemm_error *error)
    CLGEMM_MUST_CHECK;

/* Generates and writes the artifacts where they are asked for. */
int cli_emit(struct cli *cli, struct clgemm_error *error) CLGEMM_MUST_CHECK;

/* The same for --emit dispatch: every kernel of a profile's dispatch, and its table. */
int cli_emit_dispatch(struct cli *cli, struct clgemm_error *error) CLGEMM_MUST_CHECK;

/* Prints a note on standard error. */
void cli_print_note(const char *text);

/* What both need: how each file ends and what goes into it; an artifact's text, NULL with *error;
 * whether --output names a folder; the templates of --template-dir; what was read, which no output may be; the make rule for files (NULL at
 * the end), malloc'd, NULL with *error. */
struct cli_suffix {
    const char *suffix;
    enum clgemm_artifact artifact;
};
extern const struct cli_suffix cli_suffixes[];
const char *cli_text(struct clgemm_result *result, enum clgemm_artifact artifact, size_t *length,
                     struct clgemm_error *error);

/* A kernel as a raw string of C++, for the caller to free; NULL and an error out of memory. *length: of the text, then of what is returned. */
char *cli_wrapped(const char *text, size_t *length, struct clgemm_error *error);
bool cli_is_folder(const char *output);
int cli_open_templates(struct cli *cli, struct clgemm_error *error) CLGEMM_MUST_CHECK;
int cli_keep_inputs(const struct cli *cli, const struct clgemm_result *result, struct sink *sink,
                    struct clgemm_error *error) CLGEMM_MUST_CHECK;
char *cli_rule_text(const struct cli *cli, const char *const *targets,
                    const struct clgemm_result *result, struct clgemm_error *error);

/* Prints a stage of the generator as JSON. */
int cli_dump(struct cli *cli, struct clgemm_error *error) CLGEMM_MUST_CHECK;

/* Prints every rule that the request breaks; fails with CLGEMM_REFUSED and an empty text where
 * there is one. */
int cli_why_not(struct cli *cli, struct clgemm_error *error) CLGEMM_MUST_CHECK;

/* Prints the kernels for shapes that may be picked for sizes, with their predicted times and what limits them; or what a dispatch for shapes leaves out. */
int cli_explain_pick(struct cli *cli, struct clgemm_error *error) CLGEMM_MUST_CHECK;

/* Prints the parameter space of what the request leaves open; fails with CLGEMM_REFUSED where no
 * point of it is valid. */
int cli_show_space(const struct cli *cli, struct clgemm_error *error) CLGEMM_MUST_CHECK;

/* Print what the program knows of itself. They fail for a topic that does not exist. */
void cli_help(void);

/* For somebody at a terminal who has asked for nothing: the first two commands, and where to read on. */
void cli_welcome(void);
void cli_version(void);
int cli_list(const char *topic, struct clgemm_error *error) CLGEMM_MUST_CHECK;
int cli_explain(const char *topic, struct clgemm_error *error) CLGEMM_MUST_CHECK;
int cli_man(struct clgemm_error *error);
int cli_completion(struct clgemm_error *error);

/* Prints the page of --print, or the built-in template, profile or interface `name`. Fails for a name that is none. */
int cli_print(const char *topic, const char *name, struct clgemm_error *error) CLGEMM_MUST_CHECK;

/* Prints the names of the built-in templates and what they hold. */
int cli_list_templates(struct clgemm_error *error) CLGEMM_MUST_CHECK;

/* -------------------------------------------------------------------------------- texts */

/* A text in malloc'd memory, as long as it is. Without memory it ends the program: exit status 2, with a message. */
char *cli_printed(const char *format, ...)
#if defined(__GNUC__) || defined(__clang__)
    __attribute__((format(printf, 1, 2)))
#endif
    ;

/* Fills an error; always returns -1. */
int cli_fail(struct clgemm_error *error, enum clgemm_code code, const char *format, ...)
#if defined(__GNUC__) || defined(__clang__)
    __attribute__((format(printf, 3, 4)))
#endif
    ;

/* The index-th profile: 1; 0 past the last one; -1 with CLGEMM_IO where there is no memory for what it says of itself. */
int cli_profile_at(size_t index, struct clgemm_profile *profile, struct clgemm_error *error);

/* The same of the index-th interface. */
int cli_interface_at(size_t index, struct clgemm_interface *interface, struct clgemm_error *error);

/* Opens those of the descriptors 0 to 2 that are closed, as a daemon leaves them: a file that is opened later would take their
 * place and what is printed would go into it. What reads or writes them fails as before, also by the name /dev/stdout. 0, or -1
 * with CLGEMM_IO. */
int cli_open_streams(struct clgemm_error *error) CLGEMM_MUST_CHECK;

/* Writes all of standard output; 0, or -1 with a sentence that says why not. */
int cli_flush(struct clgemm_error *error) CLGEMM_MUST_CHECK;

/* Prints a text that may quote what users and their files say: a question mark for each character that a terminal would obey. */
void cli_print_said(FILE *stream, const char *text);

/* Prints a paragraph from the present `column` on, broken before column 100; later lines begin with
 * `indent` blanks. Ends with a line break. */
void cli_print_wrapped(const char *text, size_t column, size_t indent);

/* Prints a name and what it is, in two columns. */
void cli_print_row(const char *name, const char *text);

/* "; nearest: --tile, --tile-k", each name after `prefix`; "" where no name is near. */
void cli_nearest_text(const struct clgemm_nearest *nearest, const char *prefix, char *text,
                      size_t size);
