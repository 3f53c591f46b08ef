#include "harness/run/launch.h"

#include <inttypes.h>
#include <string.h>

#include "harness/base/sizes.h"

int launch_too_large(struct fault *fault, const char *what)
{
    return fault_set(fault, FAULT_REFUSED, "the size of %s does not fit 63 bits", what);
}

uint64_t launch_count(const struct launch *launch, struct count count)
{
    return count.symbol == SYMBOL_NONE ? count.number : launch->value[count.symbol];
}

bool launch_equal(const struct launch *a, const struct launch *b)
{
    for (size_t i = 0; i < sizeof a->scale / sizeof *a->scale; i++)
        if (a->scale[i] != b->scale[i])
            return false;
    return memcmp(a->value, b->value, sizeof a->value) == 0 && a->alpha == b->alpha &&
           a->beta == b->beta && a->alpha_i == b->alpha_i && a->beta_i == b->beta_i &&
           a->listed == b->listed && a->grouped == b->grouped && a->ragged == b->ragged &&
           a->dealt == b->dealt && a->turn == b->turn;
}

double launch_scalar(const struct launch *launch, enum symbol symbol)
{
    return symbol == SYMBOL_ALPHA  ? launch->alpha
           : symbol == SYMBOL_BETA ? launch->beta
                                   : launch->scale[symbol - SYMBOL_SCALE];
}

double launch_imaginary(const struct launch *launch, enum symbol symbol)
{
    return symbol == SYMBOL_ALPHA ? launch->alpha_i : symbol == SYMBOL_BETA ? launch->beta_i : 0;
}

/* Whether a symbol's value is other than zero. */
static bool is_nonzero(const struct launch *launch, enum symbol symbol)
{
    return symbol_is_scalar(symbol)
               ? launch_scalar(launch, symbol) != 0 || launch_imaginary(launch, symbol) != 0
               : launch->value[symbol] != 0;
}

bool launch_runs(const struct launch *launch, const struct step *step)
{
    for (size_t i = 0; i < step->nonzero_count; i++)
        if (!is_nonzero(launch, step->nonzero[i]))
            return false;
    return true;
}

void launch_shape(const struct problem *problem, const struct launch *launch, int operand,
                  uint64_t *rows, uint64_t *columns, bool *swapped)
{
    *rows = launch->value[operand == OPERAND_B ? SYMBOL_K : SYMBOL_M];
    *columns = launch->value[operand == OPERAND_A ? SYMBOL_K : SYMBOL_N];
    *swapped = problem->column_layout;
    if (operand != OPERAND_C && problem->transpose[operand])
        *swapped = !*swapped;
}

int launch_extent(const struct launch *launch, const struct extent *extent, uint64_t *length,
                  struct fault *fault)
{
    uint64_t n = launch_count(launch, extent->n), more;

    if (!size_round_up(n, extent->rounded_to, length))
        return launch_too_large(fault, "an extent");
    if (extent->rounded_to > 1 && *length < extent->rounded_to)
        *length = extent->rounded_to;
    if (!size_multiply(launch_count(launch, extent->more), extent->rounded_to, &more) ||
        !size_add(*length, more, length))
        return launch_too_large(fault, "an extent");
    return 0;
}

/* Adds how far the last one in memory of an operand's members is from the first one. */
static bool add_listed(const struct launch *launch, int operand, uint64_t *sum)
{
    uint64_t furthest;

    return size_multiply(launch->value[SYMBOL_BATCH] - 1, launch->value[SYMBOL_STRIDE_A + operand],
                         &furthest) &&
           size_add(*sum, furthest, sum);
}

int launch_elements(const struct launch *launch, const struct buffer *buffer, uint64_t *elements,
                    struct fault *fault)
{
    const uint64_t shared = buffer->lines > 1 ? buffer->lines : 1;
    uint64_t sum = launch_count(launch, buffer->offset) / shared, dense = 1;
    const bool residual = buffer->role == ROLE_RESIDUAL;
    const bool placed = launch->listed && (buffer->role <= ROLE_C || residual);
    bool empty = placed && launch->value[SYMBOL_BATCH] == 0;

    if (buffer->role == ROLE_IDS) {
        *elements = launch->ids;
        return 0;
    }
    if (placed && !empty && !add_listed(launch, residual ? OPERAND_C : (int)buffer->role, &sum))
        return launch_too_large(fault, buffer->name);

