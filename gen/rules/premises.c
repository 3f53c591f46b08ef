/*
 * When rules on some kind of operands, of products, or on interfaces, have nothing to check.
 */
#include "gen/rules/rules.h"

bool rule_without_blocks(const struct premises *premises)
{
    return !premises->blocks;
}

bool rule_without_complex(const struct premises *premises)
{
    return !premises->complex;
}

bool rule_without_images(const struct premises *premises)
{
    return !premises->images;
}

bool rule_without_product(const struct premises *premises)
{
    return !premises->products;
}

bool rule_without_chain(const struct premises *premises)
{
    return !premises->chains;
}

bool rule_without_interface(const struct premises *premises)
{
    return !premises->interfaces;
}
