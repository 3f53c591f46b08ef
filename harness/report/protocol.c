#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "harness/report/internal.h"

/* Names of facts, and words for people; others are shown as they are called. */
static const char *const words[][2] = {
    {"at_ms", "begun"},
    {"type", "kind of device"},
    {"opencl", "OpenCL"},
    {"version", "version of clgemm-bench"},
    {"compute_units", "compute units"},
    {"clock_mhz", "clock, MHz"},
    {"iterations", "timed runs"},
    {"warm_up", "runs before them, to warm up"},
    {"data", "values of A and B"},
    {"seed", "seed"},
    {"repeats", "launches of each point"},
    {"trials", "repetitions"},
    {"paranoid", "every kernel verified with random data"},
    {"peak_gflops", "peak, GFLOP/s"},
    {"peak", "peak is"},
    {"memory_gbytes_per_second", "memory copies, GB/s"},
    {"global_bytes", "memory, bytes"},
    {"allocation_bytes", "greatest buffer, bytes"},
    {"local_bytes", "local memory, bytes"},
    {"opencl_c", "OpenCL C (102 is 1.2)"},
    {"work_group_items", "greatest work-group, work-items"},
    {"native_float_vector", "native vector, floats"},
    {"image_width", "widest image, texels"},
    {"image_height", "highest image, texels"},
    {"peak_of", "peak is of"},
};

/* Shown at the top, or of no use to a reader. */
static const char hidden[] = " record name device driver platform platform_name extensions opened ";

static const char *words_of(const char *name)
{
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(words[i][0], name) == 0)
            return words[i][1];
    return name;
}

static bool is_hidden(struct page *page, const char *name, const json_t *value)
{
    return json_is_array(value) || (json_is_object(value) && strcmp(name, "features") != 0) ||
           strstr(hidden, page_text(page, " %s ", name)) != NULL;
}

/* What works on a device, of the list that `devices` prints. */
static const char *list_features(struct page *page, const json_t *features)
{
    const char *name, *list = "";
    json_t *value;

    json_object_foreach((json_t *)features, name, value)
    {
        if (json_is_true(value))
            list = page_text(page, "%s%s%s", list, *list == '\0' ? "" : ", ", name);
    }
    return list;
}

/* When a run has begun, from milliseconds since 1970. */
static const char *time_words(struct page *page, const json_t *value)
{
    time_t seconds = (time_t)(json_integer_value(value) / 1000);
    struct tm parts;
    char text[64];

    if (gmtime_r(&seconds, &parts) == NULL ||
        strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S UTC", &parts) == 0)
        return "";
    return page_text(page, "%s", text);
}

static const char *value_words(struct page *page, const char *name, const json_t *value)
{
    char *number;
    const char *text;

    if (value == NULL)
        return "";
    if (strcmp(name, "at_ms") == 0)
        return time_words(page, value);
    if (json_is_string(value))
        return json_string_value(value);
    if (json_is_boolean(value))
        return json_is_true(value) ? "yes" : "no";
    if (json_is_object(value))
        return list_features(page, value);
    number = json_dumps(value, JSON_ENCODE_ANY | JSON_REAL_PRECISION(6));
    text = page_text(page, "%s", number == NULL ? "" : number);
    free(number);
    return text;
}

static bool is_shown(const struct page *page, size_t session, size_t device)
{
    return page_device(page, session) == device;
}

/* What each session says of a fact; "": nothing. Platform and driver are said in other places too. */
static void find_values(struct page *page, const char *name, const char **values)
{
    for (size_t i = 0; i < page->session_count; i++) {
        const struct page_session *session = &page->sessions[i];

        values[i] = strcmp(name, "platform") == 0 ? session->platform
                    : strcmp(name, "driver") == 0
                        ? session->driver
                        : value_words(page, name, json_object_get(session->facts, name));
    }
}

/* The files that say a value, where others say another; "". */
static const char *files_that_say(struct page *page, size_t device, const char *const *values,
                                  const char *value)
{
    const char *list = "", *last = "";
    bool differ = false;

    for (size_t i = 0; i < page->session_count; i++) {
        const char *path = page->files[page->sessions[i].file].path;

        if (!is_shown(page, i, device) || *values[i] == '\0')
            continue;
        if (strcmp(values[i], value) != 0) {
            differ = true;
        } else if (path != last) {
            list = page_text(page, "%s%s%s", list, *list == '\0' ? "" : ", ", path);
            last = path;
        }
    }
    return differ ? list : "";
}

static bool was_said(const struct page *page, size_t session, size_t device,
                     const char *const *values)
{
    for (size_t i = 0; i < session; i++)
        if (is_shown(page, i, device) && strcmp(values[i], values[session]) == 0)
            return true;
    return false;
}

static void begin_fact(struct page *page, const char *words)
{
    html_row_head(page->out, words);
    fputs("<td>", page->out);
}

static void write_value(struct page *page, const char *value, const char *note)
{
    fputs("<div>", page->out);
    html_text(page->out, value);
    if (*note != '\0') {
        fputs(" <small>", page->out);
        html_text(page->out, note);
        fputs("</small>", page->out);
    }
    fputs("</div>", page->out);
}

/* A row: each value once, with the files that say it. */
static void write_fact(struct page *page, size_t device, const char *name, const char **values)
{
    find_values(page, name, values);
    begin_fact(page, words_of(name));
    for (size_t i = 0; i < page->session_count; i++)
        if (is_shown(page, i, device) && *values[i] != '\0' && !was_said(page, i, device, values))
            write_value(page, values[i], files_that_say(page, device, values, values[i]));
    fputs("</td></tr>\n", page->out);
}

/* What was read, and the device's name above it. */
static void write_files(struct page *page, size_t device)
{
    size_t last = SIZE_MAX;

    for (size_t i = 0; i < page->session_count; i++) {
        const struct page_session *session = &page->sessions[i];

        if (!is_shown(page, i, device) || session->file == last)
            continue;
        if (last == SIZE_MAX) {
            html_headed_table(page->out, "facts", session->device, "fact|value", NULL, 0);
            begin_fact(page, "files");
        }
        last = session->file;
        write_value(page, page->files[last].path, page->files[last].kind);
    }
    fputs("</td></tr>\n", page->out);
}

static void write_device(struct page *page, size_t device, const char **values)
{
    json_t *written = json_object(), *value;
    const char *name;

    write_files(page, device);
    write_fact(page, device, "platform", values);
    write_fact(page, device, "driver", values);
    for (size_t i = 0; i < page->session_count; i++) {
        json_object_foreach(page->sessions[i].facts, name, value)
        {
            if (!is_shown(page, i, device) || is_hidden(page, name, value) ||
                json_object_get(written, name) != NULL)
                continue;
            json_object_set_new(written, name, json_true());
            write_fact(page, device, name, values);
        }
    }
    json_decref(written);
    html_table_end(page->out);
}

void page_write_protocol(struct page *page)
{
    const char **values = calloc(page->session_count + 1, sizeof *values);

    if (values == NULL)
        fault_memory(page->fault);
    for (size_t device = 0; device < page_device_count(page) && values != NULL; device++)
        write_device(page, device, values);
    free(values);
}
