/*
 * mustache: logic-less templates, compiled once and rendered often.
 *
 * Ownership. The engine frees nothing and keeps nothing but the compiled template, whose memory
 * comes from the caller's allocator (a region or arena: it is released as a whole, by the caller,
 * after the last render). A template keeps pointers into its source text, so the text must outlive
 * the template. Rendering allocates no memory at all.
 *
 * Threads. There are no globals. A compiled template never changes and may be rendered by any
 * number of threads at once, as long as the callbacks given to each render are safe to call.
 *
 * Language. Everything of the Mustache specification but lambdas: variables, sections, inverted
 * sections, comments, set delimiters, partials, dynamic names ({{>*name}}, {{<*name}}) and
 * inheritance ({{<parent}}, {{$block}}).
 *
 * Two modes. MUSTACHE_SPEC is lenient: what is missing is empty, and {{name}} escapes HTML.
 * MUSTACHE_PRODUCT is strict and raw: nothing is escaped, and a missing name, partial or parent
 * is an error. Syntax errors are errors in both.
 *
 * Indentation. A partial or parent that stands alone on its lines indents every line of the
 * template it names. The body of a block that replaces another is moved from its own indentation
 * to that of the block it replaces:
 *   - a block whose opening tag ends its line has the indentation of its first line that makes
 *     output (of its opening tag, where there is no such line);
 *   - any other block has the indentation of its opening tag where nothing else precedes the tag
 *     on the line, and none otherwise.
 * Only lines of templates are moved, never the lines of a value. In product mode a line that is
 * empty in its template stays empty; in spec mode it is indented like any other.
 *
 * A parent stands alone when only blanks precede its opening tag and only blanks follow its
 * closing tag on their lines. Between the two only blocks count, all else is ignored. The line end
 * after a block's closing tag is kept unless the closing tag has a line of its own: a block with
 * lines of its own is best replaced by one written the same way.
 *
 * Replacing. Where several templates on the way give the same block, the outermost wins. A block
 * inside a replacing body is a parameter of the template that body is written in. Names are looked
 * up where the replaced block stands.
 */
#pragma once

#include <stddef.h>

#if defined(__GNUC__)
#define MUSTACHE_MUST_CHECK __attribute__((warn_unused_result))
#else
#define MUSTACHE_MUST_CHECK
#endif

/*
 * The most levels of sections, blocks, partials and parents that may be open at once while
 * rendering. Templates may include themselves as long as their data ends the recursion above this
 * depth; beyond it rendering fails with MUSTACHE_ERROR_DEPTH. A level needs a few hundred bytes of
 * C stack.
 */
#define MUSTACHE_DEPTH_LIMIT 512

/*
 * The most steps of a render: texts, tags and lines, each as often as it is rendered. Templates that name each other
 * twice double with every one of them; they fail with MUSTACHE_ERROR_STEPS, after seconds.
 */
#define MUSTACHE_STEP_LIMIT 100000000

enum mustache_mode {
    MUSTACHE_SPEC,
    MUSTACHE_PRODUCT
};

enum mustache_code {
    MUSTACHE_OK = 0,
    MUSTACHE_ERROR_MEMORY,  /* the allocator returned NULL */
    MUSTACHE_ERROR_SYNTAX,  /* bad tag, unclosed or wrongly closed section */
    MUSTACHE_ERROR_NAME,    /* product mode: no value of that name */
    MUSTACHE_ERROR_PARTIAL, /* product mode: no partial or parent of that name */
    MUSTACHE_ERROR_KIND,    /* product mode: the value has no text (list, object) */
    MUSTACHE_ERROR_DEPTH,   /* nested deeper than MUSTACHE_DEPTH_LIMIT */
    MUSTACHE_ERROR_STEPS,   /* more steps than MUSTACHE_STEP_LIMIT */
    MUSTACHE_ERROR_WRITE    /* the writer returned non-zero */
};

/*
 * What went wrong, and where. Must be all zero before its first use; a record that already holds
 * an error is left as it is, so that the first error wins over a series of calls. The record is
 * self-contained: it stays valid when templates and texts are gone.
 */
