#include "gen/request/request.h"

#include <stdlib.h>
#include <string.h>

struct clgemm_request *clgemm_request_new(void)
{
    struct clgemm_request *const request = calloc(1, sizeof *request);
    if (request)
        arena_init(&request->arena, NULL, NULL);
    return request;
}

struct clgemm_request *clgemm_request_copy(const struct clgemm_request *request)
{
    struct clgemm_request *const copy = clgemm_request_new();
    if (!copy)
        return NULL;
    copy->templates = request->templates;
    for (size_t i = 0; i < request->shape_count; i++)
        if (clgemm_request_add_shape(copy, &request->shapes[i], NULL)) {
            clgemm_request_free(copy);
            return NULL;
        }
    for (int id = 0; id < OPTION_COUNT; id++) {
        copy->values[id] = request->values[id];
        if (!request->values[id].text)
            continue;
        const char *const card = request->values[id].card;
        copy->values[id].text = arena_copy(&copy->arena, request->values[id].text);
        copy->values[id].card = card ? arena_copy(&copy->arena, card) : NULL;
        if (!copy->values[id].text || (card && !copy->values[id].card)) {
            clgemm_request_free(copy);
            return NULL;
        }
    }
    return copy;
}

void clgemm_request_free(struct clgemm_request *request)
{
    if (!request)
        return;
    arena_free(&request->arena);
    free(request);
}

void clgemm_request_use_templates(struct clgemm_request *request,
                                  const struct clgemm_templates *templates)
{
    request->templates = templates;
}

int clgemm_request_set_by(struct clgemm_request *request, enum clgemm_voice voice,
                          const char *option, const char *value, struct clgemm_error *error)
{
    struct job job;
    job_init(&job, &request->arena, error);
    if (setjmp(job.escape))
        return -1;
    if (voice != CLGEMM_BY_DEVICE && voice != CLGEMM_BY_USER)
        job_fail(&job, CLGEMM_USAGE, NULL, "there is no voice %d", (int)voice);
    const enum option_id id = option_find(option, strlen(option));
    if (id == OPTION_COUNT)
        option_unknown(&job, option);
    option_say(&job, request->values, id, value,
               voice == CLGEMM_BY_USER ? VOICE_USER : VOICE_DEVICE);
    return 0;
}

int clgemm_request_set(struct clgemm_request *request, const char *option, const char *value,
                       struct clgemm_error *error)
{
    return clgemm_request_set_by(request, CLGEMM_BY_USER, option, value, error);
}

/* The options that choose among the kernels of a dispatch. */
static const enum option_id choosing[] = {OPTION_SHAPES, OPTION_MOST_KERNELS};
enum {
    CHOOSING = sizeof choosing / sizeof *choosing
};

void request_check_one(struct job *job, const struct clgemm_request *request)
{
    for (int i = 0; i < CHOOSING; i++) {
        const char *const name = option_rows[choosing[i]].name;
        if (request->values[choosing[i]].text)
            job_fail(job, CLGEMM_USAGE, name,
                     "--%s chooses among the kernels of a dispatch; ask --emit dispatch or "
                     "--explain-pick",
                     name);
    }
}

void request_check_alone(struct job *job, const struct clgemm_request *request)
{
    if (request->values[OPTION_VARIANTS].text)
        job_fail(job, CLGEMM_USAGE, "variants",
                 "--variants makes a text of its own; ask --emit cl,json alone, and --setting for "
                 "one of its kernels");
}

const struct option_value *request_asked(struct job *job, const struct clgemm_request *request)
{
    request_check_alone(job, request);
    struct option_value *const asked = option_copy(job, request->values);
    for (int i = 0; i < CHOOSING; i++)
        asked[choosing[i]] = (struct option_value){.voice = VOICE_NONE};
    return asked;
}
