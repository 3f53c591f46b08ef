#include "gen/view/expression.h"

static void add_token(struct job *job, const struct kernel *kernel, const struct token *token,
                      struct value *tokens)
{
    const bool between = token->kind == TOKEN_BETWEEN;
    struct value *const item = value_add(tokens, value_object(job));
    value_set_text(job, item, "token", token->piece);
    value_set_bool(job, item, "apart", between);
    value_set_bool(job, item, "behind", between || token->kind == TOKEN_COMMA);
    value_set_text(job, item, "word",
                   token->kind == TOKEN_NUMBER
                       ? number_literal(job, kernel->numbers.scalar, token->text)
                   : token->kind == TOKEN_NAME ? token->text
                                               : NULL);
}

/* What the expression reads beside the value, each of `type`; along the contiguous axis of C the one that is `further` on. */
static void add_reads(struct job *job, const struct kernel *kernel,
                      const struct expression *expression, const char *type, long long further,
                      struct value *item)
{
    static const char *const names[] = {"row", "column"};
    const bool reads[] = {expression->reads_row, expression->reads_column};
    struct value *const list = value_set_list(job, item, "reads");
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (reads[i]) {
            const bool along = (i == 0) == kernel->column_major;
            struct value *const read = value_add(list, value_object(job));
            value_set_text(job, read, "type", type);
            value_set_text(job, read, "name", names[i]);
            value_set_unless(job, read, "further", along ? further : 0, 0);
        }
}

void view_add_expression(struct job *job, const struct kernel *kernel,
                         const struct expression *expression, struct value *object)
{
    const char *const type = kernel->numbers.scalar->name;
    value_set_text(job, object, "name", expression->name);
    value_set_text(job, object, "type", type);
    add_reads(job, kernel, expression, type, 0, object);
    struct value *const tokens = value_set_list(job, object, "tokens");
    for (size_t i = 0; i < expression->count; i++)
        add_token(job, kernel, &expression->tokens[i], tokens);
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
        add_reads(job, kernel, expression, NULL, i, item);
    }
}
