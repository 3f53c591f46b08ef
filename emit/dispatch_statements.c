/*
 * What kernels of one text repeat line by line: statements and arguments, which stand once as macros.
 */
#include <stdint.h>
#include <string.h>

#include "emit/dispatch.h"
#include "emit/share_lines.h"
#include "emit/share_rows.h"
#include "gen/base/c_text.h"
#include "gen/base/text.h"
#include "gen/base/value.h"
#include "gen/plan/wording.h"

enum {
    /* Bytes that a macro of statements must save, as who reads a kernel looks each of them up: of kernels that are all built, and of those of which a host
     * builds one. */
    MACRO_COST = 4000,
    MACRO_COST_OF_ONE = 200,
    ROW_COST = 100 /* and a macro with parameters, which stands behind itself */
};

/* The macros so far, and where their view is. */
struct macros {
    struct job *job;
    const struct dispatch *dispatch;
    struct value *list;
    const char **names;
    size_t count;
};

/* What a statement sets, or the function that it calls and sets a variable to that is there, without the numbers and underlines that it ends with and
 * the name of all before it. */
static struct span subject(struct span line, const char *name)
{
    const size_t own = strlen(name);
    struct span found = {"", 0};
    size_t end = 0, at = 0;
    const struct span first = definitions_identifier(line, &at);
    struct span called = {line.text + at, line.length - at};
    while (end < line.length && !strchr("=[;", line.text[end]))
        end++;
    if (first.length && span_begins(called, " = ")) {
        size_t behind = at + strlen(" = ");
        called = definitions_identifier(line, &behind);
        if (called.text == line.text + at + strlen(" = ") && behind < line.length &&
            line.text[behind] == '(')
            return called;
    }
    for (at = 0; at < end && !(found.text == line.text && line.text[found.length] == '(');) {
        const struct span next = definitions_identifier((struct span){line.text, end}, &at);
        found = next.length ? next : found;
    }
    while (found.length > 1 && strchr("0123456789_", found.text[found.length - 1]))
        found.length--;
    if (found.length > own + 1 && span_begins(found, name) && found.text[own] == '_')
        found = (struct span){found.text + own + 1, found.length - own - 1};
    return found;
}

/* Adds a macro of lines, the last one without its comma, semicolon or bracket if that ends it: NAME_ABOUT, with a number where one before it is called so, and its
 * parameters ("n1, n2"; NULL: none). Its name. */
static const char *add_macro(struct macros *macros, const char *about, const char *parameters,
                             const struct span *lines, size_t count)
{
    struct arena *const arena = macros->job->arena;
    const char *const plain =
        arena_printf(arena, "%s_%s", c_capitals(macros->job, macros->dispatch->name), about);
    const char *name = plain;
    int number = 2;
    for (size_t i = 0; i < macros->count; i++)
        if (strcmp(macros->names[i], name) == 0) {
            name = arena_printf(arena, "%s_%d", plain, number++);
            i = SIZE_MAX;
        }
    macros->names = arena_grow(arena, macros->names, macros->count, sizeof *macros->names);
    macros->names[macros->count++] = name;
    struct value *const item = value_add(macros->list, value_object(macros->job));
    value_set_text(macros->job, item, "macro",
                   parameters ? arena_printf(arena, "%s(%s)", name, parameters) : name);
    struct value *const rows = value_set_list(macros->job, item, "lines");
    for (size_t i = 0; i < count; i++) {
        struct value *const row = value_add(rows, value_object(macros->job));
        const bool last = i + 1 == count;
        const bool cut = last && !span_is(lines[i], "}");
        value_set_text(macros->job, row, "line",
                       arena_text(arena, lines[i].text, lines[i].length - cut));
        value_set_bool(macros->job, row, "last", last);
    }
    return name;
}

/* ---------------------------------------------------------------- statements */

