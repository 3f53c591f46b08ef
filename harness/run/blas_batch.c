/*
 * The members of a batch by a library.
 *
 * One of the host multiplies one product a call. Two ways are fair: one member after another, each
 * by all threads of the library, or each member by one thread, as many at once as there are
 * threads. Which one is faster depends on the size: the first runs give a half of the members to
 * each, of groups all by one way after the other; the faster way has all of them from then on.
 */
#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "harness/base/timing.h"
#include "harness/run/blas_internal.h"

enum {
    MOST_THREADS = 1024,
    TRIED_RUNS = 4 /* that compare the ways */
};

/* Members from one on, of which threads take the next one each. */
struct share {
    const struct blas_product *product;
    _Atomic uint64_t next;
    uint64_t end;
    _Atomic bool failed;
};

/* The product of one member: its operands begin further on. */
static struct gemm member_of(const struct blas_product *product, uint64_t member)
{
    struct gemm gemm = product->gemm;

    for (int i = 0; i < OPERAND_COUNT; i++)
        gemm.offset[i] += launch_member(&product->launch, i, member);
    return gemm;
}

/* The product of a group: its part of an axis, and the matrix that it has of its own. */
static struct gemm group_of(const struct blas_product *product, uint64_t group)
{
    const struct launch *launch = &product->launch;
    const uint64_t first = launch_first_row(launch, group);
    const uint64_t count = launch_first_row(launch, group + 1) - first;
    struct gemm gemm = member_of(product, group);

    *(launch->ragged == SYMBOL_M   ? &gemm.m
      : launch->ragged == SYMBOL_N ? &gemm.n
                                   : &gemm.k) = count;
    for (int i = 0; i < OPERAND_COUNT; i++) {
        const bool turned = i != OPERAND_C && gemm.transpose[i];
        const bool of_rows =
            launch->ragged == SYMBOL_M || (launch->ragged == SYMBOL_K && i == OPERAND_B);

        if (launch_is_common(launch, i))
            gemm.offset[i] += first * (of_rows == (gemm.column_layout == turned) ? gemm.ld[i] : 1);
    }
    return gemm;
}

static bool is_product(const struct gemm *gemm)
{
    return gemm->m > 0 && gemm->n > 0;
}

int blas_batch_list(struct blas_product *product, struct fault *fault)
{
    const uint64_t groups = product->launch.value[SYMBOL_BATCH];

    if (!product->launch.grouped)
        return 0;
    product->groups = calloc(groups + 1, sizeof *product->groups);
    if (product->groups == NULL)
        return fault_memory(fault);
    for (uint64_t i = 0; i < groups; i++) {
        product->groups[product->group_count] = group_of(product, i);
        product->group_count += is_product(&product->groups[product->group_count]);
    }
    return 0;
}

/* Members, or groups with rows. */
static uint64_t count_products(const struct blas_product *product)
{
    return product->launch.grouped ? product->group_count : product->launch.value[SYMBOL_BATCH];
}

static int multiply_member(const struct blas_product *product, uint64_t member, struct fault *fault)
{
    const struct blas *blas = product->blas;
    const struct gemm gemm =
        product->launch.grouped ? product->groups[member] : member_of(product, member);

    return blas->kind->multiply(blas->state, &gemm, product->places, fault);
}

static int in_turn(const struct blas_product *product, uint64_t begin, uint64_t end,
                   struct fault *fault)
{
    for (uint64_t i = begin; i < end; i++)
        if (multiply_member(product, i, fault))
            return -1;
    return 0;
}

static void *take_members(void *argument)
{
    struct share *share = argument;
    struct fault fault = {0};

    for (uint64_t i = share->next++; i < share->end; i = share->next++)
        if (multiply_member(share->product, i, &fault))
            share->failed = true;
    fault_clear(&fault);
    return NULL;
}

/* A member a thread. The library is told to use one thread a call meanwhile. */
static int side_by_side(const struct blas_product *product, uint64_t begin, uint64_t end,
                        struct fault *fault)
{
    const struct blas *blas = product->blas;
    struct share share = {.product = product, .next = begin, .end = end};
    pthread_t threads[MOST_THREADS];
    unsigned started = 0;

