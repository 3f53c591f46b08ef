#include "emit/launcher.h"

#include "emit/describe.h"

static void add_blocks(const struct launcher *launcher, struct text *text)
{
    static const char *const parameters[] = {"size_t size", "size_t block"};
    c_add_function(text, &launcher->names, "/* ceil(size / block). */\n", "size_t", "blocks",
                   parameters, 2,
                   "{\n"
                   "    return size / block + (size % block != 0);\n"
                   "}\n\n");
}

static void add_round_up(const struct launcher *launcher, struct text *text)
{
    static const char *const parameters[] = {"size_t size", "size_t multiple"};
    c_add_function(text, &launcher->names,
                   "/* `size` rounded up to a multiple; at least one multiple, as no memory object "
                   "is empty. */\n",
                   "size_t", "round_up", parameters, 2,
                   "{\n"
                   "    return size == 0 ? multiple : ((size - 1) / multiple + 1) * multiple;\n"
                   "}\n\n");
}

/* The emitted comparison divides instead of multiplying: no sizes that a caller gives overflow
 * it. */
static void add_check_buffer(const struct launcher *launcher, struct text *text)
{
    static const char *const parameters[] = {"cl_mem buffer", "size_t element_bytes",
                                             "size_t offset", "size_t lines",
                                             "size_t length", "size_t stride"};
    c_add_function(
        text, &launcher->names,
        "/* Whether a buffer holds a matrix of `lines` rows (or columns) of `length` contiguous "
        "elements\n"
        " * (neither is 0), with leading dimension `stride`, from element `offset` on. */\n",
        "cl_int", "check_buffer", parameters, 6,
        "{\n"
        "    size_t bytes, elements;\n"
        "    const cl_int status =\n"
        "        clGetMemObjectInfo(buffer, CL_MEM_SIZE, sizeof bytes, &bytes, $_NULL);\n"
        "    if (status != CL_SUCCESS)\n"
        "        return status;\n"
        "    if (stride < length)\n"
        "        return CL_INVALID_VALUE;\n"
        "    elements = bytes / element_bytes;\n"
        "    if (offset > elements || length > elements - offset)\n"
        "        return CL_INVALID_BUFFER_SIZE;\n"
        "    /* Divided, not multiplied: it cannot overflow. */\n"
        "    if (lines - 1 > (elements - offset - length) / stride)\n"
        "        return CL_INVALID_BUFFER_SIZE;\n"
        "    return CL_SUCCESS;\n"
        "}\n\n");
}

static void add_check_members(const struct launcher *launcher, struct text *text)
{
    static const char *const parameters[] = {
        "cl_mem buffer", "size_t element_bytes", "size_t offset",  "size_t lines",
        "size_t length", "size_t stride",        "size_t members", "size_t member_stride"};
    c_add_function(
        text, &launcher->names,
        "/* The same of `members` matrices (not 0), each `member_stride` elements behind the one "
        "before "
        "it;\n"
        " * 0: they are all the same one. */\n",
        "cl_int", "check_members", parameters, 8,
        "{\n"
        "    size_t bytes, rest;\n"
        "    cl_int status =\n"
        "        @_check_buffer(buffer, element_bytes, offset, lines, length, stride);\n"
        "    if (status != CL_SUCCESS || member_stride == 0)\n"
        "        return status;\n"
        "    status = clGetMemObjectInfo(buffer, CL_MEM_SIZE, sizeof bytes, &bytes, $_NULL);\n"
        "    if (status != CL_SUCCESS)\n"
        "        return status;\n"
        "    rest = bytes / element_bytes - offset - length - (lines - 1) * stride;\n"
        "    return members - 1 > rest / member_stride ? CL_INVALID_BUFFER_SIZE : CL_SUCCESS;\n"
        "}\n\n");
}

