#include "harness/report/report.h"

#include <string.h>

#include "clgemm.h"
#include "harness/base/embedded.h"
#include "harness/base/output_file.h"
#include "harness/manifest/element.h"
#include "harness/report/internal.h"

/* ------------------------------------------------------------------------------------ the model */

static json_t *add_list(json_t *model, const char *name)
{
    json_object_set_new(model, name, json_array());
    return json_object_get(model, name);
}

/* Operations of a product and its addition, and bytes, of each type that a matrix may have. */
static json_t *list_elements(void)
{
    json_t *elements = json_object();

    for (enum element_type type = 0; element_of_matrix(type); type++)
        json_object_set_new(elements, element_word(type),
                            json_pack("[f, f]", element_operations(type), element_share(type)));
    return elements;
}

/* False: no memory, which is the page's error. */
static bool begin(struct page *page, const struct page_options *options, struct fault *fault)
{
    json_t *model = json_pack("{s:s, s:f, s:f, s:o, s:o}", "version", clgemm_version(), "peak",
                              options->peak, "bandwidth", options->bandwidth, "elements",
                              list_elements(), "kinds", page_kinds());

    *page = (struct page){.options = options,
                          .model = model,
                          .files = add_list(model, "files"),
                          .sessions = add_list(model, "sessions"),
                          .records = add_list(model, "records"),
                          .spaces = add_list(model, "spaces"),
                          .texts = add_list(model, "texts"),
                          .numbers = {json_object(), json_object()},
                          .fault = fault};
    return (page->texts != NULL && page->numbers[0] != NULL && page->numbers[1] != NULL) ||
           fault_memory(fault) == 0;
}

/* A bandwidth or a peak is one device's. */
static void check_limits(const struct page *page)
{
    const struct page_options *options = page->options;
    json_t *devices = json_object(), *session;
    size_t i, count;

    json_array_foreach(page->sessions, i, session)
    {
        json_object_set_new(devices, member_text_or(session, "device", ""), json_true());
    }
    count = json_object_size(devices);
    json_decref(devices);
    if (count > 1 && (options->peak > 0 || options->bandwidth > 0))
        fault_set(
            page->fault, FAULT_USAGE,
            "--%s is one device's, and the files are of %zu devices; ask for a report of each",
            options->bandwidth > 0 ? "bandwidth" : "peak", count);
}

int page_read(struct page *page, const struct page_options *options, struct fault *fault)
{
    int status = begin(page, options, fault) ? 0 : -1;

    for (size_t i = 0; i < options->file_count && status == 0; i++)
        status = page_read_file(page, options->files[i]);
    if (status == 0)
        check_limits(page);
    return fault->code == FAULT_NONE ? 0 : -1;
}

void page_release(struct page *page)
{
    json_decref(page->model);
    json_decref(page->numbers[0]);
    json_decref(page->numbers[1]);
    for (size_t i = 0; i < PAGE_OBJECTS; i++)
        page_forget(&page->objects[i]);
}

/* ------------------------------------------------------------------------------------- the page */

/* Neither a tag nor the end of a line of a script (U+2028 and U+2029 are escaped with all that is
 * not ASCII) is in what is written. */
static int write_part(const char *bytes, size_t count, void *out)
{
    const char *tag;

    for (; (tag = memchr(bytes, '<', count)) != NULL; bytes = tag + 1) {
        fwrite(bytes, 1, (size_t)(tag - bytes), out);
        fputs("\\u003c", out);
        count -= (size_t)(tag + 1 - bytes);
    }
    fwrite(bytes, 1, count, out);
    return 0;
}

bool page_write_model(const json_t *model, FILE *out)
{
    return json_dump_callback(model, write_part, out,
                              JSON_COMPACT | JSON_ENSURE_ASCII | JSON_REAL_PRECISION(9)) == 0;
}

/* The frame, whose names between @ stand for what is put there. False: no memory. */
static bool write_frame(const json_t *model, FILE *out)
{
    const char *at = embedded_text("report/page.html");
    bool good = true;

    for (const char *name; good && (name = strchr(at, '@')) != NULL;
         at = strchr(name + 1, '@') + 1) {
        fwrite(at, 1, (size_t)(name - at), out);
        if (strncmp(name, "@model@", 7) == 0) {
            good = page_write_model(model, out);
        } else if (strncmp(name, "@style@", 7) == 0) {
            fputs(embedded_text("report/picture.css"), out);
            fputs(embedded_text("report/page.css"), out);
        } else {
            fputs(embedded_text("report/elements.js"), out);
            fputs(embedded_text("report/runs.js"), out);
            fputs(embedded_text("report/page.js"), out);
        }
    }
    fputs(at, out);
    return good;
}

static void write_page(const struct page *page)
{
    struct output output;

    if (output_open(page->options->output, &output, page->fault))
        return;
    if (!write_frame(page->model, output.stream))
        fault_memory(page->fault);
    output_close(&output, page->fault);
}

int page_make(const struct page_options *options, struct fault *fault)
{
    struct page page;

    if (page_read(&page, options, fault) == 0)
        write_page(&page);
    page_release(&page);
    return fault->code == FAULT_NONE ? 0 : -1;
}
