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

/* A row: what each session of the device says of it. */
static void write_fact(struct page *page, size_t device, const char *name)
{
    fputs("<tr><th scope=\"row\">", page->out);
    html_text(page->out, words_of(name));
    fputs("</th>", page->out);
    for (size_t i = 0; i < page->session_count; i++)
        if (is_shown(page, i, device))
            html_cell(page->out,
                      value_words(page, name, json_object_get(page->sessions[i].facts, name)));
    fputs("</tr>\n", page->out);
}

/* Platform and driver, which are said in other places too. */
static void write_place(struct page *page, size_t device)
{
    for (int row = 0; row < 2; row++) {
        fprintf(page->out, "<tr><th scope=\"row\">%s</th>", row == 0 ? "platform" : "driver");
        for (size_t i = 0; i < page->session_count; i++)
            if (is_shown(page, i, device))
                html_cell(page->out,
                          row == 0 ? page->sessions[i].platform : page->sessions[i].driver);
        fputs("</tr>\n", page->out);
    }
}

static void write_heads(struct page *page, size_t device)
{
    fputs("<div class=\"box\" tabindex=\"0\" role=\"region\" aria-label=\"Environment and "
          "protocol\"><table class=\"facts\"><caption>",
          page->out);
    for (size_t i = 0; i < page->session_count; i++)
        if (is_shown(page, i, device)) {
            html_text(page->out, page->sessions[i].device);
            break;
        }
    fputs("</caption><thead><tr><td></td>", page->out);
    for (size_t i = 0; i < page->session_count; i++)
        if (is_shown(page, i, device)) {
            const struct page_file *file = &page->files[page->sessions[i].file];

            fputs("<th scope=\"col\">", page->out);
            html_text(page->out, file->path);
            fputs("<br><small>", page->out);
            html_text(page->out, file->kind);
            fputs("</small></th>", page->out);
        }
    fputs("</tr></thead><tbody>\n", page->out);
}

static void write_device(struct page *page, size_t device)
{
    json_t *written = json_object(), *value;
    const char *name;

    write_heads(page, device);
    write_place(page, device);
    for (size_t i = 0; i < page->session_count; i++) {
        json_object_foreach(page->sessions[i].facts, name, value)
        {
            if (!is_shown(page, i, device) || is_hidden(page, name, value) ||
                json_object_get(written, name) != NULL)
                continue;
            json_object_set_new(written, name, json_true());
            write_fact(page, device, name);
        }
    }
    json_decref(written);
    html_table_end(page->out);
}

void page_write_protocol(struct page *page)
{
    for (size_t device = 0; device < page_device_count(page); device++)
        write_device(page, device);
}
