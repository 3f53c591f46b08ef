#include "emit/share_rows.h"

#include <stdint.h>
#include <string.h>

#include "gen/base/text.h"

enum {
    MOST_LINES = 40, /* of a row */
    MOST_PARAMETERS = 4,
    USE_COST = 45, /* bytes of a place where a row stands, and of a line of it beside its own */
    LINE_COST = 6
};

struct source {
    struct span *lines; /* without the blanks that they begin with */
    size_t *indents;
    size_t *ends; /* behind the statement that begins with a line; the line itself: none does */
    size_t line_count;
};

/* The numbers of lines in a place, in their order through all of them. */
struct place {
    const struct span *numbers;
};

/* Lines that others are alike but for numbers: the first ones, and places. */
struct shape {
    const struct source *source;
    size_t line, line_count;
    size_t number_count;
    struct place *places; /* where it stands */
    size_t place_count;
    const struct place *repeated; /* those behind each other by which it was found */
    size_t repeated_count;
};

struct rows {
    struct job *job;
    struct source *sources;
    struct shape *shapes;
    size_t shape_count;
    size_t cost;
};

/* ---------------------------------------------------------------- statements */

/* Behind the guarded statement, or the block, that begins with a line. */
static size_t end_of_guarded(const struct source *source, size_t line)
{
    const struct span text = source->lines[line];
    const char last = text.length ? text.text[text.length - 1] : '\0';
    size_t end = line + 1;
    if (!span_begins(text, "if (") || (last != ')' && last != '{') || end >= source->line_count)
        return line;
    if (last == ')')
        return source->ends[end] > end && source->indents[end] > source->indents[line]
                   ? source->ends[end]
                   : line;
    while (end < source->line_count && source->ends[end] > end)
        end = source->ends[end];
    return end < source->line_count && span_is(source->lines[end], "}") &&
                   source->indents[end] == source->indents[line]
               ? end + 1
               : line;
}

static void read_source(struct rows *all, struct source *source, struct span text)
{
    source->line_count = definitions_lines(all->job, text, &source->lines, &source->indents);
    source->ends = arena_array(all->job->arena, source->line_count, sizeof *source->ends);
    for (size_t i = source->line_count; i-- > 0;) {
        const bool plain = source->indents[i] > 0 && definitions_is_statement(source->lines[i]);
        const size_t end = plain ? i + 1 : end_of_guarded(source, i);
        const bool otherwise = end < source->line_count && span_begins(source->lines[end], "else");
        source->ends[i] = otherwise ? i : end;
    }
}

/* Whether a statement may begin with a line. */
static bool may_begin(const struct source *source, size_t line)
{
    return line > 0 && source->ends[line] > line &&
           definitions_ends_statement(source->lines[line - 1]);
}

/* ---------------------------------------------------------------- what is alike */

static bool is_digit(struct span line, size_t i)
{
    return i < line.length && line.text[i] >= '0' && line.text[i] <= '9';
}

static size_t behind_digits(struct span line, size_t i)
{
    while (is_digit(line, i))
        i++;
    return i;
}

static bool alike(struct span one, struct span other)
{
    size_t i = 0, j = 0;
    while (i < one.length && j < other.length) {
        const bool number = is_digit(one, i);
        if (number != is_digit(other, j) || (!number && one.text[i] != other.text[j]))
            return false;
        i = number ? behind_digits(one, i) : i + 1;
        j = number ? behind_digits(other, j) : j + 1;
    }
    return i == one.length && j == other.length;
}

/* Whether so many lines are alike in two places, with the same indentation to each other. */
static bool alike_lines(const struct source *one, size_t line, const struct source *other,
                        size_t other_line, size_t count)
{
    if (other_line + count > other->line_count)
        return false;
    for (size_t i = 0; i < count; i++)
        if (one->indents[line + i] - one->indents[line] !=
                other->indents[other_line + i] - other->indents[other_line] ||
            !alike(one->lines[line + i], other->lines[other_line + i]))
            return false;
    return true;
}

