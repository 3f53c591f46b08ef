#include "cli/cli.h"

#include <stdlib.h>
#include <string.h>

static const struct cli_option own_options[] = {
    {{"output", "output", "FILE|FOLDER/", "", "standard output", "where to write",
      "FILE.cl is the kernel; the other artifacts are written to FILE.json, FILE.h, FILE_launch.h "
      "and FILE_selftest.h. With any other name only one artifact is allowed. In a FOLDER/ the "
      "files are "
      "NAME.cl and so on, where NAME is the name of the kernel; a missing folder is created, but "
      "not the one that it is to be in. "
      "On an error no file is written."},
     'o',
     false,
     CLI_OWN_OUTPUT},
    {{"emit", "output", "LIST", "cl|json|header|launcher|selftest|dispatch", "cl",
      "artifacts to write, separated by commas",
      "cl: the kernel. json: the manifest, for clgemm-bench or any other host to launch it. "
      "header: the kernel as data for C, with constants. launcher: C functions that build and "
      "launch it on the caller's queue, with what --launcher adds; they include the header, and do "
      "not "
      "compile with that of another kernel. selftest: C functions that multiply small whole "
      "numbers by the launcher, which they include, and say whether the device computes them "
      "rightly. dispatch: every kernel of the profile's member "
      "`dispatch`, all in one NAME.cl, where -D NAME_KERNEL=NUMBER selects one, and "
      "NAME_dispatch.h, "
      "which has them as data for C and whose NAME_pick(m, n, k, &level) selects the "
      "fastest of them for a shape, and where they serve some sizes alone one that the profile "
      "inherits for the others; with json the manifest of all; with launcher NAME_launch.h, "
      "whose NAME_create, "
      "NAME_enqueue and NAME_release are those of a launcher and multiply each shape by that "
      "kernel; NAME is --name or clgemm. Files of an earlier run that "
      "this run does not write are not removed."},
     '\0',
     false,
     CLI_OWN_EMIT},
    {{"depfile", "output", "FILE", "", "",
      "write a make rule: the artifacts and the files that they depend on",
      "Needs --output. Artifacts depend on the templates of --template-dir and on the files of the "
      "profile and of those that it inherits from. Each of these also gets an empty rule, so that "
      "make continues if it was removed. For make, Ninja, Meson and CMake."},
     '\0',
     false,
     CLI_OWN_DEPFILE},
    {{"if-changed", "output", "", "", "", "do not write files whose content does not change",
      "Such files keep their time stamp. Without this option every file is written: make and "
      "CMake's Makefiles "
      "would otherwise emit at every build, as the file stays older than its inputs. Use it with "
      "rules that detect "
      "unchanged files (Ninja's restat, a stamp file): what depends on them is not built "
      "again."},
     '\0',
     true,
     CLI_OWN_IF_CHANGED},
    {{"wrap", "output", "HOW", "none|raw-string", "none",
      "write the kernel as a string for programs that #include it",
      "raw-string: a raw string literal of C++11, in parts of at most 16,000 bytes, which "
      "compilers "
      "put together and which Microsoft's takes: const char *const text = followed by #include "
      "\"FILE.cl\" and a semicolon. For --emit cl alone, as other artifacts describe the kernel "
      "itself."},
     '\0',
     false,
     CLI_OWN_WRAP},
    {{"template-dir", "output", "FOLDER", "", "",
      "templates in this folder replace the built-in ones",
      "A template there replaces the built-in one of the same relative path, a line of a table "
      "(*.pieces) the built-in line of the same name. A new template must be used by "
      "another template."},
     '\0',
     false,
     CLI_OWN_TEMPLATES},
    {{"why-not", "information", "", "", "", "list every rule that the request breaks",
      "One per line, with the name of the rule. The exit status is 4 if there is one."},
     '\0',
     true,
     CLI_OWN_WHY_NOT},
    {{"explain-pick", "information", "MxNxK|shapes", "", "",
      "print which kernel for shapes is picked, and why",
      "The kernels that the profile has for shapes, each with the time that is predicted from its "
      "rates, its parts in microseconds, and what the most of it is: waves of work-groups, memory, "
      "the start, or further steps. A star marks the one that is picked, and says how. shapes: "
      "what --emit dispatch leaves out by --shapes or --most-kernels, "
      "and for each shape the kernel that is picked, the one of all, and which share of its "
      "predicted speed that has."},
     '\0',
     false,
     CLI_OWN_EXPLAIN_PICK},
    {{"show-space", "information", "", "", "",
      "print the parameter space of the options that are not given",
      "The options that tuning may choose, each with its values, the number of their combinations, "
      "and how many of these satisfy every rule. Given options are fixed."},
     '\0',
     true,
     CLI_OWN_SHOW_SPACE},
    {{"param", "information", "NAME=V1,V2", "", "", "values of an option in the parameter space",
      "In place of its standard values, or of the given one; may be repeated. In a list with "
      "blanks these "
      "separate the values, and commas are part of them: 'epilogue=none bias:row,relu'."},
     '\0',
     false,
     CLI_OWN_PARAM},
    {{"dump", "information", "STAGE", "request|plan|view", "",
      "print a stage of the generator as JSON",
      "request: the request with all options resolved. plan: all derived numbers. view: "
      "the data for the templates."},
     '\0',
     false,
     CLI_OWN_DUMP},
    {{"list", "information", "WHAT",
      "presets|params|families|products|profiles|cards|interfaces|templates", "",
      "list the available names", ""},
     '\0',
     false,
     CLI_OWN_LIST},
    {{"explain", "information", "NAME", "", "",
      "explain an option, a preset, a profile, a family, an interface or a card", ""},
     '\0',
     false,
     CLI_OWN_EXPLAIN},
    {{"print", "information", "PAGE", "man|bash-completion|template|profile|interface", "",
      "print the manual page, the completion for bash, or a built-in file",
      "template NAME, profile NAME and interface NAME print the built-in file, to be changed and "
      "used with --template-dir, --for and --interface. A template is a file (register.cl), a "
      "table of pieces "
      "(read.pieces) or one of its lines (read/element)."},
     '\0',
     false,
     CLI_OWN_PRINT},
    {{"help", "information", "", "", "", "print this summary", ""}, 'h', true, CLI_OWN_HELP},
    {{"version", "information", "", "", "", "print the version", ""}, '\0', true, CLI_OWN_VERSION},
};

