/*
 * Rules of the matrix family on how many elements of C a lane stores together: those that it has of a fragment, or what four lanes of a row
 * have traded (see matrix_traded).
 */
#include "gen/family/matrix/ring.h"
#include "gen/rules/rules.h"

enum {
    MOST_BYTES = 16, /* that one instruction stores */
    SUM_BYTES = 4    /* of a sum that lanes trade: a register */
};

/* Of lanes that cannot trade. */
static const struct refusal *not_traded(struct job *job, const struct spec *spec, const char *said)
{
    const long long beside = matrix_spec(spec)->engine->beside;
    return propose(spec->c.transposed
                       ? refuse(job,
                                "with %s a lane of %s has no contiguous elements of C, and stores "
                                "%lld at a time: not %s",
                                option_and_value(job, spec, OPTION_ENGINE_ALONG, "%s",
                                                 spec->m == SYMBOL_M ? "m" : "n"),
                                option_said(job, spec, OPTION_ENGINE), beside, said)
                       : refuse(job,
                                "a lane of %s has %lld contiguous elements of C, which it stores "
                                "together: not %s",
                                option_said(job, spec, OPTION_ENGINE), beside, said),
                   OPTION_VEC_C, "%lld", beside);
}

const struct refusal *matrix_stores_unfit(struct job *job, const struct spec *spec)
{
    const long long vector = spec->c.vector, beside = matrix_spec(spec)->engine->beside;
    const char *const said = option_number(job, spec, OPTION_VEC_C, vector);
    long long fits = vector;
    if (vector == beside || by_index(&spec->c))
        return NULL;
    if (matrix_traded(spec) == 1)
        return not_traded(job, spec, said);
    if (spec->numbers.accumulate->bytes > SUM_BYTES)
        return propose(refuse(job, "lanes trade sums of %d bytes, and these are %s: not with %s",
                              SUM_BYTES, spec->numbers.accumulate->type, said),
                       OPTION_VEC_C, "%lld", beside);
    while (spec->tile.width % fits)
        fits /= 2;
    if (fits < vector)
        return propose(
            propose(refuse(job,
                           "with %s lanes trade %s fragments, and %s is not "
                           "a multiple of %lld",
                           said, vector == 2 * beside ? "halves of two" : "quarters of four",
                           option_side(job, spec, OPTION_TILE, false), vector),
                    OPTION_VEC_C, "%lld", fits),
            OPTION_TILE, "%lldx%lld", spec->tile.height, rounded_up(spec->tile.width, vector));
    return NULL;
}

/* C as the caller has it: a later step rounds parts of K and what is padded, of which a lane stores as many sums. */
const struct refusal *matrix_stores_too_wide(struct job *job, const struct spec *spec)
{
    const struct element *const element = spec->c.given;
    const long long vector = spec->c.vector, bytes = vector * element->bytes;
    if (bytes <= MOST_BYTES || vector == matrix_spec(spec)->engine->beside)
        return NULL;
    return propose(refuse(job,
                          "a lane stores %d bytes of C at once at most, and %lld elements of "
                          "%s are %lld: not with %s",
                          MOST_BYTES, vector, element->type, bytes,
                          option_number(job, spec, OPTION_VEC_C, vector)),
                   OPTION_VEC_C, "%lld", MOST_BYTES / element->bytes);
}