    for (size_t i = buffer->extent_count; i-- > 0;) {
        const struct extent *extent = &buffer->extent[i];
        uint64_t stride = extent->dense ? dense : launch_count(launch, extent->stride);
        uint64_t length, span;

        if (launch_extent(launch, extent, &length, fault))
            return -1;
        if (i + 2 == buffer->extent_count)
            length = length / shared + (length % shared != 0);
        else if (i + 2 < buffer->extent_count)
            stride /= shared;
        if (length == 0) {
            empty = true;
            continue;
        }
        if (!size_multiply(length - 1, stride, &span) || !size_add(sum, span, &sum) ||
            !size_multiply(dense, length, &dense))
            return launch_too_large(fault, buffer->name);
    }
    if (!size_add(sum, 1, elements))
        return launch_too_large(fault, buffer->name);
    if (empty)
        *elements = 0;
    return 0;
}

int64_t launch_size(const void *self, const char *name, uint64_t index)
{
    const struct launch *const launch = self;

    (void)index;
    return (int64_t)launch->value[symbol_find(name)];
}

/* Work-groups of a host that says how many there are. */
static int count_groups(const struct launch *launch, const struct step *step, size_t dimension,
                        uint64_t *groups, struct fault *fault)
{
    int64_t count = 0;

    if (!launch_formula(step->global[dimension].count, launch_size, launch, &count) || count < 1)
        return fault_set(fault, FAULT_WRONG,
                         "`count` of the interface is %" PRId64
                         " along dimension %zu where M, N and K are %" PRIu64 ", %" PRIu64
                         " and %" PRIu64 ": no such launch",
                         count, dimension, launch->value[SYMBOL_M], launch->value[SYMBOL_N],
                         launch->value[SYMBOL_K]);
    *groups = (uint64_t)count;
    return 0;
}

int launch_groups(const struct launch *launch, const struct step *step, unsigned units,
                  uint64_t *groups, struct fault *fault)
{
    /* No device has run this many work-items within a working day. */
    const uint64_t item_limit = (uint64_t)1 << 46;
    uint64_t items = 1;

    for (size_t i = 0; i < step->dimensions; i++) {
        const struct global_size *global = &step->global[i];
        uint64_t dim = launch_count(launch, global->dim);

        if (global->count != NULL) {
            if (count_groups(launch, step, i, &groups[i], fault))
                return -1;
        } else if (global->persistent) {
            groups[i] = global->groups_per_unit * units;
        } else {
            if (global->rounded_to > 1 && dim == 0)
                dim = 1;
            if (!size_round_up(dim, global->rounded_to, &dim))
                return launch_too_large(fault, step->name);
            groups[i] = dim / global->per_group + (dim % global->per_group != 0);
            if (global->times > 1 && !size_multiply(groups[i], global->times, &groups[i]))
                return launch_too_large(fault, step->name);
            if (!size_add(groups[i], launch_count(launch, global->more), &groups[i]))
                return launch_too_large(fault, step->name);
        }
        if (!size_multiply(items, groups[i], &items) ||
            !size_multiply(items, step->local[i], &items) || items > item_limit)
            return fault_set(fault, FAULT_REFUSED,
                             "step `%s` would launch more than 2^46 work-items", step->name);
    }
    return 0;
}

double launch_sum(const struct launch *launch, const struct summand *terms, size_t term_count)
{
    double sum = 0;

    for (size_t i = 0; i < term_count; i++) {
        double product = terms[i].factor;

        for (size_t j = 0; j < terms[i].product_count; j++) {
            enum symbol symbol = terms[i].product[j];

            product *= symbol_is_scalar(symbol) ? launch_scalar(launch, symbol)
                                                : (double)launch->value[symbol];
        }
        sum += product;
    }
    return sum;
}

const struct step *launch_main_step(const struct manifest *manifest, const struct launch *launch)
{
    const struct step *found = NULL;
    double most = 0;

    for (size_t i = 0; i < manifest->step_count; i++) {
        const struct step *step = &manifest->steps[i];
        double flops = launch_sum(launch, step->flops, step->flops_count);

        if (step->kind != STEP_KERNEL || (found != NULL && flops < most))
            continue;
        found = step;
        most = flops;
    }
    return found;
}
