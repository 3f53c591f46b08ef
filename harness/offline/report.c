/* Rows of `offline`: a table, JSON (one object a line), CSV. */
#include <inttypes.h>

#include <jansson.h>

#include "clgemm.h"
#include "harness/base/timing.h"
#include "harness/offline/internal.h"
#include "harness/output/figure.h"

static const char columns[] =
    "kernel name target state simd registers spill_bytes local_bytes loop_instructions "
    "loop_multiply_adds multiply_add_percent listing occupancy occupancy_of engine "
    "engine_instructions engine_instructions_planned reason";

void offline_print_head(enum format format, int width)
{
    if (format == FORMAT_TEXT)
        printf("%-*s  %-16s %5s %10s %8s %8s  %-24s %s\n", width, "kernel", "target", "SIMD",
               "registers", "spill B", "local B", "multiply-adds", "occupancy");
    else if (format == FORMAT_CSV)
        csv_head(columns);
}

static void print_text(int width, const struct row_facts *row)
{
    const struct figures *figures = row->figures;
    char registers[24] = "-", spills[24] = "-", share[64] = "no loop", occupancy[40] = "-";
    char engine[80] = "";

    printf("%-*s  %-16s ", width, row->kernel, row->target);
    if (figures == NULL) {
        printf("%s: %s\n", status_compiled(row->status), row->reason);
        fault_print_detail(row->detail, stdout);
        return;
    }
    if (figures->has_registers) {
        snprintf(registers, sizeof registers, "%u", figures->registers);
        snprintf(spills, sizeof spills, "%" PRIu64, figures->spill_bytes);
    }
    if (figures->loop.instructions > 0)
        snprintf(share, sizeof share, "%5.1f %% (%zu/%zu %s)", offline_share(figures),
                 figures->loop.multiply_adds, figures->loop.instructions, figures->listing);
    if (row->step->engine != NULL)
        snprintf(engine, sizeof engine, "  %.20s %" PRIu64 " of %" PRIu64, row->step->engine,
                 figures->on_engine, row->step->engine_instructions);
    if (figures->occupancy > 0)
        snprintf(occupancy, sizeof occupancy, "%u %s", figures->occupancy, figures->occupancy_of);
    printf("%5u %10s %8s %8" PRIu64 "  %-24s %s%s\n", figures->lanes, registers, spills,
           figures->local_bytes, share, occupancy, engine);
    if (row->reason[0] != '\0')
        printf("  %s: %s\n", status_compiled(row->status), row->reason);
}

static json_t *number_or_null(bool known, uint64_t number)
{
    return known ? json_integer((json_int_t)number) : json_null();
}

static json_t *row_record(const struct row_facts *row)
{
    const struct figures *figures = row->figures;
    const struct manifest *manifest = row->manifest;
    const bool loop = figures != NULL && figures->loop.instructions > 0;
    json_t *object =
        json_pack("{s:I, s:s, s:s, s:s, s:s, s:s*, s:s*, s:s*, s:s*, s:s*}", "at_ms",
                  (json_int_t)time_epoch_ms(), "version", clgemm_version(), "kernel", row->kernel,
                  "target", row->target, "state", status_compiled(row->status), "reason",
                  row->reason[0] == '\0' ? NULL : row->reason, "log", row->detail, "name",
                  manifest == NULL ? NULL : manifest->name, "command",
                  manifest == NULL ? NULL : manifest->command, "entry",
                  row->step == NULL ? NULL : row->step->entry);

    if (figures == NULL)
        return object;
    members_add(object,
                json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:s}", "simd",
                          number_or_null(figures->lanes > 0, figures->lanes), "registers",
                          number_or_null(figures->has_registers, figures->registers), "spill_bytes",
                          number_or_null(figures->has_registers, figures->spill_bytes),
                          "local_bytes", number_or_null(true, figures->local_bytes),
                          "loop_instructions", number_or_null(loop, figures->loop.instructions),
                          "loop_multiply_adds", number_or_null(loop, figures->loop.multiply_adds),
                          "multiply_add_percent",
                          loop ? json_real(offline_share(figures)) : json_null(), "listing",
                          figures->listing));
    if (row->step->engine != NULL)
        members_add(object,
                    json_pack("{s:s, s:I, s:I}", "engine", row->step->engine, "engine_instructions",
                              (json_int_t)figures->on_engine, "engine_instructions_planned",
                              (json_int_t)row->step->engine_instructions));
    members_add(object,
                json_pack("{s:o, s:s?, s:s*}", "occupancy",
                          number_or_null(figures->occupancy > 0, figures->occupancy),
                          "occupancy_of", figures->occupancy > 0 ? figures->occupancy_of : NULL,
                          "missing", figures->missing));
    return object;
}

static void print_json(json_t *record)
{
    json_dumpf(record, stdout, JSON_COMPACT | JSON_ENSURE_ASCII | JSON_REAL_PRECISION(6));
    printf("\n");
    json_decref(record);
}

void offline_print_row(enum format format, int width, const struct row_facts *row)
{
    if (format == FORMAT_JSON)
        print_json(row_record(row));
    else if (format == FORMAT_CSV)
        csv_row(columns, row_record(row));
    else
        print_text(width, row);
}
