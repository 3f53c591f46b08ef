#include "harness/tune/pool.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "harness/base/stop.h"
#include "harness/base/timing.h"
#include "harness/tune/internal.h"
#include "harness/tune/record.h"

struct job {
    struct tuning *tuning;
    struct configuration *candidate;
    enum {
        JOB_NEW, /* to be built */
        JOB_BUILDING,
        JOB_READY, /* to be measured */
        JOB_MEASURING,
        JOB_DONE
    } state;
    struct fault fault;
};

/* A thread and the worker that it asks. */
struct hand {
    struct pool *pool;
    struct executor *executor, own; /* the tuner's, or `own` */
    bool builds;                    /* else it measures */
    pthread_t thread;
};

struct pool {
    struct tuner *tuner;
    struct hand *hands; /* those that measure, then those that build */
    size_t count, builders, threads;
    struct job *jobs;        /* a ring */
    size_t first, out, most; /* `most` may be out */
    size_t building;         /* hands that build now */
    double building_since;   /* when the first of them began */
    double building_before;  /* milliseconds until then in which any did */
    double starving;         /* of those who measure, with nothing that is built */
    bool in_turn;            /* nobody builds while somebody measures ... */
    bool measures;           /* ... and this is what is done now */
    atomic_bool drops;       /* what is out is not wanted any more: those who build end at once */
    bool ends;
    pthread_mutex_t lock; /* held by whoever works */
    pthread_cond_t changed;
};

static size_t hands_of(const struct pool *pool)
{
    return pool->count + pool->builders;
}

/* The job that has been out for so long: 0 is the oldest. */
static struct job *job_at(const struct pool *pool, size_t age)
{
    return &pool->jobs[(pool->first + age) % pool->most];
}

/* Whether nothing of a candidate is left to be measured. */
static bool is_known(struct tuning *tuning, struct configuration *candidate)
{
    const struct tuner *tuner = tuning->tuner;
    bool known = true;

    for (size_t i = 0; i < tuning->shape_count && known; i++) {
        const struct attempt attempt = {.tuning = tuning, .candidate = candidate, .shape = i};
        const struct journal_entry *entry = tune_entry(&attempt);

        known = entry != NULL &&
                (entry->fields[JOURNAL_TIMES] != NULL || tune_is_deadly(tuner, entry) ||
                 tune_known_failure(tuner, entry) != STATUS_OK);
    }
    return known;
}

/* Has a candidate built, if it is to be measured. A failure or crash here says nothing: the worker
 * that measures it builds it itself, and that is written down. */
static void build_ahead(struct tuning *tuning, struct client *builder,
                        struct configuration *candidate)
{
    struct fault unused = {0};

    if (tune_make(tuning, candidate, &unused) == 0 && candidate->manifest != NULL &&
        !is_known(tuning, candidate)) {
        const struct build_order build = {.manifest = candidate->manifest, .returns = true};

        client_ask(builder, order_build(&build), tune_compile_limit(tuning->tuner),
                   &candidate->compiled, &unused);
    }
    fault_clear(&unused);
}

static void measure(struct pool *pool, struct executor *executor, struct job *job)
{
    job->state = JOB_MEASURING;
    job->candidate->dropped = pool->drops || stop_wanted() || tune_is_late(job->tuning);
    if (!job->candidate->dropped)
        tune_evaluate(job->tuning, executor, job->candidate, &job->fault);
    job->candidate->dropped |= job->fault.interrupted;
    job->state = JOB_DONE;
}

/* ------------------------------------------------------------------------------------- several */

/* The worker of a client is at work: somebody else may be. */
static void idle(void *context, bool begins)
{
    struct pool *pool = context;

    if (begins)
        pthread_mutex_unlock(&pool->lock);
    else
        pthread_mutex_lock(&pool->lock);
}

static bool has(const struct pool *pool, int state)
{
    for (size_t i = 0; i < pool->out; i++)
        if ((int)job_at(pool, i)->state == state)
            return true;
    return false;
}

/* The side whose turn it is goes on while there is something to do. */
static bool may_measure(struct pool *pool)
{
    if (!pool->measures && !has(pool, JOB_NEW) && !has(pool, JOB_BUILDING))
        pool->measures = true;
    return !pool->in_turn || pool->measures;
}

static bool may_build(struct pool *pool)
{
    if (pool->measures && !has(pool, JOB_READY) && !has(pool, JOB_MEASURING))
        pool->measures = false;
    return !pool->in_turn || !pool->measures;
}

/* The next one to build, or to measure, in the order in which they came; NULL: none is ready. A kernel that takes
 * long to build keeps none of the others waiting where all profiles' are tried, which are given up by what was measured before. */
