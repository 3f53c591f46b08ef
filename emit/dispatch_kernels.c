/*
 * NAME.cl and NAME.json of a dispatch: its kernels in one file, and the manifest of all.
 */
#include <stdint.h>
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

/* By which its macro selects a kernel. */
static long long number_of(const struct dispatch *dispatch, size_t kernel)
{
    return (long long)kernel + dispatch->by_macros;
}

/* ---------------------------------------------------------------- what is shared */

/* A plan whose steps have the entry points of the shared text. */
static const struct plan *renamed_plan(struct job *job, const struct dispatch *dispatch,
                                       size_t kernel)
{
    struct plan *const plan = arena_array(job->arena, 1, sizeof *plan);
    *plan = *dispatch->plans[kernel];
    struct step *const steps = arena_array(job->arena, plan->step_count, sizeof *steps);
    for (size_t i = 0; i < plan->step_count; i++) {
        steps[i] = plan->steps[i];
        steps[i].entry = share_renamed(job, &dispatch->shared, kernel, steps[i].entry);
    }
    plan->steps = steps;
    return plan;
}

void emit_dispatch_share(struct job *job, struct dispatch *dispatch)
{
    const size_t count = dispatch->kernel_count;
    struct share_source *const sources = arena_array(job->arena, count, sizeof *sources);
    const struct plan **const plans = arena_array(job->arena, count, sizeof *plans);
    for (size_t i = 0; i < count; i++)
        sources[i] = (struct share_source){dispatch->plans[i]->name, dispatch->texts[i]};
    dispatch->shared = share_texts(job, dispatch->name, sources, count, dispatch->by_macros);
    for (size_t i = 0; i < count; i++)
        plans[i] = renamed_plan(job, dispatch, i);
    dispatch->plans = plans;
}

/* Sets `limit` to the numbers of the kernels of whom a definition is, as `ranges`, and to whether the host finalizes all of them, `alone`;
 * false where it is of all kernels. */
static void view_limit(struct job *job, struct value *item, const struct dispatch *dispatch,
                       const bool *users)
{
    struct value *const limit = value_object(job);
    struct value *const ranges = value_set_list(job, limit, "ranges");
    const size_t name = strlen(dispatch->name) + strlen("_KERNEL == 00");
    size_t column = 2 * name;
    bool alone = true, all = true;
    for (size_t i = 0; i < dispatch->kernel_count; i++) {
        alone &= !users[i] || finalized(dispatch, i);
        all &= users[i];
    }
    for (size_t i = 0, end; i < dispatch->kernel_count; i = end + 1) {
        for (end = i; end < dispatch->kernel_count && users[end];)
            end++;
        if (end == i)
            continue;
        struct value *const range = value_add(ranges, value_object(job));
        const size_t width = strlen(" || ") + (end - 1 > i ? 2 * name + strlen("( && )") : name);
        const bool wraps = ranges->count > 1 && column + width > 98;
        column = (wraps ? 4 : column) + width;
        value_set_text(job, range, "gap",
                       (alone || dispatch->by_macros) && ranges->count == 1 ? ""
                       : wraps                                              ? " || \\\n    "
                                                                            : " || ");
        value_set_integer(job, range, "from", number_of(dispatch, i));
        value_set_unless(job, range, "to", number_of(dispatch, end - 1), number_of(dispatch, i));
    }
    value_set_bool(job, limit, "alone", alone);
    if (all)
        value_set_bool(job, item, "limit", false);
    else
        value_set(item, "limit", limit);
}

/* Definitions that follow each other and are of the same kernels. */
static void view_common(struct job *job, struct value *view, const struct dispatch *dispatch)
{
    const struct shared_texts *const shared = &dispatch->shared;
    struct value *const groups = value_set_list(job, view, "common");
    struct value *texts = NULL;
    for (size_t i = 0; i < shared->common_count; i++) {
        const struct share_common *const common = &shared->common[i];
        const bool same = i > 0 && memcmp(common->users, common[-1].users,
                                          dispatch->kernel_count * sizeof *common->users) == 0;
        if (!same) {
            struct value *const group = value_add(groups, value_object(job));
            view_limit(job, group, dispatch, common->users);
            texts = value_set_list(job, group, "texts");
        }
        struct value *const item = value_add(texts, value_object(job));
        value_set_bool(job, item, "apart", same && !(common->pragma && common[-1].pragma));
        value_set_text(job, item, "text", common->text.text);
    }
    value_set_bool(job, view, "some_common", shared->common_count > 0);
}

