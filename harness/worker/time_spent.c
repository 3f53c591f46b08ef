#include "harness/worker/time_spent.h"

#include <math.h>
#include <stdio.h>

#include "harness/output/figures.h"

void time_spent_add(struct time_spent *spent, const struct client *client)
{
    for (int i = 0; i < WORK_KINDS; i++)
        spent->ms[i] += client->spent[i];
    spent->data_made += client->data_made;
    spent->references += client->references;
}

void time_spent_join(struct time_spent *spent, const struct time_spent *part)
{
    for (int i = 0; i < WORK_KINDS; i++)
        spent->ms[i] += part->ms[i];
    spent->beside_ms += part->beside_ms;
    spent->data_made += part->data_made;
    spent->references += part->references;
}

static void show_record(const struct time_spent *spent, double waiting_ms)
{
    json_t *record = json_pack("{s:s, s:f}", "record", "work", "total_ms", spent->total_ms);
    char name[32];

    for (int i = 0; i < WORK_KINDS; i++) {
        snprintf(name, sizeof name, "%s_ms", work_words[i]);
        json_object_set_new(record, name, json_real(spent->ms[i]));
    }
    members_add(record, json_pack("{s:f, s:I, s:I}", "waiting_ms", waiting_ms, "data_made",
                                  (json_int_t)spent->data_made, "references",
                                  (json_int_t)spent->references));
    figures_line(record);
}

void time_spent_show(const struct time_spent *spent, enum format format, const char *more)
{
    const double all = spent->total_ms + spent->beside_ms;
    double waiting_ms = all;

    for (int i = 0; i < WORK_KINDS; i++)
        waiting_ms -= spent->ms[i];
    waiting_ms = fmax(waiting_ms, 0);
    if (format == FORMAT_JSON)
        show_record(spent, waiting_ms);
    if (format != FORMAT_TEXT)
        return;
    printf("time: %.1f s:", spent->total_ms * 1e-3);
    for (int i = 0; i <= WORK_KINDS; i++) {
        const double ms = i < WORK_KINDS ? spent->ms[i] : waiting_ms;

        printf(" %s %.1f s (%.1f %%)%s", i < WORK_KINDS ? work_words[i] : "waiting", ms * 1e-3,
               100 * ms / all, i < WORK_KINDS ? "," : "");
    }
    printf("%s\n", more);
}
