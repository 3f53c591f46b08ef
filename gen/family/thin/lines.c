/*
 * Lines of operands as the view of the thin family names them.
 */
#include "gen/family/thin/thin.h"

const char *thin_place_word(const struct thin_draft *d, const struct operand *operand)
{
    return kernel_axis_word(d->kernel, is_a(operand));
}

const char *thin_letter(const struct thin_draft *d, const struct operand *operand)
{
    return arena_printf(d->job->arena, "%c", operand_letter(operand));
}

/* Lines of an operand that a lane reads: of the large one a fragment has two. */
long long thin_lines(const struct thin_draft *d, const struct operand *operand)
{
    const long long places = fragment_places(d->own->engine, d->own->fragment, true);
    return operand == d->large ? places * d->own->fragments : d->own->thin_ones;
}
