/* How the figures of `bench` are shown. */
#pragma once

#include "harness/base/json_read.h"
#include "harness/cli/words.h"
#include "harness/opencl/peak.h"
#include "harness/base/timing.h"

/* One timed run. */
struct sample {
    double device_ms, wall_ms;
    double prepare_ms;  /* steps that run for new weights; 0 unless asked for */
    double transfer_ms; /* operands to the device and C back; 0 unless asked for */
    double total_ms;    /* wall and transfer */
    bool validated;     /* its result was compared */
};

/* Everything that is known of one kernel. */
struct measurement {
    const char *label;
    const struct manifest *manifest;
    uint64_t m, n, k, members; /* members of a batch, of one product 1 */
    const char *rows;          /* of groups: how rows are dealt out to them, "even"; else NULL */
    double alpha, beta;
    double flops,
        bytes; /* of one run: 2 M N K for each member, and the manifest's own count of bytes */
    double build_ms, prepare_ms; /* prepare_ms: steps that run once for each set of weights */
    struct sample *samples;
    size_t sample_count;
    double *step_ms;   /* medians, one a step of the manifest */
    double supporting; /* share of their sum that is not the main step's; below 0: not known */
    struct time_summary device, wall;
    bool with_transfer;                  /* transfers were timed */
    struct time_summary transfer, total; /* total: wall and transfer */
    struct peak peak;
    double
        bandwidth; /* GB/s of the memory, where no cache is sure to hold the bytes; 0: not known */
    const char *over;      /* kernel that it is compared with; NULL: none */
    struct spread speedup; /* how many times as fast as that it is, over the samples */
    char way[64];     /* how a library multiplied the members of a batch, in words; "": not told */
    char compute[48]; /* the arithmetic that a library multiplied in; "": not told */
    char verified[160]; /* how, in words */
    double worst; /* greatest error in parts of its bound; below 0: compared bit by bit only */
};

/* Facts shared by all figures of a command. */
struct figures_frame {
    enum format format;
    const struct schedule *schedule;
    const struct device *device;
    size_t measurement_count;  /* kernels in this command */
    const struct peaks *peaks; /* of the device, those that were asked for */
    double bandwidth;          /* of its memory, GB/s; 0: not measured */
};

/* Words for the data pattern. */
const char *figures_data(enum data data);

/* GFLOP/s at a time in milliseconds. */
double figures_gflops(const struct measurement *measurement, double ms);

/* Says of a kernel that some of its runs took far longer than the others (struct time_summary): by
 * the device's clock, else by the host's. False: none did. */
bool figures_outliers(const struct measurement *measurement, char *text, size_t room);

/* The stages of showing them; NULL: a format shows nothing there. */
struct figures_format {
    void (*begin)(const struct figures_frame *frame);
    void (*sample)(const struct figures_frame *frame, const struct measurement *measurement,
                   size_t index);
    void (*end)(const struct figures_frame *frame, const struct measurement *const *measurements,
                size_t count);
};

extern const struct figures_format figures_text, figures_markdown, figures_json, figures_csv,
    figures_gatlas;

/* How records are written: one line, in ASCII. */
#define FIGURES_JSON_FLAGS (JSON_COMPACT | JSON_ENSURE_ASCII | JSON_REAL_PRECISION(9))

/* The record of a kernel that was measured; `shown`: with what only people are told of. */
json_t *figures_measurement(const struct measurement *measurement, bool shown);

/* Adds figures to a record, where they are known: names, separated by blanks, or `group*` for all of
 * a group (figures.def). As record_require (figure.h). */
void figures_add(json_t *record, const struct measurement *measurement, const char *names);

/* The device, and what data it works on, as a JSON record that opens the output of a command. */
json_t *figures_device(const struct device *device, const char *data, uint64_t seed);

/* The same with the runs that are measured, and the bandwidth of the memory, GB/s; 0: it is not told. */
json_t *figures_protocol(const struct device *device, const struct schedule *schedule,
                         double bandwidth);

/* States the peak of all kernels whose sums are of a type, as a line or as a JSON record; the
 * others have it in their rows. */
void figures_peak(enum format format, const struct peak *peak);

/* States every peak that is known. */
void figures_peaks(const struct figures_frame *frame);

/* Says, where a speed is above its peak, how far and what that means: below a table, beside records
 * on the standard error. Once a command. */
void figures_above(enum format format, const struct peak_above *above);

/* Adds what is multiplied (types, layout, transposes) and the command to a record. */
void figures_problem(json_t *object, const struct manifest *manifest);

/* The record of a kernel that was not measured: who, what it computes where that is known, and
 * why. */
json_t *figures_failure(const char *label, const struct manifest *manifest,
                        const struct fault *fault);

/* Prints a record as one line on stdout; takes it. As record_require (figure.h). */
void figures_line(json_t *object);
