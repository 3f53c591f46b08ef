#include "gen/request/element_numbers.h"
#include "gen/base/row.h"

#include <string.h>

enum {
    PREPARED_Q4_0,
    PREPARED_Q4_1,
    PREPARED_Q5_0,
    PREPARED_Q5_1,
    PREPARED_Q8_0,
    PREPARED_Q4_K,
    PREPARED_Q5_K,
    PREPARED_Q6_K
};

/* Blocks as --prepared lays them: the quants of several in words, side by side, then their scales. */
#define PREPARED(word, size, count, bits, sharing, has_least)                                      \
    {                                                                                              \
        .type = word "_prepared", .name = word "_prepared", .precision = word, .bytes = size,      \
        .covers = count, .alignment = 16, .read = &number_table[NUMBER_SINGLE],                    \
        .read_one = "get/of_repacked", .read_vector = "get/vector_of_repacked",                    \
        .read_quants = "get/quants_of_block", .read_scale = "get/scale_of_block",                  \
        .blocks = "blocks/" word "_prepared", .quant_bits = bits, .options = "f32",                \
        .run = sharing, .least = has_least, .in_image = "f32"                                      \
    }

static const struct element prepared_elements[] = {
    [PREPARED_Q4_0] = PREPARED("q4_0", 144, 256, 4, 32, false),
    [PREPARED_Q4_1] = PREPARED("q4_1", 160, 256, 4, 32, true),
    [PREPARED_Q5_0] = PREPARED("q5_0", 176, 256, 5, 32, false),
    [PREPARED_Q5_1] = PREPARED("q5_1", 192, 256, 5, 32, true),
    [PREPARED_Q8_0] = PREPARED("q8_0", 272, 256, 8, 32, false),
    [PREPARED_Q4_K] = PREPARED("q4_k", 592, 1024, 4, 32, true),
    [PREPARED_Q5_K] = PREPARED("q5_k", 720, 1024, 5, 32, true),
    [PREPARED_Q6_K] = PREPARED("q6_k", 848, 1024, 6, 16, false),
};

/* And in the order in which the lanes of a matrix engine read them: of 16 lines, the places of a fragment. */
#define IN_LANES(word, size, bits, has_least)                                                      \
    {                                                                                              \
        .type = word "_in_lanes", .name = word "_in_lanes", .precision = word, .bytes = size,      \
        .covers = 256, .lines = 16, .alignment = 16, .read = &number_table[NUMBER_SINGLE],         \
        .blocks = "blocks/" word "_in_lanes", .quant_bits = bits, .options = "f32", .run = 32,     \
        .least = has_least, .in_image = "f32"                                                      \
    }

static const struct element lane_elements[] = {
    IN_LANES("q4_0", 2304, 4, false),
    IN_LANES("q8_0", 4352, 8, false),
    IN_LANES("q4_k", 2368, 4, true),
};

#define ELEMENT(word, ...) {.type = word, __VA_ARGS__},

/* Where quants of a block are, for templates/host/put_BODY.mustache. */
#define STORED(body, ...)                                                                          \
    &(const struct block_storage)                                                                  \
    {                                                                                              \
        "host/put_" body, __VA_ARGS__                                                              \
    }

/* Blocks of `count` elements that share a scale, as ggml defines them: of A and B, read as singles; or as halves where `narrow`. */
#define BLOCKS(word, scale, least_value, scales_of_parts, upper, low, order, count, aligned,       \
               narrow, sharing, has_least, where, as)                                              \
    ELEMENT(word, .name = word, .precision = word,                                                 \
            .bytes = (scale) + (least_value) + (scales_of_parts) + (upper) + (low),                \
            OF_BLOCKS(word, count, sharing, has_least), .stored = where,                           \
            .parts = PARTS(scale, least_value, scales_of_parts, upper, low, order),                \
            .alignment = aligned, .read_scale = "get/scale_of_block", .halves = narrow,            \
            .prepared = as)

/* What blocks have together and apart. */
#define OF_BLOCKS(word, count, sharing, has_least)                                                 \
    .covers = count, .read = &number_table[NUMBER_SINGLE], .read_one = "get/of_block",             \
    .read_vector = "get/vector_of_block", .read_quants = "get/quants_of_block",                    \
    .blocks = "blocks/" word, .run = sharing, .least = has_least, .options = "f32",                \
    .in_image = "f32"

