/*
 * How elements are stored and read by a self-test, and what results are rounded to.
 */
#include "emit/selftest.h"

#include <string.h>

enum {
    EXACT_DIGITS = 10, /* of half precision, in which sums of few numbers are exact, */
    SINGLE_DIGITS = 23 /* and of single precision */
};

/* The type of C. */
static const char *type_of(struct job *job, const struct storage *storage)
{
    return arena_printf(job->arena, "cl_%s", storage->type);
}

/* What is added to an exponent where it is stored. */
static long long bias_of(const struct storage *storage)
{
    return (1LL << storage->exponent) / 2 - 1;
}

/* The bits of a number as C writes them. */
static const char *bits_of(struct job *job, const struct storage *storage, long long number)
{
    const int digits = (1 + storage->exponent + storage->digits) / 4;
    return arena_printf(job->arena, "0x%0*llx", digits, number);
}

/* Five whole numbers, from -2 or from 0 on, as C initializes an array: as they are, or by their bits. */
static const char *five_numbers(struct job *job, const struct storage *storage)
{
    if (!storage->exponent)
        return storage->above ? "{0, 1, 2, 3, 4}" : "{-2, -1, 0, 1, 2}";
    const long long one = bias_of(storage) << storage->digits;
    const long long two = one + (1LL << storage->digits);
    const long long sign = 1LL << (storage->exponent + storage->digits);
    return arena_printf(job->arena, "{%s, %s, %s, %s, %s}", bits_of(job, storage, sign | two),
                        bits_of(job, storage, sign | one), bits_of(job, storage, 0),
                        bits_of(job, storage, one), bits_of(job, storage, two));
}

/* Numbers in a block, beside their scale. */
static void view_block(struct job *job, struct value *view, const struct block_storage *block)
{
    value_set_text(job, view, "body", block->body);
    value_set_integer(job, view, "quants", block->quants);
    value_set_unless(job, view, "fifth", block->fifth, 0);
    value_set_integer(job, view, "zero", block->zero);
    value_set_integer(job, view, "part", block->part);
    value_set_integer(job, view, "parts", block->parts);
    value_set_text(job, view, "least", block->least);
    value_set_bool(job, view, "exponent", block->exponent);
    value_set_bool(job, view, "whole_bytes", block->whole_bytes);
    value_set_bool(job, view, "six", block->six);
    value_set_bool(job, view, "looked_up", block->looked_up);
}

/* Where the parts of a block are in it; nothing of others. */
static void view_places(struct job *job, struct value *view, const struct part_place *apart)
{
    struct value *const places = value_set_list(job, view, "apart");
    for (int i = 0; apart && i < PLACES_OF_PARTS; i++) {
        struct value *const place = value_add(places, value_object(job));
        value_set_integer(job, place, "at", apart[i].at);
        value_set_integer(job, place, "part_bytes", apart[i].bytes);
    }
    value_mark_ends(job, places);
}

/* Numbers in groups, whose scales are elsewhere. */
static void view_group(struct job *job, struct value *view, const struct storage *storage)
{
    value_set_text(job, view, "body", storage->quants ? "host/put_scaled" : "host/put_group");
    value_set_integer(job, view, "group", storage->group);
    value_set_bool(job, view, "zeros", storage->zeros);
    value_set_bool(job, view, "powers", storage->powers);
    value_set_unless(job, view, "shared_by_lines", storage->group_lines, 0);
    value_set_integer(job, view, "elements_of_scale", storage->group * storage->group_lines);
    if (storage->quants)
        value_set_text(job, view, "numbers", five_numbers(job, storage->quants));
}

bool selftest_packs(const struct buffer *buffer)
{
    return !buffer->storage->type;
}

bool selftest_is_rounded(const struct storage *storage)
{
    return storage->exponent && storage->digits < EXACT_DIGITS;
}

bool selftest_is_narrow(const struct storage *storage)
{
    return storage->exponent && storage->digits < SINGLE_DIGITS;
}