/* ---------------------------------------------------------------- the kernels */

/* The meaning of an argument of that name, if several kernels are there and all that have one agree; else NULL. */
static const char *meaning_of(const struct dispatch *dispatch, struct span name)
{
    const char *meaning = NULL;
    if (dispatch->kernel_count == 1)
        return NULL; /* it tells its own */
    for (size_t i = 0; i < dispatch->kernel_count; i++) {
        const struct step *const step = plan_main_step(dispatch->plans[i]);
        for (size_t j = 0; j < step->argument_count; j++) {
            const struct argument *const argument = &step->arguments[j];
            if (!span_is(name, argument->name))
                continue;
            if (meaning && strcmp(meaning, argument->meaning) != 0)
                return NULL;
            meaning = argument->meaning;
        }
    }
    return meaning;
}

/* Whether a line of a comment tells the meaning of an argument that the head of the file has told. */
static bool is_told(const struct dispatch *dispatch, struct span line)
{
    size_t at = 0, indent;
    const struct span name = definitions_identifier(line, &at);
    const struct span rest = span_trimmed((struct span){line.text + at, line.length - at}, &indent);
    const char *const meaning = span_begins(line, " *   ") ? meaning_of(dispatch, name) : NULL;
    return meaning && span_is(rest, meaning);
}

/* Collects the arguments of all kernels, in their order, as far as they agree on the meaning. */
static size_t collect_words(const struct dispatch *dispatch, const struct argument **list)
{
    size_t count = 0;
    for (size_t i = 0; i < dispatch->kernel_count; i++) {
        const struct step *const step = plan_main_step(dispatch->plans[i]);
        for (size_t j = 0, place = 0; j < step->argument_count; j++) {
            const struct argument *const argument = &step->arguments[j];
            size_t found = 0;
            while (found < count && strcmp(list[found]->name, argument->name) != 0)
                found++;
            if (found == count && count < HOST_MOST_ITEMS &&
                meaning_of(dispatch, span_of(argument->name))) {
                memmove(&list[place + 1], &list[place], (count++ - place) * sizeof *list);
                list[found = place] = argument;
            }
            place = found < count ? found + 1 : place;
        }
    }
    return count;
}

static void view_words(struct job *job, struct value *view, const struct dispatch *dispatch)
{
    const struct argument *list[HOST_MOST_ITEMS];
    struct value *const words = value_set_list(job, view, "words");
    const size_t count = collect_words(dispatch, list);
    size_t width = 0;
    for (size_t i = 0; i < count; i++)
        width = strlen(list[i]->name) > width ? strlen(list[i]->name) : width;
    for (size_t i = 0; i < count; i++) {
        struct value *const item = value_add(words, value_object(job));
        value_set(item, "padded", value_printf(job, "%-*s", (int)width + 1, list[i]->name));
        value_set_text(job, item, "meaning", list[i]->meaning);
    }
    value_set_bool(job, view, "some_words", count > 0);
}

/* Whether a text has that line. */
static bool has_line(struct span text, struct span wanted)
{
    for (size_t at = 0; at < text.length;)
        if (span_equal(span_line(text, &at), wanted))
            return true;
    return false;
}

/* Whether the comments of all kernels have a line, of kernels that the host chooses. */
static bool is_of_all(const struct dispatch *dispatch, struct span line)
{
    bool all = dispatch->by_macros && dispatch->kernel_count > 1;
    for (size_t i = 0; i < dispatch->kernel_count && all; i++)
        all = has_line(dispatch->shared.own[i].head, line);
    return all;
}

