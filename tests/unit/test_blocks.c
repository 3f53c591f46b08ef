/*
 * Blocks of quantised elements, split into their parts and joined again.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "clgemm.h"

enum {
    BLOCKS = 3,
    BYTES =
        210 /* of a block of q6_k: 128 of quants, 64 of upper bits, 16 scales, the scale of all */
};

static const size_t sizes[CLGEMM_BLOCK_PARTS] = {
    [CLGEMM_BLOCK_QUANTS] = 128,
    [CLGEMM_BLOCK_SCALES] = 2,
    [CLGEMM_BLOCK_PART_SCALES] = 16,
    [CLGEMM_BLOCK_UPPERS] = 64,
};

static void parts_have_their_bytes(void **state)
{
    (void)state;
    for (int part = 0; part < CLGEMM_BLOCK_PARTS; part++) {
        assert_int_equal(clgemm_block_bytes("q6_k", (enum clgemm_block_part)part), sizes[part]);
        assert_int_equal(clgemm_block_bytes("Q6_K", (enum clgemm_block_part)part), sizes[part]);
        assert_int_equal(clgemm_block_bytes("f32", (enum clgemm_block_part)part), 0);
        assert_int_equal(clgemm_block_bytes("q6_k_apart", (enum clgemm_block_part)part), 0);
        assert_int_equal(clgemm_block_bytes(NULL, (enum clgemm_block_part)part), 0);
    }
    assert_int_equal(clgemm_block_bytes("q6_k", CLGEMM_BLOCK_PARTS), 0);
}

/* In ggml's names too; of the last of q6_k, whose scale stands last, the bytes are looked at. */
static void parts_are_those_of_blocks(void **state)
{
    static unsigned char blocks[BLOCKS * BYTES], again[BLOCKS * BYTES];
    static unsigned char apart[CLGEMM_BLOCK_PARTS][BLOCKS * 128];
    void *parts[CLGEMM_BLOCK_PARTS] = {apart[0], apart[1], NULL, apart[3], apart[4]};
    struct clgemm_error error;
    (void)state;
    for (size_t i = 0; i < sizeof blocks; i++)
        blocks[i] = (unsigned char)(i * 7 % 251);
    assert_int_equal(clgemm_blocks_split("q6_K", blocks, BLOCKS, parts, &error), 0);
    const unsigned char *const last = blocks + (size_t)(BLOCKS - 1) * BYTES;
    assert_memory_equal(apart[CLGEMM_BLOCK_QUANTS] + (BLOCKS - 1) * 128, last, 128);
    assert_memory_equal(apart[CLGEMM_BLOCK_UPPERS] + (BLOCKS - 1) * 64, last + 128, 64);
    assert_memory_equal(apart[CLGEMM_BLOCK_PART_SCALES] + (BLOCKS - 1) * 16, last + 192, 16);
    assert_memory_equal(apart[CLGEMM_BLOCK_SCALES] + (BLOCKS - 1) * 2, last + 208, 2);
    assert_int_equal(clgemm_blocks_join("q6_k", parts, BLOCKS, again, &error), 0);
    assert_memory_equal(again, blocks, sizeof blocks);
    again[0] ^= 1;
    assert_int_equal(clgemm_blocks_join("q6_k", parts, 0, again, &error), 0);
    assert_int_not_equal(again[0], blocks[0]);
}

static void other_types_are_refused(void **state)
{
    static const char *const others[] = {NULL, "", "f32", "i4_32", "q6_k_apart", "q6"};
    unsigned char memory[BYTES] = {0};
    void *parts[CLGEMM_BLOCK_PARTS] = {memory, memory, memory, memory, memory};
    struct clgemm_error error;
    (void)state;
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        assert_int_equal(clgemm_blocks_split(others[i], memory, 1, parts, &error), -1);
        assert_int_equal(error.code, CLGEMM_USAGE);
        assert_int_equal(clgemm_blocks_join(others[i], parts, 1, memory, &error), -1);
        assert_non_null(strstr(error.text, "no type of blocks"));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_have_their_bytes),
        cmocka_unit_test(parts_are_those_of_blocks),
        cmocka_unit_test(other_types_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