/* The numbers of lines in a place. */
static const struct span *numbers_of(const struct rows *all, const struct source *source,
                                     size_t line, size_t line_count, size_t *count)
{
    struct span *numbers = NULL;
    *count = 0;
    for (size_t i = line; i < line + line_count; i++) {
        const struct span text = source->lines[i];
        for (size_t at = 0, end; at < text.length; at = end) {
            end = is_digit(text, at) ? behind_digits(text, at) : at + 1;
            if (!is_digit(text, at))
                continue;
            numbers = arena_grow(all->job->arena, numbers, *count, sizeof *numbers);
            numbers[(*count)++] = (struct span){text.text + at, end - at};
        }
    }
    return numbers;
}

/* Whether two numbers of a shape are the same in each place. */
static bool same_numbers(const struct shape *shape, size_t one, size_t other)
{
    bool same = true;
    for (size_t i = 0; i < shape->place_count && same; i++)
        same = span_equal(shape->places[i].numbers[one], shape->places[i].numbers[other]);
    return same;
}

static bool is_constant(const struct shape *shape, size_t number)
{
    bool same = true;
    for (size_t i = 1; i < shape->place_count && same; i++)
        same = span_equal(shape->places[0].numbers[number], shape->places[i].numbers[number]);
    return same;
}

/* The numbers of a shape that are parameters, each the first of those that are the same everywhere; more than MOST_PARAMETERS count as one more. */
static size_t find_parameters(const struct shape *shape, size_t *parameters)
{
    size_t count = 0;
    for (size_t i = 0; i < shape->number_count; i++) {
        bool known = is_constant(shape, i);
        for (size_t j = 0; j < count && !known; j++)
            known = same_numbers(shape, parameters[j], i);
        if (!known && count == MOST_PARAMETERS)
            return MOST_PARAMETERS + 1;
        if (!known)
            parameters[count++] = i;
    }
    return count;
}

/* Whether a number of a shape stands in a line behind that of another one. */
static bool in_later_line(const struct shape *shape, size_t one, size_t later)
{
    const struct span *const numbers = shape->places[0].numbers;
    const size_t apart = (size_t)(numbers[later].text - numbers[one].text);
    return memchr(numbers[one].text, '\n', apart) != NULL;
}

/* Whether a parameter stands in several lines: others had better stand apart. */
static bool has_one_of_lines(const struct shape *shape, const size_t *parameters, size_t count)
{
    bool has = false;
    for (size_t i = 0; i < count && !has; i++)
        for (size_t j = parameters[i] + 1; j < shape->number_count && !has; j++)
            has = same_numbers(shape, parameters[i], j) && in_later_line(shape, parameters[i], j);
    return has;
}

/* Whether numbers are the same as each other, and as those of the shape, where they are that where it was found. */
static bool fits(const struct shape *shape, const struct span *numbers)
{
    const struct shape found = {.number_count = shape->number_count,
                                .places = (struct place *)shape->repeated,
                                .place_count = shape->repeated_count};
    bool same = true;
    for (size_t i = 0; i < found.number_count && same; i++) {
        size_t j = 0;
        if (is_constant(&found, i)) {
            same = span_equal(numbers[i], found.places[0].numbers[i]);
            continue;
        }
        while (j < i && !same_numbers(&found, j, i))
            j++;
        same = span_equal(numbers[i], numbers[j]);
    }
    return same;
}

/* ---------------------------------------------------------------- rows */

static size_t bytes_of(const struct source *source, size_t line, size_t count)
{
    size_t bytes = 0;
    for (size_t i = line; i < line + count; i++)
        bytes += source->indents[i] + source->lines[i].length + 1;
    return bytes;
}

static bool pays(const struct rows *all, const struct shape *shape)
{
    size_t parameters[MOST_PARAMETERS];
    const size_t bytes = bytes_of(shape->source, shape->line, shape->line_count);
    const size_t uses = shape->place_count;
    if (uses < 2 || find_parameters(shape, parameters) > MOST_PARAMETERS)
        return false;
    return has_one_of_lines(shape, parameters, find_parameters(shape, parameters)) &&
           uses * bytes > bytes + uses * USE_COST + shape->line_count * LINE_COST + all->cost;
}

