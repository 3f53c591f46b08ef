#include "gen/family/tiled.h"

#include <string.h>

#include "gen/family.h"
#include "gen/text.h"

const char *float_type(struct job *job, long long width)
{
    return width == 1 ? "float" : arena_printf(job->arena, "float%lld", width);
}

const char *component(struct job *job, long long width, long long index)
{
    return width == 1 ? "" : arena_printf(job->arena, ".s%c", "0123456789abcdef"[index]);
}

const char *widened(struct job *job, long long width, const char *scalar)
{
    return width == 1 ? scalar : arena_printf(job->arena, "(float%lld)(%s)", width, scalar);
}

const char *accumulator(struct job *job, long long row, long long column)
{
    return arena_printf(job->arena, "c_%lld_%lld", row, column);
}

void add_accumulators(struct job *job, struct value *view, long long rows, long long columns,
                      long long width)
{
    struct value *const list = value_set_list(job, view, "accumulators");
    /* Four on a line: of one row, or of as many rows where a row has one. */
    const long long count = columns == 1 ? rows : columns;
    for (long long row = 0; row < rows; row += columns == 1 ? rows : 1) {
        for (long long first = 0; first < count; first += 4) {
            struct text line;
            text_init(&line, job);
            text_printf(&line, "%s ", float_type(job, width));
            for (long long i = first; i < count && i < first + 4; i++)
                text_printf(&line, "%s%s = 0.0f", i > first ? ", " : "",
                            columns == 1 ? accumulator(job, i, 0) : accumulator(job, row, i));
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
    value_set_text(job, load, "type", float_type(job, width));
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

/* ------------------------------------------------------------------------------- stores */

/* The parameters of the store function, broken before they get too long for a line. */
static const char *store_parameters(struct job *job, const struct spec *spec, const char *type,
                                    const char *function, bool across, bool guarded)
{
    struct text text;
    text_init(&text, job);
    text_printf(&text, "__global float *const c%s%s", across ? ", const int ldc" : "",
                guarded ? ", const int room" : "");
    const bool alpha = spec->problem.values[SYMBOL_ALPHA].how == GIVEN_AT_LAUNCH;
    const bool beta = spec->problem.values[SYMBOL_BETA].how == GIVEN_AT_LAUNCH;
    const char *const gap =
        alpha || beta ? arena_printf(job->arena, "\n%*s",
                                     (int)(strlen("static void (") + strlen(function)), "")
                      : " ";
    text_printf(&text, ",%s%sconst %s product%s", gap, alpha ? "const float alpha, " : "", type,
                beta ? ", const float beta" : "");
    return text_string(&text);
}

void add_store(struct job *job, const struct spec *spec, struct value *view, long long width,
               long long line_step, bool guarded)
{
    struct value *const store = value_set_object(job, view, "store");
    const bool across = line_step > 0 && width > 1;
    const char *const type = float_type(job, width);
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
                               : value_printf(job, "%lld elements, one from every %lldth %s", width,
                                              line_step, axis_word(spec, true)));
    value_set_bool(job, store, "guarded", guarded);
    struct value *whole = value_bool(job, false);
    if (width > 1 && !across) {
        whole = value_object(job);
        value_set_text(job, whole, "value", value);
        value_set(whole, "old", value_printf(job, "vload%lld(0, c)", width));
    }
    value_set(store, "vector", whole);

    struct value *const elements = value_set_list(job, store, "elements");
    for (long long i = 0; i < width && (width == 1 || across || guarded); i++) {
        struct value *const element = value_add(elements, value_object(job));
        const long long lines = across ? i * line_step : 0;
        value_set(element, "value", value_printf(job, "%s%s", value, component(job, width, i)));
        value_set_integer(job, element, "beyond", across ? lines : i);
        value_set(element, "old",
                  !across || !lines ? value_printf(job, "c[%lld]", across ? 0 : i)
                  : lines == 1      ? value_text(job, "c[ldc]")
                                    : value_printf(job, "c[%s%lld * ldc]",
                                              spec->index_bits == 64 ? "(long)" : "", lines));
    }
}

const char *room_text(struct job *job, const struct spec *spec, bool along_m, const char *place)
{
    return arena_printf(job->arena, strchr(place, ' ') ? "%s - (%s)" : "%s - %s",
                        symbol_in_kernel(along_m ? spec->m : spec->n), place);
}

void add_store_call(struct job *job, const struct spec *spec, struct value *calls, long long width,
                    bool across, const char *condition, const char *row, const char *column,
                    const char *room, const char *product)
{
    struct text call;
    text_init(&call, job);
    text_printf(&call, "store%s(C + %s + %s",
                width == 1 ? "" : arena_printf(job->arena, "%lld", width),
                line_start(job, spec, &spec->c, row), column);
    if (across && width > 1)
        text_puts(&call, ", ldc");
    if (room && width > 1)
        text_printf(&call, ", %s", room);
    if (spec->problem.values[SYMBOL_ALPHA].how == GIVEN_AT_LAUNCH)
        text_puts(&call, ", alpha");
    text_printf(&call, ", %s", product);
    if (spec->problem.values[SYMBOL_BETA].how == GIVEN_AT_LAUNCH)
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
