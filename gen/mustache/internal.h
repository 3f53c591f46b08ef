/* What the files of the engine share; nothing here is for users. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "gen/mustache/mustache.h"

#if defined(__GNUC__)
#define MUSTACHE_PRINTF(text, first) __attribute__((format(printf, text, first)))
#else
#define MUSTACHE_PRINTF(text, first)
#endif

#define MUSTACHE_NONE ((size_t)-1)

struct slice {
    const char *begin;
    size_t length;
};

/* The text of one template, and whose it is. */
struct source {
    const char *name;
    const char *begin;
    const char *end;
    const char *origin; /* where lines and columns are counted from: at or before the beginning */
};

enum tag_kind {
    TAG_VARIABLE,
    TAG_RAW,
    TAG_SECTION,
    TAG_INVERTED,
    TAG_PARTIAL,
    TAG_PARENT,
    TAG_BLOCK,
    TAG_CLOSE,
    TAG_COMMENT,
    TAG_DELIMITERS
};

/* One tag of the source. The lexer fills the first part, later passes the rest. */
struct tag {
    enum tag_kind kind;
    bool dynamic;      /* the name is that of a value which holds the name */
    const char *begin; /* of the opening delimiter */
    const char *end;   /* behind the closing delimiter */
    struct slice name;

    /* pairing */
    bool argument;  /* a block directly inside a parent */
    size_t partner; /* closing tag of an opening one and the other way round */
    size_t outer;   /* the opening tag around an opening tag, or MUSTACHE_NONE */

    /* lines: the tag swallows the text from cut_begin to cut_end */
    bool own_line;
    const char *cut_begin;
    const char *cut_end;
    struct slice indent; /* blanks before the tag, if nothing else precedes it on its line */

    /* emission */
    size_t op;
    bool indent_known;
};

enum op_kind {
    OP_TEXT,
    OP_LINE, /* a line starts here, with a tag */
    OP_VARIABLE,
    OP_RAW,
    OP_SECTION,
    OP_INVERTED,
    OP_PARTIAL,
    OP_PARENT, /* its body holds its arguments: nothing but OP_BLOCK */
    OP_BLOCK
};

/* One step of a compiled template. The body of op i is the ops from i + 1 to before its end. */
struct op {
    enum op_kind kind;
    bool dynamic;
    bool own_line;       /* partial, parent: stands alone; block: the body starts a line */
    bool line_start;     /* text: starts a line */
    const char *at;      /* the tag in the source, for errors */
    struct slice text;   /* of a text; the name otherwise */
    struct slice indent; /* partial, parent: to be added; block: of its body */
    size_t end;
};

struct mustache_template {
    struct source source;
    size_t op_count;
    struct op ops[];
};

/* error.c */

/*
 * Records an error at `at` inside `source` unless the record (which may be NULL) holds one.
 * `at` NULL: no place. Returns -1 always, for `return mustache_fail(...)`.
 */
int mustache_fail(struct mustache_error *error, enum mustache_code code,
                  const struct source *source, const char *at, const char *format, ...)
    MUSTACHE_PRINTF(5, 6);

/* The 1-based line of `at`. */
size_t mustache_line(const struct source *source, const char *at);

/* A length for "%.*s": of a name, but never more than an error text has room for. */
int mustache_clip(struct slice name);

/* lex.c */

struct lexer {
    const struct source *source;
    const char *cursor;
    struct slice open;
    struct slice close;
    struct mustache_error *error;
};

void mustache_lex_init(struct lexer *lexer, const struct source *source,
                       struct mustache_error *error);

/* The next tag. Returns 1, 0 at the end of the text, -1 after an error. */
int mustache_lex_next(struct lexer *lexer, struct tag *tag) MUSTACHE_MUST_CHECK;

/* lines.c */

/* Says for each of the paired tags what it swallows of the blanks and line ends around it. */
void mustache_mark_lines(const struct source *source, struct tag *tags, size_t count);

/* How many of the bytes from `begin` to `end` are blanks (spaces, tabs) before anything else. */
size_t mustache_blanks(const char *begin, const char *end);

/* context.c */

/* The values that names are looked up in, innermost first. */
struct context {
    const void *value;
    const struct context *outer;
};

/*
 * The value of a dotted name or ".", or NULL where there is none; `*missing` is then the part of
 * the name that was not found.
 */
const void *mustache_lookup(const struct mustache_data *data, const struct context *context,
                            struct slice name, struct slice *missing);

/* output.c and render.c */

/*
 * How the lines of the running template are moved: `remove` is taken away from their blanks as far
 * as it is there, and `add` put before, itself moved as a line of the template outside.
 */
struct indentation {
    struct slice remove;
    struct slice add;
    struct indentation *outer;
    bool in_line; /* the first line continues a line that is already begun */
};

/* The blocks that a parent tag gives to its parent. */
struct arguments {
    const struct mustache_template *template;
    const struct op *parent;
    const struct arguments *outer;
};

/* All that depends on where in the templates and the data we are. */
struct scope {
    const struct mustache_template *template;
    const struct context *context;
    const struct arguments *arguments;
    struct indentation *indentation;
};

struct renderer {
    enum mustache_mode mode;
    const struct mustache_data *data;
    const struct mustache_partials *partials;
    const struct mustache_writer *writer;
    struct mustache_error *error;
    size_t depth;
    size_t steps;
};

/* These write and return 0, or record at `op` that the writer failed and return -1. */

/* A value, raw. */
int mustache_put(struct renderer *r, const struct scope *scope, const struct op *op,
                 struct slice text) MUSTACHE_MUST_CHECK;

/* A value, with what HTML reserves replaced by entities. */
int mustache_put_escaped(struct renderer *r, const struct scope *scope, const struct op *op,
                         struct slice text) MUSTACHE_MUST_CHECK;

/* The text of an OP_TEXT, its lines moved to where they belong. */
int mustache_put_text(struct renderer *r, const struct scope *scope,
                      const struct op *op) MUSTACHE_MUST_CHECK;

/* The beginning of a line that has no blanks of its own, moved by `indentation`. */
int mustache_put_line_start(struct renderer *r, const struct scope *scope, const struct op *op,
                            struct indentation *indentation) MUSTACHE_MUST_CHECK;
