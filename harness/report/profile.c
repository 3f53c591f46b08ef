#include "harness/report/internal.h"

static bool read_shape(struct page *page, size_t session, const struct place *shape,
                       const char *type)
{
    struct page_run run = {
        .session = session, .part = "profile", .group = "tuned profile", .worst = -1, .best = true};
    const char *transpose = page_string(shape->value, "transpose");
    uint64_t m, n, k;
    json_t *value = json_pack("{s:{s:s, s:s, s:s}, s:{s:b, s:b}}", "types", "a", type, "b", type,
                              "c", type, "transpose", "a", transpose[0] == 't', "b",
                              transpose[0] != '\0' && transpose[1] == 't');
    bool good =
        place_size(shape, "m", 0, PAGE_SIZE, &m) && place_size(shape, "n", 0, PAGE_SIZE, &n) &&
        place_size(shape, "k", 0, PAGE_SIZE, &k) && place_number(shape, "ms", &run.ms) &&
        place_number(shape, "gflops", &run.gflops) && place_string(shape, "options", &run.kernel);

    if (good) {
        run.problem = page_problem(page, value, m, n, k);
        good = page_add_run(page, &run) != NULL;
    }
    json_decref(value);
    return good;
}

bool page_read_profile(struct page *page, size_t file, struct place *place)
{
    const char *device, *driver, *platform, *type = "f32";
    struct place tuned, list, shape;
    json_t *options = json_object_get(place->value, "options");
    size_t count;

    page_set_kind(page, file, "profile of tune");
    if (!place_member(place, "tuned", &tuned) || !place_string(&tuned, "device", &device) ||
        !place_string(&tuned, "driver", &driver) || !place_string(&tuned, "platform", &platform) ||
        page_add_session(page, file, device, driver, platform, tuned.value) == NULL ||
        !place_list(place, "shapes", 0, 1 << 20, &list, &count))
        return false;
    if (json_object_iter(options) != NULL)
        type = json_object_iter_key(json_object_iter(options));
    for (size_t i = 0; i < count; i++)
        if (!place_item(&list, i, &shape) ||
            !read_shape(page, json_array_size(page->sessions) - 1, &shape, type))
            return false;
    return true;
}
