#include "harness/offline/offline.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "clgemm.h"
#include "harness/base/list.h"
#include "harness/base/stop.h"
#include "harness/run/launch.h"
#include "harness/offline/internal.h"
#include "harness/opencl/program.h"
#include "harness/output/progress.h"

static const struct vendor *const vendors[] = {&vendor_intel, &vendor_amd, &vendor_nvidia};
enum {
    VENDOR_COUNT = sizeof vendors / sizeof *vendors,
    NAME_ROOM = 32
};

struct target {
    size_t vendor; /* index */
    char name[NAME_ROOM];
    char label[2 * NAME_ROOM]; /* "intel:skl" */
};

struct offline {
    const struct offline_options *options;
    struct target *targets;
    size_t target_count;
    struct tools tools[VENDOR_COUNT];
    struct lacks lacks[VENDOR_COUNT];
    int width; /* of the names of kernels */
    struct progress progress;
    size_t done, total; /* kernels times targets */
    size_t counts[STATUS_COUNT];
    enum fault_code worst; /* of the failures */
    const char *unknown;   /* what would have known more */
};

/* ---------------------------------------------------------------- targets */

static int add_targets(struct offline *offline, size_t vendor, const char *names,
                       struct fault *fault);

static int add_target(struct offline *offline, size_t vendor, const char *name, size_t length,
                      struct fault *fault)
{
    const struct vendor *maker = vendors[vendor];
    struct target *target;
    bool right = length > strlen(maker->prefix) && length < NAME_ROOM &&
                 strncmp(name, maker->prefix, strlen(maker->prefix)) == 0;

    if (length == 3 && memcmp(name, "all", 3) == 0)
        return add_targets(offline, vendor, maker->all, fault);
    for (size_t i = 0; i < length; i++)
        right = right && (isalnum((unsigned char)name[i]) || strchr("_.-", name[i]) != NULL) &&
                (i > 0 || name[i] != '-');
    if (!right)
        return fault_set(fault, FAULT_USAGE,
                         "--target: `%s:%.*s` is no name of a target; ask for %s:all or for one "
                         "as in %s",
                         maker->name, length < 40 ? (int)length : 40, name, maker->name,
                         maker->all);
    if (!list_grow(&offline->targets, offline->target_count, sizeof *offline->targets))
        return fault_memory(fault);
    target = &offline->targets[offline->target_count++];
    *target = (struct target){.vendor = vendor};
    memcpy(target->name, name, length);
    snprintf(target->label, sizeof target->label, "%s:%s", maker->name, target->name);
    return 0;
}

/* Names separated by commas. "intel:bdw,skl,amd:gfx90a": a vendor counts until the next one. */
static int add_targets(struct offline *offline, size_t vendor, const char *names,
                       struct fault *fault)
{
    while (*names != '\0') {
        size_t length = strcspn(names, ","), maker = strcspn(names, ":,");

        if (maker < length) {
            for (vendor = 0; vendor < VENDOR_COUNT; vendor++)
                if (strlen(vendors[vendor]->name) == maker &&
                    memcmp(vendors[vendor]->name, names, maker) == 0)
                    break;
            names += maker + 1;
            length -= maker + 1;
        }
        if (vendor == VENDOR_COUNT)
            return fault_set(fault, FAULT_USAGE,
                             "--target: a target is VENDOR:NAME, and VENDOR is intel, amd or "
                             "nvidia, as in intel:skl, amd:gfx90a, nvidia:sm_90 or intel:all");
        if (add_target(offline, vendor, names, length, fault))
            return -1;
        names += length + (names[length] == ',');
    }
    return 0;
}

static int list_targets(struct offline *offline, struct fault *fault)
{
    const struct offline_options *options = offline->options;

    for (size_t i = 0; i < options->targets.count; i++)
        if (add_targets(offline, VENDOR_COUNT, options->targets.list[i], fault))
            return -1;
    if (offline->target_count == 0)
        return fault_set(fault, FAULT_USAGE,
                         "no target is given; ask --target VENDOR:NAME, as in intel:skl, "
                         "amd:gfx90a, nvidia:sm_90 or intel:all");
    for (size_t i = 0; i < VENDOR_COUNT; i++)
        offline_find(vendors[i], &offline->tools[i], &offline->lacks[i]);
    return 0;
}

