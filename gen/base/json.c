#include "gen/base/json.h"

#include <string.h>

#include <jansson.h>

#include "gen/base/text.h"

static struct value *from_json(struct job *job, const json_t *json)
{
    struct value *value;
    switch (json_typeof(json)) {
    case JSON_TRUE:
    case JSON_FALSE:
        return value_bool(job, json_is_true(json));
    case JSON_INTEGER:
        return value_integer(job, json_integer_value(json));
    case JSON_REAL:
        return value_real(job, json_real_value(json));
    case JSON_STRING:
        return value_text(job, arena_copy(job->arena, json_string_value(json)));
    case JSON_ARRAY:
        value = value_list(job);
        for (size_t i = 0; i < json_array_size(json); i++)
            value_add(value, from_json(job, json_array_get(json, i)));
        return value;
    case JSON_OBJECT: {
        value = value_object(job);
        const char *name;
        json_t *member;
        json_object_foreach((json_t *)json, name, member)
            value_set(value, arena_copy(job->arena, name), from_json(job, member));
        return value;
    }
    default:
        return value_null(job);
    }
}

/* Where jansson has no memory for a part of a text it says that the text is malformed there, or leaves out a letter and says nothing.
 * What is so because of the text is so again. */
static bool reads_again(const char *bytes, size_t length, const json_t *json,
                        const json_error_t *first)
{
    json_error_t second;
    json_t *const again = json_loadb(bytes, length, JSON_REJECT_DUPLICATES, &second);
    const bool same = json ? json_equal(json, again)
                           : !again && second.line == first->line &&
                                 second.column == first->column &&
                                 strcmp(second.text, first->text) == 0;
    json_decref(again);
    return same;
}

/* The job may leave through its escape while jansson's tree is alive: catch it, release the tree,
 * go on leaving. */
struct value *json_read(struct job *job, const char *source, const char *bytes, size_t length)
{
    json_error_t json_error;
    json_t *const json = json_loadb(bytes, length, JSON_REJECT_DUPLICATES, &json_error);
    /* jansson leaves the text empty where it could not even begin. */
    if (!reads_again(bytes, length, json, &json_error) ||
        (!json &&
         (json_error_code(&json_error) == json_error_out_of_memory || !json_error.text[0]))) {
        json_decref(json);
        job_fail(job, CLGEMM_IO, NULL, "out of memory");
    }
    if (!json) {
        struct clgemm_error error;
        error_set(&error, CLGEMM_USAGE, NULL, "%s:%d:%d: %s", source, json_error.line,
                  json_error.column, json_error.text);
        error.line = json_error.line > 0 ? (unsigned)json_error.line : 0;
        error.column = json_error.column > 0 ? (unsigned)json_error.column : 0;
        job_fail_with(job, &error);
    }
    struct job inner;
    job_init(&inner, job->arena, job->error);
    struct value *volatile value = NULL;
    if (setjmp(inner.escape) == 0)
        value = from_json(&inner, json);
    json_decref(json);
    job_init(job, job->arena, job->error);
    if (!value)
        longjmp(job->escape, 1);
    return value;
}

/* NULL when out of memory. */
static json_t *to_json(const struct value *value)
{
    json_t *json;
    switch (value->kind) {
    case VALUE_BOOL:
        return json_boolean(value->truth);
    case VALUE_INTEGER:
        return json_integer(value->integer);
    case VALUE_REAL:
        return json_real(value->real);
    case VALUE_TEXT:
        return json_string(value->text);
    case VALUE_LIST:
    case VALUE_OBJECT:
        json = value->kind == VALUE_LIST ? json_array() : json_object();
        for (const struct value *child = value->first; json && child; child = child->next) {
            json_t *const part = to_json(child);
            const int failed = value->kind == VALUE_LIST
                                   ? json_array_append_new(json, part)
                                   : json_object_set_new(json, child->name, part);
            if (failed) {
                json_decref(json);
                json = NULL;
            }
        }
        return json;
    default:
        return json_null();
    }
}

static bool is_utf8(const char *text)
{
    unsigned long code;
    size_t length = 1;
    while (*text && length) {
        length = utf8_character(text, &code);
        text += length;
    }
    return !*text;
}

