#include "harness/report/internal.h"

static bool read_shape(struct page *page, size_t session, const struct place *shape,
                       const char *type)
{
    struct page_run run = {.session = session,
                           .part = PART_PROFILE,
                           .group = "tuned profile",
                           .of = "",
                           .note = "",
                           .peak_words = "",
                           .worst = -1,
                           .best = true};
    const char *transpose = json_string_value(json_object_get(shape->value, "transpose"));
    json_t *problem =
        json_pack("{s:{s:s, s:s, s:s}, s:{s:b, s:b}}", "types", "a", type, "b", type, "c", type,
                  "transpose", "a", transpose != NULL && transpose[0] == 't', "b",
                  transpose != NULL && *transpose != '\0' && transpose[1] == 't');
    const json_t *types = json_object_get(problem, "types");
    bool good =
        place_size(shape, "m", 0, 1 << 30, &run.m) && place_size(shape, "n", 0, 1 << 30, &run.n) &&
        place_size(shape, "k", 0, 1 << 30, &run.k) && place_number(shape, "ms", &run.ms) &&
        place_number(shape, "gflops", &run.gflops) && place_string(shape, "options", &run.kernel);

    if (good) {
        run.types = page_types(page, problem);
        run.sums = page_sums(page, types);
        run.bytes = page_traffic(types, run.m, run.n, run.k);
        run.flops = page_flops(types, run.m, run.n, run.k);
        good = page_add_run(page, &run) != NULL;
    }
    json_decref(problem);
    return good;
}

bool page_read_profile(struct page *page, size_t file, struct place *place)
{
    const char *device, *driver, *platform, *type = "f32";
    struct place tuned, list, shape;
    json_t *options = json_object_get(place->value, "options");
    size_t count;

    page->files[file].kind = "profile of tune";
    if (!place_member(place, "tuned", &tuned) || !place_string(&tuned, "device", &device) ||
        !place_string(&tuned, "driver", &driver) || !place_string(&tuned, "platform", &platform) ||
        page_add_session(page, file, device, driver, platform, (json_t *)tuned.value) == NULL ||
        !place_list(place, "shapes", 0, 1 << 20, &list, &count))
        return false;
    if (json_object_iter(options) != NULL)
        type = json_object_iter_key(json_object_iter(options));
    for (size_t i = 0; i < count; i++)
        if (!place_item(&list, i, &shape) ||
            !read_shape(page, page->session_count - 1, &shape, type))
            return false;
    return true;
}
