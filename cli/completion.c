#include "cli/cli.h"

#include <stdio.h>
#include <string.h>

#include "gen/template/templates.h"

static void print_words_begin(const char *option)
{
    printf("    \"--%s\") words='", option);
}

static void print_values(const struct cli_option *option)
{
    const char *word;
    size_t length;
    print_words_begin(option->row.name);
    for (size_t i = 0; (word = cli_word_at(option->row.values, i, &length)); i++)
        printf("%s%.*s", i ? " " : "", (int)length, word);
    puts("' ;;");
}

/* "tile= wg=": the options that --param may give values. */
static void print_parameters(void)
{
    struct cli_option option;
    bool first = true;
    print_words_begin("param");
    for (size_t i = 0; cli_option_at(i, &option) == 0; i++)
        if (option.own < 0) {
            printf("%s%s=", first ? "" : " ", option.row.name);
            first = false;
        }
    puts("' ;;");
}

/* Of what stands behind --print template: pages, not the pieces of tables. */
static int print_templates(struct clgemm_error *error)
{
    struct clgemm_templates *built_in;
    struct template_text found;
    bool first = true;
    if (clgemm_templates_open(NULL, &built_in, error))
        return -1;
    print_words_begin("print template");
    for (size_t i = 0; templates_at(built_in, i, &found); i++)
        if (!found.piece) {
            printf("%s%s", first ? "" : " ", found.name);
            first = false;
        }
    puts("' ;;");
    clgemm_templates_free(built_in);
    return 0;
}

static void print_names_of_everything(void)
{
    struct clgemm_preset preset;
    struct clgemm_profile profile;
    const char *family, *help;
    print_words_begin("preset");
    for (size_t i = 0; clgemm_preset_at(i, &preset) == 0; i++)
        printf("%s%s", i ? " " : "", preset.name);
    puts("' ;;");
    struct clgemm_product product;
    print_words_begin("product");
    for (size_t i = 0; clgemm_product_at(i, &product) == 0; i++)
        printf("%s%s", i ? " " : "", product.name);
    puts("' ;;");
    print_parameters();
    print_words_begin("for");
    for (size_t i = 0; clgemm_profile_at(i, &profile) == 0; i++)
        printf("%s%s", i ? " " : "", profile.name);
    puts("' ;;");
    struct clgemm_interface interface;
    print_words_begin("interface");
    for (size_t i = 0; clgemm_interface_at(i, &interface) == 0; i++)
        printf("%s%s", i ? " " : "", interface.name);
    puts("' ;;");
    /* Everything that has a name can be explained. */
    print_words_begin("explain");
    struct cli_option option;
    for (size_t i = 0; cli_option_at(i, &option) == 0; i++)
        printf("%s%s", i ? " " : "", option.row.name);
    for (size_t i = 0; clgemm_preset_at(i, &preset) == 0; i++)
        printf(" %s", preset.name);
    for (size_t i = 0; clgemm_product_at(i, &product) == 0; i++)
        printf(" %s", product.name);
    for (size_t i = 0; clgemm_profile_at(i, &profile) == 0; i++)
        printf(" %s", profile.name);
    for (size_t i = 0; (family = clgemm_family_at(i, &help)); i++)
        printf(" %s", family);
    for (size_t i = 0; clgemm_interface_at(i, &interface) == 0; i++)
        printf(" %s", interface.name);
    puts("' ;;");
}

static bool has_names_of_its_own(const char *option)
{
    return strcmp(option, "preset") == 0 || strcmp(option, "for") == 0 ||
           strcmp(option, "product") == 0 || strcmp(option, "interface") == 0 ||
           strcmp(option, "explain") == 0;
}

int cli_completion(struct clgemm_error *error)
{
    struct cli_option option;
    puts("# Completion of clgemm-gen for bash, printed by clgemm-gen --print bash-completion.\n"
         "_clgemm_gen()\n"
         "{\n"
         "    local current=${COMP_WORDS[COMP_CWORD]} option=${COMP_WORDS[COMP_CWORD-1]} words= "
         "done= own=\n"
         "    # Bash takes an equals sign for a word of its own.\n"
         "    if [[ $current == = ]]; then\n"
         "        current=\n"
         "    elif [[ $option == = && $COMP_CWORD -ge 2 ]]; then\n"
         "        option=${COMP_WORDS[COMP_CWORD-2]}\n"
         "    fi\n"
         "    # What is printed may have a name.\n"
         "    case \" ${COMP_WORDS[*]:0:COMP_CWORD}\" in\n"
         "    *' --print profile' | *' --print = profile') option=--for ;;\n"
         "    *' --print interface' | *' --print = interface') option=--interface ;;\n"
         "    *' --print template' | *' --print = template') option='--print template' ;;\n"
         "    esac\n"
         "    case $option in\n"
         "    --for)\n"
         "        # Those of the user's folders, beside the built-in ones below.\n"
         "        own=$(\"${COMP_WORDS[0]}\" --list profiles 2>/dev/null | sed -n 's/^  \\([^ "
         "]\\{1,\\}\\).*/\\1/p')\n"
         "        ;;&\n"
         "    --for | --interface)\n"
         "        # A profile or an interface is a name, or a file where it has a slash.\n"
         "        if [[ $current == */* || $current == .* ]]; then\n"
         "            mapfile -t COMPREPLY < <(compgen -f -- \"$current\")\n"
         "            compopt -o filenames 2>/dev/null\n"
         "            return\n"
         "        fi\n"
         "        ;;&\n"
         "    --param)\n"
         "        # NAME=V1,V2 of an option of the kernel.\n"
         "        compopt -o nospace 2>/dev/null\n"
         "        ;;&\n"
         "    -o | --output | --depfile | --shapes | --variants)\n"
         "        mapfile -t COMPREPLY < <(compgen -f -- \"$current\")\n"
         "        compopt -o filenames 2>/dev/null\n"
         "        return\n"
         "        ;;\n"
         "    --template-dir)\n"
         "        mapfile -t COMPREPLY < <(compgen -d -- \"$current\")\n"
         "        compopt -o filenames 2>/dev/null\n"
         "        return\n"
         "        ;;");
    for (size_t i = 0; cli_option_at(i, &option) == 0; i++)
        if (option.row.values[0] && !has_names_of_its_own(option.row.name))
            print_values(&option);
    if (print_templates(error))
        return -1;
    print_names_of_everything();
    printf("    ");
    bool first = true;
    for (size_t i = 0; cli_option_at(i, &option) == 0; i++)
        if (!option.is_switch && !option.row.values[0] && option.own < 0 &&
            !has_names_of_its_own(option.row.name)) {
            printf("%s--%s", first ? "" : " | ", option.row.name);
            first = false;
        }
    printf(") return ;;\n"
           "    *) words='");
    for (size_t i = 0; cli_option_at(i, &option) == 0; i++)
        printf("%s--%s", i ? " " : "", option.row.name);
    puts("' ;;\n"
         "    esac\n"
         "    # A list is completed after its last comma.\n"
         "    if [[ $option == --emit && $current == *,* ]]; then\n"
         "        done=${current%,*},\n"
         "        current=${current##*,}\n"
         "    fi\n"
         "    mapfile -t COMPREPLY < <(compgen -P \"$done\" -W \"$words $own\" -- \"$current\")\n"
         "}\n"
         "complete -F _clgemm_gen clgemm-gen");
    return 0;
}
