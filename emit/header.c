#include "emit/emit.h"

#include <string.h>

#include "gen/base/c_text.h"
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

/* A string literal. */
static void add_string(struct text *text, const char *bytes, size_t length)
{
    text_puts(text, "\"");
    for (size_t i = 0; i < length; i++)
        add_byte(text, (unsigned char)bytes[i], i > 0 ? (unsigned char)bytes[i - 1] : '\0');
    text_puts(text, "\"");
}

/* Writes the kernel line by line and returns the number of strings. */
static size_t add_source(struct text *text, const char *cl, size_t length)
{
    size_t strings = 0;
    for (size_t start = 0; start < length; strings++) {
        size_t end = start;
        while (end < length && end - start < longest_string && cl[end] != '\n')
            end++;
        if (end < length && cl[end] == '\n')
            end++;
        text_puts(text, strings ? ",\n    " : "    ");
        add_string(text, cl + start, end - start);
        start = end;
    }
    if (strings == 0) {
        text_puts(text, "    \"\"");
        strings = 1;
    }
    text_puts(text, "\n");
    return strings;
}

/* Elements of C that a work-group of the product computes along M or N. */
static long long tile_along(const struct step *step, enum symbol symbol)
{
    return step->dimensions[step->dimensions[1].dim.symbol == symbol].per_group;
}

static void add_number(struct text *text, const struct c_names *names, const char *name,
                       long long number, const char *comment)
{
    c_add(text, names, "#define $_%s %lld /* %s */\n", name, number, comment);
}

static void add_constants(struct text *text, const struct plan *plan, const struct c_names *names)
{
    const struct step *step = plan_main_step(plan);
    add_number(text, names, "TILE_M", tile_along(step, SYMBOL_M), "rows of C per work-group");
    add_number(text, names, "TILE_N", tile_along(step, SYMBOL_N), "columns of C per work-group");
    for (size_t i = 0; i < step->dimension_count; i++)
        c_add(text, names,
              "#define $_LOCAL_%zu %lld /* work-items per work-group, dimension %zu */\n", i,
              step->dimensions[i].local, i);
    add_number(text, names, "SUB_GROUP_SIZE", step->sub_group_size,
               step->sub_group_size == 0 ? "no sub-groups needed"
               : step->sub_group_equal   ? "required size of the sub-groups"
                                         : "the size of the sub-groups must be a multiple");
    add_number(text, names, "LOCAL_BYTES", plan->local_bytes,
               "bytes of local memory per work-group");
    c_add(text, names, "#define $_BUILD_OPTIONS ");
    add_string(text, plan->build_options, strlen(plan->build_options));
    const char *const device = plan_device(text->job, plan);
    if (device)
        text_printf(text, " /* for %s */", device);
    text_puts(text, "\n\n/* Kernels, in the order of their launch. */\n");
    for (size_t i = 0; i < plan->step_count; i++)
        c_add(text, names, "#define $_ENTRY_%s \"%s\"\n",
              c_capitals(text->job, plan->steps[i].name), plan->steps[i].entry);
}

const char *emit_header(struct job *job, const struct plan *plan, const char *cl, size_t cl_length)
{
    const struct c_names names = c_names_of(job, plan->name);
    struct text source;
    text_init(&source, job);
    const size_t strings = add_source(&source, cl, cl_length);

    struct text text;
    text_init(&text, job);
    c_add(&text, &names,
          "/*\n"
          " * %s.h: OpenCL C source of %s, %s-major, %s.\n"
          " * Made by clgemm %s: %s\n"
          " *\n"
          " *     program = clCreateProgramWithSource(context, $_SOURCE_COUNT,\n"
          " *                                         (const char **)@_source, NULL, &status);\n"
          " */\n"
          "#ifndef $_H\n"
          "#define $_H\n\n",
          c_comment(job, plan->stem), plan_formula(job, plan), plan->problem.layout,
          plan_types(job, plan), plan->version, c_comment(job, plan->command));
    add_constants(&text, plan, &names);
    c_add(&text, &names,
          "\n/* The source, one string per line. */\n"
          "#define $_SOURCE_COUNT %zu\n"
          "#define $_SOURCE_HASH 0x%08lx /* the launcher checks it */\n"
          "static const char *const @_source[$_SOURCE_COUNT] = {\n",
          strings, emit_short_hash(cl, cl_length));
    text_add(&text, source.bytes, source.length);
    text_puts(&text, "};\n\n#endif\n");
    return text_string(&text);
}
