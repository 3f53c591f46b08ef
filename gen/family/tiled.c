#include "gen/family/tiled.h"

#include <string.h>

#include "gen/family.h"

const char *register_type(struct job *job, const struct spec *spec, long long width)
{
    return number_vector(job, spec->element.compute, width);
}

const char *accumulator_type(struct job *job, const struct spec *spec, long long width)
{
    return number_vector(job, spec->element.accumulate, width);
}

const char *component(struct job *job, long long width, long long index)
{
    return width == 1 ? "" : arena_printf(job->arena, ".s%c", "0123456789abcdef"[index]);
}

const char *register_name(struct job *job, const struct operand *operand, long long tile,
                          long long tiles, long long k, long long ks)
{
    if (ks == 1 || tiles == 1)
        return tiles == 1 && ks == 1 ? arena_printf(job->arena, "%c_0", operand_letter(operand))
                                     : arena_printf(job->arena, "%c_%lld", operand_letter(operand),
                                                    ks == 1 ? tile : k);
    return arena_printf(job->arena, "%c_%lld_%lld", operand_letter(operand), tile, k);
}

const char *widened(struct job *job, const struct spec *spec, long long width, const char *scalar)
{
    return width == 1
               ? scalar
               : arena_printf(job->arena, "(%s)(%s)", register_type(job, spec, width), scalar);
}

const char *accumulator(struct job *job, long long row, long long column)
{
    return arena_printf(job->arena, "c_%lld_%lld", row, column);
}

void add_accumulators(struct job *job, const struct spec *spec, struct value *view, long long rows,
                      long long columns, long long width)
{
    value_set_text(job, view, "sum_type", accumulator_type(job, spec, width));
    struct value *const lines = value_set_list(job, view, "accumulators");
    struct value *cells = NULL;
    /* Four on a line: of one row, or of as many rows where a row has one. */
    for (long long i = 0; i < rows; i++) {
        for (long long j = 0; j < columns; j++) {
            if (!cells || cells->count == 4 || (j == 0 && columns > 1))
                cells = value_set_list(job, value_add(lines, value_object(job)), "cells");
            struct value *const cell = value_add(cells, value_object(job));
            value_set_integer(job, cell, "i", i);
            value_set_integer(job, cell, "j", j);
        }
    }
    for (struct value *line = lines->first; line; line = line->next)
        value_mark_ends(job, line->first);
}

/* -------------------------------------------------------------------------------- loads */

static struct value *new_load(struct job *job, struct value *loads, const char *name,
                              long long width)
{
    struct value *const load = value_add(loads, value_object(job));
    value_set_text(job, load, "name", name);
    value_set_integer(job, load, "width", width);
    value_set(load, "digits", width == 1 ? value_text(job, "") : value_integer(job, width));
    return load;
}

struct value *load_of_elements(struct job *job, struct value *loads, const char *name,
                               long long width)
{
    struct value *const load = new_load(job, loads, name, width);
    value_set_text(job, load, "load", width == 1 ? "common/load_element" : "common/load_elements");
    return value_set_list(job, load, "elements");
}

void load_done(struct job *job, struct value *loads)
{
    struct value *const elements = loads->last->last;
    for (struct value *element = elements->first; element; element = element->next)
        value_set_text(job, element, "end", element->next ? "," : ");");
}

void load_at_once(struct job *job, struct value *loads, const char *form, const char *name,
                  long long width, struct value *at)
{
    struct value *const load = new_load(job, loads, name, width);
    value_set_text(job, load, "load", form);
    for (struct value *member = at->first; member;) {
        struct value *const next = member->next;
        member->next = NULL;
        value_add(load, member);
        member = next;
    }
}

void add_product(struct job *job, struct value *products, const char *to, const char *a,
                 const char *b)
{
    struct value *const product = value_add(products, value_object(job));
    value_set_text(job, product, "to", to);
    value_set_text(job, product, "a", a);
    value_set_text(job, product, "b", b);
}

void add_line(struct job *job, struct value *lines, const char *name, const char *start)
{
    struct value *const line = value_add(lines, value_object(job));
    value_set_text(job, line, "line", name);
    value_set_text(job, line, "start", start);
}

void add_lines(struct job *job, const struct spec *spec, struct value *view,
               const struct operand *operand, long long count, long long stride, bool clamped)
{
    struct value *const lines = value_child(view, "lines");
    if (!lies_along_k(spec, operand))
        return;
    for (long long i = 0; i < (clamped ? count : 1); i++)
        add_line(
            job, lines, line_at(job, spec, operand, i, stride, clamped).start,
            line_start(job, spec, operand, place_text(job, spec, operand, i * stride, clamped)));
}

void add_k_lines(struct job *job, const struct spec *spec, struct value *view)
{
    const struct operand *const operands[] = {&spec->a, &spec->b};
    struct value *const lines = value_set_list(job, view, "k_lines");
    for (int i = 0; i < 2; i++)
        if (!operands[i]->image && !lies_along_k(spec, operands[i]))
            add_line(job, lines, line_base(job, spec, operands[i]),
                     line_start(job, spec, operands[i], "k"));
}

