/*
 * Prints random products in index notation, options of clgemm-gen a line: convolutions of any dimension, with strides, dilation and padding, groups,
 * contractions, transposes, plain products. Each sixth is a convolution with channels last. Some sizes are 0 or 1, some images smaller than their padding. Of each third product some sizes, extents
 * and strides are arguments of the launch; behind ` --at ` stand their numbers.
 *
 * Use: list_products COUNT [SEED]
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST = 10, /* indices */
    TEXT = 512,
    LARGEST = 2048 /* elements of M, N or K */
};

struct index {
    char name;
    char class; /* one of "bmnk" */
    int size;
};

struct drawn {
    struct index list[MOST];
    int count;
    char text[TEXT], extents[TEXT];
    int open;                          /* sizes are arguments of the launch, */
    char at[TEXT];                     /* which are these */
    int positions[3], extent[3][MOST]; /* of a, b, c */
};

static unsigned long long state;

static unsigned draw(unsigned limit)
{
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    return (unsigned)(state >> 33) % limit;
}

static void add(struct drawn *drawn, char class, int count)
{
    static const int sizes[] = {1, 2, 3, 4, 5, 7, 8, 16, 3, 2};
    int product = 1;
    while (count-- > 0 && drawn->count < MOST) {
        int size = draw(60) == 0 ? 0 : sizes[draw(10)];
        if (size * product > LARGEST)
            size = 1;
        product *= size ? size : 1;
        drawn->list[drawn->count] = (struct index){(char)('d' + drawn->count), class, size};
        drawn->count++;
    }
}

/* Puts the indices of an operand, those of three classes, in any order; returns how many. */
static int choose(const struct drawn *drawn, const char *classes, int *order)
{
    int count = 0;
    for (int i = 0; i < drawn->count; i++)
        if (strchr(classes, drawn->list[i].class))
            order[count++] = i;
    for (int i = count - 1; i > 0; i--) {
        const int j = (int)draw((unsigned)i + 1), moved = order[i];
        order[i] = order[j];
        order[j] = moved;
    }
    return count;
}

static void append(char *text, const char *more)
{
    strncat(text, more, TEXT - strlen(text) - 1);
}

/* An index of M or N, and one of K: a window that slides, or the other way round. */
static void append_window(struct drawn *drawn, int place, int step, char operand, int position)
{
    char more[80];
    const int stride = 1 + (int)draw(3), apart = 1 + (int)draw(3), before = (int)draw(4);
    const struct index *const a = &drawn->list[place], *const b = &drawn->list[step];
    const int most = stride * (a->size ? a->size - 1 : 0) + apart * (b->size ? b->size - 1 : 0);
    const int extent = most + 1 - (int)draw(5) - before + (int)draw(3);
    const int minus = draw(8) == 0;
    drawn->extent[operand - 'a'][position] = extent < 0 ? 0 : extent;
    snprintf(more, sizeof more, "%d*%c%s%d*%c%s%d", stride, a->name, minus ? "-" : "+", apart,
             b->name, minus ? "+" : "-", before);
    append(drawn->text, more);
    if (drawn->open && draw(3)) {
        snprintf(more, sizeof more, ",%c_%d=%d", operand, position, extent < 0 ? 0 : extent);
        append(drawn->at, more);
        return;
    }
    snprintf(more, sizeof more, "%d", extent < 0 ? 0 : extent);
    append(drawn->extents, more);
}

static int is_of_place(const struct drawn *drawn, int index)
{
    return drawn->list[index].class == 'm' || drawn->list[index].class == 'n';
}

