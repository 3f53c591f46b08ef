#include "gen/request/preset.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "gen/request/gatlas.h"
#include "gen/request/option.h"

/* Column-major, single precision and exact sizes are the sample's own conventions. */
#define L3_SIMD                                                                                    \
    "--layout column --family subgroup --share shuffle --access buffer --index 32 --edges exact"
#define BLOCK_READ                                                                                 \
    "--layout column --family subgroup --share block-read --access image --edges exact"

#define L3_SLM                                                                                     \
    "--layout column --family local --stage-a plain --stage-b no --assign strided --vec-a 4 "      \
    "--vec-b 4 --vec-c 4 --tile-k 16 --unroll-k 4 --index 32 --edges exact"

/* Methods of the name grammar METHOD_HxW_HxW[_barrier]. */
static const struct {
    const char *name;
    const char *options;
} methods[] = {
    {"L3_SIMD", L3_SIMD},
    {"block_read", BLOCK_READ},
    {"L3_SLM", L3_SLM},
};

#define FROM_LOCAL "A from local memory, B directly from the buffer"
#define FROM_BUFFERS "sub-group shuffles, operands from buffers"
#define FROM_IMAGES "sub-group block reads from images and shuffles"
#define ALIAS FROM_IMAGES "; same as the 1x8 preset, as a sub-group is one row"

/* The ladder of the DPC++ talk: row-major, tiles of 4 x 4. Its first step sums in an integer and its second
 * adds to C and lets tiles overlap; these sum in single precision and write C. */
#define DPCPP "--layout row --index 32 --edges exact"
#define DPCPP_TILES(width)                                                                         \
    DPCPP " --family local --tile 4x4 --wg 16x" #width " --tile-k " #width                         \
          " --load-shape-a 16x" #width " --load-shape-b 16x" #width
#define DPCPP_VECTORS                                                                              \
    " --vec-a 4 --vec-b 4 --vec-c 4 --local-vec-a 4 --load-shape-a 64x8 --load-shape-b 16x32"

/* The ladder of the tutorial on SGEMM for Kepler: column-major, C = A B. Work-items read and write
 * elements a work-group apart. From the fifth kernel on a step transposes B. */
#define KEPLER "--layout column --alpha 1 --beta 0 --index 32 --edges exact"
#define KEPLER_LOCAL KEPLER " --family local --assign strided"
#define KEPLER_TRANSPOSED " --pretranspose b --stage-b transposed"
#define KEPLER_WIDE(width) " --pretranspose b --vec-a " #width " --vec-b " #width
#define KEPLER_BLOCKS " --tile 8x8 --wg 16x16 --tile-k 16"
#define KEPLER_ANY                                                                                 \
    "--layout column --alpha 1 --beta 0 --index 32 --edges pad --family local --assign strided "   \
    "--tile 10x10 --wg 16x16 --tile-k 16"

#define GATLAS(name, help)                                                                         \
    {                                                                                              \
        name, "--group-size 8 --block-height 4 --extra 0", help                                    \
    }

/* Parts of the keys and heads that share them: work-groups enough for a launch of one row. */
#define DECODE                                                                                     \
    "--chain attention --head 128 --lengths member --family flash --engine mma --type f16 "        \
    "--tile 2x2 --wg 16x4 --tile-k 16 --stages 2 --copy async --pack-heads 4 --split-k 8"