static void add_place(struct rows *all, struct shape *shape, const struct source *source,
                      size_t line)
{
    shape->places =
        arena_grow(all->job->arena, shape->places, shape->place_count, sizeof *shape->places);
    shape->places[shape->place_count++] =
        (struct place){numbers_of(all, source, line, shape->line_count, &shape->number_count)};
}

/* The lines from `line` on that are repeated behind themselves, which save the most, few rather than a quarter more; line_count 0: none pay. *end: behind all of them. */
static struct shape repeated(struct rows *all, const struct source *source, size_t line,
                             size_t *end)
{
    struct shape best = {.line_count = 0};
    size_t most = 0;
    for (size_t stop = line; source->ends[stop] > stop && stop - line < MOST_LINES;) {
        stop = source->ends[stop];
        struct shape shape = {.source = source, .line = line, .line_count = stop - line};
        size_t next = line;
        do {
            add_place(all, &shape, source, next);
            next += shape.line_count;
        } while (alike_lines(source, line, source, next, shape.line_count));
        const size_t saved =
            (shape.place_count - 1) * (bytes_of(source, line, shape.line_count) - USE_COST);
        if (shape.place_count > 1 && saved > most + most / 4 && pays(all, &shape)) {
            best = shape;
            most = saved;
            *end = next;
        }
        if (stop >= source->line_count)
            break;
    }
    return best;
}

/* Of the shapes the longest that a place has; NULL: none. */
static struct shape *shape_at(const struct rows *all, const struct source *source, size_t line)
{
    struct shape *found = NULL;
    for (size_t i = 0; i < all->shape_count; i++) {
        struct shape *const shape = &all->shapes[i];
        size_t count;
        if ((!found || shape->line_count > found->line_count) &&
            alike_lines(shape->source, shape->line, source, line, shape->line_count) &&
            fits(shape, numbers_of(all, source, line, shape->line_count, &count)))
            found = shape;
    }
    return found;
}

static void find_shapes(struct rows *all, const struct source *source)
{
    for (size_t i = 0, end; i < source->line_count; i = end) {
        end = i + 1;
        if (!may_begin(source, i))
            continue;
        struct shape shape = repeated(all, source, i, &end);
        const struct shape *const known = shape.line_count ? shape_at(all, source, i) : NULL;
        if (!shape.line_count || (known && known->line_count == shape.line_count))
            continue;
        shape.repeated = shape.places;
        shape.repeated_count = shape.place_count;
        all->shapes =
            arena_grow(all->job->arena, all->shapes, all->shape_count, sizeof *all->shapes);
        all->shapes[all->shape_count++] = shape;
    }
}

static void forget_places(struct shape *shape)
{
    shape->places = NULL;
    shape->place_count = 0;
}

static void find_places(struct rows *all, const struct source *source)
{
    for (size_t i = 0; i < source->line_count;) {
        struct shape *const shape = may_begin(source, i) ? shape_at(all, source, i) : NULL;
        if (shape)
            add_place(all, shape, source, i);
        i += shape ? shape->line_count : 1;
    }
}

/* Finds the places of shapes until all pay that are left: a longer one stands where a shorter one may. */
static void choose_shapes(struct rows *all, size_t source_count)
{
    size_t before;
    do {
        before = all->shape_count;
        for (size_t i = 0; i < before; i++)
            forget_places(&all->shapes[i]);
        for (size_t i = 0; i < source_count; i++)
            find_places(all, &all->sources[i]);
        all->shape_count = 0;
        for (size_t i = 0; i < before; i++)
            if (pays(all, &all->shapes[i]))
                all->shapes[all->shape_count++] = all->shapes[i];
    } while (all->shape_count < before);
}

/* ---------------------------------------------------------------- the texts */

static bool is_word(struct span line, size_t at)
{
    return at < line.length && span_is_word(line.text[at]);
}

