/* The command line. */
#ifndef HARNESS_OPTIONS_H
#define HARNESS_OPTIONS_H

#include "harness/cases.h"
#include "harness/device.h"

enum command {
    COMMAND_HELP,
    COMMAND_VERSION,
    COMMAND_DEVICES,
    COMMAND_CHECK,
    COMMAND_BENCH
};
enum format {
    FORMAT_TEXT,
    FORMAT_JSON,
    FORMAT_CSV
};

/* An option of the generator, passed on as it came. */
struct setting {
    const char *name;
    const char *value; /* NULL: a switch without a value */
};

struct options {
    enum command command;
    struct device_choice device;
    enum format format;
    const char **manifests; /* paths; "-": standard input */
    size_t manifest_count;
    const char **presets;
    size_t preset_count;
    bool all_presets, all_layouts, all_transposes, names_edges;
    bool covering;       /* check the points of a covering set of the generator's space ... */
    uint64_t sample;     /* ... or so many random ones; 0: neither */
    const char *journal; /* of these checks; NULL: none */
    const char **params; /* lists of values for the space: "tile=8x8,16x2" */
    size_t param_count;
    struct setting *settings;
    size_t setting_count;
    enum case_sizes sizes;
    struct wish wish; /* -M -N -K, alpha 1, beta 0 */
    uint64_t iterations, warm_up, trials, seed;
    bool validate, edited;
    const char *peak; /* "profile", "measured", GFLOP/s, or NULL */
    enum data data;
    uint64_t memory; /* host bytes */
};

/* Reads the command line. Strings point into argv. On success options_release is due. Errors:
 * FAULT_USAGE with the nearest known names. */
int options_read(int argc, char **argv, struct options *options, struct fault *fault);
void options_release(struct options *options);

/* --help, on stdout. */
void options_help(void);

#endif
