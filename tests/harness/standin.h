/* What the files of a stand-in for the worker share (tests/harness/standin.c says what it is told by). */
#pragma once

#include <jansson.h>
#include <stdbool.h>

enum {
    STANDIN_SLOTS = 64
};

struct slot {
    json_t *manifest;
    char library[32]; /* that multiplies in the kernel's place; "": none */
    json_int_t size[3], seed;
    unsigned launches; /* since `prepare` */
    bool beside;       /* other kernels */
};

/* ----------------------------------------------------------------------------- standin.c */

extern struct slot standin_slots[STANDIN_SLOTS];

/* Takes the kernel of an order. */
void standin_take_manifest(struct slot *slot, const json_t *order);

/* Takes the sizes and the seed of an order. */
void standin_take_problem(struct slot *slot, const json_t *order);

/* Milliseconds of the slot's next launch, which it counts. */
double standin_launch(struct slot *slot);

/* ---------------------------------------------------------------------- standin_faults.c */

/* The answer of an order that fails. */
json_t *standin_fail(const char *kind, const char *reason);

/* Adds a byte to the file that a variable of the environment names, if it does. */
void standin_count(const char *variable);

/* Whether a kernel has a fault. */
bool standin_has_fault(const struct slot *slot, const char *fault);

/* What a kernel does wrong at an order; NULL: the order goes well. */
json_t *standin_misbehave(const struct slot *slot, const char *order);

/* Whether the device has died; `builds`: one build more. */
bool standin_is_dead(bool builds);

/* Ends the process behind the answer to an order, where it is told so; to be called before the answer is
 * given: from then on nobody reads orders. */
bool standin_ends_behind(const char *order);

/* --------------------------------------------------------------------- standin_record.c */

/* What the recorded device answers to `device`, a new reference; NULL: there is no record. */
json_t *standin_recorded_device(void);

/* The answer to an order to build a kernel that the record lacks; NULL: all goes well. */
json_t *standin_lacks_record(const struct slot *slot);

/* Milliseconds of a launch as recorded; -1: the kernel does not serve the shape; 0: the shape was not recorded. */
double standin_recorded_ms(const struct slot *slot);

/* ------------------------------------------------------------------------ standin_run.c */

/* Milliseconds that the steps take which prepare the operands of a slot. */
double standin_prepare_ms(const struct slot *slot);

/* Answers an order for a library or for runs, `check` or `limits`; NULL: it is none of theirs. */
json_t *standin_run(struct slot *slot, const char *word, const json_t *order);
