/*
 * block_read_4x1_1x8_selftest.h: shows whether block_read_4x1_1x8 is right on a device:
 * C = alpha * A * B + beta * C, column-major, f32.
 * Made by clgemm 0.1.0: clgemm-gen --preset block_read_4x1_1x8
 *
 * It multiplies small whole numbers, of which products and sums are exact, and compares all of C.
 * What lies around A and B is NaN or -1. C11 or C++11.
 */
#ifndef BLOCK_READ_4X1_1X8_SELFTEST_H
#define BLOCK_READ_4X1_1X8_SELFTEST_H

#include <stdlib.h>
#include <string.h>
#include "block_read_4x1_1x8_launch.h"

struct block_read_4x1_1x8_case {
    size_t M, N, K, lda, ldb, ldc;
    double alpha, beta;
};

/* What is wrong (a null pointer: nothing), in which product, and the first such element of C. */
struct block_read_4x1_1x8_report {
    const char *wrong;
    struct block_read_4x1_1x8_case product;
    size_t member, row, column;
    double expected, found;
};

/* A matrix or vector, and how one lies; numbers are in elements. */
struct block_read_4x1_1x8_matrix {
    size_t size;           /* bytes of all */
    double *numbers;       /* without gaps */
    unsigned char *stored; /* as on the device; behind it is place for as much */
    cl_mem memory;
};
struct block_read_4x1_1x8_layout {
    size_t bytes, offset, lines, ld, length;
    const void *five; /* whole numbers from -2 on, as they are stored */
};

/* Makes a matrix: of numbers or, where it must not be read, of what lies around it. */
static inline cl_int block_read_4x1_1x8_make(struct block_read_4x1_1x8_matrix *x, const struct block_read_4x1_1x8_layout *is, cl_context context, size_t seed, int known)
{
    const size_t count = is->lines * is->length;
    cl_int status;
    x->size = (is->offset + (is->lines + 4) * is->ld + 1) * is->bytes;
    x->numbers = BLOCK_READ_4X1_1X8_CAST(double *, calloc(1, count * sizeof *x->numbers + 2 * x->size));
    if (!x->numbers)
        return CL_OUT_OF_HOST_MEMORY;
    x->stored = BLOCK_READ_4X1_1X8_CAST(unsigned char *, memset(x->numbers + count, seed == 2 ? 0x41 : 0xff, x->size));
    for (size_t n = 0; !known && seed == 2 && n < is->lines; n++) /* C alone, not what lies around it */
        memset(x->stored + (is->offset + n * is->ld) * is->bytes, 0xff, is->length * is->bytes);
    for (size_t n = 0; known && n < count; n++) {
        const size_t line = n / is->length, i = n % is->length;
        const size_t begin = is->offset + line * is->ld;
        const cl_uint bits = BLOCK_READ_4X1_1X8_CAST(cl_uint, seed * 104729 + line % 61 * 15485863 + i % 61 * 32452843);
        const size_t pick = ((bits ^ bits >> 15) * 2246822519U >> 16) % 5;
        x->numbers[n] = BLOCK_READ_4X1_1X8_CAST(int, pick) - 2;
        memcpy(x->stored + (begin + i) * is->bytes, BLOCK_READ_4X1_1X8_CAST(const char *, is->five) + pick * is->bytes, is->bytes);
    }
    x->memory = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, x->size, x->stored, &status);
    return status;
}

