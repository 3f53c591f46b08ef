#include "harness/worker/wish.h"

#include <string.h>

/* What orders say of the members of a batch, for A, B and C. */
static const char *const gaps[OPERAND_COUNT] = {"gap_a", "gap_b", "gap_c"};
static const char *const shares[OPERAND_COUNT] = {"shared_a", "shared_b", "shared_c"};

/* Members of a wish that are whole numbers, by symbol from SYMBOL_M to SYMBOL_OFFSET_C. */
static uint64_t *number_of(struct wish *wish, enum symbol symbol)
{
    return symbol < SYMBOL_LDA        ? &wish->size[symbol - SYMBOL_M]
           : symbol < SYMBOL_OFFSET_A ? &wish->ld[symbol - SYMBOL_LDA]
                                      : &wish->offset[symbol - SYMBOL_OFFSET_A];
}

int wish_say(json_t *order, const struct wish *wish)
{
    struct wish said = *wish;
    int status = 0;

    for (int i = SYMBOL_M; i <= SYMBOL_OFFSET_C; i++)
        status |= json_object_set_new(order, symbol_word((enum symbol)i),
                                      json_integer((json_int_t)*number_of(&said, (enum symbol)i)));
    status |=
        json_object_set_new(order, "residual_room", json_integer((json_int_t)wish->residual_room));
    if (wish->has_members)
        status |= json_object_set_new(order, "members", json_integer((json_int_t)wish->members));
    for (int i = 0; i < OPERAND_COUNT; i++) {
        status |= json_object_set_new(order, gaps[i], json_integer((json_int_t)wish->gap[i]));
        status |= json_object_set_new(order, shares[i], json_boolean(wish->shared[i]));
    }
    status |= json_object_set_new(order, symbol_word(SYMBOL_ALPHA), json_real(wish->alpha));
    status |= json_object_set_new(order, symbol_word(SYMBOL_BETA), json_real(wish->beta));
    status |= json_object_set_new(order, "alpha_i", json_real(wish->alpha_i));
    status |= json_object_set_new(order, "beta_i", json_real(wish->beta_i));
    return status;
}

int wish_read(const json_t *order, struct wish *wish, struct fault *fault)
{
    memset(wish, 0, sizeof *wish);
    for (int i = SYMBOL_M; i <= SYMBOL_OFFSET_C; i++) {
        const json_t *number = json_object_get(order, symbol_word((enum symbol)i));

        if (!json_is_integer(number))
            return fault_set(fault, FAULT_USAGE, "an order without `%s`",
                             symbol_word((enum symbol)i));
        *number_of(wish, (enum symbol)i) = (uint64_t)json_integer_value(number);
    }
    for (int i = 0; i < 3; i++)
        wish->has_size[i] = true;
    wish->residual_room = (uint64_t)json_integer_value(json_object_get(order, "residual_room"));
    wish->has_members = json_is_integer(json_object_get(order, "members"));
    wish->members = (uint64_t)json_integer_value(json_object_get(order, "members"));
    for (int i = 0; i < OPERAND_COUNT; i++) {
        wish->gap[i] = (uint64_t)json_integer_value(json_object_get(order, gaps[i]));
        wish->shared[i] = json_is_true(json_object_get(order, shares[i]));
    }
    wish->alpha = json_number_value(json_object_get(order, symbol_word(SYMBOL_ALPHA)));
    wish->beta = json_number_value(json_object_get(order, symbol_word(SYMBOL_BETA)));
    wish->alpha_i = json_number_value(json_object_get(order, "alpha_i"));
    wish->beta_i = json_number_value(json_object_get(order, "beta_i"));
    return 0;
}

static const char *const case_words[] = {"exact", "random", "infinite"};

const char *case_word(enum case_data data)
{
    return case_words[data];
}

enum case_data case_find(const char *word)
{
    for (size_t i = 0; word != NULL && i < sizeof case_words / sizeof *case_words; i++)
        if (strcmp(word, case_words[i]) == 0)
            return (enum case_data)i;
    return CASE_EXACT;
}
