/*
 * Made by clgemm 0.1.0: clgemm-gen --type f16 --fixed p=6,q=5,f=9,r=3,s=3,c=8 --product 'y[p,q,f]=x[p+r-1,q+s-1,c]*w[f,r,s,c]' --extent x=6,5, --family matrix --engine emulated:mma --tile 2x2 --wg 8x4 --stages 2
 */

/* ... */

/* Copies a tile of A into local memory: 16 rows, 32 elements along K each; zero outside its extents and beyond K. */
static void gemm_2x2_8x4_copy_a(
    __local ushort (*const tile)[40], const __global ushort *const A,
    const __local int *const a_lines, const __local int *const a_lines_at_0, const __local int *const a_lines_at_1,
    const int k, const int K, const int item)
{
    #pragma unroll 1
    for (int pass = 0; pass < 2; ++pass) {
        const int number = pass * 32 + item;
        const int line = number / 4;
        const int at = number % 4 * 8;
        const int r_of_a = (k + at) / 24;
        const int s_of_a = (k + at) / 8 % 3;
        const int c_of_a = (k + at) % 8;
        const int a_by_0 = r_of_a;
        const int a_by_1 = s_of_a;
        const int a_step = a_by_0 * 40 + a_by_1 * 8 + c_of_a;
        const int from = a_lines[line] + a_step;
        const bool inside = k + at < K &&
            (uint)(a_lines_at_0[line] + a_by_0) < 6 &&
            (uint)(a_lines_at_1[line] + a_by_1) < 5;
        if (inside)
            *(__local ushort8 *)&tile[line][at] = vload8(0, A + from);
        else
            *(__local ushort8 *)&tile[line][at] = (ushort8)0;
    }
}

/* ... */
