/*
 * Plays OpenCL for product_launch.h. Use: cache prints the key of the program; cache FOLDER tries product_create_cached with
 * the folder, which is there and empty.
 */
/* mkdir, mkfifo, alarm. */
#define _POSIX_C_SOURCE 200809L

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "product_launch.h"

/* The key of the product's program. */
static cl_ulong key_of(cl_device_id of)
{
    return product_cache_key(of, product_source, PRODUCT_SOURCE_COUNT, PRODUCT_BUILD_OPTIONS);
}

/* ---------------------------------------------------------------- a device, and its driver */

struct _cl_program {
    int from_binary;
};
struct _cl_kernel {
    int unused;
};

static const char *words[5] = {"a device", "its vendor", "OpenCL 1.2", "driver 1", "platform 1"};
static char binary[24] = "what the compiler made";
static cl_device_id device;
static int from_source, from_binary; /* programs built so */
static int live;                     /* objects that are not released */
static int silent;                   /* the device tells nothing */
static int has_no_binary;

/* What fails: with a binary, with a source. */
enum failure {
    NOTHING,
    CREATION,
    BUILD,
    KERNEL
};
static enum failure fails_with_binary, fails_with_source;

static enum failure failure_of(cl_program program)
{
    return program->from_binary ? fails_with_binary : fails_with_source;
}

static cl_program made(int of_binary, cl_int *status)
{
    cl_program program = malloc(sizeof *program);
    program->from_binary = of_binary;
    *status = failure_of(program) == CREATION ? CL_INVALID_BINARY : CL_SUCCESS;
    if (*status == CL_SUCCESS) {
        live++;
        return program;
    }
    free(program);
    return NULL;
}

CL_API_ENTRY cl_program CL_API_CALL clCreateProgramWithSource(cl_context context, cl_uint count,
                                                              const char **strings,
                                                              const size_t *lengths, cl_int *status)
{
    (void)context;
    (void)lengths;
    if (count == 0 || !strings[0])
        abort();
    return made(0, status);
}

CL_API_ENTRY cl_program CL_API_CALL clCreateProgramWithBinary(cl_context context, cl_uint count,
                                                              const cl_device_id *devices,
                                                              const size_t *lengths,
                                                              const unsigned char **binaries,
                                                              cl_int *binary_status, cl_int *status)
{
    (void)context;
    (void)binary_status;
    if (count != 1 || devices[0] != device || lengths[0] != sizeof binary ||
        memcmp(binaries[0], binary, sizeof binary) != 0) {
        puts("the driver is given another binary than its own");
        exit(1);
    }
    return made(1, status);
}

CL_API_ENTRY cl_int CL_API_CALL
clBuildProgram(cl_program program, cl_uint count, const cl_device_id *devices, const char *options,
               void(CL_CALLBACK *notify)(cl_program program, void *data), void *data)
{
    (void)count;
    (void)devices;
    (void)options;
    (void)notify;
    (void)data;
    if (failure_of(program) == BUILD)
        return CL_BUILD_PROGRAM_FAILURE;
    *(program->from_binary ? &from_binary : &from_source) += 1;
    return CL_SUCCESS;
}

CL_API_ENTRY cl_kernel CL_API_CALL clCreateKernel(cl_program program, const char *name,
                                                  cl_int *status)
{
    (void)name;
    *status = failure_of(program) == KERNEL ? CL_INVALID_KERNEL_NAME : CL_SUCCESS;
    if (*status != CL_SUCCESS)
        return NULL;
    live++;
    return malloc(sizeof(struct _cl_kernel));
}

