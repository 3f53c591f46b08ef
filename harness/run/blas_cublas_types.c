/* The types that cuBLAS multiplies. */
#include "harness/run/blas_cublas.h"

static const struct calculation calculations[] = {
    {TYPE_F32, TYPE_F32, TYPE_TF32, TYPE_OTHER, 77, "CUBLAS_COMPUTE_32F_FAST_TF32", TYPE_F32, NULL},
    {TYPE_F32, TYPE_F32, TYPE_OTHER, TYPE_OTHER, 68, "CUBLAS_COMPUTE_32F", TYPE_F32, "SGEMV"},
    {TYPE_F64, TYPE_F64, TYPE_OTHER, TYPE_OTHER, 70, "CUBLAS_COMPUTE_64F", TYPE_F64, "DGEMV"},
    {TYPE_C32, TYPE_C32, TYPE_OTHER, TYPE_OTHER, 68, "CUBLAS_COMPUTE_32F", TYPE_C32, "CGEMV"},
    {TYPE_C64, TYPE_C64, TYPE_OTHER, TYPE_OTHER, 70, "CUBLAS_COMPUTE_64F", TYPE_C64, "ZGEMV"},
    {TYPE_F16, TYPE_F16, TYPE_F16, TYPE_F16, 64, "CUBLAS_COMPUTE_16F", TYPE_F16, NULL},
    {TYPE_F16, TYPE_F16, TYPE_OTHER, TYPE_F32, 68, "CUBLAS_COMPUTE_32F", TYPE_F32, NULL},
    {TYPE_F16, TYPE_F32, TYPE_OTHER, TYPE_F32, 68, "CUBLAS_COMPUTE_32F", TYPE_F32, NULL},
    {TYPE_BF16, TYPE_BF16, TYPE_OTHER, TYPE_F32, 68, "CUBLAS_COMPUTE_32F", TYPE_F32, NULL},
    {TYPE_BF16, TYPE_F32, TYPE_OTHER, TYPE_F32, 68, "CUBLAS_COMPUTE_32F", TYPE_F32, NULL},
    {TYPE_E4M3, TYPE_F16, TYPE_OTHER, TYPE_F32, 68, "CUBLAS_COMPUTE_32F", TYPE_F32, NULL},
    {TYPE_E4M3, TYPE_BF16, TYPE_OTHER, TYPE_F32, 68, "CUBLAS_COMPUTE_32F", TYPE_F32, NULL},
    {TYPE_E4M3, TYPE_F32, TYPE_OTHER, TYPE_F32, 68, "CUBLAS_COMPUTE_32F", TYPE_F32, NULL},
    {TYPE_I8, TYPE_I32, TYPE_I32, TYPE_I32, 72, "CUBLAS_COMPUTE_32I", TYPE_I32, NULL},
};

static bool fits(enum element_type asked, enum element_type own)
{
    return own == TYPE_OTHER || asked == own;
}

/* Whether A and B are of a type: one of them may be of e5m2 where the other is of e4m3. */
static bool are_factors(const struct gemm *gemm, enum element_type type)
{
    const enum element_type a = gemm->type[OPERAND_A], b = gemm->type[OPERAND_B];

    return (a == type || (a == TYPE_E5M2 && type == TYPE_E4M3 && b == type)) &&
           (b == type || (b == TYPE_E5M2 && type == TYPE_E4M3));
}

const struct calculation *cublas_calculation(const struct gemm *gemm)
{
    for (size_t i = 0; i < sizeof calculations / sizeof *calculations; i++) {
        const struct calculation *calculation = &calculations[i];

        if (are_factors(gemm, calculation->factors) &&
            gemm->type[OPERAND_C] == calculation->result &&
            fits(gemm->arithmetic.product, calculation->product) &&
            fits(gemm->arithmetic.accumulate, calculation->sum))
            return calculation;
    }
    return NULL;
}

int cublas_data_type(enum element_type type)
{
    static const int types[] = {
        [TYPE_F32] = 0, [TYPE_F64] = 1,  [TYPE_F16] = 2,   [TYPE_I8] = 3,    [TYPE_C32] = 4,
        [TYPE_C64] = 5, [TYPE_I32] = 10, [TYPE_BF16] = 14, [TYPE_E4M3] = 28, [TYPE_E5M2] = 29};

    return type < sizeof types / sizeof *types ? types[type] : types[TYPE_F32];
}