/* A line with parameters, from its number `number` on, which then is behind those of the line. */
static struct span row_line(const struct rows *all, const struct shape *shape, size_t i,
                            const size_t *parameters, size_t count, size_t *number)
{
    const struct span line = shape->source->lines[shape->line + i];
    struct text text;
    text_init(&text, all->job);
    text_printf(
        &text, "%*s",
        (int)(shape->source->indents[shape->line + i] - shape->source->indents[shape->line]), "");
    for (size_t at = 0, end; at < line.length; at = end) {
        size_t parameter = 0;
        end = is_digit(line, at) ? behind_digits(line, at) : at + 1;
        const bool constant = !is_digit(line, at) || is_constant(shape, *number);
        while (!constant && parameter < count &&
               !same_numbers(shape, parameters[parameter], *number))
            parameter++;
        *number += is_digit(line, at);
        if (constant)
            text_add(&text, line.text + at, end - at);
        else
            text_printf(&text, "%sn%zu%s", at > 0 && is_word(line, at - 1) ? "##" : "",
                        parameter + 1, is_word(line, end) ? "##" : "");
    }
    return span_of(text_string(&text));
}

static struct share_row write_row(const struct rows *all, const struct shape *shape)
{
    size_t parameters[MOST_PARAMETERS], number = 0;
    const size_t count = find_parameters(shape, parameters);
    struct span *const lines = arena_array(all->job->arena, shape->line_count, sizeof *lines);
    const char *names = "";
    for (size_t i = 0; i < count; i++)
        names = arena_printf(all->job->arena, "%s%sn%zu", names, i > 0 ? ", " : "", i + 1);
    for (size_t i = 0; i < shape->line_count; i++)
        lines[i] = row_line(all, shape, i, parameters, count, &number);
    return (struct share_row){lines, shape->line_count, &shape->source->lines[shape->line], names};
}

static const char *arguments_at(const struct rows *all, const struct shape *shape,
                                const struct source *source, size_t line)
{
    size_t parameters[MOST_PARAMETERS];
    const size_t count = find_parameters(shape, parameters);
    size_t unused;
    const struct span *const numbers = numbers_of(all, source, line, shape->line_count, &unused);
    const char *arguments = "";
    for (size_t i = 0; i < count; i++)
        arguments = arena_printf(all->job->arena, "%s%s%.*s", arguments, i > 0 ? ", " : "",
                                 (int)numbers[parameters[i]].length, numbers[parameters[i]].text);
    return arguments;
}

static struct row_text write_text(const struct rows *all, const struct source *source)
{
    struct row_text text = {arena_array(all->job->arena, source->line_count, sizeof *text.parts),
                            0};
    for (size_t i = 0; i < source->line_count;) {
        const struct shape *const shape = may_begin(source, i) ? shape_at(all, source, i) : NULL;
        struct row_part *const part = &text.parts[text.count++];
        *part = (struct row_part){SIZE_MAX, source->lines[i], source->indents[i], NULL};
        if (shape) {
            part->row = (size_t)(shape - all->shapes);
            part->arguments = arguments_at(all, shape, source, i);
        }
        i += shape ? shape->line_count : 1;
    }
    return text;
}

struct shared_rows share_rows(struct job *job, const struct span *texts, size_t count, size_t cost)
{
    struct rows all = {.job = job, .cost = cost};
    struct row_text *const written = arena_array(job->arena, count, sizeof *written);
    struct shared_rows shared = {.texts = written};
    all.sources = arena_array(job->arena, count, sizeof *all.sources);
    for (size_t i = 0; i < count; i++)
        read_source(&all, &all.sources[i], texts[i]);
    for (size_t i = 0; i < count; i++)
        find_shapes(&all, &all.sources[i]);
    choose_shapes(&all, count);
    struct share_row *const rows = arena_array(job->arena, all.shape_count, sizeof *rows);
    for (size_t i = 0; i < all.shape_count; i++)
        rows[i] = write_row(&all, &all.shapes[i]);
    shared.row_count = all.shape_count;
    for (size_t i = 0; i < count; i++)
        written[i] = write_text(&all, &all.sources[i]);
    shared.rows = rows;
    return shared;
}
