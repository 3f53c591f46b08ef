#include "tests/unit/draws.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Values of options that take no words, between bars. */
static const struct {
    const char *name, *values;
} lists[] = {
    {"fixed", "64x64x64|100x200x300|1x512x512|1024x1024x1024"},
    {"lda", "arg|tight|2048"},
    {"ldb", "arg|tight|2048"},
    {"ldc", "arg|tight|2048"},
    {"offset-a", "0|arg|32"},
    {"offset-b", "0|arg|32"},
    {"offset-c", "0|arg|32"},
    {"batch-count", "arg|8"},
    {"stride-a", "arg|0|1048576"},
    {"stride-b", "arg|0|1048576"},
    {"stride-c", "arg|1048576"},
    {"alpha", "arg|1|0.5"},
    {"beta", "arg|0|1"},
    {"epilogue", "none|bias:column|bias:row,gelu|residual,clamp:0:6"},
    {"preset", "naive|L3_SIMD_16x2_4x8|L3_SLM_8x8_4x16|block_read_16x2_1x8|kepler_9|dpcpp_v6|"
               "gatlas_gemm_buffer"},
    {"group-size", "4|8|16"},
    {"block-height", "2|4|8"},
    {"extra", "0|5|11"},
    {"tile", "1x1|1x4|4x4|8x2|8x8|16x4|32x2|3x5|6x8|64x64"},
    {"wg", "1x1|1x8|8x8|4x8|2x16|16x16|32x4|3x4|1x64|64x64"},
    {"wg-members", "1|4|16"},
    {"split-k", "1|4|auto"},
    {"split-k-sum", "step|launch"},
    {"block-tiles", "1x1|2x3|8x4|48x12"},
    {"block-k", "16|64|384"},
    {"sum-vec", "2|8|16"},
    {"tile-k", "1|4|8|16|24|64"},
    {"unroll-k", "1|2|4|8|16|32"},
    {"vec-a", "1|2|4|8|16"},
    {"vec-b", "1|2|4|8|16"},
    {"vec-c", "1|2|4|8|16"},
    {"load-shape-a", "8x8|16x16|1x64|4x16"},
    {"load-shape-b", "8x8|16x16|64x1|16x4"},
    {"pad-a", "0|1|4|8"},
    {"pad-b", "0|1|4|8"},
    {"local-vec-a", "1|2|4|8"},
    {"local-vec-b", "1|2|4|8"},
    {"stages", "1|2|3|5|8"},
    {"persistent", "0|1|2"},
    {"raster", "1|2|8"},
    {"sg-size", "4|8|16|32|64"},
    {"for", "cpu|cpu-avx512|nvidia-hopper|nvidia-ampere|amd-cdna3|amd-rdna3|intel-gen9|"
            "intel-xe-hpg|arm-mali|qualcomm-adreno|generic"},
};

/* A number below `end`, from a generator whose numbers are the same everywhere (Knuth's MMIX constants). */
static unsigned below(unsigned end, unsigned long long *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(*seed >> 33) % end;
}

/* The values that a request may have of an option; NULL: it says nothing of the kernel. */
static const char *values_of(const struct clgemm_option *option)
{
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        if (strcmp(lists[i].name, option->name) == 0)
            return lists[i].values;
    return option->values[0] ? option->values : option->metavar[0] ? NULL : "yes|no";
}

/* One of the words between bars; "col=column" is the word col. */
static void pick_word(const char *words, unsigned long long *seed, char *word, size_t size)
{
    unsigned count = 1;
    for (const char *at = words; (at = strchr(at, '|')); at++)
        count++;
    for (unsigned skip = below(count, seed); skip; skip--)
        words = strchr(words, '|') + 1;
    snprintf(word, size, "%.*s", (int)strcspn(words, "=|"), words);
}

static size_t list_options(struct clgemm_option *options, size_t most)
{
    struct clgemm_option option;
    size_t count = 0;
    for (size_t i = 0; count < most && clgemm_option_at(i, &option) == 0; i++)
        if (values_of(&option))
            options[count++] = option;
    return count;
}

void draw_request(unsigned long long *seed, struct draw *draw)
{
    enum {
        MOST_DRAWN = 4,
        MOST_OPTIONS = 128
    };
    struct clgemm_option options[MOST_OPTIONS];
    size_t left = list_options(options, MOST_OPTIONS);
    const size_t count = 1 + below(MOST_DRAWN, seed);
    for (draw->count = 0; draw->count < count; draw->count++) {
        struct drawn_option *const drawn = &draw->options[draw->count];
        const size_t index = below((unsigned)left, seed);
        snprintf(drawn->name, sizeof drawn->name, "%s", options[index].name);
        pick_word(values_of(&options[index]), seed, drawn->value, sizeof drawn->value);
        options[index] = options[--left];
    }
}

void draw_line(const struct draw *draw, char *line, size_t size)
{
    size_t end = 0;
    line[0] = '\0';
    for (size_t i = 0; i < draw->count && end < size; i++)
        end += (size_t)snprintf(line + end, size - end, "%s--%s=%s", i ? " " : "",
                                draw->options[i].name, draw->options[i].value);
}

