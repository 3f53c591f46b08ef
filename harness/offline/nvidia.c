/* NVIDIA GPUs: clang to PTX; ptxas and nvdisasm of the CUDA toolkit where they are here. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/text.h"
#include "harness/offline/internal.h"
#include "harness/opencl/program.h"

static unsigned target_number(const char *target)
{
    return (unsigned)strtoul(target + strlen("sm_"), NULL, 10);
}

/* Says for which GPU the PTX is: clang 15 knows none after sm_86 and writes for the oldest, which
 * ptxas takes but for inline instructions of newer ones. The versions are the first that know the
 * targets (PTX ISA, release notes), and from sm_89 on what kernels have inline: mma of e4m3.
 * Returns malloc'd text. */
static char *retarget(const char *ptx, const char *target)
{
    static const struct {
        unsigned at_least;
        const char *version;
    } versions[] = {{120, "8.7"}, {100, "8.6"}, {89, "8.4"}, {87, "7.8"}, {0, "7.5"}};
    const char *directive = strstr(ptx, ".version ");
    const char *rest = directive == NULL ? NULL : strstr(directive, ".address_size");
    size_t i = 0;

    if (rest == NULL)
        return strdup(ptx);
    while (target_number(target) < versions[i].at_least)
        i++;
    return text_printed(".version %s\n.target %.20s\n%s", versions[i].version, target, rest);
}

/* Whether the first factor is the zero register: a way of SASS to set a register. */
static bool multiplies_zero(const struct instruction *instruction)
{
    const char *comma = memchr(instruction->operands, ',', instruction->operand_length);
    const char *end = instruction->operands + instruction->operand_length;

    while (comma != NULL && comma < end && (*comma == ',' || *comma == ' ' || *comma == '-'))
        comma++;
    return comma != NULL && comma + 1 < end && memcmp(comma, "RZ", 2) == 0;
}

/* HMMA, IMMA, DMMA; HGMMA, IGMMA of wgmma. */
static bool sass_uses_engine(const struct instruction *instruction)
{
    return operation_holds(instruction, "MMA");
}

static bool sass_multiplies_adds(const struct instruction *instruction, bool whole)
{
    static const char *const words[] = {"FFMA", "HFMA2", "DFMA", "IDP", "BMMA"};

    if (multiplies_zero(instruction))
        return false;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (operation_begins(instruction, words[i]))
            return true;
    return sass_uses_engine(instruction) || (whole && operation_begins(instruction, "IMAD") &&
                                             !operation_begins(instruction, "IMAD.MOV"));
}

static int read_ptx(const struct offline_job *job, const char *ptx, struct figures *figures,
                    struct fault *fault)
{
    bool found;

    if (ptx_inner_loop(ptx, job->step->entry, offline_whole(job), &found, &figures->loop, fault))
        return -1;
    if (!found)
        return fault_set(fault, FAULT_DEVICE, "clang's PTX for %s has no kernel `%.80s`",
                         job->target, job->step->entry);
    figures->listing = "PTX";
    figures->on_engine = figures->loop.on_engine;
    return 0;
}

static int read_sass(const struct offline_job *job, struct figures *figures, struct fault *fault)
{
    const char *const arguments[] = {job->tools->disassembler, "-c", "kernel.cubin", NULL};
    char head[200], *sass;
    const char *begin, *end;
    int status = 0;

    if (offline_run(job, arguments, NULL, "sass", fault) ||
        (sass = scratch_read(job->folder, "sass", fault)) == NULL)
        return -1;
    snprintf(head, sizeof head, "\n.text.%.150s:", job->step->entry);
    begin = strstr(sass, head);
    if (begin != NULL) {
        begin += strlen(head);
        end = strstr(begin, "\n.text.");
        figures->listing = "SASS";
        status = listing_inner_loop(begin, end == NULL ? begin + strlen(begin) : end,
                                    sass_multiplies_adds, sass_uses_engine, offline_whole(job),
                                    &figures->loop, fault);
    }
    free(sass);
    return status;
}

