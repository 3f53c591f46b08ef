/*
 * NAME.cl and NAME.json of a dispatch: its kernels in one file, and the manifest of all.
 */
#include <string.h>

#include "emit/dispatch.h"
#include "emit/emit.h"
#include "emit/host.h"
#include "gen/base/c_text.h"
#include "gen/base/json.h"

/* How the host finalizes a kernel's program; NULL: not at all. */
static const char *finalized(const struct dispatch *dispatch, size_t kernel)
{
    return plan_main_step(dispatch->plans[kernel])->engine.finalize;
}

static void view_kernel(struct job *job, struct value *item, const struct dispatch *dispatch,
                        size_t kernel)
{
    const struct plan *const plan = dispatch->plans[kernel];
    const struct kernel_text *const text = &dispatch->texts[kernel];
    size_t length = text->length;
    while (length > 0 && text->text[length - 1] == '\n')
        length--;
    value_set_integer(job, item, "number", (long long)kernel);
    value_set_text(job, item, "name", plan->name);
    value_set_text(job, item, "finalized", finalized(dispatch, kernel));
    value_set_text(job, item, "options", plan->build_options[0] ? plan->build_options : NULL);
    value_set_text(job, item, "text", arena_text(job->arena, text->text, length));
}

const char *emit_dispatch_cl(struct job *job, const struct clgemm_templates *templates,
                             const struct dispatch *dispatch)
{
    struct value *const view = host_view(job, dispatch->name);
    bool some_finalized = false;
    host_view_head(job, view, dispatch->plans[0]);
    struct value *const kernels = value_set_list(job, view, "kernels");
    for (size_t i = 0; i < dispatch->kernel_count; i++) {
        view_kernel(job, value_add(kernels, value_object(job)), dispatch, i);
        some_finalized |= finalized(dispatch, i) != NULL;
    }
    value_set_bool(job, view, "some_finalized", some_finalized);
    return host_render(job, templates, "host/dispatch.cl", view);
}

/* Its program is the file of all, built for it alone. */
static struct value *kernel_value(struct job *job, const struct dispatch *dispatch, size_t kernel,
                                  uint64_t hash)
{
    struct plan plan = *dispatch->plans[kernel];
    plan.stem = dispatch->name;
    plan.build_options =
        arena_printf(job->arena, "-D %s_KERNEL=%zu%s%s", c_capitals(job, dispatch->name), kernel,
                     plan.build_options[0] ? " " : "", plan.build_options);
    return emit_kernel_value(job, &plan, emit_program_value(job, &plan, hash, NULL));
}

const char *emit_dispatch_manifest(struct job *job, const struct dispatch *dispatch, const char *cl,
                                   size_t cl_length)
{
    const uint64_t hash = emit_hash(cl, cl_length);
    struct value *const root = value_object(job);
    value_set_text(job, root, "schema", "clgemm-manifest/2");
    value_set_text(job, root, "name", dispatch->name);
    struct value *const kernels = value_set_list(job, root, "kernels");
    for (size_t i = 0; i < dispatch->kernel_count; i++)
        value_add(kernels, kernel_value(job, dispatch, i, hash));
    return json_write(job, root);
}
