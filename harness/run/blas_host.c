#define _GNU_SOURCE

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/text.h"
#include "harness/run/blas_internal.h"

bool host_threads_said(const char *variable)
{
    const char *said = getenv(variable);

    return said != NULL && atoi(said) > 0;
}

void host_describe(struct blas *blas, const char *version, unsigned threads, const char *variable)
{
    const bool is_said = host_threads_said(variable);

    blas->threads = threads;
    snprintf(blas->words, sizeof blas->words, "%s; %u thread%s of the host%s%s", version, threads,
             threads == 1 ? "" : "s", is_said ? ", by " : "", is_said ? variable : "");
}

/* On a page of its own, as operands of OpenCL on a CPU are. */
static int host_make(void *state, uint64_t bytes, union blas_place *place, struct fault *fault)
{
    uint64_t rounded = (bytes + 4095) / 4096 * 4096;

    (void)state;
    place->host = aligned_alloc(4096, rounded);
    return place->host == NULL ? fault_memory(fault) : 0;
}

static void host_drop(void *state, union blas_place place)
{
    (void)state;
    free(place.host);
}

static int host_write(void *state, union blas_place place, const void *bytes, uint64_t count,
                      struct fault *fault)
{
    (void)state;
    (void)fault;
    memcpy(place.host, bytes, count);
    return 0;
}

static int host_read(void *state, union blas_place place, void *bytes, uint64_t count,
                     struct fault *fault)
{
    (void)state;
    (void)fault;
    memcpy(bytes, place.host, count);
    return 0;
}

const struct blas_memory host_memory = {host_make, host_drop, host_write, host_read};

void *host_operand(const struct gemm *gemm, const union blas_place *places, int operand)
{
    return (char *)places[operand].host + blas_offset(gemm, operand);
}

/* ---------------------------------------------------------------------------------- core types */

/* Each needs what its folder of OpenBLAS is compiled for (Makefile.x86_64, Makefile.arm64). */
const struct core_type openblas_core_types[] = {
    {"SapphireRapids", "avx2 fma avx512f avx512cd avx512bw avx512dq avx512vl avx512_bf16 "
                       "avx512_fp16 avx_vnni amx_tile amx_bf16"},
    {"Cooperlake", "avx2 fma avx512f avx512cd avx512bw avx512dq avx512vl avx512_vnni avx512_bf16"},
    {"SkylakeX", "avx2 fma avx512f avx512cd avx512bw avx512dq avx512vl"},
    {"Zen", "avx2 fma bmi2"},
    {"Haswell", "avx2 fma bmi2"},
    {"Sandybridge", "avx"},
    {"Nehalem", "sse4_2"},
    {"Prescott", "pni"},
    {"neoversen2", "asimd asimddp sve sve2 bf16"},
    {"neoversev1", "asimd asimddp sve bf16 ilrcpc flagm"},
    {"armv8sve", "asimd sve"},
    {"neoversen1", "asimd asimddp atomics"},
    {"cortexa57", "asimd"},
    {"armv8", "asimd"},
    {NULL, NULL},
};

/* By config_registry and config/.../make_defs.mk of BLIS. */
const struct core_type blis_core_types[] = {
    {"skx", "avx2 fma avx512f avx512cd avx512bw avx512dq avx512vl"},
    {"zen3", "avx2 fma bmi2"},
    {"zen2", "avx2 fma bmi2"},
    {"zen", "avx2 fma bmi2"},
    {"haswell", "avx2 fma bmi2"},
    {"sandybridge", "avx"},
    {"penryn", "pni ssse3"},
    {"armsve", "asimd sve"},
    {"firestorm", "asimd"},
    {"thunderx2", "asimd"},
    {"cortexa57", "asimd"},
    {"cortexa53", "asimd"},
    {NULL, NULL},
};

/* Finds the list behind the colon of a line "flags : fpu vme ..." (x86) or "Features : fp asimd
 * ..." (AArch64). */
static char *find_features(FILE *file)
{
    char *line = NULL, *found = NULL;
    size_t room = 0;

    while (found == NULL && getline(&line, &room, file) > 0) {
        const char *colon = strchr(line, ':');

        if (colon != NULL && (strncmp(line, "flags", 5) == 0 || strncmp(line, "Features", 8) == 0))
            found = strdup(colon + 1);
    }
    free(line);
    return found;
}

char *processor_features(void)
{
    FILE *file = fopen("/proc/cpuinfo", "r");
    char *features = file == NULL ? NULL : find_features(file);

    if (file != NULL)
        fclose(file);
    return features == NULL ? strdup("") : features;
}

static bool fits(const struct core_type *type, const char *features)
{
    for (const char *word = type->features; *word != '\0'; word += strspn(word, " ")) {
        size_t length = strcspn(word, " ");

        if (word_index(features, " \t\n", word, length) < 0)
            return false;
        word += length;
    }
    return true;
}

size_t core_types_fit(const struct core_type *types, const char *features, const char **names,
                      size_t room)
{
    size_t count = 0;

    for (; types->name != NULL && count < room; types++)
        if (fits(types, features))
            names[count++] = types->name;
    return count;
}