int cli_option_at(size_t index, struct cli_option *option)
{
    size_t library = 0;
    struct clgemm_option row;
    for (; clgemm_option_at(library, &row) == 0; library++)
        if (library == index) {
            /* "N|arg|tight" says it already. */
            if (strchr(row.metavar, '|'))
                row.values = "";
            *option = (struct cli_option){row, '\0', row.metavar[0] == '\0', -1};
            return 0;
        }
    index -= library;
    if (index >= sizeof own_options / sizeof own_options[0])
        return -1;
    *option = own_options[index];
    return 0;
}

int cli_option_find(const char *name, size_t length, struct cli_option *option)
{
    for (size_t i = 0; cli_option_at(i, option) == 0; i++)
        if (strlen(option->row.name) == length && memcmp(option->row.name, name, length) == 0)
            return 0;
    return -1;
}

bool cli_option_opens_group(size_t index)
{
    struct cli_option option, before;
    if (index == 0)
        return true;
    return cli_option_at(index, &option) == 0 && cli_option_at(index - 1, &before) == 0 &&
           strcmp(option.row.group, before.row.group) != 0;
}

const char *cli_word_at(const char *values, size_t index, size_t *length)
{
    while (*values) {
        const size_t entry = strcspn(values, "|");
        if (index-- == 0) {
            *length = strcspn(values, "|=");
            return values;
        }
        values += entry + (values[entry] == '|');
    }
    return NULL;
}

char *cli_word_list(const char *values)
{
    const char *word;
    size_t length;
    char *list = cli_printed("%s", "");
    for (size_t i = 0; (word = cli_word_at(values, i, &length)); i++) {
        char *const before = list;
        list = cli_printed("%s%s%.*s", before, i ? ", " : "", (int)length, word);
        free(before);
    }
    return list;
}

bool cli_word_known(const char *values, const char *word, size_t length)
{
    const char *known;
    size_t known_length;
    for (size_t i = 0; (known = cli_word_at(values, i, &known_length)); i++)
        if (known_length == length && memcmp(known, word, length) == 0)
            return true;
    return false;
}

char *cli_standard(const struct clgemm_option *row)
{
    const char *standard = row->standard;
    size_t length = strlen(standard);
    if (length >= 2 && standard[0] == '[' && standard[length - 1] == ']') {
        standard++;
        length -= 2;
    }
    return cli_printed("%.*s", (int)length, standard);
}