    blas->kind->use_threads(blas->state, 1);
    while (started + 1 < blas->threads && started < MOST_THREADS &&
           pthread_create(&threads[started], NULL, take_members, &share) == 0)
        started++;
    take_members(&share);
    for (unsigned i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
    blas->kind->use_threads(blas->state, blas->threads);
    return share.failed ? fault_set(fault, FAULT_DEVICE, "%s failed", blas->name) : 0;
}

/* Multiplies members in a way and keeps its best time for one. */
static int run_way(struct blas_product *product, bool way, uint64_t begin, uint64_t end,
                   struct fault *fault)
{
    const double started = time_now_ms();
    double ms;

    if ((way ? side_by_side : in_turn)(product, begin, end, fault))
        return -1;
    ms = (time_now_ms() - started) / (double)(end - begin);
    if (product->member_ms[way] == 0 || ms < product->member_ms[way])
        product->member_ms[way] = ms;
    return 0;
}

int blas_batch_check(const struct blas *blas, const struct launch *launch, struct fault *fault)
{
    if (launch->value[SYMBOL_BATCH] > blas->kind->largest)
        return fault_set(fault, FAULT_REFUSED, "%s takes no more than %" PRIu64 " members",
                         blas->kind->name, blas->kind->largest);
    if (launch->listed && blas->kind->multiply_batch != NULL)
        return fault_set(fault, FAULT_REFUSED,
                         "%s multiplies members a stride apart; compare with --batch strided",
                         blas->kind->name);
    if (launch->grouped && (launch->gathers || launch->scatters))
        return fault_set(fault, FAULT_REFUSED,
                         "%s multiplies rows that lie one behind another; compare with --rows-a "
                         "none --rows-c none",
                         blas->kind->name);
    if (!launch->grouped && blas->kind->multiply == NULL)
        return fault_set(fault, FAULT_REFUSED,
                         "%s multiplies groups of rows alone; compare with --batch groups",
                         blas->kind->name);
    if ((launch->grouped || launch->value[SYMBOL_BATCH] != 1) &&
        blas->kind->multiply_batch == NULL && blas->kind->multiply_groups == NULL && !blas->on_host)
        return fault_set(fault, FAULT_REFUSED, "%s is not compared in batches", blas->kind->name);
    return 0;
}

/* Whether there are two ways. */
static bool may_spread(const struct blas_product *product)
{
    return product->blas->kind->use_threads != NULL && product->blas->threads > 1 &&
           count_products(product) > 1;
}

static bool spreads(const struct blas_product *product)
{
    return product->member_ms[true] < product->member_ms[false];
}

const char *blas_way(const struct blas_product *product)
{
    const struct blas_kind *kind = product->blas->kind;

    if (product->launch.value[SYMBOL_BATCH] == 1)
        return NULL;
    if (product->launch.grouped ? kind->multiply_groups != NULL : kind->multiply_batch != NULL)
        return "members by one call";
    if (!may_spread(product))
        return "members one after another";
    return product->tried < TRIED_RUNS ? NULL
           : spreads(product)          ? "members side by side, a thread each"
                                       : "members one after another, all threads each";
}

/* Multiplies all members, a half of them in each way, of groups all in one. */
static int try_ways(struct blas_product *product, uint64_t members, struct fault *fault)
{
    const bool grouped = product->launch.grouped, odd = product->tried++ % 2 == 1;

    if (grouped)
        return run_way(product, odd, 0, members, fault);
    return run_way(product, false, 0, members / 2, fault) ||
                   run_way(product, true, members / 2, members, fault)
               ? -1
               : 0;
}

int blas_batch_run(struct blas_product *product, struct fault *fault)
{
    const struct blas *blas = product->blas;
    const uint64_t members = count_products(product);

    if (product->launch.grouped && blas->kind->multiply_groups != NULL)
        return blas->kind->multiply_groups(blas->state, product->groups, members, product->places,
                                           fault);
    if (!product->launch.grouped && blas->kind->multiply_batch != NULL)
        return blas->kind->multiply_batch(blas->state, &product->gemm, members,
                                          &product->launch.value[SYMBOL_STRIDE_A], product->places,
                                          fault);
    if (!may_spread(product))
        return in_turn(product, 0, members, fault);
    return product->tried < TRIED_RUNS
               ? try_ways(product, members, fault)
               : (spreads(product) ? side_by_side : in_turn)(product, 0, members, fault);
}