static uint64_t least(uint64_t one, uint64_t other)
{
    return one < other ? one : other;
}

static uint64_t round_up(uint64_t number, uint64_t multiple)
{
    return (number + multiple - 1) / multiple * multiple;
}

/* Warps that fit into a multiprocessor: 65536 registers given out by 256 a warp, four schedulers,
 * local memory by 128 bytes and 1 KB more a work-group since sm_80. The limits are those of the
 * CUDA programming guide's table of compute capabilities. */
static void find_occupancy(const struct offline_job *job, struct figures *figures)
{
    static const struct {
        unsigned target, warps, groups, local_kb;
    } limits[] = {{70, 64, 32, 96},   {72, 64, 32, 96},   {75, 32, 16, 64},  {80, 64, 32, 164},
                  {86, 48, 16, 100},  {87, 48, 16, 164},  {89, 48, 24, 100}, {90, 64, 32, 228},
                  {100, 64, 32, 228}, {103, 64, 32, 228}, {120, 48, 24, 100}};
    uint64_t items = 1, group_warps, by_registers, groups;
    unsigned target = target_number(job->target);
    size_t i = 0;

    while (i < sizeof limits / sizeof *limits && limits[i].target != target)
        i++;
    if (i == sizeof limits / sizeof *limits || figures->registers == 0)
        return;
    for (size_t j = 0; j < job->step->dimensions; j++)
        items *= job->step->local[j];
    group_warps = round_up(items, 32) / 32;
    by_registers = 65536 / round_up((uint64_t)figures->registers * 32, 256) / 4 * 4;
    groups = least(limits[i].groups, least(by_registers, limits[i].warps) / group_warps);
    if (figures->local_bytes > 0)
        groups =
            least(groups, limits[i].local_kb * UINT64_C(1024) /
                              (round_up(figures->local_bytes, 128) + (target >= 80 ? 1024 : 0)));
    figures->occupancy = (unsigned)(groups * group_warps);
    figures->occupancy_of = "warps/SM";
}

/* The number in front of a word; 0 where there is none. */
static uint64_t number_before(const char *text, const char *word)
{
    const char *at = strstr(text, word);

    while (at != NULL && at > text && isdigit((unsigned char)at[-1]))
        at--;
    return at == NULL ? 0 : strtoull(at, NULL, 10);
}

/* Reads the figures that ptxas -v prints for the kernel. */
static int read_log(const struct offline_job *job, char *log, struct figures *figures,
                    struct fault *fault)
{
    char head[200], *end;
    const char *at;
    uint64_t registers, stack, stores;

    /* In front of what it says of the kernel. */
    figures->waits = strstr(log, "wgmma.mma_async instructions are serialized") != NULL ||
                     strstr(log, "warpgroup.wait is injected") != NULL;
    snprintf(head, sizeof head, "entry function '%.150s'", job->step->entry);
    at = strstr(log, head);
    if (at == NULL || !offline_number(at, "Used ", &registers))
        return fault_set(fault, FAULT_DEVICE, "ptxas says nothing of the kernel `%.80s` for %s",
                         job->step->entry, job->target);
    end = strstr(at + 1, "entry function '");
    if (end != NULL)
        *end = '\0';
    stack = number_before(at, " bytes stack frame");
    stores = number_before(at, " bytes spill stores");
    figures->has_registers = true;
    figures->registers = (unsigned)registers;
    figures->spill_bytes = stack > stores ? stack : stores;
    figures->local_bytes = number_before(at, " bytes smem") + offline_argument_bytes(job->step);
    find_occupancy(job, figures);
    return 0;
}

/* Target of the finalised program, "sm_90a" for sm_90; else the target. */
static const char *assembled_for(const struct offline_job *job)
{
    const char *finalize = job->program->finalize;

    return finalize == NULL ? job->target : finalize + strlen("ptx:");
}