static const struct clgemm_preset presets[] = {
    {"naive", "--layout column --family naive --edges exact", "one element of C per work-item"},
    {"L3_SIMD_32x2_1x8", L3_SIMD " --tile 32x2 --wg 1x8", FROM_BUFFERS},
    {"L3_SIMD_16x2_1x8", L3_SIMD " --tile 16x2 --wg 1x8", FROM_BUFFERS},
    {"L3_SIMD_16x2_4x8", L3_SIMD " --tile 16x2 --wg 4x8", FROM_BUFFERS},
    {"L3_SIMD_8x4_1x8", L3_SIMD " --tile 8x4 --wg 1x8", FROM_BUFFERS},
    {"L3_SIMD_8x4_8x8", L3_SIMD " --tile 8x4 --wg 8x8", FROM_BUFFERS},
    {"L3_SIMD_8x4_8x8_barrier", L3_SIMD " --tile 8x4 --wg 8x8 --barrier",
     FROM_BUFFERS ", a barrier in each iteration of the K loop"},
    {"L3_SLM_8x8_8x16", L3_SLM " --tile 8x8 --wg 8x16", FROM_LOCAL},
    {"L3_SLM_8x8_4x16", L3_SLM " --tile 8x8 --wg 4x16", FROM_LOCAL},
    {"L3_SLM_8x8_16x16", L3_SLM " --tile 8x8 --wg 16x16", FROM_LOCAL},
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
     FROM_IMAGES ", a small example: TILE_M 4, TILE_K 8, TILE_N 8"},
    {"cilk_16x16x32",
     "--layout row --family subgroup --share shuffle --access buffer --index 32 --edges exact "
     "--tile 16x4 --wg 1x8 --tile-k 16",
     "TILE_M x TILE_K x TILE_N: a tile of A in registers, one row of B after the other, 3.1 of 4 "
     "KB per thread"},

    {"dpcpp_v1", DPCPP " --family naive --wg 16x16", "one element of C per work-item"},
    {"dpcpp_v2", DPCPP " --family naive --tile 4x4 --wg 16x16",
     "several elements per work-item, in sequence"},
    {"dpcpp_v3", DPCPP " --family register --tile 4x4 --wg 16x16",
     "several elements per work-item, together in each iteration of the K loop"},
    {"dpcpp_v4", DPCPP_TILES(16) " --unroll-k 1",
     "tiles in local memory, loaded by all work-items"},
    {"dpcpp_v5", DPCPP_TILES(32) " --unroll-k 1",
     "a row of the work-group is as wide as a sub-group: no bank conflicts of A"},
    {"dpcpp_v6", DPCPP_TILES(32) DPCPP_VECTORS " --unroll-k 4",
     "loads and stores of four elements"},
    {"dpcpp_v7", DPCPP_TILES(32) DPCPP_VECTORS, "the loop over K inside a tile unrolled"},

    {"kepler_1", KEPLER " --family naive --wg 32x32", "one element of C per work-item"},
    {"kepler_2", KEPLER_LOCAL " --tile 1x1 --wg 32x32 --tile-k 32", "tiles in local memory"},
    {"kepler_3", KEPLER_LOCAL " --tile 8x1 --wg 4x32 --tile-k 32", "eight elements per work-item"},
    {"kepler_4",
     KEPLER_LOCAL " --tile 1x4 --wg 32x8 --tile-k 32 --vec-a 4 --vec-b 4 --vec-c 4 --local-vec-b 4",
     "four elements per work-item, loaded and stored as vectors"},
    {"kepler_5", KEPLER_LOCAL " --tile 8x1 --wg 4x32 --tile-k 16" KEPLER_TRANSPOSED " --pad-b 2",
     "B transposed by a separate step, rectangular tiles"},
    {"kepler_6", KEPLER_LOCAL KEPLER_BLOCKS KEPLER_TRANSPOSED " --pad-b 2",
     "a block of 8 x 8 elements per work-item, in registers"},
    {"kepler_7", KEPLER_LOCAL KEPLER_BLOCKS KEPLER_WIDE(4),
     "8 x 8 elements per work-item, tiles loaded as vectors of four elements"},
    {"kepler_8", KEPLER_LOCAL KEPLER_BLOCKS KEPLER_WIDE(4) " --exchange --sub-groups nvidia",
     "work-items of a row exchange elements of B by warp shuffles"},
    {"kepler_9", KEPLER_LOCAL KEPLER_BLOCKS KEPLER_WIDE(4) " --stages 2",
     "the next tile is loaded while one is multiplied"},
    {"kepler_10", KEPLER_ANY KEPLER_WIDE(2) " --steps separate",
     "any sizes, padded to tiles of 160 x 160 x 16 by separate steps"},
    {"kepler_10_combined", KEPLER_ANY KEPLER_WIDE(2) " --steps combined",
     "as kepler_10, B padded and transposed in one step"},
    {"kepler_11",
     KEPLER " --family register --tile 4x8 --wg 8x8 --tile-k 4 --vec-a 8 --vec-b 4 --vec-c 8",
     "8 x 4 elements per work-item, directly from global memory, no local memory"},

    GATLAS("gatlas_matmul_buffer", "A B through local memory, vectors of 4 floats"),
    GATLAS("gatlas_matmul_buffer_float1", "A B through local memory, scalar loads"),
    GATLAS("gatlas_matmul_buffer_float2", "A B through local memory, vectors of 2 floats"),
    GATLAS("gatlas_matmul_buffer_float4", "A B through local memory, vectors of 4 floats"),
    GATLAS("gatlas_matmul_buffer_double1", "A B through local memory, scalar loads"),
    GATLAS("gatlas_matmul_buffer_double2", "A B through local memory, vectors of 2 doubles"),
    GATLAS("gatlas_matmul_image", "A B from images, vectors of 4 floats"),
    GATLAS("gatlas_matmul_image_float2", "A B from images, vectors of 2 floats"),
    GATLAS("gatlas_matmul_image_float4", "A B from images, vectors of 4 floats"),
    GATLAS("gatlas_matmul_image_double2", "A B from images, vectors of 2 doubles"),
    GATLAS("gatlas_gemm_buffer", "alpha A B + beta C through local memory, vectors of 4 floats"),
    GATLAS("gatlas_gemm_buffer_float1", "alpha A B + beta C through local memory, scalar loads"),
    GATLAS("gatlas_gemm_buffer_float2",
           "alpha A B + beta C through local memory, vectors of 2 floats"),
    GATLAS("gatlas_gemm_buffer_float4",
           "alpha A B + beta C through local memory, vectors of 4 floats"),
    GATLAS("gatlas_gemm_buffer_double1", "alpha A B + beta C through local memory, scalar loads"),
    GATLAS("gatlas_gemm_buffer_double2",
           "alpha A B + beta C through local memory, vectors of 2 doubles"),
    GATLAS("gatlas_gemm_image", "alpha A B + beta C from images, vectors of 4 floats"),
    GATLAS("gatlas_gemm_image_float2", "alpha A B + beta C from images, vectors of 2 floats"),
    GATLAS("gatlas_gemm_image_float4", "alpha A B + beta C from images, vectors of 4 floats"),
    GATLAS("gatlas_gemm_image_double2", "alpha A B + beta C from images, vectors of 2 doubles"),

    {"attention", "--chain attention --head 64", "softmax(alpha Q K^T) V, heads of 64 elements"},
    {"attention_causal", "--chain attention --head 64 --mask causal",
     "attention of a decoder: each row sees the keys up to its own place"},
    {"attention_decode", DECODE,
     "one row behind a cache on NVIDIA's mma, 4 heads of Q for each of K and V, each member with "
     "keys of its own"},
    {"gated_ffn", "--chain gate:silu --family register --layout row --transpose nt --tile 4x4",
     "silu(A B) * (A D): the first half of a feed-forward layer, rows of B and D are outputs"},
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

