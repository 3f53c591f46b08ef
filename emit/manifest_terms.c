/*
 * Numbers and sums of products of symbols, as manifests have them.
 */
#include "emit/emit.h"

#include <math.h>

#include "gen/base/value.h"

struct value *emit_number(struct job *job, double real)
{
    if (fabs(real) < 9007199254740992.0 && real == floor(real))
        return value_integer(job, (long long)real);
    return value_real(job, real);
}

struct value *emit_symbol_list(struct job *job, const enum symbol *symbols, size_t limit)
{
    struct value *list = value_list(job);
    for (size_t i = 0; i < limit && symbols[i] != SYMBOL_NONE; i++)
        value_add(list, value_text(job, symbol_name(symbols[i])));
    return list;
}

struct value *emit_terms_value(struct job *job, const struct summand *terms)
{
    struct value *list = value_list(job);
    for (size_t i = 0; i < TERM_LIMIT && terms[i].factor != 0; i++) {
        struct value *term = value_add(list, value_object(job));
        value_set(term, "factor", emit_number(job, terms[i].factor));
        value_set(term, "product", emit_symbol_list(job, terms[i].product, FACTOR_LIMIT));
    }
    return list;
}
