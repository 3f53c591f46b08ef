/* Calls of functions that are defined nowhere. A compiler that does not know a built-in function
 * leaves it to a linker, and says that all went well. */
#include <ctype.h>
#include <string.h>

#include "harness/offline/internal.h"

static bool in_name(char letter)
{
    return isalnum((unsigned char)letter) || letter == '_' || letter == '$' || letter == '.';
}

/* The name at `at`, cut to the room. */
static const char *take_name(const char *at, char room[OFFLINE_NAME])
{
    size_t length = 0;

    while (in_name(at[length]))
        length++;
    snprintf(room, OFFLINE_NAME, "%.*s", length < OFFLINE_NAME ? (int)length : OFFLINE_NAME - 1,
             at);
    return room;
}

/* ---------------------------------------------------------------------------------------- Intel */

/* Whether the last operand of an instruction is a register, "r60.0" or "r60.0:ud": a call or jump
 * to what is known goes to a label. */
static bool ends_with_register(const char *at)
{
    const char *last = at, *end = at + strcspn(at, "\r\n{/");

    for (; at < end; at++)
        if (isspace((unsigned char)at[-1]) && !isspace((unsigned char)*at))
            last = at;
    return last[0] == 'r' && isdigit((unsigned char)last[1]);
}

const char *offline_call_intel(const char *isa, const char *virtual_isa, char room[OFFLINE_NAME])
{
    static const char *const words[] = {"call ", "calla ", "jmpi "};
    const char *named = virtual_isa == NULL ? NULL : strstr(virtual_isa, " faddr ");

    for (const char *line = isa; line != NULL; line = strchr(line, '\n')) {
        const char *at = line + (*line == '\n');

        line = at;
        at += *at == '(' ? strcspn(at, ")\n") + 1 : 0;
        at += strspn(at, " \t");
        for (size_t i = 0; i < sizeof words / sizeof *words; i++)
            if (strncmp(at, words[i], strlen(words[i])) == 0 &&
                ends_with_register(at + strlen(words[i])))
                return named == NULL ? "a function without a name"
                                     : take_name(named + strlen(" faddr "), room);
    }
    return NULL;
}

/* ------------------------------------------------------------------------------------------ AMD */

/* Whether a line of the assembly begins with the label. */
static bool has_label(const char *assembly, const char *name)
{
    size_t length = strlen(name);

    for (const char *at = assembly; (at = strstr(at, name)) != NULL; at++)
        if ((at == assembly || at[-1] == '\n') && at[length] == ':')
            return true;
    return false;
}

/* The address of what lies elsewhere is made from its distance: NAME@rel32@lo, or from a table:
 * NAME@gotpcrel32@lo. */
const char *offline_call_amd(const char *assembly, char room[OFFLINE_NAME])
{
    for (const char *at = assembly; (at = strstr(at, "rel32@lo")) != NULL; at++) {
        const char *name = at;

        while (name > assembly && (in_name(name[-1]) || name[-1] == '@'))
            name--;
        if (!has_label(assembly, take_name(name, room)))
            return room;
    }
    return NULL;
}

/* --------------------------------------------------------------------------------------- NVIDIA */

/* ".extern .func (.param .b32 func_retval0) NAME", without the result in brackets where there is
 * none. */
const char *offline_call_nvidia(const char *ptx, char room[OFFLINE_NAME])
{
    const char *at = strstr(ptx, ".extern .func");

    if (at == NULL)
        return NULL;
    at += strlen(".extern .func");
    at += strspn(at, " \t\n");
    at += *at == '(' ? strcspn(at, ")") + 1 : 0;
    return take_name(at + strspn(at, " \t\n"), room);
}

int offline_refuse_call(const struct offline_job *job, const char *name, struct fault *fault)
{
    if (name == NULL)
        return 0;
    return fault_set(fault, FAULT_DEVICE,
                     "%s calls %s, which nothing defines for %s: no device could run it",
                     job->program->file, name, job->target);
}
