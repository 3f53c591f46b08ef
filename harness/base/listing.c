#include "harness/base/listing.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* A label stands before the instruction `at`. */
struct label {
    const char *word;
    size_t length, at;
    size_t branch; /* the last branch back here; 0: none */
};

struct code {
    struct instruction *list;
    bool *multiply_add, *on_engine;
    const bool *decides; /* of both: the one by which the loop is chosen */
    size_t count;
    struct label *labels;
    size_t label_count;
};

static bool in_word(char letter)
{
    return isalnum((unsigned char)letter) || letter == '_' || letter == '.' || letter == '$';
}

static size_t word_length(const char *at, const char *end)
{
    size_t length = 0;

    while (at + length < end && in_word(at[length]))
        length++;
    return length;
}

static const char *skip_blanks(const char *at, const char *end)
{
    while (at < end && (isspace((unsigned char)*at) || *at == '{' || *at == '}'))
        at++;
    return at;
}

/* Finds the end of the code of a line: a comment or `;`. */
static const char *end_of_code(const char *at, const char *end)
{
    for (; at < end; at++)
        if (*at == ';' || (*at == '/' && at + 1 < end && (at[1] == '/' || at[1] == '*')))
            return at;
    return end;
}

/* Over the address of an instruction in a comment, and over predicates: (W&f1.0) and @%p3. */
static const char *skip_front(const char *at, const char *end)
{
    if (end - at > 4 && memcmp(at, "/*", 2) == 0) {
        const char *close = at + 2;

        while (close + 1 < end && memcmp(close, "*/", 2) != 0)
            close++;
        at = skip_blanks(close + 2 < end ? close + 2 : end, end);
    }
    if (at < end && *at == '(')
        while (at < end && *at != ')')
            at++;
    else if (at < end && *at == '@')
        while (at < end && !isspace((unsigned char)*at))
            at++;
    if (at < end && *at == ')')
        at++;
    return skip_blanks(at, end);
}

static void read_line(struct code *code, const char *at, const char *end)
{
    size_t length;

    at = skip_front(skip_blanks(at, end), end);
    end = end_of_code(at, end);
    length = word_length(at, end);
    if (length > 0 && at + length < end && at[length] == ':') {
        code->labels[code->label_count++] = (struct label){at, length, code->count, 0};
        at = skip_front(skip_blanks(at + length + 1, end), end);
        length = word_length(at, end);
    }
    if (length == 0 || *at == '.')
        return;
    code->list[code->count++] =
        (struct instruction){at, length, at + length, (size_t)(end - at) - length};
}

static struct label *find_label(const struct code *code, const char *word, size_t length)
{
    for (size_t i = 0; i < code->label_count; i++)
        if (code->labels[i].length == length && memcmp(code->labels[i].word, word, length) == 0)
            return &code->labels[i];
    return NULL;
}

/* Notes every branch back to a label: any instruction that names one at or before itself. */
static void find_branches(struct code *code)
{
    for (size_t i = 0; i < code->count; i++) {
        const char *at = code->list[i].operands, *end = at + code->list[i].operand_length;

        while (at < end) {
            size_t length = word_length(at, end);
            struct label *label = length > 0 ? find_label(code, at, length) : NULL;

            if (label != NULL && label->at <= i)
                label->branch = i;
            at += length + (length == 0);
        }
    }
}

/* Instructions that decide between a label and its branch that are in no other loop between
 * them. */
static size_t count_own(const struct code *code, const struct label *loop)
{
    size_t count = 0;

    for (size_t i = loop->at; i <= loop->branch; i++) {
        bool inside = false;

        for (size_t j = 0; j < code->label_count && code->decides[i] && !inside; j++) {
            const struct label *other = &code->labels[j];

            inside = other->branch > 0 && i >= other->at && i <= other->branch &&
                     other->at >= loop->at && other->branch <= loop->branch &&
                     other->branch - other->at < loop->branch - loop->at;
        }
        count += code->decides[i] && !inside;
    }
    return count;
}

static void choose_loop(const struct code *code, struct inner_loop *loop)
{
    size_t most = 0;

    for (size_t i = 0; i < code->label_count; i++) {
        const struct label *label = &code->labels[i];
        size_t own = label->branch > 0 ? count_own(code, label) : 0;

        if (own <= most)
            continue;
        most = own;
        loop->instructions = label->branch - label->at + 1;
        loop->multiply_adds = loop->on_engine = 0;
        for (size_t j = label->at; j <= label->branch; j++) {
            loop->multiply_adds += code->multiply_add[j];
            loop->on_engine += code->on_engine[j];
        }
    }
}

int listing_inner_loop(const char *begin, const char *end, multiplies_adds *test,
                       uses_engine *engine, bool whole, struct inner_loop *loop,
                       struct fault *fault)
{
    struct code code = {0};
    size_t lines = 1;

    *loop = (struct inner_loop){0};
    for (const char *at = begin; at < end; at++)
        lines += *at == '\n';
    code.list = calloc(lines, sizeof *code.list);
    code.multiply_add = calloc(lines, sizeof *code.multiply_add);
    code.on_engine = calloc(lines, sizeof *code.on_engine);
    code.labels = calloc(lines, sizeof *code.labels);
    if (code.list == NULL || code.multiply_add == NULL || code.on_engine == NULL ||
        code.labels == NULL) {
        fault_memory(fault);
    } else {
        while (begin < end) {
            const char *stop = memchr(begin, '\n', (size_t)(end - begin));

            stop = stop == NULL ? end : stop;
            read_line(&code, begin, stop);
            begin = stop + 1;
        }
        /* Index arithmetic may look like multiply-adds; an engine's instructions do not. */
        code.decides = code.multiply_add;
        for (size_t i = 0; i < code.count; i++) {
            code.multiply_add[i] = test(&code.list[i], whole);
            code.on_engine[i] = code.multiply_add[i] && engine(&code.list[i]);
            if (code.on_engine[i])
                code.decides = code.on_engine;
        }
        find_branches(&code);
        choose_loop(&code, loop);
    }
    free(code.list);
    free(code.multiply_add);
    free(code.on_engine);
    free(code.labels);
    return fault->code == FAULT_NONE ? 0 : -1;
}

bool operation_begins(const struct instruction *instruction, const char *word)
{
    size_t length = strlen(word);

    return instruction->operation_length >= length &&
           memcmp(instruction->operation, word, length) == 0;
}

bool operation_holds(const struct instruction *instruction, const char *word)
{
    size_t length = strlen(word);

    for (size_t i = 0; i + length <= instruction->operation_length; i++)
        if (memcmp(instruction->operation + i, word, length) == 0)
            return true;
    return false;
}
