/*
 * Templates. The first byte is the mode ('s': that of the specification); then up to four templates, t, leaf, p and q, separated by
 * form feeds, of which the first is rendered.
 */
#include <stdlib.h>
#include <string.h>

#include "tests/fuzz/fuzz.h"
#include "tests/unit/mustache_bench.h"

enum {
    TEMPLATES = 4,
    OUTPUT_LIMIT = 1 << 16
};

static const char *const names[TEMPLATES] = {"t", "leaf", "p", "q"};

struct engine {
    const struct mustache_template *templates[TEMPLATES];
    void *memory[2 * TEMPLATES];
    size_t allocations;
    size_t written;
};

static void *allocate(void *self, size_t bytes)
{
    struct engine *engine = self;

    fuzz_expect(bytes > 0 && engine->allocations < 2 * TEMPLATES, "more than two allocations");
    return engine->memory[engine->allocations++] = malloc(bytes);
}

static const struct mustache_template *find(void *self, const char *name, size_t length)
{
    const struct engine *engine = self;

    for (size_t i = 0; i < TEMPLATES; i++)
        if (strlen(names[i]) == length && memcmp(names[i], name, length) == 0)
            return engine->templates[i];
    return NULL;
}

/* Templates that double with every line are cut off soon. */
static int take(void *self, const char *text, size_t length)
{
    struct engine *engine = self;

    fuzz_expect(length > 0 && text != NULL, "nothing is written");
    engine->written += length;
    return engine->written > OUTPUT_LIMIT;
}

static void render(struct engine *engine, enum mustache_mode mode)
{
    const struct mustache_data data = data_of(&root);
    const struct mustache_partials partials = {engine, find};
    const struct mustache_writer writer = {engine, take};
    struct mustache_error error = {0};
    const int failed =
        mustache_render(engine->templates[0], mode, &data, &partials, &writer, &error);

    fuzz_expect(failed ? error.text[0] != '\0' : error.code == MUSTACHE_OK, "no error is told");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct engine engine = {0};
    struct mustache_error error = {0};
    const struct mustache_allocator allocator = {&engine, allocate};
    const char *text = (const char *)data;
    const char *const end = text + size;
    const enum mustache_mode mode = size > 0 && *text++ == 's' ? MUSTACHE_SPEC : MUSTACHE_PRODUCT;
    size_t count = 0;
    int failed = 0;

    while (!failed && text <= end && count < TEMPLATES && size > 0) {
        const char *cut = memchr(text, '\f', (size_t)(end - text));
        const size_t length = (size_t)((cut ? cut : end) - text);

        failed = mustache_compile(&engine.templates[count], names[count], NULL, text, length,
                                  &allocator, &error);
        fuzz_expect(failed ? error.text[0] != '\0' : engine.templates[count] != NULL,
                    "no error is told");
        text += length + 1;
        count++;
    }
    if (!failed && count > 0)
        render(&engine, mode);
    for (size_t i = 0; i < engine.allocations; i++)
        free(engine.memory[i]);
    return 0;
}