/* Reads "HxW", digits in any number, at *at; true and *at behind it. */
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

/* Whether both numbers of the "HxW" at `at` are such as --tile takes. */
static bool is_shape(const char *at)
{
    for (int side = 0; side < 2; side++) {
        char *end;
        const long long number = strtoll(at, &end, 10);
        if (number < 1 || number > 2147483647)
            return false;
        at = end + 1;
    }
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
        if (!is_shape(tile) || !is_shape(group))
            job_fail(job, CLGEMM_USAGE, "preset",
                     "preset %s: in %s_HxW_HxW tile and work-group are whole numbers from 1 to "
                     "2147483647",
                     name, methods[i].name);
        return arena_printf(job->arena, "%s --tile %.*s --wg %.*s%s", methods[i].options,
                            tile_length, tile, group_length, group, *at ? " --barrier" : "");
    }
    return NULL;
}

const char *preset_options(struct job *job, const char *name, const struct option_value *values)
{
    const char *const gatlas = gatlas_options(job, name, values);
    if (gatlas)
        return gatlas;
    const char *names[PRESET_COUNT + 1] = {NULL};
    for (size_t i = 0; i < PRESET_COUNT; i++) {
        if (strcmp(presets[i].name, name) == 0)
            return presets[i].options;
        names[i] = presets[i].name;
    }
    const char *const options = by_grammar(job, name);
    if (options)
        return options;
    const char *const nearest = nearest_names(job, "", name, names);
    if (nearest)
        job_fail(job, CLGEMM_USAGE, "preset", "there is no preset %s; did you mean %s?", name,
                 nearest);
    job_fail(job, CLGEMM_USAGE, "preset",
             "there is no preset %s; clgemm-gen --list presets shows them, and "
             "METHOD_HxW_HxW[_barrier] with "
             "METHOD L3_SIMD, L3_SLM or block_read is one as well",
             name);
}

void preset_fill(struct job *job, struct option_value *values)
{
    const enum voice voice = values[OPTION_PRESET].voice;
    struct option_value preset[OPTION_COUNT] = {{.voice = VOICE_NONE}};
    if (!values[OPTION_PRESET].text)
        return;
    option_say_line(job, preset, preset_options(job, values[OPTION_PRESET].text, values),
                    VOICE_PRESET);
    option_fill(values, preset, voice < VOICE_PRESET ? voice : VOICE_PRESET);
}

bool preset_reads(enum option_id id)
{
    return gatlas_reads(id);
}
