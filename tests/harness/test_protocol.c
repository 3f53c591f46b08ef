/* The orders of a worker: the table takes what is written, and refuses it without any of its members; what is written is read. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "harness/worker/message.h"
#include "harness/worker/orders.h"
#include "harness/worker/protocol.h"

static const struct test_case odd = {.has_size = {true, true, true},
                                     .size = {3, 5, 7},
                                     .ld = {11, 0, 13},
                                     .offset = {1, 2, 4},
                                     .has_members = true,
                                     .members = 6,
                                     .gap = {8, 9, 10},
                                     .shared = {true, false, false},
                                     .alpha = 0.5,
                                     .beta = -1,
                                     .alpha_i = 0.25,
                                     .beta_i = 2,
                                     .residual_room = 12};

/* Takes the reference. */
static void assert_taken(json_t *order, const char *name)
{
    const struct protocol_order *row = protocol_find(order);
    char why[120] = "";

    assert_non_null(row);
    assert_string_equal(row->name, name);
    assert_true(protocol_takes(row, order, why, sizeof why));
    for (const char *member = row->takes; *member != '\0'; member += strspn(member, " ")) {
        const size_t length = strcspn(member, " ");
        json_t *part = json_copy(order);
        char name[40], wanted[80];

        snprintf(name, sizeof name, "%.*s", (int)length - 1, member);
        assert_int_equal(json_object_del(part, name), 0);
        snprintf(wanted, sizeof wanted, "has no `%s` that is a", name);
        assert_false(protocol_takes(row, part, why, sizeof why));
        assert_int_equal(strncmp(why, wanted, strlen(wanted)), 0);
        json_decref(part);
        member += length;
    }
    json_decref(order);
}

static void takes_what_is_written(void **state)
{
    const struct build_order build = {.slot = 1, .library = "openblas"};
    const struct prepare_order prepare = {.test_case = odd, .memory = 1, .share = 1};
    const struct run_order run = {.slots = (const size_t[]){2, 3}, .count = 2};
    const struct check_order check = {.memory = 1, .trials = 1};

    (void)state;
    assert_taken(order_device(true), "device");
    assert_taken(order_build(&build), "build");
    assert_taken(order_prepare(&prepare), "prepare");
    assert_taken(order_run(&run), "run");
    assert_taken(order_verify(5), "verify");
    assert_taken(order_check(&check), "check");
    assert_taken(order_peak("f32", NULL, false), "limits");
    assert_taken(order_bandwidth(), "limits");
    assert_taken(order_drop(6), "drop");
}

static void refuses_other_orders(void **state)
{
    json_t *order = json_pack("{s:s}", "do", "open");

    (void)state;
    assert_null(protocol_find(order));
    assert_null(protocol_find(NULL));
    json_decref(order);
}

static void assert_case(const struct test_case *got)
{
    assert_memory_equal(got->size, odd.size, sizeof odd.size);
    assert_memory_equal(got->ld, odd.ld, sizeof odd.ld);
    assert_memory_equal(got->offset, odd.offset, sizeof odd.offset);
    assert_memory_equal(got->gap, odd.gap, sizeof odd.gap);
    assert_memory_equal(got->shared, odd.shared, sizeof odd.shared);
    assert_true(got->has_size[0] && got->has_size[1] && got->has_size[2] && got->has_members);
    assert_int_equal(got->members, odd.members);
    assert_int_equal(got->residual_room, odd.residual_room);
    assert_true(got->alpha == odd.alpha && got->beta == odd.beta && got->alpha_i == odd.alpha_i &&
                got->beta_i == odd.beta_i);
}

static void reads_what_is_written(void **state)
{
    const struct prepare_order prepare = {.test_case = odd,
                                          .seed = 21,
                                          .memory = 22,
                                          .share = 23,
                                          .full_limit = 24,
                                          .random = true,
                                          .rests = true};
    const struct check_case one = {.test_case = odd, .data = CASE_INFINITE};
    const struct check_order check = {
        .one = &one, .seed = 31, .memory = 32, .trials = 33, .guards = true};
    json_t *orders[] = {order_prepare(&prepare), order_check(&check)};
    struct prepare_order prepared;
    struct check_order checked;
    struct check_case checked_case;
    struct fault fault = {0};

    (void)state;
    assert_int_equal(order_read_prepare(orders[0], &prepared, &fault), 0);
    assert_case(&prepared.test_case);
    assert_true(prepared.seed == 21 && prepared.memory == 22 && prepared.share == 23 &&
                prepared.full_limit == 24);
    assert_true(prepared.random && prepared.rests && !prepared.verifies && !prepared.loads);
    assert_int_equal(order_read_check(orders[1], &checked_case, &checked, &fault), 0);
    assert_ptr_equal(checked.one, &checked_case);
    assert_case(&checked_case.test_case);
    assert_true(checked_case.data == CASE_INFINITE && checked.seed == 31 && checked.memory == 32 &&
                checked.trials == 33 && checked.guards);
    json_decref(orders[0]);
    json_decref(orders[1]);
}

/* Binaries hold any bytes, newlines and zeros too, and stand behind the line. */
static void carries_any_bytes(void **state)
{
    static const char bytes[] = "a\n\0\377", line[] = "{\"do\":\"build\",\"binaries\":[5,0,2]}\n";
    json_t *order = json_pack("{s:s, s:[o, o, o]}", "do", "build", "binaries",
                              json_stringn_nocheck(bytes, 5), json_stringn_nocheck("", 0),
                              json_stringn_nocheck("\n}", 2)),
           *read, *many = json_loads("{\"binaries\":[3,4]}", 0, NULL);
    size_t length = 0;
    char *message = message_write(order, &length);

    (void)state;
    assert_int_equal(length, sizeof line - 1 + 7);
    assert_memory_equal(message, line, sizeof line - 1);
    read = message_read(message, length);
    assert_true(json_equal(read, order));
    assert_null(message_read(message, length - 1));
    assert_true(message_follows(order, 100) == 0); /* in memory there are texts */
    assert_true(message_follows(many, 7) == 7 && message_follows(many, 6) == SIZE_MAX);
    json_decref(read);
    json_decref(many);
    json_decref(order);
    free(message);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(carries_any_bytes), cmocka_unit_test(takes_what_is_written),
        cmocka_unit_test(refuses_other_orders), cmocka_unit_test(reads_what_is_written)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
