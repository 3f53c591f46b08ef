/*
 * Speed of the generator: kernels a second in one process on one core, memory a kernel, the time to
 * compile the templates, and the time of one emission as a process. Prints figures beside their
 * goals; fails for errors only.
 *
 * Use: bench_gen [PATH-OF-CLGEMM-GEN]; without an argument $CLGEMM_GEN, or the program of that
 * name.
 */
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>

#include "clgemm.h"

extern char **environ;

enum {
    PROCESSES = 51,
    OPENINGS = 51,
    KERNELS = 4000,
    ROUNDS = 3
};

static double read_clock(clockid_t clock)
{
    struct timespec time;
    clock_gettime(clock, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static double now(void)
{
    return read_clock(CLOCK_MONOTONIC);
}

/* Time of the processor, the system's work for us included: what others do on the machine does not
 * count. */
static double processor_time(void)
{
    return read_clock(CLOCK_PROCESS_CPUTIME_ID);
}

static void give_up(const char *what)
{
    fprintf(stderr, "bench_gen: %s\n", what);
    exit(1);
}

static int compare(const void *left, const void *right)
{
    const double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

static double median(double *values, size_t count)
{
    qsort(values, count, sizeof *values, compare);
    return values[count / 2];
}

/* ------------------------------------------------------------------------------------ a process */

/* Seconds that one run of clgemm-gen takes, its output thrown away. */
static double time_process(char *path)
{
    char *arguments[] = {path, "--tile", "32x2", "--wg", "1x8", NULL};
    posix_spawn_file_actions_t actions;
    pid_t child;
    int status;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
    const double start = now();
    if (posix_spawnp(&child, path, &actions, NULL, arguments, environ))
        give_up("cannot start clgemm-gen");
    if (waitpid(child, &status, 0) < 0 || status != 0)
        give_up("clgemm-gen failed");
    const double seconds = now() - start;
    posix_spawn_file_actions_destroy(&actions);
    return seconds;
}

static void measure_process(char *path)
{
    double seconds[PROCESSES];
    time_process(path); /* the first one reads the program from disk */
    for (size_t i = 0; i < PROCESSES; i++)
        seconds[i] = time_process(path);
    printf("one emission as a process  %8.2f ms        median of %d; goal: under 5\n",
           1e3 * median(seconds, PROCESSES), PROCESSES);
}

/* ------------------------------------------------------------------------------------ templates */

static struct clgemm_templates *open_templates(void)
{
    struct clgemm_error error;
    struct clgemm_templates *templates;
    if (clgemm_templates_open(NULL, &templates, &error))
        give_up(error.text);
    return templates;
}

static void measure_templates(void)
{
    double seconds[OPENINGS];
    for (size_t i = 0; i < OPENINGS; i++) {
        const double start = processor_time();
        struct clgemm_templates *templates = open_templates();
        seconds[i] = processor_time() - start;
        clgemm_templates_free(templates);
    }
    printf("all templates compiled     %8.2f ms        median of %d; once for all kernels\n",
           1e3 * median(seconds, OPENINGS), OPENINGS);
}

/* -------------------------------------------------------------------------------------- kernels */

static void set(struct clgemm_request *request, const char *option, const char *value)
{
    struct clgemm_error error;
    if (value && clgemm_request_set(request, option, value, &error))
        give_up(error.text);
}

/*
 * The index-th of KERNELS requests, no two of them alike: the digits of the index choose a kernel, a
 * work-group, a transpose and a layout, what is left of it a size. Odd sizes have guards and loops
 * for what is left of K.
 */
static struct clgemm_request *make_request(unsigned index, const struct clgemm_templates *templates)
{
    static const struct {
        const char *family, *share, *access, *tile, *vector;
    } kernels[] = {
        {"subgroup", "shuffle", "buffer", "32x2", NULL},
        {"subgroup", "block-read", "image", "32x2", NULL},
        {"register", NULL, "buffer", "8x8", "4"},
        {"subgroup", "shuffle", "buffer", "16x4", NULL},
        {"register", NULL, "buffer", "4x16", "8"},
        {"subgroup", "block-read", "buffer", "8x4", NULL},
        {"register", NULL, "image", "4x4", NULL},
        {"naive", NULL, "buffer", NULL, NULL},
        {"local", NULL, "buffer", "8x8", "4"},
        {"local", NULL, "buffer", "4x4", NULL},
    };
    enum {
        KINDS = sizeof kernels / sizeof kernels[0]
    };
    static const char *const groups[] = {"1x8", "2x8", "4x8", "8x8"};
    static const char *const transposes[] = {"nn", "tn", "nt", "tt"};
    static const char *const layouts[] = {"column", "row"};
    char sizes[64];
    struct clgemm_request *request = clgemm_request_new();
    if (!request)
        give_up("out of memory");
    const unsigned kernel = index % KINDS;
    const unsigned rest = index / KINDS / 4 / 4 / 2;
    clgemm_request_use_templates(request, templates);
    set(request, "family", kernels[kernel].family);
    set(request, "share", kernels[kernel].share);
    set(request, "access", kernels[kernel].access);
    set(request, "tile", kernels[kernel].tile);
    set(request, "vec-c", kernels[kernel].vector);
    set(request, "wg", groups[index / KINDS % 4]);
    set(request, "transpose", transposes[index / KINDS / 4 % 4]);
    set(request, "layout", layouts[index / KINDS / 4 / 4 % 2]);
    if (rest % 4) { /* every fourth takes its sizes at launch, each with a factor of its own */
        snprintf(sizes, sizeof sizes, "%ux%ux%u", 64 * rest, 64 * rest + rest % 3, 256 + rest % 2);
        set(request, "fixed", sizes);
    } else {
        snprintf(sizes, sizeof sizes, "%u.5", rest);
        set(request, "alpha", sizes);
    }
    return request;
}

/* Makes every kernel once; seconds of the processor, and in *bytes and *most the text and the
 * largest memory. */
static double make_all(const struct clgemm_templates *templates, size_t *bytes, size_t *most)
{
    *bytes = *most = 0;
    const double start = processor_time();
    for (unsigned i = 0; i < KERNELS; i++) {
        struct clgemm_request *request = make_request(i, templates);
        struct clgemm_error error;
        struct clgemm_result *result;
        size_t length;
        if (clgemm_generate(request, &result, &error))
            give_up(error.text);
        if (!clgemm_result_text(result, CLGEMM_CL, &length))
            give_up("out of memory");
        *bytes += length;
        if (clgemm_result_memory(result) > *most)
            *most = clgemm_result_memory(result);
        clgemm_result_free(result);
        clgemm_request_free(request);
    }
    return processor_time() - start;
}

static void measure_kernels(void)
{
    struct clgemm_templates *templates = open_templates();
    double seconds[ROUNDS];
    size_t bytes, most;
    for (int round = 0; round < ROUNDS; round++)
        seconds[round] = make_all(templates, &bytes, &most);
    printf("kernels in one process     %8.0f a second  %d different ones on one core, %.1f KB of "
           "source each; goal: over 2500\n",
           KERNELS / median(seconds, ROUNDS), KERNELS, 1e-3 * (double)bytes / KERNELS);
    printf("memory of a kernel         %8.0f KB        the largest; goal: under 1000\n",
           1e-3 * (double)most);
    clgemm_templates_free(templates);
}

int main(int count, char **arguments)
{
    char *const named = getenv("CLGEMM_GEN");
    measure_process(count > 1 ? arguments[1] : named && *named ? named : "clgemm-gen");
    measure_templates();
    measure_kernels();
    return 0;
}
