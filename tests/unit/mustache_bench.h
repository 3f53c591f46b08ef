/*
 * A bench for the engine: data, templates, memory that runs out, a writer that fails.
 */
#pragma once

#include <stddef.h>

#include "gen/mustache/mustache.h"

/* A tree of constant values as data. Members of objects carry names. */
struct value {
    const char *name;
    enum mustache_kind kind;
    const char *text;
    const struct value *items;
    size_t count;
};

#define TEXT(name, text)                                                                           \
    {                                                                                              \
        name, MUSTACHE_SCALAR, text, NULL, 0                                                       \
    }
#define NO(name)                                                                                   \
    {                                                                                              \
        name, MUSTACHE_FALSE, NULL, NULL, 0                                                        \
    }
#define LIST(name, items)                                                                          \
    {                                                                                              \
        name, MUSTACHE_LIST, NULL, items, sizeof(items) / sizeof(items)[0]                         \
    }
#define OBJECT(name, items)                                                                        \
    {                                                                                              \
        name, MUSTACHE_OBJECT, NULL, items, sizeof(items) / sizeof(items)[0]                       \
    }

/* What templates are rendered with where nothing else is said. */
extern const struct value root;

struct mustache_data data_of(const struct value *root);

/* A set of templates; the first is the one that is rendered, all can be included by name. */
struct set {
    const char *texts[8][2];
};

#define SET(...) ((struct set){.texts = {__VA_ARGS__}})
#define ONE(text) SET({"t", text})

/* A set in use: its templates, their memory, what they wrote. */
struct bench {
    const struct mustache_template *templates[8];
    char *copies[8];
    const char *names[8];
    void *memory[32];
    size_t count;
    size_t allocations;
    size_t fail_allocation; /* 1-based; 0: never */
    char output[1 << 16];
    size_t length;
    size_t writes;
    size_t fail_write; /* 1-based; 0: never */
    struct mustache_error error;
};

struct bench *bench_new(void);
void bench_free(struct bench *bench);

/* 0, or -1 with the error of the bench filled. */
int bench_compile(struct bench *bench, const struct set *set);
int bench_render(struct bench *bench, enum mustache_mode mode, const struct value *value);

/* The callbacks of a bench, which `self` is. */
void *bench_allocate(void *self, size_t bytes);
int bench_write(void *self, const char *text, size_t length);

/* A set renders to a text, in product mode where no mode is said; or fails. */
void renders_in(enum mustache_mode mode, const struct set set, const char *expected);
void renders(const struct set set, const char *expected);

struct failure {
    enum mustache_code code;
    const char *template_name;
    size_t line;
    size_t column;
    const char *text;
};

#define FAILURE(...) ((struct failure){__VA_ARGS__})

void fails_in(enum mustache_mode mode, const struct set set, const struct failure expected);
void fails(const struct set set, const struct failure expected);

/* A syntax error at this place of a template "t" that is nothing but `text`, in both modes. */
void rejects(const char *text, size_t line, size_t column, const char *sentence);
