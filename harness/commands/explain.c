#include "harness/commands/commands.h"

#include <string.h>

#include "harness/base/embedded.h"
#include "harness/base/json_read.h"
#include "harness/opencl/peak.h"
#include "harness/opencl/traits.h"

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