#define PARTS(scale, least_value, scales_of_parts, upper, low, order)                              \
    &(const struct block_parts)                                                                    \
    {                                                                                              \
        {[COMPANION_SCALES] = scale,                                                               \
         [COMPANION_LEASTS] = least_value,                                                         \
         [COMPANION_PART_SCALES] = scales_of_parts,                                                \
         [COMPANION_UPPERS] = upper},                                                              \
            low, order                                                                             \
    }
#define IN_ORDER false
#define BACKWARDS true

/* Groups of `count` elements of 4 bits, two a byte. Their scales are halves in a buffer of their own; in another one there may be zero
 * points, two a byte, so that a block is of two groups. */
#define GROUPS(word, count, has_zeros)                                                             \
    ELEMENT(word, .name = word, .precision = word, .bytes = (count) * (1 + (has_zeros)) / 2,       \
            .covers = (count) * (1 + (has_zeros)), .alignment = 8,                                 \
            .read = &number_table[NUMBER_SINGLE], .read_one = "get/of_block",                      \
            .read_vector = "get/vector_of_block", .read_quants = "get/quants_of_block",            \
            .read_scale = "get/scale_of_group", .blocks = "blocks/groups", .group = count,         \
            .run = count, .zeros = has_zeros, .scales = "f16", .options = "f32",                   \
            .in_image = "f32")
#define GROUPS_WITH_SCALES(word, count) GROUPS(word, count, false)
#define GROUPS_WITH_ZEROS(word, count) GROUPS(word, count, true)

/* Groups of `count` real numbers of 8 bits along K, of which `of` is the type, and of `across` lines. */
#define GROUPS_OF_BYTES(word, count, across, of, scale_type)                                       \
    ELEMENT(word, .name = word, .precision = word, .bytes = count, .covers = count,                \
            .alignment = 8, .read = &number_table[NUMBER_SINGLE],                                  \
            .read_one = (across) ? "get/of_square" : "get/of_block",                               \
            .read_vector = (across) ? "get/vector_of_square" : "get/vector_of_block",              \
            .read_quants = "get/quants_of_block", .read_scale = "get/scale_of_group",              \
            .blocks = "blocks/groups_of_bytes", .group = count, .group_lines = across,             \
            .run = count, .scales = scale_type, .quants = of, .options = "f32", .in_image = "f32")

/* Whole numbers of 8 bits; sums of them are of 32, which become C of them as real numbers. */
#define BYTES(word, stored)                                                                        \
    ELEMENT(word, .name = stored, .precision = word, .bytes = 1, .covers = 1, .alignment = 1,      \
            .read = &number_table[NUMBER_WHOLE], .updated = &number_table[NUMBER_SINGLE],          \
            .sums = "i32", .read_one = "get/whole", .read_vector = "get/whole_vector",             \
            .of_words = "get/whole_of_words", .write_one = "write/saturated",                      \
            .write_vector = "write/saturated_vector", .old_one = "write/old_element",              \
            .old_vector = "write/old_vector", .options = "f32",                                    \
            .in_image = "i32" /* what texels are read as */)

/* Real numbers of 8 bits, which half precision holds: C is updated in single precision, and saturates. */
#define EIGHT_BITS(word, most, significand)                                                        \
    ELEMENT(word, .name = "uchar", .precision = word, .bytes = 1, .covers = 1, .alignment = 1,     \
            .digits = significand, .exponent = 7 - (significand), .real_byte = true,               \
            .largest = most, .read = &number_table[NUMBER_SINGLE],                                 \
            .updated = &number_table[NUMBER_SINGLE], .read_one = "get/" word,                      \
            .read_vector = "get/" word "_vector", .of_words = "get/" word "_of_words",             \
            .write_one = "write/" word, .write_vector = "write/" word "_vector",                   \
            .old_one = "write/old_" word, .old_vector = "write/old_" word "_vector",               \
            .reading = "stores/of_" word, .rounding = "stores/nearest_" word, .options = "f32",    \
            .in_image = "f32" /* there is no channel of them */)

