/*
 * Suggestions for mistyped words.
 */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "gen/base/nearest.h"

enum {
    LONGEST_WORD = 48 /* that is compared */
};

/* A letter as words are compared: small ones and capitals are one. Not tolower: it follows the locale. */
static char folded(char letter)
{
    return letter >= 'A' && letter <= 'Z' ? (char)(letter - 'A' + 'a') : letter;
}

static bool same(char a, char b)
{
    return folded(a) == folded(b);
}

size_t word_distance(const char *a, const char *b)
{
    const size_t rows = strlen(a), columns = strlen(b);
    if (rows > LONGEST_WORD || columns > LONGEST_WORD)
        return SIZE_MAX;
    size_t table[LONGEST_WORD + 1][LONGEST_WORD + 1];
    for (size_t i = 0; i <= rows; i++)
        for (size_t j = 0; j <= columns; j++) {
            size_t least = i + j;
            if (i > 0 && j > 0) {
                least = table[i - 1][j - 1] + !same(a[i - 1], b[j - 1]);
                if (table[i - 1][j] + 1 < least)
                    least = table[i - 1][j] + 1;
                if (table[i][j - 1] + 1 < least)
                    least = table[i][j - 1] + 1;
            }
            if (i > 1 && j > 1 && same(a[i - 1], b[j - 2]) && same(a[i - 2], b[j - 1]) &&
                table[i - 2][j - 2] + 1 < least)
                least = table[i - 2][j - 2] + 1;
            table[i][j] = least;
        }
    return table[rows][columns];
}

/* Whether a name is ours for what libraries of BLAS, languages and other generators call `word`. */
static bool is_elsewhere(const char *word, const char *name)
{
    static const struct {
        const char *words, *name; /* with blanks around each */
    } rows[] = {
        {" float single fp32 float32 s ", "f32"},
        {" double fp64 float64 d ", "f64"},
        {" half fp16 float16 h ", "f16"},
        {" bfloat16 bfloat ", "bf16"},
        {" fp8 float8_e4m3fn ", "e4m3"},
        {" float8_e5m2 ", "e5m2"},
        {" int8 char int8_t ", "i8"},
        {" uint8 uchar uint8_t ", "u8"},
        {" int int32 int32_t ", "i32"},
        {" complex complex64 float2 ", "c32"},
        {" complex128 double2 ", "c64"},
        {" swish ", "silu"},
        {" col columns col-major column-major fortran ", "column"},
        {" rows row-major c ", "row"},
        {" bias activation act relu gelu ", "epilogue"},
        {" transa transb trans trans-a trans-b ", "transpose"},
        {" dtype precision datatype ", "type"},
        {" workgroup work-group local-size threads block-size ", "wg"},
        {" device target arch gpu cpu ", "for"},
        {" order major ", "layout"},
        {" m n k size sizes shape ", "fixed"},
        {" benchmark time measure run ", "bench"},
        {" verify test validate ", "check"},
        {" autotune tuning search ", "tune"},
        {" list info clinfo ", "devices"},
    };
    const char *at;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (at = rows[i].words; strcmp(rows[i].name, name) == 0 && (at = strchr(at, ' ')); at++) {
            const size_t length = strcspn(at + 1, " ");
            size_t equal = 0;
            while (equal < length && same(at[1 + equal], word[equal]))
                equal++;
            if (length && equal == length && !word[length])
                return true;
        }
    return false;
}

void clgemm_nearest_offer(struct clgemm_nearest *nearest, const char *name)
{
    const size_t length = strlen(nearest->word);
    const size_t most = sizeof nearest->names / sizeof nearest->names[0];
    size_t far = is_elsewhere(nearest->word, name) ? 0 : word_distance(nearest->word, name);
    /* The beginning of a name, typed in the hope that it suffices, is a hit. */
    if (far > 1 && length >= 2 && strncmp(nearest->word, name, length) == 0)
        far = 1;
    if (far > 1 + length / 3)
        return;
    /* Of names equally far those of the same length are the nearer ones: kepler_10 is nearer to kepler_12
     * than kepler_1 is. */
    far = 2 * far + (strlen(name) != length);
    size_t place = 0;
    while (place < nearest->count && nearest->distances[place] <= far)
        place++;
    if (place == most)
        return;
    if (nearest->count < most)
        nearest->count++;
    for (size_t i = nearest->count - 1; i > place; i--) {
        nearest->names[i] = nearest->names[i - 1];
        nearest->distances[i] = nearest->distances[i - 1];
    }
    nearest->names[place] = name;
    nearest->distances[place] = far;
}

const char *nearest_names(struct job *job, const char *prefix, const char *name,
                          const char *const *names)
{
    struct clgemm_nearest nearest = {.word = name};
    const char *text = NULL;
    for (; *names; names++)
        clgemm_nearest_offer(&nearest, *names);
    for (size_t i = 0; i < nearest.count && nearest.distances[i] == nearest.distances[0]; i++)
        text = arena_printf(job->arena, "%s%s%s%s", text ? text : "", text ? " or " : "", prefix,
                            nearest.names[i]);
    return text;
}

const char *nearest_name(const char *name, const char *const *names)
{
    struct clgemm_nearest nearest = {.word = name};
    for (; *names; names++)
        clgemm_nearest_offer(&nearest, *names);
    return nearest.count ? nearest.names[0] : NULL;
}