static struct job *next_job(struct pool *pool, bool builds)
{
    for (size_t i = 0; i < pool->out && (builds ? may_build(pool) : may_measure(pool)); i++) {
        struct job *job = job_at(pool, i);

        if (job->state == (builds ? JOB_NEW : JOB_READY))
            return job;
        if (!builds && job->state < JOB_MEASURING && !job->tuning->tuner->options->space.every)
            return NULL;
    }
    return NULL;
}

static void build(struct pool *pool, struct client *client, struct job *job)
{
    job->state = JOB_BUILDING;
    if (pool->building++ == 0)
        pool->building_since = time_now_ms();
    if (!pool->drops && !stop_wanted() && !tune_is_late(job->tuning))
        build_ahead(job->tuning, client, job->candidate);
    if (--pool->building == 0)
        pool->building_before += time_now_ms() - pool->building_since;
    job->state = JOB_READY;
}

/* Milliseconds in which any hand has built. */
static double building_time(const struct pool *pool)
{
    return pool->building_before + (pool->building > 0 ? time_now_ms() - pool->building_since : 0);
}

static void *serve(void *context)
{
    struct hand *hand = context;
    struct pool *pool = hand->pool;

    pthread_mutex_lock(&pool->lock);
    while (!pool->ends) {
        struct job *job = next_job(pool, hand->builds);

        if (job == NULL) {
            const double built = building_time(pool);

            pthread_cond_wait(&pool->changed, &pool->lock);
            pool->starving += hand->builds ? 0 : building_time(pool) - built;
            continue;
        }
        if (hand->builds)
            build(pool, &hand->executor->client, job);
        else
            measure(pool, hand->executor, job);
        pthread_cond_broadcast(&pool->changed);
    }
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

/* Asks a rank for its device, which must be the tuner's in all but its place. */
static int check_device(struct pool *pool, size_t rank, struct fault *fault)
{
    static const char *const members[] = {"device", "driver"};
    json_t *answer;
    int status = client_ask(&pool->hands[rank].executor->client, order_device(true),
                            tune_compile_limit(pool->tuner), &answer, fault);

    if (status != 0) {
        char who[32];

        snprintf(who, sizeof who, "rank %zu", rank);
        fault_prefix(fault, who);
    }
    for (int i = 0; i < 2 && status == 0; i++) {
        const json_t *ours = json_object_get(pool->tuner->device, members[i]);
        const json_t *theirs = json_object_get(answer, members[i]);

        if (!json_equal((json_t *)ours, (json_t *)theirs))
            status =
                fault_set(fault, FAULT_REFUSED,
                          "rank 0 has %s %.100s and rank %zu %.100s: times of different "
                          "devices are no times of one search; choose by -p, -t and -d",
                          members[i], json_string_value(ours), rank, json_string_value(theirs));
    }
    json_decref(answer);
    return status;
}

static int start_threads(struct pool *pool, struct fault *fault)
{
    while (pool->threads < hands_of(pool)) {
        struct hand *hand = &pool->hands[pool->threads];

        if (pthread_create(&hand->thread, NULL, serve, hand) != 0)
            return fault_set(fault, FAULT_IO, "cannot start a thread for %s %zu",
                             hand->builds ? "builder" : "rank",
                             pool->threads - (hand->builds ? pool->count : 0));
        pool->threads++;
    }
    return 0;
}

/* Gives each hand its executor; it is closed where it is the hand's own. */
static int join(struct pool *pool, struct ranks *ranks, size_t index, struct fault *fault)
{
    struct tuner *tuner = pool->tuner;
    struct hand *hand = &pool->hands[index];

    hand->pool = pool;
    hand->executor = index == 0 ? &tuner->worker : &hand->own;
    hand->own.options = tuner->worker.options;
    hand->builds = index >= pool->count;
    if (hand->builds) {
        if (client_open(&tuner->options->worker, &hand->own.client, fault))
            return -1;
        hand->own.client.dropped = &pool->drops;
        return 0;
    }
    if (index > 0)
        ranks_client(ranks, index, &hand->own.client);
    return index > 0 ? check_device(pool, index, fault) : 0;
}

/* A worker that builds has a context of the device, which takes some of its memory. */
static const double context_bytes = 0x1p29;

/* Whether compilers run on another processor than the device's kernels. */
static bool is_gpu(const struct tuner *tuner)
{
    return member_is(tuner->device, "type", "gpu");
}

/* How many workers build ahead: --jobs, else one a processor for a GPU, as far as half of its
 * memory holds their contexts; of other devices none. */
static size_t count_builders(const struct tuner *tuner)
{
    const struct tune_options *options = tuner->options;
    const double memory = member_number(tuner->device, "global_bytes");
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    double most = memory > 0 ? memory / 2 / context_bytes : INFINITY;

    if (options->says_jobs)
        return (size_t)options->jobs;
    if (!is_gpu(tuner) || processors < 1)
        return 0;
    return (size_t)fmin((double)processors, floor(most));
}

/* How many candidates may be out: one a hand; where all profiles' are tried twice as many, as they come back in their order and one that
 * takes long to build keeps those behind it out. */
static size_t count_jobs(const struct tuner *tuner, size_t hands)
{
    return hands > 1 && tuner->options->space.every ? 2 * hands : hands;
}

int pool_open(struct tuner *tuner, struct ranks *ranks, struct pool **opened, struct fault *fault)
{
    struct pool *pool = calloc(1, sizeof *pool);

    *opened = pool;
    if (pool == NULL)
        return fault_memory(fault);
    pool->tuner = tuner;
    pool->builders = tuner->options->show_space ? 0 : count_builders(tuner);
    pool->in_turn = pool->builders > 0 && !is_gpu(tuner);
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->changed, NULL);
    pthread_mutex_lock(&pool->lock);
    pool->hands = calloc(ranks_count(ranks) + pool->builders, sizeof *pool->hands);
    pool->most = count_jobs(tuner, ranks_count(ranks) + pool->builders);
    pool->jobs = calloc(pool->most, sizeof *pool->jobs);
    if (pool->hands == NULL || pool->jobs == NULL)
        return fault_memory(fault);
    pool->count = ranks_count(ranks);
    for (size_t i = 0; i < hands_of(pool); i++)
        if (join(pool, ranks, i, fault))
            return -1;
    for (size_t i = 0; i < hands_of(pool) && hands_of(pool) > 1; i++) {
        pool->hands[i].executor->client.idle = idle;
        pool->hands[i].executor->client.idle_context = pool;
    }
    return hands_of(pool) > 1 ? start_threads(pool, fault) : 0;
}