/* Compares C with what it must be, and what lies around it with what was there. */
static inline void block_read_4x1_1x8_compare(const struct block_read_4x1_1x8_matrix *all, struct block_read_4x1_1x8_report *report)
{
    const struct block_read_4x1_1x8_matrix *const A = &all[0], *const B = &all[1], *const C = &all[2];
    const struct block_read_4x1_1x8_case *const t = &report->product;
    const unsigned char *const found = C->stored + C->size;
    double sums[61][61] = { { 0 } }; /* rows of A and columns of B repeat */
    for (size_t n = 0; n < t->N * t->M; n++) {
        const size_t column = n / t->M, row = n % t->M;
        const size_t at = column * t->ldc + row;
        cl_float result;
        memcpy(&result, found + at * sizeof result, sizeof result);
        for (size_t k = 0; k < t->K && row < 61 && column < 61; k++)
            sums[row][column] += A->numbers[k * t->M + row] * B->numbers[column * t->K + k];
        double value = t->alpha * sums[row % 61][column % 61] + t->beta * C->numbers[n];
        const struct block_read_4x1_1x8_report wrong = {"an element of C", *t, 0, row, column, value, BLOCK_READ_4X1_1X8_CAST(double, result)};
        if (!report->wrong && !(result == value))
            *report = wrong;
        memcpy(C->stored + at * sizeof result, found + at * sizeof result, sizeof result);
    }
    if (!report->wrong && memcmp(C->stored, found, C->size) != 0)
        report->wrong = "what lies around C";
}

/* Tests what block_read_4x1_1x8_create has made. Returns CL_INVALID_KERNEL where a result is wrong, as *report says, or an error of OpenCL. */
static inline cl_int block_read_4x1_1x8_selftest(struct block_read_4x1_1x8 *self, cl_command_queue queue, struct block_read_4x1_1x8_report *report)
{
    static const struct block_read_4x1_1x8_case cases[] = { /* M, N, K, lda, ldb, ldc, alpha, beta */
        {16, 8, 24, 17, 26, 19, 2, 3}, {8, 4, 16, 8, 16, 8, 1, 0}, {8, 4, 16, 9, 18, 11, 1, 2}, {8, 8, 8, 11, 12, 13, -1, 3}, {16, 4, 8, 16, 32, 48, 1, 0}, {16, 8, 16, 16, 32, 48, 1, 2},
        {8, 8, 8, 8, 8, 8, 1, 2}, {8, 4, 8, 9, 10, 11, 0, 2}, {8, 4, 0, 8, 0, 8, 1, 2}, {8, 4, 8, 8, 8, 8, 1, 0}, {24, 8, 16, 32, 32, 64, 2, 2}, {8, 8, 16, 16, 32, 48, 3, 0},
        {24, 4, 8, 24, 8, 24, 1, 2}
    };
    static const cl_float in_f32[] = {-2, -1, 0, 1, 2};
    cl_int status = CL_SUCCESS;
    memset(report, 0, sizeof *report);
    for (const struct block_read_4x1_1x8_case *t = cases; t < cases + 13 && !status && !report->wrong; t++) {
        const struct block_read_4x1_1x8_layout lies[] = {
            {4, 0, t->K, t->lda, t->M, in_f32},
            {4, 0, t->N, t->ldb, t->K, in_f32},
            {4, 0, t->N, t->ldc, t->M, in_f32},
        };
        struct block_read_4x1_1x8_matrix all[3], *const A = &all[0], *const B = &all[1], *const C = &all[2];
        report->product = *t;
        memset(all, 0, sizeof all);
        for (size_t i = 0; i < 3 && !status; i++)
            status = block_read_4x1_1x8_make(&all[i], &lies[i], self->context, i,
                               i < 2 ? t->alpha != 0 : t->beta != 0);
        status = status ? status : block_read_4x1_1x8_enqueue(
            self, queue, t->M, t->N, t->K, BLOCK_READ_4X1_1X8_CAST(cl_float, t->alpha), A->memory,
            t->lda, B->memory, t->ldb, BLOCK_READ_4X1_1X8_CAST(cl_float, t->beta), C->memory,
            t->ldc, 0, BLOCK_READ_4X1_1X8_NULL, BLOCK_READ_4X1_1X8_NULL);
        status = status ? status : clFinish(queue);
        status = status ? status : clEnqueueReadBuffer(
            queue, C->memory, CL_TRUE, 0, C->size, C->stored + C->size, 0, BLOCK_READ_4X1_1X8_NULL, BLOCK_READ_4X1_1X8_NULL);
        if (!status)
            block_read_4x1_1x8_compare(all, report);
        for (size_t i = 0; i < 3; i++) {
            if (all[i].memory)
                clReleaseMemObject(all[i].memory);
            free(all[i].numbers);
        }
    }
    return report->wrong ? CL_INVALID_KERNEL : status;
}
#endif