struct mustache_error {
    enum mustache_code code;
    char template_name[128]; /* shortened from the left if it must be */
    size_t line;             /* 1-based; 0 where the error has no place in a template */
    size_t column;           /* 1-based, in bytes */
    char text[256];          /* one sentence without the place: "section 'rows' is not closed" */
};

/*
 * Memory for compiled templates. `allocate` returns `bytes` (never 0) of memory aligned for any
 * object, or NULL. The engine never gives memory back, not even after a failed compile.
 */
struct mustache_allocator {
    void *self;
    void *(*allocate)(void *self, size_t bytes);
};

enum mustache_kind {
    MUSTACHE_FALSE,  /* false, null, an absent value that is known to be absent */
    MUSTACHE_SCALAR, /* true, a number, a string */
    MUSTACHE_LIST,
    MUSTACHE_OBJECT
};

/*
 * The data a template sees: a tree of values that the engine never looks into. A value is any
 * pointer but NULL. `root` may be NULL, which is an empty object. In sections a MUSTACHE_FALSE,
 * an empty list and a scalar with empty text are false; all else is true.
 */
struct mustache_data {
    void *self;
    const void *root;

    /*
     * The member `name` (`length` bytes, no dots, not NUL-terminated) of `value`, or NULL where it
     * has none. Called for values of every kind.
     */
    const void *(*member)(void *self, const void *value, const char *name, size_t length);

    enum mustache_kind (*kind)(void *self, const void *value);

    /*
     * The text of a MUSTACHE_SCALAR or MUSTACHE_FALSE and its length in bytes. It must stay valid
     * until the next callback to this data. NULL says that the value has no text: it then prints
     * as nothing in spec mode, and is an error to print in product mode.
     */
    const char *(*text)(void *self, const void *scalar, size_t *length);

    /* Called for a MUSTACHE_LIST only; `index` is below what `length` returned; never NULL. */
    size_t (*length)(void *self, const void *list);
    const void *(*item)(void *self, const void *list, size_t index);
};

struct mustache_template;

/*
 * Finds partials and parents. `find` returns a template that must live until the render ends, or
 * NULL where there is none of that name (`length` bytes, not NUL-terminated). It may compile the
 * template on first use.
 */
struct mustache_partials {
    void *self;
    const struct mustache_template *(*find)(void *self, const char *name, size_t length);
};

/*
 * Takes the output, piece by piece; `length` is never 0. A non-zero return ends the render with
 * MUSTACHE_ERROR_WRITE.
 */
struct mustache_writer {
    void *self;
    int (*write)(void *self, const char *text, size_t length);
};

/*
 * Compiles `length` bytes at `text` (need not be NUL-terminated) into `*result`. Of a file that holds several templates
 * `whole` is its beginning (at or before `text`), from which lines and columns of errors count; NULL: the text is all of it.
 *
 * `name` appears in errors and is copied; the texts are not and must outlive the template. `error` may
 * be NULL. Returns 0, or -1 with MUSTACHE_ERROR_SYNTAX or MUSTACHE_ERROR_MEMORY and `*result`
 * NULL. Uses at most two allocations, about 300 bytes a tag in all.
 */
int mustache_compile(const struct mustache_template **result, const char *name, const char *whole,
                     const char *text, size_t length, const struct mustache_allocator *allocator,
                     struct mustache_error *error) MUSTACHE_MUST_CHECK;

/*
 * Calls `each` for every partial and parent that the template names itself; not for dynamic names, which
 * values hold.
 */
void mustache_named(const struct mustache_template *template,
                    void (*each)(void *self, const char *name, size_t length), void *self);

/*
 * Renders `template` over `data` into `writer`.
 *
 * `partials` may be NULL where there are none; `error` may be NULL. Returns 0, or -1 with any code
 * but SYNTAX and MEMORY; what was written until then stays written. The error names the template
 * the offending tag is in, which may be a partial.
 */
int mustache_render(const struct mustache_template *template, enum mustache_mode mode,
                    const struct mustache_data *data, const struct mustache_partials *partials,
                    const struct mustache_writer *writer,
                    struct mustache_error *error) MUSTACHE_MUST_CHECK;
