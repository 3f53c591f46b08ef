/*
 * Ladders and studies as data: which kernels, at which sizes. A file is a JSON object:
 *
 *     {
 *       "title": "what the table is called",
 *       "note": "where it comes from, and what it shows",
 *       "kernels": [
 *         {"name": "v1", "options": {"preset": "naive", "edges": "guard"}, "note": "what is new"}
 *       ],
 *       "sizes": [512, [512, 256, 64]],
 *       "iterations": 10
 *     }
 *
 * `options` are the generator's, by their long names; a switch takes true. In their place stands
 * `manifest`, a path seen from the file's folder. A size is n for n x n x n, or [M, N, K]. `note`
 * and `iterations` may be left out.
 */
#pragma once

#include "harness/base/embedded.h"
#include "harness/base/shapes.h"
#include "harness/run/launch.h"
#include "harness/kernel/kernel.h"

struct experiment {
    const char *title, *note; /* note: "" where the file has none */
    char name[256];           /* as it was asked for */
    struct recipe *kernels;   /* label: the name in the file */
    const char **notes;       /* one a kernel, "" where the file has none */
    size_t kernel_count;
    struct shape *sizes;
    size_t size_count;
    uint64_t iterations;      /* 0: not said */
    struct setting *settings; /* of all kernels */
    char **paths;             /* of manifests, one a kernel, NULL where it is generated */
    json_t *root;             /* owns the strings */
};

/* Reads the file `name` where it has a slash or ends in .json, else the embedded one of that name.
 * Errors: FAULT_USAGE with the names there are, FAULT_IO, FAULT_REFUSED with the member at
 * fault. */
int experiment_read(const char *name, const struct embedded_file *files,
                    struct experiment *experiment, struct fault *fault);
void experiment_release(struct experiment *experiment);

/* Lets the command line change the sizes: -M, -N and -K replace theirs, all three leave one size;
 * `words` (NULL: none) is a list as "256,512x256x64". Errors: FAULT_USAGE. */
int experiment_resize(struct experiment *experiment, const struct test_case *test_case,
                      const char *words, struct fault *fault);

/* --list: name and title of each, on stdout. */
void experiment_list(const struct embedded_file *files);
