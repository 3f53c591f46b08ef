#include "library/variants.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "emit/variants.h"
#include "gen/plan/planner.h"
#include "gen/request/interface.h"
#include "gen/request/request.h"
#include "gen/spec/family.h"
#include "gen/spec/notes.h"
#include "gen/template/templates.h"
#include "gen/view/host.h"
#include "gen/view/view.h"
#include "library/launched.h"
#include "library/settings_file.h"
#include "library/wishes.h"

enum {
    MOST_VARIANTS = 256, /* settings of a text */
    MOST_BYTES = 32768,  /* of a kernel that nobody asks for */
    FEW_BYTES = 4500,    /* of one that no shape asks for either, without what it calls */
    ALONE =
        64 /* of C, where a work-item does what its work-group has: it packs both operands once */
};

/* A kernel for a setting and a build. */
struct variant {
    const char *setting;
    size_t build;
    bool plain; /* of the family whose kernels are the shortest */
    struct launched launched;
};

/* Kernels under way. */
struct making {
    const struct clgemm_request *request;
    const struct interface *interface; /* as the file has it */
    const char *asked;                 /* its name, as --interface has it */
    const char *name;                  /* of all */
    bool *
        engines; /* of the builds: whether the profile has a kernel of a matrix engine for their problem */
    struct variant *list;
    size_t count, settings;
    bool alone; /* one work-item of each work-group does all */
    bool plain; /* kernels that are made now shall be short */
    struct making *
        others; /* of the interface that stands in the same text behind this one; NULL: none does */
    struct job *job;
};

/* --------------------------------------------------------------------------------- kernels */

static size_t builds_of(const struct making *making)
{
    return making->interface->build_count ? making->interface->build_count : 1;
}

/* What is asked of a variant's kernel. */
static struct option_value *values_of(struct job *job, const struct making *making,
                                      const struct variant *variant, size_t number)
{
    struct option_value *const values = option_copy(job, making->request->values);
    const char *const name =
        number ? arena_printf(job->arena, "%s_%zu", making->name, number) : making->name;
    values[OPTION_KERNEL_NAME] = (struct option_value){.voice = VOICE_NONE};
    values[OPTION_VARIANTS].voice = VOICE_PRESET;
    option_say(job, values, OPTION_KERNEL_NAME, name, VOICE_PRESET);
    option_say(job, values, OPTION_SETTING, variant->setting, VOICE_USER);
    if (variant->plain)
        option_say(job, values, OPTION_FAMILY, "naive", VOICE_USER);
    option_say(job, values, OPTION_INTERFACE, making->asked, VOICE_USER);
    if (!values[OPTION_STEM].text)
        option_say(job, values, OPTION_STEM, making->name, VOICE_PRESET);
    return values;
}

/* A variant whose kernel is made by its number among all. */
struct trying {
    const struct making *making;
    struct variant *variant;
    size_t number;
};

static void try_variant(struct job *job, void *self)
{
    const struct trying *const trying = self;
    struct variant *const variant = trying->variant;
    launched_serve(job, values_of(job, trying->making, variant, trying->number),
                   &variant->launched);
}

/* The kernels of a setting, one for each build: 0, or -1 with *error. */
static int try_alone(struct making *making, const char *setting, struct clgemm_error *error)
{
    struct job *const job = making->job;
    const size_t builds = builds_of(making);
    struct variant *const variants = arena_array(job->arena, builds, sizeof *variants);
    setting = interface_setting_for_all(job, making->interface, setting);
    for (size_t i = 0; i < builds; i++) {
        variants[i] = (struct variant){.setting = setting, .build = i, .plain = making->plain};
        if (making->interface->build_count)
            variants[i].setting =
                interface_setting_with(job, setting, making->interface->builds[i].defines,
                                       making->interface->builds[i].define_count);
        if (launched_choose(job, values_of(job, making, &variants[i], making->count + i + 1),
                            making->engines[i], &variants[i].launched, error))
            return -1;
    }
    for (size_t i = 0; i < builds; i++) {
        making->list = arena_grow(job->arena, making->list, making->count, sizeof *making->list);
        making->list[making->count++] = variants[i];
    }
    making->settings++;
    return 0;
}

