#include "library/serve.h"

#include "gen/rules/advice.h"
#include "gen/rules/yield.h"

const struct spec *serve_resolve(struct job *job, const struct option_value *asked,
                                 struct pick *pick, const struct trial **refused)
{
    *pick = pick_kernel(job, asked);
    if (pick->spec)
        return pick->spec;
    *refused = trial_keep(job, pick->said, pick->source);
    if ((*refused)->broken && pick_other_kernel(job, pick, (*refused)->spec)) {
        if (pick->spec)
            return pick->spec;
        *refused = trial_keep(job, pick->said, pick->source);
    }
    return (*refused)->broken ? yield_defaults(job, *refused, pick->source) : (*refused)->spec;
}

const struct spec *serve(struct job *job, const struct option_value *asked, struct pick *pick)
{
    const struct trial *refused;
    const struct spec *const spec = serve_resolve(job, asked, pick, &refused);
    if (spec)
        return spec;
    const struct clgemm_error why = advice_of(job, refused, pick->source);
    job_fail_with(job, &why);
}