/* A factor: some of its indices of K stand in one position with one of M or N. */
static void append_factor(struct drawn *drawn, char name, const char *classes, int windows)
{
    int order[MOST], taken[MOST] = {0}, written = 0;
    const int count = choose(drawn, classes, order);
    char more[8] = {name, '[', '\0'};
    append(drawn->text, more);
    append(drawn->extents, drawn->extents[0] ? ";" : "");
    snprintf(more, sizeof more, "%c=", name);
    append(drawn->extents, more);
    for (int i = 0; i < count; i++) {
        if (taken[i])
            continue;
        append(drawn->text, written ? "," : "");
        append(drawn->extents, written++ ? "," : "");
        int other = -1;
        for (int j = i + 1; j < count && windows && other < 0; j++)
            if (!taken[j] && is_of_place(drawn, order[i]) != is_of_place(drawn, order[j]) &&
                drawn->list[order[i]].class != 'b' && drawn->list[order[j]].class != 'b' && draw(2))
                other = j;
        if (other >= 0) {
            taken[other] = 1;
            append_window(drawn, is_of_place(drawn, order[i]) ? order[i] : order[other],
                          is_of_place(drawn, order[i]) ? order[other] : order[i], name,
                          written - 1);
        } else {
            snprintf(more, sizeof more, "%c", drawn->list[order[i]].name);
            append(drawn->text, more);
            drawn->extent[name - 'a'][written - 1] = drawn->list[order[i]].size;
        }
        drawn->positions[name - 'a'] = written;
    }
    if (!count)
        append(drawn->text, "0");
    append(drawn->extents, count ? "" : "1");
    append(drawn->text, "]");
}

static void append_c(struct drawn *drawn)
{
    int order[MOST];
    const int count = choose(drawn, "bmn", order);
    append(drawn->text, "c[");
    for (int i = 0; i < count; i++) {
        const char more[] = {i ? ',' : drawn->list[order[i]].name,
                             i ? drawn->list[order[i]].name : '\0', '\0'};
        append(drawn->text, more);
        drawn->extent[2][i] = drawn->list[order[i]].size;
    }
    drawn->positions[2] = count;
    append(drawn->text, draw(2) ? "]=" : "]+=");
}

/* Strides as arguments, some with gaps between lines. */
static void append_strides(struct drawn *drawn)
{
    for (int o = 0; o < 3; o++) {
        int stride = 1;
        for (int i = drawn->positions[o] - 1; i >= 0; i--) {
            char more[40];
            snprintf(more, sizeof more, ",%c_stride_%d=%d", 'a' + o, i, stride);
            if (i < drawn->positions[o] - 1)
                append(drawn->at, more);
            stride = stride * (drawn->extent[o][i] ? drawn->extent[o][i] : 1) + (int)draw(2);
        }
    }
}

/* Sizes of indices: those that are compiled in, or those that are not. */
static void print_sizes(const struct drawn *drawn, unsigned open, const char *before)
{
    for (int i = 0; i < drawn->count; i++)
        if (!(open >> i & 1)) {
            printf("%s%c=%d", before, drawn->list[i].name, drawn->list[i].size);
            before = ",";
        }
}

enum {
    FAMILIES = 21,
    BESIDES = 13
};
static const char *const families[FAMILIES] = {
    "naive",
    "register",
    "register --tile 2x4 --split-k 3 --split-k-sum launch",
    "register --tile 4x2 --tile-k 2",
    "register --tile 3x2",
    "naive --tile 2x2 --split-k 2 --split-k-sum launch",
    "matrix --engine emulated:mma --type f16 --tile 4x4",
    "matrix --engine emulated:mma --type bf16 --tile 2x4 --copy async --stages 3 "
    "--split-k 3 --split-k-sum launch",
    "matrix --engine emulated:wgmma --type f16 --tile 4x4 --wg 32x8",
    "matrix --engine emulated:wgmma --type f16 --tile 2x8 --wg 32x4 --copy tensor --stages 3",
    "matrix --engine emulated:wgmma --type bf16 --tile 2x8 --wg 32x4 --copy tensor --stages 2 "
    "--persistent 1",
    "matrix --engine emulated:wmma --type f16 --tile 8x2",
    "matrix --engine emulated:mma --type f16 --tile 2x4 --wg 16x8 --stages 2",
    "local --tile 2x4 --wg 4x8 --tile-k 8 --split-k 3 --split-k-sum launch",
    "local --tile 4x2 --wg 8x4 --tile-k 16 --stages 3 --prefetch --stage-b transposed",
    "local --tile 2x2 --wg 4x4 --tile-k 8 --vec-a 2 --assign strided --stage-a k-major",
    "local --tile 1x4 --wg 8x8 --tile-k 12 --stages 2 --pad-a 1",
    "blocked --tile 4x8 --vec-c 4 --block-tiles 2x2 --block-k 16",
    "blocked --tile 4x4 --vec-c 1 --block-k 32 --panels b",
    "blocked --tile 2x4 --vec-c 2 --block-tiles 3x1 --block-k 5",
    "register --tile 2x4 --vec-c 2"};