/* ---------------------------------------------------------------- one kernel on one target */

/* Makes the traits of a device that is not here. */
static struct device_traits make_traits(const struct target *target)
{
    const struct vendor *vendor = vendors[target->vendor];
    struct clgemm_device facts = {"gpu", vendor->devices, offline_device_name(vendor, target->name),
                                  1};

    return (struct device_traits){.sub_groups = vendor->sub_groups,
                                  .profile = clgemm_profile_for(&facts)};
}

/* The kernel with the most operations at M = N = K = 1024. */
static const struct step *main_step(const struct manifest *manifest)
{
    struct launch launch = {.alpha = 1, .beta = 1};

    for (int i = 0; i < SYMBOL_COUNT; i++)
        launch.value[i] = 1024;
    return launch_main_step(manifest, &launch);
}

/* Extensions that bear the name of another vendor are not there: cl_intel_subgroups. */
static int check_extensions(const struct program *program, const struct vendor *vendor,
                            struct fault *fault)
{
    for (size_t i = 0; i < program->extension_count; i++)
        for (size_t j = 0; j < VENDOR_COUNT; j++) {
            char prefix[NAME_ROOM];

            snprintf(prefix, sizeof prefix, "cl_%s_", vendors[j]->name);
            if (vendors[j] != vendor &&
                strncmp(program->extensions[i], prefix, strlen(prefix)) == 0)
                return fault_set(fault, FAULT_REFUSED,
                                 "%s needs the extension %s, which devices of %s do not have; "
                                 "ask the generator for a kernel without it",
                                 program->file, program->extensions[i], vendor->devices);
        }
    return 0;
}

/* So do build options of another vendor, and none of those here compiles for a CPU. */
static int check_options(const struct program *program, const struct vendor *vendor,
                         struct fault *fault)
{
    if (program_suits(program, "gpu", vendor->devices))
        return 0;
    return fault_set(fault, FAULT_REFUSED,
                     "%s is made for other devices than GPUs of %s (build options `%s`); ask the "
                     "generator for another --for",
                     program->file, vendor->devices, program->build_options);
}

/* Refuses a target whose compiler is not here; the others go on. */
static int check_tools(const struct lacks *lacks, struct fault *fault)
{
    if (lacks->count == 0)
        return 0;
    fault->lacking = fault->code == FAULT_NONE;
    return fault_set(fault, FAULT_DEVICE, "needs %s, which %s not here", lacks->words,
                     lacks->count == 1 ? "is" : "are");
}

static int compile(const struct offline *offline, const struct target *target,
                   const struct kernel *kernel, struct figures *figures, struct fault *fault)
{
    const struct vendor *vendor = vendors[target->vendor];
    struct offline_job job = {.tools = &offline->tools[target->vendor],
                              .target = target->name,
                              .manifest = &kernel->manifest,
                              .step = main_step(&kernel->manifest),
                              .limit_ms = (double)offline->options->compile_limit * 1e3};
    char *text, *folder;
    int status;

    if (job.step == NULL)
        return fault_set(fault, FAULT_REFUSED, "%s has no step that runs a kernel",
                         kernel->manifest.name);
    job.program = &kernel->manifest.programs[job.step->program];
    if (check_extensions(job.program, vendor, fault) || check_options(job.program, vendor, fault) ||
        program_text(&kernel->manifest, job.program, kernel->source, offline->options->edited,
                     &text, fault))
        return -1;
    if (check_tools(&offline->lacks[target->vendor], fault)) {
        free(text);
        return -1;
    }
    folder = scratch_open(fault);
    job.text = text;
    job.folder = folder;
    status = folder == NULL ? -1 : vendor->compile(&job, figures, fault);
    scratch_close(folder);
    free(text);
    return status;
}

