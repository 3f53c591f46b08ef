#include "harness/report/internal.h"

/* The device of a run or a space, and the type of its sums. */
static const char *key_of(struct page *page, const json_t *item)
{
    const size_t session = (size_t)json_integer_value(json_object_get(item, "session"));

    return page_text(
        page, "%s\n%.0f", page_string(json_array_get(page->sessions, session), "device"),
        json_is_integer(json_object_get(item, "sums")) ? page_number(item, "sums") : -1);
}

/* Takes the peak of an item where none greater is known of its device and type: what the command
 * line states goes before what files have. */
static void take(struct page *page, json_t *known, const json_t *item)
{
    const double stated = page->options->peak;
    const double peak = stated > 0 ? stated : page_number(item, "peak");
    const char *key = key_of(page, item);
    json_t *one = json_object_get(known, key);

    if (!(peak > page_number(one, "gflops")))
        return;
    if (one == NULL) {
        one = page_add(page, page->peaks,
                       json_pack("{s:I}", "number", (json_int_t)json_array_size(page->peaks)));
        json_object_set(known, key, one);
    }
    page_put_number(one, "gflops", peak);
    json_object_del(one, "words");
    if (stated > 0)
        page_put_text(page, one, "words", "stated on the command line");
    else
        json_object_set(one, "words", json_object_get(item, "peak_words"));
}

/* The item's peak becomes the number of the one that is known, in the list of peaks. */
static void give(json_t *known, json_t *item)
{
    const json_t *best = known == NULL ? NULL : json_object_get(known, "number");

    json_object_del(item, "peak_words");
    json_object_del(item, "peak");
    if (best != NULL)
        json_object_set(item, "peak", (json_t *)best);
}

/* A library without a peak may have run elsewhere. */
static bool is_elsewhere(const json_t *item)
{
    return json_is_true(json_object_get(item, "library")) && !(page_number(item, "peak") > 0);
}

void page_share_peaks(struct page *page)
{
    json_t *const lists[] = {page->runs, page->spaces};
    json_t *known = json_object(), *item;
    size_t i;

    for (int list = 0; list < 2; list++)
        json_array_foreach(lists[list], i, item)
        {
            take(page, known, item);
        }
    for (int list = 0; list < 2; list++)
        json_array_foreach(lists[list], i, item)
        {
            give(is_elsewhere(item) && page->options->peak <= 0
                     ? NULL
                     : json_object_get(known, key_of(page, item)),
                 item);
        }
    json_decref(known);
}