static void add_make_image(const struct launcher *launcher, struct text *text)
{
    static const char *const parameters[] = {"struct @_image *image", "cl_context context",
                                             "cl_channel_order order", "size_t width",
                                             "size_t height"};
    const char *const body = arena_printf(
        launcher->job->arena,
        "{\n"
        "    cl_image_format format;\n"
        "    cl_image_desc description;\n"
        "    cl_int status;\n"
        "    if (image->memory && image->width == width && image->height == height)\n"
        "        return CL_SUCCESS;\n"
        "    if (image->memory)\n"
        "        clReleaseMemObject(image->memory);\n"
        "    image->memory = $_NULL;\n"
        "    format.image_channel_order = order;\n"
        "    format.image_channel_data_type = CL_%s;\n"
        "    memset(&description, 0, sizeof description);\n"
        "    description.image_type = CL_MEM_OBJECT_IMAGE2D;\n"
        "    description.image_width = width;\n"
        "    description.image_height = height;\n"
        "    image->memory = clCreateImage(context, CL_MEM_READ_WRITE, &format, &description,\n"
        "                                  $_NULL, &status);\n"
        "    image->width = width;\n"
        "    image->height = height;\n"
        "    return status;\n"
        "}\n\n",
        launcher_channel(launcher->plan));
    c_add_function(
        text, &launcher->names,
        "/* Creates an image of width x height texels, unless that of the last call has this size. "
        "The\n"
        " * old image is released; OpenCL keeps it until enqueued commands have finished. */\n",
        "cl_int", "make_image", parameters, 5, body);
}

static void add_make_workspace(const struct launcher *launcher, struct text *text)
{
    static const char *const parameters[] = {"struct @_workspace *workspace", "cl_context context",
                                             "size_t lines", "size_t length",
                                             "size_t element_bytes"};
    c_add_function(
        text, &launcher->names,
        "/* Creates a workspace of lines x length elements, unless that of an earlier call is "
        "large\n"
        " * enough. The old one is released; OpenCL keeps it until enqueued commands have "
        "finished. "
        "*/\n",
        "cl_int", "make_workspace", parameters, 5,
        "{\n"
        "    size_t bytes;\n"
        "    cl_int status;\n"
        "    /* Divided, not multiplied: it cannot overflow. */\n"
        "    if (length > $_CAST(size_t, -1) / element_bytes / lines)\n"
        "        return CL_INVALID_BUFFER_SIZE;\n"
        "    bytes = lines * length * element_bytes;\n"
        "    if (workspace->memory && workspace->bytes >= bytes)\n"
        "        return CL_SUCCESS;\n"
        "    if (workspace->memory)\n"
        "        clReleaseMemObject(workspace->memory);\n"
        "    workspace->memory = clCreateBuffer(context, CL_MEM_READ_WRITE, bytes, $_NULL,\n"
        "                                       &status);\n"
        "    workspace->bytes = bytes;\n"
        "    return status;\n"
        "}\n\n");
}

static void add_make_workspaces(const struct launcher *launcher, struct text *text)
{
    static const char *const parameters[] = {
        "struct @_workspace *workspace", "cl_context context", "size_t lines", "size_t length",
        "size_t element_bytes",          "size_t members"};
    c_add_function(text, &launcher->names,
                   "/* The same for so many matrices, one behind the other. */\n", "cl_int",
                   "make_workspaces", parameters, 6,
                   "{\n"
                   "    if (lines > $_CAST(size_t, -1) / members)\n"
                   "        return CL_INVALID_BUFFER_SIZE;\n"
                   "    return @_make_workspace(workspace, context, lines * members, length, "
                   "element_bytes);\n"
                   "}\n\n");
}

static void add_launch(const struct launcher *launcher, struct text *text)
{
    static const char *const parameters[] = {"cl_command_queue queue", "cl_kernel kernel",
                                             "const size_t *global",   "const size_t *local",
                                             "cl_uint num_events",     "const cl_event *events",
                                             "cl_event *event"};
    c_add_function(
        text, &launcher->names,
        arena_printf(launcher->job->arena,
                     "/* Enqueues a kernel for all members of a batch, which are dimension 2 (not "
                     "0): at most %d\n"
                     " * work-groups in a launch, as devices take no more. Each launch waits for "
                     "the one before. */\n",
                     PLAN_MOST_MEMBERS),
        "cl_int", "launch", parameters, 7,
        arena_printf(
            launcher->job->arena,
            "{\n"
            "    const size_t most = %d * local[2];\n"
            "    size_t first[3] = {0, 0, 0}, part[3];\n"
            "    cl_event before = $_NULL, done = $_NULL;\n"
            "    part[0] = global[0];\n"
            "    part[1] = global[1];\n"
            "    for (; first[2] < global[2]; first[2] += part[2]) {\n"
            "        cl_int status;\n"
            "        part[2] = global[2] - first[2] < most ? global[2] - first[2] : most;\n"
            "        status = clEnqueueNDRangeKernel(queue, kernel, 3, first, part, local,\n"
            "                                        before ? 1 : num_events, before ? &before : "
            "events,\n"
            "                                        &done);\n"
            "        if (before)\n"
            "            clReleaseEvent(before);\n"
            "        if (status != CL_SUCCESS)\n"
            "            return status;\n"
            "        before = done;\n"
            "    }\n"
            "    if (event)\n"
            "        *event = done;\n"
            "    else\n"
            "        clReleaseEvent(done);\n"
            "    return CL_SUCCESS;\n"
            "}\n\n",
            PLAN_MOST_MEMBERS));
}

