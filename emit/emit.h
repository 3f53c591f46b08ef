/*
 * Artifact writers: from a plan and the kernel's text to the files beside the kernel.
 *
 * A writer reads the host part of the plan and the OpenCL C text, and nothing else: it knows no
 * request. Host text stands in templates/host/, a page for each kind of file; a writer fills its
 * view and renders it by a set of templates (NULL: the embedded ones). The text that it returns is
 * NUL-terminated and lives in the job's arena; running out of memory, or a plan that the writer cannot
 * express, fails the job.
 *
 * Files are named after plan->stem (STEM.cl, STEM.json, STEM.h, STEM_launch.h,
 * STEM_selftest.h) and identifiers in
 * them after plan->name. Nothing depends on the date, the machine or the folder.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "gen/base/job.h"
#include "gen/plan/plan.h"

struct clgemm_templates;
struct notation;

/* STEM.json: the manifest of doc/manifest.md, every member present. The hash is taken over the
 * `cl_length` bytes at `cl`. `with_source` adds the text itself to the program, for a manifest that
 * travels without files; one that is written beside STEM.cl leaves it out. */
const char *emit_manifest(struct job *job, const struct plan *plan, const char *cl,
                          size_t cl_length, bool with_source);

/* The manifest as a tree, for who adds to it; and the same without `schema`, one of several kernels of a manifest, and its program (`source`: its text, NULL: a
 * file beside the manifest). */
struct value *emit_manifest_value(struct job *job, const struct plan *plan, const char *cl,
                                  size_t cl_length, bool with_source);
struct value *emit_kernel_value(struct job *job, const struct plan *plan, struct value *program);
struct value *emit_program_value(struct job *job, const struct plan *plan, uint64_t hash,
                                 const char *source);

/* Parts of it: the problem; a sum of products of symbols; members of an argument that is no symbol but a number or such a sum; and the host that the kernel is
 * made for, its macros and the symbols that follow from what it passes. */
struct value *emit_problem_value(struct job *job, const struct plan *plan);
struct value *emit_terms_value(struct job *job, const struct summand *terms);
/* A whole number without a decimal point where it is one. */
struct value *emit_number(struct job *job, double real);
/* The symbols of a list that `limit` or SYMBOL_NONE ends. */
struct value *emit_symbol_list(struct job *job, const enum symbol *symbols, size_t limit);
void emit_add_sum(struct job *job, const struct argument *argument, struct value *object);
struct value *emit_product_value(struct job *job, const struct notation *product);
struct value *emit_interface_value(struct job *job, const struct host *host);

/* STEM.h: the source as an array of strings for clCreateProgramWithSource, and the figures of a
 * launch (tiles, work-group, entry points) as constants. C89, and silent under -Wall -Wextra
 * -pedantic. */
const char *emit_header(struct job *job, const struct clgemm_templates *templates,
                        const struct plan *plan, const char *cl, size_t cl_length);

/* What it has of a kernel: the view of host/figures, without its source. Of that, string literals of a line of `length` bytes, with its
 * end, are added to the list `strings`. */
void emit_view_figures(struct job *job, struct value *view, const struct plan *plan);
void emit_view_strings(struct job *job, struct value *strings, const char *line, size_t length);

/* STEM_launch.h: inline functions that build the program, make its images, set the arguments and
 * enqueue the steps on the caller's queue. Needs <CL/cl.h> and STEM.h, which must be of the same text `cl`:
 * another one does not compile with it. C11, also C++. */
const char *emit_launcher(struct job *job, const struct clgemm_templates *templates,
                          const struct plan *plan, const char *cl, size_t cl_length);

/* STEM_selftest.h: inline functions that multiply small whole numbers by the launcher, which it includes, and compare all of C. C11, also
 * C++. */
const char *emit_selftest(struct job *job, const struct clgemm_templates *templates,
                          const struct plan *plan, const char *cl, size_t cl_length);

/* 64-bit FNV-1a over bytes, and its halves in one: what tells the texts of kernels apart. */
uint64_t emit_hash(const char *bytes, size_t length);
unsigned long emit_short_hash(const char *bytes, size_t length);
