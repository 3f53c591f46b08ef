/*
 * Points of a parameter space, as lines of options for clgemm-gen or as digits.
 *
 * Use: list_points cover|random COUNT SEED|read OPTION VALUE... --param NAME=VALUES...
 *
 * The space is the standard one of kernels and problems; with --for PROFILE that which this lists, of kernels alone.
 * `cover` makes the pairwise covering set of the space that OPTIONs leave open, narrowed as --param says, and prints a sum over
 * names and values of its parameters, then a line of digits for each point: the number of a value for each parameter.
 * `read` reads such lines from standard input and prints the options of each point. It fails where the sum is another one.
 * `random` prints the options of COUNT points at random.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <clgemm.h>

static const char digits[] = "0123456789abcdefghijklmnopqrstuvwxyz";
enum {
    DIGITS = sizeof digits - 1,
    MOST = 256
};

static struct clgemm_error error;

static void fail(const char *text)
{
    fprintf(stderr, "list_points: %s\n", text);
    exit(1);
}

static struct clgemm_space *open_space(char **words)
{
    struct clgemm_request *const request = clgemm_request_new();
    struct clgemm_space *space = NULL;
    unsigned ranges = CLGEMM_RANGE_KERNEL | CLGEMM_RANGE_PROBLEM;
    if (!request)
        fail("out of memory");
    for (; words[0] && strcmp(words[0], "--param") != 0; words += 2) {
        if (strcmp(words[0], "--for") == 0)
            ranges = CLGEMM_RANGE_KERNEL;
        if (strncmp(words[0], "--", 2) != 0 || !words[1] ||
            clgemm_request_set(request, words[0] + 2, words[1], &error))
            fail(words[1] ? error.text : words[0]);
    }
    if (clgemm_space_new(request, ranges, &space, &error))
        fail(error.text);
    for (; words[0]; words += 2)
        if (strcmp(words[0], "--param") != 0 || !words[1] ||
            clgemm_space_narrow(space, words[1], &error))
            fail(words[1] ? error.text : words[0]);
    clgemm_request_free(request);
    return space;
}

/* FNV-1a over the names of all parameters and their values; *count is the number of parameters. */
static uint32_t sum_of(const struct clgemm_space *space, size_t *count)
{
    uint32_t sum = 2166136261u;
    size_t values;
    const char *name;
    for (*count = 0; (name = clgemm_space_parameter(space, *count, &values)); ++*count) {
        if (*count == MOST || values > DIGITS)
            fail("the space is too large");
        for (size_t v = 0; v <= values; v++) {
            const char *text = v ? clgemm_space_value(space, *count, v - 1) : name;
            for (; *text; text++)
                sum = (sum ^ (unsigned char)*text) * 16777619u;
            sum = (sum ^ '\n') * 16777619u;
        }
    }
    return sum;
}

/* What the space was opened with, and each value of the point that is said. */
static void print_options(const struct clgemm_space *space, char **words, const unsigned *point)
{
    const char *name;
    const char *between = "";
    for (; words[0] && strcmp(words[0], "--param") != 0; words += 2) {
        printf("%s%s=%s", between, words[0], words[1]);
        between = " ";
    }
    for (size_t p = 0; (name = clgemm_space_parameter(space, p, NULL)); p++) {
        const char *const value = clgemm_space_value(space, p, point[p]);
        if (strcmp(value, "-") == 0)
            continue;
        printf("%s--%s=%s", between, name, value);
        between = " ";
    }
    putchar('\n');
}

static void print_cover(struct clgemm_space *space)
{
    struct clgemm_cover cover;
    size_t count;
    printf("%08x\n", (unsigned)sum_of(space, &count));
    if (clgemm_space_cover(space, 1, &cover, &error))
        fail(error.text);
    for (size_t i = 0; i < cover.count; i++) {
        for (size_t p = 0; p < count; p++)
            putchar(digits[cover.points[i * count + p]]);
        putchar('\n');
    }
}

static void print_random(struct clgemm_space *space, char **words, long wanted,
                         unsigned long long seed)
{
    unsigned point[MOST];
    size_t count;
    sum_of(space, &count);
    for (long i = 0; i < wanted; i++) {
        if (clgemm_space_random(space, &seed, point, &error) != 1)
            fail(error.text);
        print_options(space, words, point);
    }
}

static void read_points(const struct clgemm_space *space, char **words)
{
    char line[MOST + 2], sum[16];
    unsigned point[MOST];
    size_t count, values;
    snprintf(sum, sizeof sum, "%08x\n", (unsigned)sum_of(space, &count));
    if (!fgets(line, sizeof line, stdin) || strcmp(line, sum) != 0)
        fail("these points are of a space with other parameters or values; `make bless-points` "
             "makes them anew");
    while (fgets(line, sizeof line, stdin)) {
        if (strcspn(line, "\n") != count)
            fail("a point of too few or too many digits");
        for (size_t p = 0; p < count; p++) {
            const char *const digit = strchr(digits, line[p]);
            clgemm_space_parameter(space, p, &values);
            if (!digit || (size_t)(digit - digits) >= values)
                fail("a digit that stands for no value");
            point[p] = (unsigned)(digit - digits);
        }
        print_options(space, words, point);
    }
}

int main(int count, char **arguments)
{
    const char *const what = count > 1 ? arguments[1] : "";
    struct clgemm_space *space;
    if (strcmp(what, "cover") == 0) {
        space = open_space(arguments + 2);
        print_cover(space);
    } else if (strcmp(what, "read") == 0) {
        space = open_space(arguments + 2);
        read_points(space, arguments + 2);
    } else if (strcmp(what, "random") == 0 && count > 3) {
        space = open_space(arguments + 4);
        print_random(space, arguments + 4, atol(arguments[2]), strtoull(arguments[3], NULL, 10));
    } else {
        fail(
            "use: list_points cover|random COUNT SEED|read OPTION VALUE... --param NAME=VALUES...");
        return 1;
    }
    clgemm_space_free(space);
    return fflush(stdout) == 0 && !ferror(stdout) ? 0 : 1;
}
