#include "gen/base/job.h"

#include <stdio.h>
#include <string.h>

static void set(struct clgemm_error *error, enum clgemm_code code, const char *option,
                const char *format, va_list arguments)
{
    *error = (struct clgemm_error){.code = code};
    if (option)
        snprintf(error->option, sizeof error->option, "%s", option);
    vsnprintf(error->text, sizeof error->text, format, arguments);
}

void error_set(struct clgemm_error *error, enum clgemm_code code, const char *option,
               const char *format, ...)
{
    if (!error)
        return;
    va_list arguments;
    va_start(arguments, format);
    set(error, code, option, format, arguments);
    va_end(arguments);
}

static _Noreturn void out_of_memory(void *self)
{
    job_fail(self, CLGEMM_IO, NULL, "out of memory");
}

static void arena_is_exhausted(void *self)
{
    out_of_memory(self);
}

void job_init(struct job *job, struct arena *arena, struct clgemm_error *error)
{
    job->arena = arena;
    job->error = error ? error : &job->untold;
    arena->exhausted = arena_is_exhausted;
    arena->self = job;
}

_Noreturn void job_fail(struct job *job, enum clgemm_code code, const char *option,
                        const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    set(job->error, code, option, format, arguments);
    va_end(arguments);
    longjmp(job->escape, 1);
}

_Noreturn void job_fail_with(struct job *job, const struct clgemm_error *error)
{
    *job->error = *error;
    longjmp(job->escape, 1);
}

_Noreturn void job_fail_in(struct job *job, const struct clgemm_error *error, const char *format,
                           ...)
{
    struct clgemm_error named = *error;
    if (error->code != CLGEMM_IO) {
        va_list arguments;
        va_start(arguments, format);
        vsnprintf(named.text, sizeof named.text, format, arguments);
        va_end(arguments);
        const size_t used = strlen(named.text);
        snprintf(named.text + used, sizeof named.text - used, "%s", error->text);
    }
    job_fail_with(job, &named);
}

int job_try(struct job *job, void (*work)(struct job *part, void *self), void *self,
            struct clgemm_error *error)
{
    struct job part;
    volatile int status = 0;
    job_init(&part, job->arena, error);
    if (setjmp(part.escape) == 0)
        work(&part, self);
    else
        status = -1;
    /* The arena fails the job again, not the part that is over. */
    job_init(job, job->arena, job->error);
    return status;
}

int job_alone(void (*work)(struct job *job, void *self), void *self, struct clgemm_error *error)
{
    struct arena arena;
    struct job job;
    volatile int status = -1;
    arena_init(&arena, NULL, NULL);
    job_init(&job, &arena, error);
    if (setjmp(job.escape) == 0) {
        work(&job, self);
        status = 0;
    }
    arena_free(&arena);
    return status;
}
