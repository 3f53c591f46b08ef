#include "harness/worker/orders.h"

#include <stdlib.h>
#include <string.h>

#include "harness/run/launch.h"

/* ------------------------------------------------------------------------------------ a problem */

/* The members of a batch, for A, B and C. */
static const char *const gaps[OPERAND_COUNT] = {"gap_a", "gap_b", "gap_c"};
static const char *const shares[OPERAND_COUNT] = {"shared_a", "shared_b", "shared_c"};

/* Members of a test case that are whole numbers, by symbol from SYMBOL_M to SYMBOL_OFFSET_C. */
static uint64_t *number_of(struct test_case *test_case, enum symbol symbol)
{
    return symbol < SYMBOL_LDA        ? &test_case->size[symbol - SYMBOL_M]
           : symbol < SYMBOL_OFFSET_A ? &test_case->ld[symbol - SYMBOL_LDA]
                                      : &test_case->offset[symbol - SYMBOL_OFFSET_A];
}

static int set_whole(json_t *order, const char *name, uint64_t value)
{
    return json_object_set_new(order, name, json_integer((json_int_t)value));
}

/* Adds the rows of each group, where these are listed (NULL: not). */
static int write_list(json_t *order, const struct dealt_list *list)
{
    json_t *const rows = list == NULL ? NULL : json_array();

    for (size_t i = 0; list != NULL && i < list->groups; i++)
        json_array_append_new(rows,
                              json_integer((json_int_t)(list->first[i + 1] - list->first[i])));
    return list == NULL ? 0 : json_object_set_new(order, "rows_of_groups", rows);
}

static int read_dealt(const json_t *order, uint64_t *dealt, struct fault *fault)
{
    const json_t *const listed = json_object_get(order, "rows_of_groups");
    const size_t groups = json_array_size(listed);
    uint64_t *rows;
    int status;

    *dealt = (uint64_t)member_integer(order, "dealt");
    if (listed == NULL)
        return 0;
    rows = calloc(groups + 1, sizeof *rows);
    if (rows == NULL)
        return fault_memory(fault);
    for (size_t i = 0; i < groups; i++)
        rows[i] = (uint64_t)json_integer_value(json_array_get(listed, i));
    status = dealt_keep(rows, groups, dealt, fault);
    free(rows);
    return status;
}

/* Adds "m", "n", "k", "lda", ..., "members" (where it has them), "gap_a", "shared_a", ..., "alpha",
 * "beta", and "alpha_i", "beta_i", which count for complex numbers. All sizes count as asked
 * for. */
static int write_case(json_t *order, const struct test_case *test_case)
{
    struct test_case said = *test_case;
    int status = set_whole(order, "residual_room", test_case->residual_room);

    for (int i = SYMBOL_M; i <= SYMBOL_OFFSET_C; i++)
        status |= set_whole(order, symbol_word((enum symbol)i), *number_of(&said, (enum symbol)i));
    if (test_case->has_members)
        status |= set_whole(order, "members", test_case->members);
    for (int i = 0; i < OPERAND_COUNT; i++) {
        status |= set_whole(order, gaps[i], test_case->gap[i]);
        status |= json_object_set_new(order, shares[i], json_boolean(test_case->shared[i]));
    }
    status |= set_whole(order, "dealt", test_case->dealt);
    status |= write_list(order, dealt_find(test_case->dealt));
    status |= json_object_set_new(order, symbol_word(SYMBOL_ALPHA), json_real(test_case->alpha));
    status |= json_object_set_new(order, symbol_word(SYMBOL_BETA), json_real(test_case->beta));
    status |= json_object_set_new(order, "alpha_i", json_real(test_case->alpha_i));
    status |= json_object_set_new(order, "beta_i", json_real(test_case->beta_i));
    return status;
}

static int read_case(const json_t *order, struct test_case *test_case, struct fault *fault)
{
    memset(test_case, 0, sizeof *test_case);
    for (int i = SYMBOL_M; i <= SYMBOL_OFFSET_C; i++) {
        const char *name = symbol_word((enum symbol)i);

        if (!json_is_integer(json_object_get(order, name)))
            return fault_set(fault, FAULT_USAGE, "an order without `%s`", name);
        *number_of(test_case, (enum symbol)i) = (uint64_t)member_integer(order, name);
    }
    for (int i = 0; i < 3; i++)
        test_case->has_size[i] = true;
    test_case->residual_room = (uint64_t)member_integer(order, "residual_room");
    test_case->has_members = json_is_integer(json_object_get(order, "members"));
    test_case->members = (uint64_t)member_integer(order, "members");
    for (int i = 0; i < OPERAND_COUNT; i++) {
        test_case->gap[i] = (uint64_t)member_integer(order, gaps[i]);
        test_case->shared[i] = member_truth(order, shares[i]);
    }
    if (read_dealt(order, &test_case->dealt, fault))
        return -1;
    test_case->alpha = member_number(order, symbol_word(SYMBOL_ALPHA));
    test_case->beta = member_number(order, symbol_word(SYMBOL_BETA));
    test_case->alpha_i = member_number(order, "alpha_i");
    test_case->beta_i = member_number(order, "beta_i");
    return 0;
}

