/* AMD GPUs: clang, and the assembly and metadata that it writes. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/base/text.h"
#include "harness/offline/internal.h"

/* Waves of 32 since gfx10, of 64 before. */
static bool has_short_waves(const char *target)
{
    return strlen(target) >= strlen("gfx1000");
}

enum {
    LIBRARY_LIMIT = 10,
    PATH_ROOM = 300
};

/* The number that the libraries have for a GPU, as those of ROCm do: 9010 of gfx90a, 11000 of
 * gfx1100. 0: it is no such name. */
static unsigned version_of(const char *target)
{
    const char *const digits = target + strlen("gfx");
    const size_t length = strlen(digits);
    char major[4] = "", minor[2] = "", stepping[2] = "";

    if (length < 3 || length > 4 || strspn(digits, "0123456789abcdef") != length)
        return 0;
    memcpy(major, digits, length - 2);
    minor[0] = digits[length - 2];
    stepping[0] = digits[length - 1];
    return (unsigned)(strtoul(major, NULL, 10) * 1000 + strtoul(minor, NULL, 16) * 100 +
                      strtoul(stepping, NULL, 16));
}

enum {
    OF_TARGET = 3, /* library with nothing but that number */
    OF_WAVES
};

/* Arguments that link the built-in functions. `paths` holds their names. One for a GPU that is
 * younger than the libraries is left out: the text of the kernel says its number. */
static int list_libraries(const struct offline_job *job, char (*paths)[PATH_ROOM],
                          const char **arguments, struct fault *fault)
{
    const char *short_waves = has_short_waves(job->target) ? "off" : "on";
    const char *const names[LIBRARY_LIMIT] = {
        "opencl",
        "ocml",
        "ockl",
        "oclc_isa_version_",
        "oclc_wavefrontsize64_",
        "oclc_correctly_rounded_sqrt_on",
        "oclc_daz_opt_off",
        "oclc_finite_only_off",
        "oclc_unsafe_math_off",
        "oclc_abi_version_400",
    };

    for (int i = 0; i < LIBRARY_LIMIT; i++) {
        const char *end = i == OF_TARGET  ? job->target + strlen("gfx")
                          : i == OF_WAVES ? short_waves
                                          : "";

        snprintf(paths[i], PATH_ROOM, "%s/%s%.20s.bc", job->tools->library, names[i], end);
        if (access(paths[i], R_OK) != 0 && i == OF_TARGET && version_of(job->target) > 0)
            continue;
        if (access(paths[i], R_OK) != 0)
            return fault_set(fault, FAULT_DEVICE,
                             "the device libraries of ROCm here know no %s: there is no %s",
                             job->target, paths[i]);
        *arguments++ = "-Xclang";
        *arguments++ = "-mlink-builtin-bitcode";
        *arguments++ = "-Xclang";
        *arguments++ = paths[i];
    }
    return 0;
}

/* v_mfma_f32_..., v_wmma_f32_...; not s_nop and what else waits for these. */
static bool is_on_engine(const struct instruction *instruction)
{
    return operation_begins(instruction, "v_mfma") || operation_begins(instruction, "v_wmma");
}

/* v_fma_f32, v_fmac_f32, v_mac_f32, v_mad_mix_f32, v_pk_fma_f16, v_dot2_f32_f16, v_mfma_f32_...;
 * v_mad_u64_u32 and its like are index arithmetic. */
static bool is_multiply_add(const struct instruction *instruction, bool whole)
{
    static const char *const words[] = {"_fma", "_mac_", "_mad_", "_dot", "_mfma", "_wmma"};

    if (!operation_begins(instruction, "v_") || !(whole || operation_holds(instruction, "_f")))
        return false;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (operation_holds(instruction, words[i]))
            return true;
    return false;
}

/* The part of the metadata that describes the kernel. The compiler writes what it knows of a
 * kernel in alphabetical order, its name in the middle; "  - " begins one. */
static char *copy_metadata(const char *assembly, const char *entry)
{
    const char *at = strstr(assembly, "amdhsa.kernels:");
    char name[200];

    snprintf(name, sizeof name, ".name:           %.150s\n", entry);
    while (at != NULL && (at = strstr(at, "\n  - ")) != NULL) {
        const char *end = strstr(at + 1, "\n  - "), *found = strstr(at, name);

        if (found != NULL && (end == NULL || found < end))
            return end == NULL ? strdup(at) : strndup(at, (size_t)(end - at));
        at++;
    }
    return NULL;
}

static int read_metadata(const struct offline_job *job, const char *assembly,
                         struct figures *figures, struct fault *fault)
{
    char *metadata = copy_metadata(assembly, job->step->entry);
    uint64_t registers = 0, lanes = 0;