bool selftest_sums_little(const struct storage *storage, long long k)
{
    /* Products of the numbers are about 2 each, alpha and beta 3 at most, and some sums are four times as far from 0 as most. */
    const long long exact = 2LL << storage->digits;
    return storage->whole ? storage->bytes == 1
                          : selftest_is_rounded(storage) || (storage->exponent && 8 * k > exact);
}

void selftest_view_table(struct job *job, struct value *view, const struct buffer *buffer)
{
    value_set_text(job, view, "type", buffer->element_type);
    value_set_text(job, view, "stored", type_of(job, buffer->storage));
    value_set_text(job, view, "numbers", five_numbers(job, buffer->storage));
}

void selftest_view_put(struct job *job, struct value *view, const struct buffer *buffer)
{
    const struct storage *const storage = buffer->storage;
    value_set_text(job, view, "type", buffer->element_type);
    value_set_integer(job, view, "bytes", storage->bytes);
    view_places(job, view, storage->apart);
    if (storage->group)
        view_group(job, view, storage);
    else if (storage->block)
        view_block(job, view, storage->block);
    else
        job_fail(job, CLGEMM_REFUSED, "emit",
                 "a self-test does not know where numbers of %s lie in their blocks; ask --emit "
                 "without selftest",
                 buffer->element_type);
}

/* Views how bits become those of single precision: where the sign goes, how far the others, what the value is multiplied by. */
static void view_bits(struct job *job, struct value *get, const struct storage *storage)
{
    const int dropped = 23 - storage->digits, size = 1 + storage->exponent + storage->digits;
    const long long sign = 1LL << (size - 1);
    const double root = (double)(1LL << (127 - bias_of(storage)) / 2);
    value_set_bool(job, get, "byte", size == 8);
    value_set_bool(job, get, "upper_half", storage->exponent == 8);
    value_set_text(job, get, "sign", bits_of(job, storage, sign));
    value_set_integer(job, get, "to_sign", 32 - size);
    value_set_text(job, get, "below_sign", bits_of(job, storage, sign - 1));
    value_set_integer(job, get, "dropped", dropped);
    value_set(get, "scale", value_printf(job, "%.0f.0", root * root));
    value_set_integer(job, get, "power", 127 - bias_of(storage));
}

/* What rounding to the type, and calculating the epilogue, may change of a number of 1: about half a unit in the last place. */
static const char *relative(struct job *job, const struct storage *storage)
{
    if (storage->exponent)
        return arena_printf(job->arena, "0.51 / %lld", 1LL << storage->digits);
    return strcmp(storage->type, "double") == 0 ? "1e-14" : "4e-6";
}

/* A limit of results; NULL: they reach none. */
static const char *limit(struct job *job, const struct storage *storage, long long end)
{
    return storage->most ? arena_printf(job->arena, "%lld", end) : NULL;
}

void selftest_view_get(struct job *job, struct value *view, const struct storage *storage)
{
    struct value *const get = value_set_object(job, view, "get");
    value_set_text(job, get, "stored", type_of(job, storage));
    value_set_bool(job, get, "bits", storage->exponent > 0);
    if (storage->exponent)
        view_bits(job, get, storage);
    if (selftest_is_narrow(storage)) {
        const int dropped = SINGLE_DIGITS - storage->digits;
        value_set_integer(job, view, "dropped", dropped);
        value_set(view, "less_half", value_printf(job, "0x%x", (1U << (dropped - 1)) - 1));
        value_set(view, "kept", value_printf(job, "0x%x", 0xffffffffU << dropped));
    }
    value_set_text(job, view, "relative", relative(job, storage));
    value_set_text(job, view, "least", limit(job, storage, storage->least));
    value_set_text(job, view, "most", limit(job, storage, storage->most));
    value_set_bool(job, view, "whole", storage->whole && storage->most);
}
