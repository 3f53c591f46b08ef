/* Shared by the formats. */
#include "harness/output/figures.h"

#include "clgemm.h"
#include "harness/output/figure.h"
#include "harness/output/table.h"

const char *figures_data(enum data data)
{
    return data == DATA_ONES    ? "ones"
           : data == DATA_SMALL ? "small (whole numbers -8 to 8)"
                                : "random (uniform in [-1, 1))";
}

bool figures_outliers(const struct measurement *measurement, char *text, size_t room)
{
    const bool device = measurement->device.outliers > 0;
    const struct time_summary *times = device ? &measurement->device : &measurement->wall;

    if (times->outliers == 0)
        return false;
    snprintf(text, room,
             "%zu of %zu runs %s by the clock of the %s, up to %.3f ms, %.1f times the median; "
             "speeds are those of the median",
             times->outliers, measurement->sample_count,
             times->outliers == 1 ? "is an outlier" : "are outliers", device ? "device" : "host",
             times->max, times->median > 0 ? times->max / times->median : 0);
    return true;
}

/* -------------------------------------------------------------------------------- lines of text */

void figures_above(enum format format, const struct peak_above *above)
{
    const bool below = table_format(format);
    char text[400];

    if (above->peak == NULL)
        return;
    peak_above_say(above, text, sizeof text);
    fflush(stdout);
    fprintf(below ? stdout : stderr, "%sabove the peak: %s\n",
            below ? "\n" : "clgemm-bench: ", text);
}

/* -------------------------------------------------------------------------------------- records */

void figures_line(json_t *object)
{
    record_require(object);
    json_dumpf(object, stdout, FIGURES_JSON_FLAGS);
    printf("\n");
    fflush(stdout);
    json_decref(object);
}

json_t *figures_device(const struct device *device, const char *data, uint64_t seed)
{
    return json_pack("{s:s, s:I, s:s, s:s, s:s, s:s, s:s, s:i, s:i, s:s, s:s, s:I}", "record",
                     "device", "at_ms", (json_int_t)time_epoch_ms(), "name", device->name,
                     "platform", device->platform_name, "driver", device->driver, "type",
                     device_type_word(device), "opencl", device->version, "compute_units",
                     (int)device->compute_units, "clock_mhz", (int)device->clock_mhz, "version",
                     clgemm_version(), "data", data, "seed", (json_int_t)seed);
}

json_t *figures_protocol(const struct device *device, const struct schedule *schedule,
                         double bandwidth)
{
    json_t *object = figures_device(device, figures_data(schedule->data), schedule->seed);

    json_object_set_new(object, "iterations", json_integer((json_int_t)schedule->iterations));
    json_object_set_new(object, "warm_up", json_integer((json_int_t)schedule->warm_up));
    if (bandwidth > 0)
        json_object_set_new(object, "memory_gbytes_per_second", json_real(bandwidth));
    return object;
}

void figures_problem(json_t *object, const struct manifest *manifest)
{
    figures_add(object, &(struct measurement){.manifest = manifest}, "problem*");
}

json_t *figures_failure(const char *label, const struct manifest *manifest,
                        const struct fault *fault)
{
    json_t *object =
        json_pack("{s:s, s:s, s:s}", "record", "failure", "kernel", label, "why", fault->text);

    if (manifest != NULL)
        figures_problem(object, manifest);
    members_add(object, json_pack("{s:s*}", "log", fault->detail));
    return object;
}

void figures_peak(enum format format, const struct peak *peak)
{
    if (format == FORMAT_JSON)
        figures_line(json_pack("{s:s, s:s, s:f, s:s}", "record", "peak", "type", peak->kind,
                               "gflops", peak->gflops, "words", peak->words));
    else if (table_format(format))
        printf("%speak    %.2f GFLOP/s in %s (%s)\n", table_item(format), peak->gflops, peak->kind,
               peak->words);
}

void figures_peaks(const struct figures_frame *frame)
{
    for (size_t i = 0; i < frame->peaks->count; i++)
        if (frame->peaks->list[i].gflops > 0)
            figures_peak(frame->format, &frame->peaks->list[i]);
}
