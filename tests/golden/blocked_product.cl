/*
 * Made by clgemm 0.1.0: clgemm-gen --fixed p=14,f=8,r=3,c=24 --product 'y[p,f]=x[p+r-1,c]*w[f,r,c]' --extent x=14, --family blocked --tile 2x4 --block-tiles 2x1 --block-k 32
 */

/* ... */

/* Copies rows of A into lines along K; zero outside its extents. */
static void gemm_2x4_1x1_copy_rows(
    __local float *const copied, const __global float *const A,
    const __local int *const a_lines, const __local int *const a_lines_at_0,
    const int first_k, const int rows, const int steps)
{
    for (int at = 0; at < steps; at += 8) {
        const int r_of_a = (first_k + at) / 24;
        const int c_of_a = (first_k + at) % 24;
        const int a_by_0 = r_of_a;
        const int a_step = a_by_0 * 24 + c_of_a;
        for (int line = 0; line < rows; ++line) {
            const int from = a_lines[line] + a_step;
            const bool inside = (uint)(a_lines_at_0[line] + a_by_0) < 14;
            vstore8(inside ? vload8(0, A + from) : (float8)(0), 0, copied + line * 32 + at);
        }
    }
}

/* ... */