/* Forgets the last setting of all interfaces from this one on up to another; NULL: of all. */
static void take_back(struct making *making, const struct making *end)
{
    for (; making != end; making = making->others) {
        making->count -= builds_of(making);
        making->settings--;
    }
}

/* The same of all interfaces of the text, none of which has the setting where one does not serve it. */
static int try_setting(struct making *making, const char *setting, struct clgemm_error *error)
{
    int status = try_alone(making, setting, error);
    for (struct making *other = making->others; other; other = other->others) {
        if (status == 0 && (status = try_alone(other, setting, error)))
            take_back(making, other);
    }
    return status;
}

/* The text of a kernel. */
static struct span text_of(struct job *job, const struct making *making, const struct plan *plan)
{
    struct span text;
    const struct clgemm_templates *const templates =
        templates_for_job(job, making->request->templates);
    text.text =
        templates_render(job, templates, view_page(plan), view_make(job, plan), &text.length);
    return text;
}

/* Bytes of the longest kernel of the last setting; `entry`: without what it calls, most of which stands once in a text of several. */
static size_t longest(struct job *job, const struct making *making, bool entry)
{
    size_t most = 0;
    for (; making; making = making->others)
        for (size_t i = 1; i <= builds_of(making); i++) {
            const struct spec *const spec = making->list[making->count - i].launched.spec;
            const struct span text = text_of(job, making, plan_make(job, spec));
            const size_t length = entry ? definitions_last_kernel(text).length : text.length;
            if (!length)
                job_fail(job, CLGEMM_TEMPLATE, "variants",
                         "a kernel has no line that begins with __kernel");
            most = length > most ? length : most;
        }
    return most;
}

/* Makes kernels of the last setting, which is the untuned one, of the family whose kernels are the shortest, if those that it has are long and nobody asks for a family. */
static void shorten_untuned(struct making *making, const char *setting)
{
    struct clgemm_error error;
    if (making->alone || making->request->values[OPTION_FAMILY].text ||
        longest(making->job, making, true) <= FEW_BYTES)
        return;
    take_back(making, NULL);
    for (int plain = 1; plain >= 0; plain--) {
        for (struct making *each = making; each; each = each->others)
            each->plain = plain;
        if (!making->settings)
            (void)try_setting(making, setting, &error);
    }
}

static enum settings_answer serves(void *self, const char *setting, bool brief)
{
    struct making *const making = self;
    struct clgemm_error error;
    if (try_setting(making, setting, &error) == 0) {
        if (making->settings == 1)
            shorten_untuned(making, setting);
        else if (longest(making->job, making, brief) > (brief ? FEW_BYTES : MOST_BYTES)) {
            take_back(making, NULL);
            return SETTING_LONG;
        }
        return SETTING_TAKEN;
    }
    if (error.code != CLGEMM_REFUSED || !making->count)
        job_fail_with(making->job, &error);
    return SETTING_REFUSED;
}

/* Whether one work-item of each work-group does all. */
static bool is_alone(struct job *job, const struct making *making)
{
    struct variant variant = {.setting = ""};
    struct trying trying = {making, &variant, 0};
    struct clgemm_error error;
    return job_try(job, try_variant, &trying, &error) == 0 && variant.launched.spec->family->alone;
}

/* The launches that settings are chosen by. */
static const struct launch_wish *make_wishes(struct job *job, struct making *making, size_t *count)
{
    static const struct launch_wish alone = {.extent = {ALONE, ALONE}};
    const struct launch_wish *const wishes = wishes_make(job, making->request, making->interface,
                                                         builds_of(making), making->engines, count);
    making->alone = is_alone(job, making);
    if (!making->alone)
        return wishes;
    *count = 1;
    return &alone;
}

/* --------------------------------------------------------------------------------- choice */

/* The settings of a file. */
static void take_settings(struct job *job, struct making *making, const char *path)
{
    struct clgemm_error error;
    size_t count;
    const struct listed_setting *const list = settings_read(job, path, &count);
    for (size_t i = 0; i < count; i++) {
        if (making->settings == MOST_VARIANTS)
            job_fail(job, CLGEMM_USAGE, "variants", "%s: more than %d settings", list[i].place,
                     (int)MOST_VARIANTS);
        if (try_setting(making, list[i].text, &error))
            job_fail_in(job, &error, "%s: ", list[i].place);
    }
}

