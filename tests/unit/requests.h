/*
 * Requests of all kinds, for tests that walk over many kernels.
 */
#pragma once

#include <stddef.h>

/* What is done with each: a line of options, "--tile 4x4 --layout row". */
typedef void request_act(void *self, const char *line);

/* The folder of the golden files, ".../tests/golden". */
const char *golden_folder(void);

/* Those of the golden files of the folder (".../tests/golden"): what their heads say of their making. */
void requests_of_goldens(const char *folder, request_act *act, void *self);

/* Those that devices check (tests/device/requests.txt beside that folder), each with one of the transposes; some of them break a rule. */
void requests_of_devices(const char *folder, request_act *act, void *self);

/* Every preset in both layouts and all transposes; some of them break a rule. */
void requests_of_presets(request_act *act, void *self);

/* About `count` valid ones at random, of `family`, or where it is NULL of every one; the same seed gives the same ones. */
void requests_at_random(size_t count, unsigned long long seed, const char *family, request_act *act,
                        void *self);
