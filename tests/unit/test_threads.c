/*
 * Threads that generate at the same time, from one template set and from the same requests: each
 * gets what a single thread gets. Data races are for ThreadSanitizer to see: configure --enable-
 * thread-sanitizer.
 */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "clgemm.h"

enum {
    THREADS = 4,
    KERNELS_OF_A_THREAD = 36, /* all of KERNELS, and some again */
    KERNELS = 24
};

/* Made by one thread before the others start; all of them only read it. */
static struct clgemm_templates *templates;
static struct clgemm_request *requests[KERNELS];
static struct {
    char *texts[CLGEMM_ARTIFACT_COUNT];
} expected[KERNELS];

/* The index-th request: no two are alike. */
static struct clgemm_request *make_request(unsigned index)
{
    static const char *const starts[][2] = {
        {"family", "naive"},   {"preset", "L3_SIMD_16x2_4x8"},   {"for", "cpu"},
        {"for", "intel-gen9"}, {"preset", "block_read_4x1_1x8"}, {"family", "register"},
    };
    static const char *const transposes[] = {"nn", "tn"};
    char sizes[64], alpha[16];
    struct clgemm_request *const request = clgemm_request_new();
    snprintf(sizes, sizeof sizes, "%ux96x64", 64 * (1 + index / 12));
    snprintf(alpha, sizeof alpha, "%u.5", index);
    if (!request || clgemm_request_set(request, starts[index % 6][0], starts[index % 6][1], NULL) ||
        clgemm_request_set(request, "transpose", transposes[index / 6 % 2], NULL) ||
        clgemm_request_set(request, "alpha", alpha, NULL) ||
        clgemm_request_set(request, "edges", "guard", NULL) ||
        clgemm_request_set(request, "fixed", sizes, NULL))
        abort();
    clgemm_request_use_templates(request, templates);
    return request;
}

static int make_expected(void **state)
{
    (void)state;
    if (clgemm_templates_open(NULL, &templates, NULL))
        return -1;
    for (unsigned i = 0; i < KERNELS; i++) {
        struct clgemm_error error;
        struct clgemm_result *result;
        requests[i] = make_request(i);
        if (clgemm_generate(requests[i], &result, &error)) {
            fprintf(stderr, "%u: %s\n", i, error.text);
            return -1;
        }
        for (int artifact = 0; artifact < CLGEMM_ARTIFACT_COUNT; artifact++)
            expected[i].texts[artifact] =
                strdup(clgemm_result_text(result, (enum clgemm_artifact)artifact, NULL));
        clgemm_result_free(result);
    }
    return 0;
}

static int free_expected(void **state)
{
    (void)state;
    for (unsigned i = 0; i < KERNELS; i++) {
        for (int artifact = 0; artifact < CLGEMM_ARTIFACT_COUNT; artifact++)
            free(expected[i].texts[artifact]);
        clgemm_request_free(requests[i]);
    }
    clgemm_templates_free(templates);
    return 0;
}

/* How many artifacts of a kernel differ from those made by a single thread. */
static int differences(unsigned index, const struct clgemm_request *request)
{
    struct clgemm_result *result;
    if (clgemm_generate(request, &result, NULL))
        return CLGEMM_ARTIFACT_COUNT;
    int different = 0;
    for (int artifact = 0; artifact < CLGEMM_ARTIFACT_COUNT; artifact++) {
        const char *const text = clgemm_result_text(result, (enum clgemm_artifact)artifact, NULL);
        different += !text || strcmp(text, expected[index].texts[artifact]) != 0;
    }
    clgemm_result_free(result);
    return different;
}

struct work {
    pthread_t thread;
    unsigned number;
    bool makes_requests; /* its own ones; else the shared ones are used */
    int different;
};

/* cmocka's assertions belong to its own thread: the others count. */
static void *work(void *self)
{
    struct work *const mine = self;
    for (unsigned i = 0; i < KERNELS_OF_A_THREAD; i++) {
        /* Every thread walks all of them in an order of its own. */
        const unsigned index = (i * (2 * mine->number + 5) + mine->number) % KERNELS;
        if (!mine->makes_requests) {
            mine->different += differences(index, requests[index]);
            continue;
        }
        struct clgemm_request *const request = make_request(index);
        struct clgemm_request *const copy = clgemm_request_copy(request);
        clgemm_request_free(request);
        if (index % 2)
            clgemm_request_use_templates(copy, NULL);
        mine->different += differences(index, copy);
        clgemm_request_free(copy);
    }
    return NULL;
}

static void run_threads(bool makes_requests)
{
    struct work works[THREADS];
    for (unsigned i = 0; i < THREADS; i++) {
        works[i] = (struct work){.number = i, .makes_requests = makes_requests};
        assert_int_equal(pthread_create(&works[i].thread, NULL, work, &works[i]), 0);
    }
    for (unsigned i = 0; i < THREADS; i++) {
        assert_int_equal(pthread_join(works[i].thread, NULL), 0);
        assert_int_equal(works[i].different, 0);
    }
}

static void kernels_are_different(void **state)
{
    (void)state;
    for (unsigned i = 0; i < KERNELS; i++)
        for (unsigned j = 0; j < i; j++)
            assert_string_not_equal(expected[i].texts[CLGEMM_CL], expected[j].texts[CLGEMM_CL]);
}

static void threads_share_requests(void **state)
{
    (void)state;
    run_threads(false);
}

static void threads_make_their_own_requests(void **state)
{
    (void)state;
    run_threads(true);
}

/* Introspection, errors and the choice of a profile keep no state either. */
static void *ask_around(void *self)
{
    struct work *const mine = self;
    static const struct clgemm_device device = {"gpu", "NVIDIA Corporation", "NVIDIA H200", 1};
    for (int i = 0; i < KERNELS_OF_A_THREAD; i++) {
        struct clgemm_request *const request = clgemm_request_new();
        struct clgemm_result *result;
        struct clgemm_error error;
        struct clgemm_profile profile;
        struct clgemm_option option;
        char sentence[64];
        snprintf(sentence, sizeof sentence, "--tile takes HxW");
        mine->different += clgemm_request_set(request, "tile", "wrong", &error) != -1;
        mine->different += strncmp(error.text, sentence, strlen(sentence)) != 0;
        mine->different += clgemm_request_set(request, "tile", "300x300", &error) != 0;
        mine->different += clgemm_generate(request, &result, &error) != -1;
        mine->different += strcmp(error.rule, "tile-size") != 0;
        mine->different += strcmp(clgemm_profile_for(&device), "nvidia-hopper") != 0;
        mine->different += clgemm_profile_at((size_t)i % 8, &profile) != 0;
        mine->different += clgemm_option_at((size_t)i % 20, &option) != 0;
        clgemm_request_free(request);
    }
    return NULL;
}

static void threads_ask_around(void **state)
{
    struct work works[THREADS];
    (void)state;
    for (unsigned i = 0; i < THREADS; i++) {
        works[i] = (struct work){.number = i};
        assert_int_equal(pthread_create(&works[i].thread, NULL, ask_around, &works[i]), 0);
    }
    for (unsigned i = 0; i < THREADS; i++) {
        assert_int_equal(pthread_join(works[i].thread, NULL), 0);
        assert_int_equal(works[i].different, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kernels_are_different),
        cmocka_unit_test(threads_share_requests),
        cmocka_unit_test(threads_make_their_own_requests),
        cmocka_unit_test(threads_ask_around),
    };
    return cmocka_run_group_tests(tests, make_expected, free_expected);
}