enum clgemm_code draw_generate(const struct draw *draw, const struct clgemm_templates *templates,
                               struct clgemm_error *error)
{
    struct clgemm_result *result = NULL;
    struct clgemm_request *const request = clgemm_request_new();
    int status = request ? 0 : -1;
    *error = (struct clgemm_error){.code = CLGEMM_OK};
    clgemm_request_use_templates(request, templates);
    for (size_t i = 0; i < draw->count && status == 0; i++)
        status = clgemm_request_set(request, draw->options[i].name, draw->options[i].value, error);
    if (status == 0)
        status = clgemm_generate(request, &result, error);
    clgemm_result_free(result);
    clgemm_request_free(request);
    return status == 0 ? CLGEMM_OK : error->code;
}

/* ---------------------------------------------------------------------------- advice */

static void take_back(struct draw *draw, const char *name)
{
    for (size_t i = 0; i < draw->count; i++)
        if (strcmp(draw->options[i].name, name) == 0) {
            memmove(&draw->options[i], &draw->options[i + 1],
                    (draw->count - i - 1) * sizeof *draw->options);
            draw->count--;
            return;
        }
}

static void say(struct draw *draw, const char *name, const char *value)
{
    take_back(draw, name);
    if (draw->count == DRAW_MOST)
        return;
    struct drawn_option *const option = &draw->options[draw->count++];
    snprintf(option->name, sizeof option->name, "%s", name);
    snprintf(option->value, sizeof option->value, "%s", value);
}

/* The first of several ways, without the mark before it: up to the next comma with a blank behind it or " or ". */
static bool first_way(const char *sentence, char *way, size_t size)
{
    const char *at = strstr(sentence, "; ask --");
    const char *const leave = strstr(sentence, "; leave out --");
    size_t length = 0;
    if (!at && !leave)
        return false;
    at = at && (!leave || at < leave) ? at + strlen("; ask ") : leave + strlen("; ");
    while (at[length] && strncmp(at + length, ", ", 2) != 0 && strncmp(at + length, " or ", 4) != 0)
        length++;
    snprintf(way, size, "%.*s", (int)length, at);
    return true;
}

bool draw_follow(struct draw *draw, const char *sentence)
{
    char way[512];
    bool leaves = false;
    if (!first_way(sentence, way, sizeof way))
        return false;
    for (char *word = strtok(way, " "), *next = NULL; word; word = next) {
        next = strtok(NULL, " ");
        leaves |= strcmp(word, "leave") == 0;
        if (strncmp(word, "--", 2) != 0)
            continue;
        char *const sign = strchr(word, '=');
        if (leaves) {
            take_back(draw, word + 2);
        } else if (sign) {
            *sign = '\0';
            say(draw, word + 2, sign + 1);
        } else if (next && strncmp(next, "--", 2) != 0 && strcmp(next, "and") != 0) {
            say(draw, word + 2, next);
            next = strtok(NULL, " ");
        } else {
            say(draw, word + 2, "yes");
        }
    }
    return true;
}

static int compare_options(const void *one, const void *other)
{
    return strcmp(((const struct drawn_option *)one)->name,
                  ((const struct drawn_option *)other)->name);
}

/* The same text for the same options, whatever their order. */
static void sorted_line(const struct draw *draw, char *line, size_t size)
{
    struct draw sorted = *draw;
    qsort(sorted.options, sorted.count, sizeof *sorted.options, compare_options);
    draw_line(&sorted, line, size);
}

/* Follows advice on from a refused request; whether that leads back to one of those before. */
static bool goes_round(struct draw draw, const struct clgemm_templates *templates)
{
    enum {
        MOST_STEPS = 8
    };
    static char lines[MOST_STEPS][4096];
    struct clgemm_error error;
    for (int step = 0; step < MOST_STEPS; step++) {
        if (draw_generate(&draw, templates, &error) != CLGEMM_REFUSED)
            return false;
        sorted_line(&draw, lines[step], sizeof lines[step]);
        for (int before = 0; before < step; before++)
            if (strcmp(lines[before], lines[step]) == 0)
                return true;
        if (!draw_follow(&draw, error.text))
            return false;
    }
    return false;
}

void draw_many(unsigned long long *seed, int count, const struct clgemm_templates *templates,
               struct draw_tally *tally,
               void (*report)(const struct draw *draw, const char *first, const char *then))
{
    for (int i = 0; i < count; i++) {
        struct draw draw, followed;
        struct clgemm_error error, then = {.code = CLGEMM_OK};
        draw_request(seed, &draw);
        const enum clgemm_code code = draw_generate(&draw, templates, &error);
        tally->requests++;
        tally->served += code == CLGEMM_OK;
        tally->refused += code == CLGEMM_REFUSED;
        tally->wrong += code != CLGEMM_OK && code != CLGEMM_REFUSED;
        if (code != CLGEMM_REFUSED)
            continue;
        followed = draw;
        const bool told = draw_follow(&followed, error.text);
        const bool helped = told && draw_generate(&followed, templates, &then) == CLGEMM_OK;
        tally->told_less += !told;
        tally->helped += helped;
        if (!helped)
            tally->circles += goes_round(draw, templates);
        if (!helped && report)
            report(&draw, error.text, then.text);
    }
}
