#include "emit/variants.h"

#include <string.h>

#include "emit/host.h"
#include "gen/base/c_text.h"
#include "gen/plan/wording.h"
#include "gen/kernel/term.h"

/* The numbers of launches, each once. */
static const char *held(struct job *job, const struct variant_words *words, size_t count)
{
    const char *list = NULL;
    for (size_t i = 0; i < count; i++) {
        bool told = false;
        for (size_t j = 0; j < i; j++)
            told |= strcmp(words[i].numbers, words[j].numbers) == 0;
        if (!told)
            list = arena_join(job->arena, list, ", ", words[i].numbers);
    }
    return list;
}

/* The numbers of what a kernel shares with others, as macros. */
static void view_numbers(struct job *job, struct value *item, const struct share_numbers *numbers,
                         size_t kernel)
{
    struct value *const list = value_set_list(job, item, "numbers");
    for (size_t i = 0; i < numbers->count; i++) {
        const struct span value = numbers->list[i].values[kernel];
        if (!value.length)
            continue;
        struct value *const row = value_add(list, value_object(job));
        value_set_text(job, row, "macro", numbers->list[i].macro);
        value_set_text(job, row, "value", arena_text(job->arena, value.text, value.length));
    }
}

/* Kernels of one build: those of the next one have another condition. */
static void view_builds(struct job *job, struct value *view, const struct dispatch *kernels,
                        const struct variant_words *words)
{
    struct value *const builds = value_set_list(job, view, "builds");
    struct value *list = NULL;
    const char *before = NULL;
    for (size_t i = 0; i < kernels->kernel_count; i++) {
        const struct term *const condition = words[i].build;
        const char *const build = condition ? term_print(job, condition) : "";
        if (!before || strcmp(before, build) != 0) {
            struct value *const item = value_add(builds, value_object(job));
            value_set_term(job, item, "condition", condition);
            value_set_text(job, item, "types", plan_types(job, kernels->plans[i]));
            list = value_set_list(job, item, "variants");
        }
        before = build;
        struct value *const item = value_add(list, value_object(job));
        value_set_integer(job, item, "number", (long long)i + 1);
        value_set_term(job, item, "kept", words[i].kept);
        value_set_text(job, item, "launch", words[i].launch);
        view_numbers(job, item, &kernels->shared.numbers, i);
    }
    for (struct value *build = builds->first; build; build = build->next)
        value_mark_ends(job, value_child(build, "variants"));
    value_mark_ends(job, builds);
}

const char *emit_variants_cl(struct job *job, const struct clgemm_templates *templates,
                             const struct dispatch *kernels, const struct variant_words *words,
                             const struct term *only_if, const char *command)
{
    const struct plan *const plan = kernels->plans[0];
    struct value *const view = host_view(job, kernels->name, plan, NULL, 0);
    value_set_text(job, view, "made_by", c_comment(job, command));
    value_set_text(job, view, "entry", plan_main_step(plan)->entry);
    value_set_text(job, view, "held", held(job, words, kernels->kernel_count));
    value_set_term(job, view, "only_if", only_if);
    view_builds(job, view, kernels, words);
    dispatch_view_kernels(job, view, kernels);
    return host_render(job, templates, "host/variants.cl", view);
}
