/*
 * Launchers in somebody's program: created from a queue alone, built at a moment of its own, on queues of both orders, in several
 * threads. OpenCL is played by standin_cl.c. Use: guest; guest shared: two threads use one struct, which a thread sanitizer reports.
 */
/* pthread_barrier_t. */
#define _POSIX_C_SOURCE 200809L

#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "standin_cl.h"

#include "plain_launch.h"
#include "single_launch.h"
#include "steps_launch.h"

enum {
    M = 9,
    N = 10,
    K = 7,
    THREADS = 4,
    TIMES = 50
};

static atomic_int wrong;
#define EXPECT(what, wanted)                                                                       \
    do {                                                                                           \
        const long long got_ = (long long)(what);                                                  \
        if (got_ != (long long)(wanted)) {                                                         \
            printf("line %d: %s is %lld, not %s\n", __LINE__, #what, got_, #wanted);               \
            wrong++;                                                                               \
        }                                                                                          \
    } while (0)

/* The operands of a product. */
struct operands {
    cl_mem a, b, c;
};

static struct operands make_operands(void)
{
    return (struct operands){standin_buffer(M * K * 4), standin_buffer(K * N * 4),
                             standin_buffer(M * N * 4)};
}

static void release_operands(struct operands of)
{
    clReleaseMemObject(of.a);
    clReleaseMemObject(of.b);
    clReleaseMemObject(of.c);
}

/* What all three launchers take. */
#define ENQUEUE(kernel, self, queue, of, count, events, event)                                     \
    kernel##_enqueue(self, queue, M, N, K, 2, (of).a, K, (of).b, N, 1, (of).c, N, count, events,   \
                     event)

static void test_queue_alone(void)
{
    cl_command_queue queue = standin_queue(0);
    const struct operands of = make_operands();
    struct plain product;
    EXPECT(plain_create_from_queue(&product, queue), CL_SUCCESS);
    EXPECT(product.context == standin_context() && product.device == standin_device(), 1);
    EXPECT(ENQUEUE(plain, &product, queue, of, 0, NULL, NULL), CL_SUCCESS);
    plain_release(&product);
    EXPECT(plain_create_from_queue(&product, NULL), CL_INVALID_COMMAND_QUEUE);
    plain_release(&product);
    release_operands(of);
    clReleaseCommandQueue(queue);
}

/* Before it is built a product is an error, and nothing is enqueued. */
static void test_build_apart(void)
{
    cl_command_queue queue = standin_queue(0);
    const struct operands of = make_operands();
    struct plain product;
    const int builds = standin_builds;
    standin_restart();
    plain_init(&product, standin_context(), standin_device());
    EXPECT(standin_builds, builds);
    EXPECT(ENQUEUE(plain, &product, queue, of, 0, NULL, NULL), CL_INVALID_KERNEL);
    EXPECT(standin_command_count, 0);
    EXPECT(plain_build(&product), CL_SUCCESS);
    EXPECT(standin_builds, builds + 1);
    EXPECT(ENQUEUE(plain, &product, queue, of, 0, NULL, NULL), CL_SUCCESS);
    EXPECT(standin_command_count, 1);
    plain_release(&product);
    EXPECT(plain_init_from_queue(&product, queue), CL_SUCCESS);
    EXPECT(standin_builds, builds + 1);
    plain_release(&product);
    release_operands(of);
    clReleaseCommandQueue(queue);
}

static void test_log(void)
{
    struct single product;
    EXPECT(single_create(&product, standin_context(), standin_device()), CL_SUCCESS);
    EXPECT(strcmp(product.log, standin_log), 0);
    single_release(&product);
    standin_fails = 1;
    EXPECT(single_create(&product, standin_context(), standin_device()), CL_BUILD_PROGRAM_FAILURE);
    EXPECT(strcmp(product.log, standin_log), 0);
    standin_fails = 0;
    single_release(&product);
    single_init(&product, standin_context(), standin_device());
    EXPECT(product.log == NULL, 1);
    single_release(&product);
}

