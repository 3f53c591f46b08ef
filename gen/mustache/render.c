/* Walks the ops of a template: names, sections, partials, parents and their blocks. */
#include "gen/mustache/internal.h"

#include <string.h>

static int render_ops(struct renderer *r, const struct scope *scope, const struct op *begin,
                      const struct op *end);

static const struct op *end_of(const struct scope *scope, const struct op *op)
{
    return scope->template->ops + op->end;
}

/* Looks the name of `op` up. `*value` is NULL where spec mode finds nothing. */
static int look_up(struct renderer *r, const struct scope *scope, const struct op *op,
                   const void **value)
{
    struct slice missing;
    *value = mustache_lookup(r->data, scope->context, op->text, &missing);
    if (*value != NULL || r->mode == MUSTACHE_SPEC) {
        return 0;
    }
    if (missing.length == op->text.length) {
        return mustache_fail(r->error, MUSTACHE_ERROR_NAME, &scope->template->source, op->at,
                             "name '%.*s' is not known", mustache_clip(missing), missing.begin);
    }
    return mustache_fail(r->error, MUSTACHE_ERROR_NAME, &scope->template->source, op->at,
                         "'%.*s' of name '%.*s' is not known", mustache_clip(missing),
                         missing.begin, mustache_clip(op->text), op->text.begin);
}

/* The text of the value that `op` names; empty where spec mode finds none. */
static int look_up_text(struct renderer *r, const struct scope *scope, const struct op *op,
                        struct slice *text)
{
    const void *value;
    *text = (struct slice){"", 0};
    if (look_up(r, scope, op, &value) != 0) {
        return -1;
    }
    if (value == NULL) {
        return 0;
    }
    const char *what = "a value without text";
    switch (r->data->kind(r->data->self, value)) {
    case MUSTACHE_FALSE:
    case MUSTACHE_SCALAR:
        text->begin = r->data->text(r->data->self, value, &text->length);
        if (text->begin != NULL) {
            return 0;
        }
        break;
    case MUSTACHE_LIST:
        what = "a list";
        break;
    case MUSTACHE_OBJECT:
        what = "an object";
        break;
    }
    *text = (struct slice){"", 0};
    if (r->mode == MUSTACHE_SPEC) {
        return 0;
    }
    return mustache_fail(r->error, MUSTACHE_ERROR_KIND, &scope->template->source, op->at,
                         "name '%.*s' is %s and cannot be printed", mustache_clip(op->text),
                         op->text.begin, what);
}

static int render_variable(struct renderer *r, const struct scope *scope, const struct op *op)
{
    struct slice text;
    if (look_up_text(r, scope, op, &text) != 0) {
        return -1;
    }
    if (op->kind == OP_VARIABLE && r->mode == MUSTACHE_SPEC) {
        return mustache_put_escaped(r, scope, op, text);
    }
    return mustache_put(r, scope, op, text);
}

/* The ops from begin to end, one level deeper than `op` of `scope` which they come from. */
static int render_inside(struct renderer *r, const struct scope *scope, const struct op *op,
                         const struct scope *inner, const struct op *begin, const struct op *end)
{
    if (r->depth >= MUSTACHE_DEPTH_LIMIT) {
        return mustache_fail(r->error, MUSTACHE_ERROR_DEPTH, &scope->template->source, op->at,
                             "templates are nested deeper than %d levels", MUSTACHE_DEPTH_LIMIT);
    }
    r->depth++;
    const int result = render_ops(r, inner, begin, end);
    r->depth--;
    return result;
}

/* The body of `op`, in the same template. */
static int render_body(struct renderer *r, const struct scope *scope, const struct op *op)
{
    return render_inside(r, scope, op, scope, op + 1, end_of(scope, op));
}

static int render_over(struct renderer *r, const struct scope *scope, const struct op *op,
                       const void *value)
{
    const struct context context = {value, scope->context};
    struct scope inner = *scope;
    inner.context = &context;
    return render_body(r, &inner, op);
}

static int render_list(struct renderer *r, const struct scope *scope, const struct op *op,
                       const void *list, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        if (render_over(r, scope, op, r->data->item(r->data->self, list, i)) != 0) {
            return -1;
        }
    }
    return 0;
}

static bool is_empty_text(const struct renderer *r, const void *scalar)
{
    size_t length = 0;
    return r->data->text(r->data->self, scalar, &length) != NULL && length == 0;
}

static int render_section(struct renderer *r, const struct scope *scope, const struct op *op)
{
    const void *value;
    if (look_up(r, scope, op, &value) != 0) {
        return -1;
    }
    enum mustache_kind kind = MUSTACHE_FALSE;
    size_t length = 0;
    if (value != NULL) {
        kind = r->data->kind(r->data->self, value);
    }
    if (kind == MUSTACHE_LIST) {
        length = r->data->length(r->data->self, value);
    }
    const bool truth = kind == MUSTACHE_OBJECT || (kind == MUSTACHE_LIST && length > 0) ||
                       (kind == MUSTACHE_SCALAR && !is_empty_text(r, value));
    if (truth != (op->kind == OP_SECTION)) {
        return 0;
    }
    if (op->kind == OP_INVERTED) {
        return render_body(r, scope, op);
    }
    if (kind == MUSTACHE_LIST) {
        return render_list(r, scope, op, value, length);
    }
    return render_over(r, scope, op, value);
}