void add_clamped_function(struct job *job, const struct spec *spec, struct value *functions,
                          long long width)
{
    struct value *const function = value_add(functions, value_object(job));
    value_set_integer(job, function, "width", width);
    value_set_text(job, function, "type", register_type(job, spec, width));
    value_set_text(job, function, "memory", "line");
    value_set_text(job, function, "read", element_read(&spec->element));
    value_set_text(job, function, "address", "at/in_line");
    struct value *const elements = value_set_list(job, function, "elements");
    for (long long i = 0; i < width; i++)
        value_set_unless(job, value_add(elements, value_object(job)), "plus", i, 0);
    value_mark_ends(job, elements);
}

/* ------------------------------------------------------------------------------- limits */

bool shrink_tile(struct spec *spec, long long least_height)
{
    if (spec->tile.height > least_height)
        spec->tile.height /= 2;
    else if (spec->tile.width > 1)
        spec->tile.width /= 2;
    else
        return false;
    return true;
}

/* -------------------------------------------------------------------------------- loops */

bool never_whole(const struct spec *spec, bool rows, bool columns, struct shape tile)
{
    return (rows && spec_ends_within(spec, spec->m, tile.height)) ||
           (columns && spec_ends_within(spec, spec->n, tile.width));
}

struct depth_loop depth_loop(const struct spec *spec, const char *whole, bool never)
{
    const bool ragged = spec->turn_k > 1 && spec_guards_k(spec);
    const bool idle = never || spec_turns_none(spec);
    return (struct depth_loop){
        .remainder = ragged || whole, .idle = idle, .whole = idle ? NULL : whole};
}

struct value *add_depth_loop(struct job *job, const struct spec *spec, struct value *view,
                             const struct depth_loop *loop)
{
    const char *const depth =
        spec->problem.values[SYMBOL_ALPHA].how == GIVEN_AT_LAUNCH ? "depth" : "K";
    const long long step = spec->tile_k;
    const long long turn = spec->unroll_k;
    const char *const advance = step == 1 ? "++k" : arena_printf(job->arena, "k += %lld", step);
    const char *const condition = !loop->remainder || turn == 1
                                      ? arena_printf(job->arena, "k < %s", depth)
                                      : arena_printf(job->arena, "k + %lld <= %s", turn, depth);
    const char *const runs =
        loop->whole ? arena_printf(job->arena, "whole && %s", condition) : condition;
    const char *const start = loop->remainder ? "" : "int k = 0";
    value_set(view, "loop",
              loop->idle        ? value_bool(job, false)
              : turn == step    ? value_printf(job, "for (%s; %s; %s)", start, runs, advance)
              : loop->remainder ? value_printf(job, "while (%s)", runs)
                                : value_printf(job, "for (%s; %s;)", start, runs));
    value_set_text(job, view, "advance", advance);
    value_set(view, "body", value_printf(job, "%s/body", spec->family->name));
    value_set(view, "whole", loop->whole ? value_text(job, loop->whole) : value_bool(job, false));
    value_set(view, "unroll",
              turn > step ? value_integer(job, turn / step) : value_bool(job, false));
    if (!loop->remainder) {
        value_set_bool(job, view, "remainder", false);
        return NULL;
    }
    struct value *const remainder = value_set_object(job, view, "remainder");
    value_set_text(
        job, remainder, "why",
        loop->idle                 ? "All of K, one step at a time."
        : loop->whole && turn == 1 ? "One step of K at a time, where the tile crosses an edge."
        : loop->whole ? "One step of K at a time: what is left of K, and all of it where "
                        "the tile crosses an edge."
                      : "What is left of K, one step at a time.");
    value_set_text(job, remainder, "start", loop->idle ? "int k = 0" : "");
    value_set_list(job, remainder, "loads");
    value_set_list(job, remainder, "products");
    return remainder;
}

/* -------------------------------------------------------------------------------- tiles */

static long long tile_side(const struct spec *spec, bool along_m)
{
    const struct shape group = spec_group_tile(spec);
    return along_m ? group.height : group.width;
}

const char *add_tile_start(struct job *job, const struct spec *spec, struct value *view,
                           bool along_m)
{
    const enum symbol axis = along_m ? spec->m : spec->n;
    const long long tile = tile_side(spec, along_m);
    const char *const start = arena_printf(
        job->arena, tile > 1 ? "get_group_id(%d) * %lld" : "get_group_id(%d)", along_m, tile);
    if (!spec_shifts(spec, axis, tile))
        return start;
    struct value *const own = value_add(value_child(view, "own_starts"), value_object(job));
    value_set_text(job, own, "place", axis_word(spec, along_m));
    value_set_text(job, own, "start", start);
    return arena_printf(job->arena, "min(own_%s, %s - %lld)", axis_word(spec, along_m),
                        symbol_in_kernel(axis), tile);
}

bool stores_part(const struct spec *spec, bool along_m)
{
    const enum symbol axis = along_m ? spec->m : spec->n;
    const long long tile = tile_side(spec, along_m);
    return spec_guards(spec, axis, tile) || spec_shifts(spec, axis, tile);
}
