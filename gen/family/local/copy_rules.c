/*
 * Rules of --copy in the local family.
 */
#include "gen/request/product.h"
#include "gen/rules/rules.h"

#include <string.h>

#include "gen/family/local/local.h"

/* All work-items of a group copy the same line together, and sub-groups are of one member. */
const struct refusal *local_members_together(struct job *job, const struct spec *spec)
{
    const bool copies = local_spec(spec)->async;
    if (spec->members == 1 || !(copies || local_exchanges(spec)))
        return NULL;
    const enum option_id option = copies ? OPTION_COPY : OPTION_EXCHANGE;
    return propose(
        propose(refuse(job, "%s is for work-groups of one member, not with %s",
                       option_and_value(job, spec, option, "%s", copies ? "async" : "yes"),
                       option_number(job, spec, OPTION_WG_MEMBERS, spec->members)),
                OPTION_WG_MEMBERS, "1"),
        option, "%s", copies ? "plain" : "no");
}

const struct refusal *local_copy_of_a_ring(struct job *job, const struct spec *spec)
{
    const char *const copy = spec->values[OPTION_COPY].text;
    if (local_spec(spec)->async || strcmp(copy, "plain") == 0)
        return NULL;
    return propose(propose(refuse(job,
                                  "%s fills a ring of tiles for a matrix engine (--family matrix): "
                                  "the local family has none",
                                  option_and_value(job, spec, OPTION_COPY, "%s", copy)),
                           OPTION_COPY, "plain"),
                   OPTION_COPY, "async");
}

const struct refusal *local_copy_not_plain(struct job *job, const struct spec *spec)
{
    const struct local_spec *const own = local_spec(spec);
    if (!own->async)
        return NULL;
    const char *const copy = option_and_value(job, spec, OPTION_COPY, "async");
    for (const struct operand *operand = &spec->a; operand; operand = factor_after(spec, operand))
        if (local_staged(spec, operand) &&
            element_converts(operand->element, spec->numbers.compute))
            return propose(refuse(job, "%s cannot convert elements, and %s is computed in %s", copy,
                                  operand->element->type, spec->numbers.compute->type),
                           OPTION_COPY, "plain");
    for (const struct operand *operand = &spec->a; operand; operand = factor_after(spec, operand))
        if (by_index(operand))
            return propose(
                refuse(job, "%s is found by an index function, and %s copies rows of a buffer",
                       product_reference(job, spec->product, operand->role - ROLE_A), copy),
                OPTION_COPY, "plain");
    if (own->prefetch)
        return propose(refuse(job, "%s does not use registers, and %s does", copy,
                              option_and_value(job, spec, OPTION_PREFETCH, "yes")),
                       OPTION_PREFETCH, "no");
    if (own->stages > 2)
        return propose(refuse(job, "%s waits for one tile at a time: at most 2 stages, not %s",
                              copy, option_number(job, spec, OPTION_STAGES, own->stages)),
                       OPTION_STAGES, "2");
    for (const struct operand *operand = &spec->a; operand; operand = factor_after(spec, operand))
        if (local_operand(spec, operand)->stage == STAGE_TRANSPOSED ||
            (local_staged(spec, operand) && in_image(operand)))
            return propose(refuse(job, "%s copies rows of a buffer unchanged, and %s is %s", copy,
                                  operand->name,
                                  in_image(operand) ? "an image" : "transposed in local memory"),
                           OPTION_COPY, "plain");
    return NULL;
}
