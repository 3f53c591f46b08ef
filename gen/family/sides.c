#include "gen/family/sides.h"

const struct operand *large_operand(const struct spec *spec)
{
    return spec_thin_m(spec) ? &spec->b : &spec->a;
}

const struct operand *thin_operand(const struct spec *spec)
{
    return spec_thin_m(spec) ? &spec->a : &spec->b;
}

long long long_side(const struct spec *spec, struct shape shape)
{
    return shape_side(shape, !spec_thin_m(spec));
}

long long thin_side(const struct spec *spec, struct shape shape)
{
    return shape_side(shape, spec_thin_m(spec));
}

const char *thin_word(const struct spec *spec)
{
    return spec_thin_m(spec) == (spec->m == SYMBOL_M) ? "m" : "n";
}