void pool_close(struct pool *pool)
{
    if (pool == NULL)
        return;
    pool_abandon(pool);
    pool->ends = true;
    pthread_cond_broadcast(&pool->changed);
    pthread_mutex_unlock(&pool->lock);
    for (size_t i = 0; i < pool->threads; i++)
        pthread_join(pool->hands[i].thread, NULL);
    pool->tuner->worker.client.idle = NULL;
    for (size_t i = pool->count; pool->count > 0 && i < hands_of(pool); i++)
        if (pool->hands[i].own.client.program != NULL)
            client_close(&pool->hands[i].own.client);
    pthread_mutex_destroy(&pool->lock);
    pthread_cond_destroy(&pool->changed);
    free(pool->hands);
    free(pool->jobs);
    free(pool);
}

/* -------------------------------------------------------------------------------- out and back */

size_t pool_room(const struct pool *pool)
{
    return pool->most - pool->out;
}

size_t pool_out(const struct pool *pool)
{
    return pool->out;
}

void pool_submit(struct pool *pool, struct tuning *tuning, struct configuration *candidate)
{
    struct job *job = job_at(pool, pool->out);

    *job = (struct job){.tuning = tuning,
                        .candidate = candidate,
                        .state = pool->builders > 0 ? JOB_NEW : JOB_READY};
    pool->out++;
    if (hands_of(pool) == 1)
        measure(pool, pool->hands[0].executor, job);
    else
        pthread_cond_broadcast(&pool->changed);
}

/* Waits for a change, or until it may be that the time is over. */
static void wait_a_while(struct pool *pool)
{
    const long slice_ns = 50 * 1000000L, second_ns = 1000000000L;
    struct timespec end;

    clock_gettime(CLOCK_REALTIME, &end);
    end.tv_nsec += slice_ns;
    end.tv_sec += end.tv_nsec / second_ns;
    end.tv_nsec %= second_ns;
    pthread_cond_timedwait(&pool->changed, &pool->lock, &end);
}

int pool_collect(struct pool *pool, struct configuration **candidate, struct fault *fault)
{
    struct job *job = job_at(pool, 0);

    while (job->state != JOB_DONE) {
        if (tune_is_late(job->tuning))
            atomic_store(&pool->drops, true);
        wait_a_while(pool);
    }
    pool->first = (pool->first + 1) % pool->most;
    pool->out--;
    *candidate = job->candidate;
    return fault_move(&job->fault, fault);
}

void pool_spent(const struct pool *pool, struct pool_time *time)
{
    *time = (struct pool_time){
        .workers = pool->count, .builders = pool->builders, .building = building_time(pool)};
    for (size_t i = 0; i < pool->count; i++)
        time_spent_add(&time->spent, &pool->hands[i].executor->client);
    for (size_t i = pool->count; i < hands_of(pool); i++)
        time->ahead += pool->hands[i].executor->client.spent[WORK_COMPILERS];
    time->spent.ms[WORK_COMPILERS] += pool->starving;
}

void pool_abandon(struct pool *pool)
{
    pool->drops = true;
    while (pool->out > 0) {
        struct fault unused = {0};
        struct configuration *candidate;

        pool_collect(pool, &candidate, &unused);
        fault_clear(&unused);
    }
    pool->drops = false;
}