static void add_set_arguments(const struct launcher *launcher, struct text *text)
{
    static const char *const parameters[] = {"cl_kernel kernel",
                                             "const struct @_argument *arguments", "cl_uint count"};
    c_add(text, &launcher->names,
          "struct @_argument {\n"
          "    size_t bytes;\n"
          "    const void *value;\n"
          "};\n\n");
    c_add_function(
        text, &launcher->names, "/* Sets the arguments of a kernel, in order. */\n", "cl_int",
        "set_arguments", parameters, 3,
        "{\n"
        "    cl_uint i;\n"
        "    for (i = 0; i < count; i++) {\n"
        "        const cl_int status =\n"
        "            clSetKernelArg(kernel, i, arguments[i].bytes, arguments[i].value);\n"
        "        if (status != CL_SUCCESS)\n"
        "            return status;\n"
        "    }\n"
        "    return CL_SUCCESS;\n"
        "}\n\n");
}

static void add_step(const struct launcher *launcher, struct text *text)
{
    static const char *const parameters[] = {"struct @ *self",      "cl_command_queue queue",
                                             "cl_kernel kernel",    "const size_t *global",
                                             "const size_t *local", "cl_event ready"};
    const char *const enqueue =
        launcher->plan->problem.batch != BATCH_NONE
            ? "    status = @_launch(queue, kernel, global, local, count, "
              "count ? before : $_NULL,\n"
              "                      &done);\n"
            : arena_printf(launcher->job->arena,
                           "    status = clEnqueueNDRangeKernel(queue, kernel, %zu, $_NULL, "
                           "global, local, count,\n"
                           "                                    count ? before : $_NULL, "
                           "&done);\n",
                           launcher->dimensions);
    c_add_function(
        text, &launcher->names,
        "/* Enqueues a kernel after the previous one and, if `ready` is not NULL, after that. */\n",
        "cl_int", "step", parameters, 6,
        arena_printf(launcher->job->arena,
                     "{\n"
                     "    cl_event before[2], done;\n"
                     "    cl_uint count = 0;\n"
                     "    cl_int status;\n"
                     "    if (self->last)\n"
                     "        before[count++] = self->last;\n"
                     "    if (ready)\n"
                     "        before[count++] = ready;\n"
                     "%s"
                     "    if (status != CL_SUCCESS)\n"
                     "        return status;\n"
                     "    if (self->last)\n"
                     "        clReleaseEvent(self->last);\n"
                     "    self->last = done;\n"
                     "    return CL_SUCCESS;\n"
                     "}\n\n",
                     enqueue));
}

/* Whether a workspace holds several matrices: the members of a batch, or the parts of a product. */
static bool has_several(const struct plan *plan)
{
    bool several = false;
    for (size_t i = 0; i < plan->buffer_count; i++)
        several |= launcher_makes(&plan->buffers[i]) && plan->buffers[i].extent_count > 2;
    return several;
}

void launcher_add_helpers(struct launcher *launcher, struct text *text)
{
    if (launcher->idle)
        return;
    if (launcher->uses_blocks)
        add_blocks(launcher, text);
    if (launcher->uses_round_up)
        add_round_up(launcher, text);
    add_check_buffer(launcher, text);
    const enum batch batch = launcher->plan->problem.batch;
    const bool prepares =
        launcher_prepared(launcher->plan, ROLE_A) || launcher_prepared(launcher->plan, ROLE_B);
    if (batch == BATCH_STRIDED || (batch != BATCH_NONE && prepares))
        add_check_members(launcher, text);
    if (launcher->images)
        add_make_image(launcher, text);
    if (launcher->workspaces)
        add_make_workspace(launcher, text);
    if (has_several(launcher->plan))
        add_make_workspaces(launcher, text);
    add_set_arguments(launcher, text);
    if (batch != BATCH_NONE)
        add_launch(launcher, text);
    if (launcher->chained)
        add_step(launcher, text);
}