/* The first step waits for the caller's events and the call before, the next ones for the step before; in order, where the queue says so, for the caller's too. */
static void test_order(cl_command_queue_properties properties)
{
    cl_command_queue queue = standin_queue(properties);
    const struct operands of = make_operands();
    const cl_event given[2] = {standin_event(), standin_event()};
    const cl_uint again = properties || standin_silent ? 0 : 2;
    struct steps product;
    cl_event done[2];
    EXPECT(steps_create_from_queue(&product, queue), CL_SUCCESS);
    standin_restart();
    EXPECT(ENQUEUE(steps, &product, queue, of, 2, given, &done[0]), CL_SUCCESS);
    EXPECT(ENQUEUE(steps, &product, queue, of, 2, given, &done[1]), CL_SUCCESS);
    EXPECT(standin_command_count, 2 * STEPS_STEP_COUNT);
    for (int i = 0; i < standin_command_count; i++) {
        const struct standin_command *const command = &standin_commands[i];
        const cl_uint callers = i % STEPS_STEP_COUNT == 0 ? 2 : again;
        EXPECT(command->waits, callers + (i > 0));
        for (cl_uint j = 0; j < callers; j++)
            EXPECT(command->waited[j], standin_number(given[j]));
        if (i > 0)
            EXPECT(command->waited[callers], command[-1].event);
        /* The first call's events are released, the last call's are there. */
        if (i >= STEPS_STEP_COUNT)
            EXPECT(standin_number(product.events[i - STEPS_STEP_COUNT]), command->event);
    }
    EXPECT(strcmp(standin_commands[STEPS_STEP_MULTIPLY].kernel, "steps"), 0);
    EXPECT(standin_number(done[0]), standin_commands[STEPS_STEP_COUNT - 1].event);
    EXPECT(standin_number(done[1]), standin_commands[2 * STEPS_STEP_COUNT - 1].event);
    /* A call before that has ended is not waited for. */
    standin_state = CL_COMPLETE;
    standin_restart();
    EXPECT(ENQUEUE(steps, &product, queue, of, 0, NULL, NULL), CL_SUCCESS);
    EXPECT(standin_commands[0].waits, 0);
    standin_state = CL_QUEUED;
    for (int i = 0; i < 2; i++) {
        clReleaseEvent(done[i]);
        clReleaseEvent(given[i]);
    }
    steps_release(&product);
    release_operands(of);
    clReleaseCommandQueue(queue);
}

/* A step that is not enqueued has no event. */
static void test_events(void)
{
    cl_command_queue queue = standin_queue(0);
    const struct operands of = make_operands();
    struct single product;
    cl_event done;
    EXPECT(single_create_from_queue(&product, queue), CL_SUCCESS);
    EXPECT(product.events[SINGLE_STEP_MULTIPLY] == NULL, 1);
    EXPECT(ENQUEUE(single, &product, queue, of, 0, NULL, &done), CL_SUCCESS);
    EXPECT(product.events[SINGLE_STEP_MULTIPLY] == done, 1);
    clReleaseEvent(done);
    EXPECT(single_enqueue(&product, queue, 0, N, K, 2, of.a, K, of.b, N, 1, of.c, N, 0, NULL, NULL),
           CL_SUCCESS);
    EXPECT(product.events[SINGLE_STEP_MULTIPLY] == NULL, 1);
    EXPECT(ENQUEUE(single, &product, queue, of, 0, NULL, NULL), CL_SUCCESS);
    single_release(&product);
    release_operands(of);
    clReleaseCommandQueue(queue);
}

/* A struct each, of one context. */
static void *multiply(void *unused)
{
    cl_command_queue queue = standin_queue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    const struct operands of = make_operands();
    (void)unused;
    for (int i = 0; i < TIMES; i++) {
        struct plain one;
        struct steps several;
        EXPECT(plain_create_from_queue(&one, queue), CL_SUCCESS);
        EXPECT(steps_create_from_queue(&several, queue), CL_SUCCESS);
        EXPECT(ENQUEUE(plain, &one, queue, of, 0, NULL, NULL), CL_SUCCESS);
        EXPECT(ENQUEUE(steps, &several, queue, of, 0, NULL, NULL), CL_SUCCESS);
        EXPECT(ENQUEUE(steps, &several, queue, of, 0, NULL, NULL), CL_SUCCESS);
        plain_release(&one);
        steps_release(&several);
    }
    release_operands(of);
    clReleaseCommandQueue(queue);
    return NULL;
}

static pthread_barrier_t start;

/* One struct of two threads: a race. */
static void *share(void *product)
{
    cl_command_queue queue = standin_queue(0);
    const struct operands of = make_operands();
    pthread_barrier_wait(&start);
    for (int i = 0; i < TIMES; i++)
        ENQUEUE(plain, product, queue, of, 0, NULL, NULL);
    release_operands(of);
    clReleaseCommandQueue(queue);
    return NULL;
}

static void run(int count, void *(*work)(void *), void *argument)
{
    pthread_t threads[THREADS];
    for (int i = 0; i < count; i++)
        EXPECT(pthread_create(&threads[i], NULL, work, argument), 0);
    for (int i = 0; i < count; i++)
        pthread_join(threads[i], NULL);
}

int main(int count, char **arguments)
{
    if (count > 1 && strcmp(arguments[1], "shared") == 0) {
        struct plain product;
        EXPECT(plain_create(&product, standin_context(), standin_device()), CL_SUCCESS);
        pthread_barrier_init(&start, NULL, 2);
        run(2, share, &product);
        pthread_barrier_destroy(&start);
        plain_release(&product);
        return wrong != 0;
    }
    test_queue_alone();
    test_build_apart();
    test_log();
    test_order(0);
    test_order(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    standin_silent = 1;
    test_order(0);
    standin_silent = 0;
    test_events();
    run(THREADS, multiply, NULL);
    EXPECT(standin_live, 0);
    return wrong != 0;
}