/* The first text of the tree that JSON cannot hold; NULL where there is none. */
static const struct value *not_utf8(const struct value *value)
{
    const struct value *found = NULL;
    if (value->kind == VALUE_TEXT)
        return is_utf8(value->text) ? NULL : value;
    for (const struct value *child = value->first; child && !found; child = child->next)
        found = not_utf8(child);
    return found;
}

/* A text with every byte that is no letter or sign of ASCII as an octal escape. */
static const char *escaped(struct job *job, const char *bytes)
{
    struct text text;
    text_init(&text, job);
    for (; *bytes; bytes++)
        text_printf(&text, *bytes < ' ' || *bytes > '~' ? "\\%03o" : "%c", (unsigned char)*bytes);
    return text_string(&text);
}

struct sink {
    struct job job; /* of its own: to come back here when the arena is exhausted */
    struct text text;
    volatile bool failed; /* jansson does not look at every return value */
};

/* Adds whole characters. Controls beyond ASCII are escaped as well, which jansson leaves as they are. */
static void add_escaped(struct text *text, const char *bytes, size_t length)
{
    const char *const end = bytes + length, *from = bytes;
    while (bytes < end) {
        bool is_control = false;
        unsigned long code;
        const size_t step = (unsigned char)*bytes < 0x7f ? 1 : text_step(bytes, &is_control);
        if (is_control) {
            utf8_character(bytes, &code);
            text_add(text, from, (size_t)(bytes - from));
            text_printf(text, "\\u%04lx", code);
            from = bytes + step;
        }
        bytes += step;
    }
    text_add(text, from, (size_t)(end - from));
}

static int add(const char *bytes, size_t length, void *self)
{
    struct sink *const sink = self;
    if (setjmp(sink->job.escape)) {
        sink->failed = true;
        return -1;
    }
    add_escaped(&sink->text, bytes, length);
    return 0;
}

static void check_utf8(struct job *job, const struct value *value)
{
    const struct value *const wrong = not_utf8(value);
    if (wrong)
        job_fail(job, CLGEMM_USAGE, NULL, "JSON is UTF-8, and the %s '%s' is not",
                 wrong->name ? wrong->name : "text", escaped(job, wrong->text));
}

/* The value as jansson writes it by these flags. */
static void add_dumped(struct job *job, struct text *text, const struct value *value, size_t flags)
{
    struct sink sink = {.text = *text, .failed = false};
    job_init(&sink.job, job->arena, job->error);
    sink.text.job = &sink.job;
    json_t *const json = to_json(value);
    const int failed =
        !json || json_dump_callback(json, add, &sink, flags | JSON_ENCODE_ANY) != 0 || sink.failed;
    json_decref(json);
    job_init(job, job->arena, job->error);
    if (failed)
        job_fail(job, CLGEMM_IO, NULL, "out of memory");
    *text = sink.text;
    text->job = job;
}

const char *json_write(struct job *job, const struct value *value)
{
    struct text text;
    check_utf8(job, value);
    text_init(&text, job);
    add_dumped(job, &text, value, JSON_INDENT(2));
    text_puts(&text, "\n");
    return text_string(&text);
}

static void add_rows(struct job *job, struct text *text, const struct value *value, int depth,
                     int indent)
{
    const bool list = value->kind == VALUE_LIST;
    if (depth == 0 || !value->first || !(list || value->kind == VALUE_OBJECT)) {
        add_dumped(job, text, value, JSON_COMPACT);
        return;
    }
    text_puts(text, list ? "[" : "{");
    for (const struct value *child = value->first; child; child = child->next) {
        text_printf(text, "%s\n%*s", child == value->first ? "" : ",", indent + 1, "");
        if (!list) {
            add_dumped(job, text, value_text(job, child->name), JSON_COMPACT);
            text_puts(text, ": ");
        }
        add_rows(job, text, child, depth - 1, indent + 1);
    }
    text_printf(text, "\n%*s%s", indent, "", list ? "]" : "}");
}

const char *json_write_rows(struct job *job, const struct value *value, int depth)
{
    struct text text;
    check_utf8(job, value);
    text_init(&text, job);
    add_rows(job, &text, value, depth, 0);
    text_puts(&text, "\n");
    return text_string(&text);
}
