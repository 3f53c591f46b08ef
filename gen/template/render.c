/*
 * Rendering: values as the engine's data, an arena text as its writer.
 */
#include "gen/template/set.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "gen/base/text.h"

/* Where each list was last read: lists are walked from first to last, several at a time. */
enum {
    CURSORS = 8
};

/* Bytes of one kernel: several times the largest that the rules allow. */
enum {
    LONGEST_TEXT = 128 << 20
};

/* What names were last found in objects of many members: a tag that is met again finds it here. */
enum {
    MANY = 12,
    FINDINGS = 1024
};

struct finding {
    const struct value *object;
    const char *name; /* in the template: the same tag */
    const struct value *member;
};

struct render {
    const struct clgemm_templates *set;
    struct mustache_error broken; /* a partial that did not compile */
    struct text text;
    struct {
        const struct value *list;
        const struct value *item;
        size_t index;
    } cursors[CURSORS];
    struct finding findings[FINDINGS];
};

static const void *member(void *self, const void *value, const char *name, size_t length)
{
    struct render *const render = self;
    const struct value *const object = value;
    if (object->count <= MANY || object->kind != VALUE_OBJECT)
        return value_member(object, name, length);
    const size_t hash = (uintptr_t)object / sizeof *object * 31 + (uintptr_t)name;
    struct finding *const finding = &render->findings[(hash ^ hash >> 10) % FINDINGS];
    if (finding->object != object || finding->name != name)
        *finding = (struct finding){object, name, value_member(object, name, length)};
    return finding->member;
}

static enum mustache_kind kind(void *self, const void *opaque)
{
    (void)self;
    const struct value *const value = opaque;
    switch (value->kind) {
    case VALUE_NULL:
        return MUSTACHE_FALSE;
    case VALUE_BOOL:
        return value->truth ? MUSTACHE_SCALAR : MUSTACHE_FALSE;
    case VALUE_LIST:
        return MUSTACHE_LIST;
    case VALUE_OBJECT:
        return MUSTACHE_OBJECT;
    default:
        return MUSTACHE_SCALAR;
    }
}

static const char *text(void *self, const void *opaque, size_t *length)
{
    (void)self;
    const struct value *const value = opaque;
    if (!value->text)
        return NULL;
    *length = strlen(value->text);
    return value->text;
}

static size_t length(void *self, const void *list)
{
    (void)self;
    return ((const struct value *)list)->count;
}

static const void *item(void *self, const void *opaque, size_t index)
{
    struct render *const render = self;
    const struct value *const list = opaque;
    const size_t slot = ((uintptr_t)list / sizeof(struct value)) % CURSORS;
    if (render->cursors[slot].list != list || render->cursors[slot].index > index) {
        render->cursors[slot].list = list;
        render->cursors[slot].item = list->first;
        render->cursors[slot].index = 0;
    }
    for (; render->cursors[slot].index < index; render->cursors[slot].index++)
        render->cursors[slot].item = render->cursors[slot].item->next;
    return render->cursors[slot].item;
}

static const struct mustache_template *find(void *self, const char *name, size_t length_of_name)
{
    struct render *const render = self;
    struct template_entry *const entry = template_find(render->set, name, length_of_name);
    if (!entry)
        return NULL;
    struct clgemm_templates *const lazy = render->set->lazy;
    if (!entry->compiled && lazy && template_compile(lazy, entry, &render->broken))
        return NULL;
    return entry->compiled;
}

static int write(void *self, const char *bytes, size_t count)
{
    struct render *const render = self;
    if (count > LONGEST_TEXT - render->text.length)
        return -1;
    text_add(&render->text, bytes, count);
    return 0;
}

const char *templates_render(struct job *job, const struct clgemm_templates *templates,
                             const char *name, const struct value *view, size_t *rendered)
{
    struct render *const render = arena_allocate(job->arena, sizeof *render);
    render->set = templates ? templates : templates_for_job(job, NULL);
    text_init(&render->text, job);

    const struct mustache_data data = {render, view, member, kind, text, length, item};
    const struct mustache_partials partials = {render, find};
    const struct mustache_writer writer = {render, write};
    struct mustache_error error = {.code = MUSTACHE_OK};
    const struct mustache_template *const template = find(render, name, strlen(name));
    if (!template && render->broken.code == MUSTACHE_OK)
        job_fail(job, CLGEMM_TEMPLATE, NULL, "there is no template %s%s", name, ".mustache");
    if (!template ||
        mustache_render(template, MUSTACHE_PRODUCT, &data, &partials, &writer, &error)) {
        struct clgemm_error failure;
        if (error.code == MUSTACHE_ERROR_WRITE)
            snprintf(error.text, sizeof error.text, "templates render more than %d bytes",
                     LONGEST_TEXT);
        template_error(&failure, render->broken.code != MUSTACHE_OK ? &render->broken : &error);
        job_fail_with(job, &failure);
    }
    *rendered = render->text.length;
    return text_string(&render->text);
}
