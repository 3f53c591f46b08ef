/* Starts of a search in the order of the model: kernels of the profile of the least predicted times. */
#include <inttypes.h>
#include <string.h>

#include "harness/tune/internal.h"
#include "harness/tune/shipped.h"

/* The starts of one shape. */
struct order {
    const struct tuning *tuning;
    struct clgemm_dispatch *table;
    const struct shape *shape;
    unsigned *starts;
    size_t count, most; /* points that there are, and may be */
};

/* Whether an option says which product is computed, or for which profile: the tuning says that. */
static bool is_of_request(const char *name)
{
    return strcmp(name, "name") == 0 || strcmp(name, "for") == 0 || strcmp(name, "fixed") == 0;
}

/* Makes the request of a kernel by its command; NULL: it is refused, or no memory. */
static struct clgemm_request *request_by(const struct tuning *tuning, const char *command)
{
    struct clgemm_request *request = clgemm_request_copy(tuning->request);
    struct clgemm_error error;
    struct fault unread = {0};
    struct option_line line;
    int status = request == NULL ? -1 : option_line_read(command, &line, &unread);

    if (status == 0) {
        for (size_t i = 0; i < line.settings.count && status == 0; i++) {
            const struct setting *setting = &line.settings.list[i];

            if (!is_of_request(setting->name))
                status = clgemm_request_set(request, setting->name, setting->value, &error);
        }
        option_line_release(&line);
    }
    fault_clear(&unread);
    if (status == 0)
        return request;
    clgemm_request_free(request);
    return NULL;
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
    const size_t width = order->tuning->width;
    const char *command = one->limit == NULL || order->count >= order->most
                              ? NULL
                              : command_of(order->table, one->name);
    unsigned *point = order->starts + order->count * width;
    struct clgemm_request *request = command == NULL ? NULL : request_by(order->tuning, command);
    bool taken = request != NULL && tune_place(order->tuning, request, point);

    clgemm_request_free(request);
    for (size_t i = 0; i < order->count && taken; i++)
        taken = memcmp(order->starts + i * width, point, width * sizeof *point) != 0;
    if (!taken)
        return;
    order->count++;
    printf("starts with the kernel %s of profile %s: %.3g us predicted for m %" PRIu64
           ", n %" PRIu64 ", k %" PRIu64 "\n",
           one->name, tune_profile(order->tuning), one->time.total, order->shape->m,
           order->shape->n, order->shape->k);
}

/* Takes kernels for a shape. False: the profile has no order of them. */
static bool take_order(struct order *order)
{
    struct clgemm_request *request = tune_ask_profile(order->tuning);
    const struct shape *shape = order->shape;
    struct clgemm_error error;
    char sizes[80];
    int status = -1;

    snprintf(sizes, sizeof sizes, "%" PRIu64 "x%" PRIu64 "x%" PRIu64, shape->m, shape->n, shape->k);
    if (request != NULL && clgemm_request_set(request, "fixed", sizes, &error) == 0)
        status = clgemm_explain_pick(request, take, order, &error);
    clgemm_request_free(request);
    return status == 0;
}

void tune_predicted_starts(const struct tuning *tuning, unsigned *starts, size_t *count)
{
    const size_t shapes =
        tuning->shape_count < TUNE_PREDICTED ? tuning->shape_count : TUNE_PREDICTED;
    bool unused;
    struct order order = {.tuning = tuning,
                          .table = tune_open_table(tuning, &unused),
                          .starts = starts,
                          .count = *count};

    for (size_t i = 0; order.table != NULL && i < shapes; i++) {
        order.shape = &tuning->shapes[i];
        order.most = order.count + TUNE_PREDICTED / shapes;
        if (!take_order(&order))
            break;
    }
    clgemm_dispatch_free(order.table);
    *count = order.count;
}