static bool is_number(const char *text)
{
    const char *at = text;
    while (isdigit((unsigned char)*at))
        at++;
    return at > text && !*at;
}

static void choose(struct job *job, struct making *making, const char *asked)
{
    size_t wishes;
    const struct launch_wish *const list = make_wishes(job, making, &wishes);
    if (!is_number(asked)) {
        take_settings(job, making, asked);
        return;
    }
    const long most = strlen(asked) < 4 ? strtol(asked, NULL, 10) : 0;
    if (most < 1 || most > MOST_VARIANTS)
        job_fail(job, CLGEMM_USAGE, "variants",
                 "--variants takes a number from 1 to %d or a file of settings, not '%.40s'",
                 (int)MOST_VARIANTS, asked);
    settings_choose(job, making->interface, (size_t)most,
                    &(struct settings_for){list, wishes, serves, making});
}

/* ----------------------------------------------------------------------------------- text */

/* Kernels of a build follow each other. */
static void sort_by_build(struct job *job, struct making *making)
{
    struct variant *const sorted = arena_array(job->arena, making->count, sizeof *sorted);
    size_t count = 0;
    for (size_t build = 0; count < making->count; build++)
        for (size_t i = 0; i < making->count; i++)
            if (making->list[i].build == build)
                sorted[count++] = making->list[i];
    making->list = sorted;
}

/* The options that make a kernel by itself: those that the request has not. */
static const char *options_of(struct job *job, const struct making *making, const struct spec *of)
{
    const struct option_value *const asked = making->request->values;
    struct spec spec = *of;
    struct option_value *const values = option_copy(job, of->values);
    for (int id = 0; id < OPTION_COUNT; id++)
        if (asked[id].text &&
            (id != OPTION_INTERFACE || strcmp(asked[id].text, making->asked) == 0))
            values[id] = (struct option_value){.voice = VOICE_NONE};
    values[OPTION_KERNEL_NAME] = (struct option_value){.voice = VOICE_NONE};
    spec.values = values;
    return plan_command(job, &spec) + strlen("clgemm-gen ");
}

/* The plans and texts of all, by numbers in their order. */
static void write_kernels(struct job *job, struct making *making, struct dispatch *table)
{
    const struct plan **const plans = arena_array(job->arena, making->count, sizeof *plans);
    struct span *const texts = arena_array(job->arena, making->count, sizeof *texts);
    for (size_t i = 0; i < making->count; i++) {
        struct trying trying = {making, &making->list[i], i + 1};
        try_variant(job, &trying); /* by its number among all */
        struct plan *const plan = arena_allocate(job->arena, sizeof *plan);
        *plan = *plan_make(job, making->list[i].launched.spec);
        plan->by_itself = options_of(job, making, making->list[i].launched.spec);
        plans[i] = plan;
        texts[i] = text_of(job, making, plan);
    }
    *table = (struct dispatch){.name = making->name,
                               .plans = plans,
                               .texts = texts,
                               .kernel_count = making->count,
                               .by_macros = true};
    emit_dispatch_share(job, table);
}

/* The command that makes them all: the first kernel's, without its setting. */
static const char *command_of(struct job *job, const struct making *making)
{
    struct spec spec = *making->list[0].launched.spec;
    struct option_value *const values = option_copy(job, spec.values);
    values[OPTION_SETTING] = (struct option_value){.voice = VOICE_NONE};
    values[OPTION_VARIANTS].voice = VOICE_USER;
    values[OPTION_TILE] = making->request->values[OPTION_TILE];
    values[OPTION_WG] = making->request->values[OPTION_WG];
    values[OPTION_FAMILY] = making->request->values[OPTION_FAMILY];
    values[OPTION_KERNEL_NAME].voice = making->request->values[OPTION_KERNEL_NAME].voice;
    values[OPTION_KERNEL_NAME].text = making->name;
    spec.values = values;
    return plan_command(job, &spec);
}

