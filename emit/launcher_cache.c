/*
 * NAME_create_cached: programs that were built, in files. A file holds a hash and the program. The hash is of the key, which
 * is what the program was built for, and of the program: a file of another key, cut off or changed is none.
 */
#include "emit/launcher.h"

static void add_hash(const struct launcher *launcher, struct text *text)
{
    static const char *const parameters[] = {"cl_ulong hash", "const void *bytes", "size_t length"};
    c_add_function(text, &launcher->names, "/* 64-bit FNV-1a, continued with these bytes. */\n",
                   "cl_ulong", "cache_hash", parameters, 3,
                   "{\n"
                   "    const unsigned char *byte = $_CAST(const unsigned char *, bytes);\n"
                   "    for (; length != 0; length--)\n"
                   "        hash = (hash ^ *byte++) * 0x100000001b3U;\n"
                   "    return hash;\n"
                   "}\n\n");
}

static void add_key(const struct launcher *launcher, struct text *text)
{
    static const char *const parameters[] = {"cl_device_id device"};
    c_add_function(
        text, &launcher->names,
        "/* The key of the program: a hash of its source, the build options, the device, the "
        "driver "
        "and\n"
        " * the platform. 0 if the device does not tell. */\n",
        "cl_ulong", "cache_key", parameters, 1,
        "{\n"
        "    const cl_device_info names[] = {CL_DEVICE_NAME, CL_DEVICE_VENDOR, CL_DEVICE_VERSION,\n"
        "                                    CL_DRIVER_VERSION};\n"
        "    const char *options = $_BUILD_OPTIONS;\n"
        "    cl_ulong key = 0xcbf29ce484222325U; /* the hash of no bytes */\n"
        "    cl_platform_id platform;\n"
        "    char words[1024];\n"
        "    size_t i, length;\n"
        "    cl_int status;\n"
        "    for (i = 0; i < $_SOURCE_COUNT; i++)\n"
        "        key = @_cache_hash(key, @_source[i], strlen(@_source[i]));\n"
        "    key = @_cache_hash(key, options, strlen(options));\n"
        "    for (i = 0; i < sizeof names / sizeof names[0]; i++) {\n"
        "        status = clGetDeviceInfo(device, names[i], sizeof words, words, &length);\n"
        "        if (status != CL_SUCCESS)\n"
        "            return 0;\n"
        "        key = @_cache_hash(key, words, length);\n"
        "    }\n"
        "    status = clGetDeviceInfo(device, CL_DEVICE_PLATFORM, sizeof platform, &platform,\n"
        "                             $_NULL);\n"
        "    if (status == CL_SUCCESS)\n"
        "        status = clGetPlatformInfo(platform, CL_PLATFORM_VERSION, sizeof words, words,\n"
        "                                   &length);\n"
        "    return status == CL_SUCCESS ? @_cache_hash(key, words, length) : 0;\n"
        "}\n\n");
}

static void add_path(const struct launcher *launcher, struct text *text)
{
    static const char *const parameters[] = {"char *path", "const char *folder", "cl_ulong number",
                                             "const char *ending"};
    c_add_function(text, &launcher->names,
                   "/* A path of at most FILENAME_MAX bytes; 0 if that is too few. */\n", "int",
                   "cache_path", parameters, 4,
                   "{\n"
                   "    const int length =\n"
                   "        snprintf(path, FILENAME_MAX, \"%s/@-%08x%08x.%s\", folder,\n"
                   "                 $_CAST(unsigned, number >> 32),\n"
                   "                 $_CAST(unsigned, number & 0xffffffffU), ending);\n"
                   "    return length > 0 && length < FILENAME_MAX;\n"
                   "}\n\n");
}

static void add_read(const struct launcher *launcher, struct text *text)
{
    static const char *const parameters[] = {"const char *path", "cl_ulong key", "size_t *length"};
    c_add_function(
        text, &launcher->names,
        "/* The program in a file, for the caller to free, and its length in bytes. A null pointer "
        "if the\n"
        " * file cannot be read, or is not as @_cache_write has written it for this key. */\n",
        "unsigned char *", "cache_read", parameters, 3,
        "{\n"
        "    unsigned char *binary = $_NULL;\n"
        "    cl_ulong hash;\n"
        "    long end;\n"
        "    FILE *file = fopen(path, \"rb\");\n"
        "    if (!file)\n"
        "        return $_NULL;\n"
        "    if (fread(&hash, sizeof hash, 1, file) == 1 && fseek(file, 0, SEEK_END) == 0 &&\n"
        "        (end = ftell(file)) > $_CAST(long, sizeof hash) &&\n"
        "        fseek(file, $_CAST(long, sizeof hash), SEEK_SET) == 0) {\n"
        "        *length = $_CAST(size_t, end) - sizeof hash;\n"
        "        binary = $_CAST(unsigned char *, malloc(*length));\n"
        "        if (binary && (fread(binary, 1, *length, file) != *length ||\n"
        "                       @_cache_hash(key, binary, *length) != hash)) {\n"
        "            free(binary);\n"
        "            binary = $_NULL;\n"
        "        }\n"
        "    }\n"
        "    fclose(file);\n"
        "    return binary;\n"
        "}\n\n");
}

