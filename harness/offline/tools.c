/* How the compilers are found and run. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/base/text.h"
#include "harness/base/file.h"
#include "harness/offline/internal.h"
#include "harness/opencl/program.h"

/* The first of `names`, in malloc'd memory; NULL: none is here. */
static char *find_first(const char *names)
{
    char name[64], *path = NULL;

    while (names != NULL && *names != '\0' && path == NULL) {
        size_t length = strcspn(names, " ");

        snprintf(name, sizeof name, "%.*s", (int)length, names);
        if (strchr(name, '/') == NULL)
            path = process_find(name);
        else if (access(name, R_OK) == 0)
            path = strdup(name);
        names += length + (names[length] == ' ');
    }
    return path;
}

static char *find_needed(const struct need *need, struct lacks *lacks)
{
    char *path = find_first(need->names);

    if (path == NULL && need->names != NULL)
        text_append(lacks->words, sizeof lacks->words, "%s%s (package %s)",
                    lacks->count++ == 0 ? "" : " and ", need->words, need->package);
    return path;
}

void offline_find(const struct vendor *vendor, struct tools *tools, struct lacks *lacks)
{
    tools->compiler = find_needed(&vendor->compiler, lacks);
    tools->library = find_needed(&vendor->library, lacks);
    tools->assembler = find_first(vendor->assembler);
    tools->disassembler = find_first(vendor->disassembler);
}

const char *offline_device_name(const struct vendor *vendor, const char *target)
{
    for (const struct target_name *name = vendor->names; name != NULL && name->target != NULL;
         name++)
        if (strcmp(name->target, target) == 0)
            return name->device;
    return target;
}

/* A compiler did not end well: says so, with its output. */
static int refuse(const struct offline_job *job, const char *compiler,
                  const struct process_end *end, const char *output, struct fault *fault)
{
    char words[120], *log;
    struct fault ignored = {0};

    process_describe(end, words, sizeof words);
    fault_set(fault, FAULT_DEVICE, "%s does not compile for %s: %s %s", job->program->file,
              job->target, file_name(compiler), words);
    log = scratch_read(job->folder, output, &ignored);
    fault_clear(&ignored);
    if (log != NULL && fault->detail == NULL)
        fault->detail = program_explain(log, job->text);
    free(log);
    return -1;
}

int offline_run(const struct offline_job *job, const char *const *arguments,
                const char *const *environment, const char *output, struct fault *fault)
{
    char *path = file_join(job->folder, output);
    struct process_order order = {arguments, environment, job->folder, {-1, -1, -1}};
    struct process_end end;
    int status, descriptor;

    if (path == NULL)
        return fault_memory(fault);
    descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (descriptor < 0) {
        fault_set(fault, FAULT_IO, "cannot write %s: %s", path, strerror(errno));
        free(path);
        return -1;
    }
    free(path);
    order.streams[1] = order.streams[2] = descriptor;
    status = process_run(&order, job->limit_ms, &end, fault);
    close(descriptor);
    if (status == 0 && (end.how != PROCESS_EXITED || end.number != 0))
        status = refuse(job, arguments[0], &end, output, fault);
    return status;
}

/* Cuts a text at its blanks; *list has `room` members. */
static size_t split(char *text, const char **list, size_t room)
{
    size_t count = 0;
    char *rest, *word = strtok_r(text, " ", &rest);

    for (; word != NULL && count < room; word = strtok_r(NULL, " ", &rest))
        list[count++] = word;
    return count;
}

enum {
    ARGUMENT_LIMIT = 128
};

int offline_clang(const struct offline_job *job, const char *const *extra, struct fault *fault)
{
    const char *const base[] = {
        job->tools->compiler,      "-x", "cl", "-O3", "-S", "-o", "kernel.s", "-Xclang",
        "-finclude-default-header"};
    const char *arguments[ARGUMENT_LIMIT], *options[ARGUMENT_LIMIT / 2];
    char standard[32], *words = strdup(job->program->build_options);
    size_t count = sizeof base / sizeof *base, option_count;
    int status;

    if (words == NULL)
        return fault_memory(fault);
    option_count = split(words, options, ARGUMENT_LIMIT / 2);
    memcpy(arguments, base, sizeof base);
    if (strstr(job->program->build_options, "-cl-std=") == NULL) {
        snprintf(standard, sizeof standard, "-cl-std=CL%u.%u", job->program->opencl_c / 100,
                 job->program->opencl_c % 100);
        arguments[count++] = standard;
    }
    for (size_t i = 0; extra[i] != NULL && count + option_count + 2 < ARGUMENT_LIMIT; i++)
        arguments[count++] = extra[i];
    for (size_t i = 0; i < option_count; i++)
        arguments[count++] = options[i];
    arguments[count++] = "kernel.cl";
    arguments[count] = NULL;
    status = scratch_write(job->folder, "kernel.cl", job->text, fault) ||
             offline_run(job, arguments, NULL, "log", fault);
    free(words);
    return status ? -1 : 0;
}

bool offline_number(const char *text, const char *key, uint64_t *number)
{
    const char *at = strstr(text, key);
    char *end;
    uint64_t value;

    if (at == NULL)
        return false;
    value = strtoull(at + strlen(key), &end, 10);
    if (end == at + strlen(key))
        return false;
    *number = value;
    return true;
}

uint64_t offline_argument_bytes(const struct step *step)
{
    uint64_t bytes = 0;

    for (size_t i = 0; i < step->argument_count; i++)
        if (step->arguments[i].kind == ARGUMENT_LOCAL)
            bytes += step->arguments[i].local_bytes;
    return bytes;
}

bool offline_whole(const struct offline_job *job)
{
    return job->manifest->problem.arithmetic.accumulate == TYPE_I32 ||
           job->manifest->problem.arithmetic.accumulate == TYPE_I64;
}

double offline_share(const struct figures *figures)
{
    return figures->loop.instructions == 0
               ? 0
               : 100 * (double)figures->loop.multiply_adds / (double)figures->loop.instructions;
}
