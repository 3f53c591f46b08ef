/*
 * How tiled families write to C: the function that stores one accumulator, and its calls.
 */
#include "gen/family/tiled.h"

#include <string.h>

#include "gen/text.h"

/* The numbers that the kernel writes to: those of C, or of a workspace whose elements become C's in a
 * later step and must not be rounded twice. */
static const struct number *c_number(const struct spec *spec)
{
    return spec_in_workspace(&spec->c) ? spec->element.scalar : spec->element.storage;
}

/* What vload and vstore have in their names where elements of C become other numbers. */
static const char *stores_converted(const struct spec *spec)
{
    return c_number(spec) != spec->element.scalar ? "_half" : "";
}

/* The parameters of the store function, broken like those of the kernel: where it stores, then what. */
static const char *store_parameters(struct job *job, const struct spec *spec, const char *type,
                                    bool across, bool guarded)
{
    const char *const stored = c_number(spec)->name;
    const char *const scalar = spec->element.scalar->name;
    struct text text;
    text_init(&text, job);
    text_printf(&text, "\n    __global %s *const c%s%s", stored, across ? ", const int ldc" : "",
                !guarded                     ? ""
                : spec->edges == EDGES_SHIFT ? ", const int first"
                                             : ", const int room");
    const bool alpha = spec->problem.values[SYMBOL_ALPHA].how == GIVEN_AT_LAUNCH;
    const bool beta = spec_beta(spec).how == GIVEN_AT_LAUNCH;
    text_puts(&text, ",\n    ");
    if (alpha)
        text_printf(&text, "const %s alpha, ", scalar);
    text_printf(&text, "const %s product", type);
    if (beta)
        text_printf(&text, ", const %s beta", scalar);
    return text_string(&text);
}

void add_store(struct job *job, const struct spec *spec, struct value *view, long long width,
               long long line_step, bool guarded)
{
    struct value *const store = value_set_object(job, view, "store");
    const bool across = line_step > 0 && width > 1;
    const char *const type = number_vector(job, spec->element.scalar, width);
    const char *const function =
        width == 1 ? "store" : arena_printf(job->arena, "store%lld", width);
    const char *const value = value_get(view, "scales")->truth ? "value" : "product";
    guarded = guarded && width > 1;

    value_set_text(job, store, "function", function);
    value_set_text(job, store, "parameters", store_parameters(job, spec, type, across, guarded));
    value_set_text(job, store, "type", type);
    value_set_integer(job, store, "width", width);
    value_set(store, "what",
              width == 1       ? value_text(job, "one element")
              : !across        ? value_printf(job, "%lld elements beside each other", width)
              : line_step == 1 ? value_printf(job, "%lld elements, one from each of as many %ss",
                                              width, axis_word(spec, true))
                               : value_printf(job, "%lld elements from %ss that lie %lld apart",
                                              width, axis_word(spec, true), line_step));
    const bool shifts = spec->edges == EDGES_SHIFT;
    value_set_bool(job, store, "guarded", guarded);
    value_set_text(job, store, "part", shifts ? ", from `first` on" : ", as far as there is room");
    value_set(store, "all",
              shifts ? value_text(job, "first <= 0") : value_printf(job, "room >= %lld", width));
    value_set(store, "vstore", value_printf(job, "vstore%s", stores_converted(spec)));
    value_set_text(job, store, "write",
                   *stores_converted(spec) ? "common/write_half" : "common/write");
    struct value *whole = value_bool(job, false);
    if (width > 1 && !across) {
        whole = value_object(job);
        value_set_text(job, whole, "value", value);
        value_set(whole, "old",
                  value_printf(job, "vload%s%lld(0, c)", stores_converted(spec), width));
    }
    value_set(store, "vector", whole);

    struct value *const elements = value_set_list(job, store, "elements");
    /* A vector that begins at or before its first own element is stored whole. */
    const long long first = guarded && shifts && !across;
    /* Where there is room for all of it, too: the last element stands alone for that. */
    const long long end = guarded && !shifts && !across ? width - 1 : width;
    for (long long i = first; i < end && (width == 1 || across || guarded); i++) {
        struct value *const element = value_add(elements, value_object(job));
        const long long lines = across ? i * line_step : 0;
        value_set(element, "value", value_printf(job, "%s%s", value, component(job, width, i)));
        value_set(element, "kept",
                  value_printf(job, shifts ? "first <= %lld" : "room > %lld", across ? lines : i));
        const char *const at = !across || !lines ? arena_printf(job->arena, "%lld", across ? 0 : i)
                               : lines == 1
                                   ? "ldc"
                                   : arena_printf(job->arena, "%s%lld * ldc",
                                                  spec->index_bits == 64 ? "(long)" : "", lines);
        value_set_text(job, element, "at", at);
        value_set(element, "old",
                  value_printf(job, *stores_converted(spec) ? "vload_half(%s, c)" : "c[%s]", at));
    }
}

