#include "harness/tune/pool.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* A candidate that is out. */
struct job {
    struct tuning *tuning;
    struct candidate *candidate;
    double ms;
    int status;
    struct fault fault;
    bool done;
};

struct evaluator {
    struct pool *pool;
    struct worker_link *link, remote; /* the tuner's, or `remote` */
    pthread_t thread;
    struct job *job; /* NULL: nothing to do */
    bool ends;
};

struct pool {
    struct tuner *tuner;
    struct evaluator *evaluators;
    struct job *jobs; /* a ring; as many as evaluators */
    size_t count, threads, first, out;
    pthread_mutex_t lock; /* held by whoever works */
    pthread_cond_t changed;
};

static void evaluate(struct evaluator *evaluator, struct job *job)
{
    job->status =
        tune_evaluate(job->tuning, evaluator->link, job->candidate, &job->ms, &job->fault);
    job->done = true;
}

/* ------------------------------------------------------------------------------------- several */

/* The worker of a link is at work: somebody else may be. */
static void idle(void *context, bool begins)
{
    struct pool *pool = context;

    if (begins)
        pthread_mutex_unlock(&pool->lock);
    else
        pthread_mutex_lock(&pool->lock);
}

static void *run(void *context)
{
    struct evaluator *evaluator = context;
    struct pool *pool = evaluator->pool;

    pthread_mutex_lock(&pool->lock);
    while (!evaluator->ends) {
        if (evaluator->job == NULL) {
            pthread_cond_wait(&pool->changed, &pool->lock);
            continue;
        }
        evaluate(evaluator, evaluator->job);
        evaluator->job = NULL;
        pthread_cond_broadcast(&pool->changed);
    }
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

/* Asks a rank for its device, which must be the tuner's in all but its place. */
static int check_device(struct pool *pool, size_t rank, struct fault *fault)
{
    static const char *const members[] = {"device", "driver"};
    struct reply reply;
    int status = worker_ask(pool->evaluators[rank].link, order_device(),
                            tune_compile_limit(pool->tuner), &reply, fault);

    if (status == 0 && reply.answer == NULL)
        status = fault_set(fault, FAULT_DEVICE, "rank %zu: %s", rank, reply.reason);
    for (int i = 0; i < 2 && status == 0; i++) {
        const json_t *ours = json_object_get(pool->tuner->device, members[i]);
        const json_t *theirs = json_object_get(reply.answer, members[i]);

        if (!json_equal((json_t *)ours, (json_t *)theirs))
            status =
                fault_set(fault, FAULT_REFUSED,
                          "rank 0 has %s %.100s and rank %zu %.100s: times of different "
                          "devices are no times of one search; choose by -p, -t and -d",
                          members[i], json_string_value(ours), rank, json_string_value(theirs));
    }
    reply_release(&reply);
    return status;
}

static int start_threads(struct pool *pool, struct fault *fault)
{
    while (pool->threads < pool->count) {
        struct evaluator *evaluator = &pool->evaluators[pool->threads];

        if (pthread_create(&evaluator->thread, NULL, run, evaluator) != 0)
            return fault_set(fault, FAULT_IO, "cannot start a thread for rank %zu", pool->threads);
        pool->threads++;
    }
    return 0;
}

int pool_open(struct tuner *tuner, struct ranks *ranks, struct pool **opened, struct fault *fault)
{
    struct pool *pool = calloc(1, sizeof *pool);

    *opened = pool;
    if (pool == NULL)
        return fault_memory(fault);
    pool->tuner = tuner;
    pool->evaluators = calloc(ranks_count(ranks), sizeof *pool->evaluators);
    pool->jobs = calloc(ranks_count(ranks), sizeof *pool->jobs);
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->changed, NULL);
    pthread_mutex_lock(&pool->lock);
    if (pool->evaluators == NULL || pool->jobs == NULL)
        return fault_memory(fault);
    pool->count = ranks_count(ranks);
    for (size_t i = 0; i < pool->count; i++) {
        struct evaluator *evaluator = &pool->evaluators[i];

        evaluator->pool = pool;
        evaluator->link = i == 0 ? &tuner->worker : &evaluator->remote;
        if (i > 0)
            ranks_link(ranks, i, evaluator->link);
        if (i > 0 && check_device(pool, i, fault))
            return -1;
    }
    for (size_t i = 0; i < pool->count && pool->count > 1; i++) {
        pool->evaluators[i].link->idle = idle;
        pool->evaluators[i].link->idle_context = pool;
    }
    return pool->count > 1 ? start_threads(pool, fault) : 0;
}

void pool_close(struct pool *pool)
{
    if (pool == NULL)
        return;
    pool_abandon(pool);
    for (size_t i = 0; i < pool->threads; i++)
        pool->evaluators[i].ends = true;
    pthread_cond_broadcast(&pool->changed);
    pthread_mutex_unlock(&pool->lock);
    for (size_t i = 0; i < pool->threads; i++)
        pthread_join(pool->evaluators[i].thread, NULL);
    pool->tuner->worker.idle = NULL;
    pthread_mutex_destroy(&pool->lock);
    pthread_cond_destroy(&pool->changed);
    free(pool->evaluators);
    free(pool->jobs);
    free(pool);
}

/* -------------------------------------------------------------------------------- out and back */

size_t pool_room(const struct pool *pool)
{
    return pool->count - pool->out;
}

size_t pool_out(const struct pool *pool)
{
    return pool->out;
}

/* There are fewer candidates out than evaluators, so one is idle. */
static struct evaluator *find_idle(struct pool *pool)
{
    struct evaluator *evaluator = pool->evaluators;

    while (evaluator->job != NULL)
        evaluator++;
    return evaluator;
}

void pool_submit(struct pool *pool, struct tuning *tuning, struct candidate *candidate)
{
    struct job *job = &pool->jobs[(pool->first + pool->out) % pool->count];
    struct evaluator *evaluator = find_idle(pool);

    *job = (struct job){.tuning = tuning, .candidate = candidate};
    pool->out++;
    if (pool->count == 1) {
        evaluate(evaluator, job);
        return;
    }
    evaluator->job = job;
    pthread_cond_broadcast(&pool->changed);
}

int pool_collect(struct pool *pool, struct candidate **candidate, double *ms, struct fault *fault)
{
    struct job *job = &pool->jobs[pool->first];

    while (!job->done)
        pthread_cond_wait(&pool->changed, &pool->lock);
    pool->first = (pool->first + 1) % pool->count;
    pool->out--;
    *candidate = job->candidate;
    *ms = job->ms;
    if (job->status != 0)
        fault_set(fault, job->fault.code, "%s", job->fault.text);
    fault_clear(&job->fault);
    return job->status;
}

void pool_abandon(struct pool *pool)
{
    while (pool->out > 0) {
        struct fault unused = {0};
        struct candidate *candidate;
        double ms;

        pool_collect(pool, &candidate, &ms, &unused);
        fault_clear(&unused);
    }
}
