/*
 * One piece of work under way: where its memory comes from, where its error goes.
 *
 * A failure deep inside leaves at once to the place that started the job, so that no
 * step in between has to carry it. What a job allocates lives in its arena, and what lives
 * elsewhere (a JSON tree) is released where it was made; nothing leaks by leaving.
 *
 *     struct job job;
 *     job_init(&job, &arena, error);
 *     if (setjmp(job.escape))
 *         return -1;                       (*error is filled)
 *     ... work that may call job_fail ...
 */
#pragma once

#include <setjmp.h>

#include "clgemm.h"
#include "gen/base/arena.h"

struct job {
    struct arena *arena;
    struct clgemm_error *error; /* never NULL inside a job */
    struct clgemm_error untold; /* which it is where nobody asked for one */
    jmp_buf escape;
};

/* Ties a job to an arena (which from then on fails the job when it is exhausted) and an error record; `error` may be
 * NULL. */
void job_init(struct job *job, struct arena *arena, struct clgemm_error *error);

/* Fails the job: records the error and leaves to job->escape. `option` may be NULL. */
_Noreturn void job_fail(struct job *job, enum clgemm_code code, const char *option,
                        const char *format, ...) ARENA_PRINTF(4, 5);

/* The same for a complete error record. */
_Noreturn void job_fail_with(struct job *job, const struct clgemm_error *error);

/* The same with words before the sentence: where the fault lies ("profile ./x.json: "). A file that cannot
 * be read, and memory that is short, are told as they are. */
_Noreturn void job_fail_in(struct job *job, const struct clgemm_error *error, const char *format,
                           ...) ARENA_PRINTF(3, 4);

/* Does a part of the work whose failure is not the job's: 0, or -1 with *error. What it allocates stays in
 * the job's arena. */
int job_try(struct job *job, void (*work)(struct job *part, void *self), void *self,
            struct clgemm_error *error);

/* Does work in memory of its own, which is free at its end: 0, or -1 with *error (`error` may be NULL). */
int job_alone(void (*work)(struct job *job, void *self), void *self, struct clgemm_error *error);

/* Writes an error record; `error` may be NULL. */
void error_set(struct clgemm_error *error, enum clgemm_code code, const char *option,
               const char *format, ...) ARENA_PRINTF(4, 5);
