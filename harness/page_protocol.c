#include <stdlib.h>
#include <string.h>

#include "harness/page_impl.h"

/* Names of facts, and words for people; others are shown as they are called. */
static const char *const words[][2] = {
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

static bool is_hidden(struct page *page, const char *name)
{
    return strstr(hidden, page_text(page, " %s ", name)) != NULL;
}

static void write_fact(FILE *out, const char *name, const char *text)
{
    fputs("<tr><th scope=\"row\">", out);
    html_text(out, name);
    fputs("</th>", out);
    html_cell(out, text);
    fputs("</tr>\n", out);
}

static void write_value(FILE *out, const char *name, const json_t *value)
{
    char *number;

    if (json_is_string(value)) {
        write_fact(out, name, json_string_value(value));
        return;
    }
    if (json_is_boolean(value)) {
        write_fact(out, name, json_is_true(value) ? "yes" : "no");
        return;
    }
    number = json_dumps(value, JSON_ENCODE_ANY | JSON_REAL_PRECISION(6));
    write_fact(out, name, number == NULL ? "" : number);
    free(number);
}

/* What works on a device, of the list that `devices` prints. */
static void write_features(struct page *page, const json_t *features)
{
    const char *name, *list = "";
    json_t *value;

    json_object_foreach((json_t *)features, name, value)
    {
        if (json_is_true(value))
            list = page_text(page, "%s%s%s", list, *list == '\0' ? "" : ", ", name);
    }
    write_fact(page->out, "found to work", list);
}

static void write_session(struct page *page, const struct page_session *session)
{
    const struct page_file *file = &page->files[session->file];
    const char *name;
    json_t *value;

    fputs("<div class=\"box\" tabindex=\"0\" role=\"region\" aria-label=\"", page->out);
    html_text(page->out, file->path);
    fputs("\"><table class=\"facts\"><caption><code>", page->out);
    html_text(page->out, file->path);
    fputs("</code>, ", page->out);
    html_text(page->out, file->kind);
    fputs("</caption><tbody>\n", page->out);
    write_fact(page->out, "device", session->device);
    if (*session->platform != '\0')
        write_fact(page->out, "platform", session->platform);
    write_fact(page->out, "driver", session->driver);
    json_object_foreach(session->facts, name, value)
    {
        if (strcmp(name, "features") == 0)
            write_features(page, value);
        else if (!is_hidden(page, name) && !json_is_object(value) && !json_is_array(value))
            write_value(page->out, words_of(name), value);
    }
    html_table_end(page->out);
}

void page_write_protocol(struct page *page)
{
    for (size_t i = 0; i < page->session_count; i++)
        write_session(page, &page->sessions[i]);
}