/* The lines that the comments of all have, but for those of arguments, which the head tells. */
static void view_alike(struct job *job, struct value *view, const struct dispatch *dispatch)
{
    struct value *const lines = value_set_list(job, view, "alike");
    const struct span head = dispatch->shared.own[0].head;
    for (size_t at = 0; at < head.length;) {
        const struct span line = span_line(head, &at);
        if (!span_is(line, " *") && !span_begins(line, " *   ") && is_of_all(dispatch, line))
            value_set_text(job, value_add(lines, value_object(job)), "line",
                           arena_text(job->arena, line.text, line.length));
    }
    value_set_bool(job, view, "some_alike", lines->count > 0);
}

/* Lines of a kernel's first comment but for those that are told, as where a host chooses the kernel its number and formula are. */
static void view_head(struct job *job, struct value *item, const struct dispatch *dispatch,
                      size_t kernel)
{
    const struct span head = dispatch->shared.own[kernel].head;
    const char *const title = arena_printf(job->arena, " * %s: ", dispatch->plans[kernel]->name);
    struct value *const lines = value_set_list(job, item, "head");
    bool apart = false;
    for (size_t at = 0; at < head.length;) {
        const struct span line = span_line(head, &at);
        if (span_is(line, " *")) {
            apart = lines->count > 0;
            continue;
        }
        if (is_told(dispatch, line) || is_of_all(dispatch, line) ||
            (dispatch->by_macros && span_begins(line, title)))
            continue;
        struct value *const row = value_add(lines, value_object(job));
        value_set_bool(job, row, "apart", apart);
        value_set_text(job, row, "line", arena_text(job->arena, line.text, line.length));
        apart = false;
    }
}

static void view_texts(struct job *job, struct value *view, const struct dispatch *dispatch)
{
    const char *const *const texts = dispatch_view_statements(job, view, dispatch);
    struct value *const kernels = value_set_list(job, view, "kernels");
    bool some_finalized = false;
    for (size_t i = 0; i < dispatch->kernel_count; i++) {
        const struct plan *const plan = dispatch->plans[i];
        struct value *const item = value_add(kernels, value_object(job));
        some_finalized |= finalized(dispatch, i) != NULL;
        value_set_integer(job, item, "number", number_of(dispatch, i));
        value_set_text(job, item, "name", plan->name);
        value_set_text(job, item, "finalized", finalized(dispatch, i));
        value_set_text(job, item, "options", plan->build_options[0] ? plan->build_options : NULL);
        view_head(job, item, dispatch, i);
        value_set_bool(job, item, "some_head", dispatch->shared.own[i].head.length > 0);
        value_set_text(job, item, "text", texts[i]);
    }
    value_set_bool(job, view, "some_finalized", some_finalized);
    value_set_bool(job, view, "several", dispatch->kernel_count > 1);
    value_set_bool(job, view, "some_numbers", dispatch->shared.numbers.count > 0);
}

void dispatch_view_kernels(struct job *job, struct value *view, const struct dispatch *dispatch)
{
    value_set_bool(job, view, "by_macros", dispatch->by_macros);
    view_words(job, view, dispatch);
    view_alike(job, view, dispatch);
    view_common(job, view, dispatch);
    view_texts(job, view, dispatch);
}

const char *emit_dispatch_cl(struct job *job, const struct clgemm_templates *templates,
                             const struct dispatch *dispatch)
{
    struct value *const view = host_view(job, dispatch->name, dispatch->plans[0], NULL, 0);
    dispatch_view_kernels(job, view, dispatch);
    return host_render(job, templates, "host/dispatch.cl", view);
}

/* ---------------------------------------------------------------- the manifest */

/* Its program is the file of all, built for it alone. */
static struct value *kernel_value(struct job *job, const struct dispatch *dispatch, size_t kernel,
                                  uint64_t hash)
{
    struct plan plan = *dispatch->plans[kernel];
    if (!dispatch->by_macros) {
        plan.stem = dispatch->name;
        plan.build_options =
            arena_printf(job->arena, "-D %s_KERNEL=%zu%s%s", c_capitals(job, dispatch->name),
                         kernel, *plan.build_options ? " " : "", plan.build_options);
    }
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
    return json_write_rows(job, root, 3);
}