static const struct element elements[] = {
#include "gen/request/elements.def"
};

enum {
    ELEMENT_COUNT = sizeof elements / sizeof elements[0]
};

/* The same blocks where their parts lie apart: what is left of one are its quants. */
#undef ELEMENT
#define ELEMENT(...)
#define BYTES(...)
#define EIGHT_BITS(...)
#define GROUPS_WITH_SCALES(...)
#define GROUPS_WITH_ZEROS(...)
#define GROUPS_OF_BYTES(...)
#define BLOCKS(word, scale, least_value, scales_of_parts, upper, low, order, count, aligned,       \
               narrow, sharing, has_least, where, as)                                              \
    {.type = word "_apart",                                                                        \
     .name = word,                                                                                 \
     .precision = word "_apart",                                                                   \
     .bytes = low,                                                                                 \
     OF_BLOCKS(word, count, sharing, has_least),                                                   \
     .stored = where,                                                                              \
     .parts = PARTS(scale, least_value, scales_of_parts, upper, low, order),                       \
     .alignment = 16,                                                                              \
     .halves = narrow,                                                                             \
     .read_scale = "get/scale_of_parts",                                                           \
     .scales = (scale) == 1 ? "u8" : "f16"},

static const struct element apart_elements[] = {
#include "gen/request/elements.def"
};

static const struct element *find_in(const struct element *list, size_t count, const char *type)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(list[i].type, type) == 0)
            return &list[i];
    return NULL;
}

const struct element *element_in_lanes(const struct element *blocks, const struct element *other)
{
    const bool halves = strcmp(other->type, "f16") == 0;
    for (size_t i = 0; halves && i < sizeof lane_elements / sizeof lane_elements[0]; i++)
        if (strcmp(lane_elements[i].precision, blocks->type) == 0)
            return &lane_elements[i];
    return NULL;
}

const struct element *element_apart(const struct element *element)
{
    for (size_t i = 0; i < sizeof apart_elements / sizeof apart_elements[0]; i++)
        if (strcmp(apart_elements[i].name, element->type) == 0)
            return &apart_elements[i];
    return element;
}

bool element_lies_apart(const struct element *element)
{
    return element->scales && element->parts;
}

const char *element_asked(const struct element *element)
{
    return element_lies_apart(element) ? element->name : element->type;
}

const struct element *element_find(const char *type)
{
    const struct element *const others[] = {
        find_in(prepared_elements, sizeof prepared_elements / sizeof prepared_elements[0], type),
        find_in(lane_elements, sizeof lane_elements / sizeof lane_elements[0], type),
        find_in(apart_elements, sizeof apart_elements / sizeof apart_elements[0], type),
    };
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        if (others[i])
            return others[i];
    return row_of(elements, type, type);
}

size_t element_count(void)
{
    return ELEMENT_COUNT;
}

const struct element *element_at(size_t index)
{
    return index < ELEMENT_COUNT ? &elements[index] : NULL;
}

/* --------------------------------------------------------------------------- calculations */

struct numbers numbers_of(const struct element *a, const struct element *b, const struct element *c,
                          const char *compute, const char *accumulate)
{
    const struct number *const computed =
        compute ? number_find(compute) : number_wider(a->read, b->read);
    const struct number *const summed = accumulate     ? number_find(accumulate)
                                        : computed->of ? number_find(computed->of)
                                                       : computed;
    return (struct numbers){
        .compute = computed,
        .accumulate = summed,
        /* Half, which no element is read as, is too narrow for alpha, beta and what old C becomes; and a kernel
         * without cl_khr_fp16 takes no argument of it. */
        .scalar = summed->whole ? element_updated(c) : number_wider(element_updated(c), summed),
    };
}

const struct number *element_updated(const struct element *c)
{
    return c->updated ? c->updated : c->read;
}

const struct element *element_beside(const struct element *c)
{
    return c->updated ? element_find(c->updated->type) : c;
}

bool numbers_sum_wider(const struct numbers *numbers)
{
    return numbers->compute->bytes < numbers->accumulate->bytes;
}

bool element_made_in_halves(const struct element *blocks, const struct element *made)
{
    return blocks->halves && strcmp(made->type, "f16") == 0;
}
