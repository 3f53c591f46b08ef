#include "gen/preset.h"

#include <ctype.h>
#include <string.h>

#include "gen/option.h"

/* Column-major, single precision and exact sizes are the sample's own conventions. */
#define L3_SIMD                                                                                    \
    "--layout column --family subgroup --share shuffle --access buffer --index 32 --edges exact"
#define BLOCK_READ                                                                                 \
    "--layout column --family subgroup --share block-read --access image --edges exact"

/* Methods of the name grammar METHOD_HxW_HxW[_barrier]. */
static const struct {
    const char *name;
    const char *options;
} methods[] = {
    {"L3_SIMD", L3_SIMD},
    {"block_read", BLOCK_READ},
};

#define FROM_BUFFERS "sub-group shuffles, operands from buffers"
#define FROM_IMAGES "sub-group block reads from images and shuffles"
#define ALIAS FROM_IMAGES "; another name of the 1x8 one, as a sub-group spans a row"

static const struct clgemm_preset presets[] = {
    {"naive", "--layout column --family naive --edges exact", "one element of C a work-item"},
    {"L3_SIMD_32x2_1x8", L3_SIMD " --tile 32x2 --wg 1x8", FROM_BUFFERS},
    {"L3_SIMD_16x2_1x8", L3_SIMD " --tile 16x2 --wg 1x8", FROM_BUFFERS},
    {"L3_SIMD_16x2_4x8", L3_SIMD " --tile 16x2 --wg 4x8", FROM_BUFFERS},
    {"L3_SIMD_8x4_1x8", L3_SIMD " --tile 8x4 --wg 1x8", FROM_BUFFERS},
    {"L3_SIMD_8x4_8x8", L3_SIMD " --tile 8x4 --wg 8x8", FROM_BUFFERS},
    {"L3_SIMD_8x4_8x8_barrier", L3_SIMD " --tile 8x4 --wg 8x8 --barrier",
     FROM_BUFFERS ", a barrier keeps the work-group in step"},
    {"block_read_32x2_1x8", BLOCK_READ " --tile 32x2 --wg 1x8", FROM_IMAGES},
    {"block_read_32x2_8x1", BLOCK_READ " --tile 32x2 --wg 1x8", ALIAS},
    {"block_read_32x2_4x8", BLOCK_READ " --tile 32x2 --wg 4x8", FROM_IMAGES},
    {"block_read_32x2_8x8", BLOCK_READ " --tile 32x2 --wg 8x8", FROM_IMAGES},
    {"block_read_32x1_1x8", BLOCK_READ " --tile 32x1 --wg 1x8", FROM_IMAGES},
    {"block_read_32x1_8x1", BLOCK_READ " --tile 32x1 --wg 1x8", ALIAS},
    {"block_read_16x2_1x8", BLOCK_READ " --tile 16x2 --wg 1x8", FROM_IMAGES},
    {"block_read_16x2_4x8", BLOCK_READ " --tile 16x2 --wg 4x8", FROM_IMAGES},
    {"block_read_16x2_8x8", BLOCK_READ " --tile 16x2 --wg 8x8", FROM_IMAGES},
    {"block_read_16x4_1x8", BLOCK_READ " --tile 16x4 --wg 1x8", FROM_IMAGES},
    {"block_read_16x4_4x8", BLOCK_READ " --tile 16x4 --wg 4x8", FROM_IMAGES},
    {"block_read_16x4_8x8", BLOCK_READ " --tile 16x4 --wg 8x8", FROM_IMAGES},
    {"block_read_4x1_1x8", BLOCK_READ " --tile 4x1 --wg 1x8",
     FROM_IMAGES ", small enough to read: TILE_M 4, TILE_K 8, TILE_N 8"},
    {"cilk_16x16x32",
     "--layout row --family subgroup --share shuffle --access buffer --index 32 --edges exact "
     "--tile 16x4 --wg 1x8 --tile-k 16",
     "TILE_M x TILE_K x TILE_N: A's tile in registers, row after row of B's, 3.1 of 4 KB a thread"},
};

enum {
    PRESET_COUNT = sizeof presets / sizeof presets[0]
};

int clgemm_preset_at(size_t index, struct clgemm_preset *preset)
{
    if (index >= PRESET_COUNT)
        return -1;
    *preset = presets[index];
    return 0;
}

/* Reads "HxW" at *at; true and *at behind it. */
static bool skip_shape(const char **at)
{
    const char *c = *at;
    for (int side = 0; side < 2; side++) {
        if (!isdigit((unsigned char)*c))
            return false;
        while (isdigit((unsigned char)*c))
            c++;
        if (side == 0 && *c++ != 'x')
            return false;
    }
    *at = c;
    return true;
}

/* Options for METHOD_HxW_HxW[_barrier], or NULL where the name is not of that form. */
static const char *by_grammar(struct job *job, const char *name)
{
    for (size_t i = 0; i < sizeof methods / sizeof methods[0]; i++) {
        const size_t length = strlen(methods[i].name);
        if (strncmp(name, methods[i].name, length) != 0 || name[length] != '_')
            continue;
        const char *const tile = name + length + 1;
        const char *at = tile;
        if (!skip_shape(&at) || *at != '_')
            return NULL;
        const int tile_length = (int)(at - tile);
        const char *const group = ++at;
        if (!skip_shape(&at))
            return NULL;
        const int group_length = (int)(at - group);
        if (*at && strcmp(at, "_barrier") != 0)
            return NULL;
        return arena_printf(job->arena, "%s --tile %.*s --wg %.*s%s", methods[i].options,
                            tile_length, tile, group_length, group, *at ? " --barrier" : "");
    }
    return NULL;
}

const char *preset_options(struct job *job, const char *name)
{
    const char *names[PRESET_COUNT + 1] = {NULL};
    for (size_t i = 0; i < PRESET_COUNT; i++) {
        if (strcmp(presets[i].name, name) == 0)
            return presets[i].options;
        names[i] = presets[i].name;
    }
    const char *const options = by_grammar(job, name);
    if (options)
        return options;
    const char *const nearest = nearest_name(name, names);
    if (nearest)
        job_fail(job, CLGEMM_USAGE, "preset", "there is no preset %s; did you mean %s?", name,
                 nearest);
    job_fail(job, CLGEMM_USAGE, "preset",
             "there is no preset %s; --list presets shows them, and METHOD_HxW_HxW[_barrier] with "
             "METHOD "
             "L3_SIMD or block_read is one as well",
             name);
}