static const char *const besides[BESIDES] = {"",
                                             "",
                                             " --type f16",
                                             " --type f64",
                                             " --alpha 2",
                                             " --type i8",
                                             " --index 64",
                                             " --type c32",
                                             " --epilogue bias:column,relu",
                                             " --type bf16 --epilogue bias:row,gelu",
                                             " --epilogue residual,scale:column --beta 1",
                                             " --type i8 --type-c f32 --epilogue scale:row,silu",
                                             " --edges guard --vec-c 2"};

static void print_family(void)
{
    const char *const family = families[draw(FAMILIES)], *const beside = besides[draw(BESIDES)];
    printf(" --family %s", family);
    if (!strstr(family, "--type") || !strstr(beside, "--type"))
        printf("%s", beside);
}

static void print_product(void)
{
    struct drawn drawn = {.count = 0};
    drawn.open = draw(3) == 0;
    add(&drawn, 'b', draw(4) == 0);
    add(&drawn, 'm', 1 + (int)draw(3));
    add(&drawn, 'n', 1 + (int)draw(2));
    add(&drawn, 'k', 1 + (int)draw(3));
    append_c(&drawn);
    append_factor(&drawn, 'a', "bmk", draw(4) > 0);
    append(drawn.text, "*");
    append_factor(&drawn, 'b', "bnk", draw(6) == 0);
    const unsigned open =
        drawn.open ? draw(1U << drawn.count) | 1U << draw((unsigned)drawn.count) : 0;
    const int strides = drawn.open && draw(3) == 0;
    if (strides)
        append_strides(&drawn);
    printf("--product %s%s", drawn.text, strides ? " --strides arg" : "");
    print_sizes(&drawn, open, " --fixed ");
    printf(" --extent %s", drawn.extents);
    print_family();
    if (drawn.open) {
        print_sizes(&drawn, ~open, " --at ");
        printf("%s", drawn.at);
    }
    printf("\n");
}

/* With channels last, whose taps of a line may lie in a row. */
static void print_convolution(void)
{
    static const int channels[] = {1, 2, 3, 4, 6, 16, 24, 32};
    const unsigned stride = 1 + draw(2), apart = 1 + draw(3) / 2, before = draw(4);
    const unsigned lines = 1 + draw(9), places = 1 + draw(9), taps = 1 + draw(5);
    const int c = channels[draw(8)];
    printf("--product c[d,e,f,g]%s=a[d,%u*e+%u*h-%u,%u*f+%u*i-%u,j]*b[g,h,i,j]", draw(2) ? "+" : "",
           stride, apart, before, stride, apart, before);
    printf(" --fixed f=%u,g=%u,h=%u,i=%u", places, 1 + draw(20), 1 + draw(3), taps);
    const bool open = draw(3) == 0, channels_open = open && draw(2);
    if (!channels_open)
        printf(",j=%d", c);
    if (!open)
        printf(",d=2,e=%u --extent a=,%u,%u,", lines, 1 + draw(9), 1 + draw(9));
    print_family();
    if (open)
        printf(" --at d=2,e=%u,a_1=%u,a_2=%u", lines, 1 + draw(9), 1 + draw(9));
    if (channels_open)
        printf(",j=%d", c);
    printf("\n");
}

int main(int count, char **arguments)
{
    if (count < 2) {
        fprintf(stderr, "use: list_products COUNT [SEED]\n");
        return 1;
    }
    const unsigned products = (unsigned)strtoul(arguments[1], NULL, 10);
    const unsigned long long seed = count > 2 ? strtoull(arguments[2], NULL, 10) : 1;
    for (unsigned i = 0; i < products; i++) {
        state = seed * 1000003 + i;
        draw(2);
        draw(2);
        if (i % 6 == 4)
            print_convolution();
        else
            print_product();
    }
    return 0;
}
