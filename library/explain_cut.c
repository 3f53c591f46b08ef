/*
 * What a dispatch leaves out for the shapes of a program, and what that costs.
 */
#include <math.h>

#include "gen/request/request.h"
#include "library/cut.h"

static const char *name_of(const struct picks *picks, size_t kernel)
{
    return picks->tuned->kernels[kernel].name;
}

/* The shapes with the kernels that are picked, when the others have been left out. */
static struct clgemm_cut_shape *explain_shapes(struct job *job, const struct picks *picks,
                                               const struct cut *cut)
{
    struct clgemm_cut_shape *const shapes =
        arena_array(job->arena, cut->shape_count, sizeof *shapes);
    for (size_t i = 0; i < cut->shape_count; i++) {
        const struct clgemm_shape *const shape = &cut->shapes[i];
        enum pick_level level;
        const size_t picked = dispatch_pick(
            &picks->table, (const long long[3]){shape->m, shape->n, shape->k}, &level);
        const size_t place = i * picks->table.kernel_count + picked;
        shapes[i] =
            (struct clgemm_cut_shape){*shape, name_of(picks, cut->whole[i]), name_of(picks, picked),
                                      exp(cut->shares[place]), cut->known[place]};
    }
    return shapes;
}

/* What is to be explained, and who is told. */
struct explanation {
    const struct clgemm_request *request;
    void (*report)(void *self, const struct clgemm_cut *cut);
    void *self;
};

static void explain(struct job *job, void *self)
{
    const struct explanation *const to = self;
    struct picks *const picks = picks_of_request(job, to->request);
    const struct cut *const cut = cut_make(job, picks, to->request);
    if (!cut)
        job_fail(job, CLGEMM_USAGE, "shapes",
                 "nothing is left out; ask --shapes FILE or --most-kernels N");
    const char **const left_out =
        arena_array(job->arena, picks->table.kernel_count + 1, sizeof *left_out);
    size_t others = 0;
    double least = 1;
    for (size_t i = 0; i < picks->table.kernel_count; i++)
        if (picks->plans[i] && !cut->kept[i])
            left_out[others++] = name_of(picks, i);
    cut_apply(picks, cut);
    const struct clgemm_cut_shape *const shapes = explain_shapes(job, picks, cut);
    for (size_t i = 0; i < cut->shape_count; i++)
        least = fmin(least, shapes[i].share);
    to->report(to->self, &(const struct clgemm_cut){shapes, cut->shape_count, left_out, cut->before,
                                                    cut->count, cut->share, least});
}

int clgemm_explain_cut(const struct clgemm_request *request,
                       void (*report)(void *self, const struct clgemm_cut *cut), void *self,
                       struct clgemm_error *error)
{
    struct explanation to = {request, report, self};
    return job_alone(explain, &to, error);
}
