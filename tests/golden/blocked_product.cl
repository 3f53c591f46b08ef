/*
 * Made by clgemm 0.1.0: clgemm-gen --fixed p=7,q=7,f=8,r=3,s=5,c=8 --product 'y[p,q,f]=x[p+r-1,q+s-2,c]*w[f,r,s,c]' --extent x=7,7, --family blocked --tile 2x4 --block-tiles 2x1 --block-k 40
 */

/* ... */

/* Copies rows of A into lines along K; zero outside its extents. 40 elements lie in a row. */
static void gemm_2x4_1x1_copy_rows(
    __local float *const copied, const __global float *const A,
    const __local int *const a_lines, const __local int *const a_lines_at_0, const __local int *const a_lines_at_1,
    const int first_k, const int rows, const int steps)
{
    for (int line = 0; line < (rows + 1) / 2 * 2; ++line) {
        for (int first = 0; first < steps; first += 40) {
            const int r_of_a_0 = (first_k + first) / 40;
            const int s_of_a_0 = (first_k + first) / 8 % 5;
            const int c_of_a_0 = (first_k + first) % 8;
            const int a_by_0_0 = r_of_a_0;
            const int a_by_1_0 = s_of_a_0;
            const int a_step_0 = a_by_0_0 * 56 + a_by_1_0 * 8 + c_of_a_0;
            const int begin = a_lines[line] + a_step_0;
            if ((uint)(a_lines_at_0[line] + a_by_0_0) < 7 &&
                (uint)(a_lines_at_1[line] + a_by_1_0) < 7 &&
                (uint)(a_lines_at_1[line] + 4 + a_by_1_0) < 7) {
                for (int i = 0; i < 32; i += 16)
                    vstore16(vload16(0, A + begin + i), 0, copied + line * 40 + first + i);
                vstore8(vload8(0, A + begin + 32), 0, copied + line * 40 + first + 32);
                continue;
            }
            for (int at = first; at < first + 40; at += 8) {
                const int r_of_a = (first_k + at) / 40;
                const int s_of_a = (first_k + at) / 8 % 5;
                const int c_of_a = (first_k + at) % 8;
                const int a_by_0 = r_of_a;
                const int a_by_1 = s_of_a;
                const int a_step = a_by_0 * 56 + a_by_1 * 8 + c_of_a;
                const int from = a_lines[line] + a_step;
                const bool inside = (uint)(a_lines_at_0[line] + a_by_0) < 7 &&
                    (uint)(a_lines_at_1[line] + a_by_1) < 7;
                vstore8(inside ? vload8(0, A + from) : (float8)(0), 0, copied + line * 40 + at);
            }
        }
    }
}

/* ... */