/* "own_row" or "M". */
static const char *limit_text(struct job *job, const struct spec *spec, bool along_m)
{
    return spec->edges == EDGES_SHIFT ? arena_printf(job->arena, "own_%s", axis_word(spec, along_m))
                                      : symbol_in_kernel(along_m ? spec->m : spec->n);
}

const char *part_text(struct job *job, const struct spec *spec, bool along_m, const char *place)
{
    return arena_printf(job->arena, strchr(place, ' ') ? "%s - (%s)" : "%s - %s",
                        limit_text(job, spec, along_m), place);
}

const char *stored_text(struct job *job, const struct spec *spec, bool along_m, const char *place)
{
    return arena_printf(job->arena, "%s %s %s", place, spec->edges == EDGES_SHIFT ? ">=" : "<",
                        limit_text(job, spec, along_m));
}

void add_store_call(struct job *job, const struct spec *spec, struct value *calls, long long width,
                    bool across, const char *condition, const char *row, const char *column,
                    const char *part, const char *product, bool alone)
{
    struct text call;
    text_init(&call, job);
    text_printf(&call, "store%s(%s + %s + %s",
                width == 1 ? "" : arena_printf(job->arena, "%lld", width), spec->c.memory,
                line_start(job, spec, &spec->c, row), column);
    if (across && width > 1)
        text_puts(&call, ", ldc");
    if (part && width > 1)
        text_printf(&call, ", %s", part);
    if (spec->problem.values[SYMBOL_ALPHA].how == GIVEN_AT_LAUNCH)
        text_puts(&call, ", alpha");
    if (spec->element.accumulate != spec->element.scalar)
        product = arena_printf(job->arena, "convert_%s(%s)",
                               number_vector(job, spec->element.scalar, width), product);
    text_printf(&call, ", %s", product);
    if (spec_beta(spec).how == GIVEN_AT_LAUNCH)
        text_puts(&call, ", beta");
    text_puts(&call, ");");

    /* Calls under the condition of their row or column go together. */
    struct value *group = calls->last;
    const struct value *const before = group ? value_get(group, "condition") : NULL;
    if (!group || alone ||
        !(condition ? before->text && strcmp(before->text, condition) == 0
                    : before->kind == VALUE_BOOL)) {
        group = value_add(calls, value_object(job));
        value_set(group, "condition",
                  condition ? value_text(job, condition) : value_bool(job, false));
        value_set_bool(job, group, "several", !alone);
        value_set_text(job, group, "brace", alone ? "" : " {");
        value_set_list(job, group, "calls");
    }
    struct value *const list = (struct value *)value_get(group, "calls");
    value_set_text(job, value_add(list, value_object(job)), "call", text_string(&call));
}

void add_tile_stores(struct job *job, const struct spec *spec, struct value *view, long long width,
                     const long long *rows, const long long *columns)
{
    const bool part_m = stores_part(spec, true);
    const bool part_n = stores_part(spec, false);
    add_store(job, spec, view, width, 0, part_n);
    struct value *const calls = value_set_list(job, view, "stores");
    for (long long row = 0; row < spec->tile.height; row++) {
        for (long long j = 0; j < spec->tile.width / width; j++) {
            const char *const r = sum_text(job, axis_word(spec, true), rows[row]);
            const char *const c = sum_text(job, axis_word(spec, false), columns[j]);
            const char *const below = stored_text(job, spec, true, r);
            const char *const beside = stored_text(job, spec, false, c);
            const bool both = part_m && part_n && width == 1;
            const char *const condition = both ? arena_printf(job->arena, "%s && %s", below, beside)
                                          : part_m               ? below
                                          : part_n && width == 1 ? beside
                                                                 : NULL;
            add_store_call(job, spec, calls, width, false, condition, r, c,
                           part_n ? part_text(job, spec, false, c) : NULL, accumulator(job, row, j),
                           part_n && width == 1);
        }
    }
}
