#include "harness/opencl/program.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/file.h"
#include "harness/base/hash.h"
#include "harness/opencl/device.h"
#include "harness/opencl/traits.h"
#include "harness/base/timing.h"
#include "harness/base/text.h"

/* The number in ":12:5:" or "(12)" of one line of a log; 0 where there is none. */
static unsigned line_number(const char *line, size_t length)
{
    for (size_t i = 0; i + 2 < length; i++) {
        unsigned number = 0;
        size_t at = i + 1;

        if (line[i] != ':' && line[i] != '(')
            continue;
        while (at < length && isdigit((unsigned char)line[at]) && number < 1000000)
            number = number * 10 + (unsigned)(line[at++] - '0');
        if (number == 0 || at == i + 1 || at >= length)
            continue;
        if (line[i] == '('
                ? line[at] == ')'
                : line[at] == ':' && at + 1 < length && isdigit((unsigned char)line[at + 1]))
            return number;
    }
    return 0;
}

unsigned program_log_line(const char *log)
{
    while (*log != '\0') {
        size_t length = strcspn(log, "\n");
        unsigned number = line_number(log, length);
        const char *error = strstr(log, "error");

        if (number > 0 && error != NULL && error < log + length)
            return number;
        log += length + (log[length] == '\n');
    }
    return 0;
}

char *program_explain(const char *log, const char *source)
{
    unsigned number = program_log_line(log);
    const char *line = source;
    char *text;

    for (unsigned i = 1; i < number && line != NULL; i++) {
        line = strchr(line, '\n');
        line = line == NULL ? NULL : line + 1;
    }
    if (number == 0 || line == NULL)
        text = text_printed("%s\n", log);
    else
        text = text_printed(
            "%s\nsource line %u: %.*s\n", log, number,
            (int)utf8_cut(line, strcspn(line, "\n") < 300 ? strcspn(line, "\n") : 300), line);
    if (text != NULL)
        utf8_mend_log(text);
    return text;
}

bool program_suits(const struct program *program, const char *type, const char *vendor)
{
    return (program->device_type == NULL || strcmp(program->device_type, type) == 0) &&
           (program->device_vendor == NULL || strstr(vendor, program->device_vendor) != NULL);
}

/* Checks that the device has what a program needs. Local memory is left to the build and the
 * launch: some devices accept more than their query says. */
static int check_requirements(const struct device *device, const struct program *program,
                              struct fault *fault)
{
    if (program->opencl_c > device->opencl_c)
        return fault_set(fault, FAULT_DEVICE, "%s needs OpenCL C %u.%u, %s has %u.%u",
                         program->file, program->opencl_c / 100, program->opencl_c % 100,
                         device->name, device->opencl_c / 100, device->opencl_c % 100);
    if (!program_suits(program, device_type_word(device), device->vendor))
        return fault_set(fault, FAULT_DEVICE,
                         "%s is for devices of another kind (%s%s%s, build options `%s`) than %s, "
                         "a %s of %s; ask "
                         "the generator for another --for",
                         program->file, program->device_type ? program->device_type : "any",
                         program->device_vendor ? " of " : "",
                         program->device_vendor ? program->device_vendor : "",
                         program->build_options, device->name, device_type_word(device),
                         device->vendor);
    for (size_t i = 0; i < program->extension_count; i++)
        if (!device_has(device, program->extensions[i]))
            return fault_set(fault, FAULT_DEVICE,
                             "%s needs the extension %s, which %s does not "
                             "announce; ask the generator for a kernel without it (`clgemm-bench "
                             "devices` shows what works here)",
                             program->file, program->extensions[i], device->name);
    if (program->images && !device->images)
        return fault_set(fault, FAULT_DEVICE,
                         "%s needs images, which %s does not have; ask the "
                         "generator for buffers instead",
                         program->file, device->name);
    if (program->work_group_size > device->work_group_items)
        return fault_set(fault, FAULT_DEVICE,
                         "%s needs work-groups of %" PRIu64 " work-items, %s "
                         "takes %zu at most; ask the generator for --wg-limit %zu",
                         program->file, program->work_group_size, device->name,
                         device->work_group_items, device->work_group_items);
    return 0;
}

int program_text(const struct manifest *manifest, const struct program *program, const char *source,
                 bool edited, char **text, struct fault *fault)
{
    char expected[25], *path;
    size_t length;
    int status;

    if (program->source != NULL)
        source = program->source;
    if (source != NULL) {
        length = strlen(source);
        *text = malloc(length + 1);
        if (*text == NULL)
            return fault_memory(fault);
        memcpy(*text, source, length + 1);
    } else {
        path = file_join(manifest->folder, program->file);
        if (path == NULL)
            return fault_memory(fault);
        status = file_read(path, text, &length, fault);
        free(path);
        if (status != 0)
            return -1;
    }
    snprintf(expected, sizeof expected, "fnv1a64:%016" PRIx64, hash_bytes(*text, length));
    if (edited || strcmp(expected, program->hash) == 0)
        return 0;
    free(*text);
    return fault_set(fault, FAULT_IO,
                     "%s is not the text that the manifest was written for (%s, not "
                     "%s); --edited takes it all the same",
                     program->file, expected, program->hash);
}

