#include "gen/rules/mend.h"

/* A request on the way. */
struct node {
    const struct trial *trial;
    int depth; /* proposals that led to it */
    bool followed;
};

struct search {
    struct job *job;
    const struct mending *mending;
    struct node *nodes;
    int count, tried;
};

/* Whether the request of a trial is served. */
static bool add_node(struct search *search, const struct trial *trial, int depth)
{
    search->nodes[search->count] = (struct node){.trial = trial, .depth = depth};
    search->tried++;
    search->count += trial->broken >= 0;
    return trial->broken == 0;
}

static const struct trial *try_out(struct search *search, const struct option_value *values)
{
    return trial_of(search->job, values, search->mending->source, search->mending->keep);
}

static bool may_follow(const struct search *search, const struct proposal *proposal)
{
    const struct mending *const mending = search->mending;
    bool may = true;
    for (const struct change *change = proposal->changes; change && may; change = change->next)
        may = mending->may(mending, search->nodes[0].trial, change);
    return may;
}

static bool is_known(const struct search *search, const struct option_value *values)
{
    bool known = false;
    for (int i = 0; i < search->count && !known; i++)
        known = !trial_changes(search->job, search->nodes[i].trial->values, values);
    return known;
}

/* Follows proposals from a request on; the first one that is served then, NULL where none is. */
static const struct trial *follow(struct search *search, const struct node *node,
                                  const struct proposal *proposals)
{
    struct job *const job = search->job;
    for (const struct proposal *p = proposals; p && search->tried < search->mending->tries;
         p = p->next) {
        if (!may_follow(search, p))
            continue;
        struct option_value *const values = option_copy(job, node->trial->values);
        if (!trial_say(job, values, p->changes, search->mending->voice) || is_known(search, values))
            continue;
        const struct trial *const trial = try_out(search, values);
        if (add_node(search, trial, node->depth + 1))
            return trial;
    }
    return NULL;
}

/* Whatever else is changed, the first broken rule must be mended: the others propose where it has nothing that may be followed. */
static const struct trial *follow_all(struct search *search, const struct node *node)
{
    const int before = search->tried;
    const struct trial *const served = follow(search, node, node->trial->first);
    return served || search->tried > before ? served : follow(search, node, node->trial->others);
}

/* The nearest one that was not followed yet, of several the one that breaks the fewest rules. */
static struct node *next_node(const struct search *search)
{
    struct node *next = NULL;
    for (int i = 0; i < search->count; i++) {
        struct node *const node = &search->nodes[i];
        if (!node->followed && (!next || 2 * node->depth + node->trial->broken <
                                             2 * next->depth + next->trial->broken))
            next = node;
    }
    return next;
}

const struct trial *mend(struct job *job, const struct mending *mending)
{
    struct search search = {
        .job = job,
        .mending = mending,
        .nodes = arena_array(job->arena, (size_t)mending->tries + 1, sizeof *search.nodes)};
    const struct trial *served =
        mending->first ? mending->first : try_out(&search, mending->values);
    if (add_node(&search, served, 0))
        return served;
    served = NULL;
    for (struct node *node; !served && (node = next_node(&search));) {
        node->followed = true;
        served = follow_all(&search, node);
    }
    return served;
}