/* Says where the figures fall short of a --require; false: they do not. */
static bool falls_short(const struct requirements *asked, const struct step *step,
                        const struct figures *figures, char *text, size_t room)
{
    if (asked->engine && step->engine == NULL)
        snprintf(text, room,
                 "uses no matrix engine, --require-engine asks for one; ask the generator for an "
                 "--engine that is not emulated");
    else if (asked->engine && figures->on_engine != step->engine_instructions)
        snprintf(text, room,
                 "has %" PRIu64 " instructions of the engine %s in its inner loop, the manifest "
                 "says %" PRIu64,
                 figures->on_engine, step->engine, step->engine_instructions);
    else if (asked->engine && figures->waits)
        snprintf(text, room,
                 "the assembler waits for the engine %s before registers of C are used too early: "
                 "its instructions do not overlap",
                 step->engine);
    else if (asked->share > 0 && figures->loop.instructions == 0)
        snprintf(text, room, "has no loop with a multiply-add, --require-share asks for %g %%",
                 asked->share);
    else if (offline_share(figures) < asked->share)
        snprintf(text, room,
                 "%.1f %% of its inner loop are multiply-adds, --require-share asks for %g %%",
                 offline_share(figures), asked->share);
    else if (asked->no_spills && !figures->has_registers)
        snprintf(text, room, "whether it spills is not known: %s",
                 figures->missing == NULL ? "the compiler does not say" : figures->missing);
    else if (asked->no_spills && figures->spill_bytes > 0)
        snprintf(text, room, "spills %" PRIu64 " bytes", figures->spill_bytes);
    else if (asked->lanes > 0 && asked->lanes != figures->lanes)
        snprintf(text, room, "runs %u work-items a thread, --require-simd asks for %" PRIu64,
                 figures->lanes, asked->lanes);
    else
        return false;
    return true;
}

/* ---------------------------------------------------------------- rows */

static void show_progress(struct offline *offline, const char *kernel, const char *target)
{
    progress_reach(&offline->progress, 0, (double)offline->done);
    progress_show(&offline->progress, 0, "%s for %s", kernel, target);
}

static void print_row(const struct offline *offline, const struct row_facts *row)
{
    progress_clear(&offline->progress);
    offline_print_row(offline->options->format, offline->width, row);
}

/* A combination that cannot be served is no failure while walking over many. */
static bool may_skip(const struct offline *offline, const struct recipe *recipe,
                     const struct fault *fault)
{
    return offline->total > 1 && recipe->path == NULL && fault->code == FAULT_REFUSED;
}

/* Compiles a kernel (NULL: it could not be made, as *fault says) and prints its row. */
static void measure(struct offline *offline, const struct recipe *recipe,
                    const struct target *target, const struct kernel *kernel, struct fault *fault)
{
    const char *label = recipe->label[0] != '\0' ? recipe->label
                        : kernel != NULL         ? kernel->manifest.name
                                                 : "kernel";
    struct figures figures = {0};
    char reason[400] = "";
    struct row_facts row = {.kernel = label, .target = target->label, .reason = reason};

    show_progress(offline, label, target->label);
    if (kernel != NULL) {
        row.manifest = &kernel->manifest;
        row.step = main_step(&kernel->manifest);
        if (compile(offline, target, kernel, &figures, fault) == 0)
            row.figures = &figures;
        else if (stop_wanted())
            return;
    }
    if (row.figures != NULL) {
        row.status =
            falls_short(&offline->options->require, row.step, &figures, reason, sizeof reason)
                ? STATUS_WRONG
                : STATUS_OK;
        offline->unknown = figures.missing != NULL ? figures.missing : offline->unknown;
    } else {
        row.status = may_skip(offline, recipe, fault) ? STATUS_REFUSED
                     : fault->lacking                 ? STATUS_ABSENT
                                                      : STATUS_COMPILE;
        row.reason = fault->text;
        row.detail = fault->detail;
        if (row.status == STATUS_COMPILE && offline->worst == FAULT_NONE)
            offline->worst = fault->code;
    }
    offline->counts[row.status]++;
    print_row(offline, &row);
    fflush(stdout);
}

