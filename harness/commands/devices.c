#include <jansson.h>

#include "harness/commands/commands.h"
#include "harness/output/figures.h"
#include "harness/opencl/traits.h"
#include "harness/base/embedded.h"
#include "harness/base/json_read.h"
#include "harness/opencl/peak.h"

struct finding {
    bool opened;
    bool works[FEATURE_COUNT];
    const char *profile;
    struct peak peaks[CALCULATED_TYPE_COUNT]; /* by the profile; gflops 0: it states none */
    unsigned number; /* by which -d names the device beside -t as it was given */
};

static int find(struct device *device, struct finding *finding, struct fault *fault)
{
    finding->profile = device_profile(device);
    for (int type = 0; type < CALCULATED_TYPE_COUNT; type++)
        if (peak_by_profile(device, element_word((enum element_type)type), &finding->peaks[type],
                            fault))
            return -1;
    finding->opened = device_start(device, NULL) == 0;
    for (int i = 0; finding->opened && i < FEATURE_COUNT; i++)
        finding->works[i] = probe_feature(device, (enum feature)i);
    return 0;
}

static void print_text(const struct device *device, const struct finding *finding)
{
    printf("-p %u -d %u  %s (%s)\n", device->platform_number, finding->number, device->name,
           device_type_word(device));
    printf("  platform       %s\n", device->platform_name);
    printf("  vendor         %s\n", device->vendor);
    printf("  version        %s, OpenCL C %u.%u, driver %s\n", device->version,
           device->opencl_c / 100, device->opencl_c % 100, device->driver);
    printf("  compute units  %u", device->compute_units);
    if (device->clock_mhz > 0)
        printf(" at %u MHz", device->clock_mhz);
    printf(", native vector of %u floats\n", device->native_float_vector);
    printf("  memory         %.1f GB, one buffer at most %.1f GB, local %llu KB\n",
           (double)device->global_bytes * 1e-9, (double)device->allocation_bytes * 1e-9,
           (unsigned long long)device->local_bytes / 1024);
    printf("  work-group     %zu work-items at most\n", device->work_group_items);
    if (device->images)
        printf("  image2d        %zu x %zu at most\n", device->image_width, device->image_height);
    if (!finding->opened)
        printf("  cannot be opened\n");
    for (int i = 0; finding->opened && i < FEATURE_COUNT; i++)
        printf("  %-3s %s\n", finding->works[i] ? "yes" : "no", feature_words((enum feature)i));
    printf("  profile        %s\n", finding->profile);
    for (int i = 0; i < CALCULATED_TYPE_COUNT; i++)
        if (finding->peaks[i].gflops > 0)
            printf("  peak           %.2f GFLOP/s in %s (%s)\n", finding->peaks[i].gflops,
                   element_word((enum element_type)i), finding->peaks[i].words);
}

static json_t *make_json(const struct device *device, const struct finding *finding)
{
    json_t *features = json_object(), *peaks = json_object();
    json_t *object = json_pack(
        "{s:I, s:i, s:i, s:s, s:s, s:s, s:s, s:s, s:s, s:s, s:i, s:i, s:i, s:I, s:I, s:I, s:I, "
        "s:b, "
        "s:I, s:I, s:I, s:b}",
        "at_ms", (json_int_t)time_epoch_ms(), "platform", (int)device->platform_number, "device",
        (int)finding->number, "platform_name", device->platform_name, "name", device->name,
        "vendor", device->vendor, "type", device_type_word(device), "opencl", device->version,
        "version", clgemm_version(), "driver", device->driver, "opencl_c", (int)device->opencl_c,
        "compute_units", (int)device->compute_units, "clock_mhz", (int)device->clock_mhz,
        "native_float_vector", (json_int_t)device->native_float_vector, "global_bytes",
        (json_int_t)device->global_bytes, "allocation_bytes", (json_int_t)device->allocation_bytes,
        "local_bytes", (json_int_t)device->local_bytes, "images", (int)device->images,
        "image_width", (json_int_t)device->image_width, "image_height",
        (json_int_t)device->image_height, "work_group_items", (json_int_t)device->work_group_items,
        "opened", (int)finding->opened);

    for (int i = 0; i < FEATURE_COUNT; i++)
        json_object_set_new(features, feature_name((enum feature)i),
                            json_boolean(finding->works[i]));
    for (int i = 0; i < CALCULATED_TYPE_COUNT; i++)
        if (finding->peaks[i].gflops > 0)
            json_object_set_new(peaks, element_word((enum element_type)i),
                                json_real(finding->peaks[i].gflops));
    /* What the driver says of extensions is left out if it is no UTF-8. */
    members_add(object, json_pack("{s:o, s:s, s:o, s:o*}", "features", features, "profile",
                                  finding->profile, "peaks", peaks, "extensions",
                                  json_string(device->extensions)));
    return object;
}

