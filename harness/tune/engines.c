/* Matrix engines of a device that has no profile of its own: which work, and first kernels of each. */
#include <stdlib.h>
#include <string.h>

#include "harness/base/text.h"
#include "harness/tune/starts.h"

#define CPU "cpu"

enum {
    LINE_BYTES = 128,
    FLOAT_BYTES = 4,
    WIDE = 16, /* floats of vectors of which there are 32, else 16 */
};

static bool is_cpu(const struct tuning *tuning)
{
    return strcmp(member_text_or(tuning->tuner->device, "type", ""), CPU) == 0;
}

/* The first kernel of an engine; NULL: a rule refuses it, or no memory. */
static json_t *first_kernel(const struct tuning *tuning, const char *engine)
{
    const char *on, *line;
    size_t i = 0;
    json_t *options, *manifest;
    struct clgemm_request *request;

    while ((line = clgemm_space_start(i, &on)) != NULL && strcmp(on, engine) != 0)
        i++;
    options = tune_read_options(line);
    request = options == NULL ? NULL : tune_request(tuning->request, NULL, NULL, options, NULL);
    manifest = tune_generate(request, NULL);
    clgemm_request_free(request);
    json_decref(options);
    return manifest;
}

/* Whether the kernel's lanes exchange in NVIDIA's words although the device's do not, or the other way round: it would not compile. */
static bool is_foreign(const struct tuning *tuning, const json_t *manifest)
{
    static const char name[] = "sub-groups", nvidia[] = "nvidia";
    const json_t *config = json_object_get(manifest, "config");

    return (strcmp(member_text_or(config, name, ""), nvidia) == 0) !=
           (strcmp(member_text_or(tuning->tuner->device, "sub_groups", ""), nvidia) == 0);
}

/* Whether the kernel calculates as one without an engine does: one that rounds factors or splits them computes something else. */
static bool calculates_alike(const struct tuning *tuning, const json_t *manifest)
{
    json_t *usual = tune_generate(tuning->request, NULL);
    const bool alike = members_equal(json_object_get(usual, "problem"),
                                     json_object_get(manifest, "problem"), "types");

    json_decref(usual);
    return alike;
}

/* Tries an engine that has kernels for the request on the cheapest shape. */
static int try_engine(struct tuning *tuning, const char *engine, bool *works, struct fault *fault)
{
    json_t *manifest = first_kernel(tuning, engine);

    *works = false;
    if (manifest != NULL && !is_foreign(tuning, manifest) && calculates_alike(tuning, manifest))
        return tune_try_kernel(tuning, manifest, works, fault);
    json_decref(manifest);
    return 0;
}

bool tune_takes_engine(const struct tuning *tuning, const json_t *manifest)
{
    const char *wanted = tuning->tuner->options->space.engine;
    const char *engine = member_text_or(json_object_get(manifest, "config"), "engine", "-");

    return wanted == NULL || strcmp(engine, "-") == 0 || strcmp(engine, wanted) == 0;
}

int tune_add_engines(struct tuning *tuning, struct fault *fault)
{
    struct clgemm_error error = {0};
    const char *name;

    if (is_cpu(tuning))
        return 0;
    for (size_t i = 0; (name = clgemm_space_engine(i)) != NULL; i++) {
        bool works;

        if (tuning->tuner->options->space.engine != NULL &&
            strcmp(tuning->tuner->options->space.engine, name) != 0)
            continue;
        if (try_engine(tuning, name, &works, fault))
            return -1;
        if (!works)
            continue;
        if (clgemm_space_add_engine(tuning->space, name, &error))
            return fault_pass_on(fault, &error);
        printf("%s %s", tuning->engines == 0 ? "matrix engines that work here:" : ",", name);
        tuning->engines |= 1u << i;
    }
    if (tuning->engines != 0)
        printf("\n");
    fflush(stdout);
    return 0;
}

/* Bytes of an element of A; those of a float where the type is none of a matrix alone, or nothing is known to work. */
static size_t element_bytes(const struct tuning *tuning)
{
    const json_t *types = json_object_get(json_object_get(tuning->good, "problem"), "types");
    const char *type = member_text(types, "a");

    return type == NULL || !element_of_matrix(element_named(type))
               ? FLOAT_BYTES
               : element_facts[element_named(type)].bytes;
}

/* The number that a letter of a line stands for; 0: it is none of these. */
static size_t number_of(const struct tuning *tuning, char letter)
{
    const json_int_t told = member_integer(tuning->tuner->device, "native_float_vector");
    const size_t bytes = element_bytes(tuning),
                 floats = told > FLOAT_BYTES ? (size_t)told : FLOAT_BYTES;
    /* Narrower numbers are calculated as floats. */
    const size_t vector = bytes > FLOAT_BYTES ? floats * FLOAT_BYTES / bytes : floats;

    return letter == 'L'   ? LINE_BYTES / bytes
           : letter == 'V' ? vector
           : letter == 'W' ? 2 * vector
           : letter == 'R' ? (floats >= WIDE ? 12 : 6)
                           : 0;
}

static char *write_line(const struct tuning *tuning, const char *line)
{
    struct text text;

    if (!text_begin(&text))
        return NULL;
    for (; *line != '\0'; line++)
        if (number_of(tuning, *line) > 0)
            fprintf(text.stream, "%zu", number_of(tuning, *line));
        else
            fputc(*line, text.stream);
    return text_end(&text) ? text.bytes : NULL;
}

/* The index of an engine among those that there are; past them where it is none. */
static size_t find_engine(const char *name)
{
    const char *other;
    size_t engine = 0;

    while ((other = clgemm_space_engine(engine)) != NULL && strcmp(name, other) != 0)
        engine++;
    return engine;
}

char *tune_first_kernel(const struct tuning *tuning, size_t index, bool *is_past)
{
    const char *on, *line = clgemm_space_start(index, &on);

    *is_past = line == NULL;
    if (line == NULL ||
        (strcmp(on, CPU) == 0 ? !is_cpu(tuning) : !(tuning->engines & 1u << find_engine(on))))
        return NULL;
    return write_line(tuning, line);
}