/* A manifest is read once, as standard input cannot be read twice; the generator makes a kernel for
 * each target. */
static void walk_targets(struct offline *offline, const struct recipe *recipe)
{
    struct kernel kernel;
    struct fault fault = {0};
    bool made = false;

    for (size_t i = 0; i < offline->target_count && !stop_wanted(); i++) {
        const struct target *target = &offline->targets[i];
        struct device_traits traits = make_traits(target);

        if (!made)
            made = kernel_make(&offline->options->settings, recipe, NULL, &traits, &kernel,
                               &fault) == 0;
        measure(offline, recipe, target, made ? &kernel : NULL, &fault);
        if (made && recipe->path == NULL) {
            kernel_release(&kernel);
            made = false;
        }
        fault_clear(&fault);
        offline->done++;
    }
    if (made)
        kernel_release(&kernel);
}

static void walk(struct offline *offline, struct fault *fault)
{
    struct recipes recipes;

    if (list_targets(offline, fault) ||
        recipes_list(&offline->options->selection, NULL, &recipes, fault))
        return;
    offline->total = recipes.count * offline->target_count;
    progress_open(&offline->progress, offline->options->format);
    progress_expect(&offline->progress, 0, "compiled", (double)offline->total);
    offline->width = 20;
    for (size_t i = 0; i < recipes.count; i++)
        if (offline->width < (int)strlen(recipes.list[i].label))
            offline->width = (int)strlen(recipes.list[i].label);
    offline_print_head(offline->options->format, offline->width);
    for (size_t i = 0; i < recipes.count; i++)
        walk_targets(offline, &recipes.list[i]);
    recipes_release(&recipes);
    if (offline->unknown != NULL && offline->options->format == FORMAT_TEXT)
        printf("%s\n", offline->unknown);
}

static bool requires(const struct requirements *asked)
{
    return asked->share > 0 || asked->no_spills || asked->lanes > 0 || asked->engine;
}

/* A compiler that is missing is an error where nothing could be compiled, and where something is
 * required: that is not known then. */
static void conclude(const struct offline *offline, struct fault *fault)
{
    const size_t failed = offline->counts[STATUS_COMPILE], missing = offline->counts[STATUS_ABSENT];
    const size_t lacking = offline->counts[STATUS_WRONG];
    const size_t compiled = offline->counts[STATUS_OK] + lacking;

    if (stop_wanted())
        stop_fault(fault);
    else if (failed > 0)
        fault_set(fault, offline->worst, "%zu of %zu kernels did not compile", failed,
                  offline->total);
    else if (lacking > 0)
        fault_set(fault, FAULT_WRONG, "%zu of %zu kernels fall short of what is required", lacking,
                  compiled);
    else if (missing > 0 && requires(&offline->options->require))
        fault_set(fault, FAULT_DEVICE,
                  "whether %zu of %zu kernels are as required is not known: a compiler is missing",
                  missing, offline->total);
    else if (compiled == 0 && missing > 0)
        fault_set(fault, FAULT_DEVICE, "nothing is compiled: the compilers are missing");
    else if (compiled == 0 && offline->done > 0)
        fault_set(fault, FAULT_REFUSED, "every kernel was refused: nothing is compiled");
}

int offline_compile(const struct offline_options *options, struct fault *fault)
{
    struct offline offline = {.options = options};

    stop_watch();
    walk(&offline, fault);
    conclude(&offline, fault);
    for (size_t i = 0; i < VENDOR_COUNT; i++) {
        free(offline.tools[i].compiler);
        free(offline.tools[i].assembler);
        free(offline.tools[i].disassembler);
        free(offline.tools[i].library);
    }
    free(offline.targets);
    return fault->code == FAULT_NONE ? 0 : -1;
}
