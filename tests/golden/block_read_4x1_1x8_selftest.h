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
    const struct block_read_4x1_1x8_layout *is;
    size_t size;           /* bytes of all */
    double *numbers;       /* without gaps */
    unsigned char *stored; /* as on the device; behind it is place for as much */
    cl_mem memory;
};
struct block_read_4x1_1x8_layout {
    size_t bytes, covers; /* of what is stored at once: its bytes, its elements */
    size_t offset, members, stride, lines, ld, length;
    size_t every_line, every; /* lines and elements after which numbers repeat */
    double (*put)(struct block_read_4x1_1x8_matrix *, size_t, int);
};

/* Stores a number from -2 to 2 as f32; returns the value of the element. */
static inline double block_read_4x1_1x8_put_f32(struct block_read_4x1_1x8_matrix *x, size_t place, int whole)
{
    const cl_float element = BLOCK_READ_4X1_1X8_CAST(cl_float, whole);
    memcpy(x->stored + place * sizeof element, &element, sizeof element);
    return whole;
}

/* Makes a matrix: of numbers or, where it must not be read, of what lies around it. */
static inline cl_int block_read_4x1_1x8_make(
    struct block_read_4x1_1x8_matrix *x, const struct block_read_4x1_1x8_layout *is, cl_context context, size_t seed, int known)
{
    const size_t elements = is->offset + (is->members - 1) * is->stride + is->lines * is->ld + 1;
    const size_t count = is->members * is->lines * is->length;
    cl_int status;
    x->is = is;
    x->size = (elements + is->covers - 1) / is->covers * is->bytes;
    double *number = x->numbers = BLOCK_READ_4X1_1X8_CAST(double *, calloc(1, count * sizeof *number + 2 * x->size));
    if (!number)
        return CL_OUT_OF_HOST_MEMORY;
    x->stored = BLOCK_READ_4X1_1X8_CAST(unsigned char *, memset(number + count, known && seed == 2 ? 0x41 : 0xff, x->size));
    for (size_t member = 0; known && member < is->members; member++)
        for (size_t line = 0; line < is->lines; line++)
            for (size_t i = 0; i < is->length; i++) {
                const size_t begin = is->offset + member * is->stride + line * is->ld;
                cl_uint bits = BLOCK_READ_4X1_1X8_CAST(cl_uint, (seed + 16 * member) * 104729 +
                                       line % is->every_line * 15485863 + i % is->every * 32452843);
                bits = (bits ^ bits >> 15) * 2246822519U;
                int whole = BLOCK_READ_4X1_1X8_CAST(int, (bits >> 16) % 5) - 2;
                *number++ = is->put(x, begin + i, whole);
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
    for (size_t member = 0; member < C->is->members; member++) {
        double sums[61][61] = { { 0 } }; /* rows of A and columns of B repeat */
        for (size_t row = 0; row < t->M; row++)
            for (size_t column = 0; column < t->N; column++) {
                const size_t place = C->is->offset + member * C->is->stride + column * C->is->ld + row;
                cl_float element;
                memcpy(&element, found + place * sizeof element, sizeof element);
                const double result = BLOCK_READ_4X1_1X8_CAST(double, element);
                double *const sum = &sums[row % 61][column % 61];
                for (size_t k = 0; k < t->K && row < 61 && column < 61; k++)
                    *sum += A->numbers[k * t->M + row] * B->numbers[column * t->K + k];
                double value = t->alpha * *sum + t->beta * C->numbers[column * t->M + row];
                const struct block_read_4x1_1x8_report wrong = {"an element of C", *t, member, row, column, value, result};
                if (!report->wrong && !(result == value))
                    *report = wrong;
                memcpy(C->stored + place * C->is->bytes, found + place * C->is->bytes, C->is->bytes);
            }
    }
    if (!report->wrong && memcmp(C->stored, found, C->size) != 0)
        report->wrong = "what lies around C";
}

/* Tests what block_read_4x1_1x8_create has made. Returns CL_INVALID_KERNEL where a result is wrong, as *report
 * says, or an error of OpenCL. */
static inline cl_int block_read_4x1_1x8_selftest(
    struct block_read_4x1_1x8 *self, cl_command_queue queue, struct block_read_4x1_1x8_report *report)
{
    static const struct block_read_4x1_1x8_case cases[] = { /* M, N, K, lda, ldb, ldc, alpha, beta */
        {16, 8, 24, 17, 25, 17, 2, 3},
        {8, 4, 16, 8, 16, 8, 1, 0},
        {8, 4, 8, 9, 9, 9, -1, 1},
        {8, 4, 8, 9, 9, 9, 0, 2},
        {8, 4, 0, 8, 0, 8, 1, 2},
    };
    cl_int status = CL_SUCCESS;
    memset(report, 0, sizeof *report);
    for (const struct block_read_4x1_1x8_case *t = cases; t < cases + 5 && !status && !report->wrong; t++) {
        const struct block_read_4x1_1x8_layout lies[] = {
            {4, 1, 0, 1, 0, t->K, t->lda, t->M, t->K, 61, block_read_4x1_1x8_put_f32},
            {4, 1, 0, 1, 0, t->N, t->ldb, t->K, 61, t->K, block_read_4x1_1x8_put_f32},
            {4, 1, 0, 1, 0, t->N, t->ldc, t->M, t->N, t->M, block_read_4x1_1x8_put_f32},
        };
        struct block_read_4x1_1x8_matrix all[3], *const A = &all[0], *const B = &all[1], *const C = &all[2];
        report->product = *t;
        memset(all, 0, sizeof all);
        for (size_t i = 0; i < 3 && !status; i++)
            status = block_read_4x1_1x8_make(&all[i], &lies[i], self->context, i,
                               i < 2 ? t->alpha != 0 : i > 2 || t->beta != 0);
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
