#include "gen/family/tiled.h"

#include <string.h>

#include "gen/family.h"
#include "gen/text.h"

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
    const char *const type = accumulator_type(job, spec, width);
    const char *const zero = number_literal(job, spec->element.accumulate, "0");
    struct value *const list = value_set_list(job, view, "accumulators");
    value_set_text(job, view, "sum_type", type);
    /* Four on a line: of one row, or of as many rows where a row has one. */
    const long long count = columns == 1 ? rows : columns;
    for (long long row = 0; row < rows; row += columns == 1 ? rows : 1) {
        for (long long first = 0; first < count; first += 4) {
            struct text line;
            text_init(&line, job);
            text_printf(&line, "%s ", type);
            for (long long i = first; i < count && i < first + 4; i++)
                text_printf(&line, "%s%s = %s", i > first ? ", " : "",
                            columns == 1 ? accumulator(job, i, 0) : accumulator(job, row, i), zero);
            value_set_text(job, value_add(list, value_object(job)), "line", text_string(&line));
        }
    }
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

/* The three loops of an order such as "kjl", outermost first: which index each runs over. */
void add_ordered_products(struct job *job, const struct spec *spec, struct value *products,
                          long long depth, const void *self,
                          const char *(*a)(const void *self, long long row, long long k),
                          const char *(*b)(const void *self, long long k, long long column))
{
    const long long width = spec->c.vector;
    const long long ends[] = {spec->tile.height, depth, spec->tile.width}; /* of j, k, l */
    int axes[3];
    for (int loop = 0; loop < 3; loop++)
        axes[loop] = spec->loop_order[loop] - 'j';
    long long at[3];
    for (at[axes[0]] = 0; at[axes[0]] < ends[axes[0]]; at[axes[0]]++)
        for (at[axes[1]] = 0; at[axes[1]] < ends[axes[1]]; at[axes[1]]++)
            for (at[axes[2]] = 0; at[axes[2]] < ends[axes[2]]; at[axes[2]]++) {
                add_product(job, products,
                            arena_printf(job->arena, "%s%s", accumulator(job, at[0], at[2] / width),
                                         component(job, width, at[2] % width)),
                            a(self, at[0], at[1]), b(self, at[1], at[2]));
                /* Elements, where the kernel's other sums are vectors. */
                value_set_text(job, products->last, "sum_type", accumulator_type(job, spec, 1));
            }
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
    struct value *const lines = (struct value *)value_get(view, "lines");
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

void add_clamped_function(struct job *job, struct value *functions, long long width)
{
    struct value *const function = value_add(functions, value_object(job));
    value_set_integer(job, function, "width", width);
    struct value *const elements = value_set_list(job, function, "elements");
    for (long long i = 0; i < width; i++) {
        struct value *const item = value_add(elements, value_object(job));
        value_set_text(job, item, "operand", "line");
        value_set(item, "index", value_printf(job, "min(%s, last)", sum_text(job, "first", i)));
        value_set_text(job, item, "end", i + 1 < width ? "," : ");");
    }
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

struct depth_loop depth_loop(const struct spec *spec, const char *whole)
{
    /* Images are zero beyond K: when both operands are, whole turns reach past the end without
     * harm. */
    const bool padded = spec->a.image && spec->b.image;
    const long long turn = spec->unroll_k;
    const bool ragged = turn > 1 && !padded && spec_guards(spec, SYMBOL_K, turn);
    return (struct depth_loop){.remainder = ragged || whole, .whole = whole};
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
              turn == step      ? value_printf(job, "for (%s; %s; %s)", start, runs, advance)
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
        loop->whole && turn == 1 ? "One step of K at a time, where the tile crosses an edge."
        : loop->whole ? "One step of K at a time: what is left of K, and all of it where "
                        "the tile crosses an edge."
                      : "What is left of K, one step at a time.");
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
    struct value *const own =
        value_add((struct value *)value_get(view, "own_starts"), value_object(job));
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

/* ------------------------------------------------------------------------------- stores */

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

/* The parameters of the store function, broken before they get too long for a line. */
static const char *store_parameters(struct job *job, const struct spec *spec, const char *type,
                                    const char *function, bool across, bool guarded)
{
    const char *const stored = c_number(spec)->name;
    const char *const scalar = spec->element.scalar->name;
    struct text text;
    text_init(&text, job);
    text_printf(&text, "__global %s *const c%s%s", stored, across ? ", const int ldc" : "",
                !guarded                     ? ""
                : spec->edges == EDGES_SHIFT ? ", const int first"
                                             : ", const int room");
    const bool alpha = spec->problem.values[SYMBOL_ALPHA].how == GIVEN_AT_LAUNCH;
    const bool beta = spec_beta(spec).how == GIVEN_AT_LAUNCH;
    const char *const gap =
        alpha || beta ? arena_printf(job->arena, "\n%*s",
                                     (int)(strlen("static void (") + strlen(function)), "")
                      : " ";
    text_printf(&text, ",%s", gap);
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
    value_set_text(job, store, "parameters",
                   store_parameters(job, spec, type, function, across, guarded));
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
                    const char *part, const char *product)
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

    /* Calls under the same condition go together. */
    struct value *group = calls->last;
    const struct value *const before = group ? value_get(group, "condition") : NULL;
    if (!group || !(condition ? before->text && strcmp(before->text, condition) == 0
                              : before->kind == VALUE_BOOL)) {
        group = value_add(calls, value_object(job));
        value_set(group, "condition",
                  condition ? value_text(job, condition) : value_bool(job, false));
        value_set_bool(job, group, "several", false);
        value_set_text(job, group, "brace", "");
        value_set_list(job, group, "calls");
    }
    struct value *const list = (struct value *)value_get(group, "calls");
    ((struct value *)value_get(group, "several"))->truth = list->count > 0;
    ((struct value *)value_get(group, "brace"))->text = list->count > 0 ? " {" : "";
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
                           part_n ? part_text(job, spec, false, c) : NULL,
                           accumulator(job, row, j));
        }
    }
}
