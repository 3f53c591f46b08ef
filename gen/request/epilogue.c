#include "gen/request/epilogue.h"

#include <string.h>

#include "gen/base/nearest.h"
#include "gen/base/real.h"
#include "gen/base/text.h"
#include "gen/request/expression.h"

/* Words of one operation, cut at its colons: its name and what stands behind it. */
enum {
    WORD_LIMIT = EPILOGUE_NUMBERS + 1
};

struct words {
    const char *word[WORD_LIMIT];
    size_t count; /* one more than there is room for where there are too many */
};

static struct words cut(struct job *job, const char *text)
{
    struct words words = {.count = 0};
    for (bool more = true; more && words.count <= WORD_LIMIT;) {
        const size_t length = strcspn(text, ":");
        if (words.count < WORD_LIMIT)
            words.word[words.count] = arena_text(job->arena, text, length);
        words.count++;
        more = text[length] == ':';
        text += length + more;
    }
    return words;
}

static _Noreturn void unknown(struct job *job, const char *name)
{
    enum {
        MOST = 32
    };
    const char *names[MOST + 1] = {NULL};
    struct text known;
    const struct operation_row *row;
    text_init(&known, job);
    for (size_t i = 0; i < MOST && (row = operation_row_at(i)); i++) {
        names[i] = row->name;
        text_printf(&known, "%s%s", i ? ", " : "", row->name);
    }
    const char *const nearest = nearest_name(name, names);
    job_fail(job, CLGEMM_USAGE, "epilogue",
             "--epilogue has no operation '%.40s'%s%s%s; it takes none, or a list of %s", name,
             nearest ? ", did you mean " : "", nearest ? nearest : "", nearest ? "?" : "",
             text_string(&known));
}

static const struct operation_row *find_row(struct job *job, const char *name)
{
    const struct operation_row *row;
    for (size_t i = 0; (row = operation_row_at(i)); i++)
        if (strcmp(row->name, name) == 0)
            return row;
    unknown(job, name);
}

static _Noreturn void wrong(struct job *job, const struct operation_row *row, const char *text)
{
    job_fail(job, CLGEMM_USAGE, "epilogue", "--epilogue: an operation is written %s, not '%.60s'",
             row->takes, text);
}

/* An expression has words of its own: all that is behind the name's colon. */
static struct words words_of(struct job *job, const char *text)
{
    const size_t name = strcspn(text, ":");
    const struct operation_row *const row = find_row(job, arena_text(job->arena, text, name));
    if (!row->written)
        return cut(job, text);
    if (!text[name])
        wrong(job, row, text);
    return (struct words){.word = {row->name, text + name + 1}, .count = 2};
}

/* The operand that is asked for behind the name, or by the name alone. */
static enum reads reads_of(struct job *job, const struct operation_row *row,
                           const struct words *words, const char *text)
{
    const bool many = words->count == 3 && strcmp(words->word[2], "group") == 0;
    const char *const axis = (words->count == 2 || many) && !row->numbers ? words->word[1] : NULL;
    if (words->count == 1 && row->matrix)
        return READS_MATRIX;
    if (words->count == 1 && row->scalar)
        return READS_SCALAR;
    if (axis && row->vector && !many && strcmp(axis, "row") == 0)
        return READS_PER_ROW;
    if (axis && row->vector && strcmp(axis, "column") == 0)
        return READS_PER_COLUMN;
    if (row->operand || words->count != row->numbers + row->written + 1)
        wrong(job, row, text);
    return READS_NOTHING;
}

/* Numbers are those that single precision has too, as the type of the arithmetic is not known yet. */
static void read_numbers(struct job *job, const struct operation_row *row,
                         const struct words *words, const char *text, struct operation *operation)
{
    for (size_t i = 0; i < row->numbers; i++) {
        char shortest[REAL_TEXT];
        double single;
        if (!real_read(words->word[i + 1], true, &single) ||
            !real_read(words->word[i + 1], false, &operation->real[i]))
            job_fail(job, CLGEMM_USAGE, "epilogue",
                     "--epilogue %.60s: '%.40s' is no number: 0, or of magnitude 1.4e-45 to 3.4e38",
                     text, words->word[i + 1]);
        real_shortest(operation->real[i], false, shortest);
        operation->number[i] = arena_copy(job->arena, shortest);
    }
    if (row->numbers == 2 && operation->real[0] > operation->real[1])
        job_fail(job, CLGEMM_USAGE, "epilogue", "--epilogue %.60s: LOW, %s, is above HIGH, %s",
                 text, operation->number[0], operation->number[1]);
}