/* Finalises the PTX in place of the host, where the manifest asks for it. */
static int finalize(const struct offline_job *job, char **ptx, struct fault *fault)
{
    char *finalized;

    if (job->program->finalize == NULL)
        return 0;
    if (!ptx_finalizes(job->program->finalize))
        return fault_set(fault, FAULT_REFUSED, "no program is finalised by `%.80s` here",
                         job->program->finalize);
    if (ptx_finalize(*ptx, job->program->finalize, job->target, &finalized, fault)) {
        fault->code = FAULT_REFUSED;
        return -1;
    }
    free(*ptx);
    *ptx = finalized;
    return 0;
}

static int assemble(const struct offline_job *job, struct figures *figures, struct fault *fault)
{
    char architecture[40], *log;
    const char *const arguments[] = {job->tools->assembler, "-v", architecture, "kernel.ptx", "-o",
                                     "kernel.cubin",        NULL};
    int status;

    snprintf(architecture, sizeof architecture, "-arch=%.30s", assembled_for(job));
    if (offline_run(job, arguments, NULL, "ptxas", fault) ||
        (log = scratch_read(job->folder, "ptxas", fault)) == NULL)
        return -1;
    status = read_log(job, log, figures, fault);
    free(log);
    return status == 0 && job->tools->disassembler != NULL ? read_sass(job, figures, fault)
                                                           : status;
}

static int compile(const struct offline_job *job, struct figures *figures, struct fault *fault)
{
    /* NVIDIA's OpenCL C has the keyword asm, clang's by its other name alone. */
    const char *const arguments[] = {"-target",
                                     "nvptx64--nvidiacl",
                                     "-Dasm=__asm__",
                                     "-Xclang",
                                     "-mlink-builtin-bitcode",
                                     "-Xclang",
                                     job->tools->library,
                                     NULL};
    char *assembly, *ptx, room[OFFLINE_NAME];
    int status;

    if (job->program->images)
        return fault_set(fault, FAULT_REFUSED,
                         "%s needs images, which clang does not have for NVIDIA; ask the "
                         "generator for buffers instead",
                         job->program->file);
    if (offline_clang(job, arguments, fault) ||
        (assembly = scratch_read(job->folder, "kernel.s", fault)) == NULL)
        return -1;
    ptx = retarget(assembly, job->target);
    free(assembly);
    if (ptx == NULL)
        return fault_memory(fault);
    figures->lanes = 32;
    figures->local_bytes = job->program->local_bytes;
    status = finalize(job, &ptx, fault) ||
             offline_refuse_call(job, offline_call_nvidia(ptx, room), fault) ||
             read_ptx(job, ptx, figures, fault) ||
             scratch_write(job->folder, "kernel.ptx", ptx, fault) ||
             (job->tools->assembler != NULL && assemble(job, figures, fault));
    free(ptx);
    if (job->tools->assembler == NULL)
        figures->missing = "ptxas, which knows registers and spills, is not in PATH; it is in the "
                           "CUDA toolkit";
    else if (job->tools->disassembler == NULL)
        figures->missing = "nvdisasm, which shows the loop in the machine code, is not in PATH; "
                           "it is in the CUDA toolkit";
    return status ? -1 : 0;
}

static const struct target_name names[] = {{"sm_70", "Tesla V100"},   {"sm_75", "Tesla T4"},
                                           {"sm_80", "NVIDIA A100"},  {"sm_90", "NVIDIA H100"},
                                           {"sm_100", "NVIDIA B200"}, {NULL, NULL}};

const struct vendor vendor_nvidia = {.name = "nvidia",
                                     .devices = "NVIDIA Corporation",
                                     .sub_groups = "emulated",
                                     .all = "sm_75,sm_80,sm_90",
                                     .prefix = "sm_",
                                     .compiler = {"clang-15 clang", "clang", "clang-15"},
                                     .library = {"/usr/lib/clc/nvptx64--nvidiacl.bc "
                                                 "/usr/share/clc/nvptx64--nvidiacl.bc "
                                                 "/usr/local/share/clc/nvptx64--nvidiacl.bc",
                                                 "libclc for nvptx64--nvidiacl", "libclc-15"},
                                     .assembler = "ptxas",
                                     .disassembler = "nvdisasm",
                                     .names = names,
                                     .compile = compile};
