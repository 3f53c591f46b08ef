#include "gen/view/expression.h"

#include <string.h>

/* What stands around a sign: `apart`, a blank on both sides, or `behind`. */
static void add_token(struct job *job, const struct kernel *kernel, const struct token *token,
                      struct value *tokens)
{
    static const char *const close[] = {"expression/open", "expression/close", "expression/not",
                                        "expression/negative"};
    const bool comma = strcmp(token->piece, "expression/comma") == 0;
    bool apart = token->kind == TOKEN_SIGN && !comma;
    for (size_t i = 0; i < sizeof close / sizeof close[0]; i++)
        apart &= strcmp(token->piece, close[i]) != 0;
    struct value *const item = value_add(tokens, value_object(job));
    value_set_text(job, item, "token", token->piece);
    value_set_bool(job, item, "apart", apart);
    value_set_bool(job, item, "behind", apart || comma);
    value_set_text(job, item, "word",
                   token->kind == TOKEN_NUMBER
                       ? number_literal(job, kernel->numbers.scalar, token->text)
                   : token->kind == TOKEN_NAME ? token->text
                                               : NULL);
}

static void add_reads(struct job *job, const struct expression *expression, const char *type,
                      struct value *item)
{
    static const char *const names[] = {"row", "column"};
    const bool reads[] = {expression->reads_row, expression->reads_column};
    struct value *const list = value_set_list(job, item, "reads");
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (reads[i]) {
            struct value *const read = value_add(list, value_object(job));
            value_set_text(job, read, "type", type);
            value_set_text(job, read, "name", names[i]);
        }
}

void view_add_expressions(struct job *job, const struct kernel *kernel, const char *form,
                          struct value *list)
{
    const struct epilogue *const epilogue = kernel->problem.epilogue;
    const char *const type = kernel->numbers.scalar->name;
    for (size_t i = 0; i < epilogue->count; i++) {
        const struct expression *const expression = epilogue->list[i].expression;
        if (!expression)
            continue;
        struct value *const item = value_add(list, value_object(job));
        value_set_text(job, item, "form", form);
        value_set_integer(job, item, "width", 0);
        value_set_text(job, item, "name", expression->name);
        value_set_text(job, item, "type", type);
        add_reads(job, expression, type, item);
        struct value *const tokens = value_set_list(job, item, "tokens");
        for (size_t j = 0; j < expression->count; j++)
            add_token(job, kernel, &expression->tokens[j], tokens);
    }
}

void view_add_expression_calls(struct job *job, const struct kernel *kernel,
                               struct value *operations, const struct expression *expression,
                               long long width)
{
    for (long long i = 0; i < width; i++) {
        struct value *const item = value_add(operations, value_object(job));
        value_set_text(job, item, "operation", "epilogue/expression_call");
        value_set_text(job, item, "name", expression->name);
        value_set_text(job, item, "part",
                       width > 1 ? arena_printf(job->arena, "s%llx", (unsigned long long)i) : NULL);
        struct value *const reads = value_set_list(job, item, "reads");
        const bool given[] = {expression->reads_row, expression->reads_column};
        static const char *const names[] = {"row", "column"};
        for (size_t j = 0; j < sizeof names / sizeof names[0]; j++)
            if (given[j]) {
                /* A vector lies along a column of a column-major C. */
                const bool along = (j == 0) == kernel->column_major;
                struct value *const read = value_add(reads, value_object(job));
                value_set_text(job, read, "name", names[j]);
                value_set_unless(job, read, "further", along ? i : 0, 0);
            }
    }
}