/* Which of its name the operation is, from 1. */
static int number_of(struct job *job, const struct epilogue *epilogue,
                     const struct operation_row *row)
{
    int number = 1;
    for (size_t i = 0; i < epilogue->count; i++)
        number += epilogue->list[i].row == row;
    if (number > EPILOGUE_ALIKE)
        job_fail(job, CLGEMM_USAGE, "epilogue", "--epilogue has more than %d operations %s",
                 EPILOGUE_ALIKE, row->name);
    return number;
}

/* "bias", then "bias2". */
static const char *numbered(struct job *job, const char *name, int number)
{
    return number == 1 ? name : arena_printf(job->arena, "%s%d", name, number);
}

static void name_operand(struct job *job, const struct epilogue *epilogue,
                         struct operation *operation)
{
    const int number = number_of(job, epilogue, operation->row);
    operation->operand = numbered(job, operation->row->operand, number);
    if (operation->reads == READS_SCALAR)
        operation->symbol = (enum symbol)(SYMBOL_SCALE + number - 1);
    if (operation->reads == READS_MATRIX)
        operation->symbol = (enum symbol)(SYMBOL_LDR + number - 1);
}

static void add_operation(struct job *job, struct epilogue *epilogue, const char *text)
{
    const struct words words = words_of(job, text);
    struct operation operation = {.row = find_row(job, words.word[0])};
    if (epilogue->count == EPILOGUE_LIMIT)
        job_fail(job, CLGEMM_USAGE, "epilogue", "--epilogue has more than %d operations",
                 EPILOGUE_LIMIT);
    operation.reads = reads_of(job, operation.row, &words, text);
    operation.many = operation.reads == READS_PER_COLUMN && words.count == 3;
    read_numbers(job, operation.row, &words, text, &operation);
    if (operation.row->operand)
        name_operand(job, epilogue, &operation);
    if (operation.row->written)
        operation.expression = expression_read(
            job, numbered(job, operation.row->name, number_of(job, epilogue, operation.row)),
            words.word[1]);
    epilogue->list[epilogue->count++] = operation;
}

static const char *canonical(struct job *job, const struct epilogue *epilogue)
{
    struct text text;
    text_init(&text, job);
    for (size_t i = 0; i < epilogue->count; i++) {
        const struct operation *const operation = &epilogue->list[i];
        text_printf(&text, "%s%s%s", i ? "," : "", operation->row->name,
                    operation->reads == READS_PER_ROW      ? ":row"
                    : operation->many                      ? ":column:group"
                    : operation->reads == READS_PER_COLUMN ? ":column"
                                                           : "");
        for (size_t j = 0; j < operation->row->numbers; j++)
            text_printf(&text, ":%s", operation->number[j]);
        if (operation->expression)
            text_printf(&text, ":%s", operation->expression->text);
    }
    return epilogue->count ? text_string(&text) : "none";
}

/* Commas within brackets part the arguments of a function. */
static size_t length_of_operation(const char *text)
{
    size_t length = 0, depth = 0;
    for (; text[length] && (text[length] != ',' || depth > 0); length++)
        if (text[length] == '(')
            depth++;
        else if (text[length] == ')' && depth > 0)
            depth--;
    return length;
}

const struct epilogue *epilogue_read(struct job *job, const char *text)
{
    struct epilogue *const epilogue = arena_allocate(job->arena, sizeof *epilogue);
    if (strcmp(text, "none") != 0)
        for (bool more = true; more;) {
            const size_t length = length_of_operation(text);
            add_operation(job, epilogue, arena_text(job->arena, text, length));
            more = text[length] == ',';
            text += length + more;
        }
    epilogue->text = canonical(job, epilogue);
    return epilogue;
}