int devices_command(const struct options *options, struct fault *fault)
{
    struct device *devices;
    size_t device_count, shown = 0;
    int status = 0;

    if (devices_list(&devices, &device_count, fault))
        return -1;
    for (size_t i = 0; i < device_count && status == 0; i++) {
        struct finding finding;

        if (!device_fits(&options->device, devices, i))
            continue;
        finding.number = device_number(&options->device, devices, i);
        status = find(&devices[i], &finding, fault);
        if (status != 0)
            break;
        if (options->format == FORMAT_JSON) {
            figures_line(make_json(&devices[i], &finding));
        } else {
            printf("%s", shown == 0 ? "" : "\n");
            print_text(&devices[i], &finding);
        }
        shown++;
        device_close(&devices[i]);
    }
    if (status == 0 && shown == 0)
        status = device_none(&options->device, devices, device_count, fault);
    devices_free(devices, device_count);
    return status;
}

/* ------------------------------------------------------------------------------------ the peak */

static void print_peak(const char *name, const struct peak_formula *formula, uint64_t units,
                       uint64_t clock_mhz)
{
    printf("%s\n", name);
    if (formula->operations_per_cycle <= 0) {
        printf("  profile %s states no peak: bench measures one\n\n", formula->profile);
        return;
    }
    printf("  profile %s: %s\n", formula->profile, formula->words);
    if (clock_mhz == 0)
        printf("  the device reports no clock: bench measures a peak\n\n");
    else
        printf("  %g a cycle x %llu compute units x %g GHz = %.1f GFLOP/s\n\n",
               formula->operations_per_cycle, (unsigned long long)units, (double)clock_mhz * 1e-3,
               peak_by_formula(formula, (unsigned)units, (unsigned)clock_mhz));
}

static int explain_machine(const struct embedded_file *file, struct fault *fault)
{
    json_t *root = json_loadb(file->text, file->length, JSON_REJECT_DUPLICATES, NULL);
    struct place place = {.value = root, .fault = fault};
    const char *name, *profile;
    struct peak_formula formula;
    uint64_t units, clock_mhz;
    int status = -1;

    snprintf(place.path, sizeof place.path, "%.100s", file->name);
    if (place_object(&place, "name profile compute_units clock_mhz") &&
        place_string(&place, "name", &name) && place_string(&place, "profile", &profile) &&
        place_size(&place, "compute_units", 1, 1000000, &units) &&
        place_size(&place, "clock_mhz", 1, 1000000, &clock_mhz) &&
        peak_formula_read(profile, element_word(TYPE_F32), &formula, fault) == 0) {
        print_peak(name, &formula, units, clock_mhz);
        status = 0;
    }
    json_decref(root);
    return status;
}

/* Types beyond f32 where the profile states a peak for them. */
static int explain_device(const struct options *options, struct fault *fault)
{
    static const enum element_type types[] = {TYPE_F32, TYPE_F64, TYPE_F16};
    struct device device;
    int status = 0;

    if (device_open(&options->device, &device, fault))
        return -1;
    for (size_t i = 0; i < sizeof types / sizeof *types && status == 0; i++) {
        struct peak_formula formula;
        char name[300];

        snprintf(name, sizeof name, "%s, %s", device.name, element_word(types[i]));
        status =
            peak_formula_read(device_profile(&device), element_word(types[i]), &formula, fault);
        if (status == 0 && (i == 0 || formula.operations_per_cycle > 0))
            print_peak(name, &formula, device.compute_units, device.clock_mhz);
    }
    device_close(&device);
    return status;
}

int explain_command(const struct options *options, struct fault *fault)
{
    printf("peak = operations a cycle and compute unit x compute units x clock\n\n"
           "A device may run at a higher clock than it reports; --peak measured measures.\n\n");
    for (const struct embedded_file *file = bench_embedded_machines; file->name != NULL; file++)
        if (explain_machine(file, fault))
            return -1;
    return explain_device(options, fault);
}
