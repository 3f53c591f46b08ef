/* Intel GPUs: ocloc, and the ISA that its compiler dumps. */
#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/file.h"
#include "harness/offline/internal.h"

enum {
    PATH_ROOM = 300
};

/* The type of the first operand: "r64.0<1>:f" gives 'f'. */
static bool writes_float(const struct instruction *instruction)
{
    const char *colon = memchr(instruction->operands, ':', instruction->operand_length);
    const char *end = instruction->operands + instruction->operand_length;

    if (colon == NULL || colon + 1 >= end)
        return false;
    colon++;
    return *colon == 'f' || (colon + 1 < end && colon[1] == 'f');
}

static bool is_on_engine(const struct instruction *instruction)
{
    return operation_begins(instruction, "dpas");
}

static bool is_multiply_add(const struct instruction *instruction, bool whole)
{
    if (operation_begins(instruction, "dpas") || operation_begins(instruction, "dp4a"))
        return true;
    return (operation_begins(instruction, "mad") || operation_begins(instruction, "mac")) &&
           !operation_begins(instruction, "mach") && (whole || writes_float(instruction));
}

/* Parts of the name of a listing: OCL_asm0123abcd[_RETRY]_simdW_entry_0001.asm. A kernel is
 * compiled for wide SIMD first, then narrower until it fits, then once more if it spills. */
struct listing_name {
    unsigned retry, lanes;
};

static bool parse_name(const char *file, struct listing_name *name)
{
    const char *simd = strstr(file, "_simd"), *end = strrchr(file, '.');
    const char *at = simd;

    *name = (struct listing_name){0};
    if (simd == NULL || end == NULL || strcmp(end, ".asm") != 0)
        return false;
    name->lanes = (unsigned)strtoul(simd + 5, NULL, 10);
    while (at > file && at[-1] >= '0' && at[-1] <= '9')
        at--;
    if (at > file && at[-1] == '_' && at < simd)
        name->retry = (unsigned)strtoul(at, NULL, 10);
    return true;
}

/* Whether a listing is that of a kernel: "//.kernel NAME" is its first line. */
static bool is_of(const char *listing, const char *entry)
{
    const char *name = strstr(listing, "//.kernel ");
    size_t length = strlen(entry);

    if (name == NULL)
        return false;
    name += strlen("//.kernel ");
    name += *name == '"';
    return strncmp(name, entry, length) == 0 && strchr("\"\r\n ", name[length]) != NULL;
}

/* The listing that the kernel's last compilation has left, in malloc'd memory; the name of its file
 * without the ending. */
static char *read_listing(const struct offline_job *job, unsigned *lanes, char file[PATH_ROOM],
                          struct fault *fault)
{
    char *folder = file_join(job->folder, "dump"), *chosen = NULL;
    DIR *stream = folder == NULL ? NULL : opendir(folder);
    struct listing_name best = {0}, name;
    struct dirent *entry;

    while (stream != NULL && (entry = readdir(stream)) != NULL) {
        char *text;

        if (!parse_name(entry->d_name, &name) ||
            (text = scratch_read(folder, entry->d_name, fault)) == NULL)
            continue;
        if (is_of(text, job->step->entry) &&
            (chosen == NULL || name.retry > best.retry ||
             (name.retry == best.retry && name.lanes < best.lanes))) {
            free(chosen);
            chosen = text;
            best = name;
            snprintf(file, PATH_ROOM, "dump/%.*s",
                     (int)(strrchr(entry->d_name, '.') - entry->d_name), entry->d_name);
        } else {
            free(text);
        }
    }
    if (stream != NULL)
        closedir(stream);
    free(folder);
    *lanes = best.lanes;
    if (chosen == NULL)
        fault_set(fault, FAULT_DEVICE,
                  "ocloc compiled %s for %s but wrote no listing of the kernel `%.80s`",
                  job->program->file, job->target, job->step->entry);
    return chosen;
}

/* The virtual ISA that the listing was made from has the names of what it calls. */
static int refuse_call(const struct offline_job *job, const char *listing, char file[PATH_ROOM],
                       struct fault *fault)
{
    struct fault ignored = {0};
    char room[OFFLINE_NAME], *virtual_isa;
    int status;

    if (offline_call_intel(listing, NULL, room) == NULL)
        return 0;
    strcat(file, ".visaasm");
    virtual_isa = scratch_read(job->folder, file, &ignored);
    status = offline_refuse_call(job, offline_call_intel(listing, virtual_isa, room), fault);
    free(virtual_isa);
    fault_clear(&ignored);
    return status;
}

static int compile(const struct offline_job *job, struct figures *figures, struct fault *fault)
{
    const char *options = job->program->build_options;
    const char *const arguments[] = {job->tools->compiler,
                                     "compile",
                                     "-file",
                                     "kernel.cl",
                                     "-device",
                                     job->target,
                                     options[0] == '\0' ? NULL : "-options",
                                     options,
                                     NULL};
    char dump[PATH_ROOM], file[PATH_ROOM + 8];
    const char *const environment[] = {"IGC_ShaderDumpEnable=1", dump, NULL};
    uint64_t registers = 0;
    char *listing;
    int status;

    snprintf(dump, sizeof dump, "IGC_DumpToCustomDir=%.200s/dump", job->folder);
    if (scratch_write(job->folder, "kernel.cl", job->text, fault) ||
        offline_run(job, arguments, environment, "log", fault) ||
        (listing = read_listing(job, &figures->lanes, file, fault)) == NULL)
        return -1;
    figures->has_registers = offline_number(listing, "numGRF=", &registers);
    figures->registers = (unsigned)registers;
    offline_number(listing, "//.spill size ", &figures->spill_bytes);
    figures->local_bytes = job->program->local_bytes;
    figures->listing = "ISA";
    status = refuse_call(job, listing, file, fault) ||
             listing_inner_loop(listing, listing + strlen(listing), is_multiply_add, is_on_engine,
                                offline_whole(job), &figures->loop, fault);
    figures->on_engine = figures->loop.on_engine;
    free(listing);
    return status ? -1 : 0;
}

static const struct target_name names[] = {{"bdw", "Intel(R) HD Graphics 6000"},
                                           {"skl", "Intel(R) HD Graphics 530"},
                                           {"tgllp", "Intel(R) Iris(R) Xe Graphics"},
                                           {"dg1", "Intel(R) Iris(R) Xe MAX Graphics"},
                                           {"dg2", "Intel(R) Arc(TM) A770 Graphics"},
                                           {"pvc", "Intel(R) Data Center GPU Max 1550"},
                                           {NULL, NULL}};

const struct vendor vendor_intel = {.name = "intel",
                                    .devices = "Intel(R) Corporation",
                                    .sub_groups = "intel",
                                    .all = "bdw,skl,tgllp",
                                    .prefix = "",
                                    .compiler = {"ocloc", "ocloc", "intel-opencl-icd"},
                                    .names = names,
                                    .compile = compile};