static int build_one(const struct device *device, const struct program *program, const char *text,
                     cl_program *result, struct fault *fault)
{
    char *log;
    cl_int status = program_compile(device, text, program->build_options, result, &log);

    if (status == CL_SUCCESS)
        return 0;
    fault->lacking = program->local_bytes > device->local_bytes;
    if (fault->lacking)
        fault_set(fault, FAULT_DEVICE,
                  "%s does not build for %s: %s; it needs %" PRIu64 " bytes of "
                  "local memory, the device states %" PRIu64,
                  program->file, device->name, opencl_error_name(status), program->local_bytes,
                  (uint64_t)device->local_bytes);
    else
        fault_set(fault, FAULT_DEVICE, "%s does not build for %s: %s", program->file, device->name,
                  opencl_error_name(status));
    if (log != NULL && fault->detail == NULL)
        fault->detail = program_explain(log, text);
    free(log);
    return -1;
}

static int make_kernels(const struct manifest *manifest, struct built *built, struct fault *fault)
{
    for (size_t i = 0; i < manifest->step_count; i++) {
        const struct step *step = &manifest->steps[i];
        cl_uint argument_count = 0;
        cl_int status;

        if (step->kind != STEP_KERNEL)
            continue;
        built->kernels[i] = clCreateKernel(built->programs[step->program], step->entry, &status);
        if (status == CL_INVALID_KERNEL_NAME)
            return fault_set(fault, FAULT_DEVICE, "step `%s`: %s has no kernel `%.80s`", step->name,
                             manifest->programs[step->program].file, step->entry);
        if (opencl_check(status, "clCreateKernel", fault))
            return -1;
        if (clGetKernelInfo(built->kernels[i], CL_KERNEL_NUM_ARGS, sizeof argument_count,
                            &argument_count, NULL) == CL_SUCCESS &&
            argument_count != step->argument_count)
            return fault_set(fault, FAULT_REFUSED,
                             "step `%s`: the kernel `%.80s` takes %u arguments, "
                             "the manifest has %zu",
                             step->name, step->entry, (unsigned)argument_count,
                             step->argument_count);
    }
    return 0;
}

/* Compiles a program from its text, and finalises it. */
static int compile_one(const struct device *device, const struct manifest *manifest, size_t index,
                       const char *source, bool edited, cl_program *result, struct fault *fault)
{
    const struct program *program = &manifest->programs[index];
    char *text;
    int status;

    if (program_text(manifest, program, source, edited, &text, fault))
        return -1;
    status = build_one(device, program, text, result, fault);
    if (status == 0 && program->finalize != NULL)
        status = program_finalize(device, program->finalize, result, fault);
    free(text);
    return status;
}

/* Reserves memory before anything is built. */
static int reserve(const struct manifest *manifest, struct built *built, struct fault *fault)
{
    built->programs = calloc(manifest->program_count, sizeof(cl_program));
    built->kernels = calloc(manifest->step_count, sizeof(cl_kernel));
    built->program_count = manifest->program_count;
    built->step_count = manifest->step_count;
    return built->programs == NULL || built->kernels == NULL ? fault_memory(fault) : 0;
}

/* --------------------------------------------------------------------------------------- images */

cl_image_format image_format(const struct buffer *buffer)
{
    static const cl_channel_type types[] = {[CHANNEL_FLOAT] = CL_FLOAT,
                                            [CHANNEL_HALF_FLOAT] = CL_HALF_FLOAT,
                                            [CHANNEL_UNSIGNED_INT32] = CL_UNSIGNED_INT32,
                                            [CHANNEL_SIGNED_INT32] = CL_SIGNED_INT32};
    static const cl_channel_order orders[] = {[1] = CL_R, [2] = CL_RG, [4] = CL_RGBA};

    return (cl_image_format){orders[buffer->image_channels], types[buffer->image_channel]};
}

/* Whether the device's images may hold such texels. */
static bool takes_format(const struct device *device, const cl_image_format *format)
{
    cl_image_format formats[256];
    cl_uint count = 0;

    if (clGetSupportedImageFormats(device->context, CL_MEM_READ_WRITE, CL_MEM_OBJECT_IMAGE2D, 256,
                                   formats, &count) != CL_SUCCESS)
        return true;
    for (cl_uint i = 0; i < count && i < 256; i++)
        if (formats[i].image_channel_order == format->image_channel_order &&
            formats[i].image_channel_data_type == format->image_channel_data_type)
            return true;
    return false;
}

