#include "harness/worker/orders.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "harness/run/launch.h"

/* ------------------------------------------------------------------------------------ a problem */

/* Members of a test case in an order: whole numbers, booleans and numbers, by the signs of
 * protocol.c. Sizes, leading dimensions and offsets come first and must be there. */
#define CASE(member) offsetof(struct test_case, member)
static const struct {
    const char *name;
    char sign;
    size_t at;
} members[] = {{"m", '#', CASE(size[0])},          {"n", '#', CASE(size[1])},
               {"k", '#', CASE(size[2])},          {"lda", '#', CASE(ld[0])},
               {"ldb", '#', CASE(ld[1])},          {"ldc", '#', CASE(ld[2])},
               {"offset_a", '#', CASE(offset[0])}, {"offset_b", '#', CASE(offset[1])},
               {"offset_c", '#', CASE(offset[2])}, {"members", '#', CASE(members)},
               {"gap_a", '#', CASE(gap[0])},       {"gap_b", '#', CASE(gap[1])},
               {"gap_c", '#', CASE(gap[2])},       {"shared_a", '!', CASE(shared[0])},
               {"shared_b", '!', CASE(shared[1])}, {"shared_c", '!', CASE(shared[2])},
               {"dealt", '#', CASE(dealt)},        {"alpha", '%', CASE(alpha)},
               {"beta", '%', CASE(beta)},          {"alpha_i", '%', CASE(alpha_i)},
               {"beta_i", '%', CASE(beta_i)},      {"residual_room", '#', CASE(residual_room)},
               {"turn", '#', CASE(turn)},          {"padded", '#', CASE(padded)}};
#undef CASE
enum {
    MEMBERS = sizeof members / sizeof *members,
    MUST = 9 /* be there */
};

/* Adds the rows of each group, where these are listed (NULL: not). */
static int write_list(json_t *order, const struct dealt_list *list)
{
    json_t *const rows = list == NULL ? NULL : json_array();

    for (size_t i = 0; list != NULL && i < list->groups; i++)
        json_array_append_new(rows,
                              json_integer((json_int_t)(list->first[i + 1] - list->first[i])));
    return list == NULL ? 0 : json_object_set_new(order, "rows_of_groups", rows);
}

/* *dealt becomes the number of such a list, if there is one. */
static int read_dealt(const json_t *order, uint64_t *dealt, struct fault *fault)
{
    const json_t *const listed = json_object_get(order, "rows_of_groups");
    const size_t groups = json_array_size(listed);
    uint64_t *rows;
    int status;

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

/* Adds all members, but the number of those of a batch where nobody asks for one. All sizes count
 * as asked for. */
static int write_case(json_t *order, const struct test_case *test_case)
{
    int status = write_list(order, dealt_find(test_case->dealt));

    for (size_t i = 0; i < MEMBERS; i++) {
        const void *at = (const char *)test_case + members[i].at;

        if (at != &test_case->members || test_case->has_members)
            status |= json_object_set_new(
                order, members[i].name,
                members[i].sign == '#'   ? json_integer((json_int_t) * (const uint64_t *)at)
                : members[i].sign == '!' ? json_boolean(*(const bool *)at)
                                         : json_real(*(const double *)at));
    }
    return status;
}

static int read_case(const json_t *order, struct test_case *test_case, struct fault *fault)
{
    *test_case = (struct test_case){.has_size = {true, true, true}};
    test_case->has_members = json_is_integer(json_object_get(order, "members"));
    for (size_t i = 0; i < MEMBERS; i++) {
        void *at = (char *)test_case + members[i].at;

        if (i < MUST && !json_is_integer(json_object_get(order, members[i].name)))
            return fault_set(fault, FAULT_USAGE, "an order without `%s`", members[i].name);
        if (members[i].sign == '#')
            *(uint64_t *)at = (uint64_t)member_integer(order, members[i].name);
        else if (members[i].sign == '!')
            *(bool *)at = member_truth(order, members[i].name);
        else
            *(double *)at = member_number(order, members[i].name);
    }
    return read_dealt(order, &test_case->dealt, fault);
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
    return with_case(json_pack("{s:s, s:I, s:I, s:I, s:I, s:f, s:b, s:b, s:b, s:b, s:b}", "do",
                               "prepare", "slot", (json_int_t)prepare->slot, "seed",
                               (json_int_t)prepare->seed, "memory", (json_int_t)prepare->memory,
                               "share", (json_int_t)prepare->share, "full_limit",
                               prepare->full_limit, "verify", (int)prepare->verifies, "random",
                               (int)prepare->random, "load", (int)prepare->loads, "fill",
                               (int)prepare->fills, "rest", (int)prepare->rests),
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
                                      .fills = member_truth(order, "fill"),
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
