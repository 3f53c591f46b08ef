#include "gen/address.h"

#include <string.h>

const char *axis_word(const struct spec *spec, bool along_m)
{
    return along_m != spec->column_major ? "row" : "column";
}

bool is_a(const struct spec *spec, const struct operand *operand)
{
    return operand == &spec->a;
}

bool lies_along_k(const struct spec *spec, const struct operand *operand)
{
    return !operand->image && (is_a(spec, operand) ? !operand->transposed : operand->transposed);
}

const char *sum_text(struct job *job, const char *base, long long offset)
{
    return offset ? arena_printf(job->arena, "%s + %lld", base, offset) : base;
}

const char *place_text(struct job *job, const struct spec *spec, const struct operand *operand,
                       long long offset, bool clamped)
{
    const bool along_m = is_a(spec, operand);
    const char *const place = sum_text(job, axis_word(spec, along_m), offset);
    if (!clamped)
        return place;
    return arena_printf(job->arena, "min(%s, %s - 1)", place,
                        symbol_in_kernel(along_m ? spec->m : spec->n));
}

static const char *in_parentheses(struct job *job, const char *text)
{
    const bool is_call = strncmp(text, "min(", 4) == 0;
    return strchr(text, ' ') && !is_call ? arena_printf(job->arena, "(%s)", text) : text;
}

const char *line_base(struct job *job, const struct spec *spec, const struct operand *operand)
{
    return arena_printf(job->arena, "%c_%s", operand_letter(operand),
                        lies_along_k(spec, operand) ? axis_word(spec, is_a(spec, operand))
                                                    : "line");
}

struct line line_at(struct job *job, const struct spec *spec, const struct operand *operand,
                    long long number, long long stride, bool clamped)
{
    const char *const base = line_base(job, spec, operand);
    if (clamped)
        return (struct line){arena_printf(job->arena, "%s_%lld", base, number), 0};
    return (struct line){base, number * stride};
}

const char *line_start(struct job *job, const struct spec *spec, const struct operand *operand,
                       const char *place)
{
    return arena_printf(job->arena, "%s%s * %s", spec->index_bits == 64 ? "(long)" : "",
                        in_parentheses(job, place), symbol_in_kernel(operand->ld));
}

/* " + 3 * ldb": from one line to a further one. */
static const char *further_text(struct job *job, const struct spec *spec,
                                const struct operand *operand, long long lines)
{
    const char *const ld = symbol_in_kernel(operand->ld);
    if (lines == 0)
        return "";
    if (lines == 1)
        return arena_printf(job->arena, " + %s", ld);
    return arena_printf(job->arena, " + %s%lld * %s", spec->index_bits == 64 ? "(long)" : "", lines,
                        ld);
}

const char *read_element(const struct spec *spec)
{
    return element_converts(&spec->element) ? "expression/element_half"
                                            : "expression/element_buffer";
}

struct value *element_view(struct job *job, const struct spec *spec, const struct operand *operand,
                           const char *k, long long k_offset, const char *place, struct line line)
{
    struct value *const element = value_object(job);
    const char *const at_k = sum_text(job, k, k_offset);
    value_set_text(job, element, "operand", operand->memory);
    value_set_text(job, element, "element",
                   operand->image ? "expression/element_image" : read_element(spec));
    if (operand->image) {
        value_set_text(job, element, "x", is_a(spec, operand) ? at_k : place);
        value_set_text(job, element, "y", is_a(spec, operand) ? place : at_k);
    } else if (lies_along_k(spec, operand)) {
        value_set(element, "index",
                  value_printf(job, "%s + %s%s", line.start, at_k,
                               further_text(job, spec, operand, line.further)));
    } else {
        value_set(element, "index",
                  value_printf(job, "%s + %s%s", line_base(job, spec, operand), place,
                               further_text(job, spec, operand, k_offset)));
    }
    return element;
}
