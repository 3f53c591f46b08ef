/*
 * STEM.h: the kernel's text as data for C, with the figures of its launch.
 */
#include "emit/emit.h"

#include <string.h>

#include "emit/host.h"
#include "gen/base/c_text.h"
#include "gen/base/text.h"
#include "gen/plan/wording.h"

/* A string of C may have 509 characters for C89; a longer line of the kernel becomes several
 * strings. */
static const size_t longest_string = 400;

/* One byte inside a string literal. `before`: the byte before it, for two question marks could make
 * a trigraph. Bytes that a C89 source may not hold become octal escapes of three digits. */
static void add_byte(struct text *text, unsigned char byte, unsigned char before)
{
    if (byte == '\n')
        text_puts(text, "\\n");
    else if (byte == '"' || byte == '\\' || (byte == '?' && before == '?'))
        text_printf(text, "\\%c", byte);
    else if (byte < ' ' || byte > '~')
        text_printf(text, "\\%03o", byte);
    else
        text_add(text, (const char *)&byte, 1);
}

/* What stands between the quotes of a string literal. */
static const char *string_of(struct job *job, const char *bytes, size_t length)
{
    struct text text;
    text_init(&text, job);
    for (size_t i = 0; i < length; i++)
        add_byte(&text, (unsigned char)bytes[i], i > 0 ? (unsigned char)bytes[i - 1] : '\0');
    return text_string(&text);
}

void emit_view_strings(struct job *job, struct value *strings, const char *line, size_t length)
{
    size_t start = 0;
    do {
        struct value *const item = value_add(strings, value_object(job));
        const size_t end = length - start > longest_string + 1 ? start + longest_string : length;
        value_set_text(job, item, "string", string_of(job, line + start, end - start));
        value_set_bool(job, item, "texts", false);
        start = end;
    } while (start < length);
}

/* The kernel, line by line; of an empty one, an empty string. */
static void view_source(struct job *job, struct value *view, const char *cl, size_t length)
{
    struct value *const strings = value_set_list(job, view, "strings");
    size_t start = 0;
    do {
        size_t end = start;
        while (end < length && cl[end] != '\n')
            end++;
        end += end < length;
        emit_view_strings(job, strings, cl + start, end - start);
        start = end;
    } while (start < length);
    value_mark_ends(job, strings);
    value_set_integer(job, view, "count", (long long)strings->count);
}

void emit_view_figures(struct job *job, struct value *view, const struct plan *plan)
{
    const struct step *const step = plan_main_step(plan);
    value_set_integer(job, view, "tile_m", host_tile(plan, SYMBOL_M));
    value_set_integer(job, view, "tile_n", host_tile(plan, SYMBOL_N));
    struct value *const local = value_set_list(job, view, "local");
    for (size_t i = 0; i < step->dimension_count; i++) {
        struct value *const item = value_add(local, value_object(job));
        value_set_integer(job, item, "dimension", (long long)i);
        value_set_integer(job, item, "items", step->dimensions[i].local);
    }
    struct value *const sub_group =
        value_set_object_if(job, view, "sub_group", step->sub_group_size != 0);
    if (sub_group) {
        value_set_integer(job, sub_group, "size", step->sub_group_size);
        value_set_bool(job, sub_group, "equal", step->sub_group_equal);
    }
    value_set_integer(job, view, "local_bytes", plan->local_bytes);
    value_set_text(job, view, "build_options",
                   string_of(job, plan->build_options, strlen(plan->build_options)));
    value_set_text(job, view, "made_for", plan_device(job, plan));
    struct value *const steps = value_set_list(job, view, "steps");
    for (size_t i = 0; i < plan->step_count; i++) {
        struct value *const item = value_add(steps, value_object(job));
        value_set_text(job, item, "STEP", c_capitals(job, plan->steps[i].name));
        value_set_text(job, item, "entry", plan->steps[i].entry);
    }
}

const char *emit_header(struct job *job, const struct clgemm_templates *templates,
                        const struct plan *plan, const char *cl, size_t cl_length)
{
    struct value *const view = host_view(job, plan->name, plan, cl, cl_length);
    emit_view_figures(job, view, plan);
    value_set_bool(job, view, "told", false);
    view_source(job, view, cl, cl_length);
    return host_render(job, templates, "host/header.h", view);
}