/* Adds a problem to an order, whose reference it takes. */
static json_t *with_case(json_t *order, const struct test_case *test_case)
{
    if (order == NULL || write_case(order, test_case) == 0)
        return order;
    json_decref(order);
    return NULL;
}

/* ----------------------------------------------------------------------------------- the orders */

json_t *order_device(bool probes)
{
    return json_pack("{s:s, s:b}", "do", "device", "probe", (int)probes);
}

json_t *order_build(const struct build_order *build)
{
    json_t *library = build->library == NULL ? NULL
                                             : json_pack("{s:s, s:I}", "name", build->library,
                                                         "threads", (json_int_t)build->threads);

    return json_pack("{s:s, s:I, s:O*, s:O*, s:b, s:b, s:b, s:o*}", "do", "build", "slot",
                     (json_int_t)build->slot, "manifest", build->manifest, "binaries",
                     build->binaries, "edited", (int)build->edited, "engine", (int)build->engine,
                     "returns", (int)build->returns, "library", library);
}

json_t *order_prepare(const struct prepare_order *prepare)
{
    return with_case(
        json_pack("{s:s, s:I, s:I, s:I, s:I, s:f, s:b, s:b, s:b, s:b}", "do", "prepare", "slot",
                  (json_int_t)prepare->slot, "seed", (json_int_t)prepare->seed, "memory",
                  (json_int_t)prepare->memory, "share", (json_int_t)prepare->share, "full_limit",
                  prepare->full_limit, "verify", (int)prepare->verifies, "random",
                  (int)prepare->random, "load", (int)prepare->loads, "rest", (int)prepare->rests),
        &prepare->test_case);
}

int order_read_prepare(const json_t *order, struct prepare_order *prepare, struct fault *fault)
{
    *prepare = (struct prepare_order){.seed = (uint64_t)member_integer(order, "seed"),
                                      .memory = (uint64_t)member_integer(order, "memory"),
                                      .share = (uint64_t)member_integer(order, "share"),
                                      .full_limit = member_number(order, "full_limit"),
                                      .verifies = member_truth(order, "verify"),
                                      .random = member_truth(order, "random"),
                                      .loads = member_truth(order, "load"),
                                      .rests = member_truth(order, "rest")};
    return read_case(order, &prepare->test_case, fault);
}

json_t *order_run(const struct run_order *run)
{
    json_t *slots = json_array();

    for (size_t i = 0; i < run->count; i++)
        json_array_append_new(slots, json_integer((json_int_t)run->slots[i]));
    return json_pack("{s:s, s:o, s:b, s:b, s:b, s:b, s:b, s:b, s:f, s:f}", "do", "run", "slots",
                     slots, "warm_up", (int)run->warm_up, "settle", (int)run->settle, "prepare",
                     (int)run->prepare, "rest", (int)run->rest, "transfer", (int)run->transfer,
                     "validate", (int)run->validate, "stop_ms", run->stop_ms, "most_ms",
                     run->most_ms);
}

json_t *order_verify(size_t slot)
{
    return json_pack("{s:s, s:I}", "do", "verify", "slot", (json_int_t)slot);
}

static const char *const case_words[] = {"exact", "random", "infinite"};

json_t *order_check(const struct check_order *check)
{
    json_t *order =
        json_pack("{s:s, s:I, s:I, s:I, s:I, s:b}", "do", "check", "slot", (json_int_t)check->slot,
                  "seed", (json_int_t)check->seed, "memory", (json_int_t)check->memory, "trials",
                  (json_int_t)check->trials, "guards", (int)check->guards);

    if (order == NULL || check->one == NULL)
        return order;
    json_object_set_new(order, "data", json_string(case_words[check->one->data]));
    return with_case(order, &check->one->test_case);
}

int order_read_check(const json_t *order, struct check_case *one, struct check_order *read,
                     struct fault *fault)
{
    const char *data = member_text(order, "data");

    *read = (struct check_order){.seed = (uint64_t)member_integer(order, "seed"),
                                 .memory = (uint64_t)member_integer(order, "memory"),
                                 .trials = (uint64_t)member_integer(order, "trials"),
                                 .guards = member_truth(order, "guards")};
    if (data == NULL)
        return 0;
    read->one = one;
    one->data = CASE_EXACT;
    for (size_t i = 0; i < sizeof case_words / sizeof *case_words; i++)
        if (strcmp(data, case_words[i]) == 0)
            one->data = (enum case_data)i;
    return read_case(order, &one->test_case, fault);
}

json_t *order_peak(const char *kind, const char *wanted, bool both)
{
    return json_pack("{s:s, s:i, s:s*, s:s*, s:b, s:b}", "do", "limits", "slot", 0, "kind", kind,
                     "wanted", wanted, "both", (int)both, "bandwidth", (int)both);
}

json_t *order_bandwidth(void)
{
    return json_pack("{s:s, s:b}", "do", "limits", "bandwidth", 1);
}

json_t *order_drop(size_t slot)
{
    return json_pack("{s:s, s:I}", "do", "drop", "slot", (json_int_t)slot);
}
