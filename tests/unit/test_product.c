/*
 * Products in index notation: what is refused, which indices count as one, and that a product that is a matrix product has the kernel of that.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "gen/request/product.h"
#include "tests/unit/ask.h"
#include "tests/unit/fixture.h"

/* ------------------------------------------------------------------------------ refusals */

static void product_is_refused(void **state)
{
    (void)state;
    static const struct {
        const char *text, *fixed, *says;
    } wrong[] = {
        {"y[n,p] = x[n,c]*w[f,c]", NULL,
         "index p is in y alone: no factor says what the elements along it are\n"
         "  y[n,p] = x[n,c]*w[f,c]\n      ^"},
        {"y[n,f] = x[n,c,q]*w[f,c]", NULL, "index q is in x alone"},
        {"y[n,f] = x[n,c*f]*w[f,c]", NULL, "a product of two indices, c and f"},
        {"y[n,f] = x[n,2*c*f*n]*w[f,c]", NULL, "one index and one constant at most"},
        {"y[n,f] x[n,c]*w[f,c]", NULL,
         "`=` or `+=` is expected here\n  y[n,f] x[n,c]*w[f,c]\n         ^"},
        {"y[n,f] = x[n,c]*w[f,c]*z[n]", NULL, "two factors, and ends here"},
        {"y[n,f] = x[n,c] w[f,c]", NULL, "`*` is expected here"},
        {"y[n,f+1] = x[n,c]*w[f,c]", NULL, "a position of y is a single index"},
        {"y[n,f,n] = x[n,c]*w[f,c]", NULL, "index n is twice in y"},
        {"y[n,f] = x[n,c]*x[f,c]", NULL, "two operands are called x"},
        {"x[n,f] = y[n,x]*w[f,x]", NULL, "x is an operand and an index"},
        {"y[float,f] = x[float,c]*w[f,c]", NULL, "float is no name"},
        {"y[n,f] = x[n,c+]*w[f,c]", NULL, "an index or a number is expected here"},
        {"y[n,f] = x[n,99999999999*c]*w[f,c]", NULL, "numbers end at 2147483647"},
        {"y[n,f] = x[2147483647*c+c,n]*w[f,c]", NULL, "numbers end at 2147483647"},
        {"y[p,f] = x[2147483647*p+r]*w[f,r]", "p=5,r=4,f=4", "positions end at 1073741823"},
        {"y[a,b,f] = x[b,a,c]*w[f,a,b,c]", NULL, "do not count as one: a batch has one stride"},
        {"y[g,m,n] = x[g,g,m,k]*w[g,n,k]", NULL,
         "index g is in all three operands, a batch, and moves one of them by a sum"},
        {"y[n,f] = x[n,c]*w[f,c]", "q=3", "--fixed names q"},
        {"gemm", NULL,
         "there is no product gemm; it takes 'c[m,n] = a[m,k] * b[k,n]' or one of conv1d, "},
        {"conv1d", "stride=1,stride=2", "--fixed names stride twice"},
        {"y[n,f] = x[n,c]*w[f,c]", "n=3,n=3", "--fixed names n twice"},
        {"y[n,f] = x[n,c]*w[f,c]", "n=2,f", "--fixed takes NAME=NUMBER"},
        {"y[n,f] = x[n,c]*w[f,c]", "n=", "--fixed takes NAME=NUMBER"},
        {"y[n,f] = x[n,c]*w[f,c]", "n=1,", "--fixed takes NAME=NUMBER"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        struct option_value values[OPTION_COUNT] = {{.voice = VOICE_NONE}};
        if (setjmp(job.escape)) {
            assert_says(wrong[i].says);
            continue;
        }
        option_say(&job, values, OPTION_PRODUCT, wrong[i].text, VOICE_USER);
        if (wrong[i].fixed)
            option_say(&job, values, OPTION_FIXED, wrong[i].fixed, VOICE_USER);
        product_say(&job, values);
        fail_msg("%s is not refused", wrong[i].text);
    }
}

/* -------------------------------------------------------------------------------- merging */

/* How many entries the classes M, N and K have, and which operands are found by index functions. */
static void indices_count_as_one(void **state)
{
    (void)state;
    static const struct {
        const char *text, *fixed, *extent;
        int entries[3];
        const char *by_index;
    } products[] = {
        {"y[n,p,q,f] = x[n,p,q,c]*w[f,c]", NULL, NULL, {1, 1, 1}, ""},
        {"y[n,p,q,f] = x[n,p+r-1,q+s-1,c]*w[f,r,s,c]", NULL, NULL, {3, 1, 3}, "a"},
        {"y[n,p,q,f] = x[n,p+r,q,c]*w[f,r,c]", "n=2,p=4,r=3,q=5,c=8,f=4", "x=,6,,", {2, 1, 2}, "a"},
        {"y[p,f] = x[2*p+r]*w[f,r]", "p=4,r=2,f=4", "x=8", {1, 1, 1}, ""},
        {"c[a,b,i,j] = t[i,k,a,l]*v[k,b,l,j]", NULL, NULL, {2, 2, 2}, "abc"},
        {"c[a,b,j] = t[a,b,k]*v[k,j]", NULL, NULL, {1, 1, 1}, ""},
        {"y[n,f] = x[n,s*c]*w[f,c]", "s=1", NULL, {1, 1, 1}, ""},
        {"y[h,n,m] = x[h,m,k]*w[n,k]", NULL, NULL, {1, 1, 1}, ""},
        {"y[h,n,m] = x[h,h,m,k]*w[n,k]", NULL, NULL, {2, 1, 1}, "ac"},
        {"y[h,n,m] = x[h,h,m,k]*w[n,k]", "h=2,m=3,k=4", NULL, {1, 1, 1}, ""},
        {"y[n,p,f] = x[n,2*p,c]*w[f,c]", "n=2,p=64,c=8,f=4", "x=,128,", {1, 1, 1}, ""},
        {"y[n,p,f] = x[n,2*p,c]*w[f,c]", "n=2,p=63,c=8,f=4", "x=,127,", {2, 1, 1}, "a"},
    };
    SURVIVE();
    for (size_t i = 0; i < sizeof products / sizeof products[0]; i++) {
        struct option_value values[OPTION_COUNT] = {{.voice = VOICE_NONE}};
        char by_index[PRODUCT_OPERANDS + 1] = "";
        size_t length = 0;
        option_say(&job, values, OPTION_PRODUCT, products[i].text, VOICE_USER);
        values[OPTION_FIXED].card = products[i].fixed;
        if (products[i].extent)
            option_say(&job, values, OPTION_EXTENT, products[i].extent, VOICE_USER);
        const struct notation *const product = product_of(&job, values);
        for (int o = 0; o < PRODUCT_OPERANDS; o++)
            if (product->operands[o].by_index)
                by_index[length++] = "abc"[o];
        assert_string_equal(by_index, products[i].by_index);
        for (int class = 0; class < 3; class ++)
            assert_int_equal(product->entry_count[CLASS_M + class], products[i].entries[class]);
    }
}

/* ---------------------------------------------------------------------------------- names */

/* What a name stands for, with the constants that --fixed does not say. */
static void name_has_constants(void **state)
{
    (void)state;
    static const struct {
        const char *name, *fixed;
        long long factor, plus; /* of p in position 1 of x */
    } products[] = {
        {"conv1d", NULL, 1, 0},
        {"conv1d", "pad=1,c=4", 1, -1},
        {"conv2d-nhwc", "r=3,stride=2", 2, 0},
        {"conv3d-ndhwc", "stride=3,dilation=2,pad=5", 3, -5},
    };
    SURVIVE();
    for (size_t i = 0; i < sizeof products / sizeof products[0]; i++) {
        struct option_value values[OPTION_COUNT] = {{.voice = VOICE_NONE}};
        option_say(&job, values, OPTION_PRODUCT, products[i].name, VOICE_USER);
        values[OPTION_FIXED].card = products[i].fixed;
        const struct notation *const product = product_of(&job, values);
        const struct product_axis *const axis = &product->operands[0].axes[1];
        assert_non_null(strchr(product->text, '['));
        assert_int_equal(axis->factor[0], products[i].factor);
        assert_int_equal(axis->constant, products[i].plus);
    }
}

/* ------------------------------------------------------------------------------ same text */

static unsigned long long state_of_draw = 1;

static unsigned draw(unsigned limit)
{
    state_of_draw = state_of_draw * 6364136223846793005ULL + 1442695040888963407ULL;
    return (unsigned)(state_of_draw >> 33) % limit;
}

/* The kernel of a line without the one that says how it was made. */
static char *kernel_of(const char *line)
{
    struct clgemm_result *const result = generate(line);
    size_t length;
    const char *const text = clgemm_result_text(result, CLGEMM_CL, &length);
    char *const copy = malloc(length + 1);
    memcpy(copy, text, length);
    copy[length] = '\0';
    clgemm_result_free(result);
    char *const made = strstr(copy, " * Made by");
    char *const end = strchr(made, '\n');
    memmove(made, end, strlen(end) + 1);
    return copy;
}

/* A matrix product in index notation, and the same by options: its transposes, strides, sizes, members of a batch. */
static void draw_product(char *text, char *options, size_t room)
{
    static const char *const kernels[] = {"--family register --tile 4x4", "--family naive",
                                          "--family local --tile 4x4", "--tile 2x8 --wg 1x8",
                                          "--family blocked --tile 4x8 --wg 1x1"};
    const char *const kernel = kernels[draw(5)];
    const unsigned a = draw(2), b = draw(2), c = draw(2), adds = draw(2), z = draw(4);
    const unsigned tight = draw(2), m = 2 + draw(98), n = 2 + draw(98), k = 2 + draw(98);
    const bool fixed = draw(2) && tight, batch = z == 1 || (z == 2 && !tight);
    const char *const ld = tight ? "tight" : "arg";
    snprintf(text, room, "--product c[%s%s]%s=a[%s%s]*b[%s%s] --strides %s %s", batch ? "z," : "",
             c ? "n,m" : "m,n", adds ? "+" : "", batch ? "z," : "", a ? "k,m" : "m,k",
             z == 1 ? "z," : "", b ? "n,k" : "k,n", ld, kernel);
    snprintf(options, room, "--layout %s --transpose %c%c --beta %u --lda %s --ldb %s --ldc %s %s",
             c ? "column" : "row", a != c ? 't' : 'n', b != c ? 't' : 'n', adds, ld, ld, ld,
             kernel);
    if (fixed) {
        snprintf(text + strlen(text), room - strlen(text), " --fixed m=%u,n=%u,k=%u%s", m, n, k,
                 batch ? ",z=3" : "");
        snprintf(options + strlen(options), room - strlen(options), " --fixed %ux%ux%u", m, n, k);
    }
    if (batch)
        snprintf(options + strlen(options), room - strlen(options), " --batch strided");
    if (batch && z == 2)
        snprintf(options + strlen(options), room - strlen(options), " --stride-b 0");
    if (batch && fixed)
        snprintf(options + strlen(options), room - strlen(options),
                 " --batch-count 3 --stride-a %u --stride-b %u --stride-c %u", m * k, n * k, m * n);
}

static void matrix_product_has_its_kernel(void **state)
{
    (void)state;
    for (int i = 0; i < 1000; i++) {
        char text[400], options[400];
        draw_product(text, options, sizeof text);
        char *const of_text = kernel_of(text), *const of_options = kernel_of(options);
        if (strcmp(of_text, of_options) != 0)
            fail_msg("%s and %s differ:\n%s\n%s", text, options, of_text, of_options);
        free(of_text);
        free(of_options);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(product_is_refused),
        TEST(indices_count_as_one),
        TEST(name_has_constants),
        TEST(matrix_product_has_its_kernel),
    };
    return cmocka_run_group_tests(tests, open_templates, close_templates);
}