/* The macros of the pieces, of what the first statement is about and how many there are. */
static const char *const *add_pieces(struct macros *macros, const struct shared_lines *shared)
{
    struct job *const job = macros->job;
    const char **const names = arena_array(job->arena, shared->piece_count, sizeof *names);
    for (size_t i = 0; i < shared->piece_count; i++) {
        const struct line_piece *const piece = &shared->pieces[i];
        const struct span about = subject(piece->lines[0], macros->dispatch->name);
        names[i] = add_macro(
            macros,
            arena_printf(job->arena, "%s_%zu",
                         c_capitals(job, arena_text(job->arena, about.text, about.length)),
                         piece->line_count),
            NULL, piece->lines, piece->line_count);
    }
    return names;
}

/* A kernel's text with these macros. */
static const char *text_with_macros(struct job *job, const struct line_text *from,
                                    const char *const *names)
{
    struct text text;
    text_init(&text, job);
    for (size_t i = 0; i < from->count; i++) {
        const struct line_part *const part = &from->parts[i];
        text_printf(&text, "%*s", (int)part->indent, "");
        if (part->piece == SIZE_MAX)
            text_add(&text, part->line.text, part->line.length);
        else
            text_printf(&text, "%s;", names[part->piece]);
        if (i + 1 < from->count)
            text_puts(&text, "\n");
    }
    return text_string(&text);
}

/* ---------------------------------------------------------------- rows */

/* What the first statement of a row is about, behind its guards, and how many lines it has. */
static const char *about_row(const struct macros *macros, const struct share_row *row)
{
    struct arena *const arena = macros->job->arena;
    size_t i = 0;
    while (i + 1 < row->line_count && span_begins(row->first[i], "if ("))
        i++;
    const struct span about = subject(row->first[i], macros->dispatch->name);
    return arena_printf(arena, "%s_%zu",
                        c_capitals(macros->job, arena_text(arena, about.text, about.length)),
                        row->line_count);
}

static bool ends_with_block(const struct share_row *row)
{
    return span_is(row->first[row->line_count - 1], "}");
}

/* Kernels' texts with macros for lists of statements that are alike but for numbers. */
static void share_repeated(struct macros *macros, const char **written, size_t count)
{
    struct job *const job = macros->job;
    struct span *const texts = arena_array(job->arena, count, sizeof *texts);
    for (size_t i = 0; i < count; i++)
        texts[i] = span_of(written[i]);
    const struct shared_rows shared = share_rows(job, texts, count, ROW_COST);
    const char **const names = arena_array(job->arena, shared.row_count, sizeof *names);
    for (size_t i = 0; i < shared.row_count; i++)
        names[i] = add_macro(macros, about_row(macros, &shared.rows[i]), shared.rows[i].parameters,
                             shared.rows[i].lines, shared.rows[i].line_count);
    for (size_t i = 0; i < count; i++) {
        struct text text;
        text_init(&text, job);
        for (size_t j = 0; j < shared.texts[i].count; j++) {
            const struct row_part *const part = &shared.texts[i].parts[j];
            text_printf(&text, "%s%*s", j > 0 ? "\n" : "", (int)part->indent, "");
            if (part->row == SIZE_MAX)
                text_add(&text, part->line.text, part->line.length);
            else
                text_printf(&text, "%s(%s)%s", names[part->row], part->arguments,
                            ends_with_block(&shared.rows[part->row]) ? "" : ";");
        }
        written[i] = text_string(&text);
    }
}

/* ---------------------------------------------------------------- arguments */

/* The arguments of a text's last kernel function, as they lie behind the line with its name; `count` 0: there are none. */
struct arguments {
    struct span *lines; /* without the blanks that they begin with */
    size_t count;
    struct span all; /* with these, without the bracket that they end with */
};