CL_API_ENTRY cl_int CL_API_CALL clReleaseKernel(cl_kernel kernel)
{
    live--;
    free(kernel);
    return CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL clReleaseProgram(cl_program program)
{
    live--;
    free(program);
    return CL_SUCCESS;
}

/* Copies what is asked into room for so many bytes, as OpenCL does. */
static cl_int tell(const void *value, size_t bytes, size_t room, void *place, size_t *told)
{
    if (told)
        *told = bytes;
    if (!place)
        return CL_SUCCESS;
    if (room < bytes)
        return CL_INVALID_VALUE;
    memcpy(place, value, bytes);
    return CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL clGetDeviceInfo(cl_device_id of, cl_device_info name, size_t room,
                                                void *place, size_t *told)
{
    static const cl_device_info names[] = {CL_DEVICE_NAME, CL_DEVICE_VENDOR, CL_DEVICE_VERSION,
                                           CL_DRIVER_VERSION};
    const cl_platform_id platform = NULL;
    (void)of;
    if (name == CL_DEVICE_PLATFORM)
        return tell(&platform, sizeof platform, room, place, told);
    for (int i = 0; i < 4 && !silent; i++)
        if (names[i] == name)
            return tell(words[i], strlen(words[i]) + 1, room, place, told);
    return CL_INVALID_VALUE;
}

CL_API_ENTRY cl_int CL_API_CALL clGetPlatformInfo(cl_platform_id platform, cl_platform_info name,
                                                  size_t room, void *place, size_t *told)
{
    (void)platform;
    if (name != CL_PLATFORM_VERSION)
        return CL_INVALID_VALUE;
    return tell(words[4], strlen(words[4]) + 1, room, place, told);
}

/* The context has a second device, with no program for it. */
CL_API_ENTRY cl_int CL_API_CALL clGetProgramInfo(cl_program program, cl_program_info name,
                                                 size_t room, void *place, size_t *told)
{
    const cl_device_id devices[] = {(cl_device_id)(void *)words, device};
    const size_t lengths[] = {0, has_no_binary ? 0 : sizeof binary};
    unsigned char **places = place;
    (void)program;
    if (name == CL_PROGRAM_DEVICES)
        return tell(devices, sizeof devices, room, place, told);
    if (name == CL_PROGRAM_BINARY_SIZES)
        return tell(lengths, sizeof lengths, room, place, told);
    if (name != CL_PROGRAM_BINARIES || room < sizeof devices || places[0])
        abort();
    memcpy(places[1], binary, sizeof binary);
    return CL_SUCCESS;
}

/* ---------------------------------------------------------------- what is tried */

static int wrong;
static char path[FILENAME_MAX];

enum from {
    FAILED,
    SOURCE,
    BINARY
};

/* Creates and releases; the program must be from there, and nothing left. */
static void expect(const char *what, const char *folder, enum from from)
{
    struct product product;
    const int sources = from_source, binaries = from_binary;
    const cl_int status = product_create_cached(&product, NULL, device, folder);
    enum from found = from_source > sources ? SOURCE : from_binary > binaries ? BINARY : FAILED;
    if (status != CL_SUCCESS)
        found = FAILED;
    product_release(&product);
    if (found == from && live == 0)
        return;
    printf("%s: from %d, not from %d, status %d, %d objects left\n", what, (int)found, (int)from,
           status, live);
    wrong = 1;
}

static size_t length_of(const char *file)
{
    FILE *opened = fopen(file, "rb");
    long end = 0;
    if (opened && fseek(opened, 0, SEEK_END) == 0)
        end = ftell(opened);
    if (opened)
        fclose(opened);
    return (size_t)end;
}

/* Rewrites the file: `keep` bytes of it, that at `flipped` changed, and `more` behind them. */
static void damage(size_t keep, size_t flipped, size_t more)
{
    unsigned char bytes[256];
    FILE *file = fopen(path, "rb");
    const size_t length = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    if (flipped < length)
        bytes[flipped] ^= 1;
    file = fopen(path, "wb");
    fwrite(bytes, 1, keep < length ? keep : length, file);
    fwrite("more", 1, more, file);
    fclose(file);
}

/* Damaged in each byte and at each length, the file is not used, and written anew. */
static void test_damage(const char *folder)
{
    const size_t length = length_of(path);
    char what[64];
    if (length != sizeof binary + 8) {
        printf("the file has %zu bytes\n", length);
        wrong = 1;
    }
    for (size_t i = 0; i < length; i++) {
        damage(length, i, 0);
        snprintf(what, sizeof what, "byte %zu changed", i);
        expect(what, folder, SOURCE);
        damage(i, length, 0);
        snprintf(what, sizeof what, "cut to %zu bytes", i);
        expect(what, folder, SOURCE);
        expect("written anew", folder, BINARY);
    }
    damage(length, length, 1);
    expect("a byte more", folder, SOURCE);
    expect("written anew", folder, BINARY);
}

/* Whatever of the device, the driver or the platform changes has a file of its own; a file of another is not used. */
static void test_key(const char *folder)
{
    char other[FILENAME_MAX];
    for (int i = 0; i < 5; i++) {
        const char *const before = words[i];
        words[i] = "another";
        expect(before, folder, SOURCE);
        expect(before, folder, BINARY);
        product_cache_path(other, folder, key_of(device), "bin");
        words[i] = before;
        expect(before, folder, BINARY);
        remove(path);
        rename(other, path);
        expect("a file of another key", folder, SOURCE);
        expect("written anew", folder, BINARY);
    }
    silent = 1;
    expect("a silent device", folder, SOURCE);
    silent = 0;
}

static void test_driver(const char *folder)
{
    for (int i = CREATION; i <= KERNEL; i++) {
        fails_with_binary = (enum failure)i;
        expect("a binary that the driver refuses", folder, SOURCE);
        fails_with_binary = NOTHING;
        expect("and takes", folder, BINARY);
        remove(path);
        fails_with_source = (enum failure)i;
        expect("a source that it refuses", folder, FAILED);
        fails_with_source = NOTHING;
        if (length_of(path) != 0) {
            puts("a program that failed is in the cache");
            wrong = 1;
        }
        expect("and takes", folder, SOURCE);
    }
    remove(path);
    has_no_binary = 1;
    expect("no binary", folder, SOURCE);
    expect("no binary", folder, SOURCE);
    has_no_binary = 0;
    expect("a binary", folder, SOURCE);
}

static void test_folder(const char *folder)
{
    char name[FILENAME_MAX + 100];
    expect("no folder", NULL, SOURCE);
    snprintf(name, sizeof name, "%s/missing", folder);
    expect("a folder that is not there", name, SOURCE);
    expect("a file for a folder", path, SOURCE);
    memset(name, 'x', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    expect("too long a name", name, SOURCE);
    remove(path);
    mkdir(path, 0777);
    expect("a folder for a file", folder, SOURCE);
    remove(path);
    /* It would be waited for. */
    mkfifo(path, 0666);
    alarm(20);
    expect("a pipe for a file", folder, SOURCE);
    expect("written anew", folder, BINARY);
    alarm(0);
    remove(path);
}

int main(int count, char **arguments)
{
    device = (cl_device_id)(void *)&device;
    if (count == 1) {
        const cl_ulong key = key_of(device);
        printf("%08x%08x\n", (unsigned)(key >> 32), (unsigned)key);
        return 0;
    }
    product_cache_path(path, arguments[1], key_of(device), "bin");
    expect("an empty folder", arguments[1], SOURCE);
    expect("a full one", arguments[1], BINARY);
    test_damage(arguments[1]);
    test_key(arguments[1]);
    test_driver(arguments[1]);
    test_folder(arguments[1]);
    return wrong;
}
