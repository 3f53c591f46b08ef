#include "harness/explain.h"

#include <string.h>

#include "harness/embedded.h"
#include "harness/json_read.h"
#include "harness/peak.h"
#include "harness/subject.h"

/* How a profile states its peak is in the manifest of any kernel that is made for it. */
static int read_statement(const struct options *options, const char *profile,
                          struct subject *subject, struct fault *fault)
{
    const struct setting setting = {"for", profile};
    const struct origin origin = {.settings = &setting, .setting_count = 1};
    const struct device_voice voice = {"emulated", profile};

    return subject_make(options, &origin, &voice, subject, fault);
}

static void print_peak(const char *name, const struct manifest *manifest, uint64_t units,
                       uint64_t clock_mhz)
{
    printf("%s\n", name);
    if (manifest->peak_formula == NULL) {
        printf("  its profile states no peak: bench measures one\n\n");
        return;
    }
    printf("  profile %s: %s\n", manifest->peak_profile, manifest->peak_formula);
    if (clock_mhz == 0)
        printf("  the device tells no clock: bench measures a peak\n\n");
    else
        printf("  %g a cycle x %llu compute units x %g GHz = %.1f GFLOP/s\n\n",
               manifest->peak_operations_per_cycle, (unsigned long long)units,
               (double)clock_mhz * 1e-3,
               peak_by_formula(manifest, (unsigned)units, (unsigned)clock_mhz));
}

static int explain_machine(const struct embedded_file *file, struct fault *fault)
{
    json_t *root = json_loadb(file->text, file->length, JSON_REJECT_DUPLICATES, NULL);
    struct place place = {.value = root, .fault = fault};
    const struct options none = {.command = COMMAND_NONE};
    const char *name, *profile;
    struct subject subject;
    uint64_t units, clock_mhz;
    int status = -1;

    snprintf(place.path, sizeof place.path, "%.100s", file->name);
    if (place_object(&place, "name profile compute_units clock_mhz") &&
        place_string(&place, "name", &name) && place_string(&place, "profile", &profile) &&
        place_size(&place, "compute_units", 1, 1000000, &units) &&
        place_size(&place, "clock_mhz", 1, 1000000, &clock_mhz) &&
        read_statement(&none, profile, &subject, fault) == 0) {
        print_peak(name, &subject.manifest, units, clock_mhz);
        subject_release(&subject);
        status = 0;
    }
    json_decref(root);
    return status;
}

static int explain_device(const struct options *options, struct fault *fault)
{
    struct device device;
    struct device_voice voice;
    struct subject subject;
    int status;

    if (device_open(&options->device, &device, fault))
        return -1;
    device_voice_find(&device, &voice);
    status = read_statement(options, voice.profile, &subject, fault);
    if (status == 0) {
        print_peak(device.name, &subject.manifest, device.compute_units, device.clock_mhz);
        subject_release(&subject);
    }
    device_close(&device);
    return status;
}

int explain_command(const struct options *options, struct fault *fault)
{
    printf("peak = operations a cycle and compute unit x compute units x clock\n\n");
    for (const struct embedded_file *file = bench_embedded_machines; file->name != NULL; file++)
        if (explain_machine(file, fault))
            return -1;
    return explain_device(options, fault);
}
