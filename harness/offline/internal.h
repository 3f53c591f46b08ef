/* Shared by the parts of `offline`. */
#pragma once

#include "harness/offline/offline.h"
#include "harness/base/listing.h"
#include "harness/base/process.h"
#include "harness/base/file.h"
#include "harness/base/fault.h"
#include "harness/kernel/kernel.h"

/* Figures read from a compiled kernel. */
struct figures {
    unsigned lanes;       /* work-items of a hardware thread (SIMD width, warp, wave); 0: unknown */
    bool has_registers;   /* registers and spill_bytes are known */
    unsigned registers;   /* of a work-item; Intel: of a hardware thread */
    uint64_t spill_bytes; /* memory in place of registers, of a work-item; Intel: of a thread */
    uint64_t local_bytes; /* of a work-group */
    struct inner_loop loop;
    const char *listing;      /* what the loop was read from: "ISA", "PTX" */
    uint64_t on_engine;       /* instructions of a matrix engine in it; NVIDIA: in the PTX's */
    bool waits;               /* the compiler waits for an engine that could go on by itself */
    unsigned occupancy;       /* hardware threads that fit; 0: unknown */
    const char *occupancy_of; /* of what in what: "waves/SIMD", "warps/SM" */
    const char *missing;      /* a sentence: what is not here and would know more; NULL: nothing */
};

/* Programs that a vendor's targets need and that are missing, in words; empty: none. */
struct lacks {
    char words[400];
    size_t count;
};

/* Paths of a vendor's compilers; NULL: not here. All malloc'd. */
struct tools {
    char *compiler, *assembler, *disassembler;
    char *library; /* built-in functions: a file, or a folder of them */
};

/* One kernel to be compiled. */
struct offline_job {
    const struct tools *tools;
    const char *target; /* as the vendor calls it: "skl", "sm_90" */
    const struct manifest *manifest;
    const struct program *program;
    const struct step *step; /* the one with the most operations */
    const char *text;        /* of the program */
    const char *folder;      /* private, empty */
    double limit_ms;         /* of each compiler */
};

/* Name that OpenCL has for the device of a target. */
struct target_name {
    const char *target, *device;
};

/* A tool that is looked for: the first there is of some programs in PATH, or of paths, with blanks
 * between them; how it is called where there is none, and the package that has it. */
struct need {
    const char *names, *words, *package;
};

struct vendor {
    const char *name;
    const char *devices;                  /* as OpenCL calls the vendor */
    const char *sub_groups;               /* how lanes exchange there */
    const char *all;                      /* targets that VENDOR:all stands for */
    const char *prefix;                   /* what a target begins with */
    struct need compiler, library;        /* names NULL: none is needed */
    const char *assembler, *disassembler; /* programs that know more; NULL: there are none */
    const struct target_name *names;      /* of targets; NULL: OpenCL has others */
    /* Errors: FAULT_DEVICE with the compiler's words, FAULT_REFUSED, FAULT_IO. */
    int (*compile)(const struct offline_job *job, struct figures *figures, struct fault *fault);
};

extern const struct vendor vendor_intel, vendor_amd, vendor_nvidia;

/* A row: one kernel on one target. */
struct row_facts {
    const char *kernel, *target;
    const struct manifest *manifest; /* NULL: there is none */
    const struct step *step;
    const struct figures *figures; /* NULL: it was not compiled */
    enum status status;            /* status_compiled has its word */
    const char *reason;            /* "" where it was compiled and does not fall short */
    const char *detail;            /* what the compiler said; NULL: nothing */
};

void offline_print_head(enum format format, int width);
void offline_print_row(enum format format, int width, const struct row_facts *row);

/* In percent; 0 where there is no loop. */
double offline_share(const struct figures *figures);

/* Finds what a vendor's targets need; what is not here is added to `lacks`. */
void offline_find(const struct vendor *vendor, struct tools *tools, struct lacks *lacks);

/* Name of a target as OpenCL would give it, or what the vendor calls it. */
const char *offline_device_name(const struct vendor *vendor, const char *target);

/* Runs a compiler in the job's folder with its output in the file `output`. Errors: FAULT_DEVICE,
 * with that output and the source line that it names, where it does not end with 0. */
int offline_run(const struct offline_job *job, const char *const *arguments,
                const char *const *environment, const char *output, struct fault *fault);

/* Refuses a kernel that calls what is defined nowhere: a compiler may leave that to a linker that
 * no device has. `name` as one of the functions below finds it, NULL: there is none. Errors:
 * FAULT_DEVICE. */
int offline_refuse_call(const struct offline_job *job, const char *name, struct fault *fault);

/* A function that the code calls and that is defined nowhere: its name in `room` (OFFLINE_NAME
 * bytes), or NULL. Intel: the ISA, and the virtual ISA it was made from, which has the names (NULL:
 * there is none); AMD: the assembly of clang; NVIDIA: the PTX. */
enum {
    OFFLINE_NAME = 120
};
const char *offline_call_intel(const char *isa, const char *virtual_isa, char room[OFFLINE_NAME]);
const char *offline_call_amd(const char *assembly, char room[OFFLINE_NAME]);
const char *offline_call_nvidia(const char *ptx, char room[OFFLINE_NAME]);

/* Runs clang on job->text, its assembly to "kernel.s". `extra`: arguments for the target, NULL
 * behind the last. */
int offline_clang(const struct offline_job *job, const char *const *extra, struct fault *fault);

/* The number behind `key` in text; false where the key is not there. */
bool offline_number(const char *text, const char *key, uint64_t *number);

/* Local bytes that the host sets as arguments of the step. */
uint64_t offline_argument_bytes(const struct step *step);

/* Whether the elements that the kernel adds up are whole numbers. */
bool offline_whole(const struct offline_job *job);