static void add_binary(const struct launcher *launcher, struct text *text)
{
    static const char *const parameters[] = {"cl_program program", "cl_device_id device",
                                             "size_t *length"};
    c_add_function(
        text, &launcher->names,
        "/* The binary of a program for one of the devices of its context, for the caller to free, "
        "and its\n"
        " * length in bytes. A null pointer if there is none, or the context has more than 64 "
        "devices. */\n",
        "unsigned char *", "cache_binary", parameters, 3,
        "{\n"
        "    cl_device_id devices[64];\n"
        "    size_t lengths[64], bytes, i, own = 64;\n"
        "    unsigned char *binaries[64];\n"
        "    cl_int status =\n"
        "        clGetProgramInfo(program, CL_PROGRAM_DEVICES, sizeof devices, devices, &bytes);\n"
        "    if (status == CL_SUCCESS)\n"
        "        status = clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof lengths,\n"
        "                                  lengths, $_NULL);\n"
        "    if (status != CL_SUCCESS)\n"
        "        return $_NULL;\n"
        "    for (i = 0; i < 64; i++) {\n"
        "        binaries[i] = $_NULL; /* not asked for */\n"
        "        if (i < bytes / sizeof devices[0] && devices[i] == device)\n"
        "            own = i;\n"
        "    }\n"
        "    if (own == 64 || lengths[own] == 0)\n"
        "        return $_NULL;\n"
        "    *length = lengths[own];\n"
        "    binaries[own] = $_CAST(unsigned char *, malloc(*length));\n"
        "    if (!binaries[own])\n"
        "        return $_NULL;\n"
        "    status = clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof binaries, binaries,\n"
        "                              $_NULL);\n"
        "    if (status == CL_SUCCESS)\n"
        "        return binaries[own];\n"
        "    free(binaries[own]);\n"
        "    return $_NULL;\n"
        "}\n\n");
}

static void add_write(const struct launcher *launcher, struct text *text)
{
    static const char *const parameters[] = {"const char *path", "const char *folder",
                                             "cl_ulong key", "const unsigned char *binary",
                                             "size_t length"};
    c_add_function(
        text, &launcher->names,
        "/* Writes a program into a file, under a name that no other thread or process has, which "
        "then\n"
        " * becomes `path`: nobody reads a part of it. After an error there is no file. */\n",
        "void", "cache_write", parameters, 5,
        "{\n"
        "    const cl_ulong hash = @_cache_hash(key, binary, length);\n"
        "    const time_t now = time($_NULL);\n"
        "    const clock_t ticks = clock();\n"
        "    const void *place = &now;\n"
        "    char temporary[FILENAME_MAX];\n"
        "    FILE *file;\n"
        "    int written;\n"
        "    key = @_cache_hash(key, &now, sizeof now);\n"
        "    key = @_cache_hash(key, &ticks, sizeof ticks);\n"
        "    key = @_cache_hash(key, &place, sizeof place);\n"
        "    if (!@_cache_path(temporary, folder, key, \"tmp\"))\n"
        "        return;\n"
        "    file = fopen(temporary, \"wbx\");\n"
        "    if (!file)\n"
        "        return;\n"
        "    written = fwrite(&hash, sizeof hash, 1, file) == 1 &&\n"
        "              fwrite(binary, 1, length, file) == length;\n"
        "    if (fclose(file) != 0 || !written || rename(temporary, path) != 0)\n"
        "        remove(temporary);\n"
        "}\n\n");
}

static void add_create_cached(const struct launcher *launcher, struct text *text)
{
    static const char *const parameters[] = {"struct @ *self", "cl_context context",
                                             "cl_device_id device", "const char *folder"};
    c_add_function(
        text, &launcher->names,
        "/* @_create with a cache of programs. If an earlier call has left a\n"
        " * file in `folder` for this source, these build options, this device and its driver, "
        "its\n"
        " * program is loaded; else the source is built and the file written. A file that is "
        "damaged "
        "or\n"
        " * that the driver refuses, a folder that is not there or that cannot be written to, are "
        "no "
        "errors:\n"
        " * the source is built. `folder` may be a null pointer: no cache. Threads and processes "
        "may "
        "share\n"
        " * a folder; nobody else should be able to write there, as what is in it is run. */\n",
        "cl_int", "create_cached", parameters, 4,
        "{\n"
        "    const cl_ulong key = folder ? @_cache_key(device) : 0;\n"
        "    char path[FILENAME_MAX];\n"
        "    unsigned char *binary;\n"
        "    size_t length = 0;\n"
        "    cl_int status;\n"
        "    if (key == 0 || !@_cache_path(path, folder, key, \"bin\"))\n"
        "        return @_create(self, context, device);\n"
        "    binary = @_cache_read(path, key, &length);\n"
        "    status = binary ? @_load(self, context, device, binary, length) : CL_INVALID_BINARY;\n"
        "    free(binary);\n"
        "    if (status == CL_SUCCESS)\n"
        "        return status;\n"
        "    status = @_create(self, context, device);\n"
        "    binary = $_NULL;\n"
        "    if (status == CL_SUCCESS)\n"
        "        binary = @_cache_binary(self->program, device, &length);\n"
        "    if (binary)\n"
        "        @_cache_write(path, folder, key, binary, length);\n"
        "    free(binary);\n"
        "    return status;\n"
        "}\n\n");
}

void launcher_add_cache(const struct launcher *launcher, struct text *text)
{
    launcher_add_load(launcher, text);
    add_hash(launcher, text);
    add_key(launcher, text);
    add_path(launcher, text);
    add_read(launcher, text);
    add_binary(launcher, text);
    add_write(launcher, text);
    add_create_cached(launcher, text);
}
