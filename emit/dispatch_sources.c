/*
 * The kernels in NAME_dispatch.h: lists of strings for clCreateProgramWithSource. Lines that several of them have, or one has
 * several times, stand once.
 */
#include <stdint.h>
#include <string.h>

#include "emit/dispatch.h"
#include "emit/emit.h"
#include "emit/host.h"
#include "emit/share_lines.h"
#include "gen/base/text.h"

/* Adds lines without those that are blank. */
static void add_lines(struct text *text, struct span lines)
{
    for (size_t at = 0; at < lines.length;) {
        const struct span line = span_line(lines, &at);
        if (line.length > 0)
            text_printf(text, "%.*s\n", (int)line.length, line.text);
    }
}

/* What a kernel's program consists of, as it is alone but for names, blank lines and its first comment. */
static struct span program_text(struct job *job, const struct dispatch *dispatch, size_t kernel)
{
    const struct shared_texts *const shared = &dispatch->shared;
    struct text text;
    text_init(&text, job);
    for (size_t i = 0; i < shared->common_count; i++)
        if (shared->common[i].users[kernel])
            add_lines(&text, shared->common[i].text);
    add_lines(&text, shared->own[kernel].text);
    return span_of(text_string(&text));
}

/* Adds the literals of a line. */
static void add_line(struct job *job, struct value *strings, struct span line)
{
    const char *const text = arena_printf(job->arena, "%.*s\n", (int)line.length, line.text);
    emit_view_strings(job, strings, text, line.length + 1);
}

/* The lines of each piece, as one string. */
static void view_texts(struct job *job, struct value *view, const struct shared_lines *shared)
{
    struct value *const texts = value_set_list(job, view, "texts");
    for (size_t i = 0; i < shared->piece_count; i++) {
        const struct line_piece *const piece = &shared->pieces[i];
        struct value *const item = value_add(texts, value_object(job));
        value_set_integer(job, item, "number", (long long)i);
        struct value *const strings = value_set_list(job, item, "strings");
        for (size_t j = 0; j < piece->line_count; j++)
            add_line(job, strings, piece->lines[j]);
        value_mark_ends(job, strings);
    }
    value_set_bool(job, view, "some_texts", shared->piece_count > 0);
}

/* The strings of a kernel: lines of its own, and pieces, of which several follow each other in a row. */
static void view_strings(struct job *job, struct value *view, const struct line_text *text,
                         size_t most_in_row)
{
    struct value *const strings = value_set_list(job, view, "strings");
    struct value *row = NULL;
    size_t count = 0;
    for (size_t i = 0; i < text->count; i++) {
        const struct line_part *const part = &text->parts[i];
        const size_t before = strings->count;
        if (part->piece == SIZE_MAX) {
            row = NULL;
            add_line(job, strings, part->line);
            count += strings->count - before;
            continue;
        }
        if (!row || row->count == most_in_row)
            row = value_set_list(job, value_add(strings, value_object(job)), "texts");
        struct value *const item = value_add(row, value_object(job));
        value_set_bool(job, item, "first", row->count == 1);
        value_set_integer(job, item, "number", (long long)part->piece);
        count++;
    }
    value_mark_ends(job, strings);
    value_set_integer(job, view, "count", (long long)count);
}

void dispatch_view_sources(struct job *job, struct value *view, const struct dispatch *dispatch)
{
    const struct share_rule rule = {.list = 4,
                                    .least = 1,
                                    .most = 3500,
                                    .text_cost = 10,
                                    .line_cost = 9,
                                    .piece_cost = 45,
                                    .use_cost = 14};
    const size_t most_in_row = 88 / (strlen(dispatch->name) + 8) + 1;
    const size_t count = dispatch->kernel_count;
    struct span *const programs = arena_array(job->arena, count, sizeof *programs);
    for (size_t i = 0; i < count; i++)
        programs[i] = program_text(job, dispatch, i);
    const struct shared_lines shared = share_lines(job, programs, count, &rule);
    view_texts(job, view, &shared);
    struct value *const list = value_set_list(job, view, "figures");
    for (size_t i = 0; i < count; i++) {
        struct value *const item = value_add(list, value_object(job));
        host_set_names(job, item, dispatch->plans[i]->name);
        emit_view_figures(job, item, dispatch->plans[i]);
        view_strings(job, item, &shared.texts[i], most_in_row);
        value_set_bool(job, item, "told", true);
    }
}
