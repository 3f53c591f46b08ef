/* Matrix engines of a device that has no profile of its own: which work, and first kernels of each. */
#include <ctype.h>
#include <string.h>

#include "harness/base/text.h"
#include "harness/tune/starts.h"

#define CPU "cpu"

enum {
    LINE_BYTES = 128,
    FLOAT_BYTES = 4,
    WIDE = 16, /* floats of vectors of which there are 32, else 16; */
    MANY_SUMS = 24,
    FEW_SUMS = 12 /* so many of them hold sums */
};

static bool is_cpu(const struct tuning *tuning)
{
    return strcmp(member_text_or(tuning->tuner->device, "type", ""), CPU) == 0;
}

/* The first kernel of an engine; NULL: there is none, a rule refuses it, or no memory. */
static json_t *first_kernel(const struct clgemm_request *request, const char *engine)
{
    const char *on, *line;
    size_t i = 0;
    json_t *options, *manifest;
    struct clgemm_request *first;

    while ((line = clgemm_space_start(i, &on)) != NULL && strcmp(on, engine) != 0)
        i++;
    options = line == NULL ? NULL : tune_read_options(line);
    first = options == NULL ? NULL : tune_request(request, NULL, NULL, options, NULL);
    manifest = tune_generate(first, NULL);
    clgemm_request_free(first);
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
static bool calculates_alike(const struct clgemm_request *request, const json_t *manifest)
{
    json_t *usual = tune_generate(request, NULL);
    const bool alike = members_equal(json_object_get(usual, "problem"),
                                     json_object_get(manifest, "problem"), "types");

    json_decref(usual);
    return alike;
}

bool tune_engine_serves(const struct clgemm_request *request, const char *engine)
{
    json_t *manifest = first_kernel(request, engine);
    const bool serves = manifest != NULL && calculates_alike(request, manifest);

    json_decref(manifest);
    return serves;
}

/* Tries an engine on the cheapest shape; one of a CPU, or without kernels for the request, does not work. */
static int try_engine(struct tuning *tuning, const char *engine, bool *works, struct fault *fault)
{
    json_t *manifest = is_cpu(tuning) ? NULL : first_kernel(tuning->request, engine);

    *works = false;
    if (manifest != NULL && !is_foreign(tuning, manifest) &&
        calculates_alike(tuning->request, manifest))
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

/* Appends the names of the engines of a set, or that there is none. */
static void name_engines(unsigned engines, char *text, size_t size)
{
    const char *name;

    if (engines == 0)
        text_append(text, size, " none");
    for (size_t i = 0; (name = clgemm_space_engine(i)) != NULL; i++)
        if (engines & 1u << i)
            text_append(text, size, " %s%s", name, engines >> i == 1 ? "" : ",");
}

/* Finds which engines work, of all or of one. */
static int find_engines(struct tuning *tuning, const char *one, struct fault *fault)
{
    const char *name;

    for (size_t i = 0; (name = clgemm_space_engine(i)) != NULL; i++) {
        bool works = false;

        if ((one == NULL || strcmp(one, name) == 0) && try_engine(tuning, name, &works, fault))
            return -1;
        tuning->engines |= (unsigned)works << i;
    }
    return 0;
}

/* Says that an engine that is asked for has no kernels here, and which have. */
static int refuse_engine(struct tuning *tuning, const char *wanted, struct fault *fault)
{
    if (find_engines(tuning, NULL, fault))
        return -1;
    fault_set(fault, FAULT_DEVICE,
              "--engine %.40s has no kernel that works on this device and calculates as those "
              "without an engine do for --type %.40s --transpose %s; engines that have:",
              wanted, settings_value(&tuning->tuner->options->space.settings, "type"),
              shape_transpose(&tuning->shapes[0]));
    name_engines(tuning->engines, fault->text, sizeof fault->text);
    return -1;
}

int tune_add_engines(struct tuning *tuning, struct fault *fault)
{
    const char *name, *wanted = tuning->tuner->options->space.engine;
    struct clgemm_error error = {0};
    char names[200] = "";

    if (find_engines(tuning, wanted, fault))
        return -1;
    if (tuning->engines == 0 && wanted != NULL)
        return refuse_engine(tuning, wanted, fault);
    for (size_t i = 0; (name = clgemm_space_engine(i)) != NULL; i++)
        if (tuning->engines & 1u << i && clgemm_space_add_engine(tuning->space, name, &error))
            return fault_pass_on(fault, &error);
    if (tuning->engines == 0)
        return 0;
    name_engines(tuning->engines, names, sizeof names);
    printf("matrix engines that work here:%s\n", names);
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

/* Elements of a vector. */
static size_t vector_of(const struct tuning *tuning, size_t floats)
{
    const size_t bytes = element_bytes(tuning);

    /* Narrower numbers are calculated as floats. */
    return bytes > FLOAT_BYTES ? floats * FLOAT_BYTES / bytes : floats;
}

/* The number that a line has at *at, behind which that then is; 0: none that follows from the device. */
static size_t number_at(const struct tuning *tuning, const char **at)
{
    const json_int_t told = member_integer(tuning->tuner->device, "native_float_vector");
    const size_t floats = told > FLOAT_BYTES ? (size_t)told : FLOAT_BYTES;
    const bool is_times = isdigit((unsigned char)(*at)[0]) && (*at)[1] == 'V',
               is_rows = (*at)[0] == 'R' && isdigit((unsigned char)(*at)[1]);
    const size_t number = is_times ? (size_t)((*at)[0] - '0') * vector_of(tuning, floats)
                          : is_rows
                              ? (floats >= WIDE ? MANY_SUMS : FEW_SUMS) / (size_t)((*at)[1] - '0')
                          : **at == 'V' ? vector_of(tuning, floats)
                          : **at == 'L' ? LINE_BYTES / element_bytes(tuning)
                                        : 0;

    *at += number == 0 ? 0 : is_times || is_rows ? 2 : 1;
    return number;
}

static char *write_line(const struct tuning *tuning, const char *line)
{
    struct text text;

    if (!text_begin(&text))
        return NULL;
    while (*line != '\0') {
        const size_t number = number_at(tuning, &line);

        if (number > 0)
            fprintf(text.stream, "%zu", number);
        else
            fputc(*line++, text.stream);
    }
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