/* The template that a partial or parent tag names. `*found` is NULL where spec mode has none. */
static int find_template(struct renderer *r, const struct scope *scope, const struct op *op,
                         const struct mustache_template **found)
{
    struct slice name = op->text;
    *found = NULL;
    if (op->dynamic && look_up_text(r, scope, op, &name) != 0) {
        return -1;
    }
    if (r->partials != NULL) {
        *found = r->partials->find(r->partials->self, name.begin, name.length);
    }
    if (*found != NULL || r->mode == MUSTACHE_SPEC) {
        return 0;
    }
    const char *noun = op->kind == OP_PARTIAL ? "partial" : "parent";
    if (!op->dynamic) {
        return mustache_fail(r->error, MUSTACHE_ERROR_PARTIAL, &scope->template->source, op->at,
                             "%s '%.*s' is not known", noun, mustache_clip(name), name.begin);
    }
    return mustache_fail(r->error, MUSTACHE_ERROR_PARTIAL, &scope->template->source, op->at,
                         "%s '%.*s', named by '%.*s', is not known", noun, mustache_clip(name),
                         name.begin, mustache_clip(op->text), op->text.begin);
}

static int render_included(struct renderer *r, const struct scope *scope, const struct op *op)
{
    const struct mustache_template *found;
    if (find_template(r, scope, op, &found) != 0) {
        return -1;
    }
    if (found == NULL) {
        return 0;
    }

    struct scope inner = *scope;
    inner.template = found;
    struct arguments arguments = {scope->template, op, scope->arguments};
    if (op->kind == OP_PARENT) {
        inner.arguments = &arguments;
    }
    /* In the middle of a line nothing is indented, as nothing is in a value. */
    inner.indentation = NULL;
    struct indentation indentation = {.add = op->indent, .outer = scope->indentation};
    if (op->own_line && (op->indent.length > 0 || scope->indentation != NULL)) {
        inner.indentation = &indentation;
    }

    return render_inside(r, scope, op, &inner, found->ops, found->ops + found->op_count);
}

static const struct op *find_argument(const struct arguments *arguments, struct slice name)
{
    const struct op *ops = arguments->template->ops;
    const struct op *end = ops + arguments->parent->end;
    for (const struct op *op = arguments->parent + 1; op < end; op = ops + op->end) {
        if (op->text.length == name.length &&
            memcmp(op->text.begin, name.begin, name.length) == 0) {
            return op;
        }
    }
    return NULL;
}

static int render_block(struct renderer *r, const struct scope *scope, const struct op *op)
{
    const struct op *body = NULL;
    const struct arguments *given = NULL;
    for (const struct arguments *a = scope->arguments; a != NULL; a = a->outer) {
        const struct op *argument = find_argument(a, op->text);
        if (argument != NULL) {
            body = argument;
            given = a; /* and go on: the outermost wins */
        }
    }
    if (body == NULL) {
        return render_body(r, scope, op);
    }

    struct scope inner = *scope;
    inner.template = given->template;
    inner.arguments = given->outer;
    struct indentation indentation = {
        .remove = body->indent,
        .add = op->indent,
        .outer = scope->indentation,
        .in_line = !op->own_line && body->own_line,
    };
    if (body->indent.length > 0 || op->indent.length > 0 || scope->indentation != NULL) {
        inner.indentation = &indentation;
    }
    const struct op *end = end_of(&inner, body);
    if (op->own_line && !body->own_line && body + 1 < end &&
        mustache_put_line_start(r, scope, op, inner.indentation) != 0) {
        return -1;
    }
    return render_inside(r, scope, op, &inner, body + 1, end);
}

static int render_op(struct renderer *r, const struct scope *scope, const struct op *op)
{
    if (++r->steps > MUSTACHE_STEP_LIMIT) {
        return mustache_fail(r->error, MUSTACHE_ERROR_STEPS, &scope->template->source, op->at,
                             "templates take more than %d steps", MUSTACHE_STEP_LIMIT);
    }
    switch (op->kind) {
    case OP_TEXT:
        return mustache_put_text(r, scope, op);
    case OP_LINE:
        return mustache_put_line_start(r, scope, op, scope->indentation);
    case OP_VARIABLE:
    case OP_RAW:
        return render_variable(r, scope, op);
    case OP_SECTION:
    case OP_INVERTED:
        return render_section(r, scope, op);
    case OP_PARTIAL:
    case OP_PARENT:
        return render_included(r, scope, op);
    case OP_BLOCK:
        return render_block(r, scope, op);
    }
    return 0;
}

static int render_ops(struct renderer *r, const struct scope *scope, const struct op *begin,
                      const struct op *end)
{
    for (const struct op *op = begin; op < end; op = end_of(scope, op)) {
        if (render_op(r, scope, op) != 0) {
            return -1;
        }
    }
    return 0;
}

int mustache_render(const struct mustache_template *template, enum mustache_mode mode,
                    const struct mustache_data *data, const struct mustache_partials *partials,
                    const struct mustache_writer *writer, struct mustache_error *error)
{
    struct renderer renderer = {
        .mode = mode,
        .data = data,
        .partials = partials,
        .writer = writer,
        .error = error,
    };
    const struct context root = {data->root, NULL};
    const struct scope scope = {
        .template = template,
        .context = data->root == NULL ? NULL : &root,
    };
    return render_ops(&renderer, &scope, template->ops, template->ops + template->op_count);
}
