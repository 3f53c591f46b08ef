#include "emit/launcher.h"

#include "gen/plan/wording.h"

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
    c_add_function(
        text, &launcher->names,
        "/* `size` rounded up to a multiple: at least one, as no memory object is empty; "
        "the largest\n"
        " * size_t where it is too large. */\n",
        "size_t", "round_up", parameters, 2,
        "{\n"
        "    const size_t most = $_CAST(size_t, -1);\n"
        "    const size_t multiples = size == 0 ? 1 : (size - 1) / multiple + 1;\n"
        "    return multiples > most / multiple ? most : multiples * multiple;\n"
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

static void add_in_order(const struct launcher *launcher, struct text *text)
{
    static const char *const parameters[] = {"cl_command_queue queue"};
    c_add_function(
        text, &launcher->names,
        "/* Whether a queue executes its commands in order. There each of several commands waits "
        "for the\n"
        " * caller's events, as runtimes may go on after one that failed. Elsewhere only the first "
        "does, and\n"
        " * the others for the one before: runtimes may not bear to tell one command twice of a "
        "failure. */\n",
        "int", "in_order", parameters, 1,
        "{\n"
        "    cl_command_queue_properties properties = 0;\n"
        "    clGetCommandQueueInfo(queue, CL_QUEUE_PROPERTIES, sizeof properties, &properties,\n"
        "                          $_NULL);\n"
        "    return !(properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);\n"
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
            "    const int in_order = @_in_order(queue);\n"
            "    size_t first[3] = {0, 0, 0}, part[3];\n"
            "    cl_event before = $_NULL, done = $_NULL;\n"
            "    part[0] = global[0];\n"
            "    part[1] = global[1];\n"
            "    for (; first[2] < global[2]; first[2] += part[2]) {\n"
            "        const int alone = before && !in_order;\n"
            "        cl_int status;\n"
            "        part[2] = global[2] - first[2] < most ? global[2] - first[2] : most;\n"
            "        status = clEnqueueNDRangeKernel(queue, kernel, 3, first, part, local,\n"
            "                                        alone ? 1 : num_events,\n"
            "                                        alone ? &before : events, &done);\n"
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

static void add_begin(const struct launcher *launcher, struct text *text)
{
    static const char *const parameters[] = {"struct @ *self", "cl_uint num_events",
                                             "const cl_event *events", "cl_event **before"};
    c_add_function(
        text, &launcher->names,
        "/* What the steps of a call wait for: the caller's events, with room for one more, for "
        "the caller to\n"
        " * free. The call before is forgotten once it has ended; its error is none of this call. "
        "*/\n",
        "cl_int", "begin", parameters, 4,
        "{\n"
        "    const size_t room = ($_CAST(size_t, num_events) + 1) * sizeof **before;\n"
        "    cl_int state = CL_QUEUED;\n"
        "    if (num_events != 0 && !events)\n"
        "        return CL_INVALID_EVENT_WAIT_LIST;\n"
        "    *before = $_CAST(cl_event *, malloc(room));\n"
        "    if (!*before)\n"
        "        return CL_OUT_OF_HOST_MEMORY;\n"
        "    if (num_events != 0)\n"
        "        memcpy(*before, events, room - sizeof **before);\n"
        "    if (self->last[0])\n"
        "        clGetEventInfo(self->last[0], CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof state,\n"
        "                       &state, $_NULL);\n"
        "    if (state <= CL_COMPLETE) {\n"
        "        clReleaseEvent(self->last[0]);\n"
        "        self->last[0] = $_NULL;\n"
        "    }\n"
        "    return CL_SUCCESS;\n"
        "}\n\n");
}

static void add_step(const struct launcher *launcher, struct text *text)
{
    static const char *const parameters[] = {
        "struct @ *self",      "cl_command_queue queue", "cl_kernel kernel", "const size_t *global",
        "const size_t *local", "cl_event *before",       "cl_uint *count"};
    const char *const enqueue =
        launcher->plan->problem.batch != BATCH_NONE
            ? "    status = @_launch(queue, kernel, global, local, all, all ? before : $_NULL,\n"
              "                      &done);\n"
            : arena_printf(launcher->job->arena,
                           "    status = clEnqueueNDRangeKernel(queue, kernel, %zu, $_NULL, "
                           "global, local, all,\n"
                           "                                    all ? before : $_NULL, &done);\n",
                           launcher->dimensions);
    const size_t oldest = launcher->plan->step_count - 1;
    const char *const move =
        oldest == 0
            ? ""
            : arena_printf(launcher->job->arena,
                           "    memmove(self->last + 1, self->last, %zu * sizeof done);\n", oldest);
    c_add_function(text, &launcher->names,
                   "/* Enqueues a kernel after the previous one and the first *count events of "
                   "`before`, which has\n"
                   " * room for one more. *count is what the next step is to wait for. */\n",
                   "cl_int", "step", parameters, 7,
                   arena_printf(launcher->job->arena,
                                "{\n"
                                "    cl_uint all = *count;\n"
                                "    cl_event done;\n"
                                "    cl_int status;\n"
                                "    if (self->last[0])\n"
                                "        before[all++] = self->last[0];\n"
                                "%s"
                                "    if (status != CL_SUCCESS)\n"
                                "        return status;\n"
                                "    if (self->last[%zu])\n"
                                "        clReleaseEvent(self->last[%zu]);\n"
                                "%s"
                                "    self->last[0] = done;\n"
                                "    if (!@_in_order(queue))\n"
                                "        *count = 0;\n"
                                "    return CL_SUCCESS;\n"
                                "}\n\n",
                                enqueue, oldest, oldest, move));
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
    if (batch != BATCH_NONE || launcher->chained)
        add_in_order(launcher, text);
    if (batch != BATCH_NONE)
        add_launch(launcher, text);
    if (launcher->chained) {
        add_begin(launcher, text);
        add_step(launcher, text);
    }
}