static struct arguments arguments_of(struct job *job, struct span text)
{
    const struct span kernel = definitions_last_kernel(text);
    struct arguments found = {.lines = NULL};
    size_t at = 0, indent;
    struct span line = span_line(kernel, &at);
    while (at < kernel.length && !span_begins(line, "void "))
        line = span_line(kernel, &at);
    found.all.text = kernel.text + at;
    if (line.length && line.text[line.length - 1] != '(')
        return found;
    while (at < kernel.length && line.text[line.length - 1] != ')') {
        line = span_trimmed(span_line(kernel, &at), &indent);
        found.lines = arena_grow(job->arena, found.lines, found.count, sizeof *found.lines);
        found.lines[found.count++] = line;
    }
    found.all.length = (size_t)(line.text + line.length - 1 - found.all.text);
    return found;
}

/* The same text with a macro in the place of its arguments. */
static struct span with_arguments(struct job *job, struct span text, struct span all,
                                  const char *macro)
{
    struct text made;
    text_init(&made, job);
    text_add(&made, text.text, (size_t)(all.text - 1 - text.text));
    text_puts(&made, macro);
    text_add(&made, all.text + all.length,
             (size_t)(text.text + text.length - all.text - all.length));
    return span_of(text_string(&made));
}

/* The arguments that texts of a build have alike stand once. */
static void share_arguments(struct macros *macros, struct span *texts, size_t count)
{
    struct job *const job = macros->job;
    const struct arguments first = arguments_of(job, texts[0]);
    const char *macro = NULL;
    for (size_t i = 1; i < count && first.count > 1; i++) {
        const struct arguments found = arguments_of(job, texts[i]);
        if (!span_equal(found.all, first.all))
            continue;
        if (!macro)
            macro = add_macro(macros, "ARGUMENTS", NULL, first.lines, first.count);
        texts[i] = with_arguments(job, texts[i], found.all, macro);
    }
    if (macro)
        texts[0] = with_arguments(job, texts[0], first.all, macro);
}

/* --------------------------------------------------------------------------------- builds */

/* The kernel behind those of the same build as kernel `from`, of which others share nothing: of those that are all built behind all. */
static size_t end_of_build(struct job *job, const struct dispatch *dispatch, size_t from)
{
    const char *const types = plan_types(job, dispatch->plans[from]);
    size_t end = from + 1;
    while (end < dispatch->kernel_count &&
           (!dispatch->by_macros || strcmp(plan_types(job, dispatch->plans[end]), types) == 0))
        end++;
    return end;
}

static void share_build(struct macros *macros, struct span *texts, size_t count,
                        const char **written)
{
    const bool one = macros->dispatch->by_macros;
    const struct share_rule rule = {.statements = true,
                                    .list = 8,
                                    .least = macros->dispatch->kernel_count > 1 ? 4 : SIZE_MAX,
                                    .most = 3500,
                                    .text_cost = 10,
                                    .line_cost = 7,
                                    .piece_cost = one ? MACRO_COST_OF_ONE : MACRO_COST,
                                    .use_cost = 30};
    if (one)
        share_arguments(macros, texts, count);
    const struct shared_lines shared = share_lines(macros->job, texts, count, &rule);
    const char *const *const names = add_pieces(macros, &shared);
    for (size_t i = 0; i < count; i++)
        written[i] = text_with_macros(macros->job, &shared.texts[i], names);
    if (one)
        share_repeated(macros, written, count);
}

const char *const *dispatch_view_statements(struct job *job, struct value *view,
                                            const struct dispatch *dispatch)
{
    const size_t count = dispatch->kernel_count;
    struct span *const texts = arena_array(job->arena, count, sizeof *texts);
    const char **const written = arena_array(job->arena, count, sizeof *written);
    struct macros macros = {job, dispatch, value_set_list(job, view, "statements"), NULL, 0};
    for (size_t i = 0; i < count; i++)
        texts[i] = dispatch->shared.own[i].text;
    for (size_t from = 0, end; from < count; from = end) {
        end = end_of_build(job, dispatch, from);
        share_build(&macros, texts + from, end - from, written + from);
    }
    value_set_bool(job, view, "some_statements", macros.count > 0);
    return written;
}
