/* What the files of rules share; only files of this folder include it. */
#pragma once

#include "gen/rules/rules.h"

/* Tables end with a row without a name. */
extern const struct rule gatlas_rules[], type_rules[], request_rules[], batch_rules[],
    product_rules[], chain_rules[], group_rules[], quantised_rules[], split_rules[], size_rules[],
    interface_rules[], interface_argument_rules[], device_rules[];

/* Whether the numbers of a request that breaks rules of `request_rules` are such that later tables can
 * calculate with them: they divide by vectors, and products of sides must not overflow. */
bool request_is_countable(const struct spec *spec);
