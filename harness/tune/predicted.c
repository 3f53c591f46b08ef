#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "harness/base/text.h"
#include "harness/tune/starts.h"

unsigned *tune_next_start(const struct tuning *tuning, const struct starts *starts)
{
    return starts->points + starts->count * tuning->width;
}

bool tune_take_start(const struct tuning *tuning, struct starts *starts)
{
    const unsigned *next = tune_next_start(tuning, starts);
    const size_t bytes = tuning->width * sizeof *next;

    for (size_t i = 0; i < starts->count; i++)
        if (memcmp(starts->points + i * tuning->width, next, bytes) == 0)
            return false;
    starts->count++;
    return true;
}

/* The starts of one shape. */
struct order {
    const struct tuning *tuning;
    struct clgemm_dispatch *table;
    const struct shape *shape;
    struct starts *starts;
    size_t most; /* points that there may be */
};

/* Makes the request of a kernel by its command, but for what the tuning says: which sizes, and for
 * which profile. NULL: it is refused, or no memory. */
static struct clgemm_request *request_by(const struct tuning *tuning, const char *command)
{
    json_t *options = tune_read_options(command);
    struct clgemm_request *request;

    json_object_del(options, "name");
    json_object_del(options, "for");
    json_object_del(options, "fixed");
    request = options == NULL ? NULL : tune_request(tuning->request, NULL, NULL, options, NULL);
    json_decref(options);
    return request;
}

/* The command of a kernel of the table; NULL: it has none of the name. */
static const char *command_of(struct clgemm_dispatch *table, const char *name)
{
    const size_t prefix = strlen(clgemm_dispatch_name(table)) + 1;
    const struct clgemm_result *result;

    for (size_t i = 0; (result = clgemm_dispatch_kernel(table, i)) != NULL; i++)
        if (strcmp(clgemm_result_name(result) + prefix, name) == 0)
            return clgemm_result_command(result);
    return NULL;
}

/* Takes a kernel whose time is predicted and that is a point of the space, unless it is there. */
static void take(void *self, const struct clgemm_candidate *one)
{
    struct order *order = self;
    const char *command = one->limit == NULL || order->starts->count >= order->most
                              ? NULL
                              : command_of(order->table, one->name);
    struct clgemm_request *request = request_by(order->tuning, command);
    char name[128];
    const bool found = request != NULL && tune_place(order->tuning, request,
                                                     tune_next_start(order->tuning, order->starts));

    clgemm_request_free(request);
    if (!found || !tune_take_start(order->tuning, order->starts))
        return;
    printf("starts with the kernel %s of profile %s: %.3g us predicted for m %" PRIu64
           ", n %" PRIu64 ", k %" PRIu64 "\n",
           utf8_line(one->name, name, sizeof name), tune_profile(order->tuning), one->time.total,
           order->shape->m, order->shape->n, order->shape->k);
}

/* Takes kernels for a shape. False: the profile has no order of them. */
static bool take_order(struct order *order)
{
    struct clgemm_request *request =
        tune_request(order->tuning->request, tune_profile(order->tuning), order->shape, NULL, NULL);
    bool has = request != NULL && clgemm_explain_pick(request, take, order, NULL) == 0;

    clgemm_request_free(request);
    return has;
}

void tune_predicted_starts(const struct tuning *tuning, struct starts *starts)
{
    const size_t shapes =
        tuning->shape_count < TUNE_PREDICTED ? tuning->shape_count : TUNE_PREDICTED;
    bool unused;
    struct order order = {
        .tuning = tuning, .table = tune_open_table(tuning, &unused), .starts = starts};

    for (size_t i = 0; order.table != NULL && i < shapes; i++) {
        order.shape = &tuning->shapes[i];
        order.most = starts->count + TUNE_PREDICTED / shapes;
        if (!take_order(&order))
            break;
    }
    clgemm_dispatch_free(order.table);
}
