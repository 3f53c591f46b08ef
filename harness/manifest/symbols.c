/* Symbols of a manifest, and members that are made of them. */
#include <string.h>

#include "harness/manifest/internal.h"

static const char *const symbol_names[SYMBOL_COUNT] = {
    "m",        "n",     "k",    "lda",   "ldb",      "ldc",      "offset_a", "offset_b",
    "offset_c", "alpha", "beta", "batch", "stride_a", "stride_b", "stride_c", "ldr",
    "ldr2",     "ldr3",  "ldr4", "scale", "scale2",   "scale3",   "scale4",
};

bool symbol_is_scalar(enum symbol symbol)
{
    return symbol == SYMBOL_ALPHA || symbol == SYMBOL_BETA ||
           (symbol >= SYMBOL_SCALE && symbol <= SYMBOL_SCALE_LAST);
}

const char *symbol_word(enum symbol symbol)
{
    return symbol < SYMBOL_COUNT ? symbol_names[symbol] : "none";
}

enum symbol symbol_find(const char *name)
{
    int symbol = 0;

    while (symbol < SYMBOL_COUNT && strcmp(symbol_names[symbol], name) != 0)
        symbol++;
    return (enum symbol)symbol;
}

bool read_count(const struct place *place, const char *name, struct count *count)
{
    struct place member;

    if (!place_member(place, name, &member))
        return false;
    if (!json_is_string(member.value)) {
        count->symbol = SYMBOL_NONE;
        return place_size(place, name, 0, MANIFEST_SIZE_LIMIT, &count->number);
    }
    count->symbol = symbol_find(json_string_value(member.value));
    if (count->symbol == SYMBOL_NONE || symbol_is_scalar(count->symbol))
        return place_fail(&member, "`%.60s` is no symbol of a size",
                          json_string_value(member.value));
    return true;
}

bool read_symbols(const struct place *place, const char *name, enum symbol *symbols,
                  size_t *symbol_count)
{
    struct place list, item;

    place_list(place, name, 0, SYMBOL_COUNT, &list, symbol_count);
    for (size_t i = 0; i < *symbol_count; i++) {
        if (!place_item(&list, i, &item))
            return false;
        if (!json_is_string(item.value))
            return place_fail(&item, "must be the name of a symbol");
        symbols[i] = symbol_find(json_string_value(item.value));
        if (symbols[i] == SYMBOL_NONE)
            return place_fail(&item, "`%.60s` is no symbol", json_string_value(item.value));
    }
    return place->fault->code == FAULT_NONE;
}