static int check_image(const struct device *device, const struct buffer *buffer,
                       struct fault *fault)
{
    cl_image_format format = image_format(buffer);

    if (!device->images)
        return fault_set(fault, FAULT_DEVICE,
                         "`%s` is an image, and %s has no images; ask the "
                         "generator for buffers instead",
                         buffer->name, device->name);
    if (!takes_format(device, &format))
        return fault_set(fault, FAULT_DEVICE,
                         "image `%s` has texels of %u channels, and %s has no such images; ask the "
                         "generator for another vector width or for buffers",
                         buffer->name, buffer->image_channels, device->name);
    /* PoCL 3.1 lists CL_R with CL_HALF_FLOAT and does not read back what was written. */
    if (format.image_channel_data_type == CL_HALF_FLOAT && format.image_channel_order == CL_R &&
        !probe_feature(device, FEATURE_HALF_IMAGES))
        return fault_set(fault, FAULT_DEVICE,
                         "image `%s` has texels of one half, which %s does not read as they were "
                         "written; ask the generator for vectors of four or for buffers",
                         buffer->name, device->name);
    return 0;
}

/* Checks that the open device has images of every format that the manifest names, and that those of
 * halves hold what is written. Errors: FAULT_DEVICE, `lacking`, with the first image that it does
 * not serve. */
static int check_images(const struct device *device, const struct manifest *manifest,
                        struct fault *fault)
{
    for (size_t i = 0; i < manifest->buffer_count; i++)
        if (manifest->buffers[i].image && check_image(device, &manifest->buffers[i], fault)) {
            fault->lacking = true;
            return -1;
        }
    return 0;
}

/* ----------------------------------------------------------------------------------- programs */

int program_build(const struct device *device, const struct manifest *manifest, const char *source,
                  bool edited, const struct binary *binaries, struct built *built,
                  struct fault *fault)
{
    double begin;
    int status;

    memset(built, 0, sizeof *built);
    for (size_t i = 0; i < manifest->program_count; i++)
        if (check_requirements(device, &manifest->programs[i], fault)) {
            fault->lacking = true;
            return -1;
        }
    if (check_images(device, manifest, fault))
        return -1;
    status = reserve(manifest, built, fault);
    begin = time_now_ms();
    for (size_t i = 0; status == 0 && i < manifest->program_count; i++) {
        if (binaries != NULL)
            built->programs[i] =
                program_load(device, &binaries[i], manifest->programs[i].build_options);
        if (built->programs[i] == NULL)
            status = compile_one(device, manifest, i, source, edited, &built->programs[i], fault);
    }
    built->build_ms = time_now_ms() - begin;
    if (status == 0)
        status = make_kernels(manifest, built, fault);
    if (status != 0)
        program_release(built);
    return status;
}

void program_release(struct built *built)
{
    for (size_t i = 0; built->kernels != NULL && i < built->step_count; i++)
        if (built->kernels[i] != NULL)
            clReleaseKernel(built->kernels[i]);
    for (size_t i = 0; built->programs != NULL && i < built->program_count; i++)
        if (built->programs[i] != NULL)
            clReleaseProgram(built->programs[i]);
    free(built->kernels);
    free(built->programs);
    memset(built, 0, sizeof *built);
}

/* --------------------------------------------------------------------------------- matrix engines
 * */

static const struct step *find_step(const struct manifest *manifest)
{
    for (size_t i = 0; i < manifest->step_count; i++)
        if (manifest->steps[i].engine != NULL)
            return &manifest->steps[i];
    return NULL;
}

int engine_check(const struct manifest *manifest, const struct built *built, struct fault *fault)
{
    const struct step *step = find_step(manifest);
    struct inner_loop loop = {.instructions = 0};
    bool found = false;
    char *binary;
    size_t length;
    int status;

    if (step == NULL)
        return fault_set(fault, FAULT_WRONG,
                         "%s uses no matrix engine, --require-engine asks for one; ask the "
                         "generator for an --engine that is not emulated",
                         manifest->name);
    binary = program_binary(built->programs[step->program], &length, fault);
    if (binary == NULL)
        return -1;
    status = ptx_inner_loop(binary, step->entry, element_is_whole(manifest->problem.type[0]),
                            &found, &loop, fault);
    free(binary);
    if (status != 0)
        return -1;
    if (!found)
        return fault_set(fault, FAULT_DEVICE,
                         "whether %s uses the engine %s is not known: this driver gives no PTX of "
                         "its kernels; clgemm-bench offline compiles for other devices",
                         manifest->name, step->engine);
    if (loop.on_engine != step->engine_instructions)
        return fault_set(fault, FAULT_WRONG,
                         "%s has %zu instructions of the engine %s in its inner loop, the manifest "
                         "says %" PRIu64,
                         manifest->name, loop.on_engine, step->engine, step->engine_instructions);
    return 0;
}
