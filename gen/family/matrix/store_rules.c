/*
 * The rule of the matrix family on how many elements of C a lane stores together: those that it has of a fragment, or what four lanes of a row
 * have traded (see matrix_traded).
 */
#include "gen/family/matrix/ring.h"
#include "gen/rules/rules.h"

enum {
    MOST_BYTES = 16, /* that one instruction stores */
    SUM_BYTES = 4    /* of a sum that lanes trade: a register */
};

/* As many as lanes can store together of a tile, no more than asked for. */
static long long fitting(const struct spec *spec)
{
    long long fits = spec->c.vector;
    while (fits * spec->c.element->bytes > MOST_BYTES || spec->tile.width % fits)
        fits /= 2;
    return fits;
}

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
                                matrix_engine_word(job, spec), beside, said)
                       : refuse(job,
                                "a lane of %s has %lld contiguous elements of C, which it stores "
                                "together: not %s",
                                matrix_engine_word(job, spec), beside, said),
                   OPTION_VEC_C, "%lld", beside);
}

const struct refusal *matrix_stores_unfit(struct job *job, const struct spec *spec)
{
    const long long vector = spec->c.vector, beside = matrix_spec(spec)->engine->beside;
    const long long bytes = vector * spec->c.element->bytes;
    const char *const said = option_and_value(job, spec, OPTION_VEC_C, "%lld", vector);
    if (vector == beside)
        return NULL;
    if (matrix_traded(spec) == 1)
        return not_traded(job, spec, said);
    if (spec->numbers.accumulate->bytes > SUM_BYTES)
        return propose(refuse(job, "lanes trade sums of %d bytes, and these are %s: not with %s",
                              SUM_BYTES, spec->numbers.accumulate->type, said),
                       OPTION_VEC_C, "%lld", beside);
    if (bytes > MOST_BYTES)
        return propose(refuse(job,
                              "a lane stores %d bytes of C at once at most, and %lld elements of "
                              "%s are %lld: not with %s",
                              MOST_BYTES, vector, spec->c.element->type, bytes, said),
                       OPTION_VEC_C, "%lld", fitting(spec));
    if (spec->tile.width % vector)
        return propose(
            propose(refuse(job,
                           "with %s lanes trade %s fragments, and %s is not "
                           "a multiple of %lld",
                           said, vector == 2 * beside ? "halves of two" : "quarters of four",
                           option_side(job, spec, OPTION_TILE, false), vector),
                    OPTION_VEC_C, "%lld", fitting(spec)),
            OPTION_TILE, "%lldx%lld", spec->tile.height, rounded_up(spec->tile.width, vector));
    return NULL;
}
