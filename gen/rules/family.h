/*
 * What rules call of a family.
 */
#pragma once

#include "gen/rules/rules.h"
#include "gen/spec/family.h"

struct family_rules {
    const struct rule *table; /* what it alone can break, ended by a NULL name */

    /* The options that its bytes of local memory hang on, as a rule's `reads`. NULL: it uses none. */
    const enum option_id *local_reads;

    /* Adds to the last proposal of a refusal what `to`, which has been shrunk, has otherwise than `from` of what is the
     * family's alone. NULL where it has nothing. */
    void (*propose)(struct refusal *refusal, const struct spec *from, const struct spec *to);
};
