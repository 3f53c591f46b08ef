/*
 * Made by clgemm 0.1.0: clgemm-gen --type-b q5_1 --layout row --transpose nt --edges pad --family register --decode b --tile 1x2 --wg 2x2
 */

/* ... */

/* A block of 32 elements: scale * quant + least, quants of 5 bits. */
typedef struct {
    ushort scale;
    ushort least;
    ushort fifths[2];
    uchar quants[16];
} gemm_1x2_2x2_q5_1;

/* 4 bytes from a place on that is a multiple of 4. */
static uchar4 gemm_1x2_2x2_q5_1_bytes4(const __global uchar *const from)
{
    return as_uchar4(*(const __global uint *)from);
}

/* 4 elements from place `at` of the matrix on, a multiple of 4. */
static float4 gemm_1x2_2x2_q5_1_load4(const __global gemm_1x2_2x2_q5_1 *const memory, const ulong at)
{
    const __global gemm_1x2_2x2_q5_1 *const block = memory + at / 32;
    const __global uchar *const from = block->quants + at % 16;
    const int4 lower = convert_int4(gemm_1x2_2x2_q5_1_bytes4(from)) >> (int4)(at % 32 / 16 * 4) & 15;
    const int further = block->fifths[at % 32 / 16] >> at % 16;
    const int4 fifths = (int4)(further) >> (int4)(0, 1, 2, 3) & 1;
    const int4 quants = fifths << 4 | lower;
    const float4 numbers = convert_float4(quants);
    const float scale = vload_half(0, (const __global half *)&block->scale);
    const float least = vload_half(0, (const __global half *)&block->least);
    return scale * numbers + least;
}

/*
 * Decodes B: of blocks of q5_1 a matrix in single on whole tiles, zero beyond its edges. Leading dimension of B_decoded: `stride`.
 * B is N x K, row-major, leading dimension ldb.
 * Launch: local size {32, 8}, global size {32 * ceil(K / 128), 8 * ceil(4 * ceil(N / 4) / 8)}.
 */
__kernel __attribute__((reqd_work_group_size(32, 8, 1)))
void gemm_1x2_2x2_decode_b(
    const int N, const int K,
    __global const gemm_1x2_2x2_q5_1 *restrict B, const int ldb,
    __global float *restrict B_decoded)
{
    const int stride = K;
    const int lines = (N + 3) / 4 * 4;
    const int k = get_global_id(0) * 4;
    const int line = get_global_id(1);
    if (line < lines && k < stride)
        *(__global float4 *)(B_decoded + (long)line * stride + k) = line < N && k < K ? gemm_1x2_2x2_q5_1_load4(B, (long)line * ldb + k) : (float4)0;
}

/* ... */