    if (metadata == NULL)
        return fault_set(fault, FAULT_DEVICE, "clang's output for %s has no kernel `%.80s`",
                         job->target, job->step->entry);
    figures->has_registers =
        offline_number(metadata, ".vgpr_count:", &registers) &&
        offline_number(metadata, ".private_segment_fixed_size:", &figures->spill_bytes);
    figures->registers = (unsigned)registers;
    offline_number(metadata, ".group_segment_fixed_size:", &figures->local_bytes);
    figures->local_bytes += offline_argument_bytes(job->step);
    if (offline_number(metadata, ".wavefront_size:", &lanes))
        figures->lanes = (unsigned)lanes;
    free(metadata);
    return 0;
}

/* The kernel's code, and the compiler's remarks behind it. */
static int read_code(const struct offline_job *job, const char *assembly, struct figures *figures,
                     struct fault *fault)
{
    char label[200];
    const char *begin, *end;
    uint64_t waves = 0;

    snprintf(label, sizeof label, "\n%.150s:", job->step->entry);
    begin = strstr(assembly, label);
    end = begin == NULL ? NULL : strstr(begin, ".Lfunc_end");
    if (end == NULL)
        return fault_set(fault, FAULT_DEVICE, "clang's output for %s has no code of `%.80s`",
                         job->target, job->step->entry);
    if (offline_number(end, "; Occupancy:", &waves))
        figures->occupancy = (unsigned)waves;
    figures->occupancy_of = "waves/SIMD";
    figures->listing = "ISA";
    if (listing_inner_loop(begin, end, is_multiply_add, is_on_engine, offline_whole(job),
                           &figures->loop, fault))
        return -1;
    figures->on_engine = figures->loop.on_engine;
    return 0;
}

/* The text with the number of the GPU, for libraries that do not know it; they may all the same. In
 * malloc'd memory. */
static char *text_for(const struct offline_job *job)
{
    return text_printed("%s__attribute__((weak)) __constant const int __oclc_ISA_version = %u;\n",
                        job->text, version_of(job->target));
}

/* A clang that does not know the GPU is a compiler that is missing. */
static int refuse_target(const struct offline_job *job, struct fault *fault)
{
    if (fault->detail == NULL || (strstr(fault->detail, "invalid target ID") == NULL &&
                                  strstr(fault->detail, "unknown target CPU") == NULL))
        return -1;
    fault_clear(fault);
    fault->lacking = true;
    return fault_set(fault, FAULT_DEVICE,
                     "needs a clang that knows %s, and %s does not; that of LLVM 17 knows gfx942, "
                     "that of LLVM 18 "
                     "gfx1200 (package clang-19)",
                     job->target, file_name(job->tools->compiler));
}

static int compile(const struct offline_job *job, struct figures *figures, struct fault *fault)
{
    struct offline_job told = *job;
    char paths[LIBRARY_LIMIT][PATH_ROOM], processor[40];
    const char *arguments[4 + 4 * LIBRARY_LIMIT + 1] = {"-target", "amdgcn-amd-amdhsa", processor,
                                                        "-nogpulib"};
    char *assembly, *text, room[OFFLINE_NAME];
    int status;

    snprintf(processor, sizeof processor, "-mcpu=%.30s", job->target);
    if (list_libraries(job, paths, arguments + 4, fault))
        return -1;
    text = text_for(job);
    if (text == NULL)
        return fault_memory(fault);
    told.text = text;
    status = offline_clang(&told, arguments, fault);
    free(text);
    if (status)
        return refuse_target(job, fault);
    if ((assembly = scratch_read(job->folder, "kernel.s", fault)) == NULL)
        return -1;
    status = offline_refuse_call(job, offline_call_amd(assembly, room), fault) ||
             read_metadata(job, assembly, figures, fault) ||
             read_code(job, assembly, figures, fault);
    free(assembly);
    return status ? -1 : 0;
}

const struct vendor vendor_amd = {.name = "amd",
                                  .devices = "Advanced Micro Devices, Inc.",
                                  .sub_groups = "emulated",
                                  .all = "gfx900,gfx90a,gfx1030",
                                  .prefix = "gfx",
                                  .compiler = {"clang-21 clang-20 clang-19 clang-18 clang-17 "
                                               "clang-16 clang-15 clang",
                                               "clang", "clang-15"},
                                  .library = {"/usr/lib/x86_64-linux-gnu/amdgcn/bitcode "
                                              "/usr/lib/aarch64-linux-gnu/amdgcn/bitcode "
                                              "/usr/lib/amdgcn/bitcode /opt/rocm/amdgcn/bitcode",
                                              "ROCm's device libraries", "rocm-device-libs"},
                                  .compile = compile};