/* The text of an interface's kernels. */
static const char *write_text(struct job *job, const struct making *making,
                              const struct dispatch *table, const char *command)
{
    struct variant_words *const words = arena_array(job->arena, table->kernel_count, sizeof *words);
    for (size_t i = 0; i < table->kernel_count; i++)
        words[i] = (struct variant_words){view_host_setting(job, table->plans[i]),
                                          view_host_build(job, table->plans[i]),
                                          view_host_launch(job, table->plans[i], true),
                                          view_host_launch(job, table->plans[i], false)};
    return emit_variants_cl(job, templates_for_job(job, making->request->templates), table, words,
                            view_host_only_if(job, table->plans[0]), command);
}

/* Starts the kernels of an interface, and of those that it names as `with`. */
static struct making *start(struct job *job, const struct clgemm_request *request, const char *name,
                            bool others)
{
    struct making *const making = arena_allocate(job->arena, sizeof *making);
    const char *const prefix = others ? request->values[OPTION_KERNEL_NAME].text : NULL;
    *making = (struct making){
        .request = request, .job = job, .interface = interface_load(job, name), .asked = name};
    making->name = prefix ? arena_copy(job->arena, prefix) : making->interface->entry;
    making->engines = arena_array(job->arena, builds_of(making), sizeof *making->engines);
    for (size_t i = 0; others && making->interface->with && making->interface->with[i]; i++) {
        struct making *const other = start(job, request, making->interface->with[i], false);
        size_t unused;
        wishes_make(job, request, other->interface, builds_of(other), other->engines, &unused);
        other->others = making->others;
        making->others = other;
    }
    return making;
}

/* Joins the kernels of all interfaces of the text: `table` is for their manifest. */
static void join(struct job *job, struct making *making, struct variants *variants)
{
    struct dispatch *const all = &variants->table;
    variants->cl = "";
    *all = (struct dispatch){.name = making->name, .by_macros = true};
    for (struct making *each = making; each; each = each->others) {
        struct dispatch table;
        sort_by_build(job, each);
        write_kernels(job, each, &table);
        const char *const command = command_of(job, making);
        const struct plan **const plans =
            arena_array(job->arena, all->kernel_count + table.kernel_count, sizeof *plans);
        for (size_t i = 0; i < all->kernel_count + table.kernel_count; i++)
            plans[i] = i < all->kernel_count ? all->plans[i] : table.plans[i - all->kernel_count];
        all->plans = plans;
        all->kernel_count += table.kernel_count;
        variants->cl = arena_printf(job->arena, "%s%s%s", variants->cl, *variants->cl ? "\n" : "",
                                    write_text(job, each, &table, command));
    }
}

/* The files that interfaces are read from, the first one's first. */
static const char *const *files_of(struct job *job, const struct making *making)
{
    size_t count = 0;
    const char **files = NULL;
    for (; making; making = making->others)
        if (making->interface->file) {
            files = arena_grow(job->arena, files, count, sizeof *files);
            files[count++] = making->interface->file;
        }
    files = arena_grow(job->arena, files, count, sizeof *files);
    files[count] = NULL;
    return files;
}

const struct variants *variants_make(struct job *job, const struct clgemm_request *request)
{
    const char *const interface = request->values[OPTION_INTERFACE].text;
    struct variants *const variants = arena_allocate(job->arena, sizeof *variants);
    request_check_one(job, request);
    if (!interface || interface_is_none(interface) || request->values[OPTION_SETTING].text)
        job_fail(job, CLGEMM_USAGE, "variants",
                 "--variants has kernels for settings of a host's macros: ask it with --interface "
                 "and without --setting");
    struct making *const making = start(job, request, interface, true);
    choose(job, making, request->values[OPTION_VARIANTS].text);
    join(job, making, variants);
    struct plan *const plan = arena_allocate(job->arena, sizeof *plan);
    *plan = *variants->table.plans[0];
    plan->name = making->name;
    plan->command = command_of(job, making);
    variants->plan = plan;
    variants->first = making->list[0].launched.spec;
    variants->files = files_of(job, making);
    variants->notes = notes_of(job, variants->first, making->list[0].launched.pick.note, NULL);
    return variants;
}
