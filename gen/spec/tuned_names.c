/*
 * Names of the kernels of a profile for shapes, of which macros and arrays are made; and the requests that those of a type are for.
 */
#include "gen/spec/internal.h"

#include <string.h>

#include "gen/base/c_text.h"
#include "gen/base/value.h"

void tuned_check_name(struct job *job, const char *profile, const struct tuned_kernel *kernels,
                      size_t index)
{
    const char *const name = kernels[index].name, *const capitals = c_capitals(job, name);
    if (strcmp(capitals, "KERNEL") == 0) /* NAME_KERNEL is the macro that selects a kernel */
        job_fail(job, CLGEMM_USAGE, "for",
                 "profile %s: a kernel of the dispatch is named %s, a word of the table itself",
                 profile, name);
    for (size_t i = 0; i < index; i++) {
        if (strcmp(kernels[i].name, name) == 0)
            job_fail(job, CLGEMM_USAGE, "for",
                     "profile %s: two kernels of the dispatch are named %s", profile, name);
        if (strcmp(c_capitals(job, kernels[i].name), capitals) == 0)
            job_fail(
                job, CLGEMM_USAGE, "for",
                "profile %s: kernels %s and %s of the dispatch would share macros; their names "
                "must differ in more than case",
                profile, kernels[i].name, name);
    }
}

static const char *text_of(const struct value *kernel, const char *name)
{
    const struct value *const said = value_get(kernel, name);
    return said && said->kind != VALUE_NULL ? said->text : NULL;
}

/* Whether a text is of transposes with blanks between. */
static bool are_transposes(const char *text)
{
    const char *at = text + strspn(text, " ");
    bool right = *at;
    for (; *at; at += strspn(at, " ")) {
        const size_t length = strcspn(at, " ");
        right &= length == 2 && strspn(at, "nt") >= 2;
        at += length;
    }
    return right;
}

static bool is_element(const char *word, size_t length)
{
    size_t whole;
    for (const char *at = option_rows[OPTION_TYPE_A].values; *at;
         at += whole + (at[whole] == '|')) {
        whole = strcspn(at, "|");
        if (whole == length && strncmp(at, word, length) == 0)
            return true;
    }
    return false;
}

/* Whether a text is of types of elements with blanks between. */
static bool are_elements(const char *text)
{
    bool right = true;
    for (text += strspn(text, " "); right && *text; text += strspn(text, " ")) {
        const size_t length = strcspn(text, " ");
        right = is_element(text, length);
        text += length;
    }
    return right;
}

void tuned_read_limits(struct job *job, const char *profile, const char *path,
                       const struct value *said, struct tuned_kernel *kernel)
{
    kernel->transposes = text_of(said, "transposes");
    if (kernel->transposes && !are_transposes(kernel->transposes))
        job_fail(job, CLGEMM_USAGE, "for",
                 "profile %s: %s.transposes takes nn, nt, tn and tt with blanks between, not '%s'",
                 profile, path, kernel->transposes);
    const char *const quants = text_of(said, "quants");
    if (!quants)
        return;
    const char *const types = quants + strcspn(quants, " ");
    kernel->quants = arena_text(job->arena, quants, (size_t)(types - quants));
    kernel->blocks = *types ? arena_printf(job->arena, "%s ", types) : NULL;
    if ((strcmp(kernel->quants, "apart") != 0 && strcmp(kernel->quants, "together") != 0) ||
        !are_elements(types))
        job_fail(job, CLGEMM_USAGE, "for",
                 "profile %s: %s.quants takes apart or together, and behind it types of blocks "
                 "with blanks between, not '%s'",
                 profile, path, quants);
}
